//! The library against the stone-by-stone reference.

use togyz_core::{
    EndReason, MoveSet, PackedPosition, Position, Rules, Side, StoneTarget, TuzdykEffect,
};
use togyz_testkit::{NaiveBoard, ReferenceBoard, random_position, random_walk, rng};

/// How many random positions are compared in all presets together; `TOGYZ_POSITIONS` overrides it.
fn positions() -> usize {
    std::env::var("TOGYZ_POSITIONS").map_or(40_000, |text| text.parse().expect("a number"))
}

fn compare_all_moves(position: &Position) {
    let reference = ReferenceBoard::of(position);
    assert_eq!(reference.total(), 162);
    let legal: Vec<u8> = position
        .legal_moves()
        .iter()
        .map(togyz_core::Move::number)
        .collect();
    assert_eq!(legal, reference.legal(), "{position:?}");
    assert_eq!(position.is_game_over(), reference.is_over());
    compare_outcome(position, &reference);
    for mv in MoveSet::ALL {
        if !position.legal_moves().contains(mv) {
            assert!(position.play(mv).is_err() && position.effect(mv).is_err());
            continue;
        }
        let mut expected = reference.clone();
        let did = expected.play(mv);
        let next = position.play(mv).expect("a legal move");
        assert_eq!(ReferenceBoard::of(&next), expected, "{position:?} {mv}");

        let effect = position.effect(mv).expect("a legal move");
        assert_eq!(effect.landing.index(), did.last);
        assert_eq!(u32::from(effect.captured), did.captured);
        assert_eq!(effect.tuzdyk == TuzdykEffect::Made, did.tuzdyk_made);
        let income = Side::ALL.map(|side| u32::from(effect.income[side]));
        assert_eq!(income, did.income);
        assert_eq!(effect.outcome, next.outcome());
        let yields = position.yields(mv);
        assert_eq!(yields.captured, effect.captured);
        assert_eq!(yields.makes_tuzdyk, effect.tuzdyk_made().is_some());
        assert_eq!(yields.income, effect.income[effect.side]);
        assert_eq!(yields.given, effect.income[!effect.side]);
        compare_sowing(position, &next, mv);
    }
}

fn compare_outcome(position: &Position, reference: &ReferenceBoard) {
    let Some(outcome) = position.outcome() else {
        assert!(!reference.is_over());
        return;
    };
    let kazans = match outcome.reason {
        EndReason::Majority => reference.kazans,
        _ => reference.swept(),
    };
    assert_eq!(
        Side::ALL.map(|side| u32::from(outcome.kazans[side])),
        kazans
    );
    let winner = match kazans[0].cmp(&kazans[1]) {
        std::cmp::Ordering::Greater => Some(Side::South),
        std::cmp::Ordering::Less => Some(Side::North),
        std::cmp::Ordering::Equal => None,
    };
    assert_eq!(outcome.winner, winner);
}

/// Sowing the single stones by hand and then taking what the effect says gives the next position.
fn compare_sowing(position: &Position, next: &Position, mv: togyz_core::Move) {
    let mut board = ReferenceBoard::of(position);
    let effect = position.effect(mv).expect("a legal move");
    board.ring[9 * board.mover + mv.index()] = 0;
    let stones = position.sowing(mv).expect("a legal move");
    assert_eq!(stones.len(), usize::from(effect.stones));
    for stone in stones {
        match stone.target {
            StoneTarget::Kazan(owner) => board.kazans[owner.index()] += 1,
            StoneTarget::Pit(now) => {
                board.ring[stone.pit.index()] += 1;
                assert_eq!(board.ring[stone.pit.index()], u32::from(now));
            }
        }
    }
    if effect.captured > 0 {
        board.ring[effect.landing.index()] -= u32::from(effect.captured);
        board.kazans[board.mover] += u32::from(effect.captured);
    }
    if effect.tuzdyk == TuzdykEffect::Made {
        board.tuzdyks[board.mover] = Some(effect.landing.index());
    }
    board.mover = 1 - board.mover;
    assert_eq!(board, ReferenceBoard::of(next));
}

fn compare_round_trips(position: &Position) {
    let text = position.to_string();
    assert_eq!(
        Position::from_fen(&text, position.rules()),
        Ok(*position),
        "{text}"
    );
    let packed = PackedPosition::from(*position);
    assert_eq!(Position::from(packed), *position);
    assert_eq!(PackedPosition::from_bytes(packed.to_bytes()), Ok(packed));
    let twin = position.mirrored();
    assert_eq!(twin.mirrored(), *position);
    assert_eq!(twin.pits(Side::North), position.pits(Side::South));
    assert_ne!(twin.key(), position.key());
}

#[test]
fn random_positions_agree_in_all_presets() {
    for (seed, (_, rules)) in Rules::PRESETS.into_iter().enumerate() {
        let mut rng = rng(seed as u64);
        for _ in 0..positions() / 4 {
            let position = random_position(&mut rng, rules);
            compare_all_moves(&position);
            compare_round_trips(&position);
        }
    }
}

#[test]
fn the_yardstick_of_the_benches_plays_right() {
    let mut rng = rng(77);
    for position in (0..20).flat_map(|_| random_walk(&mut rng, Rules::STANDARD)) {
        for mv in position.legal_moves() {
            let mut board = NaiveBoard::of(&position);
            board.play(mv);
            assert_eq!(
                board,
                NaiveBoard::of(&position.play_unchecked(mv)),
                "{position:?} {mv}"
            );
        }
    }
}

#[test]
fn random_games_agree_in_all_presets() {
    let mut ends = std::collections::HashMap::new();
    for (seed, (_, rules)) in Rules::PRESETS.into_iter().enumerate() {
        let mut rng = rng(100 + seed as u64);
        for _ in 0..positions() / 1000 {
            let walk = random_walk(&mut rng, rules);
            for pair in walk.windows(2) {
                compare_all_moves(&pair[0]);
                for side in Side::ALL {
                    assert!(pair[0].kazan(side) <= pair[1].kazan(side));
                    let tuzdyk = pair[0].tuzdyk(side);
                    assert!(tuzdyk.is_none() || tuzdyk == pair[1].tuzdyk(side));
                }
            }
            let end = walk
                .last()
                .and_then(Position::outcome)
                .expect("random games end");
            *ends.entry(end.reason).or_insert(0) += 1;
        }
    }
    assert!(ends.len() == 2, "both kinds of end are met: {ends:?}");
}
