r"""The powers of (80): ``(1 + k/N)^N exp(-k) = 1 - k^2/(2N) + O(1/N^2)`` and its inverse, with explicit remainders.

With ``E = N log(1 + k/N) - k`` both are ``exp(+-E)``, and ``x - x^2/2 <= log(1 + x) <= x - x^2/(2(1+x))`` for x >= 0 puts E
between ``-k^2/(2N)`` and ``-k^2/(2(N+k))``.
"""

from rftheory.proofs.crt._orthogonal import k
from rftheory.vocabulary import *
from rftheory.proofs.rules.elementary_bounds import exponential_tangent
from rftheory.proofs.rules.elementary_bounds import u as tangent_at

_x = sp.Symbol("x", nonnegative=True)
#: d - 1, or d/2 - 1
N = sp.Symbol("N", positive=True)
_HALF_LINE = Domain((Range(_x, 0, None, "[)", typical=(0, 3), awkward=(0, sp.Rational(1, 100), 30)),))
#: for k = 0 the powers are one
_K = Range(k, 1, None, integer=True, typical=(1, 6), awkward=(1, 2, 9))
_BOTH = Domain((_K, Range(N, 1, None, "[)", typical=(1, 60), awkward=(1, 1000))))
_zero = sp.Integer(0)

_low, _high = k**2 / (2 * (N + k)), k**2 / (2 * N)
_E = N * sp.log(1 + k / N) - k


def _lemma(name: str, gap: sp.Expr, slope: sp.Expr, tangent: sp.Expr | None = None) -> Claim:
    """``gap >= 0``: it vanishes at 0 and has the derivative ``x slope`` with slope >= 0."""

    def proof() -> Chain:
        chain = Chain(gap)
        if tangent is not None:
            chain = chain.use(exponential_tangent, {tangent_at: tangent})
        return chain.valley(_x, _zero, slope)

    return lemma(f"{name} for x >= 0", ge(gap, _zero), _HALF_LINE, proof(), name=name)


_gap = sp.log(1 + _x) - _x + _x**2 / 2
#: log(1 + x) >= x - x^2/2.
log_above = _lemma("log(1 + x) >= x - x^2/2", _gap, _x / (1 + _x))


log_below = _lemma(
    "log(1 + x) <= x - x^2/(2(1+x))", _x - _x**2 / (2 * (1 + _x)) - sp.log(1 + _x), _x / (2 * (1 + _x) ** 2)
)


@cache
def falling_below() -> Claim:
    """exp(-x) <= 1 - x + x^2/2."""
    gap, rest = 1 - _x + _x**2 / 2 - sp.exp(-_x), _x - 1 + sp.exp(-_x)
    return _lemma("exp(-x) <= 1 - x + x^2/2", gap, rest / _x, -_x)


@cache
def rising_below() -> Claim:
    """exp(x) <= 1 + x + x^2 exp(x)/2."""
    gap, rest = 1 + _x + _x**2 * sp.exp(_x) / 2 - sp.exp(_x), _x - 1 + sp.exp(-_x)
    slope = sp.exp(_x) * (_x / 2 + rest / _x)
    return _lemma("exp(x) <= 1 + x + x^2 exp(x)/2", gap, slope, -_x)


@cache
def exponent(side: int) -> Claim:
    """E against -k^2/(2N) from below (-1), against -k^2/(2(N+k)) from above (+1)."""
    known, target = (log_below, -_low) if side > 0 else (log_above, -_high)

    def proof() -> Chain:
        chain = Chain(_E).use(known, {_x: k / N})
        return chain.to(relation, target)

    relation = "<=" if side > 0 else ">="
    return lemma(
        "N log(1 + k/N) - k lies between -k^2/(2N) and -k^2/(2(N+k))",
        Inequality(_E, relation, target),
        _BOTH,
        proof=proof(),
        name=f"exponent from {'above' if side > 0 else 'below'}",
    )


def scaled(sign: int) -> sp.Expr:
    """``N (((1 + k/N)^N exp(-k))^(+-1) - 1)``."""
    return N * (sp.exp(sign * _E) - 1)


def rate(sign: int) -> sp.Expr:
    """N times the distance from the limit is at most this."""
    return k**3 / 2 + k**4 / 8 if sign > 0 else k**3 / 2 + k**4 * sp.exp(k**2 / 2) / 8


def _target(sign: int, side: int) -> sp.Expr:
    """The limit of `scaled`, minus (side -1) or plus (side +1) rate/N."""
    limit = -sign * k**2 / 2
    return limit + rate(sign) / N if side > 0 else limit - rate(sign) / N


def _through(sign: int, crossing: int) -> Chain:
    """From `scaled` to the same with the bound of the exponent: the exponential is monotone."""
    lemma, near = exponent(crossing), -_low if crossing > 0 else -_high
    inner = Chain(sign * _E).use(lemma)
    inner = inner.to("<=" if sign * crossing > 0 else ">=", sign * near, [crossing * (near - _E)])
    return Chain(scaled(sign)).inside(inner, lambda exponent: N * (sp.exp(exponent) - 1))


def _power_above() -> Chain:
    chain = _through(1, 1).use(falling_below(), {_x: _low})
    chain = chain.le(N * (_low**2 / 2 - _low))
    chain = chain.lt(k**4 / (8 * N) - N * _low)
    return chain.lt(_target(1, 1))


def _power_below() -> Chain:
    chain = _through(1, -1).use(exponential_tangent, {tangent_at: -_high})
    chain = chain.ge(-(k**2) / 2)
    return chain.gt(_target(1, -1))


def _inverse_above() -> Chain:
    chain, most = _through(-1, -1).use(rising_below(), {_x: _high}), sp.exp(k**2 / 2)
    chain = chain.le(N * (_high + _high**2 * sp.exp(_high) / 2))
    room = k**2 * (N - 1) / (2 * N)
    chain = chain.use(exponential_tangent, {tangent_at: room})
    chain = chain.le(k**2 / 2 + k**4 * most / (8 * N))
    return chain.lt(_target(-1, 1))


def _inverse_below() -> Chain:
    chain = _through(-1, 1).use(exponential_tangent, {tangent_at: _low})
    chain = chain.ge(N * _low)
    chain = chain.gt(k**2 / 2 - k**3 / (2 * N))
    return chain.gt(_target(-1, -1))


_PROOFS = {(1, 1): _power_above, (1, -1): _power_below, (-1, 1): _inverse_above, (-1, -1): _inverse_below}


@cache
def bound(sign: int, side: int) -> Claim:
    """`scaled` below (side +1) or above (side -1) `_target`."""
    relation = "<=" if side > 0 else ">="
    return lemma(
        "N (((1 + k/N)^N exp(-k))^(+-1) - 1) is within rate/N of its limit",
        Inequality(scaled(sign), relation, _target(sign, side)),
        _BOTH,
        _PROOFS[sign, side],
        name=f"{'power' if sign > 0 else 'inverse power'} from {'above' if side > 0 else 'below'}",
    )


@cache
def expansion(sign: int) -> Claim:
    """The limit: the term in 1/N of the power (sign +1) or its inverse (-1)."""
    limit = -sign * k**2 / 2

    def proof() -> Chain:
        return Chain(scaled(sign)).limit(N, sp.oo, limit, rate=rate(sign), between=(bound(sign, -1), bound(sign, 1)))

    return step(
        f"(1 + k/N)^({'' if sign > 0 else '-'}N) = exp({'' if sign > 0 else '-'}k) (1 + ({limit})/N + ...), N = "
        + ("d - 1" if sign > 0 else "d/2 - 1"),
        tends(scaled(sign), N, sp.oo, limit),
        _BOTH,
        proof(),
        name="power" if sign > 0 else "inverse power",
        location="(83)",
    )


_bounds = [bound(sign, side) for sign, side in _PROOFS]
#: What the two expansions rest on.
lemmas = [*_bounds, exponent(1), exponent(-1), log_above, log_below, falling_below(), rising_below()]
