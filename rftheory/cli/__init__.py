"""The command line, one module for each command, imported when the command runs so that help and lists start fast."""

from __future__ import annotations

import atexit
import difflib
import errno
import gc
import importlib
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: the shell's exit status of a program ended by Ctrl-C
INTERRUPTED = 130

try:
    import click

    from rftheory import __version__
except KeyboardInterrupt:
    raise SystemExit(INTERRUPTED) from None

#: command -> module and function
_COMMANDS = {
    "verify": "rftheory.cli.verify:verify",
    "list": "rftheory.cli.listing:list_statements",
    "show": "rftheory.cli.show:show",
    "errata": "rftheory.cli.listing:errata",
    "cite": "rftheory.cli.cite:cite",
    "graph": "rftheory.cli.listing:graph",
    "axioms": "rftheory.cli.certify:axioms",
    "certify": "rftheory.cli.certify:certify",
    "check": "rftheory.cli.check:check",
    "map": "rftheory.cli.map:field_map",
    "report": "rftheory.cli.report:report",
    "plot": "rftheory.cli.plot:plot",
    "experiment": "rftheory.cli.experiment:experiment",
    "eval": "rftheory.cli.evaluate:evaluate",
    "simulate": "rftheory.cli.simulate:simulate",
    "choose": "rftheory.cli.choose:choose",
    "downstream": "rftheory.cli.downstream:downstream",
    "audit": "rftheory.cli.audit:audit",
    "convert": "rftheory.cli.convert:convert",
    "derive": "rftheory.cli.derive:derive",
    "ledger": "rftheory.cli.verify:ledger",
}

# at the end all is given back at once: to look for cycles in it took a tenth of a short command
atexit.register(gc.freeze)


@contextmanager
def _ended_by_ctrl_c() -> Iterator[None]:
    """Ctrl-C ends the program with a word and the shell's exit status, wherever it comes; a second one changes nothing."""
    before = signal.getsignal(signal.SIGINT)
    # else whoever called has other plans with it, or only the main thread of another program is interrupted
    ours = before is signal.default_int_handler and threading.current_thread() is threading.main_thread()
    if ours:
        signal.signal(signal.SIGINT, _interrupt_once)
    try:
        yield
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        raise SystemExit(INTERRUPTED) from None
    finally:
        if ours and signal.getsignal(signal.SIGINT) is _interrupt_once:
            signal.signal(signal.SIGINT, before)


def _interrupt_once(_number: int, _frame: object) -> None:
    # what is cleaned up now must not be cut short, nor the end of the interpreter
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


class CommandGroup(click.Group):
    """Commands loaded on demand; errors of use leave with exit status 2, Ctrl-C with 130."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name].split(":")
        return getattr(importlib.import_module(module), name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], _COMMANDS, n=2)
            hint = f" Did you mean {' or '.join(near)}?" if near else " See: rftheory --help"
            ctx.fail(f"there is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        # help imports every command
        with _ended_by_ctrl_c():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with _ended_by_ctrl_c():
            try:
                return super().invoke(ctx)
            except OSError as error:
                if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                    raise
                raise click.ClickException(f"what was found could not be written: {error.strerror}") from error


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__, prog_name="rftheory")
def main() -> None:
    """Check the theory of random features by machine.

    Every statement of the papers is proved where possible, enclosed in rigorous arithmetic, simulated, and tested
    against false variants. The verdicts and the errors found in print make up the ledger.
    """
    # a command reads hundreds of files as trees and ends: to look for garbage among them took a sixth of its time
    gc.set_threshold(100_000, 20, 50)
