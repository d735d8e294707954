"""What a bot in a process of its own may use."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use; None is no limit."""

    memory_mb: int | None = 2048
    cpu_seconds: int | None = 3600
    """Of all its threads, from the start of one game to the start of the next."""

    def __post_init__(self) -> None:
        for name, value in (("memory_mb", self.memory_mb), ("cpu_seconds", self.cpu_seconds)):
            if value is not None and value < 1:
                raise ValueError(f"{name} is {value}; it must be 1 or more, or None for no limit.")
