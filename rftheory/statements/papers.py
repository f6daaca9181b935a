"""The papers whose statements are judged: what to cite, and which text was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """One paper.

    Attributes:
        arxiv: its number at arXiv.
        edition: which edition was read; errata are of it.
        text: the extraction that was read, and how good it is.
        file: its name among the texts, where they are at hand.
        checked: whether a person has compared the places of the checklist with the print.
    """

    title: str
    authors: str
    venue: str
    arxiv: str
    edition: str
    text: str
    file: str
    checked: bool = False


#: by the first part of the ids of statements, in the order in which they are shown
PAPERS: Mapping[str, Paper] = {
    "hrf": Paper(
        "Hybrid Random Features",
        "K. Choromanski, H. Chen, H. Lin, Y. Ma, A. Sehanobish, D. Jain, M. S. Ryoo, J. Varley, A. Zeng, V. Likhosherstov, "
        "D. Kalashnikov, V. Sindhwani, A. Weller",
        "ICLR 2022",
        "2110.04367",
        "the print in the proceedings of ICLR 2022, with its appendices",
        "two machine extractions of the paper with its appendices, compared where one is damaged",
        "hrf.txt",
    ),
    "crt": Paper(
        "Chefs' Random Tables: Non-Trigonometric Random Features",
        "V. Likhosherstov, K. Choromanski, A. Dubey, F. Liu, T. Sarlos, A. Weller",
        "NeurIPS 2022",
        "2205.15317",
        "the print in the proceedings of NeurIPS 2022, without the supplement",
        "a machine extraction of the main text, without the appendix of proofs; minus signs, radicals and fraction bars are lost in it",
        "crt.txt",
    ),
    "opt": Paper(
        "All Random Features Representations are Equivalent",
        "L. Sernau, S. Bonacina, R. A. Saurous",
        "2024",
        "2406.18802",
        'the first preprint, whose abstract says that the error is "the lowest possible"; a later abstract is in circulation',
        "an extraction in which the formulas are whole",
        "optimal_sampling.txt",
    ),
    "simrf": Paper(
        "Simplex Random Features",
        "I. Reid, K. Choromanski, V. Likhosherstov, A. Weller",
        "ICML 2023",
        "2301.13856",
        "the print in the proceedings of ICML 2023, with its appendices",
        "a machine extraction with the appendices; minus signs, radicals and fraction bars are lost in it",
        "simrf.txt",
    ),
}
