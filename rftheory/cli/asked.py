"""What ``rftheory simulate`` is asked for, from its options to a run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from rftheory import catalogue
from rftheory.answers.points import parse_value
from rftheory.cli.amounts import quantity_of
from rftheory.cli.draws_display import DrawsDisplay
from rftheory.cli.estimates import Outcome
from rftheory.cli.options import read_settings
from rftheory.cli.pairs import DIMENSION, Pairs, pairs_by_difference, pairs_by_norms, pairs_by_sum, pairs_in_file
from rftheory.cli.theory import ClosedForm, closed_forms, difference_of_errors
from rftheory.estimators.estimator import Estimator
from rftheory.mechanisms import mechanism
from rftheory.montecarlo.estimate import contrast, estimate
from rftheory.montecarlo.plans import Wanted
from rftheory.montecarlo.results import Run
from rftheory.montecarlo.session import BUDGET
from rftheory.montecarlo.setting import Setting
from rftheory.proposals.data import GaussianData

_DRAWS = 1_000_000
_DEFAULT = ("mean", "mse")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks for."""

    family: str
    coupling: str
    settings: tuple[str, ...]
    hybrid: str | None
    second: str | None
    n: int | None
    against: str | None
    proposal: float | None
    kernel: str | None
    d: int | None
    m: int | None
    v: str | None
    z: str | None
    x_norm: str | None
    y_norm: str | None
    theta: str | None
    inputs: Path | None
    share: bool
    quantities: tuple[str, ...]
    draws: int | None
    until: float | None
    budget: int | None
    level: float
    method: Wanted
    seed: int
    executor: str
    jobs: int | None
    checkpoint: Path | None

    def outcome(self) -> Outcome:
        """The run that is asked for.

        Raises:
            ValueError: for bad use.
            ClusterUnreachable: if there is no scheduler.
        """
        self._check()
        pairs = self._pairs()
        setting = self._setting(pairs, self.coupling)
        return self._contrast(pairs, setting) if self.against else self._estimate(pairs, setting)

    def _check(self) -> None:
        if (self.hybrid is None) != (self.second is None):
            raise ValueError("a hybrid needs --hybrid and --with")
        if self.n is not None and self.hybrid is None:
            raise ValueError("--n is of a hybrid: give --hybrid and --with")
        if self.draws is not None and self.until is not None:
            raise ValueError("give --draws or --until, not both")
        if self.budget is not None and self.until is None:
            raise ValueError("--budget is of --until; without a precision give --draws")
        if self.against is not None and self.quantities:
            raise ValueError("--against estimates the difference of the MSEs, without --quantity")
        if self.against is not None and self.hybrid is not None:
            raise ValueError("--against compares couplings of one family, without --hybrid")
        if self.proposal is not None and (self.against is not None or self.hybrid is not None):
            raise ValueError("--proposal is of one family with independent draws, without --against and --hybrid")

    def _pairs(self) -> Pairs:
        named = {"x_norm": self.x_norm, "y_norm": self.y_norm, "theta": self.theta}
        norms = {name: text for name, text in named.items() if text is not None}
        ways = [self.v is not None, self.z is not None, bool(norms), self.inputs is not None]
        if sum(ways) != 1:
            raise ValueError("inputs are needed, in one way: --v, --z, --x-norm with --y-norm and --theta, or --inputs")
        d = self.d or DIMENSION
        if self.v is not None:
            return pairs_by_sum(self.v, d)
        if self.z is not None:
            return pairs_by_difference(self.z, d)
        if self.inputs is None:
            return pairs_by_norms(norms, d)
        pairs = pairs_in_file(self.inputs)
        if self.d not in (None, pairs.x.shape[1]):
            raise ValueError(f"--d must be {pairs.x.shape[1]}, that of {self.inputs}, or be left out, got {self.d}")
        return pairs

    def _setting(self, pairs: Pairs, coupling: str) -> Setting:
        own = self._parameters()
        features = catalogue.bound(catalogue.family(self.family, **own["family"]), pairs.x, pairs.y)
        projections = catalogue.coupling(coupling, **own["coupling"] if coupling == self.coupling else {})
        if self.proposal is not None:
            made = self._weighted(features, projections, pairs)
        elif self.hybrid is None or self.second is None:
            made = mechanism.estimator(features, projections)
        else:
            other = catalogue.bound(catalogue.family(self.second, **own["with"]), pairs.x, pairs.y)
            # families of counts are refused there, with what is allowed
            bases: Any = (features, other)
            made = mechanism.estimator(bases, projections, self.hybrid, **own["hybrid"])
        return Setting.of(made, pairs.x, pairs.y, self.m or pairs.x.shape[1], self.n or 1, self.share)

    def _weighted(self, features: Any, projections: Any, pairs: Pairs) -> Estimator:
        """With draws of the optimal proposal for inputs of the law N(0, variance I); it belongs to its pair."""
        if len(pairs.x) != 1:
            raise ValueError(f"--proposal takes one pair at a time, got {len(pairs.x)}")
        if not self.proposal or not 0 < self.proposal < math.inf:
            raise ValueError(f"--proposal must be a variance > 0, got {self.proposal}")
        law = GaussianData.isotropic(self.proposal, pairs.x.shape[1])
        return mechanism.estimator(features, projections, proposal=law, inputs=(pairs.x[0], pairs.y[0]))

    def _parameters(self) -> dict[str, dict[str, Any]]:
        """The parameters of each part: ``A=-1/10`` of the family, ``coupling.k=2``, ``hybrid.sigma=1``, ``with.A=-1/10``."""
        parts: dict[str, dict[str, Any]] = {"family": {}, "coupling": {}, "hybrid": {}, "with": {}}
        for key, value in read_settings(self.settings).items():
            place, dot, name = key.rpartition(".")
            if (dot and place not in parts) or not name:
                raise ValueError(
                    f"--set takes KEY=VALUE or PART.KEY=VALUE, with PART one of {', '.join(parts)}, got {key!r}"
                )
            parts[place or "family"][name] = _exact(name, value)
        if self.hybrid is None and (parts["hybrid"] or parts["with"]):
            raise ValueError("parameters of hybrid and with are of a hybrid: give --hybrid and --with")
        return parts

    def _estimate(self, pairs: Pairs, setting: Setting) -> Outcome:
        asked = [quantity_of(text, setting.m) for text in self.quantities or _DEFAULT]
        # asked for twice, told once
        quantities = list(dict.fromkeys(asked))
        with self._display() as display:
            run = estimate(setting, quantities, method=self.method, progress=display, **self._effort())
        theory = {quantity.name: closed_forms(quantity.name, setting) for quantity in quantities}
        powers = {quantity.name: quantity.power for quantity in quantities}
        return replace(self._outcome(pairs, setting, run, theory, powers), rate=display.rate)

    def _contrast(self, pairs: Pairs, setting: Setting) -> Outcome:
        assert self.against is not None
        if self.method != "auto":
            raise ValueError(f"method must be auto for a difference of errors, got {self.method!r}")
        other = self._setting(pairs, self.against)
        with self._display() as display:
            run = contrast(setting, other, progress=display, **self._effort())
        theory = {name: difference_of_errors(setting, other) for name in _names(run)}
        return replace(self._outcome(pairs, setting, run, theory, dict.fromkeys(theory, 2)), rate=display.rate)

    def _display(self) -> DrawsDisplay:
        return DrawsDisplay(Console(stderr=True), may_stop=self.until is not None)

    def _effort(self) -> dict[str, Any]:
        effort = {
            "draws": self.draws if self.until is not None else self.draws or _DRAWS,
            "until": self.until,
            "level": self.level,
            "seed": self.seed,
            "executor": self.executor,
            "workers": self.jobs,
            "checkpoint": self.checkpoint,
        }
        return effort if self.until is None else {**effort, "budget": self.budget or BUDGET}

    def _outcome(
        self,
        pairs: Pairs,
        setting: Setting,
        run: Run,
        theory: Mapping[str, Sequence[ClosedForm] | None],
        powers: Mapping[str, int],
    ) -> Outcome:
        """The run for the kernel that is asked for.

        An estimate of one kernel is one of the other, times ``exp(+-(|x|^2 + |y|^2)/2)``: its quantities of power p are
        multiplied by the power p of this number.
        """
        own = setting.estimator.kernel
        kernel = self.kernel or own
        half_norms = (np.square(setting.x) + np.square(setting.y)).sum(axis=1) / 2
        shift = half_norms * ((kernel == "softmax") - (own == "softmax"))
        run = replace(
            run,
            estimates=tuple(
                replace(each, log_unit=each.log_unit + powers[each.quantity] * float(shift[each.pair]))
                for each in run.estimates
            ),
        )
        forms = {
            name: [
                form._replace(log=form.log + powers[name] * float(by)) for form, by in zip(known, shift, strict=True)
            ]
            for name, known in theory.items()
            if known is not None
        }
        described = {
            "family": self.family,
            "set": {key: str(value) for key, value in read_settings(self.settings).items()},
            "coupling": self.coupling,
            "against": self.against,
            "proposal": self.proposal,
            "hybrid": self.hybrid,
            "with": self.second,
            "kernel": kernel,
            "d": setting.dimension,
            "m": setting.m,
            "n": setting.n if self.hybrid is not None else None,
            "share": setting.share,
        }
        return Outcome(described, pairs, run, forms, self.seed, self.level)


def _names(run: Run) -> list[str]:
    return list(dict.fromkeys(each.quantity for each in run.estimates))


def _exact(name: str, value: Any) -> Any:
    """Fractions and roots, which are no Python literals, as exact numbers; names as they are."""
    try:
        return parse_value(name, value) if isinstance(value, str) else value
    except ValueError:
        return value
