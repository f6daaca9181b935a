"""Instances of the kernel's table (rule ATOM), one function for each use that the prover makes of it."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.ring import rank

if TYPE_CHECKING:
    from rftheory.prover.learn import Known


# -- exponentials and logarithms ------------------------------------------------------------------------------------


def exp_product(search: Search, context: Context, inner: Known, whole: Term, parts: list[tuple[Term, int]]) -> Theorem:
    """``exp x = prod exp(b_j)^k_j`` from ``x = sum k_j b_j``."""
    bases = [base for base, _ in parts]
    make_defined(search, context, *bases)
    premises = inner.equations([whole, *bases])
    return axiom(search, context, "exp.prod", whole, *bases, numbers=[k for _, k in parts], premises=premises)


def log_of_exp(search: Search, context: Context, atom: Term, eq: Theorem) -> Theorem:
    """``log b = v`` from ``b = exp v``."""
    value = eq.judgement.args[1].args[0]
    is_real(search, context, value)
    first = search.infer("CONG", context, eq=eq, term=atom, paths=[[0]])
    return search.infer("CHAIN", context, links=[first, axiom(search, context, "log.exp", value)])


def real_power(search: Search, context: Context, atom: Term) -> Theorem:
    """A power with a real exponent as a literal power or as an exponential."""
    base, exponent = atom.args
    if exponent.op == "rat" and exponent.data.denominator == 1 and exponent.data >= 0:
        return axiom(search, context, "rpow.natural", base, numbers=[int(exponent.data)])
    if exponent.op == "rat" and exponent.data.numerator == 1 and exponent.data > 0:
        found = axiom(search, context, "root.rpow", base, numbers=[exponent.data.denominator])
        return search.infer("SYM", context, of=found)
    search.use(context, prove_nonzero(search, context, base))
    is_real(search, context, exponent)
    return axiom(search, context, "rpow.exp", base, exponent)


# -- circular and hyperbolic functions ------------------------------------------------------------------------------

_AT_PI = {"1/6", "1/4", "1/3", "1/2", "1", "0"}


def circular_value(search: Search, context: Context, atom: Term) -> Theorem | None:
    """sin and cos at 0, at the parts of pi that the table has, and of an arc tangent."""
    argument = atom.args[0]
    if argument.op == "atan":
        return axiom(search, context, f"{atom.op}.atan", *argument.args)
    if argument is ZERO:
        place = "0"
    elif argument is PI:
        place = "1"
    elif argument.op == "*" and argument.args[1:] == (PI,) and argument.args[0].op == "rat":
        place = str(argument.args[0].data)
    else:
        return None
    return axiom(search, context, f"{atom.op}.{place}") if place in _AT_PI else None


def hyperbolic(search: Search, context: Context, atom: Term) -> Theorem:
    is_real(search, context, atom.args[0])
    return axiom(search, context, f"{atom.op}.exp", *atom.args)


# -- roots and absolute values --------------------------------------------------------------------------------------


def root_power(search: Search, context: Context, atom: Term) -> Theorem:
    """``(root q b)^q = b``."""
    if atom.op == "sqrt":
        return axiom(search, context, "sqrt.square", *atom.args)
    return axiom(search, context, "root.power", *atom.args, numbers=[atom.data])


def root_unique(search: Search, context: Context, atom: Term, root: Term, eq: Theorem) -> Theorem:
    """``root q b = r`` from ``r^q = b`` and ``0 <= r``."""
    premises = [prove_order(search, context, ZERO, root, False), eq]
    schema = "sqrt.unique" if atom.op == "sqrt" else "root.unique"
    numbers = [] if atom.op == "sqrt" else [atom.data]
    return axiom(search, context, schema, atom.args[0], root, numbers=numbers, premises=premises)


def absolute(search: Search, context: Context, inner: Term, sign: Theorem) -> Theorem:
    schema = "abs.same" if sign.judgement.args[0] is ZERO else "abs.opposite"
    return axiom(search, context, schema, inner, premises=[sign])


def absolute_of_product(search: Search, context: Context, atom: Term, eq: Theorem) -> Theorem:
    """``|u| = |f| |g|`` from ``u = f g``."""
    first = search.infer("CONG", context, eq=eq, term=atom, paths=[[0]])
    second = axiom(search, context, "abs.product", *eq.judgement.args[1].args)
    return search.infer("CHAIN", context, links=[first, second])


def absolute_square(search: Search, context: Context, inner: Term) -> Theorem:
    """``|u|^2 = u^2``, or u times its conjugate."""
    if is_real(search, context, inner):
        return axiom(search, context, "abs.real", inner)
    return search.infer("SYM", context, of=axiom(search, context, "abs.square", inner))


# -- complex parts --------------------------------------------------------------------------------------------------

_CONJUGATES = {
    "+": "sum", "*": "product", "neg": "neg", "inv": "inverse", "conj": "conj", "exp": "exp", "cos": "cos", "sin": "sin",
    "cosh": "cosh", "sinh": "sinh", "imag": "imag", "pow": "power",
}  # fmt: skip


def part(search: Search, context: Context, atom: Term) -> Theorem | None:
    """A conjugate, real or imaginary part, one step further inside."""
    op, (inner,) = atom.op, atom.args
    if is_real(search, context, inner):
        return axiom(search, context, f"{op}.real", inner)
    if op in ("re", "im"):
        return axiom(search, context, f"{op}.conj", inner)
    if inner.op in ("log", "rpow", "sqrt"):
        from rftheory.prover.conjugates import conjugate_off_cut

        return conjugate_off_cut(search, context, inner)
    name = _CONJUGATES.get(inner.op)
    if name is None:
        return None
    terms = inner.args[:1] if name == "inverse" else inner.args
    return axiom(search, context, f"conj.{name}", *terms, numbers=[inner.data] if name == "power" else [])


# -- vectors --------------------------------------------------------------------------------------------------------


def vector(search: Search, context: Context, atom: Term) -> Theorem | None:
    """Inner products of sums and multiples; the order of two vectors."""
    v, w = atom.args * 2 if atom.op == "norm2" else atom.args
    if atom.op == "norm2":
        return axiom(search, context, "norm2.dot", v) if v.op in ("vadd", "vscale") else None
    if v.op == "vadd":
        return axiom(search, context, "dot.sum", *v.args, w)
    if v.op == "vscale":
        return axiom(search, context, "dot.scale", *v.args, w)
    if v is w:
        return search.infer("SYM", context, of=axiom(search, context, "norm2.dot", v))
    if w.op in ("vadd", "vscale") or rank(w) < rank(v):
        return axiom(search, context, "dot.symmetric", v, w)
    return None


# -- values of special functions ------------------------------------------------------------------------------------

_VALUES = {
    ("gamma", ONE): "gamma.one", ("gamma", HALF): "gamma.half",
    ("atan", ZERO): "atan.0", ("atan", ONE): "atan.1", ("erf", ZERO): "erf.0", ("sgn", ZERO): "sgn.zero",
}  # fmt: skip


def special_value(search: Search, context: Context, atom: Term) -> Theorem | None:
    """Values at single places, of odd functions at negatives, and the sign of what has one."""
    (inner,) = atom.args
    schema = _VALUES.get((atom.op, inner))
    if schema is not None:
        return axiom(search, context, schema)
    if atom.op in ("atan", "erf"):
        return _of_odd(search, context, atom)
    if atom.op == "sgn":
        sign = prove_sign(search, context, inner)
        if sign is not None and sign.judgement.op == "<":
            schema = "sgn.positive" if sign.judgement.args[0] is ZERO else "sgn.negative"
            return axiom(search, context, schema, inner, premises=[sign])
    return None


def _of_odd(search: Search, context: Context, atom: Term) -> Theorem | None:
    """An odd function at what has a negative leading coefficient."""
    (inner,) = atom.args
    opposite = inner.args[0] if inner.op == "neg" else None
    if opposite is None:
        ring = Ring(atoms_of([inner]))
        form = ring.form(inner)
        if not form.num or form.num.leading_coefficient() > 0:
            return None
        opposite = make("*", (rat(-1), inner))
    negative = make("neg", (opposite,))
    value = axiom(search, context, f"{atom.op}.neg", opposite)
    if inner is negative:
        return value
    same = search.infer("RING", context, lhs=inner, rhs=negative, eqs=[])
    return search.infer("CHAIN", context, links=[search.infer("CONG", context, eq=same, term=atom, paths=[[0]]), value])


def gamma_step(search: Search, context: Context, argument: Term) -> Theorem:
    """``gamma(a + 1) = a gamma(a)``."""
    search.use(context, prove_order(search, context, ZERO, argument, True))
    return axiom(search, context, "gamma.next", argument)


# -- bounds ---------------------------------------------------------------------------------------------------------

_BOUNDS: dict[str, tuple[str, ...]] = {
    "exp": ("exp.tangent",), "log": ("log.tangent",), "cos": ("cos.low", "cos.high", "cos.below"),
    "sin": ("sin.low", "sin.high"), "tanh": ("tanh.low", "tanh.high"), "erf": ("erf.low", "erf.high"),
    "atan": ("atan.low", "atan.high"), "abs": ("abs.above", "abs.below"), "cosh": ("cosh.low",),
}  # fmt: skip


_CIRCLE = ("cos.low", "cos.high", "sin.low", "sin.high")


def bounds(search: Search, context: Context, atom: Term) -> Iterator[Theorem]:
    """What the table says of the size of an atom."""
    from rftheory.prover.arcs import strict_bound

    schemas = _BOUNDS.get(atom.op, ())
    if atom.op == "pfq" and atom.data in ((0, 1), (1, 1)):
        schemas = (f"pfq.{atom.data[0]}{atom.data[1]}.low",)
    elif atom.op == "bessel_i" and atom.args[0] is ZERO:
        schemas = ("bessel_i.low",)
    for schema in schemas:
        try:
            found = axiom(search, context, schema, *(atom.args[1:] if atom.op == "bessel_i" else atom.args))
            yield strict_bound(search, context, found, atom) if schema in _CIRCLE else found
        except Unproved:
            search.check_limit()


def positive_arc(search: Search, context: Context, atom: Term) -> Theorem | None:
    """``0 < sin a`` for a between 0 and pi, ``0 < cos a`` for a between -pi/2 and pi/2."""
    low, high = (ZERO, PI) if atom.op == "sin" else (make("*", (rat(Fraction(-1, 2)), PI)), make("*", (HALF, PI)))
    for relation, name in (("<", "positive"), ("<=", "nonneg")):
        try:
            premises = [
                prove_order(search, context, low, atom.args[0], relation == "<"),
                prove_order(search, context, atom.args[0], high, relation == "<"),
            ]
        except Unproved:
            continue
        return axiom(search, context, f"{atom.op}.{name}", atom.args[0], premises=premises)
    return None


def imaginary_turn(search: Search, context: Context, n: int, whole: Known, base: Term) -> Theorem:
    """``exp(b)^n = imag`` for ``n b = i pi/2``."""
    quarter = make("*", (HALF, IMAG, PI))
    found = exp_product(search, context, whole, quarter, [(base, n)])
    links = [search.infer("SYM", context, of=found), axiom(search, context, "exp.quarter")]
    return search.infer("CHAIN", context, links=links)
