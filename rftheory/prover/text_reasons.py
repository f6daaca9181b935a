"""Reasons of lines of texts (see `text_proofs`): theorems at values, chains of them, and calculations."""

from __future__ import annotations

import ast

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.prover.words import *
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.theorems import RULES
from rftheory.prover.convergence import combined
from rftheory.prover.learn import Known
from rftheory.prover.notation import Names, operands, parsed, shown_source
from rftheory.prover.search import LEMMAS
from rftheory.prover.texts import lemma, texts


@dataclass
class Reasons:
    """A context with what its names mean, and what is proved, by labels."""

    search: Search
    theme: str
    context: Context
    terms: dict[str, Term]
    short: dict[str, tuple[tuple[str, ...], ast.expr]]
    labels: dict[str, Theorem]

    def infer(self, rule: str, **parameters: Any) -> Theorem:
        return self.search.infer(rule, self.context, **parameters)

    def reason(self, goal: Term, why: str) -> Theorem:
        """What a reason says of a judgement."""
        if not why:
            return self.found(goal)
        if why == "linear":
            return self.fitted(goal, self.linear(goal))
        reason = parsed(why)
        if isinstance(reason, ast.Call) and isinstance(reason.func, ast.Name) and reason.func.id in ("ring", "pos"):
            return self.calculated(goal, reason.func.id, reason.args)
        links = [self.theorem(link) for link in (reason.elts if isinstance(reason, ast.Tuple) else [reason])]
        try:
            found = self.chained(links, goal.args[0])
        except Unproved:
            found = self.chained(links, None)
        return self.fitted(goal, found)

    def found(self, goal: Term) -> Theorem:
        """What is assumed, or what the prover finds."""
        for rule, key in (("HYP", "fact"), ("DEF", "judgement")):
            if (held := self.search.attempt(rule, self.context, **{key: goal})) is not None:
                return held
        first, last = goal.args
        if goal.op == "=":
            return prove_equal(self.search, self.context, first, last)
        if goal.op == "!=":
            return prove_nonzero(self.search, self.context, first if last is ZERO else minus(first, last))
        return prove_order(self.search, self.context, first, last, strict=goal.op == "<")

    def calculated(self, goal: Term, how: str, args: Sequence[ast.expr]) -> Theorem:
        rows = [self._row(part) for part in operands(args[0], ast.Add)] if how == "pos" else []
        eqs = [self.theorem(arg) for arg in args[how == "pos" :]]
        parts = [*goal.args, *(h for one in rows for h in one["h"])]
        parts += [side for one in rows for sign in one["signs"] for side in sign.judgement.args]
        rule, given = (
            "POS" if rows else "RING",
            {"lhs": goal.args[0], "rhs": goal.args[1]} | ({"rows": rows} if rows else {}),
        )
        make_defined(self.search, self.context, *parts)
        plain = self.search.attempt(rule, self.context, **given, eqs=eqs)
        if plain is not None:
            return plain
        parts += [side for eq in eqs for side in eq.judgement.args]
        return self.infer(rule, **given, eqs=[*Known(self.search, self.context, parts).equations(parts), *eqs])

    def linear(self, goal: Term) -> Theorem:
        """An integral, a sum or a mean as a sum of multiples of others."""
        whole, parts = goal.args[0], list[tuple[Term, Term]]()
        for part in goal.args[1].args if goal.args[1].op == "+" else goal.args[1:]:
            sign, one = (rat(-1), part.args[0]) if part.op == "neg" else (ONE, part)
            factors = one.args if one.op == "*" else (one,)
            if factors[-1].op != whole.op:
                raise Unproved(f"no multiple of another {whole.op}: {shown(part)}")
            parts.append((times(sign, *factors[:-1]), bodies(self.context, factors[-1])[2][0]))
        return combined(self.search, self.context, whole, parts)

    def _row(self, node: ast.expr) -> dict[str, Any]:
        """A product of a number, squares, and labels of orders, as a row of POS."""
        q, squares, signs = Fraction(1), list[Term](), list[Theorem]()
        for factor in operands(node, ast.Mult):
            match factor:
                case ast.Name(id=name) if name in self.labels:
                    signs.append(self._carried(self.labels[name]))
                case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=2)):
                    squares.append(self.term(base))
                case _:
                    number = self.term(factor)
                    if number.op != "rat":
                        raise Unproved(f"no number, square or label: {shown_source(factor)}")
                    q *= number.data
        return row(*signs, h=squares, q=q)

    def fitted(self, goal: Term, found: Theorem) -> Theorem:
        """The judgement by a theorem: one that says it, or whose sides are equal to its sides."""
        search, context, says = self.search, self.context, found.judgement
        if says is goal:
            return found
        if "!=" in (goal.op, says.op) or (goal.op == "=") != (says.op == "="):
            raise Unproved(f"the reason says {shown(says)}")
        ends = (goal.args[0], says.args[0]), (says.args[1], goal.args[1])
        first, last = ([] if one is other else [prove_equal(search, context, one, other)] for one, other in ends)
        whole = self.infer("CHAIN", links=[*first, found, *last]) if first or last else found
        return whole if whole.judgement is goal else self.infer("WEAKEN", of=whole, to=goal.op)

    def chained(self, links: Sequence[Theorem], start: Term | None) -> Theorem:
        """Some theorems one after the other, from a term on; an equation of a part is put into what is reached."""
        found = list[Theorem]()
        for link in links:
            first, last = link.judgement.args
            here = found[-1].judgement.args[1] if found else start or first
            if link.judgement.op == "=" and here is not first:
                make_defined(self.search, self.context, here)
                found.append(self.infer("CONG", eq=link, term=here, paths=[]))
            else:
                found.append(link)
        return found[0] if len(found) == 1 else self.infer("CHAIN", links=found)

    # -- theorems ---------------------------------------------------------------------------------------------------

    def theorem(self, node: ast.expr) -> Theorem:
        match node:
            case ast.Name(id=name) if name in self.labels:
                return self._carried(self.labels[name])
            case ast.Tuple(elts=links):
                return self.chained([self.theorem(link) for link in links], None)
            case ast.Compare():
                goal = self.term(node)
                make_defined(self.search, self.context, *goal.args)
                return self.found(goal)
            case ast.Call(func=ast.Name(id="back"), args=[one]):
                return self.infer("SYM", of=self.theorem(one))
            case ast.Call(func=ast.Name(id=name), args=[], keywords=held) if name in RULES:
                return self._rule(name, {one.arg: one.value for one in held if one.arg})
            case ast.Call(func=ast.Name(id=name), args=args) if name in self.labels:
                general, values = self.labels[name], self._values(args)
                first = [self.context.variable(place) for place in range(general.context.size - len(values))]
                return instantiated(self.search, self.context, general, [*first, *values])
            case ast.Call(func=ast.Name(id=name), args=args) if f"{self.theme}__{name}" in texts():
                general = lemma(self.search, f"{self.theme}__{name}")
                return instantiated(self.search, self.context, general, self._values(args))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=theme), attr=name), args=args, keywords=held):
                terms = self._values(args)
                if f"{theme}__{name}" in {**texts(), **LEMMAS}:
                    general = lemma(self.search, f"{theme}__{name}")
                    return instantiated(self.search, self.context, general, terms)
                numbers = [int(self.term(one.value).data) for one in held]
                make_defined(self.search, self.context, *terms)
                return axiom(self.search, self.context, f"{theme}.{name}", *terms, numbers=numbers)
        raise Unproved(f"no theorem: {shown_source(node)}")

    def _values(self, args: Sequence[ast.expr]) -> list[Term]:
        return [self.term(arg) for arg in args]

    def _rule(self, name: str, given: Mapping[str, ast.expr]) -> Theorem:
        schema = RULES[name].schema
        empty: dict[str, Any] = {key: [] for key, one in schema.items() if isinstance(one, list)}
        values = {key: self._parameter(schema[key], value) for key, value in given.items()}
        return self.infer(name, **{**empty, **values})

    def _parameter(self, schema: Any, node: ast.expr) -> Any:
        if isinstance(schema, list):
            if not isinstance(node, ast.List):
                raise Unproved(f"no list: {shown_source(node)}")
            return [self._parameter(schema[0], one) for one in node.elts]
        if schema == STEP:
            return self.theorem(node)
        if schema == TERM:
            term = self.term(node)
            if term.op in ("int", "cont"):
                opened(self.search, self.context, term)
            return term
        return ast.literal_eval(node)

    def _carried(self, theorem: Theorem) -> Theorem:
        """A theorem about other variables beside those of the context, as one about further variables of it."""
        shared = [one for one in theorem.context.prefixes if self.context.has_prefix(one)][-1]
        if shared in (self.context, theorem.context):
            return theorem
        here, moved = self.context, dict[int, Term]()
        for one in theorem.context.prefixes[shared.length + 1 :]:
            assert one.entry is not None
            here = self.search.run.declare(here, substitute(one.entry, moved))
            if one.entry.sort == "decl":
                moved[one.size - 1] = here.variable(here.size - 1)
        values = [moved.get(place, theorem.context.variable(place)) for place in range(theorem.context.size)]
        return instantiated(self.search, here, theorem, values)

    # -- terms ------------------------------------------------------------------------------------------------------

    def term(self, tree: ast.expr | str) -> Term:
        return Names(self.context, self.terms, self.short, self._derived).term(tree)

    def _derived(self, node: ast.Call, names: Names) -> Term | None:
        """``rate(slope, x)``: the derivative that a theorem gives, at a place; ``left(t)`` and ``right(t)``: the sides of one."""
        match node:
            case ast.Call(func=ast.Name(id="rate"), args=[ast.Name(id=label), place]):
                return instantiate(self.labels[label].judgement.args[3], (names.term(place),))
            case ast.Call(func=ast.Name(id="left" | "right" as side), args=[ast.Name(id=label)]):
                return self.labels[label].judgement.args[side == "right"]
        return None
