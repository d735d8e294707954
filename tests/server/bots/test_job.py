"""What a worker gets: what the bot's seat may know, and no byte more."""

import pickle

import pytest

import gemgrove as gg
from gemgrove.server.bots.job import Answer, Job
from tests.noninterference import with_history
from tests.server.bots.thinking import job, middle


def hidden(game: gg.Game) -> bytes:
    """The whole position, hidden cards included."""
    return pickle.dumps(game.variant.fields(game))


@pytest.mark.parametrize("game", gg.GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_redrawing_what_the_seat_cannot_see_changes_no_byte_of_a_job(
    game: str, players: int
) -> None:
    changed = 0
    for seed in range(12):
        played = middle(game, seed=seed, players=players, decisions=seed * 5)
        seat = played.to_move
        twin = with_history(played.view(seat).sample(seed), played.actions)
        changed += hidden(twin) != hidden(played)
        messages = [
            Job("t_1", 1, table.view(seat), "greedy", seed).message() for table in (played, twin)
        ]
        assert messages[0] == messages[1]
    assert changed == 12, "the redrawn games must differ where the seat cannot see"


def test_a_job_depends_on_what_the_seat_sees() -> None:
    assert job(seed=1).message() != job(seed=2).message()


def test_a_job_does_not_name_its_table() -> None:
    assert job(table="t_0123456789").message() == job(table="t_9876543210").message()


def test_a_job_takes_no_whole_game() -> None:
    game = gg.new("splendor", seed=1)
    with pytest.raises(TypeError, match="A bot gets a View and nothing else, not a Game"):
        Job("t_1", 1, game, "greedy", 1)  # type: ignore[arg-type]


def test_an_answer_is_a_line_that_can_be_read_back() -> None:
    for answer in (Answer(3, 0.25), Answer(None, error="RuntimeError at bots.py:3")):
        assert answer.line().count(b"\n") == 1
        assert Answer.read(answer.line()) == answer
