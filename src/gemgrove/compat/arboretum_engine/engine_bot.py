"""A bot at the table of another Arboretum engine: one JSON object per line, in and out.

Every message with a `messageID` gets a reply with the same id. The move is `0` if none is expected,
or if the line cannot be read.

The engine replaces a late reply by a random move. If a bot fails or does not answer in time,
greedy, which takes hardly any time, moves in its place.

A state with missing or contradictory values is corrected as far as the rest of it allows.
If it is still invalid, the reply is the best move that `move_evaluator` finds for the hand and the
tableau; if those are invalid, too, it is any move that may be legal.
"""

import json
import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

from gemgrove.agents import GreedyAgent
from gemgrove.arboretum_engine.json_values import get_valid_placements
from gemgrove.arboretum_engine.moves import (
    DECK,
    OTHER_PILE,
    OWN_PILE,
    EngineMove,
    Planted,
    move_json,
)
from gemgrove.arboretum_engine.reader import Reader, from_json
from gemgrove.arboretum_engine.types import Card, FormatError
from gemgrove.arboretum_engine.view import NEEDED, likely_sub_turn, read_view
from gemgrove.compat.arboretum_engine.move_evaluator import find_best_move
from gemgrove.compat.arboretum_engine.timed_bot import decide
from gemgrove.game import View
from gemgrove.variant import shown

LONGEST_LINE = 1 << 20
"""In bytes; a state has about 3,000."""
NO_MOVE = 0

_MESSAGE_ID = re.compile(r'"messageID"\s*:\s*("(?:[^"\\]|\\.)*"|-?[0-9]{1,40})\s*[,}]')
_DRAWS, _PLAY = (0, 1), 2

Think = Callable[[View, float], EngineMove | None]
"""A bot: takes a view and its arrival time in `time.monotonic`, and returns its move."""
Warn = Callable[[str], None]


def serve(messages: IO[bytes], replies: IO[bytes], think: Think, warn: Warn) -> None:
    """Reply to every message until there are no more."""
    for line in _lines(messages):
        arrived = time.monotonic()
        if not line.strip():
            continue
        try:
            reply = reply_to(line, think, warn, arrived=arrived)
        except Exception as error:  # noqa: BLE001 - no line may end the bot, whatever comes of it
            warn(f"The message led to an error: {type(error).__name__}: {error}")
            reply = _found_reply(line, warn)
        if reply is not None:
            replies.write(reply)
            replies.flush()


def reply_to(
    line: bytes, think: Think, warn: Warn, *, arrived: float | None = None
) -> bytes | None:
    """Return the reply to a line; None if the message has no `messageID` that can be written."""
    arrived = time.monotonic() if arrived is None else arrived
    try:
        if len(line) > LONGEST_LINE:
            raise FormatError(f"The message has more than {LONGEST_LINE} bytes.")
        message = from_json(line, "message")
        if not isinstance(message, Mapping) or "messageID" not in message:
            raise FormatError(f"The message is {shown(message)}; it must have a messageID.")
    except FormatError as error:
        warn(str(error))
        return _found_reply(line, warn)
    move = _move(message.get("state"), think, warn, arrived)
    return _reply(move, message["messageID"], warn)


def fallback_move(state: Mapping[str, Any]) -> Any:
    """Return a fallback move for an invalid state, as JSON: the evaluator's, if it finds one."""
    try:
        sub_turn = likely_sub_turn(state)
        if sub_turn in _DRAWS:
            if state["deck"] > 0:
                return DECK
            return OWN_PILE if state["discard"] else OTHER_PILE
        planted, discarded = _best(state) or _first(state)
        return move_json(planted if sub_turn == _PLAY else discarded)
    except (LookupError, TypeError, ValueError):
        return NO_MOVE


def _best(state: Mapping[str, Any]) -> tuple[Planted, Card] | None:
    """Return the evaluator's plant and discard; None if it cannot use the state."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            hand = list(dict.fromkeys(Reader(state["hand"], "hand").cards()))
            found = find_best_move(hand, state.get("playArea") or {}, state.get("opponentPlayArea"))
    except (LookupError, TypeError, ValueError):
        return None
    return Planted(found.play_card, found.placement), found.discard_card


def _first(state: Mapping[str, Any]) -> tuple[Planted, Card]:
    """Return the hand's first card, as a plant in the first free cell and as a discard."""
    card = Reader(state["hand"][0], "hand[0]").card()
    return Planted(card, get_valid_placements(state.get("playArea"))[0]), card


def _move(state: Any, think: Think, warn: Warn, arrived: float) -> Any:
    if not isinstance(state, Mapping):
        warn(f"The state is {shown(state)}; it must be a JSON object.")
        return NO_MOVE
    if "message" in state or state.get("activeTurn") is False:
        return NO_MOVE
    try:
        view = _read(state, warn)
    except FormatError as error:
        warn(f"The state is invalid; replying with a fallback move. {error}")
        return fallback_move(state)
    if view.to_move != view.seat:
        return NO_MOVE
    move = think(view, arrived)
    return move_json(decide(GreedyAgent(), view) if move is None else move)


def _read(state: Mapping[str, Any], warn: Warn) -> View[Any]:
    """Read the player's view, from a corrected state if necessary."""
    # Fields that a bot does not need must not keep it from playing.
    needed = {name: state[name] for name in NEEDED if name in state}
    try:
        return read_view(needed).view
    except FormatError as error:
        told = {"previousTurn": state["previousTurn"]} if "previousTurn" in state else {}
        try:
            imported = read_view(needed | told, strict=False)
        except FormatError:
            raise error from None
    warn(f"The state was corrected. {' '.join(imported.warnings)}")
    return imported.view


def _reply(move: Any, message_id: Any, warn: Warn) -> bytes | None:
    """Write a reply, without the move if that cannot be written; None if the id cannot."""
    for told in (move, NO_MOVE):
        try:
            reply = json.dumps({"move": told, "messageID": message_id}, allow_nan=False)
        except (ValueError, RecursionError) as error:
            warn(f"The reply cannot be written: {error}.")
        else:
            return reply.encode() + b"\n"
    return None


def _found_reply(line: bytes, warn: Warn) -> bytes | None:
    """Write a reply to an unreadable line, if there is a `messageID` in it."""
    found = _MESSAGE_ID.findall(line.decode("utf-8", "replace"))
    try:
        return _reply(NO_MOVE, json.loads(found[-1]), warn) if found else None
    except ValueError:
        return None


def _lines(messages: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines; of an overlong one, its beginning and end, which is still too long."""
    while line := messages.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = messages.readline(LONGEST_LINE + 1)
            line = line[: LONGEST_LINE + 1] + line[LONGEST_LINE + 1 :][-LONGEST_LINE:] + rest
        yield line
