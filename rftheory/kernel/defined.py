"""Definedness: ``def t`` in a context means that at every point of it the term has a finite value.

Shown by structural recursion; what the structure does not tell must be `known`. Definedness and well-formed contexts ask each
other (a sum is defined where its body is in the context that it opens), so they stand in one file. Every function here
answers False where nothing is known; only `require_*` refuse.
"""

from __future__ import annotations

from collections.abc import Callable

from rftheory.kernel.contexts import Context, bodies, range_facts
from rftheory.kernel.known import dimension, integer, is_said, kept, known, told
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.terms import FIXED, ONE, OO, ZERO, Term, make, rat
from rftheory.kernel.theorems import Kernel
from rftheory.kernel.values import OF_REAL, low, nonneg, nonzero, positive, real

_ENTIRE = {"neg", "abs", "re", "im", "conj", "exp", "sin", "cos", "sinh", "cosh", "+", "*", "sqrt", "pow", "root"}
_LEAVES = {"rat", "pi", "imag", "var"}


# -- definedness ----------------------------------------------------------------------------------------------------


def defined(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether ``def t`` is shown in the context; for vectors and laws, whether all their parts are."""
    return kept(kernel, context, "def", term, lambda: _defined(kernel, context, term))


def _defined(kernel: Kernel, context: Context, term: Term) -> bool:
    context.require(term)
    if term.op in _LEAVES:
        return True
    if term.sort == "scalar" and is_said(kernel, context, term, "def", "real", "int?"):
        return True
    check = _CHECKS.get(term.op)
    if check is not None:
        return check(kernel, context, term)
    if term.op not in FIXED and term.op not in _ENTIRE:
        return False
    if not all(defined(kernel, context, arg) for arg in term.args):
        return False
    return term.op in _ENTIRE or _defined_at_value(kernel, context, term)


def _defined_at_value(kernel: Kernel, context: Context, term: Term) -> bool:
    """Operators with conditions on the values of their arguments, which are defined."""
    op, args = term.op, term.args
    if op in OF_REAL:
        return real(kernel, context, args[0])
    if op in ("inv", "log"):
        return nonzero(kernel, context, args[0])
    if op == "rpow":
        base, exponent = args
        return real(kernel, context, exponent) and (
            nonzero(kernel, context, base)
            or positive(kernel, context, exponent)
            or (integer(kernel, context, exponent) and nonneg(kernel, context, exponent))
        )
    if op == "gamma":
        return positive(kernel, context, args[0])
    if op in ("bessel_i", "bessel_j"):
        order, place = args
        if integer(kernel, context, order):
            return True
        both = real(kernel, context, order) and real(kernel, context, place)
        return both and (
            positive(kernel, context, place) or (nonneg(kernel, context, order) and nonneg(kernel, context, place))
        )
    return _defined_vector(kernel, context, term)


def _defined_vector(kernel: Kernel, context: Context, term: Term) -> bool:
    op, args = term.op, term.args
    if op == "norm2":
        return True
    if op in ("dot", "vadd"):
        first, second = (dimension(kernel, context, arg) for arg in args)
        return first is not None and first is second
    if op == "vscale":
        return real(kernel, context, args[0])
    if op == "coord":
        size = dimension(kernel, context, args[0])
        return size is not None and is_index(kernel, context, args[1], ONE, size)
    if op == "ap":
        return _in_range_of_function(kernel, context, *args)
    return False


def is_index(kernel: Kernel, context: Context, term: Term, first: Term, last: Term | None) -> bool:
    """Whether an integer lies between two ends, as far as facts or literals say."""
    if not (defined(kernel, context, term) and integer(kernel, context, term)):
        return False
    return at_most(kernel, context, first, term) and (last is None or at_most(kernel, context, term, last))


def at_most(kernel: Kernel, context: Context, smaller: Term, larger: Term) -> bool:
    """Whether ``smaller <= larger`` is the same term, known, or told by a rational between them."""
    if smaller is larger or any(told(kernel, context, order, smaller, larger) for order in ("<=", "<")):
        return True
    below = low(kernel, context, larger) if smaller.op == "rat" else None
    if below is None:
        return False
    # an integer above a number is at least the next integer
    least = below[0] + 1 if below[1] and below[0].denominator == 1 and integer(kernel, context, larger) else below[0]
    return bool(smaller.data <= least)


def _in_range_of_function(kernel: Kernel, context: Context, function: Term, place: Term) -> bool:
    declaration = context.declarations[function.data[0]]

    def held(order: Term) -> bool:
        if order.op == "<=":
            return at_most(kernel, context, *order.args)
        return known(kernel, context, order) or (order.args[0] is ZERO and positive(kernel, context, order.args[1]))

    return real(kernel, context, place) and all(map(held, range_facts(declaration, place)))


# -- binders --------------------------------------------------------------------------------------------------------


def _finite_range(kernel: Kernel, context: Context, term: Term) -> bool:
    """Ends of a finite sum or product: integers, the upper one not below the lower one less one."""
    first, last = term.args[:2]
    if not all(defined(kernel, context, end) and integer(kernel, context, end) for end in (first, last)):
        return False
    if first.op == "rat":
        return at_most(kernel, context, rat(first.data - 1), last)
    return at_most(kernel, context, first, last) or at_most(kernel, context, make("+", (first, rat(-1))), last)


def _defined_sum(kernel: Kernel, context: Context, term: Term) -> bool:
    if term.args[1] is OO:
        return _by_convergence(kernel, context, term)
    return _finite_range(kernel, context, term) and defined_inside(kernel, context, term)


def defined_inside(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether the body of a binder is defined wherever it is asked for."""
    inner, _, (body,) = bodies(context, term)
    return is_well_formed(kernel, inner) and defined(kernel, inner, body)


def _by_convergence(kernel: Kernel, context: Context, term: Term) -> bool:
    """Integrals, infinite sums and expectations have a value where they are known to converge absolutely."""
    return told(kernel, context, "l1", term)


def _defined_member(kernel: Kernel, context: Context, term: Term) -> bool:
    family, index = term.args
    if family.op != "var":
        return False
    declaration = context.declarations[family.data[0]]
    if declaration.data[0] == "seq":
        return is_index(kernel, context, index, declaration.args[0], None)
    return is_index(kernel, context, index, ONE, declaration.args[0])


def _defined_probability(kernel: Kernel, context: Context, term: Term) -> bool:
    if not all(is_law(kernel, context, law) for law in term.args[:-2]):
        return False
    inner, _, sides = bodies(context, term)
    if not (is_well_formed(kernel, inner) and all(defined(kernel, inner, side) for side in sides)):
        return False
    return term.data in ("=", "!=") or all(real(kernel, inner, side) for side in sides)


def _defined_maximum(kernel: Kernel, context: Context, term: Term) -> bool:
    if not known(kernel, context, make("cont_balls", term.args, term.data)):
        return False
    inner, _, (body,) = bodies(context, term)
    return real(kernel, inner, body)


def _defined_series(kernel: Kernel, context: Context, term: Term) -> bool:
    above, below = term.data
    if not all(defined(kernel, context, arg) for arg in term.args):
        return False
    if not all(positive(kernel, context, arg) for arg in term.args[above : above + below]):
        return False
    return above <= below or known(kernel, context, make("<", (make("abs", (term.args[-1],)), ONE)))


_CHECKS: dict[str, Callable[[Kernel, Context, Term], bool]] = {
    "sum": _defined_sum, "prod": _defined_sum, "int": _by_convergence, "E": _by_convergence, "P": _defined_probability,
    "max": _defined_maximum, "at": _defined_member, "pfq": _defined_series,
}  # fmt: skip


def is_law(kernel: Kernel, context: Context, law: Term) -> bool:
    """Whether the parameters of a law are as it asks: then it has draws."""
    op, args = law.op, law.args
    if op in ("var", "gauss", "sign"):
        return True
    if op in ("normal", "chi", "sphere", "chi2"):
        return is_index(kernel, context, args[0], ZERO if op == "chi2" else ONE, None)
    if op == "uniform":
        held = all(defined(kernel, context, arg) and real(kernel, context, arg) for arg in args)
        return held and told(kernel, context, "<", *args)
    if op == "iid":
        return is_index(kernel, context, args[0], ONE, None) and is_law(kernel, context, args[1])
    if op in ("ortho", "frame"):
        return is_index(kernel, context, args[0], ONE, args[1]) and is_index(kernel, context, args[1], ONE, None)
    if op == "finite":
        masses = args[1::2]
        total = masses[0] if len(masses) == 1 else make("+", masses)
        one = all(mass.op == "rat" for mass in masses) and sum(mass.data for mass in masses) == 1
        held = all(defined(kernel, context, arg) and real(kernel, context, arg) for arg in args)
        held = held and all(nonneg(kernel, context, mass) for mass in masses)
        return held and (one or told(kernel, context, "=", total, ONE))
    if op == "mass":
        return _is_mass(kernel, context, law)
    if op == "image":
        inner, _, (value,) = bodies(context, law)
        held = all(is_law(kernel, context, one) for one in args[:-1]) and is_well_formed(kernel, inner)
        return held and defined(kernel, inner, value) and real(kernel, inner, value)
    return False


def _is_mass(kernel: Kernel, context: Context, law: Term) -> bool:
    """A mass function: real, not negative, summable, with the sum 1."""
    total = make("sum", law.args)
    inner, _, (mass,) = bodies(context, total)
    return (
        is_well_formed(kernel, inner)
        and defined(kernel, context, total)
        and real(kernel, inner, mass)
        and nonneg(kernel, inner, mass)
        and told(kernel, context, "=", total, ONE)
    )


# -- contexts -------------------------------------------------------------------------------------------------------


def is_well_formed(kernel: Kernel, context: Context) -> bool:
    try:
        require_well_formed(kernel, context)
    except Refused:
        return False
    return True


def require_well_formed(kernel: Kernel, context: Context) -> None:
    """Every entry has a meaning in the entries before it: ends and sides are defined, real or integer as they must be."""
    if context in kernel.well_formed:
        kernel.used |= kernel.well_formed[context]
        return
    parent, entry = context.parent, context.entry
    assert parent is not None and entry is not None
    require_well_formed(kernel, parent)
    outer, kernel.used = kernel.used, set()
    try:
        if entry.sort == "decl":
            _require_declaration(kernel, parent, entry)
        else:
            _require_fact(kernel, parent, entry)
        kernel.well_formed[context] = kernel.well_formed[parent] | kernel.used
    finally:
        kernel.used = outer
    kernel.used |= kernel.well_formed[context]


def _require_declaration(kernel: Kernel, context: Context, entry: Term) -> None:
    tag, low_kind, high_kind = entry.data
    params = entry.args[: len(entry.args) - (low_kind != "none") - (high_kind != "none")]
    for param in params:
        if not (defined(kernel, context, param) and integer(kernel, context, param)):
            raise Refused(f"a size of a variable ({tag}) is not known to be an integer")
        if tag != "seq" and not at_most(kernel, context, ONE, param):
            raise Refused(f"a size of a variable ({tag}) is not known to be at least 1")
    for end in entry.args[len(params) :]:
        fits = integer if tag == "int" else real
        if not (defined(kernel, context, end) and fits(kernel, context, end)):
            raise Refused(
                f"an end of a variable ({tag}) is not known to be defined and {'an integer' if tag == 'int' else 'real'}"
            )


def _require_fact(kernel: Kernel, context: Context, fact: Term) -> None:
    if fact.op == "all":
        declared = context.with_entry(fact.args[0])
        require_well_formed(kernel, declared)
        inner, _, (body,) = bodies(context, fact)
        _require_fact(kernel, inner, body)
    elif fact.op in ("=", "!=", "<=", "<"):
        for side in fact.args:
            demand(defined(kernel, context, side), "a side of a fact is not known to be defined")
            if fact.op in ("<=", "<") and not real(kernel, context, side):
                raise Refused("a side of an order is not known to be real")
