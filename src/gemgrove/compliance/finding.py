"""The result of a check, in words for the bot's author."""

from dataclasses import dataclass

from gemgrove.agents import Forfeit

_ADVICE = {
    "crash": "The program must run until it receives goodbye or its stdin ends.",
    "timeout": (
        "Answer before clock.remaining is used up, and flush stdout after every message: output "
        "that stays in a buffer is not there."
    ),
    "illegal move": "Answer with the move or the action of one of the entries of legal.",
    "protocol": "docs/bot-protocol.md shows every message with all its fields.",
    "flood": "Write only what was asked for to stdout, and everything else to stderr.",
    "memory": "Use less memory; a program that is given too little must not die of it.",
    "refused": "Name the games that the bot plays in its hello, under games.",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One check and how it came out: right unless there is a problem; or not made at all."""

    check: str
    problem: str = ""
    advice: str = ""
    note: str = ""
    skipped: bool = False

    @classmethod
    def of(cls, check: str, forfeit: Forfeit) -> "Finding":
        """The finding for a forfeit, with advice for the bot's author."""
        return cls(check, f"{forfeit.reason}: {forfeit.detail}", _ADVICE[forfeit.reason])

    @property
    def right(self) -> bool:
        """True if nothing is wrong."""
        return not self.problem
