"""uvicorn's WebSocket protocol, which drops clients that stop reading."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINGER_SECONDS = 5.0


class LiveProtocol(WebSocketsSansIOProtocol):
    """A connection that is over is closed when its last bytes are taken. Where the client does not
    take them, that would be never: after a while they are dropped."""

    async def run_asgi(self) -> None:
        """Serve the client, and see that it goes."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    async def send(self, message: Any) -> None:
        """Send, and know that who was turned away has had the answer."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True
