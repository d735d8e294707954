"""Position validation: why fields are not a position of Splendor, as sentences."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from gemgrove import _native
from gemgrove.notation import SEATS
from gemgrove.splendor.board import EMPTY
from gemgrove.splendor.cards import TIERS, CardSet
from gemgrove.splendor.colors import COLORS, GOLD, TOKENS
from gemgrove.splendor.moves import MOVES, RESERVE_LIMIT, ROWS, TOKEN_LIMIT
from gemgrove.splendor.rule_options import Rules
from gemgrove.validation import HIDDEN_CARDS, Fields, joined, seats_of, size_problems, turn_problems

BUYS = {
    f"{ROWS[move.tier - 1][0] if move.tier else 'r'}{move.slot}": move.action
    for move in MOVES
    if move.kind == "buy"
}
BUY_PLACES = {action: place for place, action in BUYS.items()}

_MOST_TAKEN = 3
_MOST_POINTS = 255  # the native state has room for no more


def problems(
    values: Fields, fields: Fields, rules: Rules, cards: CardSet, *, hidden: bool
) -> Iterator[str]:
    """Yield the problems with `values`, which were read from `fields`.

    Each function finds problems of one kind, assuming that those before it found none: only the
    first problem is sure to make sense.
    """
    yield from _size_problems(values, fields, rules)
    yield from _hiding_problems(values, rules, hidden)
    yield from _card_problems(values, cards)
    yield from _token_problems(values, rules)
    yield from _noble_problems(values, cards)
    yield from _worth_problems(values, fields)
    yield from _turn_problems(values, rules)
    yield from _end_problems(values, rules)
    yield from _decision_problems(values, rules, cards)
    yield from _payment_problems(values, rules, cards)
    yield from _escrow_problems(values, rules)


def card_places(values: Fields) -> Iterator[tuple[list[int], int | None, str]]:
    """Yield every place with its cards, known or hidden, and the tier that belongs there."""
    for tier, row, deck in zip(TIERS, values["market"], values["decks"], strict=True):
        yield [card for card in row if card != EMPTY], tier, f"the market of tier {tier}"
        yield deck, tier, f"the deck of tier {tier}"
    for seat, player in seats_of(values):
        yield player["bought"], None, f"the cards {seat} bought"
        yield [entry[0] for entry in player["reserved"]], None, f"the cards {seat} reserved"


def _size_problems(values: Fields, fields: Fields, rules: Rules) -> Iterator[str]:
    yield from size_problems(values, fields, rules.players)
    seats, slots = rules.players, len(values["nobles"])
    if slots != seats + 1:
        yield f"There are {slots} noble slots; with {seats} players there must be {seats + 1}"
    for name, most in (("turns", rules.turn_limit * seats), ("passes", seats)):
        if values[name] > most:
            yield f"{name} is {values[name]}; it can be 0 to {most}"
    for seat, player in seats_of(values):
        if len(player["reserved"]) > RESERVE_LIMIT:
            reserved = len(player["reserved"])
            yield f"{seat} has {reserved} reserved cards; {RESERVE_LIMIT} is the limit"


def _hiding_problems(values: Fields, rules: Rules, hidden: bool) -> Iterator[str]:
    reserves = [card for player in values["players"] for card, _ in player["reserved"]]
    if not hidden and any(cards and min(cards) < EMPTY for cards in (*values["decks"], reserves)):
        yield HIDDEN_CARDS
    for tier, deck in zip(TIERS, values["decks"], strict=True):
        if hidden and deck and max(deck) > EMPTY:
            yield f"The deck of tier {tier} shows cards; a view hides them all"
    for seat, player in seats_of(values):
        if any(card < EMPTY and not blind for card, blind in player["reserved"]):
            yield f"{seat} has a hidden card without *; only what was reserved unseen is hidden"
        if any(blind for _, blind in player["reserved"]) and not rules.deck_reserve:
            yield f"{seat} has a card reserved unseen (*); these rules do not allow that"


def _card_problems(values: Fields, cards: CardSet) -> Iterator[str]:
    places: dict[int, str] = {}
    concealed: Counter[int] = Counter()
    of_tier = _cards_by_tier(cards)
    for there, tier, place in card_places(values):
        known = [card for card in there if card > EMPTY]
        if len(known) < len(there):
            concealed.update(EMPTY - card for card in there if card < EMPTY)
        for card in set(known).difference(of_tier[tier]) if tier is not None else ():
            yield f"Card {card}, of tier {cards.cards[card].tier}, is in {place}"
        for card in known:
            if card in places:
                yield f"Card {card} appears twice, in {places[card]} and in {place}"
            places[card] = place
    for tier in TIERS:
        unseen = of_tier[tier].difference(places)
        if unseen and not concealed[tier]:
            missing = f"Card {min(unseen)} is missing"
            yield f"{missing}; it must be in the market, a deck or with a player"
        if len(unseen) != concealed[tier]:
            yield (
                f"{concealed[tier]} cards of tier {tier} are hidden, "
                f"but {len(unseen)} are nowhere in sight"
            )
        if EMPTY in values["market"][tier - 1] and values["decks"][tier - 1]:
            yield f"A market slot of tier {tier} is empty; that can be only when its deck is"


@lru_cache
def _cards_by_tier(cards: CardSet) -> dict[int, frozenset[int]]:
    return {tier: frozenset(card.id for card in cards.cards if card.tier == tier) for tier in TIERS}


def _token_problems(values: Fields, rules: Rules) -> Iterator[str]:
    held = [player["tokens"] for player in values["players"]]
    of_each_color = _native.splendor.tokens_per_color(rules.players)
    for color, column in enumerate(zip(values["bank"], *held, strict=True)):
        total = sum(column)
        right = _native.splendor.GOLD_TOKENS if color == GOLD else of_each_color
        if total != right:
            name = TOKENS[color]
            yield f"There are {total} {name} tokens; for {rules.players} players it must be {right}"
    for seat, tokens in enumerate(held):
        returning = values["phase"] == "return" and seat == values["to_move"]
        if sum(tokens) > TOKEN_LIMIT and not returning:
            yield (
                f"{SEATS[seat]} holds {sum(tokens)} tokens; more than {TOKEN_LIMIT} can be held "
                "only by the player to move in the phase return"
            )


def _noble_problems(values: Fields, cards: CardSet) -> Iterator[str]:
    there = [noble for noble in values["nobles"] if noble != EMPTY]
    owned = [noble for player in values["players"] for noble in player["nobles"]]
    for noble, times in Counter(there + owned).items():
        if times > 1:
            yield f"Noble {noble} appears {times} times; it must appear once"
    if len(there) + len(owned) != len(values["nobles"]):
        left = len(values["nobles"]) - len(there)
        yield f"{left} nobles have left their slots, but the players have {len(owned)}"
    for seat, player in seats_of(values):
        for noble in player["nobles"]:
            if not _visits(noble, player, cards):
                yield f"{seat} has noble {noble}, but not the bonuses it requires"


def _visits(noble: int, player: Fields, cards: CardSet) -> bool:
    required = cards.nobles[noble].requirement
    return all(have >= need for have, need in zip(player["bonuses"], required, strict=True))


def _worth_problems(values: Fields, fields: Fields) -> Iterator[str]:
    for seat, player, given in zip(SEATS, values["players"], fields["players"], strict=False):
        for name in ("points", "bonuses"):
            if name not in given or given[name] != player[name]:
                yield f"{seat} must have the {name} of its cards and nobles: {player[name]}"
        if player["points"] > _MOST_POINTS:
            yield f"{seat} has {player['points']} points; {_MOST_POINTS} can be counted"


def _turn_problems(values: Fields, rules: Rules) -> Iterator[str]:
    turns, passes = values["turns"], values["passes"]
    yield from turn_problems(values, rules.players, rules.first_player)
    if passes and values["phase"] in ("pay", "return"):
        yield f"passes is {passes}; in the phase {values['phase']} it must be 0"
    if passes > turns + (values["phase"] == "noble"):
        yield f"passes is {passes}, but only {turns} turns were made"


def _end_problems(values: Fields, rules: Rules) -> Iterator[str]:
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


def _decision_problems(values: Fields, rules: Rules, cards: CardSet) -> Iterator[str]:
    player, phase = values["players"][values["to_move"]], values["phase"]
    if phase == "return":
        held, least, most = sum(player["tokens"]), TOKEN_LIMIT + 1, TOKEN_LIMIT + _MOST_TAKEN
        if rules.over_limit == "forbid":
            yield "There is no phase return: by these rules nobody comes to hold too many tokens"
        if not least <= held <= most:
            yield f"In the phase return {held} tokens are held; it must be {least} to {most}"
    if phase == "noble":
        if rules.nobles != "choose":
            yield "There is no phase noble: by these rules nobles are not chosen"
        if sum(n != EMPTY and _visits(n, player, cards) for n in values["nobles"]) < 2:
            yield "In the phase noble there is no choice; at least two nobles must come"


def _payment_problems(values: Fields, rules: Rules, cards: CardSet) -> Iterator[str]:
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
    # Colors are paid in order, so nothing has been paid of those after the first.
    if color == GOLD or owed[color] > price[color] or owed[color + 1 :] != price[color + 1 :]:
        yield f"owed={joined(owed)} cannot be left of the price {joined(price)}, paid in order"
    rest = [*owed[:color], owed[color] - 1, *owed[color + 1 :]]
    short = sum(max(0, n - have) for n, have in zip(rest, player["tokens"][:GOLD], strict=True))
    if not player["tokens"][color] or player["tokens"][GOLD] <= short:
        yield f"owed={joined(owed)} leaves no choice between {COLORS[color]} and gold"


def _escrow_problems(values: Fields, rules: Rules) -> Iterator[str]:
    phase, escrow = values["phase"], values["escrow"]
    seat, tokens = SEATS[values["to_move"]], values["players"][values["to_move"]]["tokens"]
    if any(escrow):
        if phase not in ("return", "noble"):
            yield f"In the phase {phase} nothing is in escrow; escrow= must not be there"
        if values["passes"]:
            yield f"{seat} has passed, so nothing is in escrow; escrow= must not be there"
        if not _can_be_taken(escrow):
            yield f"escrow={joined(escrow)} cannot have been taken in one turn"
        for name, apart, held in zip(TOKENS, escrow, tokens, strict=True):
            if apart > held:
                yield f"{seat} has {apart} {name} in escrow, but holds {held}"
    more = sum(tokens) - TOKEN_LIMIT
    if phase == "return" and rules.over_limit == "return_drawn" and sum(escrow) < more:
        yield (
            f"{seat} must return {more} tokens, and only those in escrow may go back; escrow= must "
            f"have {more} or more, not {sum(escrow)}"
        )


def _can_be_taken(tokens: list[int]) -> bool:
    """Return True if these tokens can be left of a take, or are the gold of a reserve."""
    if tokens[GOLD] or max(tokens) > 1:
        return sum(tokens) == (1 if tokens[GOLD] else 2)
    return sum(tokens) <= _MOST_TAKEN


def _card_in_sale(values: Fields) -> int:
    """Return the card that `pending` names; EMPTY if it is not in sight."""
    if values["pending"] == EMPTY:
        return EMPTY
    reserve = values["players"][values["to_move"]]["reserved"]
    in_sight: list[int] = [*chain(*values["market"])]
    in_sight += [EMPTY if blind else card for card, blind in reserve]
    place = values["pending"] - min(BUY_PLACES)
    return in_sight[place] if place < len(in_sight) else EMPTY
