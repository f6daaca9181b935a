"""Lemmas as text: ``proofs/theory/THEME.txt``, read and proved line by line by the general tactics.

    lemma NAME
      fix u real in (0, oo), k int in [0, oo)      variables; ``given FACT, ...`` is what is assumed of them
      let f(x) := TERM                             an abbreviation; terms are written as in `notation`
      LABEL: JUDGEMENT by REASON                   without a reason the prover looks for one; without a judgement the reason gives it
      LABEL: for x real in (0, u)                  the lines below are about any such x, and end with what they show
    LABEL: for r, u in E(chi(d), sphere(d))      the same inside of a mean, an integral or a sum; `` for k in sum(0, oo)`` may follow
    JUDGEMENT by cases                           ``case FACT`` for each of them below
    JUDGEMENT by induction                       ``base`` and ``step`` below; the step has ``hypothesis``
    show JUDGEMENT by REASON                     what is proved; in a case, a base and a step the judgement is known

A reason is a theorem, or some that are chained; where it is not the judgement itself, an equation is put into the left side, one of
bodies into a mean, an integral or a sum, and the prover sees to the rest. ``l1(T)`` follows from what says the value of T, up to what
stands innermost. Theorems are labels, lemmas and axioms of the kernel at values (``polar(u, -v)``, ``atan.neg(t)``), ``back(t)`` for
``b = a``, sums of multiples ``c*t + ...`` (LIN), judgements that the prover is to find, ``change(int(0, oo, lambda u: ...))`` for a
change of variables, and rules of the kernel with their parameters (``SPLIT(whole=...)``): the term, if none is given, is the one that
is reached, and a parameter may be a ``lambda`` of its draws. ``linear`` splits an integral or a sum; ``ring(t, ...)`` calculates with
equations; ``pos(2*x^2*t + ...)`` says what the gap of an order is: numbers, squares and labels, which stand for the gaps of orders.
"""

from __future__ import annotations

import ast
import re

from rftheory.prover.words import *
from rftheory.prover.notation import parsed
from rftheory.prover.text_reasons import RELATIONS, Reasons
from rftheory.prover.texts import Line, WrongLine, parts_of_list

_LABEL = re.compile(r"(\w+):(?!=)\s+(.*)")
_VARIABLE = re.compile(r"(\w+)\s+(real|int|vec)\b(.*?)(?:\bin\s+([\[(])(.*)([\])]))?\s*$")
_INSIDE = re.compile(r"([\w, ]+ in (E|int|sum)\(.*\)( for |$))+")
_LET = re.compile(r"let\s+(\w+)(?:\(([\w, ]*)\))?\s*:=(.*)")


def prove(run: Any, theme: str, text: Line) -> Theorem:
    """The theorem of a lemma.

    Raises:
        WrongLine: if a line is not proved.
    """
    return Scope(search_of(run), theme, EMPTY, {}, {}, {}, None).block(text, text.below)


@dataclass
class Scope(Reasons):
    """Lines in a context; ``goal`` is what they are to show, if that is known."""

    goal: Term | None

    def inner(self, context: Context, goal: Term | None, **terms: Term) -> Scope:
        """What is about other variables or facts; what is named there ends there."""
        held = {**self.terms, **terms}
        return Scope(self.search, self.theme, context, held, dict(self.short), dict(self.labels), goal)

    def block(self, above: Line, lines: Sequence[Line]) -> Theorem:
        """What the last line shows."""
        shown: Theorem | None = None
        for line in lines:
            try:
                if shown is not None:
                    raise Unproved("nothing follows what is shown")
                shown = self._line(line)
            except WrongLine:
                raise
            except (Unproved, Refused, KeyError, TypeError, ValueError) as error:
                raise line.wrong(error) from error
        if shown is None:
            raise above.wrong("the lines below show nothing")
        return shown

    def _line(self, line: Line) -> Theorem | None:
        word, _, rest = line.text.partition(" ")
        if word in ("fix", "given", "let") and line.below:
            raise Unproved("no lines below are expected")
        if word == "fix":
            for part in parts_of_list(rest):
                self._fix(part)
        elif word == "given":
            for part in parts_of_list(rest):
                self.context = self.search.run.declare(self.context, self.term(part))
        elif word == "let":
            self._let(line.text)
        elif word == "show":
            return self._claim(line, rest)
        else:
            named = _LABEL.fullmatch(line.text)
            found = self._claim(line, named[2] if named else line.text)
            if named:
                self.labels[named[1]] = found
        return None

    def _fix(self, text: str) -> None:
        match = _VARIABLE.fullmatch(text)
        if match is None:
            raise Unproved(f"no variable: {text}")
        name, kind, parameter, first, ends, last = match.groups()
        low, high = (self.term(end) if end.strip("-") != "oo" else None for end in parts_of_list(ends or "-oo, oo"))
        parameters = [self.term(parameter)] if parameter.strip() else []
        declared = declare(kind, *parameters, low=low, high=high, closed=f"{first or '['}{last or ']'}")
        self.context = self.search.run.declare(self.context, declared)
        self.terms[name] = self.context.variable(self.context.size - 1)

    def _let(self, text: str) -> None:
        match = _LET.fullmatch(text)
        if match is None:
            raise Unproved("let NAME := TERM, or let NAME(x, y) := TERM")
        self.short[match[1]] = (tuple(parts_of_list(match[2] or "")), parsed(match[3]))

    def _claim(self, line: Line, text: str) -> Theorem:
        """A judgement with its reason, proved and listed."""
        if text.startswith("for "):
            return self._for(line, text.removeprefix("for "))
        says, _, why = re.split(r"(\bby\b|$)", text, maxsplit=1)
        goal = self.term(says) if says.strip() else self.goal if line.text.startswith("show") else None
        if line.below and why.strip() not in ("cases", "induction"):
            raise Unproved("no lines below are expected")
        if goal is None:
            found = self.theorem(parsed(why))
        else:
            if self.goal is not None and line.text.startswith("show") and goal is not self.goal:
                raise Unproved("not what is to be shown here")
            self._prepare(goal, why)
            found = self._proved(line, goal, why.strip())
            if found.judgement is not goal:
                raise Unproved(f"the reason says {shown(found.judgement)}")
        if found.judgement.op in (*RELATIONS, "l1"):
            self.search.use(self.context, self._listed(found))
        return found

    def _prepare(self, goal: Term, why: str) -> None:
        """List what defines the sides of a judgement; those of a claim with a reason may have their values by it."""
        for side in goal.args if goal.op in RELATIONS else ():
            try:
                make_defined(self.search, self.context, side)
            except Unproved:
                if not why.strip():
                    raise

    def _for(self, line: Line, text: str) -> Theorem:
        inner = self.inner(self.context, None)
        if _INSIDE.fullmatch(text):
            for names, binder in (part.split(" in ") for part in text.split(" for ")):
                inner._open(parts_of_list(names), parsed(binder))
            return inner.block(line, line.below)
        for part in parts_of_list(text):
            inner._fix(part) if _VARIABLE.fullmatch(part) else inner._line(Line(line.place, f"given {part}", ()))
        return inner.block(line, line.below)

    def _open(self, names: Sequence[str], binder: ast.expr) -> None:
        """The inside of a binder, whose body is what the lines say."""
        if not isinstance(binder, ast.Call) or not isinstance(binder.func, ast.Name):
            raise Unproved("a sum, an integral or a mean is expected")
        head = make(binder.func.id, (*self._values(binder.args), ZERO))
        self.context, variables, _ = opened(self.search, self.context, head)
        self.terms |= dict(zip(names, variables, strict=True))

    # -- proofs -----------------------------------------------------------------------------------------------------

    def _proved(self, line: Line, goal: Term, why: str) -> Theorem:
        if why == "cases":
            return self.infer("CASES", of=[self._case(one, goal) for one in line.below])
        if why == "induction":
            return self._induction(line, goal)
        return self.reason(goal, why)

    def _case(self, line: Line, goal: Term) -> Theorem:
        word, _, fact = line.text.partition(" ")
        if word != "case":
            raise line.wrong("a case is expected")
        says, _, why = re.split(r"(\bby\b|$)", fact, maxsplit=1)
        return self.inner(self.search.run.declare(self.context, self.term(says)), goal)._below(line, why)

    def _below(self, line: Line, why: str) -> Theorem:
        """The goal by the lines below, or by a reason that stands beside."""
        if line.below and why.strip():
            raise line.wrong("a reason, or lines below")
        below = line.below or (Line(line.place, f"show by {why}" if why.strip() else "show", ()),)
        return self.block(line, below)

    def _induction(self, line: Line, goal: Term) -> Theorem:
        entry, outer = self.context.entry, self.context.parent
        below = [one.text[:4] for one in line.below]
        if outer is None or entry is None or entry.sort != "decl" or below != ["base", "step"]:
            raise Unproved("induction over the variable that is declared last, with a base and a step")
        name = next(name for name, term in self.terms.items() if term is self.context.variable(self.context.size - 1))
        n = self.terms[name]
        start, later = entry.args[0], make("+", (n, ONE))
        base, step = line.below
        first = self.inner(outer, substitute(goal, {n.data[0]: start}), **{name: start})
        here = self.inner(self.search.run.declare(self.context, goal), substitute(goal, {n.data[0]: later}))
        here.labels["hypothesis"] = self.search.infer("HYP", here.context, fact=goal)
        held = [
            one._below(part, part.text[4:].strip().removeprefix("by")) for one, part in ((first, base), (here, step))
        ]
        return self.infer("IND", base=[held[0]], step=held[1])
