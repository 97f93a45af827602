//! The network that ranks moves, in floating point, with its gradient.

use super::data::Choice;
use super::first::{self, First};
use super::layers::{add_scaled, clamp_row, clamp_second, dot, short, weight};
use super::model::Features;
use crate::eval::layers::{SECOND_UNIT, SECOND_WEIGHT, SecondLayer};
use crate::eval::network::HEADS;
use crate::eval::policy::{GAINS, LANES, Policy};

/// Where the parts of the model lie among its numbers: the first layer, then the heads, each with a row for each move and
/// their bias, then for each move its table of gains.
const FIRST_HEAD: usize = first::parameters(LANES);
const HEAD: usize = 9 * (LANES + 1);
const FIRST_GAIN: usize = FIRST_HEAD + HEADS * HEAD;
/// Numbers of an input in the first layer.
pub(super) const ROW: usize = 2 * LANES;
/// Numbers of the model.
pub(super) const PARAMETERS: usize = FIRST_GAIN + 9 * GAINS;

#[inline(always)]
fn head_numbers(numbers: &[f32], head: usize) -> (&[f32], &[f32]) {
    numbers[FIRST_HEAD + head * HEAD..][..HEAD].split_at(9 * LANES)
}

/// Numbers that let learning begin; what moves win says nothing yet.
pub(super) fn initialise(numbers: &mut [f32], mut around_zero: impl FnMut(f32) -> f32) {
    let (first, rest) = numbers.split_at_mut(FIRST_HEAD);
    first::initialise(first, LANES, &mut around_zero);
    let (heads, gains) = rest.split_at_mut(HEADS * HEAD);
    for head in heads.chunks_exact_mut(HEAD) {
        let (rows, bias) = head.split_at_mut(9 * LANES);
        rows.fill_with(|| around_zero(0.05));
        bias.fill(0.0);
    }
    gains.fill(0.0);
}

/// Keeps the rows of some inputs and all behind the first layer within what the integers hold, and puts them beside it with
/// rows as integers hold them.
pub(super) fn settle(numbers: &mut [f32], rounded: &mut [f32], inputs: &[u16]) {
    let (first, rest) = numbers.split_at_mut(FIRST_HEAD);
    let (rounded_first, rounded_rest) = rounded.split_at_mut(FIRST_HEAD);
    first::settle(first, rounded_first, LANES, inputs);
    clamp_second(rest);
    for head in rest[..HEADS * HEAD].chunks_exact_mut(HEAD) {
        head[..9 * LANES]
            .chunks_exact_mut(LANES)
            .for_each(clamp_row);
    }
    rounded_rest.copy_from_slice(rest);
}

/// What the layers hold for one position.
pub(super) struct Activations {
    first: First<LANES>,
    /// The chance of each move to be the search's choice; 0 for a move that is not legal.
    pub(super) chances: [f32; 9],
}

#[inline(always)]
pub(super) fn forward(numbers: &[f32], features: &Features, choice: &Choice) -> Activations {
    let first = first::forward(numbers, &features.inputs);
    let (rows, bias) = head_numbers(numbers, usize::from(features.head));
    let mut chances = [f32::NEG_INFINITY; 9];
    let mut most = f32::NEG_INFINITY;
    for (mv, gain) in choice.legal() {
        let by_gain = numbers[FIRST_GAIN + mv * GAINS + gain];
        chances[mv] = bias[mv] + by_gain + dot(&rows[mv * LANES..][..LANES], &first.products);
        most = most.max(chances[mv]);
    }
    let mut sum = 0.0;
    for chance in &mut chances {
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    chances.iter_mut().for_each(|chance| *chance /= sum);
    Activations { first, chances }
}

/// Adds to a gradient what one position contributes to the cross-entropy, weighed by `share`.
#[inline(always)]
pub(super) fn backward(
    numbers: &[f32],
    features: &Features,
    choice: &Choice,
    activations: &Activations,
    share: f32,
    gradient: &mut [f32],
) {
    let at = usize::from(features.head);
    let (rows, _) = head_numbers(numbers, at);
    let (first, rest) = gradient.split_at_mut(FIRST_HEAD);
    let (heads, gains) = rest.split_at_mut(HEADS * HEAD);
    let (row_slopes, bias_slopes) = heads[at * HEAD..][..HEAD].split_at_mut(9 * LANES);
    let mut by_product = [0.0; LANES];
    for (mv, gain) in choice.legal() {
        let chosen = f32::from(u8::from(mv == usize::from(choice.best)));
        let slope = (activations.chances[mv] - chosen) * share;
        gains[mv * GAINS + gain] += slope;
        bias_slopes[mv] += slope;
        let lanes = mv * LANES..(mv + 1) * LANES;
        add_scaled(
            &mut row_slopes[lanes.clone()],
            slope,
            &activations.first.products,
        );
        add_scaled(&mut by_product, slope, &rows[lanes]);
    }
    first::backward(&features.inputs, &activations.first, &by_product, first);
}

/// The integers that come nearest to a model.
pub(super) fn quantised(numbers: &[f32]) -> Policy {
    let mut policy = Policy::zero();
    let unit = f32::from(SECOND_UNIT);
    policy.first = first::quantised(&numbers[..FIRST_HEAD]);
    for (index, head) in policy.heads.iter_mut().enumerate() {
        *head = quantised_head(head_numbers(numbers, index));
    }
    let (tables, _) = numbers[FIRST_GAIN..].as_chunks::<GAINS>();
    for (gains, table) in policy.gains.iter_mut().zip(tables) {
        *gains = table.map(|number| short(number, unit));
    }
    policy
}

/// The numbers of a model whose integers are a policy's.
pub(super) fn from_network(policy: &Policy, numbers: &mut [f32]) {
    let unit = f32::from(SECOND_UNIT);
    let (first, rest) = numbers.split_at_mut(FIRST_HEAD);
    first::from_layer(&policy.first, first);
    let (heads, gains) = rest.split_at_mut(HEADS * HEAD);
    for (numbers, head) in heads.chunks_exact_mut(HEAD).zip(policy.heads.iter()) {
        let (rows, bias) = numbers.split_at_mut(9 * LANES);
        for mv in 0..9 {
            for lane in 0..LANES {
                rows[weight(mv, lane, LANES)] =
                    f32::from(head.weight(lane, mv)) / SECOND_WEIGHT as f32;
            }
            bias[mv] = f32::from(head.bias[mv]) / unit;
        }
    }
    for (number, &gain) in gains.iter_mut().zip(policy.gains.as_flattened()) {
        *number = f32::from(gain) / unit;
    }
}

fn quantised_head((rows, bias): (&[f32], &[f32])) -> SecondLayer<LANES> {
    let unit = f32::from(SECOND_UNIT);
    let mut head = SecondLayer::ZERO;
    for mv in 0..9 {
        for lane in 0..LANES {
            *head.weight_mut(lane, mv) = short(rows[weight(mv, lane, LANES)], SECOND_WEIGHT as f32);
        }
        head.bias[mv] = short(bias[mv], unit);
    }
    head
}

#[cfg(test)]
mod tests {
    use super::super::first::all_inputs;
    use super::super::model::tests::{assert_slopes, drawn, start};
    use super::*;
    use crate::Candidate;
    use crate::eval::inputs::INPUTS;
    use togyz_core::{Move, Position};

    fn model() -> Vec<f32> {
        let mut numbers = vec![0.0; PARAMETERS];
        let mut draw = drawn();
        initialise(&mut numbers, |size| (2.0 * draw() - 1.0) * 4.0 * size);
        numbers[FIRST_GAIN..].fill_with(|| draw() - 0.5);
        numbers
    }

    fn loss(numbers: &[f32], choice: &Choice) -> f32 {
        -forward(numbers, &start(), choice).chances[usize::from(choice.best)].ln()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_cross_entropy() {
        let numbers = model();
        let features = start();
        let choice = Choice::of(&Position::START, Move::M6);
        let mut gradient = vec![0.0; PARAMETERS];
        let activations = forward(&numbers, &features, &choice);
        backward(
            &numbers,
            &features,
            &choice,
            &activations,
            1.0,
            &mut gradient,
        );
        let input = usize::from(features.inputs[4]) * 2 * LANES;
        let head = FIRST_HEAD + usize::from(features.head) * HEAD;
        let bias = INPUTS * 2 * LANES;
        let places = (input..input + 2 * LANES)
            .step_by(7)
            .chain((bias..bias + 2 * LANES).step_by(7))
            .chain((head..head + HEAD).step_by(7))
            .chain(FIRST_GAIN..PARAMETERS);
        assert_slopes(&numbers, &gradient, places, |numbers| {
            loss(numbers, &choice)
        });
    }

    #[test]
    fn integers_rank_as_the_floating_point_model_does() {
        let mut numbers = vec![0.0; PARAMETERS];
        settle(&mut model(), &mut numbers, &all_inputs());
        let features = start();
        let choice = Choice::of(&Position::START, Move::M1);
        let chances = forward(&numbers, &features, &choice).chances;
        let mut candidates: Vec<Candidate> = Position::START
            .legal_moves()
            .into_iter()
            .map(|mv| Candidate {
                mv,
                gain: crate::search::gain(&Position::START, mv),
                score: 0,
            })
            .collect();
        quantised(&numbers).score(
            &features.inputs,
            usize::from(features.head),
            &mut candidates,
        );
        for pair in candidates.windows(2) {
            let integers = (pair[1].score - pair[0].score) as f32 / f32::from(SECOND_UNIT);
            let exact = (chances[pair[1].mv.index()] / chances[pair[0].mv.index()]).ln();
            assert!((integers - exact).abs() < 0.01, "{integers} {exact}");
        }
    }
}
