"""What the prover says of a line that resists, what that means, and what helps: the table of ``rftheory check`` and of its page."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Help:
    """One kind of message.

    Attributes:
        says: its words, as a regular expression.
        shown: these words as a page shows them.
        means: what stopped the prover.
        do: what the author of the file can do about it.
    """

    says: str
    shown: str
    means: str
    do: str


_BETWEEN = "a line between"
#: of the bound of a probability, whose attempts are inequalities that fail each in its own way
EVENTS = Help(
    r"Markov's inequality|an event with a random level",
    "as it stands: ...; Markov's inequality: ...; Chebyshev's inequality: ...",
    "The bound of the probability is not seen, and no inequality that is tried leads to it (docs/reach.md).",
    "Where `values:` shows no violation, write a chain from the probability: `.tail(rule)` with a rule of concentration, or "
    "`.le(...)` of the mean of an exponential of the deviation, then lines that bound this mean.",
)
#: the first one that matches counts, so that what is special comes first
HELPS = (
    Help(
        r"^refused: ",
        "refused: ...",
        "The claim cannot be judged as written: its domain, a symbol or a number does not mean what it seems to mean.",
        "Change what the message names: the range of a symbol, a float in place of an exact number, a domain without a point.",
    ),
    Help(
        r"^not looked for: ",
        "not looked for: line 2 is false",
        "A chain with a false line proves nothing, so the prover does not try the claim.",
        "Correct this line first.",
    ),
    Help(
        r"^the file says that this is false",
        "the file says that this is false, and no value shows it",
        "The file marks the claim as `.false(...)`, but the claim does not fail at any point that was tried.",
        "Name a point at which it fails, `.false(at={t: 1}, ...)`, or remove the mark.",
    ),
    EVENTS,
    Help(
        r"not equal ",
        "not equal at t = 1: A = B",
        "The two sides have different values somewhere in the domain, so the line is false.",
        "Correct the expression. If it is true on a part of the domain only, restrict the domain with `where(...)`.",
    ),
    Help(
        r"the steps for this goal are used up|more than \d+ (steps|terms|atoms)|too many goals|the clock ended",
        "the steps for this goal are used up",
        "The line is too large a step for the search.",
        f"Write {_BETWEEN} that changes one part only. Or prove a part as a claim of its own and use it, `.use(lemma)` (an order) or "
        "`.by(lemma)` (an equality).",
    ),
    Help(
        r"a limit over integers",
        "a limit over integers: n",
        "The variable of the limit runs through integers, where no derivative and no continuity help.",
        "Give the variable a range of real numbers if the expression has a meaning there, or claim bounds for every integer, `le(...)`, in "
        "place of the limit.",
    ),
    Help(
        r"no sign of|a factor of a gap has no sign|no order of|no bound of",
        "no sign of A; no sign of the gap of A and B",
        "The ranges of the symbols do not show the sign of this expression.",
        "Give the factors of the gap, each with an evident sign: `.le(target, [factor, factor])`. Or use a lemma "
        f"about the sign, `.use(lemma)`. Or write {_BETWEEN}.",
    ),
    Help(
        r"nonzero|!= 0|a divisor is zero|is zero$|not shown to differ",
        "A is not known to be nonzero",
        "The domain does not exclude that a divisor, or the argument of a logarithm, is zero.",
        "Exclude zero from the range of the symbol (`Range(x, 0, None, '()')`), add a condition `where(...)`, or use a lemma about "
        "its sign, `.use(lemma)`. Where it is the variable of an integral, split the integral or change the variable.",
    ),
    Help(
        r"not known to be real|that are not real",
        "not known to be real: A",
        "An order or a mean needs a real number, but the expression is complex, or a root or logarithm of something that may be negative.",
        "Use a lemma that the argument is not negative, `.use(lemma)`, or state it in the domain.",
    ),
    Help(
        r"converge|too fast|vanish too long|divergent",
        "not known to converge: A",
        "A sum, an integral or an expectation has a value only if it converges, and the prover cannot show that it does.",
        "Add the condition to the domain, `where(...)`, or bound the terms with a lemma, `.use(lemma)`.",
    ),
    Help(
        r"not known to be (well-formed|defined)|well-formed",
        "not known to be defined: A",
        "A part of the line has a value only under a condition that the prover cannot show.",
        f"Use a lemma that states the condition, `.use(lemma)`, add it to the domain, or write {_BETWEEN} with this part alone.",
    ),
    Help(
        r"no identity|does not reduce|could not be decided|a side is no scalar",
        "no identity: the difference does not reduce to 0",
        "Algebra and the known identities of functions do not show that the two sides are equal. They may still be equal.",
        f"Write {_BETWEEN} that changes one part only. State an identity that is not algebra as a claim of its own and use it with "
        "`.by(lemma)`.",
    ),
    Help(
        r"random outside of an expectation|is the source of|draws? of .* no context",
        "w is random outside of an expectation",
        "A projection or another random variable occurs outside every expectation and probability.",
        "Take the expectation of the whole, `Expectation(...)`. If it is an independent draw, give the projection another name.",
    ),
    Help(
        r"no table of means|no exponential|no quadratic|quadratic|no closed form|images|no moment|no mean|means? over",
        "no table of means for A",
        "The prover knows means of powers, exponentials, signs and their combinations, of one or two linear forms (docs/reach.md), and of "
        "counts and lengths. This mean is none of these.",
        f"Write {_BETWEEN}, in which the mean has such a form (apply linearity and independence, write out powers), "
        "or bound it by such a mean.",
    ),
    Help(
        r"no series|no infinite sum|no ratio of members|no member|members",
        "no series of A",
        "The prover has to compare or sum the terms of a series, and does not know their form.",
        f"Write {_BETWEEN} with the sum as `sp.Sum(...)` and its terms as powers over factorials.",
    ),
    Help(
        r"integral",
        "no multiple of one integral: A",
        "The integral is not a known one, even up to linearity and a change of variables.",
        f"Write {_BETWEEN} with the integral in the form of a known one, or give the primitive: `.primitive(...)`.",
    ),
    Help(
        r"limit|tend",
        "a limit inside of a chain",
        "In a chain, only equalities may follow a limit, and the variable must be able to approach the point within its range.",
        "State a limit as a claim of its own, `tends(...)`. Before passing to it, write the expression so that it is continuous at the "
        "point: closed forms in the place of means, and no factor that tends to infinity.",
    ),
    Help(
        r"lemma|rests on itself|is not a fact",
        "no value for n of a lemma",
        "The lemma does not state what the line needs, or is used at values outside its domain.",
        "Give the values of its symbols, `.use(lemma, {n: ...})`, and check that they lie in its ranges. A lemma must "
        "not rest on the claim that uses it.",
    ),
    Help(
        r"no term|outside of the domain|is not declared|a table of|outside of the setting|has no dimension|different dimensions",
        "no term for F: F(x)",
        "The kernel cannot express a part of the line, or the domain gives no range for one of its symbols.",
        "Give every symbol a `Range` in the `Domain`. Express functions by those that docs/reach.md lists.",
    ),
    Help(
        r"a strict one is asked for|weak order",
        "a weak order is found where a strict one is asked for",
        "The prover finds only <=, but the claim says <.",
        "Give factors of the gap of which one is positive everywhere, or claim <=.",
    ),
    Help(
        r"the chain does not end with the claim|what is proved is not the (claim|line)",
        "the chain does not end with the claim",
        "The lines are proved, but the first and last are not the two sides of the claim.",
        "Begin the chain with the left side as in the claim, and add a line that leads to the right side.",
    ),
    Help(
        r"no derivation is given|no chain|no inner chain",
        "no derivation is given",
        "The claim has no proof to follow, and the prover finds none.",
        "Write one: `claim(text, proposition, proof=Chain(left).eq(...).le(...))`.",
    ),
)
#: of any other message
OTHER = Help(
    r"",
    "anything else",
    "The prover finds no step from the line before to this one.",
    f"Write {_BETWEEN}, give the factors of a gap (`.le(target, [factor, factor])`), or use a lemma (`.use(lemma)`).",
)


def help_for(message: str) -> Help:
    """What helps where the prover says this."""
    if re.search(EVENTS.says, message):
        return EVENTS
    # of several attempts the first one is the claim itself; of nested chains the innermost reason is the last one
    first = message.rpartition("as it stands: ")[2].partition("; ")[0]
    return next((one for one in HELPS if re.search(one.says, first)), OTHER)


def page() -> str:
    """The page of the table, in Markdown."""
    rows = [f"| `{one.shown}` | {one.means} | {one.do} |" for one in (*HELPS, OTHER)]
    return "\n".join([_HEAD, "| the message says | that means | do |", "|---|---|---|", *rows, ""])


_HEAD = """# The message says X: do Y

For each line without a proof, `rftheory check FILE` prints what stopped the prover, in the symbols of the file, and what helps. It takes
the help from the first matching row of this table (`rftheory/answers/messages.py`). For a *false* line, it prints a point of the domain
and the values of both sides there instead. Under a claim without a proof, *no value at any point* says that no ball of it is known, so that
only draws would show a slip. `rftheory check FILE --json` prints all of this at once.
"""
