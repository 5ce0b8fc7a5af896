# Fairdeal. `make` or `make help` lists the targets; PYTHON=… chooses another Python ≥ 3.11.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
unexport PYTHONDONTWRITEBYTECODE # otherwise every start of a program compiles the whole service again

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEVELOPMENT := $(VENV)/.development
QUICK := tests/domain tests/lab/test_defects.py $(addprefix tests/page/test_,log_watch.py modules.py) \
	tests/clients tests/events tests/simulation tests/workers tests/webhooks \
	$(addprefix tests/api/test_,anonymous.py budgets.py channels.py dispute_lists.py draining.py \
	erasure.py guests.py hostile.py invitations.py leaks.py leaving.py lists.py lobby_changes.py \
	owner_budgets.py pauses.py readers.py remembering.py rematches.py renewing.py repeating.py \
	sandbox.py seat_tokens.py signed_acts.py signed_moves.py slots.py translog.py) \
	$(addprefix tests/cli/test_,commands.py replay.py replay_records.py simulate.py verify.py \
	verify_archives.py verify_disputes.py) tests/laws/test_audiences.py \
	$(addprefix tests/verifier/test_,comparing.py corpus.py own_seeds.py pauses.py receipts.py vectors.py) \
	$(addprefix --ignore tests/domain/,test_new_game.py test_conforming.py \
	$(addprefix skat/test_,iss_fuzz.py iss_profile.py iss_stream.py side_doors.py two_scorers.py)) \
	$(addprefix --ignore tests/clients/test_,ed25519.py shell.py) \
	--ignore tests/simulation/test_power.py \
	-m "not long and not served and not costly"
DEPLOY := tools/deploy
YAML_RULES := '{extends: default, rules: {comments: {min-spaces-from-content: 1}, \
	document-start: disable, line-length: {max: 130}}}'
CHANCE = $(if $(SEED),--seed=$(SEED)) $(if $(ORDER),--order=$(ORDER))
DRAWN := $(shell od -An -N8 -tu4 /dev/urandom)
COMPILE = uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-header --extra embedded --group build

.PHONY: help setup run wheel verifier-wheel quick test test-long check format screens faults defects repeats bench bench-growth ladders profile fuzz migrate core openapi examples shapes tables settings new-game game-records test-game vendor typescript release lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(RUNTIME) ## Make .venv with the fairdeal command in it
	@echo "$(BIN)/fairdeal is ready"

run: $(RUNTIME) ## Set up and serve everything; ARGS="--host 0.0.0.0 --tls" lets phones play
	@exec $(BIN)/fairdeal serve $(ARGS)

wheel: $(RUNTIME) ## Build the wheel, by which pip, pipx and uvx install the service
	@$(BIN)/python -m hatchling build --target wheel

verifier-wheel: $(RUNTIME) ## Build the small wheel `fairdeal-verify`, which has the verifier alone
	@cd tools/verifier && ../../$(BIN)/python -m hatchling build --target wheel --directory ../../dist

quick: $(DEVELOPMENT) ## Lint, types, and quick tests of every part, in memory
	@$(BIN)/ruff check
	@$(BIN)/mypy
	@LAW_DEALS=1 SCHEDULES=6 $(BIN)/pytest --quiet $(QUICK)

test: $(DEVELOPMENT) ## Set up and run all tests; ARGS="-k molodka" selects some; SEED=7, ORDER=7
	@$(BIN)/pytest --numprocesses=3 --dist=loadfile $(CHANCE) $(ARGS)

test-long: SEED ?= $(firstword $(DRAWN))
test-long: ORDER ?= $(lastword $(DRAWN))
test-long: $(DEVELOPMENT) ## Run all tests in full length, in a random order, and measure coverage
	@FAIRDEAL_TESTS=full $(BIN)/pytest -m "" --numprocesses=2 --dist=loadfile $(CHANCE) \
		$(or $(ARGS),--cov --cov-report=term:skip-covered)

check: $(DEVELOPMENT) ## Lint, format, types, prose, deployment files
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/pyright & pyright=$$!; $(BIN)/mypy; mypy=$$?; wait $$pyright && exit $$mypy
	@$(BIN)/python tools/page_types.py
	@$(BIN)/python tools/prose.py --most 12
	@$(BIN)/hadolint $(DEPLOY)/Containerfile
	@$(BIN)/yamllint --strict --config-data $(YAML_RULES) $(DEPLOY)
	@$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec $(DEPLOY)/compose.yaml
	@$(BIN)/kubernetes-validate --strict --quiet $(DEPLOY)/kubernetes/*.yaml

format: $(DEVELOPMENT) ## Format, and apply the linter's automatic fixes
	@$(BIN)/ruff check --fix --exit-zero
	@$(BIN)/ruff format

screens: $(DEVELOPMENT) ## Picture every page into .screens; ARGS="--language de lobby", ARGS=--kept
	@$(BIN)/python -m tools.screens $(ARGS)


faults: $(DEVELOPMENT) ## Let faults happen to a service under load; SETUP=all FAULTS=1000 SEED=2
	@$(BIN)/python -m lab.campaign --write --setup $(or $(SETUP),embedded) \
		--faults $(or $(FAULTS),200) --seed $(or $(SEED),1) --kind "$(KIND)"

defects: $(DEVELOPMENT) ## Plant the defects of lab/defects one by one; ARGS="--target test --parts judge"
	@$(BIN)/python -m lab.defects $(ARGS)

repeats: $(DEVELOPMENT) ## Run all tests 20 times, in random orders beside a load; ARGS="--runs 2"
	@$(BIN)/python -m lab.repeats $(ARGS)

bench: $(DEVELOPMENT) ## Run the benchmarks; the results go to lab/bench/RESULTS.md
	@$(BIN)/python -m lab.bench

bench-growth: $(DEVELOPMENT) ## Measure costs in ever larger databases; TO=1e6 ends at a million events
	@$(BIN)/python -m lab.bench growth --to $(or $(TO),1e7) --write

ladders: $(DEVELOPMENT) ## Measure the bots against players that do not change, in half an hour
	@$(BIN)/python -m lab.ladders $(ARGS)

profile: $(DEVELOPMENT) ## Print what the processor time of a move is used for
	@$(BIN)/python -m lab.bench profile

fuzz: $(DEVELOPMENT) ## Send hostile requests; FUZZ_REQUESTS=100000 sets their number
	@$(BIN)/python -m lab.fuzz

migrate: $(RUNTIME) ## Bring the database's schema up to date
	@$(BIN)/fairdeal migrate

core: $(DEVELOPMENT) ## Build the WebAssembly module of the bots' searches from bots/core
	@$(BIN)/python -m bots.core.build

openapi: $(RUNTIME) ## Generate openapi.yaml from the code
	@$(BIN)/fairdeal openapi > openapi.yaml

examples: $(DEVELOPMENT) ## Record the examples of the contract again, and generate openapi.yaml
	@$(BIN)/python -m tools.examples
	@$(BIN)/fairdeal openapi > openapi.yaml

shapes: $(DEVELOPMENT) ## Write the types of the Python client from the contract
	@$(BIN)/python tools/shapes.py

tables: $(RUNTIME) ## Write what the JavaScript verifier and its format know of games and events
	@$(BIN)/python tools/tables.py

settings: $(RUNTIME) ## Write the table of every setting
	@$(BIN)/python tools/settings.py

new-game: $(DEVELOPMENT) ## Write the skeleton of a game: NAME=schnapsen, ARGS="--title … --letter …"
	@$(BIN)/python tools/new_game.py $(NAME) $(ARGS)

game-records: $(DEVELOPMENT) ## Write the recorded test data of a game: NAME=schnapsen, ARGS=--anew before a release
	@$(BIN)/python tools/game_records.py $(NAME) $(ARGS)
	@$(BIN)/python tools/tables.py

test-game: $(DEVELOPMENT) ## Run every test of one game: NAME=schnapsen
	@$(BIN)/python tools/test_game.py $(NAME) $(ARGS)

vendor: $(RUNTIME) ## Fetch the vendored packages from npm; PACKAGE=preact VERSION=11.3.0 changes one
	@$(BIN)/python tools/vendor.py $(PACKAGE) $(VERSION)

typescript: ## Build the TypeScript client from openapi.yaml; it needs node and npm
	@cd clients/typescript && npm ci --no-audit --no-fund && npm run build

release: $(DEVELOPMENT) ## Keep the contract and the schema's revisions of this version in docs/releases
	@$(BIN)/python tools/release.py

lock: ## Pin the newest dependencies that pyproject.toml allows
	@$(COMPILE) --upgrade pyproject.toml --output-file requirements.lock
	@$(COMPILE) --upgrade --extra traces --group dev --constraints requirements.lock pyproject.toml \
		--output-file requirements-dev.lock

clean: ## Delete the environment and all caches; the data in .data stay
	rm -rf clients/typescript/dist clients/typescript/node_modules
	rm -rf $(VENV) .cache .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	find . -name __pycache__ -prune -exec rm -rf {} +

$(RUNTIME): requirements.lock pyproject.toml tools/install.py
	@$(PYTHON) tools/install.py $< $@

$(DEVELOPMENT): requirements-dev.lock $(RUNTIME)
	@$(PYTHON) tools/install.py $< $@
