"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import ast
import json
import math
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from rftheory.cli import INTERRUPTED
from rftheory.cli.types import executor, or_word, share, width
from rftheory.printing import paragraph

if TYPE_CHECKING:
    from rftheory.statements.discovery import Discovery

Command = TypeVar("Command", bound=Callable[..., Any])
#: where work may be done, in a word
WHERE = "threads, processes, or tcp://HOST:PORT of a Dask scheduler"

#: JSON with longer lists is printed on one line, which takes a tenth of the time
_LONG = 1000


def _ids(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Ids of statements with their titles, for the shell."""
    from rftheory.statements.recorded import Recorded, recorded_path

    try:
        rows = Recorded.load(recorded_path()).rows
    except Exception:  # whatever is wrong shows when the command runs
        return []
    return [CompletionItem(name, help=str(row["title"])) for name, row in rows.items() if name.startswith(begun)]


id_argument = click.argument("name", metavar="ID", shell_complete=_ids)
ids_argument = click.argument("ids", nargs=-1, metavar="[IDS or globs]...", shell_complete=_ids)
receipts_option = click.option(
    "--receipts",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where receipts are kept (also: RFTHEORY_RECEIPTS).",
)


def statement_options(command: Command) -> Command:
    """--statements and --receipts."""
    command = click.option(
        "--statements",
        "extra",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="A package of your own statements, beside the built-in ones (may be repeated).",
    )(command)
    return receipts_option(command)


_LEVELS = click.Choice(["quick", "standard", "full"])
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Root of all randomness."
)


def effort_options(command: Command) -> Command:
    """--level and --seed of a run."""
    says = "Effort of the judges."
    return seed_option(click.option("--level", type=_LEVELS, default="standard", show_default=True, help=says)(command))


def known_effort_options(command: Command) -> Command:
    """--level and --seed of receipts that are looked up."""
    says = "Effort of the judges [default: the highest level that there are receipts of]."
    return seed_option(click.option("--level", type=_LEVELS, default=None, help=says)(command))


def executor_options(default: str = "threads", jobs: str = "cores", more: str = "") -> Callable[[Command], Command]:
    """--executor and --jobs.

    Args:
        default: the executor.
        jobs: how many workers there are by default, in a word.
        more: said of the executor, beside what there is.
    """

    def add(command: Command) -> Command:
        command = click.option("--jobs", type=click.IntRange(min=1), metavar="N", help=f"Workers [default: {jobs}].")(
            command
        )
        return click.option(
            "--executor", type=executor, default=default, show_default=True, metavar="WHERE", help=f"{WHERE}{more}."
        )(command)

    return add


#: of intervals
level_option = click.option(
    "--level", type=share, default="0.99", show_default=True, help="Confidence level of the intervals."
)

_WIDEN = "sqrt(d)"
bandwidth_option = click.option(
    "--bandwidth",
    type=width("median", "scale"),
    metavar="H",
    help="A number, H1,H2,..., FILE, median or scale [default: 1].",
)
temperature_option = click.option("--temperature", type=or_word(_WIDEN), help="A number, or sqrt(d) [default: 1].")
center_option = click.option(
    "--center/--no-center", default=None, help="Subtract the mean, as maps do [default: for gaussian]."
)


def scale_settings(given: Mapping[str, Any], dimension: int) -> dict[str, Any]:
    """What was given of --bandwidth, --temperature and --center, as maps of so many coordinates take it."""
    settings = {name: given[name] for name in ("bandwidth", "temperature") if given[name] is not None}
    if settings.get("temperature") == _WIDEN:
        settings["temperature"] = math.sqrt(dimension)
    if given["center"] is not None:
        settings["center"] = "mean" if given["center"] else None
    return settings


def several(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Some options, in this order."""

    def add(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


json_flag = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def settings_option(says: str) -> Callable[[Command], Command]:
    """--set KEY=VALUE, any number of times; `read_settings` reads them."""
    return click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help=says)


def read_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """Values by key: Python literals, and text for whatever is none.

    Raises:
        click.UsageError: for what is not KEY=VALUE.
    """
    values: dict[str, Any] = {}
    for text in settings:
        key, mark, value = text.partition("=")
        if not mark or not key:
            raise click.UsageError(f"--set takes KEY=VALUE, got {text!r}")
        try:
            values[key] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            values[key] = value
    return values


@contextmanager
def refusals() -> Iterator[None]:
    """Refusals of the library: bad use leaves with exit status 2, what cannot be done with 1."""
    from rftheory.statements.discovery import NothingThere, UnknownStatement
    from rftheory.statements.recorded import DamagedLedger

    try:
        yield
    except (DamagedLedger, NothingThere, ArithmeticError, ImportError) as error:
        raise click.ClickException(str(error)) from error
    except (UnknownStatement, ValueError) as error:
        raise click.UsageError(str(error)) from error
    except MemoryError as error:
        raise click.ClickException(f"there is not enough memory: {error}") from error


@contextmanager
def executing(
    kept: Callable[[], str] = lambda: "nothing is kept", bad_use: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """`refusals` of work that takes long: an unreachable scheduler is bad use, lost workers cannot be helped, Ctrl-C ends in a word.

    Args:
        kept: what is left of the work, for the one who interrupts it.
        bad_use: more exceptions that are.
    """
    from rftheory.execution.executors import ClusterUnreachable, ExecutionError

    unusable: tuple[type[Exception], ...] = (ClusterUnreachable, *bad_use)
    try:
        with refusals():
            yield
    except KeyboardInterrupt:
        click.echo(f"interrupted: {kept()}", err=True)
        raise SystemExit(INTERRUPTED) from None
    except unusable as error:
        raise click.UsageError(str(error)) from error
    except (ExecutionError, OSError) as error:
        raise click.ClickException(str(error)) from error


def find_statements(extra: tuple[Path, ...], kept: bool = False) -> Discovery:
    """The discovered statements; broken files are named on stderr; ``kept`` as of `discovery.discover`."""
    from rftheory.statements.discovery import discover

    with refusals():
        found = discover(extra, kept=kept)
    for problem in found.problems:
        click.echo(f"broken statement file {problem}", err=True)
    return found


def said(text: str, indent: str = "", hang: str = "") -> None:
    """Print a paragraph."""
    click.echo(paragraph(text, indent, hang))


def echo_json(value: Any) -> None:
    long = isinstance(value, dict) and any(isinstance(each, list) and len(each) > _LONG for each in value.values())
    click.echo(json.dumps(value, indent=None if long else 1, ensure_ascii=False))


def echo_offered(parameters: Mapping[Any, Mapping[str, Any]], as_json: bool, *more: str) -> None:
    """Plots or experiments with their parameters, by name, title, source and ``more`` attributes."""
    if as_json:
        described = [{name: getattr(each, name) for name in ("name", "title", "source", *more)} for each in parameters]
        given = [{key: repr(value) for key, value in own.items()} for own in parameters.values()]
        echo_json([{**one, "parameters": own} for one, own in zip(described, given, strict=True)])
        return
    for each, own in parameters.items():
        click.echo(each.name)
        said(f"{each.title} ({each.source})", "  ")
        said(", ".join(f"{key}={value!r}" for key, value in own.items()), "  ")


def writable(_context: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    """A file that can be written, tested before anything is judged for it.

    Raises:
        click.BadParameter: if it cannot.
    """
    if value is None or value == Path("-") or (value.exists() and not (value.is_file() or value.is_dir())):
        return value
    is_new = not (value.exists() or value.is_symlink())
    try:
        value.open("a").close()
        if is_new:
            value.unlink()
    except OSError as error:
        raise click.BadParameter(f"{value} cannot be written: {error.strerror or error}") from error
    return value


def writable_folder(_context: click.Context, _option: click.Parameter, value: Path) -> Path:
    """A folder in which files can be written, tested before anything is made for it; one that is not there is made.

    Raises:
        click.BadParameter: if they cannot.
    """
    try:
        value.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=value):
            return value
    except OSError as error:
        raise click.BadParameter(f"{value} cannot be written: {error.strerror or error}") from error
