"""The batch: its games match the public API, decision by decision."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.arboretum.rule_options import PRESETS as ARBORETUM_PRESETS
from gemgrove.envs.batch import Autoreset
from gemgrove.envs.rewards import names
from gemgrove.splendor import GAME
from gemgrove.splendor.rule_options import PRESETS as SPLENDOR_PRESETS
from tests.envs.batch_replay import replayed
from tests.splendor.card_sets import FREE, uniform_set

PLAYERS = [2, 3, 4]
EACH = cycle(PLAYERS)
"""The numbers of players in turn: what a batch does with them depends on nothing else."""
MODES: list[Autoreset] = ["same_step", "next_step", "disabled"]
EVERYTHING = (
    "outcome(win=2, draw=0.5, loss=-0.25) + 3 * rank + 0.5 * margin + 0.1 * points_gained"
    " - 0.2 * lead_gained"
)
OF_SPLENDOR = " + 0.3 * cards_bought - 0.7 * token_efficiency"
# Short games, so that many end, with the starting seat decided by the deal.
SHORT: dict[str, dict[str, Any]] = {
    "splendor": {"target_points": 3, "first_player": "random"},
    "arboretum": {"first_player": "random"},
}


REWARDS = [
    (game, name, next(EACH))
    for game in gg.GAMES
    for name in names()
    if game == "splendor" or name not in GAME.rewards()
]
"""The named rewards of each game, with a number of players."""


@pytest.mark.parametrize(("mode", "players"), list(zip(MODES, PLAYERS, strict=True)))
@pytest.mark.parametrize("game", gg.GAMES)
def test_every_game_is_one_of_the_api_in_each_mode_of_autoreset(
    game: str, players: int, mode: Autoreset
) -> None:
    reward = EVERYTHING + (OF_SPLENDOR if game == "splendor" else "")
    batch = gg.batch(
        game, players=players, size=2, seed=7, reward=reward, autoreset=mode, **SHORT[game]
    )
    replayed(batch, 2, **SHORT[game])


@pytest.mark.parametrize(("game", "name", "players"), REWARDS)
def test_every_named_reward_is_the_one_of_the_api(game: str, name: str, players: int) -> None:
    batch = gg.batch(game, players=players, size=2, seed=3, reward=name, **SHORT[game])
    replayed(batch, 1, **SHORT[game])
    assert batch.returns.any()


@pytest.mark.parametrize(
    ("game", "rules", "players"),
    [("splendor", preset, next(EACH)) for preset in SPLENDOR_PRESETS]
    + [("splendor", "official:payment=choose,take_fewer=free", 3)]
    + [("arboretum", preset, next(EACH)) for preset in ARBORETUM_PRESETS],
)
def test_every_preset_is_played_by_its_rules(game: str, rules: str, players: int) -> None:
    batch = gg.batch(game, players=players, rules=rules, size=2, seed=5, **SHORT[game])
    replayed(batch, 1, rules=rules, **SHORT[game])


@pytest.mark.parametrize("mode", MODES)
def test_a_game_cut_off_by_the_turn_limit_is_truncated_and_rewarded(mode: Autoreset) -> None:
    options: dict[str, Any] = {"turn_limit": 4}
    batch = gg.batch(
        "splendor", players=3, size=3, seed=1, reward="margin + rank", autoreset=mode, **options
    )
    replays = replayed(batch, 3, **options)
    assert sum(replay.cut_off for replay in replays) == sum(replay.ends for replay in replays)


@pytest.mark.parametrize("players", PLAYERS)
def test_those_who_share_a_place_share_its_reward(players: int) -> None:
    options: dict[str, Any] = {"cards": uniform_set(FREE), "target_points": 3}
    batch = gg.batch("splendor", players=players, size=8, seed=1, reward=EVERYTHING, **options)
    replays = replayed(batch, 4, **options)
    assert sum(replay.ties for replay in replays) >= 3


@pytest.mark.parametrize(
    ("players", "seat", "mode"),
    [
        (2, 0, "disabled"),
        (3, 1, "next_step"),
        (4, "rotate", "same_step"),
        (3, "rotate", "disabled"),
    ],
)
@pytest.mark.parametrize("game", gg.GAMES)
def test_greedy_opponents_play_what_their_views_favor(
    game: str, players: int, seat: Any, mode: Autoreset
) -> None:
    reward = "rank + margin + 0.1 * points_gained - 0.2 * lead_gained"
    reward += OF_SPLENDOR if game == "splendor" else ""
    batch = gg.batch(
        game,
        players=players,
        size=3,
        seed=11,
        reward=reward,
        autoreset=mode,
        opponents="greedy",
        seat=seat,
        **SHORT[game],
    )
    replayed(batch, 2 if game == "splendor" else 1, others=True, **SHORT[game])


@pytest.mark.parametrize("players", PLAYERS)
def test_every_decision_is_the_learners_at_the_next_seat_with_every_game(players: int) -> None:
    batch = gg.batch(
        "splendor", players=players, size=6, seed=2, opponents="random", target_points=3
    )
    seats = batch.to_move.copy()
    assert seats.tolist() == [row % players for row in range(6)]
    for _ in range(200):
        batch.step(batch.choose("random"))
        seats = np.where(batch.terminations, (seats + 1) % players, seats)
        assert np.array_equal(batch.to_move, seats)


@pytest.mark.parametrize("seat", range(3))
def test_a_learner_at_a_seat_stays_there(seat: int) -> None:
    batch = gg.batch(
        "splendor", players=3, size=4, seed=2, opponents="random", seat=seat, target_points=3
    )
    for _ in range(100):
        assert batch.to_move.tolist() == [seat] * 4
        batch.step(batch.choose("greedy"))


def outcomes(game: gg.Game, seat: int, bots: list[str]) -> Iterator[gg.Game]:
    """Every game that the bots at the other seats can lead to before `seat` moves again."""
    if game.over or game.to_move == seat:
        yield game
        return
    bot = bots[(game.to_move - seat) % game.players - 1]
    best = game.view(game.to_move).greedy_action()
    for action in [best] if bot == "greedy" else game.legal_actions():
        following = game.copy()
        following.play(action)
        yield from outcomes(following, seat, bots)


@pytest.mark.parametrize("bots", [["greedy", "random"], ["random", "greedy@1"]])
@pytest.mark.parametrize("seat", range(3))
def test_several_opponents_have_the_seats_after_the_learners(seat: int, bots: list[str]) -> None:
    bots_played = [bot.removesuffix("@1") for bot in bots]
    batch = gg.batch("splendor", players=3, size=3, seed=4, opponents=bots, seat=seat)
    by_the_others = 0
    for _ in range(6):
        games = [batch.game(row) for row in range(3)]
        actions = batch.choose("greedy")
        batch.step(actions)
        for row, game in enumerate(games):
            game.play(int(actions[row]))
            now = batch.game(row)
            assert now in outcomes(game, seat, bots_played)
            by_the_others += now not in outcomes(game, seat, bots_played[::-1])
    assert by_the_others >= 3


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", gg.GAMES)
def test_the_greedy_choice_is_the_greedy_action_of_each_view(game: str, players: int) -> None:
    batch = gg.batch(game, players=players, size=8, seed=1, threads=2)
    for _ in range(40):
        wanted = [batch.view(row).greedy_action() for row in range(8)]
        assert batch.choose("greedy").tolist() == batch.choose("greedy@1").tolist() == wanted
        batch.step(batch.choose("random"))


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_random_choice_is_any_of_the_legal_actions(game: str) -> None:
    batch = gg.batch(game, size=2000, seed=1)
    for _ in range(3):
        actions = batch.choose()
        assert batch.masks[np.arange(2000), actions].all()
        always = np.flatnonzero(batch.masks.all(axis=0))
        assert set(always) <= set(actions)
        batch.step(actions)


def test_a_choice_is_written_where_one_wants_it() -> None:
    batch = gg.batch("splendor", size=4, seed=1)
    room = np.full(4, -5, np.int32)
    assert batch.choose("greedy", out=room) is room
    assert room.tolist() == batch.choose("greedy").tolist()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("game", gg.GAMES)
def test_what_the_seat_to_move_cannot_see_does_not_reach_it(game: str, players: int) -> None:
    batch = gg.batch(game, players=players, size=4, seed=6)
    redrawn = 0
    for _ in range(30):
        batch.step(batch.choose("random"))
        for row in range(4):
            view = batch.view(row)
            assert view.seat == batch.to_move[row]
            other = view.sample(row)
            redrawn += other != batch.game(row)
            assert np.array_equal(other.view(view.seat).observe(), batch.observations[row])
            assert np.array_equal(other.mask(), batch.masks[row])
    assert redrawn > 60
