"""Programs that speak the Universal Game Interface, used as engines.

>>> from togyz.ugi import UgiEngine
>>> with UgiEngine(["togyz", "ugi"]) as program:  # doctest: +SKIP
...     program.play(togyz.Game(), togyz.Limit(depth=8)).move
7
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from togyz._togyz import EngineError, Game, Info, Limit, Line, PlayResult, Position, Score

__all__ = ["UgiEngine"]

_PATIENCE = 10.0
_GRACE = 5.0


class UgiEngine:
    """A program that speaks UGI.

    Parameters
    ----------
    command : str or sequence of str
        The program, with its arguments if it is a sequence.
    options : mapping, optional
        Options of the program and their values.
    timeout : float, default 10.0
        Seconds that the program may take for an answer that needs no thinking, and beyond the time
        of a search.

    Raises
    ------
    EngineError
        If the program does not speak UGI, has no such option, or ends.
    OSError
        If it cannot be started.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        timeout: float = _PATIENCE,
    ) -> None:
        self._command = [command] if isinstance(command, str) else list(command)
        self._timeout = timeout
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._searching = threading.Lock()
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
        )
        threading.Thread(target=self._read, daemon=True).start()
        self.name = ""
        self.options: dict[str, str] = {}
        try:
            self._greet(options or {})
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _error(self, message: str) -> EngineError:
        return EngineError(f"{' '.join(self._command)}: {message}")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._error("the program has ended") from None

    def _hear(self, until: float | None) -> str:
        left = None if until is None else max(0.0, until - time.monotonic())
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise self._error("no answer in time") from None
        if line is None:
            # For whoever asks next.
            self._lines.put(None)
            raise self._error("the program has ended")
        return line

    def _wait_for(self, expected: str) -> list[str]:
        until = time.monotonic() + self._timeout
        lines: list[str] = []
        while (line := self._hear(until)) != expected:
            lines.append(line)
        return lines

    def _greet(self, options: Mapping[str, Any]) -> None:
        self._say("ugi")
        for line in self._wait_for("ugiok"):
            if line.startswith("id name "):
                self.name = line[8:]
            elif line.startswith("option name "):
                name, _, kind = line[12:].partition(" type ")
                self.options[name] = kind
        known = {name.lower() for name in self.options}
        for name, value in options.items():
            if name.lower() not in known:
                raise self._error(f"it has no option {name}")
            self._say(f"setoption name {name} value {value}")
        self._ready()
        self._say("uginewgame")
        self._ready()

    def _ready(self) -> None:
        self._say("isready")
        for line in self._wait_for("readyok"):
            if line.startswith("info string "):
                raise self._error(line[12:])

    def _search(self, game: Game | Position, limit: Limit) -> tuple[str, Info | None]:
        start = game.positions[0] if isinstance(game, Game) else game
        moves = game.moves if isinstance(game, Game) else []
        self._say(f"position fen {start.fen()}" + "".join([" moves", *(f" {m}" for m in moves)]))
        self._say("go " + _go(limit))
        seconds = limit.time if limit.time is not None else limit.clock
        until = None if seconds is None else time.monotonic() + seconds + self._timeout
        info = None
        try:
            while not (line := self._hear(until)).startswith("bestmove"):
                info = _info(line) or info
        except BaseException:
            # Ctrl-C, or too late an answer: the program is to be usable again.
            self.stop()
            until = time.monotonic() + self._timeout
            while not self._hear(until).startswith("bestmove"):
                pass
            raise
        return line.removeprefix("bestmove").strip(), info

    def play(self, game: Game | Position, limit: Limit) -> PlayResult:
        """Search the best move; None if the game is over.

        Parameters
        ----------
        game : Game or Position
            What is searched.
        limit : Limit
            When the search ends; ``lines`` and ``moves`` are not passed on.
        """
        position = game.position if isinstance(game, Game) else game
        with self._searching:
            text, info = self._search(game, limit)
        outcome = game.outcome()
        if outcome is not None:
            score = Score.draw()
            if outcome.winner is not None:
                won = outcome.winner == position.side_to_move
                score = Score.win(0) if won else Score.loss(0)
            return PlayResult._restore(None, outcome, info or _empty(score))
        try:
            move = position.parse_move(text)
        except ValueError as error:
            raise self._error(f"it answers {text!r}: {error}") from None
        return PlayResult._restore(move, None, info or _empty(Score.from_stones(0)))

    def analyse(self, game: Game | Position, limit: Limit) -> Info:
        """Search and tell what was found."""
        return self.play(game, limit).info

    def stop(self) -> None:
        """End the search that another thread runs."""
        self._say("stop")

    def clear(self) -> None:
        """Tell the program that a new game begins."""
        with self._searching:
            self._say("uginewgame")
            self._ready()

    def close(self) -> None:
        """End the program."""
        with contextlib.suppress(EngineError):
            self._say("quit")
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def __enter__(self) -> UgiEngine:  # noqa: PYI034
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<UgiEngine: {self.name or ' '.join(self._command)}>"


def _go(limit: Limit) -> str:
    words: list[str] = []
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.time is not None:
        words += ["movetime", str(max(1, round(limit.time * 1000)))]
    if limit.clock is not None:
        left, more = round(limit.clock * 1000), round((limit.increment or 0) * 1000)
        words += ["p1time", str(left), "p2time", str(left), "p1inc", str(more), "p2inc", str(more)]
    return " ".join(words) or "infinite"


def _empty(score: Score) -> Info:
    return Info._restore(0, 0, 0, 0.0, 0, [], score)


def _info(line: str) -> Info | None:
    """The info of a line, if it has a score."""
    words = line.split()
    if words[:1] != ["info"] or "score" not in words:
        return None
    numbers = {"depth": 0, "seldepth": 0, "nodes": 0, "time": 0, "hashfull": 0}
    try:
        for name in numbers:
            if name in words:
                numbers[name] = max(0, int(words[words.index(name) + 1]))
        place = words.index("score")
        kind, value = words[place + 1], int(words[place + 2])
        if kind == "mate":
            # Moves of the winner; plies as the engine counts them.
            score = Score.win(2 * value - 1) if value > 0 else Score.loss(-2 * value)
        else:
            score = Score.from_stones(value / 100)
        pv = [int(word) for word in words[words.index("pv") + 1 :]] if "pv" in words else []
    except (IndexError, ValueError):
        return None
    lines = [Line._restore(score, pv)] if pv else []
    return Info._restore(
        numbers["depth"],
        numbers["seldepth"],
        numbers["nodes"],
        numbers["time"] / 1000,
        numbers["hashfull"],
        lines,
        score,
    )
