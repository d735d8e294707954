"""Taking back what a person has decided, as long as no person has seen a card since."""

from collections.abc import Collection

from gemgrove.cli.complaint import Complaint
from gemgrove.game import Game
from gemgrove.sight import something_was_seen


def take_back(game: Game, persons: Collection[int]) -> Game:
    """The game as it was before a person's last decision; what bots answered is gone too.

    `Complaint` where there is no such decision, or where a person has seen a card since then that
    they had not seen: it would stay seen. A bot goes by its view and remembers nothing.
    """
    before = game.copy()
    while before.actions:
        before.undo()
        if before.to_move in persons:
            if something_was_seen(game, len(before.actions), by=persons):
                raise Complaint("A new card was seen since then, and that cannot be taken back.")
            return before
    raise Complaint("There is nothing of yours to take back.")
