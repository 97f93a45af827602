"""The library against the reference that is written stone by stone."""

import random
from typing import Any

import pytest

from reference import Board
from togyz import Game, Position, Rules, Side, perft

SIDES = [Side.SOUTH, Side.NORTH]
BOARDS: dict[str, dict[str, Any]] = {
    "standard": {},
    "master-pro": {"play_out": True},
    "moddable": {"same_number": True},
    "pantusov": {"pit_nine": True, "play_out": True},
    "pit-nine+same-number": {"pit_nine": True, "same_number": True},
}


def assert_same(position: Position, board: Board) -> None:
    for index, side in enumerate(SIDES):
        assert position.pits(side) == board.row(index)
        assert position.kazan(side) == board.kazans[index]
        assert position.row_total(side) == sum(board.row(index))
        place = board.tuzdyks[index]
        assert position.tuzdyk(side) == (None if place is None else place % 9 + 1)
    assert position.side_to_move is SIDES[board.mover]
    assert position.legal_moves == board.legal()


@pytest.mark.parametrize("rules", BOARDS)
def test_random_games(rules: str) -> None:
    rng = random.Random(f"togyz {rules}")
    tuzdyks, reasons = 0, set()
    for _ in range(60):
        board = Board(**BOARDS[rules])
        game = Game(rules=Rules(rules))
        while legal := board.legal():
            assert_same(game.position, board)
            assert game.outcome() is None
            move = rng.choice(legal)
            kazans = list(board.kazans)
            place = board.play(move)
            effect = game.push(move)
            assert effect.landing == (SIDES[place // 9], place % 9 + 1)
            assert effect.gained == tuple(
                after - before for before, after in zip(kazans, board.kazans, strict=True)
            )
            if game.ply > 400:
                break
        tuzdyks += sum(place is not None for place in board.tuzdyks)
        assert_same(game.position, board)
        if (final := board.final()) is not None:
            outcome = game.outcome()
            assert outcome is not None
            winner = None if final[0] is None else SIDES[final[0]]
            assert (outcome.winner, outcome.reason, outcome.kazans) == (winner, *final[1:])
            reasons.add(outcome.reason)
    assert tuzdyks > 30
    assert "no-moves" in reasons


def test_sowing_is_the_move() -> None:
    rng = random.Random(7)
    for _ in range(20):
        game = Game()
        while game.legal_moves:
            position, move = game.position, rng.choice(game.legal_moves)
            stones = position.sowing(move)
            effect = game.push(move)
            assert [stone.in_hand for stone in stones] == list(range(effect.stones))[::-1]
            assert stones[-1].pit == effect.landing
            assert (stones[-1].stones or 0) == effect.landed
            for index, side in enumerate(SIDES):
                assert sum(stone.kazan is side for stone in stones) == effect.income[index]


PERFT = [1, 9, 73, 613, 5199, 43184, 360035, 3003052]


@pytest.mark.parametrize("depth", range(len(PERFT)))
def test_perft(depth: int) -> None:
    assert perft(Position(), depth) == Position().perft(depth) == PERFT[depth]
    assert Position().perft(depth, bulk=False) == PERFT[depth]


def test_perft_ends_with_the_game() -> None:
    position = Position.from_fen("9/2S,8 80 80 S 1")
    assert [position.perft(depth) for depth in range(4)] == [1, 1, 0, 0]
