"""`gemgrove engine-bot` as a real process: whole games, bots that misbehave, malformed lines."""

import io
import json
import subprocess
import sys
from itertools import cycle
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gemgrove as gg
from gemgrove.cli import main
from gemgrove.compat.arboretum_engine import engine_bot, get_valid_placements, last_move, write_view
from gemgrove.compat.arboretum_engine.engine_bot import (
    LONGEST_LINE,
    fallback_move,
    reply_to,
    serve,
)
from gemgrove.compat.arboretum_engine.move_evaluator import find_best_move
from tests.compat.arboretum_engine.engine import BotProcess, play_game
from tests.waiting import PATIENCE

LONG = ("--time-limit", "20000")
"""For bots that answer: machine load must not lead to a fallback move."""


def my_turn(*moves: str, seed: int = 5) -> dict[str, Any]:
    """The state that the first player receives after these moves."""
    game = gg.new("arboretum", seed=seed)
    for move in moves:
        game.play(move)
    return dict(write_view(game.view(0), previous=last_move(game)))


def not_asked(view: gg.View, arrived: float) -> NoReturn:
    pytest.fail("The bot was asked.")


@pytest.mark.parametrize(("bot", "seat"), [("greedy", 0), ("random", 1)])
def test_a_bot_plays_whole_games_with_legal_moves_only(bot: str, seat: int) -> None:
    with BotProcess(bot, *LONG) as process:
        games = [play_game(process, seed, seat=seat) for seed in range(2)]
        assert all(game.over for game in games)
        assert process.close() == (0, [], "")


def test_greedy_is_the_default_and_its_moves_are_its_own() -> None:
    with BotProcess(*LONG) as process:
        game = gg.new("arboretum", seed=5)
        assert process.ask(my_turn(), 1) == (0 if game.view(0).greedy_action() == 0 else 1)
        game.play("draw deck")
        game.play("draw deck")
        view = game.view(0)
        reply = process.ask(dict(write_view(view)), 2)
        game.play(view.greedy_action())
        game.play(game.view(0).greedy_action())
        (card, cell) = (reply["card"], tuple(reply["coord"]))
        assert {cell: tuple(card)} == dict(game.board.player.arboretum)
        discard = process.ask(dict(write_view(game.view(0))), 3)
        game.play(game.view(0).greedy_action())
        assert tuple(discard) == game.board.players[0].pile[-1]


def test_whatever_a_bot_prints_goes_to_stderr() -> None:
    with BotProcess("noisy", *LONG) as process:
        play_game(process, 1, moves=8)
        code, left, errors = process.close()
    assert (code, left) == (0, [])
    for word in ("thinking", "aloud", "louder"):
        assert word in errors


def test_a_bot_may_answer_in_notation() -> None:
    with BotProcess("wordy", *LONG) as process:
        play_game(process, 1, moves=12)
        assert process.close() == (0, [], "")


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("sleepy", "The bot sleepy did not answer within 200 ms."),
        ("busy", "The bot busy did not answer within 200 ms."),
        ("crashing", "The process of the bot crashing has ended."),
        ("leaving", "The process of the bot leaving has ended."),
        ("raising", "The bot raising failed: RuntimeError: no idea"),
        ("cheating", "The bot cheating failed:"),
    ],
)
def test_greedy_stands_in_for_a_bot_that_is_late_or_fails(bot: str, said: str) -> None:
    with BotProcess(bot) as process:
        game = play_game(process, 2, moves=8)
        code, left, errors = process.close()
    assert (code, left) == (0, [])
    assert errors.count(said) == 8
    again = gg.new("arboretum", seed=2)
    for action in game.actions:
        if again.to_move == 0:
            assert action == again.view(0).greedy_action()
        again.play(action)


def test_a_stderr_that_nobody_reads_holds_up_no_reply() -> None:
    with BotProcess("loud", listen=False) as process:
        play_game(process, 2, moves=8)
        for number in range(1000):
            process.send(b'{"what": "' + b"?" * 300 + b'", "messageID": %d}' % number)
            assert process.reply() == {"move": 0, "messageID": number}
        code, left, _ = process.close()
        assert (code, left) == (0, [])


def test_a_closed_stderr_leaves_stdout_to_the_replies() -> None:
    command = [sys.executable, "-m", "gemgrove", "engine-bot", "random"]
    lines = [b"nonsense", b'{"state": 5, "messageID": 1}']
    lines.append(json.dumps({"state": my_turn(), "messageID": 2}).encode())
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *command],
        input=b"\n".join(lines),
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
        check=True,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["messageID"] for reply in replies] == [1, 2]


MALFORMED = [
    b"nonsense",
    b"{",
    b"[]",
    b"5",
    b"null",
    b'"messageID"',
    b'{"state": {}}',
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"state": 1, "messageID": "open',
    b'{"messageID": "\\x"} }',
    b'{"state": {}, "messageID": 1e999}',
    b'{"state": {}, "messageID": ' + b"9" * 4301 + b"}",
]
WITH_ID = [
    (b'{"state": {"hand": [, "messageID": "a7"}', "a7"),
    (b'{"state": \xff\xfe, "messageID": "b8"}', "b8"),
    (b'{"messageID": 12, "state": NaN}', 12),
    (b'{"state": 1, "state": 2, "messageID": "c"}', "c"),
    (b'{"state": {"subTurn": 3, "hand": [1e999]}, "messageID": "d"}', "d"),
    (b'{"state": {"subTurn": 3, "hand": [["J", 12]]}, "messageID": "e"}', "e"),
    (
        b'{"state": {"subTurn": 2, "hand": [["J", 1]], "playArea": {"-%b": {"0": ["O", 3]}}}, '
        b'"messageID": "f"}' % (b"9" * 4300),
        "f",
    ),
    (b'{"state": {"messageID": "inner"}, "messageID": "outer"', "inner"),
]


def test_malformed_lines_are_survived_with_a_message_on_stderr() -> None:
    with BotProcess() as process:
        for number, line in enumerate(MALFORMED):
            process.send(line)
            assert process.ask({"message": "NEWGAME"}, number) == 0
        for line, message_id in WITH_ID:
            process.send(line)
            assert process.reply() == {"move": 0, "messageID": message_id}
        code, left, errors = process.close()
    assert (code, left) == (0, [])
    lines = errors.splitlines()
    assert len(lines) == len(MALFORMED) + len(WITH_ID)
    assert all(line.startswith("gemgrove engine-bot: ") for line in lines)


def test_huge_lines_are_survived_and_replied_to_by_their_id() -> None:
    filling = b"x" * (3 * LONGEST_LINE)
    with BotProcess() as process:
        process.send(b'{"state": "' + filling + b'", "messageID": "last"}')
        assert process.reply() == {"move": 0, "messageID": "last"}
        process.send(b'{"messageID": "first", "state": "' + filling + b'"}')
        assert process.reply() == {"move": 0, "messageID": "first"}
        process.send(filling)
        assert process.ask(my_turn(), "then") in (0, 1, 2)
        code, left, errors = process.close()
    assert (code, left) == (0, [])
    assert errors.count("The message has more than") == 3


def test_ends_of_lines_may_be_of_any_kind_and_lines_blank() -> None:
    message = json.dumps({"state": my_turn(), "messageID": "é"}).encode()
    with BotProcess(*LONG) as process:
        process.send(b"\xef\xbb\xbf" + message + b"\r", b"", b"\r", b"   ", message)
        for _ in range(2):
            assert process.reply()["messageID"] == "é"
        assert process.process.stdin is not None
        process.process.stdin.write(message)  # the last one without a newline
        code, left, errors = process.close()
    assert (code, len(left), errors) == (0, 1, "")


@pytest.mark.parametrize(
    "message_id", ["", "é\ud800", 0, -5, 10**30, None, 1.5, ["a"], {"b": True}]
)
def test_any_message_id_is_returned_as_it_came(message_id: Any) -> None:
    line = json.dumps({"state": {"message": "NEWGAME"}, "messageID": message_id}).encode()
    reply = reply_to(line, not_asked, pytest.fail)
    assert reply is not None
    assert json.loads(reply) == {"move": 0, "messageID": message_id}


@pytest.mark.parametrize(
    "state",
    [
        {"message": "NEWGAME", "gameNumber": 1, "round": 2},
        {"message": "ENDGAME", "result": 1, "score": 3, "opponentScore": 9, "finalState": {}},
        my_turn() | {"activeTurn": False},
    ],
)
def test_where_no_move_is_wanted_the_reply_is_0_and_the_bot_is_not_asked(state: Any) -> None:
    line = json.dumps({"state": state, "messageID": 1}).encode()
    assert reply_to(line, not_asked, pytest.fail) == b'{"move": 0, "messageID": 1}\n'


@pytest.mark.parametrize(
    "odd",
    [
        {"turn": "soon"},
        {"previousTurn": "what?"},
        {"previousTurn": {}},
        {"opponent": 5, "showPreviousTurn": None, "extra": [1]},
    ],
)
def test_fields_that_a_bot_does_not_need_cannot_keep_it_from_playing(odd: dict[str, Any]) -> None:
    asked: list[gg.View] = []
    line = json.dumps({"state": my_turn() | odd, "messageID": 1}).encode()
    assert reply_to(line, lambda view, _: asked.append(view), pytest.fail) is not None
    assert len(asked) == 1


@pytest.mark.parametrize(
    "state", [None, 5, [], {}, {"activeTurn": True}, {"subTurn": 2, "hand": []}]
)
def test_a_state_that_makes_no_sense_is_replied_to_with_0(state: Any) -> None:
    said: list[str] = []
    line = json.dumps({"state": state, "messageID": 1}).encode()
    assert reply_to(line, not_asked, said.append) == b'{"move": 0, "messageID": 1}\n'
    assert len(said) == 1


def test_a_state_with_a_card_twice_gets_the_move_that_the_evaluator_finds_best() -> None:
    state = my_turn("draw deck", "draw deck")
    state["hand"][0] = state["hand"][1]
    with pytest.warns(UserWarning, match="hand has 8 cards"):
        best = find_best_move(state["hand"][1:], {}, {})
    for sub_turn, move in (
        (2, {"card": list(best.play_card), "coord": [0, 0]}),
        (3, list(best.discard_card)),
    ):
        said: list[str] = []
        line = json.dumps({"state": state | {"subTurn": sub_turn}, "messageID": 1}).encode()
        reply = reply_to(line, not_asked, said.append)
        assert reply is not None
        assert json.loads(reply)["move"] == move
        assert len(said) == 1


MOMENTS = {
    "first draw": (),
    "second draw": ("draw deck",),
    "plant": ("draw deck", "draw deck"),
    "discard": ("draw deck", "draw deck", "plant C2 0 0"),
}


@pytest.mark.parametrize(
    ("odd", "moment"), list(zip(["2", "soon", 7, -1, 1.5, True, None, [2]], cycle(MOMENTS)))
)
@pytest.mark.parametrize("spoilt", [False, True])
def test_where_the_sub_turn_is_invalid_the_hand_tells_which_move_is_wanted(
    odd: Any, moment: str, spoilt: bool
) -> None:
    state = my_turn(*MOMENTS[moment])
    if spoilt:  # then the reply is a fallback move, which must have the same form
        state["hand"][0] = state["hand"][1]
    replies: list[bytes | None] = []
    said: list[str] = []
    for sub_turn in (state["subTurn"], odd):
        line = json.dumps({"state": state | {"subTurn": sub_turn}, "messageID": 1}).encode()
        replies.append(reply_to(line, lambda *_: None, said.append))
    assert replies[0] == replies[1]
    if not spoilt:
        what = "missing" if odd is None else repr(odd)
        taken = state["subTurn"]
        assert said == [f"The state was corrected. subTurn is {what}; it was taken to be {taken}."]


def test_a_missing_deck_is_told_in_one_sentence() -> None:
    said: list[str] = []
    state = my_turn()
    del state["deck"]
    line = json.dumps({"state": state, "messageID": 1}).encode()
    assert reply_to(line, lambda *_: None, said.append) is not None
    assert said == ["The state was corrected. deck is missing; it was taken to be 34."]


def test_a_stand_in_draws_from_a_pile_when_the_deck_is_gone() -> None:
    state = my_turn()
    assert fallback_move(state) == 0
    assert fallback_move(state | {"deck": 0, "discard": [["J", 1]]}) == 1
    assert fallback_move(state | {"deck": 0, "opponentDiscard": [["J", 1]]}) == 2


def test_a_stand_in_plant_goes_to_a_free_cell() -> None:
    area = {"0": {"0": ["J", 1]}, "1": {}}
    move = fallback_move({"subTurn": 2, "hand": [["M", 3]], "playArea": area})
    assert move["card"] == ["M", 3]
    assert tuple(move["coord"]) in get_valid_placements(area)
    assert fallback_move({"subTurn": 3, "hand": [["M", 3]]}) == ["M", 3]


@pytest.mark.parametrize(
    "state",
    [
        {"subTurn": 2, "hand": [1e300], "playArea": {}},
        {"subTurn": 3, "hand": ["J1"]},
        {"subTurn": 2, "hand": [["M", 3]], "playArea": {"-9999": {"0": ["O", 3]}}},
        {"subTurn": 2, "hand": [["M", 3]], "playArea": {"-" + "9" * 4300: {"0": ["O", 3]}}},
    ],
)
def test_a_stand_in_is_a_move_or_none(state: dict[str, Any]) -> None:
    assert fallback_move(state) == 0


@pytest.mark.parametrize(
    "huge",
    [
        {"playArea": {"0": {str(y): ["J", 1] for y in range(9999)}}},
        {"opponentPlayArea": {str(x): {str(y): ["J", 1] for y in range(250)} for x in range(250)}},
        {"playArea": {str(x): {str(y): ["J", 1] for y in range(250)} for x in range(250)}},
        {"discard": [["J", 1]] * 80_000},
        {"hand": [["J", 1]] * 80_000},
    ],
)
def test_a_state_with_far_too_many_cards_is_refused_by_its_size(huge: dict[str, Any]) -> None:
    state = my_turn("draw deck", "draw deck") | huge
    line = json.dumps({"state": state, "messageID": 1}, separators=(",", ":")).encode()
    assert len(line) <= LONGEST_LINE
    said: list[str] = []
    assert reply_to(line, not_asked, said.append) is not None
    assert "has more than" in said[0]


def test_no_error_ends_the_bot() -> None:
    def failing(view: gg.View, arrived: float) -> NoReturn:
        raise RuntimeError("unheard of")

    said: list[str] = []
    line = json.dumps({"state": my_turn(), "messageID": "a"}).encode()
    replies = io.BytesIO()
    serve(io.BytesIO(line + b"\n" + line), replies, failing, said.append)
    assert replies.getvalue() == b'{"move": 0, "messageID": "a"}\n' * 2
    assert said == ["The message led to an error: RuntimeError: unheard of"] * 2


def test_an_id_too_deep_to_be_written_has_no_reply() -> None:
    message_id: list[Any] = []
    for _ in range(20_000):
        message_id = [message_id]
    said: list[str] = []
    assert engine_bot._reply(0, message_id, said.append) is None
    assert said


NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=5) | st.just(["J", 1]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("-019x", max_size=4), inner)
    ),
    max_leaves=8,
)
STATES = st.one_of(
    JSON,
    st.builds(
        lambda state, changes: state | changes,
        st.sampled_from([my_turn(), my_turn("draw deck"), my_turn("draw deck", "draw deck")]),
        st.dictionaries(st.sampled_from([*my_turn(), "message"]), JSON, max_size=4),
    ),
)


def refuse_constant(name: str) -> NoReturn:
    pytest.fail(f"{name} is no JSON.")


def strict(line: bytes) -> Any:
    return json.loads(line, parse_constant=refuse_constant)


@settings(max_examples=200)
@given(state=STATES, message_id=JSON)
def test_every_message_with_an_id_gets_a_reply_of_strict_json(state: Any, message_id: Any) -> None:
    line = json.dumps({"state": state, "messageID": message_id}).encode()
    reply = reply_to(line, lambda *_: None, lambda _: None)
    assert reply is not None
    assert reply.count(b"\n") == 1
    assert strict(reply).keys() == {"move", "messageID"}
    assert strict(reply)["messageID"] == message_id


@settings(max_examples=200)
@given(state=STATES, at=st.integers(0), put=st.binary(max_size=6) | st.just(b"1e999"))
def test_a_spoilt_line_gets_the_reply_of_its_id_or_none(state: Any, at: int, put: bytes) -> None:
    line = json.dumps({"state": state, "messageID": "the id"}).encode()
    state_end = line.rindex(b', "messageID"')
    at %= state_end
    reply = reply_to(line[:at] + put + line[at + len(put) :], lambda *_: None, lambda _: None)
    if reply is not None and at + len(put) <= state_end:
        assert strict(reply)["messageID"] == "the id"


def test_the_process_ends_with_its_input() -> None:
    with BotProcess("sleepy") as process:
        assert process.close() == (0, [], "")


def test_the_process_ends_when_nobody_reads_its_replies() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "gemgrove", "engine-bot", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    message = json.dumps({"state": {"message": "NEWGAME"}, "messageID": 1}).encode()
    _, errors = process.communicate(message + b"\n", timeout=PATIENCE)
    assert process.returncode == 141
    assert b"Traceback" not in errors


def test_a_bot_that_does_not_exist_is_a_complaint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine-bot", "nobody"]) == 2
    assert "There is no bot 'nobody'" in capsys.readouterr().err
    assert main(["engine-bot", "--time-limit", "0"]) == 2
    assert "--time-limit is 0" in capsys.readouterr().err
