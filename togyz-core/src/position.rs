//! Positions: the board, the kazans, the tuzdyks, whose turn it is, and the rules.

use core::fmt;

use crate::effect::Effect;
use crate::illegal::{IllegalMove, IllegalReason};
use crate::sow::{self, KAZAN, Lanes, OTHER, RULES, SIDE, TUZDYK};
use crate::sowing::Sowing;
use crate::{BySide, EndReason, MAJORITY, Move, MoveSet, Outcome, PITS, Pit, Rules, Side};

/// A position of the game: 32 bytes, `Copy`, always valid.
///
/// It holds a byte for each pit and kazan (a pit of 160 stones can be reached by legal moves), the tuzdyks,
/// the side to move and the rules it is played under. Bytes are the working form because a move is then one
/// vector addition; the bit-packed form of 16 bytes is one call away: [`PackedPosition`](crate::PackedPosition).
///
/// The stones always add up to 162, a tuzdyk pit is always empty. When a game ends because the player on
/// turn is stuck, the stones stay on the board; [`outcome`](Position::outcome) counts them.
///
/// `Display` and `FromStr` are FEN under [`Rules::STANDARD`]; see [`Fen`](crate::Fen) for the rest.
///
/// ```
/// use togyz_core::{Position, Side};
/// let start = Position::START;
/// assert_eq!(start.pits(Side::South), [9; 9]);
/// assert_eq!(start.to_string().parse(), Ok(start));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub struct Position {
    lanes: Lanes,
}

const _: () = assert!(size_of::<Position>() == 32 && size_of::<Option<Move>>() == 1);

/// What a move brings in stones: the short form of an [`Effect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Yields {
    /// Stones that the last stone takes, the three of a new tuzdyk included.
    pub captured: u8,
    /// Whether it makes a tuzdyk.
    pub makes_tuzdyk: bool,
    /// Stones that fall on the mover's tuzdyk.
    pub income: u8,
    /// Stones that fall on the other player's tuzdyk.
    pub given: u8,
}

impl Default for Position {
    fn default() -> Position {
        Position::START
    }
}

impl Position {
    /// Nine stones in each pit, South to move, standard rules.
    pub const START: Position = Position::start(Rules::STANDARD);

    /// The start position under some rules.
    ///
    /// ```
    /// use togyz_core::{Position, Rules};
    /// assert_eq!(Position::start(Rules::MODDABLE).rules(), Rules::MODDABLE);
    /// ```
    #[must_use]
    pub const fn start(rules: Rules) -> Position {
        let mut lanes = [0; 32];
        let mut pit = 0;
        while pit < PITS {
            lanes[pit] = 9;
            lanes[OTHER + pit] = 9;
            pit += 1;
        }
        lanes[OTHER + SIDE] = Side::North as u8;
        lanes[RULES] = rules.bits();
        lanes[OTHER + RULES] = rules.bits();
        Position { lanes }
    }

    /// Builds a position from parts that are known to be valid.
    pub(crate) fn from_parts(
        pits: BySide<[u8; PITS]>,
        kazans: BySide<u8>,
        tuzdyks: BySide<u8>,
        side: Side,
        rules: Rules,
    ) -> Position {
        let mut lanes = [0; 32];
        for (half, owner) in [(0, side), (OTHER, !side)] {
            lanes[half..half + PITS].copy_from_slice(&pits[owner]);
            lanes[half + KAZAN] = kazans[owner];
            lanes[half + TUZDYK] = tuzdyks[owner];
            lanes[half + SIDE] = owner as u8;
            lanes[half + RULES] = rules.bits();
        }
        Position { lanes }
    }

    pub(crate) const fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// First lane of a side's half.
    const fn half(&self, side: Side) -> usize {
        (self.lanes[SIDE] != side as u8) as usize * OTHER
    }

    /// The player on turn, also in a finished game.
    ///
    /// ```
    /// use togyz_core::{Position, Side};
    /// assert_eq!(Position::START.side_to_move(), Side::South);
    /// ```
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        if self.lanes[SIDE] == 0 {
            Side::South
        } else {
            Side::North
        }
    }

    /// The rules of this game.
    ///
    /// ```
    /// use togyz_core::{Position, Rules};
    /// assert_eq!(Position::START.rules(), Rules::STANDARD);
    /// ```
    #[must_use]
    pub const fn rules(&self) -> Rules {
        Rules::from_bits(self.lanes[RULES])
    }

    /// The stones in a row, pit 1 first.
    ///
    /// ```
    /// use togyz_core::{Move, Position, Side};
    /// let after = Position::START.play(Move::M1)?;
    /// assert_eq!(after.pits(Side::South), [1, 10, 10, 10, 10, 10, 10, 10, 10]);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub const fn pits(&self, side: Side) -> [u8; PITS] {
        let half = self.half(side);
        let mut pits = [0; PITS];
        let mut pit = 0;
        while pit < PITS {
            pits[pit] = self.lanes[half + pit];
            pit += 1;
        }
        pits
    }

    /// The stones in one pit.
    ///
    /// ```
    /// use togyz_core::{Pit, Position, Side};
    /// assert_eq!(Position::START.stones(Pit::new(Side::North, 4)?), 9);
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub const fn stones(&self, pit: Pit) -> u8 {
        self.lanes[self.half(pit.side()) + pit.number() as usize - 1]
    }

    /// All stones that lie in a row.
    ///
    /// ```
    /// use togyz_core::{Position, Side};
    /// assert_eq!(Position::START.row_total(Side::South), 81);
    /// ```
    #[must_use]
    pub const fn row_total(&self, side: Side) -> u8 {
        let half = self.half(side);
        let mut total = 0;
        let mut pit = 0;
        while pit < PITS {
            total += self.lanes[half + pit];
            pit += 1;
        }
        total
    }

    /// The stones in a kazan. Stones left in the rows of a finished game are not in it; see
    /// [`outcome`](Position::outcome).
    ///
    /// ```
    /// use togyz_core::{Position, Side};
    /// assert_eq!(Position::START.kazan(Side::North), 0);
    /// ```
    #[must_use]
    pub const fn kazan(&self, side: Side) -> u8 {
        self.lanes[self.half(side) + KAZAN]
    }

    /// The kazans of the player on turn and of the other one, for search.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn kazans_by_mover(&self) -> [u8; 2] {
        [self.lanes[KAZAN], self.lanes[OTHER + KAZAN]]
    }

    /// The stones in a pit of the player on turn, for search.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn mover_pit(&self, mv: Move) -> u8 {
        self.lanes[mv.index()]
    }

    /// The position as 22 numbers seen by the player on turn: the mover's pits 1 to 9, the other's pits 1 to 9, the
    /// mover's kazan, the other's, the number of the mover's tuzdyk (0 none), of the other's. What evaluations and
    /// learning environments look at; the rules and the side itself are not in it.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// let counts = Position::START.play(Move::M7)?.counts();
    /// assert_eq!(counts[9..18], [9, 9, 9, 9, 9, 9, 1, 10, 10]);
    /// assert_eq!(counts[18..], [0, 10, 0, 0]);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn counts(&self) -> [u8; 22] {
        let lanes = &self.lanes;
        let mut counts = [0; 22];
        counts[..PITS].copy_from_slice(&lanes[..PITS]);
        counts[PITS..2 * PITS].copy_from_slice(&lanes[OTHER..OTHER + PITS]);
        counts[18] = lanes[KAZAN];
        counts[19] = lanes[OTHER + KAZAN];
        counts[20] = lanes[TUZDYK];
        counts[21] = lanes[OTHER + TUZDYK];
        counts
    }

    /// The position of [`counts`](Position::counts), for a player on turn and under rules that are not in them.
    ///
    /// # Errors
    /// [`SetupError`](crate::SetupError) with every fault, as for a [`Setup`](crate::Setup).
    ///
    /// ```
    /// use togyz_core::{Position, Rules, Side};
    /// let counts = Position::START.counts();
    /// assert_eq!(Position::from_counts(&counts, Side::South, Rules::STANDARD)?, Position::START);
    /// # Ok::<(), togyz_core::SetupError>(())
    /// ```
    pub fn from_counts(
        counts: &[u8; 22],
        side: Side,
        rules: Rules,
    ) -> Result<Position, crate::SetupError> {
        // The mover's values come first.
        let half = |owner: Side| usize::from(owner != side);
        let row = |owner| {
            let mut pits = [0; PITS];
            pits.copy_from_slice(&counts[half(owner) * PITS..][..PITS]);
            pits
        };
        Position::try_from(crate::Setup {
            pits: BySide::from_fn(row),
            kazans: BySide::from_fn(|owner| counts[18 + half(owner)]),
            tuzdyks: BySide::from_fn(|owner| Some(counts[20 + half(owner)]).filter(|&n| n != 0)),
            side_to_move: side,
            rules,
        })
    }

    /// The same board with the other player on turn: no move of the game, but a question that a search asks.
    ///
    /// ```
    /// use togyz_core::{Position, Side};
    /// let passed = Position::START.passed();
    /// assert_eq!(passed.side_to_move(), Side::North);
    /// assert_eq!(passed.passed(), Position::START);
    /// ```
    #[must_use]
    pub fn passed(&self) -> Position {
        let mut lanes = self.lanes;
        lanes.rotate_left(OTHER);
        Position { lanes }
    }

    /// The tuzdyk that a side owns: a pit of the other row.
    ///
    /// ```
    /// use togyz_core::{Position, Side};
    /// assert_eq!(Position::START.tuzdyk(Side::South), None);
    /// ```
    #[must_use]
    pub fn tuzdyk(&self, owner: Side) -> Option<Pit> {
        Pit::new(!owner, self.tuzdyk_number(owner)).ok()
    }

    /// The number of a side's tuzdyk, 0 for none.
    pub(crate) const fn tuzdyk_number(&self, owner: Side) -> u8 {
        self.lanes[self.half(owner) + TUZDYK]
    }

    /// Whether any tuzdyk is on the board. With one no position can recur.
    ///
    /// ```
    /// assert!(!togyz_core::Position::START.has_tuzdyk());
    /// ```
    #[must_use]
    pub const fn has_tuzdyk(&self) -> bool {
        self.lanes[TUZDYK] | self.lanes[OTHER + TUZDYK] != 0
    }

    /// The moves of the player on turn; none when the game is over.
    ///
    /// ```
    /// assert_eq!(togyz_core::Position::START.legal_moves().len(), 9);
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveSet {
        if self.is_stopped_by_majority() {
            MoveSet::EMPTY
        } else {
            MoveSet::from_bits(sow::occupied(&self.lanes))
        }
    }

    /// Whether a kazan has 82 under rules that stop there.
    #[inline]
    pub(crate) fn is_stopped_by_majority(&self) -> bool {
        let kazans = self.lanes[KAZAN].max(self.lanes[OTHER + KAZAN]);
        kazans >= MAJORITY && !self.rules().plays_out()
    }

    /// Whether a move can be played.
    ///
    /// # Errors
    /// [`IllegalMove`] if the game is over or the pit is empty.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// assert!(Position::START.check(Move::M9).is_ok());
    /// ```
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let reason = if self.is_game_over() {
            IllegalReason::GameOver
        } else if self.lanes[mv.index()] == 0 {
            IllegalReason::EmptyPit
        } else {
            return Ok(());
        };
        Err(IllegalMove {
            mv,
            reason,
            position: *self,
        })
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the game is over or the pit is empty.
    ///
    /// ```
    /// use togyz_core::{IllegalReason, Move, Position};
    /// let after = Position::START.play(Move::M9)?.play(Move::M9)?;
    /// assert_eq!(after.stones(togyz_core::Pit::new(togyz_core::Side::South, 9).unwrap()), 1);
    /// let alone = Position::from_fen("9/2S,8 80 80 S 1", togyz_core::Rules::STANDARD).unwrap();
    /// assert_eq!(alone.play(Move::M5).unwrap_err().reason, IllegalReason::EmptyPit);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// The position after a move that is known to be legal, for search.
    ///
    /// An illegal move does no harm to memory: an empty pit passes the turn, a move after the end is sown.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// assert_eq!(Position::START.play_unchecked(Move::M7), Position::START.play(Move::M7)?);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        Position {
            lanes: sow::play(&self.lanes, mv.index()),
        }
    }

    /// What a move does, without playing it.
    ///
    /// # Errors
    /// [`IllegalMove`] if the game is over or the pit is empty.
    ///
    /// ```
    /// use togyz_core::{Move, Position, Side};
    /// let effect = Position::START.effect(Move::M7)?;
    /// assert_eq!((effect.landing.number(), effect.captured), (6, 10));
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn effect(&self, mv: Move) -> Result<Effect, IllegalMove> {
        self.check(mv)?;
        Ok(Effect::of(self, mv))
    }

    /// What a move brings, without the checks and details of [`effect`](Position::effect): for move ordering.
    /// For a pit without stones all of it is 0.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// let yields = Position::START.yields(Move::M7);
    /// assert_eq!((yields.captured, yields.makes_tuzdyk), (10, false));
    /// ```
    #[inline]
    #[must_use]
    pub fn yields(&self, mv: Move) -> Yields {
        let found = sow::harvest(&self.lanes, mv.index());
        Yields {
            captured: found.taken,
            makes_tuzdyk: found.claimed != 0,
            income: found.own_income,
            given: found.other_income,
        }
    }

    /// The pit where the last stone of a move falls.
    ///
    /// # Errors
    /// [`IllegalMove`] if the game is over or the pit is empty.
    ///
    /// ```
    /// use togyz_core::{Move, Position, Side};
    /// assert_eq!(Position::START.landing(Move::M7)?.number(), 6);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn landing(&self, mv: Move) -> Result<Pit, IllegalMove> {
        self.effect(mv).map(|effect| effect.landing)
    }

    /// The single stones of a move in the order in which they fall, for animation.
    ///
    /// # Errors
    /// [`IllegalMove`] if the game is over or the pit is empty.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// let stones = Position::START.sowing(Move::M7)?;
    /// assert_eq!(stones.len(), 9);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn sowing(&self, mv: Move) -> Result<Sowing, IllegalMove> {
        self.check(mv)?;
        Ok(Sowing::of(self, mv))
    }

    /// Whether the game is over: a kazan has 82 (unless the rules play on), or the player on turn is stuck.
    ///
    /// ```
    /// assert!(!togyz_core::Position::START.is_game_over());
    /// ```
    #[must_use]
    pub fn is_game_over(&self) -> bool {
        self.legal_moves().is_empty()
    }

    /// How the game ended, or `None` while it goes on.
    ///
    /// A kazan of 82 is reported as [`EndReason::Majority`], also when the player on turn is stuck as well;
    /// the kazans are then those of that moment. For [`EndReason::NoMoves`] they include the stones left in
    /// the rows, which go to the row's owner.
    ///
    /// ```
    /// use togyz_core::{EndReason, Position, Side};
    /// let stuck: Position = "1S,8/9 70 91 S 1".parse()?;
    /// let outcome = stuck.outcome().unwrap();
    /// assert_eq!((outcome.winner, outcome.reason), (Some(Side::North), EndReason::Majority));
    /// let stuck: Position = "2S,8/9 80 80 S 1".parse()?;
    /// let outcome = stuck.outcome().unwrap();
    /// assert_eq!((outcome.kazans.north, outcome.reason), (82, EndReason::NoMoves));
    /// # Ok::<(), togyz_core::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let kazans = BySide::from_fn(|side| self.kazan(side));
        if self.is_stopped_by_majority() {
            return Some(Outcome::by_kazans(kazans, EndReason::Majority));
        }
        if sow::occupied(&self.lanes) != 0 {
            return None;
        }
        let swept = BySide::from_fn(|side| kazans[side] + self.row_total(side));
        Some(Outcome::by_kazans(swept, EndReason::NoMoves))
    }

    /// The side that has 82 stones and cannot lose any more. Under rules that play on, this is known before
    /// the game is over.
    ///
    /// ```
    /// use togyz_core::{Position, Rules, Side};
    /// let position = Position::from_fen("2S,8/1S,8 82 77 S 1", Rules::MASTER_PRO)?;
    /// assert_eq!(position.decided(), Some(Side::South));
    /// assert!(!position.is_game_over());
    /// # Ok::<(), togyz_core::FenError>(())
    /// ```
    #[must_use]
    pub fn decided(&self) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| self.kazan(side) >= MAJORITY)
    }

    /// The same position with South and North exchanged.
    ///
    /// ```
    /// use togyz_core::{Move, Position, Side};
    /// let after = Position::START.play(Move::M3)?;
    /// assert_eq!(after.mirrored().pits(Side::North), after.pits(Side::South));
    /// assert_eq!(after.mirrored().mirrored(), after);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub const fn mirrored(&self) -> Position {
        let mut lanes = self.lanes;
        lanes[SIDE] ^= 1;
        lanes[OTHER + SIDE] ^= 1;
        Position { lanes }
    }

    /// The same board under other rules.
    ///
    /// # Errors
    /// [`SetupError`](crate::SetupError) if the other rules forbid the tuzdyks on the board.
    ///
    /// ```
    /// use togyz_core::{Position, Rules};
    /// assert_eq!(Position::START.with_rules(Rules::MODDABLE)?, Position::start(Rules::MODDABLE));
    /// # Ok::<(), togyz_core::SetupError>(())
    /// ```
    pub fn with_rules(&self, rules: Rules) -> Result<Position, crate::SetupError> {
        let mut setup = crate::Setup::from(*self);
        setup.rules = rules;
        Position::try_from(setup)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules() {
            Rules::STANDARD => write!(f, "Position({self})"),
            rules => write!(f, "Position({self}, {rules})"),
        }
    }
}
