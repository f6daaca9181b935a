"""Statements as data: claims, domains, verdicts, and the ledger."""
