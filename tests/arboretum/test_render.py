"""The rendered table.

`python -m tests.arboretum.test_render` rewrites the golden tables; review the changes.
"""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum.board import Board
from gemgrove.arboretum.cards import SPECIES, Card
from gemgrove.arboretum.render import FREE, CardPaint
from gemgrove.text_layout import WIDTH, width

FOLDER = Path(__file__).parents[1] / "golden/render"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def positions(players: int, seed: int) -> Iterator[arboretum.Game]:
    """The positions of a game in which piles grow and are sometimes drawn from."""
    game = gg.new("arboretum", players=players, seed=seed)
    rng = random.Random(seed)
    yield game.copy()
    while not game.over:
        moves = game.legal_moves()
        deck = moves[0].text == "draw deck" and rng.random() < 0.7
        game.play(moves[0] if deck else rng.choice(moves))
        yield game.copy()


def first(games: Iterator[arboretum.Game], wanted: Callable[[Board], bool]) -> arboretum.Game:
    return next(game for game in games if wanted(game.board))


def at(players: int, seed: int, turns: int, phase: str) -> arboretum.Game:
    def wanted(board: Board) -> bool:
        return board.turns >= turns and board.phase == phase

    return first(positions(players, seed), wanted)


def table(game: arboretum.Game, seat: int | None, *, color: bool = False) -> str:
    return game.variant.render(game.view(seat), color=color)


def table_of_everything(game: arboretum.Game) -> str:
    return game.variant.render(game, color=False)


GOLDEN: dict[str, Callable[[], str]] = {
    "2p-start": lambda: table(next(positions(2, 42)), 0),
    "2p-plant": lambda: table(at(2, 7, 12, "plant"), 0),
    "2p-last-turn": lambda: table(last_turn(2, 8), 1),
    "2p-over": lambda: table(at(2, 3, 0, "over"), 1),
    "3p-first-plant": lambda: table(at(3, 5, 0, "plant"), 0),
    "3p-second-draw": lambda: table(at(3, 6, 17, "second draw"), 2),
    "3p-over": lambda: table(at(3, 4, 0, "over"), None),
    "4p-pick": lambda: table(at(4, 2, 8, "pick"), 0),
    "4p-spectator": lambda: table(at(4, 5, 24, "discard"), None),
    "4p-over": lambda: table_of_everything(at(4, 9, 0, "over")),
}


def last_turn(players: int, seed: int) -> arboretum.Game:
    return first(positions(players, seed), lambda board: not board.deck and board.phase == "pick")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_table_looks_as_it_did(name: str) -> None:
    golden = (FOLDER / f"arboretum-{name}.txt").read_text(encoding="utf-8")
    assert GOLDEN[name]() + "\n" == golden


def without_color(text: str) -> str:
    return "\n".join(line.rstrip() for line in ESCAPE.sub("", text).splitlines())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_fits_into_eighty_columns_and_color_changes_nothing_but_color(
    players: int,
) -> None:
    for game in positions(players, players):
        plain, colored = table(game, 0), table(game, 0, color=True)
        assert max(map(width, plain.splitlines())) <= WIDTH
        assert max(map(width, colored.splitlines())) <= WIDTH
        assert "\x1b" not in plain
        assert without_color(colored) == plain


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("direction", [1, -1])
def test_the_longest_arboretum_fits(players: int, direction: int) -> None:
    game = gg.new("arboretum", players=players, seed=1)
    x = [0] * players
    while not game.over:
        seat = game.to_move
        if game.board.phase == "plant":
            text = table(game, seat)
            game.play(f"at {x[seat]} 0")
            x[seat] += direction
        else:
            text = table(game, seat)
            piles = [move for move in game.legal_moves() if move.text.startswith("draw")]
            game.play(piles[-1] if piles else game.legal_moves()[-1])
        assert max(map(width, text.splitlines())) <= WIDTH


def test_color_ends_on_the_line_it_begins_on() -> None:
    for line in table(at(2, 1, 8, "plant"), 0, color=True).splitlines():
        codes = ESCAPE.findall(line)
        assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
        assert len(codes) % 2 == 0


def test_every_species_has_colors_of_its_own() -> None:
    paint = CardPaint(True)
    inks = [ESCAPE.findall(paint.card(Card(letter, 1)))[0] for letter in SPECIES]
    assert len(set(inks)) == len(SPECIES)
    # Both colors are set, so the text is readable on dark and on light terminals.
    assert all(re.fullmatch(r"\x1b\[(30|97);48;5;\d+m", ink) for ink in inks)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_table_shows_nothing_of_what_its_seat_cannot_know(seat: int | None) -> None:
    rng = random.Random(1)
    for game in list(positions(3, 21))[::7]:
        view = game.view(seat)
        for _ in range(3):
            other = view.sample(rng)
            assert table(other, seat, color=True) == table(game, seat, color=True)


def test_hands_are_open_to_their_owner_and_face_down_to_others() -> None:
    game = gg.new("arboretum", seed=1)
    assert table(game, 0).count("7 cards face down") == 1
    assert table(game, None).count("7 cards face down") == 2
    assert "face down" not in table_of_everything(game)
    for card in game.board.players[0].hand:
        assert re.search(rf"hand .*\b{card}\b", table(game, 0))
        assert str(card) not in table(game, 1)


def test_a_card_taken_from_a_pile_is_known_to_all() -> None:
    game = gg.new("arboretum", seed=1)
    for phase in ("draw", "draw", "pick", "at", "discard"):
        game.play(next(move for move in game.legal_moves() if move.text.startswith(phase)))
    card = game.board.players[0].pile[-1]
    assert f"pile [{card}]" in table(game, 0)
    game.play("draw 1")
    assert f"hand {card}  and 7 cards face down" in table(game, 0)
    assert "pile empty" in table(game, 0)


def test_the_top_of_a_pile_comes_first_and_in_brackets() -> None:
    assert CardPaint(False).pile([Card("M", 5), Card("W", 7), Card("J", 1)]) == "[J1] W7 M5"


def test_a_hand_is_grouped_by_species() -> None:
    hand = [Card("M", 5), Card("J", 8), Card("M", 2), Card("J", 1)]
    assert CardPaint(False).cards(hand) == "J1 J8  M2 M5"


def test_an_arboretum_has_its_coordinates_at_the_edges() -> None:
    arboretum = {(0, 0): Card("M", 5), (-1, 0): Card("J", 1), (-1, 1): Card("W", 8)}
    lines = CardPaint(False).arboretum(arboretum, free=False)
    assert [line.rstrip() for line in lines] == [
        "   1  W8   ·",
        "   0  J1  M5",
        " y/x  -1   0",
    ]


@pytest.mark.parametrize("players", [2, 4])
def test_every_free_place_is_marked_when_a_card_is_to_be_planted(players: int) -> None:
    for game in positions(players, 30):
        grids = table_of_everything(game).split("▶ You")[0]
        places = game.legal_moves() if game.board.phase == "plant" else []
        assert grids.count(f" {FREE}") - grids.count(f"a {FREE}") == len(places)


def test_a_secretly_picked_card_is_not_named_to_others() -> None:
    game = at(2, 1, 4, "plant")
    card = game.board.picked
    assert f"▶ You plant {card}. Type: at x y" in table(game, game.to_move)
    assert f"▶ player {game.to_move + 1} plants a card." in table(game, 1 - game.to_move)


def test_it_is_said_what_to_type() -> None:
    for game in positions(3, 2):
        if game.over:
            continue
        text = str(game.view(game.to_move)).split("Type: ")[1]
        command, *words = re.findall(r"\w+", text)
        legal = [move.text for move in game.legal_moves()]
        match game.board.phase:
            case "draw" | "second draw":
                assert [f"{command} {word}" for word in words if word != "or"] == legal
            case "plant":
                assert text == "at x y, where there is a +"
            case _:
                assert text in legal


def test_the_last_turn_is_announced() -> None:
    text = table(last_turn(2, 8), 0)
    assert "no deck left" in text
    assert "the game ends after this turn." in text
    assert "the game ends" not in table(at(2, 8, 3, "draw"), 0)


def test_players_have_the_names_they_are_given() -> None:
    game = gg.new("arboretum", seed=1)
    names = ["Ada", "a very long name indeed"]
    text = game.variant.render(game, color=False, names=names)
    assert "▶ 1 Ada " in text
    assert "  2 a very long…" in text
    assert "▶ Ada draws the first of two cards." in text


def test_print_shows_the_table() -> None:
    game = gg.new("arboretum", seed=1)
    assert str(game) == table_of_everything(game)
    assert str(game.view(1)) == table(game, 1)


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in GOLDEN.items():
        path = FOLDER / f"arboretum-{name}.txt"
        path.write_text(make() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
