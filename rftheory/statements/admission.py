"""The gate before the judges: what a claim must be to be judged at all.

A claim is refused, by parameter, value and what is allowed, if its domain has no point, if its formula speaks of anything
but the parameters of the domain and exact numbers (see `terms`), if a symbol assumes more than holds of it (see `assumptions`), if one
name stands for two random sources (see `rules.sources`), if the variable of a limit cannot reach its point (see `reach`), or if it is
not put together as `claims` says. A refused claim is left undecided by every judge, the other claims of its file are judged; the
constructors refuse nothing, so that one bad claim does not stop the file.

What a claim says is asked here and nowhere else: a judge decides whether that is true.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

import sympy as sp

from rftheory.numbers.balls import UnsupportedExpression
from rftheory.rules.propositions import Derivative, Inequality, Limit, Point, Proposition, Relation, sides
from rftheory.rules.sources import contradictions
from rftheory.statements.assumptions import unmet_assumptions
from rftheory.statements.claims import Claim, ErrorClass, Print, Role
from rftheory.statements.domain import Domain
from rftheory.statements.ranges import in_domain, in_expression, is_at_most
from rftheory.statements.reach import held, out_of_reach
from rftheory.statements.terms import bound_names, exact, is_exact_number, namesakes, symbols_of
from rftheory.statements.trivial import vanished

_SIDES = ("+", "-")
_PRINTS = get_args(Print)
#: how many random points are tried as a witness, and their seed
_TRIES, _SEED = 200, 0


def refused(claim: Claim) -> tuple[str, ...]:
    """As `refusals`, asked once of each claim."""
    if claim.known.refusals is None:
        claim.known.refusals = refusals(claim)
    return claim.known.refusals


def refusals(claim: Claim, inhabited: bool = True) -> tuple[str, ...]:
    """Why a claim may not be judged; empty if it may.

    Args:
        claim: what is to be judged.
        inhabited: whether its domain must have a point. A lemma on the way may speak of a case that does not occur, or of a
            root that only a theorem gives: it is used at values that are proved to lie in its domain.
    """
    try:
        found = list(dict.fromkeys(_refusals(claim))) or list(dict.fromkeys(_in_meaning(claim)))
        if inhabited and not found and witness(claim.domain) is None:
            found.append(_no_point(claim.domain))
        return tuple(found)
    except Exception as error:
        # whatever stands in the place of a domain or formula must not stop the other claims
        return (f"the claim cannot be read: {type(error).__name__}: {error}",)


def refusals_in_file(claims: Sequence[Claim]) -> dict[int, tuple[str, ...]]:
    """What is wrong with claims beside others, by the position of the claim: names used twice, nothing to correct."""
    roles = {str(claim.name): claim.role for claim in claims}
    uses = Counter(str(claim.name) for claim in claims)
    found: dict[int, tuple[str, ...]] = {}
    for position, claim in enumerate(claims):
        wrong = []
        if uses[str(claim.name)] > 1:
            wrong.append(f"name must be unique in its file, {claim.name!r} names {uses[str(claim.name)]} claims")
        if claim.corrects and roles.get(str(claim.corrects)) not in ("claim", "step"):
            wrong.append(f"corrects must name a claim or step of the file, got {claim.corrects!r}")
        if wrong:
            found[position] = tuple(wrong)
    return found


def witness(domain: Domain) -> Point | None:
    """An exact point that is decided to lie in a domain: the one that it names, else one that is found."""
    named = domain.named_point()
    return named if named is not None and domain.contains(named) else _found(domain)


@lru_cache(maxsize=4096)
def _found(domain: Domain) -> Point | None:
    for point in _candidates(domain):
        solved = _solved(point, domain)
        for candidate in (point,) if solved == point else (point, solved):
            try:
                if domain.contains(candidate):
                    return {symbol: sp.sympify(candidate[symbol]) for symbol in domain.symbols}
            except (UnsupportedExpression, ValueError, ArithmeticError):
                continue
    return None


def _candidates(domain: Domain) -> Iterator[Point]:
    yield domain.middle_point()
    yield from domain.awkward_points()
    yield from itertools.islice(domain.random_points(_SEED), _TRIES)


def _solved(point: Point, domain: Domain) -> Point:
    """The point with the parameters that conditions ``p = value`` fix at their values, one after the other."""
    values = dict(point)
    for condition in domain.conditions:
        if isinstance(condition, sp.Eq):
            for symbol, value in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
                if symbol in values and not value.has(symbol):
                    values[symbol] = value.subs(values)
                    break
    return values


# -- a claim --------------------------------------------------------------------------------------------------------


def _refusals(claim: Any) -> Iterator[str]:
    if not isinstance(claim.name, str) or not claim.name:
        yield f"name must be a text, got {claim.name!r}"
    if claim.role not in get_args(Role):
        yield f"role must be one of {', '.join(get_args(Role))}, got {claim.role!r}"
    if bool(claim.corrects) != (claim.role in ("correction", "reading")):
        yield f"corrects must be given for a correction or reading, and for nothing else, got {claim.corrects!r} for a {claim.role}"
    yield from _in_words(claim)
    if claim.proof is not None and not callable(claim.proof) and not hasattr(claim.proof, "lines"):
        yield f"proof must be a chain or a function that gives one, got {claim.proof!r}"
    wrong = list(in_domain(claim.domain))
    yield from wrong
    if wrong:
        return
    for condition, words in claim.domain.meanings():
        if words is not None and words.kind == "needs" and words.text not in claim.needs:
            yield f"needs must name {words.text!r}, for which the condition {condition} stands, got {claim.needs!r}"
    known = {item.symbol: len(item.shape) for item in claim.domain.ranges}
    yield from _in_proposition(claim.proposition, known)
    for number, mutant in enumerate(claim.mutants, 1):
        yield from (f"mutant {number}: {said}" for said in _in_proposition(mutant, known))
    if not all(isinstance(said, Proposition) for said in (claim.proposition, *claim.mutants)):
        return
    for number, box in enumerate(claim.boxes, 1):
        yield from (f"box {number}: {said}" for said in _in_box(box, known))
    yield from namesakes(_all_symbols(claim))
    if claim.counterexample is not None and (why := claim.domain.refusal(claim.counterexample)):
        yield f"the counterexample is outside of the domain: {why}"


def _in_meaning(claim: Claim) -> Iterator[str]:
    """Why what can be read is not what was written: symbols that assume more than holds of them, sources that are two, parameters
    that have vanished, limits out of reach, variables of derivatives that cannot move."""
    for proposition in (claim.proposition, *claim.mutants):
        sides = [sp.sympify(part) for _, part in _parts(proposition)]
        yield from unmet_assumptions(claim.domain, (*sides, *claim.domain.conditions))
        yield from contradictions(sides)
        yield from vanished(sides, claim.domain)
        if isinstance(proposition, Limit):
            yield from out_of_reach(proposition, claim.domain)
        if isinstance(proposition, Derivative):
            yield from held(proposition, claim.domain)


def _in_words(claim: Any) -> Iterator[str]:
    """What is wrong with the texts that a claim carries beside its proposition."""
    if not isinstance(claim.needs, tuple) or not all(isinstance(need, str) and need.strip() for need in claim.needs):
        yield f"needs must be a tuple of texts, got {claim.needs!r}"
    if claim.print not in _PRINTS:
        yield f"print must be one of {', '.join(_PRINTS)}, got {claim.print!r}"
    if claim.error is not None and (claim.error not in get_args(ErrorClass) or claim.role not in ("claim", "step")):
        allowed = ", ".join(get_args(ErrorClass))
        yield f"error must be one of {allowed}, and of a claim or step, got {claim.error!r} of a {claim.role}"
    for name in ("survives", "tex"):
        if not isinstance(getattr(claim, name), str):
            yield f"{name} must be a text, got {getattr(claim, name)!r}"


def _no_point(domain: Domain) -> str:
    named = ""
    if domain.witness is not None:
        named = f"; the witness is none: {domain.refusal(domain.witness)}"
    return f"no point was found in the domain {domain.describe()}{named} (Domain(witness=...) names one)"


def _parts(proposition: Proposition) -> Iterator[tuple[str, Any]]:
    return ((name, getattr(proposition, name)) for name in sides(proposition))


def _in_proposition(proposition: Any, known: Mapping[sp.Symbol, int]) -> Iterator[str]:
    if not isinstance(proposition, Proposition):
        yield f"proposition must be an Equality, Inequality, Limit or Derivative, got {proposition!r}"
        return
    if isinstance(proposition, Inequality) and proposition.relation not in get_args(Relation):
        yield f"relation must be one of {', '.join(get_args(Relation))}, got {proposition.relation!r}"
    if isinstance(proposition, Limit):
        yield from _in_limit(proposition)
        # that it is a parameter is asked with where the limit is taken
        known = {proposition.variable: 0, **known}
    for name, side in _parts(proposition):
        expr = exact(side)
        if expr is None:
            yield f"{name} must be a SymPy expression or an integer, got {side!r}"
        else:
            yield from in_expression(name, expr, known)


def _in_limit(proposition: Limit) -> Iterator[str]:
    if proposition.side not in _SIDES:
        yield f"side must be one of {', '.join(_SIDES)}, got {proposition.side!r}"
    if type(proposition.variable) is not sp.Symbol:
        yield f"variable must be a symbol, got {proposition.variable!r}"
    point = exact(proposition.point)
    if point not in (sp.oo, -sp.oo) and not is_exact_number(point):
        yield f"point must be an exact real number, oo or -oo, got {proposition.point!r}"


def _in_box(box: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]], known: Mapping[sp.Symbol, int]) -> Iterator[str]:
    for symbol, ends in box.items():
        if symbol not in known:
            yield f"{symbol} is no parameter of the domain"
        if len(ends) != 2 or not all(map(is_exact_number, ends)) or not is_at_most(*ends):
            yield f"{symbol} must lie between two exact real numbers, got {ends}"


def _all_symbols(claim: Claim) -> set[sp.Basic]:
    domain = claim.domain
    said = [part for proposition in (claim.proposition, *claim.mutants) for _, part in _parts(proposition)]
    said += [end for item in domain.ranges for end in (item.low, item.high, *item.shape) if end is not None]
    exprs = [sp.sympify(part) for part in (*said, *domain.conditions)]
    own = {claim.proposition.variable} if isinstance(claim.proposition, Limit) else set()
    return own.union(domain.symbols, *map(bound_names, exprs), *map(symbols_of, exprs))
