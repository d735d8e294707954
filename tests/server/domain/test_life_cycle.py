"""Any commands by anyone in any order: a table stays sound, and its events determine it."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import gemgrove as gg
from gemgrove.server.domain import Event, Refused, Table, commands, decide, events, rematched
from gemgrove.server.domain.events import POSITION_CHANGING, read, write
from tests.server.domain.tables import (
    ID,
    NAMES,
    NEW,
    OPEN,
    SECRET,
    TableHarness,
    cards_shown,
    rebuilt,
)

SEATS = st.integers(0, 3)
LUCK = st.integers(0, 10**6)


def while_open(machine: "LifeCycle") -> bool:
    return machine.table.phase == "open"


def while_playing(machine: "LifeCycle") -> bool:
    return machine.table.phase == "playing"


class LifeCycle(RuleBasedStateMachine):
    """A table from its creation to its archive."""

    @initialize(
        game=st.sampled_from(["splendor", "arboretum"]),
        players=st.integers(2, 4),
        persons=st.integers(0, 4),
        rules=st.booleans(),
        deal=st.sampled_from(["sealed", OPEN]),
        turn_seconds=st.sampled_from([None, 30.0]),
    )
    def create(
        self,
        game: str,
        players: int,
        persons: int,
        rules: bool,
        deal: str,
        turn_seconds: float | None,
    ) -> None:
        """Create a table; some start their game at once."""
        other = {"splendor": "official:payment=choose", "arboretum": "seeded"}[game]
        self.harness = TableHarness()
        self.shadow = Table(ID, SECRET)
        self.sights: dict[tuple[int, ...], list[gg.View]] = {}
        wished = commands.Create(
            game=game,
            players=players,
            rules=other if rules else "official",
            deal=deal,
            turn_seconds=turn_seconds,
        )
        self.ask("zoe", wished)
        for who in NAMES[:persons]:
            self.ask(who, commands.Join())
        for who in NAMES[:persons]:
            self.ask(who, commands.Ready())
        for _ in range(persons, players):
            self.ask(NAMES[0], commands.AddBot(bot="greedy"))

    @property
    def table(self) -> Table:
        return self.harness.table

    def ask(self, by: str | None, command: commands.Command) -> None:
        """Decide a command as a server does. A refusal leaves everything as it was."""
        before = self.table.copy()
        code = ""
        try:
            happened = decide(self.table, command, self.harness.context(by))
        except Refused as refused:
            happened, code = [], refused.code
        if not happened and isinstance(command, commands.TableCommand):
            assert code in command.refusals.split(), "the API declares every refusal"
        assert self.table == before, "deciding changes nothing"
        seen = self.seen()
        bodies = self.harness.keep(happened)
        for event in self.harness.events[self.shadow.last_seq :]:
            assert not isinstance(event.body, events.Unknown)
            self.shadow.apply(Event(event.seq, event.at, event.by, read(write(event.body))))
        if any(isinstance(what, events.Undone) for what in bodies):
            now = [cards_shown(view) for view in self.seen()]
            assert now == [cards_shown(view) for view in seen], "nobody had seen more than that"
        if self.table.game is not None:
            sight = self.sights.setdefault(tuple(self.table.game.actions), self.seen())
            assert sight == self.seen(), "a position that is taken back to looks as it did"

    def seen(self) -> list[gg.View]:
        game = self.table.game
        return [] if game is None else [game.view(seat) for seat in (None, *range(game.players))]

    def who(self, seat: int) -> str | None:
        """The player in a seat; bots' seats belong to the server."""
        there = self.table.seats[seat % self.table.players]
        return there.player if there.person else None

    def play_one(self, luck: int, *more: int) -> None:
        """Make a decision for the seat to move."""
        actions = self.harness.game.legal_actions()
        moves: list[str | int] = [actions[luck % len(actions)], *more]
        by = self.who(self.harness.game.to_move)
        self.ask(by, commands.Play(moves=moves, position=self.table.position_seq))

    @precondition(while_open)
    @rule(who=st.sampled_from(NAMES), seat=st.none() | SEATS)
    def join(self, who: str, seat: int | None) -> None:
        self.ask(who, commands.Join(seat=seat))

    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        self.ask(self.who(seat), commands.Leave())

    @precondition(while_open)
    @rule(by=SEATS, seat=st.none() | SEATS)
    def add_bot(self, by: int, seat: int | None) -> None:
        self.ask(self.who(by), commands.AddBot(bot="greedy", seat=seat))

    @precondition(while_open)
    @rule(by=SEATS, seat=SEATS)
    def remove_bot(self, by: int, seat: int) -> None:
        self.ask(self.who(by), commands.RemoveBot(seat=seat))

    @precondition(while_open)
    @rule(seat=SEATS, nonce=st.sampled_from(["", "00", "AB cd", "no"]))
    def ready(self, seat: int, nonce: str) -> None:
        self.ask(self.who(seat), commands.Ready(nonce=nonce))

    @precondition(while_playing)
    @rule(luck=st.lists(LUCK, min_size=1, max_size=12))
    def play(self, luck: list[int]) -> None:
        for number in luck:
            if self.table.to_move is not None:
                self.play_one(number)

    @precondition(while_playing)
    @rule(luck=LUCK, more=st.lists(st.integers(-1, 400), max_size=4))
    def play_a_list(self, luck: int, more: list[int]) -> None:
        """Play a list of actions; those after the first may be illegal."""
        self.play_one(luck, *more)

    @precondition(while_playing)
    @rule(seat=SEATS, late=st.integers(0, 2))
    def play_out_of_turn_or_late(self, seat: int, late: int) -> None:
        position = self.table.position_seq - late
        self.ask(self.who(seat), commands.Play(moves=[0], position=position))

    @precondition(while_playing)
    @rule(luck=st.randoms(use_true_random=False))
    def play_out(self, luck: Random) -> None:
        while self.table.to_move is not None:
            self.play_one(luck.randrange(1_000))

    @precondition(while_playing)
    @rule(seat=SEATS)
    def resign(self, seat: int) -> None:
        self.ask(self.who(seat), commands.Resign())

    @precondition(while_playing)
    @rule(luck=LUCK)
    def offer_undo(self, luck: int) -> None:
        """Offer an undo after a move."""
        seat = self.harness.game.to_move
        self.play_one(luck)
        self.ask(self.who(seat), commands.OfferUndo())

    @precondition(lambda self: self.table.offer is not None)
    @rule(seat=SEATS, accept=st.booleans())
    def answer_undo(self, seat: int, accept: bool) -> None:
        self.ask(self.who(seat), commands.AnswerUndo(accept=accept))

    @precondition(lambda self: self.table.offer is not None)
    @rule()
    def agree_to_undo(self) -> None:
        for seat in range(self.table.players):
            self.ask(self.who(seat), commands.AnswerUndo(accept=True))

    @precondition(while_playing)
    @rule(seconds=st.sampled_from([1.0, 31.0]))
    def time_out(self, seconds: float) -> None:
        self.harness.now += seconds
        self.ask(None, commands.TimeOut())

    @rule(seat=SEATS)
    def say(self, seat: int) -> None:
        self.ask(self.who(seat), commands.Say(text="hello"))

    @rule(seat=SEATS)
    def withdraw(self, seat: int) -> None:
        self.ask(None, commands.Withdraw(player=self.who(seat) or "eve"))

    @precondition(while_playing)
    @rule(seat=SEATS)
    def take_over(self, seat: int) -> None:
        self.ask(None, commands.TakeOver(seat=seat, bot="random"))

    @precondition(lambda self: self.table.ended)
    @rule(seat=SEATS)
    def rematch(self, seat: int) -> None:
        self.ask(self.who(seat), commands.Rematch())
        if self.table.rematch is not None:
            again = TableHarness(Table(NEW, SECRET))
            again.happen(rematched(self.table, again.table))
            assert again.table.phase == "open"

    @precondition(lambda self: self.table.last_seq > 60)
    @rule(command=st.sampled_from([commands.Abort(why="Enough."), commands.Archive()]))
    def end(self, command: commands.Command) -> None:
        self.ask(None, command)

    @invariant()
    def the_stored_events_make_the_table(self) -> None:
        assert self.shadow == self.table
        if self.table.game is not None:
            assert self.shadow.game is not None
            assert self.shadow.game.actions == self.table.game.actions
            assert len(self.table.movers) == len(self.table.game.actions)

    @invariant()
    def nothing_freezes_it(self) -> None:
        assert self.table.frozen is None

    @invariant()
    def events_are_numbered_without_a_gap(self) -> None:
        assert [event.seq for event in self.harness.events] == [*range(1, self.table.last_seq + 1)]

    @invariant()
    def nobody_has_two_seats_and_no_seat_two_persons(self) -> None:
        players = [seat.player for seat in self.table.seats if seat.player is not None]
        assert len(set(players)) == len(players)
        assert not any(seat.person and seat.bot for seat in self.table.seats)

    @invariant()
    def while_it_is_played_every_seat_has_somebody_and_a_person_is_there(self) -> None:
        if self.table.phase == "playing":
            assert all(seat.person or seat.bot is not None for seat in self.table.seats)
            assert self.table.persons()
            assert self.table.players - len(self.table.losers) > 1

    @invariant()
    def it_ends_once_and_its_position_does_not_change_after(self) -> None:
        kinds = [type(event.body) for event in self.harness.events]
        ends = [
            number for number, kind in enumerate(kinds) if kind in (events.Over, events.Aborted)
        ]
        assert len(ends) == self.table.ended
        if ends:
            assert not any(kind in POSITION_CHANGING for kind in kinds[ends[0] + 1 :])

    @invariant()
    def places_are_those_of_a_ranking(self) -> None:
        over = self.table.outcome
        if over is not None:
            assert over.winners
            for place in over.places:
                assert place == 1 + sum(other < place for other in over.places)
            assert not set(over.winners) & set(self.table.losers)

    def teardown(self) -> None:
        if hasattr(self, "harness"):
            assert rebuilt(self.harness.events) == self.table


def test_a_table_stays_sound_whatever_is_asked_of_it() -> None:
    # More of them run in tests/server/test_verified_life_cycles.py, with the same checks.
    run_state_machine_as_test(LifeCycle, settings=settings(max_examples=30, stateful_step_count=30))
