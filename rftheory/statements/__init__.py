"""Statements as data: what is claimed, on which domain, and the ledger of verdicts."""
