"""Random quantities as SymPy expressions, so that a definition can be written as the paper writes it.

``Projection("w").dot(u)`` is the Gaussian form ``w.u``, ``Projection("w").squared_length(d)`` is ``|w|^2``;
``Phase("b")`` is uniform on the circle; ``Counts("w", law)[l]`` is the count ``w_l``, iid over l;
``SampleMean(Z, m)`` is ``(1/m) sum_i Z(w_i)`` over iid
copies of the projections in Z (two sample means with the same projection share their draws);
``Variate("lambda_hat")`` is a random number of unknown law, independent of every projection;
``Expectation(expr)`` is an expectation over everything random in it, ``Probability(event)`` the probability of an event.
"""

from __future__ import annotations

import itertools

import sympy as sp
from sympy.core.symbol import Str

from rftheory.inputs.kernels import Space, Vector
from rftheory.rules.variates import Count, Variate


class _RealNode(sp.Expr):
    """A finite real quantity."""

    is_commutative = True
    is_extended_real = True
    is_real = True
    is_finite = True


class GramTable(Str):
    """The space of a form: printed and sorted by its name, compared by its whole table."""

    __slots__ = ("space",)

    def __new__(cls, space: Space) -> GramTable:
        node = super().__new__(cls, space.name)
        node.space = space
        return node

    def __getnewargs__(self) -> tuple[Space]:
        return (self.space,)

    def _hashable_content(self) -> tuple[object, ...]:
        return (self.name, self.space)

    def _sympyrepr(self, printer: sp.printing.repr.ReprPrinter) -> str:
        names = self.space.names
        return f"GramTable({self.name!r}, {names!r}, {printer._print(self.space.table(names))})"


class Form(_RealNode):
    """The real Gaussian form ``w.u`` of one projection w ~ N(0, I_d) and one named vector u."""

    def __new__(cls, projection: Str, vector: Str, space: GramTable) -> Form:
        return sp.Expr.__new__(cls, projection, vector, space)

    @property
    def projection(self) -> str:
        return self.args[0].name

    @property
    def vector(self) -> str:
        return self.args[1].name

    @property
    def space(self) -> Space:
        return self.args[2].space

    def _latex(self, printer: object) -> str:
        projection, vector = (sp.latex(sp.Symbol(name)) for name in (self.projection, self.vector))
        return rf"{projection}^{{\top}} {vector}"

    def _sympystr(self, printer: object) -> str:
        return f"{self.projection}.{self.vector}"


class SquaredLength(_RealNode):
    """``|w|^2`` of one projection w ~ N(0, I_d)."""

    is_nonnegative = True

    def __new__(cls, projection: Str, dimension: sp.Expr) -> SquaredLength:
        return sp.Expr.__new__(cls, projection, sp.sympify(dimension))

    @property
    def projection(self) -> str:
        return self.args[0].name

    @property
    def dimension(self) -> sp.Expr:
        return self.args[1]

    def _latex(self, printer: object) -> str:
        return rf"\left\|{sp.latex(sp.Symbol(self.projection))}\right\|^{{2}}"

    def _sympystr(self, printer: object) -> str:
        return f"|{self.projection}|^2"


class Phase(_RealNode):
    """A random phase, uniform on the circle [0, 2 pi) and independent of everything of another name."""

    def __new__(cls, name: str | Str) -> Phase:
        return sp.Expr.__new__(cls, Str(name) if isinstance(name, str) else name)

    @property
    def name(self) -> str:
        return self.args[0].name

    def _latex(self, printer: object) -> str:
        return sp.latex(sp.Symbol(self.name))

    def _sympystr(self, printer: object) -> str:
        return self.name


def uniform_number(name: str, low: sp.Expr | int = 0, high: sp.Expr | int = 1) -> sp.Expr:
    """A random number that is uniform on [low, high) and independent of everything of another name."""
    return sp.sympify(low) + (sp.sympify(high) - low) * Phase(name) / (2 * sp.pi)


class MeanOfSamples(sp.Expr):
    """``(1/m) sum_{i<=m} Z_i`` over samples with any joint law: ``args`` begin with Z and m. In LaTeX it is ``<Z>_m``."""

    is_commutative = True

    @property
    def sample(self) -> sp.Expr:
        return self.args[0]

    @property
    def size(self) -> sp.Expr:
        return self.args[1]

    def _eval_is_extended_real(self) -> bool | None:
        return self.args[0].is_extended_real

    def _eval_conjugate(self) -> MeanOfSamples:
        return self.func(sp.conjugate(self.sample), *self.args[1:])

    def _latex(self, printer: sp.printing.latex.LatexPrinter, mark: str = "") -> str:
        size, sample = printer._print(self.size), printer._print(self.sample)
        # braces around all: an exponent that follows belongs to the mean
        return rf"{{\left\langle {sample} \right\rangle_{{{size}}}{mark}}}"


class SampleMean(MeanOfSamples):
    """``(1/m) sum_{i<=m} Z_i`` over iid copies of the projections in Z."""

    def __new__(cls, sample: sp.Expr, size: sp.Expr) -> SampleMean:
        return sp.Expr.__new__(cls, sp.sympify(sample), sp.sympify(size))

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return f"mean_{printer._print(self.size)}[{printer._print(self.sample)}]"


class Expectation(sp.Expr):
    """The expectation of everything random in its argument."""

    is_commutative = True

    def __new__(cls, expr: sp.Expr) -> sp.Expr:
        expr = sp.sympify(expr)
        if not sources(expr):
            return expr
        return sp.Expr.__new__(cls, expr)

    def _eval_is_extended_real(self) -> bool | None:
        return self.args[0].is_extended_real

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return rf"\mathbb{{E}}\left[{printer._print(self.args[0])}\right]"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return f"E[{printer._print(self.args[0])}]"


class Probability(_RealNode):
    """The probability of an event: an order between random quantities, <, <=, > or >=.

    Raises:
        ValueError: for anything but an order.
    """

    is_nonnegative = True

    def __new__(cls, event: sp.Rel) -> Probability:
        if not isinstance(event, sp.StrictLessThan | sp.LessThan | sp.StrictGreaterThan | sp.GreaterThan):
            raise ValueError(
                "event must be an order, as Ge(mean, bound, evaluate=False), and that signs differ is "
                f"Lt(sign(a)*sign(b), 0, evaluate=False); got {event!r}"
            )
        return sp.Expr.__new__(cls, event)

    @property
    def event(self) -> sp.Rel:
        return self.args[0]

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return rf"\mathbb{{P}}\left[{printer._print(self.event)}\right]"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return f"P[{printer._print(self.event)}]"


class Projection:
    """A Gaussian projection w ~ N(0, I_d); projections of different names are independent."""

    def __init__(self, name: str):
        self.name = name

    def dot(self, vector: Vector) -> sp.Expr:
        """The Gaussian form ``w.u`` of a formal vector u.

        Raises:
            ValueError: for vectors that the space does not have, and products that depend on the order.
        """
        vector.space.table(tuple(vector.coefficients))
        space = GramTable(vector.space)
        return sp.Add(*(c * Form(Str(self.name), Str(k), space) for k, c in vector.coefficients.items()))

    def direction_dot(self, vector: Vector, dimension: sp.Expr) -> sp.Expr:
        """``u.v`` of the direction ``u = w/|w|``, uniform on the sphere of a given dimension d, and a formal vector v.

        Raises:
            ValueError: as `dot`.
        """
        return self.dot(vector) / sp.sqrt(self.squared_length(dimension))

    def squared_length(self, dimension: sp.Expr) -> SquaredLength:
        """``|w|^2`` in a given dimension d."""
        return SquaredLength(Str(self.name), dimension)


def sources(expr: sp.Expr) -> frozenset[str]:
    """Names of the independent random sources on which an expression depends (outside of expectations)."""
    if isinstance(expr, (Expectation, Probability)) or getattr(expr, "averages_out", False):
        return frozenset()
    if isinstance(expr, (Form, SquaredLength)):
        return frozenset({expr.projection})
    if hasattr(expr, "random_source"):
        return frozenset({expr.random_source})
    if isinstance(expr, (Variate, Phase, Count)):
        return frozenset({expr.name})
    return frozenset().union(*(sources(a) for a in expr.args if isinstance(a, sp.Basic)))


def hidden_symbols(expr: sp.Basic) -> set[sp.Symbol]:
    """The symbols in the products of the vectors that an expression names: its value depends on them, its form shows none."""
    forms = expr.atoms(Form)
    pairs = itertools.combinations_with_replacement(forms, 2)
    products = (f.space.gram(f.vector, g.vector) for f, g in pairs if f.space == g.space)
    return set().union(*(product.free_symbols for product in products))


def projections(expr: sp.Expr) -> frozenset[str]:
    """Names of the random sources other than phases."""
    return sources(expr.xreplace(dict.fromkeys(expr.atoms(Phase), sp.Integer(0))))


def mean(estimator: sp.Expr) -> sp.Expr:
    """E K_hat."""
    return Expectation(estimator)


def mean_squared_error(estimator: sp.Expr, kernel: sp.Expr) -> sp.Expr:
    """E (K_hat - K)^2 of a real estimator: its mean squared error (variance of the m-sample mean if unbiased)."""
    return Expectation((estimator - kernel) ** 2)


def variance(estimator: sp.Expr) -> sp.Expr:
    """E |K_hat|^2 - |E K_hat|^2, for real and complex estimators."""
    square = Expectation(estimator * sp.conjugate(estimator))
    first = Expectation(estimator)
    if estimator.is_extended_real:
        return square - first**2
    return square - first * Expectation(sp.conjugate(estimator))
