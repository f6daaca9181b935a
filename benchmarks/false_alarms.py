"""Do the simulation tests keep their two rates? Observed false alarms at an inflated level, and observed power.

    python benchmarks/false_alarms.py [--repetitions 20000] [--seed 0] [--json FILE]

False alarms: the test of a true value is repeated with fresh draws of the heaviest estimators in use, at level 1e-2,
with the Clopper-Pearson bound of the observed rate (confidence 0.999), beside a two-sided z-test on the same draws.
Power: claims that are off by 2%, 5% and 10%, at the ledger's own rates, for Gaussian and for discrete projections.
Prints a table and one line of JSON.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import mpmath
import numpy as np
import sympy as sp
from scipy import stats

from benchmarks._measuring import parser, report
from rftheory.estimators.coupled import Regular
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.hybrids import Bipolar
from rftheory.estimators.moments import DIGITS
from rftheory.families.geometric import Geometric
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.poisson import Poisson
from rftheory.families.shifted import Shifted
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
from rftheory.hybrids.gaussian import Gaussian
from rftheory.inputs import coordinates
from rftheory.inputs.kernels import d, lam, m, n, p, r, sigma, theta, x_norm, y_norm
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import ALPHA, literal, simulate
from rftheory.montecarlo.chunks import RecordBuilder, keep_freed_memory, stream
from rftheory.montecarlo.folding import Records

TAKES_MINUTES = True
LEVEL, CONFIDENCE = 1e-2, 0.999
#: draws per repetition of the test of a true value, and draws that are made at a time
SHORT, CHUNK = 2048, 8192
POWER = {0.10: 100, 0.05: 40, 0.02: 10}


def point(x: sp.Expr, y: sp.Expr, angle: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
    sizes = {m: sp.Integer(2), n: sp.Integer(2), r: sp.Rational(7, 10), sigma: sp.Rational(3, 2)}
    return {x_norm: x, y_norm: y, theta: angle, **sizes}


USED = point(sp.Integer(1), sp.Rational(1, 2), sp.Rational(12, 5))
#: coordinates, the Poisson rate and the geometric p of the discrete families
COORDINATES = {
    coordinates.x.label: sp.Tuple(sp.Rational(3, 5), -sp.Rational(1, 2), sp.Rational(2, 5)),
    coordinates.y.label: sp.Tuple(sp.Rational(2, 5), sp.Rational(3, 10), -sp.Rational(1, 5)),
    d: sp.Integer(3),
    m: sp.Integer(2),
    lam: sp.Rational(2, 5),
    p: sp.Rational(3, 4),
}
HEAVIER = point(sp.Rational(4, 5), sp.Rational(3, 5), sp.Rational(6, 5))


@dataclass(frozen=True)
class Case:
    """An estimator and a quantity, with the exact mean of what is tested."""

    name: str
    check: MomentCheck
    mean: float

    @classmethod
    def of(cls, name: str, estimator: object, where: dict[sp.Symbol, sp.Expr]) -> Case:
        check = MomentCheck(name, estimator, "mse", sp.Integer(1), where)
        drawn = check.configuration
        with mpmath.workdps(DIGITS):
            weighted = drawn.estimator.weighted(*drawn.plain_inputs, mpmath.mpf(drawn.kernel))
            error = float(mpmath.re(weighted.moment((0, 1), drawn.m, drawn.n)))
        return cls(name, replace(check, expected=sp.Float(error)), error)


def cases() -> list[Case]:
    positive, trigonometric = Hyperbolic(), Trigonometric()
    gaussian = Bipolar(positive, trigonometric, Gaussian(kind="positive"))
    angular = Bipolar(positive, trigonometric, Angular(), shared=True)
    return [
        Case.of("MSE of P", Regular(positive), USED),
        Case.of("MSE of the Gaussian hybrid, positive features", gaussian, USED),
        Case.of("MSE of the angular hybrid, shared, heavier point", angular, HEAVIER),
        *discrete_cases(),
    ]


def discrete_cases() -> list[Case]:
    """Heavy tails: the rate and p at which the z-test fails."""
    shifted = Shifted(Geometric(), (-0.75, -0.75, -0.5))
    return [
        Case.of("MSE of Poisson features, lam = 1/10", Discrete(Poisson(sp.Rational(1, 10))), COORDINATES),
        Case.of("MSE of geometric features, p = 19/20", Discrete(Geometric(sp.Rational(19, 20))), COORDINATES),
        Case.of("MSE of shifted geometric features", Discrete(shifted), COORDINATES),
    ]


def powered_cases() -> list[Case]:
    return [
        cases()[0],
        Case.of("MSE of Poisson features", Discrete(Poisson()), COORDINATES),
        Case.of("MSE of geometric features", Discrete(Geometric()), COORDINATES),
    ]


def false_alarms(case: Case, repetitions: int, seed: int) -> dict[str, object]:
    """The intervals of the judge from short runs: how many miss the true value, and how many there are none of."""
    alarms = none = naive = done = chunk = 0
    sampler, reading = literal(case.check.configuration, seed), case.check.reading(0)
    while done < repetitions:
        drawn = sampler.draw(stream(sampler.label, seed, 1, chunk), CHUNK)
        values = case.check.values(drawn.estimates[0]).reshape(CHUNK // SHORT, SHORT)
        values, chunk = values[: repetitions - done], chunk + 1
        done += len(values)
        for row in values:
            records = Records(1, 1, case.mean)
            builder = RecordBuilder(1, [case.check.variable], case.mean)
            builder.add_values([row[None]])
            records.add(0, builder.record())
            interval = reading.interval(records, 0, LEVEL)
            none += not interval.conclusive
            alarms += case.mean not in interval
        scores = (values.mean(axis=1) - case.mean) / (values.std(axis=1, ddof=1) / math.sqrt(SHORT))
        naive += int((np.abs(scores) > stats.norm.isf(LEVEL / 2)).sum())
    bound = float(stats.beta.ppf(CONFIDENCE, alarms + 1, repetitions - alarms)) if alarms < repetitions else 1.0
    return {
        "case": case.name,
        "level": LEVEL,
        "draws": SHORT,
        "repetitions": repetitions,
        "alarms": alarms,
        "inconclusive": none,
        "rate": alarms / repetitions,
        "upper_bound": bound,
        "z_test_rate": naive / repetitions,
    }


def power(case: Case, error: float, repetitions: int, seed: int) -> dict[str, object]:
    """The claim is off by ``error``; each repetition takes as many draws as decide it, within the budget of the standard level."""
    check = replace(case.check, expected=sp.Float(case.mean * (1 + error)))
    outcomes = [simulate([check], "standard", seed + 1 + k)[0] for k in range(repetitions)]
    rejected = sum(outcome.rejected for outcome in outcomes)
    return {
        "case": case.name,
        "error": error,
        "alpha": ALPHA,
        "draws": sum(outcome.draws for outcome in outcomes) // repetitions,
        "repetitions": repetitions,
        "power": rejected / repetitions,
        "lower_bound": float(stats.beta.ppf(1 - CONFIDENCE, rejected, repetitions - rejected + 1)) if rejected else 0.0,
    }


def main(arguments: list[str] | None = None) -> int:
    parsed = parser(__doc__)
    parsed.add_argument("--repetitions", type=int, default=20_000)
    parsed.add_argument("--seed", type=int, default=0)
    options = parsed.parse_args(arguments)
    keep_freed_memory()
    start = time.perf_counter()
    alarms = [false_alarms(case, options.repetitions, options.seed) for case in cases()]
    print(f"false alarms at level {LEVEL}: observed rate (upper bound); z-test on the same draws")
    for row in alarms:
        print(f"  {row['rate']:.2e} ({row['upper_bound']:.2e}); {row['z_test_rate']:.2e}  {row['case']}")
    powers = [power(case, error, count, options.seed) for case in powered_cases() for error, count in POWER.items()]
    print("power at the level of the ledger (lower bound)")
    for row in powers:
        shown = f"{row['power']:.3f} ({row['lower_bound']:.3f}), {row['draws']:.1e} draws each on average"
        print(f"  error {row['error']:.0%}: {shown}  {row['case']}")
    seconds = round(time.perf_counter() - start, 1)
    report({"false_alarms": alarms, "power": powers, "seconds": seconds}, options.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
