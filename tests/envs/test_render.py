"""Pictures show everything a view contains, and nothing else."""

import random
from itertools import pairwise

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import arboretum, canvas, splendor
from gemgrove.arboretum import picture as arboretum_picture
from gemgrove.envs.render import picture
from gemgrove.splendor import picture as splendor_picture
from gemgrove.variant import Variant

READABLE = 4.5  # the contrast WCAG requires for text


def played(game: gg.GameName, players: int, seed: int, decisions: int) -> gg.Game:
    """A game after that many random decisions."""
    played = gg.new(game, players=players, seed=seed)
    rng = random.Random(seed)
    for _ in range(decisions):
        if played.over:
            break
        played.play(rng.choice(played.legal_actions()))
    return played


def in_phase(game: gg.GameName, phase: str) -> gg.Game:
    """A three-player game in this phase, some turns in."""
    found = played(game, 3, seed=1, decisions=60)
    rng = random.Random(1)
    while found.board.phase != phase:
        found.play(rng.choice(found.legal_actions()))
    return found


def after_each(game: gg.Game) -> list[gg.Game]:
    """The game after each legal action."""
    games = []
    for action in game.legal_actions():
        after = game.copy()
        after.play(action)
        games.append(after)
    return games


def spectated(game: gg.Game) -> bytes:
    """The picture that a spectator sees."""
    return picture(game.view(None)).tobytes()


def unpictured(seed: int = 1) -> gg.View:
    """A view of a game without pictures."""

    class Unpictured(splendor.GAME):
        picture = Variant.picture

    variant = Unpictured.create("official", players=2, options={})
    deal = gg.Deal.from_seed(seed)
    return gg.Game(variant, variant.native.deal(variant.keys(deal)), deal).view(None)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", gg.GAMES)
def test_a_picture_has_the_same_shape_through_the_whole_game(
    game: gg.GameName, players: int
) -> None:
    table = gg.new(game, players=players, seed=players)
    rng = random.Random(players)
    shapes = set()
    while not table.over:
        table.play(rng.choice(table.legal_actions()))
        if table.over or len(table.actions) % 20 == 1:
            pixels = picture(table.view(rng.choice([None, *range(players)])))
            shapes.add((pixels.shape, pixels.dtype))
    assert shapes == {((720, 960, 3), np.dtype(np.uint8))}


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("game", gg.GAMES)
def test_redrawing_what_a_seat_cannot_see_changes_no_pixel(
    game: gg.GameName, seat: int | None
) -> None:
    told = 0
    for seed in range(8):
        table = played(game, 3, seed, decisions=9 * seed)
        twin = table.view(seat).sample(seed)
        assert np.array_equal(picture(twin.view(seat)), picture(table.view(seat)))
        told += any(
            not np.array_equal(picture(twin.view(other)), picture(table.view(other)))
            for other in {0, 1, 2} - {seat}
        )
    assert told >= 3, "the redrawn games must differ where other seats can see it"


def test_a_picked_card_is_not_seen_by_the_others() -> None:
    table = in_phase("arboretum", "pick")
    twins = after_each(table)
    own = {picture(twin.view(table.to_move)).tobytes() for twin in twins}
    assert len({spectated(twin) for twin in twins}) == 1
    assert len(own) == len(twins)


@pytest.mark.parametrize("phase", ["play", "return"])
def test_every_move_of_splendor_leads_to_a_picture_of_its_own(phase: str) -> None:
    twins = after_each(in_phase("splendor", phase))
    assert len({spectated(twin) for twin in twins}) == len(twins) > 2


def test_a_picture_tells_which_tokens_may_go_back() -> None:
    takes = [
        "p3 white green red",
        "p3 white green red",
        "p3 white green red",
        "p3 white blue black",
    ]
    twins = []
    for order in (takes, takes[::-1]):
        game = gg.new("splendor", rules="escrow", first_player=0, seed=1)
        for take in order:
            game.play(take)
            if game.to_move:
                game.skip()
        twins.append(game)
    assert twins[0].board.players == twins[1].board.players
    assert spectated(twins[0]) != spectated(twins[1])


@pytest.mark.parametrize("phase", ["draw", "plant", "discard"])
def test_every_move_of_arboretum_leads_to_a_picture_of_its_own(phase: str) -> None:
    twins = after_each(in_phase("arboretum", phase))
    assert len({spectated(twin) for twin in twins}) == len(twins) > 1


@pytest.mark.parametrize("game", gg.GAMES)
def test_every_decision_changes_the_picture(game: gg.GameName) -> None:
    table = gg.new(game, players=2, seed=3)
    rng = random.Random(3)
    seen = [spectated(table)]
    for _ in range(30):
        table.play(rng.choice(table.legal_actions()))
        seen.append(spectated(table))
    assert all(before != after for before, after in pairwise(seen))


@pytest.mark.parametrize("game", gg.GAMES)
def test_a_picture_can_be_changed_without_changing_the_next_one(game: gg.GameName) -> None:
    view = played(game, 2, 1, 10).view(0)
    first = picture(view)
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(picture(view), kept)


@pytest.mark.parametrize("game", gg.GAMES)
def test_the_names_are_seen(game: gg.GameName) -> None:
    view = gg.new(game, players=2, seed=1).view(None)
    shown = picture(view, ["Ada", "Grace"])
    assert not np.array_equal(shown, picture(view))
    assert not np.array_equal(shown, picture(view, ["Grace", "Ada"]))


def test_a_name_too_few_is_refused() -> None:
    view = gg.new("splendor", players=3, seed=1).view(None)
    with pytest.raises(ValueError, match="There are 2 names for 3 players"):
        picture(view, ["Ada", "Grace"])


def test_a_game_is_refused_because_it_knows_the_hidden_cards() -> None:
    with pytest.raises(TypeError, match=r"drawn of a View, not of a Game; game\.view\(seat\)"):
        picture(gg.new("splendor", seed=1))  # type: ignore[arg-type]


def test_a_game_without_a_drawing_gets_its_text() -> None:
    view = unpictured()
    lines = str(view).splitlines()
    inked = (picture(view) != canvas.Canvas().pixels()).any(axis=(1, 2))
    rows = canvas.Canvas().area.inset(12).rows(45)
    written = [bool(inked[round(row.top) + 3 : round(row.bottom) - 3].any()) for row in rows]
    assert written == [bool(line) for line in lines] + [False] * (45 - len(lines))


def test_the_text_of_another_position_is_another_picture() -> None:
    assert not np.array_equal(picture(unpictured(1)), picture(unpictured(2)))


def test_a_text_that_is_too_long_says_how_much_is_left_out() -> None:
    long = canvas.page(["a line"] * 50, 80).pixels()
    told = canvas.page(["a line"] * 44 + ["... and 6 more lines"], 80).pixels()
    assert np.array_equal(long, told)


def test_characters_that_the_font_does_not_have_are_replaced() -> None:
    assert canvas.writable("Édith │ ▶ 漢 ok") == "Edith | > ? ok"


def test_every_number_and_letter_stands_out_from_its_color() -> None:
    colors = [*splendor_picture.INKS, *arboretum_picture.INKS.values(), canvas.ACCENT]
    assert {
        color for color in colors if canvas.contrast(color, canvas.ink_on(color)) < READABLE
    } == set()


def test_every_species_and_every_gem_has_a_color_and_a_letter() -> None:
    assert list(arboretum_picture.INKS) == list(arboretum.cards.SPECIES)
    assert len(set(splendor_picture.LETTERS)) == len(set(splendor_picture.INKS)) == 6
