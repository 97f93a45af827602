//! `togyz svg` as a user runs it.

mod common;

use std::path::PathBuf;

use common::{file, togyz};
use togyz::{Game, Move, Position, SvgBoard, SvgLayout, SvgTheme};

/// What a command printed, which must have done its work.
fn drawn(args: &[&str]) -> String {
    let ran = togyz(&[&["svg"], args].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
    ran.stdout
}

fn target(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_picture_goes_to_standard_output_or_a_file() {
    assert_eq!(drawn(&[]), Position::START.svg());
    let path = target("start.svg");
    let name = path.to_str().expect("a path");
    assert_eq!(drawn(&["--out", name]), "");
    let written = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(written, Position::START.svg());
}

#[test]
fn flags_choose_what_the_library_offers() {
    let board = SvgBoard::new(&Position::START);
    let cases = [
        (vec!["--flip"], board.clone().flipped(true)),
        (vec!["--theme", "dark"], board.clone().theme(SvgTheme::Dark)),
        (
            vec!["--style", "ends"],
            board.clone().layout(SvgLayout::Ends),
        ),
        (
            vec!["--style", "master-pro"],
            board.clone().layout(SvgLayout::Far),
        ),
        (
            vec!["--style", "kyrgyz"],
            board.clone().layout(SvgLayout::Kyrgyz),
        ),
        (
            vec!["--style", "kyrgyz", "--names", "none"],
            board.clone().layout(SvgLayout::Kyrgyz).names(None),
        ),
        (vec!["--size", "300"], board.clone().size(300)),
        (vec!["--no-coordinates"], board.clone().coordinates(false)),
    ];
    for (args, expected) in cases {
        assert_eq!(drawn(&args), expected.render(), "{args:?}");
    }
    for (code, word) in [
        ("en", "South"),
        ("kk", "маңдай"),
        ("ky", "ооз"),
        ("ru", "Юг"),
    ] {
        let image = drawn(&["--names", code]);
        assert!(image.contains(&format!("xml:lang=\"{code}\"")) && image.contains(word));
    }
    let marks = ["--arrow", "S7-N6", "--arrow", "n1-s1", "--highlight", "S7"];
    assert_eq!(drawn(&marks).matches("opacity").count(), 3);
}

#[test]
fn the_last_move_is_marked_where_moves_are_known() {
    let mut game = Game::new();
    let effect = game.push(Move::M7).expect("legal");
    let board = SvgBoard::new(game.position());
    let marked = board.clone().last_move(&effect).render();
    assert_eq!(drawn(&["--moves", "7"]), marked);
    assert_eq!(drawn(&["--moves", "7", "--no-last"]), board.render());
    assert_eq!(drawn(&["--moves", "7", "--no-last", "--last"]), marked);
    let path = file("svg.pgn", b"[Event \"x\"]\n\n1. 76(10) *\n");
    let path = path.to_str().expect("a path");
    assert_eq!(drawn(&["--record", path]), marked);
}

#[test]
fn the_board_of_the_documents_is_drawn_by_the_command() {
    let image = drawn(&["--moves", "7 2 9 9 1 3 9 9 3"]);
    assert!(
        image == include_str!("../../docs/board.svg"),
        "draw docs/board.svg anew"
    );
}

#[test]
fn bad_arguments_are_errors_that_name_them() {
    let missing = target("no-such-folder").join("board.svg");
    let missing = missing.to_str().expect("a path");
    let cases: [(&[&str], &[&str]); 13] = [
        (&["--arrow", "S7"], &["S7", "two pits such as S7-N6"]),
        (&["--arrow", "S7-X6"], &["S7-X6", "a pit such as S7 or N3"]),
        (&["--highlight", "S0"], &["S0", "numbered 1 to 9, not 0"]),
        (&["--highlight", "S+7"], &["S+7"]),
        (&["--highlight", "7"], &["'7'"]),
        (&["--theme", "blue"], &["blue", "light, dark"]),
        (
            &["--style", "chess"],
            &["chess", "standard, master-pro, ends, kyrgyz"],
        ),
        (&["--names", "de"], &["'de'", "en, kk, ky, ru, none"]),
        (&["--size", "0"], &["'0'", "16..=8192"]),
        (&["--size", "-5"], &["'-5'"]),
        (&["--last"], &["--last: no move was played"]),
        (&["--out", "board.jpg"], &["board.jpg", ".svg or .png"]),
        (&["--out", missing], &[missing]),
    ];
    for (args, words) in cases {
        let ran = togyz(&[&["svg"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        for word in words {
            assert!(ran.stderr.contains(word), "{args:?}: {}", ran.stderr);
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_size_and_the_colours_of_the_board() {
    use resvg::tiny_skia::Pixmap;

    let path = target("board.png");
    let name = path.to_str().expect("a path");
    let args = ["--names", "kk", "--size", "420", "--out", name];
    assert_eq!(drawn(&args), "");
    let bytes = std::fs::read(&path).expect("a file");
    let picture = Pixmap::decode_png(&bytes).expect("a PNG image");
    let svg = drawn(&["--names", "kk", "--size", "420"]);
    let (width, height) = (picture.width(), picture.height());
    assert!(svg.contains(&format!("width=\"{width}\" height=\"{height}\"")));
    assert_eq!(width, 420);
    // Each colour as the light theme has it: page, board, hollow, stone, South, North.
    for colour in [
        [0xfb, 0xf6, 0xea],
        [0xf0, 0xdf, 0xbc],
        [0xdd, 0xba, 0x85],
        [0x55, 0x30, 0x1f],
        [0x0a, 0x56, 0x7b],
        [0x9a, 0x3c, 0x02],
    ] {
        let is_it = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| {
            [pixel.red(), pixel.green(), pixel.blue()] == colour
        };
        assert!(
            picture.pixels().iter().any(|pixel| is_it(&pixel)),
            "{colour:x?}"
        );
    }
    let corner = picture.pixel(0, 0).expect("a pixel");
    assert_eq!(corner.alpha(), 0);
}

#[cfg(not(feature = "png"))]
#[test]
fn without_png_the_error_says_so() {
    let ran = togyz(&["svg", "--out", "board.png"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.contains("without the feature \"png\""),
        "{}",
        ran.stderr
    );
}
