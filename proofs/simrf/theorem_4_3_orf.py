r"""Theorem 4.3 (23): the conformity of orthogonal projections, v = |x + y|.

    rho_ORF = Gamma(d/2)/Gamma(d) sum_k v^(2k)/(2^k k!) Gamma(k+d)/Gamma(k+d/2) = 1F1(d; d/2; v^2/2).

The series is that of ``1F1``, which the exponential moment over an orthogonal pair is (`rules.orthogonal-frames`). The paper gets it
from (21) with the integral (64) of the sine.
"""

from rftheory.proofs.simrf._angle import DRAWN, SAMPLE, SIMPLEX_COEFFICIENTS, SIZE, defined_coefficient, drawn_error, k
from rftheory.proofs.simrf._gap import POSITIVE, front, printed_series
from rftheory.proofs.simrf._setting import *
from rftheory.proofs.rules.sine_powers import halving, order, sine_integral, sine_powers
from rftheory.proofs.simrf._coupled import printed_error
from rftheory.proofs.simrf._draws import points, positive_error
from rftheory.proofs.simrf.lemma_4_2_rho import to_printed

STATEMENT = statement(
    "identity",
    "Theorem 4.3 (23), A.6 (64), (65)",
    "The conformity of orthogonal random features",
    reading="Two projections of one orthogonal block; those of different blocks are independent and have exp(v^2).",
)

DOMAIN = Domain((D,))

_definition = FrameExpectation([SAMPLE, SAMPLE], d)


def _summed() -> Chain:
    function = orthogonal_conformity(v**2, d)
    return Chain(front * printed_series(v**2)).summed(printed_series(v**2), function / front)


#: That of v^(2k) in (23).
_coefficient = front / (2**k * sp.factorial(k)) * sp.gamma(k + d) / sp.gamma(k + d / 2)


CLAIMS = (
    claim(
        "conformity (23): E exp((w_1 + w_2).(x + y)) over an orthogonal pair",
        eq(front * printed_series(v**2), _definition),
        SUMS,
        _summed(),
        print="restored",
    ),
    claim(
        "coefficients of (23): the coefficient of v^(2k) in rho, from the definition",
        eq(defined_coefficient(sp.Integer(0)), _coefficient),
        SIMPLEX_COEFFICIENTS,
        # (21) at theta = pi/2, with (64).
        to_printed(sp.Integer(0)).by(sine_powers, {order: d}).by(halving, {order: d}),
    ),
    step(
        "sine integral (64): the integral of the sine in (21) at theta = pi/2",
        eq(sine_integral(d) / sp.gamma(d / 2), 2 ** (d - 1) * sp.gamma(d / 2) / sp.gamma(d)),
        proof=Chain(sine_integral(d) / sp.gamma(d / 2)).by(sine_powers, {order: d}).by(halving, {order: d}),
        location="A.6 (64)",
    ),
)


def simulations() -> list[MomentCheck]:
    """Whole matrices at two points, images alone elsewhere; one frame has m <= d."""
    conformity = orthogonal_conformity(PAIR.z.square, d)
    whole = [
        MomentCheck(
            f"d = {dimension}",
            Coupled(POSITIVE),
            "mse",
            drawn_error(conformity),
            {**DRAWN, d: dimension},
            claim="conformity (23)",
        )
        for dimension in (2, SIZE)
    ]
    error = printed_error(conformity)
    return whole + [
        positive_error(Orthogonal(), point, error, "conformity (23)")
        for point in points(most=1, shift=1)
        if point.size > 1
    ]
