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
