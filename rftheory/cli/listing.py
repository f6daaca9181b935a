"""``rftheory list``, ``errata`` and ``graph``: the ledger in short, what is wrong in it, what rests on what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.options import echo_json, find_statements, json_flag, open_store, statement_options

if TYPE_CHECKING:
    from rftheory.statements.discovery import Discovery, Entry


def _select(found: Discovery, ids: tuple[str, ...]) -> list[Entry]:
    from rftheory.statements.discovery import UnknownStatement

    try:
        return found.select(ids)
    except UnknownStatement as error:
        raise click.UsageError(str(error)) from error


@click.command("list")
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@json_flag
@statement_options
def list_statements(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """List the statements with what is known of them.

    Fresh receipts are used where there are any, else the recorded ledger; nothing is judged.
    """
    from rftheory.cli.rows import known_rows

    found = find_statements(extra)
    chosen = _select(found, ids)
    rows = known_rows(found, open_store(receipts)).rows
    selected = [rows[entry.id] for entry in chosen]
    if as_json:
        echo_json(selected)
    else:
        from rich.console import Console

        from rftheory.cli.tables import verdict_table

        Console().print(verdict_table(selected))
    raise SystemExit(1 if found.problems else 0)


@click.command()
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@json_flag
@statement_options
def errata(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print what is wrong in the papers, each with a counterexample and the correction."""
    from rftheory.cli.rows import known_rows

    found = find_statements(extra)
    chosen = _select(found, ids)
    rows = known_rows(found, open_store(receipts)).rows
    wrong = [rows[entry.id] for entry in chosen if rows[entry.id]["erratum"]]
    if as_json:
        keys = ("id", "paper", "location", "kind", "title", "status", "erratum")
        echo_json([{key: row[key] for key in keys} for row in wrong])
        return
    from rftheory.cli.show import erratum_text

    for row in wrong:
        click.echo(f"{row['id']} ({row['paper']}, {row['location']}): {row['title']} [{row['status']}]")
        click.echo("\n".join(erratum_text(row["erratum"])) + "\n")
    click.echo(f"{len(wrong)} of {len(chosen)} statements have an erratum")


@click.command()
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@click.option("--dot", is_flag=True, help="Print DOT (for Graphviz) instead of a text tree.")
@json_flag
@statement_options
def graph(ids: tuple[str, ...], dot: bool, as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print which statement rests on which, as read from the code."""
    from rftheory.cli.rows import known_rows
    from rftheory.statements import dependencies

    found = find_statements(extra)
    names = {entry.id for entry in _select(found, ids)}
    known = known_rows(found, open_store(receipts))
    states = {name: row["status"] for name, row in known.rows.items()}
    below = names.union(*(dependencies.rests_on(known.graph, name) for name in names))
    part = known.graph.subgraph(below)
    if as_json:
        nodes = [{"id": name, "status": states[name]} for name in sorted(part.nodes)]
        echo_json({"statements": nodes, "rests_on": sorted(part.edges)})
    elif dot:
        click.echo(dependencies.as_dot(part, states))
    else:
        # the rules that the derivation engine applies stand below everything: named once, the tree stays readable
        rules = dependencies.applied_rules(found)
        tree = part.subgraph(below.difference(set(rules) - names) or below)
        roots = sorted(name for name in (names & set(tree.nodes)) if ids or tree.in_degree(name) == 0)
        for line in dependencies.as_tree(tree, roots):
            name = line.removesuffix(" ...").split()[-1]
            click.echo(f"{line}  [{states[name]}]")
        if rules:
            click.echo(f"rules, on which every statement rests: {', '.join(rules)}")
