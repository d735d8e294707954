"""A worker receives what the bot's seat may know, and no byte more."""

import pickle

import pytest

import gemgrove as gg
from gemgrove.server.bots.pool import BotTurn
from tests.noninterference import with_history
from tests.server.bots.misbehaving import middle, turn


def hidden(game: gg.Game) -> bytes:
    """The whole position, hidden cards included."""
    return pickle.dumps(game.variant.fields(game))


def call(asked: BotTurn) -> bytes:
    """A turn as a worker receives it."""
    return pickle.dumps(asked.arguments(asked.spec), pickle.HIGHEST_PROTOCOL)


@pytest.mark.parametrize("game", gg.GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_redrawing_what_the_seat_cannot_see_changes_no_byte_of_a_job(
    game: gg.GameName, players: int
) -> None:
    changed = 0
    for seed in range(12):
        played = middle(game, seed=seed, players=players, decisions=seed * 5)
        seat = played.to_move
        twin = with_history(played.view(seat).sample(seed), played.actions)
        changed += hidden(twin) != hidden(played)
        calls = [call(BotTurn("t_1", table.view(seat), "greedy", seed)) for table in (played, twin)]
        assert calls[0] == calls[1]
    assert changed == 12, "the redrawn games must differ where the seat cannot see"


def test_a_job_depends_on_what_the_seat_sees() -> None:
    assert call(turn(seed=1)) != call(turn(seed=2))


def test_a_job_does_not_name_its_table() -> None:
    assert call(turn(table="t_0123456789")) == call(turn(table="t_9876543210"))


def test_a_job_takes_no_whole_game() -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(TypeError, match="A bot gets a View and nothing else, not a Game"):
        BotTurn("t_1", game, "greedy", 1)  # type: ignore[arg-type]
