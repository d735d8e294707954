"""Records tables from the first event to the last for the page's tests.

Each file contains, for every audience, all events as they were sent and, after each, what changed
in the audience's snapshot, with a digest in place of the view. The last table starts from the
middle of the first game. When the server's events change, rewrite the files with

    python -m tests.web.recorded_tables
"""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from gemgrove.deal import SealedDeal, SealedPosition
from gemgrove.server.domain import (
    EventBody,
    Table,
    Transition,
    continued,
    decide,
    event_payloads,
    redrawn,
)
from gemgrove.server.domain import commands as asked
from gemgrove.server.domain import snapshot as stands
from gemgrove.server.domain.commands import Command, CommandContext
from gemgrove.server.domain.events import Joined
from tests.web.recording import compact, digest, lines

FOLDER = Path(__file__).parents[2] / "web/tests/table/data"

_SECRET = bytes(range(32))
_BEGAN = 1_700_000_000.0
_LEFT_OUT = ("legal", "frozen", "archived", "variant", "extras")
"""What the page computes itself, does not show, or has from the first event."""

Forms = list[dict[str, Any]]


class RecordedTable:
    """A table that records the events each audience is sent."""

    def __init__(self, name: str, secret: bytes = _SECRET) -> None:
        self.table = Table(f"t_{name}", secret)
        self.now = _BEGAN
        self.told: dict[int | None, Forms] = {}
        self.stood: dict[int | None, Forms] = {}

    def ask(self, by: str | None, command: Command) -> None:
        """Carry out a command a second later."""
        self.now += 1.0
        name = "" if by is None else by.removeprefix("p_").capitalize()
        context = CommandContext(
            now=self.now, by=by, name=name, stand_in="Greedy", new_table="t_again"
        )
        self._tell(decide(self.table, command, context))

    def happen(self, by: str | None, bodies: list[EventBody]) -> None:
        """Apply events at the same time."""
        self._tell(self.table.advance(bodies, at=self.now, by=by))

    def play(
        self, by: str | None, *moves: str, choose: Callable[[list[str]], str] | None = None
    ) -> None:
        """Play these moves, or a legal one, for the seat to move."""
        game = self.table.game
        assert game is not None
        if choose is not None:
            moves = (choose([move.text for move in game.legal_moves()]),)
        self.ask(by, asked.Play(moves=[*moves], position=self.table.position_seq))

    @property
    def mover(self) -> int | None:
        """The seat to move."""
        return self.table.to_move

    def _tell(self, transitions: list[Transition]) -> None:
        for transition in transitions:
            self.table = transition.after
            public, own = event_payloads(transition)
            for seat, payload in [(None, None), *enumerate(own)]:
                standing = stands(self.table, seat)
                self.told.setdefault(seat, []).append(msgspec.to_builtins(payload or public))
                self.stood.setdefault(seat, []).append(_shortened(msgspec.to_builtins(standing)))


def quarrel() -> RecordedTable:
    """Two people and a bot at Splendor: clocks, chat, undo, resignation, rematch."""
    recorded = RecordedTable("quarrel")
    recorded.ask("p_ada", asked.Create(game="splendor", players=3, turn_seconds=60.0))
    recorded.ask("p_ada", asked.Join())
    recorded.ask("p_ada", asked.AddBot(bot="Novice"))
    recorded.ask("p_ada", asked.RemoveBot(seat=1))
    recorded.ask("p_ada", asked.AddBot(bot="Greedy", seat=2))
    recorded.ask("p_cat", asked.Join(seat=1))
    recorded.ask("p_cat", asked.Leave())
    recorded.ask("p_ben", asked.Join())
    recorded.ask("p_ada", asked.Say(text="Hello, Ben."))
    recorded.ask("p_ben", asked.Ready(nonce="b0b0"))
    recorded.ask("p_ada", asked.Ready(nonce="ada0"))
    people = ["p_ada", "p_ben", None]
    for accept in (False, True):
        while recorded.mover != 0:
            _step(recorded, people)
        _step(recorded, people, taking=True)
        recorded.ask("p_ada", asked.OfferUndo())
        recorded.ask("p_ben", asked.AnswerUndo(accept=accept))
    for _ in range(3):
        _round(recorded, people)
    recorded.ask("p_ada", asked.Say(text="I have had enough."))
    recorded.ask("p_ada", asked.Resign())
    people[0] = None
    _round(recorded, people)
    recorded.ask("p_ben", asked.Resign())
    recorded.ask("p_ben", asked.Rematch())
    recorded.ask("p_ada", asked.Rematch())
    recorded.ask(None, asked.Archive())
    return recorded


def grove() -> RecordedTable:
    """Arboretum, whose hands are hidden, with an open deal; a player runs out of time."""
    recorded = RecordedTable("grove")
    recorded.ask(
        "p_ada", asked.Create(game="arboretum", deal="ABCD-EFGH-JKMN-PQR", turn_seconds=30.0)
    )
    for player in ("p_ada", "p_ben"):
        recorded.ask(player, asked.Join())
    for player in ("p_ada", "p_ben"):
        recorded.ask(player, asked.Ready())
    people: list[str | None] = ["p_ada", "p_ben"]
    for _ in range(4):
        _round(recorded, people)
    recorded.now += 31.0
    recorded.ask(None, asked.TimeOut())
    return recorded


def continuation() -> RecordedTable:
    """A continuation of the quarrel against bots, which is then aborted."""
    first = quarrel().table
    decisions = 9
    game = redrawn(first, decisions, 1, 7)
    secret = _SECRET + game.position().encode()
    recorded = RecordedTable("continued", secret)
    assert SealedPosition(recorded.table.id, secret).position == game.position()
    recorded.happen(
        "p_ben",
        continued(
            first, recorded.table, decisions, Joined(1, "p_ben", "Ben"), ["Greedy", "Greedy"]
        ),
    )
    people: list[str | None] = [None, "p_ben", None]
    for _ in range(2):
        _round(recorded, people)
    recorded.ask(None, asked.Abort(why="The host closes for today."))
    return recorded


LIVES: dict[str, Callable[[], RecordedTable]] = {
    "quarrel": quarrel,
    "grove": grove,
    "continuation": continuation,
}


def written(name: str) -> str:
    """The contents of a file."""
    recorded = LIVES[name]()
    audiences = [
        {"seat": seat, "events": recorded.told[seat], "stood": _changes(recorded.stood[seat])}
        for seat in recorded.told
    ]
    told = ",".join(lines(audience, "events", "stood") for audience in audiences)
    return f'{{"table":{compact(recorded.table.id)},"audiences":[\n{told}]}}\n'


def deals() -> str:
    """Sealed deals and positions with their commitments and keys, as text."""
    found: Forms = []
    for table, nonces in (("t_one", []), ("t_two", ["", ""]), ("t_größer", ["ab", "00ff", ""])):
        sealed = SealedDeal(table, _SECRET)
        made = sealed.deal([bytes.fromhex(nonce) for nonce in nonces])
        found.append(
            {
                "kind": "sealed",
                "table": table,
                "secret": _SECRET.hex(),
                "commitment": sealed.commitment,
                "nonces": nonces,
                "dealt": made.id,
            }
        )
    position = SealedPosition("t_three", _SECRET + b"a position, as a game writes it")
    found.append(
        {
            "kind": "position",
            "table": "t_three",
            "secret": position.secret.hex(),
            "commitment": position.commitment,
            "nonces": [],
            "dealt": None,
        }
    )
    return "[\n" + ",\n".join(map(compact, found)) + "\n]\n"


def _step(recorded: RecordedTable, people: list[str | None], *, taking: bool = False) -> None:
    """Make a decision; with `taking`, one that reveals no card."""

    def choose(legal: list[str]) -> str:
        if taking:
            return next(move for move in legal if move.startswith("p3"))
        return legal[len(legal) // 2]

    seat = recorded.mover
    assert seat is not None
    recorded.play(people[seat], choose=choose)


def _round(recorded: RecordedTable, people: list[str | None]) -> None:
    """Make decisions until it is the same seat's turn again."""
    first = recorded.mover
    while recorded.mover == first:
        _step(recorded, people)
    while recorded.mover != first:
        _step(recorded, people)


def _shortened(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without what the page does not track, and with a digest of the view."""
    found = {name: value for name, value in snapshot.items() if name not in _LEFT_OUT}
    view = found.pop("view")
    if view is not None:
        del view["seat"]
        found["view"] = digest(view)
    return found


def _changes(stood: Forms) -> Forms:
    """Reduce each snapshot to the members that have changed."""
    return [
        {
            name: value
            for name, value in after.items()
            if name not in before or before[name] != value
        }
        for before, after in pairwise([{}, *stood])
    ]


def main() -> None:
    """Write all files again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in LIVES:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")
    (FOLDER / "deals.json").write_text(deals(), encoding="utf-8")


if __name__ == "__main__":
    main()
