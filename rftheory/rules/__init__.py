"""Rules that rewrite expectations exactly; each is a statement of the ledger with its own proof."""
