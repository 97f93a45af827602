//! Tables against play worked out stone by stone, and what they promise about themselves.

use std::collections::HashMap;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_ai::endgame::{Distance, GameValue, Table, TableOptions};
use togyz_core::{BySide, Move, Position, Rules, Setup, Side};
use togyz_testkit::{ReferenceBoard, rng};

fn table(stones: u8, rules: Rules, distances: bool) -> Table {
    let options = TableOptions {
        rules,
        distances,
        ..TableOptions::stones(stones)
    };
    Table::build(&options).expect("a table")
}

fn play_out(rules: Rules) -> Rules {
    Rules::new(rules.allows_pit_nine(), rules.allows_same_number(), true)
}

/// The rest of the 162 stones, shared out evenly.
fn kazans(on_board: u8) -> BySide<u8> {
    let south = (162 - on_board) / 2;
    BySide {
        south,
        north: 162 - on_board - south,
    }
}

/// All positions with so many stones on the board, made by dropping one stone after the other.
fn all_positions(stones: u8, rules: Rules) -> Vec<Position> {
    fn drop(setup: &mut Setup, from: usize, left: u8, found: &mut Vec<Position>) {
        if left == 0 {
            for side in Side::ALL {
                setup.side_to_move = side;
                found.extend(Position::try_from(*setup));
            }
            return;
        }
        for place in from..18 {
            let pit = &mut setup.pits[Side::ALL[place / 9]][place % 9];
            *pit += 1;
            drop(setup, place, left - 1, found);
            setup.pits[Side::ALL[place / 9]][place % 9] -= 1;
        }
    }
    let numbers = || std::iter::once(None).chain((1..=9).map(Some));
    let mut found = Vec::new();
    for south in numbers() {
        for north in numbers() {
            let mut setup = Setup {
                pits: BySide::default(),
                kazans: kazans(stones),
                tuzdyks: BySide { south, north },
                side_to_move: Side::South,
                rules,
            };
            drop(&mut setup, 0, stones, &mut found);
        }
    }
    found
}

/// A position with so many stones on the board, whose tuzdyks and pits are random.
fn few_stones(rng: &mut Xoshiro256PlusPlus, stones: u8, rules: Rules) -> Position {
    loop {
        let number =
            |rng: &mut Xoshiro256PlusPlus| rng.random_bool(0.8).then(|| rng.random_range(1..=9));
        let mut setup = Setup {
            pits: BySide::default(),
            kazans: kazans(stones),
            tuzdyks: BySide::from_fn(|_| number(rng)),
            side_to_move: Side::ALL[rng.random_range(0..2)],
            rules,
        };
        for _ in 0..stones {
            let place = rng.random_range(0..18);
            setup.pits[Side::ALL[place / 9]][place % 9] += 1;
        }
        if let Ok(position) = Position::try_from(setup) {
            return position;
        }
    }
}

/// What identifies a board beside its kazans.
type Key = ([u8; 18], [Option<usize>; 2], usize);

fn key(board: &ReferenceBoard) -> Key {
    (
        board.ring.map(|stones| stones as u8),
        board.tuzdyks,
        board.mover,
    )
}

/// The board after a move, and what the other player got by it.
fn after(board: &ReferenceBoard, number: u8) -> (ReferenceBoard, u32) {
    let mut next = board.clone();
    next.play(Move::new(number).expect("a move"));
    let other = 1 - board.mover;
    let given = next.kazans[other] - board.kazans[other];
    (next, given)
}

/// Best play on boards whose moves drop one stone at a time.
#[derive(Default)]
struct Brute {
    values: HashMap<Key, u32>,
    /// Bounds of a value after a search to some depth, where no tuzdyk is.
    bounds: HashMap<Key, (u32, [u32; 2])>,
    /// Within how many plies a board does not end, and within how many it does.
    ends: HashMap<(Key, bool), (Option<u32>, Option<u32>)>,
}

impl Brute {
    /// The stones that the player on turn gets of those on the board.
    fn value(&mut self, board: &ReferenceBoard) -> u32 {
        if let Some(&value) = self.values.get(&key(board)) {
            return value;
        }
        let value = match board.tuzdyks {
            [None, None] => self.deepen(board),
            _ => {
                let stones = board.ring.iter().sum::<u32>();
                let moves = board.legal().into_iter();
                let replies = moves.map(|number| {
                    let (next, given) = after(board, number);
                    stones - given - self.value(&next)
                });
                replies.max().unwrap_or(0)
            }
        };
        self.values.insert(key(board), value);
        value
    }

    /// Searches deeper until what is unknown at the horizon does not matter.
    fn deepen(&mut self, board: &ReferenceBoard) -> u32 {
        (1..)
            .find_map(|depth| {
                let [lower, upper] = self.search(board, depth);
                (lower == upper).then_some(lower)
            })
            .expect("a value")
    }

    fn search(&mut self, board: &ReferenceBoard, depth: u32) -> [u32; 2] {
        let stones = board.ring.iter().sum::<u32>();
        let known = match board.tuzdyks {
            [None, None] => self.values.get(&key(board)).copied(),
            _ => Some(self.value(board)),
        };
        if let Some(value) = known {
            return [value, value];
        }
        if let Some(&(searched, bounds)) = self.bounds.get(&key(board))
            && searched >= depth
        {
            return bounds;
        }
        let moves = board.legal();
        let mut best = match (moves.is_empty(), depth) {
            (true, _) => [0, 0],
            (false, 0) => [0, stones],
            _ => [0, 0],
        };
        for number in moves.into_iter().filter(|_| depth > 0) {
            let (next, given) = after(board, number);
            let [lower, upper] = self.search(&next, depth - 1);
            let rest = stones - given;
            best = [best[0].max(rest - upper), best[1].max(rest - lower)];
        }
        if best[0] == best[1] {
            self.values.insert(key(board), best[0]);
        }
        self.bounds.insert(key(board), (depth, best));
        best
    }

    /// Whether somebody is stuck within some plies if only moves that keep the value are played, and the player on turn
    /// hastens or delays it.
    fn ends_within(&mut self, board: &ReferenceBoard, hastens: bool, plies: u32) -> bool {
        if board.legal().is_empty() {
            return true;
        }
        if plies == 0 {
            return false;
        }
        let asked = (key(board), hastens);
        let (open, ended) = self.ends.get(&asked).copied().unwrap_or_default();
        if ended.is_some_and(|known| known <= plies) {
            return true;
        }
        if open.is_some_and(|known| known >= plies) {
            return false;
        }
        let stones = board.ring.iter().sum::<u32>();
        let value = self.value(board);
        let mut ends = !hastens;
        for number in board.legal() {
            let (next, given) = after(board, number);
            if stones - given - self.value(&next) == value {
                let below = self.ends_within(&next, !hastens, plies - 1);
                ends = if hastens {
                    ends || below
                } else {
                    ends && below
                };
            }
        }
        let known = if ends {
            (open, Some(plies))
        } else {
            (Some(plies), ended)
        };
        self.ends.insert(asked, known);
        ends
    }

    /// Plies to the end; 255 where there are more than any ending of three stones has.
    fn distance(&mut self, board: &ReferenceBoard) -> Distance {
        const MOST: u32 = 60;
        let mut plies = |hastens| {
            let found = (0..=MOST).find(|&plies| self.ends_within(board, hastens, plies));
            found.map_or(u8::MAX, |plies| plies as u8)
        };
        Distance {
            hastened: plies(true),
            delayed: plies(false),
        }
    }
}

#[test]
fn every_position_of_three_stones_is_as_brute_force_finds_it() {
    for (_, rules) in Rules::PRESETS {
        let most = if rules == Rules::STANDARD { 3 } else { 2 };
        let table = table(most, rules, true);
        let mut brute = Brute::default();
        let mut checked = 0;
        for stones in 0..=most {
            for position in all_positions(stones, play_out(rules)) {
                let board = ReferenceBoard::of(&position);
                let entry = table.probe(&position).expect("no error").expect("an entry");
                assert_eq!(u32::from(entry.value), brute.value(&board), "{position:?}");
                let distance = brute.distance(&board);
                assert_eq!(entry.distance, Some(distance), "{position:?}");
                checked += 1;
            }
        }
        // An entry stands for a position and for its mirror image.
        assert_eq!(checked, 2 * table.entries(), "{rules}");
    }
}

/// How many random positions are compared: `TOGYZ_ENDGAMES`, or a few.
fn sample() -> Option<usize> {
    let text = std::env::var("TOGYZ_ENDGAMES").ok()?;
    Some(text.parse().expect("TOGYZ_ENDGAMES is a number"))
}

/// With `TOGYZ_ENDGAMES=100000` this takes minutes and some gigabytes: brute force remembers all that it meets.
#[test]
fn random_positions_are_as_brute_force_finds_them() {
    let (count, most) = sample().map_or((400, 4), |count| (count, 7));
    let table = table(most, Rules::STANDARD, false);
    let mut brute = Brute::default();
    let mut rng = rng(5);
    for _ in 0..count {
        let stones = rng.random_range(1..=most);
        let position = few_stones(&mut rng, stones, play_out(Rules::STANDARD));
        let entry = table.probe(&position).expect("no error").expect("an entry");
        let board = ReferenceBoard::of(&position);
        assert_eq!(u32::from(entry.value), brute.value(&board), "{position:?}");
    }
}

#[test]
fn best_play_brings_the_value_and_conserves_the_stones() {
    for distances in [false, true] {
        for (seed, (_, rules)) in Rules::PRESETS.into_iter().enumerate() {
            let table = table(4, rules, distances);
            let mut rng = rng(20 + seed as u64);
            for _ in 0..500 {
                let stones = rng.random_range(0..=4);
                let position = few_stones(&mut rng, stones, play_out(rules));
                check_moves(&table, &position);
                check_line(&table, &position);
            }
        }
    }
}

/// What a player gets and what the other gets after it are all stones there are.
fn check_moves(table: &Table, position: &Position) {
    let entry = table.probe(position).expect("no error").expect("an entry");
    let moves = table.moves(position).expect("no error").expect("moves");
    assert_eq!(moves.len(), position.legal_moves().len());
    let mover = position.side_to_move();
    for found in &moves {
        let next = position.play(found.mv).expect("a legal move");
        let reply = table.probe(&next).expect("no error").expect("an entry");
        let own = position.kazan(mover) + found.value;
        let other = next.kazan(!mover) + reply.value;
        assert_eq!(own + other, 162, "{position:?}");
        assert_eq!(found.result, GameValue::of_stones(own));
    }
    assert!(moves.is_sorted_by_key(|found| std::cmp::Reverse(found.value)));
    let best = moves.first().map_or(0, |found| found.value);
    assert_eq!(entry.value, best, "{position:?}");
}

/// A line of best play ends, and brings the player on turn what the table said; with distances in as many plies.
fn check_line(table: &Table, position: &Position) {
    let entry = table.probe(position).expect("no error").expect("an entry");
    let result = table.result(position).expect("no error").expect("a result");
    let line = table.line(position).expect("no error").expect("a line");
    let mut last = *position;
    for &mv in &line {
        last = last.play(mv).expect("a legal move");
    }
    let outcome = last.outcome().expect("the end of the game");
    let mover = position.side_to_move();
    assert_eq!(outcome.kazans[mover], position.kazan(mover) + entry.value);
    assert_eq!(outcome.kazans.south + outcome.kazans.north, 162);
    let plies = line.len() as u8;
    match (entry.distance, result) {
        (Some(distance), GameValue::Win) => assert_eq!(plies, distance.hastened, "{position:?}"),
        (Some(distance), GameValue::Loss) => assert_eq!(plies, distance.delayed, "{position:?}"),
        _ => {}
    }
}

#[test]
fn other_positions_are_not_known() {
    let table = table(3, Rules::STANDARD, false);
    let mut rng = rng(3);
    let four = few_stones(&mut rng, 4, Rules::STANDARD);
    assert_eq!(table.probe(&four).expect("no error"), None);
    assert_eq!(table.moves(&four).expect("no error"), None);
    assert_eq!(table.line(&four).expect("no error"), None);
    let three = few_stones(&mut rng, 3, Rules::STANDARD);
    assert!(table.probe(&three).expect("no error").is_some());
    let other = three.with_rules(Rules::MODDABLE).expect("a position");
    assert_eq!(table.result(&other).expect("no error"), None);
    // Playing on past 82 changes no value.
    let other = three.with_rules(Rules::MASTER_PRO).expect("a position");
    assert_eq!(
        table.probe(&other).expect("no error"),
        table.probe(&three).expect("no error")
    );
}

#[test]
fn threads_do_not_matter() {
    let build = |threads| {
        let options = TableOptions {
            threads,
            ..TableOptions::stones(3)
        };
        Table::build(&options).expect("a table")
    };
    let (one, three) = (build(1), build(3));
    for position in all_positions(3, Rules::STANDARD) {
        assert_eq!(
            one.probe(&position).expect("no error"),
            three.probe(&position).expect("no error")
        );
    }
}

#[test]
fn the_longest_lines_are_those_of_brute_force() {
    let table = table(3, Rules::STANDARD, true);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("longest.table");
    table.save(&path).expect("saved");
    let opened = Table::open(&path).expect("a table");
    let mut brute = Brute::default();
    assert_eq!(table.longest(0).expect("no error"), None);
    for stones in 1..=3 {
        let (mut plies, mut positions) = (0, 0);
        for position in all_positions(stones, play_out(Rules::STANDARD)) {
            let board = ReferenceBoard::of(&position);
            let distance = brute.distance(&board).hastened;
            if brute.value(&board) == 0 || distance < plies {
                continue;
            }
            positions = if distance > plies { 1 } else { positions + 1 };
            plies = distance;
        }
        let found = table.longest(stones).expect("no error").expect("a line");
        // Each position comes with its mirror image.
        assert_eq!(
            (found.plies, 2 * found.positions),
            (plies, positions),
            "{stones} stones"
        );
        assert_eq!(found.line.len(), usize::from(plies));
        assert_eq!(
            table.result(&found.position).expect("no error"),
            Some(GameValue::Win)
        );
        check_line(&table, &found.position);
        assert_eq!(opened.longest(stones).expect("no error"), Some(found));
    }
    assert_eq!(table.longest(4).expect("no error"), None);
    let values = self::table(2, Rules::STANDARD, false);
    assert_eq!(values.longest(2).expect("no error"), None);
}
