"""What is wrong with fields that should be a position of Splendor, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from gemgrove.notation import SEATS
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import TIERS, CardSet
from gemgrove.splendor.colors import COLORS, GOLD, TOKENS
from gemgrove.splendor.explain import TOKEN_LIMIT
from gemgrove.splendor.moves import MOVES, RESERVE_LIMIT, ROWS
from gemgrove.splendor.rules import Rules

Fields = Mapping[str, Any]

BUYS = {
    f"{ROWS[move.tier - 1][0] if move.tier else 'r'}{move.slot}": move.action
    for move in MOVES
    if move.kind == "buy"
}
BUY_PLACES = {action: place for place, action in BUYS.items()}

_GEM_TOKENS = {2: 4, 3: 5, 4: 7}  # of each color, by the number of players
_GOLD_TOKENS = 5
_MOST_TAKEN = 3
_MOST_POINTS = 255  # what the native state has room for


def faults(
    values: Fields, fields: Fields, rules: Rules, cards: CardSet, *, hidden: bool
) -> Iterator[str]:
    """The faults of `values`, which were read from `fields`.

    Each function finds those of one kind, supposing that the ones before it found none: only the
    first is sure to make sense.
    """
    yield from _size_faults(values, fields, rules)
    yield from _hiding_faults(values, rules, hidden)
    yield from _card_faults(values, cards)
    yield from _token_faults(values, rules)
    yield from _noble_faults(values, cards)
    yield from _worth_faults(values, fields)
    yield from _turn_faults(values, rules)
    yield from _end_faults(values, rules)
    yield from _decision_faults(values, rules, cards)
    yield from _payment_faults(values, rules, cards)


def card_places(values: Fields) -> Iterator[tuple[int, int | None, str]]:
    """Every card, known or hidden, with the tier that belongs where it lies."""
    for tier, row, deck in zip(TIERS, values["market"], values["decks"], strict=True):
        yield from ((card, tier, f"the market of tier {tier}") for card in row if card != EMPTY)
        yield from ((card, tier, f"the deck of tier {tier}") for card in deck)
    for seat, player in zip(SEATS, values["players"], strict=False):
        yield from ((card, None, f"the cards {seat} bought") for card in player["bought"])
        yield from ((card, None, f"the cards {seat} reserved") for card, _ in player["reserved"])


def _size_faults(values: Fields, fields: Fields, rules: Rules) -> Iterator[str]:
    given, slots = fields["players"], len(values["nobles"])
    seats = len(given) if isinstance(given, list | tuple) else 0
    if seats != rules.players:
        yield f"The position has {seats} players; by the rules it must have {rules.players}"
    if slots != seats + 1:
        yield f"There are {slots} noble slots; with {seats} players there must be {seats + 1}"
    for name in ("to_move", "first"):
        if values[name] >= seats:
            yield f"{name} is {SEATS[values[name]]}; the last player is {SEATS[seats - 1]}"
    for name, most in (("turns", rules.turn_limit * seats), ("passes", seats)):
        if values[name] > most:
            yield f"{name} is {values[name]}; it can be 0 to {most}"
    for seat, player in zip(SEATS, values["players"], strict=False):
        if len(player["reserved"]) > RESERVE_LIMIT:
            yield f"{seat} has {len(player['reserved'])} reserved cards; {RESERVE_LIMIT} can be"


def _hiding_faults(values: Fields, rules: Rules, hidden: bool) -> Iterator[str]:
    if not hidden and any(card < EMPTY for card, _, _ in card_places(values)):
        yield "Some cards are hidden: this is what a view shows, and not a full position"
    for tier, deck in zip(TIERS, values["decks"], strict=True):
        if hidden and any(card >= 0 for card in deck):
            yield f"The deck of tier {tier} shows cards; a view hides them all"
    for seat, player in zip(SEATS, values["players"], strict=False):
        if any(card < EMPTY and not blind for card, blind in player["reserved"]):
            yield f"{seat} has a hidden card without *; only what was reserved unseen is hidden"
        if any(blind for _, blind in player["reserved"]) and not rules.deck_reserve:
            yield f"{seat} has a card reserved unseen (*); these rules do not allow that"


def _card_faults(values: Fields, cards: CardSet) -> Iterator[str]:
    places: dict[int, str] = {}
    concealed: Counter[int] = Counter()
    for card, tier, place in card_places(values):
        if card < EMPTY:
            concealed[EMPTY - card] += 1
            continue
        if tier not in (None, cards.cards[card].tier):
            yield f"Card {card}, of tier {cards.cards[card].tier}, is in {place}"
        if card in places:
            yield f"Card {card} is there twice, in {places[card]} and in {place}"
        places[card] = place
    for tier in TIERS:
        unseen = [card.id for card in cards.cards if card.tier == tier and card.id not in places]
        if unseen and not concealed[tier]:
            yield f"Card {unseen[0]} is missing; it must be in the market, a deck or with a player"
        if len(unseen) != concealed[tier]:
            yield (
                f"{concealed[tier]} cards of tier {tier} are hidden, "
                f"but {len(unseen)} are nowhere in sight"
            )
        if EMPTY in values["market"][tier - 1] and values["decks"][tier - 1]:
            yield f"A market slot of tier {tier} is empty; that can be only when its deck is"


def _token_faults(values: Fields, rules: Rules) -> Iterator[str]:
    held = [player["tokens"] for player in values["players"]]
    for color, name in enumerate(TOKENS):
        total = sum(tokens[color] for tokens in (values["bank"], *held))
        right = _GOLD_TOKENS if color == GOLD else _GEM_TOKENS[rules.players]
        if total != right:
            yield f"There are {total} {name} tokens; for {rules.players} players it must be {right}"
    for seat, tokens in enumerate(held):
        returning = values["phase"] == "return" and seat == values["to_move"]
        if sum(tokens) > TOKEN_LIMIT and not returning:
            yield (
                f"{SEATS[seat]} holds {sum(tokens)} tokens; more than {TOKEN_LIMIT} can be held "
                "only by the player to move in the phase return"
            )


def _noble_faults(values: Fields, cards: CardSet) -> Iterator[str]:
    there = [noble for noble in values["nobles"] if noble != EMPTY]
    owned = [noble for player in values["players"] for noble in player["nobles"]]
    for noble, times in Counter(there + owned).items():
        if times > 1:
            yield f"Noble {noble} is there {times} times; it must be there once"
    if len(there) + len(owned) != len(values["nobles"]):
        left = len(values["nobles"]) - len(there)
        yield f"{left} nobles have left their slots, but the players have {len(owned)}"
    for seat, player in zip(SEATS, values["players"], strict=False):
        for noble in player["nobles"]:
            if not _visits(noble, player, cards):
                yield f"{seat} has noble {noble}, but not the bonuses it requires"


def _visits(noble: int, player: Fields, cards: CardSet) -> bool:
    required = cards.nobles[noble].requirement
    return all(have >= need for have, need in zip(player["bonuses"], required, strict=True))


def _worth_faults(values: Fields, fields: Fields) -> Iterator[str]:
    for seat, player, given in zip(SEATS, values["players"], fields["players"], strict=False):
        for name in ("points", "bonuses"):
            if name not in given or given[name] != player[name]:
                yield f"{seat} must have the {name} of its cards and nobles: {player[name]}"
        if player["points"] > _MOST_POINTS:
            yield f"{seat} has {player['points']} points; {_MOST_POINTS} can be counted"


def _turn_faults(values: Fields, rules: Rules) -> Iterator[str]:
    first, turns, passes = values["first"], values["turns"], values["passes"]
    turn = (first + turns) % rules.players
    if rules.first_player not in ("random", first):
        yield f"{SEATS[first]} began; by the rules it must be {SEATS[int(rules.first_player)]}"
    if values["to_move"] != turn:
        yield (
            f"{SEATS[values['to_move']]} is to move, but {SEATS[first]} began and {turns} turns "
            f"were made, so it must be {SEATS[turn]}"
        )
    if passes and values["phase"] in ("pay", "return"):
        yield f"passes is {passes}; in the phase {values['phase']} it must be 0"
    if passes > turns + (values["phase"] == "noble"):
        yield f"passes is {passes}, but only {turns} turns were made"


def _end_faults(values: Fields, rules: Rules) -> Iterator[str]:
    seats, phase, turns = rules.players, values["phase"], values["turns"]
    end = ""
    if turns == rules.turn_limit * seats:
        end = f"the limit of {turns} turns is reached"
    if values["passes"] == seats and phase != "noble":
        end = "all have passed in a row"
    for seat, player in enumerate(values["players"]):
        choosing = phase == "noble" and seat == values["to_move"]
        if player["points"] < rules.target_points or choosing:
            continue
        reached = f"{SEATS[seat]} has {player['points']} points"
        if turns % seats == 0:
            end = f"{reached} and the round is complete"
        elif (seat - values["first"]) % seats >= turns % seats:
            yield f"{reached} without a turn in this round; the game ended with the round before"
    if end and phase != "over":
        yield f"The phase is {phase}, but {end}; it must be over"
    if phase == "over" and not end:
        yield (
            f"The phase is over, but nobody has {rules.target_points} points at the end of a round,"
            " not all have passed, and the turn limit is not reached"
        )


def _decision_faults(values: Fields, rules: Rules, cards: CardSet) -> Iterator[str]:
    player, phase = values["players"][values["to_move"]], values["phase"]
    if phase == "return":
        held, least, most = sum(player["tokens"]), TOKEN_LIMIT + 1, TOKEN_LIMIT + _MOST_TAKEN
        if rules.over_limit != "return":
            yield "There is no phase return: by these rules nobody comes to hold too many tokens"
        if not least <= held <= most:
            yield f"In the phase return {held} tokens are held; it must be {least} to {most}"
    if phase == "noble":
        if rules.nobles != "choose":
            yield "There is no phase noble: by these rules nobles are not chosen"
        if sum(n != EMPTY and _visits(n, player, cards) for n in values["nobles"]) < 2:
            yield "In the phase noble there is no choice; at least two nobles must come"


def _payment_faults(values: Fields, rules: Rules, cards: CardSet) -> Iterator[str]:
    phase, owed = values["phase"], values["owed"]
    if phase != "pay":
        if values["pending"] != EMPTY or any(owed):
            yield f"In the phase {phase} nothing is bought; buying= and owed= must not be there"
        return
    if rules.payment != "choose":
        yield "There is no phase pay: by these rules payment is automatic"
    player, card = values["players"][values["to_move"]], _card_in_sale(values)
    if card < 0:
        yield "In the phase pay buying= must name a place with a card that all may see"
    price = [max(0, c - b) for c, b in zip(cards.cards[card].cost, player["bonuses"], strict=True)]
    color = next((color for color, number in enumerate(owed) if number), GOLD)
    # Colors are paid in order, so that of those after the first nothing is paid yet.
    if color == GOLD or owed[color] > price[color] or owed[color + 1 :] != price[color + 1 :]:
        yield f"owed={joined(owed)} cannot be left of the price {joined(price)}, paid in order"
    rest = [*owed[:color], owed[color] - 1, *owed[color + 1 :]]
    short = sum(max(0, n - have) for n, have in zip(rest, player["tokens"][:GOLD], strict=True))
    if not player["tokens"][color] or player["tokens"][GOLD] <= short:
        yield f"owed={joined(owed)} leaves no choice between {COLORS[color]} and gold"


def _card_in_sale(values: Fields) -> int:
    """The card that `pending` names; EMPTY where none lies in sight."""
    if values["pending"] == EMPTY:
        return EMPTY
    reserve = values["players"][values["to_move"]]["reserved"]
    in_sight: list[int] = [*chain(*values["market"])]
    in_sight += [EMPTY if blind else card for card, blind in reserve]
    place = values["pending"] - min(BUY_PLACES)
    return in_sight[place] if place < len(in_sight) else EMPTY


def joined(items: Iterable[object]) -> str:
    """The items with commas between them."""
    return ",".join(map(str, items))
