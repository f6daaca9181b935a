"""What ``rftheory simulate`` is asked for, from its options to a run."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from rftheory.answers.estimates import Estimates, estimate
from rftheory.cli.draws_display import DrawsDisplay
from rftheory.cli.pairs import DIMENSION, Pairs, pairs_by_difference, pairs_by_norms, pairs_by_sum, pairs_in_file
from rftheory.estimators.hybrids import CoupledHybrid
from rftheory.families.proposals.data import GaussianData
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.plans import Wanted

_DEFAULT = ("mean", "mse")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the command line asks for."""

    mechanism: str
    n: int | None
    against: str | None
    proposal: float | None
    kernel: str | None
    bandwidth: Any
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
    resume: Path | None

    def answer(self, keep: Callable[[Estimates, Pairs], None] | None = None) -> tuple[Estimates, Pairs]:
        """The run that is asked for, and the pairs of inputs with what they are called.

        Args:
            keep: told the same of the unfinished run now and then.

        Raises:
            ValueError: for bad use.
            ClusterUnreachable: if there is no scheduler.
        """
        self._check()
        pairs = self._pairs()
        mechanism = self._mechanism(pairs)
        with DrawsDisplay(Console(stderr=True), may_stop=self.until is not None) as display:
            found = estimate(
                self.quantities or _DEFAULT, mechanism, pairs.x, pairs.y, self.m, self.n,
                against=self.against, kernel=self.kernel, bandwidth=self.bandwidth, share=self.share, draws=self.draws, until=self.until,
                budget=self.budget, level=self.level, method=self.method, seed=self.seed, executor=self.executor,
                workers=self.jobs, resume=self._resumed(),
                keep=None if keep is None else lambda found: keep(found, pairs), progress=display,
            )  # fmt: skip
        return found, pairs

    def described(self, found: Estimates) -> dict[str, Any]:
        """What was drawn, by name."""
        return {
            "mechanism": self.mechanism,
            "against": self.against,
            "proposal": self.proposal,
            "kernel": found.kernel,
            **self._width(),
            "d": found.setting.dimension,
            "m": found.setting.m,
            "n": found.setting.n if isinstance(found.setting.estimator, CoupledHybrid) else None,
            "share": found.setting.share,
        }

    def _width(self) -> dict[str, Any]:
        """The bandwidth, where one is given."""
        own = self.bandwidth
        return {} if own is None else {"bandwidth": own.tolist() if hasattr(own, "tolist") else own}

    def _check(self) -> None:
        if self.draws is not None and self.until is not None:
            raise ValueError("give --draws or --until, not both")
        if self.budget is not None and self.until is None:
            raise ValueError("--budget is of --until; without a precision give --draws")
        if self.against is not None and self.quantities:
            raise ValueError("--against estimates the difference of the MSEs, without --quantity")
        if self.proposal is not None and self.against is not None:
            raise ValueError("--proposal is of one mechanism with independent draws, without --against")

    def _resumed(self) -> dict[str, Any] | None:
        if self.resume is None:
            return None
        try:
            found = json.loads(self.resume.read_text())
        except (OSError, ValueError) as error:
            raise ValueError(f"--resume takes what --json FILE wrote; {self.resume} cannot be read: {error}") from error
        if not isinstance(found, dict) or "state" not in found:
            raise ValueError(f"--resume takes what --json FILE wrote; {self.resume} has no state")
        return found

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

    def _mechanism(self, pairs: Pairs) -> str | Mechanism:
        if self.proposal is None:
            return self.mechanism
        if not 0 < self.proposal < math.inf:
            raise ValueError(f"--proposal must be a variance > 0, got {self.proposal}")
        law = GaussianData.isotropic(self.proposal, pairs.x.shape[1])
        return replace(Mechanism(self.mechanism), proposal=law)
