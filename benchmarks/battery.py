"""The battery of hostile statements through gate, translation and prover alone: how many are certified?

    python -m benchmarks.battery [--unchecked] [--twins] [--group limits] [--seconds 4] [--json FILE]

The statements are those of tests/hostile: false or about nothing, and with --twins the true ones beside them. The derivation judge is
not asked: a statement counts as certified if every claim that it makes passes the gate and has a certificate that is replayed. With
--unchecked the checks of the chains accept whatever they are asked, so that false lines reach the prover as well. Prints what is
certified of the false ones, or what is not of the true ones and why, as it is found, and one line of JSON; the exit status says
whether anything false was.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import rftheory.evidence
from benchmarks._measuring import parser, report
from rftheory.evidence.zero import ZeroDecision
from rftheory.judges import kernel_judge
from rftheory.prover import search
from rftheory.statements.standing import SOUND, assess

TAKES_MINUTES = True
#: the package of the statements is one of the tests
TESTS = Path(__file__).resolve().parent.parent / "tests"
#: seconds for one statement
PATIENCE = 120
#: modules that compute values besides checking them
_COMPUTING = (
    "end_limits",
    "infinity",
    "euler_integrals",
    "conjugates",
    "angle_averages",
    "single_values",
    "gap_factors",
)
_ZERO = ZeroDecision(True, "not checked")
#: what the checks of chains say when they are off; methods called _require... say nothing
_ACCEPTING: dict[str, Any] = {
    **dict.fromkeys(("decide_zero", "decide_equal"), _ZERO),
    **dict.fromkeys(("missing", "_discharged"), ""),
    **dict.fromkeys(
        (
            "is_positive", "is_nonnegative", "is_nonzero", "is_at_least", "is_above", "is_inside", "holds", "is_smooth",
            "is_smooth_on", "is_smooth_at", "is_continuous_at", "is_real", "is_proved_nonzero", "is_inside_unit_disc",
            "is_never_zero", "is_bounded",
        ),
        True,
    ),
    "sign_of": frozenset({1}),
}  # fmt: skip


def _accepting(value: Any) -> Callable[..., Any]:
    return lambda *_, **__: value


def unchecked() -> None:
    """Switch the checks of chains off in this process."""
    names = [item.name for item in pkgutil.iter_modules(rftheory.evidence.__path__)]
    modules = [importlib.import_module(f"rftheory.evidence.{name}") for name in names if name not in _COMPUTING]
    for module in modules:
        for owner in (
            module,
            *(c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__),
        ):
            for name, held in list(vars(owner).items()):
                if not callable(held) or inspect.isclass(held):
                    continue
                if name in _ACCEPTING:
                    setattr(owner, name, _accepting(_ACCEPTING[name]))
                elif name.lstrip("_").startswith("require") and inspect.signature(held).return_annotation in (
                    None,
                    "None",
                ):
                    setattr(owner, name, _accepting(None))


def cases(twins: bool, group: str) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """The statements, by group and name."""
    hostile = importlib.import_module("hostile")
    for item in pkgutil.iter_modules(hostile.__path__):
        module = importlib.import_module(f"hostile.{item.name}")
        if hasattr(module, "CASES") and group in ("", item.name):
            of_kind = module.CASES.true if twins else module.CASES.false
            for name, case in of_kind.items():
                if twins or not case.holds:
                    yield item.name, name, case.build


def answer(build: Callable[[], Any]) -> tuple[bool, str]:
    """Whether a statement is certified, and why not."""
    harness = importlib.import_module("hostile.harness")
    try:
        with harness.within(PATIENCE):
            built = build()
            verdict = kernel_judge.judge(harness.module_of(lambda: built), "standard", 0)
    except harness.REFUSALS as refusal:
        return False, f"refused: {refusal}"
    except harness.TooSlow as slow:
        return False, str(slow)
    # what the row would be if nothing but certificates counted, those of its lemmas as well
    chains = [
        finding if finding.answer == "holds" else replace(finding, answer="undecided") for finding in verdict.findings
    ]
    certified = assess([replace(verdict, judge="derivation", findings=tuple(chains)), verdict], {}).status in SOUND
    left = [finding for finding in verdict.findings if finding.answer != "holds"]
    return certified, "; ".join(f"{finding.claim}: {finding.reason}" for finding in left) or verdict.reason


def main() -> int:
    options = parser(__doc__)
    options.add_argument("--unchecked", action="store_true", help="accept every line of a chain")
    options.add_argument("--twins", action="store_true", help="the true statements")
    options.add_argument("--group", default="", help="one group of statements")
    options.add_argument("--seconds", type=float, default=4.0, help="for a goal of the prover")
    given = options.parse_args()
    sys.path.insert(0, str(TESTS))
    search.SECONDS = given.seconds
    if given.unchecked:
        unchecked()
    listed = list(cases(given.twins, given.group))
    start, rows = time.process_time(), []
    for group, name, build in listed:
        certified, why = answer(build)
        if certified != given.twins:
            rows.append((group, name, why[:300]))
            print(": ".join(rows[-1]), flush=True)
    seconds = time.process_time() - start
    certified = len(rows) if not given.twins else len(listed) - len(rows)
    report(
        {"statements": len(listed), "certified": certified, "unchecked": given.unchecked, "cpu_s": round(seconds, 1)},
        given.json,
    )
    return int(not given.twins and certified > 0)


if __name__ == "__main__":
    sys.exit(main())
