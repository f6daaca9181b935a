"""Section 6: "it remains an open question how to choose theoretically optimal parameters for GERF and Geom RF mechanisms".

The paper claims nothing here: it asks. The claims below are the question, in three parts, and the row is proved only once all of them are.

Geometric features: the best p exists as soon as one product x_l y_l is not zero; it is unique, the root of one increasing
function between explicit ends (`_open_geometric`). The same holds with averages of |x_l y_l| over data in the place of the products.
`rftheory.families.optima.geometric` encloses it.

GERF with s = +1: no complex A is better than the real A of OPRF (`_open_complex`), so (7) is the global optimum over
Re(1 - 8A) > 0, for a pair and for averages of |x + y|^2.

GERF with s = -1 is open (`_open_oscillating`): in every case tried the best A is real. `rftheory.families.optima.generalized_exponential`
certifies the optimum by branch and bound for given |x|^2 + |y|^2, |x + y|^2 and d.

Beside the question, of the next sentence of the paper ("DIRFs can benefit from optimizing the discrete distributions"): the best law of
each coordinate is Poisson(|x_l y_l|), without variance if no product is negative (`_open_laws`); the best law common to all coordinates is
the fixed point of an explicit map (`_open_fixed_point`).
"""

from rftheory.vocabulary import *
from rftheory.proofs.crt import _open_complex, _open_fixed_point, _open_geometric, _open_laws, _open_oscillating

STATEMENT = statement(
    "claim",
    "Sec. 6",
    "An open question of the paper: optimal parameters of GERF and of geometric features",
    reading="The print is a question, not a claim. Its parts are: the best p of geometric features (answered: "
    "every root of the stationarity equation is the global minimum, and there is exactly one); the best "
    "complex A of GERF with s = +1 (answered: that of OPRF); the best complex A with s = -1 (open: that "
    "it is real is stated as a claim, and not proved). Products |x_l y_l| and squares |x + y|^2 may be "
    "those of a pair or averages over data.",
    notes=(
        "The lemmas on laws are about the next sentence of the paper: the least second moment with one law per coordinate, and the "
        "optimality of the fixed point for a common law, for finitely many counts.",
        "What the best parameters for averages are worth on the data themselves is another question (Sec. 3.1).",
    ),
    not_drawn="optimality over all parameters is an inequality between closed forms, which no draws decide",
)


CLAIMS = tuple(
    claim
    for part in (_open_geometric, _open_complex, _open_oscillating, _open_laws, _open_fixed_point)
    for claim in part.CLAIMS
)
