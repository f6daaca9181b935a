"""What is known is looked up: the facts of a context and what the ends of its variables say, and nothing else; no term is made."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.kernel import terms
from rftheory.kernel.contexts import EMPTY, Context, end_facts
from rftheory.kernel.known import known, told
from rftheory.kernel.terms import Term, declare, make, rat, var
from rftheory.kernel.theorems import Kernel

_OPERATORS = ("=", "!=", "<=", "<")
_ENDS = (None, rat(-2), rat(0), rat(5))


@st.composite
def _contexts(draw: st.DrawFn) -> Context:
    """Two numbers with ends or without, and facts about them."""
    context = EMPTY
    for _ in range(2):
        low, high = draw(st.sampled_from(_ENDS[:3])), draw(st.sampled_from((None, rat(5))))
        context = context.with_entry(
            declare("real", low=low, high=high, closed=draw(st.sampled_from(("[]", "()", "[)"))))
        )
    for op, first, second in draw(
        st.lists(
            st.tuples(st.sampled_from(_OPERATORS), st.sampled_from(_sides()), st.sampled_from(_sides())), max_size=4
        )
    ):
        context = context.with_entry(make(op, (first, second)))
    return context


def _sides() -> list[Term]:
    return [var(0, "real"), var(1, "real"), rat(-2), rat(0), rat(5)]


@settings(max_examples=60, deadline=None)
@given(_contexts())
def test_known_is_what_facts_and_ends_say(context: Context) -> None:
    said = set(context.facts)
    for place, declaration in enumerate(context.declarations):
        said.update(end_facts(declaration, var(place, "real")))
    assert context.said == said
    kernel, sides = Kernel(), _sides()
    for op, first, second in product(_OPERATORS, sides, sides):
        assert told(kernel, context, op, first, second) == any(
            (one.op, one.args) == (op, (first, second)) for one in said
        )
        assert known(kernel, context, make(op, (first, second))) == told(kernel, context, op, first, second)


def test_what_a_longer_context_says_is_not_known_in_a_shorter_one() -> None:
    shorter = EMPTY.with_entry(declare("real", low=rat(3), closed="(]"))
    longer = shorter.with_entry(make("<", (var(0, "real"), rat(7))))
    assert told(Kernel(), longer, "<", var(0, "real"), rat(7))
    assert not told(Kernel(), shorter, "<", var(0, "real"), rat(7))


def test_asking_makes_no_term() -> None:
    number, context = rat(123_457), EMPTY.with_entry(declare("real"))
    before = len(terms._known)
    assert not told(Kernel(), context, "<", number, var(0, "real"))
    assert len(terms._known) == before
