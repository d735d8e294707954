"""A simple search with the real one's interface: random games after each move."""

import random
from collections.abc import Callable, Collection

import gemgrove as gg
from gemgrove.agents.search import RootMove, SearchResult
from gemgrove.analysis.review import Review, Searcher, decisions


def review(
    game: gg.Game | gg.Record,
    search: Callable[[], Searcher],
    *,
    iterations: int,
    seats: Collection[int] | None = None,
) -> Review:
    """Judge all decisions of a game."""
    record = game if isinstance(game, gg.Record) else game.record()
    return Review(record, iterations, tuple(decisions(record, search, seats=seats)), "mcts")


def result_of(seat: int, moves: list[RootMove]) -> SearchResult:
    """A search result with these moves, best first."""
    best = moves[0]
    visits = sum(move.visits for move in moves)
    return SearchResult(seat, best.values, tuple(moves), (best.move,), visits, 0.0)


class FlatSearch:
    """Plays each action `tries` times on samples of the view, then at random to the end."""

    def __init__(self, tries: int = 20, seed: int = 0) -> None:
        self.tries = tries
        self.random = random.Random(seed)
        self.asked: list[tuple[gg.View, int | None]] = []

    def run(self, view: gg.View, *, only: int | None = None) -> SearchResult:
        """Try all actions equally often, or just `only`."""
        assert view.seat == view.to_move
        self.asked.append((view, only))
        actions = view.legal_actions() if only is None else [only]
        moves = [self._try(view, action) for action in actions]
        return result_of(view.to_move, sorted(moves, key=lambda move: -move.value))

    def _try(self, view: gg.View, action: int) -> RootMove:
        totals = [0.0] * view.players
        for _ in range(self.tries):
            game = view.sample(self.random)
            game.play(action)
            while not game.over:
                game.play(self.random.choice(game.legal_actions()))
            for winner in game.winners:
                totals[winner] += 1 / len(game.winners)
        values = tuple(total / self.tries for total in totals)
        return RootMove(action, view.move(action), self.tries, values[view.to_move], values, 0.0)
