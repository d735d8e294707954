"""A view as text or as a picture, as the environments render it."""

from typing import Any

from gemgrove.envs.choices import either
from gemgrove.game import View

RENDER_MODES = ("ansi", "rgb_array")
"""The modes in which an environment returns what it shows."""


def rendered(view: View, mode: str | None) -> Any:
    """A text without colors, whoever reads it, or an array of pixels."""
    if mode is None:
        raise ValueError(
            f"There is no render_mode; give one to the environment: {either(RENDER_MODES)}."
        )
    if mode == "ansi":
        return view.variant.render(view, color=False)
    from gemgrove.envs.picture import picture

    return picture(view)
