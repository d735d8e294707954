"""A view as a plain value that JSON can hold, for those who play without this package.

What all games have in common is written here; `Variant.to_wire` adds the table. Reading is strict:
what can be derived, such as points, must agree with the rest, and members nobody knows are ignored.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gemgrove.game import View
from gemgrove.plain import Plain
from gemgrove.variant import PositionError, Variant, shown

_SKIPPED = -1
_ANY_SEED = 0


def to_wire(view: View) -> dict[str, Any]:
    """Exactly what the view's seat may know."""
    return {
        "game": view.name,
        "seat": view.seat,
        "to_move": view.to_move,
        "over": view.over,
        "ending": view.ending,
        "scores": view.scores,
        "winners": view.winners,
        **view.variant.to_wire(view),
        "actions": view.actions,
    }


def from_wire(variant: Variant, data: Any) -> View:
    """The view that `to_wire` wrote, of a game with these rules; else a `PositionError`."""
    values = Plain(data, "view")
    values["game"].choice([variant.name])
    whose = values["seat"]
    seat = None if whose.value is None else whose.whole(0, variant.rules.players - 1)
    least = _SKIPPED if variant.skips else 0
    actions = [
        action.whole(least, variant.native.action_count - 1) for action in values["actions"].items()
    ]
    fields = variant.from_wire(values)
    view = View(variant, variant.from_fields(fields, hidden=True), seat, actions)
    # A game that agrees with the view shows the seat just this, and neither less nor more.
    if not view.sample(_ANY_SEED).view(seat)._same_position(view):
        raise PositionError(
            f"The view hides or shows other cards than seat {shown(seat)} would see; it must show "
            "all that this seat may know, and nothing else."
        )
    for difference in _differences(values.value, to_wire(view), values.place):
        raise PositionError(difference)
    return view


def _differences(given: Any, right: Any, place: str) -> Iterator[str]:
    """Where a value differs from what it must be; members that nobody knows do not count."""
    if isinstance(right, dict) and isinstance(given, Mapping):
        for name, value in right.items():
            if name not in given:
                yield f"{place}.{name} is missing; it must be {shown(value)}."
            else:
                yield from _differences(given[name], value, f"{place}.{name}")
    elif isinstance(right, list) and isinstance(given, list | tuple) and len(given) == len(right):
        for number, (item, value) in enumerate(zip(given, right, strict=True)):
            yield from _differences(item, value, f"{place}[{number}]")
    elif type(given) is not type(right) or given != right:
        yield f"{place} is {shown(given)}; the rest of the view makes it {shown(right)}."
