"""Terms by short names, for what is written often."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.terms import ONE, ZERO, Term, make, power, rat

HALF, QUARTER = rat(Fraction(1, 2)), rat(Fraction(1, 4))
GAUSS = make("gauss")


def parts_of(terms: Iterable[Term], ends: Callable[[Term], bool] = lambda _: False) -> Iterator[Term]:
    """Terms and their parts, each once; of those that are ``ends`` nothing inside."""
    seen, todo = set[Term](), list(terms)
    while todo:
        part = todo.pop()
        if part not in seen:
            seen.add(part)
            yield part
            if not ends(part):
                todo += part.args


def total(parts: Sequence[Term]) -> Term:
    return make("+", parts) if len(parts) > 1 else parts[0] if parts else ZERO


def product(parts: Sequence[Term]) -> Term:
    return make("*", parts) if len(parts) > 1 else parts[0] if parts else ONE


def raised(base: Term, exponent: int) -> Term:
    """A power with an integer exponent, negative ones by `inv`."""
    if exponent < 0:
        return make("inv", (raised(base, -exponent),))
    return base if exponent == 1 else power(base, exponent)


def add(*terms: Term) -> Term:
    """A sum as it is written: zeros stay."""
    return make("+", terms)


def mul(*factors: Term) -> Term:
    """A product as it is written: ones stay."""
    return make("*", factors)


def minus(first: Term, second: Term) -> Term:
    return make("+", (first, make("neg", (second,))))


def neg(term: Term) -> Term:
    return make("neg", (term,))


def plus(*terms: Term) -> Term:
    return total([term for term in terms if term is not ZERO])


def times(*factors: Term) -> Term:
    return product([factor for factor in factors if factor is not ONE])


def inv(term: Term) -> Term:
    return make("inv", (term,))


def exp(term: Term) -> Term:
    return make("exp", (term,))


def gamma(term: Term) -> Term:
    return make("gamma", (term,))


def half(term: Term) -> Term:
    return times(HALF, term)


def mean_of(context: Context, laws: Sequence[Term], body: Callable[..., Term]) -> Term:
    """``E body(draws)``."""
    _, draws = open_binder(context, make("E", (*laws, ZERO)))
    return make("E", (*laws, close(body(*draws), draws)))


def integral_of(context: Context, low: Term, high: Term, body: Callable[[Term], Term]) -> Term:
    _, variables = open_binder(context, make("int", (low, high, ZERO)))
    return make("int", (low, high, close(body(*variables), variables)))
