"""The messages of the bot protocol: what they hold, as one line of JSON each, read and checked.

`docs/bot-protocol.md` describes them for those who write bots. Nothing here starts a program or
knows how the lines travel.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gemgrove.game import GAMES, View
from gemgrove.json_reader import JsonReader
from gemgrove.variant import shown
from gemgrove.view_json import view_to_dict

VERSION = 1
LONGEST_TO_BOT = 1 << 20
"""Bytes of a line that a bot may get; a view has about 10,000."""
LONGEST_FROM_BOT = 1 << 16
"""Bytes of a line that a bot may send."""

_LONGEST_NAME = 100
_LONGEST_MOVE = 200
_LONGEST_COMMENT = 1000
NEW_GAME = ("type", "game_id", "game", "players", "seat", "names", "time", "encoding", "seed")
"""The members of a new game's message besides its game's rules and data."""
_MOST = 2**53 - 1  # beyond it, whole numbers are not exact in JavaScript and others


class ProtocolError(ValueError):
    """A line that is no message, or a message that is not as it must be."""


# From the host to the bot


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of all."""

    host: str

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        return {
            "type": "hello",
            "protocol": VERSION,
            "host": self.host,
            "games": list(GAMES),
            "longest_line": LONGEST_FROM_BOT,
        }


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game begins, and the bot has a seat in it."""

    game_id: str
    game: str
    seat: int
    variant: Mapping[str, Any]
    """As `Variant.to_dict` writes it: `rules`, and `cards` if they are not the usual ones."""
    encoding: Mapping[str, int]
    names: Sequence[str] | None = None
    time: Mapping[str, float] | None = None
    """`bank` and `increment` in seconds; None where there is no clock."""
    seed: int | None = None

    @classmethod
    def of(
        cls,
        view: View,
        *,
        game_id: str,
        names: Sequence[str] | None = None,
        time: Mapping[str, float] | None = None,
        seed: int | None = None,
    ) -> "NewGame":
        """The message for the seat of a view."""
        assert view.seat is not None
        variant = view.variant
        if names is not None:
            names = [name[:_LONGEST_NAME] for name in names]
        if seed is not None:
            seed %= _MOST + 1
        return cls(
            game_id, view.name, view.seat, variant.to_dict(), variant.encoding, names, time, seed
        )

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        return {
            "type": "new_game",
            "game_id": self.game_id,
            "game": self.game,
            "players": self.variant["rules"]["players"],
            "seat": self.seat,
            "names": None if self.names is None else list(self.names),
            **self.variant,
            "time": None if self.time is None else dict(self.time),
            "encoding": dict(self.encoding),
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The bot must answer with a move."""

    game_id: str
    turn_id: int
    view: Mapping[str, Any]
    legal: Sequence[Mapping[str, Any]]
    moves: Sequence[Mapping[str, Any]]
    clock: Mapping[str, Any] | None

    @classmethod
    def of(
        cls,
        view: View,
        *,
        game_id: str,
        turn_id: int,
        since: int,
        clock: Mapping[str, Any] | None = None,
    ) -> "YourTurn":
        """The message with the view's moves after the first `since`."""
        legal = [
            {"action": action, "move": view.move(action).text} for action in view.legal_actions()
        ]
        return cls(game_id, turn_id, view_to_dict(view), legal, _moves(view, since), clock)

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        return {
            "type": "your_turn",
            "game_id": self.game_id,
            "turn_id": self.turn_id,
            "moves": list(self.moves),
            "clock": self.clock,
            "legal": list(self.legal),
            "view": self.view,
        }


@dataclass(frozen=True, slots=True)
class End:
    """A game has ended, one way or another."""

    game_id: str
    ending: str
    scores: Sequence[int]
    winners: Sequence[int]
    forfeit: Mapping[str, Any] | None
    moves: Sequence[Mapping[str, Any]]
    view: Mapping[str, Any]

    @classmethod
    def of(
        cls, view: View, *, game_id: str, since: int, forfeit: tuple[int, str] | None = None
    ) -> "End":
        """The message for a seat's view; `forfeit` is the seat that forfeited, and the reason."""
        told = None
        if forfeit is not None:
            told = {"seat": forfeit[0], "reason": forfeit[1]}
        ending = "forfeit" if told else view.ending or "unfinished"
        moves = _moves(view, since)
        return cls(game_id, ending, view.scores, view.winners, told, moves, view_to_dict(view))

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        return {
            "type": "end",
            "game_id": self.game_id,
            "ending": self.ending,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "forfeit": self.forfeit,
            "moves": list(self.moves),
            "view": self.view,
        }


@dataclass(frozen=True, slots=True)
class Goodbye:
    """The last message: the bot must end."""

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        return {"type": "goodbye"}


# From the bot to the host


@dataclass(frozen=True, slots=True)
class BotHello:
    """The bot's hello."""

    name: str
    version: str | None = None
    author: str | None = None
    games: Sequence[str] = field(default=GAMES)
    """Those it plays."""

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        told = {"version": self.version, "author": self.author}
        return {
            "type": "hello",
            "protocol": VERSION,
            "name": self.name,
            **{name: text for name, text in told.items() if text is not None},
            "games": list(self.games),
        }


@dataclass(frozen=True, slots=True)
class BotMove:
    """The bot's move: a text in notation or an action number."""

    game_id: str
    turn_id: int
    choice: str | int
    comment: str | None = None
    value: float | None = None
    """The chance to win that the bot gives itself, 0 to 1."""

    def to_dict(self) -> dict[str, Any]:
        """The message as JSON holds it."""
        told = {"comment": self.comment, "value": self.value}
        return {
            "type": "move",
            "game_id": self.game_id,
            "turn_id": self.turn_id,
            "move" if isinstance(self.choice, str) else "action": self.choice,
            **{name: value for name, value in told.items() if value is not None},
        }


ToBot = Hello | NewGame | YourTurn | End | Goodbye
FromBot = BotHello | BotMove


# Writing and reading


def write(message: ToBot | FromBot) -> bytes:
    """The message as a line, of ASCII letters only."""
    return json.dumps(message.to_dict(), separators=(",", ":")).encode("ascii") + b"\n"


def read_from_bot(line: bytes) -> FromBot:
    """Parse a bot's message; a `ProtocolError` says what is wrong with it."""
    data = _object(line, LONGEST_FROM_BOT)
    if data["type"].choice(("hello", "move")) == "hello":
        return _bot_hello(data)
    return _bot_move(data)


def read_from_host(line: bytes) -> ToBot | None:
    """Parse a host's message; None for a message of an unknown type."""
    data = _object(line, LONGEST_TO_BOT)
    match data["type"].value:
        case "hello":
            return _hello(data)
        case "new_game":
            return _new_game(data)
        case "your_turn":
            return _your_turn(data)
        case "end":
            return _end(data)
        case "goodbye":
            return Goodbye()
    return None


def _object(line: bytes, longest: int) -> JsonReader:
    if len(line) > longest:
        raise ProtocolError(f"The line has more than {longest} bytes.")
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ProtocolError(f"The line {shown(line)} is not UTF-8 text.") from None
    except (ValueError, RecursionError):
        raise ProtocolError(
            f"The line {shown(line.decode('utf-8', 'replace').strip())} is not JSON; on stdout "
            "there must be nothing but messages, each an object on a line of its own."
        ) from None
    return JsonReader(value, "message", error=ProtocolError)


def _version(data: JsonReader) -> None:
    version = data["protocol"]
    if version.value != VERSION or isinstance(version.value, bool):
        version.wrong(f"{VERSION}, the version of the protocol that is spoken here")


def _bot_hello(data: JsonReader) -> BotHello:
    _version(data)
    name = data["name"].text(_LONGEST_NAME)
    if not name.strip():
        data["name"].wrong("a name")
    told = {key: data.get(key) for key in ("version", "author")}
    games = data.get("games")
    return BotHello(
        name,
        **{key: text.text(_LONGEST_NAME) for key, text in told.items() if text is not None},
        games=[game.text(_LONGEST_NAME) for game in games.items()] if games else GAMES,
    )


def _bot_move(data: JsonReader) -> BotMove:
    move, action = data.get("move"), data.get("action")
    if (move is None) == (action is None):
        raise ProtocolError(
            'A message of the type "move" must have either "move", a text, or "action", a number; '
            f"this one has {'neither' if move is None else 'both'}."
        )
    comment, value = data.get("comment"), data.get("value")
    return BotMove(
        data["game_id"].text(_LONGEST_NAME),
        data["turn_id"].whole(0, _MOST),
        move.text(_LONGEST_MOVE) if move else data["action"].whole(0, _MOST),
        comment.text(_LONGEST_COMMENT) if comment else None,
        value.number() if value else None,
    )


def _hello(data: JsonReader) -> Hello:
    _version(data)
    return Hello(data["host"].text(_LONGEST_NAME))


def _new_game(data: JsonReader) -> NewGame:
    names, time, seed = data.get("names"), data.get("time"), data.get("seed")
    rules, encoding = data["rules"], data["encoding"]
    return NewGame(
        data["game_id"].text(_LONGEST_NAME),
        data["game"].choice(GAMES),
        data["seat"].whole(0, rules["players"].whole(1, 100) - 1),
        {name: value for name, value in data.members().items() if name not in NEW_GAME},
        {name: encoding[name].whole(0, _MOST) for name in encoding.members()},
        [name.text(_LONGEST_NAME) for name in names.items()] if names else None,
        {key: time[key].number() for key in ("bank", "increment")} if time else None,
        seed.whole(-_MOST, _MOST) if seed else None,
    )


def _your_turn(data: JsonReader) -> YourTurn:
    clock = data.get("clock")
    return YourTurn(
        data["game_id"].text(_LONGEST_NAME),
        data["turn_id"].whole(0, _MOST),
        data["view"].members(),
        [legal.members() for legal in data["legal"].items()],
        [move.members() for move in data["moves"].items()],
        clock.members() if clock else None,
    )


def _end(data: JsonReader) -> End:
    forfeit = data.get("forfeit")
    return End(
        data["game_id"].text(_LONGEST_NAME),
        data["ending"].text(_LONGEST_NAME),
        [score.whole(-_MOST, _MOST) for score in data["scores"].items()],
        [winner.whole(0, _MOST) for winner in data["winners"].items()],
        forfeit.members() if forfeit else None,
        [move.members() for move in data["moves"].items()],
        data["view"].members(),
    )


def _moves(view: View, since: int) -> list[dict[str, Any]]:
    """A view's moves after the first `since`."""
    told = view.variant.history(view)[since:]
    return [{"seat": seat, "move": move.text} for seat, move in told]
