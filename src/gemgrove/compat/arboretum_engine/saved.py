"""Saved games of that engine: `{game, players, initialState, moves, winner}`.

`initialState` is the full state, `moves` are moves as bots send them, `winner` is the seat that
won, 2 for a draw, or null while the game is not over.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gemgrove.arboretum.moves import Move as OwnMove
from gemgrove.compat.arboretum_engine import reading
from gemgrove.compat.arboretum_engine.moves import from_own, last_move, move_json, read_move, to_own
from gemgrove.compat.arboretum_engine.reading import PLAYERS, Source
from gemgrove.compat.arboretum_engine.shapes import FormatError
from gemgrove.compat.arboretum_engine.state import (
    PLAYER_NAMES,
    ImportedGame,
    check_game,
    read_state,
    write_state,
)
from gemgrove.compat.arboretum_engine.table import GAME
from gemgrove.game import Game
from gemgrove.variant import IllegalMove, shown

DRAW = 2
"""What `winner` is when both have won."""


def read_saved_game(source: Source, *, strict: bool = True) -> ImportedGame:
    """The saved game, replayed move by move: JSON text, or what it has been parsed to.

    `strict` is that of `read_state`; with it, a wrong winner is an error, too.
    """
    values = reading.parsed(source, "saved game")
    names = _read_names(reading.field(values, "players"))
    initial = reading.field(values, "initialState")
    if not isinstance(initial, Mapping):
        raise FormatError(f"initialState is {shown(initial)}; it must be a JSON object.")
    try:
        imported = read_state(initial, strict=strict)
    except FormatError as error:
        raise FormatError(f"initialState: {error}") from error
    moves = reading.items(reading.field(values, "moves"), "moves", "moves", read_move)
    winner = values.get("winner")
    if winner is not None:
        winner = _read_winner(winner, names)
    for number, move in enumerate(moves):
        try:
            imported.game.play_all(to_own(move, imported.game.to_move))
        except IllegalMove as error:
            raise FormatError(f"moves[{number}]: {error}") from error
    warnings = list(imported.warnings)
    if winner != _winner(imported.game):
        fact = f"winner is {shown(values.get('winner'))}, but the moves lead to {_told(imported)}."
        if strict:
            raise FormatError(fact)
        warnings.append(fact)
    return replace(
        imported, warnings=tuple(warnings), previous=last_move(imported.game), names=names
    )


def write_saved_game(game: Game, *, names: tuple[str, str] = PLAYER_NAMES) -> dict[str, Any]:
    """A game for two as a saved game, from where it began."""
    check_game(game)
    beginning = game.copy()
    while beginning.actions:
        beginning.undo()
    state = write_state(beginning, names=names)
    moves: list[Any] = []
    picked: list[OwnMove] = []
    for decision in game.moves:
        assert isinstance(decision, OwnMove)
        seat = beginning.to_move
        beginning.play(decision)
        if decision.kind == "pick":
            picked = [decision]
            continue
        moves.append(move_json(from_own([*picked, decision], seat)))
        picked = []
    return {
        "game": GAME,
        "players": list(names),
        "initialState": state,
        "moves": moves,
        "winner": _winner(game),
    }


def _read_names(value: Any) -> tuple[str, ...]:
    names = reading.items(value, "players", "names", _name)
    if len(names) != PLAYERS:
        raise FormatError(f"players has {len(names)} names; it must have {PLAYERS}.")
    return tuple(names)


def _name(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise FormatError(f"{place} is {shown(value)}; it must be a name.")
    return value


def _read_winner(value: Any, names: tuple[str, ...]) -> int:
    """The seat, which may also be given by its name, or `DRAW`."""
    if isinstance(value, str) and value in names:
        return names.index(value)
    return reading.whole(value, "winner", 0, DRAW)


def _winner(game: Game) -> int | None:
    if not game.over:
        return None
    return game.winners[0] if len(game.winners) == 1 else DRAW


def _told(imported: ImportedGame) -> str:
    winner = _winner(imported.game)
    return "a game that is not over" if winner is None else str(winner)
