"""Checks everything a server's clients receive against what they may know at that time."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from gemgrove.deal import SealedPosition
from gemgrove.server import ids
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.view_json import view_to_dict
from tests.server.cards import cards_in

EVERYBODY = "somebody without a token"
_HELP = re.compile(r"Moves are written as [^\"]*")
"""The end of a message about unreadable moves; its cards are examples."""
_CARDS = re.compile(r"[\"'](?:tier|species)[\"']|\b(?:market|decks?|hand)=")
"""Text that accompanies cards in the output of the server and of games."""
_RUN = re.compile("(?:[A-Z]?[0-9]+,){4}[A-Z]?[0-9]+")


class LeakDetector:
    """Tracks what each client may know of one table, and reports what they receive beyond it.

    It must observe the table service: visible cards are known as soon as they are stored.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.counted: Counter[str] = Counter()
        """The number of texts received, by kind."""
        self.hidden = 0
        """How often somebody heard of a card without learning which."""
        self.unseen: set[str] = set()
        """The cards that some client knew while another did not."""
        self.watched: str | None = None
        """The table to check; None for the first one created."""
        self.table: Table | None = None
        self._shown: dict[str, set[str]] = {}
        self._keys: list[str] = []
        self._private = "no table"
        self._secrets: dict[str, frozenset[str]] = {}
        self._people: dict[str, str] = {}  # by token

    def introduce(self, who: str, token: str, *codes: str) -> None:
        """Add a player, and secrets that nobody else may receive."""
        self._people[token] = who
        self.keep(token, who)
        self.keep(hashlib.sha256(token.encode()).hexdigest())
        for code in codes:
            self.keep(code, who)

    def who(self, token: str | None) -> str:
        """The owner of a token."""
        return EVERYBODY if token is None else self._people[token]

    def keep(self, secret: str, *owners: str) -> None:
        """Add a secret that only its owners may receive."""
        self._secrets[secret] = frozenset(owners)

    def admit(self, who: str) -> None:
        """Let somebody watch the table; nobody else may receive any card."""
        self._shown.setdefault(who, set())

    def invite(self, table: str, code: str, maker: str) -> None:
        """Make the table invite-only: whoever is not admitted may not hear of it."""
        self._private = table
        self.keep(code, maker)
        self.keep(ids.invite_hash(code) or "")

    def known(self, who: str) -> set[str]:
        """The cards somebody has seen so far."""
        return self._shown.get(who, set())

    def observe(self, table: Table, _events: Sequence[StoredEvent]) -> None:
        """Note that events are stored: what they reveal may be known from now on."""
        if self.watched not in (None, table.id):
            return
        self.watched = table.id
        self.table = table
        self._keys = self.deal_keys()
        if table.game is None:
            return
        for who, shown in self._shown.items():
            shown |= set(cards_in(view_to_dict(table.game.view(table.seat_of(who)))))
        everything = {card for shown in self._shown.values() for card in shown}
        for shown in self._shown.values():
            self.unseen |= everything - shown

    def receive(self, who: str, kind: str, text: str, *, said: object = None) -> None:
        """Check a text that somebody received after naming the cards in `said`."""
        self.counted[kind] += 1
        for secret in self.secrets_in(text):
            if who not in self._secrets[secret]:
                self.faults.append(f"{who} was told {secret} in {kind}: {text}")
        if self._private in text and who not in self._shown:
            self.faults.append(f"{who} was told of a table by invitation in {kind}: {text}")
        if self.table is not None and self.table.ended:
            return
        text = _HELP.sub("", text)
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        self.hidden += text.count('"hidden":true')
        more = set(cards_in(value)) - self.known(who) - set(cards_in(said))
        if more:
            self.faults.append(f"{who} was told of {sorted(more)} in {kind}: {text}")
        bare = re.sub(r"[\s\"']", "", text)
        for key in self._keys:
            if key in bare:
                self.faults.append(f"{who} was told of the deal, {key}, in {kind}: {text}")

    def secrets_in(self, text: str) -> list[str]:
        """The tokens and codes in a text, and the forms in which the server stores them."""
        return [secret for secret in self._secrets if secret in text]

    def not_to_be_logged(self, line: str) -> list[str]:
        """The parts of a log line that reveal a card, the deal or a secret."""
        found = [*self.secrets_in(line), *cards_in(line), *_CARDS.findall(line)]
        return found + [key for key in self.deal_keys()[:2] if key in line]

    def deal_keys(self) -> list[str]:
        """Everything that reveals the cards in the decks: the secret, the deal and their order."""
        if self.table is None or self.table.secret is None:
            return []
        keys = [self.table.secret.hex()]
        game = self.table.game
        if game is not None:
            if game.deal is not None:
                keys.append(game.deal.id.removeprefix("sealed:"))
            else:
                position = SealedPosition(self.table.id, self.table.secret).position
                keys.append(position.replace(" ", ""))
            keys += [
                run
                for part in game.position().split(" ")
                if part.startswith("deck")
                for run in _RUN.findall(part)
            ]
        return keys

    # Taps

    async def responded(self, response: httpx.Response) -> None:
        """Check every response and its headers, as an HTTPX hook."""
        await response.aread()
        request = response.request
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        try:
            said = json.loads(request.content)
        except ValueError:
            said = None
        who = self.who(token or None)
        if response.headers.get("content-type", "").endswith("problem+json"):
            kind = f"http {response.json()['code']}"
        else:
            kind = f"http {response.status_code}"
        self.receive(who, kind, response.text, said=said)
        self.receive(who, "headers", json.dumps(dict(response.headers)))

    def connect(self, url: str, **options: Any) -> Any:
        """Like `websockets.connect`, with a connection that reports to the detector."""
        detector = self

        class Tapped(ClientConnection):
            """A connection that identifies its client by the first message."""

            who = EVERYBODY

            async def send(self, message: Any, *rest: Any, **more: Any) -> None:
                if isinstance(message, str) and '"hello"' in message:
                    self.who = detector.who(json.loads(message)["token"])
                await super().send(message, *rest, **more)

            async def recv(self, decode: bool | None = None) -> Any:
                text = str(await super().recv(decode))
                said = json.loads(text)
                kind = said.get("is") or f"bot {said['type']}"
                if kind == "problem":
                    kind = f"live {said['problem']['code']}"
                elif kind == "event":
                    kind = said["event"]["kind"]
                detector.receive(self.who, kind, text)
                return text

        return connect(url, create_connection=Tapped, **options)
