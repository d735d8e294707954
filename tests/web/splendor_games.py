"""Records games of Splendor for the page's tests.

Each file contains a seat's first view and all its events until the end. Most games are short:
together they cover every option and every kind of decision. When the events change, rewrite the
files with

    python -m tests.web.splendor_games
"""

import random
from pathlib import Path
from typing import Any, NamedTuple

import gemgrove as gg
from gemgrove.view_json import view_to_dict
from tests.following import decisions, payload_for
from tests.splendor.test_event_payload import choose
from tests.web.recording import lines

FOLDER = Path(__file__).parents[2] / "web/tests/splendor/data"


class GameSetup(NamedTuple):
    """A game and the seat that sees it; None for spectators."""

    rules: str
    players: int
    seat: int | None
    seed: int


GAMES = {
    "official-2": GameSetup("official", 2, 0, 1),
    "official-3-watched": GameSetup("official:first_player=random,target_points=4", 3, None, 2),
    "official-4": GameSetup("official:target_points=4", 4, 3, 3),
    "core-2": GameSetup("core:target_points=8", 2, 1, 4),
    "arena-3": GameSetup("arena", 3, 2, 4),
    "duel-2": GameSetup("duel:turn_limit=10", 2, 0, 6),
    "escrow-3": GameSetup("escrow:target_points=8", 3, 1, 5),
    "choose-payment-2": GameSetup("official:payment=choose,target_points=8", 2, 1, 7),
    "choose-payment-4-watched": GameSetup("official:payment=choose,turn_limit=9", 4, None, 8),
    "take-free-3": GameSetup("official:take_fewer=free,target_points=4", 3, 1, 9),
    "take-never-4": GameSetup("official:take_fewer=never,return_gold=no,target_points=3", 4, 0, 10),
    "forbid-free-4": GameSetup(
        "official:over_limit=forbid,take_fewer=free,nobles=first,turn_limit=12", 4, 2, 11
    ),
    "hoarding-2": GameSetup("official:turn_limit=16", 2, 0, 12),
    "hoarding-escrow-2": GameSetup("escrow:turn_limit=16", 2, 0, 14),
    "hoarding-escrow-4-watched": GameSetup("escrow:turn_limit=12", 4, None, 15),
    "hoarding-forbid-4": GameSetup("official:over_limit=forbid,turn_limit=12", 4, 1, 13),
}


def recorded_game(name: str) -> dict[str, Any]:
    """A game as recorded."""
    rules, players, seat, seed = GAMES[name]
    game = gg.new("splendor", rules=rules, players=players, seed=seed)
    chosen = _hoard if name.startswith("hoarding") else choose
    start = view_to_dict(game.view(seat))
    told = [payload_for(decision, seat) for decision in decisions(game, chosen, seed)]
    return {"rules": game.rules.to_dict(), "seat": seat, "start": start, "told": told}


def written(name: str) -> str:
    """The contents of a file, with a decision on each line."""
    return lines(recorded_game(name), "told")


def _hoard(game: gg.Game, rng: random.Random) -> int:
    """Prefers tokens, so that the bank runs low and tokens go back."""
    actions = game.legal_actions()
    takes = [action for action in actions if action < 30]
    return rng.choice(takes if takes and rng.random() < 0.9 else actions)


def main() -> None:
    """Write all files again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
