"""Signals that ask a long command to stop."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def recorded_signals(on_signal: Callable[[], object] = lambda: None) -> Iterator[list[int]]:
    """Record SIGINT or SIGTERM instead of stopping at once, so that nothing is half done.

    A second signal has its usual effect: whoever does not want to wait ends the command.
    """
    received: list[int] = []

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def record(number: int, _: object) -> None:
        received.append(number)
        restore()
        on_signal()

    before = {number: signal.signal(number, record) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield received
    finally:
        restore()
