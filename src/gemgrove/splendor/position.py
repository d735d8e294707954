"""Positions as one line of text.

    move=p2:play first=p1 turns=7 passes=0 bank=3,4,2,4,1,4
    market=12,5,7,8/41,-,50,61/70,71,72,73 decks=1,2,3/-/89,74 nobles=1,-,4
    p1=1,0,0,0,3,1;bought=6,9;reserved=33*,12;nobles=3 p2=0,0,2,0,0,0

(all in one line). Players count from 1; cards and nobles are given by their ids, tokens by color:
white, blue, green, red, black, gold. `market` and `decks` have a part for each tier; a deck begins
with its next card. `-` means nothing: an empty slot, a noble that left, an empty deck. `*` marks a
card reserved unseen. `?` stands for what a view hides: `?2*` is a reserved card of tier 2, `?x26`
are 26 cards of a deck. In the phase `pay`, `buying=t2` (row and slot; `r2` is the second reserved
card) names the card being bought, and `owed=0,1,0,0,2` what is still to be paid. In the phases
`return` and `noble`, `escrow=0,0,1,1,0,0` are the tokens taken this turn and not returned; it may
be left out if the rules allow any token to be returned. Points and bonuses follow from the cards.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any, get_args

from gemgrove.notation import SEATS, Words, many
from gemgrove.splendor.board import EMPTY, Phase
from gemgrove.splendor.cards import TIERS, CardSet
from gemgrove.splendor.colors import COLORS, TOKENS
from gemgrove.splendor.moves import SLOTS
from gemgrove.splendor.validation import BUY_PLACES, BUYS, card_places
from gemgrove.validation import Fields, joined
from gemgrove.variant import PositionError

# Writing


def _texts(fields: Fields) -> Iterator[str | None]:
    """Yield the words without their keys, in the order of `_FORMS`; None for one left out."""
    yield f"p{fields['to_move'] + 1}:{fields['phase']}"
    yield f"p{fields['first'] + 1}"
    yield str(fields["turns"])
    yield str(fields["passes"])
    yield None if fields["pending"] == EMPTY else BUY_PLACES[fields["pending"]]
    yield None if fields["owed"] == [0] * len(COLORS) else joined(fields["owed"])
    yield joined(fields["escrow"]) if any(fields["escrow"]) else None
    yield joined(fields["bank"])
    yield "/".join(map(_slots_text, fields["market"]))
    yield "/".join(_deck_text(*deck) for deck in zip(fields["decks"], TIERS, strict=True))
    yield _slots_text(fields["nobles"])
    yield from map(_player_text, fields["players"])


def _player_text(player: Fields) -> str:
    reserved = [_reserved_text(card, blind) for card, blind in player["reserved"]]
    lists = {"bought": player["bought"], "reserved": reserved, "nobles": player["nobles"]}
    parts = [f"{name}={joined(items)}" for name, items in lists.items() if len(items) > 0]
    return ";".join([joined(player["tokens"]), *parts])


def _reserved_text(card: int, blind: bool) -> str:
    return (str(card) if card >= 0 else f"?{EMPTY - card}") + ("", "*")[blind]


def _slots_text(numbers: Iterable[int]) -> str:
    return joined("-" if number == EMPTY else number for number in numbers)


def _deck_text(deck: Iterable[int], tier: int) -> str:
    items: list[object] = []
    for card, run in groupby(deck):
        same = list(run)
        items += [f"?x{len(same)}"] if card == _hidden(tier) else same
    return joined(items) or "-"


def _hidden(tier: int) -> int:
    """Return the number that stands for a card of which only the tier, 1 to 3, is known."""
    return EMPTY - tier


# Reading


_NUMBER = "[0-9]{1,3}"
_SLOT = f"{_NUMBER}|-"
_HIDDEN_RUN = "[?]x[1-9][0-9]?"
_PHASES = get_args(Phase)
_PLAYER = (
    f"{many(_NUMBER, len(TOKENS))}(?:;bought={many(_NUMBER)})?"
    f"(?:;reserved={many(f'(?:{_NUMBER}|[?][1-3])[*]?')})?(?:;nobles={many(_NUMBER)})?"
)
_MOVE_HELP = f"a player and a phase ({', '.join(_PHASES)}), as in p1:play"
_COLORS_HELP = f"5 numbers ({', '.join(COLORS)})"
_TOKENS_HELP = f"6 numbers ({', '.join(TOKENS)})"
_MARKET_HELP = "3 rows of 4 slots, each a card or -, as in 12,5,7,8/41,-,50,61/70,71,72,73"
_DECKS_HELP = "3 decks, each of cards, ?x26 for 26 hidden ones, or - if empty: 1,2,3/?x26/-"
_PLAYER_HELP = (
    f"{_TOKENS_HELP}, then what there is of bought, reserved and nobles: "
    "1,0,0,0,3,1;bought=6,9;reserved=33*,12;nobles=3"
)
# Each word's pattern, and what it must be.
_FORMS = {
    "move": (f"p[1-4]:(?:{'|'.join(_PHASES)})", _MOVE_HELP),
    "first": ("p[1-4]", "the player who began, p1 to p4"),
    "turns": ("[0-9]{1,5}", "the number of completed turns"),
    "passes": ("[0-9]", "the number of passes in a row"),
    "buying": ("|".join(BUYS), "the place of the card, such as t2, or r2 in the reserve"),
    "owed": (many(_NUMBER, len(COLORS)), _COLORS_HELP),
    "escrow": (many(_NUMBER, len(TOKENS)), _TOKENS_HELP),
    "bank": (many(_NUMBER, len(TOKENS)), _TOKENS_HELP),
    "market": (many(many(_SLOT, SLOTS), len(TIERS), "/"), _MARKET_HELP),
    "decks": (many(f"-|{many(f'{_NUMBER}|{_HIDDEN_RUN}')}", len(TIERS), "/"), _DECKS_HELP),
    "nobles": (many(_SLOT), "a noble or - for each slot: 1,-,4"),
    **dict.fromkeys(SEATS, (_PLAYER, _PLAYER_HELP)),
}


def _read(words: Mapping[str, str]) -> dict[str, Any]:
    mover, phase = words["move"].split(":")
    return {
        "to_move": SEATS.index(mover),
        "phase": phase,
        "first": SEATS.index(words["first"]),
        "turns": int(words["turns"]),
        "passes": int(words["passes"]),
        "pending": BUYS[words["buying"]] if "buying" in words else EMPTY,
        "owed": _numbers(words["owed"]) if "owed" in words else [0] * len(COLORS),
        "escrow": _numbers(words["escrow"]) if "escrow" in words else [0] * len(TOKENS),
        "bank": _numbers(words["bank"]),
        "market": [_numbers(row) for row in words["market"].split("/")],
        "decks": list(map(_read_deck, words["decks"].split("/"), TIERS)),
        "nobles": _numbers(words["nobles"]),
        "players": [_read_player(words[key]) for key in SEATS if key in words],
    }


def _numbers(text: str | None) -> list[int]:
    if not text:
        return []
    if "-" not in text:
        return list(map(int, text.split(",")))
    return [EMPTY if item == "-" else int(item) for item in text.split(",")]


def _read_deck(text: str, tier: int) -> list[int]:
    if "?" not in text:
        return list(map(int, text.split(","))) if text != "-" else []
    deck: list[int] = []
    for item in text.split(","):
        deck += [_hidden(tier)] * int(item[2:]) if item[0] == "?" else [int(item)]
    return deck


def _read_player(text: str) -> dict[str, Any]:
    tokens, *others = text.split(";")
    lists = dict(other.split("=") for other in others)
    reserved = lists["reserved"].split(",") if "reserved" in lists else []
    return {
        "tokens": _numbers(tokens),
        "bought": sorted(_numbers(lists.get("bought"))),
        "reserved": [_read_reserved(item) for item in reserved],
        "nobles": sorted(_numbers(lists.get("nobles"))),
    }


def _read_reserved(text: str) -> list[Any]:
    card = text.removesuffix("*")
    return [_hidden(int(card[1])) if card[0] == "?" else int(card), card != text]


WORDS = Words(_FORMS, optional=("buying", "owed", "escrow", "p3", "p4"), write=_texts, read=_read)


def add_worth(values: dict[str, Any], cards: CardSet) -> None:
    """Add the points and bonuses; raise a `PositionError` if a card or noble is not in the set."""
    last = len(cards.cards) - 1
    for there, _, place in card_places(values):
        if there and max(there) > last:
            raise PositionError(f"{place}: {max(there)} is not a card; cards are 0 to {last}.")
    for noble in chain(values["nobles"], *(player["nobles"] for player in values["players"])):
        if noble >= len(cards.nobles):
            raise PositionError(f"{noble} is not a noble; nobles are 0 to {len(cards.nobles) - 1}.")
    for player in values["players"]:
        player["points"] = sum(cards.nobles[noble].points for noble in player["nobles"])
        player["bonuses"] = bonuses = [0] * len(COLORS)
        for number in player["bought"]:
            card = cards.cards[number]
            player["points"] += card.points
            bonuses[card.color] += 1
