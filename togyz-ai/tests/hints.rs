//! What hints say about searches, and the forced wins and defences of the case file when it is there.

use serde_json::Value;
use togyz_ai::{Engine, Level, LevelPlayer, Limits, Reason, Score, hint};
use togyz_core::{Game, Move, Rules};
use togyz_testkit::cases::{CaseBoard, read_json};
use togyz_testkit::{random_walk, rng};

fn game(fen: &str) -> Game {
    Game::from_fen(fen.parse().expect("a position"))
}

#[test]
fn a_win_at_once_is_told() {
    // One stone from 9 takes the last two it needs.
    let game = game("1S,7,1S/8,1S 80 79 S 1");
    let hint = hint(&game, &Limits::depth(6)).expect("a move");
    assert_eq!((hint.mv, hint.score), (Move::M9, Score::Win(1)));
    assert!(
        hint.reasons
            .starts_with(&[Reason::OnlyLegalMove, Reason::WinsByForce { plies: 1 }])
    );
    assert_eq!(hint.gain(), 2);
}

#[test]
fn a_draw_is_told() {
    // The last stone of the board completes 81 against 81.
    let game = game("8,1S/8,1S 79 81 S 1");
    let hint = hint(&game, &Limits::depth(6)).expect("a move");
    assert_eq!(hint.score, Score::Draw);
    assert!(hint.reasons.contains(&Reason::Draws));
}

#[test]
fn a_loss_is_delayed() {
    // South has nothing but a single stone, and North needs two of the six stones that it will keep.
    let game = game("6S,8/8,1S 75 80 S 1");
    let hint = hint(&game, &Limits::depth(8)).expect("a move");
    let Score::Loss(plies) = hint.score else {
        panic!("{:?}", hint.score);
    };
    assert!(hint.reasons.contains(&Reason::DelaysLoss { plies }));
}

#[test]
fn a_finished_game_has_no_hint() {
    let mut game = Game::new();
    game.agree_draw().expect("it goes on");
    assert_eq!(hint(&game, &Limits::depth(4)), None);
    let error = Engine::default().explain(&game, Move::M7, &Limits::depth(2));
    assert_eq!(
        error.expect_err("over").reason,
        togyz_core::IllegalReason::GameOver
    );
}

#[test]
fn a_hint_belongs_to_its_position_and_changes_nothing() {
    let mut rng = rng(3);
    let mut engine = Engine::default();
    for position in random_walk(&mut rng, Rules::STANDARD)
        .into_iter()
        .step_by(3)
    {
        let game = Game::from_position(position);
        let Some(hint) = engine.hint(&game, &Limits::nodes(2_000)) else {
            assert!(game.is_game_over());
            continue;
        };
        assert_eq!(*game.position(), position);
        let legal = position.legal_moves();
        assert!(legal.contains(hint.mv) && hint.line[0] == hint.mv);
        assert_eq!(hint.alternatives.len(), legal.len().min(3) - 1);
        assert!(
            hint.alternatives
                .iter()
                .all(|line| line.score <= hint.score)
        );
        assert!(!hint.reasons.is_empty());
        let alone = hint.reasons.contains(&Reason::OnlyLegalMove);
        assert_eq!(alone, legal.len() == 1);
        let earned = hint.reasons.iter().find_map(|reason| match reason {
            Reason::GainsInLine { stones, plies } => Some((i32::from(*stones), *plies as usize)),
            _ => None,
        });
        if let Some((stones, plies)) = earned {
            let mut end = position;
            hint.line
                .iter()
                .for_each(|&mv| end = end.play(mv).expect("legal"));
            let me = position.side_to_move();
            let ahead = |p: &togyz_core::Position| i32::from(p.kazan(me)) - i32::from(p.kazan(!me));
            assert_eq!(
                (ahead(&end) - ahead(&position), hint.line.len()),
                (stones, plies)
            );
        }
    }
}

#[test]
fn a_given_move_is_explained() {
    let game = Game::new();
    let mut engine = Engine::default();
    let limits = Limits::nodes(20_000);
    let best = engine.hint(&game, &limits).expect("a move").mv;
    let poor = engine.explain(&game, Move::M1, &limits).expect("legal");
    assert_eq!(poor.mv, Move::M1);
    assert!(poor.alternatives.iter().all(|line| line.pv[0] != Move::M1));
    // Giving the first move away is worse than the best one.
    assert!(best != Move::M1 && poor.loss(&poor.alternatives[0]).expect("stones") < 0);
}

#[test]
fn hints_and_levels_find_what_the_case_file_proves() {
    let Some(cases) = read_json("search_cases.json") else {
        return;
    };
    let cases = cases.as_array().expect("cases").clone();
    let mut engine = Engine::default();
    for case in &cases {
        let id = case["id"].as_str().expect("an id");
        let board = CaseBoard::from_value(&case["position"]);
        let game = Game::from_position(board.position(Rules::STANDARD).expect(id));
        let good: Vec<u64> = case["good_moves"]
            .as_array()
            .expect("moves")
            .iter()
            .filter_map(Value::as_u64)
            .collect();
        let is_good = |mv: Move| good.contains(&u64::from(mv.number()));
        let told = engine.hint(&game, &Limits::depth(10));
        assert_eq!(told.is_some(), !good.is_empty(), "{id}");
        if let Some(told) = &told {
            assert!(is_good(told.mv), "{id}: {told:?}");
        }
        if case["kind"] == "win" {
            let plies = case["plies"].as_u64().expect("plies") as u32;
            let reasons = told.expect("a hint").reasons;
            assert!(
                reasons.contains(&Reason::WinsByForce { plies }),
                "{id}: {reasons:?}"
            );
        }
        for level in Level::ALL {
            let mut player = LevelPlayer::new(level, 1).expect("memory");
            let limits = Limits::time(std::time::Duration::from_millis(20));
            let reply = player.reply_within(&game, &limits);
            assert_eq!(reply.is_some(), !good.is_empty(), "{id}, {level}");
        }
    }
}
