"""Deals in plain Python: the reference for the native core.

`python tests/deal_reference.py` rewrites `tests/golden/deals.json`. Its content must never change:
deals that people have saved would become other games.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gemgrove.deal import KEY_BYTES, Deal, SealedDeal
from tests.chacha import words

GOLDEN = Path(__file__).with_name("golden") / "deals.json"
NOBLES_PART = 3
SEAT_PART = 4
SPLENDOR_DECKS = (40, 30, 20)
SPLENDOR_NOBLES = 10
ARBORETUM_DECKS = (48, 64, 80)

SEEDS = (0, 1, 42, 2**32, 2**64 - 1)
OPEN_IDS = ("0000-0000-0000-000", "0000-0000-0000-001", "ABCD-EFGH-JKMN-PQR", "ZZZZ-ZZZZ-ZZZZ-ZZZ")
SEALED = (
    ("game-1", bytes(32), ()),
    ("game-1", bytes(range(32)), (b"", b"")),
    ("partie n\u00b0 2", bytes(range(255, 223, -1)), (b"\x00", b"white", b"")),
)


def part_words(deal: Deal, part: int, whole: bool = False) -> Iterator[int]:
    keys = deal.keys(whole=whole)
    key = keys[part * KEY_BYTES : (part + 1) * KEY_BYTES]
    return words(key, part.to_bytes(4, "little") + bytes(8))


def uniform(source: Iterator[int], n: int) -> int:
    if n == 1:
        return 0
    limit = 2**32 // n * n
    return next(word for word in source if word < limit) % n


def shuffled(source: Iterator[int], n: int) -> list[int]:
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = uniform(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def deck_orders(
    deal: Deal, sizes: Sequence[int], nobles: int, *, whole: bool = False
) -> tuple[list[list[int]], list[int]]:
    """The order of drawing for each deck, as places within its tier, and the nobles' order."""
    decks = [shuffled(part_words(deal, part, whole), size) for part, size in enumerate(sizes)]
    return decks, shuffled(part_words(deal, NOBLES_PART, whole), nobles)


def starting_seat(deal: Deal, players: int, *, whole: bool = False) -> int:
    return uniform(part_words(deal, SEAT_PART, whole), players)


def golden_deal(deal: Deal) -> dict[str, Any]:
    """Everything a deal determines, for Splendor and for Arboretum's one deck."""
    decks, nobles = deck_orders(deal, SPLENDOR_DECKS, SPLENDOR_NOBLES)
    return {
        "deal": deal.id,
        "keys": deal.keys().hex(),
        "whole_keys": deal.keys(whole=True).hex(),
        "low": decks[0],
        "middle": decks[1],
        "high": decks[2],
        "nobles": nobles,
        "starting_seats": [starting_seat(deal, players) for players in (2, 3, 4)],
        "single_decks": [
            deck_orders(deal, (size,), 1, whole=True)[0][0] for size in ARBORETUM_DECKS
        ],
        "single_starting_seats": [
            starting_seat(deal, players, whole=True) for players in (2, 3, 4)
        ],
    }


def golden_sealed(game_id: str, secret: bytes, nonces: Sequence[bytes]) -> dict[str, Any]:
    sealed = SealedDeal(game_id, secret)
    return {
        "game_id": game_id,
        "secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "commitment": sealed.commitment,
        "deal": sealed.deal(nonces).id,
    }


def golden() -> dict[str, list[dict[str, Any]]]:
    sealed = [golden_sealed(*case) for case in SEALED]
    seeds = [{"seed": seed, "deal": Deal.from_seed(seed).id} for seed in SEEDS]
    ids = [*OPEN_IDS, *(case["deal"] for case in seeds), *(case["deal"] for case in sealed)]
    return {
        "seeds": seeds,
        "sealed": sealed,
        "deals": [golden_deal(Deal.parse(text)) for text in ids],
    }


def write_golden() -> None:
    """Write the golden file, one line per case."""
    sections = []
    for name, cases in golden().items():
        lines = ",\n".join("    " + json.dumps(case) for case in cases)
        sections.append(f'  "{name}": [\n{lines}\n  ]')
    GOLDEN.write_text("{\n" + ",\n".join(sections) + "\n}\n")


if __name__ == "__main__":
    write_golden()
