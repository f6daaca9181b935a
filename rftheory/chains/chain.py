"""Chains ``start = ... <= ... = end``: lines with a relation, an expression and a reason.

A chain is a value: each method gives a new one with a line more. Nothing is decided here. Where a rule computes the next line,
SymPy does; what holds is what the kernel replays.
"""

from __future__ import annotations

from rftheory.chains.calculus import Calculus
from rftheory.chains.parts import Parts


class Chain(Parts, Calculus):
    """A chain of lines, each with the relation to the line before and the reason."""
