"""The package as it is installed, and its sources."""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

import togyz
import togyz._togyz

CRATE = Path(__file__).resolve().parent.parent
INSTALLED = Path(togyz.__file__).parent
CLASSES = [value for value in vars(togyz._togyz).values() if isinstance(value, type)]


def test_it_is_the_installed_package() -> None:
    assert CRATE not in INSTALLED.parents
    assert togyz.__version__ == importlib.metadata.version("togyz")


def test_types_are_installed() -> None:
    files = {path.name for path in INSTALLED.iterdir()}
    assert {"py.typed", "_togyz.pyi", "__init__.py", "_types.py"} <= files
    assert (INSTALLED / "_togyz.pyi").read_text() == (
        CRATE / "python" / "togyz" / "_togyz.pyi"
    ).read_text()


def test_one_wheel_for_all_versions() -> None:
    wheel = importlib.metadata.distribution("togyz").read_text("WHEEL")
    assert wheel is not None
    assert re.search(r"^Tag: cp310-abi3-", wheel, re.MULTILINE)


def test_everything_is_exported() -> None:
    compiled = {name for name in vars(togyz._togyz) if not name.startswith("_")}
    assert compiled <= set(togyz.__all__)
    assert all(hasattr(togyz, name) for name in togyz.__all__)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_classes(cls: type) -> None:
    assert cls.__module__ == "togyz"
    assert cls.__doc__
    if not issubclass(cls, Exception):
        assert "__repr__" in vars(cls)
        for name, member in vars(cls).items():
            if not name.startswith("_") and not isinstance(member, cls):
                assert member.__doc__, name


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_errors_are_value_errors(cls: type) -> None:
    if issubclass(cls, BaseException):
        assert issubclass(cls, togyz.TogyzError)
        assert issubclass(cls, ValueError)


def test_every_class_is_frozen() -> None:
    found = 0
    for source in (CRATE / "src").rglob("*.rs"):
        for attribute in re.findall(r"#\[pyclass\b[^\]]*\]", source.read_text()):
            found += 1
            assert re.search(r"\bfrozen\b", attribute), f"{source.name}: {attribute}"
    assert found == sum(not issubclass(cls, Exception) for cls in CLASSES)


def test_no_numpy_on_import() -> None:
    script = "import sys, togyz; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
