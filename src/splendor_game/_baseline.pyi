"""The compiled part of splendor_game."""

from typing import Any

import gemgrove._native._baseline


class Dictionaries:
    """Positions and moves in the form of the module splendor_game."""

    def __init__(self, variant: gemgrove._native._baseline.Variant) -> None: ...

    def summary(self, game: gemgrove._native._baseline.Game) -> dict[str, Any]: ...

    def legal_moves(self, game: gemgrove._native._baseline.Game) -> list[tuple[int, Any]]: ...

    def move_of(self, game: gemgrove._native._baseline.Game, action: int) -> tuple[int, Any] | None:
        """
        Return the tuple of an action; None if it refers to a reserved card or a noble that is not there.
        """

    def action_of(self, game: gemgrove._native._baseline.Game, move: Any) -> int:
        """Return the action that a move tuple names; -1 if it names none."""
