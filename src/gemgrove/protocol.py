"""Writes, reads and checks the messages of the bot protocol: one line of JSON each.

`docs/bot-protocol.md` describes them for bot authors. Nothing here starts a program or knows how
the lines are sent.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from gemgrove.game import GAMES, View
from gemgrove.json_reader import JsonReader
from gemgrove.variant import shown
from gemgrove.view_json import view_to_dict

VERSION = 1
LONGEST_TO_BOT = 1 << 20
"""The longest line that a bot may receive, in bytes; a view has about 10,000."""
LONGEST_FROM_BOT = 1 << 16
"""The longest line that a bot may send, in bytes."""
LONGEST_NAME = 100
"""The longest name or id, in characters."""

_LONGEST_MOVE = 200
_LONGEST_COMMENT = 1000
_MOST = 2**53 - 1  # beyond this, integers are not exact in JavaScript and other languages


class ProtocolError(ValueError):
    """Raised for a line that is not a message, or an invalid message."""


class Message:
    """A message; its fields are the JSON members, in order."""

    type: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Return the message as JSON values."""
        members = {item.name: getattr(self, item.name) for item in fields(self)}  # type: ignore[arg-type]
        return {"type": self.type} | members


# From the host to the bot


@dataclass(frozen=True)
class Hello(Message):
    """The host's first message."""

    type = "hello"

    protocol: int = field(default=VERSION, init=False)
    host: str
    games: Sequence[str] = field(default=GAMES, init=False)
    longest_line: int = field(default=LONGEST_FROM_BOT, init=False)


@dataclass(frozen=True, kw_only=True)
class NewGame(Message):
    """Tells the bot that a game begins in which it has a seat."""

    type = "new_game"

    game_id: str
    game: str
    players: int
    seat: int
    names: Sequence[str] | None
    variant: Mapping[str, Any]
    """As written by `Variant.to_dict`: `rules`, and `cards` if they are custom. They become members
    of the message itself."""
    time: Mapping[str, float] | None
    """`bank` and `increment` in seconds; None if there is no clock."""
    encoding: Mapping[str, int]
    seed: int | None

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
        """Create the message for the seat of a view."""
        assert view.seat is not None
        return cls(
            game_id=game_id,
            game=view.name,
            players=view.players,
            seat=view.seat,
            names=None if names is None else [name[:LONGEST_NAME] for name in names],
            variant=view.variant.to_dict(),
            time=time,
            encoding=view.variant.encoding,
            seed=None if seed is None else seed % (_MOST + 1),
        )

    def to_dict(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for name, value in super().to_dict().items():
            members |= value if name == "variant" else {name: value}
        return members


NEW_GAME = ("type", *(item.name for item in fields(NewGame) if item.name != "variant"))
"""The members of a `new_game` message other than the game's rules and data."""


@dataclass(frozen=True)
class YourTurn(Message):
    """Asks the bot for a move."""

    type = "your_turn"

    game_id: str
    turn_id: int
    moves: Sequence[Mapping[str, Any]]
    clock: Mapping[str, Any] | None
    legal: Sequence[Mapping[str, Any]]
    view: Mapping[str, Any]

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
        """Create the message, with the view's moves after the first `since`."""
        legal = [
            {"action": action, "move": view.move(action).text} for action in view.legal_actions()
        ]
        return cls(game_id, turn_id, _moves(view, since), clock, legal, view_to_dict(view))


@dataclass(frozen=True)
class End(Message):
    """Tells the bot that a game has ended, for whatever reason."""

    type = "end"

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
        """Create the message for a view; `forfeit` is the seat that forfeited, and the reason."""
        told = None if forfeit is None else {"seat": forfeit[0], "reason": forfeit[1]}
        ending = "forfeit" if told else view.ending or "unfinished"
        moves = _moves(view, since)
        return cls(game_id, ending, view.scores, view.winners, told, moves, view_to_dict(view))


@dataclass(frozen=True)
class Goodbye(Message):
    """The host's last message: the bot must exit."""

    type = "goodbye"


# From the bot to the host


@dataclass(frozen=True)
class BotHello(Message):
    """The bot's answer to the host's hello."""

    type = "hello"

    protocol: int = field(default=VERSION, init=False)
    name: str
    version: str | None = None
    author: str | None = None
    games: Sequence[str] = GAMES
    """The games that the bot plays."""

    def to_dict(self) -> dict[str, Any]:
        return _without_none(super().to_dict())


@dataclass(frozen=True)
class BotMove(Message):
    """The bot's move: a text in notation or an action number."""

    type = "move"

    game_id: str
    turn_id: int
    choice: str | int
    """Written as the member `move` if it is a text, or `action` if it is a number."""
    comment: str | None = None
    value: float | None = None
    """The bot's estimate of its chance to win, 0 to 1."""

    def to_dict(self) -> dict[str, Any]:
        key = "move" if isinstance(self.choice, str) else "action"
        members = _without_none(super().to_dict())
        return {key if name == "choice" else name: value for name, value in members.items()}


ToBot = Hello | NewGame | YourTurn | End | Goodbye
FromBot = BotHello | BotMove


# Writing and reading


def write(message: ToBot | FromBot) -> bytes:
    """Return the message as a line of ASCII characters."""
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
    name = data["name"].text(LONGEST_NAME)
    if not name.strip():
        data["name"].wrong("a name")
    told = {key: data.get(key) for key in ("version", "author")}
    games = data.get("games")
    return BotHello(
        name,
        **{key: text.text(LONGEST_NAME) for key, text in told.items() if text is not None},
        games=[game.text(LONGEST_NAME) for game in games.items()] if games else GAMES,
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
        data["game_id"].text(LONGEST_NAME),
        data["turn_id"].whole(0, _MOST),
        move.text(_LONGEST_MOVE) if move else data["action"].whole(0, _MOST),
        comment.text(_LONGEST_COMMENT) if comment else None,
        value.number() if value else None,
    )


def _hello(data: JsonReader) -> Hello:
    _version(data)
    return Hello(data["host"].text(LONGEST_NAME))


def _new_game(data: JsonReader) -> NewGame:
    names, time, seed = data.get("names"), data.get("time"), data.get("seed")
    encoding = data["encoding"]
    players = data["rules"]["players"].whole(1, 100)
    return NewGame(
        game_id=data["game_id"].text(LONGEST_NAME),
        game=data["game"].choice(GAMES),
        players=players,
        seat=data["seat"].whole(0, players - 1),
        names=[name.text(LONGEST_NAME) for name in names.items()] if names else None,
        variant={name: value for name, value in data.members().items() if name not in NEW_GAME},
        time={key: time[key].number() for key in ("bank", "increment")} if time else None,
        encoding={name: encoding[name].whole(0, _MOST) for name in encoding.members()},
        seed=seed.whole(-_MOST, _MOST) if seed else None,
    )


def _your_turn(data: JsonReader) -> YourTurn:
    clock = data.get("clock")
    return YourTurn(
        data["game_id"].text(LONGEST_NAME),
        data["turn_id"].whole(0, _MOST),
        [move.members() for move in data["moves"].items()],
        clock.members() if clock else None,
        [legal.members() for legal in data["legal"].items()],
        data["view"].members(),
    )


def _end(data: JsonReader) -> End:
    forfeit = data.get("forfeit")
    return End(
        data["game_id"].text(LONGEST_NAME),
        data["ending"].text(LONGEST_NAME),
        [score.whole(-_MOST, _MOST) for score in data["scores"].items()],
        [winner.whole(0, _MOST) for winner in data["winners"].items()],
        forfeit.members() if forfeit else None,
        [move.members() for move in data["moves"].items()],
        data["view"].members(),
    )


def _moves(view: View, since: int) -> list[dict[str, Any]]:
    """Return a view's moves after the first `since`."""
    told = view.variant.history(view)[since:]
    return [{"seat": seat, "move": move.text} for seat, move in told]


def _without_none(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
