"""The table of Splendor as a picture.

It shows only what the `Board` contains, so the picture of a view shows what that seat may know.
Squares are cards and discs are tokens; a letter stands beside every color.
"""

from collections.abc import Sequence

from gemgrove.canvas import (
    ACCENT,
    DARK,
    FAINT,
    LIGHT,
    PANEL,
    PAPER,
    RAISED,
    Area,
    Canvas,
    Color,
    Point,
    ink_on,
)
from gemgrove.english import counted
from gemgrove.picture import GAP, Picture
from gemgrove.splendor.board import Board, Player, Reserved
from gemgrove.splendor.cards import TIERS, Card, Noble
from gemgrove.splendor.colors import COLORS, GOLD, TOKENS
from gemgrove.splendor.moves import ROWS, SLOTS, TOKEN_LIMIT

LETTERS = ("W", "B", "G", "R", "K", "gold")
"""By color, in the order of `TOKENS`; black is K."""
INKS: tuple[Color, ...] = ("#f4f6f8", "#1d66c2", "#1b8048", "#c62f3b", "#26292d", "#f0b51d")
"""The colors of the gems, in the same order."""

_SIDE = 312  # the players' column
_DECK = 80
_NOBLES = 84
_BANK = 66
_RESERVES = 3
_BACKS: tuple[Color, ...] = ("#2f6b55", "#8a6a1c", "#33628c")  # by tier
_EDGE = "#10161a"
_NOBLE_GROUND = "#e6dcf0"
_NOBLE_INK = "#6b4a94"
_CROWN = "#d3bdea"


class SplendorPicture(Picture):
    """The table as a view shows it."""

    title = "Splendor"
    board: Board

    def lay_out(self, area: Area) -> None:
        """Draw the nobles above the market and the bank, and the players beside them."""
        center, side = area.cut_left(area.width - _SIDE)
        center = center._replace(width=center.width - GAP)
        nobles, rest = center.cut_top(_NOBLES)
        market, bank = rest.cut_top(rest.height - _BANK)
        self._nobles(nobles)
        self._market(market._replace(top=market.top + GAP, height=market.height - 2 * GAP))
        self._bank(bank)
        for seat, panel in enumerate(side.rows(len(self.names), GAP)):
            self._player(seat, panel)

    def stage(self) -> str:
        target = self.view.rules.target_points
        if any(player.points >= target for player in self.board.players):
            return f"round {self.board.round}, the last one"
        return f"round {self.board.round}, the game ends at {counted(target, 'point')}"

    def task(self) -> str:
        board = self.board
        match board.phase:
            case "play":
                return "take a turn"
            case "return":
                more = sum(board.player.tokens) - TOKEN_LIMIT
                return f"return {counted(more, 'token')}{self._drawn()}"
            case "noble":
                return "choose a noble"
            case _:
                owed = [f"{number} {COLORS[color]}" for color, number in _present(board.owed)]
                return f"owe {', '.join(owed)}"

    def _drawn(self) -> str:
        """Name the tokens of which some must be returned, if the rules allow no others."""
        escrow = self.board.escrow
        if escrow is None or self.view.rules.over_limit != "return_drawn":
            return ""
        return f" of {', '.join(f'{number} {TOKENS[c]}' for c, number in _present(escrow.tokens))}"

    def _nobles(self, area: Area) -> None:
        for noble, place in zip(
            self.board.nobles, area.columns(len(self.board.nobles), GAP), strict=True
        ):
            if noble is None:
                self.canvas.box(place, outline=RAISED)
            else:
                self._noble(noble, place)

    def _noble(self, noble: Noble, area: Area) -> None:
        canvas = self.canvas
        canvas.box(area, _NOBLE_GROUND, outline=_EDGE)
        worth, wanted = area.inset(7).cut_left(32)
        _crown(canvas, (worth.left + 11, worth.top + 8), _NOBLE_INK)
        canvas.text(
            (worth.left + 11, worth.top + 32), str(noble.points), 22, DARK, anchor="mm", bold=True
        )
        needs = _present(noble.requirement)
        step = min(34, wanted.width / len(needs))
        reach = min(13, step / 2 - 1)
        for place, (color, number) in enumerate(needs):
            x = wanted.left + step * (place + 0.5)
            self._gems((x, worth.top + 15), reach, color, number, _EDGE, square=True)
            self._letter((x, worth.top + 38), color, DARK)
        name = noble.name or "noble"
        canvas.text(
            (area.center[0], area.bottom - 14), name, 12, DARK, anchor="mm", room=area.width - 10
        )
        if self.board.can_receive(noble):
            canvas.tick((area.center[0], area.bottom))

    def _market(self, area: Area) -> None:
        for tier, row in zip(reversed(TIERS), area.rows(len(TIERS), GAP), strict=True):
            deck, rest = row.cut_left(_DECK)
            self._deck(tier, deck)
            _, rest = rest.cut_left(GAP)
            for card, place in zip(
                self.board.market[tier - 1], rest.columns(SLOTS, GAP), strict=True
            ):
                if card is None:
                    self.canvas.box(place, outline=RAISED)
                else:
                    self._card(card, place, buyable=True)

    def _deck(self, tier: int, area: Area) -> None:
        left = len(self.board.decks[tier - 1])
        x, y = area.center
        if left:
            self._back(tier, area)
        else:
            self.canvas.box(area, outline=RAISED)
        self.canvas.text((x, y - 4), str(left), 26, anchor="mm", bold=True)
        self.canvas.text((x, y + 20), ROWS[tier - 1], 12, anchor="mm")

    def _back(self, tier: int, area: Area) -> None:
        """Draw a face-down card, with as many dots as its tier."""
        self.canvas.box(area, _BACKS[tier - 1], outline=_EDGE)
        self.canvas.box(area.inset(4), outline="#d8dfd9", radius=4)
        x = area.center[0]
        for place in range(tier):
            self.canvas.disc((x + 11 * (place - (tier - 1) / 2), area.bottom - 14), 3.5, LIGHT)

    def _card(self, card: Card, area: Area, *, buyable: bool) -> None:
        """Draw a card, large in the market and small in a reserve."""
        canvas, ground = self.canvas, INKS[card.color]
        large = area.height >= 100
        band, body = area.cut_top(34 if large else 20)
        canvas.box(area, PAPER, outline=_EDGE)
        canvas.box(band, ground, outline=_EDGE)
        ink = ink_on(ground)
        middle = band.center[1]
        if card.points:
            size = 24 if large else 15
            canvas.text((band.left + 8, middle), str(card.points), size, ink, bold=True)
        word = str(card.color) if area.width > 80 else LETTERS[card.color]
        canvas.text((band.right - 7, middle), word, 14 if large else 12, ink, anchor="rm")
        if body.height >= 108:
            _gem(canvas, (body.center[0], body.top + body.height * 0.28), 17, ground)
        self._cost(card, body)
        if self.board.buying == card:
            canvas.box(area, outline=ACCENT, width=3)
        if buyable and self.board.can_buy(card):
            canvas.tick((area.right - 13, band.bottom + 13))

    def _cost(self, card: Card, area: Area) -> None:
        costs = _present(card.cost)
        large = area.height >= 70
        widest, letter = (28, 10) if large else (22, 7)
        step = min(widest, (area.width - 6) / max(1, len(costs)))
        radius = step / 2 - 1
        start = area.center[0] - step * len(costs) / 2
        for place, (color, number) in enumerate(costs):
            x = start + step * (place + 0.5)
            self._gems((x, area.bottom - 2 * letter - radius), radius, color, number, _EDGE)
            self._letter((x, area.bottom - letter), color, DARK)
        if not costs:
            self.canvas.text(area.center, "free", 12, DARK, anchor="mm")

    def _bank(self, area: Area) -> None:
        self.canvas.box(area, PANEL)
        label, rest = area.cut_left(_DECK)
        self.canvas.text(label.center, "bank", 14, FAINT, anchor="mm")
        for color, place in enumerate(rest.columns(len(TOKENS))):
            x, y = place.left + 24, place.center[1]
            self._gems((x, y), 20, color, self.board.bank[color], LIGHT)
            word = TOKENS[color]
            self.canvas.text((x + 26, y - (8 if color < GOLD else 0)), word, 12)
            if color < GOLD:
                self.canvas.text((x + 26, y + 9), LETTERS[color], 14, bold=True)

    def _player(self, seat: int, area: Area) -> None:
        player = self.board.players[seat]
        moves = self.moves(seat)
        self.panel(seat, area)
        head, rest = area.inset(8).cut_top(24)
        self._head(seat, head, moves)
        holdings, rest = rest.cut_top(58 if rest.height < 160 else 74)
        self._holdings(player, holdings)
        cards, rest = rest.cut_top(min(rest.height, 150))
        _, cards = cards.cut_top(4)
        for place, card in zip(cards.columns(_RESERVES, GAP), player.reserved, strict=False):
            self._reserved(card, place, moves)
        if rest.height > 30:
            self._visits(player.nobles, rest)

    def _head(self, seat: int, area: Area, moves: bool) -> None:
        canvas, player = self.canvas, self.board.players[seat]
        left, y = area.left, area.top + 9
        if moves:
            canvas.polygon([(left, y - 6), (left + 9, y), (left, y + 6)], ACCENT)
            left += 15
        number, words = counted(player.points, "point").split()
        canvas.text((left, y), self.names[seat], 16, bold=True, room=150)
        canvas.text((area.right, y + 3), words, 12, FAINT, anchor="rm")
        canvas.text((area.right - 40, y), number, 24, bold=True, anchor="rm")
        if player.nobles:
            _crown(canvas, (area.right - 112, y), _CROWN)
            canvas.text((area.right - 100, y), str(len(player.nobles)), 16, _CROWN, bold=True)

    def _holdings(self, player: Player, area: Area) -> None:
        """Draw cards as squares above tokens as discs, with a column for each color."""
        labels, rest = area.cut_left(54)
        step = area.height / 2
        reach = min(14, step / 2 - 2)
        cards, tokens = (row.center[1] for row in area.rows(2))
        for y, what in (
            (cards, counted(len(player.bought), "card")),
            (tokens, counted(sum(player.tokens), "token")),
        ):
            self.canvas.text((labels.left, y), what, 12, FAINT)
        for color, column in enumerate(rest.columns(len(TOKENS))):
            x = column.right - reach - 1
            if color == GOLD:
                self._letter((x, cards), color, LIGHT)
            else:
                self._letter((x - reach - 6, area.center[1]), color, LIGHT)
                self._gems((x, cards), reach, color, player.bonuses[color], LIGHT, square=True)
            self._gems((x, tokens), reach, color, player.tokens[color], LIGHT)

    def _visits(self, nobles: Sequence[Noble], area: Area) -> None:
        for noble, place in zip(nobles, area.columns(len(nobles) or 1, GAP), strict=False):
            y = place.top + 18
            _crown(self.canvas, (place.left + 9, y), _CROWN)
            name = noble.name or "noble"
            self.canvas.text((place.left + 22, y), name, 12, room=place.width - 22)

    def _reserved(self, reserved: Reserved, area: Area, moves: bool) -> None:
        if reserved.card is not None:
            self._card(reserved.card, area, buyable=moves)
            return
        self._back(reserved.tier, area)
        self.canvas.text(
            (area.center[0], area.center[1] - 6), ROWS[reserved.tier - 1], 12, anchor="mm"
        )

    def _gems(
        self,
        center: Point,
        reach: float,
        color: int,
        number: int,
        rim: Color,
        *,
        square: bool = False,
    ) -> None:
        """Draw a number of tokens on a disc, or of cards on a square."""
        fill, outline = (INKS[color], rim) if number else (None, RAISED)
        if square:
            corner = center[0] - reach, center[1] - reach
            self.canvas.box(Area(*corner, 2 * reach, 2 * reach), fill, outline=outline, radius=3)
        else:
            self.canvas.disc(center, reach, fill, outline=outline)
        if number:
            size = round(reach * (1.35 if number < 10 else 1.1))
            self.canvas.text(center, str(number), size, ink_on(INKS[color]), anchor="mm", bold=True)

    def _letter(self, center: Point, color: int, ink: Color) -> None:
        self.canvas.text(center, LETTERS[color], 11, ink, anchor="mm")


def _present(gems: Sequence[int]) -> list[tuple[int, int]]:
    """Return the colors whose number is not zero, each with its number."""
    return [(color, number) for color, number in enumerate(gems) if number]


def _gem(canvas: Canvas, center: Point, reach: float, color: Color) -> None:
    x, y = center
    table, girdle, tip = y - reach * 0.7, y - reach * 0.2, y + reach
    outline = [
        (x - reach * 0.6, table),
        (x + reach * 0.6, table),
        (x + reach, girdle),
        (x, tip),
        (x - reach, girdle),
    ]
    canvas.polygon(outline, color)
    canvas.line([*outline, outline[0]], _EDGE)
    facet = ink_on(color)
    canvas.line([(x - reach, girdle), (x + reach, girdle)], facet)
    for side in (-0.35, 0.35):
        canvas.line([(x + reach * side, girdle), (x, tip)], facet)


def _crown(canvas: Canvas, center: Point, color: Color) -> None:
    x, y = center
    points = [(-8, -6), (-4, 0), (0, -7), (4, 0), (8, -6), (6, 6), (-6, 6)]
    canvas.polygon([(x + right, y + down) for right, down in points], color)
