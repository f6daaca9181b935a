"""``rftheory list``, ``errata`` and ``graph``: the ledger in short, what is wrong in it, what rests on what."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import echo_json, find_statements, ids_argument, json_flag, refusals, statement_options

#: words of a search that say what a number is, which ids and places write in their own ways
_PLACE = ("eq", "equation", "formula")
#: the column of what a search found
_PLACED = "place: title"


@click.command("list")
@ids_argument
@click.option(
    "--search",
    "words",
    default="",
    metavar="WORDS",
    help="Only those that have all these words in id, place, title, reading, notes or claims, such as '(18)'.",
)
@json_flag
@statement_options
def list_statements(
    ids: tuple[str, ...], words: str, as_json: bool, extra: tuple[Path, ...], receipts: Path | None
) -> None:
    """List the statements with id, title and verdicts.

    Verdicts come from fresh receipts, or else from the recorded ledger; nothing is judged. The exit status is 1 if no
    statement has the words of --search.
    """
    from rftheory.answers.known import known
    from rftheory.statements.view import search_text

    found = find_statements(extra, kept=True)
    with refusals():
        chosen = found.select(ids)
        rows = known(found, receipts, ids=ids, alone=True).rows
    wanted = [word for word in words.lower().split() if word.rstrip(".") not in _PLACE]
    asked = (rows[entry.id] for entry in chosen)
    selected = [row for row in asked if all(word in search_text(row) for word in wanted)]
    if wanted and not selected:
        raise click.ClickException(f"none of {len(chosen)} statements has all the words {words!r}")
    if as_json:
        echo_json(selected)
    else:
        from rich.console import Console

        from rftheory.cli.tables import print_legend, verdict_table

        console = Console()
        placed = [{**row, _PLACED: f"{row['location']}: {row['title']}"} for row in selected]
        console.print(verdict_table(placed, _PLACED if wanted else "title", console.width))
        print_legend(console)
    raise SystemExit(1 if found.problems else 0)


@click.command()
@ids_argument
@json_flag
@statement_options
def errata(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print the errors in the papers, each with a counterexample and a correction."""
    from rftheory.answers.shown import errata as errata_of

    found = find_statements(extra, kept=True)
    with refusals():
        answer = errata_of(None, ids, statements=found, receipts=receipts)
    if as_json:
        echo_json(answer.to_json())
    else:
        click.echo(str(answer))


@click.command()
@ids_argument
@click.option("--dot", is_flag=True, help="Print DOT (for Graphviz) instead of a text tree.")
@json_flag
@statement_options
def graph(ids: tuple[str, ...], dot: bool, as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print which statement rests on which, as read from the code.

    The lemmas are those that replayed proofs cite (`rftheory axioms`).
    """
    from rftheory.answers.proofs import foundations
    from rftheory.statements.dependencies import as_dot

    found = find_statements(extra, kept=True)
    with refusals():
        answer = foundations(ids, found, receipts)
    if as_json:
        echo_json(answer.to_json())
    else:
        click.echo(as_dot(answer.graph, answer.states) if dot else str(answer))
