"""Undo guard: a decision that has revealed a card to somebody cannot be taken back."""

from collections.abc import Collection

from gemgrove.game import Game


def cards_revealed_since(game: Game, to: int, *, by: Collection[int] | None = None) -> bool:
    """Return True if the decisions after the first `to` have revealed a card to anybody.

    `by` limits this to some seats; by default, all seats and spectators count.
    """
    audiences = (None, *range(game.players)) if by is None else tuple(by)
    actions = game.actions
    before = game.copy()
    while len(before.actions) > to:
        before.undo()
    for action in actions[to:]:
        after = before.copy()
        after.skip() if action < 0 else after.play(action)
        for audience in audiences:
            if game.variant.event_payload(before, action, after, audience)["revealed"]:
                return True
        before = after
    return False
