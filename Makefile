# Every target can be run by hand; CI runs the same ones.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: report audit build check comparison comment setup test browser cluster fuzz diff bench guard lock simulate coverage clean

report: setup
	@$(BIN)/vpreport build
	@$(BIN)/vpreport render

# Every number of the rendered site against the ledger.
audit: setup
	@$(BIN)/vpreport audit

build: setup
	@$(BIN)/vpreport build

# Is the committed report the one that its inputs make?
check: setup
	@$(BIN)/vpreport build --check

# What a pull request changes, as a comment, and all of it beside that in all.txt: make comparison OLD=<a report or a revision> [NUMBER=7] [LINK=<address>]
comparison: setup
	@mkdir -p _comparison
	@echo "$$NUMBER" > _comparison/number
	@$(BIN)/vpreport diff "$${OLD:-HEAD}" "$${NEW:-report}" > _comparison/all.txt || test $$? -eq 1
	@$(BIN)/vpreport diff --md $${LINK:+--link "$$LINK"} "$${OLD:-HEAD}" "$${NEW:-report}" > _comparison/comment.md || test $$? -eq 1

# Shows that comment; with GITHUB_TOKEN it posts it. Needs no setup: where the token is, nothing is installed.
comment:
	@$(PYTHON) -m analysis.pull_request

setup: $(VENV)/.installed

$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 " + "$(MAKECMDGOALS)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing exact versions from requirements.lock into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

test: setup
	@$(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

# The site in a headless Chromium, accessibility of every page included; skipped, with the reason, where there is none.
browser: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-browser.lock
	@$(BIN)/python -m pytest -q tests/browser

# A build on a real Dask scheduler with worker processes on this machine, some of which are killed.
cluster: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-cluster.lock
	@$(BIN)/python -m pytest -q tests/work

# Damaged files into every reader of files: make fuzz [INPUTS=100000] [SEED=0]
fuzz: setup
	@$(BIN)/python -m tests.fuzz --inputs $(or $(INPUTS),100000) --seed $(or $(SEED),0)

# What changed from one report to another: make diff OLD=origin/main [NEW=report] [ARGS=--md]
diff: setup
	@$(BIN)/vpreport diff $(ARGS) "$(or $(OLD),HEAD)" "$(or $(NEW),report)"

# Ours beside what others would write or install, into benchmarks/results.md: make bench [PARTS="lists growth"]
bench: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	@$(BIN)/python -m benchmarks $(PARTS)

# Is the bootstrap still as many times as fast as a plain loop as it should be?
guard: setup
	@$(BIN)/python -m benchmarks.guard

# Exact versions for every Python and system that pyproject.toml admits; those with a browser's driver, which is large and
# not made for every system, those that talk to a cluster and those to compare with in lists of their own.
LOCK := uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --no-header --no-annotate --quiet

lock:
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/$(LOCK) --upgrade -o requirements.lock
	@$(BIN)/$(LOCK) --extra browser --constraint requirements.lock --upgrade -o requirements-browser.lock
	@$(BIN)/$(LOCK) --extra cluster --constraint requirements.lock --upgrade -o requirements-cluster.lock
	@$(BIN)/$(LOCK) --extra bench --constraint requirements.lock --upgrade -o requirements-bench.lock

simulate: setup
	@$(BIN)/vpreport simulate

# How often each kind of interval holds the truth: writes the tables that reports quote, in some 15 minutes on two cores.
# make coverage [ARGS=--quick], or ARGS=--check to hold another seed against them.
coverage: setup
	@$(BIN)/vpreport coverage $(ARGS)

clean:
	rm -rf _site _base _comparison .cache .quarto
