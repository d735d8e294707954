"""A client that knows a game only from its first view and the events of every decision."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import gemgrove as gg
from gemgrove.variant import IllegalMove
from gemgrove.view_json import view_to_dict
from tests.draws import Choose, RecordedGame, played, record_game

Plain = dict[str, Any]
Decision = tuple[gg.Game, int, gg.Game]
"""The game before a decision, the action, and the game after it."""

_SPECTATOR = -1
_MOST_TRIES = 50


def sent(value: Plain) -> Plain:
    """A value as a client receives it."""
    received: Plain = json.loads(json.dumps(value))
    return received


def decided(game: gg.Game, move: str | int) -> Decision:
    """Play a move."""
    before = game.copy()
    game.play(move)
    return before, game.actions[-1], game.copy()


def payload_for(decision: Decision, seat: int | None) -> Plain:
    """The event of a decision for a seat."""
    before, action, after = decision
    return sent(before.variant.event_payload(before, action, after, seat))


def decisions(game: gg.Game, choose: Choose, seed: int) -> Iterator[Decision]:
    """The decisions of a game played to its end."""
    rng = random.Random(seed)
    while not game.over:
        before = game.copy()
        action = choose(game, rng)
        game.play(action)
        yield before, action, game


def follow(
    game: gg.Game, choose: Choose, seed: int, update: Callable[[Plain, Plain], None]
) -> Iterator[tuple[Plain, gg.Game]]:
    """Play a game to its end while clients follow it, in every seat and as a spectator.

    Each client updates its own view from events only, and the view is compared with the real one.
    `update` handles the game's own fields. Yields each client's event and the game after it.
    """
    audiences = [None, *range(game.players)]
    views = [sent(view_to_dict(game.view(seat))) for seat in audiences]
    for decision in decisions(game, choose, seed):
        for seat, view in zip(audiences, views, strict=True):
            known = visible(view)
            payload = payload_for(decision, seat)
            view |= payload["now"]
            view["actions"] += payload["actions"]
            update(view, payload)
            assert view == view_to_dict(game.view(seat))
            assert len(payload["revealed"]) == len(set(payload["revealed"]))
            assert set(payload["revealed"]) == visible(view) - known
            yield payload, game


def visible(view: Any) -> set[Any]:
    """The ids of all cards that a view shows."""
    if isinstance(view, list):
        return set().union(*map(visible, view))
    if not isinstance(view, dict):
        return set()
    own = {view["id"]} if "id" in view else set()
    return own.union(*(visible(value) for name, value in view.items() if name != "nobles"))


def redrawn(recorded: RecordedGame, seat: int | None, seed: int) -> gg.Game:
    """Another whole game that agrees with everything the seat knows at its end."""
    game = recorded.game
    rng = random.Random(seed)
    chance = game.variant.chance()
    for _ in range(_MOST_TRIES):
        sample = game.view(seat).sample(rng)
        retelling = chance.retold(game, sample, _SPECTATOR if seat is None else seat, rng)
        drawn = [retelling.outcomes.get(outcome, outcome) for outcome in recorded.drawn]
        try:
            return played(game, chance.start(drawn), retelling.actions)
        except IllegalMove:
            continue  # with these cards, a seat could not have passed, for example
    raise AssertionError("no other cards explain the game")


def assert_hidden_cards_change_nothing(
    new: Callable[[int], gg.Game], choose: Choose, lengths: range, seat: int | None
) -> None:
    """Redraw what a seat cannot see: its last event must stay the same, byte for byte."""
    changed = 0
    for length in lengths:
        recorded = record_game(new(length), choose=choose, decisions=length)
        twin = redrawn(recorded, seat, length)
        changed += twin.variant.fields(twin) != recorded.game.variant.fields(recorded.game)
        forms = []
        for after in (recorded.game, twin):
            before = played(after, after._start(), after.actions[:-1])
            last = (before, after.actions[-1], after)
            forms.append(json.dumps([payload_for(last, seat), after.variant.table_extras(after)]))
        assert forms[0] == forms[1]
    assert changed >= len(lengths) * 9 // 10, "the redrawn games must differ"
