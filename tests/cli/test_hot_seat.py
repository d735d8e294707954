"""Several people at one terminal: nobody sees another's hand."""

import random
import re
from collections.abc import Iterator

import pytest

import gemgrove as gg
from gemgrove.agents import Agent, make
from gemgrove.cli.seats import Seating
from gemgrove.cli.session import GameSession, Message
from tests.cli.terminal import Terminal

NAMES = ("Ada", "Grace", "Mary")
CLEAR = b"\x1b[H\x1b[2J\x1b[3J"
CARD = re.compile(r"\b[JRCMOWBDTL][1-8]\b")
ROUNDS = 4
HINTS = 17  # hints take a while, so not at every decision


def hot_seat(
    game: gg.Game, bots: dict[int, Agent] | None = None, *, at_once: bool = False
) -> GameSession:
    names = tuple(
        f"bot {seat}" if seat in (bots or {}) else NAMES[seat] for seat in range(game.players)
    )
    seating = Seating(names, names, bots or {})
    return GameSession(game, seating, presenter=game.variant.presenter(), report_bots=at_once)


def test_the_introduction_is_not_cleared_at_once() -> None:
    session = hot_seat(gg.new("arboretum", seed=1))
    assert session.greeting() == []
    cover, greeting = session.situation()
    assert cover.kind == "clear"
    assert "Ada and Grace play. Type ? for help" in greeting.text
    session.submit("")
    assert "for help" not in text_of(session.situation())


def test_the_prompt_names_the_person_to_move() -> None:
    session = hot_seat(gg.new("arboretum", seed=1))
    assert "Type: draw" not in session.presenter.table(session.view, session.names, color=False)
    session.submit("")
    assert "Ada draws the first of two cards. Type: draw deck" in text_of(session.situation())


def text_of(lines: list[Message]) -> str:
    return "\n".join(line.text for line in lines)


def secrets(game: gg.Game, seat: int) -> set[str]:
    """The cards in other hands that are hidden from a seat."""
    known = {str(card) for player in game.view(seat).board.players for card in player.hand}
    held = {str(card) for player in game.board.players for card in player.hand}
    return held - known


def played_by_chance(
    session: GameSession, rng: random.Random, decisions: int
) -> Iterator[tuple[int, str]]:
    """The viewer and the output between handovers; everyone plays at random."""
    looking, shown = None, ""
    for number in range(decisions):
        if session.done:
            break
        lines = session.situation()
        if session.covered:
            if looking is not None:
                yield looking, shown
            shown = ""
            session.submit("")
            continue
        looking = session.seat
        shown += text_of(lines)
        for command in ("moves", "board", *["hint"] * (number % HINTS == 0)):
            shown += text_of(session.submit(command))
        assert session.completions()
        shown += text_of(
            session.submit(rng.choice(session.game.view(session.seat).legal_moves()).text)
        )
        if session.in_dialog and not session.covered:
            session.submit("")


def test_without_hidden_cards_nobody_is_asked_to_look_away() -> None:
    session = hot_seat(gg.new("splendor", seed=1))
    for name, move in zip(("Ada", "Grace", "Ada"), ("p2 red", "r m 1", "p2 blue"), strict=True):
        assert session.situation()[0].kind == "table"
        assert session.prompt == f"{name}: move> "
        assert f"{name} " in text_of(session.submit(move))
    assert not session.covered


def test_a_card_reserved_unseen_is_read_hidden_and_found_again() -> None:
    session = hot_seat(gg.new("splendor", seed=3))
    told = text_of(session.submit("r m deck"))
    assert re.search(r"Ada reserves the top card of the mines deck, . \w+.* and takes gold\.", told)
    assert session.prompt.startswith("Press Enter when you have read this")
    assert session.situation() == []
    session.submit("")
    assert session.covered
    assert session.situation() == [Message("clear")]
    assert session.prompt == "Grace's turn. Press Enter when only Grace is looking. "
    assert "first press Enter" in text_of(session.submit("board"))
    assert "face down" in text_of([Message("table", str(session.view))])
    session.submit("")
    shown = text_of(session.situation())
    assert "face down" in shown
    assert "Ada reserves the top card of the mines deck and takes gold." in shown
    session.submit("p2 red")
    assert session.covered  # because Ada's card would be visible now
    session.submit("")
    assert "face down" not in text_of(session.situation())


def test_one_can_quit_while_the_table_is_covered() -> None:
    session = hot_seat(gg.new("arboretum", seed=3))
    assert session.covered
    session.submit("q")
    assert session.prompt.startswith("Quit?")
    session.submit("n")
    assert session.covered
    session.submit("q")
    session.submit("y")
    assert not CARD.search(text_of(session.farewell()))


def test_undo_goes_back_to_the_last_person_and_covers_the_table() -> None:
    session = hot_seat(gg.new("splendor", seed=3))
    for line in ("r m deck", "", ""):
        session.submit(line)
    session.submit("p3 red white blue")
    session.submit("")
    assert session.seat == 0
    assert "Back to Grace's last decision." in text_of(session.submit("undo"))
    assert session.covered
    assert session.seat is None


@pytest.mark.parametrize("at_once", [False, True])
def test_news_reach_everybody_who_did_not_look(at_once: bool) -> None:
    game = gg.new("splendor", players=3, seed=3)
    session = hot_seat(game, {1: make("greedy")}, at_once=at_once)
    session.situation()
    told = session.submit("p2 red")
    turn = session.bot_turn()
    told += session.play_bot(turn, turn.choose())
    news = [line for line in session.situation() if line.kind == "event"]
    # Text shown at once stays visible to the next person, so it need not be repeated.
    first, second = told if at_once else news
    assert first.text == "Ada takes two red."
    assert second.text.startswith("bot 1 ")
    assert not (at_once and news)
    assert session.prompt == "Mary: move> "


@pytest.mark.parametrize("players", [2, 3])
def test_no_card_of_another_hand_is_shown_between_two_hand_overs(players: int) -> None:
    session = hot_seat(gg.new("arboretum", players=players, seed=players))
    compared = 0
    for looked, shown in played_by_chance(session, random.Random(7), 45 * players):
        found = set(CARD.findall(shown))
        assert found
        assert not found & secrets(session.game, looked)
        compared += 1
    assert compared > 10


def test_at_a_terminal_the_screen_is_cleared_and_no_card_of_another_hand_is_written() -> None:
    arguments = ("arboretum", "--vs", "human", "--names", "Ada,Grace", "--seed", "3", "--lines")
    game = gg.new("arboretum", seed=3)
    with Terminal("play", *arguments) as terminal:
        start = terminal.until_prompt()
        assert start.endswith("Ada's turn. Press Enter when only Ada is looking. ")
        for _ in range(ROUNDS):
            looking = game.to_move
            hidden = secrets(game, looking)
            from_here = len(terminal.raw)
            answer = terminal.ask("")
            typed = []
            while game.to_move == looking:
                move = game.legal_moves()[0].text
                game.play(move)
                typed.append(move)
                terminal.ask("moves")
                answer = terminal.ask(move)
            written = terminal.raw[from_here:]
            shown, cleared, covered = written.rpartition(CLEAR)
            assert cleared
            assert not set(CARD.findall(shown.decode())) & hidden
            assert not CARD.search(covered.decode())
            assert answer.endswith(f"Press Enter when only {NAMES[game.to_move]} is looking. ")
            # The arrow keys do not bring back what the other person typed.
            terminal.press(b"\x1b[A\x1b[A\x1b[A")
            echoed = terminal.ask("board")
            assert not any(move in echoed for move in typed)
            assert "first press Enter" in echoed
