"""Files that are sent with jobs: what arrives, and where it is kept."""

import os
import pickle
import tempfile
from pathlib import Path

import pytest

from gemgrove.worker_pool import ShippedFile, WorkerPool
from tests.worker_pool import jobs


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ShippedFile:
    """A file that is sent to a machine with another folder for temporary files."""
    (tmp_path / "mine.bin").write_bytes(b"contents")
    (tmp_path / "there").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "there"))
    return ShippedFile.read(tmp_path / "mine.bin")


def test_a_file_arrives_with_its_name_and_contents(file: ShippedFile, tmp_path: Path) -> None:
    path = file.unpack()
    assert (path.name, path.read_bytes()) == ("mine.bin", b"contents")
    assert path.is_relative_to(tmp_path / "there")


def test_the_same_contents_have_the_same_path_and_are_written_once(file: ShippedFile) -> None:
    written = file.unpack().stat()
    again = ShippedFile("mine.bin", b"contents").unpack().stat()
    assert (again.st_ino, again.st_mtime_ns) == (written.st_ino, written.st_mtime_ns)
    assert ShippedFile("mine.bin", b"others").unpack() != file.unpack()


@pytest.mark.parametrize("spoilt", [None, b"cont", b"CONTENTS"])
def test_a_file_that_was_deleted_or_changed_is_written_again(
    file: ShippedFile, spoilt: bytes | None
) -> None:
    path = file.unpack()
    path.unlink() if spoilt is None else path.write_bytes(spoilt)
    assert file.unpack().read_bytes() == b"contents"
    assert [each.name for each in path.parent.iterdir()] == ["mine.bin"]


def test_files_that_were_not_used_for_a_week_are_deleted(file: ShippedFile) -> None:
    used, unused = file.unpack(), ShippedFile("old.bin", b"old").unpack()
    for path in (used, unused):
        os.utime(path.parent, (0, 0))
    file.unpack()
    ShippedFile("new.bin", b"new").unpack()
    assert used.exists()
    assert not unused.parent.exists()


def test_a_folder_that_others_can_write_to_is_refused(file: ShippedFile) -> None:
    folder = file.unpack().parents[1]
    folder.chmod(0o777)
    with pytest.raises(PermissionError, match="must be a folder that only its owner can use"):
        file.unpack()


def test_the_contents_are_pickled_out_of_band_where_that_is_possible(file: ShippedFile) -> None:
    buffers: list[pickle.PickleBuffer] = []
    pickled = pickle.dumps(file, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append)
    assert b"contents" not in pickled
    assert [buffer.raw().obj for buffer in buffers] == [file.contents]
    sent = [buffer.raw().tobytes() for buffer in buffers]
    assert pickle.loads(pickled, buffers=sent) == file
    assert pickle.loads(pickle.dumps(file)) == file


def test_a_job_in_another_process_gets_the_file(file: ShippedFile) -> None:
    with WorkerPool(1) as pool:
        assert pool.submit(jobs.read_shipped, file).result() == "contents"
