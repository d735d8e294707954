"""Splendor's table in lines of words, for screen readers and programs.

Like the drawn table, it shows only what the `Board` contains.
"""

from collections.abc import Iterator, Sequence

from gemgrove.english import counted, listed, subject, whose
from gemgrove.presenter import to_move_sentence
from gemgrove.splendor.board import Board
from gemgrove.splendor.cards import Card, Noble
from gemgrove.splendor.colors import TOKENS
from gemgrove.splendor.moves import ROWS, TOKEN_LIMIT
from gemgrove.splendor.render import drawn_text


def accessible_text(board: Board, names: Sequence[str]) -> list[str]:
    """Describe the round, nobles, market (the most expensive row first), bank and players."""
    return [
        *_title(board),
        *_nobles(board),
        *_market(board, names),
        f"Bank: {_stock(board.bank)}.",
        *(line for seat in range(len(board.players)) for line in _player(board, seat, names)),
        *_turn(board, names),
    ]


def _title(board: Board) -> Iterator[str]:
    target = board.rules.target_points
    if board.phase == "over":
        yield "Splendor: the game is over."
        return
    yield f"Splendor, round {board.round}. {target} points end the game."
    if any(player.points >= target for player in board.players):
        yield f"This is the last round: {target} points are reached."


def _nobles(board: Board) -> Iterator[str]:
    for place, noble in enumerate(board.nobles, 1):
        if noble is not None:
            yield f"Noble {place}: {_noble(noble)}."


def _noble(noble: Noble) -> str:
    needs = gems_in_words(noble.requirement)
    return f"{noble.name or 'a noble'}, {counted(noble.points, 'point')}, needs cards: {needs}"


def _market(board: Board, names: Sequence[str]) -> Iterator[str]:
    for tier in range(len(ROWS), 0, -1):
        row = ROWS[tier - 1].capitalize()
        for place, card in enumerate(board.market[tier - 1], 1):
            if card is None:
                yield f"{row} {place}: empty."
            else:
                yield f"{row} {place}: {_card(card)}{_purchase(board, card, names)}."
        yield f"{row} deck: {counted(len(board.decks[tier - 1]), 'card')}."


def _card(card: Card) -> str:
    points = f"{counted(card.points, 'point')}, " if card.points else ""
    cost = f"costs {gems_in_words(card.cost)}" if any(card.cost) else "free"
    return f"{card.color}, {points}{cost}"


def _purchase(board: Board, card: Card, names: Sequence[str]) -> str:
    return f"; {names[board.to_move]} can buy it" if board.can_buy(card) else ""


def _stock(numbers: Sequence[int]) -> str:
    return ", ".join(f"{number} {color}" for number, color in zip(numbers, TOKENS, strict=True))


def _player(board: Board, seat: int, names: Sequence[str]) -> Iterator[str]:
    player, name = board.players[seat], names[seat]
    tokens = gems_in_words(player.tokens) or "none"
    bonuses = gems_in_words(player.bonuses) or "none"
    yield (
        f"{subject(name)}: {counted(player.points, 'point')}. Tokens: {tokens}; "
        f"{sum(player.tokens)} of {TOKEN_LIMIT}. Bonuses of cards: {bonuses}."
    )
    moves = seat == board.to_move
    for place, reserved in enumerate(player.reserved, 1):
        if reserved.card is None:
            what = f"face down, from the {ROWS[reserved.tier - 1]} deck"
        else:
            what = _card(reserved.card) + (_purchase(board, reserved.card, names) if moves else "")
        yield f"{whose(name)} reserved card {place}: {what}."
    if player.nobles:
        visitors = listed([noble.name or "a noble" for noble in player.nobles])
        yield f"{whose(name)} nobles: {visitors}."


def _turn(board: Board, names: Sequence[str]) -> Iterator[str]:
    name = names[board.to_move]
    you = name == "you"
    match board.phase:
        case "over":
            return
        case "play":
            yield to_move_sentence(name)
        case "return":
            more = sum(board.player.tokens) - TOKEN_LIMIT
            yield f"{subject(name)} must return {counted(more, 'token')}."
            if drawn := drawn_text(board, gems_in_words):
                yield drawn
        case "noble":
            yield f"{subject(name)} {'choose' if you else 'chooses'} which noble to receive."
        case _:
            verb = "owe" if you else "owes"
            yield f"{subject(name)} {verb} {gems_in_words(board.owed)} for a card."


def gems_in_words(numbers: Sequence[int]) -> str:
    """Write gems by color, such as `3 white and 1 red`; empty for none."""
    named = [f"{number} {TOKENS[color]}" for color, number in enumerate(numbers) if number]
    return listed(named) if named else ""


def points_in_words(points: int) -> str:
    """Write points with their unit; empty for none."""
    return counted(points, "point") if points else ""
