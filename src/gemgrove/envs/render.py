"""A view as text or as pixels, for people who watch an environment."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gemgrove.english import default_names
from gemgrove.envs.extras import needs
from gemgrove.envs.options import either
from gemgrove.game import View

RENDER_MODES = ("ansi", "rgb_array")
"""The modes in which an environment returns what it shows."""


def rendered(view: View, mode: str | None) -> Any:
    """The view as a text without colors or as an array of pixels."""
    if mode is None:
        raise ValueError(
            f"There is no render_mode; give one to the environment: {either(RENDER_MODES)}."
        )
    return view.variant.render(view, color=False) if mode == "ansi" else picture(view)


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
        return view.variant.picture(view, names or default_names(view.players, view.seat)).pixels()
