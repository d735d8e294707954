"""The page's types of the API are those of the server."""

from tools import api_types


def test_the_types_are_those_that_the_servers_schemas_give_today() -> None:
    assert api_types.is_current(), "run `make api-types`"
