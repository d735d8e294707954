"""Options that several environments have."""

from collections.abc import Sequence

from gemgrove.variant import shown

ILLEGAL = ("error", "lose")
"""What an illegal action does: it is refused with an error, or its seat has lost the game."""


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    """The value of an option, if it is one of these words; else a `ValueError`."""
    if isinstance(value, str) and value in choices:
        return value
    raise ValueError(f"{name} is {shown(value)}; it can be {either(choices)}.")


def either(words: Sequence[str]) -> str:
    """Words to choose from, as a sentence has them."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def one_for_each(opponents: str | Sequence[str], players: int) -> list[str]:
    """The specs of the other seats' bots, in turn order from the learner's left."""
    if isinstance(opponents, str):
        return [opponents] * (players - 1)
    if not isinstance(opponents, Sequence) or not all(isinstance(one, str) for one in opponents):
        raise TypeError(f"opponents is {shown(opponents)}; it must be a bot's name or several.")
    specs = list(opponents)
    if len(specs) != players - 1:
        raise ValueError(
            f"opponents is {shown(opponents)}; it must be one bot for all, or {players - 1} of "
            f"them: {players} play, the learner included."
        )
    return specs
