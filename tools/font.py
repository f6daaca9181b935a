"""The font of the report's formulas: what they need of STIX Two Math, with its measures for fractions, roots and growing brackets.

Asked for with the whole font, which is in no package that the project needs: `python tools/font.py STIXTwoMath-Regular.ttf`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools import subset

TARGET = Path(__file__).resolve().parent.parent / "rftheory" / "report" / "fonts" / "STIXTwoMath-subset.woff"
#: plain signs, Greek, and the italic letters that browsers take for variables
RANGES = ((0x20, 0x7E), (0x391, 0x3A9), (0x3B1, 0x3C9), (0x1D434, 0x1D467), (0x1D6E2, 0x1D71B))
SIGNS = "¬¯°±·×÷–—―‖…′ℂℎℕℙℚℝℤℓϑϕϖϱϵ←→↔↦⇐⇒⇔∀∂∃∅∇∈∉∏∑−∓∗∘√∝∞∣∥∧∨∩∪∫∼≃≈≔≠≡≤≥≪≫⊂⊆⊕⊗⊤⊥⋅⋯⌈⌉⌊⌋⟂⟨⟩⩽⩾𝒱𝒲𝒳𝒩𝒪𝔼𝟙"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("font", type=Path)
    source = parser.parse_args().font
    options = subset.Options(
        flavor="woff", layout_features=["ssty", "dtls", "flac"], hinting=False, notdef_outline=True
    )
    font = subset.load_font(source, options)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[code for low, high in RANGES for code in range(low, high + 1)], text=SIGNS)
    chosen.subset(font)
    TARGET.parent.mkdir(exist_ok=True)
    subset.save_font(font, TARGET, options)
    print(f"{TARGET}: {TARGET.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
