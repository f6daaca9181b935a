"""The papers whose statements are judged: what to cite, and which text was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """One paper.

    Attributes:
        arxiv: its number at arXiv.
        text: which text the statements were read from, and how good it is.
    """

    title: str
    authors: str
    venue: str
    arxiv: str
    text: str


#: by the first part of the ids of statements, in the order in which they are shown
PAPERS: Mapping[str, Paper] = {
    "hrf": Paper(
        "Hybrid Random Features",
        "K. Choromanski, H. Chen, H. Lin, Y. Ma, A. Sehanobish, D. Jain, M. S. Ryoo, J. Varley, A. Zeng, V. Likhosherstov, "
        "D. Kalashnikov, V. Sindhwani, A. Weller",
        "ICLR 2022",
        "2110.04367",
        "two machine extractions of the paper with its appendices, compared where one is damaged",
    ),
    "crt": Paper(
        "Chefs' Random Tables: Non-Trigonometric Random Features",
        "V. Likhosherstov, K. Choromanski, A. Dubey, F. Liu, T. Sarlos, A. Weller",
        "NeurIPS 2022",
        "2205.15317",
        "a machine extraction of the main text, without the appendix of proofs; minus signs, radicals and fraction bars are lost in it",
    ),
    "opt": Paper(
        "All Random Features Representations are Equivalent",
        "L. Sernau, S. Bonacina, R. A. Saurous",
        "2024",
        "2406.18802",
        "an extraction in which the formulas are whole",
    ),
    "simrf": Paper(
        "Simplex Random Features",
        "I. Reid, K. Choromanski, V. Likhosherstov, A. Weller",
        "ICML 2023",
        "2301.13856",
        "a machine extraction with the appendices; minus signs, radicals and fraction bars are lost in it",
    ),
}
