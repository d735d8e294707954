"""Views as JSON values, for programs that play without this package.

This module writes what all games have in common; `Variant.table_to_dict` adds the table. Reading is
strict: derived values, such as points, must agree with the rest; unknown members are ignored.
"""

from typing import Any

from gemgrove.game import View
from gemgrove.json_reader import JsonReader, differences
from gemgrove.variant import PositionError, Variant, shown

_SKIPPED = -1
_ANY_SEED = 0


def view_to_dict(view: View) -> dict[str, Any]:
    """Return exactly what the view's seat may know, as JSON values."""
    return {
        "game": view.name,
        "seat": view.seat,
        "to_move": view.to_move,
        "over": view.over,
        "ending": view.ending,
        "scores": view.scores,
        "winners": view.winners,
        **view.variant.table_to_dict(view.board),
        "actions": view.actions,
    }


def view_from_dict(variant: Variant, data: Any) -> View:
    """Read a view that `view_to_dict` wrote under these rules, or raise a `PositionError`."""
    values = JsonReader(data, "view")
    values["game"].choice([variant.name])
    whose = values["seat"]
    seat = None if whose.value is None else whose.whole(0, variant.rules.players - 1)
    least = 0 if variant.skip_move is None else _SKIPPED
    actions = [
        action.whole(least, variant.native.action_count - 1) for action in values["actions"].items()
    ]
    fields = variant.table_from_dict(values)
    view = View(variant, variant.from_fields(fields, hidden=True), seat, actions)
    # A game that agrees with the view shows the seat exactly this.
    if not view.sample(_ANY_SEED).view(seat)._same_position(view):
        raise PositionError(
            f"The view hides or shows other cards than seat {shown(seat)} would see; it must show "
            "all that this seat may know, and nothing else."
        )
    for difference in differences(values.value, view_to_dict(view), values.place):
        raise PositionError(difference)
    return view
