"""The report: a folder of HTML pages for offline reading, generated from the ledger and its receipts."""
