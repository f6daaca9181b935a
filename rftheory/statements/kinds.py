"""The kinds of statements, apart from `claims` so that files can be read without SymPy."""

from __future__ import annotations

from typing import Literal, get_args

Kind = Literal["identity", "inequality", "limit", "rate", "optimum", "property", "algorithm", "claim", "rule"]

KINDS: tuple[Kind, ...] = get_args(Kind)
