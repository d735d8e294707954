"""Functions in Python, such as a PyTorch network, that give a search its priors and values."""

from typing import TYPE_CHECKING, Any, Protocol

from gemgrove.variant import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Evaluator(Protocol):
    """A function that evaluates many positions at once.

    >>> import gemgrove as gg, numpy as np
    >>> def uniform(observations, masks):
    ...     return np.zeros(masks.shape), np.full((len(masks), 2), 0.5)
    >>> search = gg.agents.Search(evaluator=uniform, iterations=64, seed=1)
    >>> search.run(gg.new("splendor", seed=42).view(0)).iterations
    64

    Each row of `observations` and `masks` is a position as the seat to move there sees it, the same
    as `View.observe()` and `View.mask()`. In the result, each row of the logits has a number for
    every action; those of illegal actions are ignored. Each row of the values has every seat's
    chance of winning, from 0 to 1, beginning with the seat to move and going on in turn order, as
    observations do. Both may be anything that NumPy can convert to arrays, such as tensors on the
    CPU without gradients.

    The positions are never over: the search knows the results of finished games.
    """

    def __call__(
        self, observations: "NDArray[np.uint8]", masks: "NDArray[np.bool_]", /
    ) -> "tuple[ArrayLike, ArrayLike]":
        """Return logits of the shape (n, actions) and values of the shape (n, seats)."""


class ArrayEvaluator:
    """Calls an evaluator and returns its result as arrays of the right shapes."""

    def __init__(self, evaluator: Evaluator, seats: int) -> None:
        self._evaluator = evaluator
        self._seats = seats

    def __call__(
        self, observations: "NDArray[np.uint8]", masks: "NDArray[np.bool_]", /
    ) -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Raise an error that says what is wrong with the result; NaN and the like are not seen."""
        result: Any = self._evaluator(observations, masks)
        if not isinstance(result, tuple | list) or len(result) != 2:
            raise TypeError(
                f"The evaluator returned {shown(result)}; it must return a pair, the logits and "
                "the values."
            )
        rows = len(observations)
        return (
            _array("logits", result[0], (rows, masks.shape[1]), "action"),
            _array("values", result[1], (rows, self._seats), "seat"),
        )


def _array(name: str, numbers: Any, wanted: tuple[int, int], column: str) -> "NDArray[np.float32]":
    import numpy as np

    array = np.asarray(numbers, np.float32, order="C")
    if array.shape != wanted:
        raise ValueError(
            f"The evaluator returned {name} of the shape {array.shape}; it must be {wanted}, a row "
            f"for each observation and a number for each {column}."
        )
    return array
