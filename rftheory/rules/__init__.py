"""Expectation rules: each rewrites expectations exactly, and is itself a ledger entry proved where it stands."""
