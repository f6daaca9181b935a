"""``python -m rftheory``: the command line where the script of that name is not on the path."""

from __future__ import annotations

from rftheory.cli import main

if __name__ == "__main__":
    main(prog_name="python -m rftheory")
