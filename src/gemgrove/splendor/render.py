"""Splendor's table as text: 80 columns, a shape for every gem, and optional color.

It shows only what the `Board` contains, so the table of a view shows what that seat may know. Color
only repeats what shapes, words and marks say.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from gemgrove.splendor.board import Board, Player, Reserved
from gemgrove.splendor.cards import Card, Noble
from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.moves import ROWS, SLOTS, TOKEN_LIMIT
from gemgrove.text_layout import WIDTH, Paint, cut, padded, width

SHAPES = ("◇", "●", "▼", "■", "♠", "★")
"""The gems' shapes, in the order of `TOKENS`; no two have similar outlines."""
MARK = "✓"
NOTHING = "·"
_BESIDE = " │ "

CARD = 15  # the width inside the border
LABEL = 12
GEM = 8
_COUNTS = (("tokens", 6), ("cards", 6), ("points", 7))
_NAME = LABEL - 3
_REALM = re.compile(r" (of|the) .*")
# Text on its own background, from the 256 colors: readable on dark and on light terminals.
_GEM_INKS = ("30;48;5;254", "97;48;5;26", "97;48;5;28", "97;48;5;160", "97;48;5;238", "30;48;5;220")


def table_lines(board: Board, names: Sequence[str], color: bool) -> Iterator[str]:
    """Draw the table, line by line."""
    return _Table(board, names, color).lines()


def gems(numbers: Sequence[int]) -> str:
    """Write gems by color, such as `3◇ 1■`, leaving out colors without any."""
    return " ".join(f"{number}{SHAPES[color]}" for color, number in enumerate(numbers) if number)


def points_text(points: int) -> str:
    """Write points with their unit; empty for none."""
    return f"{points} pt{'' if points == 1 else 's'}" if points else ""


class _Paint(Paint):
    """Adds the gems' colors to texts."""

    def gem(self, color: int, text: str) -> str:
        return self.ink(_GEM_INKS[color], text)

    def named_gem(self, color: int, *, room: int = 0) -> str:
        return self.gem(color, f"{SHAPES[color]} {TOKENS[color]}".ljust(room))

    def gems(self, numbers: Sequence[int], *, room: int = WIDTH) -> str:
        """Write gems by color, without spaces if the room is narrow."""
        parts = [
            self.gem(color, f"{number}{SHAPES[color]}")
            for color, number in enumerate(numbers)
            if number
        ]
        text = " ".join(parts)
        return text if width(text) <= room else "".join(parts)


class _Table:
    def __init__(self, board: Board, names: Sequence[str], color: bool) -> None:
        self.board = board
        self.rules = board.rules
        self.names = [cut(name, _NAME) for name in names]
        self.paint = _Paint(color)

    def lines(self) -> Iterator[str]:
        yield from self._title()
        yield ""
        yield from self._nobles()
        yield from self._market()
        yield ""
        yield from self._bank()
        for seat in range(len(self.board.players)):
            yield from self._player(seat)
        yield from self._turn()

    def _title(self) -> Iterator[str]:
        board, paint = self.board, self.paint
        target = self.rules.target_points
        title = paint.strong("Splendor")
        if board.phase == "over":
            yield f"{title} · the game is over"
            return
        yield f"{title} · round {board.round} · {target} points end the game"
        if any(player.points >= target for player in board.players):
            last = self.names[(board.first - 1) % len(board.players)]
            whose = "your" if last == "you" else f"{last}'s"
            yield paint.good(
                f"Last round: {target} points are reached. It ends after {whose} turn."
            )

    def _nobles(self) -> Iterator[str]:
        nobles = self.board.nobles
        worth = {noble.points for noble in nobles if noble}
        each = f"  {worth.pop()}pt each" if len(worth) == 1 else ""
        step = CARD + 1 if len(nobles) <= SLOTS else (WIDTH - LABEL) // len(nobles)
        names = [self._noble_name(place, noble, step - 1) for place, noble in enumerate(nobles, 1)]
        needs = [f"  {self._noble_needs(noble, with_points=not each)}" for noble in nobles]
        if all(width(need) < step for need in needs):
            yield padded("nobles", LABEL) + "".join(padded(name, step) for name in names)
            yield padded(each, LABEL) + "".join(padded(need, step) for need in needs)
            return
        for place, noble in enumerate(nobles, 1):
            label = padded("nobles" if place == 1 else "", LABEL)
            needs_text = padded(self._noble_needs(noble, with_points=True), WIDTH // 3)
            yield label + needs_text + self._noble_name(place, noble, WIDTH // 2)

    def _noble_name(self, place: int, noble: Noble | None, room: int) -> str:
        if noble is None:
            return self.paint.faint(f"{place} {NOTHING}")
        name = noble.name or "noble"
        if width(name) > room - 2:
            name = _REALM.sub("", name)
        return f"{place} {cut(name, room - 2)}"

    def _noble_needs(self, noble: Noble | None, *, with_points: bool) -> str:
        if noble is None:
            return ""
        points = f"{noble.points}pt " if with_points else ""
        mark = " " + self.paint.good(MARK) if self.board.can_receive(noble) else ""
        return points + self.paint.gems(noble.requirement) + mark

    def _market(self) -> Iterator[str]:
        faint = self.paint.faint
        heads = (f" {slot} ".center(CARD, "─") for slot in range(1, SLOTS + 1))
        yield " " * LABEL + faint("╭" + "┬".join(heads) + "╮")
        for tier in range(len(ROWS), 0, -1):
            name = ROWS[tier - 1]
            left = len(self.board.decks[tier - 1])
            cards = [self._card(card) for card in self.board.market[tier - 1]]
            labels = (
                f"{self.paint.strong(name[0])} {name}",
                f"  deck {left}" if left else f"  {self.paint.faint('no deck')}",
            )
            for label, cells in zip(labels, zip(*cards, strict=True), strict=True):
                border = faint("│")
                yield padded(label, LABEL) + border + border.join(cells) + border
            if tier > 1:
                yield " " * LABEL + faint("├" + "┼".join(["─" * CARD] * SLOTS) + "┤")
        yield " " * LABEL + faint("╰" + "┴".join(["─" * CARD] * SLOTS) + "╯")

    def _card(self, card: Card | None) -> tuple[str, str]:
        if card is None:
            return self.paint.faint(NOTHING.center(CARD)), " " * CARD
        paint = self.paint
        points = paint.strong(points_text(card.points))
        cost = paint.gems(card.cost, room=CARD - 3) or "free"
        mark = paint.good(MARK) if self.board.can_buy(card) else ""
        bonus = paint.named_gem(card.color, room=GEM - 1)
        return _between(bonus, points), _between(cost, mark)

    def _bank(self) -> Iterator[str]:
        paint = self.paint
        colors = " ".join(paint.named_gem(color, room=GEM - 1) for color in range(len(TOKENS)))
        yield " " * LABEL + colors + " " + "".join(title.rjust(room) for title, room in _COUNTS)
        cells = (self._stock(color, number, 0) for color, number in enumerate(self.board.bank))
        note = paint.faint("(+ is bonuses)".rjust(sum(room for _, room in _COUNTS)))
        yield padded("  bank", LABEL) + "".join(padded(cell, GEM) for cell in cells) + note

    def _stock(self, color: int, tokens: int, bonuses: int) -> str:
        held = self.paint.gem(color, str(tokens)) if tokens else self.paint.faint(NOTHING)
        bonus = " " + self.paint.gem(color, f"+{bonuses}") if bonuses else ""
        return held + bonus

    def _player(self, seat: int) -> Iterator[str]:
        player = self.board.players[seat]
        moves = seat == self.board.to_move and self.board.phase != "over"
        name = self.names[seat]
        label = self.paint.strong(f"▶ {name}") if moves else f"  {name}"
        bonuses = (*player.bonuses, 0)
        stocks = zip(player.tokens, bonuses, strict=True)
        cells = (self._stock(color, *stock) for color, stock in enumerate(stocks))
        held = sum(player.tokens)
        counts = (f"{held}/{TOKEN_LIMIT}", str(len(player.bought)), str(player.points))
        numbers = [count.rjust(room) for count, (_, room) in zip(counts, _COUNTS, strict=True)]
        numbers[-1] = self.paint.strong(numbers[-1])
        yield (
            padded(label, LABEL) + "".join(padded(cell, GEM) for cell in cells) + "".join(numbers)
        )
        yield from self._aside("reserved", self._reserve(player, moves))
        yield from self._aside("nobles", [noble.name or "noble" for noble in player.nobles])

    def _reserve(self, player: Player, moves: bool) -> list[str]:
        def entries(*, named: bool) -> list[str]:
            return [
                f"{place} {self._reserved(reserved, moves, named=named)}"
                for place, reserved in enumerate(player.reserved, 1)
            ]

        long = entries(named=True)
        return long if width(_BESIDE.join(long)) <= WIDTH - LABEL else entries(named=False)

    def _reserved(self, reserved: Reserved, moves: bool, *, named: bool) -> str:
        card, paint = reserved.card, self.paint
        if card is None:
            return paint.faint(f"face down, {ROWS[reserved.tier - 1]}")
        bonus = paint.named_gem(card.color) if named else paint.gem(card.color, SHAPES[card.color])
        points = f" {card.points}pt" if card.points else ""
        cost = paint.gems(card.cost) or "free"
        mark = " " + paint.good(MARK) if moves and self.board.can_buy(card) else ""
        return f"{bonus}{points}: {cost}{mark}"

    def _aside(self, label: str, entries: Sequence[str]) -> Iterator[str]:
        """Write entries side by side, on as many lines as they need."""
        line = ""
        for entry in entries:
            if line and width(line + _BESIDE + entry) > WIDTH - LABEL:
                yield padded(f"   {label}", LABEL) + line
                line = label = ""
            line += (self.paint.faint(_BESIDE) if line else "") + entry
        if line:
            yield padded(f"   {label}", LABEL) + line

    def _turn(self) -> Iterator[str]:
        board, paint = self.board, self.paint
        if board.phase == "over":
            return
        name = self.names[board.to_move]
        you = name == "you"
        note = ""
        match board.phase:
            case "play":
                text = "Your move." if you else f"{name} is to move."
                note = self._marks(you)
            case "return":
                held = sum(board.player.tokens)
                who = "You hold" if you else f"{name} holds"
                text = f"{who} {held} tokens: {held - TOKEN_LIMIT} must go back to the bank."
            case "noble":
                who = "You choose" if you else f"{name} chooses"
                text = f"{who} which noble to receive ({MARK})."
            case _:
                text = f"{'You pay' if you else f'{name} pays'} for"
                bonus = paint.named_gem(board.buying.color) if board.buying else "a card"
                note = f" {bonus}: {paint.gems(board.owed)} still owed, in this order."
        yield ""
        yield paint.strong(f"▶ {text}") + note
        if board.phase == "return" and (drawn := drawn_text(board, paint.gems)):
            yield f"  {drawn}"

    def _marks(self, you: bool) -> str:
        board = self.board
        own = [reserved.card for reserved in board.player.reserved]
        cards = [*own, *(card for row in board.market for card in row)]
        if not any(map(board.can_buy, cards)):
            return ""
        whose = "you" if you else "they"
        return f" {self.paint.good(MARK)} marks what {whose} can buy."


def drawn_text(board: Board, gems: Callable[[Sequence[int]], str]) -> str:
    """For the phase `return`, list the tokens taken this turn; say if only they may go back."""
    if board.escrow is None:
        return ""
    only = board.rules.over_limit == "return_drawn"
    opening = "Only tokens taken this turn may go back" if only else "Taken this turn"
    return f"{opening}: {gems(board.escrow.tokens)}."


def _between(left: str, right: str) -> str:
    """Return one line of a card, with a text at either side."""
    margin = 1 if width(left) + width(right) + 2 < CARD else 0
    gap = CARD - 2 * margin - width(left) - width(right)
    return " " * margin + left + " " * gap + right + " " * margin
