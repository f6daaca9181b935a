"""What ``rftheory simulate`` is asked for, from its options to a run."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from rftheory import catalogue
from rftheory.answers.estimates import Estimates, estimate
from rftheory.cli.draws_display import DrawsDisplay
from rftheory.cli.options import read_settings
from rftheory.cli.pairs import DIMENSION, Pairs, pairs_by_difference, pairs_by_norms, pairs_by_sum, pairs_in_file
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.plans import Wanted
from rftheory.proposals.data import GaussianData

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
        against = None if self.against is None else self._mechanism(pairs, self.against)
        with DrawsDisplay(Console(stderr=True), may_stop=self.until is not None) as display:
            found = estimate(
                self.quantities or _DEFAULT, self._mechanism(pairs, self.coupling), pairs.x, pairs.y, self.m, self.n or 1,
                against=against, kernel=self.kernel, bandwidth=self.bandwidth, share=self.share, draws=self.draws, until=self.until,
                budget=self.budget, level=self.level, method=self.method, seed=self.seed, executor=self.executor,
                workers=self.jobs, resume=self._resumed(),
                keep=None if keep is None else lambda found: keep(found, pairs), progress=display,
            )  # fmt: skip
        return found, pairs

    def described(self, found: Estimates) -> dict[str, Any]:
        """What was drawn, by name."""
        return {
            "family": self.family,
            "set": {key: str(value) for key, value in read_settings(self.settings, exact=True).items()},
            "coupling": self.coupling,
            "against": self.against,
            "proposal": self.proposal,
            "hybrid": self.hybrid,
            "with": self.second,
            "kernel": found.kernel,
            **self._width(),
            "d": found.setting.dimension,
            "m": found.setting.m,
            "n": found.setting.n if self.hybrid is not None else None,
            "share": found.setting.share,
        }

    def _width(self) -> dict[str, Any]:
        """The bandwidth, where one is given."""
        own = self.bandwidth
        return {} if own is None else {"bandwidth": own.tolist() if hasattr(own, "tolist") else own}

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

    def _mechanism(self, pairs: Pairs, coupling: str) -> Mechanism:
        own = self._parameters()
        family = catalogue.bound(catalogue.family(self.family, **own["family"]), pairs.x, pairs.y)
        projections = catalogue.coupling(coupling, **own["coupling"] if coupling == self.coupling else {})
        if self.proposal is not None:
            if not 0 < self.proposal < math.inf:
                raise ValueError(f"--proposal must be a variance > 0, got {self.proposal}")
            return Mechanism(family, projections, proposal=GaussianData.isotropic(self.proposal, pairs.x.shape[1]))
        if self.hybrid is None or self.second is None:
            return Mechanism(family, projections)
        other = catalogue.bound(catalogue.family(self.second, **own["with"]), pairs.x, pairs.y)
        # families of counts are refused there, with what is allowed
        return Mechanism((family, other), projections, catalogue.coefficient(self.hybrid, **own["hybrid"]))

    def _parameters(self) -> dict[str, dict[str, Any]]:
        """The parameters of each part: ``A=-1/10`` of the family, ``coupling.k=2``, ``hybrid.sigma=1``, ``with.A=-1/10``."""
        parts: dict[str, dict[str, Any]] = {"family": {}, "coupling": {}, "hybrid": {}, "with": {}}
        for key, value in read_settings(self.settings, exact=True).items():
            place, dot, name = key.rpartition(".")
            if (dot and place not in parts) or not name:
                raise ValueError(
                    f"--set takes KEY=VALUE or PART.KEY=VALUE, with PART one of {', '.join(parts)}, got {key!r}"
                )
            parts[place or "family"][name] = value
        if self.hybrid is None and (parts["hybrid"] or parts["with"]):
            raise ValueError("parameters of hybrid and with are of a hybrid: give --hybrid and --with")
        return parts
