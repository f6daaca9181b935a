"""What is claimed of the features of one law of counts: its masses, its display as a case of (10), its mean."""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import k, x, y
from rftheory.proofs.crt._discrete import DRAW, INPUTS, KERNEL, Discrete, point, w
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
            Chain(total_mass).computed(sum_series, series),
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
        )
        .drawn(Discrete(family), "mean", point(2), name="printed map, d = 2")
        .drawn(Discrete(family), "mean", point(3), name="printed map, d = 3")
        .drawn(Discrete(DiscretelyInduced(family.law)), "mean", point(2), name=f"map (10) with the {name} law, d = 2"),
    ]
