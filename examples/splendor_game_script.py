"""The module `splendor_game` on one page: look at the table, move, play an episode.

Run it with `python examples/splendor_game_script.py`; docs/splendor-game.md describes the module.
"""

import random

import splendor_game as s


def look_around() -> None:
    """Make nine moves in a game for three; then print the table and the legal moves."""
    game = s.SplendorGame(num_players=3, seed=42)
    for _ in range(9):
        game.perform_move(game.legal_moves()[0])
    s.print_summary_nicely(game.state_summary())
    print()
    s.print_legal_moves_nicely(game.legal_moves())


def play_an_episode(seed: int) -> None:
    """Play a random two-player game to the end, with all the printed rules."""
    chance = random.Random(seed)
    game = s.SplendorGame(2, seed, rules="official")
    gained = [0, 0]
    while not game.is_terminal():
        player = game.current_player()
        before = game.state_summary()["players"][player]["prestige_points"]
        game.perform_move(chance.choice(game.legal_moves()))
        after = game.state_summary()["players"][player]["prestige_points"]
        gained[player] += after - before
    turns = game.statistics()["turns"]
    print(f"Seed {seed}: {gained[0]} to {gained[1]} points after {turns} turns.")


def main() -> None:
    """Run both parts."""
    look_around()
    print()
    for seed in range(3):
        play_an_episode(seed)


if __name__ == "__main__":
    main()
