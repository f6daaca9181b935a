"""The guard of the translation: a claim in the kernel's terms has the values that it has in SymPy.

What a certificate proves is the claim in the kernel's terms. So both forms are evaluated at points of the domain, the terms by
`meaning.compared_terms` and the expressions by `meaning.compared_expressions`, with the same finite sums in the place of means,
integrals and infinite sums; the two share no code with the translation, nor with each other. The ranges and conditions of the
context must hold there: then the kernel's domain is no smaller than the claim's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from rftheory.judges.both_forms import BothForms, Differs, NotCompared
from rftheory.meaning.balls import Undecided, Undefined
from rftheory.meaning.values import precision
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import ClaimEntry, entry
from rftheory.prover.trace import Trace
from rftheory.rules.propositions import Point
from rftheory.statements.claims import Claim

#: points at which a claim is compared, of those that are tried; bits of precision, in turn
_POINTS, _TRIED, _PRECISIONS = 2, 4, (128, 512)


@dataclass(frozen=True)
class Comparison:
    """How many points a claim was compared at, why it was not, and what differs there."""

    points: int = 0
    why: str = ""
    differs: str = ""


def compare(name: str, claim: Claim, made: ClaimEntry | None = None) -> Comparison:
    """The two forms of a claim, under the name of its entry, at points of its domain; ``made`` is the entry, if it is there."""
    try:
        return compare_entry(made or entry(name, claim, Trace()), claim)
    except Unproved as error:
        return Comparison(why=str(error))


def compare_entry(made: ClaimEntry, claim: Claim) -> Comparison:
    """The same for an entry that is there."""
    held, why = 0, "no point of the domain was found"
    for point, inside in _points(claim):
        if held and not inside:
            break
        try:
            _compare_at(made, claim, point, inside)
            held += 1
        except NotCompared as missing:
            why = str(missing)
        except Differs as found:
            return Comparison(held, differs=str(found))
        if held == _POINTS:
            break
    return Comparison(held, why="" if held else why)


# -- points -----------------------------------------------------------------------------------------------------------


def _points(claim: Claim) -> Iterator[tuple[Point, bool]]:
    """Points of the domain, those that were drawn first; integers are small where the domain allows that.

    Where it does not, the last point is outside of it: two forms of one expression have one value there as well.
    """
    domain = claim.domain
    try:
        found = domain.points(_TRIED, seed=1)
    except ValueError:
        return
    small = {
        item.symbol: sp.sympify(item.low) + number % 3 + 1
        for number, item in enumerate(domain.ranges)
        if item.integer and not item.shape and item.low is not None and sp.sympify(item.low).is_Integer
    }
    sizes = {size for item in domain.ranges for size in map(sp.sympify, item.shape)}
    small = {symbol: value for symbol, value in small.items() if symbol not in sizes}
    for point in found[: -_TRIED - 1 : -1]:
        near = {**point, **small}
        yield (near if small and near != point and domain.contains(near) else point), True
    if found and small:
        yield {**found[-1], **{symbol: sp.Integer(number % 3 + 2) for number, symbol in enumerate(small)}}, False


def _compare_at(made: ClaimEntry, claim: Claim, point: Point, inside: bool) -> None:
    """Compare at one point; facts of the context are asked of points inside of the domain.

    Raises:
        NotCompared: if a part cannot be evaluated.
        Differs: if the forms say different things.
    """
    for bits in _PRECISIONS:
        try:
            with precision(bits):
                both = BothForms(made, claim, point, bits)
                if inside:
                    both.facts()
                found = [both.same(*one) for one in both.sides(claim.proposition, claim.domain)]
        except Undefined as error:
            raise NotCompared("a term has no value") from error
        except Undecided as error:
            raise NotCompared("a term is not evaluated") from error
        except (NotCompared, Differs):
            raise
        except Exception as error:  # a file of a user may hold anything; what is not compared is said
            raise NotCompared(f"{type(error).__name__}: {error}") from error
        if all(found):
            return
    raise NotCompared("the values are not sharp")
