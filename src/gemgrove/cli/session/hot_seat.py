"""Several people at one terminal: who is looking, and when the screen is covered."""

from collections.abc import Sequence

from gemgrove.game import Game


class HotSeat:
    """Passes the terminal from one person to the next.

    If one of them may see something that the other may not, the screen stays covered until the
    next person confirms that nobody else is looking.
    """

    def __init__(self, humans: Sequence[int]) -> None:
        self._humans = humans
        self.viewer = humans[0] if len(humans) == 1 else None
        """The seat of the person who looked last."""
        self.covered = False
        self.must_read = False
        """True if the viewer has to read something before the screen is covered."""
        self.has_secret = False
        """True if the viewer was just told something that the others were not."""

    def position_changed(self, game: Game) -> None:
        """Decide who is asked next, and whether to cover the screen first."""
        self.covered = self.must_read = False
        next_seat = game.to_move
        if game.over or next_seat not in self._humans or next_seat == self.viewer:
            return
        before = self._humans if self.viewer is None else (self.viewer,)
        if not any(_views_differ(game, next_seat, seat) for seat in before):
            self.viewer = next_seat
        elif self.viewer is not None and self.has_secret:
            # Covering the screen now would hide it before they could read it.
            self.must_read = True
        else:
            self.covered = True

    def cover(self) -> None:
        """Cover the screen, once the viewer has read everything."""
        self.must_read = self.has_secret = False
        self.covered = True

    def uncover(self, seat: int) -> None:
        self.covered = self.has_secret = False
        self.viewer = seat


def _views_differ(game: Game, seat: int, other: int) -> bool:
    fields = game.variant.fields
    return bool(fields(game.view(seat)) != fields(game.view(other)))
