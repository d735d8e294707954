"""The engine's full game state, read and written.

`read_state` is strict unless told otherwise: a card that is there twice or nowhere is an error.
With `strict=False` the copies that can be seen stand, those of the deck become the missing cards,
and the same facts are among the warnings. Whatever else is wrong is an error in both.

`turn` and `seenA`, `seenB` never are: where they do not fit the cards, the cards decide, and a
warning says so. What a player has seen of the other's hand is taken from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.compat.arboretum_engine import reading
from gemgrove.compat.arboretum_engine.moves import EngineMove, last_move, move_json, read_previous
from gemgrove.compat.arboretum_engine.reading import PLAYERS, Source, cards_named
from gemgrove.compat.arboretum_engine.shapes import Card, FormatError
from gemgrove.compat.arboretum_engine.table import (
    GAME,
    PHASES,
    Names,
    Side,
    Table,
    card_facts,
    check_counts,
    put_missing_cards_into_deck,
    read_side,
    side_values,
    sub_turn_of,
    turn_facts,
)
from gemgrove.game import Game
from gemgrove.variant import shown

SIDES = tuple(Names(f"hand{side}", f"discard{side}", f"playArea{side}") for side in "AB")
SEEN = ("seenA", "seenB")
PLAYER_NAMES = ("Player A", "Player B")


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game that was read, and what was odd about it."""

    game: Game
    warnings: tuple[str, ...]
    """One sentence for each thing that was not as it should be."""
    previous: EngineMove | None
    """The move before, as it was told."""
    names: tuple[str, ...] = ()
    """The players, where they were named."""


def read_state(source: Source, *, strict: bool = True) -> ImportedGame:
    """The game that stands as a full state says: JSON text, or what it has been parsed to."""
    values = reading.parsed(source, "game state")
    a, b = (read_side(values, names) for names in SIDES)
    table = Table(
        (a, b),
        deck=reading.cards(reading.field(values, "deck"), "deck"),
        to_move=reading.whole(
            reading.field(values, "currentPlayer"), "currentPlayer", 0, PLAYERS - 1
        ),
        sub_turn=reading.whole(reading.field(values, "subTurn"), "subTurn", 0, len(PHASES) - 1),
    )
    seen = [_read_seen(values.get(place), place) for place in SEEN]
    previous = read_previous(values.get("previousTurn"), "previousTurn")
    check_counts(table)
    warnings = _checked_cards(table, strict=strict)
    warnings += turn_facts(table, values)
    for seat, known in enumerate(seen):
        if known is not None:
            warnings += _use_seen(table, seat, known)
    variant, position = table.position()
    return ImportedGame(Game(variant, position, None), tuple(warnings), previous)


def write_state(game: Game, *, names: tuple[str, str] = PLAYER_NAMES) -> dict[str, Any]:
    """The full state of a game for two, hidden cards included.

    A card that is picked and not planted yet is still in the hand there.
    """
    check_game(game)
    fields = game.variant.fields(game)
    previous = last_move(game)
    state: dict[str, Any] = {"deck": [list(OwnCard.of(card)) for card in fields["deck"][::-1]]}
    sides = [side_values(*side) for side in zip(fields["players"], SIDES, strict=True)]
    # In the engine's order: both hands, both piles, both arboretums.
    for group in zip(*(side.items() for side in sides), strict=True):
        state |= dict(group)
    for seat, place in enumerate(SEEN):
        state[place] = [str(OwnCard.of(card)) for card in _seen_by(fields["players"], seat)]
    return state | {
        "turn": fields["turns"],
        "subTurn": sub_turn_of(fields["phase"]),
        "currentPlayer": game.to_move,
        "opponent": names[1 - game.to_move],
        "previousTurn": False if previous is None else move_json(previous),
        "previousTurnMetaData": False,
        "playBack": False,
    }


def check_game(game: Any) -> None:
    """See to it that the engine can have such a game."""
    if game.name != GAME or game.players != PLAYERS:
        raise ValueError(
            f"This is {game.name} for {game.players}; "
            f"the engine plays {GAME} for {PLAYERS} players."
        )
    if game.rules.seed_discards:
        raise ValueError(
            "In this game a card was laid on a pile before the first turn (seed_discards); "
            "the engine begins with empty piles."
        )


def _checked_cards(table: Table, *, strict: bool) -> list[str]:
    facts = card_facts(table)
    if not facts:
        return []
    done = None if strict else put_missing_cards_into_deck(table)
    if done is None:
        raise FormatError(" ".join(facts))
    return [*facts, done]


def _read_seen(value: Any, place: str) -> list[Card] | None:
    """The cards a player has seen; None where the producer does not say."""
    if value is None or (isinstance(value, Mapping) and not value):
        return None
    return reading.items(value, place, 'cards such as "W2"', _seen_card)


def _seen_card(value: Any, place: str) -> Card:
    if not isinstance(value, str) or len(value) != 2 or not value[1].isdecimal():
        raise FormatError(f'{place} is {shown(value)}; it must be a card such as "W2".')
    return reading.card([value[0], int(value[1])], place)


def _use_seen(table: Table, seat: int, seen: list[Card]) -> list[str]:
    """Note what the seat knows of the other hand; returns what is odd about `seen`."""
    own, other = table.sides[seat], table.sides[1 - seat]
    other.shown = [card for card in other.known if card in seen]
    assert isinstance(table.deck, list)
    hidden = [card for card in seen if card in table.deck]
    left_out = [card for card in _open_to(own, other) if card not in seen]
    facts = []
    if left_out:
        facts.append(f"{SEEN[seat]} leaves out {cards_named(left_out)}.")
    if hidden:
        facts.append(f"{SEEN[seat]} has {cards_named(hidden)}, still in the deck.")
    return facts


def _open_to(own: Side, other: Side) -> list[Card]:
    return [*own.known, *own.pile, *own.planted.values(), *other.pile, *other.planted.values()]


def _seen_by(players: list[dict[str, Any]], seat: int) -> list[int]:
    own, other = players[seat], players[1 - seat]
    planted = [card for player in (own, other) for card, *_ in player["arboretum"]]
    return [*own["hand"], *own["pile"], *other["pile"], *planted, *other["shown"]]
