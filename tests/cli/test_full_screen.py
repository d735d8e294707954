"""The full screen: the same session, with the mouse."""

import asyncio
import random
import re
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from textual.widgets import Input, OptionList, RichLog, Static

import gemgrove as gg
from gemgrove import agents
from gemgrove.cli.full_screen.play_app import PlayApp
from gemgrove.cli.full_screen.replay_app import ReplayApp
from gemgrove.cli.full_screen.widgets import MoveList, Pager, TableView, contains
from gemgrove.cli.seats import Seating, seated
from gemgrove.cli.session import GameSession
from gemgrove.game import variant_class
from gemgrove.record import Record
from tests.cli.terminal import Terminal
from tests.splendor.test_presenter import over_the_limit
from tests.waiting import becomes

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from gemgrove.agents import Agent

WIDE, NARROW = (130, 40), (80, 30)
SETTLED = 0.05
SOME = {"splendor": 44, "arboretum": 78}
"""The number of decisions after which a game is nearly over."""

Played = Callable[[PlayApp, "Pilot[int]"], Awaitable[None]]


def table_of(game: gg.GameName, players: list[str], *, played: int = 0) -> GameSession:
    """A full-screen game after that many decisions."""
    position, greedy = gg.new(game, players=len(players), seed=3), agents.make("greedy")
    while len(position.actions) < played:
        position.play(greedy.choose(position.view(position.to_move)))
    return session_over(position, players)


def session_over(position: gg.Game, players: list[str]) -> GameSession:
    """A full-screen game from a position."""
    return GameSession(
        position,
        seated(players, [], 1, position.variant),
        presenter=position.variant.presenter(),
        color=True,
        report_bots=True,
    )


def played(app: PlayApp, play: Played, size: tuple[int, int] = WIDE) -> None:
    """Run the app while `play` uses it."""

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause(SETTLED)
            await play(app, pilot)

    asyncio.run(sit())


async def type_line(app: PlayApp, pilot: "Pilot[int]", text: str) -> None:
    """Type a line, and wait for the bots."""
    app.query_one(Input).value = text
    await pilot.press("enter")
    await app.workers.wait_for_complete()
    await pilot.pause(SETTLED)


def log_of(app: PlayApp | ReplayApp) -> str:
    """The text of the log beside the table."""
    return "\n".join(strip.text for strip in app.query_one(RichLog).lines)


def question_of(app: PlayApp) -> str:
    """The question before the input field."""
    return str(app.query_one("#question", Static).content)


def option_ids(app: PlayApp) -> list[str]:
    """The listed moves."""
    moves = app.query_one(MoveList)
    found = [moves.get_option_at_index(index).id for index in range(moves.option_count)]
    return [text for text in found if text is not None]


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize(
    ("game", "line"), [("splendor", "p3 red white blue"), ("arboretum", "draw deck")]
)
def test_a_typed_move_is_played(game: gg.GameName, line: str, size: tuple[int, int]) -> None:
    session = table_of(game, ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await type_line(app, pilot, line)
        assert "You " in log_of(app)

    played(PlayApp(session, delay=0), play, size)
    assert session.game.actions


def test_an_illegal_move_is_explained_and_costs_nothing() -> None:
    session = table_of("splendor", ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await type_line(app, pilot, "b v 1")
        assert "you lack" in log_of(app)

    played(PlayApp(session, delay=0), play)
    assert session.game.actions == []


def test_a_player_who_returns_tokens_sees_which_may_go_back() -> None:
    session = session_over(over_the_limit("escrow"), ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        shown = app.query_one(TableView).render().plain  # type: ignore[union-attr]
        assert "Only tokens taken this turn may go back: 2♠." in shown
        assert option_ids(app) == ["return black"]
        await type_line(app, pilot, "return white")
        assert "only black may go back" in log_of(app)
        await type_line(app, pilot, "return black")

    played(PlayApp(session, delay=0), play)
    assert session.game.board.players[0].tokens == (3, 0, 3, 3, 1, 0)


def test_a_card_that_is_clicked_shows_what_can_be_done_with_it() -> None:
    session = table_of("splendor", ["human", "greedy"])
    table = session.presenter.table(session.view, session.names, color=False)
    row = next(number for number, line in enumerate(table.split("\n")) if line.startswith("t tran"))

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await pilot.click(TableView, offset=(30, row))
        await pilot.pause(SETTLED)
        assert option_ids(app) == ["r t 2"]
        assert app.query_one(Input).value == "r t 2"
        await pilot.press("enter")
        await app.workers.wait_for_complete()

    played(PlayApp(session, delay=0), play)
    assert session.game.view(0).move(session.game.actions[0]).text == "r t 2"


def test_tokens_that_are_clicked_narrow_the_takes_down() -> None:
    session = table_of("splendor", ["human", "greedy"])
    table = session.presenter.table(session.view, session.names, color=False)
    row = next(number for number, line in enumerate(table.split("\n")) if line.startswith("  bank"))

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        for column in (12, 20, 28):
            await pilot.click(TableView, offset=(column, row))
            await pilot.pause(SETTLED)
        assert option_ids(app) == ["p3 white blue green"]
        await pilot.press("escape")
        await pilot.pause(SETTLED)
        assert len(option_ids(app)) > 10

    played(PlayApp(session, delay=0), play)


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_a_whole_game_can_be_played_from_the_list(game: gg.GameName) -> None:
    session = table_of(game, ["human", "random"], played=SOME[game])
    chance = random.Random(5)

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        moves = app.query_one(MoveList)
        with app.batch_update():  # drawing each position would take most of the time
            while not session.done:
                listed = option_ids(app)
                buys = [text for text in listed if text.startswith("b")]
                choice = chance.choice(buys or listed)
                moves.highlighted = moves.get_option_index(choice)
                moves.action_select()
                await pilot.pause()
                await app.workers.wait_for_complete()
        await pilot.pause()
        assert session.game.over
        assert "win" in log_of(app)
        await pilot.press("f3")
        assert session.game.over
        has_sheet = bool(session.presenter.score_breakdown(session.game, session.names))
        assert app.query_one(Pager).display == has_sheet
        if has_sheet:
            await pilot.press("enter")
        assert re.fullmatch(r"The game is over\. .* wins?[.!] Press Enter .*", question_of(app))
        assert app.is_running
        await pilot.press("enter")

    app = PlayApp(session, delay=0)
    played(app, play)
    assert app.return_value == 0


def test_between_people_nothing_of_a_hand_is_left_on_the_screen() -> None:
    session = table_of("arboretum", ["human", "human"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await type_line(app, pilot, "")
        for line in ("draw deck", "draw deck"):
            await type_line(app, pilot, line)
        hand = [str(card) for card in session.view.board.players[0].hand]
        card = hand[0]
        for line in (f"pick {card}", "at 0 0", f"discard {hand[1]}"):
            await type_line(app, pilot, line)
        assert session.covered
        seen = log_of(app) + app.query_one(TableView)._text + "".join(option_ids(app))
        assert not [card for card in hand[2:] if card in seen]
        assert not app.query_one(TableView).render().plain.strip()  # type: ignore[union-attr]

    played(PlayApp(session, delay=0), play)


def test_quitting_asks_first() -> None:
    session = table_of("splendor", ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await type_line(app, pilot, "q")
        assert question_of(app).startswith("Quit?")
        await type_line(app, pilot, "n")
        assert not session.left
        await type_line(app, pilot, "q")
        await type_line(app, pilot, "y")

    app = PlayApp(session, delay=0)
    played(app, play)
    assert session.left
    assert app.return_value == 0


async def test_a_replay_is_gone_through_in_both_directions() -> None:
    game = gg.new("splendor", seed=3)
    for move in ("p3 red white blue", "p3 red white green", "r m 4"):
        game.play(move)
    app = ReplayApp(game.record(), ["Ada", "Grace"], 0)

    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("end")
        await pilot.pause(SETTLED)
        assert "Ada reserves" in log_of(app)
        await pilot.press("left")
        await pilot.pause(SETTLED)
        assert "Grace takes" in log_of(app)
        await pilot.press("home")
        await pilot.pause(SETTLED)
        assert log_of(app) == ""
        app.query_one(OptionList).highlighted = 1
        await pilot.pause(SETTLED)
        assert "Ada takes" in log_of(app)
        await pilot.press("q")
    assert app.return_value == 0


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
@pytest.mark.parametrize("players", [2, 3])
def test_whatever_can_be_done_can_be_pointed_at(game: gg.GameName, players: int) -> None:
    """Every move belongs to a place on the table; takes have one for each color."""
    position = gg.new(game, players=players, seed=players, **_payment(game))
    chance = random.Random(players)
    presenter, names = (
        variant_class(game).presenter(),
        [f"player {seat + 1}" for seat in range(players)],
    )
    kinds = set()
    while not position.over:
        view = position.view(position.to_move)
        table = presenter.table(view, names, color=False)
        lines = table.split("\n")
        words = {
            presenter.hit_test(table, row, column)
            for row, line in enumerate(lines)
            for column in range(0, len(line), 2)  # nothing is narrower than two columns
        }
        for move in view.legal_moves():
            if move.text != "pass" and move.text != "at 0 0":
                assert any(word and contains(move.text, [word]) for word in words), move.text
            kinds.add(move.text.split()[0])
        buys = [move for move in view.legal_moves() if move.text.startswith("b")]
        position.play(chance.choice(buys or view.legal_moves()))
    assert len(kinds) >= 4


def _payment(game: str) -> dict[str, str]:
    return {"payment": "choose"} if game == "splendor" else {}


def test_a_real_terminal_shows_it_and_gets_its_screen_back() -> None:
    with Terminal("play", "--full-screen", "--seed", "3", size=(40, 130)) as terminal:
        terminal.until("transport")
        terminal.type("q")
        terminal.until("Quit?")
        terminal.type("y")
        assert terminal.exit_code() == 0
        assert terminal.modes() == terminal.modes_before


def test_closing_the_window_saves_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ("play", "--full-screen", "--seed", "3", "--save", str(file))
    with Terminal(*arguments, size=(40, 130)) as terminal:
        terminal.until("transport")
        terminal.type("p3 red white blue")
        terminal.until("You take")
        assert terminal.exit_code_after(signal.SIGHUP) == 128 + signal.SIGHUP
    assert Record.load(file).moves[0] == "p3 white blue red"


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_on_the_smallest_screen_everything_has_room(game: gg.GameName) -> None:
    session = table_of(game, ["human", "greedy", "greedy", "greedy"], played=SOME[game])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        table = session.presenter.table(session.view, session.names, color=False)
        board = app.query_one("#board").scrollable_content_region
        assert max(map(len, table.split("\n"))) <= board.width
        for part in ("#moves", "#log"):
            assert app.query_one(part).size.height >= 6
        for part in ("#prompt", "Footer"):
            assert app.query_one(part).region.height == 1
            assert app.query_one(part).region.bottom <= app.size.height
        await pilot.press("pagedown")
        await pilot.pause(SETTLED)
        hidden = table.count("\n") + 1 - board.height
        assert app.query_one("#board").scroll_y == max(0, hidden)

    played(PlayApp(session, delay=0), play, NARROW)


def test_a_long_answer_takes_the_place_of_the_table_until_it_is_read() -> None:
    session = table_of("splendor", ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await pilot.press("f4")
        await pilot.pause(SETTLED)
        assert "Most points win" in str(app.query_one("#text", Static).content)
        assert not app.query_one("#play").display
        await pilot.press("enter")
        assert app.query_one("#play").display
        assert not app.query_one(Pager).display
        await pilot.press("f2")
        await pilot.pause(SETTLED)
        assert app.query_one("#play").display
        assert "would play" in log_of(app)

    played(PlayApp(session, delay=0), play)
    assert session.game.actions == []


def test_control_c_asks_escape_stays_and_control_c_again_leaves() -> None:
    session = table_of("splendor", ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await pilot.press("ctrl+c")
        assert question_of(app).startswith("Quit?")
        await pilot.press("escape")
        assert not session.quitting
        assert question_of(app) == "move> "
        await pilot.press("ctrl+c", "ctrl+c")

    app = PlayApp(session, delay=0)
    played(app, play)
    assert session.left
    assert app.return_value == 0


def test_keys_complete_and_lead_to_the_list_and_back() -> None:
    session = table_of("splendor", ["human", "greedy"])

    async def play(app: PlayApp, pilot: "Pilot[int]") -> None:
        await pilot.press("p", "2", "space", "g")
        await pilot.pause(SETTLED)
        await pilot.press("tab")
        assert app.query_one(Input).value == "p2 green"
        await pilot.press("down")
        assert app.query_one(MoveList).has_focus
        await pilot.press("escape")
        assert app.query_one(Input).has_focus
        assert app.query_one(Input).value == ""

    played(PlayApp(session, delay=0), play)


def test_a_bot_that_plays_what_is_not_legal_ends_the_game_with_the_reason() -> None:
    class Stubborn:
        def choose(self, _: gg.View) -> str:
            return "b v 1"

    session = table_of("splendor", ["greedy", "human"])
    bots = {0: cast("Agent", Stubborn())}
    session.seating = Seating(session.seating.names, session.seating.specs, bots)

    async def wait(app: PlayApp, _: "Pilot[int]") -> None:
        await app.workers.wait_for_complete()

    app = PlayApp(session, delay=0)
    played(app, wait)
    assert "b v 1" in str(app.forfeit)


def test_without_people_no_hint_is_offered() -> None:
    async def look(app: PlayApp, _: "Pilot[int]") -> None:
        offered = {each.binding.action for each in app.screen.active_bindings.values()}
        assert "say('help')" in offered
        assert "say('hint')" not in offered

    played(PlayApp(table_of("splendor", ["random", "random"]), delay=9), look)


async def test_a_replay_has_the_score_sheet_at_a_key() -> None:
    game, greedy = gg.new("arboretum", seed=3), agents.make("greedy")
    while not game.over:
        game.play(greedy.choose(game.view(game.to_move)))
    app = ReplayApp(game.record(), ["Ada", "Grace"], 0)

    async with app.run_test(size=NARROW) as pilot:
        await pilot.press("end")
        await becomes(lambda: "wins" in log_of(app))
        moves = app.query_one(OptionList)
        last = moves.option_count - 1
        await becomes(lambda: last - moves.scroll_y < moves.scrollable_content_region.height)
        await pilot.press("s")
        text = app.query_one("#text", Static)
        await becomes(lambda: "The right to score" in str(text.content))
        await pilot.press("q")
        assert app.is_running
        await pilot.press("ctrl+c")
    assert app.return_value == 0
