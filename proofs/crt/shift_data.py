"""One shift for a data set: c_l = min_i min(x_l^(i), y_l^(i)) - epsilon  (CRT, Sec. 3.2.3).

Above the smallest value of its coordinate every entry of the data is ``x_l = low_l + u_l`` with u_l >= 0, and ``c_l = low_l - epsilon``, so
that the shifted entry is ``u_l + epsilon > 0``: all features are positive, whatever the number of rows. The kernel does not change, and
the features stay unbiased. That holds for every data set; how much GeomRF+ and PoisRF+ gain with this shift does not: the more rows, the
lower c, and the larger the products (x_l - c_l)(y_l - c_l) on which the variances (11) and (13) grow.
"""

from rftheory.proofs.crt._setting import *
from rftheory.families.shifted import Shifted, shift_below
from rftheory.inputs.coordinates import gaussian_kernel, l, total, x, y
from rftheory.montecarlo.estimators.discrete import Discrete
from rftheory.proofs.crt._discrete import ANY, DRAW, point, positive_claims
from rftheory.proofs.crt._discrete import D as SIZE
from rftheory.rules.nodes import mean

STATEMENT = statement(
    "property",
    "Sec. 3.2.3",
    "One shift for a data set makes discretely-induced features positive",
    reading="For data sets of any number of rows: with low_l the smallest value of the coordinate l, every row "
    "is low + u with u_l >= 0, and c_l = low_l - epsilon. Positive: f(w, x - c) > 0 for every row and "
    "every outcome w of the counts. The kernel of the shifted rows is K(x, y), and the features at the "
    "shifted rows are unbiased.",
    notes=("How much is gained with this c depends on the number of rows: see the notes of crt.sec-5.1.",),
)

_low, _u, _t = (sp.IndexedBase(name, real=True) for name in ("low", "u", "t"))
epsilon = sp.Symbol("epsilon", positive=True)


class _Sum:
    """The vector ``u + v`` through its coordinates; v may be a number in all of them."""

    def __init__(self, first: sp.IndexedBase, second: sp.IndexedBase | sp.Expr):
        self.first, self.second = first, second

    def __getitem__(self, index: sp.Expr) -> sp.Expr:
        second = self.second[index] if isinstance(self.second, sp.IndexedBase) else self.second
        return sp.sympify(self.first[index] + second)


def _heights(base: sp.IndexedBase) -> Range:
    return Range(base.label, 0, None, "[)", typical=(0, 2), awkward=(0, 3), shape=(d,))


_MARGIN = Range(epsilon, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 100),))
_ROW = Domain((_heights(_u), DRAW, SIZE, _MARGIN))
_LOWEST = Range(_low.label, None, None, typical=(-2, 2), awkward=(-5,), shape=(d,))
DOMAIN = Domain((_heights(_u), _heights(_t), _LOWEST, SIZE, _MARGIN))
_X, _Y = _Sum(_u, epsilon), _Sum(_t, epsilon)
_KERNEL = sp.exp(-total((_Sum(_low, _u)[l] - _Sum(_low, _t)[l]) ** 2) / 2)

shifted = sp.exp(total(_X[l] * _Y[l]) - total(_X[l] ** 2 + _Y[l] ** 2) / 2)
CLAIMS = (
    *positive_claims("every shifted row", _X, _ROW),
    claim(
        "kernel: K(x - c, y - c) = K(x, y) for two rows, from the norms and the inner product of the shifted rows",
        eq(shifted, _KERNEL),
    ),
    claim(
        "unbiased: E f(w, x - c) f(w, y - c) = K(x, y) for two rows, for every law",
        eq(mean(ANY.sample(ANY.counts(), _X, _Y)), _KERNEL),
    ),
)


def simulations() -> list[MomentCheck]:
    """The pair of `_discrete.point` among other rows, which lower the shift."""
    where = point()
    rows = [[float(entry) for entry in where[label]] for label in (x.label, y.label)]
    shift = tuple(shift_below([rows[0], [-0.5, 0.25]], [rows[1], [0.0, -1.0]], 0.25).tolist())
    families = (("Poisson counts", Poisson()), ("geometric counts", Geometric()))
    return [
        MomentCheck(
            f"{name}, one shift", Discrete(Shifted(family, shift)), "mean", gaussian_kernel(), where, "unbiased"
        )
        for name, family in families
    ]
