"""The rendered table.

`python -m tests.splendor.test_render` rewrites the golden tables; review the changes.
"""

import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.splendor import COLORS, Board, Card, CardSet, Noble
from gemgrove.splendor.render import MARK, SHAPES
from gemgrove.text_layout import WIDTH, width

FOLDER = Path(__file__).parents[1] / "golden/render"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def positions(
    players: int, seed: int, rules: str = "official", cards: CardSet | None = None
) -> Iterator[splendor.Game]:
    """The positions of a game with many purchases and reserves."""
    game = gg.new("splendor", players=players, seed=seed, rules=rules, cards=cards)
    rng = random.Random(seed)
    yield game.copy()
    while not game.over:
        moves = game.legal_moves()
        buys = [move for move in moves if move.text.startswith("b")]
        blind = [move for move in moves if move.text.endswith("deck")]
        wanted = blind if rng.random() < 0.15 else buys
        game.play(rng.choice(wanted or moves))
        yield game.copy()


def first(games: Iterator[splendor.Game], wanted: Callable[[Board], bool]) -> splendor.Game:
    return next(game for game in games if wanted(game.board))


def in_phase(phase: str) -> Callable[[Board], bool]:
    return lambda board: board.phase == phase


def table(game: splendor.Game, seat: int | None, *, color: bool = False) -> str:
    return game.variant.render(game.view(seat), color=color)


def table_of_everything(game: splendor.Game) -> str:
    return game.variant.render(game, color=False)


def face_down(board: Board) -> bool:
    return any(reserved.blind for player in board.players for reserved in player.reserved)


GOLDEN: dict[str, Callable[[], str]] = {
    "2p-start": lambda: table(next(positions(2, 42)), 0),
    "2p-middle": lambda: table(next(islice(positions(2, 7), 60, None)), 0),
    "3p-return": lambda: table(first(positions(3, 11), in_phase("return")), 1),
    "3p-return-drawn": lambda: table(first(positions(3, 11, "escrow"), in_phase("return")), 1),
    "4p-spectator": lambda: table(next(islice(positions(4, 5), 80, None)), None),
    "2p-noble": lambda: table(noble_to_choose(), 0),
    "3p-pay": lambda: table(first(positions(3, 3, "official:payment=choose"), in_phase("pay")), 0),
    "2p-last-round": lambda: table(last_round(), 1),
    "4p-over": lambda: table_of_everything(first(positions(4, 9), in_phase("over"))),
}


def noble_to_choose() -> splendor.Game:
    games = (game for seed in range(1000) for game in positions(2, seed))
    return first(games, in_phase("noble"))


def last_round() -> splendor.Game:
    def reached(board: Board) -> bool:
        return max(player.points for player in board.players) >= 15 and board.phase == "play"

    return first((game for seed in range(100) for game in positions(2, seed)), reached)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_table_looks_as_it_did(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert GOLDEN[name]() + "\n" == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_fits_into_eighty_columns_and_color_changes_nothing_but_color(
    players: int,
) -> None:
    for game in positions(players, players):
        plain, colored = table(game, 0), table(game, 0, color=True)
        assert max(map(width, plain.splitlines())) <= WIDTH
        assert "\x1b" not in plain
        assert ESCAPE.sub("", colored) == plain


def test_color_ends_on_the_line_it_begins_on() -> None:
    for line in table(next(positions(2, 1)), 0, color=True).splitlines():
        codes = ESCAPE.findall(line)
        assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
        assert len(codes) % 2 == 0


def test_every_gem_has_a_shape_and_colors_of_its_own() -> None:
    colored = table(next(positions(2, 1)), 0, color=True)
    inks = [
        re.findall(rf"\x1b\[([0-9;]+)m{shape} {name}", colored)[0]
        for shape, name in zip(SHAPES, (*COLORS, "gold"), strict=True)
    ]
    assert len(set(inks)) == len(set(SHAPES)) == 6
    # Both colors are set, so the text is readable on dark and on light terminals.
    assert all(re.fullmatch(r"(30|97);48;5;\d+", ink) for ink in inks)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_table_shows_nothing_of_what_its_seat_cannot_know(seat: int | None) -> None:
    rng = random.Random(1)
    games = [game for game in positions(3, 21) if face_down(game.board)]
    assert games
    for game in games[::3]:
        view = game.view(seat)
        for _ in range(3):
            other = view.sample(rng)
            assert table(other, seat, color=True) == table(game, seat, color=True)


def test_blind_reserves_are_face_down_for_others_and_open_for_their_owner() -> None:
    game = gg.new("splendor", seed=1)
    game.play("r v deck")
    assert "1 face down, vendors" in table(game, 1)
    assert "1 face down, vendors" in table(game, None)
    assert "face down" not in table(game, 0)
    assert "face down" not in table_of_everything(game)


@pytest.mark.parametrize("players", [2, 4])
def test_marks_are_at_the_cards_that_the_seat_to_move_can_buy(players: int) -> None:
    for game in positions(players, 30):
        if game.over or game.board.phase != "play":
            continue
        buys = [move for move in game.legal_moves() if move.text.startswith("b")]
        *lines, turn = table_of_everything(game).splitlines()
        assert sum(line.count(MARK) for line in lines) == len(buys)
        assert (MARK in turn) == bool(buys)


def test_players_have_the_names_they_are_given() -> None:
    game = gg.new("splendor", seed=1)
    names = ["Ada", "a very long name indeed"]
    text = game.variant.render(game, color=False, names=names)
    assert "▶ Ada " in text
    assert "  a very l… · " in text
    assert "▶ Ada is to move." in text


def test_print_shows_the_table() -> None:
    game = gg.new("splendor", seed=1)
    assert str(game) == table_of_everything(game)
    assert str(game.view(1)) == table(game, 1)


def test_extreme_cards_and_names_of_ones_own_still_fit() -> None:
    cost = (15, 15, 15, 15, 15)
    cards = tuple(Card(i, i % 3 + 1, i % 5, 20, cost) for i in range(30))
    nobles = tuple(Noble(i, "王" * 40, i, cost) for i in range(10))
    own = CardSet(cards, nobles)
    for game in islice(positions(4, 1, cards=own), 40):
        text = table(game, 0)
        assert max(map(width, text.splitlines())) <= WIDTH
        assert "15◇15●15▼15■15♠" in text


def test_an_empty_deck_an_empty_place_and_a_noble_that_left_are_seen() -> None:
    cards = tuple(Card(i, i % 3 + 1, i % 5, 1, (1, 0, 0, 0, 0)) for i in range(12))
    own = CardSet(cards, CardSet.builtin().nobles)
    game = gg.new("splendor", seed=1, cards=own)
    game.play("r m 2")
    lines = table(game, 0).splitlines()
    mines = next(line for line in lines if line.startswith("m mines"))
    assert mines.split("│")[2].strip() == "·"
    assert any(line.startswith("  no deck") for line in lines)

    def noble_gone(board: Board) -> bool:
        return None in board.nobles

    visited = first((game for seed in range(100) for game in positions(2, seed)), noble_gone)
    assert re.search(r"\d ·", table(visited, 0).splitlines()[2])


def test_the_target_is_that_of_the_rules() -> None:
    game = gg.new("splendor", seed=1, target_points=21)
    assert "21 points end the game" in game.variant.render(game, color=False)


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in GOLDEN.items():
        (FOLDER / f"{name}.txt").write_text(make() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
