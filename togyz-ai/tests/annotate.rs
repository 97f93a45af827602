//! Annotations: hand-counted ends and tuzdyks, blunders that are sure, and games of the record file when it is there.

use std::ops::ControlFlow;

use togyz_ai::{Annotation, Engine, Limits, Mark, Score, annotate};
use togyz_core::{Game, Move, Side};

fn game(fen: &str, moves: &[u8]) -> Game {
    let mut game = Game::from_fen(fen.parse().expect("a position"));
    for &number in moves {
        game.push(Move::new(number).expect("a move"))
            .expect("legal");
    }
    game
}

#[test]
fn a_win_thrown_away_is_a_blunder_and_a_turning_point() {
    // 9 takes the two stones that are missing; 1 leaves them to North, who takes 82 with its next move or keeps its row.
    let fen = "1S,7,1S/1S,7,1S 80 78 S 1";
    let good = annotate(&game(fen, &[9]), &Limits::depth(12));
    assert_eq!(good.moves[0].mark, Mark::Best);
    assert_eq!(good.moves[0].after, Score::Win(1));
    let poor = annotate(&game(fen, &[1]), &Limits::depth(12));
    let thrown = &poor.moves[0];
    assert_eq!((thrown.before, thrown.best()), (Score::Win(1), Move::M9));
    // It may still win later, which costs nothing; it must not be called the best move.
    assert!(thrown.mark > Mark::Best && thrown.after < thrown.before);
}

#[test]
fn only_a_worse_result_costs() {
    let moved = |before, after, mark| togyz_ai::AnnotatedMove {
        ply: 1,
        side: Side::South,
        mv: Move::M1,
        before,
        after,
        mark,
        choice: Move::M2,
        best_line: vec![Move::M2],
    };
    let slow = moved(Score::Win(3), Score::Win(9), Mark::Good);
    assert_eq!(
        (slow.cost(), slow.loss(), slow.is_turning_point()),
        (0.0, None, false)
    );
    let thrown = moved(Score::Win(3), Score::Loss(4), Mark::Blunder);
    assert!((thrown.cost() - 1.0).abs() < 1e-12 && thrown.is_turning_point());
    let given = moved(Score::Stones(700), Score::Stones(-50), Mark::Mistake);
    assert_eq!(given.loss(), Some(750));
    assert!(given.is_turning_point());
    // Behind already.
    assert!(!moved(Score::Stones(-100), Score::Stones(-900), Mark::Mistake).is_turning_point());
}

#[test]
fn accuracy_is_a_hand_count() {
    let moved = |before, after, mark| togyz_ai::AnnotatedMove {
        ply: 1,
        side: Side::North,
        mv: Move::M1,
        before,
        after,
        mark,
        choice: Move::M1,
        best_line: Vec::new(),
    };
    let even = Score::Stones(0);
    let annotation = Annotation {
        moves: vec![
            moved(even, even, Mark::Best),
            moved(Score::Win(1), Score::Loss(2), Mark::Blunder),
            moved(Score::Win(1), Score::Draw, Mark::Blunder),
            // Decided before and after: left out.
            moved(Score::Win(1), Score::Win(3), Mark::Good),
        ],
        ..Annotation::default()
    };
    // A cost of nothing counts 100, a whole point 100 / 2^10, half a point 100 / 2^5.
    let expected = (100.0 + 100.0 / 1_024.0 + 100.0 / 32.0) / 3.0;
    let accuracy = annotation.accuracy(Side::North).expect("moves");
    assert!((accuracy - expected).abs() < 1e-9, "{accuracy}");
    assert_eq!(annotation.accuracy(Side::South), None);
    assert_eq!(annotation.count(Side::North, Mark::Blunder), 2);
    // North's wins are South's losses.
    assert_eq!(annotation.curve(), [0.5, 0.5, 1.0, 0.5, 0.0]);
}

#[test]
fn tuzdyks_are_told_with_what_they_earn() {
    // One stone from South's 9 makes three in North's 1. Then North's single stone from 9 goes to South's 1, South's 8
    // walks to 9 and 9 walks onto the tuzdyk.
    let fen = "1S,5,3S,1S,2S/7,1S,1S 76 77 S 1";
    let game = game(fen, &[9, 9, 8, 2, 9]);
    let annotation = annotate(&game, &Limits::depth(2));
    let story = annotation.tuzdyks.south.expect("made");
    assert_eq!((story.ply, story.pit.number(), story.earned), (1, 1, 1));
    assert_eq!(annotation.tuzdyks.north, None);
}

#[test]
fn the_same_limits_say_the_same() {
    let moves = [7, 9, 6, 8, 1, 7, 2, 7, 4, 3, 9, 1, 8, 8, 9, 9];
    let mut played = Game::new();
    for number in moves {
        played
            .push(Move::new(number).expect("a move"))
            .expect("legal");
    }
    let mut engine = Engine::default();
    let limits = Limits::nodes(3_000);
    let first = engine.annotate(&played, &limits);
    assert_eq!(engine.annotate(&played, &limits), first);
    assert_eq!(annotate(&played, &limits).moves.len(), 16);
    for annotated in &first.moves {
        assert!(annotated.after <= annotated.before, "{annotated:?}");
        assert_eq!(
            annotated.mark == Mark::Best,
            annotated.best() == annotated.mv,
            "{annotated:?}"
        );
    }
    assert_eq!(first.curve().len(), 17);
    let image = first.curve_svg();
    assert!(!image.contains("NaN") && image.len() < 20_000);
}

#[test]
fn the_work_can_be_broken_off() {
    let mut played = Game::new();
    for mv in [Move::M7, Move::M9, Move::M6] {
        played.push(mv).expect("legal");
    }
    let mut seen = 0;
    let part = Engine::default().annotate_with(&played, &Limits::depth(2), |_| {
        seen += 1;
        if seen == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!((part.moves.len(), seen), (2, 2));
}
