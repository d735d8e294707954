"""Options shared by several environments: opponents, illegal actions, and reset options."""

from collections.abc import Mapping, Sequence
from typing import Any

from gemgrove.deal import Deal
from gemgrove.game import Game
from gemgrove.variant import Variant, shown, whole

ILLEGAL = ("error", "lose")
"""The effects of an illegal action: it raises an error, or its seat loses the game."""


def one_of(name: str, value: object, choices: Sequence[str]) -> str:
    """Return an option's value; raise a `ValueError` unless it is one of these words."""
    if isinstance(value, str) and value in choices:
        return value
    raise ValueError(f"{name} is {shown(value)}; it can be {either(choices)}.")


def either(words: Sequence[str]) -> str:
    """Join words for a sentence: `a, b or c`."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def one_for_each(opponents: str | Sequence[str], players: int) -> list[str]:
    """Return the specs of the other seats' bots, in turn order after the learner."""
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


def read_seat(seat: Any, players: int, *, words: tuple[str, ...] = ()) -> Any:
    """Return a seat's number, or one of these words; raise a `ValueError` for anything else."""
    if isinstance(seat, str) and seat in words:
        return seat
    number = whole(seat)
    if number is None or not 0 <= number < players:
        also = "".join(f" or {shown(word)}" for word in words)
        raise ValueError(f"seat is {shown(seat)}; it must be a seat, 0 to {players - 1}{also}.")
    return number


def dealt(variant: Variant, deal: Deal) -> Game:
    return Game(variant, variant.native.deal(variant.keys(deal)), deal)


def read_deal(deal: object) -> Deal:
    """Return a deal, given as a `Deal` or by its id."""
    if isinstance(deal, str):
        return Deal.parse(deal)
    if not isinstance(deal, Deal):
        raise TypeError(f"deal is {shown(deal)}; it must be a Deal or its id.")
    return deal


def read_options(options: object, known: Sequence[str]) -> tuple[dict[str, Any], str]:
    """Return the known reset options, and a sentence about unknown ones, if any."""
    if options is None:
        return {}, ""
    if not isinstance(options, Mapping):
        raise TypeError(f"options is {shown(options)}; it must be a dictionary.")
    wanted = {name: options[name] for name in known if name in options}
    unknown = [shown(name) for name in options if name not in known]
    if not unknown:
        return wanted, ""
    return wanted, f"reset() has no option {', '.join(unknown)}; it has {', '.join(known)}."
