"""The judges of the ledger, asked about a derived map before it is a statement: kernel, enclosure, simulation."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from rftheory.deriving.forms import Forms, drawing_points, draws, moment_claims
from rftheory.judges import enclosure_judge, kernel_judge, simulation_judge
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.engine import simulate
from rftheory.rules.propositions import Point
from rftheory.statements.verdicts import Finding, Verdict

_JUDGES = {
    "kernel": kernel_judge.judge,
    "enclosure": enclosure_judge.judge,
    "simulation": simulation_judge.judge,
}


@dataclass(frozen=True)
class Judged:
    """What the judges found."""

    verdicts: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether no judge has an objection: every claim that was judged holds."""
        findings = [f for verdict in self.verdicts for f in verdict.findings]
        return bool(findings) and all(f.answer in ("holds", "not run") for f in findings)

    def findings(self, judge: str) -> tuple[Finding, ...]:
        return next((verdict.findings for verdict in self.verdicts if verdict.judge == judge), ())

    def __str__(self) -> str:
        lines = [
            f"{verdict.judge}, {finding.claim}: {finding.answer}: {finding.reason}"
            for verdict in self.verdicts
            for finding in verdict.findings
            if finding.answer != "not run"
        ]
        return "\n".join(lines)


def module_of(forms: Forms, point: Point | None) -> ModuleType:
    """The claims and draws as a module, which is what judges take."""
    module = ModuleType("derived")
    made = moment_claims(forms)
    module.claims = lambda: made  # type: ignore[attr-defined]
    if point is not None:
        checks = _decided(forms, point)
        module.simulations = lambda: checks  # type: ignore[attr-defined]
    return module


def judge(forms: Forms, judges: tuple[str, ...], level: str, seed: int) -> Judged:
    """Ask judges about all claims of the forms.

    Raises:
        ValueError: for an unknown judge, and where no moment has a closed form.
    """
    unknown = [name for name in judges if name not in _JUDGES]
    if unknown:
        raise ValueError(f"judges must be among {', '.join(_JUDGES)}, got {unknown[0]!r}")
    if not moment_claims(forms):
        raise ValueError(
            "no moment of this map has a closed form that judges could be asked about; .enclosure(point) encloses it"
        )
    module = module_of(forms, point_of_draws(forms) if "simulation" in judges else None)
    return Judged(tuple(_JUDGES[name](module, level, seed) for name in judges))


def _decided(forms: Forms, point: Point) -> list[MomentCheck]:
    """The draws at a point that decide at level quick."""
    checks = draws(forms, point)
    return [outcome.check for outcome in simulate(checks, "quick", 0) if not outcome.shortfall] if checks else []


def point_of_draws(forms: Forms) -> Point | None:
    """A point at which all that can be drawn decides: the one with most checks."""
    best: tuple[int, Point | None] = 0, None
    for point in drawing_points(forms):
        try:
            count = len(_decided(forms, point))
            whole = len(draws(forms, point))
        except (ValueError, ArithmeticError):
            continue
        if count > best[0]:
            best = count, point
        if count == whole:
            break
    return best[1]
