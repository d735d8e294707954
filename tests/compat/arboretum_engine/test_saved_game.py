"""Saved games as the engine writes them: replayed, compared, and shown by the commands."""

import json
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.cli import main
from gemgrove.compat.arboretum_engine import (
    FormatError,
    read_saved_game,
    read_state,
    write_saved_game,
)

NAMES = ("Ada", "Bo")


def finished(seed: int = 4, **options: Any) -> gg.Game:
    game = gg.new("arboretum", seed=seed, **options)
    return agents.play_out(game, [agents.make("greedy"), agents.make("random", seed=seed)])


def saved(**winner: Any) -> dict[str, Any]:
    values = write_saved_game(finished(), names=NAMES)
    values["winner"] |= winner
    return values


def test_the_winner_is_written_as_that_engine_does_with_both_scores() -> None:
    game = finished()
    assert write_saved_game(game)["winner"] == {
        "result": game.winners[0],
        "metaData": False,
        "scoreA": game.scores[0],
        "scoreB": game.scores[1],
    }
    assert write_saved_game(gg.new("arboretum", seed=1))["winner"] is None


@pytest.mark.parametrize("seed", range(6))
def test_a_saved_game_of_that_engine_replays_to_its_winner_and_scores(seed: int) -> None:
    game = finished(seed)
    imported = read_saved_game(json.dumps(write_saved_game(game, names=NAMES)))
    assert imported.warnings == ()
    assert imported.names == NAMES
    assert imported.game == game
    assert imported.game.scores == game.scores


def test_the_winner_may_be_the_bare_result_or_a_name_and_scores_may_be_left_out() -> None:
    game = saved()
    result = game["winner"]["result"]
    for winner in (result, NAMES[result], {"result": result}, {"result": result, "scoreA": None}):
        assert read_saved_game(game | {"winner": winner}).warnings == ()
    unfinished = game | {"winner": None, "moves": game["moves"][:10]}
    assert not read_saved_game(unfinished).game.over


def test_a_draw_is_the_result_2() -> None:
    game = gg.new("arboretum", seed=1)
    agents.play_out(game, [agents.make("random", seed=seed) for seed in (1, 2)])
    values = write_saved_game(game)
    assert values["winner"]["result"] == 2
    assert read_saved_game(values).game.winners == [0, 1]


def test_a_wrong_winner_and_a_wrong_score_are_an_error_or_warnings() -> None:
    right = saved()["winner"]
    wrong = saved(result=1 - right["result"], scoreB=right["scoreB"] + 3)
    assert right["result"] == 0
    facts = (
        "winner is 1, 'Bo', but the moves lead to 0, 'Ada'.",
        f"winner.scoreB is {right['scoreB'] + 3}, but the moves lead to {right['scoreB']}.",
    )
    with pytest.raises(FormatError) as refusal:
        read_saved_game(wrong)
    assert str(refusal.value) == f"{' '.join(facts)} With strict=False this is a warning."
    assert read_saved_game(wrong, strict=False).warnings == facts


def test_a_winner_of_a_game_that_is_not_over_is_told() -> None:
    (fact,) = read_saved_game(
        saved() | {"moves": [], "winner": {"result": 2, "metaData": None}}, strict=False
    ).warnings
    assert fact == "winner is 2, a draw, but the moves lead to null, a game that is not over."


@pytest.mark.parametrize("winner", ["Zoe", 3, True, {"result": "Zoe"}])
def test_a_winner_who_is_not_a_player_is_refused_with_all_that_it_may_be(winner: Any) -> None:
    with pytest.raises(FormatError) as refusal:
        read_saved_game(saved() | {"winner": winner})
    assert (
        "it must be 0 or 1 for the player who won, the name of that player ('Ada' or 'Bo'), or 2 "
        "for a draw; winner is null while the game is not over." in str(refusal.value)
    )


def test_a_winner_of_false_means_leniently_that_the_game_is_not_over() -> None:
    unfinished = saved() | {"moves": [], "winner": False}
    with pytest.raises(FormatError, match=r"winner is false.* With strict=False this is a warning"):
        read_saved_game(unfinished)
    imported = read_saved_game(unfinished, strict=False)
    assert not imported.game.over
    assert imported.warnings == (
        "winner is false; it was taken to be null, a game that is not over.",
    )


def test_player_a_begins_in_a_saved_game_so_the_seats_are_swapped_where_the_second_did() -> None:
    game = finished(first_player=1)
    assert game.board.first == 1
    values = write_saved_game(game, names=NAMES)
    assert values["players"] == ["Bo", "Ada"]
    assert values["initialState"]["currentPlayer"] == 0
    assert values["winner"]["scoreA"] == game.scores[1]
    imported = read_saved_game(values)
    assert imported.warnings == ()
    assert imported.names == ("Bo", "Ada")
    assert imported.game.scores == game.scores[::-1]
    assert imported.game.winners == [1 - seat for seat in game.winners]
    board, swapped = game.board, imported.game.board
    assert (swapped.players[0], swapped.players[1]) == (board.players[1], board.players[0])


def test_a_game_that_began_in_a_state_keeps_what_that_state_told_when_it_is_saved() -> None:
    state = write_saved_game(finished())["initialState"]
    game = read_state(state | {"previousTurnMetaData": "noted"}).game
    game.play("draw deck")
    written = write_saved_game(game)["initialState"]
    assert written["previousTurnMetaData"] == "noted"


# Commands


def write(folder: Path, values: Any) -> str:
    file = folder / "game.json"
    file.write_text(json.dumps(values))
    return str(file)


def test_replay_shows_a_saved_game_of_that_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--lines", write(tmp_path, saved())]) == 0
    told, errors = capsys.readouterr()
    assert told.startswith("Ada, Bo: arboretum official")
    assert "Verified: all" in told
    assert errors == ""


def test_replay_says_what_is_wrong_with_a_saved_game_and_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = saved(scoreA=99)
    assert main(["replay", "--lines", write(tmp_path, wrong)]) == 1
    told, errors = capsys.readouterr()
    assert "Verified" not in told
    assert told.endswith("decisions are legal, but the file is wrong elsewhere: see above.\n")
    assert "winner.scoreA is 99, but the moves lead to" in told + errors
    assert "Ada, Bo: arboretum official" in told


def test_analyze_reviews_a_saved_game_of_that_engine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, saved())
    assert main(["analyze", file, "--iterations", "10", "--seat", "1", "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert review["record"]["names"] == list(NAMES)


def test_analyze_says_what_is_wrong_with_a_saved_game_beside_its_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, saved(scoreA=99))
    assert main(["analyze", file, "--iterations", "2", "--json"]) == 0
    told, errors = capsys.readouterr()
    assert json.loads(told)
    assert "winner.scoreA is 99" in errors


@pytest.mark.parametrize("command", ["replay", "analyze"])
def test_a_saved_game_that_cannot_be_replayed_is_a_complaint(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = saved()
    broken["moves"][3] = ["J", 12]
    assert main([command, write(tmp_path, broken)]) == 2
    assert "moves[3][1] is 12" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["replay", "analyze"])
def test_what_is_neither_a_record_nor_a_saved_game_is_a_complaint(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, write(tmp_path, {"players": ["Ada", "Bo"]})]) == 2
    assert "This is not a record" in capsys.readouterr().err
