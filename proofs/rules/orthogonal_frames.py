r"""Exponentials over an orthogonal frame: ``E exp(sum_i a |w_i|^2 + w_i.u) = (1-2a)^(-kd/2) 1F1(kd/2; d/2; u^2/(2(1-2a)))``.

Given the lengths r_i, ``sum_i w_i = sum_i r_i u_i`` has the length ``rho = (sum_i r_i^2)^(1/2)``, for the u_i are
orthonormal, and a uniform direction, for the law of a Haar frame is invariant under rotations. The k lengths are those of
k independent Gaussian vectors in R^d, together one in R^(kd): rho has the chi law with kd degrees of freedom. So the
exponential moment is that of a uniform direction (`rules.sphere`) averaged over rho, and its power series is integrated
term by term with the moments of rho (`rules.chi-moments`).
"""

from rftheory.vocabulary import *
from rftheory.proofs.rules.chi_moments import STATEMENT as CHI_MOMENTS
from rftheory.proofs.rules.sphere import STATEMENT as SPHERE
from rftheory.rules.orthogonal import frame_exponential

STATEMENT = statement("rule", "rule", "Exponentials of several members of an orthogonal frame")

_W = Projection("w")
_a = sp.Symbol("a", real=True)
_t = sp.Symbol("t", positive=True)
_members = sp.Symbol("members", integer=True, positive=True)

_DIMENSION = Range(d, 2, None, integer=True, typical=(2, 9), awkward=(2, 32))
_RATE = Range(_a, None, sp.Rational(1, 2), "[)", typical=(-2, 0), awkward=(sp.Rational(2, 5), -20))
_X = Range(x_norm, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 8))
_Y = Range(y_norm, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 1000), 8))
_ANGLE = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, sp.pi))
_CONVERGENT = sp.Gt(1 - 2 * _a, 0)
_FOLLOWS = by_definition("follows from the ranges")
_INPUTS = Domain((_DIMENSION, _RATE, _X, _Y, _ANGLE), (_CONVERGENT,), words=_FOLLOWS)
#: three members need three dimensions
_THREE = _INPUTS.with_ranges(Range(d, 3, None, integer=True, typical=(3, 9), awkward=(3, 32)))
_MEMBERS = Range(_members, 1, None, integer=True, typical=(1, 4), awkward=(1,))
DOMAIN = Domain((Range(d, 1, None, integer=True, typical=(1, 9)), _MEMBERS, _RATE), (_CONVERGENT,), words=_FOLLOWS)
_IMAGINARY = Domain((_DIMENSION, _X, _Y, _ANGLE))


def _sample(coefficient: sp.Expr | int = 1) -> sp.Expr:
    """``exp(a |w|^2 + c w.(x + y))``."""
    return sp.exp(_a * _W.squared_length(d) + coefficient * _W.dot(PAIR.z))


def radial_average(square: sp.Expr, members: sp.Expr | int) -> sp.Expr:
    """The average of ``exp(a rho^2) E exp(rho U.u)`` over the length rho of a Gaussian vector in R^(kd)."""
    density = chi_density(_t, members * d)
    return sp.Integral(density * sp.exp(_a * _t**2) * direction_exponential(square * _t**2, d), (_t, 0, sp.oo))


def _chain(members: int) -> Chain:
    square = PAIR.z.square
    chain = Chain(FrameExpectation([_sample()] * members, d)).eq(
        radial_average(square, members),
        f"the members add up to a uniform direction times the length of a Gaussian vector in R^(kd) ({SPHERE.id})",
    )
    return chain.eq(
        frame_exponential(_a, square, members, d),
        f"the power series, term by term; rho = s / sqrt(1 - 2a) under the tilted density ({CHI_MOMENTS.id})",
    )


def _cosines() -> Chain:
    waves = sp.cos(_W.dot(PAIR.delta))
    return Chain(FrameExpectation([waves, waves], d)).eq(
        frame_exponential(sp.Integer(0), -PAIR.delta.square, 2, d),
        "the four pairs of signs of exp(+-i w_1.u) exp(+-i w_2.u) have one law, and u^2 -> -u^2 in the power series",
    )


square = PAIR.z.square
estimator = OrthogonalMean(_sample(), sp.Integer(2), d)
CLAIMS = (
    lemma(
        "lengths: the squared lengths of k members add up to that of a Gaussian vector in kd dimensions",
        eq(Expectation(sp.exp(_a * _W.squared_length(d))) ** _members, chi_square_exponential(_a, _members * d)),
    ),
    claim(
        "two members: the exponential moment of two members",
        eq(FrameExpectation([_sample()] * 2, d), frame_exponential(_a, square, 2, d)),
        _INPUTS,
        _chain(2),
    ),
    claim(
        "three members: the exponential moment of three members",
        eq(FrameExpectation([_sample()] * 3, d), frame_exponential(_a, square, 3, d)),
        _THREE,
        _chain(3),
    ),
    claim(
        "cosines: E cos(w_1.u) cos(w_2.u) = 1F1(d; d/2; -u^2/2), u = x - y",
        eq(
            FrameExpectation([sp.cos(_W.dot(PAIR.delta))] * 2, d),
            frame_exponential(sp.Integer(0), -PAIR.delta.square, 2, d),
        ),
        _IMAGINARY,
        _cosines(),
    ),
    claim(
        "second moment of a mean: the mean over two members has E T^2 = (E Z^2 + E Z_1 Z_2) / 2",
        eq(Expectation(estimator**2), Expectation(_sample() ** 2) / 2 + frame_exponential(_a, square, 2, d) / 2),
        _INPUTS.with_ranges(
            Range(_a, None, sp.Rational(1, 4), "[)", typical=(-2, 0), awkward=(sp.Rational(1, 5), -20))
        ).where(sp.Gt(1 - 4 * _a, 0), words=_FOLLOWS),
    ),
)
