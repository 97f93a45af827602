//! A game in one byte a move.

use alloc::vec::Vec;

use crate::{
    BySide, EndReason, Fen, Game, GameResult, IllegalMove, InvalidPacked, Move, Outcome,
    PackedPosition, Position, Rules, Side,
};

/// First byte of every packed game, and the version of the layout after it.
const HEAD: [u8; 2] = [b'T', 1];
/// In the flags: the start is not the rules' start position at turn 1, and follows.
const OTHER_START: u8 = 0x80;

/// Bytes that are no packed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedGameError {
    /// The first byte is not that of a packed game.
    #[error("packed game: the first byte is not 0x54")]
    NotAGame,
    /// A layout of a later version.
    #[error("packed game: version {0} is not known, only 1")]
    Version(u8),
    /// The bytes end too early or too late.
    #[error("packed game: wrong length, at byte {0}")]
    Length(usize),
    /// A byte has no meaning.
    #[error("packed game: byte {0} has no meaning")]
    BadByte(usize),
    /// The start is no position.
    #[error("packed game: {0}")]
    Start(#[from] InvalidPacked),
    /// A move is illegal.
    #[error("packed game, ply {ply}: {error}")]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// What is wrong with it.
        error: IllegalMove,
    },
}

/// The end byte: 0 open, 1 to 3 a recorded result, from 16 on a declared end (16 × reason + winner).
const RESULTS: [GameResult; 3] = [
    GameResult::SouthWins,
    GameResult::NorthWins,
    GameResult::Draw,
];
const REASONS: [EndReason; 5] = [
    EndReason::Agreement,
    EndReason::Resignation,
    EndReason::Time,
    EndReason::Repetition,
    EndReason::MaxPlies,
];

fn result_code(result: GameResult) -> u8 {
    let place = RESULTS.iter().position(|&known| known == result);
    place.map_or(0, |place| place as u8 + 1)
}

fn end_byte(game: &Game) -> u8 {
    match game.declared() {
        Some(outcome) => {
            let place = REASONS.iter().position(|&reason| reason == outcome.reason);
            16 * (place.unwrap_or(0) as u8 + 1) + result_code(GameResult::of(&outcome))
        }
        // What the board says itself needs no byte.
        None if game.is_game_over() => 0,
        None => result_code(game.result()),
    }
}

/// Reads bytes from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], PackedGameError> {
        let end = self.place + N;
        let taken = self
            .bytes
            .get(self.place..end)
            .and_then(|part| part.try_into().ok());
        let taken = taken.ok_or(PackedGameError::Length(self.bytes.len()))?;
        self.place = end;
        Ok(taken)
    }
}

impl Game {
    /// The game in one byte a move: for data sets. Tags and undone moves are left out.
    ///
    /// Two bytes `T` and 1 (the version); one byte of flags: the rules in the low three bits (play-out, same number,
    /// pit nine), the highest bit if the start is another one, which then follows in 16 bytes and its turn number in
    /// four (big-endian); the number of moves in four bytes (big-endian); the moves, 1 to 9; one byte for the end.
    /// The layout never changes; a later one has another version.
    ///
    /// ```
    /// use togyz_core::{Game, Move};
    /// let mut game = Game::new();
    /// game.push(Move::M7)?;
    /// game.push(Move::M9)?;
    /// assert_eq!(game.to_packed(), [b'T', 1, 0, 0, 0, 0, 2, 7, 9, 0]);
    /// assert_eq!(Game::from_packed(&game.to_packed()), Ok(game));
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn to_packed(&self) -> Vec<u8> {
        let Fen { position, fullmove } = self.start_fen();
        let rules = position.rules();
        let mut out = Vec::with_capacity(self.ply() + 32);
        out.extend(HEAD);
        if position == Position::start(rules) && fullmove == 1 {
            out.push(rules.bits());
        } else {
            out.push(rules.bits() | OTHER_START);
            out.extend(PackedPosition::from(position).to_bytes());
            out.extend(fullmove.to_be_bytes());
        }
        out.extend((self.ply() as u32).to_be_bytes());
        out.extend(self.moves().iter().map(|mv| mv.number()));
        out.push(end_byte(self));
        out
    }

    /// Reads a game from its packed bytes.
    ///
    /// # Errors
    /// [`PackedGameError`] if the bytes are no game, of a later version, or hold an illegal move.
    ///
    /// ```
    /// use togyz_core::Game;
    /// assert!(Game::from_packed(b"no game").is_err());
    /// ```
    pub fn from_packed(bytes: &[u8]) -> Result<Game, PackedGameError> {
        let mut input = Reader { bytes, place: 0 };
        let [head] = input.take()?;
        if head != HEAD[0] {
            return Err(PackedGameError::NotAGame);
        }
        let [version] = input.take()?;
        if version != HEAD[1] {
            return Err(PackedGameError::Version(version));
        }
        let mut game = read_start(&mut input)?;
        let plies = u32::from_be_bytes(input.take()?);
        for ply in 1..=plies as usize {
            let place = input.place;
            let [number] = input.take()?;
            let mv = Move::new(number).map_err(|_| PackedGameError::BadByte(place))?;
            game.push(mv)
                .map_err(|error| PackedGameError::Move { ply, error })?;
        }
        read_end(&mut input, &mut game)?;
        if input.place != bytes.len() {
            return Err(PackedGameError::Length(input.place));
        }
        Ok(game)
    }
}

fn read_start(input: &mut Reader<'_>) -> Result<Game, PackedGameError> {
    let place = input.place;
    let [flags] = input.take()?;
    if flags & !(OTHER_START | 7) != 0 {
        return Err(PackedGameError::BadByte(place));
    }
    let rules = Rules::from_bits(flags);
    if flags & OTHER_START == 0 {
        return Ok(Game::with_rules(rules));
    }
    let position = Position::from(PackedPosition::from_bytes(input.take()?)?);
    let fullmove = u32::from_be_bytes(input.take()?);
    let standard = position == Position::start(rules) && fullmove == 1;
    if position.rules() != rules || fullmove == 0 || standard {
        return Err(PackedGameError::BadByte(place));
    }
    Ok(Game::from_fen(Fen { position, fullmove }))
}

fn read_end(input: &mut Reader<'_>, game: &mut Game) -> Result<(), PackedGameError> {
    let place = input.place;
    let [code] = input.take()?;
    let bad = PackedGameError::BadByte(place);
    let result = match code & 15 {
        0 => GameResult::Unfinished,
        low => *RESULTS.get(usize::from(low) - 1).ok_or(bad)?,
    };
    if code != 0 && game.is_game_over() {
        return Err(bad);
    }
    if code < 16 {
        let known = (code != 0).then_some(result);
        game.set_recorded_result(known);
        return Ok(());
    }
    let reason = *REASONS.get(usize::from(code >> 4) - 1).ok_or(bad)?;
    let winner: Option<Side> = result.winner().ok_or(bad)?;
    let position = *game.position();
    let kazans = BySide::from_fn(|side| position.kazan(side));
    let outcome = Outcome {
        winner,
        reason,
        kazans,
    };
    game.declare(outcome).map_err(|_| bad)?;
    Ok(())
}
