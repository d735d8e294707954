"""A server shared by many tests."""

from collections.abc import Iterator

import pytest

from tests.server.rest.http_server import HttpServer, http_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A running server."""
    with http_server(tmp_path_factory.mktemp("data"), metrics=True) as found:
        yield found
