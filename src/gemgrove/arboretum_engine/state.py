"""Reads and writes the engine's full game state.

`read_state` is strict by default: a card that appears twice or is missing is an error.
With `strict=False`, missing cards replace duplicates in the deck, and the same sentences are
among the warnings. Anything else that is wrong is an error in both cases.

An exception is a wrong `turn`, `seenA` or `seenB`, which only causes a warning: the cards decide.
What a player has seen of the other's hand is taken from `seenA` and `seenB`.

The state may have been written for one player: cards of the other hand are null, or the hand is a
count, and so is the deck. `ImportedGame.view` is what that player sees; in `ImportedGame.game` the
hidden cards are drawn at random.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.arboretum_engine.card_counts import check_cards, draw_hidden, named
from gemgrove.arboretum_engine.moves import (
    EngineMove,
    ReadGame,
    move_json,
    previous_of,
    read_previous,
)
from gemgrove.arboretum_engine.reader import PLAYERS, Reader, Source, read_as
from gemgrove.arboretum_engine.table import (
    GAME,
    Names,
    Side,
    Table,
    check_counts,
    read_deck,
    read_side,
    read_sub_turn,
    side_values,
    sub_turn_of,
    turn_problems,
)
from gemgrove.arboretum_engine.types import Card
from gemgrove.game import Game, View
from gemgrove.rng import Rng
from gemgrove.variant import shown

SIDES = tuple(Names(f"hand{side}", f"discard{side}", f"playArea{side}") for side in "AB")
SEEN = ("seenA", "seenB")
PLAYER_NAMES = ("Player A", "Player B")


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """An imported game, with warnings."""

    game: Game[Any]
    warnings: tuple[str, ...]
    """One sentence for each irregularity."""
    previous: EngineMove | None
    """The previous move, according to the state."""
    names: tuple[str, ...] = ()
    """The players' names, if given."""
    view: View[Any] | None = None
    """The view of the player for whom the state was written; None if no hand is hidden."""


def read_state(source: Source, *, strict: bool = True, rng: Rng = 0) -> ImportedGame:
    """Read a game from a full state, given as JSON text or parsed values.

    Hidden cards are drawn at random using `rng`, by default the same ones each time.
    """
    values = Reader.parse(source, "game state")
    return read_as(strict, lambda strict: read_state_values(values, strict, rng))


def read_state_values(values: Reader, strict: bool, rng: Rng = 0) -> ImportedGame:
    """Like `read_state`, for a parsed JSON object."""
    a, b = (read_side(values, names, hidden=True) for names in SIDES)
    table = Table(
        (a, b),
        deck=read_deck(values["deck"]),
        to_move=values["currentPlayer"].whole(0, PLAYERS - 1),
        sub_turn=read_sub_turn(values),
    )
    seen = [_read_seen(values.member(place)) for place in SEEN]
    previous = read_previous(values)
    check_counts(table)
    warnings = check_cards(table, strict=strict)
    warnings += turn_problems(table, values)
    for seat, known in enumerate(seen):
        if known is not None:
            warnings += _use_seen(table, seat, known)
    knowing = [seat for seat, side in enumerate(table.sides) if not side.unknown]
    drawn = draw_hidden(table, rng)
    if drawn is not None:
        warnings.append(drawn)
    variant, position = table.position()
    game = ReadGame.standing(variant, position, previous)
    view = game.view(knowing[0]) if len(knowing) == 1 else None
    return ImportedGame(game, tuple(warnings), previous.move, view=view)


def write_state(game: Game, *, names: tuple[str, str] = PLAYER_NAMES) -> dict[str, Any]:
    """Return the full state of a game for two players, including hidden cards.

    A card picked but not yet planted is still in the hand there. The previous move is the game's
    or, if the game was read and not played on, that of the state it was read from.
    """
    check_type(game, Game)
    check_game(game)
    check_names(names)
    fields = game.variant.fields(game)
    previous = previous_of(game)
    state: dict[str, Any] = {"deck": [list(OwnCard.of(card)) for card in fields["deck"][::-1]]}
    sides = [side_values(*side) for side in zip(fields["players"], SIDES, strict=True)]
    # In the engine's order: both hands, both piles, both arboretums.
    for group in zip(*(side.items() for side in sides), strict=True):
        state |= dict(group)
    for seat, place in enumerate(SEEN):
        state[place] = [str(OwnCard.of(card)) for card in _seen_by(fields["players"], seat)]
    state |= {
        "turn": fields["turns"],
        "subTurn": sub_turn_of(fields["phase"]),
        "currentPlayer": game.to_move,
        "opponent": names[1 - game.to_move],
        "previousTurn": False if previous.move is None else move_json(previous.move),
        "previousTurnMetaData": previous.metadata,
        "playBack": False,
    }
    read_state(state)  # what cannot be read is not written
    return state


def check_game(game: Any) -> None:
    """Raise a `ValueError` unless the engine can play such a game."""
    if game.name != GAME or game.rules.players != PLAYERS:
        raise ValueError(
            f"This is {game.name} for {game.rules.players} players; "
            f"the engine plays {GAME} for {PLAYERS} players only."
        )
    if game.rules.seed_discards:
        raise ValueError(
            "In this game each pile begins with a card (seed_discards); "
            "the engine begins with empty piles."
        )


def check_type(value: Any, kind: type) -> None:
    """Raise a `TypeError` unless a value is of this type."""
    if not isinstance(value, kind):
        raise TypeError(f"{shown(value)} is not a {kind.__name__}.")


def check_names(names: Any) -> None:
    """Raise a `ValueError` unless there is a name for each player."""
    if (
        not isinstance(names, list | tuple)
        or len(names) != PLAYERS
        or not all(isinstance(name, str) for name in names)
    ):
        raise ValueError(f"names is {shown(names)}; it must be {PLAYERS} strings.")


def _read_seen(seen: Reader) -> list[Card] | None:
    """Read the cards that a player has seen; None if the state does not say."""
    if seen.value is None or (isinstance(seen.value, Mapping) and not seen.value):
        return None
    return [_seen_card(card) for card in seen.array('cards such as "W2"')]


def _seen_card(card: Reader) -> Card:
    value = card.value
    if not isinstance(value, str) or len(value) != 2 or not value[1].isdecimal():
        card.wrong('a card such as "W2"')
    return Reader([value[0], int(value[1])], card.place).card()


def _use_seen(table: Table, seat: int, seen: list[Card]) -> list[str]:
    """Enter what the seat knows about the other hand; return warnings about `seen`."""
    own, other = table.sides[seat], table.sides[1 - seat]
    if not other.unknown:
        other.shown = [card for card in other.known if card in seen]
    hidden = [card for card in seen if isinstance(table.deck, list) and card in table.deck]
    left_out = [card for card in _open_to(own, other) if card not in seen]
    facts = []
    if left_out:
        facts.append(f"{SEEN[seat]} leaves out {named(left_out)}.")
    if hidden:
        facts.append(f"{SEEN[seat]} has {named(hidden)}, still in the deck.")
    return facts


def _open_to(own: Side, other: Side) -> list[Card]:
    return [*own.known, *own.pile, *own.planted.values(), *other.pile, *other.planted.values()]


def _seen_by(players: list[dict[str, Any]], seat: int) -> list[int]:
    own, other = players[seat], players[1 - seat]
    planted = [card for player in (own, other) for card, *_ in player["arboretum"]]
    return [*own["hand"], *own["pile"], *other["pile"], *planted, *other["shown"]]
