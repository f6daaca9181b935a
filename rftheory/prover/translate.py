"""From SymPy to terms of the kernel, as written: nothing is simplified, flattened or evaluated.

Sums and products keep SymPy's order of their arguments; ``a/b`` is ``a * inv b``, ``-a`` is ``neg a``, a rational power
``b^(p/q)`` is ``pow (root q b) p`` (the principal root), another real power ``rpow b e``, a complex one ``exp (e * log b)``.
``factorial n`` is ``gamma (n + 1)``; binomial coefficients and rising or falling factorials are finite products, which are
right for every base and every integer k >= 0 (quotients of gamma are not defined where the product is 0).
``asin z`` is ``atan(z/sqrt(1 - z^2))``, which has no value at the ends, ``acos z`` is ``pi/2 - asin z``.
``Max(a, b)`` is ``(a + b + |a - b|)/2``. Integrals, sums and products of several limits are nested, the last outermost.
Random nodes are in `random_terms`.
"""

from __future__ import annotations

from dataclasses import field, replace

import sympy as sp

from rftheory.prover.words import *
from rftheory.kernel.substitution import abstract
from rftheory.prover import random_terms
from rftheory.prover.draws import Draw
from rftheory.rules.piecewise import step_by_sign

if TYPE_CHECKING:
    from rftheory.prover.setting import Setting

#: functions of one number that the kernel has under another name or the same
_FUNCTIONS: dict[type[sp.Basic], str] = {
    sp.exp: "exp", sp.log: "log", sp.Abs: "abs", sp.re: "re", sp.im: "im", sp.conjugate: "conj", sp.sign: "sgn",
    sp.sin: "sin", sp.cos: "cos", sp.sinh: "sinh", sp.cosh: "cosh", sp.tanh: "tanh", sp.atan: "atan", sp.erf: "erf",
    sp.gamma: "gamma",
}  # fmt: skip
_NAMED: dict[str, Any] = {name: function for function, name in _FUNCTIONS.items()} | {"sqrt": sp.sqrt}
RELATIONS: dict[type[sp.Basic], tuple[str, bool]] = {
    sp.Eq: ("=", False), sp.Ne: ("!=", False), sp.Le: ("<=", False), sp.Lt: ("<", False), sp.Ge: ("<=", True),
    sp.Gt: ("<", True),
}  # fmt: skip


@dataclass(frozen=True)
class Scope:
    """Where an expression stands: what its symbols, vectors, functions and random sources are there."""

    symbols: Mapping[sp.Basic, Term]
    #: by Gram table and name
    vectors: Mapping[tuple[sp.Basic, str], Term] = field(default_factory=dict)
    #: functions and sequences that may be any, and the functions of variates of unknown law, by name
    functions: Mapping[str, Term] = field(default_factory=dict)
    #: vectors that are combinations of those above
    combined: Mapping[tuple[sp.Basic, str], Sequence[tuple[sp.Expr, tuple[sp.Basic, str]]]] = field(
        default_factory=dict
    )
    #: the dimension of vectors and projections, and of those spaces that have one of their own
    size: sp.Expr | None = None
    sizes: Mapping[sp.Basic, sp.Expr] = field(default_factory=dict)
    draws: Mapping[str, Draw] = field(default_factory=dict)
    #: which sample of a mean is meant
    member: Term | None = None
    #: the number of the next variable
    place: int = 0
    known: dict[sp.Basic, Term] = field(default_factory=dict, repr=False)

    def term(self, expr: sp.Expr) -> Term:
        """The term of an expression."""
        if expr not in self.known:
            self.known[expr] = _term(self, expr)
        return self.known[expr]

    @property
    def dimension(self) -> Term | None:
        return None if self.size is None else self.term(self.size)

    def dimension_of(self, space: sp.Basic) -> Term | None:
        """The dimension of the vectors of a space."""
        return self.term(self.sizes[space]) if space in self.sizes else self.dimension

    def vector(self, key: tuple[sp.Basic, str]) -> Term:
        """A vector of a Gram table."""
        if key in self.vectors:
            return self.vectors[key]
        if key not in self.combined:
            raise Unproved(f"a vector outside of the setting: {key[1]}")
        parts = [make("vscale", (self.term(factor), self.vector(unit))) for factor, unit in self.combined[key]]
        found = parts[0]
        for part in parts[1:]:
            found = make("vadd", (found, part))
        return found

    def end(self, expr: sp.Expr) -> Term:
        """The end of a sum or an integral."""
        return {sp.oo: OO, -sp.oo: MINUS_OO}.get(expr) or self.term(expr)

    def relation(self, relation: sp.Basic) -> Term:
        """A relation of SymPy as a judgement; ``>=`` and ``>`` are turned."""
        if type(relation) not in RELATIONS:
            raise Unproved(f"a condition of kind {type(relation).__name__}: {relation}")
        name, turned = RELATIONS[type(relation)]
        sides = [self.term(side) for side in relation.args]
        return make(name, sides[::-1] if turned else sides)

    def having(self, **changes: object) -> Scope:
        """This scope with changes, and nothing known yet."""
        return replace(self, known={}, **changes)  # type: ignore[arg-type]

    def fresh(self, tag: str) -> tuple[Scope, Term]:
        """A scope inside a binder, and the variable that the binder binds."""
        return self.having(place=self.place + 1), var(self.place, tag)

    def bind(self, symbol: sp.Basic, tag: str) -> tuple[Scope, Term]:
        """A scope inside a binder, in which a symbol is the bound variable."""
        inner, variable = self.fresh(tag)
        return inner.having(symbols={**self.symbols, symbol: variable}), variable


def translate(expr: sp.Basic, setting: Setting, values: Mapping[sp.Basic, Term] | None = None) -> Term:
    """The kernel's term of an expression, or the judgement of a relation, in the symbols of a setting.

    Args:
        expr: an expression, or a relation of SymPy.
        setting: its context and symbols.
        values: terms for further symbols (placeholders, variables of opened binders), instead of the setting's.
    """
    scope = setting.scope()
    if values:
        scope = scope.having(symbols={**scope.symbols, **values})
    try:
        whole = sp.sympify(expr)
        return scope.relation(whole) if isinstance(whole, sp.Rel) else scope.term(whole)
    except Refused as error:
        raise Unproved(f"no term: {error}") from error


def _term(scope: Scope, expr: sp.Expr) -> Term:
    if expr in scope.symbols:
        return scope.symbols[expr]
    if type(expr) in _FUNCTIONS and len(expr.args) == 1:
        return make(_FUNCTIONS[type(expr)], (scope.term(expr.args[0]),))
    for kind in type(expr).__mro__:
        if kind in _OF_KIND:
            return _OF_KIND[kind](scope, expr)
        if kind in random_terms.OF_KIND:
            return random_terms.OF_KIND[kind](scope, expr)
    if isinstance(expr, sp.Symbol):
        raise Unproved(f"a symbol outside of the domain: {expr}")
    raise Unproved(f"no term for {type(expr).__name__}: {expr}")


def expression(term: Term, symbols: Mapping[Term, sp.Expr]) -> sp.Expr:
    """The expression of a term without binders, with symbols for its variables.

    Raises:
        Unproved: for what SymPy has no function for.
    """
    if term in symbols:
        return symbols[term]
    if term.op == "rat":
        return sp.Rational(term.data.numerator, term.data.denominator)
    if term.op in ("pi", "imag"):
        return sp.pi if term.op == "pi" else sp.I
    args = [expression(arg, symbols) for arg in term.args]
    if term.op in ("+", "*"):
        return sp.Add(*args) if term.op == "+" else sp.Mul(*args)
    if term.op in ("neg", "inv"):
        return -args[0] if term.op == "neg" else 1 / args[0]
    if term.op in ("pow", "rpow"):
        return args[0] ** (term.data if term.op == "pow" else args[1])
    if term.op in _NAMED:
        return _NAMED[term.op](*args)
    raise Unproved(f"no expression of {shown(term)}")


# -- numbers and algebra ------------------------------------------------------------------------------------------------


def _rational(_: Scope, expr: sp.Rational) -> Term:
    return rat(Fraction(int(expr.p), int(expr.q)))


def _sum_of_terms(scope: Scope, expr: sp.Add) -> Term:
    return total([scope.term(arg) for arg in expr.args])


def _product_of_terms(scope: Scope, expr: sp.Mul) -> Term:
    if expr.args[0] is sp.S.NegativeOne:
        return make("neg", (product([scope.term(arg) for arg in expr.args[1:]]),))
    return product([scope.term(arg) for arg in expr.args])


def _power(scope: Scope, expr: sp.Pow) -> Term:
    base, exponent = expr.args
    term = scope.term(base)
    if exponent.is_Rational:
        if exponent.q > 1:
            term = make("sqrt", (term,)) if exponent.q == 2 else make("root", (term,), int(exponent.q))
        if abs(exponent.p) > 1:
            term = power(term, int(abs(exponent.p)))
        return make("inv", (term,)) if exponent.p < 0 else term
    if exponent.is_extended_real is False or (exponent.is_extended_real is None and exponent.has(sp.I)):
        return make("exp", (make("*", (scope.term(exponent), make("log", (term,)))),))
    return make("rpow", (term, scope.term(exponent)))


def _factorial(scope: Scope, expr: sp.Expr) -> Term:
    return make("gamma", (make("+", (scope.term(expr.args[0]), ONE)),))


def _factors(scope: Scope, expr: sp.Expr, factor: Callable[[Term, Term, Term], Term]) -> Term:
    """A product over j = 1, ..., k of a function of j, the base and k."""
    base, count = (scope.term(arg) for arg in expr.args)
    _, j = scope.fresh("int")
    return make("prod", (ONE, count, abstract(factor(j, base, count), [j.data[0]])))


def _binomial(scope: Scope, expr: sp.Expr) -> Term:
    """``prod_j (n - k + j)/j``."""
    return _factors(scope, expr, lambda j, n, k: make("*", (make("+", (n, make("neg", (k,)), j)), make("inv", (j,)))))


def _rising(scope: Scope, expr: sp.Expr) -> Term:
    return _factors(scope, expr, lambda j, x, _: make("+", (x, j, rat(-1))))


def _falling(scope: Scope, expr: sp.Expr) -> Term:
    return _factors(scope, expr, lambda j, x, _: make("+", (x, make("neg", (j,)), ONE)))


def _arcsine(scope: Scope, expr: sp.Expr) -> Term:
    (sine,) = expr.args
    return scope.term(sp.atan(sine / sp.sqrt(1 - sine**2)))


def _tangent(scope: Scope, expr: sp.Expr) -> Term:
    angle = scope.term(expr.args[0])
    return make("*", (make("sin", (angle,)), make("inv", (make("cos", (angle,)),))))


def _of_two(op: str) -> Callable[[Scope, sp.Expr], Term]:
    return lambda scope, expr: make(op, tuple(scope.term(arg) for arg in expr.args))


def _extreme(scope: Scope, expr: sp.Expr) -> Term:
    """``max(a, b) = (a + b + |a - b|)/2``, and ``min`` with ``-|a - b|``; one argument after the other."""
    terms = [scope.term(arg) for arg in expr.args]
    found = terms[0]
    for term in terms[1:]:
        gap = make("abs", (minus(found, term),))
        signed = gap if isinstance(expr, sp.Max) else make("neg", (gap,))
        found = make("*", (HALF, make("+", (found, term, signed))))
    return found


def _series(scope: Scope, expr: sp.hyper) -> Term:
    above, below = expr.args[0], expr.args[1]
    if len(above) > len(below) + 1:
        raise Unproved(f"a divergent hypergeometric series: {expr}")
    return make("pfq", tuple(scope.term(arg) for arg in (*above, *below, expr.args[2])), (len(above), len(below)))


# -- binders and arrays ---------------------------------------------------------------------------------------------------


def _over(op: str, tag: str) -> Callable[[Scope, sp.Expr], Term]:
    return lambda scope, expr: _nested(scope, op, tag, expr.function, tuple(expr.limits))


def _nested(scope: Scope, op: str, tag: str, body: sp.Expr, limits: tuple[sp.Tuple, ...]) -> Term:
    if not limits:
        return scope.term(body)
    if len(limits[-1]) != 3:
        raise Unproved(f"an integral without ends: {limits[-1]}")
    symbol, low, high = limits[-1]
    inner, variable = scope.bind(symbol, tag)
    inside = _nested(inner, op, tag, body, limits[:-1])
    return make(op, (scope.end(low), scope.end(high), abstract(inside, [variable.data[0]])))


def _entry(scope: Scope, expr: sp.Indexed) -> Term:
    """An entry of a vector, of a row of a data set, or of a family of integers."""
    label = getattr(expr.base, "label", expr.base)
    if label not in scope.symbols:
        raise Unproved(f"an array outside of the domain: {label}")
    array, indices = scope.symbols[label], [scope.term(index) for index in expr.indices]
    if array.sort in ("vecs", "ints"):
        array = make("at", (array, indices.pop(0)))
    return make("coord", (array, *indices)) if array.sort == "vec" else array


_OF_KIND: dict[type[sp.Basic], Callable[[Scope, sp.Basic], Term]] = {
    sp.Rational: _rational, sp.Add: _sum_of_terms, sp.Mul: _product_of_terms, sp.Pow: _power,
    type(sp.I): lambda *_: IMAG, type(sp.pi): lambda *_: PI, type(sp.E): lambda *_: make("exp", (ONE,)),
    sp.factorial: _factorial, sp.binomial: _binomial, sp.RisingFactorial: _rising, sp.FallingFactorial: _falling,
    sp.tan: _tangent, sp.asin: _arcsine,
    sp.acos: lambda scope, expr: scope.term(sp.pi / 2 - sp.asin(expr.args[0])),
    sp.besseli: _of_two("bessel_i"), sp.besselj: _of_two("bessel_j"), sp.hyper: _series,
    sp.Max: _extreme, sp.Min: _extreme, sp.Heaviside: lambda scope, expr: scope.term(step_by_sign(expr)),
    sp.Sum: _over("sum", "int"), sp.Product: _over("prod", "int"), sp.Integral: _over("int", "real"),
    sp.Indexed: _entry,
}  # fmt: skip
