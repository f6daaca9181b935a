"""Means over two or three members of an orthogonal frame, and over two projections at a fixed angle.

For sums over all members of a frame: exchange members for the block ``(frame 2 d)`` by SUBFRAME, then call
``integrator.mean(context, term)`` for ``E ((v (frame 2 d))) body`` (or ``mean`` below for one factor of it).

An exponential over two lengths x, y and two directions u is read as ``exp(a_1 x^2 + a_2 y^2 + c (l_1 x + l_2 y) u_1.z + c l_3 y u_2.z)``
with one real vector z, real l_i and complex c; its mean is a lemma of the theme ``frame_means`` at values.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import chained, instance
from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover import table
from rftheory.prover.expectation_normal import _combined, complex_parts
from rftheory.prover.frame_images import factors_of, gap_of, image_of, read
from rftheory.prover.frame_rates import rescaled
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: members of a frame whose sum has one length and direction
COUNT = 3


def is_pair(term: Term, factor: Factor) -> bool:
    """Whether `mean` is for a block and a factor of its body."""
    laws = term.args[:-1]
    ops = [law.op for law in laws]
    if factor.parts:
        return False
    if ops == ["frame"]:
        return laws[0].args[0] in (TWO, rat(COUNT)) and len(_all_places(factor)) == laws[0].args[0].data
    return ops in (["chi", "chi", "ortho"], ["chi", "chi", "sphere"], [*["chi"] * COUNT, "ortho"])


def _all_places(factor: Factor) -> set[Term]:
    """The indices of all members of families in an exponent."""
    return {part.args[1] for part in parts_of(factor.exponent) if part.op == "at" and part.args[0].op == "var"}


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """``E f = closed`` over a frame, or over lengths and directions; f is one exponential."""
    if factor.parts or not factor.exponent:
        raise Unproved(f"no exponential over a frame: {shown(term)}")
    if len(draws) == 1:
        return _of_frame(integrator, context, term, factor, draws[0])
    if term.args[2].op == "sphere":
        return _of_direction(integrator, context, term)
    if len(draws) > COUNT:
        return _of_triple(integrator, context, term, factor, draws)
    return _of_pair(integrator, context, term, factor, draws)


# -- members of a frame ---------------------------------------------------------------------------------------------


def _of_frame(integrator: Integrator, context: Context, term: Term, factor: Factor, frame: Term) -> Theorem:
    """Members with literal indices: as lengths and directions."""
    (law,) = term.args[:-1]
    chi, ortho = make("chi", law.args[1:]), make("ortho", law.args)
    places = [rat(n + 1) for n in range(int(law.args[0].data))]
    _, old, (body,) = bodies(context, term)

    def drawn(laws: Sequence[Term]) -> tuple[Term, Term]:
        """The mean over these laws, as the rules write it and multiplied out."""
        _, new = open_binder(context, make("E", (*laws, ZERO)))
        split, parts = body, dict[Term, Term]()
        for n, place in enumerate(places):
            length = new[n] if len(laws) > 2 else make("at", (new[0], place))
            direction = make("at", (new[-1], place))
            member = make("at", (old[0], place))
            split = replace(split, member, make("vscale", (length, direction)))
            for monomial, c in factor.exponent.items():
                at_body = replace(monomial, make("at", (frame, place)), member)
                if at_body.op == "norm2" and at_body.args[0] is member:
                    parts[power(length, 2)] = c
                elif at_body.op == "dot" and member in at_body.args:
                    other = at_body.args[1] if at_body.args[0] is member else at_body.args[0]
                    parts[make("*", (length, make("dot", (direction, other))))] = c
        if len(parts) != len(factor.exponent):
            raise Unproved(f"no exponential of lengths and products: {shown(term)}")
        plain = make("exp", (plus(*[times(c, part) for part, c in parts.items()]),))
        return make("E", (*laws, close(split, new))), make("E", (*laws, close(plain, new)))

    split, plain = drawn([*[chi] * len(places), ortho])
    families, _ = drawn([make("iid", (law.args[0], chi)), ortho])
    found = integrator.mean(context, plain)
    found = integrator.moved(context, split, found)
    iid = integrator.infer("IID", context, term=families, member=0, indices=places, differ=[], l1=[found])
    found = chained(integrator.search, context, iid, found)
    return chained(
        integrator.search, context, integrator.infer("FRAME", context, term=term, member=0, l1=[found]), found
    )


def _of_direction(integrator: Integrator, context: Context, term: Term) -> Theorem:
    """One direction for both lengths: the first one of two orthogonal ones."""
    laws = [*term.args[:2], make("ortho", (TWO, *term.args[2].args))]
    _, (x, y, u) = open_binder(context, make("E", (*laws, ZERO)))
    body = instantiate(term.args[-1], (x, y, make("at", (u, ONE))))
    pair = make("E", (*laws, close(body, (x, y, u))))
    found = integrator.mean(context, pair)
    link = integrator.infer("SUBFRAME", context, term=pair, member=2, indices=[ONE], differ=[], l1=[found])
    return chained(integrator.search, context, integrator.infer("SYM", context, of=link), found)


# -- lengths and directions -----------------------------------------------------------------------------------------


def _of_pair(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    search = integrator.search
    for place, rate in enumerate(read(factor.exponent, draws, term)[0]):
        if not table.is_real(search, context, rate):
            return rescaled(integrator, context, term, factor, draws, place)
    rates, c, vector, scales = image_of(integrator, context, factor, draws, term)
    p, q, equations = complex_parts(integrator, context, c)
    gaps = [gap_of(integrator, context, rate) for rate in rates]
    for gap in gaps:
        prove_order(search, context, ZERO, gap, True)
    d = term.args[0].args[0]
    right = scales[0] is ONE and scales[1] is ZERO and scales[2] in (ONE, rat(-1)) and gaps[0] is gaps[1]
    if right:
        found = instance(
            search, context, lemma(search, "frame_means__orthogonal_mean"), d, gaps[0], scales[2], vector, p, q
        )
    else:
        found = instance(
            search, context, lemma(search, "frame_means__exponential_mean"), d, *gaps, *scales, vector, p, q
        )
    found = integrator.kept(context, integrator.moved(context, term, found, equations))
    return integrator.kept(context, tidied(integrator, context, found, equations))


def _of_triple(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """Three lengths with one rate, and the products of their directions with one vector."""
    search = integrator.search
    rates, images = read(factor.exponent, draws, term)
    along = images.get((0, 0), {})
    if len(set(rates)) != 1 or images != {(n, n): along for n in range(COUNT)}:
        raise Unproved(f"no exponential of a sum of three members: {shown(term)}")
    if not all(table.is_real(search, context, c) for c in along.values()):
        raise Unproved(f"images with complex coefficients: {shown(term)}")
    gap, d = gap_of(integrator, context, rates[0]), term.args[0].args[0]
    prove_order(search, context, ZERO, gap, True)
    found = instance(search, context, lemma(search, "frame_triples__three_lengths_mean"), d, gap, *_combined(along))
    found = integrator.kept(context, integrator.moved(context, term, found))
    links = [found]
    for atom in atoms_of([found.judgement.args[1]]):
        for place, arg in enumerate(atom.args if atom.op in ("rpow", "pfq") else ()):
            same = simple(integrator, context, arg, [])
            if same.judgement.args[0] is not same.judgement.args[1]:
                step = search.infer("CONG", context, eq=same, term=atom, paths=[[place]])
                links.append(search.infer("CONG", context, eq=step, term=links[-1].judgement.args[1], paths=[]))
                atom = step.judgement.args[1]
    return integrator.kept(context, integrator.chain(context, links))


# -- the value in few terms -----------------------------------------------------------------------------------------


def tidied(integrator: Integrator, context: Context, found: Theorem, equations: Sequence[Theorem]) -> Theorem:
    """The same mean with powers of 1 left out, and the argument of the series as ``s V/2``, both in lowest terms."""
    here = found.judgement.args[1]
    links = [found]
    for atom in atoms_of([here]):
        if atom.op == "rpow":
            same = simple(integrator, context, atom, [])
        elif atom.op == "pfq":
            same = _tidy_function(integrator, context, context, atom, equations)
        elif atom.op == "int":
            integrator.search.use(context, integrator.infer("L1", context, of=found, term=atom))
            arc, _, body = opened(integrator.search, context, atom)
            (function,) = [part for part in body.args if part.op == "pfq"]
            inner = _tidy_function(integrator, context, arc, function, equations)
            there = integrator.infer("CONG", arc, eq=inner, term=body, paths=[])
            same = integrator.infer("CONG", context, eq=there, term=atom, paths=[[2]])
            other = same.judgement.args[1]
            integrator.search.use(context, integrator.infer("L1", context, of=same, term=other))
        else:
            continue
        if same.judgement.args[0] is not same.judgement.args[1]:
            links.append(integrator.infer("CONG", context, eq=same, term=links[-1].judgement.args[1], paths=[]))
    last = links[-1].judgement.args[1]
    target = times(*[part for arg in factors_of(last) for part in ([] if arg is ONE else [arg])])
    if target is not last:
        links.append(integrator.infer("RING", context, lhs=last, rhs=target, eqs=[]))
    return integrator.chain(context, links)


def _tidy_function(
    integrator: Integrator, context: Context, place: Context, function: Term, equations: Sequence[Theorem]
) -> Theorem:
    """``1F1(..; k z^2 V/2)``: k z^2 and V in lowest terms."""
    front, square, length, width = function.args[2].args
    scale = simple(integrator, context, make("*", (front, square, length)), equations)
    width_ = simple(integrator, place, width, [])
    whole = make("*", (make("*", (front, square, length)), width))
    first = integrator.infer("RING", place, lhs=function.args[2], rhs=whole, eqs=[])
    links = [first]
    for path, eq in ((0, scale), (1, width_)):
        if eq.judgement.args[0] is not eq.judgement.args[1]:
            links.append(integrator.infer("CONG", place, eq=eq, term=links[-1].judgement.args[1], paths=[[path]]))
    same = integrator.chain(place, links)
    return integrator.infer("CONG", place, eq=same, term=function, paths=[[2]])


def simple(integrator: Integrator, context: Context, term: Term, equations: Sequence[Theorem]) -> Theorem:
    """A term as a fraction in lowest terms, by what is known of its parts."""
    search = integrator.search
    make_defined(search, context, term)
    known = known_of(search, context, [term])
    try:
        value = known.ring.fraction(known.form(term))
        make_defined(search, context, value)
        return search.infer("RING", context, lhs=term, rhs=value, eqs=[*equations, *known.equations([term, value])])
    except Unproved:
        return search.infer("REFL", context, term=term)
