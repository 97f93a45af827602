//! A fixed set of searches: how fast the engine is, and whether it still searches the same.
//!
//! The number of positions visited is the signature of the search. It is the same on every machine; a change that
//! means not to alter the search must not alter it.

use togyz_core::{Game, Position, Rules};

use crate::{Engine, Limits};

/// Depth of each search.
pub const DEPTH: u32 = 18;

/// Positions of every phase: openings, tuzdyk races, thin endings, a pit of 160 stones. They come from games that
/// this engine played against itself.
pub const POSITIONS: [&str; 50] = [
    "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
    "9S,9S,9S,9S,1,10S,10S,10S,10S/9S,9S,9S,9S,9S,1S,10S,10S,10S 10 0 N 1",
    "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4",
    "1S,9S,1,10S,10S,10S,10S,10S,10S/10S,10S,10S,10S,10S,10S,10S,1,10S 10 2 S 2",
    "2S,12S,2S,2S,12S,1S,11S,1,12S/2S,13S,13S,13S,13S,12S,t,12S,2S 24 4 S 4",
    "3S,14S,5S,13S,t,2S,2S,15S,5S/14S,3S,14S,14S,4S,4S,1,4S,1S 29 16 N 5",
    "14S,15S,15S,16S,1S,3S,4S,2S,1S/1S,3S,2S,2S,12S,1,2S,13S,2S 26 28 S 7",
    "1S,14S,5S,t,18S,7S,5S,1S,2S/t,1,4S,16S,1S,2S,15S,3S,6S 41 21 N 9",
    "1S,1S,5S,5S,8S,1S,4S,3S,20S/5S,1S,8S,3S,17S,5S,1S,2S,2S 36 34 S 10",
    "14S,18S,2S,24S,1S,1S,1S,1S,1/2,1S,3S,1S,3S,1S,16S,1S 46 28 N 22",
    "1,17S,3S,t,21S,2S,2S,1S,1/t,1S,1S,17S,1,3S,16S,1,4S 45 29 S 18",
    "1,21S,1S,27S,1S,2S,1,4S,1/t,1S,3,4S,19S,1S,3S 48 30 S 38",
    "1,7S,6S,18S,1,16S,1,1S,1/1,1S,8S,7S,1S,1S,2S,5S,7S 28 54 N 16",
    "1,24S,1S,t,31S,2S,3/t,1,2S,1S,1S,1S,1S,1S,11S 52 34 N 47",
    "18S,1S,1S,30S,3S,4S,1S,1S,1/t,2S,2S,2S,1S,1S,3S,2S,2S 56 32 N 42",
    "1,1S,1,19S,21S,1S,1S,1S,t/1,t,1S,1S,1,1S,22S,1S,1S 43 48 S 27",
    "1,1S,18S,9S,1S,20S,1,1S,1/1,1S,1S,1S,6S,7S,2S,2S,1 30 62 S 19",
    "1S,2,t,32S,4S,1S,1S,1/t,2,2S,1S,1S,8S,4S,13S 53 41 N 60",
    "1S,2S,1S,22S,1S,4S,1S,1S,1/1S,1S,13S,3S,1S,3S,4S,1S,1 42 60 S 30",
    "1S,1S,19S,1S,1,22S,1S,1S,t/1,1S,3S,2S,2S,1,3S,1S,1S 37 66 S 26",
    "1S,2S,15S,1,2S,6S,5S,1,t/1S,2S,3S,1S,5S,t,5S,3S,7S 49 55 N 14",
    "2,20S,2,24S,2,t/2,2S,1S,2S,2S,1,3S,1 40 68 N 33",
    "3S,3S,18S,2S,1S,1S,1S,1,t/1S,1S,2S,3S,8S,t,5S,3S,1 53 57 N 21",
    "1S,1,t,1S,2S,2S,6S,2/t,1S,1S,1S,2S,3S,28S,1S,1S 60 52 S 67",
    "2,t,3S,5S,1S,3/t,1,1S,1,1S,6S,28S,1,2S 61 54 N 74",
    "2S,2,2S,t,7S,1S,2/1,2S,t,1,1S,20S,1S,2S,7S 67 50 N 36",
    "1,2S,1S,t,1S,3S,6S,1S,1S/t,1S,1S,1S,1S,2S,1,1S,21S 65 54 S 81",
    "1S,2S,2S,2S,3S,6S,1S,1,4S/t,1,2S,5S,1S,4S,3S,5S,1S 52 68 N 36",
    "1S,2S,1S,1S,t,1S,3/1,1S,t,1,2S,20S,1,1S,9S 68 55 S 45",
    "5S,1S,2S,2S,1S,1S,2S,t,1S/t,3S,1S,3S,4S,2S,6S,2S,1S 58 67 S 19",
    "2S,1S,1S,6S,2S,4S,1S,4S,1/t,1,2S,4S,2S,2S,1S,3S,1S 72 54 S 101",
    "6S,1S,1,1S,3S,1S,1S,1,t/4,1S,1S,4S,14S,1 59 70 S 52",
    "2,1S,t,1S,1S,1,1S,1/t,4,2S,1S,1S,24S 68 62 S 101",
    "2S,1S,1,2S,1S,1S,1S,1,t/2,3S,1S,1,1S,1S,15S,1 61 72 N 56",
    "2S,4S,2,1S,1S,2,t/2,1S,1S,1,1S,1S,16S,1 62 72 S 65",
    "2S,2S,1S,2S,t,4S,3S,1S,1/3S,1,t,1S,2S,1S,3S,1S,1S 76 59 S 52",
    "1S,7,t/1S,1S,1S,1S,1S,1S,1S,17S,1 63 74 S 81",
    "1,4S,1S,1S,1S,1S,1S,1S,t/3,7S,3S,3S,t,1,1S 67 71 S 75",
    "3S,1,1S,t,3S,4S,1S,1S,1/2,1S,1S,2S,3S,t,1S,1S 70 70 N 25",
    "1,1S,2S,t,4S,4S,1S,2/t,1S,1S,1S,1,1S,1,1S,3S 76 66 N 116",
    "5S,1S,1,t,5S,2S,1S,1S,1S/5,1S,t,2 73 72 S 41",
    "2S,1,5S,1S,t,1S,1,2S,1/2,t,1,1S,1,1S,1S,1S 80 67 S 69",
    "1S,1S,1S,1,2S,3S,1S,2/t,2,1S,3,3S,2S 78 69 N 134",
    "2,5S,1S,t,3S,1S,2/2,t,4,1S,2S 80 69 N 75",
    "1S,1,t,1S,1S,4/t,3,2S,1S,1S,4S,1 78 73 S 129",
    "1,1S,1,1S,1S,1S,1,1S,t/1,t,1,1S,1S,1S,1S,1,1S 71 81 N 71",
    "3,t,1S,4/t,4,1S,1S,1S,5S 78 75 N 132",
    "7,2S,1S/1,1S,2S,1,3S,3,1S 76 76 S 1",
    "8,1S/1S,8 80 80 S 1",
    "4,160S,4/6,1S,1,1S 0 0 S 1",
];

/// Searches one bench position from an empty table and returns the positions visited.
///
/// # Panics
/// If the index is not below the number of [`POSITIONS`].
///
/// ```
/// use togyz_ai::{Engine, bench};
/// let mut engine = Engine::default();
/// assert_eq!(bench::search(&mut engine, 49), bench::search(&mut engine, 49));
/// ```
pub fn search(engine: &mut Engine, index: usize) -> u64 {
    let text = POSITIONS[index];
    match Position::from_fen(text, Rules::STANDARD) {
        Ok(position) => {
            engine.clear();
            let game = Game::from_position(position);
            engine.search(&game, &Limits::depth(DEPTH)).info.nodes
        }
        Err(error) => unreachable!("{text}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read_and_played() {
        for text in POSITIONS {
            let position = Position::from_fen(text, Rules::STANDARD).expect(text);
            assert!(!position.is_game_over(), "{text}");
        }
    }
}
