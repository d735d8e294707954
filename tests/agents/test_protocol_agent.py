"""Bots in separate processes: they play, and their mistakes cost only their own game."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import Forfeit, GameInfo, Limits, RandomAgent, TimeControl, protocol_agent
from tests.agents.scripts import LONG, Scripts, forfeit_of, is_running, is_zombie_child
from tests.waiting import eventually

GOOD = """
hello()
for turn in turns():
    play(turn)
"""

SHORT = {"splendor": "official:turn_limit=20", "arboretum": "official"}


@pytest.fixture
def scripts(tmp_path: Path) -> Iterator[Scripts]:
    made = Scripts(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("game", gg.GAMES)
def test_a_program_plays_whole_games(scripts: Scripts, game: gg.GameName) -> None:
    host = scripts.host(GOOD)
    for players in (2, 4):
        others = [RandomAgent(seed) for seed in range(players - 1)]
        table = gg.new(game, rules=SHORT[game], players=players, seed=players)
        assert agents.play_out(table, [host, *others]).over
    assert host.lost is None


def test_one_process_plays_several_games(scripts: Scripts) -> None:
    host = scripts.host(GOOD)
    processes = set()
    for seed in range(3):
        agents.play_out(gg.new("splendor", seed=seed, turn_limit=3), [host, RandomAgent(1)])
        processes.add(host.pid)
    assert len(processes) == 1


def test_nobody_need_say_that_a_game_begins(scripts: Scripts) -> None:
    host = scripts.host(GOOD)
    for seed in range(2):
        game = gg.new("splendor", seed=seed)
        game.play(host.choose(game.view(0)))
        game.play(game.legal_actions()[0])
        game.play(host.choose(game.view(0)))
    assert host.lost is None


def test_a_game_that_nobody_ended_is_ended_before_the_next_one(
    scripts: Scripts, tmp_path: Path
) -> None:
    host = scripts.host(
        f"""
        hello()
        while (message := hear())["type"] != "goodbye":
            if message["type"] == "your_turn":
                play(message)
            elif message["type"] == "end":
                with open({str(tmp_path / "end")!r}, "w") as file:
                    json.dump([message["game_id"], message["ending"]], file)
        """
    )
    for seed in range(2):
        game = gg.new("splendor", seed=seed)
        game.play(host.choose(game.view(0)))
        game.play(game.legal_actions()[0])
        game.play(host.choose(game.view(0)))
    assert json.loads((tmp_path / "end").read_text()) == ["1", "unfinished"]


def test_close_says_goodbye_and_the_program_ends_by_itself(scripts: Scripts) -> None:
    host = scripts.host(GOOD)
    host.begin(gg.new("splendor", seed=1).view(0))
    pid = host.pid
    assert pid is not None
    assert host.close() == 0
    assert not is_running(pid)
    assert not is_zombie_child(pid)


def test_what_the_program_is_told(scripts: Scripts, tmp_path: Path) -> None:
    host = scripts.host(
        f"""
        heard = []
        def hear(hear=hear):
            heard.append(hear())
            return heard[-1]
        hello()
        for turn in turns():
            play(turn)
        with open({str(tmp_path / "heard")!r}, "w") as file:
            json.dump(heard, file)
        """,
        time=TimeControl(30, 0.5),
    )
    game = gg.new("splendor", seed=1, players=3, turn_limit=2)
    table = GameInfo(game_id="g7", names=["Ada", "Bo", "Cy"], remaining=[9.0, None, 8.0])
    agents.begin(host, game.view(0), info=table)
    while not game.over:
        move = host.choose(game.view(0)) if game.to_move == 0 else game.legal_actions()[0]
        game.play(move)
    table.forfeit = (2, "timeout")
    host.end(game.view(0))
    host.close()
    hello, new_game, first, second, end, goodbye = json.loads((tmp_path / "heard").read_text())
    assert [hello["type"], goodbye] == ["hello", {"type": "goodbye"}]
    assert new_game["names"] == ["Ada", "Bo", "Cy"]
    assert new_game["time"] == {"bank": 30, "increment": 0.5}
    assert new_game["rules"] == game.rules.to_dict()
    assert first["clock"] == {"remaining": 30.0, "increment": 0.5, "seats": [30.0, None, 8.0]}
    assert first["moves"] == []
    assert [move["seat"] for move in second["moves"]] == [0, 1, 2]
    assert [move["move"] for move in second["moves"]] == [move.text for move in game.moves[:3]]
    assert second["turn_id"] != first["turn_id"]
    assert end["forfeit"] == {"seat": 2, "reason": "timeout"}
    assert end["ending"] == "forfeit"
    assert {message["game_id"] for message in (new_game, first, second, end)} == {"g7"}


def test_a_bot_that_joins_in_mid_game_is_told_all_moves_so_far(
    scripts: Scripts, tmp_path: Path
) -> None:
    host = scripts.host(
        f"""
        hello()
        for turn in turns():
            with open({str(tmp_path / "moves")!r}, "w") as file:
                json.dump(turn["moves"], file)
            play(turn)
        """
    )
    game = gg.new("splendor", seed=1)
    for _ in range(2):
        game.play(game.legal_actions()[0])
    host.choose(game.view(0))
    told = json.loads((tmp_path / "moves").read_text())
    assert told == [{"seat": seat, "move": move.text} for seat, move in enumerate(game.moves)]


def test_only_thinking_is_charged_to_the_clock(scripts: Scripts) -> None:
    host = scripts.host(
        """
        time.sleep(0.5)
        hello()
        for turn in turns():
            play(turn)
        """,
        time=LONG,
    )
    game = gg.new("splendor", seed=1)
    began = monotonic()
    host.begin(game.view(0))
    game.play(host.choose(game.view(0)))
    took = monotonic() - began
    assert host.clock is not None
    assert 0 < LONG.bank - host.clock.remaining < took - 0.5


# Forfeits


HOSTILE = {
    "crashes at the start": ("raise SystemExit(3)", "crash", "exit code 3"),
    "raises at the start": ("import nothing_of_that_name", "crash", "ModuleNotFoundError"),
    "crashes in mid-game": (
        """
        hello()
        for number, turn in enumerate(turns()):
            if number == 3:
                raise RuntimeError("no idea")
            play(turn)
        """,
        "crash",
        "RuntimeError: no idea",
    ),
    "is ended by a signal": (
        "hello()\nnext(turns())\nos.kill(os.getpid(), signal.SIGSEGV)",
        "crash",
        "SIGSEGV",
    ),
    "leaves in the middle": ("hello()\nnext(turns())", "crash", "exit code 0"),
    "closes stdout": (
        "hello()\nnext(turns())\nos.close(1)\ntime.sleep(60)",
        "crash",
        "closed its stdin or stdout",
    ),
    "floods stdout without a newline": (
        "hello()\nwhile True: sys.stdout.write('x' * 10000)",
        "flood",
        "more than 65536 bytes",
    ),
    "floods stdout with blank lines": (
        "hello()\nwhile True: sys.stdout.write('\\n' * 10000)",
        "flood",
        "more than 65536 bytes",
    ),
    "answers before hello": ('send(type="move", game_id="1", turn_id=1, action=0)', "protocol", ""),
    "speaks another version": (
        'hear()\nsend(type="hello", protocol=2, name="x")\nhear()\nhear()',
        "protocol",
        "message.protocol is 2; it must be 1",
    ),
    "has no name": (
        'hear()\nsend(type="hello", protocol=1)\nhear()\nhear()',
        "protocol",
        "message.name is missing.",
    ),
    "says hello again": (
        'hello()\nnext(turns())\nsend(type="hello", protocol=1, name="x")\nhear()',
        "protocol",
        "asked for a move",
    ),
    "prints on stdout": (
        "hello()\nprint('thinking...', flush=True)\nhear()\nhear()",
        "protocol",
        "'thinking...' is not JSON",
    ),
    "answers with bytes": (
        "hello()\nos.write(1, b'\\xff\\xfe\\n')\nhear()\nhear()",
        "protocol",
        "is not UTF-8",
    ),
    "answers for a wrong turn": (
        """
        hello()
        for turn in turns():
            turn["turn_id"] += 1
            play(turn)
        """,
        "protocol",
        "turn_id 2; the question was for game_id '1', turn_id 1",
    ),
    "answers for a wrong game": (
        """
        hello()
        for turn in turns():
            turn["game_id"] = "another"
            play(turn)
        """,
        "protocol",
        "game_id 'another'",
    ),
    "answers twice": (
        """
        hello()
        for turn in turns():
            play(turn)
            play(turn)
        """,
        "protocol",
        "Each your_turn has one answer",
    ),
    "answers with another type": (
        'hello()\nnext(turns())\nsend(type="resign")\nhear()',
        "protocol",
        "message.type is 'resign'; it must be one of hello, move.",
    ),
    "answers with nothing": (
        'hello()\nfor turn in turns(): play(turn, comment="hm")',
        "protocol",
        'must have either "move", a text, or "action"',
    ),
    "plays an illegal action": (
        "hello()\nfor turn in turns(): play(turn, action=71)",
        "illegal move",
        "Legal were p3 white blue green; ",
    ),
    "plays an action that is none": (
        "hello()\nfor turn in turns(): play(turn, action=9999)",
        "illegal move",
        "9999 is not an action",
    ),
    "plays an illegal text": (
        'hello()\nfor turn in turns(): play(turn, move="br 1")',
        "illegal move",
        "br 1 is not legal: ",
    ),
    "plays a text that is not a move": (
        'hello()\nfor turn in turns(): play(turn, move="castle")',
        "illegal move",
        "there is no command 'castle'",
    ),
    "does not play this game": (
        'hello(games=["arboretum"])\nhear()',
        "refused",
        "The bot plays arboretum",
    ),
    "eats memory": (
        "hello()\nnext(turns())\neaten = [bytearray(1 << 24) for _ in range(1000)]",
        "memory",
        "may use 300 MB",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bot_forfeits_when_it(scripts: Scripts, name: str) -> None:
    text, reason, detail = HOSTILE[name]
    host = scripts.host(text, limits=Limits(memory_mb=300))
    forfeit = forfeit_of(host)
    assert (forfeit.reason, detail in forfeit.detail) == (reason, True), forfeit
    assert host.pid is None


def test_a_silent_bot_forfeits(scripts: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol_agent, "START_SECONDS", 0.3)
    forfeit = forfeit_of(scripts.host("time.sleep(60)"))
    assert forfeit.reason == "timeout"
    assert "No answer came within 0.30 seconds" in forfeit.detail


def test_a_slow_bot_forfeits_when_its_clock_runs_out(scripts: Scripts) -> None:
    host = scripts.host(
        """
        hello()
        for turn in turns():
            print("thinking", file=sys.stderr, flush=True)
            if turn["turn_id"] > 2:
                time.sleep(60)
            play(turn)
        """,
        time=TimeControl(2),
    )
    forfeit = forfeit_of(host)
    assert forfeit.reason == "timeout"
    assert "(time control 2). Its stderr ends with: thinking" in forfeit.detail


def test_an_answer_without_a_newline_is_named(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_agent, "START_SECONDS", 2.0)
    forfeit = forfeit_of(scripts.host("os.write(1, b'abc')\ntime.sleep(60)"))
    assert forfeit.reason == "timeout"
    assert "It wrote b'abc' without the newline" in forfeit.detail
    assert "time control" not in forfeit.detail


def test_a_malformed_answer_is_told_what_would_have_been_one(scripts: Scripts) -> None:
    forfeit = forfeit_of(scripts.host('hello()\nnext(turns())\nsend(type="move")\nhear()'))
    right = '{"type":"move","game_id":"1","turn_id":1,"action":0}'
    assert forfeit.detail.endswith(f"An answer would have been {right}")


@pytest.mark.parametrize("limits", [{"memory_mb": 0}, {"cpu_seconds": -1}])
def test_a_limit_is_at_least_one(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"it must be 1 or more, or None"):
        Limits(**limits)


def test_a_bot_without_a_clock_is_not_waited_for_without_end(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol_agent, "PATIENCE_SECONDS", 0.3)
    forfeit = forfeit_of(scripts.host("hello()\ntime.sleep(60)", time=None))
    assert forfeit.reason == "timeout"


def test_a_bot_that_never_reads_does_not_block_its_host(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = scripts.host("time.sleep(60)")
    monkeypatch.setattr(host, "encode", lambda _: b" " * 500_000 + b"\n")
    monkeypatch.setattr(protocol_agent, "START_SECONDS", 0.3)
    forfeit = forfeit_of(host)
    assert forfeit.reason == "timeout"
    assert "The bot did not read its stdin" in forfeit.detail


def test_a_bot_that_floods_stdout_and_never_reads_forfeits(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = scripts.host("while True: print('x' * 1000)")
    monkeypatch.setattr(host, "encode", lambda _: b" " * 500_000 + b"\n")
    assert forfeit_of(host).reason == "flood"


def test_a_flood_on_stderr_is_read_and_its_end_is_kept(scripts: Scripts) -> None:
    host = scripts.host(
        """
        hello()
        for turn in turns():
            for number in range(2000):
                print("x" * 200, file=sys.stderr)
            print("the end of turn", turn["turn_id"], "\\x1b[31m", file=sys.stderr, flush=True)
            play(turn)
        """
    )
    game = gg.new("splendor", seed=1)
    game.play(host.choose(game.view(0)))
    host.unasked(0.1)
    assert host.stderr.endswith("the end of turn 1 ?[31m")
    assert len(host.stderr) <= 4000


def test_a_bot_that_used_up_its_cpu_time_forfeits(scripts: Scripts) -> None:
    host = scripts.host("hello()\nnext(turns())\nwhile True: pass", limits=Limits(cpu_seconds=1))
    forfeit = forfeit_of(host)
    assert forfeit.reason == "timeout"
    assert "used up its 1 seconds of CPU time" in forfeit.detail


def test_cpu_time_is_counted_for_each_game_anew(scripts: Scripts) -> None:
    host = scripts.host(
        """
        hello()
        for turn in turns():
            start = time.process_time()
            while time.process_time() - start < 0.5: pass
            play(turn)
        """,
        limits=Limits(cpu_seconds=1),
    )
    for seed in range(3):
        game = gg.new("splendor", seed=seed)
        host.begin(game.view(0))
        game.play(host.choose(game.view(0)))
        host.end(game.view(0))
    assert host.lost is None


def test_after_a_forfeit_the_next_game_has_a_new_process(scripts: Scripts, tmp_path: Path) -> None:
    host = scripts.host(
        f"""
        hello()
        first = not os.path.exists({str(tmp_path / "been here")!r})
        open({str(tmp_path / "been here")!r}, "w").close()
        for turn in turns():
            if first:
                os._exit(9)
            play(turn)
        """
    )
    assert forfeit_of(host).reason == "crash"
    game = gg.new("splendor", seed=2)
    host.begin(game.view(0))
    game.play(host.choose(game.view(0)))
    assert host.lost is None


def test_a_forfeit_is_raised_again_until_another_game_begins(scripts: Scripts) -> None:
    host = scripts.host("raise SystemExit(3)")
    view = gg.new("splendor", seed=1).view(0)
    host.begin(view)
    for _ in range(2):
        with pytest.raises(Forfeit, match="exit code 3"):
            host.choose(view)


FORKING = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if child == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    time.sleep(600)
with open({file!r} + ".part", "w") as file:
    file.write(f"{{os.getpid()}} {{child}}")
os.rename({file!r} + ".part", {file!r})
hello()
for turn in turns():
    {then}
"""


@pytest.mark.parametrize("then", ["play(turn)", "time.sleep(600)"])
def test_nothing_is_left_of_a_bot_that_forks_and_ignores_signals(
    scripts: Scripts, tmp_path: Path, then: str
) -> None:
    file = tmp_path / "family"
    time = LONG if then == "play(turn)" else TimeControl(1)
    host = scripts.host(FORKING.format(file=str(file), then=then), time=time)
    game = gg.new("splendor", seed=1)
    if then == "play(turn)":
        game.play(host.choose(game.view(0)))
        host.close()
    else:
        with pytest.raises(Forfeit, match="timeout"):
            host.choose(game.view(0))
    family = [int(pid) for pid in file.read_text().split()]
    eventually(lambda: not any(map(is_running, family)))
    assert not any(map(is_zombie_child, family))


def test_a_bot_that_ignores_goodbye_is_killed(scripts: Scripts) -> None:
    host = scripts.host("signal.signal(15, signal.SIG_IGN)\nhello()\nwhile True: time.sleep(1)")
    host.begin(gg.new("splendor", seed=1).view(0))
    pid = host.pid
    assert pid is not None
    assert host.close() is None
    assert not is_running(pid)


def test_a_host_that_nobody_closes_takes_its_process_along(scripts: Scripts) -> None:
    host: protocol_agent.ProtocolAgent | None = protocol_agent.ProtocolAgent(
        "x", scripts.command("hello()\nhear()")
    )
    assert host is not None
    host.begin(gg.new("splendor", seed=1).view(0))
    pid = host.pid
    assert pid is not None
    host = None
    eventually(lambda: not is_running(pid))


def test_the_environment_has_no_secrets(scripts: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "abc")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    host = scripts.host(
        "hello()\nprint(sorted(os.environ), file=sys.stderr, flush=True)\nnext(turns())"
    )
    told = forfeit_of(host).detail
    assert "'PATH'" in told
    assert "'LC_ALL'" in told
    assert "SECRET_TOKEN" not in told


def test_a_program_is_in_a_session_of_its_own(scripts: Scripts) -> None:
    host = scripts.host(GOOD)
    host.begin(gg.new("splendor", seed=1).view(0))
    assert host.pid is not None
    assert os.getsid(host.pid) == host.pid


def test_a_comment_and_a_value_are_kept(scripts: Scripts) -> None:
    host = scripts.host(
        """
        hello(version="2", author="Ada")
        for turn in turns():
            play(turn, move=turn["legal"][1]["move"], comment="hm", value=0.5, mood="fine")
        """
    )
    game = gg.new("splendor", seed=1)
    assert host.choose(game.view(0)) == game.legal_actions()[1]
    assert host.answer is not None
    assert (host.answer.comment, host.answer.value) == ("hm", 0.5)
    assert host.hello is not None
    assert (host.hello.version, host.hello.author) == ("2", "Ada")
