"""A plain search with the interface of the real one: random games after each move."""

import random

import gemgrove as gg
from gemgrove.agents.search import Choice, Thoughts


def thoughts_of(seat: int, choices: list[Choice]) -> Thoughts:
    """What a search thinks whose choices are these, the best first."""
    best = choices[0]
    visits = sum(choice.visits for choice in choices)
    return Thoughts(seat, best.values, tuple(choices), (best.move,), visits, 0.0)


class FlatSearch:
    """Plays each action `tries` times on samples of the view, then at random to the end."""

    def __init__(self, tries: int = 20, seed: int = 0) -> None:
        self.tries = tries
        self.random = random.Random(seed)
        self.asked: list[tuple[gg.View, int | None]] = []

    def think(self, view: gg.View, *, only: int | None = None) -> Thoughts:
        """Each action as often as the other; with `only`, this one."""
        assert view.seat == view.to_move
        self.asked.append((view, only))
        actions = view.legal_actions() if only is None else [only]
        choices = [self._try(view, action) for action in actions]
        return thoughts_of(view.to_move, sorted(choices, key=lambda choice: -choice.value))

    def _try(self, view: gg.View, action: int) -> Choice:
        totals = [0.0] * view.players
        for _ in range(self.tries):
            game = view.sample(self.random)
            game.play(action)
            while not game.over:
                game.play(self.random.choice(game.legal_actions()))
            for winner in game.winners:
                totals[winner] += 1 / len(game.winners)
        values = tuple(total / self.tries for total in totals)
        return Choice(action, view.move(action), self.tries, values[view.to_move], values, 0.0)
