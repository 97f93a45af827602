//! Positions where a reason holds and where it does not.

use togyz_core::{BySide, Pit, Position, Rules, Setup, Side};

use super::{Reason, reasons};

/// A board with South on turn; what is missing from 162 stones lies in the kazans by halves.
fn board(south: [u8; 9], north: [u8; 9], tuzdyks: [Option<u8>; 2]) -> Position {
    let missing = 162 - south.iter().sum::<u8>() - north.iter().sum::<u8>();
    let setup = Setup {
        pits: BySide { south, north },
        kazans: BySide {
            south: missing / 2,
            north: missing - missing / 2,
        },
        tuzdyks: BySide {
            south: tuzdyks[0],
            north: tuzdyks[1],
        },
        side_to_move: Side::South,
        rules: Rules::STANDARD,
    };
    Position::try_from(setup).expect("a valid board")
}

fn south(number: u8) -> Pit {
    Pit::new(Side::South, number).expect("a pit")
}

fn north(number: u8) -> Pit {
    Pit::new(Side::North, number).expect("a pit")
}

/// The reason holds for the first move, and none of its kind for the second.
fn tells(position: &Position, reason: Reason, holds: u8, holds_not: u8) {
    let found = reasons(position, holds);
    assert!(found.contains(&reason), "{holds}: {found:?}");
    tells_none(position, reason.kind(), holds_not);
}

/// No reason of a kind holds for the move.
fn tells_none(position: &Position, kind: &str, number: u8) {
    let found = reasons(position, number);
    let of_kind = found.iter().find(|reason| reason.kind() == kind);
    assert_eq!(of_kind, None, "{number}: {found:?}");
}

#[test]
fn captures() {
    // Nine stones from 7 end in North's 6 and make ten; from 1 they end at home.
    let reason = Reason::Captures {
        pit: north(6),
        stones: 10,
    };
    tells(&Position::START, reason, 7, 1);
}

#[test]
fn a_tuzdyk_that_is_made_is_no_capture() {
    // One stone from 9 makes three in North's 1.
    let position = board(
        [0, 0, 0, 0, 3, 0, 0, 0, 1],
        [2, 5, 0, 0, 0, 0, 0, 0, 0],
        [None; 2],
    );
    tells_none(&position, "captures", 9);
}

#[test]
fn prevents_tuzdyk() {
    // North's single stone in 9 would make three in South's 1. Sown, South's 1 holds one stone; 5 changes nothing.
    let position = board(
        [2, 0, 0, 0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
        [None; 2],
    );
    tells(&position, Reason::PreventsTuzdyk { pit: south(1) }, 1, 5);
    // With a tuzdyk of its own North has no more to make.
    let position = board(
        [2, 0, 0, 0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
        [None, Some(7)],
    );
    tells_none(&position, "prevents-tuzdyk", 1);
}

#[test]
fn saves() {
    // North's 9 takes South's 1: five stones and its own. From 1 four stones leave and one stays: four are saved.
    let position = board(
        [5, 0, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
        [None; 2],
    );
    tells(
        &position,
        Reason::Saves {
            pit: south(1),
            stones: 4,
        },
        1,
        7,
    );
}

#[test]
fn saves_nothing_if_as_much_is_lost_elsewhere() {
    // North's 9 takes six in South's 1, and so would 8 with three stones. After 1 either takes the stone left there.
    let position = board(
        [5, 6, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 3, 1],
        [None; 2],
    );
    assert!(reasons(&position, 1).contains(&Reason::Saves {
        pit: south(1),
        stones: 4
    }));
    let position = board(
        [5, 6, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 4, 1],
        [None; 2],
    );
    // With four stones 8 ends in South's 2, which has grown to seven after 1: it takes eight, more than the six before.
    tells_none(&position, "saves", 1);
}

#[test]
fn attacks() {
    // The single stone of 9 takes North's 1 at once: no new attack.
    let position = board(
        [1, 0, 0, 0, 0, 0, 0, 1, 1],
        [5, 0, 0, 0, 0, 0, 3, 0, 0],
        [None; 2],
    );
    tells_none(&position, "attacks", 8);
    let position = board(
        [1, 0, 0, 0, 0, 0, 0, 1, 1],
        [4, 5, 0, 0, 0, 0, 3, 0, 0],
        [None; 2],
    );
    // 9 grows to two stones, which make five in North's 1: no attack.
    tells_none(&position, "attacks", 8);
    let position = board(
        [1, 0, 0, 0, 0, 0, 0, 1, 2],
        [4, 5, 0, 0, 0, 0, 3, 0, 0],
        [None; 2],
    );
    // 9 grows to three stones, which end in North's 2 and make six.
    tells(
        &position,
        Reason::Attacks {
            pit: north(2),
            stones: 6,
        },
        8,
        1,
    );
}

#[test]
fn threatens_tuzdyk() {
    // 9 grows to three stones, which end in North's 2 and make three.
    let position = board(
        [1, 0, 0, 0, 0, 0, 0, 1, 2],
        [4, 2, 0, 0, 0, 0, 3, 0, 0],
        [None; 2],
    );
    tells(&position, Reason::ThreatensTuzdyk { pit: north(2) }, 8, 1);
}

#[test]
fn big_pits() {
    let position = board(
        [1, 19, 0, 1, 21, 0, 0, 0, 0],
        [5, 5, 5, 5, 5, 5, 5, 5, 5],
        [None; 2],
    );
    tells(
        &position,
        Reason::BuildsBigPit {
            pit: south(2),
            stones: 20,
        },
        1,
        5,
    );
    tells(
        &position,
        Reason::ReleasesBigPit {
            pit: south(5),
            stones: 21,
        },
        5,
        4,
    );
}

#[test]
fn feeds_tuzdyk() {
    // South's tuzdyk is North's 2; four stones from 8 pass it, one from 3 does not.
    let position = board(
        [0, 0, 1, 0, 0, 0, 0, 5, 0],
        [5, 0, 5, 5, 5, 5, 5, 5, 5],
        [Some(2), None],
    );
    tells(
        &position,
        Reason::FeedsTuzdyk {
            pit: north(2),
            stones: 1,
        },
        8,
        3,
    );
}

#[test]
fn keeps_tempo() {
    let position = board(
        [1, 0, 0, 0, 0, 0, 0, 3, 0],
        [1, 3, 0, 0, 0, 2, 0, 0, 0],
        [None; 2],
    );
    tells(&position, Reason::KeepsTempo, 1, 8);
    // On a full board nobody counts moves, and where no move leaves home there is nothing to keep.
    tells_none(&Position::START, "keeps-tempo", 1);
    let position = board(
        [1, 0, 2, 0, 0, 0, 0, 0, 0],
        [1, 3, 0, 0, 0, 2, 0, 0, 0],
        [None; 2],
    );
    tells_none(&position, "keeps-tempo", 1);
}

#[test]
fn leaves_nothing() {
    // North's 9 ends in South's 1. Five stones leave one behind, which is taken; a single stone leaves nothing.
    let position = board(
        [5, 0, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
        [None; 2],
    );
    tells_none(&position, "leaves-nothing", 1);
    let position = board(
        [1, 0, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
        [None; 2],
    );
    tells(&position, Reason::LeavesNothing, 1, 7);
}

#[test]
fn gives_up_least() {
    // After 2 North's 9 takes six in South's 1. After 1 it takes two there, and 8 makes nine in South's 2: nothing.
    let position = board(
        [5, 7, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 4, 1],
        [None; 2],
    );
    tells(&position, Reason::GivesUpLeast { stones: 2 }, 1, 2);
}
