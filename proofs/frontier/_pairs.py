r"""Pair moments ``E Z_1 Z_2`` of one family at a fixed cosine c of the two directions: what the statements share.

``w_i = r_i u_i`` with ``u_1.u_2 = c``, a joint law that rotations leave unchanged, and independent chi_d lengths: c = 0 for two
projections of one orthogonal block, c = -1/(d-1) for two of one simplex block of d, c = -1/(n-1) for a simplex of n <= d + 1
vertices. Every pair of one such block has the same law, so the moment of any pair is that of all.
"""

from rftheory.proofs.simrf._setting import THETA, D
from rftheory.vocabulary import *
from rftheory.chains.angles import in_moments
from rftheory.couplings.coupling import Coupling
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.rules.angles import integrate_angles, right_angles
from rftheory.rules.integrated import integrate

W = Projection("w")
#: the cosine of the two directions
cosine = sp.Symbol("c", real=True)
COSINE = Range(cosine, -1, 1, "[]", typical=(-1, 1), awkward=(-1, 0, 1))
#: any two nonzero inputs of R^d; the terms of the series grow with the lengths: moderate ones are enclosed
PAIRS = Domain(
    (*(Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 2)) for s in (x_norm, y_norm)), THETA, D)
)
#: "sine powers": int_0^pi sin^(n-1)


def at_angle(sample: sp.Expr, at: sp.Expr = cosine) -> AngleExpectation:
    """E Z_1 Z_2 of two projections at a fixed cosine."""
    return AngleExpectation([sample, sample], d, at)


def in_frame(sample: sp.Expr) -> FrameExpectation:
    """E Z_1 Z_2 of two projections of one orthogonal block."""
    return FrameExpectation([sample, sample], d)


def chain(start: sp.Expr) -> Chain:
    return Chain(start)


def pair_claims(
    sample: sp.Expr, moment: dict[str, sp.Expr], domain: Domain = PAIRS, suffix: str = "", frame: bool = True
) -> list[Claim]:
    """The pair moments of a family.

    Args:
        sample: one sample Z of the estimator, from its definition.
        moment: "angle" -> the closed form at the cosine `cosine`, "orthogonal" -> that of two members of a frame.
        domain: of the inputs and parameters, with the dimension d >= 2.
        suffix: what distinguishes several samples of one statement.
        frame: whether orthogonal projections are written as two members of a frame, else as two at the cosine 0.
    """
    everywhere = domain.with_ranges(COSINE)
    pair = in_frame(sample) if frame else at_angle(sample, sp.Integer(0))

    at_any_angle = claim(
        "E Z_1 Z_2 of two projections at any fixed cosine c",
        eq(at_angle(sample), moment["angle"]),
        everywhere,
        proof=chain(at_angle(sample)).computed(integrate_angles).eq(moment["angle"]),
        name=f"fixed angle{suffix}",
    )

    def orthogonal() -> Chain:
        steps = chain(pair)
        if frame:
            steps = steps.computed(right_angles)
        # in the closed form at the cosine 0 nothing depends on the angle phi any more
        return steps.by(at_any_angle, {cosine: sp.Integer(0)}).computed(in_moments)

    def on_simplex() -> Chain:
        return chain(vertices).by(at_any_angle, {cosine: simplex_cosine(d)})

    vertices = at_angle(sample, simplex_cosine(d))
    return [
        at_any_angle,
        claim(
            "E Z_1 Z_2 of two projections of one orthogonal block",
            eq(pair, moment["orthogonal"]),
            domain,
            proof=orthogonal(),
            name=f"orthogonal{suffix}",
        ),
        claim(
            "E Z_1 Z_2 of two projections of one simplex block, c = -1/(d-1)",
            eq(vertices, moment["angle"].subs(cosine, simplex_cosine(d))),
            domain,
            proof=on_simplex(),
            name=f"simplex{suffix}",
        ),
    ]


#: inputs at which errors are drawn
_DRAWN = {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: sp.Integer(1)}


def pair_draws(family: Family, moment: dict[str, sp.Expr], suffix: str = "", size: int = 3) -> list[MomentCheck]:
    """The mean squared error of ``size`` projections of R^3 by the moment law: orthogonal and simplex ones."""
    inputs = PAIR.x, PAIR.y
    kernel = (gaussian_kernel if family.kernel == "gaussian" else softmax_kernel)(*inputs)
    counts = {m: sp.Integer(size), d: sp.Integer(3)}
    bound = family.at(_DRAWN | counts)
    square = integrate(Expectation(sp.expand(bound.sample(W, *inputs) ** 2)))
    couplings: list[tuple[str, Coupling, sp.Expr]] = [
        ("orthogonal", Orthogonal(), moment["orthogonal"]),
        ("simplex", Simplex(), moment["angle"].subs(cosine, simplex_cosine(d))),
    ]
    checks = []
    for name, coupling, pair in couplings:
        expected = square / m + (1 - 1 / m) * pair - kernel**2
        checks.append(
            MomentCheck(
                f"{name}{suffix}, m = {size}, d = 3",
                Coupled(bound, coupling),
                "mse",
                expected,
                _DRAWN | counts,
                claim=f"{name}{suffix}",
            )
        )
    return checks
