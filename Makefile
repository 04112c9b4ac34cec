# The one entrance for people and machines. "make" alone lists the targets.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin

# Which Python makes the environment; .ci/find-python looks for one if this is empty.
PYTHON ?=
export PYTHON

# Arguments that are passed on, as in: make bench BENCH="--rounds 1"
BENCH ?=
FUZZ ?= --frames 1000000
PYTEST ?=

# How many tests run at a time.
WORKERS ?= auto

# What the other Pythons run: all that depends on the interpreter. The whole suite on
# three takes too long for every change; before a release: make test OTHERS=tests
OTHERS ?= $(wildcard tests/fuzz_target tests/remote tests/sandbox tests/wire tests/worker \
    tests/run/test_peers.py tests/cli/test_bad_input.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint fuzz bench golden clean

help:  ## List the targets.
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
	    while IFS='|' read -r target text; do printf '%-14s %s\n' "$$target" "$$text"; done

demo: $(VENV)/.installed  ## Grade a made-up class into demo-results/.
	@$(BIN)/grader grade demo/class --out demo-results --force
	@echo
	@echo "Open demo-results/report.html in a browser; demo/README.md says who did what."

test: $(VENV)/.dev  ## Run all tests, and the core's on each other Python 3.11 to 3.13.
	$(BIN)/python -m pytest -n $(WORKERS) $(PYTEST)
	@.ci/test-others $(BIN)/python -n $(WORKERS) $(or $(PYTEST),$(OTHERS))

lint: $(VENV)/.dev  ## Check style, types, layers, the template and the problems.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/grader template --check
	$(BIN)/grader verify

fuzz: $(VENV)/.dev  ## Try a million broken frames on the reader of the wire (minutes).
	$(BIN)/python -m fuzz.run --processes 2 $(FUZZ)

bench: $(VENV)/.installed  ## Measure the speed against two plain runners (minutes).
	$(BIN)/python -m bench.run $(BENCH)

golden: $(VENV)/.dev  ## Write the golden records anew, after a wanted change.
	@if [ -d tests/golden ]; then $(BIN)/python -m pytest tests/golden --golden-update; \
	    else echo "There are no golden records."; fi

clean:  ## Remove what the other targets made, the environments too.
	rm -rf .venv .venv-3.* demo-results build dist .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find bench fuzz grader problems solutions tests tools -name __pycache__ -prune -exec rm -rf {} +

# The stamps: what is installed is as new as pyproject.toml.
$(VENV)/.installed: pyproject.toml
	@.ci/make-venv $(VENV) .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.installed
	@.ci/make-venv $(VENV) ".[dev]"
	@touch $@
