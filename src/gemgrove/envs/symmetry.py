"""Symmetries for data augmentation: only exact symmetries of the rules.

>>> import gemgrove as gg
>>> game = gg.new("arboretum", seed=42)
>>> symmetries = of(game)
>>> symmetries.order
46080
>>> turned = symmetries.random(rng=1)
>>> observation, mask, action = turned(game.observe(0), game.mask(), 0)
>>> back, _, _ = turned.inverse()(observation)
>>> bool((back == game.observe(0)).all())
True

A symmetry maps an observation together with the mask and the action of the seat to move. Anything
with one number per action, such as a policy's probabilities, is mapped like a mask. The value of a
position to a seat does not change.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from gemgrove.rng import Rng, bits
from gemgrove.symmetry import Array, Part, SymmetryMapper, permuted
from gemgrove.variant import Variant, shown

_CHUNK = 1024  # observations at a time, so that they stay in the cache


def of(source: Any) -> "Symmetries":
    """Return the symmetries of a variant, or of the variant of a game, view, batch or environment.

    They depend on the rules: slots whose order matters to a rule have no symmetry.
    """
    inner = getattr(source, "unwrapped", source)  # without the wrappers of Gymnasium and PettingZoo
    variant = inner if isinstance(inner, Variant) else getattr(inner, "variant", None)
    if not isinstance(variant, Variant):
        raise TypeError(
            f"{shown(source)} has no symmetries; a game, a view, a batch, an environment or a "
            "variant has them."
        )
    return Symmetries(variant)


@dataclass(frozen=True, repr=False)
class Symmetries:
    """All symmetries of a variant, which form a group."""

    variant: Variant

    @cached_property
    def _mapper(self) -> SymmetryMapper:
        return self.variant.symmetry()

    @property
    def parts(self) -> Mapping[str, Part]:
        """The parts that can be permuted independently; players are counted from the observer."""
        return self._mapper.parts

    @property
    def order(self) -> int:
        """The number of symmetries."""
        return prod(part.order for part in self.parts.values())

    def identity(self) -> "Symmetry":
        """Return the symmetry that changes nothing."""
        return self.element()

    def random(self, rng: Rng) -> "Symmetry":
        """Draw a symmetry, all equally likely; `rng` is a seed or a generator."""
        return self.draw(1, rng)[0]

    def draw(self, count: int, rng: Rng) -> "list[Symmetry]":
        """Draw symmetries: those that `augment` uses for `count` rows with the same seed."""
        drawn = {name: part.tolist() for name, part in self._draw(count, rng).items()}
        return [
            Symmetry(self, {name: tuple(orders[row]) for name, orders in drawn.items()})
            for row in range(count)
        ]

    def element(self, **parts: Any) -> "Symmetry":
        """Return the symmetry with these permutations, such as `nobles=(1, 0, 2)`.

        For each place, a permutation gives the place, from 0, whose content moves there. Other
        parts do not change.
        """
        orders = {name: part.identity for name, part in self.parts.items()}
        for name, permutation in parts.items():
            if name not in orders:
                raise ValueError(f"There is no part {shown(name)}; {self._parts_text()}.")
            try:
                orders[name] = self.parts[name].read(permutation)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        return Symmetry(self, orders)

    def augment(
        self,
        observations: npt.ArrayLike,
        masks: npt.ArrayLike | None = None,
        actions: npt.ArrayLike | None = None,
        *,
        rng: Rng,
    ) -> tuple[Array, Any, Any]:
        """Map each observation, with its mask and action, by a different random symmetry.

        Arguments and results are the same as when calling a `Symmetry`.
        """
        rows = _Rows(self.variant, observations, masks, actions)
        return rows.turned(self._mapper, self._draw(rows.count, rng))

    def _draw(self, count: int, rng: Rng) -> dict[str, Array]:
        generator = np.random.default_rng(bits(rng))
        return {name: part.draw(generator, count) for name, part in self.parts.items()}

    def _parts_text(self) -> str:
        return f"the parts are {', '.join(self.parts)}" if self.parts else "this game has none"

    def __repr__(self) -> str:
        return f"<Symmetries of {self.variant.name} {self.variant.spec}, {self.order} of them>"


@dataclass(frozen=True, repr=False)
class Symmetry:
    """One symmetry, created by `Symmetries`; call it to map observations, masks and actions."""

    symmetries: Symmetries
    parts: dict[str, tuple[int, ...]]
    """The permutation of each part."""

    def __call__(
        self,
        observations: npt.ArrayLike,
        masks: npt.ArrayLike | None = None,
        actions: npt.ArrayLike | None = None,
    ) -> tuple[Array, Any, Any]:
        """Map observations, with their masks and actions, and return them as new arrays.

        Observations are a single one or an array of them, as returned by a game or a batch. Masks
        may have any type. Masks and actions are those of the seat to move; None stays None.
        """
        rows = _Rows(self.symmetries.variant, observations, masks, actions)
        parts = {
            name: np.broadcast_to(np.array(order, dtype=np.intp), (rows.count, len(order)))
            for name, order in self.parts.items()
        }
        return rows.turned(self.symmetries._mapper, parts)

    def inverse(self) -> "Symmetry":
        """Return the symmetry that undoes this one."""
        back = {name: tuple(map(order.index, sorted(order))) for name, order in self.parts.items()}
        return Symmetry(self.symmetries, back)

    def __matmul__(self, first: "Symmetry") -> "Symmetry":
        """Compose two symmetries: `a @ b` applies `b` first, then `a`."""
        if not isinstance(first, Symmetry):
            return NotImplemented
        if self.symmetries != first.symmetries:
            raise ValueError(f"{first.symmetries!r} are not {self.symmetries!r}.")
        both = {
            name: tuple(first.parts[name][place] for place in order)
            for name, order in self.parts.items()
        }
        return Symmetry(self.symmetries, both)

    def __hash__(self) -> int:
        return hash((self.symmetries, tuple(self.parts.items())))

    def __repr__(self) -> str:
        parts = self.symmetries.parts
        moved = {name: order for name, order in self.parts.items() if order != parts[name].identity}
        parts_text = ", ".join(f"{name}={order}" for name, order in moved.items()) or "the identity"
        return f"<Symmetry of {self.symmetries.variant.name}: {parts_text}>"


class _Rows:
    """Observations with their masks and actions, checked and arranged in rows."""

    def __init__(
        self,
        variant: Variant,
        observations: npt.ArrayLike,
        masks: npt.ArrayLike | None,
        actions: npt.ArrayLike | None,
    ) -> None:
        width, count = variant.native.observation_size, variant.native.action_count
        seen = np.asarray(observations)
        if seen.dtype != np.uint8:
            raise TypeError(
                f"observations are {seen.dtype}; they must be uint8, as games give them."
            )
        if seen.shape[-1:] != (width,):
            raise ValueError(
                f"The shape of observations is {seen.shape}; the observations of "
                f"{variant.name} {variant.spec} have {width} entries each."
            )
        self._shape = seen.shape[:-1]
        self._observations = seen.reshape(-1, width)
        self.count = len(self._observations)
        self._masks = self._actions = None
        if masks is not None:
            flags = np.asarray(masks)
            _check_shape("masks", flags, (*self._shape, count))
            self._masks = flags.reshape(-1, count)
        if actions is not None:
            numbers = np.asarray(actions)
            _check_shape("actions", numbers, self._shape)
            _check_actions(numbers, count)
            self._actions = numbers.reshape(-1)

    def turned(self, mapper: SymmetryMapper, parts: Mapping[str, Array]) -> tuple[Array, Any, Any]:
        """Return everything permuted, each row by the same row of the parts."""
        observations = np.empty_like(self._observations)
        masks = None if self._masks is None else np.empty_like(self._masks)
        actions = None if self._actions is None else np.empty_like(self._actions)
        for start in range(0, self.count, _CHUNK):
            chunk = slice(start, start + _CHUNK)
            own = {name: part[chunk] for name, part in parts.items()}
            seen = self._observations[chunk]
            observations[chunk] = mapper.observations(own, seen)
            if masks is None and actions is None:
                continue
            permutations = mapper.actions(own, seen)
            if masks is not None and self._masks is not None:
                masks[chunk] = permuted(self._masks[chunk], permutations)
            if actions is not None and self._actions is not None:
                meant = permutations == self._actions[chunk, np.newaxis]
                actions[chunk] = meant.argmax(axis=1)
        return (
            observations.reshape(*self._shape, observations.shape[1]),
            None if masks is None else masks.reshape(*self._shape, masks.shape[1]),
            None if actions is None else actions.reshape(self._shape)[()],
        )


def _check_actions(actions: Array, count: int) -> None:
    if not np.issubdtype(actions.dtype, np.integer):
        raise TypeError(f"actions are {actions.dtype}; they must be whole numbers.")
    if np.iinfo(actions.dtype).max < count - 1:  # the images would not fit
        raise TypeError(
            f"actions are {actions.dtype}; they must be of a type that holds 0 to {count - 1}, "
            "such as int32."
        )
    wrong = actions[(actions < 0) | (actions >= count)]
    if wrong.size:
        raise ValueError(f"{wrong.flat[0]} is not an action; actions are 0 to {count - 1}.")


def _check_shape(name: str, given: Array, right: tuple[int, ...]) -> None:
    if given.shape != right:
        raise ValueError(
            f"The shape of {name} is {given.shape}; with these observations it must be {right}."
        )
