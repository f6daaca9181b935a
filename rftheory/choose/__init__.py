"""Which random features for given queries and keys: expected errors, sizes and costs of every mechanism with a closed form."""

from rftheory.callables import stands_for
from rftheory.choose.choose import choose
from rftheory.choose.result import Candidate, Choice

__all__ = ["Candidate", "Choice", "choose"]

stands_for(__name__, choose)
