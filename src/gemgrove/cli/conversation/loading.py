"""Going on with a game that was saved, at the same table."""

from gemgrove.cli.complaint import Complaint
from gemgrove.cli.saving import file_named, load_game
from gemgrove.game import Game


def loaded(name: str, table: Game) -> Game:
    """The game of a file, for those who play the game `table`; `Complaint` if it does not fit."""
    game = load_game(file_named(name))[0]
    if (game.name, game.players) != (table.name, table.players):
        raise Complaint(
            f"That is a game of {game.name} for {game.players}, and this one is of "
            f"{table.name} for {table.players}; `gemgrove play --load {name}` does it."
        )
    return game
