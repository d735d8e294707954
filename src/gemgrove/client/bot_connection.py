"""The bot protocol over a WebSocket: many games on one connection, which is made again."""

import json
import math
from collections.abc import Callable
from typing import Any

from websockets.asyncio.client import ClientConnection

from gemgrove import protocol
from gemgrove.client.address import Address
from gemgrove.client.problems import ServerProblem
from gemgrove.client.websocket import ReconnectingWebSocket
from gemgrove.protocol import BotHello, BotMove, Hello, ProtocolError

Message = dict[str, Any]


class BotConnection:
    """Gets a bot's messages and sends its moves; what is lost with a connection is asked again."""

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
        """`welcome` gets the server's word at the beginning of every connection: the `player`, its
        `name`, and `games`, the ids of those in play. `receive` gets all messages after it, `lost`
        why a connection is gone, `ended` why there will be no other one. None of them may wait.
        """
        address = Address.read(url) if isinstance(url, str) else url
        self._token = token
        self._hello = hello
        self._welcome = welcome
        self._receive = receive
        self._first: Message = {}
        self._link = ReconnectingWebSocket(
            address.socket("/bots"),
            greet=self._greet,
            again=self._again,
            receive=self._heard,
            ended=ended,
            lost=lost,
            retry_seconds=retry_seconds,
        )

    def start(self) -> None:
        """Begin to connect."""
        self._link.start()

    async def send(self, move: BotMove) -> bool:
        """Answer a turn, or False: there is no connection now, and the turn is asked again."""
        return await self._link.send(protocol.write(move).decode().rstrip("\n"))

    def drop(self) -> None:
        """Lose the connection as a network does, without a word; it is made again."""
        self._link.drop()

    async def close(self) -> None:
        """Close it for good."""
        await self._link.close()

    async def _greet(self, socket: ClientConnection) -> None:
        said = await socket.recv()
        message = protocol.read_from_host(said if isinstance(said, bytes) else said.encode())
        if not isinstance(message, Hello):
            raise ProtocolError("The server's first message is no hello.")
        answer = self._hello.to_dict() | {"token": self._token}
        await socket.send(json.dumps(answer, separators=(",", ":")))
        self._first = json.loads(await socket.recv())
        if self._first.get("type") == "problem":
            raise ServerProblem.of(self._first.get("problem"))

    async def _again(self, _socket: ClientConnection) -> None:
        self._welcome(self._first)

    def _heard(self, text: str) -> None:
        self._receive(json.loads(text))
