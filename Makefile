# Everything runs in .venv, which is built from the exact versions in constraints.txt. Needed: python3 (>= 3.11) and make.
PYTHON ?= python3
BIN := .venv/bin
# what judging needs, and the tools on top of it: who only judges does not wait for those
STAMP := .venv/set-up
TOOLS := .venv/tools
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

# what every run of verify imports
IMPORTED := networkx, rich.live, scipy.integrate, scipy.optimize, scipy.stats, sklearn.datasets, sympy, \
  rftheory.judges.controls_judge, rftheory.judges.simulation_judge

.PHONY: setup verify test attack theory faults golden lint format ledger report pictures papers notebooks check-notebooks bench docs dist test-interpreters clean

# what a test of one file needs, without the libraries of tensors, notebooks and the site
setup: $(STAMP)
	$(PIP) --no-build-isolation -e '.[test]'

verify: $(STAMP)
	$(BIN)/rftheory verify --level standard

# tests start many processes, which would each compile what has changed since the set-up; what pytest compiles is kept, too
test: $(TOOLS)
	$(BIN)/python -m compileall -q rftheory proofs
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 2 --dist worksteal

# is anything false proved? hostile statements, changed certificates, random instances of rules: minutes, or hours with SIZE=full
attack: $(TOOLS)
	$(BIN)/python -m benchmarks.attack --size $(or $(SIZE),quick)

# theorem against simulation, and nothing else: a table of claims, draws and intervals; LEVEL=standard sees errors of 2%, not 10%
theory: $(STAMP)
	$(BIN)/python tools/theory.py --level $(or $(LEVEL),quick) $(ONLY)

# faults planted one at a time in a copy, and the tests that see each (some minutes), or ONLY="words"
faults: $(TOOLS)
	$(BIN)/python tools/faults.py $(if $(ONLY),--only "$(ONLY)")

# what tests/golden says that commands and Python print, written as they print it now
golden: $(TOOLS)
	$(BIN)/python tools/consoles.py write tests/golden/*.txt

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(TOOLS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# LEDGER.md, ERRATA.md, the recorded verdicts proofs/ledger.json, and what the README takes from them
ledger: $(STAMP)
	$(BIN)/rftheory ledger
	$(BIN)/python tools/readme.py write

# a folder of HTML with everything that the receipts say
report: $(STAMP)
	$(BIN)/rftheory report

# the pictures of the README (needs Chromium)
pictures: $(TOOLS)
	$(BIN)/python tools/pictures.py

# notebooks/*.ipynb, executed afresh from the texts beside them
notebooks: $(TOOLS)
	$(BIN)/python tools/notebooks.py write

# whether text and notebook are in step, and a fresh run gives the committed outputs
check-notebooks: $(TOOLS)
	$(BIN)/python tools/notebooks.py check

# a PDF of at most 4 pages for the authors of each paper, in dist/papers (needs Chromium)
papers: $(TOOLS)
	$(BIN)/python tools/papers.py

# all that do not take minutes, or NAMES="engine choose"; figures in .rftheory/benchmarks.json, or JSON=file
bench: $(TOOLS)
	$(BIN)/python benchmarks/run.py $(NAMES) --json $(or $(JSON),.rftheory/benchmarks.json)

# the site, in dist/site: plots drawn afresh, what commands print compared, warnings are errors
docs: $(TOOLS)
	$(BIN)/python tools/site.py

# wheel and source archive; every command is run from the wheel in an empty environment
dist: $(TOOLS)
	$(BIN)/python tools/dist.py

# the tests in each Python from 3.11 to 3.14 that is there
test-interpreters:
	$(PYTHON) tools/interpreters.py

# byte code is written for what judging imports, and by all cores for the rest when tools are added
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "rftheory needs Python >= 3.11; name one with: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(PIP) hatchling editables
	$(PIP) --no-build-isolation -e '.[experiments,graph]'
	$(BIN)/python -m compileall -q -j 0 rftheory proofs
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -c 'import $(IMPORTED)'
	@touch $@

$(TOOLS): $(STAMP)
	$(PIP) --no-build-isolation -e '.[dev]'
	@$(BIN)/python -m compileall -qq -j 0 .venv/lib || true  # templates of some packages do not compile
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache dist
