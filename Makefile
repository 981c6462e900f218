# Each target sets up its own virtual environment and everything it needs. Needs Python 3.11 or newer.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
# Tools are called as modules and every path is quoted, so that the checkout may lie in any folder: a script of a
# virtual environment names its Python in its first line, which must be short and without spaces.
IN_VENV := "$(VENV)/bin/python"
empty :=
FOLDER := $(subst $(empty) $(empty),\ ,$(VENV))

.PHONY: demo test thorough coverage check smoke bench clean help

help:
	@echo "make demo    watch the embedded model answer in four languages (about 2 minutes)"
	@echo "make test    most tests (about 10 minutes)"
	@echo "make thorough  all of them, with every case of the longest ones"
	@echo "make coverage  the same, with what they cover (about 16 minutes)"
	@echo "make check   lint, types, import contract"
	@echo "make smoke   the references of the sample tasks pass, with no extras: make smoke PYTHON=python3.13"
	@echo "make bench   benchmarks"

demo: $(FOLDER)/.ready-for-demo
	@$(IN_VENV) -m asmeant demo

test: $(FOLDER)/.ready-for-work
	$(IN_VENV) -m pytest -n 2

thorough: $(FOLDER)/.ready-for-work
	$(IN_VENV) -m pytest -n 2 --thorough

# The same tests under coverage, which takes nearly twice as long. It fails below the floor in pyproject.toml.
coverage: $(FOLDER)/.ready-for-work
	$(IN_VENV) -m pytest -n 2 --cov --cov-report=term:skip-covered

check: $(FOLDER)/.ready-for-work
	$(IN_VENV) -m ruff check .
	$(IN_VENV) -m ruff format --check .
	$(IN_VENV) -m mypy
	$(IN_VENV) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'

# For another Python than the one that is developed with: it has an environment of its own.
smoke:
	@"$(PYTHON)" -m venv "$(VENV)-smoke"
	@"$(VENV)-smoke/bin/python" -m pip install --quiet --disable-pip-version-check .
	@"$(VENV)-smoke/bin/python" -m compileall -q src/asmeant
	@"$(VENV)-smoke/bin/python" -W error::SyntaxWarning -m asmeant audit sample
	@rm -rf "$(VENV)-smoke"

bench: $(FOLDER)/.ready-for-work
	@for benchmark in benchmarks/*.py; do echo "== $$benchmark"; $(IN_VENV) "$$benchmark" || exit 1; done

clean:
	rm -rf "$(VENV)" .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage*

# The demo needs much less than the tests do.
$(FOLDER)/.ready-for-demo: EXTRAS := embedded
$(FOLDER)/.ready-for-demo: NEEDS := about 150 MB of packages, about half a minute
$(FOLDER)/.ready-for-work: EXTRAS := embedded,dev
$(FOLDER)/.ready-for-work: NEEDS := about 2.3 GB of packages, 2 to 4 minutes

$(FOLDER)/.ready-for-demo $(FOLDER)/.ready-for-work: pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "asmeant needs Python 3.11 or newer; found $$("$(PYTHON)" --version 2>&1). Say which: make PYTHON=..."; exit 1; }
	@echo "Setting up $(VENV), once: $(NEEDS) ..."
	@"$(PYTHON)" -m venv "$(VENV)"
	@$(IN_VENV) -m pip install --quiet --upgrade pip
	@$(IN_VENV) -m pip install --quiet --editable '.[$(EXTRAS)]'
	@touch "$@"
