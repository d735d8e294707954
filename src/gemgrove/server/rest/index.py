"""The beginning, and the OpenAPI document."""

from importlib.metadata import version

from litestar import Controller, Response, get

from gemgrove.server.rest import examples, shapes
from gemgrove.server.rest.answering import told_all
from gemgrove.server.rest.asking import Asking
from gemgrove.server.rest.describing import document, told

SCHEMA = "/api/schema"
_LINKS = {
    "games": "/api/games",
    "bots": "/api/bots",
    "tables": "/api/tables",
    "players": "/api/players",
    "live": "/api/live",
}


class Index(Controller):
    """Where to go from here."""

    path = "/api"

    @get(name="index", opt=told("Where to go from here", shapes.Index, examples.INDEX))
    async def index(self) -> Response[bytes]:
        """The version, and what there is."""
        return told_all(
            {"name": "gemgrove", "version": program(), "schema": SCHEMA, "links": _LINKS}
        )

    @get(["/schema", "/schema/openapi.json"], name="schema")
    async def schema(self, request: Asking) -> Response[bytes]:
        """The OpenAPI document."""
        state = request.app.state
        if state.get("schema") is None:
            state.schema = document(request.app, program())
        return told_all(state.schema)


def program() -> str:
    """The version of this program."""
    return version("gemgrove")
