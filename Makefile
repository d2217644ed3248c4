# Two commands for newcomers: `make play` and `make test`. Each does all its own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test setup check clean

play: setup
	@CRUACHAN_STARTED_BY="make play" $(BIN)/cruachan play

test: setup $(VENV)/.peers check
	$(BIN)/pytest -n 2
	@echo "all checks passed"

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Cruachan needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (the first time this takes about half a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --constraint requirements.lock --editable ".[dev]"
	@touch $@

$(VENV)/.peers: $(VENV)/.ready
	@$(PIP) install --constraint requirements.lock --editable ".[peers]"
	@touch $@

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose

clean:
	rm -rf $(VENV)
