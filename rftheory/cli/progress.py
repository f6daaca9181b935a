"""Progress of a run: a live display on a terminal, plain lines elsewhere. Everything goes to stderr."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rftheory.judges.pipeline import Observer
from rftheory.judges.workers import Check, Done

#: seconds after which a log without a terminal says that a run is alive
SILENCE = 15.0


class ProgressDisplay(Observer):
    """Shows what is being judged, how much is done and how long the rest may take.

    The time left is the sum of the durations in old receipts, with the mean of what is known for checks never run.
    """

    def __init__(self, console: Console):
        self.console = console
        self.finished = 0
        self.total = 0
        self._jobs = 1
        self._seconds: dict[Check, float] = {}
        self._open: set[Check] = set()
        self._running: dict[Check, tuple[str, float]] = {}
        self._live: Live | None = None
        self._spoken = time.monotonic()

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def planned(self, stale: Sequence[Check], fresh: int, expected: Mapping[Check, float], jobs: int) -> None:
        self.total, self._jobs, self._open = len(stale), jobs, set(stale)
        self._seconds = dict(expected)
        replays = sum(check.is_replay for check in stale)
        first = f", first the replay of {replays} certificates" if replays else ""
        self._line(f"{fresh} checks are fresh, {len(stale)} to do with {jobs} jobs{first}")
        if stale and self.console.is_terminal:
            self._live = Live(get_renderable=self._picture, console=self.console, refresh_per_second=4, transient=True)
            self._live.start()

    def doing(self, check: Check, what: str) -> None:
        if check in self._open:
            started = self._running.get(check, ("", time.monotonic()))[1]
            self._running[check] = (what, started)

    def tick(self) -> None:
        """Without a terminal, name what takes long, so that a log shows where a run stands."""
        now = time.monotonic()
        if self._live is None and now - self._spoken > SILENCE:
            running = [f"{c.statement} {c.judge} {what}".rstrip() for c, (what, _) in self._running.items()]
            self._line(f"[{self.finished}/{self.total}] still at: {'; '.join(running)}")

    def done(self, item: Done) -> None:
        check = item.check
        self.finished += 1
        self._open.discard(check)
        self._running.pop(check, None)
        self._seconds[check] = item.seconds
        said = f"{check.statement} {check.judge}: {item.verdict.answer}"
        if replayed := item.verdict.figures.get("replayed"):
            said += f", {replayed} claims replayed"
        if self._live is None:
            left = f"{item.seconds:.1f} s, {duration(self.seconds_left())} left"
            self._line(f"[{self.finished}/{self.total}] {said} ({left})")
        elif check.is_replay:
            # what is proved is known long before all is judged
            self._line(said)

    def warn(self, message: str) -> None:
        self._line(f"warning: {message}")

    def _line(self, text: str) -> None:
        self._spoken = time.monotonic()
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

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
            spent = now - self._running[check][1] if check in self._running else 0.0
            work += max(self._seconds.get(check, means.get(check.judge, overall)) - spent, 0.0)
        return work / self._jobs

    def _picture(self) -> Table:
        picture = Table.grid(padding=(0, 1))
        bar = ProgressBar(total=max(self.total, 1), completed=self.finished, width=30)
        head = Table.grid(padding=(0, 1))
        head.add_row(bar, f"{self.finished}/{self.total}", f"about {duration(self.seconds_left())} left")
        picture.add_row(head)
        for check, (what, started) in list(self._running.items())[: self._jobs]:
            line = f"{check.statement} {check.judge} {what} ({duration(time.monotonic() - started)})"
            picture.add_row(Text(line, overflow="ellipsis", no_wrap=True))
        return picture


def duration(seconds: float) -> str:
    """Seconds as they are shown."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
