"""A derived map as a statement file: the map, the closed forms and the domains as source, and the claims that they make."""

from __future__ import annotations

import keyword
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.deriving import shown
from rftheory.deriving.judged import point_of_draws
from rftheory.deriving.refusals import UnknownFeature
from rftheory.deriving.source import Source
from rftheory.inputs.kernels import d
from rftheory.rules.nodes import Form, SquaredLength
from rftheory.statements.domain import Domain, Range

if TYPE_CHECKING:
    from rftheory.deriving.result import Derived

#: what a file may need, of which it keeps what it uses
_IMPORTS = """\
from rftheory.rules.pair_moments import angle_conformity
from rftheory.inputs.coordinates import l, product, total, x, y
from rftheory.deriving.domains import inputs
from rftheory.deriving.feature_map import FeatureMap
from rftheory.deriving.forms import Forms, cosine, draws, moment_claims
from rftheory.deriving.symbols import GRAM, NormalProjection, b, k, u, v, w
from rftheory.inputs.kernels import d, m, theta, x_norm, y_norm
from rftheory.rules.nodes import Phase
from rftheory.rules.variates import COUNT
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range
"""
_FILE = '''\
r"""{title}.

{head}
"""

from __future__ import annotations

import sympy as sp

{imports}
STATEMENT = Statement(
    id="{package}.{name}",
    paper="{package}",
    location="derived",
    kind="identity",
    title={quoted},
)

{symbols}
FEATURES = FeatureMap.of(
    f1=({first},),
    f2=({second},),
    law={law},
    real_part={real_part},
)

{domains}
FORMS = Forms(
    features=FEATURES,
    mean={mean},
    second={second_moment},
    orthogonal={orthogonal},
    angle={angle},
    kernel={kernel},
    where=(MEAN, SECOND, {pairs}),
){placed}


def claims() -> list[Claim]:
    return moment_claims(FORMS)
'''
_DRAWS = """

def simulations() -> list[MomentCheck]:
    return draws(FORMS, {{{point}}})
"""


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
    if derived.mean.value is None:
        raise UnknownFeature("there is no closed form of the mean to be stated")
    write, features = Source(derived.parameters), derived.features
    counts, paired = features.law is not None, derived.forms.angle is not None
    title = title or f"Moments of the feature map {name.replace('_', ' ')}"
    forms = {
        "mean": derived.target,
        "second_moment": derived.second.value,
        "orthogonal": derived.orthogonal and derived.orthogonal.value,
        "angle": derived.angle and derived.angle.value,
    }
    nodes = {node.projection for f in (*features.first, *features.second) for node in f.atoms(Form, SquaredLength)}
    symbols = [write.definition(symbol) for symbol in derived.parameters]
    symbols += [] if counts else ["x, y = GRAM.x, GRAM.y"]
    symbols += [f'{each} = NormalProjection("{each}")' for each in sorted(nodes - {"w", "v"})]
    domains = [_domain("MEAN", "mean is", derived.domains[0], write, counts, 1)]
    domains.append(_domain("SECOND", "second moment is", derived.domains[1], write, counts, 1))
    domains += [_domain("PAIRS", "pair moments are", derived.domains[2], write, counts, 2)] if paired else []
    text = _FILE.format(
        title=title, head=_head(derived), imports="{imports}", package=package, name=name, quoted=_quoted(title),
        symbols="\n".join((*symbols, "")), first=", ".join(map(write, features.first)), second=", ".join(map(write, features.second)),
        law='"gaussian"' if features.law is None else write(features.law), real_part=features.real_part, domains="\n".join(domains),
        kernel=derived.kernel.name and _quoted(derived.kernel.name), pairs="PAIRS" if paired else "SECOND",
        placed="" if counts else ".placed()", **{key: form if form is None else write(form) for key, form in forms.items()},
    )  # fmt: skip
    return text.replace("{imports}", "".join(_used_imports(text + (more := _draws(derived, write)), counts)), 1) + more


def _head(derived: Derived) -> str:
    rows = (
        f"{label} = {text}" if label.startswith(("E ", "MSE")) else f"{label}: {text}"
        for label, text in shown.rows(derived)
    )
    fill = textwrap.TextWrapper(
        116, initial_indent="    ", subsequent_indent="        ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(map(fill.fill, rows))


def _used_imports(text: str, counts: bool) -> list[str]:
    """Of names that the code has; coordinates are those of counts alone."""
    code = re.sub(r'^r""".*?"""', "", text, count=1, flags=re.DOTALL)
    kept = []
    for line in _IMPORTS.splitlines():
        head, _, names = line.partition(" import ")
        used = [name for name in names.split(", ") if re.search(rf"(?<![\w.\"]){name}\b", code)]
        if used and (counts or "coordinates" not in head):
            kept.append(f"{head} import {', '.join(used)}\n")
    return kept


def _domain(name: str, what: str, where: Domain, write: Source, counts: bool, smallest: int) -> str:
    own = "".join(
        f"        {_range(item, write)},\n" for item in where.ranges if item.symbol in write.names and item.symbol != d
    )
    needs = f"    ({', '.join(map(write, where.conditions))},),\n" if where.conditions else ""
    inputs = f"        *inputs(counts={counts}, smallest={smallest}),\n"
    return f"#: where the {what} stated\n{name} = Domain(\n    (\n{inputs}{own}    ),\n{needs})"


def _range(item: Range, write: Source) -> str:
    def end(value: object) -> str:
        return "None" if value is None else write(sp.sympify(value))

    pairs = {key: ", ".join(write(sp.sympify(e)) for e in getattr(item, key)) for key in ("typical", "awkward")}
    whole = "integer=True, " if item.integer else ""
    return (
        f'Range({write.names[item.symbol]}, {end(item.low)}, {end(item.high)}, "{item.closed}", {whole}'
        f"typical=({pairs['typical']}), awkward=({pairs['awkward']}))"
    )


def _draws(derived: Derived, write: Source) -> str:
    """The draws at a point at which they decide, if there is one."""
    texts = []
    for symbol, value in (point_of_draws(derived.forms) or {}).items():
        vector = f"{symbol}.label" if derived.features.law is not None and str(symbol) in ("x", "y") else ""
        written = f"sp.Tuple({', '.join(map(write, value))})" if isinstance(value, sp.Tuple) else write(value)
        texts.append(f"{vector or write.names.get(symbol, str(symbol))}: {written}")
    return _DRAWS.format(point=", ".join(texts)) if texts else ""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
