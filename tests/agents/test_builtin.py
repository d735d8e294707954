"""The bots available in every game, and the table they sit at."""

from collections import Counter
from itertools import cycle

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import GreedyAgent, RandomAgent
from gemgrove.game import Playable

PRESETS = ["official", "core", "arena", "duel", "escrow", "official:payment=choose"]


class RecordingAgent:
    """Plays like another agent, and records the views it receives."""

    def __init__(self, agent: agents.Agent) -> None:
        self.agent = agent
        self.given: list[object] = []

    def choose(self, view: gg.View) -> Playable:
        self.given.append(view)
        return self.agent.choose(view)


class Scripted:
    """Plays the same action whatever happens."""

    def __init__(self, move: gg.Move | str | int) -> None:
        self.move = move

    def choose(self, view: gg.View) -> gg.Move | str | int:
        return self.move


def test_an_agent_gets_the_view_of_its_own_seat_and_nothing_else() -> None:
    seats = [RecordingAgent(RandomAgent(seat)) for seat in range(3)]
    agents.play_out(gg.new("splendor", players=3, seed=1), seats)
    for number, recording in enumerate(seats):
        assert recording.given
        for view in recording.given:
            assert type(view) is gg.View
            assert (view.seat, view.to_move) == (number, number)
            assert not hasattr(view, "deal")


def test_playing_out_plays_the_game_it_is_given_to_its_end() -> None:
    game = gg.new("splendor", seed=1)
    assert agents.play_out(game, [RandomAgent(1), RandomAgent(2)]) is game
    assert game.over


def test_after_every_decision_the_game_is_shown() -> None:
    game = gg.new("splendor", seed=1)
    lengths: list[int] = []
    agents.play_out(
        game,
        [RandomAgent(1), RandomAgent(2)],
        after=lambda shown: lengths.append(len(shown.actions)),
    )
    assert lengths == list(range(1, len(game.actions) + 1))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_there_must_be_an_agent_for_each_seat(count: int) -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(
        ValueError, match=rf"^The game has 2 seats, and there are {count} agents\.$"
    ):
        agents.play_out(game, [RandomAgent()] * count)
    assert game.actions == []


@pytest.mark.parametrize("move", ["p3 red white blue", 1, gg.new("splendor").view(0).move(1)])
def test_an_agent_answers_with_a_move_its_text_or_its_number(move: gg.Move | str | int) -> None:
    game = gg.new("splendor", seed=1, turn_limit=1)
    agents.play_out(game, [Scripted(move), Scripted(move)])
    assert game.actions == [1, 1]


def test_an_illegal_answer_is_raised_and_not_replaced() -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(gg.IllegalMove):
        agents.play_out(game, [Scripted("pass"), RandomAgent()])
    assert game.actions == []


# random


@pytest.mark.parametrize("rules", PRESETS)
def test_random_with_a_seed_plays_the_same_game_again(rules: str) -> None:
    def actions(seed: int) -> list[int]:
        game = gg.new("splendor", rules=rules, players=2, seed=1)
        return agents.play_out(game, [RandomAgent(seed), RandomAgent(seed + 1)]).actions

    assert actions(7) == actions(7)
    assert actions(7) != actions(8)


def test_random_without_a_seed_varies() -> None:
    view = gg.new("splendor", seed=1).view(0)
    assert len({tuple(RandomAgent().choose(view) for _ in range(10)) for _ in range(5)}) > 1


def test_random_plays_every_legal_action_about_as_often() -> None:
    view = gg.new("splendor", seed=1).view(0)
    agent = RandomAgent(1)
    counts = Counter(agent.choose(view) for _ in range(300 * len(view.legal_actions())))
    assert sorted(counts) == view.legal_actions()
    assert 200 < min(counts.values()) <= max(counts.values()) < 400


# greedy


@pytest.mark.parametrize(("rules", "players"), list(zip(PRESETS, cycle((2, 3, 4)))))
def test_greedy_plays_the_same_game_again(rules: str, players: int) -> None:
    def actions() -> list[int]:
        game = gg.new("splendor", rules=rules, players=players, seed=5)
        return agents.play_out(game, [GreedyAgent() for _ in range(players)]).actions

    assert actions() == actions()


def test_greedy_plays_the_best_score_the_lowest_number_among_equals() -> None:
    game = gg.new("splendor", players=3, seed=2)
    while not game.over:
        view = game.view(game.to_move)
        best = max(view.action_scores(), key=lambda entry: (entry[1], -entry[0]))
        assert GreedyAgent().choose(view) == view.greedy_action() == best[0]
        game.play(best[0])


def test_greedy_judges_by_what_its_seat_sees() -> None:
    game = gg.new("splendor", players=2, seed=2)
    while not game.over:
        view = game.view(game.to_move)
        redrawn = view.sample(1).view(view.seat)
        assert redrawn.action_scores() == view.action_scores()
        game.play(view.greedy_action())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_ends_its_games_by_points(players: int) -> None:
    for seed in range(20):
        game = gg.new("splendor", players=players, seed=seed)
        assert agents.play_out(game, [GreedyAgent()] * players).ending == "finished"


def test_greedy_beats_random_from_either_seat() -> None:
    won = 0
    for seed in range(50):
        for seat in (0, 1):
            seats: list[agents.Agent] = [RandomAgent(seed), RandomAgent(seed)]
            seats[seat] = GreedyAgent()
            won += agents.play_out(gg.new("splendor", seed=seed), seats).winners == [seat]
    assert won >= 95


# Seats with nothing to decide


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_a_seat_with_nothing_to_decide_is_told_so(spec: str) -> None:
    game = gg.new("splendor", seed=1)
    for seat in (1, None):
        with pytest.raises(ValueError, match=r"^This seat has nothing to decide now\.$"):
            agents.make(spec).choose(game.view(seat))
