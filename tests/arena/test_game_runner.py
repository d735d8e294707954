"""A single game, played in this process."""

from collections.abc import Callable

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import Agent, TimeControl
from gemgrove.agents.spec import Bot as KnownBot
from gemgrove.arena.bots import resolve_bots
from gemgrove.arena.game_runner import GameRunner, MatchConfig
from gemgrove.arena.outcome import GameOutcome
from gemgrove.arena.schedule import DealtGame, Schedule
from gemgrove.arena.settings import ROUND_ROBIN
from gemgrove.deal_sequence import DealSequence
from gemgrove.record import Record


def play(
    *specs: str,
    game: gg.GameName = "splendor",
    rotation: int = 0,
    time: str | None = None,
    seed: int = 1,
) -> tuple[GameOutcome, Record]:
    """Play the first deal, with one seat per bot."""
    config = MatchConfig(
        game=game,
        variant=gg.new(game, players=len(specs)).variant.to_dict(),
        bots=resolve_bots(specs),
        time=None if time is None else TimeControl.parse(time),
    )
    schedule = Schedule.of(ROUND_ROBIN, bots=len(specs), players=len(specs))
    scheduled = list(schedule.games(1))[rotation]
    outcome, record = GameRunner(config, DealtGame.of(scheduled, DealSequence(seed=seed))).play()
    return outcome, Record.from_json(record)


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, type], None]:
    """Register a class as a named bot, like those of this package."""

    def add(name: str, kind: type) -> None:
        kind.spec = name  # type: ignore[attr-defined]
        monkeypatch.setitem(agents.spec._BOTS, name, KnownBot("for a test", kind))

    return add


class First:
    def choose(self, view: gg.View) -> int:
        return view.legal_actions()[0]


def test_a_finished_game_has_places_shares_points_and_a_record_that_verifies() -> None:
    outcome, record = play("greedy", "random")
    assert outcome.ending == "finished"
    assert [(seat.bot, seat.rank, seat.share) for seat in outcome.seats] == [(0, 1, 1), (1, 2, 0)]
    assert [seat.score for seat in outcome.seats] == list(record.result.scores)
    assert outcome.decisions == len(record.moves)
    assert record.names == ("greedy@1", "random")
    assert record.deal == gg.Deal.from_seed(1).id
    record.verify()


@pytest.mark.parametrize("game", gg.GAMES)
def test_seats_with_equal_points_are_ranked_as_the_game_ranks_them(game: gg.GameName) -> None:
    told_apart = 0
    for seed in range(1, 41):
        outcome, record = play("greedy", "greedy", "greedy", "random", game=game, seed=seed)
        ranks = [seat.rank for seat in outcome.seats]
        assert ranks == record.replay().places
        told_apart += len(set(ranks)) > len({seat.score for seat in outcome.seats})
    assert told_apart, "no two seats with equal points differ in what breaks the tie"


def test_the_same_game_is_played_again_the_same() -> None:
    assert play("random", "random")[1] == play("random", "random")[1]
    assert play("random", "random")[1] != play("random", "random", seed=2)[1]


def test_thinking_is_timed_for_each_seat() -> None:
    outcome, _ = play("greedy", "random", game="arboretum")
    for seat in outcome.seats:
        assert seat.decisions > 20
        assert 0 < seat.longest < seat.seconds


def test_a_bot_that_raises_forfeits_and_the_other_wins(named: Callable[[str, type], None]) -> None:
    class Raising(First):
        def choose(self, view: gg.View) -> int:
            if len(view.actions) > 3:
                raise RuntimeError("a bug of mine")
            return super().choose(view)

    named("raising", Raising)
    outcome, record = play("random", "raising", rotation=1)
    assert outcome.ending == "forfeit"
    assert outcome.forfeiter is outcome.seats[0]
    assert outcome.seats[0].forfeit == "crash"
    assert outcome.seats[0].detail == "The bot raised RuntimeError: a bug of mine"
    assert [(seat.rank, seat.share) for seat in outcome.seats] == [(2, 0.0), (1, 1.0)]
    assert record.result.ending is None
    record.verify()


def test_a_bot_that_skips_its_turn_forfeits(named: Callable[[str, type], None]) -> None:
    class Skipper:
        def choose(self, view: gg.View) -> str:
            return "skip"

    named("skipper", Skipper)
    outcome, record = play("skipper", "greedy")
    assert outcome.seats[0].forfeit == "illegal move"
    assert record.moves == ()


def test_an_illegal_move_forfeits_and_says_why(named: Callable[[str, type], None]) -> None:
    class Passing(First):
        def choose(self, view: gg.View) -> str:  # type: ignore[override]
            return "pass"

    named("passing", Passing)
    outcome, _ = play("passing", "random")
    assert outcome.seats[0].forfeit == "illegal move"
    assert "pass is not legal" in (outcome.seats[0].detail or "")


def test_at_a_table_of_three_a_forfeit_is_last_and_the_others_are_not_rated(
    named: Callable[[str, type], None],
) -> None:
    class Broken(First):
        def choose(self, view: gg.View) -> int:
            raise RuntimeError

    named("broken", Broken)
    outcome, _ = play("random", "broken", "greedy")
    assert [(seat.rank, seat.share) for seat in outcome.seats] == [
        (None, None),
        (3, 0.0),
        (None, None),
    ]


def test_a_bot_of_this_package_is_held_to_the_time_that_is_given() -> None:
    outcome, _ = play("greedy", "random", time="0.000001")
    assert outcome.seats[0].forfeit == "timeout"
    assert outcome.seats[0].decisions == 1
    assert play("greedy", "random", time="60")[0].ending == "finished"


def test_bots_are_told_of_the_beginning_and_the_end_and_closed(
    named: Callable[[str, type], None],
) -> None:
    told: list[str] = []

    class Listening(First):
        def begin(self, view: gg.View) -> None:
            told.append(f"begin {view.seat} {len(view.actions)}")

        def end(self, view: gg.View) -> None:
            told.append(f"end {view.seat} {view.over}")
            raise RuntimeError("too late to matter")

        def close(self) -> None:
            told.append("close")

    named("listening", Listening)
    outcome, _ = play("listening", "random")
    told = told[1:]  # it was created and closed once before, as a check
    assert told == ["begin 0 0", "end 0 True", "close"]
    assert outcome.ending == "finished"


def test_clocks_of_all_seats_are_known_at_the_table(named: Callable[[str, type], None]) -> None:
    tables: list[agents.GameInfo] = []

    class Seated(First):
        def set_info(self, info: agents.GameInfo) -> None:
            tables.append(info)

    named("seated", Seated)
    play("seated", "random", time="50")
    (table,) = tables
    assert table.names == ["seated", "random"]
    assert table.remaining is not None
    assert all(left is not None and 0 < left < 50 for left in table.remaining)


def test_an_agent_that_cannot_be_made_forfeits(named: Callable[[str, type], None]) -> None:
    made: list[Agent] = []

    class Once(First):
        def __init__(self) -> None:
            if made:
                raise RuntimeError("only once")
            made.append(self)

    named("once", Once)
    outcome, _ = play("random", "once")
    assert (outcome.seats[1].forfeit, outcome.decisions) == ("crash", 0)
