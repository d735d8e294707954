"""Requests to a server over HTTP."""

import secrets
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Self

import httpx

from gemgrove.client.address import Address
from gemgrove.client.backoff import Backoff
from gemgrove.client.problems import ServerProblem, Unreachable

RETRY_SECONDS = 30.0
ANSWER_SECONDS = 30.0
"""Seconds to wait for an answer before the request is sent again."""
NONCE_BYTES = 16

_KEY_BYTES = 16
_MOST_WAIT = 60.0

Json = dict[str, Any]
"""A JSON object."""


def new_key() -> str:
    """Return an idempotency key, with which a server recognizes a repeated request."""
    return secrets.token_hex(_KEY_BYTES)


class Client:
    """Sends requests to a server over HTTP, in the name of the player whose token it has.

    Every request that changes something has an idempotency key: if the connection is lost or the
    server cannot answer now, the same request is sent again with the same key, for
    `retry_seconds`. Raises `ServerProblem` if the server refuses, `Unreachable` if it stays away.
    """

    def __init__(
        self,
        url: str | Address,
        token: str | None = None,
        *,
        invites: MutableMapping[str, str] | None = None,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        """Use the invite codes in `invites`, by table; those of tables created here are added."""
        self.address = Address.read(url)
        self.token = token
        self.invites = {} if invites is None else invites
        self._retry_seconds = retry_seconds
        self._http = httpx.AsyncClient(timeout=ANSWER_SECONDS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    # Players

    async def register(
        self, name: str | None = None, *, bot: bool = False, key: str | None = None
    ) -> Json:
        """Register a player, or a guest without a name. Their token is used from then on."""
        answer = await self._post("/players", {"name": name, "bot": bot}, key=key)
        self.token = answer["token"]
        return answer

    async def me(self) -> Json:
        """Return the player to whom the token belongs."""
        return await self._get("/me")

    async def my_tables(self, **filters: str | int) -> Json:
        """Return a page of the tables at which the player has or had a seat."""
        return await self._get("/me/tables", filters)

    # Tables

    async def tables(self, **filters: str | int) -> Json:
        """Return a page of the public tables."""
        return await self._get("/tables", filters)

    async def create(self, game: str, *, key: str | None = None, **wish: Any) -> Json:
        """Create a table, with `players`, `rules`, `options`, `deal`, `public` and so on.

        `id="ABCD-EFGH-JKMN-PQR"` names an open deal, as `deal` does. The answer's `deal` contains
        the id of an open deal, or the commitment of a sealed one.
        """
        return self._new_table(await self._post("/tables", {"game": game, **wish}, key=key))

    async def play_on(
        self,
        table: str,
        decisions: int,
        seat: int,
        bot: str | None = None,
        *,
        bots: Sequence[str] | None = None,
        key: str | None = None,
    ) -> Json:
        """Create a table at which a finished game is continued after this number of decisions.

        The player takes `seat`; what that seat could not know then is redrawn. `bot` plays at all
        other seats, or `bots`, one for each; without either the host chooses one.
        """
        several = None if bots is None else list(bots)
        body = {"decisions": decisions, "seat": seat, "bot": bot, "bots": several}
        path = f"/tables/{table}/continue"
        return self._new_table(await self._post(path, body, key=key, table=table))

    async def snapshot(self, table: str) -> Json:
        """Return the table as it is now, as far as the player may see it."""
        return await self._get(f"/tables/{table}", table=table)

    async def events(self, table: str, after: int = 0, most: int = 500) -> list[Json]:
        """Return a page of the events after a seq, as far as the player may see them."""
        asked = {"after": after, "most": most}
        page = await self._get(f"/tables/{table}/events", asked, table=table)
        found: list[Json] = page["events"]
        return found

    async def record(self, table: str) -> Json:
        """Return the record of a finished game."""
        return await self._get(f"/tables/{table}/record", table=table)

    async def start_review(self, table: str, *, key: str | None = None) -> Json:
        """Start the review of a finished game, unless there is one; return the review so far."""
        return await self._post(f"/tables/{table}/review", key=key, table=table)

    async def review(self, table: str) -> Json:
        """Return the review of a finished game, as far as it is done."""
        return await self._get(f"/tables/{table}/review", table=table)

    async def act(self, table: str, request: Mapping[str, Any], *, key: str | None = None) -> Json:
        """Send a command to a table; `request` includes its `do`, as over a live connection."""
        body = dict(request)
        path = f"/tables/{table}/{body.pop('do')}"
        return await self._post(path, body or None, key=key, table=table)

    async def join(self, table: str, seat: int | None = None, *, key: str | None = None) -> Json:
        """Take a seat, by default the first free one."""
        return await self.act(table, {"do": "join", "seat": seat}, key=key)

    async def leave(self, table: str, *, key: str | None = None) -> Json:
        """Give up the seat, before the game or the player's first move."""
        return await self.act(table, {"do": "leave"}, key=key)

    async def add_bot(
        self, table: str, bot: str, seat: int | None = None, *, key: str | None = None
    ) -> Json:
        """Give a seat to one of the server's bots."""
        return await self.act(table, {"do": "add_bot", "bot": bot, "seat": seat}, key=key)

    async def ready(self, table: str, nonce: str | None = None, *, key: str | None = None) -> Json:
        """Declare the player ready, with a nonce for the deal, by default a random one."""
        chosen = secrets.token_hex(NONCE_BYTES) if nonce is None else nonce
        return await self.act(table, {"do": "ready", "nonce": chosen}, key=key)

    async def play(
        self, table: str, moves: Sequence[str | int], position: int, *, key: str | None = None
    ) -> Json:
        """Make decisions in this position, all of them or none."""
        request = {"do": "play", "moves": list(moves), "position": position}
        return await self.act(table, request, key=key)

    async def resign(self, table: str, *, key: str | None = None) -> Json:
        """Resign the game."""
        return await self.act(table, {"do": "resign"}, key=key)

    async def say(self, table: str, text: str, *, key: str | None = None) -> Json:
        """Send a chat message to everybody at the table."""
        return await self.act(table, {"do": "say", "text": text}, key=key)

    # Any request

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        key: str | None = None,
        table: str | None = None,
        asked: Mapping[str, str | int] | None = None,
    ) -> Any:
        """Send any request below `/api` until it is answered; return the answer's body.

        `asked` contains the query parameters; `table` is the one whose invite code is sent.
        """
        headers = self._headers(key, table)
        backoff = Backoff(self._retry_seconds)
        while True:
            try:
                response = await self._http.request(
                    method,
                    self.address.api(path),
                    json=body,
                    params=dict(asked or {}),
                    headers=headers,
                )
            except httpx.TransportError as error:
                if await backoff.wait():
                    continue
                why = str(error) or type(error).__name__
                raise Unreachable(f"{self.address.url} does not answer: {why}.") from error
            if response.is_success:
                return response.json() if response.content else None
            problem = ServerProblem.of(_details(response), response.status_code)
            if not (problem.passes and await backoff.wait(_retry_after(response))):
                raise problem

    async def _post(
        self, path: str, body: object = None, *, key: str | None, table: str | None = None
    ) -> Json:
        found = await self.request("POST", path, body, key=key or new_key(), table=table)
        assert isinstance(found, dict)
        return found

    async def _get(
        self, path: str, asked: Mapping[str, str | int] | None = None, *, table: str | None = None
    ) -> Json:
        found = await self.request("GET", path, asked=asked, table=table)
        assert isinstance(found, dict)
        return found

    def _new_table(self, answer: Json) -> Json:
        """Keep the invite code of a new table, and return the answer."""
        if "invite" in answer:
            self.invites[answer["table"]] = answer["invite"]
        return answer

    def _headers(self, key: str | None, table: str | None) -> dict[str, str]:
        headers = {}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if table is not None and table in self.invites:
            headers["Gemgrove-Invite"] = self.invites[table]
        return headers


def _details(response: httpx.Response) -> object:
    try:
        return response.json()
    except ValueError:
        return None


def _retry_after(response: httpx.Response) -> float:
    """Return the number of seconds that the server asks to wait."""
    text = response.headers.get("Retry-After", "")
    return min(float(text), _MOST_WAIT) if text.isascii() and text.isdigit() else 0.0
