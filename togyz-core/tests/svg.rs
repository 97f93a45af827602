//! The drawn board: well-formed, small, always the same, and every choice seen in it.

use togyz_core::{
    Effect, Game, Language, Move, Outcome, Pit, Position, Rules, Side, SvgBoard, SvgLayout,
    SvgTheme,
};

const LAYOUTS: [SvgLayout; 4] = [
    SvgLayout::Middle,
    SvgLayout::Far,
    SvgLayout::Ends,
    SvgLayout::Kyrgyz,
];
const BOTH_TUZDYKS: &str = "6S,6S,6S,6S,t,6S,6S,6S,27S/4S,2S,t,2S,2S,2S,2S,2S,2S 38 37 N 1";
const HUGE_PIT: &str = "9/160S,8 1 1 S 1";
const MAJORITY: &str = "1S,8/9 70 91 S 1";
const SWEPT: &str = "2S,1S,7/9 80 79 S 1";
const DRAWN: &str = "9/9 81 81 S 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn positions() -> Vec<Position> {
    let full_kazan = Position::from_fen("9/1S,8 0 161 S 1", Rules::MASTER_PRO);
    let fens = [BOTH_TUZDYKS, HUGE_PIT, MAJORITY, SWEPT, DRAWN];
    let mut positions = vec![Position::START, full_kazan.expect("a position")];
    positions.extend(fens.map(position));
    positions
}

fn pit(side: Side, number: u8) -> Pit {
    Pit::new(side, number).expect("a pit")
}

/// A game of some moves, and what the last one did.
fn played(moves: &[u8]) -> (Game, Effect) {
    let mut game = Game::new();
    let mut last = None;
    for &number in moves {
        let mv = Move::new(number).expect("a move");
        last = Some(game.push(mv).expect("a legal move"));
    }
    (game, last.expect("a move"))
}

/// Tags of a text that is XML as far as this library writes it: elements, attributes and text.
fn tags(image: &str) -> Vec<&str> {
    let mut open = Vec::new();
    let mut tags = Vec::new();
    let mut rest = image;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains(['>', '&']), "{text:?}");
        assert!(!open.is_empty() || text.is_empty(), "{text:?} outside");
        let (tag, tail) = after.split_once('>').expect("a tag ends");
        assert!(!tag.contains(['<', '&']), "{tag:?}");
        rest = tail;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        tags.push(tag);
        check_attributes(tag.strip_suffix('/').unwrap_or(tag));
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    assert_eq!(rest, "\n");
    tags
}

fn check_attributes(tag: &str) {
    let Some((_, list)) = tag.split_once(' ') else {
        return;
    };
    let parts: Vec<&str> = list.split('"').collect();
    assert_eq!((parts.len() % 2, parts.last()), (1, Some(&"")), "{tag}");
    let mut names: Vec<&str> = parts.iter().step_by(2).copied().collect();
    names.pop();
    for name in &mut names {
        *name = name.trim().strip_suffix('=').expect(tag);
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-:".contains(&byte);
        assert!(!name.is_empty() && name.bytes().all(is_name), "{tag}");
    }
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{tag}");
}

/// A number among the attributes of a tag.
fn number(tag: &str, name: &str) -> i32 {
    let (_, value) = tag.split_once(&format!(" {name}=\"")).expect(tag);
    let (value, _) = value.split_once('"').expect(tag);
    value.parse().expect(tag)
}

fn stones(image: &str, radius: i32) -> Vec<(i32, i32)> {
    let circles = tags(image)
        .into_iter()
        .filter(|tag| tag.starts_with("circle"));
    let mut places: Vec<_> = circles
        .filter(|tag| number(tag, "r") == radius)
        .map(|tag| (number(tag, "cx"), number(tag, "cy")))
        .collect();
    places.sort_unstable();
    places
}

fn count(image: &str, part: &str) -> usize {
    image.matches(part).count()
}

#[test]
fn every_choice_gives_a_small_well_formed_image_and_always_the_same() {
    let languages = Language::ALL.map(Some);
    for position in positions() {
        for layout in LAYOUTS {
            for theme in [SvgTheme::Light, SvgTheme::Dark] {
                for names in languages.into_iter().chain([None]) {
                    for flipped in [false, true] {
                        let board = SvgBoard::new(&position)
                            .layout(layout)
                            .theme(theme)
                            .names(names)
                            .flipped(flipped);
                        let image = board.render();
                        assert_eq!(tags(&image)[0].split(' ').next(), Some("svg"));
                        assert!(image.len() < 50_000, "{} bytes: {position}", image.len());
                        assert!(image.contains(&format!("<desc>{position}")));
                        assert_eq!(image, board.clone().to_string());
                    }
                }
            }
        }
    }
}

#[test]
fn random_positions_with_all_marks_stay_small() {
    let (mut game, mut effect) = played(&[7]);
    let mut step = 0;
    while !game.is_game_over() && step < 300 {
        let moves: Vec<Move> = game.position().legal_moves().iter().collect();
        effect = game.push(moves[step * 7 % moves.len()]).expect("legal");
        step += 1;
        let image = SvgBoard::new(game.position())
            .layout(SvgLayout::Kyrgyz)
            .names(Some(Language::Kazakh))
            .last_move(&effect)
            .render();
        assert!(image.len() < 50_000, "{} bytes", image.len());
        tags(&image);
    }
    assert_eq!(effect.outcome, game.position().outcome());
}

#[test]
fn stones_are_drawn_in_their_pits_and_kazans() {
    for position in positions() {
        let drawn: usize = Pit::all()
            .map(|pit| position.stones(pit).min(30) as usize)
            .sum();
        let taken: usize = Side::ALL
            .map(|side| position.kazan(side) as usize)
            .iter()
            .sum();
        for layout in LAYOUTS {
            let image = SvgBoard::new(&position).layout(layout).render();
            let hollows: Vec<&str> = tags(&image)
                .into_iter()
                .filter(|tag| tag.starts_with("rect x="))
                .collect();
            for (radius, expected) in [(20, drawn), (9, taken)] {
                let places = stones(&image, radius);
                assert_eq!(places.len(), expected, "{position}");
                for (x, y) in places {
                    let is_inside = |tag: &&&str| {
                        let (left, top) = (number(tag, "x"), number(tag, "y"));
                        let is_board = number(tag, "rx") == 48;
                        !is_board
                            && x - radius >= left
                            && x + radius <= left + number(tag, "width")
                            && y - radius >= top
                            && y + radius <= top + number(tag, "height")
                    };
                    assert!(
                        hollows.iter().any(|tag| is_inside(&tag)),
                        "{x} {y}: {position}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_flipped_board_is_the_mirrored_one_from_the_other_seat() {
    for position in positions() {
        for layout in LAYOUTS {
            let flipped = SvgBoard::new(&position)
                .layout(layout)
                .flipped(true)
                .render();
            let mirrored = SvgBoard::new(&position.mirrored()).layout(layout).render();
            for radius in [20, 9] {
                assert_eq!(stones(&flipped, radius), stones(&mirrored, radius));
            }
            assert_ne!(flipped, SvgBoard::new(&position).layout(layout).render());
        }
    }
}

#[test]
fn kazans_are_where_the_layout_says() {
    let position = position("9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,8S 1 0 N 1");
    // The only stone in a kazan is South's; the middle of the picture parts the places.
    let place = |layout, flipped| {
        let image = SvgBoard::new(&position)
            .layout(layout)
            .flipped(flipped)
            .render();
        let svg = tags(&image)[0];
        let (_, size) = svg.split_once("viewBox=\"0 0 ").expect("a view box");
        let size: Vec<i32> = size
            .split(['"', ' '])
            .take(2)
            .map(|word| word.parse().expect("a number"))
            .collect();
        let (x, y) = stones(&image, 9)[0];
        (x > size[0] / 2, y > size[1] / 2)
    };
    assert!(place(SvgLayout::Middle, false).1);
    assert!(!place(SvgLayout::Middle, true).1);
    assert!(!place(SvgLayout::Far, false).1);
    assert!(place(SvgLayout::Ends, false).0);
    assert!(!place(SvgLayout::Ends, true).0);
    assert!(!place(SvgLayout::Kyrgyz, false).0);
    assert!(place(SvgLayout::Kyrgyz, true).0);
}

#[test]
fn the_last_move_has_a_dot_a_ring_and_its_gain() {
    let (game, effect) = played(&[7]);
    let plain = game.position().svg();
    let marked = SvgBoard::new(game.position()).last_move(&effect).render();
    assert_eq!(stones(&marked, 14).len(), 1);
    assert_eq!(stones(&plain, 14).len(), 0);
    assert_eq!(count(&marked, "<rect"), count(&plain, "<rect") + 1);
    // One group of text more: "+10".
    assert_eq!(count(&marked, "<g "), count(&plain, "<g ") + 1);
    let (game, effect) = played(&[1]);
    let marked = SvgBoard::new(game.position()).last_move(&effect).render();
    assert_eq!(count(&marked, "<g "), count(&game.position().svg(), "<g "));
}

#[test]
fn arrows_and_highlights_are_added() {
    let plain = Position::START.svg();
    let board = SvgBoard::new(&Position::START);
    let one = board
        .clone()
        .arrow(pit(Side::South, 7), pit(Side::North, 6));
    let two = one.clone().arrow(pit(Side::North, 1), pit(Side::North, 2));
    assert_eq!(
        count(&one.render(), "opacity"),
        count(&plain, "opacity") + 1
    );
    assert_eq!(
        count(&two.render(), "opacity"),
        count(&plain, "opacity") + 2
    );
    let lit = board.clone().highlight(pit(Side::South, 7));
    assert_eq!(count(&lit.render(), "<rect"), count(&plain, "<rect") + 1);
    let twice = lit.clone().highlight(pit(Side::South, 7));
    assert_eq!(twice.render(), lit.render());
    let itself = board.arrow(pit(Side::South, 7), pit(Side::South, 7));
    assert_eq!(itself.render(), lit.render());
    for from in Pit::all() {
        for to in Pit::all() {
            let board = SvgBoard::new(&Position::START).layout(SvgLayout::Far);
            tags(&board.arrow(from, to).render());
        }
    }
}

#[test]
fn size_coordinates_theme_and_names_are_seen() {
    let board = SvgBoard::new(&Position::START);
    let svg = |board: &SvgBoard| tags(&board.render())[0].to_string();
    let small = svg(&board.clone().size(300));
    assert_eq!(
        (number(&small, "width"), number(&small, "height")),
        (300, 204)
    );
    assert_eq!(number(&svg(&board.clone().size(0)), "width"), 16);
    assert_eq!(number(&svg(&board.clone().size(u32::MAX)), "width"), 16_384);
    // A path for each pit number.
    let plain = board.render();
    let bare = board.clone().coordinates(false).render();
    assert_eq!(count(&bare, "<path") + 18, count(&plain, "<path"));
    let dark = board.clone().theme(SvgTheme::Dark).render();
    assert_eq!(stones(&dark, 20), stones(&plain, 20));
    assert_ne!(dark, plain);
    // Two words in each kazan, and a name for each pit where there are names.
    for (language, more) in [
        (Language::English, 4),
        (Language::Russian, 4),
        (Language::Kazakh, 22),
        (Language::Kyrgyz, 22),
    ] {
        let named = board.clone().names(Some(language)).render();
        assert_eq!(count(&named, "<path"), count(&plain, "<path") + more);
        assert!(named.contains(&format!("xml:lang=\"{}\"", language.code())));
    }
    assert!(plain.contains("<title>Togyz Kumalak: South 0 – 0 North</title>"));
    let kyrgyz = board.clone().layout(SvgLayout::Kyrgyz);
    assert!(
        kyrgyz
            .render()
            .contains("<title>Түштүк 8, көк моюн: 9</title>")
    );
    assert!(
        kyrgyz
            .names(None)
            .render()
            .contains("<title>South 8: 9</title>")
    );
}

#[test]
fn tuzdyks_turns_and_ends_are_marked() {
    let image = position(BOTH_TUZDYKS).svg();
    assert!(image.contains("<title>North 5: tuzdyk, South</title>"));
    assert!(image.contains("<title>South 3: tuzdyk, North</title>"));
    let crown = "l13 12l13 -18";
    let draw = "h36m-36";
    let turn = "l36 20l-36 20z";
    let marks = |image: &str| [turn, crown, draw].map(|mark| count(image, mark));
    assert_eq!(marks(&image), [1, 0, 0]);
    assert_eq!(marks(&position(MAJORITY).svg()), [0, 1, 0]);
    assert_eq!(marks(&position(DRAWN).svg()), [0, 0, 2]);
    let swept = position(SWEPT).svg();
    assert_eq!(marks(&swept), [0, 1, 0]);
    assert!(swept.contains("<title>North, kazan: 82</title>"));
    assert!(swept.contains("<title>North 9: 2</title>"));
    let mut game = Game::new();
    let outcome: Outcome = game.resign(Side::North).expect("a running game");
    let resigned = SvgBoard::new(game.position()).outcome(&outcome).render();
    assert_eq!(marks(&resigned), [0, 1, 0]);
}

#[test]
fn other_rules_are_told() {
    let image = Position::start(Rules::MODDABLE).svg();
    assert!(image.contains("0 0 S 1 (moddable)</desc>"), "{image}");
}

/// `togyz svg --moves "7 2 9 9 1 3 9 9 3" --out docs/board.svg`
#[test]
fn the_board_of_the_documents_is_what_the_library_draws() {
    let (game, effect) = played(&[7, 2, 9, 9, 1, 3, 9, 9, 3]);
    let image = SvgBoard::new(game.position()).last_move(&effect).render();
    assert!(
        image == include_str!("../../docs/board.svg"),
        "draw docs/board.svg anew"
    );
}
