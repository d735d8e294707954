"""Walks through OpenSpiel games, and what a seat learns of them, for the tests in this folder."""

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import gemgrove as gg

pyspiel = pytest.importorskip("pyspiel")
import_module("gemgrove.envs.openspiel")  # registers the games

PLAYERS = (2, 3, 4)
NAMES = [f"gemgrove_{game}(players={players})" for game in gg.GAMES for players in PLAYERS]
OPTIONS = [
    "gemgrove_splendor(rules=duel,options=(payment=choose,first_player=random))",
    "gemgrove_splendor(rules=escrow,options=(turn_limit=30))",
    "gemgrove_splendor(options=(turn_limit=5),players=3)",
    "gemgrove_arboretum(rules=seeded,players=3,options=(first_player=random))",
]


def walk(name: str, seed: int) -> Iterator[Any]:
    """The states of a random game, including the last."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def after_deal(name: str, seed: int = 1) -> Any:
    """The state right after the deal."""
    return next(state for state in walk(name, seed) if not state.is_chance_node()).clone()


def told(state: Any, seat: int) -> list[Any]:
    """Everything a seat is told."""
    return [
        state.information_state_string(seat),
        state.observation_string(seat),
        state.information_state_tensor(seat),
        state.observation_tensor(seat),
        state.legal_actions(seat) if state.current_player() >= 0 else [],
        state.returns(),
        state.current_player(),
        state.move_number(),
    ]


def redrawn(state: Any, seat: int, seed: int) -> Any:
    """A state that the seat cannot tell from this one."""
    return state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0))
