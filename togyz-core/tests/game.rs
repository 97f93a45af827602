//! Games: what they refuse, and that refusals change nothing.

use togyz_core::{EndReason, Fen, Game, GameError, GameResult, IllegalReason, Move, Rules, Side};

fn game(fen: &str) -> Game {
    Game::from_fen(fen.parse::<Fen>().expect(fen))
}

/// Both single stones walk round the board: 18 plies lead back to the same position.
fn shuffle(game: &mut Game) {
    for number in 1..=9 {
        for _ in Side::ALL {
            game.push(Move::new(number).expect("a pit"))
                .expect("a legal move");
        }
    }
}

#[test]
fn a_position_can_come_again_without_a_tuzdyk() {
    let mut game = game("8,1S/1S,8 80 80 S 1");
    assert_eq!(game.repetitions(), 1);
    assert_eq!(game.claim_repetition(), Err(GameError::NoRepetition(1)));
    shuffle(&mut game);
    assert_eq!(game.repetitions(), 2);
    shuffle(&mut game);
    assert_eq!(game.repetitions(), 3);
    let outcome = game.claim_repetition().expect("the third time");
    assert_eq!(
        (outcome.winner, outcome.reason),
        (None, EndReason::Repetition)
    );
    assert_eq!(game.fullmove(), 19);
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut game = game("9/2S,8 80 80 S 1");
    let before = game.clone();
    let error = game.push(Move::M2).expect_err("an empty pit");
    assert_eq!(error.reason, IllegalReason::EmptyPit);
    assert!(error.to_string().contains("9/2S,8 80 80 S 1"), "{error}");
    assert_eq!(game, before);
}

#[test]
fn a_game_that_is_over_takes_no_more() {
    let mut game = Game::new();
    game.push(Move::M7).expect("a move");
    game.resign(Side::North).expect("the game goes on");
    let before = game.clone();
    assert_eq!(
        game.push(Move::M9).expect_err("over").reason,
        IllegalReason::GameOver
    );
    for again in [game.resign(Side::South), game.agree_draw(), game.cut_off()] {
        assert!(matches!(again, Err(GameError::Over(_))));
    }
    assert_eq!(game, before);
    assert_eq!(game.result(), GameResult::SouthWins);
    // Taking the move back lifts the resignation.
    assert_eq!(game.undo(), Some(Move::M7));
    assert!(!game.is_game_over());
    assert!(game.redo().is_some());
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_new_move_forgets_what_was_undone() {
    let mut game = Game::new();
    game.push(Move::M7).expect("a move");
    game.undo();
    game.push(Move::M8).expect("a move");
    assert!(game.redo().is_none());
    assert_eq!(game.moves(), [Move::M8]);
}

#[test]
fn turn_numbers_grow_after_north() {
    let north = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 N 4";
    let mut game = game(north);
    game.push(Move::M1).expect("a move");
    assert_eq!(game.fullmove(), 5);
    assert!(togyz_core::notation::record::pgn(&game).ends_with("\n4... 19 *\n"));
}

#[test]
fn play_out_rules_go_on_after_82() {
    let fen = Fen::parse("7,3S,1S/7,1S,1S 80 76 S 1", Rules::MASTER_PRO).expect("a position");
    let mut game = Game::from_fen(fen);
    game.push(Move::M9).expect("a move");
    assert_eq!(game.position().decided(), Some(Side::South));
    assert!(!game.is_game_over());
    game.push(Move::M2).expect("play goes on");
}

#[cfg(feature = "serde")]
#[test]
fn games_survive_serde_and_broken_data_is_refused() {
    let mut game = Game::with_rules(Rules::MODDABLE);
    game.push(Move::M7).expect("a move");
    game.tags_mut().set("White", "A").expect("a tag");
    game.lose_on_time(Side::South).expect("the game goes on");
    let text = serde_json::to_string(&game).expect("JSON");
    assert_eq!(serde_json::from_str::<Game>(&text).expect("a game"), game);

    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for field in ["start", "fullmove", "moves"] {
        let mut broken = data.clone();
        broken.as_object_mut().expect("an object").remove(field);
        assert!(serde_json::from_value::<Game>(broken).is_err(), "{field}");
    }
    for (field, value) in [
        ("moves", serde_json::json!([7, 1, 7, 1, 7])),
        ("moves", serde_json::json!([10])),
        ("fullmove", serde_json::json!(0)),
        ("fullmove", serde_json::json!("abc")),
        ("ended", serde_json::json!("abc")),
        ("result", serde_json::json!("2-0")),
        ("extra", serde_json::json!(1)),
    ] {
        let mut broken = data.clone();
        broken[field] = value;
        assert!(serde_json::from_value::<Game>(broken).is_err(), "{field}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn small_types_have_natural_forms() {
    use serde_json::json;
    use togyz_core::{PackedPosition, Pit, Position};

    let pit = Pit::new(Side::North, 3).expect("a pit");
    assert_eq!(
        serde_json::to_value(pit).expect("JSON"),
        json!({"side": "north", "number": 3})
    );
    assert_eq!(serde_json::to_value(Move::M7).expect("JSON"), json!(7));
    assert_eq!(
        serde_json::to_value(Rules::MASTER_PRO).expect("JSON"),
        json!("master-pro")
    );
    let start = serde_json::to_value(Position::START).expect("JSON");
    assert_eq!(start["rules"], "standard");
    assert_eq!(
        serde_json::from_value::<Position>(start).expect("a position"),
        Position::START
    );
    let packed = PackedPosition::from(Position::START);
    let bytes = serde_json::to_value(packed).expect("JSON");
    assert_eq!(
        serde_json::from_value::<PackedPosition>(bytes).expect("a position"),
        packed
    );
    for bad in [json!(0), json!(10), json!("7"), json!(null)] {
        assert!(serde_json::from_value::<Move>(bad).is_err());
    }
}
