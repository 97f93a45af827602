//! The two networks that are trained together: one judges positions, one ranks moves. They have no number in common.

use super::first::all_inputs;
use super::{policy, value};
use crate::Network;
use crate::eval::inputs::{ACTIVE, CASE, CASES};

/// Numbers of a model: those of the evaluation, then those of the policy.
pub(super) const PARAMETERS: usize = value::PARAMETERS + policy::PARAMETERS;

/// The numbers of a model, or the gradient of a loss by them.
pub(super) type Numbers = Vec<f32>;

/// What a position switches on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    pub(super) inputs: [u16; ACTIVE],
    pub(super) head: u8,
}

/// The numbers of the evaluation and those of the policy.
pub(super) fn parts(numbers: &[f32]) -> (&[f32], &[f32]) {
    numbers.split_at(value::PARAMETERS)
}

pub(super) fn parts_mut(numbers: &mut [f32]) -> (&mut [f32], &mut [f32]) {
    numbers.split_at_mut(value::PARAMETERS)
}

/// Random numbers of the size that lets learning begin, drawn one after the other from 0 to 1.
pub(super) fn initial(mut draw: impl FnMut() -> f32) -> Numbers {
    let mut around_zero = |size: f32| (2.0 * draw() - 1.0) * size;
    let mut numbers = vec![0.0; PARAMETERS];
    let (value, policy) = parts_mut(&mut numbers);
    value::initialise(value, &mut around_zero);
    policy::initialise(policy, &mut around_zero);
    numbers
}

/// The numbers of a model whose integers are a network's.
pub(super) fn from_network(network: &Network, scale: f32) -> Numbers {
    let mut numbers = vec![0.0; PARAMETERS];
    let (value, policy) = parts_mut(&mut numbers);
    value::from_network(network, scale, value);
    policy::from_network(&network.policy, policy);
    numbers
}

/// Keeps the rows of some inputs and all behind the first layers within what the integers hold, and puts them beside it with rows
/// as integers hold them; all else is as it is.
pub(super) fn settle(numbers: &mut [f32], rounded: &mut [f32], inputs: &[u16]) {
    let (value, policy) = parts_mut(numbers);
    let (value_rounded, policy_rounded) = parts_mut(rounded);
    value::settle(value, value_rounded, inputs);
    policy::settle(policy, policy_rounded, inputs);
}

/// A model within what the integers hold, its rows as they hold them; all else is as it is.
pub(super) fn rounded(numbers: &[f32]) -> Numbers {
    let mut rounded = vec![0.0; PARAMETERS];
    settle(&mut numbers.to_vec(), &mut rounded, &all_inputs());
    rounded
}

/// Gives all cases of who has a tuzdyk the rows of the first.
pub(super) fn share_rows(numbers: &mut [f32]) {
    let (value, policy) = parts_mut(numbers);
    for (numbers, row) in [(value, value::ROW), (policy, policy::ROW)] {
        for case in 1..CASES {
            numbers.copy_within(..CASE * row, case * CASE * row);
        }
    }
}

/// The network of integers that comes nearest to a model whose logit is `scale` hundredths of a stone.
pub(super) fn quantised(numbers: &[f32], scale: f32) -> Network {
    let (value, policy) = parts(numbers);
    let mut network = Network::zero();
    value::quantise(value, scale, &mut network);
    network.policy = policy::quantised(policy);
    network
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::eval::inputs::inputs;
    use crate::eval::network::head;
    use togyz_core::Position;

    /// Numbers without a pattern, from 0 to 1.
    pub(in super::super) fn drawn() -> impl FnMut() -> f32 {
        let mut state = 12_345u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    /// Holds a gradient to what its function does when a number is moved a little, at some places.
    pub(in super::super) fn assert_slopes(
        numbers: &[f32],
        gradient: &[f32],
        places: impl Iterator<Item = usize>,
        function: impl Fn(&[f32]) -> f32,
    ) {
        let step = 1e-2;
        let mut moved = 0;
        for place in places {
            let mut other = numbers.to_vec();
            other[place] += step;
            let above = function(&other);
            other[place] -= 2.0 * step;
            let slope = (above - function(&other)) / (2.0 * step);
            assert!(
                (slope - gradient[place]).abs() < 2e-3,
                "{place}: {slope} {}",
                gradient[place]
            );
            moved += u32::from(slope.abs() > 1e-3);
        }
        assert!(moved > 8, "the test looks at numbers that matter");
    }

    #[test]
    fn a_network_goes_through_a_model_and_back() {
        let network = Network::default();
        assert!(quantised(&from_network(&network, 1_100.0), 1_100.0) == network);
    }

    pub(in super::super) fn start() -> Features {
        Features {
            inputs: inputs(&Position::START),
            head: head(&Position::START) as u8,
        }
    }
}
