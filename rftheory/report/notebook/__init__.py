"""Statements in a notebook, as Markdown with LaTeX, and pictures.

Nothing is typed again: formulas, chains and reasons are those of the statement file, and every verdict is reached when
the cell runs. ``statement("hrf.lemma-2.2-pos").claim("mse").derivation()`` is the proof, line by line.
"""

from __future__ import annotations

from rftheory.report.notebook.beside import in_balls as in_balls
from rftheory.report.notebook.beside import row_of as row_of
from rftheory.report.notebook.beside import rows_of as rows_of
from rftheory.report.notebook.beside import through as through
from rftheory.report.notebook.digits import mp as mp
from rftheory.report.notebook.digits import numbers as numbers
from rftheory.report.notebook.digits import plain as plain
from rftheory.report.notebook.markdown import together as together
from rftheory.report.notebook.pages import derivations as derivations
from rftheory.report.notebook.pages import statement as statement
from rftheory.report.notebook.pictures import picture as picture
from rftheory.report.notebook.pictures import plot as plot
