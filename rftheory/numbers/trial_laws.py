"""Laws to try a claim with that holds for every law: three values each, drawn from the name of the variate.

What is claimed for every law may be tried with any; all moments and probabilities then belong to one and the same law,
so that inequalities between them may be tried as well. Undefined functions take values drawn from name and argument.
"""

from __future__ import annotations

import hashlib
import itertools

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.rules.nodes import Expectation, MeanOfSamples
from rftheory.rules.variates import COUNT, UnitVariate, Variate

_VALUES = 3
#: the law of counts tried for masses p_k that may be any, neither Poisson nor geometric
TRIAL_MASSES = sp.Lambda(COUNT, 1 / (sp.besseli(0, 2) * sp.factorial(COUNT) ** 2))


def drawn_number(name: str) -> sp.Rational:
    """A number drawn from a name, between 1/512 and 1."""
    digest = hashlib.sha256(name.encode()).digest()
    return sp.Rational(1 + digest[0], 257 + digest[1])


def trial_law(variate: Variate) -> tuple[sp.Rational, ...]:
    """The equally likely values of a variate, between 0 and 1; both ends are among those of a variate in [0, 1]."""
    if isinstance(variate, UnitVariate):
        return sp.Integer(0), drawn_number(variate.name), sp.Integer(1)
    return tuple(drawn_number(f"{variate.name} {k}") for k in range(_VALUES))


def with_values(expr: sp.Expr) -> sp.Expr:
    """The expression with numbers for undefined functions of numbers."""
    return expr.replace(lambda e: isinstance(e, AppliedUndef), lambda e: drawn_number(str(e)))


def trial_moment(node: Expectation) -> sp.Expr | None:
    """The expectation under the trial laws of variates, which leaves the means of what else is random in it.

    None if there is no variate, or one inside of a mean of samples, where each sample has a value of its own.
    """
    body = node.args[0]
    variates = sorted(body.atoms(Variate), key=lambda v: v.sort_key())
    if not variates or any(mean.atoms(Variate) for mean in body.atoms(MeanOfSamples)):
        return None
    laws = [trial_law(variate) for variate in variates]
    cases = [body.xreplace(dict(zip(variates, values, strict=True))) for values in itertools.product(*laws)]
    return sp.Add(*(Expectation(with_values(case)) for case in cases)) / len(cases)


def with_free_laws(expr: sp.Expr) -> sp.Expr:
    """The expression with every moment of variates under their trial laws."""

    def moment(node: Expectation) -> sp.Expr:
        known = trial_moment(node)
        return node if known is None else known

    return expr.replace(lambda e: isinstance(e, Expectation), moment)
