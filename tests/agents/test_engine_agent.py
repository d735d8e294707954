"""`engine:` bots of another Arboretum engine: the messages they receive, and how they forfeit."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents import Forfeit, GameInfo, SpecError, TimeControl
from gemgrove.agents.engine_agent import EngineAgent
from gemgrove.arboretum_engine import messages
from gemgrove.arboretum_engine.moves import Planted, engine_moves, last_move
from gemgrove.arboretum_engine.view import read_view, write_view
from gemgrove.compat.arboretum_engine.timed_bot import decide
from tests.agents.engine_scripts import GREEDY, HOSTILE, REASONS, WRITING, spec
from tests.agents.scripts import LONG, is_running

NAMES = ("Ada", "Bo")


def made(text: str, *, time: TimeControl | None = LONG) -> EngineAgent:
    agent = agents.make(text, time=time)
    assert isinstance(agent, EngineAgent)
    return agent


@pytest.fixture
def greedy() -> Iterator[EngineAgent]:
    agent = made(GREEDY)
    yield agent
    agent.close()


def played_with(agent: EngineAgent, seat: int, seed: int, **options: Any) -> gg.Game:
    """A game between the bot in this seat and a random opponent."""
    game = gg.new("arboretum", seed=seed, **options)
    seats: list[agents.Agent] = [agents.make("random", seed=seed)] * 2
    seats[seat] = agent
    for number, player in enumerate(seats):
        agents.begin(player, game.view(number), info=GameInfo(names=NAMES))
    while not game.over:
        game.play(seats[game.to_move].choose(game.view(game.to_move)))
    agent.end(game.view(seat))
    return game


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("first", [0, 1])
def test_greedy_plays_over_that_protocol_as_it_plays_here(
    greedy: EngineAgent, seat: int, first: int
) -> None:
    for seed in range(2):
        game = played_with(greedy, seat, seed, first_player=first)
        again = gg.new("arboretum", seed=seed, first_player=first)
        for action in game.actions:
            wanted = None
            if again.to_move == seat and again.board.phase != "plant":
                # The protocol omits the seat, and which of its cards the opponent knows.
                told = read_view(write_view(again.view(seat))).view
                wanted = decide(agents.GreedyAgent(), told)
            again.play(action)
            if wanted is not None and again.board.phase != "plant":
                assert last_move(again) == wanted
            elif isinstance(wanted, Planted):
                assert again.board.picked is not None
                assert tuple(again.board.picked) == wanted.card
    assert greedy.stderr == ""


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_is_told_what_that_engine_would_tell_it(tmp_path: Path, seat: int) -> None:
    log = tmp_path / "told"
    agent = made(spec(tmp_path, WRITING, str(log)))
    game = played_with(agent, seat, 7)
    assert agent.close() == 0
    told = [json.loads(line) for line in log.read_text().splitlines()]
    assert told[0] == {"message": "NEWGAME", "gameNumber": 1, "round": 0}
    again = gg.new("arboretum", seed=7)
    states = []
    for action in game.actions:
        if again.board.phase != "plant":
            view = again.view(seat)
            states.append(write_view(view, previous=last_move(again), opponent=NAMES[1 - seat]))
        again.play(action)
    assert told[1:-1] == json.loads(json.dumps(states))
    end = told[-1]
    assert end["message"] == "ENDGAME"
    assert (end["score"], end["opponentScore"]) == (game.scores[seat], game.scores[1 - seat])
    assert end["result"] == (0 if game.winners == [seat] else 2 if seat in game.winners else 1)
    assert end["finalState"]["deck"] == 0


@pytest.mark.parametrize("seed", range(8))
def test_what_follows_from_a_state_and_a_move_is_what_the_player_sees_then(seed: int) -> None:
    game, chance = gg.new("arboretum", seed=seed), random.Random(seed)
    seat = seed % 2
    state = write_view(game.view(seat))
    while not game.over:
        mover, before = game.to_move, len(game.moves)
        game.play(chance.choice(game.legal_actions()))
        if game.board.phase == "plant":
            game.play(chance.choice(game.legal_actions()))
        ((_, move),) = engine_moves((mover, decision) for decision in game.moves[before:])
        seen = write_view(game.view(seat), previous=last_move(game))
        if not game.over and not (mover == seat and move == 0):
            assert messages.next_state(state, move) == seen
        state = seen


def test_no_card_that_the_player_may_not_know_is_told(tmp_path: Path) -> None:
    log = tmp_path / "told"
    agent = made(spec(tmp_path, WRITING, str(log)))
    game = played_with(agent, 0, 3)
    agent.close()
    again = gg.new("arboretum", seed=3)
    hands = []
    for action in game.actions:
        if again.board.phase != "plant":
            hands.append({tuple(card) for card in again.view(0).board.players[1].hand})
        again.play(action)
    told = [json.loads(line) for line in log.read_text().splitlines()][1:-1]
    for state, known in zip(told, hands, strict=True):
        assert {tuple(card) for card in state["opponentHand"] if card} == known
        assert isinstance(state["deck"], int)


@pytest.mark.parametrize("wrong", HOSTILE)
def test_whatever_is_wrong_with_a_reply_forfeits_the_game_with_its_reason(
    wrong: str, tmp_path: Path
) -> None:
    time = TimeControl(1) if REASONS[wrong] == "timeout" else LONG
    agent = made(spec(tmp_path, HOSTILE[wrong]), time=time)
    with pytest.raises(Forfeit) as forfeit:
        played_with(agent, 0, 1)
    assert forfeit.value.reason == REASONS[wrong]
    assert agent.pid is None
    if wrong == "crash":
        assert "a bug of mine" in agent.stderr
    if wrong == "illegal":
        assert "subTurn 0 wants a draw: 0, 1 or 2" in forfeit.value.detail
    if wrong == "far":
        assert "at 5 5 is not legal" in forfeit.value.detail
    if wrong == "other id":
        assert "messageID is 'another'; the message that was sent has '1'" in forfeit.value.detail
    agent.close()


def test_after_a_forfeit_the_next_game_has_a_new_process(tmp_path: Path) -> None:
    once = tmp_path / "once"
    text = f"""
        import pathlib
        for message in messages():
            if my_turn(message["state"]) and not pathlib.Path({str(once)!r}).exists():
                pathlib.Path({str(once)!r}).touch()
                sys.exit(1)
            play(message)
        """
    agent = made(spec(tmp_path, text))
    with pytest.raises(Forfeit):
        played_with(agent, 0, 1)
    assert played_with(agent, 0, 1).over
    pid = agent.pid
    assert pid is not None
    assert agent.close() == 0
    assert not is_running(pid)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("splendor", 2, {}), ("arboretum", 3, {}), ("arboretum", 2, {"seed_discards": True})],
)
def test_other_games_are_refused_with_a_sentence(
    game: gg.GameName, players: int, options: dict[str, Any], tmp_path: Path
) -> None:
    agent = made(spec(tmp_path, WRITING, str(tmp_path / "told")))
    table = gg.new(game, players=players, seed=1, **options)
    with pytest.raises(
        Forfeit, match=r"the engine (plays arboretum for 2|begins with empty)"
    ) as no:
        agent.choose(table.view(0))
    assert no.value.reason == "refused"
    assert agent.pid is None


def test_a_bot_is_told_that_it_has_won_where_the_opponent_forfeits(tmp_path: Path) -> None:
    log = tmp_path / "told"
    agent = made(spec(tmp_path, WRITING, str(log)))
    game = gg.new("arboretum", seed=1)
    table = GameInfo(names=NAMES)
    agents.begin(agent, game.view(0), info=table)
    game.play(agent.choose(game.view(0)))
    table.forfeit = (1, "crash")
    agent.end(game.view(0))
    agent.close()
    end = json.loads(log.read_text().splitlines()[-1])
    assert (end["message"], end["result"]) == ("ENDGAME", 0)
    assert None in end["finalState"]["opponentHand"]


def test_a_game_may_begin_in_its_middle_even_between_a_pick_and_its_plant(tmp_path: Path) -> None:
    agent = made(spec(tmp_path, WRITING, str(tmp_path / "told")))
    game = gg.new("arboretum", seed=1)
    for _ in range(13):
        game.play(game.view(game.to_move).greedy_action())
    assert game.board.phase == "plant"
    seat = game.to_move
    game.play(agent.choose(game.view(seat)))
    game.play(agent.choose(game.view(seat)))
    assert game.to_move != seat
    agent.close()


@pytest.mark.parametrize(
    ("time", "told"), [(None, "300"), ("60+1", "300"), ("10", "100"), ("0.01", "1")]
)
def test_the_environment_tells_the_bot_how_long_a_reply_may_take(
    time: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TIMEOUT", raising=False)
    control = None if time is None else TimeControl.parse(time)
    agent = made("engine:cat", time=control)
    assert agent._environment == {"TIMEOUT": told}
    monkeypatch.setenv("TIMEOUT", "20000")
    heard = tmp_path / "heard"
    text = f"""
        open({str(heard)!r}, "w").write(os.environ["TIMEOUT"])
        for message in messages():
            play(message)
        """
    agent = made(spec(tmp_path, text), time=LONG)
    agent.begin(gg.new("arboretum", seed=1).view(0))
    agent.close()
    assert heard.read_text() == "20000"


def test_a_timeout_of_the_environment_does_not_hold_for_the_start_of_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMEOUT", "50")
    text = """
        time.sleep(0.5)
        for message in messages():
            play(message)
        """
    agent = made(spec(tmp_path, text))
    agent.begin(gg.new("arboretum", seed=1).view(0))
    assert agent.lost is None
    agent.close()


def test_a_timeout_of_the_environment_holds_for_every_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMEOUT", "50")
    agent = made(spec(tmp_path, HOSTILE["late"]), time=TimeControl(1000))
    with pytest.raises(Forfeit, match=r"within 0\.0\d seconds") as forfeit:
        played_with(agent, 0, 1)
    assert forfeit.value.reason == "timeout"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("engine:", "After engine: comes a command, as in engine:./a.out --flag."),
        ("engine:./nothing", "There is no program './nothing'."),
        ("engine:'", "cannot be read: No closing quotation."),
    ],
)
def test_a_spec_without_a_program_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(SpecError) as refusal:
        agents.make(text)
    assert sentence in str(refusal.value)


def test_a_timeout_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMEOUT", "soon")
    with pytest.raises(SpecError, match="TIMEOUT is 'soon'; it must be a number of milliseconds"):
        agents.make("engine:cat")
