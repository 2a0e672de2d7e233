# make demo       a running tournament from real games     PORT, HOST
# make serve      the service with what is in ./instance   PORT, HOST
# make test       the test suite, in a real browser, on all cores        BROWSER=none, ENGINES=none, POSTGRESQL=none leave one out
# make test-all   with the slow sweeps, and in WebKit and Firefox, which are installed first        ENGINES=none leaves them out
# make promises   the slow tests of what is promised, and docs/promises.md with what they have seen
# make lint       style, types, floors, spelling; the scripts' too
# make docs       the tables of the documents written anew from the program; make lint looks whether they are
# make words      the catalogue of every language brought up to date with the source, or begun
# make requirements   what pip installs with hashes, out of uv.lock: requirements.txt, tools/packing.txt
# make onefile   one file that needs no Python, for this system: build/onefile/arbiter
# make tables    the endgame tables of the games on 64 squares, from the rules: some minutes
# make pictures   the pictures of docs/pictures taken anew
# make clean      everything that was built; ./instance stays
#
# Everything that is missing is set up first, in .venv. PYTHON=/path/to/python chooses the interpreter.

MAKEFLAGS += --no-print-directory
PORT ?= 8000
HOST ?= 0.0.0.0
PYTEST = .venv/bin/python -m pytest -n auto --dist worksteal

.PHONY: demo serve test test-all promises lint docs words requirements onefile pictures tables clean

demo: .venv/runs
	@exec .venv/bin/python -m arbiter serve --demo --host $(HOST) --port $(PORT)

serve: .venv/runs
	@exec .venv/bin/python -m arbiter serve --host $(HOST) --port $(PORT)

# services are started again and again: not even who keeps Python from writing what it compiles wants to wait for that
test test-all: export PYTHONDONTWRITEBYTECODE =

test: .venv/tests
	@tools/with-postgresql tools/with-engines tools/with-browser $(PYTEST) "not slow"

test-all: .venv/tests
	@ENGINES=$${ENGINES:-demanded} tools/with-postgresql tools/with-engines tools/with-browser $(PYTEST) --hypothesis-profile=exploring ""

promises: export PROMISES = write
promises: .venv/tests
	@.venv/bin/python -m pytest -m slow $$(.venv/bin/python -m tests.promises)

lint: .venv/lints tools/javascript/node_modules/.package-lock.json
	@.venv/bin/pre-commit run --all-files

docs: .venv/tests
	@.venv/bin/python tools/docs.py

words: .venv/tests
	@mkdir -p build
	@.venv/bin/pybabel -q extract -F babel.cfg -k N_ -k text --no-location --sort-output --no-wrap -o build/messages.pot .
	@for language in $$(.venv/bin/python -c 'from arbiter.words import *; print(*(LANGUAGES.keys() - {SOURCE}))'); do \
		if [ -d arbiter/translations/$$language ]; then how='update --no-fuzzy-matching --ignore-obsolete'; else how=init; fi; \
		.venv/bin/pybabel -q $$how -i build/messages.pot -d arbiter/translations -l $$language --no-wrap; \
	done

requirements: .venv/tests
	@tools/requirements

onefile: .venv/tests
	@tools/venv --group onefile --inexact
	@tools/onefile/build

pictures: .venv/tests
	@.venv/bin/python tools/pictures

tables: .venv/runs
	@.venv/bin/python -m arbiter tables

clean:
	rm -rf .venv tools/javascript/node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# what runs, what tests, what lints (Node, and what reads the scripts); each again when the list of what is needed has changed
.venv/runs: pyproject.toml uv.lock tools/venv
	@tools/venv --no-default-groups --inexact
	@touch $@

.venv/tests: pyproject.toml uv.lock tools/venv
	@tools/venv
	@touch $@ .venv/runs

.venv/lints: pyproject.toml uv.lock tools/venv
	@tools/venv --group lint
	@touch $@ .venv/tests .venv/runs

tools/javascript/node_modules/.package-lock.json: tools/javascript/package.json tools/javascript/package-lock.json .venv/lints
	@tools/javascript/install
	@touch $@
