"""A server with a small page, shared by many tests."""

from collections.abc import Iterator

import pytest

from tests.server.rest.http_server import HttpServer
from tests.server.site.pages import served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """A running server."""
    with served(tmp_path_factory.mktemp("site"), metrics=True) as found:
        yield found
