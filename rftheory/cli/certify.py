"""``rftheory certify``: proofs that the kernel replays, looked for and written; ``rftheory axioms``: what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rftheory.cli.options import (
    echo_json,
    executing,
    find_statements,
    ids_argument,
    json_flag,
    receipts_option,
    refusals,
    statement_options,
    writable,
)
from rftheory.cli.verify import CHANGED

if TYPE_CHECKING:
    from rftheory.prover.keeping import KeptSearch
    from rftheory.statements.discovery import Discovery


@click.command()
@ids_argument
@click.option("--all", "every", is_flag=True, help="All statements; continues after an interruption.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=writable,
    help="Write the certificate of one ID to this file, and its specification to a file beside it that ends in .spec.",
)
@click.option("--keep", is_flag=True, help="Store a certificate if it proves at least as much as the stored one.")
@click.option("--jobs", type=click.IntRange(1), help="Processes (default: the number of cores).")
@receipts_option
def certify(
    ids: tuple[str, ...], every: bool, output: Path | None, keep: bool, jobs: int | None, receipts: Path | None
) -> None:
    """Search for proofs that the kernel replays, or write a stored one to a file.

    To check the file: python -m rftheory.kernel FILE.spec FILE

    With --all, each statement is searched once, until its file, its imports, the lemmas, the prover or the libraries
    change. Results are recorded beside the receipts, so the same command continues after Ctrl-C. With --keep, the
    lemmas come first.

    Exit status: 0 if every claim that a stored certificate proves was found; 1 if one was not (its certificate
    stays), if the clock stopped a search before its steps were used up, or if a search stopped with an error; 130
    after Ctrl-C.
    """
    if bool(ids) == every:
        raise click.UsageError("name statements, or take --all" if not ids else "--all takes no IDS")
    found = find_statements(())
    if output is not None:
        if len(ids) != 1:
            raise click.BadParameter("one ID for one file", param_hint="ids")
        _write(found, ids[0], output)
        return
    from rftheory.answers.known import store_at
    from rftheory.execution.executors import cores
    from rftheory.prover.full_search import search_recorded
    from rftheory.prover.keeping import search_all

    if every and keep:
        from rftheory.prover.theory import make_theory

        # all others cite them
        click.echo(f"lemmas of {len(make_theory())} themes are proved")
    with refusals():
        chosen = found.select(ids)
    store, count = store_at(receipts), jobs or cores()
    done: list[KeptSearch] = []

    def kept() -> str:
        go_on = f"and recorded in {store.directory}; run the same command again to go on" if every else "in full"
        return f"{len(done)} of {len(chosen)} statements are searched {go_on}"

    with executing(kept):
        searches = (
            search_recorded(found, chosen, count, keep, store)
            if every
            else search_all([(entry.id, entry.module) for entry in chosen], count, keep)
        )
        for one in searches:
            done.append(one)
            _echo_search(one, f"{len(done)} of {len(chosen)}  ")
    raise SystemExit(CHANGED if _echo_changes(done) else 0)


def _echo_search(one: KeptSearch, number: str) -> None:
    kept = ", kept" if one.written else ""
    click.echo(f"{number}{one.statement}: {len(one.found.proved)} claims proved, {len(one.found.failed)} not{kept}")
    for name, reason in one.found.failed.items():
        click.echo(f"  {name}: {reason[:300]}")


def _echo_changes(done: Sequence[KeptSearch]) -> bool:
    """What the searches found that no kept certificate proves, and the other way round; whether anything is amiss."""
    anew = [f"{one.statement}: {name}" for one in done for name in one.anew]
    lost = [f"{one.statement}: {name}: {why[:300]}" for one in done for name, why in one.lost.items()]
    late = [f"{one.statement}: {name}: {one.found.failed[name]}" for one in done for name in one.found.late]
    stopped = [f"{one.statement}: {one.found.failed['']}" for one in done if one.kept is None]
    lists = {
        "found that were not kept": anew,
        "no longer found; the certificates that prove them stay": lost,
        "ended by the clock, not by their steps": late,
        "statements whose search stopped": stopped,
    }
    click.echo(f"{sum(len(one.found.proved) for one in done)} claims proved")
    for what, names in lists.items():
        if names:
            click.echo(f"{len(names)} {what}:")
        for name in names:
            click.echo(f"  {name}")
    return bool(lost or late or stopped)


def _write(found: Discovery, name: str, output: Path) -> None:
    """The certificate of a statement as two files."""
    from rftheory.answers.proofs import certificate_of

    def say(claim: str, why: str) -> None:
        click.echo(f"{claim}: {why[:300] or 'proved'}", err=True)

    with refusals():
        made = certificate_of(name, say, found)
    beside = output.with_name(f"{output.name}.spec")
    output.write_bytes(made.certificate)
    beside.write_bytes(made.spec)
    click.echo(f"{len(made.proved)} of {made.claims} claims are proved:")
    # names may have commas
    for claim in made.proved:
        click.echo(f"  {claim}")
    cited = []
    for theme, files in made.lemmas.items():
        places = [output.with_name(f"{output.name}.{theme}{end}") for end in (".spec", "")]
        for place, content in zip(places, files, strict=True):
            place.write_bytes(content)
        cited.append(f"--lemmas {places[0]} {places[1]} ")
    click.echo(f"check it with: python -m rftheory.kernel {''.join(cited)}{beside} {output}")


@click.command()
@ids_argument
@json_flag
@statement_options
def axioms(ids: tuple[str, ...], as_json: bool, extra: tuple[Path, ...], receipts: Path | None) -> None:
    """List the axioms, theorems and lemmas that replayed proofs rest on, with the number of statements that use each.

    Axioms are entries of the kernel's tables; theorems (rule.NAME) are its rules that are more than bookkeeping and algebra
    (docs/rules.md); lemmas are proved once, from the same axioms, and cited. If a statement is not replayed in full,
    only its replayed claims count.
    """
    from rftheory.answers.proofs import axioms as axioms_of

    found = find_statements(extra, kept=True)
    with refusals():
        answer = axioms_of(ids, found, receipts)
    if as_json:
        echo_json(answer.to_json())
    else:
        click.echo(str(answer))
