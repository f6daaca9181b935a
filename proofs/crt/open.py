"""Section 6: "it remains an open question how to choose theoretically optimal parameters for GERF and Geom RF mechanisms".

What can be said, for a given pair of inputs or for given averages of their statistics:

Geometric features: the best p exists as soon as one product x_l y_l is not zero; it is unique, the root of one increasing
function between explicit ends (`_open_geometric`). `rftheory.optima.geometric` encloses it.

Discretely-induced features in general (the next sentence of the paper): the best law of each coordinate is
Poisson(|x_l y_l|), without variance if no product is negative; the best law common to all coordinates is the unique fixed
point of an explicit map (`_open_laws`). `rftheory.optima.laws` computes it with a bound on what is left to gain.

GERF with s = +1: no complex A is better than the real A of OPRF (`_open_complex`), so (7) is the global optimum over
Re(1 - 8A) > 0. With s = -1 we know the optimum case by case only: `rftheory.optima.generalized_exponential` certifies it
by branch and bound for given |x|^2 + |y|^2, |x + y|^2 and d. In every case tried it is real, with A >= 0, and tends to A = 0
(TrigRF) as d or |x - y| grows.
"""

from __future__ import annotations

from proofs.crt import _open_complex, _open_geometric, _open_laws
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="crt.open",
    paper="crt",
    location="Sec. 6",
    kind="claim",
    title="Optimal parameters of GERF, geometric and discretely-induced features",
    reading=(
        "Our answers are the claims. Geometric: every root of the stationarity equation is the global minimum, and there is exactly one. "
        "Laws {p_k}: the least second moment with one law per coordinate, and the optimality of the fixed point for a common "
        "law. GERF, s = +1: the variance at any complex A is at least that of OPRF. For s = -1 there is no closed form here: a solver "
        "certifies the optimum for given statistics."
    ),
)


def claims() -> list[Claim]:
    return [*_open_geometric.claims(), *_open_laws.claims(), *_open_complex.claims()]
