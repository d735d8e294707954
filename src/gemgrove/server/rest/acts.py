"""What can be asked of a table: one address for each."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Response, delete, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from gemgrove.server import problems, requests
from gemgrove.server.requests import TableRequest
from gemgrove.server.rest import bodies, examples, shapes
from gemgrove.server.rest.answering import answered
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import told

_AT_A_TABLE = "archived frozen"
_SEATING = f"{_AT_A_TABLE} already_started game_over"
_PLAYING = f"{_AT_A_TABLE} game_over not_seated not_started"
_LONGEST_SEAT = 2  # in digits


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that is asked of a table."""

    path: str
    meant: type[TableRequest]
    """Its members are those of the body."""
    summary: str
    about: str
    codes: str
    body: type[msgspec.Struct] | None = None
    says: Any = None

    @property
    def name(self) -> str:
        """The same as over the WebSocket."""
        return str(self.meant.__struct_config__.tag)


_ACTS = (
    _Act(
        "join",
        requests.Join,
        "Take a seat",
        "Before the game starts.",
        f"{_SEATING} already_seated bad_name bad_seat seat_taken table_full too_many_tables",
        bodies.Join,
        examples.JOIN,
    ),
    _Act(
        "leave",
        requests.Leave,
        "Give up a seat",
        "Before one's first move; afterwards that is called resigning.",
        f"{_PLAYING} resign_instead",
    ),
    _Act(
        "bots",
        requests.AddBot,
        "Give a seat to a bot",
        "Any player who sits at the table may, before the start.",
        f"{_SEATING} bad_bot bad_seat bot_not_allowed not_seated seat_taken table_full",
        bodies.AddBot,
        examples.ADD_BOT,
    ),
    _Act(
        "ready",
        requests.Ready,
        "Say that one is ready",
        "When all seats are taken and everybody is, the game starts.",
        f"{_SEATING} already_ready bad_nonce not_seated",
        bodies.Ready,
        examples.READY,
    ),
    _Act(
        "play",
        requests.Play,
        "Make a move",
        "One decision, or several of one turn: all of them or none.",
        f"{_PLAYING} bad_move illegal_move not_your_turn stale_position unseen_cards",
        bodies.Play,
        examples.PLAY,
    ),
    _Act(
        "resign",
        requests.Resign,
        "Give up",
        "Of two, the other one wins; of more, a bot plays on.",
        _PLAYING,
    ),
    _Act(
        "undo",
        requests.OfferUndo,
        "Offer to take one's last turn back",
        "Only where nothing was seen by it, and all others must agree.",
        f"{_PLAYING} already_offered nothing_to_undo offer_declined something_was_seen",
    ),
    _Act(
        "undo/answer",
        requests.AnswerUndo,
        "Answer an offer to undo",
        "Agree or not, or take one's own offer back.",
        f"{_PLAYING} already_agreed no_offer own_offer",
        bodies.AnswerUndo,
        examples.ANSWER_UNDO,
    ),
    _Act(
        "say",
        requests.Say,
        "Say something",
        "To all at the table.",
        f"{_AT_A_TABLE} bad_text not_seated too_much_said",
        bodies.Say,
        examples.SAY,
    ),
    _Act(
        "rematch",
        requests.Rematch,
        "Ask to play again",
        "With the last one who does, there is a new table.",
        f"{_AT_A_TABLE} already_agreed not_over not_seated rematch_made",
    ),
)


def _handler(act: _Act) -> HTTPRouteHandler:
    @post(
        f"/api/tables/{{table:str}}/{act.path}",
        name=act.name,
        status_code=HTTPStatus.OK,
        opt=told(
            act.summary,
            shapes.Done,
            examples.DONE,
            token="must",
            about=act.about,
            codes=act.codes,
            body=act.body,
            says=act.says,
        ),
    )
    async def asked(request: Asking, table: FromPath[str]) -> Response[bytes]:
        await request.caller()
        said = await request.read(act.body or bodies.Nothing)
        return await _answer(request, table, act.meant(**msgspec.structs.asdict(said)))

    return asked


@delete(
    "/api/tables/{table:str}/bots/{seat:str}",
    name="remove_bot",
    status_code=HTTPStatus.OK,
    opt=told(
        "Free a bot's seat",
        shapes.Done,
        examples.DONE,
        token="must",
        codes=f"{_SEATING} bad_seat no_bot_there not_seated",
    ),
)
async def _remove_bot(
    request: Asking, table: FromPath[str], seat: FromPath[str]
) -> Response[bytes]:
    """Any player who sits at the table may, before the start."""
    if not seat.isascii() or not seat.isdecimal() or len(seat) > _LONGEST_SEAT:
        raise problems.not_found("seat")
    return await _answer(request, table, requests.RemoveBot(seat=int(seat)))


async def _answer(request: Asking, table: str, meant: TableRequest) -> Response[bytes]:
    caller = await request.caller()
    return answered(
        await request.service.act(caller, table, meant, request.key, invite=request.invite)
    )


ACTS = (*map(_handler, _ACTS), _remove_bot)
"""The handlers."""
