"""Players of the interface, bots as players, and players as agents."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import agents
from gemgrove.agents.agent import Forfeit
from gemgrove.compat.splendor_arena import (
    HOLD,
    BotPlayer,
    Game,
    HumanPlayer,
    Player,
    PlayerAgent,
    PlayGround,
    RandomPlayer,
    State,
    state_of,
)
from tests.compat.splendor_arena.positions import (
    dead_end_for_player_1,
    middle,
    native,
    nine_gems,
    random_game,
    three_with,
    valid,
)


class First(Player):
    """Takes the first valid action."""

    def play(self, state: State) -> int:
        """The first."""
        return self.valid_actions(state)[0]


class Answers:
    """A player that always gives the same answer, and derives from no class of ours."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def play(self, state: State) -> int:
        """The answer."""
        return self.answer  # type: ignore[return-value]


def test_a_bot_plays_here_what_it_plays_elsewhere() -> None:
    greedy = agents.make("greedy")
    bot = BotPlayer("greedy")
    asked = 0
    for game, state, player, _ in random_game(3, seed=3):
        twin = native(state)
        if twin.to_move != player - 1:
            continue
        asked += 1
        answer = bot.play(game.canonicalForm(state, player))
        after, _ = game.getNextState(state, player, answer)
        twin = twin.copy()
        twin.play(greedy.choose(twin.view(player - 1)))
        assert np.array_equal(after, state_of(twin))
    assert asked > 50


def test_a_bot_holds_while_another_player_returns_gems() -> None:
    game = Game(3)
    state, player = game.getNextState(state_of(nine_gems()), 1, 32)
    assert BotPlayer("greedy").play(game.canonicalForm(state, player)) == HOLD
    assert BotPlayer("greedy").play(game.canonicalForm(state, 1)) in range(42, 47)


def test_a_bot_answers_a_plain_array() -> None:
    game, state = three_with(middle())
    vector = np.array(game.canonicalForm(state, 2))
    assert BotPlayer("random", seed=1).play(vector) in valid(game, state, 2)


@pytest.mark.parametrize("choice", ["r m 4", gg.new("splendor").variant.parse("r m 4"), 33])
def test_an_agent_may_choose_a_text_a_move_or_a_number(choice: object) -> None:
    class Chooser:
        def choose(self, view: gg.View) -> object:
            return choice

    game, state = three_with(middle())
    assert BotPlayer(Chooser()).play(game.canonicalForm(state, 2)) == 18  # type: ignore[arg-type]


@pytest.mark.parametrize("choice", ["r m deck", "nonsense", 99, None, 3.5])
def test_what_an_agent_chooses_and_is_no_action_here_is_its_fault(choice: object) -> None:
    class Chooser:
        def choose(self, view: gg.View) -> object:
            return choice

    game, state = three_with(middle())
    with pytest.raises(Forfeit, match="illegal move"):
        BotPlayer(Chooser()).play(game.canonicalForm(state, 2))  # type: ignore[arg-type]


def test_a_bot_is_told_of_the_beginning_and_the_end() -> None:
    class Listener:
        def __init__(self) -> None:
            self.heard: list[str] = []

        def begin(self, view: gg.View) -> None:
            self.heard.append(f"begin {view.seat}")

        def choose(self, view: gg.View) -> int:
            return view.greedy_action()

        def end(self, view: gg.View) -> None:
            self.heard.append(f"end {view.over}")

        def close(self) -> None:
            self.heard.append("close")

    listener = Listener()
    with PlayGround(Game(2), [RandomPlayer(seed=1), BotPlayer(listener)], seed=3) as ground:
        ground.playGames(1)
    assert listener.heard == ["begin 1", "end True", "close"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_play_a_native_game_as_agents(players: int) -> None:
    game = gg.new("splendor", rules="arena", players=players, seed=2)
    table: list[agents.Agent] = [First(), PlayerAgent(RandomPlayer(seed=1))]
    table += [agents.make("greedy")] * (players - 2)
    assert agents.play_out(game, table).over


def test_a_player_makes_the_same_moves_as_an_agent_and_at_the_play_ground() -> None:
    ground = PlayGround(Game(3), [First(), First(), First()], seed=4)
    record = ground.playGame(seed=4).record
    game = gg.new("splendor", rules="arena", seed=4)
    agents.play_out(game, [First(), First(), First()])
    assert record is not None
    assert record.moves == game.record().moves


@pytest.mark.parametrize("answer", [48, -1, None, "b m 1", 1.5])
def test_an_agents_answer_that_is_no_action_forfeits(answer: object) -> None:
    view = middle().view(1)
    with pytest.raises(Forfeit, match=r"illegal move: .* is not an action; actions are 0 to 47\."):
        PlayerAgent(Answers(answer)).choose(view)


def test_an_agents_action_that_is_not_valid_is_the_move_that_is_not_legal() -> None:
    game = middle()
    choice = PlayerAgent(Answers(1)).choose(game.view(1))
    with pytest.raises(gg.IllegalMove, match="b m 2 is not legal"):
        game.play(choice)


@pytest.mark.parametrize(
    "game",
    [
        gg.new("splendor", seed=1),
        gg.new("splendor", rules="arena", payment="choose", seed=1),
        gg.new("arboretum", seed=1),
    ],
)
def test_a_player_refuses_a_game_that_the_actions_cannot_play(game: gg.Game) -> None:
    with pytest.raises(Forfeit, match=r"refused: This player knows Splendor by the rules arena"):
        First().choose(game.view(0))


def test_a_class_in_a_file_is_named_as_a_bot(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from gemgrove.compat.splendor_arena import Player\n"
        "class Mine(Player):\n"
        "    def play(self, state):\n"
        "        return self.valid_actions(state)[-1]\n"
    )
    agent = agents.make(f"{file}:Mine")
    game = gg.new("splendor", rules="arena", seed=1)
    game.play(agent.choose(game.view(0)))
    assert game.moves[-1].text == "p3 blue green black"


def test_a_player_without_a_game_says_so() -> None:
    with pytest.raises(ValueError, match="This player has no game yet"):
        First().play(Game(3, seed=1).getInitState())


def test_the_random_player_takes_every_valid_action_sooner_or_later() -> None:
    game, state = three_with(middle())
    player = RandomPlayer(game, seed=1)
    seen = game.canonicalForm(state, 2)
    assert sorted({player.play(seen) for _ in range(600)}) == valid(game, state, 2)


def human(answers: Iterator[str], said: list[str]) -> HumanPlayer:
    """A person who types these answers."""
    return HumanPlayer(Game(3), ask=lambda _: next(answers), say=said.append)


def test_a_person_is_shown_the_table_and_the_actions_and_asked_until_one_is_valid() -> None:
    game, state = three_with(middle())
    said: list[str] = []
    player = human(iter(["buy", "1", "²", "18"]), said)
    assert player.play(game.canonicalForm(state, 2)) == 18
    assert said[0] == game.render(game.canonicalForm(state, 2))
    assert "  18  reserve card 4 of level 1" in said
    assert said[-3:] == [
        f"{text!r} is not one of these actions; type one of the numbers."
        for text in ("buy", "1", "²")
    ]


def test_a_person_is_not_asked_where_there_is_no_choice() -> None:
    game, state = three_with(dead_end_for_player_1())
    said: list[str] = []
    assert human(iter([]), said).play(game.canonicalForm(state, 1)) == HOLD
    assert said == []


def test_a_person_who_leaves_stops_the_program() -> None:
    def gone(prompt: str) -> str:
        raise EOFError

    player = HumanPlayer(Game(3), ask=gone, say=lambda _: None)
    with pytest.raises(KeyboardInterrupt):
        player.play(Game(3, seed=1).getInitState())


def test_random_players_with_a_seed_play_the_same_game_again() -> None:
    def moves() -> object:
        players = [RandomPlayer(seed=seed) for seed in range(3)]
        record = PlayGround(Game(3), players).playGame(seed=random.Random(1).randrange(99)).record
        return record and record.moves

    assert moves() == moves()
