# Two commands for newcomers: `make play` and `make test`. Each does all its own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

HOURS ?= 0.1
COMPILE = $(VENV)-lock/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links $(UPGRADE)
UNFIT = echo "Setting up has stopped; what is wrong stands above. If it is about hashes, a package is not the one that Cruachan was tested with: do not use it."; exit 1

.PHONY: play test setup check lock fuzz clean

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
	@$(PIP) install --require-hashes --requirement requirements.lock || { $(UNFIT); }
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.peers: $(VENV)/.ready requirements-peers.lock
	@$(PIP) install --require-hashes --requirement requirements-peers.lock || { $(UNFIT); }
	@touch $@

# Writes the lock files anew, with hashes for all systems; UPGRADE=--upgrade takes the newest versions.
lock:
	@$(PYTHON) -m venv $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --quiet install --upgrade pip pip-tools
	@$(COMPILE) --extra dev --output-file requirements.lock pyproject.toml
	@$(COMPILE) --extra dev --extra peers --output-file requirements-peers.lock pyproject.toml

# Spoilt files, positions and answers for all games: make fuzz HOURS=2; make fuzz AGAIN=FILE tries a failure again.
fuzz: setup
	@$(BIN)/python -m tests.fuzz --hours $(HOURS) $(AGAIN)

check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose

clean:
	rm -rf $(VENV) $(VENV)-lock
