//! The board as `togyz play` shows it.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use togyz::{Effect, Pit, Position, Side};

/// What to show beside the stones.
pub(crate) struct View<'a> {
    pub(crate) position: &'a Position,
    /// The row at the bottom.
    pub(crate) bottom: Side,
    /// The last move, to mark where it came from and where it ended.
    pub(crate) last: Option<&'a Effect>,
}

const TOP: &str = "╭─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────╮";
const MIDDLE: &str = "├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤";
const BOTTOM: &str = "╰─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────╯";
/// Left of the pits: a name and a kazan.
const INDENT: &str = "               ";

const fn colour(side: Side) -> Style {
    match side {
        Side::South => AnsiColor::Cyan.on_default(),
        Side::North => AnsiColor::Magenta.on_default(),
    }
}

/// A side's name in its colour.
pub(crate) fn name(side: Side) -> String {
    let style = colour(side);
    format!("{style}{}{style:#}", name_plain(side))
}

impl View<'_> {
    /// The board in lines; colours are there and have to be stripped where there are none.
    pub(crate) fn draw(&self) -> String {
        let rows = [!self.bottom, self.bottom].map(|side| self.row(side));
        format!(
            "{}\n{INDENT}{TOP}\n{}\n{INDENT}{MIDDLE}\n{}\n{INDENT}{BOTTOM}\n{}\n",
            self.numbers(!self.bottom),
            rows[0],
            rows[1],
            self.numbers(self.bottom),
        )
    }

    /// The pits of a row from left to right.
    fn pits(&self, side: Side) -> Vec<Pit> {
        let pits = Pit::all().filter(|pit| pit.side() == side);
        if side == self.bottom {
            pits.collect()
        } else {
            pits.rev().collect()
        }
    }

    fn numbers(&self, side: Side) -> String {
        let dim = Style::new().dimmed();
        let mut line = INDENT[..INDENT.len() - 1].to_string();
        for pit in self.pits(side) {
            let _ = write!(line, "{:>6}", pit.number());
        }
        format!("{dim}{line}{dim:#}")
    }

    fn row(&self, side: Side) -> String {
        let style = colour(side);
        let on_turn = self.position.side_to_move() == side && !self.position.is_game_over();
        let arrow = if on_turn { '▶' } else { ' ' };
        let kazan = self.position.kazan(side);
        let mut line = format!(
            "{style}{arrow} {:<7}{kazan:>4}{style:#}  │",
            name_plain(side)
        );
        for pit in self.pits(side) {
            let _ = write!(line, "{}│", self.cell(pit));
        }
        line
    }

    /// Five characters for a pit: `•` where the last move came from, `*` where it ended.
    fn cell(&self, pit: Pit) -> String {
        let owner = !pit.side();
        let from = self
            .last
            .is_some_and(|last| pit.side() == last.side && pit.number() == last.mv.number());
        let to = self.last.is_some_and(|last| pit == last.landing);
        let mark = match (from, to) {
            (true, _) => '•',
            (_, true) => '*',
            _ => ' ',
        };
        if self.position.tuzdyk(owner) == Some(pit) {
            let style = colour(owner).bold();
            return format!("{style}{mark} X  {style:#}");
        }
        let stones = self.position.stones(pit);
        let style = match (stones, self.position.side_to_move() == pit.side()) {
            (0, _) => Style::new().dimmed(),
            (_, true) => Style::new().bold(),
            _ => Style::new(),
        };
        format!("{style}{mark}{stones:>3} {style:#}")
    }
}

const fn name_plain(side: Side) -> &'static str {
    match side {
        Side::South => "South",
        Side::North => "North",
    }
}
