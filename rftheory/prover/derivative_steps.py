"""How derivatives are proved: the kernel differentiates (DERIV), and what it finds is the claimed value on the interval.

The chain of such a claim begins with the derivative; its lines are equations in the interval that the range of the variable opens,
along which the judgement goes on to the claimed value (TRANSPORT).
"""

from __future__ import annotations

from functools import cached_property

from rftheory.prover.words import *
from rftheory.prover.chains import Walk
from rftheory.prover.graphs import Graph
from rftheory.prover.spec import ClaimEntry

if TYPE_CHECKING:
    from rftheory.rules.propositions import Derivative

#: where the derivative stands in a judgement ``D``
_VALUE = [3]


@dataclass(frozen=True)
class Differentiation:
    """A claim about the derivative of a function, and the chain that begins with what the derivative is."""

    said: Derivative
    made: ClaimEntry
    around: Walk

    @cached_property
    def graph(self) -> Graph:
        low, high, *_ = self.made.prop.args
        before = len(self.around.chain.lines)
        return Graph(self.around, self.said.variable, self.made.setting, (low, high), ("open", "open"), before)

    @property
    def inside(self) -> Walk:
        return self.graph.inside

    def by_chain(self, prop: Term) -> Theorem:
        found = self._start()
        count = len(self.inside.chain.lines)
        for number in range(1, count + 1):
            eq = self._ending(prop.args[3]) if number == count else self.inside._link(number)
            found = self._moved(found, eq)
        return found

    def as_it_stands(self, prop: Term) -> Theorem:
        raise Unproved("the lines of a derivative are needed")

    def proved_line(self, number: int, said: Term) -> Theorem:
        if number == 0:
            return self._start()
        return self.inside.proved_line(number, said)

    def _start(self) -> Theorem:
        """The derivative, as the chain begins with it."""
        return self.inside.kept(0, self._derived)

    def _derived(self) -> Theorem:
        found = self.graph.derivative(self.made.prop.args[2])
        reached = instantiate(found.judgement.args[3], (self._x,))
        first = self.inside.line(0)
        return found if reached is first else self._moved(found, self.inside.equal(reached, first))

    @property
    def _x(self) -> Term:
        return self.graph.x(self.inside)

    def _ending(self, value: Term) -> Theorem:
        return self.inside._ending(instantiate(value, (self._x,)))

    def _moved(self, found: Theorem, eq: Theorem) -> Theorem:
        """The judgement with another value, along an equation of the interval."""
        left, right = eq.judgement.args
        if left is right:
            return found
        around = self.around
        moved: Theorem = around.run.infer("TRANSPORT", around.context, of=found, eqs=[eq], paths=[_VALUE])
        return moved
