"""A table as a picture, for people who watch an environment."""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gemgrove.envs.extras import needs
from gemgrove.game import View
from gemgrove.lettering import WIDTH

if TYPE_CHECKING:
    from gemgrove.tableau import Table


def picture(view: View, names: Sequence[str] = ()) -> npt.NDArray[np.uint8]:
    """The table as a view shows it: height by width by red, green and blue.

    Its size is the same for a whole game. `names` are the players' by seat; without them they are
    numbered, and the view's own seat is "you". Pillow draws it: `pip install
    'gemgrove[pictures]'`.
    """
    if not isinstance(view, View):
        raise TypeError(
            f"A picture is drawn of a View, not of a {type(view).__name__}; "
            "game.view(seat) is one, game.view(None) a spectator's."
        )
    if names and len(names) != view.players:
        raise ValueError(f"There are {len(names)} names for {view.players} players.")
    with needs("pictures"):
        from gemgrove import drawing
    if find_spec(f"gemgrove.{view.name}.picture") is None:
        text = view.variant.render(view, color=False)
        return drawing.page(text.splitlines(), WIDTH).pixels()
    drawn: type[Table] = import_module(f"gemgrove.{view.name}.picture").Picture
    return drawn(view, names or _numbered(view)).canvas.pixels()


def _numbered(view: View) -> list[str]:
    return ["you" if seat == view.seat else f"player {seat + 1}" for seat in range(view.players)]
