"""Figures of a running server, as Prometheus reads them."""

from collections.abc import Callable, Sequence
from functools import partial

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from gemgrove.server.bots.pool import Figures
from gemgrove.server.domain import Table
from gemgrove.server.journal import StoredEvent
from gemgrove.server.service import Service

MEDIA_TYPE = CONTENT_TYPE_LATEST
ELSEWHERE = "elsewhere"
"""The route of a request that matched none."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_BOT_FIGURES = {
    "thinking": "Bots' decisions that are being thought about",
    "waiting": "Bots' decisions that wait for a process",
    "lost": "Processes of bots that had to be replaced, since the start",
    "stood_in": "Decisions that another bot had to make, since the start",
}


class Metrics:
    """The figures of one server. Each has a registry of its own."""

    def __init__(
        self,
        service: Service,
        *,
        sockets: Callable[[], int] | None = None,
        bots: Callable[[], Figures] | None = None,
    ) -> None:
        """`sockets` tells how many WebSockets are open, `bots` what those are doing that think."""
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
        self._gauge("tables_loaded", "Tables in memory", lambda: service.hall.loaded)
        self._gauge("journal_waiting", "Entries to be stored", lambda: service.journal.waiting)
        self._gauge("reviews", "Reviews that are under way", lambda: service.reviews.under_way)
        if sockets is not None:
            self._gauge("websockets", "WebSockets that are open", sockets)
        if bots is not None:
            for name, about in _BOT_FIGURES.items():
                self._gauge(f"bots_{name}", about, partial(_figure, bots, name))
        service.hall.observers.append(self._observed)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request has been answered. `route` is a template, never a path."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All figures, in `MEDIA_TYPE`."""
        return generate_latest(self._registry)

    def _gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        gauge = Gauge(f"gemgrove_{name}", about, registry=self._registry)
        gauge.set_function(value)

    def _observed(self, _table: Table, events: Sequence[StoredEvent]) -> None:
        for event in events:
            if event.kind == "played":
                self._moves.labels("bot" if event.by is None else "player").inc()


def _figure(bots: Callable[[], Figures], name: str) -> float:
    return float(getattr(bots(), name))
