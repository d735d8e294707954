"""The ids by which `gymnasium.make` knows the games."""

import gymnasium

from gemgrove.game import GAMES

VERSION = 0
"""Of the environments: another number means that the same actions no longer do the same."""

_ROOM = "gemgrove.envs.gymnasium"


def ids() -> dict[str, str]:
    """The id of each game's environment, by the game's name."""
    return {game: f"gemgrove/{game.capitalize()}-v{VERSION}" for game in GAMES}


def register() -> None:
    """Register every game that is not registered yet."""
    for game, name in ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"{_ROOM}:GameEnv",
                vector_entry_point=f"{_ROOM}:GameVectorEnv",
                kwargs={"game": game},
            )
