//! The evaluation in floating point, with its gradient.

use super::first::{self, First};
use super::layers::{add_scaled, clamp_row, clamp_second, dot, short, weight};
use super::model::Features;
use crate::eval::layers::{HIDDEN, SECOND_UNIT, SECOND_WEIGHT};
use crate::eval::network::{HEADS, Head, LANES, Network, OUT_UNIT};

/// Where the parts of the model lie among its numbers: the first layer, then the heads, each with the rows of its second
/// layer, their bias, the output and its bias.
pub(super) const FIRST_HEAD: usize = first::parameters(LANES);
pub(super) const HEAD: usize = HIDDEN * LANES + 2 * HIDDEN + 1;
/// Numbers of an input in the first layer.
pub(super) const ROW: usize = 2 * LANES;
/// Numbers of the model.
pub(super) const PARAMETERS: usize = FIRST_HEAD + HEADS * HEAD;

/// The parts of a head's numbers.
struct HeadView<'a> {
    rows: &'a [f32],
    bias: &'a [f32],
    out: &'a [f32],
    out_bias: f32,
}

#[inline(always)]
fn head_view(numbers: &[f32], head: usize) -> HeadView<'_> {
    let numbers = &numbers[FIRST_HEAD + head * HEAD..][..HEAD];
    let (rows, rest) = numbers.split_at(HIDDEN * LANES);
    HeadView {
        rows,
        bias: &rest[..HIDDEN],
        out: &rest[HIDDEN..2 * HIDDEN],
        out_bias: rest[2 * HIDDEN],
    }
}

/// Numbers that let learning begin.
pub(super) fn initialise(numbers: &mut [f32], mut around_zero: impl FnMut(f32) -> f32) {
    let (first, heads) = numbers.split_at_mut(FIRST_HEAD);
    first::initialise(first, LANES, &mut around_zero);
    for head in heads.chunks_exact_mut(HEAD) {
        head[..HIDDEN * LANES].fill_with(|| around_zero(0.2));
        head[HIDDEN * LANES..][..HIDDEN].fill(0.1);
        head[HIDDEN * LANES + HIDDEN..][..HIDDEN].fill_with(|| around_zero(0.2));
    }
}

/// Keeps the rows of some inputs and all behind the first layer within what the integers hold, and puts them beside it with
/// rows as integers hold them.
pub(super) fn settle(numbers: &mut [f32], rounded: &mut [f32], inputs: &[u16]) {
    let (first, heads) = numbers.split_at_mut(FIRST_HEAD);
    let (rounded_first, rounded_heads) = rounded.split_at_mut(FIRST_HEAD);
    first::settle(first, rounded_first, LANES, inputs);
    clamp_second(heads);
    for head in heads.chunks_exact_mut(HEAD) {
        head[..HIDDEN * LANES]
            .chunks_exact_mut(LANES)
            .for_each(clamp_row);
    }
    rounded_heads.copy_from_slice(heads);
}

/// What the layers hold for one position.
pub(super) struct Activations {
    first: First<LANES>,
    second: [f32; HIDDEN],
    /// The output: the logarithm of the odds that the player on turn wins.
    pub(super) logit: f32,
}

#[inline(always)]
pub(super) fn forward(numbers: &[f32], features: &Features) -> Activations {
    let first = first::forward(numbers, &features.inputs);
    let head = head_view(numbers, usize::from(features.head));
    let mut logit = head.out_bias;
    let mut second = [0.0; HIDDEN];
    for (index, number) in second.iter_mut().enumerate() {
        let row = &head.rows[index * LANES..][..LANES];
        *number = head.bias[index] + dot(row, &first.products);
        logit += head.out[index] * number.clamp(0.0, 1.0);
    }
    Activations {
        first,
        second,
        logit,
    }
}

/// Adds to a gradient what one position contributes; `slope` is the loss by the logit.
#[inline(always)]
pub(super) fn backward(
    numbers: &[f32],
    features: &Features,
    activations: &Activations,
    slope: f32,
    gradient: &mut [f32],
) {
    let at = usize::from(features.head);
    let head = head_view(numbers, at);
    let (first, heads) = gradient.split_at_mut(FIRST_HEAD);
    let (rows, rest) = heads[at * HEAD..][..HEAD].split_at_mut(HIDDEN * LANES);
    let mut by_product = [0.0; LANES];
    rest[2 * HIDDEN] += slope;
    for (index, &number) in activations.second.iter().enumerate() {
        rest[HIDDEN + index] += slope * number.clamp(0.0, 1.0);
        if number > 0.0 && number < 1.0 {
            let by_second = slope * head.out[index];
            rest[index] += by_second;
            let lanes = index * LANES..(index + 1) * LANES;
            add_scaled(
                &mut rows[lanes.clone()],
                by_second,
                &activations.first.products,
            );
            add_scaled(&mut by_product, by_second, &head.rows[lanes]);
        }
    }
    first::backward(&features.inputs, &activations.first, &by_product, first);
}

/// Gives a network the integers that come nearest to a model whose logit is `scale` hundredths of a stone.
pub(super) fn quantise(numbers: &[f32], scale: f32, network: &mut Network) {
    network.first = first::quantised(&numbers[..FIRST_HEAD]);
    for (index, head) in network.heads.iter_mut().enumerate() {
        *head = quantised_head(&head_view(numbers, index), scale);
    }
}

/// The numbers of a model whose integers are a network's.
pub(super) fn from_network(network: &Network, scale: f32, numbers: &mut [f32]) {
    let (first, heads) = numbers.split_at_mut(FIRST_HEAD);
    first::from_layer(&network.first, first);
    let second = f32::from(SECOND_UNIT);
    let out = scale * OUT_UNIT as f32;
    for (numbers, head) in heads.chunks_exact_mut(HEAD).zip(network.heads.iter()) {
        let (rows, rest) = numbers.split_at_mut(HIDDEN * LANES);
        for lane in 0..LANES {
            for index in 0..HIDDEN {
                rows[weight(index, lane, LANES)] =
                    f32::from(head.second.weight(lane, index)) / SECOND_WEIGHT as f32;
            }
        }
        for index in 0..HIDDEN {
            rest[index] = f32::from(head.second.bias[index]) / second;
            rest[HIDDEN + index] = f32::from(head.out[index]) / out;
        }
        rest[2 * HIDDEN] = (f64::from(head.out_bias) / f64::from(out * second)) as f32;
    }
}

fn quantised_head(view: &HeadView<'_>, scale: f32) -> Head {
    let second = f32::from(SECOND_UNIT);
    let mut head = Head::ZERO;
    for lane in 0..LANES {
        for index in 0..HIDDEN {
            *head.second.weight_mut(lane, index) =
                short(view.rows[weight(index, lane, LANES)], SECOND_WEIGHT as f32);
        }
    }
    let out = scale * OUT_UNIT as f32;
    for index in 0..HIDDEN {
        head.second.bias[index] = short(view.bias[index], second);
        head.out[index] = short(view.out[index], out);
    }
    // A product of 32-bit floats could miss the last bit.
    head.out_bias = (f64::from(view.out_bias) * f64::from(out * second)).round() as i32;
    head
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::{assert_slopes, drawn, start};
    use super::super::model::{initial, quantised, rounded};
    use super::*;
    use crate::Evaluator;
    use crate::eval::inputs::INPUTS;
    use togyz_core::Position;

    const BIAS: usize = INPUTS * 2 * LANES;

    #[test]
    fn the_gradient_is_the_slope_of_the_logit() {
        let numbers = initial(drawn());
        let features = start();
        let mut gradient = vec![0.0; PARAMETERS];
        backward(
            &numbers,
            &features,
            &forward(&numbers, &features),
            1.0,
            &mut gradient,
        );
        let input = usize::from(features.inputs[4]) * 2 * LANES;
        let head = FIRST_HEAD + usize::from(features.head) * HEAD;
        let places = (input..input + 2 * LANES)
            .step_by(11)
            .chain((BIAS..BIAS + 2 * LANES).step_by(11))
            .chain((head..head + HEAD).step_by(37));
        assert_slopes(&numbers, &gradient, places, |numbers| {
            forward(numbers, &features).logit
        });
        // Nothing flows to what is not switched on.
        assert!(
            gradient[FIRST_HEAD..FIRST_HEAD + HEAD]
                .iter()
                .all(|&x| x == 0.0)
        );
    }

    #[test]
    fn integers_say_what_the_floating_point_model_says() {
        let numbers = rounded(&initial(drawn()));
        let network = quantised(&numbers, 1_100.0);
        let logit = forward(&numbers, &start()).logit;
        let value = network.evaluate(&Position::START);
        assert!(
            (f64::from(value) - f64::from(logit) * 1_100.0).abs() < 3.0,
            "{value} {logit}"
        );
    }
}
