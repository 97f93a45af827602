//! A drawing of the board.
//!
//! It is one SVG image without fonts, identifiers, styles or scripts: any number of boards can stand in one
//! page, and every program shows the same picture.

mod draw;
mod glyphs;
mod kazans;
mod layout;
mod marks;
mod names;
mod theme;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

pub use layout::SvgLayout;
pub use names::Language;
pub use theme::SvgTheme;

use crate::{Effect, Outcome, Pit, Position, Side};

impl Position {
    /// The board as an SVG image, South's row below: stones and counts, both kazans, tuzdyks with a mark of
    /// their owner. [`SvgBoard`] has the choices. The same position always gives the same text.
    ///
    /// ```
    /// let image = togyz_core::Position::START.svg();
    /// assert!(image.starts_with("<svg") && image.ends_with("</svg>\n"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        SvgBoard::new(self).render()
    }
}

/// A board to be drawn as an SVG image, with the choices of how.
///
/// Every pit shows its stones, in pairs, and their number; at most thirty stones are drawn. The player on turn
/// has a triangle beside the row. South's tuzdyk is a star, North's a cross, each in its owner's colour. In a
/// finished game the kazans show the final score, and the winner has a crown.
///
/// The text begins with `<svg`, is well-formed XML and below 50,000 bytes for any position without arrows. The
/// same choices always give the same bytes. Its `desc` is the FEN, each pit has a `title` that browsers show
/// as a hint.
///
/// ```
/// use togyz_core::{Move, Position, SvgBoard, SvgTheme};
/// let effect = Position::START.effect(Move::M7)?;
/// let position = Position::START.play(Move::M7)?;
/// let image = SvgBoard::new(&position)
///     .last_move(&effect)
///     .theme(SvgTheme::Dark)
///     .size(640)
///     .render();
/// assert!(image.contains(&format!("<desc>{position}</desc>")));
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct SvgBoard {
    position: Position,
    near: Side,
    size: u32,
    theme: SvgTheme,
    layout: SvgLayout,
    /// `None` until names are chosen or refused.
    names: Option<Option<Language>>,
    coordinates: bool,
    last_move: Option<Effect>,
    outcome: Option<Outcome>,
    arrows: Vec<(Pit, Pit)>,
    highlights: Vec<Pit>,
}

impl SvgBoard {
    /// A board as South sees it: light, 800 pixels wide, with pit numbers and without names or marks.
    ///
    /// ```
    /// use togyz_core::{Position, SvgBoard};
    /// assert_eq!(SvgBoard::new(&Position::START).render(), Position::START.svg());
    /// ```
    #[must_use]
    pub fn new(position: &Position) -> SvgBoard {
        SvgBoard {
            position: *position,
            near: Side::South,
            size: 800,
            theme: SvgTheme::default(),
            layout: SvgLayout::default(),
            names: None,
            coordinates: true,
            last_move: None,
            outcome: position.outcome(),
            arrows: Vec::new(),
            highlights: Vec::new(),
        }
    }

    /// Whether the board is seen from North's seat: North's row below, from left to right.
    ///
    /// ```
    /// use togyz_core::{Position, SvgBoard};
    /// let board = SvgBoard::new(&Position::START);
    /// assert_ne!(board.clone().flipped(true).render(), board.render());
    /// ```
    #[must_use]
    pub fn flipped(mut self, flipped: bool) -> SvgBoard {
        self.near = if flipped { Side::North } else { Side::South };
        self
    }

    /// The width in pixels, at least 16 and at most 16384; the height follows from the layout. It is only the
    /// natural size: an SVG image can be shown at any other.
    ///
    /// ```
    /// use togyz_core::{Position, SvgBoard};
    /// let image = SvgBoard::new(&Position::START).size(300).render();
    /// assert!(image.contains("width=\"300\""));
    /// ```
    #[must_use]
    pub fn size(mut self, pixels: u32) -> SvgBoard {
        self.size = pixels.clamp(16, 16_384);
        self
    }

    /// The colours.
    ///
    /// ```
    /// use togyz_core::{Position, SvgBoard, SvgTheme};
    /// let light = SvgBoard::new(&Position::START).theme(SvgTheme::Light);
    /// assert_eq!(light.render(), Position::START.svg());
    /// ```
    #[must_use]
    pub fn theme(mut self, theme: SvgTheme) -> SvgBoard {
        self.theme = theme;
        self
    }

    /// Where the kazans are.
    ///
    /// ```
    /// use togyz_core::{Language, Position, SvgBoard, SvgLayout};
    /// let kyrgyz = SvgBoard::new(&Position::START).layout(SvgLayout::Kyrgyz);
    /// assert_eq!(kyrgyz.clone().names(Some(Language::Kyrgyz)).render(), kyrgyz.render());
    /// ```
    #[must_use]
    pub fn layout(mut self, layout: SvgLayout) -> SvgBoard {
        self.layout = layout;
        self
    }

    /// Writes the players' names into the kazans and, in Kazakh and Kyrgyz, the pits' names along the rows.
    ///
    /// ```
    /// use togyz_core::{Language, Position, SvgBoard};
    /// let image = SvgBoard::new(&Position::START).names(Some(Language::Kazakh)).render();
    /// assert!(image.contains("<title>Оңтүстік 9, маңдай: 9</title>"));
    /// ```
    #[must_use]
    pub fn names(mut self, language: Option<Language>) -> SvgBoard {
        self.names = Some(language);
        self
    }

    /// Whether the pits are numbered along the edges, 1 to 9 from each player's left.
    ///
    /// ```
    /// use togyz_core::{Position, SvgBoard};
    /// let bare = SvgBoard::new(&Position::START).coordinates(false).render();
    /// assert!(bare.len() < Position::START.svg().len());
    /// ```
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> SvgBoard {
        self.coordinates = shown;
        self
    }

    /// Marks the move that led to the position: a red dot at the pit it was sown from, a red ring around the
    /// pit of its last stone, and what it brought to each kazan.
    ///
    /// ```
    /// use togyz_core::{Game, Move, SvgBoard};
    /// let mut game = Game::new();
    /// let effect = game.push(Move::M7)?;
    /// let image = SvgBoard::new(game.position()).last_move(&effect).render();
    /// assert_ne!(image, game.position().svg());
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn last_move(mut self, effect: &Effect) -> SvgBoard {
        self.last_move = Some(*effect);
        self
    }

    /// The end of a game that the board does not tell, such as a resignation. The end that the position itself
    /// brings needs no call.
    ///
    /// ```
    /// use togyz_core::{Game, Side, SvgBoard};
    /// let mut game = Game::new();
    /// let outcome = game.resign(Side::South)?;
    /// let image = SvgBoard::new(game.position()).outcome(&outcome).render();
    /// assert_ne!(image, game.position().svg());
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    #[must_use]
    pub fn outcome(mut self, outcome: &Outcome) -> SvgBoard {
        self.outcome = Some(*outcome);
        self
    }

    /// Draws an arrow over the board; each call adds one. From a pit to itself it is a
    /// [`highlight`](SvgBoard::highlight).
    ///
    /// ```
    /// use togyz_core::{Pit, Position, Side, SvgBoard};
    /// let (from, to) = (Pit::new(Side::South, 7)?, Pit::new(Side::North, 6)?);
    /// let image = SvgBoard::new(&Position::START).arrow(from, to).render();
    /// assert_ne!(image, Position::START.svg());
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub fn arrow(mut self, from: Pit, to: Pit) -> SvgBoard {
        if from == to {
            return self.highlight(from);
        }
        self.arrows.push((from, to));
        self
    }

    /// Puts a glow around a pit; each call adds one.
    ///
    /// ```
    /// use togyz_core::{Pit, Position, Side, SvgBoard};
    /// let image = SvgBoard::new(&Position::START).highlight(Pit::new(Side::South, 7)?).render();
    /// assert_ne!(image, Position::START.svg());
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub fn highlight(mut self, pit: Pit) -> SvgBoard {
        if !self.highlights.contains(&pit) {
            self.highlights.push(pit);
        }
        self
    }

    /// The image as text; `to_string` is the same.
    ///
    /// ```
    /// use togyz_core::{Position, SvgBoard};
    /// let board = SvgBoard::new(&Position::START);
    /// assert_eq!(board.render(), board.to_string());
    /// ```
    #[must_use]
    pub fn render(&self) -> String {
        self.to_string()
    }

    fn language(&self) -> Option<Language> {
        self.names.unwrap_or(match self.layout {
            SvgLayout::Kyrgyz => Some(Language::Kyrgyz),
            _ => None,
        })
    }
}

impl fmt::Display for SvgBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw::Drawing::new(self, f).draw()
    }
}
