"""Metrics of a running server, in Prometheus's format."""

from collections.abc import Callable

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

MEDIA_TYPE = CONTENT_TYPE_LATEST
UNROUTED = "unrouted"
"""The route of a request that matched none."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one server, in a separate registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "gemgrove_requests",
            "Requests answered",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "gemgrove_request_seconds",
            "How long requests took",
            ["route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._moves = Counter(
            "gemgrove_moves", "Moves committed by this process", ["by"], registry=self._registry
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request. `route` is a template, never a path."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_move(self, by: str) -> None:
        """Count a move of a `bot` or a `player`."""
        self._moves.labels(by).inc()

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is read whenever the metrics are."""
        Gauge(f"gemgrove_{name}", about, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """Return all metrics, in `MEDIA_TYPE`."""
        return generate_latest(self._registry)
