"""The compiled core, in the fastest form this processor runs.

``_baseline`` runs on every processor of its architecture. ``_v3`` is the same code compiled for
x86-64-v3 (AVX2, BMI2). ``LEVEL`` names the one in use; the environment variable ``GEMGROVE_CPU``,
set to ``baseline`` or ``v3``, forces one.
"""

import importlib
import importlib.util
import os
from typing import TYPE_CHECKING

from . import _cpu

if TYPE_CHECKING:
    from ._baseline import *  # noqa: F403


def _choose(forced: str) -> str:
    """The level to load; ``forced`` is GEMGROVE_CPU, empty where nothing is forced."""
    if forced not in ("", "baseline", "v3"):
        raise ImportError(f"GEMGROVE_CPU is {forced!r}; it can be 'baseline' or 'v3'.")
    if forced == "baseline":
        return "baseline"
    built = importlib.util.find_spec(f"{__name__}._v3") is not None
    if built and _cpu.supports_v3():
        return "v3"
    if forced == "v3" and not built:
        raise ImportError("GEMGROVE_CPU is 'v3', but this build of Gemgrove has the baseline only.")
    if forced == "v3":
        raise ImportError(
            "GEMGROVE_CPU is 'v3', but this processor lacks some of x86-64-v3 (AVX2, BMI2, ...)."
        )
    return "baseline"


def _export(level: str) -> None:
    """Make every public name of one level's module a name of this package."""
    module = importlib.import_module(f"{__name__}._{level}")
    for name, value in vars(module).items():
        if not name.startswith("_"):
            globals()[name] = value


LEVEL: str = _choose(os.environ.get("GEMGROVE_CPU", ""))
_export(LEVEL)
