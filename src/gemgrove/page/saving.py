"""Writing pages without losing anything that is not one."""

from pathlib import Path
from secrets import token_hex

from gemgrove.page.document import is_page


def check_target(path: Path) -> None:
    """`ValueError` if a page cannot be written there, or would replace something else."""
    if path.is_dir():
        raise ValueError(f"{path} is a folder; a page needs a file.")
    if not path.parent.is_dir():
        raise ValueError(f"There is no folder {path.parent}.")
    if path.exists() and not is_page(path.read_bytes()):
        raise ValueError(f"{path} exists and is no page of Gemgrove; it is left alone.")


def save_page(text: str, path: Path) -> None:
    """Write a page; a page that was there is replaced whole or not at all."""
    check_target(path)
    draft = path.with_name(f"{path.name}.{token_hex(4)}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
