//! The definitions of the rule reasons once more, held against the reasons in both directions.

use rand::RngExt;
use togyz_core::{Move, Pit, Position, Rules};
use togyz_testkit::{ReferenceBoard, random_position, random_walk, rng};

use super::{Reason, reasons};

/// Stone by stone, sharing no code with the reasons.
mod told_again {
    use super::{Move, ReferenceBoard};

    pub(super) struct Take {
        pub(super) place: usize,
        pub(super) captured: u32,
        pub(super) tuzdyk: bool,
    }

    pub(super) fn passed(board: &ReferenceBoard) -> ReferenceBoard {
        let mut other = board.clone();
        other.mover = 1 - other.mover;
        other
    }

    pub(super) fn after(board: &ReferenceBoard, number: u8) -> ReferenceBoard {
        let mut next = board.clone();
        next.play(Move::new(number).expect("a move"));
        next
    }

    pub(super) fn takes(board: &ReferenceBoard) -> Vec<Take> {
        let mut found = Vec::new();
        for number in board.legal() {
            let played = board.clone().play(Move::new(number).expect("a move"));
            if played.captured > 0 {
                found.push(Take {
                    place: played.last,
                    captured: played.captured,
                    tuzdyk: played.tuzdyk_made,
                });
            }
        }
        found
    }

    pub(super) fn tuzdyks(board: &ReferenceBoard) -> Vec<usize> {
        takes(board)
            .into_iter()
            .filter(|take| take.tuzdyk)
            .map(|take| take.place)
            .collect()
    }

    /// Kazans change by this much for a side, less for the other.
    fn net(board: &ReferenceBoard, number: u8, side: usize) -> i64 {
        let next = after(board, number);
        let change = |side: usize| i64::from(next.kazans[side]) - i64::from(board.kazans[side]);
        change(side) - change(1 - side)
    }

    fn balance(board: &ReferenceBoard, number: u8) -> Option<i64> {
        let me = board.mover;
        let next = after(board, number);
        let answers = next
            .legal()
            .into_iter()
            .map(|answer| net(&next, answer, 1 - me));
        Some(net(board, number, me) - answers.max()?)
    }

    pub(super) fn gives_up_least(board: &ReferenceBoard, number: u8) -> Option<u8> {
        let mine = balance(board, number)?;
        let others: Vec<u8> = board
            .legal()
            .into_iter()
            .filter(|&other| other != number)
            .collect();
        let least = others
            .iter()
            .all(|&other| balance(board, other).is_some_and(|it| it <= mine));
        (least && !others.is_empty() && mine < 0).then_some((-mine) as u8)
    }
}

fn place(pit: Pit) -> usize {
    pit.index()
}

/// The stones that a reason names.
fn stones(reason: Reason) -> Option<u32> {
    match reason {
        Reason::Captures { stones, .. }
        | Reason::Saves { stones, .. }
        | Reason::Attacks { stones, .. }
        | Reason::BuildsBigPit { stones, .. }
        | Reason::GivesUpLeast { stones } => Some(stones.into()),
        _ => None,
    }
}

/// Holds every reason of every legal move to the definitions, and every definition to the reasons.
fn compare(position: &Position) {
    let board = ReferenceBoard::of(position);
    let me = board.mover;
    let home = 9 * me..9 * me + 9;
    for number in board.legal() {
        let found = reasons(position, number);
        let next = told_again::after(&board, number);
        let origin = 9 * me + usize::from(number) - 1;
        let could = told_again::takes(&told_again::passed(&board));
        let can = told_again::takes(&next);
        let then = told_again::takes(&told_again::passed(&next));
        let now = told_again::takes(&board);
        let of = |kind: &str| -> Vec<Reason> {
            let of_kind = found.iter().filter(|reason| reason.kind() == kind);
            of_kind.copied().collect()
        };
        // At most one reason of a kind is told, and it names as many stones as are counted here.
        let tells_stones = |kind: &str, counted: Option<u32>| {
            let said: Vec<u32> = of(kind).into_iter().filter_map(stones).collect();
            assert_eq!(
                said,
                Vec::from_iter(counted),
                "{kind}: {position:?} {number}"
            );
        };

        let played = board.clone().play(Move::new(number).expect("a move"));
        let takes = played.captured > 0 && !played.tuzdyk_made;
        tells_stones("captures", takes.then_some(played.captured));
        let pits = of("captures").into_iter().filter_map(|reason| reason.pit());
        assert!(pits.map(place).all(|at| at == played.last));

        let income = played.income[me];
        let fed = of("feeds-tuzdyk");
        assert_eq!(fed.len(), usize::from(income > 0));
        assert!(
            fed.iter()
                .all(|r| matches!(r, Reason::FeedsTuzdyk { pit, stones }
            if Some(place(*pit)) == board.tuzdyks[me] && u32::from(*stones) == income))
        );

        let was = told_again::tuzdyks(&told_again::passed(&board));
        let is = told_again::tuzdyks(&next);
        let opens = is.iter().any(|pit| !was.contains(pit));
        for pit in Pit::all() {
            let holds = !opens && was.contains(&place(pit)) && !is.contains(&place(pit));
            assert_eq!(
                found.contains(&Reason::PreventsTuzdyk { pit }),
                holds,
                "{position:?} {number}"
            );
        }
        let before = told_again::tuzdyks(&board);
        let threatened = told_again::tuzdyks(&told_again::passed(&next));
        let new: Vec<_> = threatened
            .into_iter()
            .filter(|pit| !before.contains(pit))
            .collect();
        let said = of("threatens-tuzdyk");
        assert_eq!(said.is_empty(), new.is_empty(), "{position:?} {number}");
        assert!(
            said.iter()
                .all(|r| new.contains(&place(r.pit().expect("a pit"))))
        );

        let most =
            |takes: &[told_again::Take]| takes.iter().map(|take| take.captured).max().unwrap_or(0);
        let saved = could.iter().filter(|take| !take.tuzdyk).map(|take| {
            let exposed = if can.iter().any(|other| other.place == take.place) {
                next.ring[take.place]
            } else {
                0
            };
            board.ring[take.place].saturating_sub(exposed)
        });
        let saved = saved
            .max()
            .filter(|&stones| stones >= 3 && most(&can) < most(&could));
        tells_stones("saves", saved);
        let pits = of("saves").into_iter().filter_map(|reason| reason.pit());
        assert!(pits.map(place).all(|at| home.contains(&at)));

        let attacked = then
            .iter()
            .filter(|take| !take.tuzdyk && now.iter().all(|old| old.place != take.place));
        let attacked = attacked
            .map(|take| take.captured)
            .max()
            .filter(|&stones| stones > 3);
        tells_stones("attacks", attacked);

        let big = board.ring[origin] >= 20;
        assert_eq!(of("releases-big-pit").len(), usize::from(big));
        let grown = home.clone().filter(|&at| {
            !big && next.ring[at] >= 20
                && next.ring[at] > board.ring[at]
                && can.iter().all(|take| take.place != at)
        });
        tells_stones("builds-big-pit", grown.map(|at| next.ring[at]).max());

        // A single stone moves to the next pit; more end so many pits on, the first one in the pit itself.
        let stays = |number: u8| {
            let stones = board.ring[9 * me + usize::from(number) - 1];
            u32::from(number) + stones.max(2) - 1 <= 9
        };
        let thin = board.ring.iter().sum::<u32>() <= 36;
        let tempo = thin && stays(number) && board.legal().into_iter().any(|other| !stays(other));
        assert_eq!(
            found.contains(&Reason::KeepsTempo),
            tempo,
            "{position:?} {number}"
        );

        let leaves = |other: u8| !told_again::takes(&told_again::after(&board, other)).is_empty();
        let nothing = !next.is_over() && can.is_empty() && board.legal().into_iter().any(leaves);
        let said = found.contains(&Reason::LeavesNothing);
        assert_eq!(said, nothing, "{position:?} {number}");

        let least = told_again::gives_up_least(&board, number);
        tells_stones("gives-up-least", least.map(u32::from));
    }
}

#[test]
fn the_reference_agrees_on_played_positions() {
    let mut rng = rng(7);
    for _ in 0..15 {
        random_walk(&mut rng, Rules::STANDARD)
            .iter()
            .for_each(compare);
    }
}

#[test]
fn the_reference_agrees_on_any_position_and_rules() {
    let mut rng = rng(8);
    for _ in 0..1500 {
        let rules = [Rules::STANDARD, Rules::MODDABLE, Rules::PANTUSOV][rng.random_range(0..3)];
        compare(&random_position(&mut rng, rules));
    }
}
