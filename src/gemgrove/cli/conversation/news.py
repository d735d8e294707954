"""What persons have yet to be told, since it happened while they did not look."""

from collections.abc import Iterable


class News:
    """Sentences for each person, with the number of the decision that they are about."""

    def __init__(self, persons: Iterable[int]) -> None:
        self._waiting: dict[int, list[tuple[int, str]]] = {seat: [] for seat in persons}

    def keep(self, seat: int, decision: int, sentences: Iterable[str]) -> None:
        """Keep sentences for a person."""
        self._waiting[seat] += [(decision, sentence) for sentence in sentences]

    def take(self, seat: int) -> list[str]:
        """What waits for a person, who is told it now."""
        sentences = [sentence for _, sentence in self._waiting[seat]]
        self._waiting[seat] = []
        return sentences

    def forget_after(self, decision: int) -> None:
        """Nothing that came later has happened."""
        for seat, waiting in self._waiting.items():
            self._waiting[seat] = [entry for entry in waiting if entry[0] <= decision]
