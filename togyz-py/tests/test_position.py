"""Positions, sides, rules, outcomes and effects."""

import random
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import togyz
from togyz import Position, Rules, Side

START = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1"


def walk(seed: int, plies: int = 300) -> list[Position]:
    """The positions of a random game."""
    rng, position = random.Random(seed), Position()
    positions = [position]
    while (legal := position.legal_moves) and len(positions) <= plies:
        position = position.play(rng.choice(legal))
        positions.append(position)
    return positions


def test_start() -> None:
    position = Position()
    assert position.fen() == START
    assert position == Position.start() == Position.from_fen(START)
    assert position.pits(Side.SOUTH) == position.pits(Side.NORTH) == [9] * 9
    assert type(position.pits(Side.SOUTH)) is list
    assert position.legal_moves == list(range(1, 10))
    assert position.rules == Rules.STANDARD
    assert repr(position) == f"Position.from_fen('{START}')"
    assert eval(repr(position), vars(togyz)) == position


def test_play_leaves_the_position_as_it_was() -> None:
    before = Position()
    after = before.play(7)
    assert before.fen() == START
    assert after != before
    assert after.pits(Side.NORTH) == [10, 10, 10, 10, 10, 0, 9, 9, 9]


def test_sides() -> None:
    assert Side.SOUTH.opposite is Side.NORTH
    assert Side.NORTH.opposite is Side.SOUTH
    assert Position().side_to_move is Side.SOUTH
    assert {Side.SOUTH: 1, Side.NORTH: 2}[Side("north")] == 2
    assert (str(Side.SOUTH), Side.NORTH.name, repr(Side.SOUTH)) == ("south", "north", "Side.SOUTH")
    assert Side.SOUTH != "south"
    with pytest.raises(togyz.ParseError):
        Side("west")
    with pytest.raises(AttributeError):
        Side.SOUTH.name = "x"  # type: ignore[misc]


def test_rules() -> None:
    flags = {
        "standard": (False, False, False),
        "master-pro": (False, False, True),
        "moddable": (False, True, False),
        "pantusov": (True, False, True),
        "pit-nine+same-number": (True, True, False),
    }
    for name, expected in flags.items():
        rules = Rules(name)
        assert (rules.allows_pit_nine, rules.allows_same_number, rules.plays_out) == expected
        assert rules.name == str(rules) == name
        assert eval(repr(rules), vars(togyz)) == rules
    assert len({Rules(), Rules.STANDARD, Rules("standard"), Rules.MODDABLE}) == 2
    with pytest.raises(togyz.ParseError, match="master-pro"):
        Rules("chess")


def test_repr_tells_other_rules() -> None:
    position = Position.start(Rules.MASTER_PRO)
    assert position != Position()
    assert eval(repr(position), vars(togyz)) == position


@pytest.mark.parametrize(
    "kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
)
def test_numpy_integers_are_moves(kind: str) -> None:
    seven = np.dtype(kind).type(7)
    assert Position().play(seven) == Position().play(7)
    assert Position().is_legal(np.array(7, dtype=kind))


@pytest.mark.parametrize("bad", [True, False, np.True_, 3.0, np.float64(3), "3", b"3", None, [3]])
def test_other_types_are_no_moves(bad: object) -> None:
    for take in (Position().play, Position().effect, Position().is_legal, togyz.Game().push):
        with pytest.raises(TypeError):
            take(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "bad", [0, 10, -1, -9, 255, 256, 257, 2**63, 2**70, -(2**70), 1 << 30_000], ids=hex
)
def test_other_integers_are_no_moves(bad: int) -> None:
    for take in (Position().play, Position().effect, Position().is_legal, togyz.Game().push):
        with pytest.raises(togyz.InvalidMoveError):
            take(bad)


def test_errors_of_an_index_are_passed_on() -> None:
    class Broken:
        def __index__(self) -> int:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Position().play(Broken())


def test_illegal_move() -> None:
    position = Position.from_fen("9/2S,8 80 80 S 1")
    with pytest.raises(ValueError, match="the pit is empty") as caught:
        position.play(5)
    error = caught.value
    assert isinstance(error, togyz.IllegalMoveError)
    assert (error.move, error.reason, error.fen) == (5, "empty-pit", position.fen())
    over = position.play(1)
    with pytest.raises(togyz.IllegalMoveError) as caught_over:
        over.play(1)
    assert caught_over.value.reason == "game-over"


def test_effect() -> None:
    effect = Position().effect(7)
    assert (effect.move, effect.side, effect.stones) == (7, Side.SOUTH, 9)
    assert (effect.landing, effect.landed, effect.captured) == ((Side.NORTH, 6), 10, 10)
    assert (effect.income, effect.gained, effect.outcome) == ((0, 0), (10, 0), None)
    assert (effect.tuzdyk_made, effect.tuzdyk_refused) == (None, None)
    assert effect == Position().effect(7)
    assert effect != Position().effect(6)
    assert len({effect, Position().effect(7)}) == 1


def test_effect_of_a_tuzdyk() -> None:
    position = Position.from_fen("8,2S/8,2S 79 79 S 1")
    effect = position.effect(9)
    assert (effect.captured, effect.tuzdyk_made) == (3, 1)
    assert effect.outcome is not None
    assert effect.outcome.reason == "majority"
    assert "tuzdyk on north 1" in repr(effect)
    refused = {
        "already-owned": ("7,t,2S/8,2S 79 79 S 1", 9),
        "same-number": ("8,2S/t,7,2S 79 79 S 1", 9),
        "pit-nine": ("2S,8/8,10S 75 75 S 1", 9),
    }
    for reason, (fen, move) in refused.items():
        effect = Position.from_fen(fen).effect(move)
        assert (effect.tuzdyk_made, effect.tuzdyk_refused, effect.landed) == (None, reason, 3)
        assert effect.captured == 0


def test_tuzdyk_number_is_of_the_other_row() -> None:
    position = Position.from_fen("8,t/t,81S,7 41 40 S 1", Rules.MODDABLE)
    assert (position.tuzdyk(Side.SOUTH), position.tuzdyk(Side.NORTH)) == (1, 1)


def test_outcome() -> None:
    draw = Position.from_fen("9/9 81 81 S 1").outcome()
    assert draw is not None
    assert (draw.winner, draw.reason, draw.kazans) == (None, "no-moves", (81, 81))
    assert str(draw) == "draw 81-81, no-moves"
    won = Position.from_fen("1S,8/9 70 91 S 1").outcome()
    assert won is not None
    assert (won.winner, won.reason) == (Side.NORTH, "majority")
    assert len({draw, won, Position.from_fen("9/9 81 81 S 1").outcome()}) == 2


def test_decided() -> None:
    position = Position.from_fen("2S,8/1S,8 82 77 S 1", Rules.MASTER_PRO)
    assert position.decided() is Side.SOUTH
    assert not position.is_game_over()
    assert Position().decided() is None


def test_mirrored() -> None:
    for position in walk(3):
        mirrored = position.mirrored()
        assert mirrored.pits(Side.NORTH) == position.pits(Side.SOUTH)
        assert mirrored.side_to_move is position.side_to_move.opposite
        assert mirrored.mirrored() == position


def test_equality_hash_and_order() -> None:
    positions = [position for seed in range(130) for position in walk(seed)]
    texts = {position.fen() for position in positions}
    assert len(positions) > 10_000
    assert len(set(positions)) == len(texts) == len({position.key() for position in positions})
    position = Position()
    assert Position().play(1) == Position().play(1)
    assert hash(Position()) == hash(position)
    assert position != 3
    assert position != None  # noqa: E711
    assert not position == "x"  # noqa: SIM201
    with pytest.raises(TypeError):
        position < position  # type: ignore[operator]


def test_other_moves_to_the_same_position() -> None:
    # Single stones that do not meet: South's two steps may come in either order.
    start = Position.from_fen("8,1S/1S,3,1S,4 79 80 S 1")
    one, other = start.play(1).play(1), start.play(5).play(1)
    assert one != other
    one, other = one.play(5), other.play(1)
    assert one == other
    assert hash(one) == hash(other)
    assert one.key() == other.key()
    assert len({one, other}) == 1


def test_texts_and_bytes_come_back() -> None:
    for position in walk(1) + walk(2):
        assert Position.from_fen(position.fen()) == position
        assert Position.from_bytes(position.to_bytes()) == position
        assert len(position.to_bytes()) == 16
        for move in position.legal_moves:
            for style in ("number", "from-to", "playok", "playstrategy"):
                assert position.parse_move(position.write_move(move, style)) == move


def test_styles() -> None:
    written = {"number": "7", "from-to": "76", "playok": "76(10)", "playstrategy": "g1d2"}
    for style, text in written.items():
        assert Position().write_move(7, style) == text  # type: ignore[arg-type]
    assert Position().write_move(7) == "76"
    with pytest.raises(togyz.ParseError, match="landing digit"):
        Position().parse_move("75")
    with pytest.raises(togyz.IllegalMoveError):
        Position.from_fen("9/2S,8 80 80 S 1").parse_move("5")


rows = st.lists(st.integers(0, 12), min_size=9, max_size=9)


@given(south=rows, north=rows, kazan=st.integers(0, 162), side=st.sampled_from(["S", "N"]))
def test_setup(south: list[int], north: list[int], kazan: int, side: str) -> None:
    rest = 162 - sum(south) - sum(north) - kazan
    mover = Side(side.lower())
    if rest < 0:
        with pytest.raises(togyz.SetupError):
            Position.setup(south, north, (kazan, max(rest, 0)), side_to_move=mover)
        return
    position = Position.setup(south, north, (kazan, rest), side_to_move=mover)
    assert (position.pits(Side.SOUTH), position.pits(Side.NORTH)) == (south, north)
    assert (position.kazan(Side.SOUTH), position.kazan(Side.NORTH)) == (kazan, rest)
    assert position.side_to_move is mover
    assert Position.from_fen(position.fen()) == position
    assert Position.from_bytes(position.to_bytes()) == position


def test_setup_from_numpy() -> None:
    nines = np.full(9, 9, dtype=np.uint8)
    assert Position.setup(nines, nines, np.zeros(2, dtype=np.int64)) == Position()


def test_setup_names_every_fault() -> None:
    with pytest.raises(togyz.SetupError) as caught:
        Position.setup([10] + [9] * 8, [9] * 9, tuzdyks=(9, 9))
    assert isinstance(caught.value.faults, tuple)
    assert len(caught.value.faults) == 4
    position = Position.setup(
        [0] * 9, [0] * 9, (81, 81), (9, 9), rules=Rules("pit-nine+same-number")
    )
    assert position.tuzdyk(Side.NORTH) == 9
    with pytest.raises(togyz.SetupError):
        position.with_rules(Rules.STANDARD)


def test_fen_faults_have_a_column() -> None:
    with pytest.raises(togyz.ParseError) as caught:
        Position.from_fen("9/2S,x 80 80 S 1")
    assert (caught.value.line, caught.value.column) == (None, 6)
    with pytest.raises(togyz.ParseError):
        Position.from_fen("8,t/t,81S,7 41 40 S 1")


def test_pictures() -> None:
    for position in walk(5):
        svg = position.svg()
        assert position._repr_svg_() == svg
        assert len(svg) < 50_000
        ElementTree.fromstring(svg)
    assert str(Position()).count("|") == 20
