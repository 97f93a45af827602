"""The best moves of a position: python analyse.py [FEN] [SECONDS]."""

import sys

from togyz import Engine, Limit, Position


def main(fen: str | None = None, seconds: float = 1.0) -> None:
    """Print the three best moves with their lines."""
    position = Position.from_fen(fen) if fen else Position()
    print(position)
    info = Engine(hash_mib=64).analyse(position, Limit(time=seconds, lines=3))
    for line in info.lines:
        print(f"{line.score!s:>12}  {' '.join(map(str, line.pv))}")
    print(f"depth {info.depth}, {info.nodes} nodes, {info.nps} nodes/s")


if __name__ == "__main__":
    fen = sys.argv[1] if len(sys.argv) > 1 else None
    main(fen, float(sys.argv[2]) if len(sys.argv) > 2 else 1.0)
