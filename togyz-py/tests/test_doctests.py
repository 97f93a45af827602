"""The examples of docstrings and of the README."""

import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import togyz
import togyz._togyz
from extras import need

CRATE = Path(__file__).resolve().parent.parent
# The fewest examples that each README is known to have.
READMES = {CRATE / "README.md": 15, CRATE.parent / "README.md": 4}
# Modules in Python, and the package without which they cannot be imported.
MODULES = {
    "togyz.data": None,
    "togyz.envs": None,
    "togyz.notebook": "anywidget",
    "togyz.plot": None,
    "togyz.svg": None,
    "togyz.ugi": None,
    "togyz.envs.openspiel": "pyspiel",
    "togyz.envs.single": "gymnasium",
    "togyz.envs.togyzkumalak_v0": "pettingzoo",
    "togyz.envs.vector": "gymnasium",
}
# Nothing to show in a few lines.
NO_EXAMPLE = {
    "Game.agree_draw",
    "Game.claim_repetition",
    "Game.cut_off",
    "Game.lose_on_time",
    "Game.resign",
}


def documented() -> Iterator[tuple[str, object]]:
    yield "togyz", togyz
    for name in togyz.__all__:
        value = getattr(togyz, name)
        if name not in vars(togyz._togyz) or name == "__version__":
            continue
        yield name, value
        if isinstance(value, type) and not issubclass(value, Exception):
            for member, attribute in vars(value).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", attribute


DOCUMENTED = dict(documented())


def run(test: doctest.DocTest) -> None:
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstring(name: str) -> None:
    text = DOCUMENTED[name].__doc__ or ""
    run(doctest.DocTestParser().get_doctest(text, {}, name, None, None))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_callables_have_examples(name: str) -> None:
    value = DOCUMENTED[name]
    if name == "TogyzError" or not callable(value):
        return
    assert (">>>" in (value.__doc__ or "")) != (name in NO_EXAMPLE)


@pytest.mark.parametrize(("name", "needed"), MODULES.items())
def test_module(name: str, needed: str | None) -> None:
    if needed is not None:
        need(needed)
    module = importlib.import_module(name)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    for test in doctest.DocTestFinder().find(module, name):
        runner.run(test, out=report.append)
    assert not report, "".join(report)
    assert runner.summarize().attempted > 0


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.parent.name)
def test_readme(path: Path) -> None:
    test = doctest.DocTestParser().get_doctest(path.read_text(), {}, path.name, None, None)
    assert len(test.examples) >= READMES[path]
    run(test)


@pytest.mark.thread_unsafe
def test_the_first_ten_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of the transcript run; what the engine finds changes with its network."""
    need("matplotlib").use("agg")
    text = (CRATE.parent / "docs" / "python.md").read_text()
    transcript = text.split("$ venv/bin/python\n", 1)[1].split("```", 1)[0]
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    examples = doctest.DocTestParser().get_examples(transcript)
    assert len(examples) > 12
    for example in examples:
        exec(compile(example.source, "docs/python.md", "single"), names)
    assert (tmp_path / "curve.png").stat().st_size > 1000
    assert togyz.Game.from_record((tmp_path / "game.pgn").read_text()) == names["game"]
