"""Random instances of RING, POS, NZ, NUM: identities that hold, with and without the conditions that they need."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.terms import IMAG, ONE, PI, TWO, ZERO, Term, bound, declare, make, power, rat
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.words import W, X, Y, Z, add, inv, mul, neg, rel

Instance = tuple[Kernel, Context, str, dict[str, Any]]
VARIABLES = (X, Y, Z, W)
NUMBERS = tuple(rat(q) for q in (0, 1, -1, 2, -3, Fraction(1, 2), Fraction(-2, 3)))


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
        return rng.choice(leaves if real else [*leaves, IMAG, make("sqrt", (X,)), make("exp", (mul(IMAG, Y),))])

    def part() -> Term:
        return _term(rng, depth - 1, units, real)

    kind = rng.random()
    if kind < 0.35:
        return add(*(part() for _ in range(rng.randint(2, 3))))
    if kind < 0.65:
        return mul(part(), part())
    if kind < 0.75:
        return neg(part())
    if kind < 0.9 and units:
        return mul(part(), inv(rng.choice(units)))
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
            result = add(*(mul(part, *rest) for part in sums[0].args))
    elif op == "pow" and term.data == 2 and rng.random() < 0.6:
        result = mul(args[0], args[0])
    elif op == "neg":
        result = mul(rat(-1), args[0])
    if rng.random() < 0.08:
        other = rng.choice([*VARIABLES, IMAG])
        result = add(result, other, neg(other))
    if units and rng.random() < 0.08:
        unit = rng.choice(units)
        result = mul(unit, result, inv(unit))
    return result


def _equation(rng: random.Random, units: Sequence[Term]) -> tuple[Term, Term, Term]:
    """A fact, and two terms that it makes equal; sometimes only where a factor does not vanish."""
    kind, other = rng.random(), _term(rng, 1, units, real=True)
    small = add(mul(rng.choice(NUMBERS), X), rng.choice(NUMBERS[1:]))
    if kind < 0.35:  # a value, of what may be learnt later
        fact = rel(Z, "=", small) if rng.random() < 0.7 else rel(small, "=", Z)
        return fact, mul(other, Z), mul(other, small)
    if kind < 0.55:  # a reduction
        fact = rel(power(W, 2), "=", power(Y, 2))
        return fact, mul(other, power(W, 3)), mul(other, W, power(Y, 2))
    if kind < 0.6:  # a reduction with a coefficient
        unit = rng.choice(units)
        fact = rel(power(W, 2), "=", mul(power(X, 2), inv(unit)))
        pairs = [(mul(unit, power(W, 3)), mul(power(X, 2), W)), (power(W, 2), power(X, 2)), (power(W, 4), power(X, 4))]
        return fact, *rng.choice(pairs)
    if kind < 0.7:  # cancelled: not for a factor that may vanish
        factor = rng.choice([X, Y, add(X, ONE), make("exp", (X,)), *units])
        return rel(mul(factor, Z), "=", mul(factor, W)), Z, W
    if kind < 0.8:  # a product that vanishes
        return rel(mul(X, Z), "=", ZERO), *rng.choice([(mul(X, Z, other), ZERO), (Z, ZERO), (power(Z, 2), ZERO)])
    if kind < 0.9:  # the wrong root
        return rel(power(Z, 2), "=", power(X, 2)), Z, rng.choice([X, neg(X), make("abs", (X,))])
    return rel(add(Z, X), "=", add(Z, Y)), power(X, 2), mul(X, Y)


def _known_units(rng: random.Random) -> tuple[list[Term], list[Term]]:
    """Facts that terms do not vanish, and what may be divided by: sometimes also what may vanish."""
    term = rng.choice([X, Y, add(X, Y), add(X, rat(-1)), mul(X, Y), Z])
    facts = [rel(term, "!=", ZERO)] if rng.random() < 0.7 else []
    units = [make("exp", (X,)), add(ONE, power(X, 2)), TWO, IMAG, *([term] if facts else [])]
    return facts, [*units, rng.choice([X, Z])] if rng.random() < 0.1 else units


def ring(rng: random.Random) -> Instance:
    facts, units = _known_units(rng)
    term = _term(rng, rng.randint(1, 3), units)
    other, eqs = _rearranged(rng, term, units), []
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        fact, s, t = _equation(rng, units)
        term, other = add(term, s), add(t, other)
        if rng.random() < 0.3:
            term, other = s, t
        eqs.append(fact)
    if rng.random() < 0.1:  # a power that says nothing of its base
        term, other = add(term, inv(power(make("abs", (X,)), 0))), add(other, ONE)
    if rng.random() < 0.1:
        other = add(other, rng.choice([*VARIABLES, *NUMBERS]))
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
            first, second = rng.sample([ZERO, ONE, X, Y, Z, add(W, rat(-1))], 2)
            here.append(rel(first, rng.choice(["<", "<", "<=", "<=", "=", "!="][: rng.choice([5, 5, 5, 6])]), second))
        holders = [
            rng.choice([X, Y, add(X, neg(Y)), IMAG, add(X, IMAG), make("sqrt", (X,)), *units])
            for _ in range(rng.choice([0, 1, 1, 2]))
        ]
        zero = any(sign.op == "=" for sign in here)
        q = Fraction(rng.choice([1, 2, 3, 1, -1]), rng.randint(1, 3))
        squares = holders if rng.random() < (0.8 if zero else 0.1) else [power(h, 2) for h in holders]
        summands.append(mul(rat(q), *squares, *(add(s.args[1], neg(s.args[0])) for s in here)))
        rows.append({"q": q, "h": holders, "signs": here, "nz": rng.sample(facts, rng.randint(0, len(facts)))})
        signs += here
    if rng.random() < 0.05:  # a cofactor that is not defined where the equation says nothing
        signs.append(rel(ZERO, "=", mul(X, W)))
        rows.append({"q": Fraction(1), "h": [inv(X)], "signs": signs[-1:], "nz": []})
        summands.append(W)
    lhs = _term(rng, 1, units, real=rng.random() < 0.8)
    rhs = _rearranged(rng, add(lhs, *summands)) if rng.random() < 0.95 else add(lhs, X)
    kernel, context, theorems = _setting(rng, list(dict.fromkeys([*facts, *signs])))
    proved = [{**row, **{key: [theorems[fact] for fact in row[key]] for key in ("signs", "nz")}} for row in rows]
    return kernel, context, "POS", {"lhs": lhs, "rhs": rhs, "rows": proved, "eqs": []}


def divisors(rng: random.Random) -> Instance:
    u, v = _term(rng, 1), _term(rng, 1)
    if rng.random() < 0.5:
        u, v = rng.choice([(add(X, mul(IMAG, Y)), add(X, neg(mul(IMAG, Y)))), (X, Y), (add(X, Y), add(X, neg(Y)))])
    relation = rng.choice(["!=", "!=", "<", "<=", "="])
    fact = rel(ZERO, relation, _rearranged(rng, mul(u, v)))
    if rng.random() < 0.3:
        fact, v = rel(X, relation, Y), ONE
        u = rng.choice([add(X, neg(Y)), add(Y, neg(X)), add(X, Y), X])
    if rng.random() < 0.1:
        v = rng.choice([X, inv(X)])
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
    body = rng.choice([mul(bound(0, "int"), part), inv(bound(0, "int")), power(bound(0, "int"), 2)])
    return make(rng.choice(["sum", "prod"]), (rat(rng.randint(0, 2)), rat(rng.randint(0, 6)), body))


def numbers(rng: random.Random) -> Instance:
    s = _number(rng, rng.randint(1, 3))
    t = rng.choice([_number(rng, 1), rng.choice(NUMBERS), s, rat(Fraction(rng.randint(-300, 300), 100))])
    relation = rng.choice(["!=", "!=", "!=", "<", "<="])
    if relation != "!=":
        s, t = (make(rng.choice(["re", "abs", "im"]), (side,)) if rng.random() < 0.8 else side for side in (s, t))
    s, t = rng.choice([(s, t), (t, s)])
    return Kernel(), EMPTY, "NUM", {"judgement": rel(s, relation, t), "prec": rng.choice([16, 53, 128])}


FUZZ = {"RING": ring, "POS": positive_rows, "NZ": divisors, "NUM": numbers}
