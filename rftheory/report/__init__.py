"""The report: a folder of HTML pages that needs no network, made from the ledger and the receipts behind it."""
