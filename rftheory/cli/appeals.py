"""``rftheory appeals``: the steps that are taken on the word of a named theorem, and the statements that need each."""

from __future__ import annotations

from pathlib import Path

import click

from rftheory.cli.options import echo_json, find_statements, json_flag, open_store, statement_options


@click.command()
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@json_flag
@statement_options
def appeals(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """List the steps that a named theorem alone carries, and the rows that need each.

    The engine checks the equalities that such a step gives, not that the theorem leads to its conclusion.
    """
    from rftheory.cli.listing import _select
    from rftheory.cli.rows import known_rows
    from rftheory.cli.show import _wrap, appeal_text
    from rftheory.statements.appealing import rows_by_appeal

    found = find_statements(extra)
    chosen = _select(found, ids)
    rows = known_rows(found, open_store(receipts)).rows
    selected = [rows[entry.id] for entry in chosen]
    made = rows_by_appeal(selected)
    unknown = [row["id"] for row in selected if row["appeals"]["count"] is None]
    if as_json:
        echo_json({"appeals": made, "not_known": unknown})
        return
    for appeal in made:
        click.echo("\n".join(_wrap(appeal_text(appeal), "")))
        needed = ", ".join(appeal["rows"])
        click.echo("\n".join(_wrap(f"needed by {len(appeal['rows'])}: {needed}", "  ")))
    with_some = sum(bool(row["appeals"]["count"]) for row in selected)
    click.echo(f"{len(made)} appeals; {with_some} of {len(selected)} statements need one or more")
    if unknown:
        click.echo(f"not known for {len(unknown)} of them: rftheory verify judges them")
