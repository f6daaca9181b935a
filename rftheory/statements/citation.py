"""BibTeX of a verdict, and of the paper that it is on."""

from __future__ import annotations

from collections.abc import Iterator

import rftheory
from rftheory.statements.ledger import Row
from rftheory.statements.papers import PAPERS
from rftheory.statements.view import View

#: signs that TeX takes for its own
_SIGNS = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


def page_of(name: str) -> str:
    """The address of a statement's page in the report, which stays."""
    return f"s/{name}.html"


def bibtex(row: Row) -> str:
    """The entry of a statement, or of what is wrong in it, by its id and the version of this package, and that of its paper."""
    paper, errors = PAPERS.get(row["paper"]), View(row).errors
    what = f"{'Erratum' if errors else 'Verdict'} on {row['location']}"
    if paper is not None:
        what += f" of ``{_escaped(paper.title)}'' (arXiv:{paper.arxiv})"
    flaws = " ".join(_escaped(" ".join(error.item["flaw"].split())) for error in errors)
    said = f"{_escaped(row['title'])}: {row['status']}{'. ' * bool(flaws)}{flaws}"
    own = {
        "author": "{The rftheory authors}",
        "title": what,
        "note": f"Statement \\texttt{{{_escaped(row['id'])}}}. {said}",
        "howpublished": f"rftheory, version {rftheory.__version__}, {_escaped(page_of(row['id']))}",
    }
    entries = [_entry(f"rftheory:{row['id']}", own)]
    if paper is not None:
        names = " and ".join(paper.authors.split(", "))
        cited = {"author": names, "title": f"{{{_escaped(paper.title)}}}", "howpublished": paper.venue}
        entries.append(_entry(row["paper"], {**cited, "eprint": paper.arxiv, "archiveprefix": "arXiv"}))
    return "\n\n".join(entries)


def _entry(key: str, fields: dict[str, str]) -> str:
    def lines() -> Iterator[str]:
        yield f"@misc{{{key},"
        yield from (f"  {name} = {{{value}}}," for name, value in fields.items())
        yield "}"

    return "\n".join(lines())


def _escaped(text: str) -> str:
    return "".join(_SIGNS.get(sign, sign) for sign in text)
