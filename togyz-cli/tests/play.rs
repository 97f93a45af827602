//! `togyz play` as people use it: golden sessions (`tests/snapshots`), saved games, statistics.
//!
//! After a wanted change: `INSTA_UPDATE=always cargo test -p togyz-cli --test play`, and read what changed.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::Ran;
use insta::assert_snapshot;

/// A folder of its own for each test.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Home {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("play")
            .join(name);
        // It is there only after an earlier run.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Home(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn play_bytes(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_togyz"));
        command.arg("play").args(args);
        command.env("TOGYZ_HOME", &self.0).env("LC_ALL", "C");
        common::run(&mut command, input)
    }

    /// Plays lines and returns what was said, the folder written as `[HOME]`.
    fn play(&self, args: &[&str], lines: &str) -> String {
        let input = lines.replace(' ', "\n").replace('_', " ");
        let ran = self.play_bytes(args, input.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        ran.stdout
            .replace(self.0.to_str().expect("a path"), "[HOME]")
    }
}

/// The moves of a game against Easy, from the first to the last.
const WHOLE_GAME: &str = include_str!("play/whole_game.txt");

#[test]
fn a_whole_game() {
    let home = Home::new("whole");
    let said = home.play(&["--level", "easy", "--seed", "5"], WHOLE_GAME.trim());
    assert_snapshot!("whole_game", said);
    assert!(said.contains("You win!"));
    // The result is counted, and the game is no more there to go on with.
    let kept = fs::read_to_string(home.file("statistics.json")).expect("statistics");
    assert!(
        kept.contains(r#""easy":{"wins":1,"losses":0,"draws":0,"#),
        "{kept}"
    );
    assert!(!home.file("game.json").exists());
}

#[test]
fn commands() {
    let home = Home::new("commands");
    let lines = "help 7? 7_? 10? 7 5? undo undo redo redo 0 77x nonsense flip board flip fen record level \
                 level_99 level_2 save new resign 5 stats quit";
    let said = home.play(&["--level", "easy", "--seed", "3"], lines);
    assert_snapshot!("commands", said);
}

#[test]
fn rules_and_tips() {
    let home = Home::new("rules");
    let said = home.play(&["--rules", "pantusov"], "rules tips quit");
    assert_snapshot!("rules_and_tips", said);
    for language in ["kk", "ky", "ru"] {
        let said = home.play(&["--language", language], "rules tips quit");
        assert!(
            said.lines().all(|line| line.chars().count() <= 80),
            "{said}"
        );
    }
}

#[test]
fn advice_in_a_won_ending() {
    // 9 takes the two stones that are missing.
    let home = Home::new("advice");
    let args = [
        "--level",
        "1",
        "--seed",
        "1",
        "--fen",
        "1S,7,1S/8,1S 80 79 S 1",
    ];
    let said = home.play(&args, "hint eval 9? why draw undo 9 hint undo quit");
    assert_snapshot!("advice", said);
}

#[test]
fn the_menu() {
    let home = Home::new("menu");
    let said = home.play(
        &["--seed", "1"],
        "en hardest 1 south kyrgyz standard 7 quit",
    );
    assert_snapshot!("menu", said);
    let kyrgyz = Home::new("menu-ky").play(&[], "xx ky 3 north kyrgyz standard help quit");
    assert!(
        kyrgyz.contains("Түндүк") && kyrgyz.contains("Кош бол."),
        "{kyrgyz}"
    );
    let kyrgyz = Home::new("menu-ky").play(&[], "xx ky 3 north kyrgyz standard help quit");
    assert!(
        kyrgyz.contains("Түндүк") && kyrgyz.contains("Кош бол."),
        "{kyrgyz}"
    );
    // The game of that menu is there to go on with; Enter takes what stands in brackets.
    let input = "\n\nquit\n";
    let again = home.play_bytes(&[], input.as_bytes());
    assert!(
        again.stdout.contains("The saved game goes on."),
        "{}",
        again.stdout
    );
    // An end of the input in the menu plays nothing.
    let ended = Home::new("menu-end").play_bytes(&[], b"en\n");
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
}

#[test]
fn sowings_are_followed_on_one_line_where_no_cursor_moves() {
    let said =
        Home::new("animate").play(&["--level", "easy", "--seed", "3", "--animate"], "7 quit");
    let line = said
        .lines()
        .find(|line| line.starts_with("N4:1 "))
        .expect("a sowing");
    // Ten stones of North's 4 after South's 7: to South's 4, which makes ten and is taken.
    assert_eq!(
        line,
        "N4:1 N5:11 N6:1 N7:10 N8:10 N9:10 S1:10 S2:10 S3:10 S4:10"
    );
}

#[test]
fn windows_line_ends_blanks_and_bad_bytes_do_no_harm() {
    let home = Home::new("bytes");
    let ran = home.play_bytes(
        &["--level", "easy", "--seed", "3"],
        b"7\r\n\r\n \xff\xfe\r\n FEN \r\nquit\r\n",
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("South plays 76(10)"), "{}", ran.stdout);
    assert!(ran.stdout.contains("no move and no command") && ran.stdout.contains(" S 2\n"));
    assert!(
        !ran.stdout.contains('\u{1b}'),
        "no colours where nobody sees them"
    );
}

#[test]
fn a_game_is_saved_at_every_turn_and_resumed() {
    let home = Home::new("resume");
    // The input ends without a quit, as after Ctrl-D.
    let first = home.play(&["--level", "easy", "--seed", "3"], "7 9");
    assert!(first.contains("saved in [HOME]/game.json"), "{first}");
    let resumed = home.play(&["--resume"], "record undo undo undo quit");
    assert!(
        resumed.contains("The saved game goes on.") && resumed.contains("1. 76(10) 44(10)"),
        "{resumed}"
    );
    assert!(resumed.contains("There is no move of yours to take back."));
    // What was taken back is taken back in the file.
    let again = home.play(&["--resume", "--style", "kyrgyz"], "fen quit");
    assert!(
        again.contains(" 0 0 S 1\n") && again.contains("Түштүк"),
        "{again}"
    );
    let answered = home.play(&["--resume"], "7 fen quit");
    assert!(
        answered.contains("44(10)"),
        "the same level with the same seed: {answered}"
    );
}

#[test]
fn a_new_game_does_not_write_over_an_unfinished_one() {
    let home = Home::new("aside");
    home.play(&["--level", "easy", "--seed", "3"], "7 quit");
    // Looking at a new game does nothing to the old one.
    home.play(&["--level", "2"], "quit");
    assert!(home.file("game.json").exists() && !home.file("game.unfinished-1.json").exists());
    let said = home.play(&["--level", "2", "--seed", "1"], "4 quit");
    assert!(
        said.replace('\n', " ")
            .contains("play --resume [HOME]/game.unfinished-1.json goes on"),
        "{said}"
    );
    let path = home.file("game.unfinished-1.json");
    let old = home.play(&["--resume", path.to_str().expect("a path")], "record quit");
    assert!(old.contains("1. 76(10) 44(10)"), "{old}");
    assert!(path.exists());
}

#[test]
fn a_broken_save_is_set_aside_with_a_word() {
    let home = Home::new("broken");
    home.play(&["--level", "easy", "--seed", "3"], "7 quit");
    let good = fs::read_to_string(home.file("game.json")).expect("a game");
    let broken = [
        good[..good.len() / 2].to_string(),
        String::new(),
        good.replace("\"version\":1", "\"version\":9"),
        good.replace("[7,4]", "[7,4,4]"),
        good.replace("\"side\":\"south\",", ""),
        good.replace("\"easy\"", "\"easier\""),
    ];
    for (index, text) in broken.iter().enumerate() {
        assert_ne!(*text, good);
        fs::write(home.file("game.json"), text).expect("written");
        let said = home.play(&["--resume"], "quit").replace('\n', " ");
        let aside = format!("game.broken-{}.json", index + 1);
        assert!(
            said.contains("cannot be read") && said.contains(&aside),
            "{said}"
        );
        assert_eq!(fs::read_to_string(home.file(&aside)).expect("kept"), *text);
        assert!(!home.file("game.json").exists());
    }
    let none = home.play(&["--resume"], "quit");
    assert!(none.contains("There is no saved game"), "{none}");
    let missing = home.play_bytes(&["--resume", "no-such-file.json"], b"");
    assert!(
        missing.code == 2 && missing.stderr.contains("no-such-file.json"),
        "{}",
        missing.stderr
    );
}

#[test]
fn statistics_count_each_game_once() {
    let home = Home::new("statistics");
    let easy = ["--level", "easy", "--seed", "3"];
    // Given up, taken back, given up again: one game.
    let said = home.play(&easy, "7 resign undo resign quit");
    assert_eq!(said.matches("0 won, 1 lost, 0 drawn").count(), 2, "{said}");
    // A draw is agreed while the player is far ahead.
    let said = home.play(&easy, "7 draw stats quit");
    assert!(
        said.contains("Level easy: 0 won, 1 lost, 1 drawn, 0 % won; streak 0, best 0."),
        "{said}"
    );
    // Games that prove nothing are not counted: another start, another level on the way, limits without a level.
    home.play(&["--level", "easy", "--moves", "7"], "resign quit");
    home.play(&easy, "7 level_2 resign quit");
    home.play(&["--depth", "1"], "7 resign quit");
    let said = home.play(&easy, "stats quit");
    assert!(
        said.contains("0 won, 1 lost, 1 drawn") && !said.contains("Level 2:"),
        "{said}"
    );
    // Broken ones are put aside, and counting begins anew.
    fs::write(home.file("statistics.json"), "{").expect("written");
    let said = home.play(&easy, "stats 7 resign quit");
    assert!(
        said.replace('\n', " ")
            .contains("put aside as [HOME]/statistics.broken-1.json"),
        "{said}"
    );
    assert!(said.contains("0 won, 1 lost, 0 drawn"));
}

#[test]
fn a_folder_that_cannot_be_written_does_not_end_the_game() {
    let home = Home::new("readonly");
    let file = home.file("a-file");
    fs::write(&file, "").expect("written");
    let folder = file.to_str().expect("a path");
    let said = home.play(
        &["--level", "easy", "--seed", "3", "--folder", folder],
        "7 quit",
    );
    assert!(
        said.contains("The game cannot be saved") && said.contains("North plays"),
        "{said}"
    );
}

#[test]
fn the_engine_plays_with_limits_alone() {
    let said = Home::new("engine").play(&["--depth", "2", "--side", "north"], "level quit");
    assert!(
        said.contains("You play North against level engine"),
        "{said}"
    );
    assert!(said.contains("South plays "), "{said}");
}
