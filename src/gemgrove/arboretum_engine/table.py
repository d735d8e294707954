"""The parts common to the full game state and a player's view: two sides, a deck, the turn.

Everything is read before anything is built, so nothing is half imported.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gemgrove.arboretum.cards import RANKS
from gemgrove.arboretum.cards import Card as OwnCard
from gemgrove.arboretum.turn_value import MOST_TREES
from gemgrove.arboretum.validation import HAND
from gemgrove.arboretum_engine.json_values import beside, card_to_json, tableau_to_json
from gemgrove.arboretum_engine.reader import FURTHEST, PLAYERS, SPECIES, Reader, is_count
from gemgrove.arboretum_engine.types import Card, Cell, FormatError
from gemgrove.english import counted
from gemgrove.game import variant_class
from gemgrove.variant import PositionError, Variant

GAME = "arboretum"
CARDS = [Card(species, rank) for species in SPECIES for rank in range(1, RANKS + 1)]
PHASES = ("draw", "second draw", "pick", "discard")
"""Our phases by `subTurn`. In that engine, picking and planting are one move; a finished game is at
the first draw, with no deck."""
DISCARD = PHASES.index("discard")
DRAWN = (0, 1, 2, 1)
"""The number of cards above seven in the hand of the player to move, by `subTurn`."""
_CARDS_OR_COUNT = "cards, or the number of cards"
HIDDEN = -2
NOTHING = -1


class Names(NamedTuple):
    """The names of one side's fields."""

    hand: str
    discard: str
    play_area: str


@dataclass(slots=True)
class Side:
    """One player's cards."""

    names: Names
    hand: list[Card | None]
    """None for an unknown card."""
    pile: list[Card]
    """The discard pile, its top card last."""
    planted: dict[Cell, Card]
    shown: list[Card] = field(default_factory=list)
    """The cards in the hand that the other player knows."""

    @property
    def known(self) -> list[Card]:
        """The known cards in the hand."""
        return [card for card in self.hand if card is not None]

    @property
    def unknown(self) -> int:
        """The number of unknown cards in the hand."""
        return self.hand.count(None)

    def places(self) -> Iterator[tuple[Card, str]]:
        """Yield every known card with its place."""
        yield from _placed(self.hand, self.names.hand)
        yield from _placed(self.pile, self.names.discard)
        for (x, y), card in self.planted.items():
            yield card, f'{self.names.play_area}["{x}"]["{y}"]'


@dataclass(slots=True)
class Table:
    """A position as read, with seats instead of letters or opponents."""

    sides: tuple[Side, Side]
    deck: list[Card] | int
    """The cards, the top one last, or their number."""
    to_move: int
    sub_turn: int

    def places(self) -> list[tuple[Card, str]]:
        """Return every visible card with its place."""
        deck = self.deck if isinstance(self.deck, list) else []
        sides = [place for side in self.sides for place in side.places()]
        return [*sides, *_placed(deck, "deck")]

    def turns(self) -> int:
        """Return the number of completed turns; in each, a card was planted."""
        return sum(len(side.planted) for side in self.sides) - (self.sub_turn == DISCARD)

    def position(self) -> tuple[Variant, Any]:
        """Return the rules and the native position; raise a `FormatError` if it is invalid."""
        first = (self.to_move + self.turns()) % PLAYERS
        variant = variant_class(GAME).create(
            "official", players=PLAYERS, options={"first_player": first}
        )
        hidden = not isinstance(self.deck, list)
        try:
            return variant, variant.from_fields(self._fields(first), hidden=hidden)
        except PositionError as error:
            raise FormatError(f"This is not a position of the game. {error}") from error

    def _fields(self, first: int) -> dict[str, Any]:
        if isinstance(self.deck, list):
            deck = _numbers(reversed(self.deck))
        else:
            deck = [HIDDEN] * self.deck
        return {
            "to_move": self.to_move,
            "phase": PHASES[self.sub_turn] if deck or self.sub_turn else "over",
            "first": first,
            "turns": self.turns(),
            "picked": NOTHING,
            "deck": deck,
            "players": [
                {
                    "hand": sorted(_numbers(side.known)),
                    "shown": sorted(_numbers(side.shown)),
                    "hidden": side.unknown,
                    "pile": _numbers(side.pile),
                    "arboretum": sorted(
                        [number, *cell]
                        for number, cell in zip(
                            _numbers(side.planted.values()), side.planted, strict=True
                        )
                    ),
                }
                for side in self.sides
            ],
        }


def read_side(values: Reader, names: Names, *, hidden: bool = False) -> Side:
    """Read one side; with `hidden`, its hand may be a count or contain nulls."""
    planted = {cell: card.card() for cell, card in values[names.play_area].cells().items()}
    hand = _read_hand(values[names.hand], hidden=hidden)
    side = Side(names, hand, values[names.discard].cards(), planted)
    # If some cards of a hand are hidden, the other player knows those that are not.
    side.shown = side.known if side.unknown else []
    return side


def read_deck(deck: Reader) -> list[Card] | int:
    """Read the cards of the deck, or their number."""
    if is_count(deck.value):
        return deck.whole(0, len(CARDS))
    return [card.card() for card in deck.array(_CARDS_OR_COUNT)]


def read_sub_turn(values: Reader) -> int:
    """Read the `subTurn`."""
    return values["subTurn"].whole(0, len(PHASES) - 1)


def side_values(fields: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Write one side of our fields as JSON values."""
    hand = [*_cards_json(fields["hand"]), *[None] * fields["hidden"]]
    arboretum = {(x, y): OwnCard.of(number) for number, x, y in fields["arboretum"]}
    return {
        names.hand: hand,
        names.discard: _cards_json(fields["pile"]),
        names.play_area: tableau_to_json(arboretum),
    }


def sub_turn_of(phase: str) -> int:
    """Return the `subTurn` of one of our phases."""
    if phase == "plant":
        return PHASES.index("pick")
    return PHASES.index(phase) if phase in PHASES else 0


def check_counts(table: Table) -> None:
    """Check the number of cards in each place, and that planted cards are connected."""
    for seat, side in enumerate(table.sides):
        held = len(side.hand)
        wanted = HAND + (DRAWN[table.sub_turn] if seat == table.to_move else 0)
        if held != wanted:
            raise FormatError(
                f"{side.names.hand} has {counted(held, 'card')}; "
                f"at subTurn {table.sub_turn} it must have {wanted}."
            )
        fault = planting_fault(side)
        if fault is not None:
            raise FormatError(fault)
    mover, other = table.sides[table.to_move], table.sides[1 - table.to_move]
    before = len(mover.planted) - (table.sub_turn == DISCARD)
    if len(other.planted) - before not in (0, 1):
        raise FormatError(
            f"{mover.names.play_area} has {counted(len(mover.planted), 'card')} and "
            f"{other.names.play_area} {len(other.planted)}: the players plant in turns, so at "
            f"subTurn {table.sub_turn} the one to move must have "
            f"{len(other.planted) + (table.sub_turn == DISCARD)} or one fewer."
        )
    for side, turns in ((mover, before), (other, len(other.planted))):
        if len(side.pile) > turns:
            raise FormatError(
                f"{side.names.discard} has {counted(len(side.pile), 'card')}; "
                f"after {counted(turns, 'turn')} of that player it can have {turns}."
            )
    if table.sub_turn == 0 and other.planted and not other.pile:
        raise FormatError(
            f"{other.names.discard} is empty, but that player has just discarded a card."
        )


def planting_fault(side: Side) -> str | None:
    """Say what is wrong with a side's planted cards; None if nothing is."""
    place = side.names.play_area
    if not side.planted:
        return None
    if (0, 0) not in side.planted:
        return f"{place} has no card at (0, 0), where the first one is planted."
    if len(side.planted) > MOST_TREES:
        return f"{place} has {len(side.planted)} cards; that is more than a game allows."
    reached: set[Cell] = set()
    edge: set[Cell] = {(0, 0)}
    while edge:
        reached |= edge
        edge = (beside(edge) & side.planted.keys()) - reached
    for x, y in sorted(side.planted.keys() - reached):
        return f'{place}["{x}"]["{y}"] is not adjacent to the cards that begin at (0, 0).'
    return None


def turn_problems(table: Table, values: Reader) -> list[str]:
    """Say what is wrong with `turn`, if it is present, a sentence each."""
    if "turn" not in values:
        return []
    turn, fitting = values["turn"].whole(0, FURTHEST), table.turns()
    if turn == fitting:
        return []
    planted = counted(fitting + (table.sub_turn == DISCARD), "card")
    return [f"turn is {turn}, but with {planted} planted it fits turn {fitting}."]


def _read_hand(hand: Reader, *, hidden: bool) -> list[Card | None]:
    if not hidden:
        return [*hand.cards()]
    if is_count(hand.value):
        return [None] * hand.whole(0, HAND + max(DRAWN))
    return hand.cards_or_nulls(_CARDS_OR_COUNT)


def _placed(cards: Iterable[Card | None], place: str) -> Iterator[tuple[Card, str]]:
    for number, card in enumerate(cards):
        if card is not None:
            yield card, f"{place}[{number}]"


def _numbers(cards: Iterable[Card]) -> list[int]:
    return [OwnCard(*card).number for card in cards]


def _cards_json(numbers: Iterable[int]) -> list[list[Any]]:
    return [card_to_json(OwnCard.of(number)) for number in numbers]
