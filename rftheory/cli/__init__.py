"""The command line. Modules are imported by the command that needs them, so that help and lists do not wait."""

from __future__ import annotations

import importlib

import click

from rftheory import __version__

#: command -> module and function
_COMMANDS = {
    "verify": "rftheory.cli.verify:verify",
    "list": "rftheory.cli.listing:list_statements",
    "show": "rftheory.cli.show:show",
    "errata": "rftheory.cli.listing:errata",
    "graph": "rftheory.cli.listing:graph",
    "map": "rftheory.cli.map:field_map",
    "report": "rftheory.cli.report:report",
    "plot": "rftheory.cli.plot:plot",
    "experiment": "rftheory.cli.experiment:experiment",
    "eval": "rftheory.cli.evaluate:evaluate",
    "simulate": "rftheory.cli.simulate:simulate",
    "choose": "rftheory.cli.choose:choose",
    "audit": "rftheory.cli.audit:audit",
    "derive": "rftheory.cli.derive:derive",
    "ledger": "rftheory.cli.verify:ledger",
}
#: the shell's exit status of a program ended by Ctrl-C
INTERRUPTED = 130


class CommandGroup(click.Group):
    """Commands loaded on demand; errors of use leave with exit status 2, Ctrl-C with 130."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name].split(":")
        return getattr(importlib.import_module(module), name)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__, prog_name="rftheory")
def main() -> None:
    """Settle what is true in the theory of random features.

    Every statement of the papers is derived, enclosed in rigorous arithmetic, simulated and challenged; the verdicts,
    and the errors found in print, make up the ledger.
    """
