//! The board in the terminal, at most 80 columns wide.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use togyz::{BySide, Language, Move, MoveSet, Pit, Position, Side};

use super::words::Words;

/// Where the kazans are, and what things are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoardStyle {
    /// Each kazan at its owner's right.
    Standard,
    /// Each kazan at its owner's left, Kyrgyz names of players and pits.
    Kyrgyz,
}

/// Where the stones are, also while some of them are in a hand.
#[derive(Clone)]
pub(super) struct Stones {
    /// By [`Pit::index`].
    pub(super) pits: [u8; 18],
    pub(super) kazans: BySide<u8>,
}

impl Stones {
    pub(super) fn of(position: &Position) -> Stones {
        let mut pits = [0; 18];
        for pit in Pit::all() {
            pits[pit.index()] = position.stones(pit);
        }
        Stones {
            pits,
            kazans: BySide::from_fn(|side| position.kazan(side)),
        }
    }
}

/// What to show.
pub(super) struct View<'a> {
    /// Tuzdyks and the turn.
    pub(super) position: &'a Position,
    pub(super) stones: Stones,
    /// The row at the bottom.
    pub(super) bottom: Side,
    pub(super) style: BoardStyle,
    pub(super) words: Words,
    /// Marked `•` and `*`: where the last move came from, and where it ended or has come to.
    pub(super) from: Option<Pit>,
    pub(super) to: Option<Pit>,
    /// Moves to point out to the player on turn.
    pub(super) legal: MoveSet,
}

const TOP: &str = "╭─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────╮";
const MIDDLE: &str = "├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤";
const BOTTOM: &str = "╰─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────╯";
/// The width of a kazan beside the board.
const TRAY: usize = 12;
/// The width of a pit with its edge.
const CELL: usize = 6;

const fn colour(side: Side) -> Style {
    match side {
        Side::South => AnsiColor::Cyan.on_default(),
        Side::North => AnsiColor::Magenta.on_default(),
    }
}

/// A text in a side's colour.
pub(super) fn coloured(side: Side, text: &str) -> String {
    let style = colour(side);
    format!("{style}{text}{style:#}")
}

/// The mark of a tuzdyk, by its owner.
const fn tuzdyk_mark(owner: Side) -> char {
    match owner {
        Side::South => '★',
        Side::North => '✕',
    }
}

/// A text in the middle of a number of columns.
fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}")
}

impl View<'_> {
    /// The board in lines; colours are there and have to be stripped where there are none.
    pub(super) fn draw(&self) -> String {
        let (top, bottom) = (!self.bottom, self.bottom);
        let left = match self.style {
            BoardStyle::Standard => top,
            BoardStyle::Kyrgyz => bottom,
        };
        let right = !left;
        let (before, after) = (self.tray(left), self.tray(right));
        let mut out = String::new();
        let indent = " ".repeat(TRAY);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", self.numbers(top));
        let _ = writeln!(out, "{indent}{TOP}");
        let rows = [self.row(top), MIDDLE.to_string(), self.row(bottom)];
        for (line, row) in rows.iter().enumerate() {
            let before = coloured(left, &before[line]);
            let after = coloured(right, after[line].trim_end());
            let _ = writeln!(out, "{before}{row}{after}");
        }
        let _ = writeln!(out, "{indent}{BOTTOM}");
        let _ = writeln!(out, "{}", self.numbers(bottom));
        if self.style == BoardStyle::Kyrgyz {
            let _ = write!(out, "{}", self.names());
        }
        out
    }

    /// What the players are called on the board.
    fn name(&self, side: Side) -> &'static str {
        match self.style {
            BoardStyle::Standard => self.words.side(side),
            BoardStyle::Kyrgyz => Words(Language::Kyrgyz).side(side),
        }
    }

    /// Three lines beside the rows: the player's name on the player's own height, and the stones in the middle.
    fn tray(&self, side: Side) -> [String; 3] {
        let on_turn = self.position.side_to_move() == side && !self.position.is_game_over();
        let arrow = if on_turn { "▶ " } else { "" };
        let name = centred(&format!("{arrow}{}", self.name(side)), TRAY);
        let stones = centred(&self.stones.kazans[side].to_string(), TRAY);
        let empty = " ".repeat(TRAY);
        match side == self.bottom {
            true => [empty, stones, name],
            false => [name, stones, empty],
        }
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

    /// The pit numbers; those that the player on turn may sow stand in brackets.
    fn numbers(&self, side: Side) -> String {
        let on_turn = self.position.side_to_move() == side;
        let mut line = " ".repeat(TRAY + 1);
        for (place, pit) in self.pits(side).into_iter().enumerate() {
            let number = pit.number();
            let legal = Move::new(number).is_ok_and(|mv| self.legal.contains(mv));
            let (style, text) = match on_turn && legal {
                true => (Style::new().bold(), format!("[{number}]")),
                false => (Style::new().dimmed(), number.to_string()),
            };
            let gap = if place == 0 { "" } else { " " };
            let text = centred(&text, CELL - 1);
            let text = if place == 8 { text.trim_end() } else { &text };
            let _ = write!(line, "{gap}{style}{text}{style:#}");
        }
        line
    }

    fn row(&self, side: Side) -> String {
        let mut line = String::from("│");
        for pit in self.pits(side) {
            let _ = write!(line, "{}│", self.cell(pit));
        }
        line
    }

    /// Five characters for a pit: `•` where the last move came from, `*` where it ended.
    fn cell(&self, pit: Pit) -> String {
        let owner = !pit.side();
        let (from, to) = (self.from == Some(pit), self.to == Some(pit));
        let mark = match (from, to) {
            (true, _) => '•',
            (_, true) => '*',
            _ => ' ',
        };
        if self.position.tuzdyk(owner) == Some(pit) {
            let style = colour(owner).bold();
            return format!("{style}{mark} {}  {style:#}", tuzdyk_mark(owner));
        }
        let stones = self.stones.pits[pit.index()];
        let style = match (stones, self.position.side_to_move() == pit.side()) {
            (0, _) => Style::new().dimmed(),
            (_, true) => Style::new().bold(),
            _ => Style::new(),
        };
        format!("{style}{mark}{stones:>3} {style:#}")
    }

    /// The Kyrgyz names of the pits at the bottom, in two lines.
    fn names(&self) -> String {
        let names: Vec<[String; 2]> = self
            .pits(self.bottom)
            .into_iter()
            .filter_map(|pit| Language::Kyrgyz.pit_name(pit.number()))
            .map(in_two)
            .collect();
        let dim = Style::new().dimmed();
        let line = |at: usize| {
            let cells: String = names.iter().map(|name| centred(&name[at], CELL)).collect();
            let text = format!("{}{cells}", " ".repeat(TRAY));
            format!("{dim}{}{dim:#}\n", text.trim_end())
        };
        format!("{}{}", line(0), line(1))
    }
}

/// A name in two parts that fit a pit's width.
fn in_two(name: &str) -> [String; 2] {
    if let Some((first, second)) = name.split_once(' ') {
        return [first.to_string(), second.to_string()];
    }
    if name.chars().count() <= CELL {
        return [name.to_string(), String::new()];
    }
    let first: String = name.chars().take(CELL - 1).collect();
    let second: String = name.chars().skip(CELL - 1).collect();
    [format!("{first}-"), second]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_80_columns() {
        let position = Position::START;
        for style in [BoardStyle::Standard, BoardStyle::Kyrgyz] {
            for language in Language::ALL {
                for bottom in Side::ALL {
                    let view = View {
                        position: &position,
                        stones: Stones::of(&position),
                        bottom,
                        style,
                        words: Words(language),
                        from: None,
                        to: None,
                        legal: MoveSet::ALL,
                    };
                    let plain = anstream::adapter::strip_str(&view.draw()).to_string();
                    for line in plain.lines() {
                        assert!(line.chars().count() <= 79, "{line:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn long_names_are_cut_in_two() {
        assert_eq!(in_two("куйрук"), ["куйрук", ""]);
        assert_eq!(in_two("ат өтпөс"), ["ат", "өтпөс"]);
        assert_eq!(in_two("текилдек"), ["текил-", "дек"]);
    }
}
