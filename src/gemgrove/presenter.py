"""Texts about a game for people: the table, the moves and the events.

`Presenter` works for any game; a game's folder may define a better one in its module `presenter`.
"""
# ruff: noqa: ARG002 - a game's own presenter uses arguments that this one does not

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from gemgrove.english import counted, listed, subject
from gemgrove.variant import Move

if TYPE_CHECKING:
    from gemgrove.game import Game, View


Position: TypeAlias = "Game[Any] | View[Any]"


@dataclass(frozen=True, slots=True)
class Step:
    """A person's next decision."""

    prompt: str
    prefix: str = ""
    """The command to assume if only its argument was typed."""
    note: str = ""
    """Shown instead of the whole table for a further step of the same turn."""


class Presenter:
    """Texts about any game. `names` are by seat; the person at the terminal is "you"."""

    length_unit: str = "decisions"

    def __init__(self, *, words: bool = False) -> None:
        """With `words`, write everything in words, for pipes and screen readers; draw nothing."""
        self.words = words

    def moves_help(self, rules: Any) -> str:
        """Explain the notation of moves under these rules, in several indented lines."""
        return "  The command `moves` lists the moves."

    def rules_text(self, rules: Any) -> str:
        """Summarize these rules."""
        return "There is no summary of the rules of this game."

    def in_words(self) -> "Presenter":
        """Return the same presenter, using words only."""
        return type(self)(words=True)

    def table(self, position: Position, names: Sequence[str], *, color: bool) -> str:
        if self.words:
            return "\n".join(self.accessible_text(position, names))
        return self.render(position, names, color=color)

    def render(self, position: Position, names: Sequence[str], *, color: bool) -> str:
        """Draw the position in columns and boxes."""
        text: str = position.variant.render(position, color=color, names=names)
        return text

    def accessible_text(self, position: Position, names: Sequence[str]) -> list[str]:
        """Describe the position in lines of words, each with a label."""
        lines = [
            f"{subject(name)}: {counted(points, 'point')}."
            for name, points in zip(names, position.scores, strict=True)
        ]
        if not position.over:
            lines.append(to_move_sentence(names[position.to_move]))
            lines += [f"Move: {move}" for move in position.legal_moves()]
        return lines

    def hit_test(self, table: str, row: int, column: int) -> str:
        """Return the notation for a place in the table, rendered without color; empty if none."""
        return ""

    def step(self, view: Position, *, color: bool = False) -> Step:
        """Describe the next decision of the seat to move."""
        return Step("move> ")

    def describe(self, position: Position, move: Move) -> str:
        """Describe a move's effect, beginning with a verb; empty if its notation says it all."""
        return ""

    def narrate(
        self, before: Position, move: Move, after: Position, names: Sequence[str]
    ) -> list[str]:
        """Describe a move in sentences that reveal no more than the two positions show."""
        return [f"{subject(names[before.to_move])} played {move}."]

    def notation(self, move: Move, after: Position) -> str:
        """Return a move's notation, as far as the position after it reveals the decision."""
        return move.text

    def group_moves(self, position: Position, moves: Sequence[Move]) -> list[tuple[str, list[str]]]:
        """List moves under headings: the notation and, after two spaces, a remark."""
        return [("moves", [move.text for move in moves])]

    def length(self, game: Position) -> int:
        """Return the length of a game in `length_unit`."""
        return len(game.actions)

    def standings(self, game: Position, names: Sequence[str]) -> list[str]:
        """List the players of a finished game, best first."""
        scores = game.scores
        return [
            f"{names[seat]:<12}{counted(scores[seat], 'point'):>10}" for seat in best_first(game)
        ]

    def score_breakdown(self, game: Position, names: Sequence[str]) -> str:
        """Explain a finished game's points, in several lines; empty if they are obvious."""
        return ""

    def ending(self, game: Position) -> str:
        """Describe in a sentence how a game ended."""
        how = {"turn limit": "The turn limit was reached", "dead end": "Nobody could move any more"}
        start = how.get(game.ending or "", "The game is over")
        return f"{start} after {self.length(game)} {self.length_unit}."


def to_move_sentence(name: str) -> str:
    """Return a sentence that names the player to move."""
    return "It is your move." if name == "you" else f"{name} is to move."


def best_first(game: Position) -> list[int]:
    """Return the seats of a finished game, best first; tied seats in their order at the table."""
    return sorted(range(game.players), key=game.places.__getitem__)


def winners_sentence(game: Position, names: Sequence[str]) -> str:
    """Return a sentence that names the winners."""
    winners = [names[seat] for seat in game.winners]
    if len(winners) > 1:
        return f"{listed([subject(winners[0]), *winners[1:]])} share the win."
    return "You win!" if winners == ["you"] else f"{winners[0]} wins."
