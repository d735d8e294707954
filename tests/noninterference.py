"""Everything a seat gets from a game, for the tests of what must not reach it."""

import json
import pickle

import pytest

import gemgrove as gg
from gemgrove.wire import to_wire


def received(game: gg.Game, seat: int | None) -> list[object]:
    """Everything a seat gets from a game, as bytes or plain values."""
    view = game.view(seat)
    return [
        pickle.dumps(view),
        str(view),
        repr(view),
        hash(view),
        view.board,
        view.mask().tobytes(),
        view.legal_actions(),
        [str(move) for move in view.legal_moves()],
        view.observe().tobytes(),
        view.observe(copy=False).tobytes(),
        game.observe(seat).tobytes(),
        view.scores,
        view.winners,
        view.ending,
        view.to_move,
        view.appraisals(),
        view.actions,
        pickle.dumps(view.sample(7).variant.fields(view.sample(7))),
        json.dumps(to_wire(view)),
        [(mover, move.text) for mover, move in view.variant.history(view)],
    ]


def with_history(sample: gg.Game, actions: list[int]) -> gg.Game:
    """`sample` as a game whose views tell this history."""

    class Told(gg.Game):
        __slots__ = ()

        @property
        def actions(self) -> list[int]:
            return actions

    return Told(sample.variant, sample._start(), None)


def refusal(game: gg.Game, action: int) -> str:
    """What a game says to an action that is not legal."""
    with pytest.raises(gg.IllegalMove) as caught:
        game.play(action)
    return str(caught.value)
