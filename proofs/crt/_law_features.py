"""What is claimed of the features of one law of counts: masses, display as a case of (10), mean, variance, and their sign where shifted."""

from proofs.crt._setting import *
from proofs.crt._discrete import DRAW, INPUTS, KERNEL, check, variance, w
from rftheory.coordinates import k, x, y
from rftheory.rules.counts import sum_series
from rftheory.rules.nodes import mean


def law_claims(
    family: DiscreteFamily, parameter: Range, name: str, masses: str, series: str, display: str
) -> list[Claim]:
    """The three claims about a family whose law has one parameter.

    Args:
        name: of the law, in words.
        masses: what is printed for p_k.
        series: the sum that the masses make.
        display: where the feature is printed.
    """
    domain = INPUTS.with_ranges(parameter)
    total_mass = sp.Sum(family.law(k), (k, 0, sp.oo))
    return [
        lemma(
            f"law: the masses {masses} sum to one",
            eq(total_mass, 1),
            domain,
            lambda: Derivation(total_mass, domain).apply(sum_series, series),
        ),
        claim(
            f"features: for every outcome w of the counts, (10) with the {name} law is the printed feature",
            eq(DiscretelyInduced(family.law).feature(w, x), family.feature(w, x)),
            domain.with_ranges(DRAW),
            location=display,
            print="restored",
        ),
        claim(
            "unbiased: E f(w, x) f(w, y) = K(x, y)",
            eq(mean(family.sample(family.counts(), x, y)), KERNEL),
            domain,
            print="restored",
        ),
    ]


def law_checks(family: DiscreteFamily, name: str) -> list[MomentCheck]:
    """Draws of the printed map, and of (10) with the law."""
    return [
        check(f"{words}, d = {dimension}", drawn, "mean", KERNEL, "unbiased", dimension)
        for words, drawn, dimension in (
            ("printed map", family, 2),
            ("printed map", family, 3),
            (f"map (10) with the {name} law", DiscretelyInduced(family.law), 2),
        )
    ]


def variance_of_one(family: DiscreteFamily) -> sp.Expr:
    """The printed variance of one sample: the second moment less the square of the kernel."""
    return family.second_moment(x, y) - KERNEL**2


def variance_claims(family: DiscreteFamily, number: str, domain: Domain) -> list[Claim]:
    """The variance of one sample, as the equation of a number prints it, and that of the mean of m."""
    counts, printed = family.counts(), variance_of_one(family)
    return [
        claim(
            f"variance: the variance of one sample, {number}",
            eq(variance(family.sample(counts, x, y)), printed),
            domain,
            location=number,
            print="restored",
        ),
        lemma(
            f"mean of m samples: the mean squared error of m iid samples is {number} divided by m",
            eq(mean_squared_error(family.estimator(counts, x, y, m), KERNEL), printed / m),
            domain.with_ranges(M),
        ),
    ]


def variance_checks(family: DiscreteFamily) -> list[MomentCheck]:
    """Draws of both, in two and in three dimensions."""
    one = variance_of_one(family)
    return [
        check("one sample, d = 2", family, "mse", one, "variance"),
        check("one sample, d = 3", family, "mse", one, "variance", 3),
        check("three samples, d = 2", family, "mse", one / m, "mean of m samples", size=3),
    ]


def positive_claim(family: DiscreteFamily, says: str, where: str, at: object, domain: Domain) -> Claim:
    """The features of a family are positive at a shifted input, whatever the counts."""
    feature = family.feature(w, at)
    return claim(
        f"the features of {says} are positive at {where}, for every outcome w",
        gt(feature, 0),
        domain,
        lambda: Derivation(feature, domain).at_least(0),
        name=f"positive, {says}",
        mutants=[lt(feature, 0), sp.Rational(1, 2)],
    )
