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

    An observation's tensor is `Game.observe` as floats. An information state's tensor has a second
    part, `history`: one entry for everything that the seat has seen happen, then zeros. An action
    is written as its number plus 1, a chance outcome as its number plus 1 plus the number of
    actions. An event whose details the seat does not know, such as another seat's draw from a deck,
    is written as the largest number. Two tensors are equal only if the seat has seen the same.

    An observation's string is the position as the seat sees it, in one line. An information state's
    string adds the history, with actions as numbers and outcomes with a `+`.
    """

    tensor: NDArray[np.float32]
    dict: Mapping[str, NDArray[np.float32]]
    """The parts of the tensor, by name."""

    def __init__(self, table: Table, *, perfect_recall: bool, private: bool) -> None:
        """Create an observer of a seat's view with `private`, else of a spectator's view."""
        self._private = private
        self._recall = perfect_recall
        size = table.variant.native.observation_size
        self.tensor = np.zeros(size + (table.most_seen if perfect_recall else 0), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if perfect_recall:
            self.dict = {**self.dict, "history": self.tensor[size:]}

    def set_from(self, state: "OpenSpielState", player: int) -> None:
        """Write a seat's observation into `tensor`; parts that do not exist yet are zero."""
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
        """Return the seat's observation in one line."""
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
