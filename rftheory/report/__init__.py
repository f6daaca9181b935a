"""The report: one HTML file that needs no network, made from the ledger and the receipts behind it."""
