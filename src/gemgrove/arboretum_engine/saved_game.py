"""Saved games of that engine: `{game, players, initialState, moves, winner}`.

`initialState` is the full state, and `moves` are moves as bots send them. `winner` is null while
the game is not over; then it is `{result, metaData, scoreA, scoreB}`, where `result` is the seat
that won, or 2 for a draw. `winner` may also be just the result, or the winner's name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from gemgrove.arboretum_engine.moves import (
    ReadGame,
    last_move,
    move_json,
    moves_of,
    previous_of,
    read_move,
    to_own,
)
from gemgrove.arboretum_engine.reader import (
    FURTHEST,
    PLAYERS,
    Reader,
    Source,
    is_count,
    read_as,
)
from gemgrove.arboretum_engine.state import (
    PLAYER_NAMES,
    ImportedGame,
    check_game,
    check_names,
    check_type,
    read_state_values,
    write_state,
)
from gemgrove.arboretum_engine.table import GAME
from gemgrove.arboretum_engine.types import FormatError
from gemgrove.game import Game, variant_class
from gemgrove.variant import IllegalMove, shown

DRAW = 2
"""The result of a game that both players have won."""
SCORES = ("scoreA", "scoreB")

T = TypeVar("T")


class Outcome(NamedTuple):
    """The outcome stated in a saved game."""

    result: int | None = None
    """The seat that won, or `DRAW`; None for a game that is not over."""
    scores: tuple[int | None, int | None] = (None, None)
    """By seat; None if not stated."""


def is_saved_game(values: Any) -> bool:
    """Return True if a JSON value looks like that engine's saved game, valid or not."""
    return isinstance(values, Mapping) and {"initialState", "moves"} <= values.keys()


def read_saved_game(source: Source, *, strict: bool = True) -> ImportedGame:
    """Read a saved game, given as JSON text or parsed values, and replay it move by move.

    `strict` is as in `read_state`; with it, a wrong winner or score is also an error.
    """
    values = Reader.parse(source, "saved game")
    return read_as(strict, lambda strict: _read(values, strict))


def _read(values: Reader, strict: bool) -> ImportedGame:
    names = _read_names(values["players"])
    initial = values["initialState"].members()
    try:
        imported = read_state_values(Reader(initial), strict)
    except FormatError as error:
        raise FormatError(f"initialState: {error}") from error
    game = imported.game
    moves = [read_move(move) for move in values["moves"].array("moves")]
    winner, told = values.member("winner"), []
    if winner.value is False:
        winner.value = None
        told.append("winner is false; it was taken to be null, a game that is not over.")
    outcome = _read_outcome(winner, names)
    for number, move in enumerate(moves):
        try:
            game.play_all(to_own(move, game.to_move))
        except IllegalMove as error:
            raise FormatError(f"moves[{number}]: {error}") from error
    facts = [*told, *_outcome_problems(outcome, game, names)]
    if strict and facts:
        raise FormatError(" ".join(facts))
    return replace(
        imported,
        warnings=(*imported.warnings, *facts),
        previous=last_move(game),
        names=names,
        view=None,
    )


def write_saved_game(game: Game, *, names: tuple[str, str] = PLAYER_NAMES) -> dict[str, Any]:
    """Write a game for two players as a saved game, from its beginning.

    In that engine, player A begins. If the second seat does, it becomes player A, with its name.
    """
    check_type(game, Game)
    check_game(game)
    check_names(names)
    beginning = game.copy()
    while beginning.actions:
        beginning.undo()
    order = (0, 1) if beginning.board.first == 0 else (1, 0)
    state = write_state(_seated(beginning, order), names=_in(order, names))
    return {
        "game": GAME,
        "players": list(_in(order, names)),
        "initialState": state,
        "moves": [move_json(move) for move in moves_of(game)],
        "winner": _outcome_json(game, order),
    }


def _seated(game: Game, order: tuple[int, int]) -> Game:
    """Return a game without a history, with the players in this order."""
    if order == (0, 1):
        return game
    fields = game.variant.fields(game)
    fields["players"] = list(_in(order, fields["players"]))
    for place in ("first", "to_move"):
        fields[place] = order.index(fields[place])
    options = {"first_player": fields["first"]}
    variant = variant_class(GAME).create(game.rules, players=PLAYERS, options=options)
    return ReadGame.standing(variant, variant.from_fields(fields), previous_of(game))


def _in(order: tuple[int, int], values: Sequence[T]) -> tuple[T, T]:
    return values[order[0]], values[order[1]]


def _read_names(players: Reader) -> tuple[str, ...]:
    names = players.array("names")
    for name in names:
        if not isinstance(name.value, str):
            name.wrong("a name")
    if len(names) != PLAYERS:
        raise FormatError(f"players has {len(names)} names; it must have {PLAYERS}.")
    return tuple(name.value for name in names)


def _read_outcome(winner: Reader, names: tuple[str, ...]) -> Outcome:
    if winner.value is None:
        return Outcome()
    if not isinstance(winner.value, Mapping):
        return Outcome(_read_winner(winner, names))
    scores = (winner.member(name) for name in SCORES)
    a, b = (None if score.value is None else score.whole(0, FURTHEST) for score in scores)
    return Outcome(_read_winner(winner["result"], names), (a, b))


def _read_winner(winner: Reader, names: tuple[str, ...]) -> int:
    """Read the winning seat, which may also be given by its name, or `DRAW`."""
    value = winner.value
    if isinstance(value, str) and value in names:
        return names.index(value)
    if not is_count(value) or not 0 <= value <= DRAW:
        winner.wrong(
            "0 or 1 for the player who won, "
            f"the name of that player ({shown(names[0])} or {shown(names[1])}), or 2 for a draw; "
            "winner is null while the game is not over"
        )
    return int(value)


def _outcome_problems(told: Outcome, game: Game, names: Sequence[str]) -> list[str]:
    """Describe errors in the stated outcome, a sentence each."""
    facts = []
    result = _result(game)
    if told.result != result:
        facts.append(
            f"winner is {_result_text(told.result, names)}, "
            f"but the moves lead to {_result_text(result, names)}."
        )
    for name, score, reached in zip(SCORES, told.scores, game.scores, strict=True):
        if score not in (None, reached):
            facts.append(f"winner.{name} is {score}, but the moves lead to {reached}.")
    return facts


def _outcome_json(game: Game, order: tuple[int, int]) -> dict[str, Any] | None:
    result = _result(game)
    if result is None:
        return None
    scores = dict(zip(SCORES, _in(order, game.scores), strict=True))
    return {"result": result if result == DRAW else order.index(result), "metaData": False} | scores


def _result(game: Game) -> int | None:
    if not game.over:
        return None
    return game.winners[0] if len(game.winners) == 1 else DRAW


def _result_text(result: int | None, names: Sequence[str]) -> str:
    if result is None:
        return "null, a game that is not over"
    return "2, a draw" if result == DRAW else f"{result}, {shown(names[result])}"
