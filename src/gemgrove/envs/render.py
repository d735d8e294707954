"""Render a view as text or as pixels, for people who watch an environment."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gemgrove.english import default_names
from gemgrove.envs.extras import needs
from gemgrove.envs.options import either
from gemgrove.game import View

RENDER_MODES = ("ansi", "rgb_array")
"""The modes in which an environment returns the rendered view."""


def rendered(view: View, mode: str | None) -> Any:
    """Return a view as text without colors or as an array of pixels."""
    if mode is None:
        raise ValueError(
            f"There is no render_mode; give one to the environment: {either(RENDER_MODES)}."
        )
    return view.variant.render(view, color=False) if mode == "ansi" else picture(view)


def picture(view: View, names: Sequence[str] = ()) -> npt.NDArray[np.uint8]:
    """Draw the table as a view shows it; return an array of shape (height, width, 3).

    The size stays the same for a whole game. `names` are the players' names by seat; without them
    players are numbered, and the view's own seat is "you". Drawing needs Pillow: `pip install
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
