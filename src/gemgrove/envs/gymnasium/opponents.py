"""The bots at the other seats."""

from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np

from gemgrove import agents
from gemgrove.agents import Agent, Forfeit
from gemgrove.game import Game
from gemgrove.rng import bits
from gemgrove.variant import IllegalMove


def check(specs: Sequence[str]) -> None:
    """Raise a `SpecError` if a spec is invalid, without starting programs."""
    for spec in specs:
        agents.close(agents.make(spec, isolated=agents.is_external(spec)))


class Opponents:
    """Bots that play many games; each one gets only the view of its seat."""

    def __init__(self, specs: Sequence[str], rng: np.random.Generator) -> None:
        """Make the bots, with seeds from `rng` that make their play repeatable."""
        self._bots: list[Agent] = [agents.make(spec, seed=bits(rng)) for spec in specs]
        self._seated: dict[int, Agent] = {}
        self._info = agents.GameInfo()

    def begin(self, game: Game, learner: int) -> None:
        """Seat the bots in turn order after the learner, and tell them that a game begins."""
        self._info = agents.GameInfo()
        self._seated = {
            (learner + place) % game.players: bot for place, bot in enumerate(self._bots, start=1)
        }
        for seat, bot in self._seated.items():
            agents.begin(bot, game.view(seat), info=self._info)

    def play(self, game: Game) -> tuple[int, Forfeit] | None:
        """Play until the learner is to move or the game is over.

        Return the seat of a bot that has forfeited the game, and its forfeit.
        """
        while not game.over and (bot := self._seated.get(game.to_move)) is not None:
            seat = game.to_move
            try:
                game.play_legal(bot.choose(game.view(seat)))
            except Forfeit as forfeit:
                return seat, forfeit
            except IllegalMove as error:
                return seat, Forfeit("illegal move", str(error))
        return None

    def end(self, game: Game, forfeit: tuple[int, str] | None = None) -> None:
        """Tell the bots that the game has ended, except the one that has forfeited it."""
        self._info.forfeit = forfeit
        for seat, bot in self._seated.items():
            if forfeit is None or seat != forfeit[0]:
                agents.end(bot, game.view(seat))

    def close(self) -> None:
        """Close the bots, which ends their processes."""
        bots, self._bots, self._seated = self._bots, [], {}
        with ExitStack() as leaving:  # closes all of them, even if one raises
            for bot in bots:
                leaving.callback(agents.close, bot)
