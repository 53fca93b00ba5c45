# Everything runs from .venv inside the clone. All paths are relative, so the clone may lie in a folder with spaces.

PYTHON ?= python3
RUN := .venv/bin/python
INSTALLED := .venv/.installed

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install chromium demo test test-compiled test-python test-bounds lint format type check playthroughs pictures ladder notebooks docs site bench bench-peers clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' Makefile

install: $(INSTALLED) ## Put everything into .venv (again only when pyproject.toml or constraints.txt changed)

$(INSTALLED): pyproject.toml constraints.txt | .venv/bin/pip
	@echo "Installing into .venv; this takes a minute or two and happens only when the requirements change."
	@$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,train,notebooks,data]'
	@touch $@

.venv/bin/pip:
	@command -v "$(PYTHON)" >/dev/null || { echo "Missing: $(PYTHON). Install Python 3.11 or later, or name yours: make install PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Missing: Python 3.11 or later; $(PYTHON) is $$("$(PYTHON)" --version 2>&1). Name another: make install PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "Missing: the venv module of $(PYTHON). On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv

# Nothing here may fail: without Chromium the browser tests are skipped, and say so.
chromium: install ## Install Chromium for the browser tests, where it is missing, apt-get exists and you are root
	@if ! $(RUN) -m tests.chromium 2>/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Debian's package chromium for the browser tests; this happens once."; \
		apt-get -qq update >/dev/null </dev/null; \
		DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends install chromium >/dev/null </dev/null \
			|| echo "apt-get could not install chromium; the tests go on without it."; \
	fi

demo: install ## Train a small agent, play it in the arena, show who is better; a few minutes
	@$(RUN) -m kingsburg_app.cli demo $(ARGS)

test: test-compiled test-python test-bounds ## Run every test: compiled, in plain Python with coverage, bounds-checked
	@$(RUN) -m tests.chromium || true

# The first line fills the cache of compiled code, so that the two workers do not both compile.
test-compiled: install chromium ## Run the tests on the compiled engine
	@$(RUN) -m tests.warm_up
	$(RUN) -m pytest -n 2

test-python: install ## Run the tests in plain Python; the engine must be covered to 100 %
	NUMBA_DISABLE_JIT=1 $(RUN) -m pytest -n 2 -m 'not compiled' --cov --cov-report=term-missing:skip-covered

test-bounds: install ## Run random games with every array index checked
	NUMBA_BOUNDSCHECK=1 $(RUN) -m pytest -m bounds

lint: install ## Check style and spelling
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m codespell_lib

format: install ## Mend style where a tool can
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format

type: install ## Check types
	$(RUN) -m pyright

check: lint type test ## Everything a change must pass

playthroughs: install ## Rewrite the golden games; their diff is the change of rules
	$(RUN) -m tests.write_playthroughs

pictures: install ## Draw the picture of the table in README and docs anew
	$(RUN) -m tests.write_pictures

ladder: install ## Play the ladder anew and publish it
	$(RUN) -m kingsburg_app.cli ladder --to docs
	mv docs/ladder.json agents/kingsburg_arena/ladder.json

notebooks: install ## Run the notebooks and keep what they show (needs the extra notebooks)
	$(RUN) -m tests.write_notebooks $(ARGS)

docs: install ## Rewrite docs/spaces.md from the code
	$(RUN) -m kingsburg_env.spaces

site: install ## Build the documentation as a site into site/
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict --quiet

bench: install ## Measure speed (make bench ARGS=--json for machines)
	@$(RUN) -m kingsburg_env.bench $(ARGS)

bench-peers: .venv/bin/pip ## Measure speed and memory beside other libraries, each put into .venv-peers; writes docs/benchmarks.md
	@$(RUN) -m benchmarks.peers $(ARGS)

clean: ## Remove caches and build output, .venv and .venv-peers excepted
	rm -rf .coverage .coverage.* .hypothesis .pytest_cache .ruff_cache build dist site
	find . -name '.venv*' -prune -o -name __pycache__ -prune -exec rm -rf {} +
