"""Places of the same kind, such as those of a market: where they are in observations and actions.

The symmetries of a game say which places can be exchanged. A network that treats those alike has
less to learn.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gemgrove.rearranging import Rearranging, rearranging_of, stretches
from gemgrove.variant import Variant

Numbers = NDArray[np.int64]

_MOVER = "to_move"


@dataclass(frozen=True, eq=False)
class Kind:
    """Places of one kind, a row for each; what is in a column means the same at each place."""

    entries: Numbers
    """(places, entries): those of an observation that tell of each place."""
    actions: Numbers
    """(places, actions): those that belong to each place, when the observer is to move."""


def kinds(variant: Variant) -> list[Kind]:
    """The kinds of places; none where rearranging changes more than the order of entries.

    Parts whose places look the same, such as the tiers of a market, are one kind.
    """
    rearranging = rearranging_of(variant)
    alike: dict[tuple[int, int], list[Kind]] = {}
    for name, part in rearranging.parts.items():
        kind = None if part.listed else _kind(variant, rearranging, name)
        if kind is not None:
            alike.setdefault((kind.entries.shape[1], kind.actions.shape[1]), []).append(kind)
    return [
        Kind(
            np.concatenate([kind.entries for kind in several]),
            np.concatenate([kind.actions for kind in several]),
        )
        for several in alike.values()
    ]


def _kind(variant: Variant, rearranging: Rearranging, name: str) -> Kind | None:
    """The places of a part, by what moves when the first is exchanged with each of the others."""
    size = variant.native.observation_size
    # Every entry tells where it is; and the observer is to move.
    marked = np.arange(size)
    for mover in stretches(variant, _MOVER):
        marked[mover.start] += size
    entries, actions = [], []
    for other in range(1, rearranging.parts[name].size):
        parts = {key: np.array([part.identity]) for key, part in rearranging.parts.items()}
        parts[name][0, [0, other]] = other, 0
        try:
            entries.append(rearranging.observations(parts, marked[np.newaxis])[0])
            actions.append(rearranging.actions(parts, marked[np.newaxis])[0].astype(np.int64))
        except ValueError:  # some entries are the numbers of things, and these marks are none
            return None
    if any(not np.array_equal(np.sort(moved), np.sort(marked)) for moved in entries):
        return None
    return Kind(_rows(entries, marked), _rows(actions, np.arange(variant.native.action_count)))


def _rows(exchanges: list[Numbers], numbers: Numbers) -> Numbers:
    """What is at the first place, and what comes there from each of the others."""
    moving = np.logical_and.reduce([moved != numbers for moved in exchanges])
    # Of two places only, everything moves: the first has the lower numbers.
    first = np.flatnonzero(moving & (exchanges[0] > numbers))
    return np.array([first, *(moved[first] for moved in exchanges)])
