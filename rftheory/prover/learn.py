"""What is known of the atoms of some terms: values and reductions, as theorems in the order in which RING reads them.

Atoms are looked at one after the other; each may get a value in other atoms (a cosh in exponentials, a root in roots of
factors), a reduction (the square of a root), or stay a generator. Exponentials are taken last and together, over a common
basis; circular functions likewise. The same equations feed the calculation of the search (`ring`) and the kernel.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.ring import RING, Form

#: atoms of one goal
MAX_ATOMS = 120


class Known:
    """The atoms of some terms, with what was learnt of them.

    Nothing is looked for of atoms that are settled: they stay what they are.
    """

    def __init__(self, search: Search, context: Context, terms: Sequence[Term], settled: Iterable[Term] = ()):
        self.search, self.context, self.settled = search, context, frozenset(settled)
        #: atom -> (its value in other atoms, the theorem that says so)
        self.values: dict[Term, tuple[Term, Theorem]] = {}
        #: generator -> (degree, value, theorem)
        self.reductions: dict[Term, tuple[int, Term, Theorem]] = {}
        self.atoms: dict[Term, None] = {}
        #: equations of the context: values of atoms, and others
        self.facts: dict[Term, Theorem] = {}
        self.others: list[Theorem] = []
        from rftheory.prover.rewritings import learn_facts

        learn_facts(self)
        self.meet(terms)
        self.close()

    # -- learning ---------------------------------------------------------------------------------------------------

    def meet(self, terms: Iterable[Term]) -> None:
        """Atoms that are to be learnt."""
        for atom in atoms_of(terms):
            if len(self.atoms) >= MAX_ATOMS:
                raise Unproved("too many different parts")
            self.atoms.setdefault(atom)

    def give(self, theorem: Theorem) -> None:
        """Learn ``atom = value`` or ``atom^n = value``."""
        left, right = theorem.judgement.args
        if self._reaches(right, left):
            return
        if left.op == "pow" and left.args[0].op not in RING:
            self.reductions[left.args[0]] = (left.data, right, theorem)
        else:
            self.values[left] = (right, theorem)
        self.meet([left, right])

    def _reaches(self, term: Term, atom: Term) -> bool:
        """Whether the values of what a term is made of lead to an atom, which must not be one of its own values."""
        todo, seen = atoms_of([term]), set[Term]()
        while todo:
            other = todo.pop()
            if other is atom:
                return True
            if other in self.values and other not in seen:
                seen.add(other)
                todo += atoms_of([self.values[other][0]])
        return False

    def close(self) -> None:
        """Learn all that is met, until nothing new is."""
        from rftheory.prover.exponents import learn_circular, learn_exponentials
        from rftheory.prover.rewritings import learn_atom, learn_equal_atoms

        done = set(self.settled)
        for _ in range(8):
            while True:
                todo = [atom for atom in self.atoms if atom not in done]
                if not todo:
                    break
                for atom in todo:
                    done.add(atom)
                    if atom not in self.values and atom not in self.reductions:
                        learn_atom(self, atom)
            count = len(self.atoms), len(self.values)
            learn_exponentials(self)
            learn_circular(self)
            learn_equal_atoms(self)
            if (len(self.atoms), len(self.values)) == count:
                break
        self.ring = self._ring()

    def _ring(self) -> Ring:
        values = {atom: value for atom, (value, _) in self.values.items()}
        generators = [atom for atom in self.atoms if atom not in values]
        generators.append(IMAG)
        ordered = sorted(self.reductions.items(), key=lambda item: item[0].depth)
        return Ring(generators, values, [(g, degree, value) for g, (degree, value, _) in ordered if g not in values])

    # -- using ------------------------------------------------------------------------------------------------------

    def form(self, term: Term) -> Form:
        return self.ring.form(term)

    def values_of(self, term: Term) -> list[Term]:
        """The values of the atoms of a term."""
        return [self.values[atom][0] for atom in atoms_of([term]) if atom in self.values]

    def equations(self, terms: Sequence[Term]) -> list[Theorem]:
        """What RING has to learn for these terms, each equation after those that its right side needs."""
        found: dict[Term, Theorem] = {}
        open_: set[Term] = set()

        def visit(atom: Term) -> None:
            if atom in found or atom in open_:
                return
            open_.add(atom)
            known = self.values.get(atom)
            reduction = self.reductions.get(atom)
            if known is not None:
                for other in atoms_of([known[0]]):
                    visit(other)
                found[atom] = known[1]
            elif reduction is not None:
                for other in atoms_of([reduction[1]]):
                    visit(other)
                found[atom] = reduction[2]

        for atom in atoms_of(terms):
            visit(atom)
        variables = {place for term in terms for place in term.variables}
        others = [fact for fact in self.others if fact.judgement.variables & variables]
        return [*found.values(), *others]

    def ring_equation(self, left: Term, right: Term) -> Theorem:
        """``left = right`` by RING; a square that is lowered first may hide a divisor, so that is tried last as well."""
        eqs = self.equations([left, right])
        found = self.search.attempt("RING", self.context, lhs=left, rhs=right, eqs=eqs)
        if found is not None:
            return found
        eqs.sort(key=lambda eq: eq.judgement.args[0].op == "pow")
        return self.search.infer("RING", self.context, lhs=left, rhs=right, eqs=eqs)


def known_of(search: Search, context: Context, terms: Sequence[Term]) -> Known:
    """What is known of the atoms of these terms, kept."""
    key = (context, "known", len(search.listed_equations(context)), *terms)
    return search.once(key, lambda: Known(search, context, terms))
