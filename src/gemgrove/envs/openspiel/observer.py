"""Observations and information states for OpenSpiel."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gemgrove.envs.openspiel.table import Table

if TYPE_CHECKING:
    from gemgrove.envs.openspiel.state import OpenSpielState

_HIDDEN = "?"


class Observer:
    """A seat's observation or, with perfect recall, its information state.

    The tensor of an observation is `Game.observe` as floats. That of an information state has a
    second part, `history`: everything the seat has seen happen, an entry each and zeros after the
    last. An action is its number plus 1. An outcome of chance is its number plus 1 plus the number
    of actions. What the seat knows only to have happened, such as another's draw from a deck, is
    the largest number. Equal tensors mean that all the seat has seen is equal.

    The string of an observation is the position as the seat sees it, in one line. That of an
    information state adds the history: actions by their numbers, outcomes with a `+`.
    """

    tensor: NDArray[np.float32]
    dict: Mapping[str, NDArray[np.float32]]
    """The parts of the tensor by name."""

    def __init__(self, table: Table, *, perfect_recall: bool, private: bool) -> None:
        """With `private` a seat's own, else a spectator's."""
        self._private = private
        self._recall = perfect_recall
        size = table.variant.native.observation_size
        self.tensor = np.zeros(size + (table.most_seen if perfect_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if perfect_recall:
            self.dict = {**self.dict, "history": self.tensor[size:]}

    def set_from(self, state: "OpenSpielState", player: int) -> None:
        """Write what a seat sees into `tensor`; zeros where there is nothing yet."""
        table, seat = state.table, player if self._private else None
        assert isinstance(table, Table)
        self.tensor.fill(0)
        if table.game is not None:
            self.dict["observation"][:] = table.game.observe(seat)
        if self._recall:
            seen = table.seen(seat)
            self.dict["history"][: len(seen)] = seen
            self.dict["history"][: len(seen)] += 1

    def string_from(self, state: "OpenSpielState", player: int) -> str:
        """The seat's observation in one line."""
        table, seat = state.table, player if self._private else None
        assert isinstance(table, Table)
        words = ["spectator" if seat is None else f"p{seat + 1}"]
        if table.game is not None:
            words.append(table.variant.position_text(table.game.view(seat)))
        if self._recall or table.game is None:
            words.append(f"history={_history_text(table, seat)}")
        return " ".join(words)


def _history_text(table: Table, seat: int | None) -> str:
    first, hidden = table.first_outcome, table.hidden
    return ",".join(
        str(number) if number < first else _HIDDEN if number == hidden else f"+{number - first}"
        for number in table.seen(seat)
    )
