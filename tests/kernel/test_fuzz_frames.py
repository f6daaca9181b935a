"""Random instances of the rules of frames against their meaning: both sides of what they conclude, by quadrature in the plane.

Bodies are polynomials in products of members with vectors and with each other, so that sums over a grid of angles are exact;
lengths are integrated by Gauss' rule. The parameters are drawn with mistakes: what the kernel accepts must be true all the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import pi
from typing import Any

import numpy as np
import pytest

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.refused import Refused
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, power, rat
from rftheory.kernel.theorems import Kernel, Theorem

Values = dict[Term, Any]
ORTHO, FRAME = (make(op, (TWO, TWO)) for op in ("ortho", "frame"))
#: values of the vectors of the context
VECTORS = (np.array([0.7, -1.1]), np.array([0.4, 0.9]))
TABLES = ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), ("3/5", "4/5", "-4/5", "3/5"), ("4/5", "-3/5", "3/5", "4/5"),
          (1, 1, 0, 1), ("3/5", "4/5", "4/5", "3/5"), (2, 0, 0, 2))  # fmt: skip


# -- the meaning ----------------------------------------------------------------------------------------------------


def _angles() -> tuple[np.ndarray, np.ndarray]:
    grid = 2 * pi * np.arange(16) / 16
    return np.stack([np.cos(grid), np.sin(grid)]), np.full(16, 1 / 16)


def _lengths() -> tuple[np.ndarray, np.ndarray]:
    places, weights = np.polynomial.legendre.leggauss(28)
    r = 5.5 * (places + 1)
    return r, 5.5 * weights * r * np.exp(-(r**2) / 2)


def _outer(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.multiply.outer(first, second).ravel()


def _drawn(law: Term) -> tuple[list[np.ndarray], np.ndarray]:
    """The members of a draw at the points of a grid (one for a draw that is no family), and the weights."""
    unit, weights = _angles()
    if law.op == "sphere":
        return [unit], weights
    if law.op == "ortho":
        across = np.stack([-unit[1], unit[0]])
        return [np.hstack([unit, unit]), np.hstack([across, -across])], np.hstack([weights, weights]) / 2
    r, mass = _lengths()
    if law.op == "chi":
        return [r], mass
    if law.op == "iid":
        ones = np.ones_like(r)
        return [_outer(r, ones), _outer(ones, r)], _outer(mass, mass)
    if law.op == "normal":
        return [np.stack([_outer(r, part) for part in unit])], _outer(mass, weights)
    (lengths, masses), (members, shares) = _drawn(make("iid", (TWO, make("chi", (TWO,))))), _drawn(ORTHO)
    found = [np.stack([_outer(s, part) for part in member]) for s, member in zip(lengths, members, strict=True)]
    return found, _outer(masses, shares)


def mean(context: Context, term: Term, values: Values) -> float:
    """``E f`` by its grid; several laws one after the other."""
    _, draws, (body,) = bodies(context, term)
    grids = [_drawn(law) for law in term.args[:-1]]
    shape = [len(weights) for _, weights in grids]
    found, total = dict(values), np.ones(1)
    for axis, (draw, (members, weights)) in enumerate(zip(draws, grids, strict=True)):
        after, before = int(np.prod(shape[axis + 1 :])), int(np.prod(shape[:axis]))
        spread = [np.tile(np.repeat(member, after, axis=-1), before) for member in members]
        for place, member in enumerate(spread if law_of(term, axis).op in ("iid", "ortho", "frame") else [], 1):
            found[make("at", (draw, rat(place)))] = member
        found[draw] = spread[0]
        total = _outer(total, weights)
    return float(np.sum(total * value(body, found)))


def law_of(term: Term, place: int) -> Term:
    return term.args[place]


def value(term: Term, known: Values) -> Any:
    if term in known:
        return known[term]
    if term.op == "rat":
        return float(term.data)
    args = [value(arg, known) for arg in term.args]
    if term.op in ("+", "vadd"):
        return sum(_columns(arg) for arg in args[1:]) + _columns(args[0]) if term.op == "vadd" else sum(args)
    if term.op in ("*", "vscale"):
        return np.prod(np.broadcast_arrays(*args), axis=0) if term.op == "*" else args[0] * _columns(args[1])
    if term.op == "neg":
        return -args[0]
    if term.op == "pow":
        return args[0] ** term.data
    first, second = (_columns(arg) for arg in (args if term.op == "dot" else args * 2))
    return np.sum(first * second, axis=0)


def _columns(vector: Any) -> Any:
    """A vector of the context beside those of a grid."""
    return vector[:, None] if vector.ndim == 1 else vector


# -- random instances -----------------------------------------------------------------------------------------------


class Case:
    """One rule in a context with two vectors of the plane; the mean is known to converge."""

    def __init__(self, rng: random.Random):
        self.rng, self.kernel = rng, Kernel()
        context = self.kernel.declare(self.kernel.declare(EMPTY, declare("vec", TWO)), declare("vec", TWO))
        self.vectors = [context.variable(place) for place in range(2)]
        self.values: Values = dict(zip(self.vectors, VECTORS, strict=True))
        self.context = context

    def product(self, members: Sequence[Term]) -> Term:
        rng = self.rng
        first = rng.choice(members)
        second = rng.choice([*self.vectors, *self.vectors, *members])
        return make("norm2", (first,)) if second is first else make("dot", (first, second))

    def body(self, members: Sequence[Term], factors: Sequence[Term]) -> Term:
        rng, parts = self.rng, list[Term]()
        for _ in range(rng.randrange(1, 3)):
            product = [self.product(members) for _ in range(rng.randrange(1, 3))]
            product += [rng.choice([rat(Fraction(rng.randrange(-3, 4), 2)), *factors])]
            parts.append(make("*", product))
        found = make("+", parts) if len(parts) > 1 else parts[0]
        return power(found, 2) if rng.random() < 0.4 else found

    def over(self, laws: Sequence[Term], indices: Sequence[int]) -> tuple[Term, Theorem]:
        """A mean, with the theorem that it converges."""
        shape = make("E", (*laws, ZERO))
        _, draws = open_binder(self.context, shape)
        members = [make("at", (draws[-1], rat(place))) for place in indices]
        term = make("E", (*laws, close(self.body(members, draws[:-1]), draws)))
        fact = make("l1", (term,))
        self.context = self.kernel.declare(self.context, fact)
        return term, self.kernel.infer("HYP", self.context, fact=fact)

    def theorem(self) -> Theorem:
        rng = self.rng
        name = rng.choice(["FRAME", "SUBFRAME", "TURN"])
        used = rng.choice([[1], [2], [1, 2]])
        if name == "FRAME":
            term, l1 = self.over([rng.choice([FRAME] * 5 + [ORTHO])], used)
            return self.kernel.infer(name, self.context, term=term, member=0, l1=[l1])
        if name == "SUBFRAME":
            term, l1 = self.over([rng.choice([FRAME, ORTHO])], used)
            indices = [rat(place) for place in rng.choice([used, used[::-1], [1], [2], [2, 1], [1, 1], [1, 3]])]
            return self.kernel.infer(name, self.context, term=term, member=0, indices=indices, differ=[], l1=[l1])
        chi = make("chi", (TWO,))
        term, l1 = self.over(rng.choice([[ORTHO], [chi, ORTHO], [chi, FRAME]]), used)
        entries = [rat(Fraction(entry)) for entry in rng.choice(TABLES)]
        table = [entries[:2], entries[2:]]
        inner, _ = open_binder(self.context, term)
        orth = []
        for i, j in ((0, 0), (0, 1), (1, 1)):
            total = make("+", [make("*", pair) for pair in zip(table[i], table[j], strict=True)])
            orth.append(self.kernel.infer("RING", inner, lhs=total, rhs=ONE if i == j else ZERO, eqs=[]))
        member = len(term.args) - 2
        return self.kernel.infer(name, self.context, term=term, member=member, table=table, orth=orth, l1=[l1])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_accepted_is_true(seed: int) -> None:
    rng, accepted, refused = random.Random(f"frames {seed}"), 0, 0
    for _ in range(60):
        case = Case(rng)
        try:
            found = case.theorem()
        except Refused:
            refused += 1
            continue
        accepted += 1
        left, right = (mean(case.context, side, case.values) for side in found.judgement.args)
        assert abs(left - right) <= 1e-7 * (1 + abs(left)), found.judgement
    assert accepted > 10 and refused > 3


def test_the_meaning_tells_other_means_apart() -> None:
    """A table that is not orthogonal would change the mean: the quadrature sees it."""
    case = Case(random.Random(0))
    term = make("E", (ORTHO, ZERO))
    _, (u,) = open_binder(case.context, term)
    x = case.vectors[0]
    products = [make("dot", (make("at", (u, rat(place))), x)) for place in (1, 2)]
    square = make("E", (ORTHO, close(power(products[0], 2), (u,))))
    other = make("E", (ORTHO, close(power(make("+", products), 2), (u,))))
    length = float(VECTORS[0] @ VECTORS[0])
    assert abs(mean(case.context, square, case.values) - length / 2) < 1e-9
    assert abs(mean(case.context, other, case.values) - length) < 1e-9
