"""The bot protocol over a WebSocket: many games on one connection that reconnects."""

import json
import math
from collections.abc import Callable

from websockets.asyncio.client import ClientConnection

from gemgrove import protocol
from gemgrove.client.address import Address
from gemgrove.client.websocket import Message, ReconnectingWebSocket
from gemgrove.protocol import BotHello, BotMove, Hello, ProtocolError


class BotConnection(ReconnectingWebSocket):
    """Receives a bot's messages and sends its moves.

    A move that is lost with a connection is requested again on the next one.
    """

    def __init__(
        self,
        url: str | Address,
        token: str,
        hello: BotHello,
        *,
        welcome: Callable[[Message], None],
        receive: Callable[[Message], None],
        ended: Callable[[Exception], None],
        lost: Callable[[str], None] | None = None,
        retry_seconds: float = math.inf,
    ) -> None:
        """Call `welcome` with the first message of every connection: the `player`, its `name`, and
        the ids of the `games` in play. `receive` gets all later messages, `lost` the reason why a
        connection is gone, `ended` why there will be no other one. None of them may block.
        """
        super().__init__(Address.read(url).socket("/bots"), retry_seconds)
        self._hello = hello.to_dict() | {"token": token}
        self._welcome = welcome
        self._received = receive
        self._ended = ended
        self._lost = lost

    def start(self) -> None:
        """Start connecting."""
        self._start()

    async def send(self, move: BotMove) -> bool:
        """Answer a turn; return False without a connection: the turn will be requested again."""
        return await self._send(move.to_dict())

    async def _greet(self, socket: ClientConnection) -> None:
        text = await socket.recv(decode=True)
        if not isinstance(protocol.read_from_host(text.encode()), Hello):
            raise ProtocolError("The server's first message is not a hello.")
        await socket.send(json.dumps(self._hello, separators=(",", ":")))

    async def _on_welcome(self, welcome: Message) -> None:
        self._welcome(welcome)

    def _receive(self, message: Message) -> None:
        self._received(message)

    def _on_loss(self, reason: str) -> None:
        if self._lost is not None:
            self._lost(reason)

    def _on_end(self, error: Exception) -> None:
        self._ended(error)
