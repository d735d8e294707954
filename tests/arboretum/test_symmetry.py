"""Arboretum's symmetries, checked against the rules by playing transformed positions."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import arboretum
from gemgrove.arboretum.cards import RANKS, species_in_play
from gemgrove.arboretum.symmetry import TURNS
from gemgrove.envs import symmetry
from tests.mirror_images import Turns, after, are_mirrored, varied_positions

CASES = [(rules, players) for rules in ("official", "seeded") for players in (2, 3, 4)]

Cell = tuple[int, int]
TURNED: dict[tuple[int, ...], Callable[[int, int], Cell]] = {
    (0, 1, 2, 3): lambda x, y: (x, y),
    (2, 0, 3, 1): lambda x, y: (-y, x),
    (3, 2, 1, 0): lambda x, y: (-x, -y),
    (1, 3, 0, 2): lambda x, y: (y, -x),
    (1, 0, 3, 2): lambda x, y: (-x, y),
    (2, 3, 0, 1): lambda x, y: (x, -y),
    (0, 2, 1, 3): lambda x, y: (y, x),
    (3, 1, 2, 0): lambda x, y: (-y, -x),
}
"""The new place of a cell, by the corners that move to the lower left, lower right, upper left and
upper right."""


def place_of(card: int, species: list[int]) -> int:
    """The card that a card becomes; `species` names the species that moves to each place."""
    kind, rank = divmod(card, RANKS)
    return species.index(kind) * RANKS + rank


def twin_of(
    game: arboretum.Game, card: Callable[[int], int], turns: list[tuple[int, ...]]
) -> arboretum.Game:
    """The game with permuted species and turned arboretums, built from its plain fields."""
    fields = game.variant.fields(game)
    fields["deck"] = [card(number) for number in fields["deck"]]
    if fields["picked"] >= 0:
        fields["picked"] = card(fields["picked"])
    for player, turn in zip(fields["players"], turns, strict=True):
        for name in ("hand", "shown"):
            player[name] = sorted(card(number) for number in player[name])
        player["pile"] = [card(number) for number in player["pile"]]
        player["arboretum"] = sorted(
            [card(number), *TURNED[turn](x, y)] for number, x, y in player["arboretum"]
        )
    return gg.Game(game.variant, game.variant.from_fields(fields), None)


def turned(game: arboretum.Game, rng: random.Random) -> tuple[arboretum.Game, Turns]:
    """A random mirror image of a game, and the symmetry from each seat's point of view."""
    count, players = len(species_in_play(game.players)), game.players
    species = rng.sample(range(count), count)
    turns = rng.choices([*TURNED], k=players)
    symmetries = symmetry.of(game)

    def of_seat(seat: int) -> symmetry.Symmetry:
        own = {f"arboretum_{i}": turns[(seat + i) % players] for i in range(players)}
        return symmetries.element(species=species, **own)

    return twin_of(game, lambda card: place_of(card, species), turns), of_seat


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_every_seat_observes_a_turned_position_as_its_symmetry_says(
    rules: str, players: int
) -> None:
    rng = random.Random(rules)
    for game in varied_positions("arboretum", players, rules, share=0.2):
        assert are_mirrored(game, *turned(game, rng)), game.position()


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_an_action_and_its_image_lead_to_positions_that_mirror_each_other(
    rules: str, players: int
) -> None:
    rng = random.Random(players)
    for game in varied_positions("arboretum", players, rules, share=0.2):
        if not game.over:
            twin, turns = turned(game, rng)
            then = after(game, twin, turns, rng.choice(game.legal_actions()))
            assert are_mirrored(*then, turns), game.position()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_can_be_played_in_a_mirror(players: int) -> None:
    rng = random.Random(players)
    game = gg.new("arboretum", players=players, seed=players)
    twin, turns = turned(game, rng)
    while not game.over:
        game, twin = after(game, twin, turns, rng.choice(game.legal_actions()))
    assert are_mirrored(game, twin, turns)


@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_an_arboretum_in_one_long_row_is_turned_within_its_frame(x: int, y: int) -> None:
    rng = random.Random(x + 2 * y)
    game = gg.new("arboretum", players=2, seed=3)
    while not game.over:
        board = game.board
        if board.phase == "plant":
            assert are_mirrored(game, *turned(game, rng)), game.position()
            length = len(board.player.arboretum)
            game.play(f"at {length * x} {length * y}")
        else:
            # Drawing one card from a pile and one from the deck makes the longest possible game.
            game.play(game.legal_actions()[-1 if board.phase == "draw" else 0])
    assert are_mirrored(game, *turned(game, rng))
    assert len(game.board.players[0].arboretum) == 17


def reversed_ranks(card: int) -> int:
    return card // RANKS * RANKS + RANKS - 1 - card % RANKS


def test_reversing_the_ranks_is_no_symmetry() -> None:
    """Reversed paths rise again, but a 1 and an 8 at their ends score differently."""
    outcomes = [
        are_mirrored(game, twin_of(game, reversed_ranks, [TURNS[0]] * 2), claimed_reversal(game))
        for game in varied_positions("arboretum", 2, "official")
    ]
    assert outcomes[0]
    assert not all(outcomes)


def claimed_reversal(game: arboretum.Game) -> Turns:
    fields = game.variant.native.observation_fields()
    actions = np.arange(game.variant.native.action_count)
    for start in (3, len(actions) - 48):
        actions[start : start + 48] = (
            actions[start : start + 48].reshape(-1, RANKS)[:, ::-1].ravel()
        )
    card_plus_one = np.array([0, *(reversed_ranks(card) + 1 for card in range(48))])

    def turn(observation: Any, mask: Any) -> tuple[Any, Any, Any]:
        result = observation.copy()
        for name, offset, size, *_ in fields:
            entries = observation[offset : offset + size]
            if name == "arboretum":
                result[offset : offset + size] = card_plus_one[entries]
            elif size == 48:
                result[offset : offset + size] = entries.reshape(-1, RANKS)[:, ::-1].ravel()
        return result, mask[actions], None

    return lambda _: turn


def test_the_arboretum_of_one_player_is_turned_without_the_others() -> None:
    game = next(
        game
        for game in varied_positions("arboretum", 2, "official")
        if all(len(player.arboretum) > 3 for player in game.board.players)
    )
    mirror = TURNS[1]
    twin = twin_of(game, lambda card: card, [mirror, TURNS[0]])
    symmetries = symmetry.of(game)
    own, other = symmetries.element(arboretum_0=mirror), symmetries.element(arboretum_1=mirror)
    assert are_mirrored(game, twin, lambda seat: (own, other)[seat])
    assert not are_mirrored(game, twin, lambda seat: (other, own)[seat])


def test_the_turns_are_the_eight_of_a_rectangle() -> None:
    assert sorted(TURNS) == sorted(TURNED)


def test_the_number_of_symmetries_is_known() -> None:
    orders = [symmetry.of(gg.new("arboretum", players=p)).order for p in (2, 3, 4)]
    assert orders == [720 * 8**2, 40320 * 8**3, 3628800 * 8**4]


def test_the_one_cell_of_an_empty_arboretum_stays_where_it_is() -> None:
    game = gg.new("arboretum", seed=1)
    for move in ("draw deck", "draw deck"):
        game.play(move)
    game.play(game.legal_actions()[0])
    (action,) = game.legal_actions()
    for turn in TURNS:
        symmetry_of_own = symmetry.of(game).element(arboretum_0=turn)
        _, mask, image = symmetry_of_own(game.observe(0), game.mask(), action)
        assert image == action
        assert np.flatnonzero(mask).tolist() == [action]
