r"""(16), App. A.3 (49)-(51): each vector opposite to the resultant of the others; does that minimise the truncated objective?

With the resultant ``T = w_1 + ... + w_n`` of vectors of lengths r_i the objective is ``sum_(i != j) |w_i + w_j|^2 = 2(n-2) sum_i r_i^2
+ 2|T|^2``, so a configuration is a minimum if and only if |T| is least: zero where the lengths close a polygon, ``2 r_max -
sum_i r_i`` where the longest exceeds all others together. (16) is necessary for it and not sufficient. Lengths 2, 2, 3 on one
line with signs +, +, - obey (16), with |T| = 1, although they close a triangle.

Where T is not zero, (16) puts all vectors on one line: with t = T - w and ``w = -(r/|t|) t`` it is ``T = (1 - |t|/r) w``. Those along T
are longer than |T|. That is the minimum if only one vector points along T, and none if two do: turned apart by angles whose
sines are inverse to their lengths they shorten T.
"""

from rftheory.proofs.simrf._directions import conformity, rate
from rftheory.proofs.simrf._setting import *
from rftheory.chains.pairs import first, pair_sum, second
from rftheory.chains.series import AboveTangent

STATEMENT = statement(
    "optimum",
    "(16), App. A.3 (49)-(51)",
    "The truncated objective is minimised where each vector opposes the others",
    reading="Whenever (16) holds for given lengths, no other directions give a smaller value of (15). Judged for "
    "three vectors of a plane; the correction for any number n of vectors of R^d.",
    not_drawn="lengths are given, and nothing else is random",
    notes=(
        "For n = 2 (d = 2) and for lengths of which one exceeds the sum of the others the minimum is unique up to rotation. For "
        "n >= 4 closed polygons form a family, on all of which (15) is the same: (16) is no definition of one geometry, as the "
        "paper says, and the conformity itself differs along the family.",
        "(49) and (50) are necessary conditions (stationarity) and correct as such.",
    ),
)

_l = sp.Symbol("l", integer=True, positive=True)
_W = sp.IndexedBase("w", real=True)
_M = Range(m, 2, None, integer=True, typical=(2, 4), awkward=(2, 5))
_D = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1, 2))
_VECTORS = Domain((_M, _D, Range(_W.label, None, None, shape=(m, d), typical=(-3, 3), awkward=(0,))))

SQUARES_D = Domain((Range(d, 4, None, integer=True, typical=(4, 12), awkward=(4, 64)), V))

#: three lengths, and the angles of two of the vectors with the first
_a, _b, _c = sp.symbols("a b c", positive=True)
_alpha, _beta = sp.symbols("alpha beta", real=True)
_LENGTHS = tuple(Range(s, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), 5)) for s in (_a, _b, _c))
_ANGLES = tuple(Range(s, 0, 2 * sp.pi, "[]", typical=(0, 6), awkward=(0, sp.pi)) for s in (_alpha, _beta))
#: w = (a, b, -c) along a line obeys (16) where c exceeds a and b
_OPPOSED = Domain((*_LENGTHS, *_ANGLES)).where(sp.Lt(_a, _c), sp.Lt(_b, _c))
DOMAIN = Domain(_LENGTHS).where(sp.Lt(_a, _c), sp.Lt(_b, _c), sp.Lt(_c, _a + _b))

#: a longest length r, the other lengths s_i, and 1 + (the coordinate of the direction of the other along the longest)
_r = sp.Symbol("r", positive=True)
_S, _Z = (sp.IndexedBase(name, real=True) for name in ("s", "z"))
_REST = Range(m, 1, None, integer=True, typical=(1, 4), awkward=(1, 5))
_LONGEST = Domain(
    (
        _REST,
        Range(_r, 0, None, "()", typical=(0, 12), awkward=(20,)),
        Range(_S.label, 0, None, "[)", shape=(m,), typical=(0, 2), awkward=(0,)),
        Range(_Z.label, 0, 2, "[]", shape=(m,), typical=(0, 2), awkward=(0, 2)),
    )
).where(sp.Ge(_r, sp.Sum(_S[first], (first, 1, m))))


#: |T|^2.
squared_resultant = sp.Sum(sp.Sum(_W[first, _l], (first, 1, m)) ** 2, (_l, 1, d))

#: ``sum_(i != j) |w_i + w_j|^2``.
objective = 2 * pair_sum(sp.Sum((_W[first, _l] + _W[second, _l]) ** 2, (_l, 1, d)), m)

#: ``sum_i r_i^2``.
_squares = sp.Sum(sp.Sum(_W[first, _l] ** 2, (_l, 1, d)), (first, 1, m))

#: ``2(n-2) sum_i r_i^2``, the objective of a closed polygon.
closed = 2 * (m - 2) * _squares


def of_three(squared: sp.Expr) -> sp.Expr:
    """The objective of three vectors with the given |T|^2."""
    return 2 * (_a**2 + _b**2 + _c**2) + 2 * squared


_along = _a + _b * sp.cos(_alpha) + _c * sp.cos(_beta)
#: |T|^2 of three vectors of a plane, the first along the axis.
in_plane = _along**2 + (_b * sp.sin(_alpha) + _c * sp.sin(_beta)) ** 2


def _objective() -> Chain:
    body = sp.Sum((_W[first, _l] + _W[second, _l]) ** 2, (_l, 1, d))
    diagonal = 4 * sp.Sum(_W[first, _l] ** 2, (_l, 1, d))
    chain = Chain(pair_sum(body, m)).symmetry(m, diagonal).eq((closed + 2 * squared_resultant) / 2)
    return Chain(objective).inside(chain, lambda value: 2 * value)


_area = (_a + _b + _c) * (_b + _c - _a) * (_a + _c - _b) * (_a + _b - _c)
#: The second vector of a closed triangle whose first one is (a, 0): cosine rule, and Heron's formula.
triangle = ((_c**2 - _a**2 - _b**2) / (2 * _a), sp.sqrt(_area) / (2 * _a))


#: The mean over pairs of u, -u, v, -v: 2 opposite and 4 orthogonal pairs.
_opposite_pairs = (2 * conformity(sp.Integer(0)) + 4 * conformity(sp.Integer(2))) / 6

#: Pairs of the simplex of 4 vertices: |w_i + w_j|^2 = 4/3.
_four_vertices = conformity(sp.Rational(4, 3))


@cache
def _parabola(square: int) -> Claim:
    """The conformity above its tangent at 4/3 and the term of degree 2."""
    at = sp.Rational(4, 3)
    below = conformity(at) + rate(at) * (square - at) + v**4 / (8 * d * (d + 2)) * (square - at) ** 2
    return lemma(
        "the conformity of a pair is above its tangent",
        ge(conformity(sp.Integer(square)), below),
        SQUARES_D,
        Chain(conformity(sp.Integer(square))).by(AboveTangent(v**2 / 4 * at, curvature=True)).eq(below),
        name=f"from {square}",
    )


def _spread() -> Chain:
    lemmas = [_parabola(0), _parabola(2)]
    (low, below), (high, above) = ((claim.proposition.left, claim.proposition.right) for claim in lemmas)
    chain = Chain(_opposite_pairs).use(lemmas[0]).use(lemmas[1])
    chain = chain.ge(below / 3 + 2 * high / 3)
    chain = chain.ge(below / 3 + 2 * above / 3)
    return chain.eq(_four_vertices + v**4 / (9 * d * (d + 2)))


on_line, other = of_three((_a + _b - _c) ** 2), of_three(in_plane)
along, across = triangle
lengths = sp.Sum(_S[first], (first, 1, m))
minimum = claim(
    "minimum: w = (a, b, -c) on one line, which obeys (16) for c > a, b, has at most the objective of any other "
    "directions",
    le(on_line, other),
    _OPPOSED,
    print="restored",
    tex=r"w_i = - w_i \frac{\sum_{j \ne i} w_j}{\|\sum_{j \ne i} w_j\|_2}",
    quote="This is exactly minimised by P j =i wj P j =i wj 2 wi i = 1, ..., d (16)",
).false(
    at={_a: 2, _b: 2, _c: 3, _alpha: sp.pi / 2, _beta: 5 * sp.pi / 4},
    because="(16) is a stationary point: two vectors along the resultant may still be turned to shorten it",
    error="gap",
    survives="yes: it is stationary, and a minimum where the resultant is zero or only one vector points along it",
)
the_conformity_itself = step(
    "the conformity itself: (51) for four unit vectors: two opposite pairs at right angles obey it and have the "
    "least conformity",
    le(_opposite_pairs, _four_vertices),
    SQUARES_D,
    location="App. A.3, (51) minimises rho",
    tex=r"\textstyle\sum_i w_i = 0 \Rightarrow \rho(x, y) \text{ is least}",
).false(
    at={d: 4, v: 1},
    because="among the arrangements with T = 0, all minima of (15), the conformity differs",
    remark="among the arrangements with the least truncated objective, of which A.3 speaks, the conformity "
    "itself differs",
)
CLAIMS = (
    minimum,
    minimum.corrected(
        "objective: n vectors: the objective is 2(n-2) sum r_i^2 + 2|T|^2, least where the resultant T is shortest",
        eq(objective, closed + 2 * squared_resultant),
        _VECTORS,
        proof=_objective(),
        tex=r"\sum_{i \ne j} \|w_i + w_j\|^2 = 2(n-2) \sum_i \|w_i\|^2 + 2 \|\textstyle\sum_i w_i\|^2",
    ),
    the_conformity_itself,
    the_conformity_itself.corrected(
        "four unit vectors: the simplex of four vertices has less conformity than they, by v^4/(9 d(d+2)) or more on "
        "average over pairs",
        ge(_opposite_pairs, _four_vertices + v**4 / (9 * d * (d + 2))),
        proof=_spread(),
        tex=r"\rho(\text{simplex}) \le \rho(\text{two opposite pairs}) - \frac{v^4}{9 d (d+2)}",
    ),
    step(
        "antialigned: ... and r - sum s_i is reached with all others opposite to it",
        eq(_r + sp.Sum(_S[first] * (-1), (first, 1, m)), _r - lengths),
        _LONGEST,
        location="App. A.3",
    ),
    step(
        "triangle, length: three lengths that obey the triangle inequality close: (a, 0) and a vector of length b ...",
        eq(along**2 + across**2, _b**2),
        location="App. A.3",
    ),
    step(
        "triangle, closed: ... add up to one of length c, so T = 0 is reached",
        eq((_a + along) ** 2 + across**2, _c**2),
        location="App. A.3",
    ),
)
