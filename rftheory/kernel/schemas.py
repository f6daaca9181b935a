"""Schemas of the parameters of rules.

A schema is one of the words below, ``[schema]`` (a list of any length) or ``{name: schema}`` (a record with exactly these
keys). In memory the values are `Term`, `Theorem`, `Fraction`, ``int``, ``str``, lists or tuples, and dictionaries.
"""

from __future__ import annotations

TERM, STEP, RATIONAL, NAT, INT, TEXT = "term", "step", "rational", "nat", "int", "text"
