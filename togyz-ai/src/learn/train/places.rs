//! What a batch moves: the rows of the inputs that it switches on, and what lies behind the first layers. So a step costs what
//! there is in its batch, not what there is in the model.

use std::ops::Range;

use super::data::Example;
use super::model::PARAMETERS;
use super::{policy, value};
use crate::eval::inputs::INPUTS;

/// The inputs that some slices of a batch switch on.
pub(super) struct SwitchedOn {
    /// In order.
    pub(super) inputs: Vec<u16>,
    /// For each of all inputs the slices that switch it on, as bits.
    slices: Box<[u8; INPUTS]>,
    /// All slices.
    all: u8,
}

/// Numbers that lie side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) numbers: Range<usize>,
    /// The slices whose gradient they have, as bits.
    slices: u8,
}

impl Place {
    pub(super) fn new(numbers: Range<usize>, slices: u8) -> Place {
        Place { numbers, slices }
    }

    /// Whether a slice has a gradient here.
    pub(super) fn has(&self, slice: usize) -> bool {
        self.slices & 1 << slice != 0
    }
}

impl SwitchedOn {
    /// By at most eight slices.
    pub(super) fn by(slices: &[&[Example]]) -> SwitchedOn {
        let mut bits = Box::new([0; INPUTS]);
        let mut all = 0;
        for (index, examples) in slices.iter().enumerate() {
            all |= 1 << index;
            for &input in examples.iter().flat_map(|example| &example.features.inputs) {
                bits[usize::from(input)] |= 1 << index;
            }
        }
        let inputs = (0..INPUTS as u16).filter(|&input| bits[usize::from(input)] != 0);
        SwitchedOn {
            inputs: inputs.collect(),
            slices: bits,
            all,
        }
    }

    /// Where the numbers lie that move, from first to last and apart.
    pub(super) fn places(&self) -> Vec<Place> {
        let layer = |first: usize, row: usize, parameters: usize| {
            let rows = self.inputs.iter().map(move |&input| {
                let at = first + usize::from(input) * row;
                Place::new(at..at + row, self.slices[usize::from(input)])
            });
            let behind = Place::new(first + INPUTS * row..first + parameters, self.all);
            rows.chain([behind])
        };
        let value = layer(0, value::ROW, value::PARAMETERS);
        let policy = layer(value::PARAMETERS, policy::ROW, policy::PARAMETERS);
        debug_assert_eq!(value::PARAMETERS + policy::PARAMETERS, PARAMETERS);
        value.chain(policy).collect()
    }
}

/// The parts of some numbers at places that lie in order and apart.
pub(super) fn carve<'a>(
    numbers: &'a mut [f32],
    places: &[Place],
) -> impl Iterator<Item = &'a mut [f32]> {
    let (mut rest, mut at) = (numbers, 0);
    places.iter().map(move |Place { numbers, .. }| {
        let tail = &mut std::mem::take(&mut rest)[numbers.start - at..];
        let (part, tail) = tail.split_at_mut(numbers.len());
        (rest, at) = (tail, numbers.end);
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_rows_and_what_lies_behind_them() {
        let mut slices = Box::new([0; INPUTS]);
        (slices[0], slices[3]) = (1, 2);
        let on = SwitchedOn {
            inputs: vec![0, 3],
            slices,
            all: 3,
        };
        // 256 numbers of a row and 128 of the policy's; both layers end with a bias.
        let policy = value::PARAMETERS;
        let expected = [
            (0..256, 1),
            (768..1_024, 2),
            (INPUTS * 256..policy, 3),
            (policy..policy + 128, 1),
            (policy + 384..policy + 512, 2),
            (policy + INPUTS * 128..PARAMETERS, 3),
        ];
        assert_eq!(
            on.places(),
            expected.map(|(numbers, slices)| Place::new(numbers, slices))
        );
        assert!(on.places()[1].has(1) && !on.places()[1].has(0));
    }

    #[test]
    fn carving_finds_the_numbers() {
        let mut numbers: Vec<f32> = (0..10).map(|number| number as f32).collect();
        let places = [1..3, 3..4, 8..10].map(|numbers| Place::new(numbers, 1));
        let parts: Vec<_> = carve(&mut numbers, &places).collect();
        assert_eq!(parts, [&mut [1.0, 2.0][..], &mut [3.0], &mut [8.0, 9.0]]);
    }
}
