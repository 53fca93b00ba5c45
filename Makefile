# Everything runs from .venv inside the clone. All paths are relative, so the clone may lie in a folder with spaces.

PYTHON ?= python3
RUN := .venv/bin/python
INSTALLED := .venv/.installed

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install locks chromium demo test clients mutants format playthroughs pictures ladder notebooks docs site bench bench-peers clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' Makefile

install: $(INSTALLED) ## Put everything into .venv, in the locked versions (again only when these changed)

# Python 3.11 is the one that everything is locked for; later ones go without torch, and beyond 3.13 without a lock.
$(INSTALLED): pyproject.toml $(wildcard requirements/lock-*.txt) | .venv/bin/pip
	@echo "Installing into .venv; this takes a minute or two and happens only when the requirements change."
	@version=$$($(RUN) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	extras=dev; lock="-c requirements/lock-$$version.txt"; \
	[ "$$version" != 3.11 ] || extras=dev,train,notebooks,data,ray; \
	[ -f "requirements/lock-$$version.txt" ] || lock=; \
	$(RUN) -m pip install --quiet --disable-pip-version-check $$lock -e ".[$$extras]"
	@touch $@

locks: ## Renew the lock files with the newest versions (make locks ARGS=lock-3.11)
	@"$(PYTHON)" requirements/lock.py $(ARGS)

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

test: install chromium ## Run everything a change must pass, leg by leg (make test LEGS="lint plain")
	@$(RUN) -m tests.chromium || true
	@$(RUN) -m tests.legs $(LEGS)

clients: install ## Train with other libraries, each in an environment of its own (make clients ARGS=tianshou)
	@$(RUN) -m tests.clients $(ARGS)

mutants: install ## Try small faults and list those no test notices (make mutants ARGS="--of batch --sample 100")
	@$(RUN) -m tests.mutants $(ARGS)

format: install ## Mend style where a tool can
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format

playthroughs: install ## Rewrite the golden games; their diff is the change of rules
	$(RUN) -m tests.write_playthroughs

pictures: install ## Draw the picture of the table in README and docs anew
	$(RUN) -m tests.write_pictures

ladder: install ## Play the ladder anew and publish it
	$(RUN) -m kingsburg_app.cli ladder --to docs
	mv docs/ladder.json agents/kingsburg_arena/ladder.json

notebooks: install ## Run the notebooks and keep what they show (needs the extra notebooks)
	$(RUN) -m tests.write_notebooks $(ARGS)

docs: install ## Rewrite docs/spaces.md and docs/features.md from the code
	$(RUN) -m kingsburg_env.spaces

site: install ## Build the documentation as a site into site/
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict --quiet

bench: install ## Measure speed (make bench ARGS=--json for machines)
	@$(RUN) -m kingsburg_env.bench $(ARGS)

bench-peers: .venv/bin/pip ## Measure speed and memory beside other libraries, each put into .venv-peers; writes docs/benchmarks.md
	@$(RUN) -m benchmarks.peers $(ARGS)

clean: ## Remove caches and build output; environments stay
	rm -rf .coverage .coverage.* .hypothesis .pytest_cache .ruff_cache build dist site
	find . -name '.venv*' -prune -o -name __pycache__ -prune -exec rm -rf {} +
