"""Definedness and realness of terms: what stops the kernel is found and proved, part by part, the inner ones first."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import at_most, defined
from rftheory.kernel.known import dimension, integer
from rftheory.kernel.terms import inside
from rftheory.kernel.values import nonneg, nonzero, positive, real


@goal
def define(search: Search, context: Context, term: Term) -> bool:
    """List what a term needs to have a value; its parts are no goals of their own."""
    return _define(search, context, term)


def _define(search: Search, context: Context, term: Term) -> bool:
    kernel = search.kernel
    if defined(kernel, context, term):
        return True
    binds = bound_tags(term.op, term.args, term.data)
    outer = term.args[: len(term.args) - inside(term.op)] if binds else term.args
    for arg in outer:
        if arg.sort in ("scalar", "vec"):
            _define(search, context, arg)
    if binds:
        _define_inside(search, context, term)
    if defined(kernel, context, term):
        return True
    _define_at_value(search, context, term)
    if not defined(kernel, context, term):
        raise Unproved(f"not known to be defined: {shown(term)}")
    return True


def _define_inside(search: Search, context: Context, term: Term) -> None:
    """What a binder holds, in the context that it opens."""
    if term.op in ("sum", "prod") and term.args[1] is not OO:
        _prove_range(search, context, term)
    try:
        inner, _ = open_binder(context, term)
        if not is_well_formed(search.kernel, inner):
            raise Unproved(f"the inside of {term.op} is not known to be well-formed: {shown(term)}")
        _, _, held = bodies(context, term)
    except Refused as error:
        raise Unproved(f"{error}: {shown(term)}") from error
    for body in held:
        _define(search, inner, body)
        if term.op == "P" and term.data in ("<", "<="):
            make_real(search, inner, body)


def _prove_range(search: Search, context: Context, term: Term) -> None:
    """Ends of a finite sum: the last one is not below the first one less one."""
    kernel, (first, last) = search.kernel, term.args[:2]
    lower = rat(first.data - 1) if first.op == "rat" else make("+", (first, rat(-1)))
    if not (at_most(kernel, context, lower, last) or at_most(kernel, context, first, last)):
        search.use(context, prove_order(search, context, lower, last, False))


def _define_at_value(search: Search, context: Context, term: Term) -> None:
    """Conditions on the values of arguments."""
    run, kernel, op, args = search.run, search.kernel, term.op, term.args
    if op in ("inv", "log"):
        if not nonzero(kernel, context, args[0]):
            search.use(context, prove_nonzero(run, context, args[0]))
    elif op in ("tanh", "atan", "erf", "sgn"):
        make_real(run, context, args[0])
    elif op == "gamma":
        _use_positive(search, context, args[0])
    elif op == "rpow":
        _define_power(search, context, *args)
    elif op in ("bessel_i", "bessel_j"):
        if not integer(kernel, context, args[0]):
            make_real(run, context, args[0])
            make_real(run, context, args[1])
            for arg in args:
                _use_sign(search, context, arg)
    elif op == "pfq":
        for arg in args[term.data[0] : -1]:
            _use_positive(search, context, arg)
        if term.data[0] > term.data[1]:
            search.use(context, prove_order(run, context, make("abs", (args[-1],)), ONE, True))
    elif op in ("at", "coord"):
        _prove_index(search, context, term)
    elif op == "vscale":
        make_real(run, context, args[0])
    elif op == "max":
        _prove_continuous(search, context, term)
    elif op == "E":
        from rftheory.prover.expectations import make_convergent

        make_convergent(run, context, term)
    elif op == "P":
        from rftheory.prover.expectations import make_laws

        make_laws(run, context, term)
    elif op == "int" or (op == "sum" and args[1] is OO):
        search.use(context, prove_convergent(run, context, term))


def _prove_continuous(search: Search, context: Context, term: Term) -> None:
    """A maximum: a real function that is continuous on its balls, the radii of which are at least 0."""
    make_real(search, bodies(context, term)[0], bodies(context, term)[2][0])
    for radius in term.args[1:-1:2]:
        if not nonneg(search.kernel, context, radius):
            search.use(context, prove_order(search, context, ZERO, radius, False))
    over = make("cont_balls", term.args, term.data)
    search.use(context, search.infer("CONT", context, over=over, given=[], premises=[]))


def _define_power(search: Search, context: Context, base: Term, exponent: Term) -> None:
    make_real(search, context, exponent)
    kernel = search.kernel
    if nonzero(kernel, context, base) or positive(kernel, context, exponent):
        return
    if integer(kernel, context, exponent) and nonneg(kernel, context, exponent):
        return
    sign = prove_sign(search, context, exponent)
    if sign is not None and sign.judgement.args[0] is ZERO:
        search.use(context, sign)
        if sign.judgement.op == "<" or integer(kernel, context, exponent):
            return
    search.use(context, prove_nonzero(search, context, base))


def _prove_index(search: Search, context: Context, term: Term) -> None:
    """An index lies between the ends of its family."""
    family, index = term.args
    if term.op == "coord":
        first, last = ONE, dimension(search.kernel, context, family)
    elif family.op == "var":
        declaration = context.declarations[family.data[0]]
        first, last = (declaration.args[0], None) if family.sort == "seq" else (ONE, declaration.args[0])
    else:
        return
    for smaller, larger in ((first, index), (index, last)):
        if larger is not None and not at_most(search.kernel, context, smaller, larger):
            search.use(context, prove_order(search, context, smaller, larger, False))


def _use_positive(search: Search, context: Context, term: Term) -> None:
    if not positive(search.kernel, context, term):
        search.use(context, prove_order(search, context, ZERO, term, True))


def _use_sign(search: Search, context: Context, term: Term) -> None:
    sign = prove_sign(search, context, term)
    if sign is not None:
        search.use(context, sign)


@goal
def realise(search: Search, context: Context, term: Term) -> bool:
    kernel = search.kernel
    if real(kernel, context, term):
        return True
    binds = bound_tags(term.op, term.args, term.data)
    if binds:
        inner, _, (body,) = bodies(context, term)
        if is_well_formed(kernel, inner):
            make_real(search, inner, body)
    else:
        for arg in term.args:
            if arg.sort == "scalar" and not real(kernel, context, arg):
                make_real(search, context, arg)
        if term.op in ("sqrt", "root", "log", "rpow", "bessel_i", "bessel_j"):
            _use_sign(search, context, term.args[-1 if term.op.startswith("bessel") else 0])
        if term.op == "log" and not real(kernel, context, term):
            _realise_logarithm(search, context, term)
    if not real(kernel, context, term):
        raise Unproved(f"not known to be real: {shown(term)}")
    return True


def _realise_logarithm(search: Search, context: Context, term: Term) -> None:
    """Its order with the tangent says that it is real, where a lower bound of its argument below 0 was seen first."""
    sign = prove_sign(search, context, term.args[0])
    if sign is not None and sign.judgement.op == "<" and sign.judgement.args[0] is ZERO:
        search.use(context, axiom(search, context, "log.tangent", *term.args, premises=[sign]))
