"""The rows of the gallery: what is audited (``rows.toml``), and what an audit and plain averages say of it (``results.json``)."""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import json
import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rftheory
from benchmarks.audits import effects

FOLDER = Path(__file__).parent
#: audits of small maps: d, m and calls for each m
_D, _M, _CALLS = 8, 8, 1000
#: explanations that are shown
_NAMED = 2


@dataclass(frozen=True)
class Row:
    """One implementation, with what is said of it; see ``rows.toml``.

    Attributes:
        place: the function or class, as Markdown.
        file: where it is defined, in its repository.
        known: the issue where the deviation has been told, "owner/name#number".
    """

    name: str
    project: str
    place: str
    calls: tuple[str, ...]
    claims: str
    kernel: str
    file: str = ""
    known: str = ""
    package: str = ""
    version: str = ""
    temperature: str = ""
    up_to: str = "nothing"
    d: int = _D
    m: int = _M
    effect: Mapping[str, Any] = field(default_factory=dict)
    advice: bool = False
    fault: str = ""
    title: str = ""
    ask: str = ""
    status: str = ""

    @property
    def is_run(self) -> bool:
        """Whether the library itself is run; else its formula, written anew."""
        return bool(self.package)

    @property
    def found_version(self) -> str:
        return importlib.metadata.version(self.package) if self.is_run else self.version

    def callables(self) -> list[Callable[..., Any]]:
        named = (call.split(".") for call in self.calls)
        return [getattr(importlib.import_module(f"benchmarks.audits.{module}"), name) for module, name in named]

    def glue(self) -> str:
        """The source of the first callable, with that of what makes it."""
        call = self.callables()[0]
        module = inspect.getmodule(call)
        maker = getattr(module, call.__qualname__.split(".")[0])
        return inspect.getsource(maker).strip()

    def files(self) -> str:
        """Where it is defined, as Markdown."""
        return ", ".join(f"`{each}`" for each in self.file.split(", "))

    def reproduction(self) -> str:
        """A few lines that need nothing of this repository, and print what is found beside what it should be."""
        return (FOLDER / "snippets" / f"{self.name}.py").read_text(encoding="utf-8").strip()

    def setting(self) -> str:
        """The sizes at which the effect is measured."""
        sizes = f"d = {self.effect.get('d', self.d)}"
        return (
            sizes
            if self.effect["kind"] in ("attention", "dispersion")
            else f"{sizes}, m = {self.effect.get('m', self.m)}"
        )

    def options(self) -> dict[str, Any]:
        """Of the audit."""
        chosen: dict[str, Any] = {
            "claims": self.claims,
            "kernel": self.kernel,
            "d": self.d,
            "m": self.m,
            "calls": _CALLS,
        }
        if self.temperature:
            chosen["temperature"] = math.sqrt(self.d)
        if self.up_to != "nothing":
            chosen["up_to"] = self.up_to
        return chosen

    def audited(self, **options: Any) -> Any:
        """The report of the audit."""
        return rftheory.audit(*self.callables(), **{**self.options(), **options})

    def measured(self) -> str:
        """The effect in numbers, by plain averages."""
        if not self.effect:
            return ""
        given = {"d": self.d, **self.effect}
        kind = given.pop("kind")
        calls = self.callables()
        scale = given["d"] ** 0.25 if self.temperature else 1.0
        if kind == "ratio":
            return effects.ratio(calls[0], calls[-1], self.kernel, scale=scale, **given)
        if kind == "dispersion":
            return effects.dispersion(calls[0], calls[-1], **given)
        given = {"m": self.m, "scale": scale, **given}
        return str(getattr(effects, kind)(calls[0], **given))

    def judged(self) -> dict[str, Any]:
        """What is recorded.

        Raises:
            ValueError: if the audit and the row do not agree on whether something is wrong.
        """
        # without a claim no mistake is named
        report = self.audited(diagnose=self.claims != "unknown")
        if report.passed != (not self.fault or self.advice):
            raise ValueError(f"{self.name}: {'no fault' if report.passed else 'a fault'} is found:\n{report}")
        return {
            "version": self.found_version,
            "passed": report.passed,
            "findings": sorted({finding.what for finding in report.findings}),
            "named": [f"{each.words} ({100 * each.share:.0f}%)" for each in report.explanations[:_NAMED]],
            "effect": self.measured(),
        }


def rows() -> dict[str, Row]:
    """All of them, by name."""
    with (FOLDER / "rows.toml").open("rb") as file:
        known = tomllib.load(file)
    return {name: Row(name, calls=tuple(row.pop("calls")), **row) for name, row in known.items()}


def results() -> dict[str, dict[str, Any]]:
    """What is recorded of each row."""
    path = FOLDER / "results.json"
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found
