"""Splendor's symmetries, checked against the rules by playing permuted positions."""

import random
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from gemgrove import splendor
from gemgrove.envs import symmetry
from gemgrove.splendor.colors import Color
from gemgrove.splendor.moves import MOVES, Move
from tests.mirror_images import Turns, after, are_mirrored, varied_positions
from tests.observations import entries

LONG = "official:payment=choose,target_points=100,turn_limit=100"
CASES = [
    *(("official", players) for players in (2, 3, 4)),
    *(("official:payment=choose", players) for players in (2, 3, 4)),
    *((rules, 2) for rules in ("core", "duel", "escrow", LONG)),
    *(("arena", players) for players in (2, 3)),
]
ORDERS = [*permutations(range(3))]
SWAPPED = ("p3 white red black", "p3 blue red black")


@dataclass(frozen=True)
class Table:
    """A permutation of a table: a market row, the nobles, the reserve of each seat."""

    rows: list[list[int]]
    nobles: list[int]
    reserves: list[list[int]]

    @classmethod
    def of(cls, game: splendor.Game, rng: random.Random) -> "Table":
        """A random permutation; the nobles stay in place if the rules depend on their order."""

        def order(size: int) -> list[int]:
            return rng.sample(range(size), size)

        slots = game.players + 1
        nobles = [*range(slots)] if game.rules.nobles == "first" else order(slots)
        return cls([order(4) for _ in range(3)], nobles, [order(3) for _ in range(game.players)])

    def turns(self, game: splendor.Game) -> Turns:
        """The symmetry from each seat's point of view, which counts players from itself."""
        symmetries = symmetry.of(game)
        parts: dict[str, Any] = {f"market_{i}": row for i, row in enumerate(self.rows, 1)}
        if "nobles" in symmetries.parts:
            parts["nobles"] = self.nobles
        seats = range(game.players)

        def turn(seat: int) -> symmetry.Symmetry:
            own = {f"reserve_{i}": self.reserves[(seat + i) % game.players] for i in seats}
            return symmetries.element(**parts, **own)

        return turn

    def twin(self, game: splendor.Game) -> splendor.Game:
        """The permuted game, built from its plain fields."""
        fields = game.variant.fields(game)
        fields["market"] = [
            [row[place] for place in order]
            for row, order in zip(fields["market"], self.rows, strict=True)
        ]
        fields["nobles"] = [fields["nobles"][place] for place in self.nobles]
        if fields["pending"] >= 0:
            fields["pending"] = self.pending(game, fields)
        for player, order in zip(fields["players"], self.reserves, strict=True):
            cards = player["reserved"]
            player["reserved"] = [cards[place] for place in order_of(len(cards), order)]
        return gg.Game(game.variant, game.variant.from_fields(fields), None)

    def pending(self, game: splendor.Game, fields: dict[str, Any]) -> int:
        """The number of the buy action that is being paid for."""
        move: Move = MOVES[fields["pending"]]
        mover = game.to_move
        if move.tier is not None:
            order = self.rows[move.tier - 1]
        else:
            count = len(fields["players"][mover]["reserved"])
            order = order_of(count, self.reserves[mover])
        assert move.slot is not None
        return move.action - (move.slot - 1) + order.index(move.slot - 1)

    def after(self, game: splendor.Game, then: splendor.Game) -> list["Table"]:
        """The possible permutations after a move. If the number of reserved cards has changed, they
        are permuted in another way: the cards behind a bought one move up.
        """
        mover, reserves = game.to_move, self.reserves
        before, now = (len(g.board.players[mover].reserved) for g in (game, then))
        return [self] * (before == now) or [
            replace(self, reserves=[*reserves[:mover], [*order], *reserves[mover + 1 :]])
            for order in ORDERS
        ]


def order_of(count: int, order: list[int]) -> list[int]:
    """A permutation of three reserved cards, applied to fewer."""
    odd = order in ([1, 0, 2], [0, 2, 1], [2, 1, 0])
    return order if count == 3 else [1, 0] if count == 2 and odd else [*range(count)]


def rearranged_positions(rules: str, players: int) -> list[tuple[splendor.Game, Table]]:
    rng = random.Random(rules)
    positions = varied_positions("splendor", players, rules, games=2, share=0.12)
    return [(game, Table.of(game, rng)) for game in positions]


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_every_seat_observes_a_rearranged_position_as_its_symmetry_says(
    rules: str, players: int
) -> None:
    for game, table in rearranged_positions(rules, players):
        assert are_mirrored(game, table.twin(game), table.turns(game)), game.position()


@pytest.mark.parametrize(("rules", "players"), CASES)
def test_an_action_and_its_image_lead_to_positions_that_mirror_each_other(
    rules: str, players: int
) -> None:
    rng = random.Random(players)
    for game, table in rearranged_positions(rules, players):
        if not game.over:
            action = rng.choice(game.legal_actions())
            then, twin = after(game, table.twin(game), table.turns(game), action)
            tables = table.after(game, then)
            mirrored = [are_mirrored(then, twin, later.turns(game)) for later in tables]
            assert any(mirrored), (game.position(), action)


def test_the_positions_of_these_tests_have_every_phase_and_empty_places() -> None:
    games = [game for case in CASES for game, _ in rearranged_positions(*case)]
    fields = [game.variant.fields(game) for game in games]
    phases = {game.board.phase for game in positions_with_choices()} | {f["phase"] for f in fields}
    assert phases == {"play", "pay", "return", "noble", "over"}
    assert any(-1 in row for f in fields for row in f["market"])
    assert any(-1 in f["nobles"] for f in fields)
    reserves = [player["reserved"] for f in fields for player in f["players"]]
    assert {len(cards) for cards in reserves} == {0, 1, 2, 3}
    assert any(blind for cards in reserves for _, blind in cards)
    assert any(f["pending"] >= Move.parse("br 1").action for f in fields)


def rich(rules: str) -> splendor.Game:
    """A game in which the player to move meets every noble's requirement."""
    game = gg.new("splendor", players=3, rules=rules, seed=1)
    fields = game.variant.fields(game)
    player = fields["players"][0]
    cards = game.variant.cards.cards
    while min(player["bonuses"]) < 4:
        card = cards[fields["decks"][0].pop()]
        if card.points == 0:
            player["bought"].append(card.id)
            player["bonuses"][card.color] += 1
        else:
            fields["decks"][0].insert(0, card.id)
    player["bought"].sort()
    return gg.Game(game.variant, game.variant.from_fields(fields), None)


def positions_with_choices() -> list[splendor.Game]:
    game = rich("official")
    game.play(SWAPPED[0])
    return [game]


def test_a_choice_of_nobles_is_the_same_choice_in_other_slots() -> None:
    (game,) = positions_with_choices()
    assert len(game.legal_actions()) == 4
    for seed in range(8):
        table = Table.of(game, random.Random(seed))
        assert are_mirrored(game, table.twin(game), table.turns(game))
        for action in game.legal_actions():
            then = after(game, table.twin(game), table.turns(game), action)
            assert are_mirrored(*then, table.turns(game))


def test_the_slots_of_nobles_are_no_symmetry_where_the_first_noble_comes() -> None:
    game = rich("core")
    assert "nobles" not in symmetry.of(game).parts
    table = Table([[0, 1, 2, 3]] * 3, [1, 0, 2, 3], [[0, 1, 2]] * 3)
    claimed = table.turns(rich("official"))
    twin = table.twin(game)
    assert are_mirrored(game, twin, claimed)
    assert not are_mirrored(*after(game, twin, claimed, game.legal_actions()[0]), claimed)


def test_the_slots_of_nobles_are_a_symmetry_where_all_nobles_come() -> None:
    game = rich("arena")
    table = Table([[0, 1, 2, 3]] * 3, [1, 0, 3, 2], [[0, 1, 2]] * 3)
    turns = table.turns(game)
    then = after(game, table.twin(game), turns, game.legal_actions()[0])
    assert are_mirrored(*then, turns)
    assert "nobles" in symmetry.of(game).parts


def test_white_and_blue_are_no_symmetry() -> None:
    """Observations and takes can be adapted to swapped tokens, but the costs of cards cannot."""
    outcomes = []
    for game in varied_positions("splendor", 2, "core"):
        twin = with_white_as_blue(game)
        outcomes.append(are_mirrored(game, twin, partial(white_as_blue, twin)))
    assert outcomes[0]
    assert not all(outcomes)


def with_white_as_blue(game: splendor.Game) -> splendor.Game:
    fields = game.variant.fields(game)
    for tokens in (fields["bank"], *(player["tokens"] for player in fields["players"])):
        tokens[0], tokens[1] = tokens[1], tokens[0]
    return gg.Game(game.variant, game.variant.from_fields(fields), None)


def white_as_blue(twin: splendor.Game, seat: int) -> Any:
    """A false symmetry: the twin's tokens, and takes of the other color."""
    other = {Color.WHITE: Color.BLUE, Color.BLUE: Color.WHITE}

    def image(action: int) -> int:
        colors = sorted(other.get(color, color) for color in MOVES[action].colors)
        return next(m.action for m in MOVES if m.kind == "take" and [*m.colors] == colors)

    images = [image(a) if MOVES[a].kind == "take" else a for a in range(len(MOVES))]

    def turn(observation: Any, mask: Any = None, action: Any = None) -> tuple[Any, Any, Any]:
        turned = observation.copy()
        for name, places in (("bank", [0]), ("tokens", range(twin.players))):
            for place in places:
                start = entry(twin, name, place)
                turned[start : start + 6] = entries(twin, seat, name, place)
        flags = np.zeros_like(mask)
        flags[images] = mask
        return turned, flags, action

    return turn


def entry(game: splendor.Game, name: str, place: int) -> int:
    fields: list[Any] = game.variant.native.observation_fields()
    offsets: list[int] = [offset for field, offset, *_ in fields if field == name]
    return offsets[place]


def test_the_number_of_symmetries_is_known() -> None:
    rows, reserves = 24**3, 6**2
    assert symmetry.of(gg.new("splendor", seed=1)).order == rows * 6 * reserves
    assert symmetry.of(gg.new("splendor", seed=1, rules="core")).order == rows * reserves
    assert symmetry.of(gg.new("splendor", seed=1, players=4)).order == rows * 120 * 6**4


def test_a_single_reserved_card_stays_where_it_is() -> None:
    game = gg.new("splendor", seed=1)
    game.play("r m 1")
    game.play("r m deck")
    symmetries = symmetry.of(game)
    for order in ORDERS:
        turned, mask, _ = symmetries.element(reserve_0=order)(game.observe(0), game.mask())
        assert np.array_equal(turned, game.observe(0))
        assert np.array_equal(mask, game.mask())
