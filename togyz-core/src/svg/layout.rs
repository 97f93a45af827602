//! Where everything on the picture is. All lengths are whole units of the picture's view box.

use crate::{PITS, Pit, Side};

/// Where the kazans are.
///
/// "Right" and "left" are those of the player who sits at the lower edge; the other player's are the opposite.
///
/// ```
/// use togyz_core::{Position, SvgBoard, SvgLayout};
/// let start = SvgBoard::new(&Position::START);
/// assert_ne!(start.clone().layout(SvgLayout::Ends).render(), start.render());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SvgLayout {
    /// Two furrows between the rows, each player's along the own row.
    #[default]
    Middle,
    /// Two furrows between the rows, each player's along the other row, on the far half of the board.
    Far,
    /// A tray at each end, each player's on the right.
    Ends,
    /// The board of toguz korgool: a kazan at each end, each player's on the left. Names are Kyrgyz unless
    /// others are chosen.
    Kyrgyz,
}

impl SvgLayout {
    pub(super) const fn has_furrows(self) -> bool {
        matches!(self, SvgLayout::Middle | SvgLayout::Far)
    }
}

const COLUMN: u32 = 160;
const PIT_WIDTH: u32 = 124;
const PIT_HEIGHT: u32 = 236;
/// Room on the board for the count beyond a pit.
const COUNT_BAND: u32 = 78;
const FURROW: u32 = 128;
const FURROW_GAP: u32 = 20;
const TRAY: u32 = 264;
const TRAY_MARGIN: u32 = 36;
/// Room beside a row, for the turn mark.
const ROW_MARGIN: u32 = 76;
const BOARD_MARGIN: u32 = 20;
const PAGE_MARGIN: u32 = 26;
/// Room beyond the board for pit numbers, and for names.
const LABEL_BAND: u32 = 42;

/// Height of the count of a pit.
pub(super) const COUNT_SIZE: u32 = 42;
pub(super) const COORDINATE_SIZE: u32 = 23;
/// The longest name just fits its column.
pub(super) const NAME_SIZE: u32 = 20;
pub(super) const STONE: u32 = 20;
pub(super) const KAZAN_STONE: u32 = 9;
const KAZAN_STONE_PITCH: u32 = 20;

/// An upright rectangle.
#[derive(Clone, Copy)]
pub(super) struct Rect {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Rect {
    pub(super) const fn middle(self) -> (u32, u32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    const fn bottom(self) -> u32 {
        self.y + self.height
    }

    /// The rectangle with a margin around it.
    pub(super) const fn grown(self, by: u32) -> Rect {
        Rect {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2 * by,
            height: self.height + 2 * by,
        }
    }
}

/// The places on one picture.
pub(super) struct Geometry {
    layout: SvgLayout,
    /// Whose row is the lower one.
    near: Side,
    coordinates: bool,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) board: Rect,
    /// Left edge of the first column.
    columns: u32,
}

impl Geometry {
    pub(super) fn new(layout: SvgLayout, near: Side, coordinates: bool, names: bool) -> Geometry {
        let bands = LABEL_BAND * (u32::from(coordinates) + u32::from(names));
        let row = COUNT_BAND + PIT_HEIGHT;
        let rows = 2 * (BOARD_MARGIN + row);
        let row_width = PITS as u32 * COLUMN + 2 * ROW_MARGIN;
        let (width, height, before) = if layout.has_furrows() {
            (row_width, rows + 2 * FURROW + 3 * FURROW_GAP, 0)
        } else {
            let tray = TRAY + TRAY_MARGIN;
            (row_width + 2 * tray, rows + 2 * FURROW_GAP, tray)
        };
        let board = Rect {
            x: PAGE_MARGIN,
            y: PAGE_MARGIN + bands,
            width,
            height,
        };
        Geometry {
            layout,
            near,
            coordinates,
            width: width + 2 * PAGE_MARGIN,
            height: height + 2 * (PAGE_MARGIN + bands),
            board,
            columns: PAGE_MARGIN + before + ROW_MARGIN,
        }
    }

    /// The pits' row: each player's runs from the own left to the own right.
    pub(super) fn pit(&self, pit: Pit) -> Rect {
        let number = u32::from(pit.number());
        let (column, y) = if pit.side() == self.near {
            let below = BOARD_MARGIN + COUNT_BAND + PIT_HEIGHT;
            (number - 1, self.board.bottom() - below)
        } else {
            let above = BOARD_MARGIN + COUNT_BAND;
            (PITS as u32 - number, self.board.y + above)
        };
        Rect {
            x: self.columns + column * COLUMN + (COLUMN - PIT_WIDTH) / 2,
            y,
            width: PIT_WIDTH,
            height: PIT_HEIGHT,
        }
    }

    /// Middle and baseline of a pit's count.
    pub(super) fn count(&self, pit: Pit) -> (u32, u32) {
        let hollow = self.pit(pit);
        let baseline = if pit.side() == self.near {
            hollow.bottom() + 20 + COUNT_SIZE
        } else {
            hollow.y - 20
        };
        (hollow.middle().0, baseline)
    }

    /// Middle and baseline of a pit's number beyond the board.
    pub(super) fn coordinate(&self, pit: Pit) -> (u32, u32) {
        let baseline = if pit.side() == self.near {
            self.board.bottom() + 16 + COORDINATE_SIZE
        } else {
            self.board.y - 16
        };
        (self.pit(pit).middle().0, baseline)
    }

    /// Middle and baseline of a pit's name, beyond its number.
    pub(super) fn name(&self, pit: Pit) -> (u32, u32) {
        let band = LABEL_BAND * u32::from(self.coordinates);
        let baseline = if pit.side() == self.near {
            self.board.bottom() + band + 14 + NAME_SIZE
        } else {
            self.board.y - band - 16
        };
        (self.pit(pit).middle().0, baseline)
    }

    /// The end of a pit that looks to the middle of the board.
    pub(super) fn inner_end(&self, pit: Pit) -> (u32, u32) {
        let hollow = self.pit(pit);
        let y = if pit.side() == self.near {
            hollow.y
        } else {
            hollow.bottom()
        };
        (hollow.middle().0, y)
    }

    /// The middle of the turn mark, left of a row.
    pub(super) fn turn_mark(&self, side: Side) -> (u32, u32) {
        let first = Pit::all().find(|pit| pit.side() == side);
        let y = first.map_or(0, |pit| self.pit(pit).middle().1);
        (self.columns - ROW_MARGIN / 2 + 6, y)
    }

    pub(super) fn kazan(&self, side: Side) -> Rect {
        let Rect {
            x,
            y,
            width,
            height,
        } = self.board;
        let is_near = side == self.near;
        if self.layout.has_furrows() {
            let is_lower = is_near == (self.layout == SvgLayout::Middle);
            let first = y + (height - FURROW_GAP) / 2 - FURROW;
            return Rect {
                x: x + TRAY_MARGIN,
                y: first + u32::from(is_lower) * (FURROW + FURROW_GAP),
                width: width - 2 * TRAY_MARGIN,
                height: FURROW,
            };
        }
        let is_right = is_near == (self.layout == SvgLayout::Ends);
        Rect {
            x: if is_right {
                x + width - TRAY_MARGIN - TRAY
            } else {
                x + TRAY_MARGIN
            },
            y: y + TRAY_MARGIN,
            width: TRAY,
            height: height - 2 * TRAY_MARGIN,
        }
    }

    /// Stones of a heap in a pit: two by two, so that an odd one is seen at once. A high heap is two towers.
    pub(super) fn heap(hollow: Rect, stones: u32) -> impl Iterator<Item = (u32, u32)> {
        const PITCH: u32 = 2 * STONE + 3;
        let (x, y) = hollow.middle();
        let lines = stones.div_ceil(2);
        let span = (PITCH * lines.saturating_sub(1)).min(4 * PITCH);
        let top = y - span / 2;
        (0..stones).map(move |stone| {
            let line = stone / 2;
            let is_single = stones % 2 == 1 && stone == stones - 1;
            let left = if stone % 2 == 0 {
                x - PITCH / 2
            } else {
                x + PITCH.div_ceil(2)
            };
            let down = span * line / (lines - 1).max(1);
            (if is_single { x } else { left }, top + down)
        })
    }

    /// Stones in a kazan: tens of two columns in a furrow, rows of ten in a tray.
    pub(super) fn kazan_stones(&self, side: Side, stones: u32) -> impl Iterator<Item = (u32, u32)> {
        let kazan = self.kazan(side);
        let has_furrows = self.layout.has_furrows();
        (0..stones).map(move |stone| {
            let (ten, one) = (stone / 10, stone % 10);
            if has_furrows {
                let x = kazan.x + 312 + ten * 54 + one / 5 * KAZAN_STONE_PITCH;
                let y = kazan.y + FURROW / 2 - 2 * KAZAN_STONE_PITCH;
                (x, y + one % 5 * KAZAN_STONE_PITCH)
            } else {
                let x = kazan.x + 38 + one * KAZAN_STONE_PITCH + one / 5 * 8;
                (x, kazan.y + 262 + ten * KAZAN_STONE_PITCH + ten / 5 * 8)
            }
        })
    }
}

/// Places of the texts in a kazan: the start of each, or its middle where they are centred.
pub(super) struct KazanTexts {
    pub(super) centred: bool,
    pub(super) score: (u32, u32),
    pub(super) score_size: u32,
    /// What the last move brought, and its place where there is nothing swept.
    pub(super) gain: (u32, u32),
    pub(super) gain_alone: (u32, u32),
    /// What the end of the game brought.
    pub(super) swept: (u32, u32),
    pub(super) note_size: u32,
    /// The owner; in a furrow the end of the text.
    pub(super) owner: (u32, u32),
    /// The word for a kazan.
    pub(super) word: (u32, u32),
    pub(super) word_size: u32,
}

impl Geometry {
    pub(super) fn kazan_texts(&self, side: Side) -> KazanTexts {
        let kazan = self.kazan(side);
        let (x, y) = kazan.middle();
        if self.layout.has_furrows() {
            return KazanTexts {
                centred: false,
                score: (kazan.x + 52, y + 29),
                score_size: 58,
                gain: (kazan.x + 190, y - 8),
                gain_alone: (kazan.x + 190, y + 15),
                swept: (kazan.x + 190, y + 38),
                note_size: 29,
                owner: (kazan.x + kazan.width - 52, y - 4),
                word: (kazan.x + kazan.width - 52, y + 32),
                word_size: 22,
            };
        }
        let y = kazan.y;
        KazanTexts {
            centred: true,
            score: (x, y + 172),
            score_size: 66,
            gain: (x, y + 208),
            gain_alone: (x, y + 221),
            swept: (x, y + 236),
            note_size: 24,
            owner: (x, y + 52),
            word: (x, y + 82),
            word_size: 20,
        }
    }
}
