"""The body of an expectation as a sum: coefficients free of draws times exponentials and other random parts.

Circular and hyperbolic functions are written by exponentials, conjugates go inside, powers and products are multiplied out.
Exponents are put over a common basis, so that each summand has one exponential for each group of dependent draws. What is
found is one identity inside of the block, by RING from instances of the table.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.exponents import ExponentBasis
from rftheory.prover.learn import known_of
from rftheory.prover.random_signs import (
    around_absolute,
    cube,
    is_linear,
    of_absolute,
    of_event,
    of_exponential,
    of_ordered,
    of_product,
    plain_argument,
    plain_sign,
)
from rftheory.prover.ring import Form, rational

#: summands of one body
MAX_SUMMANDS = 600
_BY_EXPONENTIALS = ("cos", "sin", "cosh", "sinh")


@dataclass(frozen=True)
class _Summand:
    """A coefficient, as its factors, times powers of random parts."""

    coefficient: tuple[Term, ...]
    parts: Mapping[Term, int]

    def times(self, other: _Summand) -> _Summand:
        parts = dict(self.parts)
        for part, k in other.parts.items():
            parts[part] = parts.get(part, 0) + k
        return _Summand((*self.coefficient, *other.coefficient), {part: k for part, k in parts.items() if k})


@dataclass(frozen=True)
class Factor:
    """What depends on one group of draws: an exponential with its exponent by random monomials, and other parts."""

    draws: frozenset[int]
    exponent: Mapping[Term, Term]
    parts: Mapping[Term, int]

    def term(self) -> Term:
        factors = []
        if self.exponent:
            factors.append(make("exp", (total([_scaled(c, m) for m, c in self.exponent.items()]),)))
        for part, k in self.parts.items():
            factors += [part] * k if part.op == "sum" else [raised(part, k)]
        return product(factors)


def _scaled(coefficient: Term, term: Term) -> Term:
    return term if coefficient is ONE else make("*", (coefficient, term))


class Expansion:
    """Bodies in the context inside of a block."""

    def __init__(self, search: Search, context: Context, draws: Iterable[Term]):
        self.search, self.context = search, context
        self.draws = {draw.data for draw in draws}
        #: values of random functions in others, in the order in which they were met
        self.equations: list[Theorem] = []

    def is_random(self, term: Term) -> bool:
        return not term.variables.isdisjoint(self.draws)

    def places(self, term: Term) -> frozenset[int]:
        return frozenset(place for place, tag in term.variables if (place, tag) in self.draws)

    def has_divisor(self, term: Term) -> bool:
        """Whether something random is divided by in a term, as a projection by a length."""
        return any(part.op == "inv" and self.is_random(part) for part in parts_of([term]))

    def learn(self, theorem: Theorem) -> Term:
        if theorem not in self.equations:
            self.equations.append(theorem)
        return theorem.judgement.args[1]

    # -- multiplying out --------------------------------------------------------------------------------------------

    def summands(self, term: Term) -> list[_Summand]:
        op, args = term.op, term.args
        if not self.is_random(term):
            return [_Summand(() if term is ONE else (term,), {})]
        if op == "+":
            return self._bounded([summand for arg in args for summand in self.summands(arg)])
        if op == "*":
            return self._product([self.summands(arg) for arg in args])
        if op == "neg":
            return [_Summand((rat(-1), *s.coefficient), s.parts) for s in self.summands(args[0])]
        if op == "pow" and args[0].op == "abs" and term.data % 2 == 0:
            square = self.learn(axiom(self.search, self.context, "abs.real", *args[0].args))
            return self.summands(raised(square, term.data // 2))
        if op == "pow":
            return self._product([self.summands(args[0])] * term.data)
        if op == "inv":
            return self._inverse(term)
        if op == "exp" and (value := of_exponential(self.search, self.context, term, self.is_random)) is not None:
            return self.summands(self.learn(value))
        if op in ("exp", *_BY_EXPONENTIALS) and self.has_divisor(args[0]):
            return [_Summand((), {term: 1})]
        if op in _BY_EXPONENTIALS:
            return self.summands(self.learn(table.axiom(self.search, self.context, f"{op}.exp", args[0])))
        # over its length a form is one factor
        if op == "sgn" and not is_linear(args[0], self.is_random):
            event = of_event(self.search, self.context, term, self.is_random)
            if event is not None:
                return self.summands(self.learn(event))
        several = op in ("abs", "sgn") and sum(self.is_random(arg) and arg.op != "inv" for arg in args[0].args) > 1
        if several and args[0].op == "*":
            return self.summands(self.learn(of_product(self.search, self.context, term)))
        if op in ("abs", "sgn") and is_linear(args[0], self.is_random):
            return self._signed(term)
        if op == "abs" and around_absolute(self.search, self.context, args[0], self.is_random):
            return self.summands(self.learn(of_absolute(self.search, self.context, term)))
        if op == "erf" and is_linear(args[0], self.is_random):
            plain = plain_argument(self.search, self.context, term)
            return [_Summand((), {term: 1})] if plain is None else self.summands(self.learn(plain))
        return [_Summand((), {term: 1})]

    def _bounded(self, found: list[_Summand]) -> list[_Summand]:
        if len(found) > MAX_SUMMANDS:
            raise Unproved("the body of an expectation has too many summands")
        return found

    def _product(self, factors: Sequence[list[_Summand]]) -> list[_Summand]:
        found = [_Summand((), {})]
        for factor in factors:
            found = self._bounded([s for a in found for b in factor for s in self._unrooted(a.times(b))])
            if len(found) > 8:
                found = self._collected(found)
        return found

    def _unrooted(self, summand: _Summand) -> list[_Summand]:
        """Squares of roots of sums and products are multiplied out, as means are declared of single terms; signs are at most squared."""
        for root, k in summand.parts.items():
            if root.op == "sqrt" and root.args[0].op in ("+", "*") and k > 1:
                value = self.learn(table.axiom(self.search, self.context, "sqrt.square", *root.args))
                return self._product([[summand.times(_Summand((), {root: -2}))], self.summands(value)])
            if root.op == "sgn" and k > 2:
                self.learn(cube(self.search, self.context, root))
                return [summand.times(_Summand((), {root: -2 * ((k - 1) // 2)}))]
        signs = [part for part in summand.parts if part.op == "sgn"]
        both = of_ordered(self.search, self.context, signs, self.is_random)
        if both is None:
            return [summand]
        rest = summand.times(_Summand((), dict.fromkeys(both.judgement.args[0].args, -1)))
        return self._product([[rest], self.summands(self.learn(both))])

    def _collected(self, summands: list[_Summand]) -> list[_Summand]:
        """Summands with the same random parts together."""
        by_parts: dict[frozenset[tuple[Term, int]], list[_Summand]] = {}
        for summand in summands:
            by_parts.setdefault(frozenset(summand.parts.items()), []).append(summand)
        sums = ((held, total([product(list(s.coefficient)) for s in held])) for held in by_parts.values())
        return [held[0] if len(held) == 1 else _Summand((sum_,), held[0].parts) for held, sum_ in sums]

    def _inverse(self, term: Term) -> list[_Summand]:
        """The inverse of one exponential; others stay."""
        inside = self.summands(term.args[0])
        if len(inside) == 1 and all(part.op == "exp" for part in inside[0].parts):
            (one,) = inside
            front = (make("inv", (product(list(one.coefficient)),)),) if one.coefficient else ()
            return [_Summand(front, {part: -k for part, k in one.parts.items()})]
        return [_Summand((), {term: 1})]

    def _signed(self, term: Term) -> list[_Summand]:
        """An absolute value by its sign, and signs in their plain form."""
        if term.op == "abs":
            return self.summands(self.learn(of_absolute(self.search, self.context, term)))
        # a hyperplane is one as it stands
        if term.args[0].op == "dot":
            return [_Summand((), {term: 1})]
        plain = plain_sign(self.search, self.context, term, self.is_random)
        return [_Summand((), {term: 1})] if plain is None else self.summands(self.learn(plain))

    # -- the normal form --------------------------------------------------------------------------------------------

    def normal_form(self, body: Term) -> tuple[Theorem | None, list[tuple[Term, list[Factor]]]]:
        """``body = sum of coefficient times factors`` (None if it is that already), and the summands."""
        summands = self._collected(self.summands(body))
        exponents = list(dict.fromkeys(p.args[0] for s in summands for p in s.parts if self._is_plain(p)))
        basis = Exponents(self, exponents) if exponents else None
        merged: dict[tuple[object, ...], tuple[list[Term], list[Factor]]] = {}
        for summand in summands:
            free, factors = self._factors(summand, basis)
            key = tuple((f.draws, tuple(f.exponent.items()), tuple(f.parts.items())) for f in factors)
            merged.setdefault(key, ([], factors))[0].append(product([*summand.coefficient, *free]))
        found = [(total(coefficients), factors) for coefficients, factors in merged.values()]
        target = _normal_term(found)
        if target is body:
            return None, found
        equations = list(self.equations)
        if basis is not None:
            equations += basis.equations()
        return self.search.infer("RING", self.context, lhs=body, rhs=target, eqs=equations), found

    def _is_plain(self, part: Term) -> bool:
        return part.op == "exp" and not self.has_divisor(part.args[0])

    def _factors(self, summand: _Summand, basis: Exponents | None) -> tuple[list[Term], list[Factor]]:
        """The exponential free of draws, and the random factors by groups of draws."""
        exponent: dict[Term, Term] = {}
        free: list[Term] = []
        exponentials = {part.args[0]: k for part, k in summand.parts.items() if self._is_plain(part)}
        if exponentials:
            assert basis is not None
            free, exponent = basis.split(exponentials)
        others = {part: k for part, k in summand.parts.items() if not self._is_plain(part)}
        if any(k < 0 for k in others.values()):
            raise Unproved("a random divisor")
        found = []
        for group in sorted(_joined(map(self.places, (*exponent, *others))), key=min):
            inside = {m: c for m, c in exponent.items() if self.places(m) <= group}
            parts = {p: k for p, k in others.items() if self.places(p) <= group}
            found.append(Factor(group, inside, dict(sorted(parts.items(), key=lambda item: repr(item[0])))))
        return free, found


def _joined(several: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Groups of places without a common one, such that each of the given sets is in one of them."""
    groups: list[frozenset[int]] = []
    for places in several:
        met = [group for group in groups if group & places]
        groups = [*(group for group in groups if not group & places), places.union(*met)]
    return groups


def _normal_term(summands: Sequence[tuple[Term, Sequence[Factor]]]) -> Term:
    """The sum that LIN and INDEP read."""
    return total([_scaled(coefficient, nested([f.term() for f in factors])) for coefficient, factors in summands])


def nested(factors: Sequence[Term]) -> Term:
    """A product of two, the second one a product again."""
    if not factors:
        return ONE
    found = factors[-1]
    for factor in reversed(factors[:-1]):
        found = make("*", (factor, found))
    return found


class Exponents:
    """Exponents over a basis; each splits into what is free of draws and coefficients of random monomials."""

    def __init__(self, expansion: Expansion, arguments: list[Term]):
        self.expansion = expansion
        search, context = expansion.search, expansion.context
        self.basis = ExponentBasis(known_of(search, context, arguments), arguments, whole_logarithms=False)
        self.ring = self.basis.inner.ring
        self.common = self.ring.one
        for argument in arguments:
            den = self.basis.inner.form(argument).den
            self.common = self.common * (den / self.common.gcd(den))
        #: combinations of the bases that occur, by the terms that are made of them
        self.made: dict[Term, list[tuple[Term, int]]] = {a: self.basis.powers(a) for a in arguments}

    def split(self, exponentials: Mapping[Term, int]) -> tuple[list[Term], dict[Term, Term]]:
        row: dict[tuple[int, ...], Fraction] = {}
        for argument, k in exponentials.items():
            for monomial, q in self.basis.rows[argument].items():
                row[monomial] = row.get(monomial, Fraction(0)) + k * q
        row = {monomial: q for monomial, q in row.items() if q}
        by_random: dict[tuple[int, ...], dict[tuple[int, ...], Fraction]] = {}
        for monomial, q in row.items():
            random = tuple(e if self._is_random(place) else 0 for place, e in enumerate(monomial))
            rest = tuple(e - r for e, r in zip(monomial, random, strict=True))
            by_random.setdefault(random, {})[rest] = q
        free, exponent = list[Term](), dict[Term, Term]()
        randoms: dict[Term, tuple[int, ...]] = {}
        for random in sorted(by_random):
            coefficient = self._term(by_random[random])
            if not any(random):
                free = [make("exp", (coefficient,))]
                self._remember(coefficient, {random: by_random[random]})
                continue
            term = self.ring.monomial(random, rational(Fraction(1)))
            exponent[term], randoms[term] = coefficient, random
        for group in _joined(map(self.expansion.places, exponent)):
            inside = [term for term in exponent if self.expansion.places(term) <= group]
            whole = total([_scaled(exponent[term], term) for term in inside])
            self._remember(whole, {randoms[term]: by_random[randoms[term]] for term in inside})
        return free, exponent

    def _remember(self, whole: Term, rows: Mapping[tuple[int, ...], Mapping[tuple[int, ...], Fraction]]) -> None:
        """The exponent of a group of dependent draws as a combination of the bases."""
        units, bases = self.basis.units, self.basis.bases
        parts = []
        for random, row in rows.items():
            for rest, q in row.items():
                monomial = tuple(a + b for a, b in zip(random, rest, strict=True))
                parts.append((bases[monomial], int(q / units[monomial])))
        self.made[whole] = parts

    def _is_random(self, place: int) -> bool:
        generators = self.ring.generators
        return place < len(generators) and self.expansion.is_random(generators[place])

    def _term(self, row: Mapping[tuple[int, ...], Fraction]) -> Term:
        poly = self.ring.ctx.from_dict({monomial: rational(q) for monomial, q in row.items()})
        return self.ring.fraction(self.ring.lowest(Form(poly, self.common)))

    def equations(self) -> list[Theorem]:
        """Each exponential as a product of those of the basis."""
        search, context, inner = self.expansion.search, self.expansion.context, self.basis.inner
        found = []
        for whole, parts in self.made.items():
            if parts != [(whole, 1)]:
                make_defined(search, context, whole, *(base for base, _ in parts))
                found.append(table.exp_product(search, context, inner, whole, parts))
        return found
