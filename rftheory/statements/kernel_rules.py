"""What the rules of the kernel are: theorems of the books, entries of tables, or bookkeeping and algebra.

The tables name their own axioms in the report of a claim. A rule that is a theorem of mathematics has its name here, with what
it says in one sentence, so that a report of what proofs rest on is complete. Proofs of those that are not found in this form in
a book are in docs/rules.md.
"""

from __future__ import annotations

#: what each rule that is a theorem says
THEOREMS = {
    # functions of one real variable
    "DERIV": (
        "Rules of differentiation and the derivatives of the standard functions, where they are defined and off "
        "their cuts."
    ),
    "MONO": "A standard function that is monotone on a range keeps or turns the order of two of its points.",
    "SLOPE": (
        "Mean value theorem: a real function, continuous on an interval, with a derivative of one sign inside is "
        "monotone there."
    ),
    "VALLEY": (
        "Mean value theorem: a real function on an interval whose derivative has the sign of x - p is least at p."
    ),
    "TANGENT": (
        "Convexity: a real function with a second derivative >= 0 on an interval lies above its tangent at an "
        "inner point."
    ),
    "CHORD": (
        "Convexity: a real function with a second derivative >= 0, continuous on the closed interval, lies below its chord."
    ),
    "CONT": (
        "Sums, products and compositions of continuous functions are continuous, and so is a maximum over compact"
        " balls (Berge)."
    ),
    "LIMIT": (
        "Algebra of limits: of sums, products, inverses, powers and of continuous functions, unless the form is "
        "indeterminate."
    ),
    "SQUEEZE": "A function between two that have one limit has this limit.",
    "LHOPITAL": "l'Hospital's rule: f, g -> 0, g real, g' != 0 beside the point; a limit of f'/g' is one of f/g.",
    "INTEGRABLE": "A function that is continuous on a closed bounded interval is integrable there.",
    "FTC": (
        "Fundamental theorem: an integrable derivative has the difference of the limits at both ends as its integral."
    ),
    "FTC_L1": (
        "A derivative of one sign, of a function with finite limits at both ends, is integrable (monotone convergence)."
    ),
    "PARTS": "Integration by parts, if u v has limits at both ends and u v', u' v are integrable.",
    "SUBST": (
        "Change of variables by a differentiable map with a derivative of one sign, if one of the two integrals "
        "converges."
    ),
    # sums, integrals and means that converge absolutely
    "LIN": "Linearity of sums, integrals and means, each of which converges absolutely.",
    "SPLIT": "A range may be cut in two, if the whole or both parts converge absolutely.",
    "DOM": "Domination: |f| <= g with a convergent g; a bounded function under a probability law.",
    "COMPARE": "Monotonicity: f <= g for all values gives this order of two convergent sums, integrals or means.",
    "SWAP": (
        "Fubini and Tonelli: two sums, integrals or means may be exchanged, if the double one converges absolutely."
    ),
    "REINDEX": (
        "A convergent sum is the same over indices that are shifted or reversed; of an infinite one, even and odd"
        " members."
    ),
    "SERIES": (
        "A convergent series whose ratio of neighbours is that of a hypergeometric one is its first member times pFq."
    ),
    # laws
    "INDEP": "The mean of a product of functions of independent draws is the product of the means, which converge.",
    "BLOCK": (
        "Marginal law: draws that do not occur may be left out of a mean over independent draws, and their order "
        "changed."
    ),
    "NEST": "Fubini: a mean of means over an independent block is the mean over both, if it converges absolutely.",
    "IID": "Different members of a family of independent draws of one law are independent draws of it.",
    "IIDPROD": "The mean of the product of one function of each member of such a family is the product of the means.",
    "IMAGE": (
        "Normal, sign and sphere laws are symmetric; a normal vector is an independent chi(d) length times a "
        "direction; chi-square laws add up; a mean over the image of a law is one over the law."
    ),
    "GRAMLAW": (
        "The products of a normal vector with vectors of Gram matrix C C', and its square, are (C g)_i and |g|^2 "
        "+ c: g_1, ..., g_r standard normal and c ~ chi2(d - r), independent, r <= d."
    ),
    "FRAME": (
        "Orthogonal normal vectors are independent chi(d) lengths times the members of a uniform orthonormal frame."
    ),
    "SUBFRAME": (
        "Different members of a uniform orthonormal frame are a uniform frame of their number, one alone a point "
        "of the sphere."
    ),
    "PEEL": (
        "The products of x with members of a uniform frame of R^d: s.x with one, s on the sphere, and those of a "
        "uniform frame of R^(d - 1) with a direction, times sqrt(|x|^2 - (s.x)^2), with the others."
    ),
    "TURN": "A uniform orthonormal frame that is mixed by an orthogonal matrix, independent of it, has the same law.",
    # probabilities
    "MARKOV": "Markov's inequality: P(X >= a) <= E X / a for X >= 0 with a mean and a > 0.",
    "UNION": (
        "Boole's inequality: an event that needs one of some events is at most as probable as all of them together."
    ),
    "NET": (
        "If F changes by at most L |x_i - x'_i| in each of k balls, of radii R_i in R^(d_i), and P(|F(x)| >= "
        "eps/2) <= M for each x, then P(max |F| >= eps) <= prod (1 + 4 k R_i L/eps)^(d_i) M."
    ),
}
#: rules whose conclusions name an axiom of a table
TABLES = frozenset({"ATOM", "LIMTABLE", "INTEGRABLE_TABLE", "DENSITY", "GAUSS", "MOMENT"})
#: logic, definitions, and what is decided by computing with polynomials, numbers and finite sums
BOOKKEEPING = frozenset(
    {
        "HYP", "DEF", "INST", "REFL", "SYM", "CHAIN", "WEAKEN", "ANTISYM", "VALUE", "ABSURD", "CASES", "IND", "ALL", "ALLUSE",
        "INHABIT", "FAMILIES", "CONG", "TRANSPORT", "LEMMA", "RING", "POS", "NZ", "NUM", "L1", "CONST", "NULL", "SINGLE", "MEMBERS",
        "FINITE", "INDICATOR", "LIMCONT", "LIMEQ",
    }
)  # fmt: skip


def theorem_name(rule: str) -> str:
    """The name of a rule that is a theorem, beside the names of axioms."""
    return f"rule.{rule.lower()}"
