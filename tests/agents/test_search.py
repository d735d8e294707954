"""The search: its results, what it must not know, and the tree it reuses."""

import random
import threading
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native, agents
from gemgrove.agents import Search, SearchAgent
from tests.agents.searches import ends_when_interrupted, middle, wins, without_duration

GAMES = [
    *((game, players, "official") for game in gg.GAMES for players in (2, 3, 4)),
    ("splendor", 2, "core"),
    ("splendor", 3, "arena"),
    ("splendor", 2, "escrow"),
    ("splendor", 2, "official:payment=choose"),
]


# Results


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
def test_the_result_is_about_the_legal_moves(name: gg.GameName, players: int, rules: str) -> None:
    game = middle(name, players, rules=rules)
    result = Search(iterations=150, seed=1).run(game.view(game.to_move))
    assert result.seat == game.to_move
    assert sorted(move.action for move in result.moves) == game.legal_actions()
    assert all(move.move == game.move(move.action) for move in result.moves)
    assert sum(move.visits for move in result.moves) == result.iterations == 150
    assert result.best.visits >= 0.9 * max(move.visits for move in result.moves)
    assert sum(move.prior for move in result.moves) == pytest.approx(1, abs=1e-3)
    assert len(result.values) == players
    assert sum(result.values) == pytest.approx(1, abs=1e-3)
    for move in result.moves:
        assert move.value == move.values[result.seat]
        assert move.visits == 0 or sum(move.values) == pytest.approx(1, abs=1e-3)


def test_it_returns_only_what_was_taken_this_turn() -> None:
    game = gg.new("splendor", rules="escrow", seed=11, first_player=0)
    for move in ("p3 white green red", "p3 white green red", "p3 white green red", "p2 black"):
        game.play(move)
        if game.to_move:
            game.skip()
    game = gg.from_position(game.position())
    result = Search(iterations=150, seed=1).run(game.view(0))
    assert [each.move.text for each in result.moves] == ["return black"]


@pytest.mark.parametrize("bot", ["greedy@1", "mcts:iterations=20,seed=1"])
def test_a_bot_plays_to_the_end_where_only_drawn_tokens_go_back(bot: str) -> None:
    game = gg.new("splendor", rules="escrow", players=3, seed=4)
    agents.play_out(game, [agents.make(bot) for _ in range(3)])
    assert game.ending == "finished"


def test_the_pv_begins_with_the_best_move_and_can_be_played_on_a_sample() -> None:
    game = middle("splendor", decisions=20)
    view = game.view(game.to_move)
    result = Search(iterations=2000, seed=1).run(view)
    assert result.pv[0] == result.best.move
    assert len(result.pv) >= 3
    played = view.sample(5)
    for move in result.pv:
        played.play(move)


@pytest.mark.parametrize("rules", ["official", "core"])
def test_a_pv_has_no_move_that_only_unknown_cards_allow(rules: str) -> None:
    game = gg.new("splendor", players=2, rules=rules, seed=3)
    greedy = agents.make("greedy")
    while not game.over:
        view = game.view(game.to_move)
        result = Search(iterations=200, seed=1).run(view)
        line = result.pv
        assert line[:1] in ((), (result.best.move,))
        for seed in range(3):
            played = view.sample(seed)
            for move in line[:4]:
                played.play(move)
        game.play(greedy.choose(view))


def test_a_pv_of_arboretum_names_its_cells() -> None:
    game = gg.new("arboretum", seed=4)
    for move in ("draw deck", "draw deck"):
        game.play(move)
    result = Search(iterations=500, seed=1).run(game.view(0))
    assert [move.text.split()[0] for move in result.pv[:3]] == ["pick", "at", "discard"]
    assert result.pv[1].text == "at 0 0"


# Hidden cards


@pytest.mark.parametrize(("name", "players", "rules"), GAMES)
def test_hidden_cards_do_not_reach_it(name: gg.GameName, players: int, rules: str) -> None:
    game = middle(name, players, rules=rules)
    view = game.view(game.to_move)
    redrawn = view.sample(8)
    assert redrawn != game
    others = redrawn.view(view.seat)
    assert without_duration(Search(iterations=80, seed=2).run(view)) == without_duration(
        Search(iterations=80, seed=2).run(others)
    )


def test_two_seats_share_no_tree() -> None:
    game = gg.new("splendor", seed=1)
    game.play("r v deck")
    game.play("p3 white blue green")
    shared = Search(iterations=100, seed=1)
    shared.run(game.view(0))
    game.play("p3 white blue green")
    assert shared.run(game.view(1)).iterations == 100


@pytest.mark.parametrize("seat", [1, None])
def test_it_refuses_a_view_that_has_nothing_to_decide(seat: int | None) -> None:
    with pytest.raises(ValueError, match="needs the view of a seat that is to decide"):
        Search(iterations=10).run(gg.new("splendor", seed=1).view(seat))


def test_it_refuses_a_whole_game() -> None:
    with pytest.raises(TypeError, match="A search needs a View, not"):
        Search(iterations=10).run(gg.new("splendor", seed=1))  # type: ignore[arg-type]


# Seeds


@pytest.mark.parametrize("name", gg.GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_result(name: gg.GameName, threads: int) -> None:
    game = middle(name)
    view = game.view(game.to_move)

    def think(seed: int) -> tuple[object, ...]:
        return without_duration(Search(iterations=120, seed=seed, threads=threads).run(view))

    assert think(1) == think(1)
    assert think(1) != think(2)


@pytest.mark.parametrize("name", gg.GAMES)
def test_a_bot_with_a_seed_plays_the_same_game_again(name: gg.GameName) -> None:
    def play() -> list[int]:
        table = [agents.make("mcts:iterations=10", seed=seat) for seat in range(2)]
        return agents.play_out(gg.new(name, seed=2), table).actions

    assert play() == play()


# Reuse of the tree


def test_a_tree_is_kept_from_one_decision_to_the_next() -> None:
    game = gg.new("arboretum", seed=1)
    for move in ("draw deck", "draw deck"):
        game.play(move)
    search = Search(iterations=100, seed=1)
    first = search.run(game.view(0))
    game.play(first.best.action)
    assert search.run(game.view(0)).iterations == first.best.visits + 100


def test_a_tree_is_kept_over_the_opponents_move() -> None:
    game = gg.new("splendor", seed=1)
    search = Search(iterations=2000, seed=1)
    for move in search.run(game.view(0)).pv[:2]:
        assert move.text.startswith("p3")
        game.play(move)
    assert search.run(game.view(0)).iterations > 2000


def test_a_tree_is_not_kept_once_a_card_was_seen() -> None:
    game = gg.new("arboretum", seed=1)
    search = Search(iterations=100, seed=1)
    search.run(game.view(0))
    game.play("draw deck")
    assert search.run(game.view(0)).iterations == 100


def test_without_reuse_it_begins_anew() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Search(iterations=100, seed=1, reuse=False)
    search.run(view)
    assert search.run(view).iterations == 100


def test_searching_the_same_view_again_goes_deeper() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Search(iterations=100, seed=1)
    search.run(view)
    assert search.run(view).iterations == 200


def test_another_deal_begins_anew() -> None:
    search = Search(iterations=100, seed=1)
    search.run(gg.new("splendor", seed=1).view(0))
    assert search.run(gg.new("splendor", seed=2).view(0)).iterations == 100


def test_one_search_can_take_another_game() -> None:
    search = Search(iterations=50, seed=1)
    for name in gg.GAMES:
        assert search.run(gg.new(name, seed=1).view(0)).iterations == 50


def test_a_new_game_clears_the_tree_of_a_bot() -> None:
    view = gg.new("splendor", seed=1).view(0)
    bot = SearchAgent(iterations=50, seed=1)
    bot.choose(view)
    bot.begin(view)
    assert bot.search.run(view).iterations == 50


def test_searching_one_move_alone_leaves_no_tree() -> None:
    view = gg.new("splendor", seed=1).view(0)
    search = Search(iterations=50, seed=1)
    alone = search.run(view, only=29)
    assert [move.visits for move in alone.moves][:2] == [50, 0]
    assert alone.best.action == 29
    with pytest.raises(ValueError, match="is not legal"):
        search.run(view, only=71)
    assert search.run(view).iterations == 50


# Strength


def test_it_buys_the_card_that_wins() -> None:
    won = 0
    for seed in range(12):
        game = gg.new("splendor", seed=seed)
        greedy = agents.make("greedy")
        while not game.over:
            winning = [action for action in game.legal_actions() if wins(game, action)]
            if winning:
                view = game.view(game.to_move)
                assert Search(iterations=300, seed=1).choose(view) in winning
                won += 1
            game.play(greedy.choose(game.view(game.to_move)))
    assert won >= 5


STARVED = (
    "splendor official:players=2 move=p2:play first=p1 turns=49 passes=0 bank=2,0,1,3,0,5 "
    "market=30,11,14,2/56,52,55,51/71,76,86,72 decks=32,33,16,34,24,23,35,1,10,4,8,28,18,21,19,13,"
    "22,27,39,3,12,37,5/46,59,47,45,43,69,68,57,61,67,44,53,64,48,54,41,58/87,89,81,88,82,74,84,80,"
    "79,77,83,75,70,78,85,73 nobles=2,3,1 p1=0,3,1,0,3,0;bought=9,17,20,25,26,29,38,40,63,65,66 "
    "p2=2,1,2,1,1,0;bought=0,6,15,31,36,42,49,50,60;reserved=7,62"
)
"""Reserving the second vendor wins most games from here, but its prior is low."""


def test_a_good_move_with_a_low_prior_is_found() -> None:
    game = gg.from_position(STARVED)
    view = game.view(game.to_move)
    best = [Search(iterations=1000, seed=seed).run(view).best.move.text for seed in range(8)]
    assert best.count("r v 2") >= 6


def test_sixteen_moves_get_a_share_of_a_halving_search() -> None:
    game = gg.from_position(STARVED)
    view = game.view(game.to_move)
    moves = Search(iterations=1000, seed=1).run(view).moves
    assert sum(move.visits >= 4 for move in moves) == 16 < len(moves)
    assert sum(move.visits >= 4 for move in Search(root="puct", seed=1).run(view).moves) < 10


@pytest.mark.parametrize(
    ("name", "players", "iterations", "least"),
    [
        ("splendor", 2, 200, 16),
        ("splendor", 3, 200, 11),
        pytest.param("arboretum", 2, 1000, 13, marks=pytest.mark.slow),
    ],
)
def test_it_beats_greedy(name: gg.GameName, players: int, iterations: int, least: int) -> None:
    won = 0.0
    for number in range(24):
        seat = number % players
        table = [agents.make("greedy") for _ in range(players)]
        table[seat] = agents.make(f"mcts:iterations={iterations}", seed=number)
        game = gg.new(name, players=players, seed=500 + number // players)
        agents.play_out(game, table)
        won += (seat in game.winners) / len(game.winners)
    assert won >= least


# Budgets


def test_seconds_end_it() -> None:
    view = gg.new("splendor", seed=1).view(0)
    result = Search(seconds=0.01, seed=1).run(view)
    assert result.iterations >= 1


def test_whichever_of_the_budgets_comes_first_ends_it() -> None:
    view = gg.new("splendor", seed=1).view(0)
    assert Search(iterations=20, seconds=100, seed=1).run(view).iterations == 20


@pytest.mark.parametrize("rollout", ["random", "prior"])
@pytest.mark.parametrize("cutoff", [0, 7, None])
@pytest.mark.parametrize("name", gg.GAMES)
def test_rollouts_of_every_kind_come_to_an_end(
    name: gg.GameName, rollout: agents.Rollout, cutoff: int | None
) -> None:
    game = middle(name)
    search = Search(iterations=15, seed=1, rollout=rollout, cutoff=cutoff)
    assert search.run(game.view(game.to_move)).iterations == 15


@pytest.mark.parametrize("rules", ["core", "arena"])
def test_dead_ends_with_nothing_but_passes_do_not_hold_it_up(rules: str) -> None:
    passes = 0
    for seed in range(60):
        game = gg.new("splendor", players=2, rules=rules, seed=seed)
        chance = random.Random(seed)
        search = Search(iterations=5, seed=seed, rollout="random", cutoff=None)
        while not game.over:
            actions = game.legal_actions()
            if game.move(actions[0]).text == "pass":
                passes += 1
                assert search.choose(game.view(game.to_move)) == actions[0]
            game.play(chance.choice(actions))
    assert passes


def test_the_only_legal_move_needs_no_search() -> None:
    game = gg.new("arboretum", seed=1)
    bot = SearchAgent(seconds=1000.0)
    assert game.legal_actions() == [bot.choose(game.view(0))]


@pytest.mark.parametrize("options", ["", "evaluator=even"])
def test_an_interrupt_ends_a_long_search(options: str) -> None:
    assert ends_when_interrupted(options)


def test_a_running_search_is_not_disturbed() -> None:
    native = _native.splendor.Search(
        exploration=1,
        prior_weight=0,
        fpu_reduction=0,
        rollout=_native.Rollout.RANDOM,
        cutoff=None,
        threads=1,
        seed=1,
    )
    native.set_position(gg.new("splendor", seed=1).view(0))
    thread = threading.Thread(target=native.run, args=(60_000, None))
    thread.start()

    def ask_until_it_is_done() -> None:
        while thread.is_alive():
            native.result()

    with pytest.raises(ValueError, match="The search is running in another thread"):
        ask_until_it_is_done()
    thread.join()
    assert native.result().iterations == 60_000


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iterations": 0}, "iterations is 0; it must be a whole number, 1 or more"),
        ({"iterations": 1.5}, "iterations is 1.5; it must be a whole number"),
        ({"seconds": 0}, "seconds is 0; it must be above 0"),
        ({"seconds": float("nan")}, "seconds is nan; it must be above 0"),
        ({"threads": 0}, "threads is 0; it must be a whole number, from 1 to 256"),
        ({"threads": None}, "threads is None"),
        ({"cutoff": -1}, "cutoff is -1"),
        ({"exploration": -1}, "exploration is -1; it must be 0 or more"),
        ({"root": "fair"}, "root is 'fair'; it must be 'halving' or 'puct'"),
        ({"rollout": "clever"}, "rollout is 'clever'; it must be 'prior' or 'random'"),
    ],
)
def test_an_option_out_of_bounds_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Search(**options)


@pytest.mark.parametrize(
    ("spec", "made"),
    [
        ("mcts", "mcts:iterations=1000"),
        ("mcts:seconds=0.5", "mcts:seconds=0.5"),
        ("mcts:iterations=20,rollout=random,cutoff=none", None),
        ("mcts:iterations=20,reuse=no", None),
    ],
)
def test_a_spec_names_its_options(spec: str, made: str | None) -> None:
    assert agents.make(spec, seed=4).spec == (made or spec)
    assert agents.make(agents.make(spec).spec).spec == (made or spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts:iterations=few", "iterations is 'few'; it must be a whole number"),
        ("mcts:iterations=0", "iterations is 0; it must be a whole number, 1 or more"),
        ("mcts:seconds=soon", "seconds is 'soon'; it must be a number"),
        ("mcts:reuse=maybe", "reuse is 'maybe'; it must be yes or no"),
        ("mcts:depth=3", "has no option 'depth'"),
    ],
)
def test_a_spec_with_a_wrong_option_is_refused(spec: str, message: str) -> None:
    with pytest.raises(agents.SpecError, match=message):
        agents.make(spec)
