"""The choice of Node for building the page."""

import pytest

from tools.npm import fits, wanted


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v18.20.4", False),
        ("v20.18.9", False),
        ("v20.19.0", True),
        ("v20.20.2", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.19.0", True),
        ("v100.0.0", True),
        ("", False),
    ],
)
def test_a_node_must_be_recent_enough(version: str, expected: bool) -> None:
    assert fits(version, wanted()) is expected
