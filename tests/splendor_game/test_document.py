"""Example code written for the engine this module stands in for, and the module's own examples."""

import doctest
import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

import splendor_game

ROOT = Path(__file__).parents[2]

USAGE = """
import splendor_game as s

# Create game
game = s.SplendorGame(num_players=3, seed=42)

# Get state
state = game.state_summary()

# Get legal moves
moves = game.legal_moves()

# Perform move
game.perform_move(moves[0])

# Check if game over
if game.is_terminal():
    print("Game Over!")
"""

STATE_ACCESS = """
state = game.state_summary()
# Access specific parts:
bank = state['bank']
current_player_state = state['players'][state['current_player']]
market = state['market']
"""

ACTION_SPACE = """
# Get all legal actions
legal_actions = game.legal_moves()
"""

REWARD = """
# Track prestige points before/after move
prev_points = state['players'][player_idx]['prestige_points']
game.perform_move(action)
new_state = game.state_summary()
new_points = new_state['players'][player_idx]['prestige_points']
reward = new_points - prev_points

# Terminal reward
if game.is_terminal():
    # Determine winner and assign final reward
    points = [p['prestige_points'] for p in new_state['players']]
    winner = points.index(max(points))
    reward = 1.0 if winner == player_idx else -1.0
"""

EPISODE = """
# Deterministic episodes with seed
game = s.SplendorGame(num_players=3, seed=episode_number)

# Run episode until terminal
while not game.is_terminal():
    state = game.state_summary()
    legal_moves = game.legal_moves()

    # Agent selects action
    action = agent.select_action(state, legal_moves)

    # Execute action
    game.perform_move(action)

    # Store transition for training
    next_state = game.state_summary()
    reward = calculate_reward(state, next_state)
    store_transition(state, action, reward, next_state)
"""

PLAYTHROUGH = """
# Quick playthrough
game = s.SplendorGame(num_players=3, seed=42)

for _ in range(9):
    game.perform_move(game.legal_moves()[0])

# Inspect final state
summary = game.state_summary()
print_summary_nicely(summary)
"""

INSPECTION = """
state = game.state_summary()
import json
print(json.dumps(state, indent=2))
"""

VALIDATION = """
moves = game.legal_moves()
print(f"Player {game.current_player()} has {len(moves)} legal moves")
"""

TOKEN_TRACKING = """
state = game.state_summary()
bank = state['bank']
player_tokens = state['players'][0]['tokens']
print(f"Bank: {bank}")
print(f"Player 0: {player_tokens}")
"""


def run(code: str, **names: Any) -> dict[str, Any]:
    exec(code, names)
    return names


def test_the_example_usage_runs() -> None:
    names = run(USAGE)
    assert names["game"].current_player() == 1


def test_fast_state_access_and_the_action_space_run() -> None:
    names = run(USAGE + STATE_ACCESS + ACTION_SPACE)
    assert names["bank"] == [4, 4, 4, 5, 5, 5]
    assert names["current_player_state"]["tokens"] == [0] * 6
    assert len(names["market"]) == 3
    assert all(isinstance(move, tuple) and len(move) == 2 for move in names["legal_actions"])


def test_the_reward_signal_runs_to_the_end_of_a_game() -> None:
    game = splendor_game.SplendorGame(2, seed=3)
    rewards = []
    while not game.is_terminal():
        state, player = game.state_summary(), game.current_player()
        names = run(
            REWARD, game=game, state=state, player_idx=player, action=game.legal_moves()[-1]
        )
        rewards.append(names["reward"])
    assert rewards[-1] in (1.0, -1.0)
    assert sum(rewards[:-1]) > 0


def test_an_episode_runs_with_an_agent() -> None:
    class Agent:
        def select_action(self, state: Any, legal_moves: list[Any]) -> Any:
            return legal_moves[-1]

    transitions: list[Any] = []
    names = run(
        EPISODE,
        s=splendor_game,
        episode_number=7,
        agent=Agent(),
        calculate_reward=lambda *states: len(states),
        store_transition=lambda *transition: transitions.append(transition),
    )
    assert names["game"].is_terminal()
    assert len(transitions) == len(names["game"].history())


def test_the_quick_playthrough_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names = run(
        PLAYTHROUGH,
        s=splendor_game,
        print_summary_nicely=splendor_game.print_summary_nicely,
    )
    assert len(names["game"].history()) == 9
    assert "player 0, to move" in capsys.readouterr().out


@pytest.mark.parametrize("tip", [INSPECTION, VALIDATION, TOKEN_TRACKING])
def test_the_debugging_tips_run(tip: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(USAGE + tip)
    assert capsys.readouterr().out


def test_the_examples_in_the_modules_text_are_true() -> None:
    results = doctest.testmod(
        splendor_game, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )
    assert results.attempted > 10
    assert results.failed == 0


def test_the_example_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location(
        "splendor_game_script", ROOT / "examples" / "splendor_game_script.py"
    )
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.main()
    output = capsys.readouterr().out
    assert "legal moves" in output
    assert "Seed 2: " in output
    assert "splendor_game_script" not in sys.modules
