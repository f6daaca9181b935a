"""Reasons of lines of texts (see `text_proofs`): theorems at values, chains of them, and calculations."""

from __future__ import annotations

import ast
from dataclasses import replace

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.prover.frame_tools import bind_alike, chained, converges, pulled, refl, same_inside
from rftheory.prover.words import *
from rftheory.kernel.schemas import STEP, TERM
from rftheory.kernel.theorems import RULES
from rftheory.prover.convergence import multiples
from rftheory.prover.ends import changed
from rftheory.prover.learn import Known
from rftheory.prover.notation import Names, operands, parsed, shown_source
from rftheory.prover.texts import lemma, texts

RELATIONS = ("=", "!=", "<=", "<")


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
            return self.fitted(goal, multiples(self.search, self.context, *goal.args))
        reason = parsed(why)
        if isinstance(reason, ast.Call) and isinstance(reason.func, ast.Name) and reason.func.id in ("ring", "pos"):
            return self.fitted(goal, self.calculated(goal, reason.func.id, reason.args))
        try:
            found = self.chained(reason, goal.args[0] if goal.op in RELATIONS else None)
        except Unproved as error:
            try:
                found = self.chained(reason, None)
            except Unproved:
                raise error from None
        return self.fitted(goal, found)

    def found(self, goal: Term) -> Theorem:
        """What is assumed, or what the prover finds."""
        for rule, key in (("HYP", "fact"), ("DEF", "judgement")):
            if (held := self.search.attempt(rule, self.context, **{key: goal})) is not None:
                return held
        if goal.op == "l1":
            return prove_convergent(self.search, self.context, *goal.args)
        first, last = goal.args
        if goal.op == "=" and first.op == "E":
            from rftheory.prover.expectations import closed_form

            mean = closed_form(self.search.run, self.context, first)
            return self.infer(
                "CHAIN", links=[mean, prove_equal(self.search, self.context, mean.judgement.args[1], last)]
            )
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
        given: dict[str, Any] = {"lhs": goal.args[0], "rhs": goal.args[1]} | ({"rows": rows} if rows else {})
        rule = "POS" if rows else "RING"
        make_defined(self.search, self.context, *parts)
        if (plain := self.search.attempt(rule, self.context, **given, eqs=eqs)) is not None:
            return plain
        parts += [side for eq in eqs for side in eq.judgement.args]
        return self.infer(rule, **given, eqs=[*Known(self.search, self.context, parts).equations(parts), *eqs])

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
        says = found.judgement
        if says is goal:
            return found
        if goal.op == "l1" and says.op in ("=", "l1"):
            return self._converging(goal, found)
        if "!=" in (goal.op, says.op) or (goal.op == "=") != (says.op == "="):
            raise Unproved(f"the reason says {shown(says)}")
        ends = (goal.args[0], says.args[0]), (says.args[1], goal.args[1])
        first, last = ([] if one is other else [self.same(one, other)] for one, other in ends)
        whole = self.infer("CHAIN", links=[*first, found, *last]) if first or last else found
        return whole if whole.judgement is goal else self.infer("WEAKEN", of=whole, to=goal.op)

    def same(self, first: Term, last: Term) -> Theorem:
        """An equation, of terms that bind alike by one of their bodies; one of the two has a value."""
        search, context = self.search, self.context
        if not bind_alike(first, last):
            return prove_equal(search, context, first, last)
        with suppress(Unproved):
            make_defined(search, context, last)
            return self._pulled(first, refl(search, context, last))
        return self.infer("SYM", of=self._pulled(last, refl(search, context, first)))

    def _pulled(self, term: Term, found: Theorem) -> Theorem:
        """``B f = v`` from ``B g = v``."""
        inner, _, (f, g) = self._bodies(self.context, term, found.judgement.args[0])
        return pulled(self.search, self.context, term, found, self._listed_or_found(inner, f, g))

    def _bodies(self, context: Context, term: Term, other: Term) -> tuple[Context, tuple[Term, ...], tuple[Term, Term]]:
        """The inside of two terms that bind alike."""
        inner, variables, (body,) = bodies(context, term)
        return inner, variables, (body, instantiate(other.args[-1], variables))

    def _listed_or_found(self, context: Context, first: Term, last: Term) -> Theorem:
        return self.search.listed(context, make("=", (first, last))) or same_inside(self.search, context, first, last)

    def _converging(self, goal: Term, found: Theorem) -> Theorem:
        """The convergence of a term by that of another one, whose bodies are equal."""
        whole = found if found.judgement.op == "l1" else self.infer("L1", of=found, term=found.judgement.args[0])
        inner, path = self.context, [0]
        first, last = whole.judgement.args[0], goal.args[0]
        while bind_alike(first, last):
            path.append(len(last.args) - 1)
            inner, _, (last, first) = self._bodies(inner, last, first)
        same = self._listed_or_found(inner, first, last)
        return self.infer("TRANSPORT", of=whole, eqs=[same], paths=[path])

    def chained(self, reason: ast.expr, start: Term | None) -> Theorem:
        """Some theorems one after the other, from a term on; an equation of a part is put into what is reached."""
        found = list[Theorem]()
        for node in reason.elts if isinstance(reason, ast.Tuple) else [reason]:
            here = found[-1].judgement.args[1] if found else start
            link = self.theorem(node, here)
            if here is None or link.judgement.op != "=" or here is link.judgement.args[0]:
                found.append(link)
            elif bind_alike(here, link.judgement.args[0]):
                found.append(self._pulled(here, link))
            else:
                make_defined(self.search, self.context, here)
                found.append(self.infer("CONG", eq=link, term=here, paths=[]))
        return found[0] if len(found) == 1 else self.infer("CHAIN", links=found)

    # -- theorems ---------------------------------------------------------------------------------------------------

    def theorem(self, node: ast.expr, here: Term | None = None) -> Theorem:
        """What a reason says; ``here`` is the term that it may be about."""
        match node:
            case ast.Name(id=name) if name in self.labels:
                return self._carried(self.labels[name])
            case ast.Tuple():
                return self.chained(node, None)
            case ast.BinOp(op=ast.Add() | ast.Mult()):
                return self._combination([self._multiple(part) for part in operands(node, ast.Add)])
            case ast.Compare():
                goal = self.term(node)
                make_defined(self.search, self.context, *goal.args)
                return self.found(goal)
            case ast.Call(func=ast.Name(id="back"), args=[one]):
                return self._listed(self.infer("SYM", of=self.theorem(one, here)))
            case ast.Call(func=ast.Name(id=name), args=[], keywords=held) if name in RULES:
                return self._rule(name, {one.arg: one.value for one in held if one.arg}, here)
            case ast.Call(func=ast.Name(id="change"), args=[over]) if here is not None:
                return self._listed(changed(self.search, self.context, here, self.term(over)))
            case ast.Call(func=ast.Name(id=name), args=args) if name in self.labels:
                general, values = self.labels[name], self._values(args)
                first = [self.context.variable(place) for place in range(general.context.size - len(values))]
                return instantiated(self.search, self.context, general, [*first, *values])
            case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name()) as name, args=args, keywords=held):
                return self._named(ast.unparse(name), self._values(args), held)
        raise Unproved(f"no theorem: {shown_source(node)}")

    def _values(self, args: Sequence[ast.expr]) -> list[Term]:
        return [self.term(arg) for arg in args]

    def _named(self, name: str, values: list[Term], numbers: Sequence[ast.keyword]) -> Theorem:
        """A lemma, of this theme or another one, or an axiom of the kernel, at values."""
        theme, _, short = name.rpartition(".")
        entry = f"{theme or self.theme}__{short}"
        if entry in texts():
            return instantiated(self.search, self.context, lemma(self.search, entry), values)
        make_defined(self.search, self.context, *values)
        literals = [int(self.term(one.value).data) for one in numbers]
        return axiom(self.search, self.context, name, *values, numbers=literals)

    def _multiple(self, node: ast.expr) -> tuple[Term, Theorem]:
        """A number and the theorem that it multiplies, which stands last."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return self.term(node.left), self.theorem(node.right)
        return ONE, self.theorem(node)

    def _combination(self, parts: Sequence[tuple[Term, Theorem]]) -> Theorem:
        """``B (sum c_i f_i) = sum c_i v_i`` from ``B f_i = v_i``."""
        make_defined(self.search, self.context, *(c for c, _ in parts))
        whole = [converges(self.search, self.context, known) for _, known in parts]
        terms = [known.judgement.args[0] for known in whole]
        links = [self.infer("LIN", terms=terms, coefficients=[c for c, _ in parts], l1=[])]
        for known in whole:
            links.append(self.infer("CONG", eq=known, term=links[-1].judgement.args[1], paths=[]))
        return chained(self.search, self.context, *links)

    def _listed(self, theorem: Theorem) -> Theorem:
        """What is listed of an equation: that its sides have values."""
        for side in theorem.judgement.args if theorem.judgement.op == "=" else ():
            if side.op in ("E", "int", "sum"):
                self.search.use(theorem.context, self.search.infer("L1", theorem.context, of=theorem, term=side))
        return theorem

    def _rule(self, name: str, given: Mapping[str, ast.expr], here: Term | None) -> Theorem:
        """A step of the kernel; the term that it is about is the one that is reached, if none is given."""
        schema = RULES[name].schema
        values: dict[str, Any] = {key: [] for key, one in schema.items() if isinstance(one, list)}
        if here is not None and schema.get("term") == TERM and "term" not in given:
            values["term"] = self._opened(here)
        plain = {k: v for k, v in given.items() if not isinstance(v, ast.Lambda)}
        values |= {k: self._parameter(schema[k], v) for k, v in plain.items()}
        for key, held in ((k, v) for k, v in given.items() if isinstance(v, ast.Lambda)):
            # what speaks of the draws of the term
            inner, draws, _ = opened(self.search, self.context, values["term"])
            there = {**self.terms, **dict(zip((arg.arg for arg in held.args.args), draws, strict=True))}
            values[key] = replace(self, context=inner, terms=there)._parameter(schema[key], held.body)
        try:
            return self._listed(self.infer(name, **values))
        except (Refused, Unproved):
            # what a rule of calculus is told of a variable may be about that variable of the context
            own = {k: self.labels[v.id] for k, v in plain.items() if isinstance(v, ast.Name) and v.id in self.labels}
            if all(values[key] is theorem for key, theorem in own.items()):
                raise
            return self._listed(self.infer(name, **values | own))

    def _opened(self, term: Term) -> Term:
        """A term, which is defined inside if it binds."""
        if bound_tags(term.op, term.args, term.data):
            opened(self.search, self.context, term)
        return term

    def _parameter(self, schema: Any, node: ast.expr) -> Any:
        if isinstance(schema, list):
            if not isinstance(node, ast.List):
                raise Unproved(f"no list: {shown_source(node)}")
            return [self._parameter(schema[0], one) for one in node.elts]
        if schema == STEP:
            return self.theorem(node)
        if schema == TERM:
            return self._opened(self.term(node))
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
