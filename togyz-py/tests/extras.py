"""Packages that only some users have."""

import importlib
import os
from typing import Any

import pytest


def need(name: str) -> Any:
    """The package, or a skip; `run-tests --all` installs them and allows no skip."""
    if os.environ.get("TOGYZ_ALL"):
        return importlib.import_module(name)
    return pytest.importorskip(name)
