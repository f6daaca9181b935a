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
#: the first one that matches counts, so that what is special comes first
HELPS = (
    Help(
        r"^refused: ",
        "refused: ...",
        "The claim may not be judged as it is written: its domain, a symbol or a number in it says something else than it seems to.",
        "Change what the sentence names: the range of a symbol, a float in place of an exact number, a domain without a point.",
    ),
    Help(
        r"^not looked for: ",
        "not looked for: line 2 is false",
        "A chain with a false line leads nowhere, so the claim is not looked for.",
        "Correct this line first.",
    ),
    Help(
        r"^the file says that this is false",
        "the file says that this is false, and no value shows it",
        "The claim is said to be `.false(...)`, and at the points that were looked at it is not seen to fail.",
        "Name a point at which it fails, `.false(at={t: 1}, ...)`, or take it back.",
    ),
    Help(
        r"not equal ",
        "not equal at t = 1: A = B",
        "The two sides have different values somewhere in the domain: what was to be shown is false.",
        "Correct the expression, or restrict the domain with `where(...)` if it is true on a part of it only.",
    ),
    Help(
        r"the steps for this goal are used up|more than \d+ (steps|terms|atoms)|too many goals|the clock ended",
        "the steps for this goal are used up",
        "The line is more than the search can do at once.",
        f"Write {_BETWEEN} that changes one part only; or prove a part as a claim of its own and use it, `.use(lemma)` (an order) or "
        "`.by(lemma)` (an equality).",
    ),
    Help(
        r"no sign of|a factor of a gap has no sign|no order of|no bound of",
        "no sign of A; no sign of the gap of A and B",
        "Whether this expression is positive is not seen from the ranges of its symbols.",
        "Give the factors of the gap, each of which has a sign that is seen: `.le(target, [factor, factor])`; or use a lemma "
        f"that says its sign, `.use(lemma)`; or write {_BETWEEN}.",
    ),
    Help(
        r"nonzero|!= 0|a divisor is zero|is zero$|not shown to differ",
        "A is not known to be nonzero",
        "A divisor, or the inside of a logarithm, may be zero as far as the domain says.",
        "Leave zero out of the range of the symbol (`Range(x, 0, None, '()')`), add a condition `where(...)`, or use a lemma that says "
        "its sign, `.use(lemma)`.",
    ),
    Help(
        r"not known to be real|that are not real",
        "not known to be real: A",
        "A root or a logarithm of what may be negative, or a complex number, stands where an order or a mean needs a real number.",
        "Use a lemma that the inside is not negative, `.use(lemma)`, or state it in the domain.",
    ),
    Help(
        r"converge|too fast|vanish too long|divergent",
        "not known to converge: A",
        "A sum, an integral or an expectation has a value only where it converges, and that is not seen.",
        "Add the condition to the domain, `where(...)`, or bound the terms with a lemma, `.use(lemma)`.",
    ),
    Help(
        r"not known to be (well-formed|defined)|well-formed",
        "not known to be defined: A",
        "A part of the line has a value only under a condition that is not seen.",
        f"Use a lemma that says the condition, `.use(lemma)`, state it in the domain, or write {_BETWEEN} with the part alone.",
    ),
    Help(
        r"no identity|does not reduce|could not be decided|a side is no scalar",
        "no identity: the difference does not reduce to 0",
        "The two sides are not equal by algebra and the identities of functions that are known. They may still be equal.",
        f"Write {_BETWEEN} that changes one part only; an identity that is no algebra is a claim of its own, used with "
        "`.by(lemma)`.",
    ),
    Help(
        r"random outside of an expectation|is the source of|draws? of .* no context",
        "w is random outside of an expectation",
        "A projection or a variate stands where no expectation or probability is taken over it.",
        "Take the expectation over the whole, `Expectation(...)`, or give the projection another name if it is another draw.",
    ),
    Help(
        r"no table of means|no exponential|no quadratic|quadratic|no closed form|images|no moment|no mean|means? over",
        "no table of means for A",
        "Means are known of powers, exponentials, signs and what is made of these, of one or two forms (docs/reach.md), of counts and "
        "lengths; this is another one.",
        f"Write {_BETWEEN}, in which the mean is one of those (linearity, independence and powers written out), or bound it by one.",
    ),
    Help(
        r"no series|no infinite sum|no ratio of members|no member|members",
        "no series of A",
        "The terms of a sum are compared or added up, and they have no form for which that is known.",
        f"Write {_BETWEEN} with the sum as `sp.Sum(...)`, its terms written as powers over factorials.",
    ),
    Help(
        r"integral",
        "no multiple of one integral: A",
        "The integral is none of those that are known, nor one of them up to linearity or a change of variables.",
        f"Write {_BETWEEN} with the integral in the form of a known one, or give the primitive: `.primitive(...)`.",
    ),
    Help(
        r"limit|tend",
        "a limit inside of a chain",
        "A limit is the last step but equalities, of a variable that can come close to the point inside of its range.",
        "State a limit as a claim of its own, `tends(...)`; before the passage write the expression so that it is continuous at the point.",
    ),
    Help(
        r"lemma|rests on itself|is not a fact",
        "no value for n of a lemma",
        "A lemma is used where it does not say what is needed, or at values outside of its domain.",
        "Name the values of its symbols, `.use(lemma, {n: ...})`, and see that they are in its ranges; no lemma may rest on its use.",
    ),
    Help(
        r"no term|outside of the domain|is not declared|a table of|outside of the setting|has no dimension|different dimensions",
        "no term for F: F(x)",
        "The kernel has no word for a part of the line, or a symbol of it is in no range of the domain.",
        "Give every symbol a `Range` in the `Domain`; write a function by those that docs/formulas.md lists.",
    ),
    Help(
        r"a strict one is asked for|weak order",
        "a weak order is found where a strict one is asked for",
        "Only <= is found, and the claim says <.",
        "Give the factors of the gap with one that is positive everywhere, or claim <=.",
    ),
    Help(
        r"the chain does not end with the claim|what is proved is not the (claim|line)",
        "the chain does not end with the claim",
        "The lines are proved, and their ends are not the two sides of the claim.",
        "Begin the chain with the left side as the claim has it, and add a line that leads to the right side.",
    ),
    Help(
        r"no derivation is given|no chain|no inner chain",
        "no derivation is given",
        "The claim has no proof that could be followed, and as it stands the prover does not see it.",
        "Write one: `claim(text, proposition, proof=Chain(left).eq(...).le(...))`.",
    ),
)
#: of any other message
OTHER = Help(
    r"",
    "anything else",
    "The prover has no step that leads from the line before to this one.",
    f"Write {_BETWEEN}, give the factors of a gap (`.le(target, [factor, factor])`), or use a lemma (`.use(lemma)`).",
)


def help_for(message: str) -> Help:
    """What helps where the prover says this."""
    # of nested chains the innermost reason is the last one
    return next((one for one in HELPS if re.search(one.says, message)), OTHER)


def page() -> str:
    """The page of the table, in Markdown."""
    rows = [f"| `{one.shown}` | {one.means} | {one.do} |" for one in (*HELPS, OTHER)]
    return "\n".join([_HEAD, "| the message says | that means | do |", "|---|---|---|", *rows, ""])


_HEAD = """# The message says X: do Y

`rftheory check FILE` says of each line that is not replayed what stopped the prover, in the symbols of the file, and what helps. This is
the table from which it takes the latter (`rftheory/answers/messages.py`); the first row that fits counts. A line that is *false* needs
none of it: it is told with a point of the domain and the values of both sides there.
"""
