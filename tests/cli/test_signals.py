"""The signals that stop long commands."""

import signal

import pytest

from gemgrove.cli.signals import recorded_signals


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_recorded_and_a_second_ctrl_c_interrupts(first: signal.Signals) -> None:
    calls: list[str] = []
    with recorded_signals(lambda: calls.append("stop")) as found:
        signal.raise_signal(first)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert found == [first]
    assert calls == ["stop"]


def test_the_handlers_are_restored() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with recorded_signals():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before
