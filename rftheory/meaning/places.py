"""Places at which means, integrals and infinite sums are compared: the same finite sums stand for them in terms and in expressions.

A translation is compared with what was translated. For that the value of a mean need not be known: two means are one if they
have the same laws and the same values inside. So a mean is taken over `DRAWS` draws, which depend on the law (its kind, its
sizes, its place in the block) alone, an integral over places between its ends, an infinite sum over its first members.
What differs in a body, an end, a size or a kind of law then differs in value, in every dimension, and no quadrature is in the way.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b

#: the weights of the draws of a mean, of the places of an integral
WEIGHTS = (Fraction(2, 5), Fraction(3, 5))
DRAWS = range(len(WEIGHTS))
#: places of an integral, as shares of its interval
SHARES = (Fraction(2, 7), Fraction(5, 8))
#: how far places are from the one finite end of an integral; where those of an integral over all numbers are
DISTANCES = (Fraction(3, 8), Fraction(7, 5))
ANYWHERE = (Fraction(-3, 5), Fraction(5, 4))
#: members of an infinite sum
MEMBERS = 4
#: members of a family, terms of a finite sum, coordinates of a vector at most
MOST = 400
#: values of what is inside of binders, at one point
EVALUATIONS = 20_000
#: what the sides of an event differ by stands for its probability, with a number for its relation
RELATIONS = {"<=": Fraction(0), "<": Fraction(1, 3), "=": Fraction(2, 3), "!=": Fraction(1)}

Path = tuple[int, ...]


@lru_cache(maxsize=65536)
def _code(law: str, draw: int, path: Path) -> int:
    return int.from_bytes(blake2b(f"{law} {draw} {path}".encode(), digest_size=4).digest(), "big")


def number(law: str, draw: int, path: Path) -> Fraction:
    """What is drawn at a place of a block: (law of the block, member of a family, coordinate)."""
    return Fraction(_code(law, draw, path) % 3001 - 1500, 1000)


def share(law: str, draw: int, path: Path) -> Fraction:
    """The same between 0 and 1."""
    return Fraction(_code(law, draw, path) % 997 + 1, 999)


def count(law: str, draw: int, path: Path) -> int:
    """The same as a small integer."""
    return _code(law, draw, path) % 3


def image(name: str) -> tuple[Fraction, Fraction, Fraction]:
    """The coefficients of the polynomial that stands for a function that may be any."""
    return share(name, 0, ()), Fraction(1, 2), Fraction(1, 5)
