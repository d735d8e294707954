"""A game with chance nodes: its outcomes and decisions, and which seats have seen them."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from gemgrove.chance import Chance, Draw, Retelling
from gemgrove.game import Game, variant_class
from gemgrove.variant import IllegalMove, Variant

_MOST_TRIES = 10_000


class Table:
    """A game being dealt or played. If `draw` is set, chance decides next."""

    __slots__ = ("_events", "_pending", "chance", "draw", "drawn", "game", "variant")

    variant: Variant
    chance: Chance
    drawn: list[int]
    """The chance outcomes so far, beginning with the deal."""
    draw: Draw | None
    """The current chance node; None if a seat decides or the game is over."""
    game: Game | None
    """The game after the deal. Its decks contain the drawn cards first, then the rest in order."""
    _pending: int | None
    """The decision that waits for chance."""
    _events: list[tuple[int, int | None]]
    """Actions and outcomes in one numbering, each with the only seat that saw it (None: all)."""

    def __init__(self, variant: Variant, chance: Chance) -> None:
        self.variant = variant
        self.chance = chance
        self.drawn = []
        self.draw = chance.deal(())
        self.game = None
        self._pending = None
        self._events = []

    def copy(self) -> "Table":
        other = Table.__new__(Table)
        other.variant, other.chance = self.variant, self.chance
        other.drawn = self.drawn.copy()
        other.draw = self.draw
        other.game = None if self.game is None else self.game.copy()
        other._pending = self._pending
        other._events = self._events.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.variant.name, self.variant.to_dict(), self.drawn, self._decisions())

    def __str__(self) -> str:
        """Return the whole position, including hidden cards."""
        if self.game is None:
            return " ".join(["dealt:", *map(self.chance.text, self.drawn)])
        text = self.variant.position_text(self.game)
        return text if self._pending is None else f"{text} playing={self._pending}"

    def apply(self, number: int) -> None:
        """Apply an outcome or an action; if it is impossible, raise an error and change nothing."""
        if self.draw is not None:
            self._receive(self.draw, number)
        elif self.game is not None:
            self._decide(self.game, number)

    def seen(self, seat: int | None) -> list[int]:
        """Return the actions and outcomes that a seat (None: a spectator) has seen, as numbers.

        Actions come first in the numbering, then outcomes; the last number stands for events whose
        details the seat does not know. Of the deal, a seat knows its own cards, but not their
        order.
        """
        deal, play = self._events[: self.chance.deal_size], self._events[self.chance.deal_size :]
        common = [number for number, who in deal if who is None]
        own = sorted(number for number, who in deal if who is not None and who == seat)
        return common + own + [n if who is None or who == seat else self.hidden for n, who in play]

    @property
    def hidden(self) -> int:
        """The number in `seen` for an event whose details the seat does not know."""
        return self.first_outcome + self.chance.outcome_count

    @property
    def first_outcome(self) -> int:
        """The number in `seen` for outcome 0; smaller numbers are actions."""
        return self.variant.native.action_count

    @property
    def most_seen(self) -> int:
        """The maximum length of `seen`."""
        return self.chance.most_draws + self.chance.most_decisions + self.chance.most_shown

    def resampled(self, seat: int, rng: random.Random) -> tuple["Table", Retelling]:
        """Return a table that looks the same to a seat, and the changes that lead to it.

        Hidden cards are drawn at random; a card that the seat has seen later still comes from the
        same draw.
        """
        if self.game is None:
            raise ValueError("The deal is not over; hidden cards can be resampled after it.")
        view = self.game.view(seat)
        for _ in range(_MOST_TRIES):
            retelling = self.chance.retold(self.game, view.sample(rng), seat, rng)
            drawn = [retelling.outcomes.get(outcome, outcome) for outcome in self.drawn]
            try:
                game = self._played(drawn, retelling.actions)
            except IllegalMove:
                continue  # a seat could not have played so, for example passed
            return self._retold(game, drawn, retelling), retelling
        raise ValueError(f"No other cards were found in {_MOST_TRIES} tries that explain the game.")

    def _retold(self, game: Game, drawn: list[int], retelling: Retelling) -> "Table":
        other = self.copy()
        other.game, other.drawn = game, drawn
        if self._pending is not None:
            other.draw = self.chance.effect(game, self._pending, drawn).draw
        first = self.first_outcome
        changed = {first + old: first + new for old, new in retelling.outcomes.items()}
        other._events = [(changed.get(number, number), who) for number, who in self._events]
        if self.game is not None and self.game.actions != retelling.actions:
            # Only the last decision can be unknown to a seat.
            other._events[-1] = (retelling.actions[-1], other._events[-1][1])
        return other

    def _receive(self, draw: Draw, outcome: int) -> None:
        if outcome not in draw.outcomes:
            raise ValueError(f"{outcome} cannot come now; {_listed(draw.outcomes)} can.")
        drawn = [*self.drawn, outcome]
        if len(drawn) >= self.chance.deal_size:
            game = self._played(drawn, self._decisions())
            self.game, self.draw, self._pending = game, None, None
        else:
            self.draw = self.chance.deal(drawn)
        self.drawn = drawn
        self._events.append((self.first_outcome + outcome, draw.seat))

    def _decide(self, game: Game, action: int) -> None:
        if not game.is_legal(action):
            game.play(action)  # raises the error that says why not
        effect = self.chance.effect(game, action, self.drawn)
        self._events.append((action, game.to_move if effect.secret else None))
        if effect.shows is not None:
            self._events.append((self.first_outcome + effect.shows, None))
        if effect.draw is None:
            game.play(action)
        else:
            self.draw, self._pending = effect.draw, action

    def _decisions(self) -> list[int]:
        """Return all decisions, including the one that waits for chance."""
        played = [] if self.game is None else self.game.actions
        return played if self._pending is None else [*played, self._pending]

    def _played(self, drawn: Sequence[int], actions: Iterable[int]) -> Game:
        game = Game(self.variant, self.chance.start(drawn), None)
        for action in actions:
            game.play(action)
        return game


def _restored(name: str, variant: dict[str, Any], drawn: list[int], actions: list[int]) -> Table:
    """Rebuild a table from its outcomes and decisions."""
    chosen = variant_class(name).from_dict(variant)
    table = Table(chosen, chosen.chance())
    outcomes, decisions = iter(drawn), iter(actions)
    for _ in range(len(drawn) + len(actions)):
        table.apply(next(decisions if table.draw is None else outcomes))
    return table


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
