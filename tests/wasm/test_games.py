"""The engine in WebAssembly plays as the native one does."""

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import _native
from gemgrove.view_json import view_to_dict
from tests.wasm.node import run

PLAYERS = (2, 3, 4)
PRESETS = [
    (name, preset) for name in gg.GAMES for preset in type(gg.new(name).variant.rules).presets
]
SAMPLE_SEED = 7
_CODES = {
    code: code.name.lower()
    for core in (_native.splendor, _native.arboretum)
    for code in core.ReasonCode
}


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_both_builds_play_the_same_games(name: gg.GameName, preset: str, tmp_path: Path) -> None:
    check(name, preset, range(5), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_both_builds_play_the_same_1000_games(
    name: gg.GameName, preset: str, tmp_path: Path
) -> None:
    check(name, preset, range(1000, 1334), tmp_path)


def check(name: gg.GameName, preset: str, seeds: range, folder: Path) -> None:
    """Compare games of every number of players; the first of each in every detail."""
    games = [
        played(name, preset, players, seed, detailed=seed == seeds[0])
        for players in PLAYERS
        for seed in seeds
    ]
    answers = run("replay.mjs", [task for task, _ in games], folder)
    for (task, digests), answer in zip(games, answers, strict=True):
        what = f"{name} {preset}, {task['players']} players, seed {task['seed']}"
        assert answer["differences"] == [], what
        assert answer["digests"] == digests, what


def played(
    name: gg.GameName, preset: str, players: int, seed: int, *, detailed: bool
) -> tuple[dict[str, Any], list[str]]:
    """Play a random game; return the task to replay it, and a digest of each position."""
    rng = random.Random(seed)
    game: gg.Game = gg.new(name, rules=preset, players=players, seed=seed)
    digests = [digest(game)]
    actions, details = [], []
    while not game.over:
        action = rng.choice(game.legal_actions())
        before = game.copy() if detailed else None
        game.play(action)
        actions.append(action)
        digests.append(digest(game))
        if before is not None:
            details.append(described(before, action, game))
    task = {
        "name": name,
        "rules": preset,
        "players": players,
        "seed": seed,
        "actions": actions,
        "details": details or None,
    }
    return task, digests


def digest(game: gg.Game) -> str:
    """Hash a position, its mask, scores and reasons, and what everybody observes."""
    seen = hashlib.sha256(game._state() + game.mask().tobytes())
    facts = [game.scores, [reason(game, action) for action in range(len(game.mask()))]]
    seen.update(json.dumps(facts, separators=(",", ":")).encode())
    for seat in audience(game):
        seen.update(game.observe(seat).tobytes())
    return seen.hexdigest()[:12]


def reason(game: gg.Game, action: int) -> list[Any] | None:
    """Return the code and the arguments against an action, or None if it is legal."""
    why = game.variant.core.reason(game, action)
    return why and [_CODES[why[0]], *why[1]]


def audience(game: gg.Game) -> Iterator[int | None]:
    yield None
    yield from range(game.players)


def described(before: gg.Game, action: int, game: gg.Game) -> dict[str, Any]:
    """Return all there is to know about a decision, and the position after it."""
    views = [game.view(seat) for seat in audience(game)]
    told = {
        "events": [
            game.variant.event_payload(before, action, game, seat) for seat in audience(game)
        ],
        "fields": game.variant.fields(game),
        "ending": game.ending,
        "winners": game.winners,
        "places": game.places,
        "moves": [game.move(each).text for each in game.legal_actions()],
        "views": [view_to_dict(view) for view in views],
        "seed": SAMPLE_SEED,
        "samples": {
            -1 if view.seat is None else view.seat: view.sample(SAMPLE_SEED)._state().hex()
            for view in views
        },
    }
    if not game.over:
        view = game.view(game.to_move)
        told["action_scores"] = [score for _, score in view.action_scores()]
        told["evaluation"] = game.variant.core.evaluate(view)[0]
    return told
