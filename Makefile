# What .ci/run and people both call. `make test` needs Rust, gcc, make and Python 3.10+ with venv, nothing else.

.PHONY: test rust-test python-test lint docs bench smoke standalone wheel clean

test: rust-test standalone python-test

# Everything of Rust: unit, integration and doc tests, with every feature and without any.
rust-test:
	cargo test --workspace --all-features --exclude togyz-py
	cargo test -p togyz-core --no-default-features
	cargo check -p togyz --no-default-features

# Crates outside the workspace, as other games would depend on togyz: one plain, one without std.
standalone:
	cargo run --quiet --manifest-path examples/standalone-game/Cargo.toml --target-dir target/standalone
	cargo check --quiet --manifest-path examples/no-std/Cargo.toml --target-dir target/standalone

# The wheel, built and tested in a virtual environment of its own; `make python-test PYTHON_TESTS=--all` also tests what needs
# large packages.
python-test:
	togyz-py/run-tests $(PYTHON_TESTS)

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --all-features -- -D warnings

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --all-features --no-deps --exclude togyz-py

# How fast is it: moves, perft, playouts, texts, each beside the slow reference.
bench:
	cargo bench

# A game of the engine against itself with every overflow check on.
smoke:
	cargo run --quiet --example two_engines
	cargo run --quiet --example save_and_resume
	cargo run --quiet --example animate_sowing
	cargo run --quiet --example best_move
	cargo run --quiet --example own_evaluator

wheel:
	python3 -m pip wheel --no-deps --wheel-dir target/wheels ./togyz-py

clean:
	cargo clean
