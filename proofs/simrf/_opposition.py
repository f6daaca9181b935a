r"""One step of (17), a vector turned against the resultant of the others, and what is at rest under it (SimRF, (16), (17)).

With t the resultant of the others, ``T = t + w``, r = |w| and phi the angle between w and t, the step leaves ``|T| = ||t| - r|``. It lowers
``|T|^2`` by ``2 r |t| (1 + cos(phi)) = r |t| |w/r + t/|t||^2``, which is zero where w is opposite to t, and these decreases add up
to at most ``|T|^2`` at the start.
"""

from rftheory.vocabulary import *

#: |t|, the length r of w, and the angle phi between both
_tau, _r, _phi = sp.symbols("tau r phi", positive=True)
_SIZES = tuple(Range(x, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100),)) for x in (_tau, _r))
_STEP = Domain((*_SIZES, Range(_phi, 0, sp.pi, "()", typical=(0, 3))))
_SQUARE = _tau**2 + _r**2 + 2 * _tau * _r * sp.cos(_phi)

#: a coordinate of t
_t = sp.Symbol("t", real=True)
_AT_REST = Domain((*_SIZES, Range(_t, None, None, typical=(-3, 3), awkward=(0,))))

#: |T|^2 at the start, and what each step takes of it: epsilon and something more
_start, _epsilon = sp.symbols("T_0 epsilon", positive=True)
_spare = sp.IndexedBase("e", real=True)
_k = sp.Symbol("k", integer=True, positive=True)
_TAKEN = sp.Sum(_epsilon + _spare[_k], (_k, 1, m))
_DECREASES = Domain(
    (
        Range(m, 1, None, integer=True, typical=(1, 5), awkward=(1, 6)),
        Range(_start, 0, None, "()", typical=(0, 20), awkward=(sp.Rational(1, 100),)),
        Range(_epsilon, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100),)),
        Range(_spare.label, 0, None, "[)", shape=(m,), typical=(0, 2), awkward=(0,)),
    )
).where(sp.Le(_TAKEN, _start))

#: two vectors turned away from T, with the parts q along it and s, -s across, and |T| - s >= 0
_s, _q1, _q2 = sp.symbols("s q_1 q_2", positive=True)
_more = sp.Symbol("e", nonnegative=True)
_APART = Domain(
    (
        *(Range(x, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), 5)) for x in (_s, _q1, _q2)),
        Range(_more, 0, None, "[)", typical=(0, 4), awkward=(0,)),
    )
)

#: A step does not lengthen T.
never_up = lemma(
    "never up: turning a vector of length r against the resultant t of the others does not lengthen T = t + w",
    le((_tau - _r) ** 2, _SQUARE),
    _STEP,
    Chain((_tau - _r) ** 2).lt(_SQUARE),
)

#: By how much it shortens T.
decrease = lemma(
    "decrease: it lowers |T|^2 by 2 r |t| (1 + cos(phi)) = r |t| |w/r + t/|t||^2, phi the angle between w and t before",
    eq(_SQUARE - (_tau - _r) ** 2, 2 * _tau * _r * (1 + sp.cos(_phi))),
    _STEP,
)


def _rest_chain() -> Chain:
    spare = sp.Sum(_spare[_k], (_k, 1, m))
    return Chain(m * _epsilon).le(_TAKEN, [spare]).le(_start)


#: The decreases tend to zero.
rest = lemma(
    "rest: if each of N steps lowers |T|^2 by epsilon or more, N epsilon is at most |T|^2 at the start",
    le(m * _epsilon, _start),
    _DECREASES,
    _rest_chain(),
)


_image = -_r * _t / _tau
#: At rest all vectors are parallel to T, unless T = 0.
on_one_line = lemma(
    "on one line: (16) at rest, w = -(r/|t|) t for the resultant t of the others: each coordinate of T = w + t is 1 - "
    "|t|/r times that of w, so w is parallel to T unless T = 0",
    eq(_image + _t, (1 - _tau / _r) * _image),
    _AT_REST,
)


def two_along_resultant() -> Claim:
    """Two vectors along T can be turned apart, which shortens it."""
    parts = [(q, sp.sqrt(q**2 + _s**2)) for q in (_q1, _q2)]
    total = _s + _more
    after = total - sp.Add(*(length - q for q, length in parts))
    lost = sp.Add(*(_s**2 / (length + q) for q, length in parts))
    # s + q - (q^2 + s^2)^(1/2) = 2 s q/(s + q + (q^2 + s^2)^(1/2))
    left = 2 * _more + sp.Add(*(2 * _s * q / (_s + q + length) for q, length in parts))
    return lemma(
        "two along the resultant: two vectors that point along T, of any number: turned apart until their parts across it "
        "are s and -s, s <= |T|, they shorten T, so this is no minimum",
        lt(after**2, total**2),
        _APART,
        Chain(after**2).lt(total**2, [lost, left]),
    )
