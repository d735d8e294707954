"""What is to be played: the one place that names the game, the players and how many games."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gemgrove.agents import BotSpec
from gemgrove.compat.splendor_arena.base_game import BaseGame
from gemgrove.compat.splendor_arena.game import Game
from gemgrove.compat.splendor_arena.players import BotPlayer, HumanPlayer, Plays, RandomPlayer
from gemgrove.compat.splendor_arena.playground import PlayGround

_SEED_BITS = 32

GAMES: dict[str, Callable[[int], BaseGame]] = {"splendor": Game}
"""What makes a game of each name for so many players. A game of one's own is added here."""

PLAYERS: dict[str, Callable[[BaseGame, int], Plays]] = {
    "human": lambda game, _: HumanPlayer(game),
    "random": RandomPlayer,
}
"""What makes a player of each name for a game and with a seed; other names are those of bots."""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """A game, its players by name, and how they play.

    >>> config = GameConfig(players=("greedy", "random"), games=2, seed=1)
    >>> config.make_game().getStateSize()
    (248,)
    """

    game: str = "splendor"
    players: tuple[str, ...] = ("human", "greedy", "random")
    """As many as there are seats: `human`, `random` or any bot's spec."""
    games: int = 1
    display: bool = False
    seed: int | None = None
    most_actions: int | None = None

    def make_game(self) -> BaseGame:
        """The game for so many players."""
        if self.game not in GAMES:
            raise ValueError(f"There is no game {self.game!r}; the games are {', '.join(GAMES)}.")
        return GAMES[self.game](len(self.players))

    def make_player(self, name: str, game: BaseGame, seed: int) -> Plays:
        """The player of a name."""
        if name in PLAYERS:
            return PLAYERS[name](game, seed)
        return BotPlayer(name, seed=seed)

    def make_playground(self) -> PlayGround:
        """The play ground with all players at it."""
        game = self.make_game()
        chance = Random(self.seed)
        return PlayGround(
            game,
            [self.make_player(name, game, chance.getrandbits(_SEED_BITS)) for name in self.players],
            names=_short_names(self.players),
            display=self.display,
            seed=self.seed,
            most_actions=self.most_actions,
        )


def _short_names(players: tuple[str, ...]) -> list[str]:
    """The names without folders and options, with a number where several are the same."""
    names = [name if name in PLAYERS else BotSpec.parse(name).short for name in players]
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
