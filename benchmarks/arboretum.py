"""Arboretum's figures."""

import warnings
from collections.abc import Iterator

import gemgrove as gg
from benchmarks.figures import Figure, best_rate
from benchmarks.matches import match_share
from benchmarks.position_reading import figures as position_figures
from gemgrove import _native, agents
from gemgrove.compat.arboretum_engine import Card
from gemgrove.compat.arboretum_engine.move_evaluator import find_best_move

PLAYOUTS = 2000


def figures() -> Iterator[Figure]:
    """Measure every figure, in the order of the table."""
    for players in (2, 3, 4):
        wanted = 30e3 if players == 2 else None
        yield Figure(
            f"native random games, {players} players, {_native.LEVEL}",
            playout_rate(players),
            "games/s",
            wanted,
        )
    yield Figure("scoring a 17-card arboretum, 6 species", scoring_rate(), "/s", 500e3)
    yield Figure("find_best_move, 9 cards, 6 and 7 planted", search_time(), "ms", 20, at_most=True)
    size = gg.new("arboretum").variant.native.state_bytes
    yield Figure("memory of a state", size, "bytes", 512, at_most=True)
    yield from position_figures("arboretum")
    share = match_share("arboretum", "greedy@1", "random")
    yield Figure("greedy@1 against random, 2 players", share, "% won", 95)


def playout_rate(players: int) -> float:
    native = gg.new("arboretum", players=players).variant.native
    seeds = iter(range(10**9))

    def games() -> int:
        native.playouts(PLAYOUTS, next(seeds))
        return PLAYOUTS

    return best_rate(games)


def scoring_rate() -> float:
    game = full_game()
    score = _native.arboretum.path_points

    def scorings() -> int:
        for _ in range(10_000):
            score(game, 0)
        return 10_000

    return best_rate(scorings)


HAND = "J8 R5 C7 M2 M6 O1 O8 W4 W7"
TABLEAU = {-1: {-1: "W3", 0: "J4", 1: "O6"}, 0: {0: "C2", 1: "O5"}, 1: {0: "J3"}}
OPPONENT = {0: {0: "M4", 1: "J1", 2: "O2"}, 1: {0: "M3", 1: "O5", 2: "J4"}, 2: {1: "O3"}}


def search_time() -> float:
    """Measure one call, in milliseconds. In the sample, two cards are in both tableaus."""
    hand = [Card(word[0], int(word[1])) for word in HAND.split()]
    tableau, opponent = (
        {x: {y: Card(w[0], int(w[1])) for y, w in column.items()} for x, column in sample.items()}
        for sample in (TABLEAU, OPPONENT)
    )

    def searches() -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for _ in range(20):
                find_best_move(hand, tableau, opponent)
        return 20

    return 1000 / best_rate(searches)


def full_game() -> gg.Game:
    """Return a finished game in which the first player has planted 17 cards, the maximum."""
    for seed in range(1000):
        players = [agents.make("random", seed=seed), agents.make("random", seed=seed + 1)]
        game = agents.play_out(gg.new("arboretum", seed=seed), players)
        if len(game.board.players[0].arboretum) == 17:
            return game
    raise RuntimeError("no game was long enough")
