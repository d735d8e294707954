"""Reviews: every decision is judged fairly, by what its seat could know."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import gemgrove as gg
from gemgrove.agents.search import RootMove, Search, SearchResult
from gemgrove.analysis.review import (
    MARKS,
    Decision,
    Judgement,
    Review,
    decisions,
    judge,
    steps,
)
from tests.analysis.flat_search import FlatSearch, result_of, review


def played(
    name: gg.GameName = "splendor", *, players: int = 2, turn_limit: int | None = None
) -> gg.Record:
    """The record of a random game."""
    seed = 3
    options = {} if turn_limit is None else {"turn_limit": turn_limit}
    game = gg.new(name, players=players, seed=seed, rules="official", deal=None, **options)
    chance = Random(seed)
    while not game.over:
        game.play(chance.choice(game.legal_actions()))
    return game.record(names=[f"player {letter}" for letter in "abcd"[:players]])


def flat() -> FlatSearch:
    return FlatSearch(tries=20)


def judgement(loss: float, error: float = 0.0) -> Judgement:
    return Judgement((0.5, 0.5), (0.5 - loss, 0.5 + loss), "pass", ("pass",), loss, error)


class Scripted:
    """A search with fixed results; it records the actions passed as `only`."""

    def __init__(self, visits: dict[int, int], values: dict[int, float]) -> None:
        """Set the visits of each action, best first, and its value."""
        self.visits, self.values = visits, values
        self.alone: list[int] = []

    def run(self, view: gg.View, *, only: int | None = None) -> SearchResult:
        if only is not None:
            self.alone.append(only)
            return result_of(0, [self._move(view, only, 1000)])
        return result_of(0, [self._move(view, *pair) for pair in self.visits.items()])

    def _move(self, view: gg.View, action: int, visits: int) -> RootMove:
        value = self.values[action]
        return RootMove(action, view.move(action), visits, value, (value, 1 - value), 0.0)


def test_every_decision_is_searched_from_the_view_of_its_seat() -> None:
    record = played(turn_limit=3)
    search = FlatSearch(tries=2)
    found = review(record, lambda: search, iterations=2)
    wanted = [
        step.before.view(step.before.to_move)
        for step in steps(record)
        if len(step.before.legal_actions()) > 1
    ]
    assert [view for view, _ in search.asked] == wanted
    assert len(found.decisions) == len(record.moves)


def test_a_new_search_is_made_for_every_position() -> None:
    made = []

    def search() -> FlatSearch:
        made.append(FlatSearch(tries=1))
        return made[-1]

    review(played(turn_limit=2), search, iterations=1)
    assert len(made) == 4
    assert all(len(each.asked) == 1 for each in made)


def test_a_forced_move_is_not_searched() -> None:
    record = played("arboretum")
    found = review(record, lambda: FlatSearch(tries=1), iterations=1)
    forced = [each for each in found.decisions if each.choices == 1]
    assert forced
    assert all((each.judgement is None) == (each.choices == 1) for each in found.decisions)


def test_a_turn_skipped_by_hand_is_not_judged() -> None:
    game = gg.new("splendor", seed=1)
    game.play("p3 red white blue")
    game.skip()
    found = review(game, lambda: FlatSearch(tries=1), iterations=1)
    assert [(each.move, each.judgement is None) for each in found.decisions] == [
        ("p3 white blue red", False),
        ("skip", True),
    ]


def test_only_the_seats_asked_for_are_judged() -> None:
    found = review(played(turn_limit=3), lambda: FlatSearch(tries=1), iterations=1, seats=[1])
    assert {each.seat for each in found.decisions if each.judgement is not None} == {1}


def test_decisions_of_one_turn_have_its_number() -> None:
    record = played("arboretum", players=3)
    found = review(record, lambda: FlatSearch(tries=1), iterations=1, seats=[])
    for before, after in pairwise(found.decisions):
        assert after.turn - before.turn == (after.seat != before.seat)
    assert [each.turn for each in found.decisions[:6]] == [1, 1, 1, 1, 1, 2]


def test_decisions_are_judged_one_at_a_time() -> None:
    search = FlatSearch(tries=1)
    found = decisions(played(), lambda: search)
    assert next(found).number == 1
    assert len(search.asked) == 1


def test_a_loss_is_what_the_best_move_has_more_and_never_negative() -> None:
    found = review(played(turn_limit=4), lambda: FlatSearch(tries=6), iterations=6)
    judged = [(each, each.judgement) for each in found.decisions if each.judgement is not None]
    for decision, said in judged:
        difference = said.before[decision.seat] - said.after[decision.seat]
        assert said.loss == pytest.approx(difference)
        assert said.loss >= 0
        assert (said.loss == 0) or said.best != decision.move
    assert any(said.loss > 0 for _, said in judged)


def test_missing_a_win_is_a_blunder() -> None:
    game = gg.new("splendor", seed=8)
    before = game.copy()
    while not game.over:
        before = game.copy()
        game.play(game.view(game.to_move).greedy_action())
    winner = before.to_move
    assert game.winners == [winner]
    view = before.view(winner)
    missed = judge(view, view.variant.action(view, game.variant.parse("p3 white blue green")), flat)
    assert (missed.before[winner], missed.after[winner]) == (1, 0)
    assert missed.mark == "blunder"
    assert judge(view, game.actions[-1], flat).loss == 0


def test_a_move_that_was_hardly_visited_is_searched_alone() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Scripted({0: 990, 1: 10}, {0: 0.6, 1: 0.5})
    judge(view, 1, lambda: search)
    assert search.alone == [1]


def test_a_move_that_was_visited_enough_is_not_searched_again() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Scripted({0: 600, 1: 400}, {0: 0.6, 1: 0.5})
    assert judge(view, 1, lambda: search).loss == pytest.approx(0.1)
    assert search.alone == []


def test_the_real_search_spends_everything_on_a_move_that_is_searched_alone() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Search(iterations=60, seed=1)
    worst = search.run(view).moves[-1]
    alone = search.run(view, only=worst.action)
    assert worst.visits < 10
    assert (alone.best.action, alone.best.visits, alone.iterations) == (worst.action, 60, 60)
    assert search.run(view).iterations == 60
    with pytest.raises(ValueError, match="not legal"):
        search.run(view, only=view.variant.native.action_count - 1)


def test_a_move_that_was_not_visited_at_all_is_searched_alone() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Scripted({0: 1000}, {0: 0.6, 1: 0.5})
    assert judge(view, 1, lambda: search).loss == pytest.approx(0.1)
    assert search.alone == [1]


def test_where_the_played_move_comes_out_better_it_is_the_best() -> None:
    view = gg.new("splendor", seed=1).view(0)
    said = judge(view, 1, lambda: Scripted({0: 990, 1: 10}, {0: 0.5, 1: 0.6}))
    assert (said.loss, said.mark) == (0, "")
    assert said.best == view.move(1).text
    assert said.before == said.after == (0.6, 0.4)


def test_few_visits_make_a_loss_uncertain() -> None:
    view = gg.new("splendor", seed=1).view(0)
    few = judge(view, 1, lambda: Scripted({0: 10, 1: 10}, {0: 1.0, 1: 0.7}))
    many = judge(view, 1, lambda: Scripted({0: 1000, 1: 1000}, {0: 1.0, 1: 0.7}))
    assert few.loss == many.loss
    assert (few.mark, many.mark) == ("", "blunder")


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0.0, ""),
        (0.049, ""),
        (0.05, "inaccuracy"),
        (0.1, "mistake"),
        (0.199, "mistake"),
        (0.2, "blunder"),
    ],
)
def test_a_large_loss_has_a_name(loss: float, mark: str) -> None:
    assert judgement(loss).mark == mark


def test_a_loss_within_two_standard_errors_has_no_name() -> None:
    assert judgement(0.3, 0.15).mark == ""
    assert judgement(0.3, 0.149).mark == "blunder"


def some_review() -> Review:
    """A review of four decisions, one of them a blunder and one forced."""
    record = played(turn_limit=2)
    losses = [0.25, 0.0, None, 0.11]
    found = tuple(
        Decision(
            number, number, (number - 1) % 2, move, 5, None if loss is None else judgement(loss)
        )
        for number, (move, loss) in enumerate(zip(record.moves, losses, strict=True), 1)
    )
    return Review(record, 100, found, "mcts")


def test_a_seat_is_summed_up_over_its_judged_decisions() -> None:
    first, second = some_review().summary(0), some_review().summary(1)
    assert (first.judged, first.loss) == (1, 0.25)
    assert second.judged == 2
    assert second.loss == pytest.approx(0.055)
    assert first.marks == {"blunder": 1, "mistake": 0, "inaccuracy": 0}
    assert second.marks == {"blunder": 0, "mistake": 1, "inaccuracy": 0}


def test_a_seat_without_judged_decisions_has_lost_nothing() -> None:
    summary = Review(played(turn_limit=2), 100, (), "mcts").summary(0)
    assert (summary.judged, summary.loss) == (0, 0)
    assert set(summary.marks) == set(MARKS)


def test_the_largest_losses_come_first_and_small_ones_not_at_all() -> None:
    assert [each.number for each in some_review().largest_losses(5)] == [1, 4]
    assert [each.number for each in some_review().largest_losses(1)] == [1]


def test_players_of_one_name_are_told_apart() -> None:
    found = some_review()
    assert found.names == ["player a", "player b"]
    twins = replace(found, record=replace(found.record, names=("Ada", "Ada")))
    assert twins.names == ["Ada (seat 1)", "Ada (seat 2)"]
    assert replace(found, record=replace(found.record, names=())).names == ["player 1", "player 2"]


def test_a_review_is_complete_when_it_has_come_to_the_end() -> None:
    found = some_review()
    assert found.complete
    assert not replace(found, decisions=found.decisions[:2]).complete


def test_a_review_as_json_has_its_record_and_every_judgement() -> None:
    found = review(played(turn_limit=3), lambda: FlatSearch(tries=2), iterations=2)
    values = json.loads(found.to_json())
    assert (values["format"], values["version"]) == ("gemgrove review", 1)
    assert gg.Record.from_json(json.dumps(values["record"])) == found.record
    assert values["iterations"] == 2
    read = []
    for entry in values["decisions"]:
        if (inner := entry.pop("judgement")) is not None:
            for name in ("before", "after", "line"):
                inner[name] = tuple(inner[name])
            inner = Judgement(**inner)
        read.append(Decision(**entry, judgement=inner))
    assert tuple(read) == found.decisions
