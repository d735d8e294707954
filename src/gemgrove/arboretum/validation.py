"""Position validation: why fields are not a position of Arboretum, as sentences."""

from collections.abc import Iterator, Mapping

from gemgrove import _native
from gemgrove.arboretum.board import EMPTY, HIDDEN, START, Cell, neighbors
from gemgrove.arboretum.cards import RANKS, Card, species_in_play
from gemgrove.arboretum.rule_options import Rules
from gemgrove.english import counted
from gemgrove.notation import SEATS
from gemgrove.validation import HIDDEN_CARDS, Fields, joined, seats_of, size_problems, turn_problems

HAND = _native.arboretum.HAND
_DRAWN = {"second draw": 1, "pick": 2, "plant": 2, "discard": 1}
"""The number of extra cards in the hand of the player to move, by phase."""


def problems(values: Fields, fields: Fields, rules: Rules, *, hidden: bool) -> Iterator[str]:
    """Yield the problems with `values`, which were read from `fields`.

    Each function finds problems of one kind, assuming that those before it found none: only the
    first problem is sure to make sense.
    """
    yield from size_problems(values, fields, rules.players)
    yield from _hiding_problems(values, hidden)
    yield from _card_problems(values, rules)
    yield from _cell_problems(values)
    yield from turn_problems(values, rules.players, rules.first_player)
    yield from _count_problems(values, rules)
    yield from _end_problems(values)
    yield from _picked_problems(values)


def _card_places(values: Fields) -> Iterator[tuple[list[int], str]]:
    """Yield every place with its known cards."""
    yield [card for card in values["deck"] if card != HIDDEN], "the deck"
    for seat, player in seats_of(values):
        yield player["hand"], f"the hand of {seat}"
        yield player["pile"], f"the pile of {seat}"
        yield [card for card, _, _ in player["arboretum"]], f"the arboretum of {seat}"


def _hiding_problems(values: Fields, hidden: bool) -> Iterator[str]:
    players = values["players"]
    concealed = HIDDEN in values["deck"] or any(player["hidden"] for player in players)
    if not hidden:
        if concealed or values["picked"] == HIDDEN:
            yield HIDDEN_CARDS
        return
    if any(card != HIDDEN for card in values["deck"]):
        yield "The deck shows cards; a view hides them all"
    if values["phase"] == "over":
        if concealed:
            yield "Some cards are hidden; once the game is over a view shows all hands"
        return
    secrets = [seat for seat, player in seats_of(values) if player["hand"] != player["shown"]]
    if len(secrets) > 1:
        yield f"The hands of {secrets[0]} and {secrets[1]} are known; a view knows only one"
    for seat, player in seats_of(values):
        if seat in secrets and player["hidden"]:
            yield f"The hand of {seat} is hidden in part; what is known of it must be marked with *"


def _card_problems(values: Fields, rules: Rules) -> Iterator[str]:
    number = RANKS * len(species_in_play(rules.players))
    places: dict[int, str] = {}
    for there, place in _card_places(values):
        for card in there:
            if card >= number:
                players = f"with {rules.players} players"
                yield f"{Card.of(card)} is in {place}; {players} it is not in play"
            if card in places:
                yield f"{Card.of(card)} appears twice, in {places[card]} and in {place}"
            places[card] = place
    unseen = sorted({*range(number)}.difference(places))
    concealed = values["deck"].count(HIDDEN)
    concealed += sum(player["hidden"] for player in values["players"])
    if unseen and not concealed:
        yield (
            f"{Card.of(unseen[0])} is missing; it must be in the deck, a hand, a pile or an "
            "arboretum"
        )
    if len(unseen) != concealed:
        yield f"{concealed} cards are hidden, but {len(unseen)} are nowhere in sight"


def _cell_problems(values: Fields) -> Iterator[str]:
    for seat, player in seats_of(values):
        arboretum: dict[Cell, int] = {}
        for card, x, y in player["arboretum"]:
            if (x, y) in arboretum:
                both = f"{Card.of(arboretum[x, y])} and {Card.of(card)}"
                yield f"{both} are both at {x},{y} in the arboretum of {seat}"
            arboretum[x, y] = card
        if arboretum and START not in arboretum:
            yield f"The arboretum of {seat} has no card at {joined(START)}, where it must begin"
        connected = _connected(arboretum)
        for cell, card in arboretum.items():
            if cell not in connected:
                yield (
                    f"{Card.of(card)} at {joined(cell)} in the arboretum of {seat} is not "
                    f"connected with the card at {joined(START)}"
                )


def _connected(arboretum: Mapping[Cell, int]) -> set[Cell]:
    """Return the cells that are connected to the first one."""
    reached: set[Cell] = set()
    waiting = [START]
    while waiting:
        cell = waiting.pop()
        if cell in arboretum and cell not in reached:
            reached.add(cell)
            waiting += neighbors(cell)
    return reached


def _count_problems(values: Fields, rules: Rules) -> Iterator[str]:
    phase = values["phase"]
    for number, (seat, player) in enumerate(seats_of(values)):
        moving = number == values["to_move"]
        after_first = (number - values["first"]) % rules.players
        turns = (values["turns"] + rules.players - 1 - after_first) // rules.players
        planted, most = turns + (moving and phase == "discard"), turns
        if len(player["arboretum"]) != planted:
            yield (
                f"{seat} has planted {counted(len(player['arboretum']), 'card')}; after "
                f"{counted(values['turns'], 'turn')}, in the phase {phase}, it must be {planted}"
            )
        most += rules.seed_discards and after_first > 0
        if len(player["pile"]) > most:
            cards = counted(len(player["pile"]), "card")
            yield f"The pile of {seat} has {cards}; it can have {most}"
        held, hand = len(player["hand"]) + player["hidden"], HAND + moving * _DRAWN.get(phase, 0)
        if held != hand:
            cards = counted(held, "card")
            yield f"{seat} has {cards} in hand; in the phase {phase} it must be {hand}"


def _end_problems(values: Fields) -> Iterator[str]:
    phase, deck = values["phase"], values["deck"]
    if phase == "over" and deck:
        yield f"The phase is over, but the deck has {counted(len(deck), 'card')}"
    if phase == "draw" and not deck:
        yield "The phase is draw, but the deck is empty; it must be over"
    last = (values["to_move"] - 1) % len(values["players"])
    if phase in ("draw", "over") and values["turns"] and not values["players"][last]["pile"]:
        yield f"{SEATS[last]} has just discarded a card, but the pile of {SEATS[last]} is empty"
    piles = any(player["pile"] for player in values["players"])
    if phase == "second draw" and not deck and not piles:
        yield "There is no second card to draw: the deck and all piles are empty"


def _picked_problems(values: Fields) -> Iterator[str]:
    phase, picked = values["phase"], values["picked"]
    if phase != "plant":
        if picked != EMPTY:
            yield f"In the phase {phase} no card is to be planted; picked= must not be there"
        return
    player, seat = values["players"][values["to_move"]], SEATS[values["to_move"]]
    if picked == EMPTY:
        yield "In the phase plant picked= must name the card to be planted"
    elif picked == HIDDEN:
        if player["hand"] != player["shown"]:
            yield f"The hand of {seat} is known, and so must be the card that {seat} picked"
    elif picked not in player["hand"]:
        yield f"{Card.of(picked)} was picked, but it is not in the hand of {seat}"
    elif player["hidden"]:
        yield f"{Card.of(picked)} was picked, which only {seat} can know; the hand is hidden"
