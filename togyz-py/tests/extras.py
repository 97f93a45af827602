"""What several tests share: packages that only some users have, and Ctrl-C."""

import contextlib
import importlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest


def need(name: str) -> Any:
    """The package, or a skip; `run-tests --all` installs them and allows no skip."""
    if os.environ.get("TOGYZ_ALL"):
        return importlib.import_module(name)
    return pytest.importorskip(name)


@contextlib.contextmanager
def ctrl_c() -> Iterator[None]:
    """Sends the signal of Ctrl-C soon, and expects that it ends what is in the block."""
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        yield
    timer.join()
