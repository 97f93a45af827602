//! What each level can do: the numbers that were measured.

use std::time::Duration;

use super::Level;
use crate::Limits;

/// What a player of some strength sees and how it values it.
#[derive(Clone, Debug)]
pub(super) struct Skill {
    pub(super) limits: Limits,
    pub(super) judgement: Judgement,
    /// The greatest error of the evaluation, in hundredths of a stone.
    pub(super) error: i32,
    /// Percentage of moves that are played at random.
    pub(super) random: u32,
    /// Percentage of the sowings once round the board, or longer, that are overlooked; of shorter ones in proportion.
    pub(super) overlooks: u32,
}

/// What positions are valued by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The biggest capture at once; no position is valued.
    Captures,
    /// Kazans.
    Kazans,
    /// Kazans, and what a tuzdyk will bring.
    KazansAndTuzdyks,
    /// The engine's own evaluation.
    Engine,
}

/// What a tuzdyk catches of each stone on the board, in hundredths of a stone.
pub(super) const TUZDYK_SHARE: i32 = 9;

const SECOND: Duration = Duration::from_secs(1);

/// An error that only decides between equal positions, so that games differ with the seed.
const TIE: i32 = 30;

const fn counting(plies: u32, error: i32, overlooks: u32) -> Skill {
    Skill {
        limits: Limits::depth(plies),
        judgement: Judgement::KazansAndTuzdyks,
        error,
        random: 0,
        overlooks,
    }
}

const fn engine(limits: Limits, error: i32) -> Skill {
    Skill {
        limits,
        judgement: Judgement::Engine,
        error,
        random: 0,
        overlooks: 0,
    }
}

/// The skill of a level. Below 6 nothing depends on what the engine has learned.
pub(super) const fn of(level: Level) -> Skill {
    match level {
        Level::Easy => Skill {
            limits: Limits::depth(1),
            judgement: Judgement::Captures,
            error: 0,
            random: 33,
            overlooks: 0,
        },
        Level::Normal => Skill {
            limits: Limits::depth(3),
            judgement: Judgement::Kazans,
            error: TIE,
            random: 12,
            overlooks: 0,
        },
        Level::Hard => counting(7, TIE, 0),
        Level::Crazy => engine(Limits::time(SECOND), TIE),
        Level::Rank(rank) => match rank.number() {
            1 => counting(1, 600, 90),
            2 => counting(1, 80, 15),
            3 => counting(2, 280, 28),
            4 => counting(3, 150, 15),
            5 => counting(5, 100, 5),
            6 => engine(Limits::nodes(300), 200),
            7 => engine(Limits::nodes(1_000), 100),
            8 => engine(Limits::nodes(4_500), TIE),
            9 => engine(Limits::nodes(40_000), TIE),
            _ => engine(Limits::time(SECOND), 0),
        },
    }
}
