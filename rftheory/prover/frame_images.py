"""What an exponential over lengths and directions says: the rates of the lengths, and the images ``c l_i u.z`` of the directions."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.learn import known_of

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: by length and direction: the coefficient of each vector
Images = dict[tuple[int, int], dict[Term, Term]]
PLACES = ((0, 0), (1, 0), (1, 1))


def factors_of(term: Term) -> list[Term]:
    """The factors of a product, and of products in it."""
    return [factor for arg in term.args for factor in factors_of(arg)] if term.op == "*" else [term]


def along(coefficients: tuple[Term, Term], frame: Term, z: Term) -> Term:
    """``a u_1.z + b u_2.z``."""
    return plus(*(times(c, make("dot", (make("at", (frame, rat(n))), z))) for n, c in enumerate(coefficients, 1)))


def image_of(
    integrator: Integrator, context: Context, factor: Factor, draws: Sequence[Term], term: Term
) -> tuple[list[Term], Term, Term, tuple[Term, Term, Term]]:
    """The rates of both lengths, and c, z and l_1, l_2, l_3."""
    rates, images = read(factor.exponent, draws, term)
    if (0, 1) in images:
        raise Unproved(f"the first length has two directions: {shown(term)}")
    return rates, *one_image(integrator, context, images, term)


def read(exponent: Mapping[Term, Term], draws: Sequence[Term], term: Term) -> tuple[list[Term], Images]:
    """The coefficients of the squares of the lengths, and of products with vectors."""
    lengths, frame = list(draws[:-1]), draws[-1]
    rates, images = [ZERO] * len(lengths), Images()
    for monomial, c in exponent.items():
        squares = [power(length, 2) for length in lengths]
        if monomial in squares:
            rates[squares.index(monomial)] = c
            continue
        factors = monomial.args if monomial.op == "*" else ()
        if len(factors) != 2 or factors[0] not in lengths or factors[1].op != "dot":
            raise Unproved(f"no exponential of lengths and products: {shown(term)}")
        (direction,) = [arg for arg in factors[1].args if arg.op == "at" and arg.args[0] is frame]
        (other,) = [arg for arg in factors[1].args if arg is not direction]
        key = lengths.index(factors[0]), int(direction.args[1].data) - 1
        images.setdefault(key, {})[other] = c
    return rates, images


def gap_of(integrator: Integrator, context: Context, rate: Term) -> Term:
    """``1 - 2a`` in lowest terms."""
    return _lowest(integrator, context, make("+", (ONE, make("*", (rat(-2), rate)))))


def one_image(
    integrator: Integrator, context: Context, images: Images, term: Term
) -> tuple[Term, Term, tuple[Term, Term, Term]]:
    """c, z and l_1, l_2, l_3 of the images ``c l_i dot u z``."""
    first, c, vector = base_image(integrator, context, images, term)
    scales = []
    for place in PLACES:
        image = images.get(place, {})
        found = {quotient(integrator, context, image[v], first[v]) for v in image if v in first}
        if not image:
            scales.append(ZERO)
        elif len(found) == 1 and set(image) == set(first):
            scales.append(found.pop())
        else:
            raise Unproved(f"images of several vectors: {shown(term)}")
    _require_real(integrator, context, scales, term)
    return c, vector, (scales[0], scales[1], scales[2])


def base_image(
    integrator: Integrator, context: Context, images: Images, term: Term
) -> tuple[Mapping[Term, Term], Term, Term]:
    """The first image ``dot u (c z)``, with c and the real vector z."""
    if not images:
        raise Unproved(f"no image of a direction: {shown(term)}")
    key = next(iter(images)) if (0, 0) not in images else (0, 0)
    first = images[key]
    vectors = list(first)
    c = first[vectors[0]]
    if c.op == "rat":
        c = ONE
    ratios = [quotient(integrator, context, first[v], c) for v in vectors]
    _require_real(integrator, context, ratios, term)
    vector: Term | None = None
    for v, ratio in zip(vectors, ratios, strict=True):
        part = v if ratio is ONE else make("vscale", (ratio, v))
        vector = part if vector is None else make("vadd", (vector, part))
    assert vector is not None
    return first, c, vector


def _require_real(integrator: Integrator, context: Context, numbers: Sequence[Term], term: Term) -> None:
    for number in numbers:
        if not table.is_real(integrator.search, context, number):
            raise Unproved(f"images with complex ratios: {shown(term)}")


def quotient(integrator: Integrator, context: Context, above: Term, below: Term) -> Term:
    """A quotient in lowest terms."""
    if above is below:
        return ONE
    return _lowest(integrator, context, make("*", (above, make("inv", (below,)))))


def _lowest(integrator: Integrator, context: Context, whole: Term) -> Term:
    make_defined(integrator.search, context, whole)
    known = known_of(integrator.search, context, [whole])
    return known.ring.fraction(known.form(whole))
