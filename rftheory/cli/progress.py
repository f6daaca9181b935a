"""Progress of work: a live display on a terminal, plain lines elsewhere. Everything goes to stderr."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rftheory.judges.pipeline import Observer
from rftheory.judges.workers import Check, Done

#: seconds after which a log without a terminal says that a run is alive
SILENCE = 15.0


class Display:
    """A bar with what is being done on a terminal; elsewhere a line of it after each `SILENCE` seconds without any."""

    def __init__(self, console: Console | None = None):
        self.console = console or Console(stderr=True)
        live = self.console.is_terminal
        self._live = Live(console=self.console, refresh_per_second=4, transient=True) if live else None
        self._spoken = time.monotonic()

    def __enter__(self) -> Display:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def show(self, share: float, *lines: str) -> None:
        """How far a run is, in [0, 1], and what it is at."""
        if self._live is not None:
            first, *more = (Text(line, overflow="ellipsis", no_wrap=True) for line in lines)
            head = Table.grid(padding=(0, 1))
            head.add_row(ProgressBar(total=1.0, completed=share, width=20), first)
            self._live.start()
            self._live.update(Group(head, *more))
        elif time.monotonic() - self._spoken > SILENCE:
            self.say("; ".join(lines))

    def say(self, text: str) -> None:
        """A line that stays."""
        self._spoken = time.monotonic()
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)


class Judging(Observer):
    """Shows what is being judged, how much is done and how long the rest may take.

    The time left is the sum of the durations in old receipts, with the mean of what is known for checks never run.
    """

    def __init__(self, display: Display):
        self.finished, self.total = 0, 0
        self._display, self._jobs = display, 1
        self._seconds: dict[Check, float] = {}
        self._open: set[Check] = set()
        #: when what is being done began
        self._running: dict[Check, float] = {}

    def planned(self, stale: Sequence[Check], fresh: int, expected: Mapping[Check, float], jobs: int) -> None:
        self.total, self._jobs, self._open = len(stale), jobs, set(stale)
        self._seconds = dict(expected)
        replays = sum(check.is_replay for check in stale)
        first = f", first the replay of {replays} certificates" if replays else ""
        self._display.say(f"{fresh} checks are fresh, {len(stale)} to do with {jobs} jobs{first}")

    def doing(self, checks: Sequence[Check]) -> None:
        now = time.monotonic()
        self._running = {check: self._running.get(check, now) for check in checks}
        self._display.show(
            self.finished / max(self.total, 1),
            f"{self.finished}/{self.total}, about {duration(self.seconds_left())} left",
            *(
                f"{check.statement} {check.judge} ({duration(now - started)})"
                for check, started in self._running.items()
            ),
        )

    def done(self, item: Done) -> None:
        check = item.check
        self.finished += 1
        self._open.discard(check)
        self._running.pop(check, None)
        self._seconds[check] = item.seconds
        said = f"{check.statement} {check.judge}: {item.verdict.answer}"
        if replayed := item.verdict.figures.get("replayed"):
            said += f", {replayed} claims replayed"
        if not self._display.console.is_terminal:
            left = f"{item.seconds:.1f} s, {duration(self.seconds_left())} left"
            self._display.say(f"[{self.finished}/{self.total}] {said} ({left})")
        elif check.is_replay:
            # what is proved is known long before all is judged
            self._display.say(said)

    def warn(self, message: str) -> None:
        self._display.say(f"warning: {message}")

    def seconds_left(self) -> float:
        """Estimated seconds until everything is done."""
        by_judge: dict[str, list[float]] = {}
        for check, seconds in self._seconds.items():
            by_judge.setdefault(check.judge, []).append(seconds)
        means = {judge: sum(known) / len(known) for judge, known in by_judge.items()}
        overall = sum(means.values()) / len(means) if means else 0.0
        now = time.monotonic()
        work = 0.0
        for check in self._open:
            spent = now - self._running.get(check, now)
            work += max(self._seconds.get(check, means.get(check.judge, overall)) - spent, 0.0)
        return work / self._jobs


def duration(seconds: float) -> str:
    """Seconds as they are shown."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def drawing(display: Display, may_stop: bool) -> Callable[[int, int], None]:
    """Shows how many draws are done, how fast they are and how long the rest may take, at most where a run may stop before its last."""
    first: list[tuple[float, int]] = []

    def show(done: int, most: int) -> None:
        now, line = time.monotonic(), f"{done:.3g} of {most:.3g} draws"
        # what was resumed, and the first part, are not counted
        began, before = first[0] if first else (now, done)
        first[:] = [(began, before)]
        if now > began and done > before:
            rate = (done - before) / (now - began)
            left = f"{'at most' if may_stop else 'about'} {duration((most - done) / rate)} left"
            line += f", {rate:.2g} per second, {left}"
        display.show(done / most, line)

    return show
