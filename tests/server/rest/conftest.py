"""A server that many tests ask."""

from collections.abc import Iterator

import pytest

from tests.server.rest.house import House, house


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server."""
    with house(tmp_path_factory.mktemp("data"), metrics=True) as found:
        yield found
