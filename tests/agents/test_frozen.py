"""`greedy@1` is the yardstick: it must always play as it did when it was frozen.

`python -m tests.agents.test_frozen` wrote its games. They must not change; better play needs a new
version.
"""

import json
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import agents

GOLDEN = Path(__file__).parents[1] / "golden/greedy@1.json"
CASES = [(name, players) for name in gg.GAMES for players in (2, 3, 4)]


def actions(name: gg.GameName, players: int) -> list[int]:
    """The actions of a game of greedy@1 against itself."""
    seats = [agents.make("greedy@1") for _ in range(players)]
    return agents.play_out(gg.new(name, players=players, seed=1), seats).actions


@pytest.mark.parametrize(("name", "players"), CASES)
def test_greedy_plays_as_when_it_was_frozen(name: gg.GameName, players: int) -> None:
    assert actions(name, players) == json.loads(GOLDEN.read_text())[f"{name} {players}p"]


def write() -> None:
    games = {f"{name} {players}p": actions(name, players) for name, players in CASES}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(game)}" for name, game in games.items())
    GOLDEN.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    write()
