"""Progress of draws: a live line on a terminal, plain lines elsewhere. Everything goes to stderr."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rftheory.cli.progress import SILENCE, duration
from rftheory.execution.ordered import Progress


class DrawsDisplay:
    """Shows how many draws are done, how fast they are and how long the rest may take.

    Args:
        may_stop: whether the run may end before its last draw, so that the time left is the most that it takes.

    Attributes:
        rate: draws per second, of the last half minute; None before anything is drawn.
    """

    def __init__(self, console: Console, may_stop: bool = False):
        self.console = console
        self.rate: float | None = None
        self._left = "at most" if may_stop else "about"
        self._live = Live(console=console, refresh_per_second=4, transient=True) if console.is_terminal else None
        self._spoken = time.monotonic()

    def __enter__(self) -> DrawsDisplay:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        self.rate = progress.rate
        if self._live is not None:
            picture = Table.grid(padding=(0, 1))
            bar = ProgressBar(total=1.0, completed=progress.share, width=20)
            picture.add_row(bar, Text(self.line(progress), overflow="ellipsis", no_wrap=True))
            self._live.update(picture)
        elif time.monotonic() - self._spoken > SILENCE:
            self._spoken = time.monotonic()
            self.console.print(self.line(progress), markup=False, highlight=False, soft_wrap=True)

    def line(self, progress: Progress) -> str:
        """Draws so far, how fast they are, and the time left."""
        line = f"{progress.draws:.3g} of {progress.total_draws:.3g} draws"
        if progress.rate is not None and progress.seconds_left is not None:
            line += f", {progress.rate:.2g} per second, {self._left} {duration(progress.seconds_left)} left"
        return line
