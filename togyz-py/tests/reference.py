"""The game written a second time, stone by stone, to hold the library against."""

from __future__ import annotations

from dataclasses import dataclass, field

STONES = 162
MAJORITY = 82
SOUTH, NORTH = 0, 1


@dataclass
class Board:
    """Eighteen pits along the sowing: South 1 to 9, then North 1 to 9."""

    pit_nine: bool = False
    same_number: bool = False
    play_out: bool = False
    pits: list[int] = field(default_factory=lambda: [9] * 18)
    kazans: list[int] = field(default_factory=lambda: [0, 0])
    tuzdyks: list[int | None] = field(default_factory=lambda: [None, None])
    mover: int = SOUTH

    def row(self, side: int) -> list[int]:
        return self.pits[9 * side : 9 * side + 9]

    def legal(self) -> list[int]:
        if max(self.kazans) >= MAJORITY and not self.play_out:
            return []
        return [number + 1 for number, stones in enumerate(self.row(self.mover)) if stones]

    def owner_of_tuzdyk(self, place: int) -> int | None:
        for side in (SOUTH, NORTH):
            if self.tuzdyks[side] == place:
                return side
        return None

    def play(self, move: int) -> int:
        """Play a move and return the place of its last stone."""
        place = 9 * self.mover + move - 1
        hand, self.pits[place] = self.pits[place], 0
        if hand > 1:
            self.pits[place] = 1
            hand -= 1
        while hand:
            place = (place + 1) % 18
            owner = self.owner_of_tuzdyk(place)
            if owner is None:
                self.pits[place] += 1
            else:
                self.kazans[owner] += 1
            hand -= 1
        self.take(place)
        self.mover = 1 - self.mover
        return place

    def take(self, place: int) -> None:
        if place // 9 == self.mover or self.owner_of_tuzdyk(place) is not None:
            return
        stones = self.pits[place]
        if stones % 2 == 0 or (stones == 3 and self.may_claim(place)):
            if stones == 3:
                self.tuzdyks[self.mover] = place
            self.kazans[self.mover] += stones
            self.pits[place] = 0

    def may_claim(self, place: int) -> bool:
        number = place % 9
        other = self.tuzdyks[1 - self.mover]
        same = other is not None and other % 9 == number
        return (
            self.tuzdyks[self.mover] is None
            and (number != 8 or self.pit_nine)
            and (not same or self.same_number)
        )

    def final(self) -> tuple[int | None, str, tuple[int, int]] | None:
        """Winner, reason and kazans of a finished game."""
        if self.legal():
            return None
        kazans = list(self.kazans)
        reason = "majority"
        if max(kazans) < MAJORITY or self.play_out:
            reason = "no-moves"
            for side in (SOUTH, NORTH):
                kazans[side] += sum(self.row(side))
        winner = None if kazans[0] == kazans[1] else int(kazans[1] > kazans[0])
        return winner, reason, (kazans[0], kazans[1])
