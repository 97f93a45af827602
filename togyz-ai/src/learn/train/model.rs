//! The network in floating point, with its gradient.

use crate::eval::inputs::{ACTIVE, INPUTS};
use crate::eval::network::{
    FIRST_UNIT, HEADS, HIDDEN, Head, LANES, Network, OUT_UNIT, SECOND_UNIT, SECOND_WEIGHT,
};

/// Where the parts of a model lie among its numbers: the rows of the first layer, its bias, then the heads, each with the
/// rows of its second layer, their bias, the output and its bias.
const BIAS: usize = INPUTS * LANES;
const FIRST_HEAD: usize = BIAS + LANES;
const HEAD: usize = HIDDEN * LANES + 2 * HIDDEN + 1;
/// Numbers of a model.
pub(super) const PARAMETERS: usize = FIRST_HEAD + HEADS * HEAD;

/// The numbers of a model, or the gradient of a loss by them.
pub(super) type Numbers = Vec<f32>;

/// What a position switches on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    pub(super) inputs: [u16; ACTIVE],
    pub(super) head: u8,
}

/// The parts of a head's numbers.
struct HeadView<'a> {
    rows: &'a [f32],
    bias: &'a [f32],
    out: &'a [f32],
    out_bias: f32,
}

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

/// Random numbers of the size that lets learning begin, drawn one after the other from 0 to 1.
pub(super) fn initial(mut draw: impl FnMut() -> f32) -> Numbers {
    let mut around_zero = |size: f32| (2.0 * draw() - 1.0) * size;
    let mut numbers = vec![0.0; PARAMETERS];
    numbers[..BIAS].fill_with(|| around_zero(0.1));
    numbers[BIAS..FIRST_HEAD].fill(0.3);
    for head in 0..HEADS {
        let head = &mut numbers[FIRST_HEAD + head * HEAD..][..HEAD];
        head[..HIDDEN * LANES].fill_with(|| around_zero(0.2));
        head[HIDDEN * LANES..][..HIDDEN].fill(0.1);
        head[HIDDEN * LANES + HIDDEN..][..HIDDEN].fill_with(|| around_zero(0.2));
    }
    numbers
}

/// The greatest size of each number that still fits the integers of [`Network`].
pub(super) const MOST_FIRST: f32 = 5.5;
pub(super) const MOST_SECOND: f32 = 7.9;

/// Keeps all numbers within what the integers hold.
pub(super) fn clamp(numbers: &mut [f32]) {
    let (first, heads) = numbers.split_at_mut(FIRST_HEAD);
    first
        .iter_mut()
        .for_each(|x| *x = x.clamp(-MOST_FIRST, MOST_FIRST));
    heads
        .iter_mut()
        .for_each(|x| *x = x.clamp(-MOST_SECOND, MOST_SECOND));
}

/// What the layers hold for one position.
pub(super) struct Activations {
    sums: [f32; LANES],
    squares: [f32; LANES],
    second: [f32; HIDDEN],
    /// The output: the logarithm of the odds that the player on turn wins.
    pub(super) logit: f32,
}

pub(super) fn forward(numbers: &[f32], features: &Features) -> Activations {
    let mut sums = [0.0; LANES];
    sums.copy_from_slice(&numbers[BIAS..FIRST_HEAD]);
    for &input in &features.inputs {
        let row = &numbers[usize::from(input) * LANES..][..LANES];
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
    let squares = sums.map(|sum| {
        let number = sum.clamp(0.0, 1.0);
        number * number
    });
    let head = head_view(numbers, usize::from(features.head));
    let mut logit = head.out_bias;
    let mut second = [0.0; HIDDEN];
    for (index, number) in second.iter_mut().enumerate() {
        let row = &head.rows[index * LANES..][..LANES];
        *number = head.bias[index] + dot(row, &squares);
        logit += head.out[index] * number.clamp(0.0, 1.0);
    }
    Activations {
        sums,
        squares,
        second,
        logit,
    }
}

/// Eight partial sums, which compilers keep in vectors.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

fn add_scaled(to: &mut [f32], factor: f32, from: &[f32]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// Adds to a gradient what one position contributes; `slope` is the loss by the logit.
pub(super) fn backward(
    numbers: &[f32],
    features: &Features,
    activations: &Activations,
    slope: f32,
    gradient: &mut [f32],
) {
    let at = usize::from(features.head);
    let head = head_view(numbers, at);
    let mut by_square = [0.0; LANES];
    {
        let gradient = &mut gradient[FIRST_HEAD + at * HEAD..][..HEAD];
        let (rows, rest) = gradient.split_at_mut(HIDDEN * LANES);
        rest[2 * HIDDEN] += slope;
        for (index, &number) in activations.second.iter().enumerate() {
            rest[HIDDEN + index] += slope * number.clamp(0.0, 1.0);
            if number > 0.0 && number < 1.0 {
                let by_second = slope * head.out[index];
                rest[index] += by_second;
                add_scaled(
                    &mut rows[index * LANES..][..LANES],
                    by_second,
                    &activations.squares,
                );
                add_scaled(
                    &mut by_square,
                    by_second,
                    &head.rows[index * LANES..][..LANES],
                );
            }
        }
    }
    let mut by_sum = [0.0; LANES];
    for ((by_sum, &by_square), &sum) in by_sum.iter_mut().zip(&by_square).zip(&activations.sums) {
        let inside = if sum > 0.0 && sum < 1.0 {
            2.0 * sum
        } else {
            0.0
        };
        *by_sum = by_square * inside;
    }
    add_scaled(&mut gradient[BIAS..FIRST_HEAD], 1.0, &by_sum);
    for &input in &features.inputs {
        add_scaled(
            &mut gradient[usize::from(input) * LANES..][..LANES],
            1.0,
            &by_sum,
        );
    }
}

/// A number in units, as 16 bits.
fn short(number: f32, unit: f32) -> i16 {
    (number * unit).round().clamp(-32_767.0, 32_767.0) as i16
}

/// The network of integers that comes nearest to a model whose logit is `scale` hundredths of a stone.
pub(super) fn quantised(numbers: &[f32], scale: f32) -> Network {
    let first = f32::from(FIRST_UNIT);
    let second = f32::from(SECOND_UNIT);
    let mut network = Network::zero();
    for (row, numbers) in network
        .rows
        .iter_mut()
        .zip(numbers[..BIAS].as_chunks::<LANES>().0)
    {
        *row = numbers.map(|number| short(number, first));
    }
    for (bias, &number) in network.bias.iter_mut().zip(&numbers[BIAS..FIRST_HEAD]) {
        *bias = short(number, first);
    }
    for (index, head) in network.heads.iter_mut().enumerate() {
        *head = quantised_head(&head_view(numbers, index), second, scale);
    }
    network
}

fn quantised_head(view: &HeadView<'_>, second: f32, scale: f32) -> Head {
    let mut head = Head::ZERO;
    for lane in 0..LANES {
        for index in 0..HIDDEN {
            head.weights[lane][index] =
                short(view.rows[index * LANES + lane], SECOND_WEIGHT as f32);
        }
    }
    // The high half of a product loses half a unit on average.
    let lost = LANES as f32 / 2.0;
    let out = scale * OUT_UNIT as f32;
    for index in 0..HIDDEN {
        head.bias[index] = short(view.bias[index] + lost / second, second);
        head.out[index] = short(view.out[index], out);
    }
    head.out_bias = (view.out_bias * out * second).round() as i32;
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;
    use crate::eval::inputs::inputs;
    use crate::eval::network::head;
    use togyz_core::Position;

    /// Numbers without a pattern, from 0 to 1.
    fn drawn() -> impl FnMut() -> f32 {
        let mut state = 12_345u32;
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    fn start() -> Features {
        Features {
            inputs: inputs(&Position::START),
            head: head(&Position::START) as u8,
        }
    }

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
        let input = usize::from(features.inputs[4]) * LANES;
        let last_head = FIRST_HEAD + 3 * HEAD;
        let places = (input..input + 8)
            .chain(BIAS..BIAS + 8)
            .chain((last_head..last_head + HEAD).step_by(37));
        let mut moved = 0;
        for place in places {
            let mut other = numbers.clone();
            let step = 1e-2;
            other[place] += step;
            let above = forward(&other, &features).logit;
            other[place] -= 2.0 * step;
            let slope = (above - forward(&other, &features).logit) / (2.0 * step);
            assert!(
                (slope - gradient[place]).abs() < 2e-3,
                "{place}: {slope} {}",
                gradient[place]
            );
            moved += u32::from(slope.abs() > 1e-3);
        }
        assert!(moved > 8, "the test looks at numbers that matter");
        // Nothing flows to what is not switched on.
        assert!(
            gradient[FIRST_HEAD..FIRST_HEAD + HEAD]
                .iter()
                .all(|&x| x == 0.0)
        );
    }

    #[test]
    fn integers_say_what_the_floating_point_model_says() {
        let numbers = initial(drawn());
        let network = quantised(&numbers, 1_100.0);
        let logit = forward(&numbers, &start()).logit;
        let value = network.evaluate(&Position::START);
        assert!(
            (f64::from(value) - f64::from(logit) * 1_100.0).abs() < 12.0,
            "{value} {logit}"
        );
    }
}
