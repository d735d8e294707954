"""Everything a seat receives from a game, for tests that no hidden information reaches it."""

import json
import pickle
from typing import Any

import pytest

import gemgrove as gg
from gemgrove.view_json import view_to_dict


def received(game: gg.Game, seat: int | None) -> list[object]:
    """Everything a seat receives from a game, as bytes or plain values."""
    view = game.view(seat)
    return [
        pickle.dumps(view),
        str(view),
        repr(view),
        hash(view),
        view.board,
        view.board.to_json(),
        view.position(),
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
        view.action_scores(),
        view.actions,
        pickle.dumps(view.sample(7).variant.fields(view.sample(7))),
        json.dumps(view_to_dict(view)),
        [move.text for move in view.moves],
        [(mover, move.text) for mover, move in view.variant.history(view)],
    ]


def with_history(sample: gg.Game, actions: list[int]) -> gg.Game[Any]:
    """`sample` as a game whose views contain this history."""

    class WithHistory(gg.Game):
        __slots__ = ()

        @property
        def actions(self) -> list[int]:
            return actions

    return WithHistory(sample.variant, sample._start(), None)


def refusal(game: gg.Game, action: int) -> str:
    """The error for an illegal action."""
    with pytest.raises(gg.IllegalMove) as caught:
        game.play(action)
    return str(caught.value)
