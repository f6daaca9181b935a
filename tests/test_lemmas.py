"""Lemmas are values: a chain is kept with its claim, and nothing that was proved before changes what is accepted.

The law: a lemma that rests on itself is refused, and a claim is judged alike whatever was judged before it, in any order.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim, require_proved
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.series_steps import SeriesBound

import rftheory.proofs
from rftheory.chains.claims import chain_of
from rftheory.propositions import Equality, Inequality, Proposition
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

X = sp.Symbol("x", real=True)
LINE = Domain((Range(X),))
Proof = Callable[[], Derivation]


def _claim(proof: Proof, left: sp.Expr = X**2, name: str = "c") -> Claim:
    return Claim(name, "says", Inequality(left, ">=", sp.Integer(0)), LINE, proof)


def _by(lemma: Claim, left: sp.Expr) -> Claim:
    return _claim(lambda: Bound(left, LINE).given(lemma).at_least(sp.Integer(0)), left)


def _square() -> Derivation:
    return Derivation(X**2, LINE).at_least(sp.Integer(0))


class _Counted:
    """A proof that counts how often it is gone through."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Derivation:
        self.times += 1
        return _square()


# -- one claim, one chain ---------------------------------------------------------------------------------------------------


def test_a_claim_has_one_chain_and_everybody_gets_a_copy() -> None:
    proof = _Counted()
    claim = _claim(proof)
    first = chain_of(claim)
    assert first is not None
    first.algebra(sp.Integer(0))
    second = chain_of(claim)
    assert second is not None and proof.times == 1
    assert len(first.steps) == 3 and len(second.steps) == 2


def test_a_claim_and_the_chains_that_cite_it_share_its_chain() -> None:
    proof = _Counted()
    lemma = _claim(proof)
    for number in range(1, 4):
        assert judge_claim(_by(lemma, number * X**2), 0).answer == "holds"
    assert judge_claim(lemma, 0).answer == "holds" and proof.times == 1


def test_two_claims_that_say_the_same_are_proved_each_by_itself() -> None:
    proof = _Counted()
    one, two = _claim(proof), _claim(proof)
    assert one == two and judge_claim(one, 0).answer == judge_claim(two, 0).answer == "holds"
    assert proof.times == 2


@pytest.mark.parametrize(
    "said",
    [Inequality(X**2, ">=", sp.Integer(1)), Inequality(X**2, ">", sp.Integer(0)), Equality(X**2, sp.Integer(0))],
)
def test_what_is_known_of_a_claim_is_not_known_of_one_that_is_made_from_it(said: Proposition) -> None:
    claim = _claim(_square)
    require_proved(claim)
    twin = replace(claim, proposition=said)
    assert twin.known.chain is None and judge_claim(twin, 0).answer != "holds"
    with pytest.raises(Unproved, match="is not proved"):
        require_proved(twin)
    assert judge_claim(replace(claim, domain=LINE.where(sp.Gt(X, 1))), 0).answer != "holds"
    assert judge_claim(replace(claim, proof=None), 0).answer != "holds"


def test_a_failure_is_not_remembered() -> None:
    answers = iter([Unproved("not now"), None])

    def proof() -> Derivation:
        if (problem := next(answers)) is not None:
            raise problem
        return _square()

    claim = _claim(proof)
    with pytest.raises(Unproved, match="not now"):
        chain_of(claim)
    assert chain_of(claim) is not None


# -- lemmas in circles --------------------------------------------------------------------------------------------------------


def _itself() -> Claim:
    claim = _claim(lambda: Bound(X, LINE).given(claim).at_least(sp.Integer(0)), X)
    return claim


def _itself_as_an_equality() -> Claim:
    claim = Claim(
        "c", "", Equality(sp.cos(X), sp.Integer(1)), LINE, lambda: SeriesBound(sp.cos(X), LINE).rewrite_by(claim)
    )
    return claim


def _each_other() -> Claim:
    one = _claim(lambda: Bound(X, LINE).given(two).at_least(sp.Integer(0)), X, "one")
    two = _claim(lambda: Bound(2 * X, LINE).given(one).at_least(sp.Integer(0)), 2 * X, "two")
    return one


def _itself_made_anew() -> Claim:
    return _claim(lambda: Bound(X, LINE).given(_itself_made_anew()).at_least(sp.Integer(0)), X)


def _without_end(number: int = 1) -> Claim:
    def proof() -> Derivation:
        return Bound(number * X, LINE).given(_without_end(number + 1)).at_least(sp.Integer(0))

    return _claim(proof, number * X)


@pytest.mark.parametrize("made", [_itself, _itself_as_an_equality, _each_other])
def test_a_lemma_that_rests_on_itself_is_refused(made: Callable[[], Claim]) -> None:
    """Each is false at x = -1, or at x = 1, and follows from itself."""
    claim = made()
    for _ in range(2):
        finding = judge_claim(claim, 0)
        assert finding.answer == "undecided" and f"{claim.name} rests on itself" in finding.reason
        with pytest.raises(Unproved, match="rests on itself"):
            chain_of(claim)


@pytest.mark.parametrize("made", [_itself_made_anew, _without_end])
def test_lemmas_without_end_are_refused(made: Callable[[], Claim]) -> None:
    finding = judge_claim(made(), 0)
    assert finding.answer == "undecided" and "rests on lemmas without end" in finding.reason


def test_many_lemmas_may_rest_one_on_the_other() -> None:
    @cache
    def lemma(number: int) -> Claim:
        def proof() -> Derivation:
            chain = Bound((number + 1) * X**2, LINE)
            return (chain.given(lemma(number - 1)) if number else chain).at_least(sp.Integer(0))

        return _claim(proof, (number + 1) * X**2)

    assert judge_claim(lemma(12), 0).answer == "holds"


# -- whatever was judged before -----------------------------------------------------------------------------------------------


def _claims() -> dict[str, Claim]:
    """One that is proved, an equal one that rests on itself by another, and what rests on either."""

    def by(name: str, left: sp.Expr = X**2) -> Proof:
        return lambda: Bound(left, LINE).given(made[name]).at_least(sp.Integer(0))

    made = {
        "proved": _claim(_square),
        "circular": _claim(by("between")),
        "between": _claim(by("circular", X**2 + 1), X**2 + 1),
        "on the proved": _claim(by("proved", 2 * X**2), 2 * X**2),
        "on the circular": _claim(by("circular", 2 * X**2), 2 * X**2),
    }
    return made


_ALONE = {name: judge_claim(_claims()[name], 0).answer for name in _claims()}


def test_alone() -> None:
    assert {name for name, answer in _ALONE.items() if answer == "holds"} == {"proved", "on the proved"}


def test_nothing_that_was_judged_before_changes_an_answer() -> None:
    for order in itertools.permutations(_ALONE):
        claims = _claims()
        assert {name: judge_claim(claims[name], 0).answer for name in order} == _ALONE, order


# -- the proof files ----------------------------------------------------------------------------------------------------------


def test_proof_files_make_a_lemma_once() -> None:
    """A lemma that is made in two places is two claims, and proved twice."""
    trees = [ast.parse(path.read_text()) for path in Path(rftheory.proofs.__file__).parent.rglob("*.py")]
    calls = [n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Call) and not (n.args or n.keywords)]
    uses = Counter(ast.unparse(call.func).split(".")[-1] for call in calls)
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = Counter(node.name for node in functions)
    made = [node for node in functions if _is_lemma(node) and names[node.name] == 1]
    # lemmas without parameters are values, which are made once anyway
    assigned = [node.value for tree in trees for node in tree.body if isinstance(node, ast.Assign)]
    values = [one for one in assigned if isinstance(one, ast.Call) and ast.unparse(one.func) == "lemma"]
    assert len(made) > 50 and len(made) + len(values) > 100
    assert not [node.name for node in made if not node.decorator_list and uses[node.name] > 1]


def _is_lemma(node: ast.FunctionDef) -> bool:
    return not ast.unparse(node.args) and node.returns is not None and ast.unparse(node.returns) == "Claim"
