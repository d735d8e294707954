"""English phrases: lists, plurals, and names within sentences."""

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: "red, blue and green"."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def counted(number: int, what: str) -> str:
    """Return a number with a noun, in the plural if needed: "2 cards"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def subject(name: str) -> str:
    """Return a name as written at the beginning of a sentence."""
    return "You" if name == "you" else name


def conjugated(verb: str, name: str) -> str:
    """Return a verb in the form that follows a name: "you take", "Ada takes"."""
    return verb if name == "you" else verb + ("es" if verb.endswith("s") else "s")


def doing(name: str, task: str) -> str:
    """Say who does a task such as `draw a card`, in a sentence without its full stop."""
    verb, _, rest = task.partition(" ")
    return f"{subject(name)} {conjugated(verb, name)} {rest}"


def whose(name: str) -> str:
    """Return the possessive that begins a sentence: "Your" or "Ada's"."""
    return "Your" if name == "you" else f"{name}'s"


def default_names(players: int, seat: int | None) -> list[str]:
    """Name unnamed players: "you" for the reader's own seat, numbers for the others."""
    return ["you" if number == seat else f"player {number + 1}" for number in range(players)]
