"""The configuration: the game, the players and the number of games."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gemgrove.agents import BotSpec, SpecError
from gemgrove.agents.class_loader import Kind, build, has_method, load_class
from gemgrove.compat.splendor_arena.base_game import BaseGame
from gemgrove.compat.splendor_arena.checked_game import CheckedGame
from gemgrove.compat.splendor_arena.game import Game
from gemgrove.compat.splendor_arena.players import (
    BotPlayer,
    HumanPlayer,
    Plays,
    RandomPlayer,
)
from gemgrove.compat.splendor_arena.playground import PlayGround
from gemgrove.english import listed
from gemgrove.variant import shown

_SEED_BITS = 32
DEFAULT_PLAYERS = ("human", "greedy", "random")

GAMES: dict[str, Callable[[int], BaseGame]] = {"splendor": Game}
"""Functions that create the named games; `./mine.py:Mine` names a game in a file."""

PLAYERS: dict[str, Callable[[BaseGame, int], Plays]] = {
    "human": lambda game, _: HumanPlayer(game),
    "random": RandomPlayer,
}
"""Functions that create the named players from a game and a seed; other names are bots.

`./mine.py:Mine` names a class with a method `play(state)`.
"""

_GAME = Kind("game", "BaseGame base class", lambda kind: issubclass(kind, BaseGame))
_PLAYER = Kind(
    "player",
    "play(state) method",
    lambda kind: has_method(kind, "play") or has_method(kind, "choose"),
)


@dataclass(frozen=True, slots=True)
class GameConfig:
    """A game, its players by name, and how they play.

    >>> config = GameConfig(players=("greedy", "random"), games=2, seed=1)
    >>> config.make_game().getStateSize()
    (248,)
    """

    game: str = "splendor"
    """`splendor`, or a class in a file that is derived from `BaseGame`: `./mine.py:Mine`."""
    players: tuple[str, ...] = ()
    """One for each seat: `human`, `random`, a bot's spec or a class in a file.

    By default `human`, `greedy` and `random`; in your own game, `human` and `random`.
    """
    games: int = 1
    display: bool = False
    seed: int | None = None
    most_actions: int | None = None

    def __post_init__(self) -> None:
        players = self.players
        if not isinstance(players, (tuple, list)) or not all(isinstance(n, str) for n in players):
            raise TypeError(
                f"players is {shown(players)}; it must be a tuple of names, such as "
                "('greedy', 'random')."
            )

    def make_game(self) -> BaseGame:
        """Create the game for these players."""
        spec = BotSpec.parse(self.game)
        if spec.source == "file":
            return _file_game(spec, len(self.players) or None)
        if self.game not in GAMES:
            raise ValueError(
                f"There is no game {self.game!r}; the games are {', '.join(GAMES)} and classes "
                "in files, as in ./mine.py:MyGame."
            )
        return GAMES[self.game](len(self.players) or len(DEFAULT_PLAYERS))

    def make_player(self, name: str, game: BaseGame, seed: int) -> Plays:
        """Create a player by name."""
        if name in PLAYERS:
            return PLAYERS[name](game, seed)
        try:
            spec = BotSpec.parse(name)
            if spec.source != "file":
                return self._bot(name, game, seed)
        except SpecError as error:
            raise SpecError(f"{error} To name a class in a file, write ./mine.py:Mine.") from error
        found = load_class(spec, _PLAYER)
        if not has_method(found, "play"):
            return self._bot(name, game, seed)
        player: Plays = build(spec, found, _PLAYER, {"game": game, "seed": seed})
        return player

    def _bot(self, name: str, game: BaseGame, seed: int) -> BotPlayer:
        if not isinstance(game, Game):
            raise SpecError(
                f"{name} is a bot for Splendor and cannot play {type(game).__name__}; its players "
                f"can be {', '.join(PLAYERS)} and classes with a method play(state)."
            )
        return BotPlayer(name, seed=seed)

    def make_playground(self) -> PlayGround:
        """Create the playground with all its players."""
        game = self.make_game()
        chance = Random(self.seed)
        players = self.players or _default_players(game)
        return PlayGround(
            game,
            [self.make_player(name, game, chance.getrandbits(_SEED_BITS)) for name in players],
            names=_short_names(players),
            display=self.display,
            seed=self.seed,
            most_actions=self.most_actions,
        )


def _default_players(game: BaseGame) -> tuple[str, ...]:
    if isinstance(game, Game):
        return DEFAULT_PLAYERS
    return ("human", *["random"] * (CheckedGame(game).players - 1))


def _file_game(spec: BotSpec, players: int | None) -> BaseGame:
    """Create a game from a class in a file, with the number of players if it takes `players`."""
    found = load_class(spec, _GAME)
    lacking = [_call(found, name) for name in sorted(getattr(found, "__abstractmethods__", ()))]
    if lacking:
        raise SpecError(f"The game {found.__name__} lacks {listed(lacking)}.")
    game: BaseGame = build(spec, found, _GAME, {"players": players})
    return game


def _call(kind: type, method: str) -> str:
    """Return a method's signature, such as `getValidMoves(state, player)`."""
    _, *names = inspect.signature(getattr(kind, method)).parameters
    return f"{method}({', '.join(names)})"


def _short_names(players: tuple[str, ...]) -> list[str]:
    """Return the names without folders and options, numbered if several are the same."""
    names = [name if name in PLAYERS else BotSpec.parse(name).short for name in players]
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
