# Everything starts here. `make run` and `make test` work in a fresh clone: they create .venv, build
# the native core and the page, and do it again only for what has changed. `make help` lists the
# rest.

PYTHON ?= python3
ARGS ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: FORCE

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check --no-input --constraint constraints.txt
WERROR := $(if $(filter-out 0 false,$(CI)),ON,OFF)
STUBS := src/gemgrove/_native

# native/tests and native/wasm are not part of what is installed.
NATIVE := CMakeLists.txt $(shell find native -type f ! -path 'native/tests/*' \
  ! -path 'native/wasm/*' ! -name '.*')
CHECKED := $(wildcard src tests benchmarks examples tools docs/*.py)
FORMATTED = $(shell find native -name '*.cpp' -o -name '*.h' -o -name '*.c')
TIDIED = $(shell find native -name '*.cpp' ! -path 'native/tests/*' ! -path 'native/wasm/*')
SYSTEM_HEADERS = $(shell $(PY) -c 'import nanobind, sysconfig; \
  print("-isystem", sysconfig.get_path("include"), "-isystem", nanobind.include_dir())')

# The page: web/tests is not part of it.
WEB := $(shell find web \( -path web/node_modules -o -path web/tests -o -path web/engine/dist \
  -o -path web/engine/tests \) -prune -o -type f -print)
WEB_PACKAGES := web/node_modules/.package-lock.json
BUILT := src/gemgrove/server/site/built
PAGE := $(BUILT)/index.html
SITE := build/site/index.html
NPM := $(PY) -m tools.npm

# The engine as a package for JavaScript: the WebAssembly module, and the TypeScript around it.
WASM := build/wasm/native/gemgrove.wasm
ENGINE := web/engine/dist/gemgrove.wasm
NETWORKS := $(wildcard src/gemgrove/agents/networks/*.safetensors)

CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL

# Tests start hundreds of interpreters, and pytest rewrites every test that is not in its cache.
unexport PYTHONDONTWRITEBYTECODE

# With worksteal, neighbors mostly run in one process and share its fixtures: servers, training runs.
PYTEST := $(PY) -m pytest -n auto --dist worksteal


##@ Use

.PHONY: help
help: ## List what make can do
	@awk 'BEGIN { FS = ":.*## " } /^##@ / { print substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# The tools come first: in one environment only one pip may run at a time.
.PHONY: run
run: $(VENV)/.tools $(VENV)/.wasm ## Play in the browser: start the server and say where it is
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.built-for-host $(PAGE)
	@$(VENV)/bin/gemgrove serve --any-port --log-level warning $(ARGS)

.PHONY: play
play: $(VENV)/.built-for-host ## Play in the terminal, or watch bots where there is none
	@$(VENV)/bin/gemgrove play $(ARGS)


##@ Check

.PHONY: test
test: native-test web-test $(PAGE) $(SITE) $(ENGINE) $(VENV)/.envs ## Run the tests, and the README's examples
	@$(PYTEST) $(ARGS)

.PHONY: test-slow
test-slow: $(PAGE) $(SITE) $(ENGINE) $(VENV)/.envs ## Run the tests that take long
	@$(PYTEST) -m slow $(ARGS)

.PHONY: coverage
coverage: $(PAGE) $(SITE) $(ENGINE) $(VENV)/.envs ## Run the Python tests and show which lines they ran, as a table
	@mkdir -p build/coverage
	@$(PYTEST) --cov --cov-report=term --cov-report=html $(ARGS)

.PHONY: native-test
native-test: $(VENV)/.tools ## Build and run native/tests under ASan and UBSan
	@echo "Building the native tests..."
	@$(VENV)/bin/cmake -S . -B build/sanitize -G Ninja --log-level=WARNING \
	  -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(VENV)/bin/ninja" -DCMAKE_BUILD_TYPE=Debug \
	  -DGEMGROVE_PYTHON=OFF -DGEMGROVE_NATIVE_TESTS=ON -DGEMGROVE_WERROR=$(WERROR) >/dev/null
	@$(VENV)/bin/cmake --build build/sanitize -- --quiet
	@build/sanitize/native/native_tests

.PHONY: web-test
web-test: $(WEB_PACKAGES) $(ENGINE) | node ## Run the page's and the engine package's own tests
	@$(NPM) --aloud run --silent test

.PHONY: lint
lint: $(VENV)/.envs $(WEB_PACKAGES) | node ## Check style, types and imports: ruff, mypy, import-linter, clang-format, clang-tidy, tsc, Biome
	@$(VENV)/bin/ruff check --quiet
	@$(VENV)/bin/ruff format --check --quiet
	@$(VENV)/bin/mypy --strict $(CHECKED)
	@$(VENV)/bin/lint-imports --no-logo --no-cache
	@$(PY) -m tools.check_includes
	@$(VENV)/bin/clang-format --dry-run -Werror $(FORMATTED)
	@printf '%s\n' $(TIDIED) | xargs -P $(CMAKE_BUILD_PARALLEL_LEVEL) -I{} \
	  $(VENV)/bin/clang-tidy --quiet {} -- -std=c++20 -Inative $(SYSTEM_HEADERS)
	@$(NPM) exec tsc -- --noEmit
	@$(NPM) exec biome -- check
	@echo "ruff, mypy, import-linter, check_includes, clang-format, clang-tidy, tsc and Biome found nothing."

.PHONY: bench
bench: $(ENGINE) $(VENV)/.envs ## Measure the speed, as a table
	@$(PY) -m benchmarks $(ARGS)


##@ Build

.PHONY: build
build: $(VENV)/.built ## Create .venv and build the native core, as far as needed

.PHONY: web
web: $(PAGE) ## Build the page that the server shows, as far as needed

.PHONY: site
site: $(SITE) ## Build the page that needs no server, static files for any host, into build/site

.PHONY: wasm
wasm: $(ENGINE) ## Build the engine for JavaScript, WebAssembly with types, into web/engine/dist

.PHONY: format
format: $(VENV)/.dev $(WEB_PACKAGES) | node ## Lay out all code as `make lint` wants it
	@$(VENV)/bin/ruff check --quiet --fix-only
	@$(VENV)/bin/ruff format --quiet
	@$(VENV)/bin/clang-format -i $(FORMATTED)
	@$(NPM) exec biome -- check --write

.PHONY: stubs
stubs: $(VENV)/.built ## Regenerate the type stubs of the native core
	@rm -rf $(STUBS)/_baseline
	@$(PY) -m nanobind.stubgen -q -r -P -m gemgrove._native._baseline -O $(STUBS)
	@GEMGROVE_CPU=baseline $(PY) -m nanobind.stubgen -q -P -m splendor_game._baseline \
	  -o src/splendor_game/_baseline.pyi

.PHONY: api-types
api-types: $(VENV)/.envs $(WEB_PACKAGES) | node ## Regenerate the page's types of the API
	@$(PY) -m tools.api_types

.PHONY: engine-data
engine-data: $(VENV)/.built ## Regenerate the data of the engine package and of the page without a server
	@$(PY) -m tools.engine_data

.PHONY: docs
docs: $(VENV)/.envs ## Regenerate the pages of docs/ that come from the code
	@$(PY) -m docs.generate

.PHONY: dist
dist: $(VENV)/.tools $(PAGE) ## Build the sdist and, from it, the wheel into dist/
	@echo "Building the sdist and the wheel, about a minute..."
	@rm -rf dist
	@$(PY) -m build --quiet --dependency-constraints-txt constraints.txt
	@ls -1 dist/*

.PHONY: check-dist
check-dist: dist ## Install the wheel into an empty environment, play a game and serve there
	@rm -rf build/check-dist
	@$(PY) -m venv build/check-dist
	@build/check-dist/$(PIP:$(VENV)/%=%) dist/*.whl
	@cd build/check-dist && env -u PYTHONPATH bin/gemgrove match random random --games 1
	@build/check-dist/$(PIP:$(VENV)/%=%) "$$(ls dist/*.whl)[server]"
	@cd build/check-dist && env -u PYTHONPATH bin/python ../../tools/try_page.py bin/gemgrove data

.PHONY: test-rllib test-ray
test-rllib: dist ## Run the tests with RLlib, in an environment of its own
test-ray: dist ## Run the tests with a Ray cluster of two nodes, in an environment of its own
test-rllib: EXTRAS := rllib
test-ray: EXTRAS := learn,ray
test-rllib test-ray: test-%:
	@echo "Installing gemgrove[$(EXTRAS)] into build/$*..."
	@rm -rf build/$*
	@$(PY) -m venv build/$*
	@build/$*/$(subst constraints.txt,tests/$*/constraints.txt,$(PIP:$(VENV)/%=%)) \
	  "$$(ls dist/*.whl)[$(EXTRAS)]" pytest
	@env -u PYTHONPATH build/$*/bin/python -m pytest -c /dev/null --rootdir=. \
	  -p no:cacheprovider -q tests/$*

.PHONY: clean
clean: ## Remove everything that make has built, .venv included; played games stay
	rm -rf $(VENV) build dist $(BUILT) web/node_modules web/engine/dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks docs -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true


# The steps to a working .venv, each with a stamp: .python, .tools, .built; .dev and .envs for tests.

# An interpreter named by the user replaces a .venv of another version.
$(VENV)/.python: $(if $(filter file,$(origin PYTHON)),,FORCE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Gemgrove needs Python 3.11 or newer. Name one: make PYTHON=python3.12" >&2; \
	  echo "$(PYTHON) --version says: $$($(PYTHON) --version 2>&1)" >&2; exit 1; }
	@version=$$($(PYTHON) -c 'import sys; print(sys.version)'); \
	if [ "$$version" != "$$(cat $@ 2>/dev/null)" ]; then \
	  echo "Creating $(VENV) with $$($(PYTHON) --version)..."; \
	  $(PYTHON) -m venv --clear $(VENV) && printf '%s\n' "$$version" > $@; \
	fi

$(VENV)/.tools: $(VENV)/.python constraints.txt pyproject.toml
	@command -v "$${CXX:-c++}" >/dev/null || command -v g++ >/dev/null || \
	  command -v clang++ >/dev/null || { echo "Gemgrove needs a C++20 compiler, and there is none" \
	    "here. On Debian or Ubuntu: apt-get install g++" >&2; exit 1; }
	@$(PY) -c 'import os, sys, sysconfig; \
	  sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || { \
	    echo "Gemgrove needs the C headers of Python, and $(PYTHON) has none." \
	      "On Debian or Ubuntu: apt-get install python3-dev" >&2; exit 1; }
	@echo "Installing the tools..."
	@$(PIP) pip
	@$(PIP) --group build
	@touch $@

# What tests and checks, too: `make run` does without.
$(VENV)/.dev: $(VENV)/.tools
	@$(PIP) --group dev
	@touch $@

# The names of all sources: a file that comes or goes means a new install, too.
$(VENV)/.sources: FORCE | $(VENV)/.tools
	@{ echo "warnings as errors: $(WERROR)"; find src native -type f \( -name '*.py' -o \
	  -name '*.cpp' -o -name '*.h' -o -name '*.c' \) ! -path 'native/tests/*' \
	  ! -path 'native/wasm/*' | sort; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# .built has all modules of the native core, .built-for-host at least those that this processor runs.
$(VENV)/.built: HOST_ONLY := OFF
$(VENV)/.built-for-host: HOST_ONLY := ON
$(VENV)/.built $(VENV)/.built-for-host: $(VENV)/.tools $(VENV)/.sources $(NATIVE)
	@echo "Building the native core, about a minute the first time..."
	@touch $@.new
	@$(PIP) --no-build-isolation -C cmake.define.GEMGROVE_WERROR=$(WERROR) \
	  -C cmake.define.GEMGROVE_HOST_ONLY=$(HOST_ONLY) --editable '.[arena,server,terminal]'
	@mv $@.new $@
	@touch -r $@ $(VENV)/.built-for-host

# Torch, the libraries whose checks the environments pass, and what checks the server and its page:
# for tests, not for `make run`.
$(VENV)/.envs: $(VENV)/.dev constraints.txt pyproject.toml | $(VENV)/.built
	@$(PY) -c 'import gymnasium, playwright, schemathesis, tensorboard, torchrl' 2>/dev/null || \
	  echo "Installing the libraries that are tested with, about a minute the first time..."
	@$(PIP) --group envs --group server --group browser
	@touch $@

# The steps to the page.

# Node: the machine's, or where that is missing or too old, the one of a PyPI package. Its pip waits
# for that of the core, whichever the goal needs.
CORE = $(VENV)/.built$(if $(filter $(VENV)/.built-for-host,$(MAKECMDGOALS)),-for-host)
.PHONY: node
node: | $(VENV)/.tools $(if $(shell command -v npm),,$(CORE))
	@$(NPM) --found || { echo "Installing Node into $(VENV), since there is none here that is" \
	  "recent enough..." && $(PIP) --group web; }

$(WEB_PACKAGES): web/package.json web/package-lock.json web/.npmrc | node
	@echo "Installing what the page is built with..."
	@$(NPM) ci
	@touch $@

build/web.sources: FORCE
	@mkdir -p build
	@printf '%s\n' $(sort $(WEB)) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# As old as its build's beginning: what has changed meanwhile is not in it.
$(PAGE): $(WEB) build/web.sources $(WEB_PACKAGES) $(ENGINE) $(NETWORKS) | node
	@echo "Building the page..."
	@touch build/web.begun
	@$(NPM) run build
	@touch -r build/web.begun $@

$(SITE): $(WEB) build/web.sources $(WEB_PACKAGES) $(ENGINE) $(NETWORKS) | node
	@echo "Building the page that needs no server..."
	@touch build/site.begun
	@$(NPM) run build -- --mode site
	@touch -r build/site.begun $@

# The steps to the engine for JavaScript.

$(VENV)/.wasm: $(VENV)/.tools
	@echo "Installing the compiler for WebAssembly..."
	@$(PIP) --group wasm
	@touch $@

$(WASM): $(VENV)/.wasm CMakeLists.txt $(shell find native -type f ! -path 'native/tests/*' \
  ! -path 'native/bindings/*' ! -path 'native/splendor_game/*' ! -name '.*')
	@echo "Building the WebAssembly module, about two minutes the first time..."
	@$(VENV)/bin/cmake -S . -B build/wasm -G Ninja --log-level=WARNING \
	  --toolchain native/wasm/toolchain.cmake -DGEMGROVE_ZIG="$(CURDIR)/$(VENV)/bin/python-zig" \
	  -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(VENV)/bin/ninja" -DCMAKE_BUILD_TYPE=Release \
	  -DGEMGROVE_PYTHON=OFF -DGEMGROVE_WASM=ON -DGEMGROVE_WERROR=$(WERROR) >/dev/null
	@$(VENV)/bin/cmake --build build/wasm -- --quiet
	@touch $@

$(ENGINE): $(WASM) $(wildcard web/engine/*.json) $(shell find web/engine/src -type f) \
  $(WEB_PACKAGES) | node
	@rm -rf $(@D)
	@$(NPM) exec tsc -- --project engine
	@cp $(WASM) $@
