"""Replays a batch's games through the public API and compares the two."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import gemgrove as gg
from gemgrove.envs.batch import Batch

NOW = ("observations", "masks", "to_move", "rewards", "terminations", "truncations")
LAST_GAME = ("final_observations", "lengths", "returns", "scores", "places")
ARRAYS = NOW + LAST_GAME

_MOST_STEPS = 1000  # of a game

Snapshot = dict[str, NDArray[Any]]


def twins(count: int = 2, **options: Any) -> list[Batch]:
    """Identical batches, by default of four Splendor games."""
    return [gg.batch("splendor", **{"size": 4, "seed": 1, **options}) for _ in range(count)]


def snapshot(batch: Batch, names: tuple[str, ...] = ARRAYS) -> Snapshot:
    """A copy of the arrays."""
    return {name: getattr(batch, name).copy() for name in names}


def same(one: Snapshot, other: Snapshot, rows: Any = slice(None)) -> bool:
    """Return True if these rows of two snapshots are equal in every array."""
    return all(np.array_equal(one[name][rows], other[name][rows]) for name in one)


def played(batch: Batch, steps: int, names: tuple[str, ...] = ARRAYS) -> list[Snapshot]:
    """Play random steps; return the arrays before them and after each."""
    told = [snapshot(batch, names)]
    for _ in range(steps):
        batch.step(batch.choose("random"))
        told.append(snapshot(batch, names))
    return told


def mostly_greedy(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """Legal actions, mostly greedy so that games end soon; -1 if there are none."""
    chances = rng.random(batch.masks.shape) * batch.masks
    wanted = np.where(rng.random(batch.size) < 0.8, batch.choose("greedy"), chances.argmax(axis=1))
    return np.where(batch.masks.any(axis=1), wanted, -1)


class GameReplay:
    """Replays the games of one environment, and checks everything the batch reports about them.

    `others` play greedily at the seats that are not the environment's.
    """

    def __init__(self, batch: Batch, row: int, *, others: bool = False, **options: Any) -> None:
        self.batch, self.row, self.others, self.options = batch, row, others, options
        self.ends = 0
        self.ties = 0
        self.cut_off = 0
        self.begin()

    def begin(self) -> None:
        """Follow the game that the environment has just begun."""
        deal = self.batch.deal(self.row)
        self.game = gg.new(
            gg.game_name(self.batch.variant.name),
            players=self.batch.players,
            deal=deal,
            **self.options,
        )
        self.seat = int(self.batch.to_move[self.row])
        self.earned = np.zeros(self.batch.players)
        self.answer()
        self.check_view()

    def answer(self) -> None:
        """Play the others' decisions up to the environment's turn."""
        while self.others and not self.game.over and self.game.to_move != self.seat:
            self.game.play(self.game.view(self.game.to_move).greedy_action())

    def follow(self, action: int) -> None:
        """Play the batch's last action, and compare everything it reports."""
        gained = np.zeros(self.batch.players)
        began = self.game.over
        if began:
            self.begin()
        else:
            before = self.game.copy()
            self.game.play(action)
            self.answer()
            seats = range(self.batch.players)
            gained += [self.batch.reward(before, self.game, seat) for seat in seats]
            self.earned += gained
        row = self.row
        assert np.allclose(self.batch.rewards[row], gained, rtol=1e-5, atol=1e-5)
        assert self.batch.truncations[row] == (self.game.over and self.game.truncated)
        assert self.batch.terminations[row] == (self.game.over and not self.game.truncated)
        if self.game.over:
            self.check_end()
        if self.game.over and self.batch.autoreset == "same_step":
            self.begin()
        else:
            self.check_view()

    def check_view(self) -> None:
        """Assert that the batch shows the game as the seat to move sees it."""
        row, game = self.row, self.game
        seat = self.seat if game.over and self.others else game.to_move
        assert self.batch.to_move[row] == seat
        assert np.array_equal(self.batch.observations[row], game.view(seat).observe())
        assert np.array_equal(self.batch.masks[row], game.mask())
        assert self.batch.game(row) == game

    def check_end(self) -> None:
        """Assert that the batch reports the game's result."""
        row, game = self.row, self.game
        self.ends += 1
        self.cut_off += game.truncated
        self.ties += len(set(game.places)) < game.players
        assert self.batch.lengths[row] == len(game.actions)
        assert np.allclose(self.batch.returns[row], self.earned, rtol=1e-5, atol=1e-4)
        assert self.batch.scores[row].tolist() == game.scores
        assert self.batch.places[row].tolist() == game.places
        for seat in range(game.players):
            seen = game.view(seat).observe()
            assert np.array_equal(self.batch.final_observations[row, seat], seen)


def replayed(batch: Batch, games: int, *, others: bool = False, **options: Any) -> list[GameReplay]:
    """Play `games` games in each environment, and replay each of them."""
    rng = np.random.default_rng(1)
    replays = [GameReplay(batch, row, others=others, **options) for row in range(batch.size)]
    for _ in range(games * _MOST_STEPS):
        actions = mostly_greedy(batch, rng)
        batch.step(actions)
        for replay, action in zip(replays, actions, strict=True):
            replay.follow(int(action))
        if batch.autoreset == "disabled":
            ended = batch.terminations | batch.truncations
            batch.reset(ended)
            for row in np.flatnonzero(ended):
                replays[row].begin()
        if all(replay.ends >= games for replay in replays):
            return replays
    raise AssertionError("The games do not end.")
