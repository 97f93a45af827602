//! The tree search, held against what is certain: small endings, counts, and repeated runs.

use std::convert::Infallible;

use togyz_ai::mcts::{
    AnswerError, BatchEvaluator, Heuristic, Mcts, MctsError, MctsOptions, RootNoise,
};
use togyz_ai::{Engine, EngineOptions, Limits, Material, Score};
use togyz_core::{Game, Move, Position, Rules};
use togyz_testkit::{random_walk, rng};

/// Knows nothing, and counts what it is asked.
#[derive(Default)]
struct Uniform {
    calls: usize,
    asked: usize,
}

impl BatchEvaluator for Uniform {
    type Error = Infallible;

    fn evaluate(
        &mut self,
        positions: &[Position],
        policies: &mut [[f32; 9]],
        values: &mut [f32],
    ) -> Result<(), Infallible> {
        self.calls += 1;
        self.asked += positions.len();
        policies.fill([1.0; 9]);
        values.fill(0.0);
        Ok(())
    }
}

/// Gives one wrong answer, or fails, at its third call.
struct Faulty(Fault);

enum Fault {
    Fails(usize),
    Says(usize, f32),
}

impl BatchEvaluator for Faulty {
    type Error = &'static str;

    fn evaluate(
        &mut self,
        _: &[Position],
        policies: &mut [[f32; 9]],
        values: &mut [f32],
    ) -> Result<(), &'static str> {
        policies.fill([1.0; 9]);
        values.fill(0.0);
        match &mut self.0 {
            Fault::Fails(0) => return Err("no network"),
            Fault::Says(0, number) => values[0] = *number,
            Fault::Fails(left) | Fault::Says(left, _) => *left -= 1,
        }
        Ok(())
    }
}

fn searched(options: MctsOptions, positions: &[Position], simulations: u32) -> Mcts {
    let mut mcts = Mcts::new(options);
    mcts.set_positions(positions);
    mcts.search(simulations, &mut Uniform::default())
        .expect("it cannot fail");
    mcts
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a FEN")
}

#[test]
fn every_simulation_is_a_visit() {
    for leaves in [1, 8, 100] {
        let options = MctsOptions {
            leaves,
            ..MctsOptions::default()
        };
        let mcts = searched(options, &[Position::START, Position::START], 500);
        for visits in mcts.visits() {
            assert_eq!(visits.iter().sum::<u32>(), 499, "{leaves} leaves");
        }
        // Nothing but wins and losses could move a mean away from 0 this early.
        assert!(mcts.values().iter().all(|value| value.abs() < 0.01));
    }
}

#[test]
fn leaves_of_all_games_are_asked_about_together() {
    let mut mcts = Mcts::new(MctsOptions::default());
    mcts.set_positions(&[Position::START; 10]);
    let mut uniform = Uniform::default();
    mcts.search(1, &mut uniform).expect("it cannot fail");
    assert_eq!((uniform.calls, uniform.asked), (1, 10));
    mcts.search(9, &mut uniform).expect("it cannot fail");
    // Eight different leaves of each game at once.
    assert_eq!((uniform.calls, uniform.asked), (2, 90));
    assert!(mcts.visits().iter().flatten().all(|&visits| visits <= 1));
}

/// A move that wins at once gets nearly all visits; a player who can only lose sees it.
#[test]
fn ends_of_games_are_exact() {
    // The stone of pit 9 takes two; the other move leaves everything open.
    let won = searched(
        MctsOptions::default(),
        &[position("8,1S/7,1S,1S 80 79 S 1")],
        400,
    );
    assert_eq!(won.best_move(0), Some(Move::M9));
    assert!(won.values()[0] > 0.8, "{:?}", won.values());
    // South is stuck after its only move, whose stone falls to North: North has all the rest.
    let over = searched(MctsOptions::default(), &[position("9/2S,8 80 80 N 1")], 400);
    assert_eq!((over.values()[0], over.best_move(0)), (-1.0, None));
    assert_eq!(over.visits(), [[0; 9]]);
}

/// Where brute force proves a short win, the tree search keeps it.
#[test]
fn proven_wins_are_kept() {
    let options = EngineOptions {
        hash_mib: 4,
        ..EngineOptions::default()
    };
    let mut engine = Engine::with_evaluator(Material, options).expect("memory");
    let mut score = |position: Position| {
        engine.clear();
        engine
            .search(&Game::from_position(position), &Limits::depth(8))
            .score
    };
    let mut rng = rng(11);
    let mut tried = 0;
    while tried < 15 {
        let walk = random_walk(&mut rng, Rules::STANDARD);
        let Some(late) = walk.iter().rev().nth(4) else {
            continue;
        };
        let wins = matches!(score(*late), Score::Win(1..=5));
        let moves = late.legal_moves();
        let kept = |mv: Move, score: &mut dyn FnMut(Position) -> Score| {
            let after = late.play_unchecked(mv);
            after.outcome().map_or_else(
                || matches!(score(after), Score::Loss(_)),
                |outcome| outcome.winner == Some(late.side_to_move()),
            )
        };
        // Only where there is something to choose.
        if !wins || moves.iter().all(|mv| kept(mv, &mut score)) {
            continue;
        }
        let mcts = searched(MctsOptions::default(), &[*late], 3_000);
        let best = mcts.best_move(0).expect("the game goes on");
        assert!(
            kept(best, &mut score),
            "{late}: {best}, {:?}",
            mcts.visits()
        );
        tried += 1;
    }
}

#[test]
fn equal_seeds_search_equally() {
    let noise = Some(RootNoise {
        alpha: 0.5,
        share: 0.25,
    });
    let run = |seed| {
        let options = MctsOptions {
            noise,
            seed,
            ..MctsOptions::default()
        };
        let mut mcts = searched(options, &[Position::START; 2], 200);
        (
            mcts.visits(),
            mcts.draw_move(0, 1.0),
            mcts.draw_move(1, 1.0),
        )
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).0, run(2).0);
    let [first, second] = run(1).0[..] else {
        panic!("two games")
    };
    assert_ne!(first, second, "each root has noise of its own");
}

#[test]
fn a_tree_is_kept_below_the_moves_played() {
    let mut mcts = searched(
        MctsOptions::default(),
        &[Position::START, Position::START],
        1_000,
    );
    let visits = mcts.visits()[0];
    let sizes = mcts.tree_sizes();
    let after = Position::START.play_unchecked(Move::M3);
    mcts.set_positions(&[after, position("8,1S/8,1S 80 80 S 1")]);
    let kept = mcts.visits();
    // The child's own evaluation was one of the visits to the move.
    assert_eq!(kept[0].iter().sum::<u32>(), visits[Move::M3.index()] - 1);
    assert!(mcts.tree_sizes()[0] < sizes[0]);
    assert_eq!((kept[1], mcts.tree_sizes()[1]), ([0; 9], 1));
    let grandchild = after.play_unchecked(Move::M5);
    let below = kept[0][Move::M5.index()];
    mcts.set_positions(&[grandchild]);
    assert_eq!(mcts.visits()[0].iter().sum::<u32>(), below - 1);
    mcts.search(1_000, &mut Uniform::default())
        .expect("it cannot fail");
    assert_eq!(mcts.visits()[0].iter().sum::<u32>(), 999);
}

#[test]
fn a_failure_leaves_a_sound_tree() {
    let faults = [
        Fault::Fails(2),
        Fault::Says(2, f32::NAN),
        Fault::Says(2, f32::INFINITY),
    ];
    for fault in faults {
        let mut mcts = Mcts::new(MctsOptions::default());
        mcts.set_positions(&[Position::START]);
        let error = mcts.search(100, &mut Faulty(fault)).expect_err("a fault");
        assert!(matches!(
            error,
            MctsError::Evaluator("no network") | MctsError::Answer(AnswerError::Number(0))
        ));
        let before = mcts.visits()[0].iter().sum::<u32>();
        assert_eq!(before, 8, "the rounds before the fault");
        mcts.search(100, &mut Uniform::default())
            .expect("it cannot fail");
        // As if nothing had happened.
        assert_eq!(
            mcts.visits(),
            searched(MctsOptions::default(), &[Position::START], 100).visits()
        );
    }
}

#[test]
fn answers_fit_the_questions() {
    let mut mcts = Mcts::new(MctsOptions::default());
    mcts.set_positions(&[Position::START; 2]);
    assert_eq!(mcts.gather(5).len(), 2);
    let error = mcts.answer(&[[0.1; 9]], &[0.0]);
    assert_eq!(error, Err(AnswerError::Length { asked: 2, found: 1 }));
    assert_eq!(mcts.gather(5).len(), 2, "the round is asked again");
    let mut negative = [[0.1; 9]; 2];
    negative[1][4] = -0.1;
    assert_eq!(
        mcts.answer(&negative, &[0.0; 2]),
        Err(AnswerError::Number(1))
    );
}

#[test]
fn a_policy_without_hope_is_uniform() {
    /// Likes only what is not legal.
    struct Hopeless;
    impl BatchEvaluator for Hopeless {
        type Error = Infallible;
        fn evaluate(
            &mut self,
            positions: &[Position],
            policies: &mut [[f32; 9]],
            _: &mut [f32],
        ) -> Result<(), Infallible> {
            for (position, policy) in positions.iter().zip(policies) {
                position
                    .legal_moves()
                    .iter()
                    .for_each(|mv| policy[mv.index()] = 0.0);
            }
            Ok(())
        }
    }
    let mut mcts = Mcts::new(MctsOptions::default());
    mcts.set_positions(&[Position::START]);
    mcts.search(10, &mut Hopeless).expect("it cannot fail");
    assert_eq!(mcts.visits(), [[1; 9]]);
}

#[test]
fn temperatures() {
    let mut mcts = searched(
        MctsOptions::default(),
        &[position("8,1S/7,1S,1S 80 79 S 1")],
        400,
    );
    let [_, _, _, _, _, _, _, eighth, ninth] = mcts.visits()[0];
    let policy = mcts.policy(0, 1.0);
    assert!((policy[8] - ninth as f32 / (eighth + ninth) as f32).abs() < 1e-6);
    let flat = mcts.policy(0, 1e9);
    assert!((flat[7] - 0.5).abs() < 1e-3);
    assert_eq!(
        mcts.policy(0, 0.0),
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    );
    // Among a thousand draws a share of one in so many is met.
    let drawn = (0..1_000)
        .filter(|_| mcts.draw_move(0, 1.0) == Some(Move::M9))
        .count();
    assert!((drawn as f32 / 1_000.0 - policy[8]).abs() < 0.05);
}

#[test]
fn the_heuristic_prefers_captures() {
    let mut policies = [[0.0; 9]];
    let mut values = [0.0];
    let asked = [Position::START];
    let mut heuristic = Heuristic::new(Material);
    heuristic
        .evaluate(&asked, &mut policies, &mut values)
        .expect("it cannot fail");
    // Pits 2 to 9 take ten, pit 1 ends in its own row.
    let [first, others @ ..] = policies[0];
    assert!(others.iter().all(|&other| other > 4.0 * first));
    assert!(values[0].abs() < 0.1);
}
