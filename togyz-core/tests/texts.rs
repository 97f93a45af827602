//! How the small types show themselves, and that their texts read back.

use togyz_core::{
    EndReason, GameResult, IllegalReason, Move, MoveSet, Pit, Position, Rules, Side, TuzdykRefusal,
};

#[test]
fn rules_have_names() {
    let named = [
        (Rules::STANDARD, "standard"),
        (Rules::MASTER_PRO, "master-pro"),
        (Rules::MODDABLE, "moddable"),
        (Rules::PANTUSOV, "pantusov"),
        (Rules::new(true, false, false), "pit-nine"),
        (Rules::new(true, true, false), "pit-nine+same-number"),
        (Rules::new(false, true, true), "same-number+play-out"),
        (
            Rules::new(true, true, true),
            "pit-nine+same-number+play-out",
        ),
    ];
    for (rules, name) in named {
        assert_eq!(rules.to_string(), name);
        assert_eq!(format!("{rules:?}"), format!("Rules({name})"));
        assert_eq!(name.parse(), Ok(rules));
        let [nine, same, out] = ["pit-nine", "same-number", "play-out"].map(str::parse::<Rules>);
        let has = |flag: Result<Rules, _>| {
            flag.is_ok_and(|flag: Rules| {
                (!flag.allows_pit_nine() || rules.allows_pit_nine())
                    && (!flag.allows_same_number() || rules.allows_same_number())
                    && (!flag.plays_out() || rules.plays_out())
            })
        };
        assert_eq!(
            [has(nine), has(same), has(out)],
            [
                rules.allows_pit_nine(),
                rules.allows_same_number(),
                rules.plays_out(),
            ]
        );
    }
    for bad in [
        "",
        "Standard",
        "pit-nine+",
        "+",
        "pit-nine,play-out",
        "chess",
    ] {
        assert!(bad.parse::<Rules>().is_err(), "{bad}");
    }
}

#[test]
fn refusals_tell_why_and_where() {
    let stuck: Position = "9/2S,8 80 80 S 1".parse().expect("a position");
    let empty = stuck.play(Move::M4).expect_err("an empty pit");
    let shown = "move 4 of south is illegal, the pit is empty: 9/2S,8 80 80 S 1";
    assert_eq!(empty.to_string(), shown);
    assert_eq!(format!("{empty:?}"), format!("IllegalMove({shown})"));
    assert_eq!(IllegalReason::GameOver.to_string(), "the game is over");
    let reasons = [IllegalReason::EmptyPit, IllegalReason::GameOver];
    assert_eq!(reasons.map(IllegalReason::name), ["empty-pit", "game-over"]);
    let refusals = [
        TuzdykRefusal::AlreadyOwned,
        TuzdykRefusal::PitNine,
        TuzdykRefusal::SameNumber,
    ];
    assert_eq!(
        refusals.map(TuzdykRefusal::name),
        ["already-owned", "pit-nine", "same-number"]
    );
}

#[test]
fn positions_show_fen_and_unusual_rules() {
    let fen = Position::START.to_string();
    assert_eq!(format!("{:?}", Position::START), format!("Position({fen})"));
    let other = Position::start(Rules::MODDABLE);
    assert_eq!(format!("{other:?}"), format!("Position({fen}, moddable)"));
}

#[test]
fn small_types_show_and_read_their_names() {
    let pit = Pit::new(Side::North, 3).expect("a pit");
    assert_eq!(
        (pit.to_string(), format!("{pit:?}")),
        ("north 3".into(), "Pit(north 3)".into())
    );
    assert_eq!(
        format!("{:?}", MoveSet::EMPTY.with(Move::M9).with(Move::M2)),
        "{2, 9}"
    );
    for (text, side) in [
        ("south", Side::South),
        ("N", Side::North),
        ("S", Side::South),
    ] {
        assert_eq!(text.parse(), Ok(side));
    }
    assert!("east".parse::<Side>().is_err() && "".parse::<Side>().is_err());
    let reasons = [
        ("majority", EndReason::Majority),
        ("no-moves", EndReason::NoMoves),
        ("agreement", EndReason::Agreement),
        ("resignation", EndReason::Resignation),
        ("time", EndReason::Time),
        ("repetition", EndReason::Repetition),
        ("max-plies", EndReason::MaxPlies),
    ];
    for (name, reason) in reasons {
        assert_eq!(
            (reason.to_string().as_str(), name.parse()),
            (name, Ok(reason))
        );
    }
    for (text, result) in [
        ("1-0", GameResult::SouthWins),
        ("0,5 - 0,5", GameResult::Draw),
    ] {
        assert_eq!(text.parse(), Ok(result));
    }
    assert!("2-0".parse::<GameResult>().is_err());
    for number in [0, 10, 255] {
        assert!(Move::new(number).is_err() && Pit::new(Side::South, number).is_err());
    }
}

#[test]
fn a_board_shows_rows_kazans_tuzdyks_and_whose_turn_it_is() {
    let position: Position =
        "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 N 4"
            .parse()
            .expect("a position");
    let expected = "        9    8    7    6    5    4    3    2    1
       +----+----+----+----+----+----+----+----+----+
>North | 13 |  2 | 12 |  3 |  2 |  1 |  0 | 12 | 12 |  kazan 15
       +----+----+----+----+----+----+----+----+----+
 South | 12 |  2 | 13 | 13 |  x |  3 | 12 | 12 |  1 |  kazan 22
       +----+----+----+----+----+----+----+----+----+
        1    2    3    4    5    6    7    8    9
";
    assert_eq!(position.board().to_string(), expected);
    // Nobody is on turn in a finished game.
    let over: Position = "9/9 81 81 S 1".parse().expect("a position");
    assert!(!over.board().to_string().contains('>'));
}
