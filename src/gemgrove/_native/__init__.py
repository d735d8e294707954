"""The compiled core, in the fastest form this processor runs.

``_baseline`` runs on every processor of its architecture. ``_v3`` is the same code compiled for
x86-64-v3 (AVX2, BMI2). A build for this machine alone may have only one of them. ``LEVEL`` names
the one in use; the environment variable ``GEMGROVE_CPU``, set to ``baseline`` or ``v3``,
forces one.
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
    missing = {level for level in ("baseline", "v3") if not _is_built(level)}
    if forced in missing:
        raise ImportError(f"GEMGROVE_CPU is {forced!r}, but this build of Gemgrove lacks it.")
    if forced == "baseline":
        return "baseline"
    if "v3" not in missing and _cpu.supports_v3():
        return "v3"
    if forced == "v3" or "baseline" in missing:
        wanted = "GEMGROVE_CPU is 'v3'" if forced else "This build of Gemgrove is for x86-64-v3"
        raise ImportError(
            f"{wanted}, but this processor lacks some of its instructions (AVX2, BMI2, ...)."
        )
    return "baseline"


def _is_built(level: str) -> bool:
    """Return whether there is a module for a level; a folder of type stubs is none."""
    spec = importlib.util.find_spec(f"{__name__}._{level}")
    return spec is not None and spec.has_location


def _export(level: str) -> None:
    """Make every public name of one level's module a name of this package."""
    module = importlib.import_module(f"{__name__}._{level}")
    for name, value in vars(module).items():
        if not name.startswith("_"):
            globals()[name] = value


LEVEL: str = _choose(os.environ.get("GEMGROVE_CPU", ""))
_export(LEVEL)
