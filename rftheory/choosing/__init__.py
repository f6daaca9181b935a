"""Which random features for given queries and keys: expected errors, sizes and costs of every mechanism with a closed form."""

from rftheory.choosing.choose import choose
from rftheory.choosing.result import Candidate, Choice

__all__ = ["Candidate", "Choice", "choose"]
