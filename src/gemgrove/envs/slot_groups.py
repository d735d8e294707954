"""Groups of equivalent slots, such as those of a market, in observations and actions.

The symmetries of a game say which slots can be exchanged. A network that treats them alike has less
to learn.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gemgrove.symmetry import SymmetryMapper, field_slices
from gemgrove.variant import Variant

Numbers = NDArray[np.int64]

_MOVER = "to_move"


@dataclass(frozen=True, eq=False)
class SlotGroup:
    """Equivalent slots, a row for each; a column means the same for every slot."""

    entries: Numbers
    """(slots, entries): the entries of an observation that describe each slot."""
    actions: Numbers
    """(slots, actions): the actions of each slot, when the observer is to move."""


def slot_groups(variant: Variant) -> list[SlotGroup]:
    """The groups; none for a part whose permutation changes more than the order of entries.

    Parts whose slots look the same, such as the tiers of a market, are one group.
    """
    mapper = variant.symmetry()
    alike: dict[tuple[int, int], list[SlotGroup]] = {}
    for name, part in mapper.parts.items():
        kind = None if part.listed else _kind(variant, mapper, name)
        if kind is not None:
            alike.setdefault((kind.entries.shape[1], kind.actions.shape[1]), []).append(kind)
    return [
        SlotGroup(
            np.concatenate([kind.entries for kind in several]),
            np.concatenate([kind.actions for kind in several]),
        )
        for several in alike.values()
    ]


def _kind(variant: Variant, mapper: SymmetryMapper, name: str) -> SlotGroup | None:
    """The slots of a part, by the entries that move when the first is swapped with another."""
    size = variant.native.observation_size
    # Every entry tells where it is; and the observer is to move.
    marked = np.arange(size)
    for mover in field_slices(variant, _MOVER):
        marked[mover.start] += size
    entries, actions = [], []
    for other in range(1, mapper.parts[name].size):
        parts = {key: np.array([part.identity]) for key, part in mapper.parts.items()}
        parts[name][0, [0, other]] = other, 0
        try:
            entries.append(mapper.observations(parts, marked[np.newaxis])[0])
            actions.append(mapper.actions(parts, marked[np.newaxis])[0].astype(np.int64))
        except ValueError:  # some entries are the numbers of things, and these marks are none
            return None
    if any(not np.array_equal(np.sort(moved), np.sort(marked)) for moved in entries):
        return None
    return SlotGroup(_rows(entries, marked), _rows(actions, np.arange(variant.native.action_count)))


def _rows(exchanges: list[Numbers], numbers: Numbers) -> Numbers:
    """The numbers that belong to the first slot, and those of each other slot, a row each."""
    moving = np.logical_and.reduce([moved != numbers for moved in exchanges])
    # Of two places only, everything moves: the first has the lower numbers.
    first = np.flatnonzero(moving & (exchanges[0] > numbers))
    return np.array([first, *(moved[first] for moved in exchanges)])
