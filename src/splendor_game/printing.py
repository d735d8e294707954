"""Prints summaries and moves, using only the dictionaries."""

import sys
from collections.abc import Iterator, Sequence
from os import environ
from typing import Any, TextIO

from gemgrove.english import counted
from gemgrove.splendor.colors import Color
from gemgrove.text_layout import Paint, padded
from splendor_game.constants import ACTIONS, DEV_COLORS
from splendor_game.types import Card, Move, Noble, Player, Summary

_NAMES = [color.name.lower() for color in Color]
_INKS = ("97", "94", "92", "91", "90", "93")  # the terminal's bright colors; black is its gray
_LABEL_WIDTH = 27
_POINTS_WIDTH = 6
_COUNT_WIDTH = 7

_TITLES = {
    ACTIONS.RESERVE_CARD: "Reserve a card of the market",
    ACTIONS.BUY_CARD_FROM_MARKET: "Buy a card of the market",
    ACTIONS.BUY_CARD_FROM_RESERVE: "Buy a reserved card",
    ACTIONS.GET_3_FROM_BANK: "Take different tokens",
    ACTIONS.GET_2_FROM_BANK: "Take two tokens of one color",
    ACTIONS.RESERVE_FROM_DECK: "Reserve the top card of a deck",
    ACTIONS.RETURN_TOKEN: "Return a token",
    ACTIONS.CHOOSE_NOBLE: "Choose a noble",
    ACTIONS.PASS: "Pass",
    ACTIONS.PAY_TOKEN: "Pay a token",
}


def print_summary_nicely(summary: Summary, *, file: TextIO | None = None) -> None:
    """Print the result of `state_summary`: one table with a column for each color."""
    out = sys.stdout if file is None else file
    print("\n".join(_summary(summary, _paint(out))), file=out)


def print_legal_moves_nicely(moves: Sequence[Move], *, file: TextIO | None = None) -> None:
    """Print the result of `legal_moves` by kind, each move with its index in the list."""
    out = sys.stdout if file is None else file
    print("\n".join(_moves(moves, _paint(out))), file=out)


def _paint(out: TextIO) -> Paint:
    """Return a painter that uses color if the output is a terminal and color is not off."""
    declined = environ.get("NO_COLOR") or environ.get("TERM") == "dumb"
    return Paint(out.isatty() and not declined)


def _summary(summary: Summary, paint: Paint) -> Iterator[str]:
    titles = (
        paint.ink(ink, f"{name:>{_COUNT_WIDTH}}") for name, ink in zip(_NAMES, _INKS, strict=True)
    )
    yield f"{'':<{_LABEL_WIDTH}}{'points':>{_POINTS_WIDTH}}{''.join(titles)}"
    yield _row("bank", None, summary["bank"], paint)
    for index, noble in enumerate(summary["nobles"]):
        yield _row(f"noble {index}", noble["prestige_points"], noble["req"], paint)
    for row in reversed(summary["market"]):
        yield ""
        for slot, card in enumerate(row):
            yield _card_row(f"tier {card['tier']} slot {slot}", card, "empty", paint)
    for index, player in enumerate(summary["players"]):
        to_move = ", to move" if index == summary["current_player"] else ""
        yield ""
        yield from _player(f"player {index}{to_move}", player, paint)


def _player(whose: str, player: Player, paint: Paint) -> Iterator[str]:
    bonuses = [0] * DEV_COLORS
    for card in player["played"]:
        bonuses[card["bonus_color"]] += 1
    points = player["prestige_points"]
    yield paint.strong(f"{whose:<{_LABEL_WIDTH}}{points:>{_POINTS_WIDTH}}")
    yield _row(f"  tokens: {sum(player['tokens'])}", None, player["tokens"], paint)
    yield _row(f"  cards: {len(player['played'])}", None, bonuses, paint)
    for index, card in enumerate(player["reserved"]):
        yield _card_row(f"  reserved {index}, tier {card['tier']}", card, "hidden", paint)
    for noble in player["nobles"]:
        yield _row("  noble", noble["prestige_points"], noble["req"], paint)


def _card_row(label: str, card: Card, absent: str, paint: Paint) -> str:
    if not card["valid"]:
        return f"{label}  {absent}"
    color = card["bonus_color"]
    name = paint.ink(_INKS[color], f"  {_NAMES[color]}")
    return _row(label + name, card["prestige_points"], card["cost"], paint)


def _row(label: str, points: int | None, counts: Sequence[int], paint: Paint) -> str:
    """Format a line of the table."""
    told = "" if points is None else str(points or ".")
    cells = (
        paint.ink(ink, f"{count:>{_COUNT_WIDTH}}") if count else f"{'.':>{_COUNT_WIDTH}}"
        for count, ink in zip(counts, _INKS, strict=False)
    )
    return f"{padded(label, _LABEL_WIDTH)}{told:>{_POINTS_WIDTH}}{''.join(cells)}"


def _moves(moves: Sequence[Move], paint: Paint) -> Iterator[str]:
    if not moves:
        yield "There are no legal moves: the game is over."
        return
    yield counted(len(moves), "legal move")
    by_kind: dict[int, list[str]] = {}
    for place, (kind, payload) in enumerate(moves):
        by_kind.setdefault(kind, []).append(f"{place:>4}  {_payload(kind, payload, paint)}")
    for kind, lines in by_kind.items():
        yield from ("", paint.strong(_TITLES[ACTIONS(kind)]), *lines)


def _payload(kind: int, payload: Any, paint: Paint) -> str:
    match ACTIONS(kind):
        case ACTIONS.RESERVE_CARD | ACTIONS.BUY_CARD_FROM_MARKET:
            return f"tier {payload['tier']} slot {payload['slot']}"
        case ACTIONS.RESERVE_FROM_DECK:
            return f"tier {payload['tier']}"
        case ACTIONS.BUY_CARD_FROM_RESERVE:
            return f"reserved {payload['index']}{_card_note(payload.get('card'), paint)}"
        case ACTIONS.CHOOSE_NOBLE:
            return f"noble {payload['index']}{_noble_note(payload.get('noble'), paint)}"
        case ACTIONS.PASS:
            return "nothing else is legal"
        case _:
            return _gems(payload, paint)


def _card_note(card: Card | None, paint: Paint) -> str:
    if card is None:
        return ""
    name = paint.ink(_INKS[card["bonus_color"]], _NAMES[card["bonus_color"]])
    cost = _gems(card["cost"], paint) or "nothing"
    return f": {name}, {counted(card['prestige_points'], 'point')}, costs {cost}"


def _noble_note(noble: Noble | None, paint: Paint) -> str:
    if noble is None:
        return ""
    return f": {counted(noble['prestige_points'], 'point')}, needs {_gems(noble['req'], paint)}"


def _gems(counts: Sequence[int], paint: Paint) -> str:
    return " ".join(
        paint.ink(ink, f"{count} {name}")
        for count, name, ink in zip(counts, _NAMES, _INKS, strict=False)
        if count
    )
