//! Serde for types with one natural text or data form.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    EndReason, Fen, Game, GameResult, Move, Outcome, PackedPosition, Pit, Position, Rules, Side,
};

fn parse<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                parse(from)
            }
        }
    )*};
}

as_text!(Side, Rules, EndReason);

/// A move is its pit number.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        Move::new(u8::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PitData {
    side: Side,
    number: u8,
}

impl Serialize for Pit {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (side, number) = (self.side(), self.number());
        PitData { side, number }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Pit {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Pit, D::Error> {
        let PitData { side, number } = PitData::deserialize(from)?;
        Pit::new(side, number).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionData {
    fen: String,
    rules: Rules,
}

/// A position is its FEN and its rules.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (fen, rules) = (self.to_string(), self.rules());
        PositionData { fen, rules }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
        let PositionData { fen, rules } = PositionData::deserialize(from)?;
        Position::from_fen(&fen, rules).map_err(D::Error::custom)
    }
}

/// A packed position is its 16 bytes.
impl Serialize for PackedPosition {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_bytes().serialize(to)
    }
}

impl<'de> Deserialize<'de> for PackedPosition {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PackedPosition, D::Error> {
        PackedPosition::from_bytes(<[u8; 16]>::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameData {
    start: Position,
    fullmove: u32,
    moves: Vec<Move>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    ended: Option<Outcome>,
    #[serde(default)]
    result: GameResult,
}

as_text!(GameResult);

/// A game is its start, its moves, its tags and its declared end; undone moves are left out.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Fen { position, fullmove } = self.start_fen();
        let tags = self.tags().iter();
        GameData {
            start: position,
            fullmove,
            moves: self.moves().to_vec(),
            tags: tags
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            ended: self.declared(),
            result: self.result(),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Game, D::Error> {
        let data = GameData::deserialize(from)?;
        if data.fullmove == 0 {
            return Err(D::Error::custom("turn numbers start at 1"));
        }
        let mut game = Game::from_fen(Fen {
            position: data.start,
            fullmove: data.fullmove,
        });
        for (index, mv) in data.moves.into_iter().enumerate() {
            game.push(mv)
                .map_err(|error| D::Error::custom(format_args!("ply {}: {error}", index + 1)))?;
        }
        for (name, value) in data.tags {
            game.tags_mut()
                .set(&name, &value)
                .map_err(D::Error::custom)?;
        }
        if let Some(outcome) = data.ended {
            game.declare(outcome).map_err(D::Error::custom)?;
        }
        let written = Some(data.result).filter(|&result| result != GameResult::Unfinished);
        match game.outcome() {
            None => game.set_recorded_result(written),
            Some(outcome) if written.is_some_and(|result| result != GameResult::of(&outcome)) => {
                return Err(D::Error::custom(format_args!(
                    "the result disagrees: {outcome}"
                )));
            }
            Some(_) => {}
        }
        Ok(game)
    }
}
