"""English phrases: lists, plurals, and names within sentences."""

from collections.abc import Sequence


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as people list them."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def subject(name: str) -> str:
    """A name at the beginning of a sentence."""
    return "You" if name == "you" else name


def conjugated(verb: str, name: str) -> str:
    """A verb after the name of who does it: "you take", "Ada takes"."""
    return verb if name == "you" else verb + ("es" if verb.endswith("s") else "s")


def doing(name: str, task: str) -> str:
    """A sentence, without its full stop, about who does a task such as `draw a card`."""
    verb, _, rest = task.partition(" ")
    return f"{subject(name)} {conjugated(verb, name)} {rest}"


def whose(name: str) -> str:
    """The word for what is somebody's, at the beginning of a sentence."""
    return "Your" if name == "you" else f"{name}'s"


def default_names(players: int, seat: int | None) -> list[str]:
    """Names for unnamed players: "you" for the reader's own seat, numbers for the others."""
    return ["you" if number == seat else f"player {number + 1}" for number in range(players)]
