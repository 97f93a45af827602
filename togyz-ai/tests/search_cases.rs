//! The forced wins and only moves of the case file, when it is there (environment variable `TOGYZ_DATA`).

#![allow(
    clippy::print_stdout,
    reason = "a check that was asked for tells what it saw"
)]

use serde_json::Value;
use togyz_ai::{Engine, Limits, Score};
use togyz_core::{Game, Move, Rules};
use togyz_testkit::cases::{CaseBoard, read_json};

fn moves(value: &Value) -> Vec<u8> {
    let numbers = value.as_array().expect("moves").iter();
    numbers
        .map(|number| number.as_u64().expect("a number") as u8)
        .collect()
}

fn check(case: &Value) {
    let id = case["id"].as_str().expect("an id");
    let position = CaseBoard::from_value(&case["position"])
        .position(Rules::STANDARD)
        .expect(id);
    let game = Game::from_position(position);
    let plies = case["plies"].as_u64().expect("plies") as u32;
    let good = moves(&case["good_moves"]);
    let mut engine = Engine::default();
    let result = engine.search(&game, &Limits::depth(8));
    let best = result.best.map(Move::number);
    let plays_good = best.is_some_and(|best| good.contains(&best));
    match case["kind"].as_str().expect("a kind") {
        "win" => {
            assert_eq!(result.score, Score::Win(plies), "{id}");
            assert!(plays_good, "{id}: {best:?}");
            // Also with every line wanted: exactly the good moves win within the plies.
            let all = engine.search(&game, &Limits::depth(8).lines(9));
            for line in &all.info.lines {
                let wins = matches!(line.score, Score::Win(found) if found <= plies);
                assert_eq!(wins, good.contains(&line.pv[0].number()), "{id}: {line:?}");
            }
        }
        "defend" => {
            assert!(plays_good, "{id}: {best:?}");
            // Pruning may overlook a loss within the depth; with as many plies again it does not.
            let all = engine.search(&game, &Limits::depth(2 * plies).lines(9));
            for line in &all.info.lines {
                let lost = matches!(line.score, Score::Loss(found) if found <= plies);
                assert_eq!(lost, !good.contains(&line.pv[0].number()), "{id}: {line:?}");
            }
        }
        "forced" => assert!(plays_good, "{id}: {best:?}"),
        "terminal" => {
            assert_eq!(best, None, "{id}");
            assert!(result.outcome.is_some() && result.score.is_proven(), "{id}");
        }
        other => panic!("{id}: unknown kind {other}"),
    }
}

#[test]
fn search_cases() {
    let Some(cases) = read_json("search_cases.json") else {
        return;
    };
    let cases = cases.as_array().expect("cases");
    assert_eq!(cases.len(), 32);
    cases.iter().for_each(check);
    println!("search_cases.json: {} cases", cases.len());
}
