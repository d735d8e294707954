"""An endpoint for each table command: `POST /api/tables/{table}/{do}`."""

from http import HTTPStatus
from inspect import cleandoc
from typing import Any, get_args

from litestar import Response, Router, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from gemgrove.server.domain.commands import TableCommand
from gemgrove.server.rest.api_request import TOKEN_REQUIRED, ApiRequest
from gemgrove.server.rest.parameters import IdempotencyKey, Invite, TableId
from gemgrove.server.rest.responses import response_of
from gemgrove.server.table_service import CommandResult

_JSON_BODY: Any = JSONBody


def _handler(command: Any) -> HTTPRouteHandler:
    async def send(
        request: ApiRequest,
        table: TableId,
        data: Any,
        key: IdempotencyKey = None,
        invite: Invite = None,
    ) -> Response[CommandResult]:
        return response_of(
            await request.service.act(request.caller, table, data, key, invite=invite)
        )

    send.__annotations__["data"] = _JSON_BODY[command]
    summary, _, description = cleandoc(command.__doc__).partition("\n")
    name = command.__struct_config__.tag
    return post(
        f"/{name}",
        operation_id=name,
        status_code=HTTPStatus.OK,
        summary=summary.rstrip("."),
        description=" ".join(description.split()),
        opt={"codes": command.refusals},
        **TOKEN_REQUIRED,
    )(send)


table_commands = Router(
    "/api/tables/{table:str}",
    route_handlers=[_handler(command) for command in get_args(TableCommand)],
    tags=["tables"],
)
