"""Print the tables of figures: `make bench`, or `make bench ARGS=splendor` for some of them."""

import sys

from benchmarks import (
    arboretum,
    arena,
    envs,
    fresh_clone,
    network,
    page,
    search,
    server,
    splendor,
    wasm,
)
from benchmarks.figures import Figure

TABLES = {
    "splendor": splendor.figures,
    "arboretum": arboretum.figures,
    "search": search.figures,
    "network": network.figures,
    "arena": arena.figures,
    "envs": envs.figures,
    "server": server.figures,
    "page": page.figures,
    "wasm": wasm.figures,
    "fresh-clone": fresh_clone.figures,
    "strength": search.strength,
}
LONG = {"fresh-clone", "strength"}


def main() -> int:
    """Measure every figure, and print it at once."""
    wanted = sys.argv[1:] or [name for name in TABLES if name not in LONG]
    unknown = [name for name in wanted if name not in TABLES]
    if unknown:
        print(f"There is no table {unknown[0]}; the tables are {', '.join(TABLES)}.")
        return 2
    missed = 0
    for name in wanted:
        print(f"{name:46} {'seen':>14} {'asked':>14}")
        for figure in TABLES[name]():
            print(line(figure), flush=True)
            missed += figure.reached is False
        print()
    if missed:
        print(f"{missed} missed their targets. Was the machine busy?")
    return 0


def line(figure: Figure) -> str:
    """Format a row of the table."""
    asked = ""
    if figure.wanted is not None:
        asked = f"{'≤' if figure.at_most else '≥'} {number(figure.wanted)}"
    mark = {True: "ok", False: "missed", None: ""}[figure.reached]
    return (
        f"{figure.what:46} {number(figure.value):>14} {asked:>14}  {figure.unit:12} {mark}".rstrip()
    )


def number(value: float) -> str:
    """Format a figure with three or four significant digits."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= 10 * size or (size == 1e6 and value >= size):
            return f"{value / size:.3g} {letter}"
    return f"{value:.4g}"


if __name__ == "__main__":
    sys.exit(main())
