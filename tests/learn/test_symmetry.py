"""Networks hardly see what the games' symmetries permute."""

import random
from typing import Any

import numpy as np
import pytest

import gemgrove as gg
from tests.arboretum.test_symmetry import turned
from tests.learn.runs import GAMES
from tests.mirror_images import varied_positions
from tests.splendor.test_symmetry import Table

REORDERED = {"splendor": "others' reserved cards", "arboretum": "species"}
"""Fields whose parts may come in another order: other seats' reserved cards keep their order, and
two species that are equal but for the discards have no order."""
DIFFERENT = {"splendor": "", "arboretum": "score"}
"""Fields of actions that may differ: the heuristic score of a cell breaks ties by its place."""


def mirror_image(game: Any, rng: random.Random) -> Any:
    if game.variant.name == "splendor":
        return Table.of(game, rng).twin(game)
    return turned(game, rng)[0]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_network_sees_the_same_in_every_mirror_image(name: gg.GameName, players: int) -> None:
    rng = random.Random(7)
    for game in varied_positions(name, players, "official", games=2):
        if game.over:
            continue
        twin, core = mirror_image(game, rng), game.variant.core
        for seat in range(players):
            seen, image = (core.network_inputs(each.view(seat)) for each in (game, twin))
            for field, offset, size, _, _ in core.network_input_fields(game.variant.native):
                one, other = seen[offset : offset + size], image[offset : offset + size]
                if field == REORDERED[name]:
                    one, other = np.sort(one), np.sort(other)
                assert np.array_equal(one, other), field
        actions, images = (core.action_inputs(each.view(each.to_move)) for each in (game, twin))
        for field, offset, size, _, _ in core.action_input_fields(game.variant.native):
            if field != DIFFERENT[name]:
                rows, others = (
                    sorted(row[offset : offset + size].tobytes() for row in each)
                    for each in (actions, images)
                )
                assert rows == others, field
