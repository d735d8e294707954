"""Messages between that engine and its bots: one JSON object per line, each with a reply.

In play, a bot receives what its player sees before every move, its own and the opponent's, together
with the previous move. The opponent's moves can be sent later: `next_state` makes one state from
another and a move that everybody sees.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.arboretum_engine.moves import (
    DECK,
    OWN_PILE,
    EngineMove,
    Planted,
    move_json,
    read_move,
)
from gemgrove.arboretum_engine.reader import Reader
from gemgrove.arboretum_engine.table import CARDS, DISCARD, PHASES
from gemgrove.arboretum_engine.types import Card, FormatError
from gemgrove.arboretum_engine.view import OTHER, OWN, write_view
from gemgrove.game import View
from gemgrove.variant import shown

TIMEOUT = "TIMEOUT"
"""The environment variable with the time limit for a reply, in milliseconds."""
USUAL_TIMEOUT = 300
"""The time limit if it is not set."""

WIN, LOSS, DRAW = range(3)

_WANTED = (
    "a draw: 0, 1 or 2",
    "a draw: 0, 1 or 2",
    'a card and a cell: {"card": ["J", 3], "coord": [-1, 0]}',
    'a card to discard: ["O", 3]',
)
"""The expected move, by `subTurn`."""
_LONGEST_TIMEOUT = 10**9
_MOST_DIGITS = 10


def timeout_of(environment: Mapping[str, str]) -> int | None:
    """Return the milliseconds that an environment allows for a reply; None if it is not set."""
    text = environment.get(TIMEOUT)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise FormatError(f"{TIMEOUT} is {shown(text)}; it must be a number of milliseconds.")
    return Reader(int(text), TIMEOUT).whole(1, _LONGEST_TIMEOUT)


def new_game(number: int, round_number: int = 0) -> dict[str, Any]:
    """Return the state that tells a bot about a new game."""
    return {"message": "NEWGAME", "gameNumber": number, "round": round_number}


def end_game(view: View, result: int, *, opponent: str) -> dict[str, Any]:
    """Return the state that tells a bot how a game ended, as its player sees it."""
    assert view.seat is not None
    return {
        "message": "ENDGAME",
        "result": result,
        "score": view.scores[view.seat],
        "opponentScore": view.scores[1 - view.seat],
        "finalState": write_view(view, opponent=opponent),
    }


def encode(state: Mapping[str, Any], message_id: str) -> bytes:
    """Write a message as a line."""
    return json.dumps({"state": state, "messageID": message_id}).encode() + b"\n"


def read_reply(line: bytes, message_id: str) -> Any:
    """Return the move of a reply to this message, unparsed, or raise a `FormatError`."""
    reply = Reader.parse(line, "reply")
    move, answered = reply["move"].value, reply["messageID"].value
    if answered != message_id:
        raise FormatError(
            f"messageID is {shown(answered)}; the message that was sent has {shown(message_id)}, "
            "and each has one reply."
        )
    return move


def read_wanted_move(value: Any, sub_turn: int) -> EngineMove:
    """Read a reply's move, which must be of the kind expected at this `subTurn`."""
    move = read_move(Reader(value, "move"))
    kind = "pick" if isinstance(move, Planted) else "discard" if isinstance(move, Card) else "draw"
    if kind != PHASES[sub_turn].removeprefix("second "):
        raise FormatError(f"move is {shown(value)}; subTurn {sub_turn} wants {_WANTED[sub_turn]}.")
    return move


def next_state(state: Mapping[str, Any], move: EngineMove) -> dict[str, Any]:
    """Return the state after a move that contains everything the player sees.

    That is true of all the opponent's moves, and of the player's own except draws from the deck.
    """
    found = deepcopy(dict(state))
    mover, other = (OWN, OTHER) if found["activeTurn"] else (OTHER, OWN)
    hand: list[Any] = found[mover.hand]
    if isinstance(move, Planted):
        _take(hand, move.card)
        x, y = map(str, move.coord)
        found[mover.play_area].setdefault(x, {})[y] = list(move.card)
    elif isinstance(move, Card):
        _take(hand, move)
        found[mover.discard].append(list(move))
    elif move == DECK:
        found["deck"] -= 1
        hand.append(None)
    else:
        hand.append(found[mover.discard if move == OWN_PILE else other.discard].pop())
    hand.sort(key=_order)
    if found["subTurn"] == DISCARD:
        found["turn"] += 1
        found["activeTurn"] = not found["activeTurn"]
    found["subTurn"] = (found["subTurn"] + 1) % len(PHASES)
    found["previousTurn"] = {"move": move_json(move), "metaData": False}
    return found | {"showPreviousTurn": True}


def _take(hand: list[Any], card: Card) -> None:
    hand.remove(list(card) if list(card) in hand else None)


def _order(card: Any) -> int:
    """Return a sort key that puts known cards first, as in a view."""
    return len(CARDS) if card is None else OwnCard(*card).number
