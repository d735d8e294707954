"""Who sits where: bots, and the persons at this terminal."""

from collections.abc import Mapping
from dataclasses import dataclass

from gemgrove.agents import Agent

HUMAN = "human"
"""Who is a person where a bot could be named."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of a game by seat."""

    names: tuple[str, ...]
    """To speak of them by. The only person is "you"; several have names, since all read along."""
    specs: tuple[str, ...]
    """What a record calls them: a bot by what names it, a person by name or `HUMAN`."""
    bots: Mapping[int, Agent]

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of persons."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.bots)
