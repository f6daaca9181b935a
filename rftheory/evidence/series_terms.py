"""Terms of power series: what is proved of them before a function is put for its series, or the reverse.

``exp(z)`` and ``pFq(a; b; z)`` with p <= q converge for every z and have the first term 1 and the ratio
``prod (a + k) / prod (b + k) z / (k + 1)`` of consecutive terms, where no b is 0, -1, -2, ...; ``c z^p exp(z)`` has the
terms of ``c exp(z)`` moved by p.
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.evidence.chain_words import *
from rftheory.rules.expectation import expand_products


def require_series(terms: Mapping[sp.Expr, sp.Expr], index: sp.Symbol, domain: Domain) -> None:
    """Prove for every function that the term given for it is that of its series, for the indices 0, 1, 2, ...

    ``domain`` is that of the chain, without the index.
    """
    item = Range(index, 0, None, integer=True)
    if index in names_of(domain):
        raise Unproved(f"the index {index} has the name of a parameter")
    if not is_as_assumed(item, domain):
        raise Unproved(f"{index} is not what its symbol assumes for all of 0, 1, 2, ...")
    whole = replace(domain, ranges=(*domain.ranges, item))
    for function, term in terms.items():
        if index in function.free_symbols | hidden_symbols(function) | hidden_symbols(term):
            raise Unproved(f"{function} depends on the index {index}")
        _require_term(function, term, index, whole)


def split_function(function: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """A function as a constant times a power of z, and ``exp(z)`` or ``pFq(z)``."""
    factors = sp.Mul.make_args(function)
    # beside a hypergeometric function an exponential is a constant factor
    kernels = [f for f in factors if isinstance(f, sp.hyper)] or [f for f in factors if isinstance(f, sp.exp)]
    if len(kernels) != 1:
        raise Unproved(f"{function} is not a monomial times an exponential or hypergeometric function")
    kernel = kernels[0]
    if isinstance(kernel, sp.hyper) and len(kernel.ap) > len(kernel.bq):
        raise Unproved(f"{kernel} is not known to be entire")
    return sp.Mul(*(f for f in factors if f is not kernel)), kernel


def term_of(expr: sp.Expr, terms: Mapping[sp.Expr, sp.Expr], index: sp.Symbol) -> sp.Expr:
    """The k-th term of a linear combination of the functions (of two that fit, the one with more factors is meant)."""
    functions = sorted(terms, key=lambda f: -len(sp.Mul.make_args(f)))
    kernels = {split_function(function)[1] for function in functions}
    total = []
    for part in sp.Add.make_args(expand_products(expr)):
        if part == 0:
            continue
        quotients = ((function, part / function) for function in functions)
        found = next(((f, q) for f, q in quotients if not q.has(index, *kernels) and _is_multiple(part, f)), None)
        if found is None or index in hidden_symbols(part):
            raise Unproved(f"{part} in {expr} has no series")
        total.append(found[1] * terms[found[0]])
    return sp.Add(*total)


def _is_multiple(part: sp.Expr, function: sp.Expr) -> bool:
    """Whether the factors of a function are among those of a term."""
    return {f for f in sp.Mul.make_args(function) if not f.is_number} <= set(sp.Mul.make_args(part))


def _require_term(function: sp.Expr, term: sp.Expr, index: sp.Symbol, domain: Domain) -> None:
    """Prove that ``term`` is the k-th term of ``function``."""
    monomial, kernel = split_function(function)
    argument = kernel.args[-1]
    starts_at_once = decide_equal(placed(term, {index: 0}), monomial, domain).zero
    power = 0 if starts_at_once else _degree(monomial, argument)
    moved = placed(term, {index: index + power})
    upper, lower = (kernel.ap, kernel.bq) if isinstance(kernel, sp.hyper) else ((), ())
    for parameter in lower:
        if not is_nonzero(parameter + index, domain):
            raise Unproved(f"the lower parameter {parameter} of {kernel} is not proved to be none of 0, -1, -2, ...")
    rise = argument / (index + 1)
    rise *= sp.Mul(*(a + index for a in upper)) / sp.Mul(*(b + index for b in lower))
    checks = [(placed(moved, {index: 0}), monomial), (placed(moved, {index: index + 1}), rise * moved)]
    checks += [(placed(term, {index: number}), sp.Integer(0)) for number in range(power)]
    for left, right in checks:
        decision = decide_equal(left, right, domain)
        if not decision.zero:
            raise Unproved(f"{term} is not proved the term of {function}: {left} and {right} ({decision.reason})")


def _degree(monomial: sp.Expr, argument: sp.Expr) -> int:
    """The p of ``c z^p``."""
    for power in range(9):
        quotient = sp.cancel(monomial / argument**power)
        if not quotient.free_symbols & argument.free_symbols:
            return power
    raise Unproved(f"{monomial} is not a constant times a power of {argument}")
