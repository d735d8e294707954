"""Skips for tests whose requirements the machine does not have."""

import os
from typing import NoReturn

import pytest

_NO = ("", "0", "false")


def missing(what: str) -> NoReturn:
    """Skip the test and say why; in CI, where everything must be installed, fail it."""
    if os.environ.get("CI", "").lower() in _NO:
        pytest.skip(what)
    pytest.fail(f"{what}; in CI no test is skipped.")
