"""A bot at the table of another Arboretum engine: one JSON object per line, in and out.

Every message that has a `messageID` gets a reply with the same one. It is `0` unless a move is
wanted, and for a line that cannot be read.

The engine replaces a late reply by a random move. The bot gets two thirds of the time limit; if it
has not answered by then, or fails, or the state makes no sense, the reply is a quick legal move:
the deck while it lasts, the first card of the hand, the first free cell.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

from gemgrove.compat.arboretum_engine import reading
from gemgrove.compat.arboretum_engine.moves import (
    DECK,
    OTHER_PILE,
    OWN_PILE,
    EngineMove,
    Planted,
    move_json,
)
from gemgrove.compat.arboretum_engine.shapes import FormatError
from gemgrove.compat.arboretum_engine.tableau import get_valid_placements
from gemgrove.compat.arboretum_engine.view import NEEDED, read_view
from gemgrove.game import View
from gemgrove.variant import shown

SHARE = 2 / 3
"""The bot's part of the time limit; the rest is for the pipes, the scheduler and a quick move."""
LONGEST_LINE = 1 << 20
"""In bytes. A state has about 3,000."""
NO_MOVE = 0

_MESSAGE_ID = re.compile(r'"messageID"\s*:\s*("(?:[^"\\]|\\.)*"|-?[0-9]{1,40})\s*[,}]')
_DRAWS, _PLAY = (0, 1), 2

Think = Callable[[View], EngineMove | None]
Complain = Callable[[str], None]


def serve(messages: IO[bytes], replies: IO[bytes], think: Think, complain: Complain) -> None:
    """Reply to every message until there are no more."""
    for line in _lines(messages):
        if line.strip():
            reply = _sure_reply(line, think, complain)
            if reply is not None:
                replies.write(reply)
                replies.flush()


def reply_to(line: bytes, think: Think, complain: Complain) -> bytes | None:
    """The line to reply with; None where the message has no `messageID` that can be written."""
    try:
        if len(line) > LONGEST_LINE:
            raise FormatError(f"The message has more than {LONGEST_LINE} bytes.")
        message = reading.from_json(line, "message")
        if not isinstance(message, Mapping) or "messageID" not in message:
            raise FormatError(f"The message is {shown(message)}; it must have a messageID.")
    except FormatError as error:
        complain(str(error))
        return _found_reply(line, complain)
    move = _move(message.get("state"), think, complain)
    return _reply(move, message["messageID"], complain)


def quick_move(state: Mapping[str, Any]) -> Any:
    """A move that is legal wherever one is, as JSON has it, found without any thought."""
    try:
        if state["subTurn"] in _DRAWS:
            if state["deck"] > 0:
                return DECK
            return OWN_PILE if state["discard"] else OTHER_PILE
        card = reading.card(state["hand"][0], "hand[0]")
        if state["subTurn"] == _PLAY:
            cell = reading.cell(get_valid_placements(state["playArea"])[0], "coord")
            return move_json(Planted(card, cell))
    except (LookupError, TypeError, ValueError):
        return NO_MOVE
    return move_json(card)


def _sure_reply(line: bytes, think: Think, complain: Complain) -> bytes | None:
    try:
        return reply_to(line, think, complain)
    except Exception as error:  # noqa: BLE001 - no line may end the bot, whatever it brings to light
        complain(f"The message led to an error: {type(error).__name__}: {error}")
        return _found_reply(line, complain)


def _move(state: Any, think: Think, complain: Complain) -> Any:
    if not isinstance(state, Mapping):
        complain(f"The state is {shown(state)}; it must be a JSON object.")
        return NO_MOVE
    if "message" in state or state.get("activeTurn") is False:
        return NO_MOVE
    try:
        # What a bot does not need cannot keep it from playing.
        view = read_view({name: state[name] for name in NEEDED if name in state}).view
    except FormatError as error:
        complain(f"The state makes no sense, so the move is a quick one. {error}")
        return quick_move(state)
    move = think(view)
    return quick_move(state) if move is None else move_json(move)


def _reply(move: Any, message_id: Any, complain: Complain) -> bytes | None:
    """The line of a reply, without the move if that is the trouble; None if the id is."""
    for told in (move, NO_MOVE):
        try:
            reply = json.dumps({"move": told, "messageID": message_id}, allow_nan=False)
        except (ValueError, RecursionError) as error:
            complain(f"The reply cannot be written: {error}.")
        else:
            return reply.encode() + b"\n"
    return None


def _found_reply(line: bytes, complain: Complain) -> bytes | None:
    """A reply to what cannot be read, if a `messageID` stands in it; it comes last."""
    found = _MESSAGE_ID.findall(line.decode("utf-8", "replace"))
    try:
        return _reply(NO_MOVE, json.loads(found[-1]), complain) if found else None
    except ValueError:
        return None


def _lines(messages: IO[bytes]) -> Iterator[bytes]:
    """The lines; of one that is too long the beginning and the end, still too long to be read."""
    while line := messages.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = messages.readline(LONGEST_LINE + 1)
            line = line[: LONGEST_LINE + 1] + line[LONGEST_LINE + 1 :][-LONGEST_LINE:] + rest
        yield line
