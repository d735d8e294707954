"""The table in plain text, drawn only from the numbers of a state.

It has a line for each card, noble and player, and a column for each color: a card's cost, a noble's
requirement, the gems of the bank and the players.
"""

from collections.abc import Iterator, Sequence

from gemgrove.compat.splendor_arena.layout import COLORS, GEMS, LEVELS
from gemgrove.compat.splendor_arena.table import MOST_GEMS, Player, Row, Table
from gemgrove.splendor.moves import SLOTS

_NAME = 24
_NUMBER = 7
_NOTHING = "-"


def drawn(table: Table) -> str:
    """Draw the table, in several lines."""
    return "\n".join(line.rstrip() for line in _lines(table))


def _lines(table: Table) -> Iterator[str]:
    yield " " * _NAME + "".join(title.rjust(_NUMBER) for title in (*GEMS, "points"))
    for place, noble in enumerate(table.nobles, 1):
        name = f"noble {place}"
        yield _line(name, noble[:-1], noble[-1]) if any(noble) else f"{name}: {_NOTHING}"
    for level in range(LEVELS, 0, -1):
        for place in range(1, SLOTS + 1):
            card = table.market[(level - 1) * SLOTS + place - 1]
            yield _card(f"level {level}, {place}", card)
    yield _line("bank", table.bank)
    for number, player in enumerate(table.players, 1):
        yield from _player(player, number)


def _player(player: Player, number: int) -> Iterator[str]:
    yield _line(f"player {number}", player.gems, player.points)
    yield _line(f"  cards bought: {player.acquired}", player.permanent)
    for place, card in enumerate(player.reserved, 1):
        if any(card):
            yield _card(f"  reserved {place}", card)
    if sum(player.gems) > MOST_GEMS:
        yield f"  must return {sum(player.gems) - MOST_GEMS}; the others hold"


def _card(name: str, card: Row) -> str:
    if not any(card):
        return f"{name}: {_NOTHING}"
    color = card.index(1, len(COLORS)) - len(COLORS)
    return _line(f"{name}: {COLORS[color]}", card[: len(COLORS)], card[-1])


def _line(name: str, gems: Sequence[int], points: int | None = None) -> str:
    cells = [str(number or _NOTHING) for number in gems] + [""] * (len(GEMS) - len(gems))
    cells += [] if points is None else [str(points)]
    return name.ljust(_NAME) + "".join(cell.rjust(_NUMBER) for cell in cells)
