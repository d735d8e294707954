"""Observation and action spaces for Gymnasium and PettingZoo."""

from typing import Any

import numpy as np
from gymnasium import spaces

from gemgrove.variant import Variant


def observation_space(variant: Variant) -> "spaces.Box[np.uint8]":
    """Return a space of bytes, each from zero to the largest value of its field."""
    highest = np.zeros(variant.native.observation_size, np.uint8)
    for _, offset, size, largest, _ in variant.native.observation_fields():
        highest[offset : offset + size] = largest
    return spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8)


def action_space(variant: Variant) -> "spaces.Discrete[Any]":
    return spaces.Discrete(variant.native.action_count)
