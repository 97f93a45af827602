//! Every case of the case files, when they are there (environment variable `TOGYZ_DATA`).

#![allow(
    clippy::print_stdout,
    reason = "a check that was asked for tells what it saw"
)]

use serde_json::Value;
use togyz_core::notation::record::{self, Mode, Record, RecordError};
use togyz_core::{Game, GameResult, IllegalReason, Move, Outcome, Position, Rules, Side, perft};
use togyz_testkit::cases::{CaseBoard, CaseError, read_json, read_text};

fn rules_of(case: &Value) -> Rules {
    case["rules"]
        .as_str()
        .map_or(Ok(Rules::STANDARD), str::parse)
        .expect("rules")
}

fn array<'a>(value: &'a Value, what: &str) -> &'a Vec<Value> {
    value
        .as_array()
        .unwrap_or_else(|| panic!("{what} is no list: {value}"))
}

fn numbers(value: &Value) -> Vec<u8> {
    let number = |value: &Value| value.as_u64().expect("a number") as u8;
    array(value, "numbers").iter().map(number).collect()
}

fn legal_numbers(position: &Position) -> Vec<u8> {
    position.legal_moves().iter().map(Move::number).collect()
}

/// The position as a case board, stones swept to their owners if the game ended for want of moves.
fn swept(position: &Position) -> CaseBoard {
    let mut board = kept(position);
    if let Some(outcome) = position.outcome() {
        let kazans = outcome.kazans;
        if outcome.reason == togyz_core::EndReason::NoMoves {
            board.south = vec![0; 9];
            board.north = vec![0; 9];
        }
        board.kazans = [i32::from(kazans.south), i32::from(kazans.north)];
    }
    board
}

fn kept(position: &Position) -> CaseBoard {
    let row = |side| position.pits(side).map(i32::from).to_vec();
    CaseBoard {
        to_move: position.side_to_move().to_string(),
        south: row(Side::South),
        north: row(Side::North),
        kazans: Side::ALL.map(|side| i32::from(position.kazan(side))),
        tuzdyks: Side::ALL.map(|side| position.tuzdyk(side).map(togyz_core::Pit::number)),
    }
}

fn check_end(id: &str, expect: &Value, outcome: Option<Outcome>) {
    let over = expect["game_over"].as_bool().expect("game_over");
    assert_eq!(outcome.is_some(), over, "{id}");
    let Some(outcome) = outcome else { return };
    let winner = expect["winner"].as_str().filter(|&name| name != "draw");
    assert_eq!(outcome.winner.map(Side::name), winner, "{id}");
    let reason = match expect["end"].as_str() {
        Some("majority") => "majority",
        Some("atsyz" | "draw81" | "no-moves") => "no-moves",
        other => panic!("{id}: unknown end {other:?}"),
    };
    assert_eq!(outcome.reason.name(), reason, "{id}");
}

fn check_move_case(case: &Value) {
    let id = case["id"].as_str().expect("an id");
    let rules = rules_of(case);
    let position = CaseBoard::from_value(&case["position"])
        .position(rules)
        .expect(id);
    let expect = &case["expect"];
    let Some(number) = case["move"].as_u64() else {
        return check_look(id, &position, expect);
    };
    let legal = expect["legal"].as_bool() == Some(true);
    let Ok(mv) = Move::new(number as u8) else {
        assert!(!legal && expect["reason"] == "out_of_range", "{id}");
        return;
    };
    if !legal {
        let reason = position.play(mv).expect_err(id).reason;
        let expected = match expect["reason"].as_str().expect("a reason") {
            "game_over" => IllegalReason::GameOver,
            _ => IllegalReason::EmptyPit,
        };
        assert_eq!(reason, expected, "{id}");
        return;
    }
    let effect = position.effect(mv).expect(id);
    let after = position.play(mv).expect(id);
    let written = CaseBoard::from_value(expect);
    let board_agrees = written == swept(&after) || written == kept(&after);
    assert!(board_agrees, "{id}: {written:?} {after:?}");
    if let Some(before) = expect
        .get("before_collection")
        .filter(|value| !value.is_null())
    {
        let before = &before["south"];
        assert_eq!(numbers(before), after.pits(Side::South), "{id}");
    }
    assert_eq!(
        expect["captured"].as_u64(),
        Some(u64::from(effect.captured)),
        "{id}"
    );
    let made = effect.tuzdyk_made().map(|pit| u64::from(pit.number()));
    assert_eq!(expect["tuzdyk_made"].as_u64(), made, "{id}");
    let income = Side::ALL.map(|side| effect.income[side]);
    assert_eq!(numbers(&expect["tuzdyk_income"]), income, "{id}");
    assert_eq!(expect["last"]["row"], effect.landing.side().name(), "{id}");
    assert_eq!(
        expect["last"]["pit"].as_u64(),
        Some(u64::from(effect.landing.number())),
        "{id}"
    );
    if let Some(notation) = expect["notation"].as_str() {
        let style = togyz_core::notation::moves::MoveStyle::FromTo;
        assert_eq!(position.write_move(mv, style).expect(id), notation, "{id}");
        assert_eq!(position.parse_move(notation), Ok(mv), "{id}");
    }
    if let Some(kazans) = expect.get("final_kazans").filter(|value| !value.is_null()) {
        let outcome = after.outcome().expect(id);
        assert_eq!(
            numbers(kazans),
            Side::ALL.map(|side| outcome.kazans[side]),
            "{id}"
        );
    }
    assert_eq!(
        numbers(&expect["legal_moves"]),
        legal_numbers(&after),
        "{id}"
    );
    check_end(id, expect, after.outcome());
}

fn check_look(id: &str, position: &Position, expect: &Value) {
    if let Some(legal) = expect
        .get("legal_moves_before")
        .or(expect.get("legal_moves"))
    {
        assert_eq!(numbers(legal), legal_numbers(position), "{id}");
    }
    check_end(id, expect, position.outcome());
}

fn check_moves_of(name: &str, count: usize) {
    let Some(cases) = read_json(name) else { return };
    let cases = array(&cases, name);
    assert_eq!(cases.len(), count);
    cases.iter().for_each(check_move_case);
    println!("{name}: {count} cases");
}

#[test]
fn rule_cases() {
    check_moves_of("rule_cases.json", 128);
}

#[test]
fn preset_cases() {
    check_moves_of("preset_cases.json", 36);
}

#[test]
fn setup_cases() {
    let Some(cases) = read_json("setup_cases.json") else {
        return;
    };
    for case in array(&cases, "cases") {
        let id = case["id"].as_str().expect("an id");
        let found = CaseBoard::from_value(&case["position"]).position(Rules::STANDARD);
        let text = match &found {
            Ok(_) => String::new(),
            Err(CaseError::Setup(error)) => format!("{:?}", error.faults),
            Err(error) => format!("{error:?}"),
        };
        let expected = match case["expect"]["reason"].as_str() {
            None => "",
            Some("total_not_162") => "WRONG_TOTAL",
            Some("negative" | "row_length") => "Numbers",
            Some("tuzdyk_ninth") => "TUZDYK_ON_PIT_NINE",
            Some("tuzdyk_symmetric") => "TUZDYKS_SAME_NUMBER",
            Some("stones_in_tuzdyk") => "STONES_IN_TUZDYK",
            Some("side") => "Side",
            Some(other) => panic!("{id}: unknown reason {other}"),
        };
        assert_eq!(
            case["expect"]["valid"].as_bool(),
            Some(found.is_ok()),
            "{id}"
        );
        assert!(text.contains(expected), "{id}: {text}");
    }
    println!("setup_cases.json: {} cases", array(&cases, "cases").len());
}

fn check_game_case(case: &Value) {
    let id = case["id"].as_str().expect("an id");
    let mut game = match &case["start"] {
        Value::Null => Game::new(),
        start => Game::from_position(
            CaseBoard::from_value(start)
                .position(rules_of(case))
                .expect(id),
        ),
    };
    let moves = numbers(&case["moves"]);
    let notation = array(&case["notation"], id);
    let played = case["plies_played"].as_u64().expect("plies") as usize;
    let start = game.clone();
    for (ply, &number) in moves.iter().enumerate().take(played) {
        let mv = Move::new(number).expect(id);
        let text = notation[ply].as_str().expect("notation");
        assert_eq!(
            game.position().parse_move(text),
            Ok(mv),
            "{id} ply {}",
            ply + 1
        );
        game.push(mv).expect(id);
        if let Some(board) = case["checkpoints"].get((ply + 1).to_string()) {
            let board = CaseBoard::from_value(board);
            assert!(
                board == kept(game.position()) || board == swept(game.position()),
                "{id}"
            );
            let text = game.fen().to_string();
            assert_eq!(text.parse::<togyz_core::Fen>(), Ok(game.fen()), "{id}");
        }
    }
    let last = CaseBoard::from_value(&case["final"]);
    assert!(
        last == swept(game.position()) || last == kept(game.position()),
        "{id}"
    );
    if let Some(illegal) = case.get("first_illegal").filter(|value| !value.is_null()) {
        assert_eq!(illegal["ply"].as_u64(), Some(played as u64 + 1), "{id}");
        let before = game.clone();
        let mv = Move::new(illegal["move"].as_u64().expect("a move") as u8).expect(id);
        assert!(game.push(mv).is_err(), "{id}");
        assert_eq!(game, before, "{id}");
    }
    check_end(id, case, game.outcome());
    assert_eq!(
        numbers(&case["legal_moves"]),
        legal_numbers(game.position()),
        "{id}"
    );
    while game.undo().is_some() {}
    assert_eq!(game.position(), start.position(), "{id}");
    while game.redo().is_some() {}
    assert_eq!(game.ply(), played, "{id}");
}

#[test]
fn game_cases() {
    let Some(cases) = read_json("game_cases.json") else {
        return;
    };
    let cases = array(&cases, "cases");
    assert_eq!(cases.len(), 39);
    cases.iter().for_each(check_game_case);
    println!("game_cases.json: {} cases", cases.len());
}

fn first_fault(read: &[Result<Record, RecordError>]) -> Option<&RecordError> {
    read.iter().find_map(|game| match game {
        Err(error) => Some(error),
        Ok(record) => record.warnings.first(),
    })
}

fn check_record(id: &str, expect: &Value, moves: &Value, record: &Record) {
    let played: Vec<u8> = record.game.moves().iter().map(|mv| mv.number()).collect();
    assert_eq!(played, numbers(moves), "{id}");
    if let Some(board) = expect.get("final") {
        let board = CaseBoard::from_value(board);
        assert!(board == kept(record.game.position()) || board == swept(record.game.position()));
    }
    if let Some(over) = expect.get("game_over").and_then(Value::as_bool) {
        assert_eq!(record.game.is_game_over(), over, "{id}");
    }
    if let Some(winner) = expect.get("winner") {
        let found = record
            .game
            .position()
            .outcome()
            .and_then(|outcome| outcome.winner);
        assert_eq!(
            found.map(Side::name),
            winner.as_str().filter(|&name| name != "draw"),
            "{id}"
        );
    }
    if let Some(result) = expect.get("result") {
        let result = result
            .as_str()
            .map(|text| text.parse::<GameResult>().expect(id));
        assert_eq!(record.result, result, "{id}");
    }
}

fn check_notation_case(case: &Value) {
    let id = case["id"].as_str().expect("an id");
    let expect = &case["expect"];
    let input = case["input"].as_str().expect("an input");
    let strict: Vec<_> = record::read(input, Mode::Strict).collect();
    let lenient: Vec<_> = record::read(input, Mode::Lenient).collect();
    let fault = first_fault(&strict);
    if let (Some(ply), Some(fault)) = (expect["ply"].as_u64(), fault) {
        assert_eq!(fault.ply as u64, ply, "{id}: {fault}");
    }
    match expect["parse"].as_str().expect("parse") {
        "ok" => {
            assert!(fault.is_none(), "{id}: {fault:?}");
            let games = expect["games"].as_u64().map_or(1, |count| count as usize);
            assert_eq!(strict.len(), games, "{id}");
            for (index, game) in strict.iter().enumerate() {
                let moves = if games == 1 {
                    &expect["moves"]
                } else {
                    &expect["moves"][index]
                };
                check_record(id, expect, moves, game.as_ref().expect(id));
            }
        }
        "error" => assert!(strict[0].is_err() && lenient[0].is_err(), "{id}"),
        "error_or_warning" | "ok_or_warning" => {
            assert!(fault.is_some(), "{id}: silence in strict mode");
            let record = lenient[0].as_ref().expect(id);
            assert_eq!(record.warnings.len(), 1, "{id}");
            check_record(id, expect, &expect["accept_moves"], record);
        }
        "error_or_zero_games" => assert!(strict.is_empty() || strict[0].is_err(), "{id}"),
        "error_or_ok" | "ok_or_typed_error" => {
            if let Ok(record) = &strict[0] {
                check_record(id, expect, &expect["moves"], record);
            }
        }
        other => panic!("{id}: unknown expectation {other}"),
    }
}

#[test]
fn notation_cases() {
    let Some(cases) = read_json("notation_cases.json") else {
        return;
    };
    let cases = array(&cases, "cases");
    assert_eq!(cases.len(), 24);
    cases.iter().for_each(check_notation_case);
    println!("notation_cases.json: {} cases", cases.len());
}

#[test]
fn real_games_survive_writing() {
    let Some(text) = read_text("games.tsv") else {
        return;
    };
    let mut games = 0;
    for read in record::read(&text, Mode::Strict) {
        let record = read.expect("a good game");
        for written in [record::pgn(&record.game), record::tgk(&record.game)] {
            let again = record::read_one(&written, Mode::Strict).expect("what was written");
            assert_eq!(again.game, record.game);
        }
        games += 1;
    }
    assert_eq!(games, 2386);
    println!("games.tsv: {games} games written and read back");
}

#[test]
fn shortest_games_end_on_ply_11() {
    let Some(text) = read_text("shortest.tsv") else {
        return;
    };
    let mut games = 0;
    for read in record::read(&text, Mode::Strict) {
        let game = read.expect("a good game").game;
        let outcome = game.outcome().expect("a finished game");
        assert_eq!((game.ply(), outcome.reason.name()), (11, "majority"));
        games += 1;
    }
    assert_eq!(games, 1391);
    println!("shortest.tsv: {games} games end on ply 11 by majority");
}

/// `S;9,..;9,..;0,0;0,0`.
fn perft_position(text: &str) -> Position {
    let fields: Vec<&str> = text.split(';').collect();
    let list =
        |text: &str| -> Vec<i32> { text.split(',').map(|n| n.parse().expect("n")).collect() };
    let pair: Vec<i32> = list(fields[3]);
    let tuzdyks = list(fields[4]);
    let tuzdyk = |number: i32| u8::try_from(number).ok().filter(|&number| number > 0);
    CaseBoard {
        to_move: fields[0].to_string(),
        south: list(fields[1]),
        north: list(fields[2]),
        kazans: [pair[0], pair[1]],
        tuzdyks: [tuzdyk(tuzdyks[0]), tuzdyk(tuzdyks[1])],
    }
    .position(Rules::STANDARD)
    .expect("a position")
}

#[test]
fn perft_tables() {
    let Some(file) = read_json("perft.json") else {
        return;
    };
    let positions = array(&file["positions"], "positions");
    assert_eq!(positions.len(), 10);
    for case in positions {
        let name = case["name"].as_str().expect("a name");
        let position = perft_position(case["position"].as_str().expect("a position"));
        // The start to depth 8, everything else to the end of its list.
        for (index, nodes) in array(&case["perft"], name).iter().enumerate().take(8) {
            let depth = index as u32 + 1;
            assert_eq!(
                Some(perft(&position, depth)),
                nodes.as_u64(),
                "{name} {depth}"
            );
        }
    }
    println!("perft.json: {} positions", positions.len());
}
