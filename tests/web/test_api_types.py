"""The page's API types match the server's."""

from tools import api_types


def test_the_types_are_those_that_the_servers_schemas_give_today() -> None:
    assert api_types.is_current(), "run `make api-types`"
