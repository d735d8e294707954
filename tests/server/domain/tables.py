"""Tables for tests: commands are decided, numbered, applied and kept, as on a server."""

import random
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import msgspec
import pytest

import gemgrove as gg
from gemgrove.server.domain import (
    Event,
    Refused,
    Table,
    Transition,
    commands,
    decide,
    event_payloads,
    snapshot,
)
from gemgrove.server.domain.commands import CommandContext
from gemgrove.server.domain.events import Created, EventBody, Unknown, read, write

ID = "t_0000000000000001"
NEW = "t_0000000000000002"
"""The table of a rematch."""
Payload = dict[str, Any]
SECRET = bytes(range(32))
OPEN = "ABCD-EFGH-JKMN-PQR"
NAMES = ("ann", "bob", "cat", "dan")
"""Players' ids, and in these tests their names."""


@dataclass
class TableHarness:
    """A table with all its events."""

    table: Table = field(default_factory=lambda: Table(ID, SECRET))
    events: list[Event] = field(default_factory=list)
    told: list[tuple[Payload, list[Payload | None]]] = field(default_factory=list)
    now: float = 1_000.0

    @property
    def game(self) -> gg.Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def terms(self) -> Created:
        assert self.table.terms is not None
        return self.table.terms

    @property
    def first_player(self) -> Any:
        """The rules' option for the first player."""
        return self.terms.variant["rules"]["first_player"]

    @property
    def mover(self) -> str:
        """The player whose turn it is."""
        player = self.table.seats[self.game.to_move].player
        assert player is not None
        return player

    def ask(self, by: str | None, command: commands.Command, **known: Any) -> list[EventBody]:
        """Decide a command and apply its events."""
        return self.keep(decide(self.table, command, self.context(by, **known)))

    def context(self, by: str | None, **known: Any) -> CommandContext:
        given = {"name": (by or "").capitalize(), "new_table": NEW, **known}
        return CommandContext(now=self.now, by=by, **given)

    def happen(self, bodies: list[EventBody], by: str | None = None) -> None:
        self.keep(self.table.advance(bodies, at=self.now, by=by))

    def keep(self, transitions: list[Transition]) -> list[EventBody]:
        for transition in transitions:
            self.table = transition.after
            self.events.append(transition.event)
            public, own = event_payloads(transition)
            seats = [None if payload is None else plain(payload) for payload in own]
            self.told.append((plain(public), seats))
        return [known(event) for event in self.events[-len(transitions) :]]

    def refuses(self, by: str | None, command: commands.Command, **known: Any) -> str:
        """Send a command that must be refused; return the code of the refusal."""
        with pytest.raises(Refused) as caught:
            decide(self.table, command, self.context(by, **known))
        return caught.value.code

    def play(self, *moves: str | int) -> list[EventBody]:
        """Play moves for the seat to move."""
        position = self.table.position_seq
        by = self.mover if self.table.seats[self.game.to_move].person else None
        return self.ask(by, commands.Play(moves=list(moves), position=position))

    def play_any(self, rng: random.Random) -> list[EventBody]:
        return self.play(rng.choice(self.game.legal_actions()))

    def play_turns(self, turns: int, seed: int = 1) -> None:
        """Play random turns to their ends."""
        rng = random.Random(seed)
        while turns and not self.table.ended:
            mover = self.game.to_move
            self.play_any(rng)
            turns -= self.table.ended or self.game.to_move != mover

    def play_out(self, seed: int = 1) -> None:
        self.play_turns(10_000, seed)


def created(game: str = "splendor", players: int = 2, **options: Any) -> TableHarness:
    """A table with only free seats."""
    harness = TableHarness()
    harness.ask("zoe", commands.Create(game=game, players=players, **options))
    return harness


def seated(
    game: str = "splendor", players: int = 2, persons: int = 4, **options: Any
) -> TableHarness:
    """A full table: people first, bots in the remaining seats."""
    harness = created(game, players, **options)
    for name in NAMES[: min(players, persons)]:
        harness.ask(name, commands.Join())
    for _ in range(players - persons):
        harness.ask(NAMES[0], commands.AddBot(bot="greedy"))
    return harness


def started(
    game: str = "splendor", players: int = 2, persons: int = 4, **options: Any
) -> TableHarness:
    """A table at which the first player, Ann, is to move."""
    options.setdefault("options", {"first_player": 0})
    harness = seated(game, players, persons, **options)
    for name in NAMES[: min(players, persons)]:
        harness.ask(name, commands.Ready())
    return harness


def plain(value: msgspec.Struct) -> Payload:
    """A struct as plain JSON."""
    found: Payload = msgspec.json.decode(msgspec.json.encode(value))
    return found


def snapshot_of(table: Table, seat: int | None) -> Payload:
    """A table's snapshot."""
    return plain(snapshot(table, seat))


def known(event: Event) -> EventBody:
    assert not isinstance(event.body, Unknown)
    return event.body


def rebuilt(events: list[Event], secret: bytes | None = SECRET) -> Table:
    """The table rebuilt from stored events."""
    table = Table(ID, secret)
    for event in events:
        assert not isinstance(event.body, Unknown)
        table.apply(Event(event.seq, event.at, event.by, read(write(event.body))))
    return table


def cards_shown(view: gg.View) -> set[Any]:
    """All cards visible in a view, wherever they are, as values of the game's `cards` module."""
    found: set[Any] = set()
    rest: list[Any] = [view.board]
    while rest:
        value = rest.pop()
        if type(value).__module__ == f"gemgrove.{view.name}.cards":
            found.add(value)
        elif is_dataclass(value):
            rest += [getattr(value, part.name) for part in fields(value)]
        elif isinstance(value, dict):
            rest += value.values()
        elif isinstance(value, list | tuple):
            rest += value
    return found
