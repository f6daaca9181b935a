"""``rftheory list``, ``errata`` and ``graph``: the ledger in short, what is wrong in it, what rests on what."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import echo_json, find_statements, json_flag, refusals, statement_options


@click.command("list")
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@json_flag
@statement_options
def list_statements(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """List the statements with what is known of them.

    Fresh receipts are used where there are any, else the recorded ledger; nothing is judged.
    """
    from rftheory.answers.known import known

    found = find_statements(extra)
    with refusals():
        chosen = found.select(ids)
        rows = known(found, receipts).rows
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
    from rftheory.answers.shown import errata as errata_of

    found = find_statements(extra)
    with refusals():
        answer = errata_of(None, ids, statements=found, receipts=receipts)
    if as_json:
        echo_json(answer.to_json())
    else:
        click.echo(str(answer))


@click.command()
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@click.option("--dot", is_flag=True, help="Print DOT (for Graphviz) instead of a text tree.")
@json_flag
@statement_options
def graph(ids: tuple[str, ...], dot: bool, as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """Print which statement rests on which, as read from the code."""
    from rftheory.answers.known import known
    from rftheory.statements import dependencies

    found = find_statements(extra)
    with refusals():
        names = {entry.id for entry in found.select(ids)}
        answer = known(found, receipts)
    states = {name: row["status"] for name, row in answer.rows.items()}
    below = names.union(*(dependencies.rests_on(answer.graph, name) for name in names))
    part = answer.graph.subgraph(below)
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
