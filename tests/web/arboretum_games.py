"""Records games and score sheets of Arboretum for the page's tests.

A game contains every audience's first view and, for each decision, every audience's event. `null`
stands for spectators. The score sheets come with the last views of games that were played well.
When the events change, rewrite the files with

    python -m tests.web.arboretum_games
"""

import random
from pathlib import Path
from typing import Any

import gemgrove as gg
from gemgrove.arboretum.scoresheet import score_sheet
from gemgrove.view_json import view_to_dict
from tests.draws import any_action
from tests.following import Decision, decisions, payload_for
from tests.web.recording import lines

FOLDER = Path(__file__).parents[2] / "web/tests/arboretum/data"
PLAYERS = (2, 3, 4)
RULES = {"official": "official", "seeded": "seeded:first_player=random"}
GAMES = ["official-2", "seeded-3", "official-4"]
SHEETS = "sheets"
SHEET_SEEDS = range(2, 5)
"""A few seeds that cover all ways to gain and lose the right to score."""


def written(name: str) -> str:
    """The contents of a file."""
    if name == SHEETS:
        sheets = [_sheet(players, seed) for players in PLAYERS for seed in SHEET_SEEDS]
        return lines({"games": sheets}, "games")
    return lines(recorded_game(name), "steps")


def recorded_game(name: str) -> dict[str, Any]:
    """A game as recorded."""
    preset, _, players = name.partition("-")
    game = gg.new("arboretum", rules=RULES[preset], players=int(players), seed=len(name))
    audiences = _audiences(game)
    starts = [view_to_dict(game.view(seat)) for seat in audiences]
    steps = [_step(decision) for decision in decisions(game, _choose, seed=int(players))]
    return {"rules": game.rules.to_dict(), "starts": starts, "steps": steps}


def _audiences(game: gg.Game) -> list[int | None]:
    return [None, *range(game.players)]


def _choose(game: gg.Game, rng: random.Random) -> int:
    """Draws from everywhere, and otherwise mostly plays greedily, so that paths grow long."""
    deck = 0
    if game.board.phase in ("draw", "second draw"):
        from_deck = deck in game.legal_actions() and rng.random() < 0.5
        return deck if from_deck else any_action(game, rng)
    if rng.random() < 0.2:
        return any_action(game, rng)
    return game.view(game.to_move).greedy_action()


def _step(decision: Decision) -> dict[str, Any]:
    sayings: list[tuple[list[int | None], dict[str, Any]]] = []
    for seat in _audiences(decision[0]):
        saying = payload_for(decision, seat)
        alike = [audiences for audiences, other in sayings if other == saying]
        if alike:
            alike[0].append(seat)
        else:
            sayings.append(([seat], saying))
    return {"told": sayings}


def _sheet(players: int, seed: int) -> dict[str, Any]:
    game = gg.new("arboretum", players=players, seed=seed)
    for _ in decisions(game, _choose, seed):
        pass
    view = view_to_dict(game.view(None))
    del view["actions"]
    return {"view": view, "sheet": score_sheet(game).to_dict()}


def main() -> None:
    """Write all files again."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in [*GAMES, SHEETS]:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
