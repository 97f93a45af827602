//! Positions with one move each: `positions.txt` says what must come out.

use togyz_core::notation::fen::Fen;
use togyz_core::{Effect, Move, Position, Rules, Side, TuzdykEffect};

fn tuzdyk(effect: &Effect) -> String {
    match effect.tuzdyk {
        TuzdykEffect::None => "-".to_string(),
        TuzdykEffect::Made => effect.landing.number().to_string(),
        TuzdykEffect::Refused(refusal) => refusal.name().to_string(),
    }
}

fn end(position: &Position) -> String {
    position.outcome().map_or("-".to_string(), |outcome| {
        let kazans = outcome.kazans;
        format!("{} {}-{}", outcome.reason, kazans.south, kazans.north)
    })
}

fn check(line: &str) {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, rules, fen, mv, after] = fields[..5] else {
        panic!("five fields: {line}");
    };
    let rules: Rules = rules.parse().expect(name);
    let before = Position::from_fen(fen, rules).expect(name);
    assert_eq!(before.to_string(), fen, "{name}");
    let mv: Move = mv.parse().expect(name);
    let Ok(effect) = before.effect(mv) else {
        let refused = before.play(mv).expect_err(name);
        assert_eq!(refused.reason.name(), after, "{name}");
        assert_eq!(refused.position, before, "{name}");
        return;
    };
    let played = before.play(mv).expect(name);
    let income = format!("{},{}", effect.income.south, effect.income.north);
    let landing = effect.landing.to_string();
    let captured = effect.captured.to_string();
    let found = [
        played.to_string(),
        captured,
        tuzdyk(&effect),
        income,
        landing,
        end(&played),
    ];
    assert_eq!(found.to_vec(), fields[4..], "{name}");

    // South and North are the same game.
    let twin = before.mirrored().play(mv).expect(name);
    assert_eq!(twin, played.mirrored(), "{name}");
    for side in Side::ALL {
        assert!(
            Fen::parse(&twin.to_string(), rules)
                .expect(name)
                .position
                .kazan(side)
                == twin.kazan(side)
        );
    }
}

#[test]
fn positions() {
    let text = include_str!("positions.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 93);
    lines.into_iter().for_each(check);
}

/// Checks the lines whose names begin with one of some words.
fn check_rule(prefixes: &[&str]) {
    for prefix in prefixes {
        let lines = include_str!("positions.txt")
            .lines()
            .filter(|line| line.starts_with(prefix));
        assert!(lines.clone().count() > 0, "no position is called {prefix}");
        lines.for_each(check);
    }
}

/// One test for each rule of docs/rules.md.
macro_rules! rules {
    ($($name:ident: $($prefix:literal),+;)+) => {
        $(
            #[test]
            fn $name() {
                check_rule(&[$($prefix),+]);
            }
        )+
    };
}

rules! {
    the_first_stone_goes_back_into_its_pit: "opening-";
    a_single_stone_moves_on: "single-";
    a_big_pit_goes_round_the_board: "lap-";
    an_even_pit_of_the_other_row_is_taken: "captures-", "odd-", "lap-captures-on-final-count";
    the_own_row_is_never_captured: "own-row-even", "own-row-three", "lap-19", "lap-37";
    three_stones_make_a_tuzdyk: "three-makes-tuzdyk-3", "tuzdyk-on-", "tuzdyk-north-on-";
    a_tuzdyk_feeds_its_owner: "forty-stones-", "last-in-", "single-into-";
    there_is_one_tuzdyk_a_player: "second-tuzdyk-refused-";
    pit_nine_is_refused: "tuzdyk-refused-on-9", "tuzdyk-north-refused-on-9", "pit-9-";
    the_same_number_is_refused: "tuzdyk-refused-same-number", "tuzdyk-same-number-moddable", "tuzdyk-allowed-mirror-pit";
    eighty_two_stones_end_the_game: "majority-";
    who_is_stuck_ends_the_game: "stuck-";
    an_empty_row_off_turn_ends_nothing: "own-row-emptied-goes-on";
    eighty_one_each_is_a_draw: "stuck-draw-by-sweep", "draw-81-81-empty-board";
    play_goes_on_past_82_where_the_rules_say_so: "play-goes-on-past-82-", "play-past-82-", "stuck-past-82-";
    what_cannot_be_played_is_refused: "illegal-";
}
