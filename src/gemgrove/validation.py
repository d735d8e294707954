"""Position validation shared by all games: problems with the fields, as sentences."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gemgrove.notation import SEATS

Fields = Mapping[str, Any]

HIDDEN_CARDS = (
    "Some cards are hidden: this is what a view shows, and not a full position; View.sample draws "
    "one"
)


def size_problems(values: Fields, fields: Fields, players: int) -> Iterator[str]:
    """Yield problems with the number of players, the player to move and the starting player."""
    given = fields["players"]
    seats = len(given) if isinstance(given, list | tuple) else 0
    if seats != players:
        yield f"The position has {seats} players; by the rules it must have {players}"
    for name in ("to_move", "first"):
        if values[name] >= seats:
            yield f"{name} is {SEATS[values[name]]}; the last player is {SEATS[seats - 1]}"


def turn_problems(values: Fields, players: int, first_player: int | str) -> Iterator[str]:
    first, turns = values["first"], values["turns"]
    turn = (first + turns) % players
    if first_player not in ("random", first):
        yield f"{SEATS[first]} began; by the rules it must be {SEATS[int(first_player)]}"
    if values["to_move"] != turn:
        yield (
            f"{SEATS[values['to_move']]} is to move, but {SEATS[first]} began and {turns} turns "
            f"were made, so it must be {SEATS[turn]}"
        )


def seats_of(values: Fields) -> Iterator[tuple[str, Fields]]:
    """Return the players with their keys, p1 first."""
    return zip(SEATS, values["players"], strict=False)


def joined(items: Iterable[object]) -> str:
    return ",".join(map(str, items))
