"""How a bot loses a game without playing it to the end."""

REASONS = ("crash", "timeout", "illegal move", "protocol", "flood", "memory", "refused")
"""What a forfeit can be for."""


class Forfeit(Exception):  # noqa: N818 - the word the games are recorded by
    """The bot has lost the game by its own doing."""

    def __init__(self, reason: str, detail: str) -> None:
        """`reason` is one of `REASONS`, `detail` a sentence for the bot's author."""
        if reason not in REASONS:
            raise ValueError(f"{reason!r} is no reason to forfeit; it can be {', '.join(REASONS)}.")
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"
