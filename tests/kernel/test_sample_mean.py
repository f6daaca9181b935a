"""The mean square of a sample mean, step by step."""

from __future__ import annotations

import rftheory.kernel.rules  # noqa: F401
from rftheory.kernel.contexts import Context, close
from rftheory.kernel.terms import ONE, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from tests.kernel.means import NORMAL, mean, over, product_of_two, sample_mean, total
from tests.kernel.words import add, eq, fn, mul


class Proof:
    """``E (sum_i f(w_i)/m)^2`` over a family of m normal vectors, of any function f of one of them."""

    def __init__(self) -> None:
        self.run, self.value, self.first, self.second, self.m = sample_mean()
        self.context, self.family = self.run.context, fn("iid", self.m, NORMAL)
        self.square = mul(self.first, self.first)
        self.outer, (self.i,), _ = self.run.opened(make("sum", (ONE, self.m, ZERO)))
        self.inner, (self.j,), _ = self.run.opened(make("sum", (ONE, self.m, ZERO)), self.outer)
        self.row = total(ONE, self.m, lambda j: self.pair(self.i, j, self.inner), self.outer)
        self.rows = make("sum", (ONE, self.m, close(self.row, (self.i,))))

    def pair(self, i: Term, j: Term, inner: Context) -> Term:
        return over([self.family], lambda w: mul(self.value(fn("at", w, i)), self.value(fn("at", w, j))), inner)

    def product(self, i: Term, j: Term, differ: Theorem) -> Theorem:
        return product_of_two(self.run, self.value, self.first, self.family, i, j, differ)

    def each_pair_has_a_mean(self) -> None:
        run, i, j, pair = self.run, self.i, self.j, self.pair
        cases = []
        for relation in ("=", "!="):
            case = run.kernel.declare(self.inner, make(relation, (i, j)))
            if relation == "=":
                single = run.infer("IID", case, term=pair(i, i, case), member=0, indices=[i], differ=[], l1=[])
                run.l1(single, pair(i, i, case))
                held = run.infer(
                    "CONG", case, eq=run.fact(eq(i, j), case), term=pair(i, i, case), paths=[[1, 1, 1, 0, 1]]
                )
            else:
                held = self.product(i, j, run.fact(make("!=", (i, j)), case))
            cases.append(run.infer("L1", case, of=held, term=pair(i, j, case)))
        run.use(run.infer("CASES", self.inner, of=cases))

    def double_sum(self) -> Theorem:
        """The mean of the double sum is the double sum of the means."""
        run = self.run
        by_rows = run.infer("SWAP", self.outer, term=self.row, first=[], whole=[], other=[])
        moved = run.infer("CONG", eq=by_rows, term=self.rows, paths=[[2]])
        double = run.chain(moved, run.infer("SWAP", term=moved.judgement.args[1], first=[by_rows], whole=[], other=[]))
        run.l1(double, double.judgement.args[1])
        return double

    def sum_of_rows(self) -> Theorem:
        """Each row is the member i, and m - 1 others."""
        run, outer, i, m, row = self.run, self.outer, self.i, self.m, self.row
        last, following = add(i, rat(-1)), add(i, ONE)
        up_to, from_one = run.fact(make("<=", (i, m)), outer), run.fact(make("<=", (ONE, i)), outer)
        order = run.below(last, m, outer, up_to, gap=1)
        cut = run.infer("SPLIT", outer, whole=row, last=last, following=i, orders=[order, from_one], l1=[])
        before, rest = cut.judgement.args[1].args
        orders = [up_to, run.below(i, following, outer, gap=1)]
        cut_rest = run.infer("SPLIT", outer, whole=rest, last=i, following=following, orders=orders, l1=[cut])
        run.l1(cut, rest)
        member, after = cut_rest.judgement.args[1].args
        diagonal = self.pair(i, i, outer)
        single = run.infer("IID", outer, term=diagonal, member=0, indices=[i], differ=[], l1=[])
        run.l1(single, diagonal)
        parts = [run.chain(run.infer("SINGLE", outer, term=member), single, context=outer)]
        above, below = (before, cut), (after, cut_rest)
        parts += [self.others(part, split, up_to, from_one) for part, split in (above, below)]
        wanted = add(self.second, mul(add(m, rat(-1)), self.square))
        by_row = run.chain(cut, run.ring(cut.judgement.args[1], wanted, outer, [cut_rest, *parts]), context=outer)
        sums = run.infer("CONG", eq=by_row, term=self.rows, paths=[[2]])
        return run.chain(sums, run.infer("CONST", over=self.rows, value=wanted))

    def others(self, part: Term, split: Theorem, up_to: Theorem, from_one: Theorem) -> Theorem:
        """The members before or after i."""
        run, outer, i, m = self.run, self.outer, self.i, self.m
        low, high = part.args[:2]
        run.l1(split, part)
        inside, (k,), (body,) = run.opened(part, outer)
        lower, upper = (run.fact(make("<=", ends), inside) for ends in ((low, k), (k, high)))
        if low is ONE:
            run.use(run.below(k, m, inside, upper, up_to, gap=1))
            differ = run.below(k, i, inside, upper, gap=1)
        else:
            run.use(run.below(ONE, k, inside, lower, from_one, gap=1))
            differ = run.below(i, k, inside, lower, gap=1)
        constant = self.product(i, k, differ)
        assert constant.judgement.args[0] is body
        run.use(run.infer("L1", inside, of=constant, term=body))
        even = run.infer("CONG", outer, eq=constant, term=part, paths=[[2]])
        return run.chain(even, run.infer("CONST", outer, over=part, value=self.square), context=outer)

    def square_of_the_mean(self, double: Theorem) -> list[Theorem]:
        """It is a double sum, draw by draw."""
        run, m, value, double_sum = self.run, self.m, self.value, double.judgement.args[1]
        inner_w, (w,), _ = run.opened(mean(ZERO, self.family))
        members = total(ONE, m, lambda k: value(fn("at", w, k)), inner_w)
        inner_wi, (k,), (here,) = run.opened(members, inner_w)
        by_column = run.infer("LIN", inner_wi, terms=[members], coefficients=[here], l1=[])
        turned = run.chain(
            run.ring(mul(members, here), mul(here, members), inner_wi), run.sym(by_column), context=inner_wi
        )
        spread = run.infer("LIN", inner_w, terms=[members], coefficients=[members], l1=[])
        squares = run.infer("CONG", inner_w, eq=turned, term=spread.judgement.args[0], paths=[[2]])
        all_pairs = squares.judgement.args[1]
        assert mean(close(all_pairs, (w,)), self.family) is double_sum
        scale, average = power(fn("inv", m), 2), mul(fn("inv", m), members)
        product = run.chain(run.sym(squares), spread, context=inner_w)
        as_square = run.ring(mul(scale, all_pairs), power(average, 2), inner_w, [product])
        linear = run.infer("LIN", terms=[double_sum], coefficients=[scale], l1=[double])
        run.l1(linear, linear.judgement.args[0])
        final = run.infer("CONG", eq=as_square, term=linear.judgement.args[0], paths=[[1]])
        return [run.sym(final), linear]


def test_mean_square_of_a_sample_mean() -> None:
    """``E (sum_i f(w_i)/m)^2 = E f^2 / m + (1 - 1/m) (E f)^2`` for any f with f, f^2 in L1 and every m >= 1."""
    proof = Proof()
    run, m, value, context = proof.run, proof.m, proof.value, proof.context
    proof.each_pair_has_a_mean()
    double = proof.double_sum()
    summed = proof.sum_of_rows()
    steps = proof.square_of_the_mean(double)
    inner_w, _, _ = run.opened(mean(ZERO, proof.family))
    goal = add(mul(fn("inv", m), proof.second), mul(add(ONE, fn("neg", fn("inv", m))), proof.square))
    end = run.ring(mul(power(fn("inv", m), 2), double.judgement.args[1]), goal, context, [run.sym(double), summed])
    result = run.chain(*steps, end)
    expected = over(
        [proof.family],
        lambda w: power(mul(fn("inv", m), total(ONE, m, lambda k: value(fn("at", w, k)), inner_w)), 2),
        context,
    )
    assert result.judgement is eq(expected, goal)
    assert result.axioms == frozenset()
