"""uvicorn's WebSocket protocol, which drops clients that stop reading."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINGER_SECONDS = 5.0


class LiveProtocol(WebSocketsSansIOProtocol):
    """A protocol that drops a connection's last bytes if the client does not read them.

    uvicorn would wait forever.
    """

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send a message, and note when a rejected client has got its answer."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True
