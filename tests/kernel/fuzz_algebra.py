"""Random instances of RING, POS, NZ, NUM: identities that hold, with and without the conditions that they need."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.terms import IMAG, ONE, PI, TWO, ZERO, Term, bound, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel, Theorem

Instance = tuple[Kernel, Context, str, dict[str, Any]]
X, Y, Z, W = VARIABLES = tuple(var(place, "real") for place in range(4))
NUMBERS = tuple(rat(q) for q in (0, 1, -1, 2, -3, Fraction(1, 2), Fraction(-2, 3)))


def _add(*args: Term) -> Term:
    return make("+", args) if len(args) > 1 else args[0]


def _mul(*args: Term) -> Term:
    return make("*", args) if len(args) > 1 else args[0]


def _neg(arg: Term) -> Term:
    return make("neg", (arg,))


def _inv(arg: Term) -> Term:
    return make("inv", (arg,))


def _rel(op: str, s: Term, t: Term) -> Term:
    return make(op, (s, t))


def _setting(rng: random.Random, facts: Sequence[Term]) -> tuple[Kernel, Context, dict[Term, Theorem]]:
    """Four real variables, some with ends, the facts, and a theorem for each fact."""
    kernel, context = Kernel(), EMPTY
    for _ in VARIABLES:
        ends: dict[str, Any] = (
            {} if rng.random() < 0.7 else {"low": rng.choice(NUMBERS[:3]), "closed": rng.choice(["[]", "()"])}
        )
        context = kernel.declare(context, declare("real", **ends))
    for fact in facts:
        context = kernel.declare(context, fact)
    return kernel, context, {fact: kernel.infer("HYP", context, fact=fact) for fact in facts}


def _term(rng: random.Random, depth: int, units: Sequence[Term] = (), real: bool = False) -> Term:
    """A term of ring structure over the variables and a few functions of them; ``units`` may be divided by."""
    if depth == 0 or rng.random() < 0.15:
        leaves = [
            *VARIABLES,
            *VARIABLES,
            rng.choice(NUMBERS),
            rng.choice(NUMBERS),
            make("cos", (X,)),
            make("abs", (Y,)),
        ]
        return rng.choice(leaves if real else [*leaves, IMAG, make("sqrt", (X,)), make("exp", (_mul(IMAG, Y),))])

    def part() -> Term:
        return _term(rng, depth - 1, units, real)

    kind = rng.random()
    if kind < 0.35:
        return _add(*(part() for _ in range(rng.randint(2, 3))))
    if kind < 0.65:
        return _mul(part(), part())
    if kind < 0.75:
        return _neg(part())
    if kind < 0.9 and units:
        return _mul(part(), _inv(rng.choice(units)))
    return power(part(), rng.choice([0, 1, 2, 2, 3]))


def _rearranged(rng: random.Random, term: Term, units: Sequence[Term] = ()) -> Term:
    """A term with the same value, if the units do not vanish."""
    op, args = term.op, [_rearranged(rng, arg, units) if term.op in "+*neg" else arg for arg in term.args]
    result = term if op not in ("+", "*", "neg") else make(op, args)
    if op in ("+", "*"):
        rng.shuffle(args)
        result = make(op, args)
        sums = [arg for arg in args if arg.op == "+"]
        if op == "*" and sums and rng.random() < 0.6:
            rest = list(args)
            rest.remove(sums[0])
            result = _add(*(_mul(part, *rest) for part in sums[0].args))
    elif op == "pow" and term.data == 2 and rng.random() < 0.6:
        result = _mul(args[0], args[0])
    elif op == "neg":
        result = _mul(rat(-1), args[0])
    if rng.random() < 0.08:
        other = rng.choice([*VARIABLES, IMAG])
        result = _add(result, other, _neg(other))
    if units and rng.random() < 0.08:
        unit = rng.choice(units)
        result = _mul(unit, result, _inv(unit))
    return result


def _equation(rng: random.Random, units: Sequence[Term]) -> tuple[Term, Term, Term]:
    """A fact, and two terms that it makes equal; sometimes only where a factor does not vanish."""
    kind, other = rng.random(), _term(rng, 1, units, real=True)
    small = _add(_mul(rng.choice(NUMBERS), X), rng.choice(NUMBERS[1:]))
    if kind < 0.35:  # a value, of what may be learnt later
        fact = _rel("=", Z, small) if rng.random() < 0.7 else _rel("=", small, Z)
        return fact, _mul(other, Z), _mul(other, small)
    if kind < 0.55:  # a reduction
        fact = _rel("=", power(W, 2), power(Y, 2))
        return fact, _mul(other, power(W, 3)), _mul(other, W, power(Y, 2))
    if kind < 0.6:  # a reduction with a coefficient
        unit = rng.choice(units)
        fact = _rel("=", power(W, 2), _mul(power(X, 2), _inv(unit)))
        pairs = [
            (_mul(unit, power(W, 3)), _mul(power(X, 2), W)),
            (power(W, 2), power(X, 2)),
            (power(W, 4), power(X, 4)),
        ]
        return fact, *rng.choice(pairs)
    if kind < 0.7:  # cancelled: not for a factor that may vanish
        factor = rng.choice([X, Y, _add(X, ONE), make("exp", (X,)), *units])
        return _rel("=", _mul(factor, Z), _mul(factor, W)), Z, W
    if kind < 0.8:  # a product that vanishes
        return _rel("=", _mul(X, Z), ZERO), *rng.choice([(_mul(X, Z, other), ZERO), (Z, ZERO), (power(Z, 2), ZERO)])
    if kind < 0.9:  # the wrong root
        return _rel("=", power(Z, 2), power(X, 2)), Z, rng.choice([X, _neg(X), make("abs", (X,))])
    return _rel("=", _add(Z, X), _add(Z, Y)), power(X, 2), _mul(X, Y)


def _known_units(rng: random.Random) -> tuple[list[Term], list[Term]]:
    """Facts that terms do not vanish, and what may be divided by: sometimes also what may vanish."""
    term = rng.choice([X, Y, _add(X, Y), _add(X, rat(-1)), _mul(X, Y), Z])
    facts = [_rel("!=", term, ZERO)] if rng.random() < 0.7 else []
    units = [make("exp", (X,)), _add(ONE, power(X, 2)), TWO, IMAG, *([term] if facts else [])]
    return facts, [*units, rng.choice([X, Z])] if rng.random() < 0.1 else units


def ring(rng: random.Random) -> Instance:
    facts, units = _known_units(rng)
    term = _term(rng, rng.randint(1, 3), units)
    other, eqs = _rearranged(rng, term, units), []
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        fact, s, t = _equation(rng, units)
        term, other = _add(term, s), _add(t, other)
        if rng.random() < 0.3:
            term, other = s, t
        eqs.append(fact)
    if rng.random() < 0.1:  # a power that says nothing of its base
        term, other = _add(term, _inv(power(make("abs", (X,)), 0))), _add(other, ONE)
    if rng.random() < 0.1:
        other = _add(other, rng.choice([*VARIABLES, *NUMBERS]))
    kernel, context, theorems = _setting(rng, [*facts, *dict.fromkeys(eqs)])
    used = [*eqs, *(facts if rng.random() < 0.5 else [])]
    rng.shuffle(used)
    return kernel, context, "RING", {"lhs": term, "rhs": other, "eqs": [theorems[fact] for fact in used]}


def positive_rows(rng: random.Random) -> Instance:
    facts, units = _known_units(rng)
    facts = [fact for fact in facts if rng.random() < 0.8]
    rows, summands, signs = list[dict[str, Any]](), list[Term](), list[Term]()
    for _ in range(rng.randint(0, 2)):
        here = []
        for _ in range(rng.choice([0, 1, 1, 2])):
            sides = rng.sample([ZERO, ONE, X, Y, Z, _add(W, rat(-1))], 2)
            here.append(_rel(rng.choice(["<", "<", "<=", "<=", "=", "!="][: rng.choice([5, 5, 5, 6])]), *sides))
        holders = [
            rng.choice([X, Y, _add(X, _neg(Y)), IMAG, _add(X, IMAG), make("sqrt", (X,)), *units])
            for _ in range(rng.choice([0, 1, 1, 2]))
        ]
        zero = any(sign.op == "=" for sign in here)
        q = Fraction(rng.choice([1, 2, 3, 1, -1]), rng.randint(1, 3))
        squares = holders if rng.random() < (0.8 if zero else 0.1) else [power(h, 2) for h in holders]
        summands.append(_mul(rat(q), *squares, *(_add(s.args[1], _neg(s.args[0])) for s in here)))
        rows.append({"q": q, "h": holders, "signs": here, "nz": rng.sample(facts, rng.randint(0, len(facts)))})
        signs += here
    if rng.random() < 0.05:  # a cofactor that is not defined where the equation says nothing
        signs.append(_rel("=", ZERO, _mul(X, W)))
        rows.append({"q": Fraction(1), "h": [_inv(X)], "signs": signs[-1:], "nz": []})
        summands.append(W)
    lhs = _term(rng, 1, units, real=rng.random() < 0.8)
    rhs = _rearranged(rng, _add(lhs, *summands)) if rng.random() < 0.95 else _add(lhs, X)
    kernel, context, theorems = _setting(rng, list(dict.fromkeys([*facts, *signs])))
    proved = [{**row, **{key: [theorems[fact] for fact in row[key]] for key in ("signs", "nz")}} for row in rows]
    return kernel, context, "POS", {"lhs": lhs, "rhs": rhs, "rows": proved, "eqs": []}


def divisors(rng: random.Random) -> Instance:
    u, v = _term(rng, 1), _term(rng, 1)
    if rng.random() < 0.5:
        u, v = rng.choice(
            [(_add(X, _mul(IMAG, Y)), _add(X, _neg(_mul(IMAG, Y)))), (X, Y), (_add(X, Y), _add(X, _neg(Y)))]
        )
    relation = rng.choice(["!=", "!=", "<", "<=", "="])
    fact = _rel(relation, ZERO, _rearranged(rng, _mul(u, v)))
    if rng.random() < 0.3:
        fact, v = _rel(relation, X, Y), ONE
        u = rng.choice([_add(X, _neg(Y)), _add(Y, _neg(X)), _add(X, Y), X])
    if rng.random() < 0.1:
        v = rng.choice([X, _inv(X)])
    kernel, context, theorems = _setting(rng, [fact])
    return kernel, context, "NZ", {"u": u, "v": v, "signs": [theorems[fact]], "eqs": []}


def _number(rng: random.Random, depth: int) -> Term:
    """A closed term, mostly defined."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice([*NUMBERS, PI, IMAG, rat(-8)])
    part = _number(rng, depth - 1)
    kind = rng.random()
    if kind < 0.3:
        return make(rng.choice("+*"), (part, _number(rng, depth - 1)))
    if kind < 0.75:
        op = rng.choice(["neg", "exp", "log", "sqrt", "abs", "re", "im", "conj", "sin", "cos", "sinh", "cosh", "inv"])
        return make(op, (part,))
    if kind < 0.83:
        return make(rng.choice(["tanh", "atan", "erf", "sgn", "gamma"]), (rng.choice([PI, rat(Fraction(3, 7)), part]),))
    if kind < 0.88:
        return make("root", (part,), rng.randint(2, 4)) if rng.random() < 0.5 else power(part, rng.randint(0, 4))
    if kind < 0.93:
        return make("rpow", (part, rng.choice([TWO, rat(Fraction(-1, 2)), rat(-3), ZERO, make("sqrt", (TWO,))])))
    if kind < 0.96:
        return make(rng.choice(["bessel_i", "bessel_j"]), (rat(rng.randint(-2, 3)), part))
    if kind < 0.98:
        return make("pfq", (ONE, rat(Fraction(3, 2)), part), (1, 1))
    body = rng.choice([_mul(bound(0, "int"), part), _inv(bound(0, "int")), power(bound(0, "int"), 2)])
    return make(rng.choice(["sum", "prod"]), (rat(rng.randint(0, 2)), rat(rng.randint(0, 6)), body))


def numbers(rng: random.Random) -> Instance:
    s = _number(rng, rng.randint(1, 3))
    t = rng.choice([_number(rng, 1), rng.choice(NUMBERS), s, rat(Fraction(rng.randint(-300, 300), 100))])
    relation = rng.choice(["!=", "!=", "!=", "<", "<="])
    if relation != "!=":
        s, t = (make(rng.choice(["re", "abs", "im"]), (side,)) if rng.random() < 0.8 else side for side in (s, t))
    s, t = rng.choice([(s, t), (t, s)])
    return Kernel(), EMPTY, "NUM", {"judgement": _rel(relation, s, t), "prec": rng.choice([16, 53, 128])}


FUZZ = {"RING": ring, "POS": positive_rows, "NZ": divisors, "NUM": numbers}
