"""Proofs gone through again: from another start, on another domain, or one step of them with another conclusion."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

import sympy as sp

from rftheory.evidence.derivation import Derivation
from rftheory.evidence.recording import Call
from rftheory.evidence.smooth import differentiated
from rftheory.judges.derivation_judge import judge_claim
from rftheory.propositions import Derivative, Equality, Inequality, Limit, sides
from rftheory.statements.assumptions import unmet_assumptions
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

#: parameters that say where a step leads
CONCLUSIONS = ("target", "new")
#: the step that would prove the opposite
TURNED = {"at_most": "at_least", "at_least": "at_most", "up_by": "down_by", "down_by": "up_by"}

Symbols = Mapping[sp.Symbol, sp.Symbol]


class NotReplayed(Exception):
    """The proof does not go through. ``idle`` if it could not have been, whatever is true: a part of it is bound to its domain."""

    def __init__(self, reason: str, idle: bool = False):
        super().__init__(reason)
        self.idle = idle


def printed_side(proposition: Equality | Limit | Derivative) -> sp.Expr:
    """What is printed for the definition."""
    return sp.sympify(getattr(proposition, sides(proposition)[1]))


def definition_of(claim: Claim, chain: Derivation) -> sp.Expr:
    """What slips in a false twin of a claim: the function of a derivative, else what its chain begins with."""
    return claim.proposition.function if isinstance(claim.proposition, Derivative) else chain.start


def replayed(
    claim: Claim, chain: Derivation, definition: sp.Expr, domain: Domain | None = None, freed: Symbols | None = None
) -> Derivation:
    """The whole proof of a claim again, up to the printed form, from another definition or on another domain.

    Raises:
        NotReplayed: where it does not go through; whatever stops it refuses it, for a mutant may be anything.
    """
    freed, wider = freed or {}, domain or chain.domain
    try:
        for unmet in unmet_assumptions(wider, ()):
            raise ValueError(unmet)
        start = definition
        if isinstance(claim.proposition, Derivative):
            variable = freed.get(claim.proposition.variable, claim.proposition.variable)
            start = differentiated(definition, variable, wider)
        twin = _without_waypoints(_again(chain, start, wider, freed))
        if not isinstance(claim.proposition, Inequality):
            twin.algebra(printed_side(claim.proposition).xreplace(dict(freed)))
        if twin.relation() not in (chain.relation(), str(chain.relation())[:1]):
            raise NotReplayed(f"the proof shows only {twin.relation()!r}")
        _require_answer(claim, twin, definition, freed)
    except NotReplayed:
        raise
    except Exception as error:
        raise NotReplayed(str(error), idle=wider != chain.domain and _is_bound(chain, bool(freed))) from error
    return twin


def _require_answer(claim: Claim, twin: Derivation, definition: sp.Expr, freed: Symbols) -> None:
    """Ask the derivation judge about the claim that the chain proves: it looks at the sides as well, not at the steps alone."""
    said = {part.name: getattr(claim.proposition, part.name) for part in fields(claim.proposition)}
    said = {name: part.xreplace(dict(freed)) if isinstance(part, sp.Basic) else part for name, part in said.items()}
    if not isinstance(claim.proposition, Inequality):
        said[sides(claim.proposition)[0]] = definition
    proposition = type(claim.proposition)(**said)
    finding = judge_claim(replace(claim, proposition=proposition, domain=twin.domain, proof=lambda: twin), seed=0)
    if finding.answer != "holds":
        raise NotReplayed(finding.reason)


def first_step(chain: Derivation, start: sp.Expr) -> Derivation:
    """The calls up to the first one that leads to another expression, from another start.

    Raises:
        NotReplayed: where they do not go through.
    """
    try:
        twin = _begun(chain, start, chain.domain)
        made = 1
        for call in chain.calls:
            _require_whole(made, call.steps)
            made = call.after
            getattr(twin, call.name)(*call.args, **call.options)
            if len(twin.steps) > 1 and twin.end != twin.start:
                break
        return _without_waypoints(twin)
    except NotReplayed:
        raise
    except Exception as error:
        raise NotReplayed(str(error)) from error


def before(chain: Derivation, call: Call) -> Derivation:
    """The chain as it stood before one of its calls."""
    twin = _begun(chain, chain.start, chain.domain)
    twin.steps, twin.facts, twin.limits = list(chain.steps[: call.steps]), call.facts, set(call.limits)
    return twin


def arguments(chain: Derivation, call: Call) -> inspect.BoundArguments:
    """The arguments of a call by the names of the parameters."""
    return inspect.signature(getattr(type(chain), call.name)).bind(None, *call.args, **call.options)


def repeated(chain: Derivation, call: Call, name: str = "", **changed: Any) -> Derivation:
    """One call again with some arguments changed, or by another method of the same parameters.

    Raises:
        NotReplayed: if the step is refused.
    """
    bound = arguments(chain, call)
    bound.arguments.update(changed)
    twin = before(chain, call)
    try:
        getattr(twin, name or call.name)(*bound.args[1:], **bound.kwargs)
    except Exception as error:
        raise NotReplayed(str(error)) from error
    return twin


def conclusions(chain: Derivation) -> Iterator[tuple[Call, str]]:
    """The calls that are told where to lead, with the name of that parameter."""
    for call in chain.calls:
        given = arguments(chain, call).arguments
        name = next((name for name in CONCLUSIONS if isinstance(given.get(name), (sp.Expr, int))), None)
        if name is not None:
            yield call, name


# -- again, in another place --------------------------------------------------------------------------------------


def _again(chain: Derivation, start: sp.Expr, domain: Domain, freed: Symbols) -> Derivation:
    twin = _begun(chain, start, domain)
    made = 1
    for call in chain.calls:
        _require_whole(made, call.steps)
        made = call.after
        args = tuple(_carried(arg, chain.domain, domain, freed) for arg in call.args)
        options = {name: _carried(arg, chain.domain, domain, freed) for name, arg in call.options.items()}
        getattr(twin, call.name)(*args, **options)
    _require_whole(made, len(chain.steps))
    return twin


def _require_whole(made: int, steps: int) -> None:
    """Refuse to go on behind lines that no call made: waypoints, which look at nothing."""
    if made != steps:
        raise NotReplayed("a line of the proof is a waypoint", idle=True)


def _without_waypoints(twin: Derivation) -> Derivation:
    """Refuse what rests on a chain with waypoints: it shows nothing of what the engine concludes."""
    if twin.waypoints:
        raise NotReplayed("a line of the proof is a waypoint", idle=True)
    return twin


def _begun(chain: Derivation, start: sp.Expr, domain: Domain) -> Derivation:
    """A chain of the same kind with nothing but its start (what else was asked of a kind when it was made stays proved)."""
    twin = copy.copy(chain)
    Derivation.__init__(twin, start, domain)
    twin.calls = ()
    return twin


def _carried(value: Any, old: Domain, new: Domain, freed: Symbols) -> Any:
    """An argument for the other domain, in its symbols; inner chains are gone through again."""
    if isinstance(value, sp.Basic):
        return value.xreplace(dict(freed)) if freed else value
    if isinstance(value, Derivation) and old != new:
        return _again(value, _carried(value.start, old, new, freed), _moved(value.domain, old, new, freed), freed)
    if isinstance(value, (tuple, list)):
        return type(value)(_carried(part, old, new, freed) for part in value)
    if isinstance(value, dict):
        return {_carried(k, old, new, freed): _carried(v, old, new, freed) for k, v in value.items()}
    if isinstance(value, Range) and freed:
        return _renamed(value, freed)
    return value


def _moved(inner: Domain, old: Domain, new: Domain, freed: Symbols) -> Domain:
    """The domain of an inner chain with the ranges and conditions that it adds to the old one added to the new one."""
    ranges = (_renamed(item, freed) for item in inner.ranges if item not in old.ranges)
    conditions = (c.xreplace(dict(freed)) for c in inner.conditions if c not in old.conditions)
    return new.with_ranges(*ranges).where(*conditions)


def _renamed(item: Range, freed: Symbols) -> Range:
    def of(value: Any) -> Any:
        return None if value is None else sp.sympify(value).xreplace(dict(freed))

    return replace(
        item,
        symbol=freed.get(item.symbol, item.symbol),
        low=of(item.low),
        high=of(item.high),
        shape=tuple(of(size) for size in item.shape),
    )


def _is_bound(chain: Derivation, renamed: bool) -> bool:
    """Whether parts of a proof cannot be carried to another domain: functions that make chains, lemmas in other symbols."""
    values = [value for call in chain.calls for value in (*call.args, *call.options.values())]
    inner = [value for value in values if isinstance(value, Derivation)]
    foreign = [value for value in values if callable(value) and not _is_rule(value) and not isinstance(value, sp.Basic)]
    claims = [value for value in values if isinstance(value, Claim)] if renamed else []
    return bool(foreign or claims) or any(_is_bound(part, renamed) for part in inner)


def _is_rule(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).startswith("rftheory.rules.")
