//! Games in one byte a move.

#[cfg(feature = "proptest")]
use proptest::prelude::*;
use togyz_core::{Fen, Game, Move, PackedGameError, Rules, Side};

#[test]
fn the_layout_is_pinned() {
    let mut game = Game::with_rules(Rules::PANTUSOV);
    game.push(Move::M1).expect("a move");
    game.resign(Side::South).expect("the game goes on");
    // Rules: pit nine 1 + play-out 4. End: resignation is the second reason, North wins the second result.
    assert_eq!(game.to_packed(), [b'T', 1, 5, 0, 0, 0, 1, 1, 0x22]);
    let fen: Fen = "9/9 81 81 N 3".parse().expect("a position");
    let packed = Game::from_fen(fen).to_packed();
    assert_eq!(packed[..6], [b'T', 1, 0x80, 0x80, 0x05, 0x10]);
    assert_eq!(packed[19..], [0, 0, 0, 3, 0, 0, 0, 0, 0]);
}

#[test]
fn broken_bytes_are_refused() {
    let mut game = Game::new();
    game.push(Move::M7).expect("a move");
    let good = game.to_packed();
    for length in 0..good.len() {
        assert!(
            Game::from_packed(&good[..length]).is_err(),
            "{length} bytes"
        );
    }
    let changed = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] = byte;
        Game::from_packed(&bytes)
    };
    assert_eq!(changed(0, b'X'), Err(PackedGameError::NotAGame));
    assert_eq!(changed(1, 2), Err(PackedGameError::Version(2)));
    assert_eq!(changed(2, 8), Err(PackedGameError::BadByte(2)));
    assert_eq!(changed(7, 0), Err(PackedGameError::BadByte(7)));
    assert_eq!(changed(7, 10), Err(PackedGameError::BadByte(7)));
    assert_eq!(changed(8, 4), Err(PackedGameError::BadByte(8)));
    assert_eq!(changed(8, 0x61), Err(PackedGameError::BadByte(8)));
    assert_eq!(changed(8, 0x10), Err(PackedGameError::BadByte(8)));
    let longer = [good.as_slice(), &[0]].concat();
    assert_eq!(Game::from_packed(&longer), Err(PackedGameError::Length(9)));
    // South's pit 7 has one stone left, then none.
    let illegal = [b'T', 1, 0, 0, 0, 0, 5, 7, 1, 7, 1, 7, 0];
    assert!(matches!(
        Game::from_packed(&illegal),
        Err(PackedGameError::Move { ply: 5, .. })
    ));
}

#[cfg(feature = "proptest")]
proptest! {
    #[test]
    fn games_survive_packing(mut game in togyz_core::strategy::any_game(200), end in 0u8..5) {
        // A game that is over already takes no other end.
        let _ = match end {
            0 => game.resign(Side::South),
            1 => game.agree_draw(),
            2 => game.lose_on_time(Side::North),
            3 => game.cut_off(),
            _ => game.claim_repetition(),
        };
        let bytes = game.to_packed();
        prop_assert_eq!(Game::from_packed(&bytes), Ok(game));
    }

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let _ = Game::from_packed(&bytes);
        bytes.splice(0..0, [b'T', 1, 0, 0, 0, 0]);
        if let Ok(game) = Game::from_packed(&bytes) {
            prop_assert_eq!(game.to_packed(), bytes);
        }
    }
}
