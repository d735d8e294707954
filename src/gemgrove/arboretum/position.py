"""Positions as one line of text.

    move=p2:plant first=p1 turns=7 picked=M5 deck=J1,W3,O8
    p1=J2,J5*,M1,R7,W1,W2,W8;pile=C4,C1;planted=M2:0,0/O3:1,0/J4:1,-1 p2=...

(all in one line). Players count from 1. A player's word begins with the hand, where `*` marks a
card that everybody knows because it was taken from a pile. Piles end with their top card, the deck
begins with its next card, and a planted card is followed by its cell, x and y. `-` is an empty hand
or deck. `?` stands for what a view hides: `?x26` are 26 cards of the deck or of a hand, `picked=?`
is the card to be planted.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from gemgrove.arboretum.board import EMPTY, HIDDEN, Phase
from gemgrove.arboretum.cards import NUMBERS, Card
from gemgrove.notation import SEATS, Words, many
from gemgrove.validation import Fields, joined

# Writing


def _texts(fields: Fields) -> Iterator[str | None]:
    """Yield the words without their keys, in the order of `_FORMS`; None for one left out."""
    yield f"p{fields['to_move'] + 1}:{fields['phase'].replace(' ', '-')}"
    yield f"p{fields['first'] + 1}"
    yield str(fields["turns"])
    yield None if fields["picked"] == EMPTY else _card_text(fields["picked"])
    yield joined(_run_texts(fields["deck"])) or "-"
    yield from map(_player_text, fields["players"])


def _player_text(player: Fields) -> str:
    for card in player["shown"]:
        if card not in player["hand"]:
            raise ValueError("a card is shown that is not in the hand")
    shown_cards = player["shown"]
    hand = [_card_text(card) + "*" * (card in shown_cards) for card in player["hand"]]
    hand += _hidden_texts(player["hidden"])
    planted = "/".join(f"{_card_text(card)}:{x},{y}" for card, x, y in player["arboretum"])
    lists = {"pile": joined(map(_card_text, player["pile"])), "planted": planted}
    parts = [f"{name}={text}" for name, text in lists.items() if text]
    return ";".join([joined(hand) or "-", *parts])


def _run_texts(cards: Iterable[int]) -> list[str]:
    """Write the cards; the hidden ones come last, as their number."""
    known = [card for card in cards if card != HIDDEN]
    return [*map(_card_text, known), *_hidden_texts(sum(card == HIDDEN for card in cards))]


def _hidden_texts(count: int) -> list[str]:
    return [f"?x{count}"] if count > 0 else []


def _card_text(card: int) -> str:
    if card == HIDDEN:
        return "?"
    if card < 0:
        raise ValueError("a card has no number")
    return str(Card.of(card))


# Reading


_CARD = "[JRCMOWBDTL][1-8]"
_HIDDEN_RUN = "[?]x[1-9][0-9]?"
_NUMBER = "0|-?[1-9][0-9]?"
_PHASES = {name.replace(" ", "-"): name for name in get_args(Phase)}
_PLAYER = (
    f"(?:-|{many(f'{_CARD}[*]?|{_HIDDEN_RUN}')})(?:;pile={many(_CARD)})?"
    f"(?:;planted={many(f'{_CARD}:(?:{_NUMBER}),(?:{_NUMBER})', between='/')})?"
)
_MOVE_HELP = f"a player and a phase ({', '.join(_PHASES)}), as in p1:draw"
_DECK_HELP = "its cards, ?x26 for 26 hidden ones, or - if it is empty: J1,W3,O8"
_PLAYER_HELP = (
    "the hand, then what there is of pile and planted: J2,J5*,?x5;pile=C4,C1;planted=M2:0,0/O3:1,0"
)
# Each word's pattern, and what it must be.
_FORMS = {
    "move": (f"p[1-4]:(?:{'|'.join(_PHASES)})", _MOVE_HELP),
    "first": ("p[1-4]", "the player who began, p1 to p4"),
    "turns": ("[0-9]{1,2}", "the number of completed turns"),
    "picked": (f"{_CARD}|[?]", "the card to be planted, such as M5, or ? if it is hidden"),
    "deck": (f"-|{many(f'{_CARD}|{_HIDDEN_RUN}')}", _DECK_HELP),
    **dict.fromkeys(SEATS, (_PLAYER, _PLAYER_HELP)),
}


def _read(words: Mapping[str, str]) -> dict[str, Any]:
    mover, phase = words["move"].split(":")
    picked = words.get("picked")
    return {
        "to_move": SEATS.index(mover),
        "phase": _PHASES[phase],
        "first": SEATS.index(words["first"]),
        "turns": int(words["turns"]),
        "picked": EMPTY if picked is None else HIDDEN if picked == "?" else NUMBERS[picked],
        "deck": _read_run(words["deck"]),
        "players": [_read_player(words[key]) for key in SEATS if key in words],
    }


def _items(text: str | None, between: str = ",") -> list[str]:
    return text.split(between) if text and text != "-" else []


def _read_run(text: str) -> list[int]:
    if "?" not in text:
        return [NUMBERS[item] for item in _items(text)]
    cards: list[int] = []
    for item in _items(text):
        cards += [HIDDEN] * int(item[2:]) if item[0] == "?" else [NUMBERS[item]]
    return cards


def _read_player(text: str) -> dict[str, Any]:
    hand, *others = text.split(";")
    lists = dict(other.split("=") for other in others)
    cards = _read_run(hand.replace("*", ""))
    return {
        "hand": sorted(card for card in cards if card != HIDDEN),
        "shown": sorted(NUMBERS[item[:-1]] for item in _items(hand) if item[-1] == "*"),
        "hidden": cards.count(HIDDEN),
        "pile": [NUMBERS[item] for item in _items(lists.get("pile"))],
        "arboretum": sorted(_read_planted(item) for item in _items(lists.get("planted"), "/")),
    }


def _read_planted(text: str) -> list[int]:
    card, x, y = text.replace(":", ",").split(",")
    return [NUMBERS[card], int(x), int(y)]


WORDS = Words(_FORMS, optional=("picked", "p3", "p4"), write=_texts, read=_read)
