"""``rftheory certify``: proofs that the kernel replays, looked for and written; ``rftheory axioms``: what they rest on."""

from __future__ import annotations

import importlib
import os
from collections import Counter
from pathlib import Path

import click

from rftheory.cli.options import echo_json, find_statements, json_flag, refusals, statement_options


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="IDS or globs...")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the certificate of one ID to this file; what it proves stands beside it, with the ending .spec.",
)
@click.option("--keep", is_flag=True, help="Keep what proves no less than the certificate that is kept.")
@click.option("--jobs", type=click.IntRange(1), help="Processes (default: the number of cores).")
def certify(ids: tuple[str, ...], output: Path | None, keep: bool, jobs: int | None) -> None:
    """Look for proofs that the kernel replays, or write one that is kept to a file.

    The file is checked with: python -m rftheory.kernel FILE.spec FILE
    """
    found = find_statements(())
    if output is not None:
        if len(ids) > 1:
            raise click.BadParameter("one ID for one file", param_hint="ids")
        with refusals():
            entry = found.get(ids[0])
        _write(entry, output)
        return
    from rftheory.prover.keeping import search_all

    with refusals():
        chosen = [(entry.id, entry.module) for entry in found.select(ids)]
    replayed = 0
    for one in search_all(chosen, jobs or os.cpu_count() or 1, keep):
        replayed += len(one.found.proved)
        kept = ", kept" if one.written else ""
        click.echo(f"{one.statement}: {len(one.found.proved)} claims proved, {len(one.found.failed)} not{kept}")
        for name, reason in one.found.failed.items():
            click.echo(f"  {name}: {reason[:300]}")
        for name in sorted(set(one.before) - set(one.found.proved)):
            click.echo(f"  {name}: proved by the certificate that is kept")
    click.echo(f"{replayed} claims proved")


def _write(entry: object, output: Path) -> None:
    """The kept certificate of a statement as two files, or a new one where none is kept."""
    from rftheory.evidence.chains import claims_of
    from rftheory.prover.certify import certify as look
    from rftheory.prover.keeping import proved_by
    from rftheory.statements.certificates import Kept

    module = importlib.import_module(entry.module)  # type: ignore[attr-defined]
    name, claims = str(entry.id), claims_of(module)  # type: ignore[attr-defined]
    kept = Kept.beside(Path(str(module.__file__)))
    proved = list(proved_by(kept, name, claims))
    if proved:
        spec, certificate = kept.read()
    else:
        made = look(name, claims, progress=lambda claim, why: click.echo(f"{claim}: {why[:300] or 'proved'}", err=True))
        spec, certificate, proved = made.spec, made.certificate, list(made.proved)
    if not proved:
        raise click.ClickException(f"no claim of {name} is proved by the kernel's rules")
    beside = output.with_name(f"{output.name}.spec")
    output.write_bytes(certificate)
    beside.write_bytes(spec)
    click.echo(f"{len(proved)} of {len(claims)} claims: {', '.join(proved)}")
    click.echo(f"check it with: python -m rftheory.kernel {beside} {output}")


@click.command()
@click.argument("ids", nargs=-1, metavar="[IDS or globs]...")
@json_flag
@statement_options
def axioms(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """List the axioms that replayed proofs rest on, with the number of statements that use each.

    All other steps are rules of the kernel (docs/kernel.md). Of a statement that is not replayed in full, the axioms of the
    claims that are replayed are counted.
    """
    from rftheory.answers.known import known

    found = find_statements(extra)
    with refusals():
        rows = known(found, receipts).rows
        selected = [rows[entry.id] for entry in found.select(ids)]
    uses: Counter[str] = Counter()
    for row in selected:
        uses.update(row.get("kernel", {}).get("axioms", ()))
    replayed = sum(row.get("kernel", {}).get("replayed", 0) for row in selected)
    whole = sum(row.get("kernel", {}).get("claims", 0) for row in selected)
    if as_json:
        each = {row["id"]: row.get("kernel", {}) for row in selected}
        echo_json({"axioms": dict(uses.most_common()), "statements": each})
        return
    for name, count in sorted(uses.items(), key=lambda item: (-item[1], item[0])):
        click.echo(f"{count:4}  {name}")
    click.echo(
        f"{len(uses)} axioms; {replayed} of {whole} claims and corrections of {len(selected)} statements are replayed"
    )
