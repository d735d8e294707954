"""The texts about Splendor for people: moves, results and prompts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gemgrove import variant
from gemgrove.english import conjugated, counted, listed, subject
from gemgrove.presenter import Position, Presenter, Step, best_first
from gemgrove.splendor.accessible_text import accessible_text, gems_in_words, points_in_words
from gemgrove.splendor.board import Board
from gemgrove.splendor.cards import Card
from gemgrove.splendor.colors import GOLD
from gemgrove.splendor.hit_test import hit_test
from gemgrove.splendor.moves import ROWS, TOKEN_LIMIT, Move
from gemgrove.splendor.render import SHAPES, drawn_text, gems, points_text
from gemgrove.splendor.rule_options import Rules

_GROUPS = (
    ("buy", "buy"),
    ("take", "take"),
    ("reserve", "reserve"),
    ("return", "return a token"),
    ("pay", "pay a token"),
    ("noble", "receive a noble"),
    ("pass", "pass"),
)


_SHORT_WORDS = """\
  Colors may be shortened (w, blu, gre, r, bla, go), rows too.
  Pink and brown are other names of black."""
_RULES_TEXT = """\
Your aim: more points than the others when the game ends.
On your turn do one thing: take three tokens of different colors; or take two
of one color, if the bank has four of it; or reserve a card and get a gold
token, if one is left; or buy a card, from the table or from your reserve.
A card costs the tokens printed on it. Gold stands for any color. Every card
you own makes later cards cheaper by one token of its color.
You may hold ten tokens at the end of a turn and three reserved cards.
{over_limit}
A noble comes to you by itself when your cards have the colors it asks for.
When somebody has {points} points the round is played to its end. Most points win;
among equals, fewest cards.
docs/rules.md has every option of the rules."""
_OVER_LIMIT = {
    "return": "Whatever is more than ten you return, any tokens you like.",
    "return_drawn": "Whatever is more than ten you return, of the tokens you took this turn only.",
    "forbid": "You cannot take tokens that would make more than ten.",
}


@dataclass(frozen=True, slots=True)
class _Wording:
    """Functions that write gems by color, a card (None if unknown) and points."""

    gems: Callable[[Sequence[int]], str]
    card: Callable[[Card | None], str]
    points: Callable[[int], str]


def _card_in_symbols(card: Card | None) -> str:
    if card is None:
        return "a card"
    points = f" ({points_text(card.points)})" if card.points else ""
    return f"{SHAPES[card.color]} {card.color}{points}"


def _card_in_words(card: Card | None) -> str:
    if card is None:
        return "a card"
    points = f" of {counted(card.points, 'point')}" if card.points else ""
    return f"the {card.color} card{points}"


_SYMBOLS = _Wording(gems, _card_in_symbols, points_text)
_WORDS = _Wording(gems_in_words, _card_in_words, points_in_words)


class SplendorPresenter(Presenter):
    """Texts about Splendor."""

    length_unit = "rounds"

    def moves_help(self, rules: Rules) -> str:
        fewer = {"forced": "when the bank has no more colors", "free": "if you like"}
        drawn = " you took this turn" if rules.over_limit == "return_drawn" else ""
        reserve = "r m 4, r m deck" if rules.deck_reserve else "r m 4"
        deck = ", or the top of their deck" if rules.deck_reserve else ""
        lines = [
            ("p3 red white blue", "take three tokens of different colors"),
            ("p2 red", "take two alike, where the bank has four or more"),
            ("p2 red blue, p1 red", f"take fewer, {fewer.get(rules.take_fewer)}"),
            ("b t 2", "buy card 2 of the row t: m mines, t transport, v vendors"),
            ("br 1", "buy your first reserved card"),
            (reserve, f"reserve card 4 of the mines{deck};"),
            ("", "you get a gold token, if one is left"),
            ("return red", f"return a token{drawn}, above ten"),
            ("noble 2", "choose, when several nobles would visit you"),
            ("pay gold", "pay a token"),
            ("pass", "when nothing else is possible"),
        ]
        without = {
            "p2 red blue, p1 red": rules.take_fewer == "never",
            "return red": rules.over_limit == "forbid",
            "noble 2": rules.nobles != "choose",
            "pay gold": rules.payment != "choose",
        }
        shown = [f"  {text:<20}{about}" for text, about in lines if not without.get(text)]
        return "\n".join([*shown, _SHORT_WORDS])

    def rules_text(self, rules: Rules) -> str:
        return _RULES_TEXT.format(
            over_limit=_OVER_LIMIT[rules.over_limit], points=rules.target_points
        )

    @property
    def _wording(self) -> _Wording:
        return _WORDS if self.words else _SYMBOLS

    def accessible_text(self, position: Position, names: Sequence[str]) -> list[str]:
        return accessible_text(position.board, names)

    def hit_test(self, table: str, row: int, column: int) -> str:
        return hit_test(table, row, column)

    def step(self, view: Position, *, color: bool = False) -> Step:  # noqa: ARG002
        board: Board = view.board
        player, gems = board.player, self._wording.gems
        match board.phase:
            case "return":
                held = sum(player.tokens)
                more = held - TOKEN_LIMIT
                note = f"You hold {held} tokens: {gems(player.tokens)}. {more} must go back."
                drawn = drawn_text(board, gems)
                note = f"{note} {drawn}".rstrip()
                return Step(f"return a token ({more} to go)> ", "return", note)
            case "noble":
                places = [str(move.slot) for move in view.legal_moves() if isinstance(move, Move)]
                nobles = [f"{place} {board.nobles[int(place) - 1]}" for place in places]
                note = "\n  ".join(["Several nobles would visit you; one may:", *nobles])
                return Step(f"noble {listed(places, 'or')}> ", "noble", note)
            case "pay":
                ways = [
                    str(move.colors[0]) for move in view.legal_moves() if isinstance(move, Move)
                ]
                what = self._wording.card(board.buying)
                note = f"{what}: you owe {gems(board.owed)}, and hold {gems(player.tokens)}."
                return Step(f"pay {listed(ways, 'or')}> ", "pay", note)
            case _:
                return Step("move> ")

    def describe(self, position: Position, move: variant.Move) -> str:
        """Describe a move's effect, such as `buy ● blue (1 pt) from mines 2`."""
        assert isinstance(move, Move)
        return f"{_verb(move)} {_object(position.board, move, self._wording)}".strip()

    def narrate(
        self, before: Position, move: variant.Move, after: Position, names: Sequence[str]
    ) -> list[str]:
        """Describe a move, the nobles who came, and the beginning of the last round."""
        assert isinstance(move, Move)
        seat, name = before.to_move, names[before.to_move]
        old, new = before.board.players[seat], after.board.players[seat]
        sentences = []
        if move.kind != "noble":
            what = _done(before.board, after.board, move, self._wording)
            if move.kind == "reserve" and new.tokens[GOLD] > old.tokens[GOLD]:
                what += f" and {conjugated('take', name)} gold"
            verb = conjugated(_verb(move), name)
            sentences.append(f"{subject(name)} {verb} {what}".rstrip(" ,") + ".")
        sentences += [
            f"{noble.name or 'A noble'} visits {name}: {self._wording.points(noble.points)}."
            for noble in new.nobles
            if noble not in old.nobles
        ]
        target = before.rules.target_points
        reached = max(player.points for player in before.board.players) < target <= new.points
        if reached and not after.over:
            sentences.append(f"{target} points are reached: this is the last round.")
        return sentences

    def group_moves(
        self, position: Position, moves: Sequence[variant.Move]
    ) -> list[tuple[str, list[str]]]:
        """Group moves by kind, and describe their cards and nobles."""
        board: Board = position.board
        own = [move for move in moves if isinstance(move, Move)]
        groups = []
        for kind, heading in _GROUPS:
            entries = [_entry(board, move, self._wording) for move in own if move.kind == kind]
            if entries:
                groups.append((heading, entries))
        return groups

    def length(self, game: Position) -> int:
        """Return the number of rounds played, including the last one."""
        board: Board = game.board
        return -(-board.turns // game.players)

    def standings(self, game: Position, names: Sequence[str]) -> list[str]:
        """List points, and the cards that break ties."""
        board: Board = game.board
        players = [(names[seat], board.players[seat]) for seat in best_first(game)]
        return [
            f"{name:<12}{counted(player.points, 'point'):>9}"
            f"  {counted(len(player.bought), 'card'):>8}"
            f"  {counted(len(player.nobles), 'noble')}"
            for name, player in players
        ]


def _entry(board: Board, move: Move, wording: _Wording) -> str:
    if move.kind == "buy":
        card = board.card_at(move)
        if card is None:
            return move.text
        return f"{move.text}  {wording.card(card)}, {wording.gems(card.cost) or 'free'}"
    if move.kind == "noble":
        assert move.slot is not None
        return f"{move.text}  {board.nobles[move.slot - 1]}"
    return move.text


def _verb(move: Move) -> str:
    return {"noble": "receive"}.get(move.kind, move.kind)


def _object(board: Board, move: Move, wording: _Wording) -> str:
    """Describe the object of a move, before it is made."""
    match move.kind:
        case "take":
            if len(set(move.colors)) < len(move.colors):
                return f"two {move.colors[0]}"
            return listed([str(color) for color in move.colors])
        case "reserve" | "buy":
            card = board.card_at(move)
            if move.tier is None:
                return f"{wording.card(card)} from the reserve"
            row = ROWS[move.tier - 1]
            if move.slot is None:
                return f"the top card of the {row} deck"
            return f"{wording.card(card)} from {row} {move.slot}"
        case "noble":
            assert move.slot is not None
            return str(board.nobles[move.slot - 1])
        case "pass" | "skip":
            return ""
        case _:
            return listed([str(color) for color in move.colors])


def _done(before: Board, after: Board, move: Move, wording: _Wording) -> str:
    """Describe the object of a move, and its result."""
    seat = before.to_move
    old, new = before.players[seat], after.players[seat]
    spent = [max(0, then - now) for then, now in zip(old.tokens, new.tokens, strict=True)]
    what = _object(before, move, wording)
    if move.kind == "reserve":
        card = new.reserved[-1].card
        return f"{what}, {wording.card(card)}," if move.slot is None and card is not None else what
    if move.kind == "buy":
        owned = {card.id for card in old.bought}
        bought = [card for card in new.bought if card.id not in owned]
        if before.card_at(move) is None and bought:
            what = f"{wording.card(bought[0])} from the reserve"
        if not bought:
            return f"{what}, paying step by step"
        return f"{what} for {wording.gems(spent) or 'nothing'}"
    if move.kind == "pay":
        return wording.gems(spent)
    return what
