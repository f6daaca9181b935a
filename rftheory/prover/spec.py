"""The statements of the ledger as the kernel reads them: a context and a judgement for each claim.

An equality is ``left = right``, ``left >= right`` is ``right <= left``. A limit and a derivative (``D``) bind their variable,
which is not in the context, so no condition may speak of it; infinite values are ``tends``.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import sympy as sp

from rftheory.prover.words import *
from rftheory.kernel import rules as rules
from rftheory.kernel import text
from rftheory.kernel.publication import require_publishable
from rftheory.kernel.substitution import abstract
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.prover.translate import translate
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit
from rftheory.statements.claims import Claim
from rftheory.statements.files import listed
from rftheory.statements.loading import load

_ORDERS = {"<=": ("<=", False), "<": ("<", False), ">=": ("<=", True), ">": ("<", True)}


@dataclass(frozen=True)
class ClaimEntry:
    """One entry of the specification."""

    name: str
    setting: Setting
    prop: Term
    #: "identity": both sides are equal by algebra; "point": a parameter has one value only
    flags: frozenset[str] = frozenset()
    #: the name of the entry that it repairs
    corrects: str = ""
    #: the number of the line of the claim's chain that it says; of the claim itself, none
    line: int | None = None
    #: the number of the identity that it is where it says that a side of the claim has a value (see `posed`)
    side: int | None = None

    @property
    def text(self) -> text.Entry:
        """The entry as the kernel prints and reads it."""
        flags = [("corrects", text_name(self.corrects))] if self.corrects else []
        held = (*flags, *((flag,) for flag in ("point", "identity") if flag in self.flags))
        name = text_name(self.name) if self.line is None else line_name(self.name, self.line)
        name = name if self.side is None else side_name(self.name, self.side)
        return text.Entry(name, tuple(self.setting.names), self.setting.context, self.prop, held)


#: signs that tell claims apart, as words
_WORDS = {
    "+": "plus", "/": "over", "*": "times", "<=": "at most", ">=": "at least", "<": "below", ">": "above", "^": "to",
    "-": "minus",
}  # fmt: skip


def text_name(name: str) -> str:
    """The name of an entry in letters, digits and underscores; what is cut off is told apart by a digest."""
    statement, _, claim = name.partition("/")
    claim = re.sub(r"[<>]=|[+/*<>^]|(?<![A-Za-z0-9])-", lambda sign: f" {_WORDS[sign[0]]} ", claim)
    plain = re.sub(r"[^A-Za-z0-9]+", "_", f"{statement} {claim}").strip("_")
    return plain if len(plain) <= 64 else f"{plain[:55]}_{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def line_name(name: str, number: int) -> str:
    """The name of the entry of a line: no claim has two underscores and a number at the end of its name."""
    return f"{text_name(name)}__{number}"


def is_line(name: str) -> bool:
    """Whether an entry of this name is a line."""
    return re.search(r"__[0-9]{1,7}$", name) is not None


def side_name(name: str, number: int) -> str:
    """The name of the entry of an identity that says that a side has a value."""
    return f"{text_name(name)}__side{number}"


def is_side(name: str) -> bool:
    """Whether an entry of this name says that a side has a value."""
    return re.search(r"__side[0-9]{1,7}$", name) is not None


def entries(
    statement: str, kernel: Callable[[], Any] = Trace, skipped: Callable[[str, Unproved], None] | None = None
) -> list[ClaimEntry]:
    """The entries of a statement's claims, each in a kernel of its own.

    Args:
        statement: its id.
        kernel: makes the kernel (or what records its steps) of a claim.
        skipped: is told the name of each claim that has no term, and why.
    """
    found = []
    for claim in listed(load(statement)):
        name = f"{statement}/{claim.name}"
        try:
            found.append(entry(name, claim, kernel()))
        except Unproved as error:
            if skipped is None:
                raise
            skipped(name, error)
    return found


def entry(name: str, claim: Claim, kernel: Any) -> ClaimEntry:
    """The entry of one claim."""
    try:
        setting, prop = _stated(claim, kernel)
    except Refused as error:
        raise Unproved(f"no term: {error}") from error
    corrects = f"{name.partition('/')[0]}/{claim.corrects}" if claim.corrects else ""
    return flagged(ClaimEntry(name, setting, prop, corrects=corrects), getattr(kernel, "kernel", kernel))


def flagged(bare: ClaimEntry, kernel: Kernel) -> ClaimEntry:
    """The entry with the flags without which the kernel would refuse it."""
    for flags in ((), ("identity",), ("point",), ("identity", "point")):
        found = replace(bare, flags=frozenset(flags))
        try:
            require_publishable(kernel, found.text)
        except Refused as error:
            why = error
        else:
            return found
    raise Unproved(f"cannot be published: {why}")


def _stated(claim: Claim, kernel: Any) -> tuple[Setting, Term]:
    proposition = claim.proposition
    if isinstance(proposition, Limit):
        return _limit(claim, proposition, kernel)
    if isinstance(proposition, Derivative):
        return _derivative(claim, proposition, kernel)
    setting = Setting(kernel, claim.domain, (proposition.left, proposition.right))
    return setting, proposition_of(proposition, setting)


def proposition_of(proposition: Equality | Inequality, setting: Setting) -> Term:
    """An equality or an inequality as a judgement."""
    return relation_of(
        proposition.left,
        "=" if isinstance(proposition, Equality) else proposition.relation,
        proposition.right,
        setting,
    )


def relation_of(left: sp.Expr, relation: str, right: sp.Expr, setting: Setting) -> Term:
    """``left REL right`` as a judgement; ``>=`` and ``>`` are turned."""
    sides = tuple(translate(side, setting) for side in (left, right))
    name, turned = _ORDERS.get(relation, (relation, False))
    return make(name, sides[::-1] if turned else sides)


def _derivative(claim: Claim, said: Derivative, kernel: Any) -> tuple[Setting, Term]:
    """``D (low high) f g`` over the range of the variable."""
    item = next(item for item in claim.domain.ranges if item.symbol == said.variable)
    expressions = [sp.sympify(part) for part in (said.function, said.value)]
    setting = Setting(kernel, claim.domain, expressions, said.variable)
    scope = setting.scope()
    inner, variable = scope.bind(said.variable, "real")
    bodies = [abstract(inner.term(expr), [variable.data[0]]) for expr in expressions]
    low = MINUS_OO if item.low is None else scope.term(sp.sympify(item.low))
    high = OO if item.high is None else scope.term(sp.sympify(item.high))
    return setting, make("D", (low, high, *bodies))


def _limit(claim: Claim, limit: Limit, kernel: Any) -> tuple[Setting, Term]:
    ranges = {item.symbol: item for item in claim.domain.ranges}
    if ranges[limit.variable].integer:
        raise Unproved(f"a limit over integers: {limit.variable}")
    expressions = [sp.sympify(part) for part in (limit.expr, limit.point, limit.value)]
    setting = Setting(kernel, claim.domain, expressions, limit.variable)
    scope = setting.scope()
    inner, variable = scope.bind(limit.variable, "real")
    body = abstract(inner.term(expressions[0]), [variable.data[0]])
    point = scope.end(expressions[1])
    side = point.op if point in (OO, MINUS_OO) else {"+": "above", "-": "below"}[limit.side]
    value = scope.end(expressions[2])
    return setting, make("tends" if value in (OO, MINUS_OO) else "lim", (point, value, body), side)
