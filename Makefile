# Each target is one readable line, and the comment beside it says what it is for; the steps live in scripts/.

SHELL := /bin/bash
CARGO_TARGET_DIR ?= target
TUKIO := $(CARGO_TARGET_DIR)/release/tukio
WEB_SOURCES := $(shell find web/src web/public web/scripts -type f 2>/dev/null) web/index.html web/package.json web/vite.config.ts web/tsconfig.json

.DEFAULT_GOAL := run
.PHONY: run test nightly check bench first-second release attack sbom dev dev-pawapay dev-flexpay dev-cinetpay build contract format screenshots mutants tutorials

run: build ## build everything and serve it with demo data on 127.0.0.1:8080
	TUKIO_DEMO=1 $(TUKIO)

test: ## the whole truth: installs what it lacks, then formatting, lints, types, unit, HTTP and browser tests
	@scripts/test

nightly: ## longer than anybody waits for: thousands of random histories, a million mutations, canaries
	@scripts/nightly

mutants: ## breaks one thing after another in the pure rules; the fast tests of the same crate have to notice
	@scripts/mutants.mjs

check: ## fast: format, lint, types, unit tests of what changed since the last time
	@scripts/check

bench: web/dist/.built ## speed as ratios, in one run; starts a PostgreSQL of its own
	@scripts/with-postgres --durable cargo run --quiet --release -p bench
	@scripts/e2e verdict

release: ## what is given to others: optimised as a whole, stripped, with version and commit in it
	@scripts/release

first-second: build ## what a slow phone on a thin network sees and when, and Lighthouse's marks of every public page
	@scripts/e2e first-second

attack: build ## attacks a release server of its own on this machine and tells what honest buyers saw meanwhile
	@scripts/attack/main.mjs $(TUKIO)

screenshots: build ## pictures of every screen, with a contact sheet, in screenshots/; and the README's own
	@scripts/e2e screenshots "$(CURDIR)/screenshots"

tutorials: build ## record the films of the FAQ anew, in a browser and with ffmpeg, against a server of its own
	@scripts/tutorials

sbom: ## what ships, as a CycloneDX bill of materials: tukio.cdx.json
	@scripts/sbom.mjs tukio.cdx.json

dev: web/node_modules/.installed ## live reload of both sides: the server on 8080, the web app on 5173
	@scripts/dev

dev-pawapay dev-flexpay dev-cinetpay: dev-%: ## the product on 8080, paid through the simulator of a provider
	@scripts/dev-provider $*

build: web/dist/.built
	@scripts/need cargo "Install Rust 1.95 or newer (https://rustup.rs)."
	@echo "→ building the server (the first time takes several minutes)"
	@cargo build --quiet --release --bin tukio

contract: ## write openapi.json from the code, and the web client from openapi.json
	cargo run --quiet --release --bin tukio -- openapi > openapi.json
	npm --prefix web run --silent api

format:
	cargo fmt --all
	npm --prefix web run --silent format

web/node_modules/.installed: web/package-lock.json
	@scripts/need npm "Install Node.js 20.19 or newer with npm 11."
	@echo "→ installing the web app's packages"
	@npm --prefix web ci --silent --no-audit --no-fund
	@touch $@

web/dist/.built: web/node_modules/.installed $(WEB_SOURCES)
	@echo "→ building the web app"
	@scripts/step "web app" npm --prefix web run --silent build
	@touch $@
