"""Which random features for given queries and keys: expected errors, sizes and costs of every mechanism with a closed form."""

from rftheory._choose.candidate import Candidate
from rftheory._choose.compare import choose
from rftheory._choose.result import Choice

__all__ = ["Candidate", "Choice", "choose"]
