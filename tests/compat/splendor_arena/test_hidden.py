"""Nothing that a player receives depends on the decks."""

import pickle

import numpy as np
import pytest

import gemgrove as gg
from gemgrove.compat.splendor_arena import Game, PlayGround, State, state_of
from tests.compat.splendor_arena.positions import native, random_game
from tests.noninterference import with_history


def redrawn(state: State, seed: int) -> State:
    """The same state with other decks, and the same history."""
    game = native(state)
    twin = with_history(game.view(0).sample(seed), game.actions)
    return state_of(twin)


def received(game: Game, state: State, player: int) -> list[object]:
    """Everything that a player can get out of their canonical form."""
    seen = game.canonicalForm(state, player)
    again = game.canonicalForm(seen, 2)
    sampled = game.complete(seen, 1, 5)
    return [
        pickle.dumps(seen),
        seen.tolist(),
        repr(seen),
        pickle.dumps(again),
        [game.getValidMoves(seen, other).tolist() for other in (1, 2, 3)],
        game.getGameEnded(seen, 1),
        game.getScores(seen),
        game.getTurns(seen),
        game.render(seen),
        game.record(seen),
        pickle.dumps(native(sampled).variant.fields(native(sampled))),
        [refusal(game, seen, action) for action in range(48)],
    ]


def refusal(game: Game, state: State, action: int) -> str:
    """The error a player gets for an action, with the decks redrawn at random."""
    try:
        return str(game.getNextState(state, 1, action, rng=3)[0].tolist())
    except gg.IllegalMove as error:
        return str(error)


def test_redrawing_the_decks_changes_nothing_that_a_player_gets() -> None:
    changed = 0
    for place, (game, state, player, _) in enumerate(random_game(3, seed=21)):
        if place % 20:
            continue
        twin = redrawn(state, place)
        changed += native(twin) != native(state)
        for other in (1, 2, 3):
            assert received(game, twin, other) == received(game, state, other)
        assert [refuse(game, twin, player, action) for action in range(48)] == [
            refuse(game, state, player, action) for action in range(48)
        ]
    assert changed > 5, "the redrawn decks must differ"


def refuse(game: Game, state: State, player: int, action: int) -> str:
    """The error for an invalid action."""
    if game.getValidMoves(state, player)[action]:
        return ""
    with pytest.raises(gg.IllegalMove) as caught:
        game.getNextState(state, player, action)
    return str(caught.value)


def test_a_canonical_form_carries_a_view_and_no_game() -> None:
    state = Game(3, seed=1).getInitState()
    seen = Game(3).canonicalForm(state, 2)
    assert seen.carried is not None
    assert isinstance(seen.carried.position, gg.View)
    deal = native(state).deal
    assert deal is not None
    assert deal.id.encode() not in pickle.dumps(seen)


class Spy:
    """Takes gems and records the states it receives."""

    def __init__(self) -> None:
        self.received: list[bytes] = []

    def begin(self, state: State) -> None:
        """Record the state."""
        self.received.append(pickle.dumps(state))

    def play(self, state: State) -> int:
        """Take three gems that nobody else wants."""
        self.received.append(pickle.dumps(state))
        return [32, 41, 37][len(self.received) % 3]

    def end(self, state: State) -> None:
        """Record the state."""
        self.received.append(pickle.dumps(state))


class OneDeal(Game):
    """A game that always starts from the same deal."""

    def __init__(self, start: State) -> None:
        super().__init__(3)
        self.start = start

    def getInitState(self, seed: int | None = None) -> State:  # noqa: N802
        """The fixed starting state."""
        return self.start


def test_the_play_ground_tells_players_nothing_of_the_decks() -> None:
    told = []
    start = Game(3, seed=9).getInitState()
    samples = [state_of(native(start).view(0).sample(seed)) for seed in (1, 2)]
    for state in (start, *samples):
        spies = [Spy(), Spy(), Spy()]
        PlayGround(OneDeal(state), spies, most_actions=4).playGame()
        told.append([spy.received for spy in spies])
    assert sum(len(received) for received in told[0]) > 6
    assert told[0] == told[1] == told[2]


def test_a_player_who_changes_its_state_changes_nothing_else() -> None:
    class Vandal:
        def play(self, state: State) -> int:
            state[:] = 0
            return 32

    ground = PlayGround(Game(2), [Vandal(), Vandal()], seed=1, most_actions=1)
    result = ground.playGame(seed=1)
    assert result.fault is None
    assert result.record is not None
    assert result.record.replay().board.players[0].tokens == (1, 0, 1, 1, 0, 0)
    assert np.sum(result.scores) == 0
