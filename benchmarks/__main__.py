"""Print the table of figures: `make bench`."""

import sys

from benchmarks import splendor
from benchmarks.figures import Figure


def main() -> int:
    """Take every figure and print it as soon as it is there."""
    print(f"{'figure':46} {'seen':>14} {'asked':>14}")
    missed = 0
    for figure in splendor.figures():
        print(line(figure), flush=True)
        missed += figure.reached is False
    if missed:
        print(f"\n{missed} below what is asked. Was the machine busy?")
    return 0


def line(figure: Figure) -> str:
    """A row of the table."""
    asked = ""
    if figure.wanted is not None:
        asked = f"{'≤' if figure.at_most else '≥'} {number(figure.wanted)}"
    mark = {True: "ok", False: "missed", None: ""}[figure.reached]
    return (
        f"{figure.what:46} {number(figure.value):>14} {asked:>14}  {figure.unit:12} {mark}".rstrip()
    )


def number(value: float) -> str:
    """A figure with three digits that matter."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= 10 * size or (size == 1e6 and value >= size):
            return f"{value / size:.3g} {letter}"
    return f"{value:.4g}"


if __name__ == "__main__":
    sys.exit(main())
