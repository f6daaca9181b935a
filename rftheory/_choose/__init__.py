"""Recommendation of random features for given queries and keys, from the expected error, size and cost of each mechanism."""

from rftheory._choose.candidate import Candidate
from rftheory._choose.compare import choose
from rftheory._choose.result import Choice

__all__ = ["Candidate", "Choice", "choose"]
