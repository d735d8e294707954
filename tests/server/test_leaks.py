"""Nobody receives hidden information: checks every byte a server sends and every line it logs.

The clients of a whole server use every channel there is. `LeakDetector` knows at every moment what
each of them has seen, and compares everything they receive with that.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from gemgrove.arboretum.cards import Card
from gemgrove.client import BotConnection, Client, Live, ServerProblem, websocket
from gemgrove.protocol import BotHello, BotMove
from gemgrove.server.domain import Table
from gemgrove.server.lifecycle import RunningServer
from tests.client.servers import begun, server
from tests.server.leak_detector import EVERYBODY, LeakDetector
from tests.server.rest.test_logging import kept
from tests.waiting import PATIENCE, becomes

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz"]
OPTIONS: dict[str, dict[str, Any]] = {"splendor": {"target_points": 5}, "arboretum": {}}
MAX_DECISIONS = 1_000
PROBED_EVERY = 20
RESIGNS_AT = 40
ENOUGH_BLIND = 4
GUESSES = {
    "draw": ["draw deck", "draw deck", "pick {}"],
    "pick": ["pick {}"],
    "discard": ["discard {}"],
}
"""By Arboretum's phase: decisions about a card that the player cannot know to be theirs."""


class LeakClient:
    """An HTTP client; without a token, a spectator."""

    def __init__(
        self, url: str, detector: LeakDetector, token: str | None = None, who: str = ""
    ) -> None:
        self.url = url
        self.token = token
        self.who = who or EVERYBODY
        self.invites: dict[str, str] = {}
        self._detector = detector
        self._http = httpx.AsyncClient(
            base_url=f"{url}/api", event_hooks={"response": [detector.responded]}, timeout=PATIENCE
        )

    @classmethod
    async def register(
        cls,
        stack: AsyncExitStack,
        url: str,
        detector: LeakDetector,
        name: str,
        *,
        bot: bool = False,
    ) -> "LeakClient":
        """Register a new player."""
        async with httpx.AsyncClient() as http:  # the detector does not know the player yet
            answer = await http.post(f"{url}/api/players", json={"name": name, "bot": bot})
        made = answer.json()
        detector.introduce(made["player"], made["token"], made["recovery"])
        found = cls(url, detector, made["token"], made["player"])
        stack.push_async_callback(found.close)
        return found

    async def close(self) -> None:
        await self._http.aclose()

    async def ask(
        self, method: str, path: str, body: object = None, *, table: str = "", key: str = ""
    ) -> httpx.Response:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        if key:
            headers["Idempotency-Key"] = key
        if table in self.invites:
            headers["Gemgrove-Invite"] = self.invites[table]
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = await self._http.request(method, path, headers=headers, **more)
        assert answer.status_code < 500, answer.text
        return answer

    async def get(self, path: str, table: str = "") -> httpx.Response:
        return await self.ask("GET", path, table=table)

    async def act(
        self, table: str, what: str, body: object = None, key: str = ""
    ) -> httpx.Response:
        return await self.ask("POST", f"/tables/{table}/{what}", body, table=table, key=key)

    async def sees(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.get(f"/tables/{table}", table)).json()
        return found


@dataclass
class RandomBot:
    """A bot on the bots' WebSocket: it plays anything, and sometimes sends illegal moves."""

    visitor: LeakClient
    chance: random.Random
    tasks: set["asyncio.Task[bool]"] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        assert self.visitor.token is not None
        self.link = BotConnection(
            self.visitor.url,
            self.visitor.token,
            BotHello("tester"),
            welcome=lambda _: None,
            receive=self._receive,
            ended=lambda error: self.failed.append(str(error)),
        )
        self.link.start()
        try:
            yield
        finally:
            await self.link.close()

    def _receive(self, message: dict[str, Any]) -> None:
        if message["type"] != "your_turn":
            return
        turn = message["turn_id"]
        choice: int | str = self.chance.choice(message["legal"])["action"]
        if turn not in self.refused and self.chance.random() < 0.2:
            self.refused.add(turn)
            choice = "pass"
        move = BotMove(message["game_id"], turn, choice)
        task = asyncio.create_task(self.link.send(move))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


@dataclass
class Scenario:
    """A table with everyone involved in it."""

    detector: LeakDetector
    chance: random.Random
    table: str
    people: list[LeakClient]
    """The people with seats, who move when the test lets them."""
    lives: list[Live]
    """Their live connections."""
    linked: list[RandomBot]
    onlooker: LeakClient
    outsider: LeakClient
    """Somebody who knows nothing of an invite-only table."""
    guessed: set[str] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    offered: set[tuple[str, bool]] = field(default_factory=set)
    blind: int = 0
    """How often somebody took a card that the others did not see."""

    @property
    def standing(self) -> Table:
        assert self.detector.table is not None
        return self.detector.table

    async def play(self) -> None:
        """Play to the end of the game."""
        for number in range(MAX_DECISIONS):
            if self.standing.ended:
                return
            position = self.standing.position_seq
            if number % PROBED_EVERY == 5:
                await self.probe()
            if number == RESIGNS_AT and self.standing.players > 3:
                await self.people.pop().act(self.table, "resign")
            mover = self._mover()
            if mover is None:
                await becomes(partial(self._gone_on, position))
            else:
                await self._move(mover)
        raise AssertionError("The game does not end.")

    def _gone_on(self, position: int) -> bool:
        assert not any(bot.failed for bot in self.linked)
        return self.standing.position_seq != position or self.standing.ended

    def _mover(self) -> int | None:
        """The index of the person to move, if it is one."""
        for number, person in enumerate(self.people):
            if self.standing.to_move == self.standing.seat_of(person.who) is not None:
                return number
        return None

    async def _move(self, number: int) -> None:
        person = self.people[number]
        shot = await person.sees(self.table)
        if not shot["legal"]:
            return  # the undo was accepted
        await self.guess(person, shot)
        if person.who not in self.tried:
            self.tried.add(person.who)
            await self._refused(person, shot["position"])
        move = self._chosen(shot["legal"])
        wished = {"moves": [move], "position": shot["position"]}
        key = f"{self.table} {shot['last_seq']}"
        if self.chance.random() < 0.5:
            await person.act(self.table, "play", wished, key)
            await person.act(self.table, "play", wished, key)
        else:
            await self.lives[number].ask(self.table, {"do": "play", **wished}, key=key)
        blind, kind = move.endswith("deck"), move.split(" ")[0]
        self.blind += blind
        if not self.standing.ended and (kind, blind) not in self.offered:
            self.offered.add((kind, blind))
            await self.offer(person, accept=True)
        elif not self.standing.ended and self.chance.random() < 0.2:
            await self.offer(person, accept=self.chance.random() < 0.5)

    def _chosen(self, legal: list[dict[str, Any]]) -> str:
        moves = [str(each["move"]) for each in legal]
        often = 0.25 if self.blind >= ENOUGH_BLIND else 1.0
        for wanted, likely in (("r . deck", often), ("b", 0.7), ("p3", 0.5)):
            found = [move for move in moves if re.match(wanted, move)]
            if found and self.chance.random() < likely:
                return self.chance.choice(found)
        return self.chance.choice(moves)

    async def offer(self, person: LeakClient, *, accept: bool) -> None:
        """Offer to undo the last turn, and let the others answer."""
        await person.act(self.table, "offer_undo")
        others = [other for other in self.people if other is not person]
        for other in others + [bot.visitor for bot in self.linked]:
            await other.act(self.table, "answer_undo", {"accept": accept})

    async def probe(self) -> None:
        """Request everything that can be viewed, and everything that is refused."""
        table, position = self.table, self.standing.position_seq
        watching = [*self.people, *(bot.visitor for bot in self.linked), self.onlooker]
        for visitor in watching:
            await visitor.sees(table)
            await visitor.get(f"/tables/{table}/events?after={max(0, position - 20)}", table)
            record = await visitor.get(f"/tables/{table}/record", table)
            assert record.status_code == 409 or self.standing.ended
            for method in ("GET", "POST")[: 1 + (visitor.token is not None)]:
                review = await visitor.ask(method, f"/tables/{table}/review", table=table)
                assert review.status_code == 409 or self.standing.ended
        for person in self.people:
            await self._refused(person, position)
        for live in self.lives:
            for moves in ([10**6], ["draw deck"] * 2, ["at 0 0"]):
                with suppress(ServerProblem):
                    request = {"do": "play", "moves": moves, "position": 1}
                    await live.ask(table, request)
            for more in ({"do": "answer_undo", "accept": True}, {"do": "say", "text": "Well?"}):
                with suppress(ServerProblem):
                    await live.ask(table, more)
        await self.speak(self.chance.choice(watching), position)
        self.chance.choice(self.lives).drop()
        if self.linked:
            self.linked[0].link.drop()
        for path in ("/tables", "/tables?status=playing", "/games", "/bots"):
            await self.outsider.get(path)
        for person in self.people:
            for path in ("", "/tables", "/history"):
                await self.outsider.get(f"/players/{person.who}{path}")
            for path in ("/me", "/me/tables", "/me/tokens"):
                await person.get(path)

    async def speak(self, visitor: LeakClient, position: int) -> None:
        """Send messages that no client of ours sends, and watch the table from its beginning."""
        table = self.table
        for invite in (visitor.invites.get(table), None):
            url = f"{visitor.url.replace('http', 'ws')}/api/live"
            async with self.detector.connect(url, max_queue=None) as raw:
                said: list[dict[str, Any]] = [
                    {"do": "hello", "token": visitor.token},
                    {"do": "watch", "table": table, "after": 0, "invite": invite},
                    {"do": "watch", "table": table, "after": position + 1000, "invite": invite},
                    {"do": "watch", "table": table, "invite": invite},
                    {"do": "unwatch", "table": table},
                    {"do": "reveal", "table": table, "seat": 0},
                    {"do": "ask", "id": "x", "table": table, "request": {"do": "peek"}},
                    {"do": "ping"},
                ]
                for message in said:
                    await raw.send(json.dumps(message))
                kinds: set[str] = set()
                answered = False
                while not answered or "pong" not in kinds:
                    heard = json.loads(await raw.recv())
                    kinds.add(heard["is"])
                    answered |= heard.get("id") == "x"
                if invite is None and visitor is self.onlooker and visitor.invites:
                    assert not {"snapshot", "resumed", "event"} & kinds
        if self.onlooker.invites:
            stranger = LeakClient(self.onlooker.url, self.detector)
            for path in ("", "/events", "/record"):
                assert (await stranger.get(f"/tables/{table}{path}")).status_code == 404
            await stranger.close()

    async def _refused(self, person: LeakClient, position: int) -> None:
        """Send illegal moves, whoever's turn it is."""
        for moves, at in (
            ([0], position - 1),
            ([10**6], position),
            (["nonsense"], position),
            (["noble 3"], position),
            (["br 3"], position),
            (["at 50 50"], position),
        ):
            await person.act(self.table, "play", {"moves": moves, "position": at})

    async def guess(self, person: LeakClient, shot: dict[str, Any]) -> None:
        """Name all unseen cards in moves: the refusals must not reveal where they are."""
        phase = shot["view"]["phase"]
        if phase not in GUESSES or phase in self.guessed:
            return
        self.guessed.add(phase)
        known = self.detector.known(person.who)
        told = set()
        for number in (number for number in range(80) if str(Card.of(number)) not in known):
            card = str(Card.of(number))
            moves = [move.format(card) for move in GUESSES[phase]]
            wished = {"moves": moves, "position": shot["position"]}
            problem = (await person.act(self.table, "play", wished)).json()
            told.add((problem["code"], problem["detail"].replace(card, "it")))
        codes = {code for code, _ in told}
        if len(GUESSES[phase]) > 1:
            assert codes == {"illegal_move", "unseen_cards"}
        else:
            assert {sentence for _, sentence in told if "not in the game" not in sentence} == {
                f"{GUESSES[phase][0].format('it')} is not legal: it is not in your hand."
            }


@asynccontextmanager
async def scenario(
    running: RunningServer, detector: LeakDetector, game: str, kinds: list[str], *, public: bool
) -> AsyncIterator[Scenario]:
    """Set up a table with seats of these kinds, ready to start."""
    url = running.url
    running.service.table_service.observers.append(detector.observe)
    async with AsyncExitStack() as stack:
        players: list[tuple[str, LeakClient]] = []
        for kind, name in zip(kinds, NAMES, strict=False):
            if kind != "server":
                bot = kind == "link"
                players.append(
                    (kind, await LeakClient.register(stack, url, detector, name, bot=bot))
                )
        outsider = await LeakClient.register(stack, url, detector, "Zoe")
        onlooker = LeakClient(url, detector)
        stack.push_async_callback(onlooker.close)
        for _, player in players:
            detector.admit(player.who)
        detector.admit(EVERYBODY)
        if public:
            detector.admit(outsider.who)
        wish = {"game": game, "players": len(kinds), "public": public, "options": OPTIONS[game]}
        maker = players[0][1]
        made = (await maker.ask("POST", "/tables", wish)).json()
        table = made["table"]
        if not public:
            detector.invite(table, made["invite"], maker.who)
            for visitor in (onlooker, *(player for _, player in players)):
                visitor.invites[table] = made["invite"]
        for _, player in players:
            assert (await player.act(table, "join", {})).status_code == 200
        for _ in range(len(kinds) - len(players)):
            assert (await maker.act(table, "add_bot", {"bot": "greedy"})).status_code == 200
        lives = []
        people = [player for kind, player in players if kind == "person"]
        for visitor in (*people, onlooker, outsider):
            live = Live(url, visitor.token, invites=visitor.invites)
            lives.append(await stack.enter_async_context(live))
            if visitor is not outsider:
                await live.watch(table)
            await live.watch_lobby()
        linked = []
        for number, (kind, player) in enumerate(players):
            if kind == "link":
                linked.append(RandomBot(player, random.Random(number)))
                await stack.enter_async_context(linked[-1].connected())
        for _, player in players:
            assert (await player.act(table, "ready", {"nonce": "ab"})).status_code == 200
        chance = random.Random(len(kinds))
        yield Scenario(
            detector, chance, table, people, lives[: len(people)], linked, onlooker, outsider
        )


HEARD = {
    *("welcome", "snapshot", "resumed", "presence", "lobby", "answer", "pong"),
    *("ready", "started", "played", "said", "over", "live malformed", "live stale_position"),
}
HEARD_BY_BOTS = {f"bot {kind}" for kind in ("hello", "welcome", "new_game", "your_turn", "end")}
REFUSED = {"http " + code for code in ("not_over", "stale_position", "bad_move", "illegal_move")}
BETWEEN_PEOPLE = {"undo_offered", "undone", "http something_was_seen"}
"""Only between people, since a bot may have moved by then."""
SCENES = [
    ("splendor", "person person", False),
    ("splendor", "person server person link", True),
    ("arboretum", "person link", True),
    ("arboretum", "person person server", False),
]


@pytest.mark.parametrize(("game", "kinds", "public"), SCENES)
def test_nothing_that_is_sent_or_logged_tells_what_its_reader_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, kinds: str, public: bool
) -> None:
    detector = LeakDetector()
    monkeypatch.setattr(websocket, "connect", detector.connect)

    async def work() -> None:
        async with (
            server(tmp_path) as running,
            scenario(running, detector, game, kinds.split(" "), public=public) as found,
        ):
            await found.play()
            last = {"over"} | ({"bot end"} if found.linked else set())
            await becomes(lambda: last <= set(detector.counted))
            keys = detector.deal_keys()
            told = (await found.onlooker.sees(found.table))["secret"]
            assert told == keys[0]  # so this must not be revealed earlier

    with kept() as log:
        asyncio.run(asyncio.wait_for(work(), PATIENCE))
    assert detector.faults == []
    expected = HEARD | REFUSED
    expected |= HEARD_BY_BOTS if "link" in kinds else set()
    expected |= BETWEEN_PEOPLE if kinds == "person person" else set()
    expected |= {"http unseen_cards"} if game == "arboretum" else set()
    assert expected - set(detector.counted) == set()
    # There were hidden cards, and clients heard of them without learning which.
    assert detector.hidden > 20
    assert len(detector.unseen) >= (20 if game == "arboretum" else ENOUGH_BLIND)
    for line in log.lines:
        assert detector.not_to_be_logged(line) == [], line
    assert len(log.lines) > 100


async def given_up(stack: AsyncExitStack, url: str, game: str) -> tuple[str, list[Client]]:
    """A finished game with cards that only one player had seen, and its players."""
    people = []
    for name in NAMES[:2]:
        people.append(await stack.enter_async_context(Client(url)))
        await people[-1].register(name)
    table = await begun(*people, game=game)
    chance = random.Random(1)
    for number in range(25):
        shots = [await person.snapshot(table) for person in people]
        (mover,) = [number for number, shot in enumerate(shots) if shot["legal"]]
        moves = [move["move"] for move in shots[mover]["legal"]]
        unseen = [move for move in moves if move.endswith("deck")]
        move = chance.choice(unseen if number < 6 and unseen else moves)
        await people[mover].play(table, [move], shots[mover]["position"])
    await people[0].resign(table)
    return table, people


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_a_continued_game_reveals_no_more_than_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    detector = LeakDetector()
    monkeypatch.setattr(websocket, "connect", detector.connect)

    async def work() -> None:
        async with server(tmp_path) as running, AsyncExitStack() as stack:
            url = running.url
            old, clients = await given_up(stack, url, game)
            visitors = []
            for client in clients:
                who = (await client.me())["player"]
                assert client.token is not None
                detector.introduce(who, client.token)
                visitors.append(LeakClient(url, detector, client.token, who))
                stack.push_async_callback(visitors[-1].close)
            running.service.table_service.observers.append(detector.observe)
            player, outsider = visitors
            onlooker = LeakClient(url, detector)
            stack.push_async_callback(onlooker.close)
            detector.admit(player.who)
            detector.admit(EVERYBODY)
            wish = {"decisions": 20, "seat": 0}
            answer = await player.act(old, "continue", wish, key="play on")
            assert answer.status_code == 201
            assert (await player.act(old, "continue", wish, key="play on")).text == answer.text
            made = answer.json()
            table = made["table"]
            detector.invite(table, made["invite"], player.who)
            for visitor in (player, onlooker):
                visitor.invites[table] = made["invite"]
            lives = []
            for visitor in (player, onlooker):
                live = Live(url, visitor.token, invites=visitor.invites)
                lives.append(await stack.enter_async_context(live))
                await live.watch(table)
            chance = random.Random(2)
            found = Scenario(
                detector,
                chance,
                table,
                [player],
                lives[:1],
                [],
                onlooker=onlooker,
                outsider=outsider,
            )
            found.guessed.update(GUESSES)  # guessing takes long, and nothing new would be tested
            for number in range(10):
                await until_turn(found)
                if number == 5:
                    await found.probe()
                    assert (await player.act(table, "continue", wish)).status_code == 409
                await found._move(0)
            await player.act(table, "resign")
            told = (await onlooker.sees(table))["secret"]
            assert told == detector.deal_keys()[0]  # so this must not be revealed earlier

    with kept() as log:
        asyncio.run(asyncio.wait_for(work(), PATIENCE))
    assert detector.faults == []
    assert {"http 201", "http not_over", "snapshot", "played"} <= set(detector.counted)
    assert detector.unseen
    for line in log.lines:
        assert detector.not_to_be_logged(line) == [], line


async def until_turn(found: Scenario) -> None:
    """Wait until the bot has moved."""
    await becomes(lambda: found._mover() is not None or found.standing.ended)
    assert not found.standing.ended
