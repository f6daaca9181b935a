"""Section 6: "it remains an open question how to choose theoretically optimal parameters for GERF and Geom RF mechanisms".

The paper claims nothing here: it asks. The claims below are the question, in three parts, and the row is proved only once all of them are.

Geometric features: the best p exists as soon as one product x_l y_l is not zero; it is unique, the root of one increasing
function between explicit ends (`_open_geometric`). The same holds with averages of |x_l y_l| over data in the place of the products.
`rftheory.families.optima.geometric` encloses it.

GERF with s = +1: no complex A is better than the real A of OPRF (`_open_complex`), so (7) is the global optimum over
Re(1 - 8A) > 0, for a pair and for averages of |x + y|^2.

GERF with s = -1 is open: in every case tried the best A is real. With u = 1 - 8A, t = |x - y|^2 and real u the second moment is
``F(u) = ((1 + u)^2/(4u))^(d/2) (1 + exp(-(1 + 1/u) t))/2``; u = 1 is TrigRF. At every complex u that was tried, E (Re Z)^2 is at least
the smaller of F(1) and F(|u|). If that is so, the optimum over A in C is that over real A, which is a search in one variable.
`rftheory.families.optima.generalized_exponential` certifies the optimum by branch and bound for given |x|^2 + |y|^2, |x + y|^2 and d.
"""

from rftheory.proofs.crt._complex_kernel import PARAMETERS, a, b
from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt import _open_complex, _open_geometric

STATEMENT = statement(
    "claim",
    "Sec. 6",
    "An open question of the paper: optimal parameters of GERF and of geometric features",
    reading="The print is a question, not a claim. Its parts are: the best p of geometric features (answered: "
    "every root of the stationarity equation is the global minimum, and there is exactly one); the best "
    "complex A of GERF with s = +1 (answered: that of OPRF); the best complex A with s = -1 (open: that "
    "it is real is stated as a claim, and not proved). Products |x_l y_l| and squares |x + y|^2 may be "
    "those of a pair or averages over data.",
    notes=("What the best parameters for averages are worth on the data themselves is another question (Sec. 3.1).",),
    not_drawn="optimality over all parameters is an inequality between closed forms, which no draws decide",
)

#: |x - y|^2, A next to 0, where both sides meet, and |1 - 8A|^2
_t = sp.Symbol("t", positive=True)
_NEAR = {a: sp.Integer(1), b: sp.Rational(1, 100), _t: sp.Rational(1, 1000), d: sp.Integer(1)}
_DISTANCE = Range(_t, 0, None, "()", typical=(0, 20), awkward=(sp.Rational(1, 1000), sp.Rational(1, 10), 100))
_SQUARED_GAP = (2 * a**2 - 2 * b**2 - 1) ** 2 + (4 * a * b) ** 2
_W, _DELTA = Projection("w"), Space("difference", lambda first, second: _t, "e").vector("e")


def _one_sample(y: sp.Expr, slope: sp.Expr) -> sp.Expr:
    """f1 f2 of (4) for 1 - 4A = y^2, s = -1: B = iy, C = 0, D^2 = y^d."""
    return y**d * sp.exp((1 - y**2) / 2 * _W.squared_length(d) + slope * _W.dot(_DELTA))


def _of_real(u: sp.Expr) -> sp.Expr:
    """F(u)."""
    return ((1 + u) ** 2 / (4 * u)) ** (d / 2) * (1 + sp.exp(-(1 + 1 / u) * _t)) / 2


_y, _bar = a + sp.I * b, a - sp.I * b
_real_sample = (_one_sample(_y, sp.I * _y) + _one_sample(_bar, -sp.I * _bar)) / 2
_least = sp.Min(_of_real(sp.Integer(1)), _of_real(sp.sqrt(_SQUARED_GAP)))
CLAIMS = (
    *_open_geometric.CLAIMS,
    *_open_complex.CLAIMS,
    claim(
        "for s = -1 no complex A is better than both A = 0 and the real A with the same |1 - 8A| (not proved)",
        ge(Expectation(_real_sample**2), _least),
        replace(PARAMETERS.with_ranges(_DISTANCE, D), witness=_NEAR),
        name="oscillating: a real A is best",
    ),
)
