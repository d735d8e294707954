"""How environments begin their games, and what they can be told when they do."""

from collections.abc import Mapping, Sequence
from typing import Any

from gemgrove.deal import Deal
from gemgrove.game import Game
from gemgrove.variant import Variant, shown


def dealt(variant: Variant, deal: Deal) -> Game:
    """The game that begins with a deal."""
    return Game(variant, variant.native.deal(variant.keys(deal)), deal)


def read_deal(deal: object) -> Deal:
    """A deal, given as such or by its id."""
    if isinstance(deal, str):
        return Deal.parse(deal)
    if not isinstance(deal, Deal):
        raise TypeError(f"deal is {shown(deal)}; it must be a Deal or its id.")
    return deal


def read_options(options: object, known: Sequence[str]) -> tuple[dict[str, Any], str]:
    """The options of a reset that are known, and a sentence about those that are not, if any."""
    if options is None:
        return {}, ""
    if not isinstance(options, Mapping):
        raise TypeError(f"options is {shown(options)}; it must be a dictionary.")
    wanted = {name: options[name] for name in known if name in options}
    unknown = [shown(name) for name in options if name not in known]
    if not unknown:
        return wanted, ""
    return wanted, f"reset() has no option {', '.join(unknown)}; it has {', '.join(known)}."
