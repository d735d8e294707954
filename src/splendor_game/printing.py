"""Summaries and moves for people. Everything comes from the dictionaries alone."""

import sys
from collections.abc import Sequence
from os import environ
from typing import Any, TextIO

from gemgrove.splendor.colors import Color
from splendor_game.constants import ACTIONS, DEV_COLORS
from splendor_game.types import Card, Move, Noble, Player, Summary

_NAMES = [color.name.lower() for color in Color]
_LABEL_WIDTH = 27
_POINTS_WIDTH = 6
_COUNT_WIDTH = 7

_PAINTS = ("97", "94", "92", "91", "90", "93")  # the terminal's bright colors; black is its gray
_BOLD = "1"

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
    """Print what `state_summary` returned: one table, a column for each color."""
    out = sys.stdout if file is None else file
    print("\n".join(_Page(color=_color_wanted(out)).summary(summary)), file=out)


def print_legal_moves_nicely(moves: Sequence[Move], *, file: TextIO | None = None) -> None:
    """Print what `legal_moves` returned, by kind; each with its place in the list."""
    out = sys.stdout if file is None else file
    print("\n".join(_Page(color=_color_wanted(out)).moves(moves)), file=out)


class _Page:
    """Lines of text, with the terminal's colors or without."""

    def __init__(self, *, color: bool) -> None:
        self.color = color

    def summary(self, summary: Summary) -> list[str]:
        mover = summary["current_player"]
        lines = [self._header(), self._row("bank", None, summary["bank"])]
        for index, noble in enumerate(summary["nobles"]):
            lines.append(self._noble_row(f"noble {index}", noble))
        for row in reversed(summary["market"]):
            lines.append("")
            for slot, card in enumerate(row):
                lines.append(self._card_row(f"tier {card['tier']} slot {slot}", card))
        for index, player in enumerate(summary["players"]):
            whose = f"player {index}{', to move' if index == mover else ''}"
            lines += ["", *self._player(whose, player)]
        return lines

    def moves(self, moves: Sequence[Move]) -> list[str]:
        if not moves:
            return ["There are no legal moves: the game is over."]
        by_kind: dict[int, list[tuple[int, Any]]] = {}
        for place, (kind, payload) in enumerate(moves):
            by_kind.setdefault(int(kind), []).append((place, payload))
        lines = [f"{len(moves)} legal move{'' if len(moves) == 1 else 's'}"]
        for kind, entries in by_kind.items():
            lines += ["", self._paint(_TITLES[ACTIONS(kind)], _BOLD)]
            lines += [f"{place:>4}  {self._payload(kind, payload)}" for place, payload in entries]
        return lines

    def _player(self, whose: str, player: Player) -> list[str]:
        bonuses = [0] * DEV_COLORS
        for card in player["played"]:
            bonuses[card["bonus_color"]] += 1
        lines = [
            self._paint(
                f"{whose:<{_LABEL_WIDTH}}{player['prestige_points']:>{_POINTS_WIDTH}}", _BOLD
            ),
            self._row(f"  tokens: {sum(player['tokens'])}", None, player["tokens"]),
            self._row(f"  cards: {len(player['played'])}", None, bonuses),
        ]
        for index, card in enumerate(player["reserved"]):
            lines.append(self._card_row(f"  reserved {index}, tier {card['tier']}", card, "hidden"))
        lines += [self._noble_row("  noble", noble) for noble in player["nobles"]]
        return lines

    def _header(self) -> str:
        names = (
            self._paint(f"{name:>{_COUNT_WIDTH}}", paint)
            for name, paint in zip(_NAMES, _PAINTS, strict=True)
        )
        return f"{'':<{_LABEL_WIDTH}}{'points':>{_POINTS_WIDTH}}{''.join(names)}"

    def _noble_row(self, label: str, noble: Noble) -> str:
        return self._row(label, noble["prestige_points"], noble["req"])

    def _card_row(self, label: str, card: Card, absent: str = "empty") -> str:
        if not card["valid"]:
            return f"{label}  {absent}"
        color = card["bonus_color"]
        name = self._paint(f"  {_NAMES[color]}", _PAINTS[color])
        padding = " " * (_LABEL_WIDTH - len(label) - len(f"  {_NAMES[color]}"))
        return self._row("", card["prestige_points"], card["cost"], start=label + name + padding)

    def _row(
        self, label: str, points: int | None, counts: Sequence[int], *, start: str | None = None
    ) -> str:
        """A line of the table. `start` is a label that was already painted and padded."""
        shown_points = "" if points is None else str(points or ".")
        cells = (
            self._paint(f"{count:>{_COUNT_WIDTH}}", paint) if count else f"{'.':>{_COUNT_WIDTH}}"
            for count, paint in zip(counts, _PAINTS, strict=False)
        )
        left = f"{label:<{_LABEL_WIDTH}}" if start is None else start
        return f"{left}{shown_points:>{_POINTS_WIDTH}}{''.join(cells)}"

    def _payload(self, kind: int, payload: Any) -> str:
        match ACTIONS(kind):
            case ACTIONS.RESERVE_CARD | ACTIONS.BUY_CARD_FROM_MARKET:
                return f"tier {payload['tier']} slot {payload['slot']}"
            case ACTIONS.RESERVE_FROM_DECK:
                return f"tier {payload['tier']}"
            case ACTIONS.BUY_CARD_FROM_RESERVE:
                return f"reserved {payload['index']}{self._card_note(payload.get('card'))}"
            case ACTIONS.CHOOSE_NOBLE:
                return f"noble {payload['index']}{self._noble_note(payload.get('noble'))}"
            case ACTIONS.PASS:
                return "nothing else is legal"
            case _:
                return self._gems(payload)

    def _card_note(self, card: Card | None) -> str:
        if card is None:
            return ""
        color = card["bonus_color"]
        name = self._paint(_NAMES[color], _PAINTS[color])
        cost = self._gems(card["cost"]) or "nothing"
        return f": {name}, {_points(card['prestige_points'])}, costs {cost}"

    def _noble_note(self, noble: Noble | None) -> str:
        if noble is None:
            return ""
        return f": {_points(noble['prestige_points'])}, needs {self._gems(noble['req'])}"

    def _gems(self, counts: Sequence[int]) -> str:
        return " ".join(
            self._paint(f"{count} {name}", paint)
            for count, name, paint in zip(counts, _NAMES, _PAINTS, strict=False)
            if count
        )

    def _paint(self, text: str, paint: str) -> str:
        return f"\033[{paint}m{text}\033[0m" if self.color else text


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _color_wanted(out: TextIO) -> bool:
    """True if the output is a terminal and color has not been turned off."""
    return out.isatty() and "NO_COLOR" not in environ and environ.get("TERM") != "dumb"
