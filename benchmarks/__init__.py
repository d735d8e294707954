"""How fast and how strong it is. `make bench` prints every figure beside what it must reach."""
