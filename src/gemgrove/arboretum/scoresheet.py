"""A score sheet that explains who may score a species and why, and what the paths are worth.

    print(score_sheet(game))

Before the end, it shows only the paths: the hands at the end decide who may score them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from textwrap import fill
from typing import Any

from gemgrove import _native
from gemgrove.arboretum.board import Board, read_board
from gemgrove.arboretum.cards import RANKS, SPECIES, Card, species_in_play
from gemgrove.arboretum.rule_options import Rules
from gemgrove.english import counted, default_names, listed, subject
from gemgrove.text_layout import WIDTH

DOUBLED_LENGTH = _native.arboretum.DOUBLED_LENGTH
"""The length from which a path of only one species counts double."""
BEGIN_BONUS = _native.arboretum.BEGIN_BONUS
END_BONUS = _native.arboretum.END_BONUS

_LABEL = 22
_UNBROKEN = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of one species in a hand at the end of the game."""

    seat: int
    cards: tuple[Card, ...]
    sum: int
    """The sum that counts for the right to score."""
    outdone_by: int | None
    """The seat whose 1 makes this hand's 8 count zero, if any."""


@dataclass(frozen=True, slots=True)
class Right:
    """The seats that may score a species."""

    species: str
    seats: tuple[int, ...]
    holdings: tuple[Holding, ...]
    """The seats that hold the species, the highest sum first; empty if nobody does."""


@dataclass(frozen=True, slots=True)
class Line:
    """A number of points, and the reason for them."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Path:
    """A seat's best path for a species."""

    species: str
    cards: tuple[Card, ...]
    lines: tuple[Line, ...]
    counts: bool | None
    """True if the seat may score the path; None while that is undecided."""

    @property
    def points(self) -> int:
        """The path's points, for a seat that may score it."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """One seat's part of the sheet."""

    name: str
    paths: tuple[Path, ...]
    """One for each species that the seat has a path for."""
    total: int
    """The points of the paths that count; before the end, of all of them."""
    species: int
    """The number of species in the arboretum, which breaks ties."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The breakdown of a game's points."""

    final: bool
    rights: tuple[Right, ...]
    """By species; empty before the end, when the hands are compared."""
    seats: tuple[SeatSheet, ...]
    winners: tuple[int, ...]
    """Empty before the end."""

    def to_dict(self) -> dict[str, Any]:
        """Return the sheet as JSON values, with cards as texts."""
        sheet: dict[str, Any] = _plain(asdict(self))
        for seat, own in zip(sheet["seats"], self.seats, strict=True):
            for entry, path in zip(seat["paths"], own.paths, strict=True):
                entry["points"] = path.points
        return sheet

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def score_sheet(position: Any, names: Sequence[str] = ()) -> ScoreSheet:
    """Return the score sheet of a game or a view; `names` are by seat."""
    fields = _native.arboretum.fields(position)
    board = read_board(fields, Rules(players=len(fields["players"])))  # no other option matters
    names = names or default_names(len(board.players), getattr(position, "seat", None))
    letters = species_in_play(len(board.players))
    final = board.phase == "over"
    rights = {letter: _right(position, board, letter) for letter in letters} if final else {}
    seats = tuple(_seat_sheet(position, board, seat, names[seat], rights) for seat in _seats(board))
    return ScoreSheet(final, tuple(rights.values()), seats, _winners(seats) if final else ())


def points_of(cards: Sequence[Card]) -> tuple[Line, ...]:
    """Return the points of a path, line by line."""
    length = len(cards)
    lines = [Line(length, counted(length, "card"))]
    if length >= DOUBLED_LENGTH and len({card.species for card in cards}) == 1:
        lines.append(Line(length, f"all {SPECIES[cards[0].species]}"))
    if cards[0].rank == 1:
        lines.append(Line(BEGIN_BONUS, "begins with a 1"))
    if cards[-1].rank == RANKS:
        lines.append(Line(END_BONUS, f"ends with an {RANKS}"))
    return tuple(lines)


def _seats(board: Board) -> range:
    return range(len(board.players))


def _right(position: Any, board: Board, letter: str) -> Right:
    held = [
        tuple(card for card in player.hand if card.species == letter) for player in board.players
    ]
    number = list(SPECIES).index(letter)
    sums = [_native.arboretum.hand_sum(position, seat, number) for seat in _seats(board)]
    one, eight = Card(letter, 1), Card(letter, RANKS)
    owner = next((seat for seat in _seats(board) if one in held[seat]), None)
    holdings = [
        Holding(
            seat, held[seat], sums[seat], owner if eight in held[seat] and owner != seat else None
        )
        for seat in _seats(board)
        if held[seat]
    ]
    holdings.sort(key=lambda holding: -holding.sum)
    best = tuple(seat for seat in _seats(board) if sums[seat] == max(sums))
    return Right(letter, best, tuple(holdings))


def _seat_sheet(
    position: Any, board: Board, seat: int, name: str, rights: Mapping[str, Right]
) -> SeatSheet:
    paths = []
    for number, letter in enumerate(species_in_play(len(board.players))):
        numbers = _native.arboretum.best_path(position, seat, number)
        if numbers:
            cards = tuple(map(Card.of, numbers))
            counts = seat in rights[letter].seats if rights else None
            paths.append(Path(letter, cards, points_of(cards), counts))
    total = sum(path.points for path in paths if path.counts is not False)
    species = len({card.species for card in board.players[seat].arboretum.values()})
    return SeatSheet(name, tuple(paths), total, species)


def _winners(seats: Sequence[SeatSheet]) -> tuple[int, ...]:
    standings = [(seat.total, seat.species) for seat in seats]
    return tuple(seat for seat, standing in enumerate(standings) if standing == max(standings))


def _plain(value: Any) -> Any:
    """Replace tuples by lists and cards by texts."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _lines(sheet: ScoreSheet) -> Iterator[str]:
    names = [seat.name for seat in sheet.seats]
    if sheet.final:
        yield "The right to score: for the highest sum in hand"
        for right in sheet.rights:
            yield _entry(f"   {SPECIES[right.species]}", _right_told(right, names))
    else:
        yield "The paths so far; who may score them is decided at the end, by hidden hands."
    for seat in sheet.seats:
        yield ""
        yield from _seat_lines(seat, sheet.rights, names)
    if sheet.final:
        yield ""
        yield _filled(_result_told(sheet))


def _entry(label: str, text: str) -> str:
    return _filled(text, label=f"  {label}".ljust(_LABEL), indent=" " * _LABEL)


def _filled(text: str, *, label: str = "", indent: str = "") -> str:
    text = fill(text, WIDTH, initial_indent=label, subsequent_indent=indent)
    return text.replace(_UNBROKEN, " ")


def _unbroken(text: str) -> str:
    return text.replace(" ", _UNBROKEN)


def _right_told(right: Right, names: Sequence[str]) -> str:
    holders = [_holding_told(holding, names) for holding in right.holdings]
    if not holders:
        return "everyone: nobody holds it"
    best, others = holders[: len(right.seats)], holders[len(right.seats) :]
    text = listed(best) + (", a tie" if len(best) > 1 else "")
    return f"{text}, against {listed(others)}" if others else text


def _holding_told(holding: Holding, names: Sequence[str]) -> str:
    cards = " ".join(map(str, holding.cards))
    held = _unbroken(f"{names[holding.seat]} with {holding.sum} ({cards}")
    if holding.outdone_by is None:
        return f"{held})"
    eight, owner = holding.cards[-1], names[holding.outdone_by]
    whose = "your" if owner == "you" else f"{owner}'s"
    why = _unbroken(f"{eight} counts 0 against {whose} {Card(eight.species, 1)}")
    return f"{held}; {why})"


def _seat_lines(seat: SeatSheet, rights: Sequence[Right], names: Sequence[str]) -> Iterator[str]:
    sight = "" if rights else " in sight"
    yield f"{subject(seat.name)}: {counted(seat.total, 'point')}{sight}"
    entitled = {right.species: right.seats for right in rights}
    for path in seat.paths:
        cards = " ".join(map(str, path.cards))
        if path.counts is False:
            cards = _unbroken(cards)
            who = [names[other] for other in entitled[path.species]]
            have = "has" if len(who) == 1 and who != ["you"] else "have"
            lost = f"would be {path.points}, but {listed(who)} {have} the right"
            yield _entry(f" - {SPECIES[path.species]}", f"{cards}: {lost}")
        else:
            yield _entry(f"{path.points:>2} {SPECIES[path.species]}", cards)
            reasons = (_unbroken(f"{line.reason}: {line.points}") for line in path.lines)
            yield _entry("", ", ".join(reasons))
    if not seat.paths:
        yield "  no path"


def _result_told(sheet: ScoreSheet) -> str:
    """Say who has won, and why."""
    most = max(seat.total for seat in sheet.seats)
    level = [number for number, seat in enumerate(sheet.seats) if seat.total == most]
    names = [seat.name for seat in sheet.seats]
    winners = listed([names[seat] for seat in sheet.winners])
    wins = f"{winners} {'wins' if len(sheet.winners) == 1 and winners != 'you' else 'win'}"
    points = counted(most, "point")
    if len(level) == 1:
        return _sentence(f"{wins} with {points}.")
    start = f"{listed([names[seat] for seat in level])} have {points} each; "
    kinds = sheet.seats[sheet.winners[0]].species
    if len(sheet.winners) > 1:
        return _sentence(f"{start}{winners} share the win with {kinds} different species each.")
    others = max(sheet.seats[seat].species for seat in level if seat not in sheet.winners)
    return _sentence(f"{start}{wins} with {kinds} different species against {others}.")


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] if text.startswith("you") else text
