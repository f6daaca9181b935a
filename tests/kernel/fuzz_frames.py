"""Random instances of the rules of frames against their meaning: both sides of what they conclude, by quadrature in few dimensions.

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

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import EMPTY, Context, bodies, close, open_binder
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, declare, make, power, rat
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.harness import Generator, Instance, Judged

Values = dict[Term, Any]
ORTHO, FRAME = (make(op, (TWO, TWO)) for op in ("ortho", "frame"))
#: values of the vectors of the context: as many coordinates as its dimension
VECTORS = (np.array([0.7, -1.1, 0.5]), np.array([0.4, 0.9, -0.8]))
TABLES = ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), ("3/5", "4/5", "-4/5", "3/5"), ("4/5", "-3/5", "3/5", "4/5"),
          (1, 1, 0, 1), ("3/5", "4/5", "4/5", "3/5"), (2, 0, 0, 2))  # fmt: skip


# -- the meaning ----------------------------------------------------------------------------------------------------


def _size(term: Term) -> int:
    """A number, or a sum of some."""
    return int(term.data) if term.op == "rat" else sum(map(_size, term.args))


def _angles() -> tuple[np.ndarray, np.ndarray]:
    grid = 2 * pi * np.arange(16) / 16
    return np.stack([np.cos(grid), np.sin(grid)]), np.full(16, 1 / 16)


def _directions(d: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of the sphere of one, two or three dimensions."""
    if d == 1:
        return np.array([[1.0, -1.0]]), np.full(2, 1 / 2)
    circle, shares = _angles()
    if d == 2:
        return circle, shares
    heights, weights = np.polynomial.legendre.leggauss(8)
    z = np.repeat(heights, len(shares))
    around = np.tile(circle, len(heights)) * np.sqrt(1 - z**2)
    return np.vstack([around, z]), _outer(weights / 2, shares)


def _orthonormal(m: int, d: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Directions of a frame: the second one around the first, the last one of a whole frame by its sign."""
    first, weights = _directions(d)
    if m == 1:
        return [first], weights
    if d == 2:
        across = np.stack([-first[1], first[0]])
        return [np.hstack([first, first]), np.hstack([across, -across])], np.hstack([weights, weights]) / 2
    circle, shares = _angles()
    # no point of the grid is a pole
    level = np.stack([-first[1], first[0], np.zeros_like(first[0])]) / np.hypot(first[0], first[1])
    other = np.cross(first, level, axis=0)
    u = np.repeat(first, len(shares), axis=1)
    v = np.repeat(level, len(shares), axis=1) * np.tile(circle[0], first.shape[1])
    v += np.repeat(other, len(shares), axis=1) * np.tile(circle[1], first.shape[1])
    weights = _outer(weights, shares)
    if m == 2:
        return [u, v], weights
    last = np.cross(u, v, axis=0)
    return [np.hstack([u, u]), np.hstack([v, v]), np.hstack([last, -last])], np.hstack([weights, weights]) / 2


def _lengths() -> tuple[np.ndarray, np.ndarray]:
    places, weights = np.polynomial.legendre.leggauss(28)
    r = 5.5 * (places + 1)
    return r, 5.5 * weights * r * np.exp(-(r**2) / 2)


def _outer(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.multiply.outer(first, second).ravel()


def _drawn(law: Term) -> tuple[list[np.ndarray], np.ndarray]:
    """The members of a draw at the points of a grid (one for a draw that is no family), and the weights."""
    if law.op == "sphere":
        points, weights = _directions(_size(law.args[0]))
        return [points], weights
    if law.op == "ortho":
        return _orthonormal(*map(_size, law.args))
    unit, weights = _angles()
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
    if term.op == "at":
        raise LookupError("no member of the family")
    args = [value(arg, known) for arg in term.args]
    if term.op in ("+", "vadd"):
        return sum(_columns(arg) for arg in args[1:]) + _columns(args[0]) if term.op == "vadd" else sum(args)
    if term.op in ("*", "vscale"):
        return np.prod(np.broadcast_arrays(*args), axis=0) if term.op == "*" else args[0] * _columns(args[1])
    if term.op == "neg":
        return -args[0]
    if term.op == "sqrt":
        return np.sqrt(args[0])
    if term.op == "pow":
        return args[0] ** term.data
    first, second = (_columns(arg) for arg in (args if term.op == "dot" else args * 2))
    return np.sum(first * second, axis=0)


def _columns(vector: Any) -> Any:
    """A vector of the context beside those of a grid."""
    return vector[:, None] if vector.ndim == 1 else vector


# -- random instances -----------------------------------------------------------------------------------------------


class Case:
    """One rule in a context with two vectors of the plane, or of space; the mean is known to converge."""

    def __init__(self, rng: random.Random, d: int = 2):
        self.rng, self.kernel = rng, Kernel()
        context = self.kernel.declare(self.kernel.declare(EMPTY, declare("vec", rat(d))), declare("vec", rat(d)))
        self.vectors = [context.variable(place) for place in range(2)]
        self.context = context

    def product(self, members: Sequence[Term], plain: bool) -> Term:
        rng = self.rng
        first = rng.choice(members)
        second = rng.choice(self.vectors if plain else [*self.vectors, *self.vectors, *members])
        return make("norm2", (first,)) if second is first else make("dot", (first, second))

    def body(self, members: Sequence[Term], factors: Sequence[Term], plain: bool) -> Term:
        rng, parts = self.rng, list[Term]()
        for _ in range(rng.randrange(1, 3)):
            product = [self.product(members, plain) for _ in range(rng.randrange(1, 3))]
            product += [rng.choice([rat(Fraction(rng.randrange(-3, 4), 2)), *factors])]
            parts.append(make("*", product))
        found = make("+", parts) if len(parts) > 1 else parts[0]
        return power(found, 2) if rng.random() < 0.4 else found

    def over(self, laws: Sequence[Term], indices: Sequence[int], plain: bool = False) -> tuple[Term, Theorem]:
        """A mean, with the theorem that it converges; a plain one has products of members with vectors only."""
        shape = make("E", (*laws, ZERO))
        _, draws = open_binder(self.context, shape)
        members = [make("at", (draws[-1], rat(place))) for place in indices]
        term = make("E", (*laws, close(self.body(members, draws[:-1], plain), draws)))
        fact = make("l1", (term,))
        self.context = self.kernel.declare(self.context, fact)
        return term, self.kernel.infer("HYP", self.context, fact=fact)

    def instance(self) -> Instance:
        rng = self.rng
        name = rng.choice(["FRAME", "SUBFRAME", "TURN"])
        used = rng.choice([[1], [2], [1, 2]])
        if name == "FRAME":
            term, l1 = self.over([rng.choice([FRAME] * 5 + [ORTHO])], used)
            return self.given(name, term=term, member=0, l1=[l1])
        if name == "SUBFRAME":
            term, l1 = self.over([rng.choice([FRAME, ORTHO])], used)
            indices = [rat(place) for place in rng.choice([used, used[::-1], [1], [2], [2, 1], [1, 1], [1, 3]])]
            return self.given(name, term=term, member=0, indices=indices, differ=[], l1=[l1])
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
        return self.given(name, term=term, member=member, table=table, orth=orth, l1=[l1])

    def apart(self, d: int) -> Instance:
        """One member apart from those before it, of which the body may have another one, or other products."""
        rng = self.rng
        size = rng.randrange(1, d + 1)
        fewer = rng.randrange(1, d)
        used = [place for place in range(1, fewer + 2) if rng.random() < 0.8 and place <= size] or [1]
        if rng.random() < 0.1:
            used = [*used, min(fewer + 2, size)]
        plain, x = rng.random() < 0.9, rng.choice(self.vectors)
        self.vectors = [x] if plain else self.vectors
        term, l1 = self.over([make(rng.choice(["ortho"] * 9 + ["frame"]), (rat(size), rat(d)))], used, plain)
        return self.given("PEEL", term=term, member=0, vector=x, fewer=rat(fewer), l1=[l1])

    def given(self, name: str, **parameters: Any) -> Instance:
        return self.kernel, self.context, name, parameters


def _is_true(theorem: Theorem) -> bool:
    context = theorem.context
    size = _size(context.declarations[0].args[0])
    values: Values = {context.variable(place): VECTORS[place][:size] for place in range(2)}
    try:
        left, right = (mean(context, side, values) for side in theorem.judgement.args)
    except LookupError:
        return False
    return abs(left - right) <= 1e-7 * (1 + abs(left))


def _apart(rng: random.Random) -> Instance:
    d = rng.choice([2, 2, 3])
    return Case(rng, d).apart(d)


GENERATORS: dict[str, Generator] = {"FRAME, SUBFRAME, TURN": lambda rng: Case(rng).instance(), "PEEL": _apart}
FUZZ: dict[str, Generator] = {name: Judged(generate, _is_true) for name, generate in GENERATORS.items()}
