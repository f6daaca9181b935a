"""Statements in a notebook, as Markdown with LaTeX, and pictures.

Nothing is typed again: formulas, chains and reasons are those of the statement file, and every verdict is reached when
the cell runs. ``statement("hrf.lemma-2.2-pos").claim("mse").derivation()`` is the proof, line by line.
"""

from __future__ import annotations

from rftheory.notebook.pages import statement as statement
from rftheory.notebook.pictures import picture as picture
from rftheory.notebook.pictures import plot as plot
