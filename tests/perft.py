"""Perft tables: the number of ways to play on, from the start and from the middle of games."""

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gemgrove as gg

FOLDER = Path(__file__).parent / "golden/perft"


class Case(NamedTuple):
    """A position, chosen by a fixed rule after some decisions."""

    rules: str
    players: int
    opening: int

    def __str__(self) -> str:
        return f"{self.rules} {self.players}p after {self.opening}"


@dataclass(frozen=True)
class PerftTable:
    """One game's table, stored in a file."""

    game: gg.GameName
    variants: Sequence[str]
    openings: Sequence[int]
    depth: int

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game}.json"

    @property
    def cases(self) -> list[Case]:
        return [
            Case(rules, players, opening)
            for rules in self.variants
            for players in (2, 3, 4)
            for opening in self.openings
        ]

    def counts(self, case: Case) -> list[int]:
        """The numbers of sequences of 1, 2, ... decisions."""
        game = gg.new(self.game, rules=case.rules, players=case.players, seed=42)
        rng = random.Random(case.opening)
        for _ in range(case.opening):
            game.play(rng.choice(game.legal_actions()))
        return [game.perft(depth) for depth in range(1, self.depth + 1)]

    def expected(self, case: Case) -> list[int]:
        found: list[int] = json.loads(self.path.read_text())[str(case)]
        return found

    def write(self) -> None:
        rows = [f" {json.dumps(str(case))}: {self.counts(case)}" for case in self.cases]
        self.path.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def oracle_perft(oracle: Any, depth: int) -> int:
    """The same number, counted with an oracle."""
    if depth == 1:
        return len(oracle.legal())
    total = 0
    for action in oracle.legal():
        after = deepcopy(oracle)
        after.apply(action)
        total += oracle_perft(after, depth - 1)
    return total
