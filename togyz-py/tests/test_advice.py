"""Levels, hints, annotated games and exact endings."""

import pickle
import threading
from pathlib import Path
from typing import Any

import pytest

import togyz
from extras import ctrl_c
from togyz import Engine, Game, Level, LevelPlayer, Limit, Position, Rules, Score, Side, Table

# One stone from pit 9 takes the last two that South needs.
WON = Position.from_fen("8,1S/7,1S,1S 80 79 S 1")
GAME = Game.from_record("7 9 1 5")


def test_levels_have_names_and_numbers() -> None:
    assert Level("hard") == Level.HARD != Level("easy")
    assert [Level(number).name for number in (1, 10)] == ["1", "10"]
    assert Level("7") == Level(7)
    assert len({Level(name) for name in ("easy", "EASY", "normal", "hard", "crazy")}) == 4
    for level in (Level.CRAZY, Level(4)):
        assert pickle.loads(pickle.dumps(level)) == level
        assert eval(repr(level)) == level
    bad: list[Any] = ["", "full", 0, 11, 2**70, True, 1.0, None]
    for wrong in bad:
        with pytest.raises((ValueError, TypeError)):
            Level(wrong)


@pytest.mark.parametrize("level", ["easy", "normal", 1, 5])
def test_a_level_answers_alike(level: Any) -> None:
    players = [LevelPlayer(level, seed=3), LevelPlayer(level, seed=3)]
    players.append(pickle.loads(pickle.dumps(players[0])))
    assert players[0].level == Level(level)
    answers = [[player.play(game) for game in (Game(), GAME, WON)] for player in players]
    assert answers[0] == answers[1] == answers[2]
    assert players[0].play(Position.from_fen("9/2S,8 80 80 N 1")) is None


def test_a_level_can_be_stopped() -> None:
    player = LevelPlayer("crazy")
    timer = threading.Timer(0.1, player.stop)
    timer.start()
    assert player.play(Game()) in range(1, 10)
    timer.join()


def test_a_hint_says_why() -> None:
    hint = togyz.hint(WON, Limit(depth=6))
    assert hint is not None
    assert (hint.move, hint.gain, hint.line[0]) == (9, 2, 9)
    assert hint.score == Score.win(1)
    assert hint.effect == WON.effect(9)
    kinds = {reason.kind: reason for reason in hint.reasons}
    assert kinds["wins-by-force"].data == {"kind": "wins-by-force", "plies": 1}
    assert kinds["captures"].pit == (Side.NORTH, 1)
    assert kinds["captures"].data["stones"] == 2
    for reason in hint.reasons:
        assert len({reason.words(language) for language in ("en", "kk", "ky", "ru")}) == 4
        assert pickle.loads(pickle.dumps(reason)) == reason
    assert pickle.loads(pickle.dumps(hint)) == hint
    assert togyz.hint(Position.from_fen("9/2S,8 80 80 N 1")) is None
    with pytest.raises(ValueError, match="language"):
        hint.reasons[0].words("fr")  # type: ignore[arg-type]


def test_annotations() -> None:
    annotation = Engine(hash_mib=1).annotate(GAME, Limit(depth=6))
    assert [move.move for move in annotation.moves] == [7, 9, 1, 5]
    assert [move.ply for move in annotation.moves] == [1, 2, 3, 4]
    assert annotation.moves[0].side == Side.SOUTH
    for move in annotation.moves:
        assert move.after <= move.before
        assert (move.mark == "best") == (move.best == move.move) or move.cost == 0
        assert move.choice == move.best or move.mark == "best"
        assert move.cost == max(move.before.expectation() - move.after.expectation(), 0)
        assert move.is_open == (0.1 <= move.before.expectation() <= 0.9)
        assert pickle.loads(pickle.dumps(move)) == move
    # Pit 1 takes nothing where ten could be taken.
    assert annotation.moves[2].mark in {"mistake", "blunder"}
    assert annotation.moves[2].sign.startswith("?")
    loss = annotation.moves[2].loss
    assert loss is not None
    assert loss > 3
    assert len(annotation.curve()) == 5
    marks: list[togyz.Mark] = ["best", "good", "inaccuracy", "mistake", "blunder"]
    assert sum(annotation.count(Side.SOUTH, mark) for mark in marks) == 2
    assert annotation.tuzdyks == (None, None)
    assert pickle.loads(pickle.dumps(annotation)) == annotation
    assert Engine(hash_mib=1).annotate(GAME, Limit(depth=6)) == annotation
    with pytest.raises(ValueError, match="a mark is"):
        annotation.count(Side.SOUTH, "awful")  # type: ignore[arg-type]


def test_a_tuzdyk_has_its_story() -> None:
    game = Game(Position.from_fen("8,2S/8,2S 79 79 S 1"))
    effect = game.push(9)
    made = game.position.tuzdyk(Side.SOUTH)
    annotation = togyz.annotate(game, Limit(depth=2))
    if effect.tuzdyk_made is None:
        assert annotation.tuzdyks[0] is None
    else:
        assert annotation.tuzdyks[0] == (1, (Side.NORTH, made), 0)


@pytest.mark.thread_unsafe
@pytest.mark.parametrize(
    "work",
    [
        lambda engine: engine.annotate(GAME, Limit(infinite=True)),
        lambda engine: engine.hint(GAME, Limit(infinite=True)),
        lambda engine: Table.build(10, distances=True),
    ],
    ids=["annotate", "hint", "table"],
)
def test_ctrl_c(work: Any) -> None:
    engine = Engine(hash_mib=1)
    with ctrl_c():
        work(engine)
    assert engine.analyse(WON, Limit(depth=3)).score == Score.win(1)


def test_an_evaluator_that_fails_in_advice() -> None:
    def evaluate(position: Position) -> float:
        raise KeyError("weights")

    engine = Engine(hash_mib=1, evaluator=evaluate)
    with pytest.raises(KeyError):
        engine.hint(GAME, Limit(depth=4))
    with pytest.raises(KeyError):
        engine.annotate(GAME, Limit(depth=4))


def test_tables(tmp_path: Path) -> None:
    path = tmp_path / "three.table"
    built = Table.build(3, distances=True, path=path)
    assert (built.max_stones, built.has_distances) == (3, True)
    for table in (built, Table.load(path), Table.open(str(path))):
        assert table.entries == built.entries
        entry = table.probe(WON)
        assert entry is not None
        assert entry.value == 3
        assert entry.hastened is not None
        assert table.result(WON) == "win"
        moves = table.moves(WON)
        assert moves is not None
        assert moves[0][:3] == (9, 3, "win")
        assert pickle.loads(pickle.dumps(moves)) == moves
        assert table.line(WON) == [9]
        assert table.probe(Position()) is None
        assert table.result(Position()) is None
        assert table.moves(Position()) is None
        assert table.line(Position()) is None
    built.save(tmp_path / "copy.table")
    assert (tmp_path / "copy.table").read_bytes() == path.read_bytes()
    assert Table.build(2, rules=Rules.PANTUSOV).rules.allows_pit_nine


def test_tables_agree_with_the_search() -> None:
    table, engine = Table.build(4), Engine(hash_mib=4)
    for fen in ("8,1S/2S,7,1S 79 79 S 1", "1S,7,1S/8,2S 79 79 S 1", "7,1S,1S/1S,7,1S 79 79 N 1"):
        position = Position.from_fen(fen)
        score = engine.analyse(position, Limit(depth=30)).score
        value = "win" if score.win_in else "loss" if score.loss_in else "draw"
        assert table.result(position) == value, fen


def test_wrong_tables(tmp_path: Path) -> None:
    wrong: list[Any] = [-1, 15, 255, 2**70, None, "3", 1.0, True]
    for bad in wrong:
        with pytest.raises((ValueError, TypeError)):
            Table.build(bad)
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"no table at all")
    for read in (Table.load, Table.open):
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "missing")
        with pytest.raises(togyz.ParseError):
            read(foreign)
    with pytest.raises(OSError):
        Table.build(1).save(tmp_path / "no" / "folder")
