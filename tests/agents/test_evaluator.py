"""Searches whose leaves a Python function evaluates: what it is shown, and what becomes of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gemgrove as gg
from gemgrove.agents import RootPolicy, Search, SearchAgent
from tests.agents.searches import middle, wins, without_duration

Observations = NDArray[np.uint8]
Masks = NDArray[np.bool_]
Answer = tuple[NDArray[Any], NDArray[Any]]

GAMES = [
    *((game, players, "official") for game in gg.GAMES for players in (2, 3, 4)),
    ("splendor", 2, "core"),
    ("splendor", 2, "escrow"),
]


class Recorder:
    """An evaluator that keeps what it is shown and answers with fixed functions of it."""

    def __init__(self, seats: int = 2) -> None:
        self.calls: list[tuple[Observations, Masks]] = []
        self.seats = seats

    def __call__(self, observations: Observations, masks: Masks) -> Answer:
        self.calls.append((observations, masks))
        mixed = observations.astype(np.int64) @ np.arange(observations.shape[1])
        logits = np.sin(np.outer(mixed % 101, np.arange(1, masks.shape[1] + 1)))
        values = 0.1 + np.abs(np.cos(np.outer(mixed % 103, np.arange(1, self.seats + 1))))
        return logits, values / values.sum(axis=1, keepdims=True)

    @property
    def shown(self) -> list[bytes]:
        return [part.tobytes() for call in self.calls for part in call]

    @property
    def rows(self) -> list[int]:
        return [len(masks) for _, masks in self.calls]


def uniform(_: Observations, masks: Masks) -> Answer:
    return np.zeros(masks.shape), np.full((len(masks), 2), 0.5)


def to_move(game: gg.Game) -> gg.View:
    return game.view(game.to_move)


# What it is shown


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
@pytest.mark.parametrize("root", ["halving", "puct"])
def test_every_iteration_is_counted_and_every_row_is_a_decision(
    name: gg.GameName, players: int, rules: str, root: RootPolicy
) -> None:
    game = middle(name, players, rules=rules)
    recorder = Recorder(players)
    result = Search(evaluator=recorder, iterations=150, seed=1, root=root).run(to_move(game))
    assert result.iterations == sum(move.visits for move in result.moves) == 150
    assert sorted(move.action for move in result.moves) == game.legal_actions()
    assert sum(result.values) == pytest.approx(1, abs=1e-3)
    assert sum(move.improved for move in result.moves) == pytest.approx(1, abs=1e-3)
    native = game.variant.native
    for observations, masks in recorder.calls:
        assert observations.dtype == np.uint8
        assert observations.shape == (len(masks), native.observation_size)
        assert masks.dtype == np.bool_
        assert masks.shape == (len(masks), native.action_count)
        assert masks.any(axis=1).all()


@pytest.mark.parametrize("name", gg.GAMES)
def test_the_first_call_shows_the_root_as_its_seat_sees_it(name: gg.GameName) -> None:
    view = to_move(middle(name))
    recorder = Recorder()
    result = Search(evaluator=recorder, iterations=5, seed=1).run(view)
    observations, masks = recorder.calls[0]
    assert np.array_equal(observations, [view.observe()])
    assert np.array_equal(masks, [view.mask()])
    logits = Recorder()(observations, masks)[0][0][view.legal_actions()]
    expected = np.exp(logits) / np.exp(logits).sum()
    priors = {move.action: move.prior for move in result.moves}
    assert [priors[action] for action in view.legal_actions()] == pytest.approx(expected, abs=1e-5)


def test_a_leaf_is_shown_to_the_seat_that_moves_there() -> None:
    game = gg.new("splendor", players=3, seed=5)
    recorder = Recorder(3)
    search = Search(evaluator=recorder, iterations=1, seed=1)
    result = search.run(game.view(0))
    game.play(result.best.action)
    (observation,), (mask,) = recorder.calls[1]
    assert np.array_equal(observation, game.view(1).observe())
    assert np.array_equal(mask, game.view(1).mask())


def test_values_begin_with_the_seat_that_moves_at_the_leaf() -> None:
    def evaluator(_: Observations, masks: Masks) -> Answer:
        return np.zeros(masks.shape), np.tile([0.2, 0.3, 0.5], (len(masks), 1))

    view = gg.new("splendor", players=3, seed=5).view(0)
    result = Search(evaluator=evaluator, iterations=1, seed=1).run(view)
    assert result.values == pytest.approx([0.5, 0.2, 0.3])


def test_what_it_was_shown_may_be_kept() -> None:
    recorder = Recorder()
    copies: list[bytes] = []

    def evaluator(observations: Observations, masks: Masks) -> Answer:
        answer = recorder(observations, masks)
        copies.extend((observations.tobytes(), masks.tobytes()))
        return answer

    Search(evaluator=evaluator, iterations=100, seed=1).run(gg.new("splendor", seed=1).view(0))
    assert recorder.shown == copies


def test_a_finished_game_needs_no_evaluation() -> None:
    found = 0
    greedy = gg.agents.make("greedy")
    for seed in range(12):
        game = gg.new("splendor", seed=seed)
        while not game.over:
            view = to_move(game)
            winning = [each for each in game.legal_actions() if wins(game, each)]
            if winning:
                search = Search(
                    evaluator=uniform, iterations=300, root="puct", fpu_reduction=0, seed=1
                )
                assert search.choose(view) in winning
                found += 1
            game.play(greedy.choose(view))
    assert found >= 5


def test_a_position_whose_moves_all_end_the_game_is_searched_to_the_end() -> None:
    game = gg.new("arboretum", seed=2)
    greedy = gg.agents.make("greedy")
    last = to_move(game)
    while not game.over:
        last = to_move(game)
        game.play(greedy.choose(last))
    recorder = Recorder()
    result = Search(evaluator=recorder, iterations=100, seed=1).run(last)
    assert result.iterations == 100
    assert recorder.rows == [1]


# Hidden cards


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
def test_hidden_cards_do_not_reach_it(name: gg.GameName, players: int, rules: str) -> None:
    game = middle(name, players, rules=rules)
    view = to_move(game)
    redrawn = view.sample(8)
    assert redrawn != game
    recorders = Recorder(players), Recorder(players)
    results = [
        without_duration(Search(evaluator=recorder, iterations=80, seed=2).run(seen))
        for recorder, seen in zip(recorders, (view, redrawn.view(view.seat)), strict=True)
    ]
    assert recorders[0].shown == recorders[1].shown
    assert results[0] == results[1]


# Batches


@pytest.mark.parametrize("batch_size", [1, 7, 64])
@pytest.mark.parametrize("root", ["halving", "puct"])
def test_a_batch_is_full_as_long_as_there_are_iterations(batch_size: int, root: RootPolicy) -> None:
    recorder = Recorder()
    view = gg.new("splendor", seed=3).view(0)
    search = Search(evaluator=recorder, iterations=200, seed=1, root=root, batch_size=batch_size)
    search.run(view)
    assert recorder.rows[0] == 1
    # The result of a round of halving, here one of four, must be known before the next begins.
    rounds = 4 if root == "halving" else 1
    assert max(recorder.rows[1:]) == min(batch_size, 200 // rounds)
    assert sum(recorder.rows[1:]) == 200
    assert sum(rows < batch_size for rows in recorder.rows[1:]) <= rounds


def test_leaves_of_one_batch_are_different_ones() -> None:
    recorder = Recorder()
    view = gg.new("splendor", seed=3).view(0)
    Search(evaluator=recorder, iterations=320, seed=1, root="puct", batch_size=16).run(view)
    different = [len(np.unique(observations, axis=0)) for observations, _ in recorder.calls[1:]]
    assert np.mean(different) > 12


@pytest.mark.parametrize("name", gg.GAMES)
def test_the_same_seed_gives_the_same_result(name: gg.GameName) -> None:
    view = to_move(middle(name))

    def run(seed: int, batch_size: int) -> tuple[object, ...]:
        search = Search(evaluator=Recorder(), iterations=120, seed=seed, batch_size=batch_size)
        return without_duration(search.run(view))

    assert run(1, 8) == run(1, 8)
    assert run(1, 8) != run(2, 8)


def test_many_positions_fill_a_batch_with_one_leaf_each() -> None:
    views = [gg.new("splendor", seed=seed).view(0) for seed in range(10)]
    recorder = Recorder()
    results = Search(evaluator=recorder, iterations=40, seed=1, batch_size=1).run_many(views)
    assert [result.iterations for result in results] == [40] * 10
    assert recorder.rows == [10] * 41


def test_a_position_is_searched_among_others_as_if_it_were_alone() -> None:
    views = [to_move(middle("splendor", decisions=10 + 3 * each)) for each in range(4)]
    together = Search(evaluator=Recorder(), iterations=60, seed=1).run_many(views)
    alone = Search(evaluator=Recorder(), iterations=60, seed=1).run(views[0])
    assert without_duration(together[0]) == without_duration(alone)
    others = Search(evaluator=Recorder(), iterations=60, seed=1).run_many([views[1], *views[1:]])
    assert [without_duration(each) for each in others[1:]] == [
        without_duration(each) for each in together[1:]
    ]


def test_each_of_many_positions_keeps_its_tree() -> None:
    games = [gg.new("arboretum", seed=seed) for seed in range(3)]
    for game in games:
        game.play("draw deck")
        game.play("draw deck")
    search = Search(evaluator=Recorder(), iterations=50, seed=1)
    first = search.run_many([game.view(0) for game in games])
    for game, result in zip(games, first, strict=True):
        game.play(result.best.action)
    second = search.run_many([game.view(0) for game in games])
    assert [each.iterations for each in second] == [each.best.visits + 50 for each in first]
    assert search.run_many([]) == []


def test_positions_that_are_searched_together_are_of_one_game() -> None:
    search = Search(evaluator=Recorder(), iterations=50, seed=1)
    splendor = gg.new("splendor", seed=1).view(0)
    for other in (gg.new("arboretum", seed=1), gg.new("splendor", players=3, seed=1)):
        with pytest.raises(ValueError, match="one game and number of players"):
            search.run_many([splendor, other.view(0)])
    assert search.run(splendor).iterations == 50


def test_many_positions_need_an_evaluator() -> None:
    with pytest.raises(ValueError, match="run_many needs an evaluator"):
        Search(iterations=10).run_many([gg.new("splendor", seed=1).view(0)])


# The tree


def test_priors_guide_it() -> None:
    view = gg.new("splendor", seed=1).view(0)
    good = view.legal_actions()[7]

    def prefer(_: Observations, masks: Masks) -> Answer:
        logits = np.zeros(masks.shape)
        logits[:, good] = 5
        return logits, np.full((len(masks), 2), 0.5)

    search = Search(evaluator=prefer, iterations=100, seed=1, root="puct", batch_size=1)
    best = search.run(view).best
    assert best.action == good
    assert best.visits > 50


def test_a_tree_is_kept_from_one_decision_to_the_next() -> None:
    game = gg.new("arboretum", seed=1)
    for move in ("draw deck", "draw deck"):
        game.play(move)
    search = Search(evaluator=Recorder(), iterations=100, seed=1)
    first = search.run(game.view(0))
    game.play(first.best.action)
    assert search.run(game.view(0)).iterations == first.best.visits + 100


def test_one_move_can_be_searched_alone() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Search(evaluator=Recorder(), iterations=50, seed=1)
    alone = search.run(view, only=29)
    assert (alone.best.action, alone.best.visits) == (29, 50)


def test_noise_at_the_root_changes_which_moves_are_tried() -> None:
    view = gg.new("splendor", seed=1).view(0)

    def tried(seed: int, noise: float) -> set[int]:
        search = Search(evaluator=uniform, iterations=64, seed=seed, root_noise=noise)
        return {move.action for move in search.run(view).moves if move.visits}

    assert tried(1, 0.0) == tried(2, 0.0)
    assert tried(1, 1.0) != tried(2, 1.0)


def test_an_agent_plays_with_it() -> None:
    bots = [SearchAgent(evaluator=uniform, iterations=8, seed=seat) for seat in range(2)]
    assert bots[0].spec == "mcts:iterations=8,evaluator=uniform"
    assert gg.agents.play_out(gg.new("splendor", seed=2), bots).over


def test_seconds_end_it() -> None:
    view = gg.new("splendor", seed=1).view(0)
    assert Search(evaluator=uniform, seconds=0.01, seed=1).run(view).iterations >= 1


# Errors


def answering(logits: Any = None, values: Any = None) -> Callable[[Any, Any], Any]:
    def evaluator(_: Observations, masks: Masks) -> Any:
        return (
            np.zeros(masks.shape) if logits is None else logits(masks),
            np.full((len(masks), 2), 0.5) if values is None else values(masks),
        )

    return evaluator


@pytest.mark.parametrize(
    ("evaluator", "message"),
    [
        (answering(lambda _: np.zeros((1, 70))), r"logits of the shape \(1, 70\); .* \(1, 72\)"),
        (answering(lambda _: np.zeros((2, 72))), r"logits of the shape \(2, 72\); .* \(1, 72\)"),
        (answering(values=lambda _: [0.5]), r"values of the shape \(1,\); it must be \(1, 2\)"),
        (answering(lambda masks: np.where(masks, np.nan, 0)), "a logit of nan in column 0"),
        (answering(lambda masks: np.where(masks, np.inf, 0)), "it must be a finite number"),
        (answering(values=lambda _: [[np.nan, 0]]), "a value of nan in column 0"),
        (answering(values=lambda _: [[-0.5, 0.5]]), "a chance of winning, from 0 to 1"),
        (answering(values=lambda _: [[0.5, 2]]), "a value of 2.0+ in column 1, of a seat"),
    ],
)
def test_a_wrong_result_is_refused(evaluator: Any, message: str) -> None:
    view = gg.new("splendor", seed=1).view(0)
    with pytest.raises(ValueError, match=message):
        Search(evaluator=evaluator, iterations=10).run(view)


@pytest.mark.parametrize("result", [None, 1.0, (1,), "both"])
def test_something_other_than_a_pair_is_refused(result: Any) -> None:
    view = gg.new("splendor", seed=1).view(0)
    with pytest.raises(TypeError, match="it must return a pair, the logits and the values"):
        Search(evaluator=lambda *_: result, iterations=10).run(view)


def test_the_logits_of_illegal_actions_do_not_matter() -> None:
    view = gg.new("splendor", seed=1).view(0)
    masked = answering(lambda masks: np.where(masks, 0, -np.inf))
    results = [
        without_duration(Search(evaluator=each, iterations=60, seed=1).run(view))
        for each in (masked, uniform)
    ]
    assert results[0] == results[1]


@pytest.mark.parametrize("error", [KeyError("mine"), KeyboardInterrupt()])
def test_an_error_of_the_evaluator_is_raised_and_the_search_begins_anew(
    error: BaseException,
) -> None:
    view = gg.new("splendor", seed=1).view(0)
    calls = 0

    def evaluator(observations: Observations, masks: Masks) -> Answer:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise error
        return uniform(observations, masks)

    search = Search(evaluator=evaluator, iterations=100, seed=1)
    with pytest.raises(type(error)) as caught:
        search.run(view)
    assert caught.value is error
    result = search.run(view)
    assert result.iterations == sum(move.visits for move in result.moves) == 100


def test_it_cannot_run_the_search_that_asks_it() -> None:
    view = gg.new("splendor", seed=1).view(0)

    def evaluator(*_: Any) -> Any:
        return search.run(view)

    search = Search(evaluator=evaluator, iterations=100, seed=1)
    with pytest.raises(ValueError, match="The search is running"):
        search.run(view)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"evaluator": 3}, TypeError, "evaluator is 3; it must be a function"),
        ({"evaluator": uniform, "threads": 2}, ValueError, "threads is 2; .* a single thread"),
        ({"evaluator": uniform, "cutoff": None}, ValueError, "leaves no rollouts"),
        ({"evaluator": uniform, "rollout": "random"}, ValueError, "leaves no rollouts"),
        ({"evaluator": uniform, "batch_size": 0}, ValueError, "batch_size is 0; .* from 1 to 4096"),
        ({"batch_size": 8}, ValueError, "batch_size needs an evaluator"),
        ({"root_noise": -1}, ValueError, "root_noise is -1; it must be 0 or more"),
        ({"root_noise": 1, "root": "puct"}, ValueError, "root_noise needs root='halving'"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Search(**options)
