"""The nodes of laws: where draws lie, and with which weights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import flint

from rftheory.kernel.terms import Term, make
from rftheory.meaning import balls, nodes
from rftheory.meaning.balls import ONE, ZERO, Num, Undecided, Undefined, exact, of_ball
from rftheory.meaning.nodes import Nodes
from rftheory.meaning.samples import Law

if TYPE_CHECKING:
    from rftheory.meaning.values import Meaning, Stack


def nodes_of(meaning: Meaning, law: Term, stack: Stack) -> Nodes:
    """The nodes of a law; Undefined if its parameters are not as it asks."""
    op = law.op
    if op in ("var", "bound"):
        given = meaning.of(law, stack)
        assert isinstance(given, Law)
        return nodes.discrete([(exact(share), [exact(q) for q in vector]) for share, vector in given.points])
    if op == "gauss":
        return nodes.gauss()
    if op == "sign":
        return nodes.discrete([(exact(Fraction(1, 2)), exact(sign)) for sign in (1, -1)])
    if op in _BY_PARTS:
        return _BY_PARTS[op](meaning, law, stack)
    held = [meaning.of(arg, stack) for arg in law.args]
    if op == "uniform":
        low, high = (end.real_part() for end in held)
        length = balls.minus(high, low)
        if length.sign() <= 0:
            raise Undefined
        inverse = balls.inv(length)
        rule = nodes.interval(low, high)
        return Nodes(
            *([(balls.times(w, inverse), x, edge) for w, x, edge in part] for part in (rule.first, rule.second))
        )
    sizes = [number.as_int() for number in held]
    if min(sizes) < (0 if op == "chi2" else 1):
        raise Undefined
    if op == "chi2":
        zero = nodes.discrete([(ONE, ZERO)])
        return nodes.mapped(nodes.chi(sizes[0]), lambda r: balls.times(r, r)) if sizes[0] else zero
    if op in ("chi", "normal", "sphere"):
        return getattr(nodes, op)(sizes[0])
    if sizes[0] > sizes[1]:
        raise Undefined
    if sizes[0] == 1:
        return nodes.mapped(nodes.sphere(sizes[1]) if op == "ortho" else nodes.normal(sizes[1]), lambda v: [v])
    if op == "ortho" and sizes == [2, 2]:
        pair = nodes.independent([nodes.sphere(2), nodes_of(meaning, make("sign"), ())])
        return nodes.mapped(pair, lambda p: [p[0], [balls.times(p[1], balls.neg(p[0][1])), balls.times(p[1], p[0][0])]])
    raise Undecided


def _finite(meaning: Meaning, law: Term, stack: Stack) -> Nodes:
    held = [meaning.of(arg, stack).real_part() for arg in law.args]
    return _checked([(mass, place) for place, mass in zip(held[::2], held[1::2], strict=True)])


def _mass(meaning: Meaning, law: Term, stack: Stack) -> Nodes:
    first, last = meaning.range(law, stack)
    body = meaning.inside(law, stack)
    if last is not None:
        return _checked([(body(exact(k)).real_part(), exact(k)) for k in range(first, last + 1)])
    meaning.estimates += 1
    listed: list[nodes.Node] = []
    for k in range(first, first + 200):
        listed.append((of_ball(body(exact(k)).real_part().ball), exact(k), False))
        if len(listed) > 20 and all(float(abs(w.ball).abs_upper()) < 1e-25 for w, _, _ in listed[-5:]):
            total = balls.add(*(w for w, _, _ in listed)).ball.real
            if not (total - 1).contains(0) and abs(total - 1) > flint.arb("1e-12"):
                raise Undefined
            return Nodes([(w, x, n > len(listed) - 5) for n, (w, x, _) in enumerate(listed)], list(listed))
    raise Undecided


def _checked(points: list[tuple[Num, Any]]) -> Nodes:
    """A finite law: masses that are not negative, with the sum 1."""
    if any(mass.sign() < 0 for mass, _ in points):
        raise Undefined
    if not points or balls.equal(balls.add(ZERO, *(mass for mass, _ in points)), ONE) is False:
        raise Undefined
    return nodes.discrete(points)


def _iid(meaning: Meaning, law: Term, stack: Stack) -> Nodes:
    count = meaning.of(law.args[0], stack).as_int()
    if count < 1:
        raise Undefined
    if count > 8:
        raise Undecided
    return nodes.mapped(nodes.independent([nodes_of(meaning, law.args[1], stack)] * count), list)


def _image(meaning: Meaning, law: Term, stack: Stack) -> Nodes:
    body = meaning.inside(law, stack)
    return nodes.mapped(meaning.draws(law.args[:-1], stack), lambda drawn: body(*drawn).real_part())


_BY_PARTS: dict[str, Callable[[Meaning, Term, Stack], Nodes]] = {
    "finite": _finite, "mass": _mass, "iid": _iid, "image": _image
}  # fmt: skip
