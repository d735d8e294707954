"""Groups of equivalent slots, such as a market's, in observations and actions.

A game's symmetries say which slots can be exchanged. A network that treats them alike has less to
learn.
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
    """Equivalent slots, one per row; a column has the same meaning for every slot."""

    entries: Numbers
    """(slots, entries): the observation entries that describe each slot."""
    actions: Numbers
    """(slots, actions): the actions for each slot, when the observer is to move."""


def slot_groups(variant: Variant) -> list[SlotGroup]:
    """Return a variant's slot groups.

    Parts whose slots have the same form, such as the tiers of a market, become one group. A part
    whose permutation changes more than the order of entries is left out.
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
    """Find a part's slots by the entries that move when the first is swapped with each other."""
    size = variant.native.observation_size
    # Every entry is marked with its index. Adding the size marks the observer as to move.
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
        except ValueError:  # some entries are ids of things, and the marks are not valid ids
            return None
    if any(not np.array_equal(np.sort(moved), np.sort(marked)) for moved in entries):
        return None
    return SlotGroup(_rows(entries, marked), _rows(actions, np.arange(variant.native.action_count)))


def _rows(exchanges: list[Numbers], numbers: Numbers) -> Numbers:
    """Return the numbers that belong to each slot, one row per slot."""
    moving = np.logical_and.reduce([moved != numbers for moved in exchanges])
    # With only two slots, everything moves; the first slot has the lower numbers.
    first = np.flatnonzero(moving & (exchanges[0] > numbers))
    return np.array([first, *(moved[first] for moved in exchanges)])
