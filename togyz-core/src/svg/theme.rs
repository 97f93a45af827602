//! Colours.

use crate::Side;

/// The colours of a drawn board. Either one brings its own background, so that it can be read on any page.
///
/// ```
/// use togyz_core::{Position, SvgBoard, SvgTheme};
/// let start = SvgBoard::new(&Position::START);
/// assert_ne!(start.clone().theme(SvgTheme::Dark).render(), start.render());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SvgTheme {
    /// Dark stones on birch, for paper and light pages.
    #[default]
    Light,
    /// Light stones on walnut.
    Dark,
}

/// The colours of a theme, by what they are for.
pub(super) struct Palette {
    /// Behind the board.
    pub(super) page: &'static str,
    pub(super) board: &'static str,
    /// The board's outline.
    pub(super) edge: &'static str,
    pub(super) hollow: &'static str,
    /// The upper edge of a hollow, which lies in the shade.
    pub(super) shade: &'static str,
    /// The lower edge of a hollow, which catches the light.
    pub(super) rim: &'static str,
    pub(super) stone: &'static str,
    /// Around a stone: parts it from the stones that it lies on.
    pub(super) stone_edge: &'static str,
    pub(super) shine: &'static str,
    pub(super) ink: &'static str,
    pub(super) muted: &'static str,
    south: &'static str,
    north: &'static str,
    /// Marks of the last move.
    pub(super) last: &'static str,
    /// Arrows and highlighted pits.
    pub(super) note: &'static str,
}

impl Palette {
    /// Each side's colour: blue and orange are told apart by nearly all eyes.
    pub(super) fn side(&self, side: Side) -> &'static str {
        match side {
            Side::South => self.south,
            Side::North => self.north,
        }
    }
}

static LIGHT: Palette = Palette {
    page: "#fbf6ea",
    board: "#f0dfbc",
    edge: "#b98d55",
    hollow: "#ddba85",
    shade: "#b1854f",
    rim: "#fcf5e4",
    stone: "#55301f",
    stone_edge: "#ca9f69",
    shine: "#b58463",
    ink: "#3b2414",
    muted: "#775632",
    south: "#0a567b",
    north: "#9a3c02",
    last: "#bf1022",
    note: "#2a8c3c",
};

static DARK: Palette = Palette {
    page: "#17120f",
    board: "#3a2a20",
    edge: "#6b4f3a",
    hollow: "#211711",
    shade: "#110b08",
    rim: "#54402f",
    stone: "#e6d2a8",
    stone_edge: "#866b44",
    shine: "#fffaf0",
    ink: "#f3e6cd",
    muted: "#a48a6c",
    south: "#62c4ea",
    north: "#f5a53c",
    last: "#ff5252",
    note: "#62c46f",
};

impl SvgTheme {
    pub(super) fn palette(self) -> &'static Palette {
        match self {
            SvgTheme::Light => &LIGHT,
            SvgTheme::Dark => &DARK,
        }
    }
}
