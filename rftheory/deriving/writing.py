"""A derived map as a statement file: the map, the closed forms and the domains as source, and the claims that they make."""

from __future__ import annotations

import keyword
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.deriving import shown
from rftheory.deriving.enclosed import values_of
from rftheory.deriving.judged import point_of_draws
from rftheory.deriving.source import Source
from rftheory.inputs.kernels import d
from rftheory.rules.nodes import Form, SquaredLength
from rftheory.statements.domain import Domain, Range

if TYPE_CHECKING:
    from rftheory.deriving.result import Derived


def save(derived: Derived, path: Path, title: str) -> Path:
    """Write the file, and an empty ``__init__.py`` beside it where there is none.

    Raises:
        ValueError: for names that are no identifiers, or are those of the built-in packages, another ending than .py, and a file that
            is there already.
    """
    path = path if path.suffix else path.with_suffix(".py")
    if path.suffix != ".py":
        raise ValueError(f"path must end in .py, got {path.name!r}")
    for what, name in (("file", path.stem), ("directory", path.resolve().parent.name)):
        if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_") or name == "rftheory":
            raise ValueError(f"path must have a {what} that is the name of a Python package of your own, got {name!r}")
    if path.exists():
        raise ValueError(f"path must be a new file, {path} is there already: remove it, or choose another name")
    text = source(derived, path.resolve().parent.name, path.stem, title)
    path.parent.mkdir(parents=True, exist_ok=True)
    package = path.parent / "__init__.py"
    if not package.exists():
        package.write_text('"""Statements of derived feature maps."""\n', encoding="utf-8")
    # "x": a file that somebody else has made in between is not overwritten either
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    return path


def source(derived: Derived, package: str, name: str, title: str) -> str:
    """The text of the statement file."""
    write = Source(derived.parameters)
    if derived.mean.value is None:
        return _enclosed(derived, write, package, name, title)
    features, forms = derived.features, derived.forms
    counts = features.law is not None
    parts = {"mean": derived.mean, "second": derived.second, "orthogonal": derived.orthogonal, "angle": derived.angle}
    values = {key: None if part is None else part.value for key, part in parts.items()}
    if derived.kernel.name is not None:
        values["mean"] = derived.target
    paired = forms.angle is not None
    lines = _beginning(derived, write, _imports(derived), "identity", f"{package}.{name}", title)
    if not counts:
        lines += ["x, y = GRAM.x, GRAM.y"]
    lines += _projections(derived)
    lines += ["", *_features(derived, write), ""]
    for number, (what, where) in enumerate(zip(("MEAN", "SECOND", "PAIRS"), derived.domains, strict=True)):
        if number < 2 or paired:
            lines += [
                f"#: where the {('mean is', 'second moment is', 'pair moments are')[number]} stated",
                *_domain(what, where, write, counts, 2 if number == 2 else 1),
            ]
    lines += ["", "FORMS = Forms(", "    features=FEATURES,", f"    mean={write(values['mean'])},"]
    lines.append("    second=None," if values["second"] is None else f"    second={write(values['second'])},")
    lines += [f"    kernel={_quoted(derived.kernel.name) if derived.kernel.name else None},"]
    lines.append(f"    where=(MEAN, SECOND, {'PAIRS' if paired else 'SECOND'}),")
    for key in ("orthogonal", "angle"):
        if values[key] is not None:
            lines.append(f"    {key}={write(values[key])},")
    lines += [")" if counts else ").placed()", "", "", "def claims() -> list[Claim]:"]
    lines.append("    return moment_claims(FORMS)")
    lines += _simulations(derived, write)
    return _formatted("\n".join(lines) + "\n")


def _beginning(derived: Derived, write: Source, imports: list[str], kind: str, identity: str, title: str) -> list[str]:
    """Docstring, imports, the row and the parameters."""
    package, _, name = identity.rpartition(".")
    title = title or f"Moments of the feature map {name.replace('_', ' ')}"
    return [
        *_head(derived, title),
        "",
        "from __future__ import annotations",
        "",
        "import sympy as sp",
        "",
        *imports,
        "",
        "STATEMENT = Statement(",
        f'    id="{identity}",',
        f'    paper="{package}",',
        '    location="derived",',
        f'    kind="{kind}",',
        f"    title={_quoted(title)},",
        ")",
        "",
        *(write.definition(symbol) for symbol in derived.parameters),
    ]


def _enclosed(derived: Derived, write: Source, package: str, name: str, title: str) -> str:
    """The file of a map without a closed form of the mean: values at a few inputs."""
    values = values_of(derived.forms)
    lines = _beginning(derived, write, _imports(derived), "property", f"{package}.{name}", title)
    lines += [*_projections(derived), "", *_features(derived, write), ""]
    lines += ["#: moments at x.x, x.y and y.y: a value, and what it may be off", "VALUES = ("]
    for at in values:
        gram, parameters = (
            ", ".join(map(write, at.gram)),
            "".join(f"({write(s)}, {write(v)}), " for s, v in at.parameters),
        )
        more = f", parameters=({parameters.rstrip()})" if parameters else ""
        lines += [
            "    At(",
            f'        "{at.what}", ({gram}),',
            f"        {write(at.value)}, {write(at.radius)}{more},",
            "    ),",
        ]
    lines += [")", "", "", "def claims() -> list[Claim]:", "    return enclosed_claims(FEATURES, VALUES)"]
    return _formatted("\n".join(lines) + "\n")


def _features(derived: Derived, write: Source) -> list[str]:
    features = derived.features
    lines = ["FEATURES = FeatureMap.of("]
    for name, side in (("f1", features.first), ("f2", features.second)):
        lines += [f"    {name}=(", *(f"        {write(f)}," for f in side), "    ),"]
    law = '"gaussian"' if features.law is None else write(features.law)
    return [*lines, f"    law={law},", f"    real_part={features.real_part},", ")"]


def _head(derived: Derived, title: str) -> list[str]:
    rows = [
        f"{label} = {text}" if label.startswith(("E ", "MSE")) else f"{label}: {text}"
        for label, text in shown.rows(derived)
    ]
    body = [
        part
        for row in rows
        for part in textwrap.wrap(row, 112, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    ]
    return [f'r"""{title}.', "", *(f"    {line}" for line in body), '"""']


def _imports(derived: Derived) -> list[str]:
    counts = derived.features.law is not None
    paired = derived.forms.angle is not None
    lines = []
    if paired:
        lines.append("from rftheory.rules.pair_moments import angle_conformity")
    if counts:
        lines.append("from rftheory.inputs.coordinates import l, product, total, x, y")
    lines.append("from rftheory.deriving.domains import inputs")
    lines.append("from rftheory.deriving.enclosed import At, enclosed_claims")
    lines.append("from rftheory.deriving.feature_map import FeatureMap")
    lines.append("from rftheory.deriving.forms import Forms, cosine, draws, moment_claims")
    symbols = ["b", "k", "u", "v", "w"] if not counts else ["k", "u"]
    used = sorted({*symbols, *(["GRAM", "NormalProjection"] if not counts else [])})
    lines.append(f"from rftheory.deriving.symbols import {', '.join(used)}")
    lines.append("from rftheory.inputs.kernels import d, m, theta, x_norm, y_norm")
    lines.append("from rftheory.rules.nodes import Phase")
    if counts:
        lines.append("from rftheory.rules.variates import COUNT")
    lines.append("from rftheory.montecarlo.checks.checks import MomentCheck")
    lines.append("from rftheory.statements.claims import Claim, Statement")
    lines.append("from rftheory.statements.domain import Domain, Range")
    return lines


def _projections(derived: Derived) -> list[str]:
    both = (*derived.features.first, *derived.features.second)
    names = {node.projection for f in both for node in f.atoms(Form, SquaredLength)} - {"w", "v"}
    return [f'{name} = NormalProjection("{name}")' for name in sorted(names)]


def _domain(name: str, where: Domain, write: Source, counts: bool, smallest: int) -> list[str]:
    own = [item for item in where.ranges if item.symbol in write.names and item.symbol != d]
    lines = [f"{name} = Domain(", "    (", f"        *inputs(counts={counts}, smallest={smallest}),"]
    lines += [*(f"        {_range(item, write)}," for item in own), "    ),"]
    if where.conditions:
        lines.append(f"    ({', '.join(write(c) for c in where.conditions)},),")
    return [*lines, ")"]


def _range(item: Range, write: Source) -> str:
    def end(value: object) -> str:
        return "None" if value is None else write(sp.sympify(value))

    pairs = {key: ", ".join(write(sp.sympify(e)) for e in getattr(item, key)) for key in ("typical", "awkward")}
    whole = "integer=True, " if item.integer else ""
    return (
        f'Range({write.names[item.symbol]}, {end(item.low)}, {end(item.high)}, "{item.closed}", {whole}'
        f"typical=({pairs['typical']}), awkward=({pairs['awkward']}))"
    )


def _simulations(derived: Derived, write: Source) -> list[str]:
    point = point_of_draws(derived.forms)
    if point is None:
        return []
    names = {str(s): s for s in point}
    texts = []
    for name, symbol in names.items():
        value = point[symbol]
        key = (
            f"{name}.label"
            if derived.features.law is not None and name in ("x", "y")
            else write.names.get(symbol, name)
        )
        shown_value = f"sp.Tuple({', '.join(write(e) for e in value)})" if isinstance(value, sp.Tuple) else write(value)
        shown_value = f"sp.Integer({value})" if isinstance(value, sp.Integer) else shown_value
        texts.append(f"{key}: {shown_value}")
    return [
        "",
        "",
        "def simulations() -> list[MomentCheck]:",
        f"    return draws(FORMS, {{{', '.join(texts)}}})",
    ]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _formatted(text: str) -> str:
    """Unused imports left out."""
    lines = text.split("\n")
    body = [line for line in lines if not line.startswith(("from ", "import "))]
    whole = "\n".join(body)
    kept = []
    for line in lines:
        if line.startswith("from rftheory"):
            head, _, names = line.partition(" import ")
            if " as " in names:
                kept.append(line)
                continue
            used = [name for name in names.split(", ") if _uses(whole, name)]
            if used:
                kept.append(f"{head} import {', '.join(used)}")
            continue
        kept.append(line)
    return "\n".join(kept)


def _uses(text: str, name: str) -> bool:
    code = re.sub(r'^r""".*?"""', "", text, count=1, flags=re.DOTALL)
    return bool(re.search(rf"(?<![\w.\"]){name}\b", code))
