"""A random player against the engine."""

import random

from togyz import Engine, Game, Limit, Side

game, engine = Game(), Engine()
while not game.is_game_over():
    if game.side_to_move is Side.SOUTH:
        game.push(random.choice(game.legal_moves))
    elif (move := engine.play(game, Limit(depth=6)).move) is not None:
        game.push(move)
print(game)
print(game.record())
print(game.outcome())
