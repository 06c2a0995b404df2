# Two commands set everything up by themselves from Python 3.11+ and make:
#   make demo   the main job, on a conversation shipped with the package
#   make test   lint, types, layers, docs and tests; what .ci/run calls

PYTHON ?= $(shell command -v python3.11 || command -v python3)
UV_VERSION := 0.13.9
UV := .uv/bin/uv
RUN := $(UV) run --frozen --all-extras

.PHONY: help setup demo test lint types layers docs docs-check tests clean
.DEFAULT_GOAL := help

help:  ## show this help
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Smalti needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 …" >&2; exit 1; }
	@$(PYTHON) -m venv .uv
	@.uv/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/.synced: $(UV) pyproject.toml uv.lock
	@$(UV) sync --quiet --frozen --all-extras --python $(PYTHON)
	@touch $@

setup: .venv/.synced  ## install everything into .venv

demo: setup  ## import a year of conversation and recall from it, with evidence
	@$(RUN) smalti demo

test: lint types layers docs-check tests  ## everything that must pass

lint: setup  ## ruff: style, docstrings, complexity
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .

types: setup  ## mypy --strict
	@$(RUN) mypy

layers: setup  ## import-linter: imports point downwards only
	@$(RUN) lint-imports --no-logo

docs: setup  ## regenerate the generated parts of the docs
	@$(RUN) cog -r README.md docs/*.md docs/guide/*.md docs/reference/*.md

docs-check: setup
	@$(RUN) cog --check README.md docs/*.md docs/guide/*.md docs/reference/*.md

tests: setup  ## pytest only
	@$(RUN) pytest

clean:  ## remove what setup made
	rm -rf .uv .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
