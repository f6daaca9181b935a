# Everything runs in .venv, which is built from the exact versions in constraints.txt. Needed: python3 (>= 3.11) and make.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/set-up

.PHONY: verify test lint format ledger report pictures notebooks check-notebooks bench wheel clean

verify: $(STAMP)
	$(BIN)/rftheory verify --level standard

test: $(STAMP)
	$(BIN)/pytest -n 2

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# LEDGER.md, ERRATA.md, the recorded verdicts proofs/ledger.json, and what the README takes from them
ledger: $(STAMP)
	$(BIN)/rftheory ledger
	$(BIN)/python tools/readme.py write

# one HTML file with everything that the receipts say
report: $(STAMP)
	$(BIN)/rftheory report

# the pictures of the README (needs Chromium)
pictures: $(STAMP)
	$(BIN)/python tools/pictures.py

# notebooks/*.ipynb, executed afresh from the texts beside them
notebooks: $(STAMP)
	$(BIN)/python tools/notebooks.py write

# whether text and notebook are in step, and a fresh run gives the committed outputs
check-notebooks: $(STAMP)
	$(BIN)/python tools/notebooks.py check

# all that do not take minutes, or NAMES="engine scaling"; figures in .rftheory/benchmarks.json, or JSON=file
bench: $(STAMP)
	$(BIN)/python benchmarks/run.py $(NAMES) --json $(or $(JSON),.rftheory/benchmarks.json)

wheel: $(STAMP)
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "rftheory needs Python >= 3.11; name one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt hatchling editables
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache dist
