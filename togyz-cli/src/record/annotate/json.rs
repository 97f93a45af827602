//! An annotated game as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use togyz::notation::moves::MoveStyle;
use togyz::{AnnotatedMove, Annotation, Game, Mark, Score, Side, TuzdykStory};

use crate::analyse::numbers;

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
pub(super) struct GameReport<'a> {
    tags: BTreeMap<&'a str, &'a str>,
    result: String,
    accuracy: [Option<f64>; 2],
    marks: [BTreeMap<&'static str, usize>; 2],
    tuzdyks: [Option<TuzdykReport>; 2],
    turning_points: Vec<usize>,
    curve: Vec<f64>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct TuzdykReport {
    ply: usize,
    pit: u8,
    earned: u8,
}

#[derive(Serialize)]
struct MoveReport {
    ply: usize,
    side: Side,
    r#move: String,
    written: String,
    before: Score,
    after: Score,
    loss: Option<f64>,
    cost: f64,
    mark: Mark,
    choice: String,
    best_line: Vec<String>,
}

impl MoveReport {
    fn of(game: &Game, annotated: &AnnotatedMove) -> MoveReport {
        let position = &game.positions()[annotated.ply - 1];
        MoveReport {
            ply: annotated.ply,
            side: annotated.side,
            r#move: annotated.mv.to_string(),
            // The moves of a game are legal.
            written: position
                .write_move(annotated.mv, MoveStyle::PlayOk)
                .unwrap_or_default(),
            before: annotated.before,
            after: annotated.after,
            loss: annotated.loss().map(|loss| f64::from(loss) / 100.0),
            cost: rounded(annotated.cost(), 4),
            mark: annotated.mark,
            choice: annotated.choice.to_string(),
            best_line: numbers(&annotated.best_line),
        }
    }
}

pub(super) fn rounded(number: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    (number * factor).round() / factor
}

impl GameReport<'_> {
    pub(super) fn of<'a>(game: &'a Game, annotation: &'a Annotation) -> GameReport<'a> {
        let marks = |side| {
            let counts = Mark::ALL.map(|mark| (mark.name(), annotation.count(side, mark)));
            BTreeMap::from(counts)
        };
        let tuzdyk = |side: Side| {
            annotation.tuzdyks[side].map(|TuzdykStory { ply, pit, earned }| TuzdykReport {
                ply,
                pit: pit.number(),
                earned,
            })
        };
        let moves = annotation.moves.iter();
        GameReport {
            tags: game.tags().iter().collect(),
            result: game.result().to_string(),
            accuracy: Side::ALL.map(|side| annotation.accuracy(side).map(|it| rounded(it, 1))),
            marks: Side::ALL.map(marks),
            tuzdyks: Side::ALL.map(tuzdyk),
            turning_points: annotation
                .turning_points()
                .map(|annotated| annotated.ply)
                .collect(),
            curve: annotation
                .curve()
                .into_iter()
                .map(|it| rounded(it, 4))
                .collect(),
            moves: moves
                .map(|annotated| MoveReport::of(game, annotated))
                .collect(),
        }
    }
}
