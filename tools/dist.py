"""Builds the wheel and the source archive, installs the wheel into an empty environment and runs every command there.

Nothing of the checkout is on the path of those commands, and the packages are the newest that the wheel admits, not the pinned ones.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

import samples

ROOT = Path(__file__).resolve().parent.parent
#: a run of each command that takes seconds; `ledger` writes into a checkout, and is asked for its help alone
RUNS = (
    "verify rules.elementary-bounds --level quick",
    "list",
    "verify mine.* --statements my_theorems --level quick",
    "show hrf.lemma-3.2",
    "errata hrf.lemma-3.2-proof",
    "graph hrf.lemma-3.2",
    "axioms rules.elementary-bounds",
    "certify rules.elementary-bounds -o bounds.cert",
    "map",
    "report --no-plots -o report",
    "plot mse-ratios",
    "experiment",
    "eval hrf.lemma-2.2-pos --at x_norm=1/2,y_norm=1,theta=pi/3,m=1",
    "simulate positive --v 1 --d 8 --draws 1e4",
    "choose --queries rows.csv --m 64",
    "audit callables:positive --kernel softmax --d 4 --calls 100",
    "derive exp(w*x-x**2/2) --save my_maps/positive.py",
    "verify my_maps.* --statements my_maps --level quick",
    "ledger --help",
)


def built(folder: Path) -> Path:
    """Builds both archives, and looks at what they hold.

    Raises:
        SystemExit: if the wheel has a package besides rftheory, or an archive lacks the statements or the lemmas, or has a file twice.
    """
    # a file is newer than the build before it, or has its name
    for old in folder.glob("rftheory-*"):
        old.unlink()
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    with tarfile.open(archive) as packed:
        sources = [name.partition("/")[2] for name in packed.getnames()]
    for what, found in ((wheel.name, names), (archive.name, sources)):
        if not any(name.startswith("rftheory/proofs/") and name.endswith("ledger.json") for name in found):
            raise SystemExit(f"{what} has no statements in rftheory/proofs")
        if not any(name.startswith("rftheory/proofs/theory/") and name.endswith(".txt") for name in found):
            raise SystemExit(f"{what} has no lemmas in rftheory/proofs/theory")
        if twice := len(found) - len(set(found)):
            raise SystemExit(f"{what} has {twice} files twice")
    if tops != {"rftheory"}:
        raise SystemExit(f"{wheel.name} must hold the package rftheory alone, got {', '.join(sorted(tops))}")
    return wheel


def tried(wheel: Path, folder: Path) -> None:
    """Installs a wheel into an environment of its own, and runs the commands in an empty folder.

    Raises:
        SystemExit: with the command that fails.
    """
    home = folder / "environment"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    samples.write(folder)
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "RFTHEORY"))}
    clean |= {"RFTHEORY_RECEIPTS": str(folder / "receipts"), "PYTHONPATH": str(folder)}
    for run in RUNS:
        done = subprocess.run(
            [scripts / "rftheory", *run.split()], cwd=folder, env=clean, capture_output=True, text=True, check=False
        )
        print(f"{done.returncode} rftheory {run}", flush=True)
        if done.returncode:
            raise SystemExit(f"{done.stdout}{done.stderr}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    folder = parser.parse_args().folder
    wheel = built(folder)
    with tempfile.TemporaryDirectory() as empty:
        tried(wheel, Path(empty))


if __name__ == "__main__":
    main()
