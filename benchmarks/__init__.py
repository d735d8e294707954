"""Benchmarks of speed and strength. `make bench` prints every figure beside its target."""
