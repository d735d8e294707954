"""The choice of the compiled core, and its description."""

import importlib
import importlib.util
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gemgrove as gg
from gemgrove import _native
from gemgrove._native import _cpu

ROOT = Path(__file__).parents[1]
V3_BUILT = importlib.util.find_spec("gemgrove._native._v3") is not None


def level_under(forced: str) -> subprocess.CompletedProcess[str]:
    """The core that a new interpreter loads with GEMGROVE_CPU set to ``forced``."""
    return subprocess.run(
        [sys.executable, "-c", "from gemgrove import _native; print(_native.LEVEL)"],
        env=os.environ | {"GEMGROVE_CPU": forced},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_baseline_can_be_forced() -> None:
    assert level_under("baseline").stdout == "baseline\n"


@pytest.mark.skipif(not (V3_BUILT and _cpu.supports_v3()), reason="needs x86-64-v3")
@pytest.mark.parametrize("forced", ["", "v3"])
def test_v3_is_loaded_where_it_runs(forced: str) -> None:
    assert level_under(forced).stdout == "v3\n"


def test_a_misspelled_level_is_an_import_error_that_names_the_choices() -> None:
    result = level_under("avx2")
    assert result.returncode != 0
    assert "GEMGROVE_CPU is 'avx2'; it can be 'baseline' or 'v3'." in result.stderr


def test_without_the_instructions_the_baseline_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cpu, "supports_v3", lambda: False)
    assert _native._choose("") == "baseline"


def test_v3_cannot_be_forced_where_it_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cpu, "supports_v3", lambda: False)
    with pytest.raises(ImportError, match="GEMGROVE_CPU is 'v3', but this processor lacks"):
        _native._choose("v3")


@pytest.fixture
def build_for_v3_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend to be the build that `make run` makes on a processor that has x86-64-v3."""
    monkeypatch.setattr(_native, "_is_built", lambda level: level == "v3")


@pytest.mark.usefixtures("build_for_v3_only")
def test_a_level_that_was_not_built_cannot_be_forced() -> None:
    with pytest.raises(ImportError, match="GEMGROVE_CPU is 'baseline', but this build of Gemgrove"):
        _native._choose("baseline")


@pytest.mark.usefixtures("build_for_v3_only")
def test_a_build_for_v3_only_says_what_a_processor_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cpu, "supports_v3", lambda: True)
    assert _native._choose("") == "v3"
    monkeypatch.setattr(_cpu, "supports_v3", lambda: False)
    with pytest.raises(ImportError, match="This build of Gemgrove is for x86-64-v3, but this"):
        _native._choose("")


@pytest.mark.skipif(not (V3_BUILT and _cpu.supports_v3()), reason="needs x86-64-v3")
def test_both_levels_have_the_same_names() -> None:
    levels = [importlib.import_module(f"gemgrove._native._{name}") for name in ("baseline", "v3")]
    baseline, v3 = (sorted(name for name in vars(level) if name[0] != "_") for level in levels)
    assert baseline == v3


def test_what_is_pickled_names_no_level_so_that_it_loads_at_any() -> None:
    game = gg.new("splendor", seed=1)
    for value in (game, game.view(0), game.record()):
        assert b"_v3" not in pickle.dumps(value)
        assert b"_baseline" not in pickle.dumps(value)


def test_the_committed_stubs_are_current(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    committed = ROOT / "src/gemgrove/_native/_baseline"
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "-r", "-P"]
    subprocess.run([*stubgen, "-m", "gemgrove._native._baseline", "-O", str(tmp_path)], check=True)
    generated = tmp_path / "_baseline"
    names = sorted(path.name for path in committed.iterdir())
    assert sorted(path.name for path in generated.iterdir()) == names, "run `make stubs`"
    for name in names:
        assert (generated / name).read_text() == (committed / name).read_text(), "run `make stubs`"


def test_the_committed_stub_of_splendor_game_is_current(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    stub = tmp_path / "_baseline.pyi"
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-o", str(stub)]
    environment = os.environ | {"GEMGROVE_CPU": "baseline"}
    subprocess.run([*stubgen, "-m", "splendor_game._baseline"], env=environment, check=True)
    committed = ROOT / "src/splendor_game/_baseline.pyi"
    assert stub.read_text() == committed.read_text(), "run `make stubs`"


PLAY = """
import hashlib
import gemgrove as gg
from gemgrove import agents
digest = hashlib.sha256()
VARIANTS = [("splendor", rules) for rules in ("official", "core", "official:payment=choose")]
VARIANTS += [("arboretum", "official"), ("arboretum", "seeded")]
for players in (2, 3, 4):
    for name, rules in VARIANTS:
        seats = [agents.make("greedy")] * (players - 1) + [agents.make("random", seed=players)]
        game = gg.new(name, rules=rules, players=players, seed=players)
        agents.play_out(game, seats)
        digest.update(repr((game.actions, game.scores, game.observe(0).tobytes())).encode())
        digest.update(repr(game.variant.native.playouts(50, players)).encode())
print(digest.hexdigest())
"""


@pytest.mark.skipif(not (V3_BUILT and _cpu.supports_v3()), reason="needs x86-64-v3")
def test_both_levels_play_the_same_games() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            env=os.environ | {"GEMGROVE_CPU": level},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for level in ("baseline", "v3")
    }
    assert len(digests) == 1


def test_cmake_alone_makes_packages_that_can_be_imported_from_its_folder(tmp_path: Path) -> None:
    folders = [str(Path(sys.executable).parent), os.environ["PATH"]]
    cmake = shutil.which("cmake", path=os.pathsep.join(folders))
    if cmake is None or importlib.util.find_spec("nanobind") is None:
        pytest.skip("needs CMake and nanobind")
    build = tmp_path / "build"
    options = [f"-DPython_EXECUTABLE={sys.executable}"]
    run([cmake, "-S", str(ROOT), "-B", str(build), *options])
    # The modules themselves take minutes to build; the smallest one shows where they go.
    run([cmake, "--build", str(build), "--target", "_cpu", "python_packages"])
    assert list((build / "gemgrove" / "_native").glob("_cpu.*.so"))
    assert (build / "gemgrove" / "_native" / "__init__.py").exists()
    assert (build / "splendor_game" / "__init__.py").exists()


def run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
