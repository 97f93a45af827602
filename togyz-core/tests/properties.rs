//! What holds in every position, reachable or not, under all rules.

#![cfg(feature = "proptest")]

use proptest::prelude::*;
use togyz_core::strategy::{any_game, any_position};
use togyz_core::{
    EndReason, MAJORITY, MoveSet, PackedPosition, Position, STONES, Setup, Side, StoneTarget,
};
use togyz_testkit::ReferenceBoard;

fn total(position: &Position) -> u32 {
    Setup::from(*position).total()
}

proptest! {
    #[test]
    fn stones_are_conserved_and_tuzdyks_stay_empty(position in any_position()) {
        prop_assert_eq!(total(&position), u32::from(STONES));
        for mv in position.legal_moves() {
            let next = position.play_unchecked(mv);
            prop_assert!(Setup::from(next).faults().is_empty(), "{:?}", next);
            for side in Side::ALL {
                prop_assert!(next.kazan(side) >= position.kazan(side));
                if let Some(tuzdyk) = position.tuzdyk(side) {
                    prop_assert_eq!(next.tuzdyk(side), Some(tuzdyk));
                }
                if let Some(tuzdyk) = next.tuzdyk(side) {
                    prop_assert_eq!(next.stones(tuzdyk), 0);
                }
            }
            prop_assert_eq!(next.side_to_move(), !position.side_to_move());
            prop_assert_eq!(next.rules(), position.rules());
        }
    }

    #[test]
    fn the_kernel_plays_as_stone_by_stone(position in any_position()) {
        let board = ReferenceBoard::of(&position);
        let legal: Vec<u8> = position.legal_moves().iter().map(togyz_core::Move::number).collect();
        prop_assert_eq!(legal, board.legal());
        for mv in position.legal_moves() {
            let mut board = board.clone();
            board.play(mv);
            prop_assert_eq!(ReferenceBoard::of(&position.play_unchecked(mv)), board);
        }
    }

    #[test]
    fn an_effect_is_what_the_move_does(position in any_position()) {
        for mv in position.legal_moves() {
            let effect = position.effect(mv).expect("a legal move");
            let next = position.play(mv).expect("a legal move");
            let gained = effect.gained();
            for side in Side::ALL {
                prop_assert_eq!(position.kazan(side) + gained[side], next.kazan(side));
            }
            prop_assert_eq!(effect.outcome, next.outcome());
            let made = effect.tuzdyk_made();
            prop_assert_eq!(made.or(position.tuzdyk(effect.side)), next.tuzdyk(effect.side));
            let stones = position.sowing(mv).expect("a legal move");
            let last = stones.clone().last().expect("a stone");
            prop_assert_eq!((last.pit, last.in_hand), (effect.landing, 0));
            let flown = stones.filter(|stone| stone.target == StoneTarget::Kazan(effect.side));
            prop_assert_eq!(flown.count(), usize::from(effect.income[effect.side]));
        }
    }

    #[test]
    fn refused_moves_are_those_outside_the_set(position in any_position()) {
        for mv in MoveSet::ALL {
            let legal = position.legal_moves().contains(mv);
            prop_assert_eq!(position.play(mv).is_ok(), legal);
            prop_assert_eq!(position.effect(mv).is_ok(), legal);
            prop_assert_eq!(position.landing(mv).is_ok(), legal);
            prop_assert_eq!(position.sowing(mv).is_ok(), legal);
        }
    }

    #[test]
    fn unchecked_play_of_any_move_never_panics(position in any_position()) {
        for mv in MoveSet::ALL {
            let _ = position.play_unchecked(mv);
            let _ = position.yields(mv);
        }
    }

    #[test]
    fn outcomes_are_those_of_the_kazans(position in any_position()) {
        prop_assert_eq!(position.outcome().is_some(), position.is_game_over());
        prop_assert_eq!(position.is_game_over(), position.legal_moves().is_empty());
        if let Some(outcome) = position.outcome() {
            let (south, north) = (outcome.kazans.south, outcome.kazans.north);
            prop_assert_eq!(outcome.winner == Some(Side::South), south > north);
            prop_assert_eq!(outcome.winner == Some(Side::North), north > south);
            if outcome.reason == EndReason::NoMoves {
                prop_assert_eq!(south + north, STONES);
            } else {
                prop_assert!(south.max(north) >= MAJORITY && !position.rules().plays_out());
            }
        }
    }

    #[test]
    fn keys_texts_and_bytes_come_back(position in any_position()) {
        let packed = PackedPosition::from(position);
        prop_assert_eq!(PackedPosition::from_bytes(packed.to_bytes()), Ok(packed));
        prop_assert_eq!(Position::from(packed), position);
        prop_assert_eq!(Position::from_fen(&position.to_string(), position.rules()), Ok(position));
        prop_assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
        prop_assert_eq!(position.mirrored().mirrored(), position);
        prop_assert_ne!(position.mirrored().key(), position.key());
    }

    #[test]
    fn mirrored_positions_play_mirrored_moves(position in any_position()) {
        let twin = position.mirrored();
        prop_assert_eq!(twin.legal_moves(), position.legal_moves());
        for mv in position.legal_moves() {
            prop_assert_eq!(twin.play_unchecked(mv), position.play_unchecked(mv).mirrored());
        }
    }

    #[test]
    fn every_view_of_a_position_shows_the_same(position in any_position()) {
        let mover = position.side_to_move();
        let rows = [position.pits(mover), position.pits(!mover)].concat();
        let number = |side| position.tuzdyk(side).map_or(0, togyz_core::Pit::number);
        let kazans = [position.kazan(mover), position.kazan(!mover)];
        let counts = position.counts();
        prop_assert_eq!(&counts[..18], rows.as_slice());
        prop_assert_eq!(&counts[18..], [kazans[0], kazans[1], number(mover), number(!mover)]);
        prop_assert_eq!(Position::from_counts(&counts, mover, position.rules()), Ok(position));
        prop_assert_eq!(position.kazans_by_mover(), kazans);
        for mv in MoveSet::ALL {
            prop_assert_eq!(position.mover_pit(mv), rows[mv.index()]);
        }
        let owned = Side::ALL.iter().any(|&side| position.tuzdyk(side).is_some());
        prop_assert_eq!(position.has_tuzdyk(), owned);
        let passed = position.passed();
        prop_assert_eq!(passed.side_to_move(), !mover);
        for side in Side::ALL {
            prop_assert_eq!(passed.pits(side), position.pits(side));
            prop_assert_eq!(passed.kazan(side), position.kazan(side));
            prop_assert_eq!(passed.tuzdyk(side), position.tuzdyk(side));
            prop_assert_eq!(position.row_total(side), position.pits(side).iter().sum::<u8>());
        }
        for (_, rules) in togyz_core::Rules::PRESETS {
            let mut setup = Setup::from(position);
            setup.rules = rules;
            prop_assert_eq!(position.with_rules(rules), Position::try_from(setup));
        }
    }

    #[test]
    fn with_a_tuzdyk_no_position_recurs(game in any_game(400)) {
        let mut seen = std::collections::HashSet::new();
        for position in game.positions().iter().filter(|position| position.has_tuzdyk()) {
            prop_assert!(seen.insert(*position), "{:?}", position);
        }
    }
}
