"""Games and records."""

import copy
import random
import threading

import pytest

import togyz
from togyz import Game, Position, Rules, Side


def random_game(seed: int, rules: Rules = Rules.STANDARD) -> Game:
    rng, game = random.Random(seed), Game(rules=rules)
    while game.legal_moves and game.ply < 400:
        game.push(rng.choice(game.legal_moves))
    return game


def test_push_pop_redo_peek() -> None:
    game = Game()
    assert game.push(7).captured == 10
    assert game.push_text("98").landing == (Side.SOUTH, 8)
    assert (game.moves, game.ply, len(game), game.peek()) == ([7, 9], 2, 2, 9)
    assert (game.fullmove, game.side_to_move) == (2, Side.SOUTH)
    assert game.pop() == 9
    assert game.moves == [7]
    assert game.redo().move == 9
    assert game.pop() == 9
    assert game.pop() == 7
    assert game.position == Position()
    game.push(1)
    with pytest.raises(IndexError):
        game.redo()


def test_empty_game() -> None:
    game = Game()
    for call in (game.pop, game.peek, game.redo):
        with pytest.raises(IndexError):
            call()
    assert len(game) == 0
    assert game
    assert game.positions == [Position()]
    assert (game.outcome(), game.result(), game.is_game_over()) == (None, "*", False)


def test_start_and_rules() -> None:
    position = Position.from_fen("9/2S,8 80 80 S 1", Rules.PANTUSOV)
    assert Game(position).position == position
    assert Game(position).rules == Rules.PANTUSOV
    assert Game(rules=Rules.MODDABLE).position == Position.start(Rules.MODDABLE)
    with pytest.raises(ValueError, match="rules"):
        Game(position, Rules.PANTUSOV)
    assert Game.from_fen("9/2S,8 80 80 N 61").fullmove == 61


def test_refused_moves_change_nothing() -> None:
    game = Game.from_fen("9/2S,8 80 80 S 1")
    before = copy.copy(game)
    for bad in (2, 0, "1"):
        with pytest.raises((ValueError, TypeError)):
            game.push(bad)  # type: ignore[arg-type]
    for text in ("", "5", "19", "1" * 10_000):
        with pytest.raises(ValueError):
            game.push_text(text)
    assert game == before


def test_the_board_ends_a_game() -> None:
    game = Game.from_fen("9/2S,8 80 80 S 1")
    effect = game.push(1)
    assert effect.outcome == game.outcome()
    assert str(game.outcome()) == "south wins 82-80, no-moves"
    assert game.result() == "1-0"
    assert game.legal_moves == []
    with pytest.raises(togyz.IllegalMoveError):
        game.push(2)
    with pytest.raises(togyz.GameError):
        game.resign(Side.SOUTH)


@pytest.mark.parametrize(
    ("declare", "winner", "reason"),
    [
        (lambda game: game.resign(Side.SOUTH), Side.NORTH, "resignation"),
        (lambda game: game.lose_on_time(Side.NORTH), Side.SOUTH, "time"),
        (lambda game: game.agree_draw(), None, "agreement"),
        (lambda game: game.cut_off(), None, "max-plies"),
    ],
)
def test_declarations(declare, winner, reason) -> None:  # type: ignore[no-untyped-def]
    game = Game()
    game.push(7)
    outcome = declare(game)
    assert outcome == game.outcome()
    assert (outcome.winner, outcome.reason, outcome.kazans) == (winner, reason, (10, 0))
    assert game.legal_moves == []
    with pytest.raises(togyz.IllegalMoveError) as caught:
        game.push(1)
    assert caught.value.reason == "game-over"
    with pytest.raises(togyz.GameError):
        declare(game)
    again = Game.from_record(game.record())
    assert again.outcome() == outcome
    game.pop()
    assert game.outcome() is None


def test_repetition() -> None:
    # Both single stones walk round the board: 18 plies lead back to the same position.
    game = Game.from_fen("8,1S/1S,8 80 80 S 1")
    with pytest.raises(togyz.GameError, match="time 1"):
        game.claim_repetition()
    for times in (2, 3):
        for ply in range(18):
            game.push(ply // 2 + 1)
        assert game.repetitions() == times
    outcome = game.claim_repetition()
    assert (outcome.winner, outcome.reason) == (None, "repetition")


def test_what_changes_has_no_hash() -> None:
    for thing in (Game(), togyz.Batch(1)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


def test_tags() -> None:
    game = Game()
    game.set_tag("White", 'Ж. "Q" \\')
    game.set_tag("Date", "2026.01.02")
    tags = game.tags
    tags["White"] = "changed"
    assert game.tags == {"White": 'Ж. "Q" \\', "Date": "2026.01.02"}
    for name, value in (("two words", ""), ("", ""), ("A", "line\nbreak")):
        with pytest.raises(togyz.GameError):
            game.set_tag(name, value)
    assert Game.from_record(game.record()).tags == game.tags
    assert game.remove_tag("Date") == "2026.01.02"
    assert game.remove_tag("Date") is None


def test_equality() -> None:
    game, other = Game(), Game()
    assert game == other
    game.push(1)
    assert game != other
    other.push(1)
    assert game == other
    other.push(2)
    other.pop()
    assert game == other
    other.set_tag("Event", "x")
    assert game != other
    assert game != "x"
    assert game != None  # noqa: E711
    with pytest.raises(TypeError):
        hash(game)


def test_copies_are_independent() -> None:
    game = random_game(1)
    for twin in (copy.copy(game), copy.deepcopy(game)):
        assert twin == game
        last = twin.pop()
        assert twin != game
        twin.push(last)
        assert twin == game


@pytest.mark.parametrize("rules", ["standard", "master-pro", "moddable", "pantusov"])
def test_records_come_back(rules: str) -> None:
    for seed in range(15):
        game = random_game(seed, Rules(rules))
        for text in (game.record(), game.record("pgn"), game.record("tgk")):
            again = Game.from_record(text)
            assert again == game
            assert again.record() == game.record()
    with pytest.raises(ValueError, match="pgn or tgk"):
        game.record("sgf")  # type: ignore[arg-type]


def test_read_records() -> None:
    text = "\n".join(random_game(seed).record() for seed in range(5))
    records = togyz.read_records(text)
    assert [record.game for record in records] == [random_game(seed) for seed in range(5)]
    assert togyz.read_records("") == []
    assert records == togyz.read_records(text)
    [record] = togyz.read_records("{before} 1. 75 {after} 1-0", strict=False)
    assert record.comments == [(0, "before"), (1, "after")]
    assert len(record.warnings) == 1
    assert record.result == "1-0"
    assert record.game is record.game


def test_faults_of_records_have_a_place() -> None:
    with pytest.raises(togyz.ParseError) as caught:
        Game.from_record("1. 76 98\n2. 91")
    assert (caught.value.line, caught.value.column) == (2, 4)
    with pytest.raises(togyz.ParseError):
        togyz.read_records("1. 75")


def test_turn_and_texts() -> None:
    game = Game()
    game.push(7)
    assert str(game) == str(game.position)
    assert game.fen() in repr(game)
    assert game._repr_svg_() == togyz.svg.board(game)


def test_one_game_in_many_threads() -> None:
    game, errors = Game(), []

    def use() -> None:
        rng = random.Random(threading.get_ident())
        try:
            for _ in range(2_000):
                try:
                    game.push(rng.choice(range(1, 10)))
                except togyz.IllegalMoveError:
                    game.pop()
                assert Game.from_record(game.record()) is not None
                assert copy.copy(game) != Position()
                if game.ply > 20:
                    for _ in range(5):
                        game.pop()
        except IndexError:
            pass
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    replayed = Game()
    for move in game.moves:
        replayed.push(move)
    assert replayed.position == game.position
