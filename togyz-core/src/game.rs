//! A game with its history.

use alloc::vec::Vec;

use crate::{
    BySide, Effect, EndReason, Fen, GameResult, IllegalMove, IllegalReason, Move, MoveSet, Outcome,
    Position, Rules, Side, Tags,
};

/// Why a game refused a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A repetition was claimed that is not there.
    #[error("a repetition is claimed at the third time; this is time {0}")]
    NoRepetition(usize),
    /// A reason that only the board can give.
    #[error("only the board can end a game by {0}")]
    NotDeclarable(EndReason),
    /// A tag name is ASCII letters, digits and underscores, a value has no control characters.
    #[error(
        "a tag name is letters, digits and underscores but not Result, FEN or Variant, its value without control characters"
    )]
    InvalidTag,
}

/// A game: where it started, its moves, and how it ended.
///
/// A refused move or declaration leaves it as it was. Games are equal if their starts, moves, tags and ends are;
/// what was undone does not count.
///
/// ```
/// use togyz_core::{Game, Move};
/// let mut game = Game::new();
/// game.push(Move::M7)?;
/// game.push(Move::M9)?;
/// assert_eq!(game.undo(), Some(Move::M9));
/// assert_eq!(game.redo().unwrap().mv, Move::M9);
/// assert_eq!(game.moves(), [Move::M7, Move::M9]);
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug, Eq)]
pub struct Game {
    /// The start and the position after each move; never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Undone moves, the next one to redo last.
    undone: Vec<Move>,
    start_fullmove: u32,
    tags: Tags,
    declared: Option<Outcome>,
    recorded: Option<GameResult>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.positions == other.positions
            && self.moves == other.moves
            && self.start_fullmove == other.start_fullmove
            && self.tags == other.tags
            && self.declared == other.declared
            && self.recorded == other.recorded
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game from the start position under the standard rules.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().ply(), 0);
    /// ```
    #[must_use]
    pub fn new() -> Game {
        Game::with_rules(Rules::STANDARD)
    }

    /// A game from the start position under some rules.
    ///
    /// ```
    /// use togyz_core::{Game, Rules};
    /// assert_eq!(Game::with_rules(Rules::PANTUSOV).position().rules(), Rules::PANTUSOV);
    /// ```
    #[must_use]
    pub fn with_rules(rules: Rules) -> Game {
        Game::from_position(Position::start(rules))
    }

    /// A game from any position, its turn number 1.
    ///
    /// ```
    /// use togyz_core::{Game, Position};
    /// assert_eq!(Game::from_position(Position::START), Game::new());
    /// ```
    #[must_use]
    pub fn from_position(position: Position) -> Game {
        Game::from_fen(Fen {
            position,
            fullmove: 1,
        })
    }

    /// A game from a FEN.
    ///
    /// ```
    /// use togyz_core::Game;
    /// let game = Game::from_fen("9/2S,8 80 80 S 61".parse()?);
    /// assert_eq!(game.fullmove(), 61);
    /// # Ok::<(), togyz_core::FenError>(())
    /// ```
    #[must_use]
    pub fn from_fen(fen: Fen) -> Game {
        Game {
            positions: alloc::vec![fen.position],
            moves: Vec::new(),
            undone: Vec::new(),
            start_fullmove: fen.fullmove,
            tags: Tags::default(),
            declared: None,
            recorded: None,
        }
    }

    /// The position now.
    ///
    /// ```
    /// use togyz_core::{Game, Position};
    /// assert_eq!(*Game::new().position(), Position::START);
    /// ```
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The position the game started from, with its turn number.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().start_fen().fullmove, 1);
    /// ```
    #[must_use]
    pub fn start_fen(&self) -> Fen {
        Fen {
            position: self.positions[0],
            fullmove: self.start_fullmove,
        }
    }

    /// The position now with its turn number.
    ///
    /// ```
    /// use togyz_core::{Game, Move};
    /// let mut game = Game::new();
    /// game.push(Move::M1)?;
    /// game.push(Move::M1)?;
    /// assert!(game.fen().to_string().ends_with(" S 2"));
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn fen(&self) -> Fen {
        Fen {
            position: *self.position(),
            fullmove: self.fullmove(),
        }
    }

    /// All positions, the start first: one more than there are moves.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().positions().len(), 1);
    /// ```
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    ///
    /// ```
    /// assert!(togyz_core::Game::new().moves().is_empty());
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were played.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().ply(), 0);
    /// ```
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The number of the turn, from 1; it grows after North's move.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().fullmove(), 1);
    /// ```
    #[must_use]
    pub fn fullmove(&self) -> u32 {
        self.fullmove_at(self.ply())
    }

    /// The number of the turn before the move of a ply, counted from 0.
    pub(crate) fn fullmove_at(&self, ply: usize) -> u32 {
        let north_first = usize::from(self.positions[0].side_to_move() == Side::North);
        let turns = u32::try_from((ply + north_first) / 2).unwrap_or(u32::MAX);
        self.start_fullmove.saturating_add(turns)
    }

    /// The moves of the player on turn; none when the game is over, also by a declaration.
    ///
    /// ```
    /// use togyz_core::{Game, Side};
    /// let mut game = Game::new();
    /// assert_eq!(game.legal_moves().len(), 9);
    /// game.resign(Side::South)?;
    /// assert!(game.legal_moves().is_empty());
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveSet {
        match self.declared {
            Some(_) => MoveSet::EMPTY,
            None => self.position().legal_moves(),
        }
    }

    /// Plays a move and tells what it did. Undone moves are forgotten.
    ///
    /// # Errors
    /// [`IllegalMove`] if the pit is empty or the game is over, also by a declaration; the game stays as it
    /// was.
    ///
    /// ```
    /// use togyz_core::{Game, Move};
    /// assert_eq!(Game::new().push(Move::M7)?.captured, 10);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn push(&mut self, mv: Move) -> Result<Effect, IllegalMove> {
        let effect = self.play(mv)?;
        self.undone.clear();
        Ok(effect)
    }

    fn play(&mut self, mv: Move) -> Result<Effect, IllegalMove> {
        let position = *self.position();
        if self.declared.is_some() {
            return Err(IllegalMove {
                mv,
                reason: IllegalReason::GameOver,
                position,
            });
        }
        let effect = position.effect(mv)?;
        self.positions.push(position.play_unchecked(mv));
        self.moves.push(mv);
        self.recorded = None;
        Ok(effect)
    }

    /// Takes the last move back and returns it; a declared end and a recorded result are lifted.
    ///
    /// ```
    /// use togyz_core::{Game, Move};
    /// let mut game = Game::new();
    /// assert_eq!(game.undo(), None);
    /// game.push(Move::M2)?;
    /// assert_eq!(game.undo(), Some(Move::M2));
    /// assert_eq!(game.position(), Game::new().position());
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(mv);
        self.declared = None;
        self.recorded = None;
        Some(mv)
    }

    /// Plays the move that was undone last.
    ///
    /// ```
    /// assert!(togyz_core::Game::new().redo().is_none());
    /// ```
    pub fn redo(&mut self) -> Option<Effect> {
        let mv = *self.undone.last()?;
        // An undone move is legal again, unless an end was declared since.
        let effect = self.play(mv).ok()?;
        self.undone.pop();
        Some(effect)
    }

    /// How many times the position now has stood since the last capture, itself included. With a tuzdyk on
    /// the board no position recurs, and it is 1. Linear in the plies since the last capture.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().repetitions(), 1);
    /// ```
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        if now.has_tuzdyk() {
            return 1;
        }
        let same_kazans = |then: &&Position| {
            Side::ALL
                .iter()
                .all(|&side| then.kazan(side) == now.kazan(side))
        };
        self.positions
            .iter()
            .rev()
            .take_while(same_kazans)
            .filter(|then| *then == now)
            .count()
    }

    /// How the game ended: by the board, or by a declaration.
    ///
    /// ```
    /// use togyz_core::{EndReason, Game};
    /// let mut game = Game::new();
    /// game.agree_draw()?;
    /// assert_eq!(game.outcome().unwrap().reason, EndReason::Agreement);
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.declared.or_else(|| self.position().outcome())
    }

    /// Whether the game is over.
    ///
    /// ```
    /// assert!(!togyz_core::Game::new().is_game_over());
    /// ```
    #[must_use]
    pub fn is_game_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The result: the outcome's, else the one of the record it was read from.
    ///
    /// ```
    /// use togyz_core::{Game, GameResult};
    /// assert_eq!(Game::new().result(), GameResult::Unfinished);
    /// ```
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.outcome() {
            Some(outcome) => GameResult::of(&outcome),
            None => self.recorded.unwrap_or(GameResult::Unfinished),
        }
    }

    /// The end that was declared, if the board did not end the game.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().declared(), None);
    /// ```
    #[must_use]
    pub fn declared(&self) -> Option<Outcome> {
        self.declared
    }

    pub(crate) fn set_recorded_result(&mut self, result: Option<GameResult>) {
        self.recorded = result;
    }

    /// Ends the game by a declaration.
    pub(crate) fn declare(&mut self, outcome: Outcome) -> Result<Outcome, GameError> {
        if let Some(over) = self.outcome() {
            return Err(GameError::Over(over));
        }
        if matches!(outcome.reason, EndReason::Majority | EndReason::NoMoves) {
            return Err(GameError::NotDeclarable(outcome.reason));
        }
        self.declared = Some(outcome);
        self.recorded = None;
        Ok(outcome)
    }

    /// Takes a declared end back and returns it; an end by the board stays.
    ///
    /// ```
    /// use togyz_core::{Game, Side};
    /// let mut game = Game::new();
    /// game.resign(Side::South)?;
    /// assert!(game.withdraw().is_some() && !game.is_game_over());
    /// assert_eq!(game.withdraw(), None);
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    pub fn withdraw(&mut self) -> Option<Outcome> {
        self.declared.take()
    }

    fn end(&mut self, winner: Option<Side>, reason: EndReason) -> Result<Outcome, GameError> {
        let position = *self.position();
        self.declare(Outcome {
            winner,
            reason,
            kazans: BySide::from_fn(|side| position.kazan(side)),
        })
    }

    /// A player gives up.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// use togyz_core::{Game, Side};
    /// assert_eq!(Game::new().resign(Side::South)?.winner, Some(Side::North));
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    pub fn resign(&mut self, side: Side) -> Result<Outcome, GameError> {
        self.end(Some(!side), EndReason::Resignation)
    }

    /// A player's time is up.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// use togyz_core::{Game, Side};
    /// assert_eq!(Game::new().lose_on_time(Side::North)?.winner, Some(Side::South));
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    pub fn lose_on_time(&mut self, side: Side) -> Result<Outcome, GameError> {
        self.end(Some(!side), EndReason::Time)
    }

    /// Both players agree to a draw.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().agree_draw()?.winner, None);
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    pub fn agree_draw(&mut self) -> Result<Outcome, GameError> {
        self.end(None, EndReason::Agreement)
    }

    /// Cuts the game off as a draw, for players that would go on for ever.
    ///
    /// # Errors
    /// [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// use togyz_core::{EndReason, Game};
    /// assert_eq!(Game::new().cut_off()?.reason, EndReason::MaxPlies);
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    pub fn cut_off(&mut self) -> Result<Outcome, GameError> {
        self.end(None, EndReason::MaxPlies)
    }

    /// Claims a draw because the position stands for the third time.
    ///
    /// # Errors
    /// [`GameError::NoRepetition`] if it does not, [`GameError::Over`] if the game is over.
    ///
    /// ```
    /// assert!(togyz_core::Game::new().claim_repetition().is_err());
    /// ```
    pub fn claim_repetition(&mut self) -> Result<Outcome, GameError> {
        match self.repetitions() {
            count @ 0..=2 => Err(GameError::NoRepetition(count)),
            _ => self.end(None, EndReason::Repetition),
        }
    }

    /// The tags.
    ///
    /// ```
    /// assert_eq!(togyz_core::Game::new().tags().get("White"), None);
    /// ```
    #[must_use]
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The tags, to change them.
    ///
    /// ```
    /// let mut game = togyz_core::Game::new();
    /// game.tags_mut().set("Event", "Friendly")?;
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    pub fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }
}
