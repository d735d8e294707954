"""Rate limits, and the address that a request counts for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemgrove.server.limits import Buckets, Limits, Proxies, Rate, client

TWO_A_SECOND = Rate(per_second=2, burst=4)


def ask(buckets: Buckets, caller: str, now: float, cost: float = 1) -> float:
    """Use a bucket as `Limits` does."""
    wait = buckets.wait(caller, now, cost)
    if wait == 0:
        buckets.take(caller, now, cost)
    return wait


def test_a_burst_is_let_in_and_the_next_one_waits() -> None:
    buckets = Buckets(TWO_A_SECOND)
    assert [ask(buckets, "ann", 100) for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_a_bucket_fills_with_time() -> None:
    buckets = Buckets(TWO_A_SECOND)
    for _ in range(4):
        ask(buckets, "ann", 100)
    assert [ask(buckets, "ann", 101) for _ in range(3)] == [0, 0, 0.5]


def test_a_bucket_never_holds_more_than_a_burst() -> None:
    buckets = Buckets(TWO_A_SECOND)
    ask(buckets, "ann", 100)
    assert [ask(buckets, "ann", 10_000) for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_callers_do_not_share_a_bucket() -> None:
    buckets = Buckets(TWO_A_SECOND)
    ask(buckets, "ann", 100, cost=4)
    assert ask(buckets, "bee", 100) == 0


def test_a_clock_that_is_set_back_gives_nothing_and_costs_nothing() -> None:
    buckets = Buckets(TWO_A_SECOND)
    ask(buckets, "ann", 100, cost=4)
    assert ask(buckets, "ann", 50) == 0.5
    assert ask(buckets, "ann", 100.5) == 0
    assert ask(buckets, "ann", 60) == 0.5


def test_time_that_a_clock_shows_twice_fills_a_bucket_once() -> None:
    buckets = Buckets(TWO_A_SECOND)
    ask(buckets, "ann", 100, cost=2)
    ask(buckets, "ann", 50, cost=1)
    assert ask(buckets, "ann", 100, cost=2) == 0.5


def test_what_costs_more_than_a_full_bucket_is_paid_for_afterwards() -> None:
    buckets = Buckets(TWO_A_SECOND)
    assert ask(buckets, "ann", 100, cost=6) == 0
    assert ask(buckets, "ann", 100) == 1.5


def test_the_callers_not_seen_for_longest_are_forgotten() -> None:
    buckets = Buckets(TWO_A_SECOND, callers=2)
    for caller in ("ann", "bee", "ann", "cat"):
        buckets.take(caller, 100, cost=2)
    assert len(buckets) == 2
    assert buckets.wait("ann", 100) > 0
    assert buckets.wait("cat", 100, cost=3) > 0
    assert buckets.wait("bee", 100, cost=4) == 0


def test_looking_remembers_nobody() -> None:
    buckets = Buckets(TWO_A_SECOND)
    buckets.wait("ann", 100)
    assert len(buckets) == 0


@given(
    st.floats(0.01, 1000),
    st.integers(1, 50),
    st.lists(st.tuples(st.floats(0, 10), st.floats(0.5, 3)), max_size=60),
)
def test_waiting_as_told_is_enough_and_nobody_exceeds_the_rate(
    per_second: float, burst: int, asked: list[tuple[float, float]]
) -> None:
    buckets = Buckets(Rate(per_second, burst))
    now, taken = 1e9, 0.0
    for pause, cost in asked:
        now += pause
        now += buckets.wait("ann", now, cost)
        assert buckets.wait("ann", now, cost) <= 1e-6 * max(1, 1 / per_second)
        buckets.take("ann", now, cost)
        taken += cost
        allowed = burst + (now - 1e9) * per_second + 3
        assert taken <= allowed * (1 + 1e-6)


@pytest.mark.parametrize("values", [(0, 5), (-1, 5), (1, 0.5)])
def test_a_rate_that_lets_nobody_in_is_refused(values: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="lets nobody in; the rate must be above 0"):
        Rate(*values)


def test_a_request_counts_for_its_token_and_its_address() -> None:
    limits = Limits(token=Rate(1, 2), address=Rate(1, 3))
    answers = [limits.ask(token=token, address="a", now=0) for token in ("x", "x", "x", "y", "y")]
    assert answers == [0, 0, 1, 0, 1]


def test_a_refused_request_counts_for_nobody() -> None:
    limits = Limits(token=Rate(1, 1), address=Rate(1, 2))
    limits.ask(token="x", address="a", now=0)
    for _ in range(100):
        assert limits.ask(token="x", address="a", now=0) == 1
    assert limits.ask(token="y", address="a", now=0) == 0


def test_a_request_without_a_token_counts_for_its_address() -> None:
    limits = Limits(token=Rate(1, 1), address=Rate(1, 2))
    assert [limits.ask(token=None, address="a", now=0) for _ in range(3)] == [0, 0, 1]


PROXIES = Proxies.read(["10.0.0.0/8", "127.0.0.1", "fd00::/8"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        # Headers from strangers are ignored.
        ("198.51.100.7", [], "198.51.100.7"),
        ("198.51.100.7", ["203.0.113.1"], "198.51.100.7"),
        ("198.51.100.7", ["127.0.0.1"], "198.51.100.7"),
        ("11.0.0.1", ["203.0.113.1"], "11.0.0.1"),
        # A trusted proxy's header counts: the last address is the proxy's client.
        ("127.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("127.0.0.1", ["1.1.1.1, 203.0.113.1"], "203.0.113.1"),
        ("127.0.0.1", ["1.1.1.1", "203.0.113.1"], "203.0.113.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        # The same along a chain of trusted proxies.
        ("127.0.0.1", ["203.0.113.1, 10.1.2.3"], "203.0.113.1"),
        ("127.0.0.1", ["1.1.1.1, 203.0.113.1, 10.1.2.3, 10.4.5.6"], "203.0.113.1"),
        ("127.0.0.1", ["10.1.2.3, 203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        # An invalid address counts for the proxy that sent it.
        ("127.0.0.1", ["203.0.113.1, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.1, nonsense, 10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["203.0.113.1,"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.1/8"], "127.0.0.1"),
        ("127.0.0.1", ["0x7f.1"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.1%1"], "127.0.0.1"),
        # Ports, brackets, quotes, and IPv4 addresses written as IPv6.
        ("127.0.0.1", ["203.0.113.1:4711"], "203.0.113.1"),
        ("127.0.0.1", ['"[2001:db8::1]:4711"'], "2001:db8::/64"),
        ("::ffff:127.0.0.1", ["::ffff:203.0.113.1"], "203.0.113.1"),
        ("::ffff:198.51.100.7", ["203.0.113.1"], "198.51.100.7"),
        # One household counts as one caller.
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", [], "2001:db8:1:2::/64"),
        ("fe80::1%eth0", [], "fe80::/64"),
        ("fd00::1", ["2001:db8::1"], "2001:db8::/64"),
        # Unix sockets are trusted only if configured.
        (None, ["203.0.113.1"], "local"),
        ("", ["203.0.113.1"], "local"),
        # A server's name for a peer without an address.
        ("testclient", ["203.0.113.1"], "testclient"),
    ],
)
def test_a_request_counts_for_the_address_that_can_be_trusted(
    peer: str | None, forwarded: list[str], counted: str
) -> None:
    assert client(peer, forwarded, PROXIES) == counted


def test_a_socket_of_the_file_system_can_be_trusted() -> None:
    assert client(None, ["203.0.113.1"], Proxies.read(["local"])) == "203.0.113.1"


def test_nobody_is_trusted_unless_it_is_said() -> None:
    assert client("127.0.0.1", ["203.0.113.1"], Proxies()) == "127.0.0.1"


@given(st.text(alphabet='0123456789.,:[] abcdef"%', max_size=80))
def test_whatever_a_client_sends_its_proxy_tells_who_it_is(lie: str) -> None:
    assert client("10.0.0.1", [lie, "203.0.113.9"], PROXIES) == "203.0.113.9"
    assert client("10.0.0.1", [f"{lie}, 203.0.113.9"], PROXIES) == "203.0.113.9"
    assert client("198.51.100.7", [lie], PROXIES) == "198.51.100.7"


def test_a_long_chain_of_proxies_is_read_to_a_bounded_length() -> None:
    chain = ", ".join(["203.0.113.1"] + ["10.0.0.2"] * 100_000)
    assert client("10.0.0.1", [chain], PROXIES) == "10.0.0.2"


@pytest.mark.parametrize("word", ["nonsense", "10.0.0.1/8", "300.1.1.1", "", "*"])
def test_a_proxy_that_is_no_address_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"is not an address, network or 'local'"):
        Proxies.read([word])
