# From a clean clone and a Python: make run, make test, make check. `make` alone lists the rest.
#
# Everything is installed into .venv with the exact versions of constraints.txt. Stamp files in .venv
# remember what is installed, so that only a changed pyproject.toml or constraints.txt installs again.

VENV := .venv
BIN := $(VENV)/bin
# The Python that makes .venv: 3.11 or newer. Name another one with `make run PYTHON=/path/to/python`.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$name; break; }; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# More for pytest: make test ARGS="-k sealing"
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run venv test check check-format check-lint check-types check-imports check-migrations \
	check-docs bench format constraints clean

help: ## what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

# --- Using it -------------------------------------------------------------------------------------

run: $(VENV)/.installed ## the server with a demonstration match, at http://127.0.0.1:8000
	@$(BIN)/referee demo

# --- Working on it --------------------------------------------------------------------------------

venv: $(VENV)/.installed-check ## .venv with everything that tests and checks need

test: $(VENV)/.installed-test ## every test, on SQLite, PostgreSQL and in a browser
	@$(BIN)/python -m pytest $(ARGS)

check: check-format check-lint check-types check-imports check-migrations check-docs ## all that needs no running match

check-format: $(VENV)/.installed-check
	$(BIN)/ruff format --check .

check-lint: $(VENV)/.installed-check
	$(BIN)/ruff check .

check-types: $(VENV)/.installed-check
	$(BIN)/mypy --strict

check-imports: $(VENV)/.installed-check
	$(BIN)/lint-imports

check-migrations: $(VENV)/.installed-check ## alembic check against SQLite and PostgreSQL
	$(BIN)/python -m tests.alembic_check

check-docs: $(VENV)/.installed-check ## links, commands, snippets and settings named in the docs
	$(BIN)/python -m pytest --quiet tests/docs

bench: $(VENV)/.installed-test ## how fast it is; fails where a limit is exceeded
	@set -e; for file in tests/benchmarks/bench_*.py; do name=$$(basename "$$file" .py); \
	echo "$$name"; $(BIN)/python -m "tests.benchmarks.$$name"; done

format: $(VENV)/.installed-check ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

constraints: ## pin today's newest versions that pyproject.toml allows
	@set -e; scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT; \
	$(PYTHON) -m venv "$$scratch/venv"; \
	"$$scratch/venv/bin/python" -m pip install --quiet '.[test,check]'; \
	sed -n '/^#/p' constraints.txt > "$$scratch/pins"; \
	"$$scratch/venv/bin/python" -m pip freeze --exclude pbf-referee >> "$$scratch/pins"; \
	cp "$$scratch/pins" constraints.txt; git --no-pager diff --stat constraints.txt

clean: ## forget .venv and all caches; the data of `make run` stays in data/
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests migrations -name __pycache__ -type d -prune -exec rm -rf {} +

# --- Installing -----------------------------------------------------------------------------------

$(BIN)/python:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo 'Referee needs Python 3.11 or newer. Name one with: make PYTHON=/path/to/python'; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	echo 'Python cannot make a virtual environment here; on Debian and Ubuntu: apt-get install python3-venv'; exit 1; }

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing Referee into $(VENV), once; this takes a minute or so ...'
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing Referee and what its tests need into $(VENV), once ...'
	@$(PIP) install -c constraints.txt -e '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-check: pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing Referee and what its tests and checks need into $(VENV), once ...'
	@$(PIP) install -c constraints.txt -e '.[test,check]'
	@touch $@ $(VENV)/.installed $(VENV)/.installed-test
