"""What a client can ask of a table, whichever way it comes: `{"do": "play", ...}`."""

import msgspec

from gemgrove.server.domain import commands


class _Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", omit_defaults=True):
    """Common to all requests."""


class Join(_Request, frozen=True, tag="join"):
    """Take a seat."""

    seat: int | None = None
    """None: the first that is free."""


class Leave(_Request, frozen=True, tag="leave"):
    """Give the seat up; after one's first move that is called resigning."""


class AddBot(_Request, frozen=True, tag="add_bot"):
    """Give a free seat to one of the server's bots."""

    bot: str
    seat: int | None = None


class RemoveBot(_Request, frozen=True, tag="remove_bot"):
    """Free a bot's seat."""

    seat: int


class Ready(_Request, frozen=True, tag="ready"):
    """Say that one is ready."""

    nonce: str = ""
    """What one adds to a sealed deal: up to 32 bytes in hexadecimal."""


class Play(_Request, frozen=True, tag="play"):
    """Make one decision, or several of one turn."""

    moves: list[str | int]
    """In notation, or action numbers."""
    position: int
    """The `position` that is answered."""


class Resign(_Request, frozen=True, tag="resign"):
    """Give up."""


class OfferUndo(_Request, frozen=True, tag="offer_undo"):
    """Ask to take one's last turn back."""


class AnswerUndo(_Request, frozen=True, tag="answer_undo"):
    """Agree to that or not."""

    accept: bool


class Say(_Request, frozen=True, tag="say"):
    """Say something to all."""

    text: str


class Rematch(_Request, frozen=True, tag="rematch"):
    """Ask to play again."""


TableRequest = (
    Join
    | Leave
    | AddBot
    | RemoveBot
    | Ready
    | Play
    | Resign
    | OfferUndo
    | AnswerUndo
    | Say
    | Rematch
)


NewTable = commands.Create
"""A table as it is wished. `deal` may also be `open`: a new open deal."""


class PlayOn(msgspec.Struct, frozen=True, kw_only=True):
    """Play on from the middle of a game that has ended, at a table of one's own."""

    decisions: int
    """How many decisions of the game come before."""
    seat: int
    """Where one sits, and who knows what is not drawn anew."""
    bot: str | None = None
    """At all other seats; None: the one that takes seats over."""
    bots: list[str] | None = None
    """Instead of `bot`, one for each of the other seats in their order."""


def command(request: TableRequest, *, name: str) -> commands.Command:
    """What is asked of the domain; `name` is that of the player who asks.

    A rematch is none of these: the hall makes the table that it goes on at.
    """
    match request:
        case Join():
            return commands.Join(name=name, seat=request.seat)
        case Leave():
            return commands.Leave()
        case AddBot():
            return commands.AddBot(bot=request.bot, seat=request.seat)
        case RemoveBot():
            return commands.RemoveBot(seat=request.seat)
        case Ready():
            return commands.Ready(nonce=request.nonce)
        case Play():
            return commands.Play(moves=request.moves, position=request.position)
        case Resign():
            return commands.Resign()
        case OfferUndo():
            return commands.OfferUndo()
        case AnswerUndo():
            return commands.AnswerUndo(accept=request.accept)
        case Say():
            return commands.Say(text=request.text)
        case Rematch():
            raise ValueError("a rematch is asked of the hall")
