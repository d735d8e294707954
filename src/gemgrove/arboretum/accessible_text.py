"""Arboretum's table in lines of words, for screen readers and programs.

Like the drawn table, it shows only what the `Board` contains.
"""

from collections.abc import Iterable, Iterator, Sequence

from gemgrove.arboretum.board import Board, Player
from gemgrove.arboretum.cards import SPECIES, Card, species_in_play
from gemgrove.english import counted, listed, subject, whose


def accessible_text(board: Board, names: Sequence[str]) -> list[str]:
    """Describe the turn, the species, each player's cards, and the next decision."""
    return [
        *_title(board),
        *(line for seat in range(len(board.players)) for line in _player(board, seat, names)),
        *_turn(board, names),
    ]


def _title(board: Board) -> Iterator[str]:
    if board.phase == "over":
        yield "Arboretum: the game is over."
    else:
        left = counted(len(board.deck), "card")
        yield f"Arboretum, turn {board.turns + 1}. Deck: {left}."
        if not board.deck:
            yield "The last card of the deck is drawn: the game ends after this turn."
    letters = species_in_play(len(board.players))
    yield f"Species: {', '.join(f'{letter} {SPECIES[letter]}' for letter in letters)}."


def _player(board: Board, seat: int, names: Sequence[str]) -> Iterator[str]:
    player, name = board.players[seat], names[seat]
    yield f"{subject(name)}: player {seat + 1}."
    owner = whose(name)
    yield f"{owner} hand: {_hand(player)}."
    if player.pile:
        top, *below = reversed(player.pile)
        rest = f"; below it {_cards(below)}" if below else ""
        yield f"{owner} pile: {top} on top{rest}."
    else:
        yield f"{owner} pile: empty."
    places = [f"{card} at {x} {y}" for (x, y), card in sorted(player.arboretum.items())]
    yield f"{owner} arboretum: {', '.join(places) or 'nothing planted yet'}."


def _hand(player: Player) -> str:
    known = _cards(sorted(player.hand, key=lambda card: card.number))
    if not player.hidden:
        return known or "empty"
    hidden = f"{counted(player.hidden, 'card')} face down"
    return f"{known} and {hidden}" if known else hidden


def _cards(cards: Iterable[Card]) -> str:
    return ", ".join(map(str, cards))


def _turn(board: Board, names: Sequence[str]) -> Iterator[str]:
    if board.phase == "over":
        return
    name = names[board.to_move]
    draws = f"; possible: draw {listed(board.sources, 'or')}" if "draw" in board.phase else ""
    yield f"{subject(name)} {'are' if name == 'you' else 'is'} to {board.task}{draws}."
