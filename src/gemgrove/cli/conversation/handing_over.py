"""Who of several persons looks at the terminal, and when it is covered in between."""

from collections.abc import Sequence

from gemgrove.game import Game


class HandingOver:
    """From one person to the next.

    Where one of them may see something that the other may not, all is covered until the next one
    says that nobody else looks.
    """

    def __init__(self, persons: Sequence[int]) -> None:
        self._persons = persons
        self.looking = persons[0] if len(persons) == 1 else None
        """The seat of the person who has looked last."""
        self.covered = False
        self.reading = False
        """Whether they have to read something that will be hidden then."""
        self._told_alone = False

    def tell_alone(self, told_alone: bool) -> None:
        """Remember whether who looks was just told something that the others were not."""
        self._told_alone = told_alone

    def arrive(self, game: Game) -> None:
        """See who is asked next, now that the position has changed."""
        self.covered = self.reading = False
        next_seat = game.to_move
        if game.over or next_seat not in self._persons or next_seat == self.looking:
            return
        before = self._persons if self.looking is None else (self.looking,)
        if not any(_differ(game, next_seat, seat) for seat in before):
            self.looking = next_seat
        elif self.looking is not None and self._told_alone:
            # It would be gone before they could read it.
            self.reading = True
        else:
            self.covered = True

    def cover(self) -> None:
        """They have read it."""
        self.reading = self._told_alone = False
        self.covered = True

    def uncover(self, seat: int) -> None:
        """Only this person looks."""
        self.covered = self._told_alone = False
        self.looking = seat


def _differ(game: Game, seat: int, other: int) -> bool:
    """Whether one of the two may see something that the other may not."""
    fields = game.variant.fields
    return bool(fields(game.view(seat)) != fields(game.view(other)))
