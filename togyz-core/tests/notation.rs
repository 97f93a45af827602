//! Texts: what is read, what is refused and where, and that writing is canonical.

use proptest::prelude::*;
use togyz_core::notation::fen::FenErrorKind;
use togyz_core::notation::moves::{MoveMismatch, MoveStyle, MoveText, ParseMoveError};
use togyz_core::notation::record::{self, Mode, RecordErrorKind};
use togyz_core::{
    EndReason, Fen, Game, GameResult, IllegalReason, Move, Position, Rules, SetupFaults, Side,
};

const START: &str = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";

#[test]
fn rows_are_written_as_south_sees_the_board() {
    let text = "1S,2S,3S,4S,5S,6S,7S,8S,9S/1S,2S,3S,4S,5S,6S,7S,8S,9S 36 36 S 7";
    let fen: Fen = text.parse().expect("a position");
    assert_eq!(fen.position.pits(Side::South), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(fen.position.pits(Side::North), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!((fen.fullmove, fen.to_string()), (7, text.to_string()));
}

#[test]
fn tolerated_fens_are_written_canonically() {
    let tolerated = [
        "9S,9S,9S,9S,9S,9S,9S,9S,9S,/9S,9S,9S,9S,9S,9S,9S,9S,9S, 0 0 S 1",
        "  9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S  0 0\ts 001 ",
    ];
    for text in tolerated {
        assert_eq!(text.parse::<Fen>().expect(text).to_string(), START);
    }
    let split = "4,5/1,1,0S,0S,1S,2S,3 80 79 N 1"
        .parse::<Position>()
        .expect("a position");
    assert_eq!(split.to_string(), "9/4,1S,2S,3 80 79 N 1");
}

#[test]
fn bad_fens_are_refused_with_their_place() {
    let nine = "9S,9S,9S,9S,9S,9S,9S,9S,9S";
    let cases = [
        (String::new(), 1, "expected two rows"),
        (nine.to_string(), 27, "expected / and the row of south"),
        (format!("{nine}/{nine}"), 54, "expected the kazan of south"),
        (
            format!("{nine}/{nine} 0"),
            56,
            "expected the kazan of north",
        ),
        (
            format!("{nine}/{nine} 0 0"),
            58,
            "expected the side to move",
        ),
        (
            format!("{nine}/{nine} 0 0 S"),
            60,
            "expected the turn number",
        ),
        (format!("{nine}/{nine} 0 0 X 1"), 59, "S or N"),
        (format!("{nine}/{nine} 0 0 S 0"), 61, "from 1"),
        (format!("{nine}/{nine} 0 0 S 1 1"), 63, "five fields"),
        (
            format!("{nine}/{nine} -1 0 S 1"),
            55,
            "a kazan from 0 to 162",
        ),
        (
            format!("{nine}/{nine} 0 163 S 1"),
            57,
            "a kazan from 0 to 162",
        ),
        (
            format!("{nine}/9S,9S,9S,9S,9S,9S,9S,9S 9 0 S 1"),
            28,
            "8 pits instead of 9",
        ),
        (
            format!("{nine},9S/{nine} 0 0 S 1"),
            1,
            "10 pits instead of 9",
        ),
        (format!("{nine}/500S,8 0 0 S 1"), 28, "at most 162"),
        (format!("{nine}/9S,x,7 0 0 S 1"), 31, "expected a pit"),
        (
            format!("{nine}/9S,9S,t,9S,t,9S,9S,9S,9S 9 9 S 1"),
            39,
            "second tuzdyk",
        ),
        (format!("{nine}/9S,\u{7},7 0 0 S 1"), 31, "expected a pit"),
        (format!("{nine}/9S,\u{445},7 0 0 S 1"), 31, "expected a pit"),
        (
            format!("{nine}/{nine} 0 0 S 99999999999999999999"),
            61,
            "from 1",
        ),
        (format!("{nine}/10/9 0 0 S 1"), 28, "expected a pit"),
    ];
    for (text, column, words) in cases {
        let error = text.parse::<Fen>().expect_err(&text);
        assert_eq!(error.column, column, "{text:?}: {error}");
        assert!(error.to_string().contains(words), "{text:?}: {error}");
    }
}

#[test]
fn fens_of_impossible_positions_name_every_fault() {
    let faults = |text: &str| match text.parse::<Fen>().expect_err(text).kind {
        FenErrorKind::Invalid(error) => error.faults,
        kind => panic!("{text}: {kind}"),
    };
    let nine = "9S,9S,9S,9S,9S,9S,9S,9S,9S";
    assert_eq!(
        faults(&format!("{nine}/8S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1")),
        SetupFaults::WRONG_TOTAL
    );
    assert_eq!(
        faults("t,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1"),
        SetupFaults::WRONG_TOTAL | SetupFaults::TUZDYK_ON_PIT_NINE
    );
    assert_eq!(
        faults("7,t,1/1,t,7 81 81 S 1"),
        SetupFaults::TUZDYKS_SAME_NUMBER
    );
}

#[test]
fn moves_are_read_in_every_form() {
    // South owns North's pit 4, North owns South's pit 6.
    let position: Position = "1S,2S,3S,4S,5S,t,2S,2S,1S/2S,2S,3S,1S,2S,t,1S,2S,3S 64 62 N 5"
        .parse()
        .expect("position");
    for mv in position.legal_moves() {
        let styles = [
            MoveStyle::Number,
            MoveStyle::FromTo,
            MoveStyle::PlayOk,
            MoveStyle::PlayStrategy,
        ];
        for style in styles {
            let text = position.write_move(mv, style).expect("a legal move");
            assert_eq!(position.parse_move(&text), Ok(mv), "{text}");
            assert_eq!(
                position.parse_move(&text).is_ok(),
                text.parse::<MoveText>().is_ok()
            );
        }
    }
}

#[test]
fn tuzdyk_marks_may_be_latin_or_cyrillic() {
    let position: Position = "4S,4S,4S,4S,4S,4S,4S,4S,2S/3S,3S,3S,3S,3S,3S,3S,3S,1S 51 52 S 1"
        .parse()
        .expect("position");
    for text in ["9", "91x", "91X", "91х", "91Х", "i1i2"] {
        assert_eq!(position.parse_move(text), Ok(Move::M9), "{text}");
    }
    let unmarked = position.parse_move("91").expect_err("a missing mark");
    assert_eq!(
        unmarked,
        ParseMoveError::Mismatch(MoveMismatch::TuzdykMark { written: false })
    );
    assert_eq!(
        position
            .write_move(Move::M9, MoveStyle::PlayOk)
            .expect("legal"),
        "91X"
    );
    assert_eq!(
        position
            .write_move(Move::M9, MoveStyle::FromTo)
            .expect("legal"),
        "91x"
    );
}

#[test]
fn squares_are_those_of_the_board() {
    // North's first pit is i2, its ninth a2.
    let north = Position::START.play(Move::M7).expect("a move");
    assert_eq!(north.parse_move("a2h1"), Ok(Move::M9));
    let wrong_side = Position::START
        .parse_move("a2h1")
        .expect_err("north's move");
    let written = Side::North;
    assert_eq!(
        wrong_side,
        ParseMoveError::Mismatch(MoveMismatch::Side { written })
    );
}

#[test]
fn texts_that_are_no_moves_are_refused() {
    let bad = [
        "", "0", "10", "06", "60", "710", "-7", "-76", "7 6", "76y", "76x1", "76(", "76()", "76(1",
        "76(300)", "76(-1)", "76((10))", "(10)", "x", "76xx", "j1a2", "a3b1", "a1b", "７",
        "7\u{0}",
    ];
    for text in bad {
        assert!(Position::START.parse_move(text).is_err(), "{text:?}");
    }
    let illegal = "9/2S,8 80 80 S 1"
        .parse::<Position>()
        .expect("position")
        .parse_move("5");
    match illegal {
        Err(ParseMoveError::Illegal(error)) => assert_eq!(error.reason, IllegalReason::EmptyPit),
        other => panic!("{other:?}"),
    }
}

/// The shortest games have eleven plies; this is one of them, counted by hand to the end.
const SHORT: &str = "5 1 3 5 8 3 7 4 6 5 4";

#[test]
fn the_format_is_recognised_by_its_content() {
    let texts = [
        format!("{SHORT}\n"),
        format!("# a comment\n\n{SHORT} # another\r\n"),
        format!("game-1\t1-0\t{SHORT}\n"),
        format!("[Event \"x\"]\n\n{SHORT}\n"),
        "\u{feff}[South \"a\"]\r\n[FEN \"startpos\"]\r\n\r\n1. 5 1 2. 3 5 3. 8 3 4. 7 4 5. 6 5 6. 4 1-0\r\n".to_string(),
        "1.5 1 2.3 5 3.8 3 4.7 4 5.6 5 6.4".to_string(),
    ];
    for text in texts {
        let record = record::read_one(&text, Mode::Strict).expect(&text);
        let moves: Vec<String> = record.game.moves().iter().map(Move::to_string).collect();
        assert_eq!(moves.join(" "), SHORT);
        assert_eq!(
            record.game.outcome().expect("an end").reason,
            EndReason::Majority
        );
    }
}

#[test]
fn faults_of_records_are_told_with_line_column_and_ply() {
    let cases = [
        ("1. 76 98\n2. 12 5", (2, 4, 3), "landing digit"),
        (
            "1. 76(12)",
            (1, 4, 1),
            "score is 12, but the kazan holds 10",
        ),
        ("1. 76x", (1, 4, 1), "none is made"),
        ("[Event x]\n\n1. 76", (1, 1, 0), "expected a tag"),
        ("[FEN \"9/9 0 0 S 1\"]\n\n1. 76", (1, 1, 0), "162"),
        ("[Variant \"chess\"]\n\n1. 76", (1, 1, 0), "unknown rules"),
        (
            "g\t1-0 82-1 majority\t7 9",
            (1, 3, 2),
            "says that the game is over",
        ),
        (
            "g\t* (11-0) unfinished\t7 9",
            (1, 3, 2),
            "kazans are written 11-0, but hold 10-0",
        ),
        ("a\t*\t7\ng\tmaybe\t7 9", (2, 3, 0), "expected a result"),
        ("g\t*\t7 9\t1 2", (1, 9, 0), "id, result and moves only"),
        ("g\t1-0", (1, 3, 0), "expected a result"),
        ("1. 76 {never closed", (1, 7, 1), "never closed"),
        (
            "1. 76 98 1-0 {zero}",
            (1, 14, 2),
            "says that the game is over",
        ),
    ];
    for (text, place, words) in cases {
        let error = record::read(text, Mode::Strict)
            .find_map(Result::err)
            .unwrap_or_else(|| panic!("{text:?} was read"));
        assert_eq!(
            (error.line, error.column, error.ply),
            place,
            "{text:?}: {error}"
        );
        assert!(error.to_string().contains(words), "{text:?}: {error}");
    }
}

#[test]
fn a_move_after_the_end_is_an_error_in_both_modes() {
    for mode in [Mode::Strict, Mode::Lenient] {
        let error = record::read_one(&format!("{SHORT} 1"), mode).expect_err("one ply too far");
        assert_eq!(error.ply, 12);
        assert_eq!(
            error.kind,
            RecordErrorKind::IllegalMove(IllegalReason::GameOver)
        );
    }
}

#[test]
fn lenient_reading_keeps_the_game_and_its_warnings() {
    let text = "[Result \"0-1\"]\n\n1. 5 1 2. 3 5 3. 8 3 4. 7 4 5. 65 5 6. 4 0-1";
    assert!(record::read_one(text, Mode::Strict).is_err());
    let record = record::read_one(text, Mode::Lenient).expect("a game");
    assert_eq!(record.warnings.len(), 2, "{:?}", record.warnings);
    assert_eq!(record.game.result(), GameResult::SouthWins);
    assert_eq!(record.result, Some(GameResult::NorthWins));
}

#[test]
fn reading_goes_on_after_a_broken_game() {
    let text = "[Event \"a\"]\n\n1. 77\n\n[Event \"b\"]\n\n1. 76 *\n\n[Event \"c\"]\n\n*\n";
    let read: Vec<_> = record::read(text, Mode::Strict).collect();
    assert_eq!(
        read.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [false, true, true]
    );
    // Games without tags are told apart by their results, also after a broken one.
    let bare = "1. 76 98 *\n\n1. 76 12 {x} 2. 1-0 *\n\n1. 87 87 *\n1. 77 0-1 1. 76 98 *\n";
    let read: Vec<_> = record::read(bare, Mode::Strict).collect();
    assert_eq!(
        read.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true, true, false, true]
    );
    let wrong_result = "5 1 3 5 8 3 7 4 6 5 4"
        .split(' ')
        .collect::<Vec<_>>()
        .join(" ");
    let bare = format!("1. {wrong_result} 0-1\n1. 76 98 *\n");
    let read: Vec<_> = record::read(&bare, Mode::Strict).collect();
    assert_eq!(
        read.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [false, true]
    );
    let list = "7 9\n7 7 7 7 7 7 7 7 7 7 7 7 7 7\n7 9 6\n";
    let read: Vec<_> = record::read(list, Mode::Strict).collect();
    assert_eq!(
        read.iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true]
    );
}

#[test]
fn tags_comments_and_results_are_kept() {
    let text = "[Event \"A \\\"b\\\" \\\\ [c]\"]\n[My_Tag \"\"]\n\n{before} 1. 76 {after one} 98 ; rest of line\n1-0";
    let record = record::read_one(text, Mode::Strict).expect("a game");
    let tags: Vec<_> = record.game.tags().iter().collect();
    assert_eq!(tags, [("Event", "A \"b\" \\ [c]"), ("My_Tag", "")]);
    let comments: Vec<_> = record
        .comments
        .iter()
        .map(|(ply, text)| (*ply, text.as_str()))
        .collect();
    assert_eq!(
        comments,
        [(0, "before"), (1, "after one"), (2, "rest of line")]
    );
    assert_eq!(record.game.result(), GameResult::SouthWins);
    assert!(!record.game.is_game_over());
}

#[test]
fn declared_ends_and_other_rules_survive_writing() {
    let mut game = Game::with_rules(Rules::PANTUSOV);
    game.push(Move::M7).expect("a move");
    game.tags_mut().set("White", "Қайрат \"Ә\"").expect("a tag");
    game.resign(Side::South).expect("the game goes on");
    for text in [record::pgn(&game), record::tgk(&game)] {
        let again = record::read_one(&text, Mode::Strict).expect(&text);
        assert_eq!(again.game, game, "{text}");
    }
}

#[test]
fn tags_that_records_make_themselves_are_not_written_twice() {
    let mut game = record::read_one("[Termination \"normal\"]\n\n1. 76 *", Mode::Strict)
        .expect("a game")
        .game;
    assert_eq!(game.tags().get("Termination"), Some("normal"));
    game.resign(Side::North).expect("the game goes on");
    let text = record::pgn(&game);
    let again = record::read_one(&text, Mode::Strict).expect(&text).game;
    assert_eq!(again.declared(), game.declared());
    for name in ["Result", "FEN", "Variant"] {
        assert!(game.tags_mut().set(name, "x").is_err());
    }
}

#[test]
fn nothing_readable_hangs_or_panics() {
    let noise = [
        "{",
        "}",
        "[",
        "]",
        "[]",
        "[\"",
        "[a \"",
        "..",
        "1.",
        "$",
        "$1",
        ";",
        "\t",
        "\t\t",
        "#",
        "1-0",
        "* *",
        "1-0 7",
        "[a \"b\"]",
        "\u{feff}",
        "\r",
        "(",
        "{zero}",
        "½",
        "0.5-0.5",
    ];
    for first in noise {
        for second in noise {
            for separator in ["", " ", "\n"] {
                let text = format!("{first}{separator}{second}");
                for mode in [Mode::Strict, Mode::Lenient] {
                    assert!(record::read(&text, mode).count() <= 4, "{text:?}");
                }
            }
        }
    }
}

fn streamed(text: &str, mode: Mode) -> Vec<Result<record::Record, String>> {
    let games = record::read_from(text.as_bytes(), mode);
    games
        .map(|read| read.map_err(|error| error.to_string()))
        .collect()
}

fn in_memory(text: &str, mode: Mode) -> Vec<Result<record::Record, String>> {
    let games = record::read(text, mode);
    games
        .map(|read| read.map_err(|error| error.to_string()))
        .collect()
}

#[test]
fn a_file_is_read_as_a_text_is() {
    let texts = [
        "",
        "# only\n# comments\n",
        "\u{feff}7 9\r\n\r\n7 8 # x\n9 9 9",
        "a\t1-0\t7 9\nb\t*\t7 8\n",
        "[Event \"a\"]\n\n\n1. 76 98\n2. 11 *\n\n[Event \"b\"]\n[Event \"c\"]\n\n1-0\n1. 76 *",
        "[Event x]\n[White \"a\"]\n\n1. 76\n[Event \"b\"]\n\n1. 77\n",
        "[Event \"a\"]\n\n1. 76 {open\nstill [Not a tag]\n\n[Event \"b\"]\n1. 76 *\n",
        "1. 76 98 2. 11 1-0 1. 76 98 0-1",
        "# a\n[Event \"x\"]\n\n1. 76\n",
        "[A \"\"]\n[B \"\"]\n[broken]\n[C \"\"]\n[B \"\"]\n[A \"\"]\n",
        "[A \"\"]\n\n1. 77 *\n[broken]\n[B \"\"]\n\n1. 76 *\n",
        "1. 77 [A \"x\"]\n[B \"y\"]\n1-0 [A \"x\"]\n[B \"y\"]\n",
        "# a\r[Event \"x\"]\r\r1. 76\r[Event \"y\"]\r1. 77",
    ];
    for text in texts {
        for mode in [Mode::Strict, Mode::Lenient] {
            assert_eq!(streamed(text, mode), in_memory(text, mode), "{text:?}");
        }
    }
}

#[test]
fn an_open_comment_does_not_swallow_the_next_game() {
    let text = "[Event \"a\"]\n\n1. 76 {open\n\n[Event \"b\"]\n\n1. 76 98 *\n";
    let strict: Vec<_> = record::read(text, Mode::Strict).collect();
    assert_eq!(strict.len(), 2);
    assert!(
        strict[0].is_err()
            && strict[1]
                .as_ref()
                .is_ok_and(|record| record.game.ply() == 2)
    );
    let lenient: Vec<_> = record::read(text, Mode::Lenient).flatten().collect();
    assert_eq!(lenient[0].comments, [(1, "open".to_string())]);
    assert_eq!(lenient[0].warnings.len(), 1);
}

#[test]
fn a_file_that_is_no_text_ends_with_an_error() {
    let bytes = b"7 9\n7 8\n7 \xff\n7 9\n";
    let read: Vec<_> = record::read_from(&bytes[..], Mode::Strict).collect();
    assert_eq!(read.len(), 3);
    let error = read[2].as_ref().expect_err("no UTF-8");
    assert_eq!(error.to_string(), "line 3: the text is not UTF-8");
    // Endless noise without a line end.
    let noise = std::io::Read::take(std::io::repeat(b'1'), 1 << 26);
    let read: Vec<_> = record::read_from(std::io::BufReader::new(noise), Mode::Strict).collect();
    assert_eq!(read.len(), 1);
    assert!(
        read[0]
            .as_ref()
            .is_err_and(|error| error.to_string().contains("16 MiB"))
    );
}

#[test]
fn comments_are_written_where_they_stood() {
    let text = "[Result \"*\"]\n\n{before} 1. 76(10) {a [Tag \"x\"] inside} 1... 98 ; brace } here\n{two} 2. 11 *\n";
    let record = record::read_one(text, Mode::Strict).expect("a game");
    let written = record.to_pgn();
    let again = record::read_one(&written, Mode::Strict).expect(&written);
    assert_eq!(again.comments, record.comments);
    assert_eq!(again.to_pgn(), written);
    assert_eq!(record.comments.len(), 4);
}

#[test]
fn bad_boards_are_refused_with_their_item() {
    use togyz_core::notation::boards;
    let cases = [
        ("", 1, "23 items"),
        ("9,9", 2, "23 items"),
        (
            "x,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,0,0,0,0,0",
            1,
            "a number",
        ),
        (
            "9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,0,0,0,0,2",
            23,
            "a number",
        ),
        (
            "9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,3,0,0,0,0",
            19,
            "disagree",
        ),
        (
            "-1,-1,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,0,1,0,0,0",
            2,
            "second tuzdyk",
        ),
        ("9,9,9,9,9,9,9,9,8,9,9,9,9,9,9,9,9,9,0,0,0,0,0", 1, "162"),
        ("9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 0 0 0", 1, "9 items"),
        ("9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,+9 0 0 0", 18, "a number"),
        ("9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0 0", 3, "4 items"),
        ("9S/9S 0 0 S 1", 1, "FEN, column"),
    ];
    for (text, item, words) in cases {
        let error = boards::read(text, Rules::STANDARD).expect_err(text);
        assert_eq!(error.item, item, "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}

fn any_game() -> impl Strategy<Value = Game> {
    let rules = proptest::sample::select(Rules::PRESETS.to_vec());
    (rules, proptest::collection::vec(0usize..9, 0..150), 0u8..6).prop_map(
        |((_, rules), choices, end)| {
            let mut game = Game::with_rules(rules);
            for choice in choices {
                let legal: Vec<Move> = game.position().legal_moves().iter().collect();
                let Some(&mv) = legal.get(choice % legal.len().max(1)) else {
                    break;
                };
                game.push(mv).expect("a legal move");
            }
            // A finished game refuses; the test goes on with it as it is.
            let _ = match end {
                0 => game.resign(Side::North),
                1 => game.agree_draw(),
                2 => game.lose_on_time(Side::South),
                3 => game.cut_off(),
                _ => return game,
            };
            game
        },
    )
}

proptest! {
    #[test]
    fn games_survive_writing_and_are_written_the_same_again(game in any_game()) {
        for write in [record::pgn, record::tgk] {
            let text = write(&game);
            let again = record::read_one(&text, Mode::Strict).expect(&text);
            prop_assert_eq!(&again.game, &game);
            prop_assert_eq!(write(&again.game), text);
            prop_assert!(again.warnings.is_empty());
        }
    }

    #[test]
    fn undo_and_redo_restore_everything(game in any_game()) {
        let mut walked = game.clone();
        while walked.undo().is_some() {}
        prop_assert_eq!(walked.position(), &Position::start(game.position().rules()));
        while walked.redo().is_some() {}
        prop_assert_eq!(walked.positions(), game.positions());
        prop_assert_eq!(walked.moves(), game.moves());
    }

    #[test]
    fn positions_survive_every_text_form(game in any_game()) {
        use togyz_core::notation::boards;
        for position in game.positions() {
            let rules = position.rules();
            for text in [position.to_string(), boards::write_list(position), boards::write_short(position)] {
                prop_assert_eq!(boards::read(&text, rules), Ok(*position), "{}", text);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = togyz_core::notation::boards::read(&text, Rules::STANDARD);
        let _ = text.parse::<Fen>();
        let _ = text.parse::<MoveText>();
        let _ = record::read(&text, Mode::Lenient).count();
    }

    #[test]
    fn texts_close_to_records_are_read_or_refused(
        text in "(\\[[A-Z][a-z]{0,4} \"[^\"]{0,5}\"\\]\n){0,3}([1-9]{0,3}[x(){};.*$ -]{0,2}\n?){0,20}"
    ) {
        for mode in [Mode::Strict, Mode::Lenient] {
            prop_assert_eq!(streamed(&text, mode), in_memory(&text, mode));
            for record in record::read(&text, mode).flatten() {
                let written = record::pgn(&record.game);
                let again = record::read_one(&written, Mode::Strict).expect(&written);
                prop_assert_eq!(again.game, record.game);
            }
        }
    }
}
