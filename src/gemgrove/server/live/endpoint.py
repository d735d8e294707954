"""Where people's clients connect."""

from typing import Any

from litestar import WebSocket, websocket


@websocket("/api/live")
async def live_handler(socket: WebSocket[Any, Any, Any]) -> None:
    """Hand a client over to the hub."""
    await socket.app.state.hub.serve(socket.scope, socket.receive, socket.send)
