"""BibTeX of a verdict, and of the paper that it is on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata

import rftheory
from rftheory.statements.ledger import Row
from rftheory.statements.papers import PAPERS, Paper
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
    ">=": r"$\geq$",
    "<=": r"$\leq$",
}


def page_of(name: str) -> str:
    """The address of a statement's page in the report, which stays."""
    return f"s/{name}.html"


def bibtex(row: Row) -> str:
    """The entry of a statement, or of what is wrong in it, by its id and the version of this package, and that of its paper."""
    paper, errors = PAPERS.get(row["paper"]), View(row).errors
    kind = "Doubtful print of" if row["status"] == "uncertain print" else "Erratum on" if errors else "Verdict on"
    what = f"{kind} {row['location']}"
    if paper is not None:
        what += f" of ``{_escaped(paper.title)}'' (arXiv:{paper.arxiv})"
    said = [f"{row['title']}: {row['status']}"]
    for error in errors:
        right = "; ".join(correction["says"] for correction in error.item["corrections"] if correction["says"])
        said.append(error.item["flaw"] + (f". Correct: {right}" if right else ""))
    own = {
        "author": "{The rftheory authors}",
        "title": what,
        "note": f"Statement \\texttt{{{_escaped(row['id'])}}}. {'. '.join(_escaped(' '.join(part.split())) for part in said)}",
        "howpublished": f"rftheory, version {rftheory.__version__}",
    }
    if site := _site():
        own["url"] = f"{site}/report/{page_of(row['id'])}"
    entries = [_entry(f"rftheory:{row['id']}", own)]
    if paper is not None:
        names = " and ".join(paper.authors.split(", "))
        cited = {"author": names, "title": f"{{{_escaped(paper.title)}}}", "howpublished": paper.venue}
        cited |= {"year": _year(paper), "eprint": paper.arxiv, "archiveprefix": "arXiv"}
        entries.append(_entry(_key(paper), cited))
    return "\n\n".join(entries)


def _year(paper: Paper) -> str:
    """Of publication, the last word of its venue."""
    return paper.venue.split()[-1]


def _key(paper: Paper) -> str:
    """As bibliographies write keys: choromanski2022hybrid."""
    surname, title = paper.authors.split(", ")[0].split()[-1], re.split(r"\W", paper.title)[0]
    return f"{surname}{_year(paper)}{title}".lower()


def _site() -> str:
    """The address at which the site is published, if the installed package was built with one."""
    try:
        urls = metadata("rftheory").get_all("Project-URL") or ()
    except PackageNotFoundError:
        return ""
    pages = (url.partition(", ")[2] for url in urls if url.startswith("Documentation, "))
    return next((page.removesuffix("/docs/index.html") for page in pages), "")


def _entry(key: str, fields: dict[str, str]) -> str:
    def lines() -> Iterator[str]:
        yield f"@misc{{{key},"
        yield from (f"  {name} = {{{value}}}," for name, value in fields.items())
        yield "}"

    return "\n".join(lines())


def _escaped(text: str) -> str:
    return re.sub(r">=|<=|.", lambda found: _SIGNS.get(found[0], found[0]), text)
