//! What a learner sees of a position.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use togyz_core::{PITS, Position, STONES};

/// A form of observation. Both are seen by the player on turn, so that one network plays both sides; the rules and the
/// side itself are in neither.
///
/// ```
/// use togyz_ai::learn::Observation;
/// assert_eq!("planes".parse(), Ok(Observation::Planes));
/// assert_eq!(Observation::Counts.shape(), [22]);
/// assert_eq!(Observation::Planes.len(), 504);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Observation {
    /// 22 bytes: [`Position::counts`].
    #[default]
    Counts,
    /// 28 planes of 2 rows and 9 pits, 32-bit floats from 0 to 1: the stones of each pit one-hot and scaled, tuzdyks,
    /// kazans.
    Planes,
}

/// One stretch of an observation and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservationPart {
    /// Places along the first axis.
    pub places: Range<usize>,
    /// A short name.
    pub name: &'static str,
    /// The greatest value; the least is 0.
    pub high: u8,
    /// The meaning in words.
    pub meaning: &'static str,
}

/// Counts that have a plane of their own; one more plane is for all larger ones.
const EXACT: usize = 24;
const SCALED: usize = EXACT + 1;
const TUZDYK: usize = EXACT + 2;
const KAZAN: usize = EXACT + 3;
const PLANES: usize = EXACT + 4;
/// Numbers in one plane.
const PLANE: usize = 2 * PITS;
/// Numbers in [`Position::counts`].
const COUNTS: usize = 22;

/// A text that names no observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an observation is counts or planes")]
pub struct ParseObservationError;

impl FromStr for Observation {
    type Err = ParseObservationError;

    fn from_str(text: &str) -> Result<Observation, ParseObservationError> {
        let named = |kind: &Observation| kind.name() == text;
        let kind = Observation::ALL.into_iter().find(named);
        kind.ok_or(ParseObservationError)
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Observation {
    /// Both forms.
    pub const ALL: [Observation; 2] = [Observation::Counts, Observation::Planes];

    /// `counts` or `planes`.
    ///
    /// ```
    /// assert_eq!(togyz_ai::learn::Observation::Counts.name(), "counts");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Observation::Counts => "counts",
            Observation::Planes => "planes",
        }
    }

    /// The shape of one observation.
    ///
    /// ```
    /// assert_eq!(togyz_ai::learn::Observation::Planes.shape(), [28, 2, 9]);
    /// ```
    #[must_use]
    pub const fn shape(self) -> &'static [usize] {
        match self {
            Observation::Counts => &[COUNTS],
            Observation::Planes => &[PLANES, 2, PITS],
        }
    }

    /// How many numbers one observation has.
    ///
    /// ```
    /// assert_eq!(togyz_ai::learn::Observation::Counts.len(), 22);
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no observation is empty")]
    pub const fn len(self) -> usize {
        match self {
            Observation::Counts => COUNTS,
            Observation::Planes => PLANES * PLANE,
        }
    }

    /// What each place along the first axis means, in order and without gaps.
    ///
    /// ```
    /// use togyz_ai::learn::Observation;
    /// let parts = Observation::Counts.parts();
    /// assert_eq!((parts[2].places.clone(), parts[2].name), (18..19, "own kazan"));
    /// ```
    #[must_use]
    pub fn parts(self) -> Vec<ObservationPart> {
        let part = |places, name, high, meaning| ObservationPart {
            places,
            name,
            high,
            meaning,
        };
        match self {
            Observation::Counts => vec![
                part(
                    0..9,
                    "own pits",
                    STONES,
                    "stones in the mover's pits 1 to 9",
                ),
                part(
                    9..18,
                    "other pits",
                    STONES,
                    "stones in the other player's pits 1 to 9",
                ),
                part(18..19, "own kazan", STONES, "stones in the mover's kazan"),
                part(
                    19..20,
                    "other kazan",
                    STONES,
                    "stones in the other player's kazan",
                ),
                part(
                    20..21,
                    "own tuzdyk",
                    9,
                    "number of the pit of the other row that is the mover's tuzdyk, 0 for none",
                ),
                part(
                    21..22,
                    "other tuzdyk",
                    9,
                    "number of the mover's pit that is the other player's tuzdyk, 0 for none",
                ),
            ],
            Observation::Planes => vec![
                part(
                    0..EXACT,
                    "exact count",
                    1,
                    "plane k is 1 where a pit holds k stones",
                ),
                part(
                    EXACT..SCALED,
                    "many",
                    1,
                    "1 where a pit holds 24 stones or more",
                ),
                part(
                    SCALED..TUZDYK,
                    "scaled count",
                    1,
                    "stones of each pit divided by 162",
                ),
                part(
                    TUZDYK..KAZAN,
                    "tuzdyk",
                    1,
                    "1 at a pit that is a tuzdyk of the other row's player",
                ),
                part(
                    KAZAN..PLANES,
                    "kazan",
                    1,
                    "the kazan of the row's player divided by 162, all along the row",
                ),
            ],
        }
    }
}

/// Writes the planes of a position: for each plane the mover's pits 1 to 9, then the other player's.
///
/// # Panics
/// If the slice is not 504 long.
///
/// ```
/// use togyz_ai::learn::write_planes;
/// use togyz_core::Position;
/// let mut planes = [0.0; 504];
/// write_planes(&Position::START, &mut planes);
/// // Every pit holds nine stones.
/// assert_eq!(planes[9 * 18..10 * 18], [1.0; 18]);
/// ```
pub fn write_planes(position: &Position, planes: &mut [f32]) {
    const SCALE: f32 = 1.0 / STONES as f32;
    assert_eq!(
        planes.len(),
        Observation::Planes.len(),
        "the length of planes"
    );
    planes.fill(0.0);
    let counts = position.counts();
    let (pits, rest) = counts.split_at(PLANE);
    for (place, &stones) in pits.iter().enumerate() {
        planes[usize::from(stones).min(EXACT) * PLANE + place] = 1.0;
        planes[SCALED * PLANE + place] = f32::from(stones) * SCALE;
    }
    // A player's tuzdyk lies in the other row.
    for (row, &number) in [rest[3], rest[2]].iter().enumerate() {
        if number != 0 {
            planes[TUZDYK * PLANE + row * PITS + usize::from(number) - 1] = 1.0;
        }
    }
    for (row, &kazan) in rest[..2].iter().enumerate() {
        let start = KAZAN * PLANE + row * PITS;
        planes[start..start + PITS].fill(f32::from(kazan) * SCALE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_first_axis() {
        for kind in Observation::ALL {
            let mut end = 0;
            for part in kind.parts() {
                assert_eq!(part.places.start, end);
                end = part.places.end;
            }
            assert_eq!(end, kind.shape()[0]);
            assert_eq!(kind.shape().iter().product::<usize>(), kind.len());
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert_eq!("Counts".parse::<Observation>(), Err(ParseObservationError));
    }

    #[test]
    fn planes_by_hand() {
        let start = Position::START;
        let after = start.play(togyz_core::Move::M7).expect("legal");
        let mut planes = vec![9.0; Observation::Planes.len()];
        write_planes(&after, &mut planes);
        let plane = |k: usize| &planes[k * 18..(k + 1) * 18];
        // North sees its own row first: 10 10 10 10 10 0 9 9 9, then South's: 9 9 9 9 9 9 1 10 10.
        let at = |places: &[usize]| {
            let mut row = [0.0f32; 18];
            places.iter().for_each(|&place| row[place] = 1.0);
            row
        };
        assert_eq!(plane(0), at(&[5]));
        assert_eq!(plane(1), at(&[15]));
        assert_eq!(plane(9), at(&[6, 7, 8, 9, 10, 11, 12, 13, 14]));
        assert_eq!(plane(10), at(&[0, 1, 2, 3, 4, 16, 17]));
        assert_eq!(plane(EXACT), at(&[]));
        assert!((plane(SCALED)[0] - 10.0 / 162.0).abs() < 1e-6);
        assert_eq!(plane(TUZDYK), at(&[]));
        assert_eq!(plane(KAZAN)[..9], [0.0; 9]);
        assert!((plane(KAZAN)[9] - 10.0 / 162.0).abs() < 1e-6);
    }

    #[test]
    fn tuzdyks_and_large_pits_by_hand() {
        let setup = togyz_core::Setup {
            pits: togyz_core::BySide {
                south: [100, 0, 0, 0, 0, 0, 0, 0, 0],
                north: [0, 0, 0, 0, 0, 0, 0, 24, 23],
            },
            kazans: togyz_core::BySide {
                south: 10,
                north: 5,
            },
            // South owns North's pit 3, North owns South's pit 5.
            tuzdyks: togyz_core::BySide {
                south: Some(3),
                north: Some(5),
            },
            ..togyz_core::Setup::default()
        };
        let position = Position::try_from(setup).expect("162 stones");
        let mut planes = [0.0; 504];
        write_planes(&position, &mut planes);
        let tuzdyks: Vec<usize> = (0..18)
            .filter(|place| planes[TUZDYK * 18 + place] > 0.0)
            .collect();
        assert_eq!(tuzdyks, [4, 9 + 2]);
        let many: Vec<usize> = (0..18)
            .filter(|place| planes[EXACT * 18 + place] > 0.0)
            .collect();
        assert_eq!(many, [0, 9 + 7]);
        assert_eq!(planes[23 * 18 + 17], 1.0);
    }
}
