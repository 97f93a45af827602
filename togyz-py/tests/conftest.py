"""The same examples in every run, no files beside the tests, and Ctrl-C as in a terminal."""

import signal

from hypothesis import settings

settings.register_profile("togyz", derandomize=True, database=None, deadline=None)
settings.load_profile("togyz")

# A job that a script starts in the background ignores Ctrl-C from the beginning: a test that
# presses it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
