# Each target sets up its own virtual environment and everything it needs. Needs Python 3.11 or newer.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: demo test check bench clean help

help:
	@echo "make demo    watch the embedded model answer in four languages"
	@echo "make test    all tests"
	@echo "make check   lint, types, import contract"
	@echo "make bench   benchmarks"

demo: $(STAMP)
	$(BIN)/asmeant demo

test: $(STAMP)
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	@for benchmark in benchmarks/*.py; do echo "== $$benchmark"; $(BIN)/python $$benchmark || exit 1; done

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage*

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "asmeant needs Python 3.11 or newer; found $$($(PYTHON) --version 2>&1). Say which: make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[embedded,dev]'
	@touch $@
