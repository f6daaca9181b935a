"""Section 5.3, Table 2, Figures 3 and 4: Transformers that are trained, and what FAVOR++ costs more than FAVOR+.

Scores of GLUE, error rates on LibriSpeech and accuracies on ImageNet come from training runs on data and machines of others: they are not
comparable with anything here. One sentence of Section 5.3.2 can be judged: "a negligible O(Ld) << O(LMd) overhead for computing (8)".
"""

from rftheory.proofs.crt._setting import *
from rftheory.inputs.coordinates import L
from rftheory.proofs.crt import budgets, eq_8
from rftheory.proofs.crt._data import ROWS
from rftheory.proofs.crt._operations import operations

STATEMENT = statement(
    "claim",
    "Sec. 5.3, Table 2, Figs. 3 and 4",
    "Transformers with FAVOR++: the overhead of (8); training runs not comparable",
    reading="The operations of (8) are at most a constant times Ld; and M times these are at most a constant times the operations of the "
    "approximation of attention by M features, for d + 1 vectors. Operations are counted as in crt.budgets; m is the paper's M.",
    notes=(
        "Table 2 (GLUE), Fig. 3 (LibriSpeech, M = 8 and 16) and Fig. 4 (ImageNet): training runs, not comparable.",
        "At M = 8, d = 64 and many rows the operations of (8) are about a twelfth of those of the approximation: whether that is "
        "negligible is not judged.",
    ),
    not_drawn="it counts operations; nothing is random",
)

_DATA, _SIZES = Domain((D, ROWS)), Domain((D, M, ROWS))
#: operations of (8), and of the attention of L rows by M features, for the d + 1 vectors of (3)
overhead, attention = operations(eq_8.printed(1)), budgets.costs["GERF"].subs(n, d + 1)

CLAIMS = (
    claim(
        f"order: (8) takes {overhead} operations, O(Ld)",
        le(overhead, 13 * L * d),
        _DATA,
        Chain(overhead).le(13 * L * d),
    ),
    claim(
        "share: M times the operations of (8) are at most 13/4 times those of the approximation of attention",
        le(m * overhead, sp.Rational(13, 4) * attention),
        _SIZES,
        Chain(m * overhead).le(13 * L * d * m).lt(sp.Rational(13, 4) * attention),
    ),
)
