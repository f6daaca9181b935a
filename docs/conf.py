"""The site, built by Sphinx from the pages of this repository as they stand: ``make docs``. Nothing is fetched.

Pages lie where a reader of the repository finds them (README, docs, errata, notebooks), so that their links hold in both
places; the whole repository is the source directory. Formulas become MathML, which needs no script.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

import rftheory
from rftheory.report.formulas import mathml

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "rftheory"
author = "The rftheory authors"
copyright = author  # noqa: A001 - the name that Sphinx reads
version = release = rftheory.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "docs/index"
include_patterns = [
    "docs/**", "errata/*.md", "notebooks/*.ipynb", "CHANGELOG.md", "CONTRIBUTING.md", "ERRATA.md", "LEDGER.md", "LICENSE",
]  # fmt: skip
html_theme = "furo"
html_title = "rftheory"
html_copy_source = False
html_static_path, html_css_files = ["site.css"], ["site.css"]
html_last_updated_fmt = None

# notebooks are executed by tools/notebooks.py; their outputs are shown as they were committed
nb_execution_mode = "off"
# what cells show is Markdown with formulas between dollars, as pages are
nb_render_markdown_format = "myst"
# the cells that are folded hold solutions
nb_code_prompt_show, nb_code_prompt_hide = "Solution", "Hide the solution"
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
# the diagram of the rooms is read as text where no script draws it
suppress_warnings = ["misc.highlighting_failure"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"

#: characters of a formula that stands within a line
_SHORT = 60
#: outside of what is quoted as code
_BAR = re.compile(r"\|(?=(?:[^`]*``[^`]*``)*[^`]*$)")
#: the lines of a notebook's formula, which is broken afresh here
_ROWS = re.compile(r"\\begin\{aligned\}\s*& |\\\\\s*& (\\quad )?|\s*\\end\{aligned\}")


def _inline(writer: nodes.NodeVisitor, node: nodes.math) -> None:
    formula = node.astext()
    writer.body.append(str(mathml(formula)) if len(formula) <= _SHORT else _broken(formula))
    raise nodes.SkipNode


def _block(writer: nodes.NodeVisitor, node: nodes.math_block) -> None:
    formula = node.astext()
    writer.body.append(_broken(_ROWS.sub(" ", formula) if _ROWS.match(formula) else formula))
    raise nodes.SkipNode


def _broken(formula: str) -> str:
    """A formula on lines of its own, which `site.css` keeps within the page; a paragraph may hold it."""
    return f"<span class='math'>{mathml(formula, 'block')}</span>"


def _norms(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Bars in prose are norms, no substitutions of reStructuredText."""
    lines[:] = [_BAR.sub(r"\\|", line) if not line.lstrip().startswith(">>>") else line for line in lines]


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", _norms)
    app.add_node(nodes.math, override=True, html=(_inline, None))
    app.add_node(nodes.math_block, override=True, html=(_block, None))
