"""Chains: the lines of a proof as data, from a definition to a claim, each with its reason."""
