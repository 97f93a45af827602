//! Training of the network: Adam over batches, in Rust, on several threads.

mod adam;
mod checkpoint;
mod data;
mod first;
mod layers;
mod model;
mod places;
mod policy;
mod value;

use std::ops::ControlFlow;
use std::path::PathBuf;

use adam::{Adam, scheduled_rate};
pub use checkpoint::CheckpointError;
use data::{Example, Split, sigmoid};
use fearless_simd::{Level, dispatch};
use model::{Numbers, PARAMETERS};
use places::{Place, SwitchedOn};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Sample;
use crate::Network;
use crate::eval::inputs::CASE;

/// Slices of a batch that may be worked on at the same time. Their gradients are added in a fixed order, so that a
/// network does not depend on the number of threads.
const SLICES: usize = 4;

/// How a network is trained.
///
/// ```
/// use togyz_ai::learn::{SelfPlay, Training};
/// use togyz_ai::{Engine, Evaluator, Limits};
/// use togyz_core::Position;
///
/// let setting = SelfPlay { limits: Limits::nodes(50), ..SelfPlay::default() };
/// let mut engine = Engine::default();
/// let samples: Vec<_> = (0..4).flat_map(|game| setting.play(game, &mut engine)).collect();
/// let training = Training { epochs: 2, batch: 64, hold_out: 4, ..Training::default() };
/// let trained = training.run(&samples, |_| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!(trained.epochs.len(), 2);
/// assert!(trained.network.evaluate(&Position::START).abs() < 10_000);
/// # Ok::<(), togyz_ai::learn::CheckpointError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// Times that all samples are gone through.
    pub epochs: u32,
    /// Samples between two steps.
    pub batch: usize,
    /// The highest rate of a step; it rises over a hundred steps, then falls along a cosine.
    pub rate: f32,
    /// Weight of what searches say against the outcome of the game, 0 to 1.
    pub lambda: f32,
    /// What searches say of a position is its own search and, with this share, what they say of the next position of its game;
    /// at the end, or where plies are missing, the outcome. A random move breaks the chain. 0 is the own search alone, 1 the
    /// last one of the chain.
    pub trace: f32,
    /// Hundredths of a stone that make a win e times as likely.
    pub scale: f32,
    /// Every so many games, one is held out: it judges, and nothing is learned from it.
    pub hold_out: u64,
    /// Epochs without a smaller held-out loss after which training ends.
    pub patience: u32,
    /// Threads, at most four are used; the network does not depend on them.
    pub threads: usize,
    /// Where first numbers and the order of samples come from. The generator is xoshiro256++.
    pub seed: u64,
    /// Whose numbers training begins with; random ones without it, and then inputs of all cases of who has a tuzdyk share their rows
    /// for a third of the epochs.
    pub first: Option<Network>,
    /// Kept after every epoch, and gone on from if it is there and belongs to the same training.
    pub checkpoint: Option<PathBuf>,
}

impl Default for Training {
    /// Nine epochs in batches of 4096 at 0.002, lambda 0.9, trace 0.8.
    fn default() -> Training {
        Training {
            epochs: 9,
            batch: 4_096,
            rate: 0.002,
            lambda: 0.9,
            trace: 0.8,
            scale: 1_100.0,
            hold_out: 25,
            patience: 3,
            threads: 1,
            seed: 1,
            first: None,
            checkpoint: None,
        }
    }
}

/// What an epoch came to. Losses are mean squared distances from the targets, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Mean loss while it was learned from.
    pub train: f32,
    /// Loss over the games held out; none if there are none.
    pub held_out: Option<f32>,
    /// Share of their positions in which the move that is ranked first is the search's.
    pub agreement: Option<f32>,
}

/// A trained network.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network of the epoch with the smallest held-out loss, as integers.
    pub network: Network,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// Samples learned from.
    pub samples: usize,
    /// The held-out loss of the network of integers.
    pub quantised_loss: Option<f32>,
    /// Mean distance between integers and floating point, whose first layers are rounded already, over the held-out positions, in
    /// hundredths of a stone.
    pub quantisation_error: Option<f32>,
}

/// How far training is: all that a checkpoint keeps.
#[derive(Clone, Debug, PartialEq)]
struct State {
    adam: Adam,
    best: Numbers,
    epochs: Vec<Epoch>,
}

impl Training {
    /// Trains a network. After every epoch it is told; a `Break` ends training with what there is. The samples are whole games,
    /// one after the other, ply by ply, as self-play makes them.
    ///
    /// The same samples and setting give the same network on machines whose floating-point functions agree.
    ///
    /// # Errors
    /// [`CheckpointError`] if the checkpoint cannot be written, or is damaged, or belongs to another training.
    pub fn run(
        &self,
        samples: &[Sample],
        mut report: impl FnMut(&Epoch) -> ControlFlow<()>,
    ) -> Result<Trained, CheckpointError> {
        let Split {
            mut train,
            held_out,
        } = self.split(samples);
        let mut state = self.resume(samples)?;
        let mut order = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ 0x5eed);
        for number in 1..=self.epochs {
            shuffle(&mut train, &mut order);
            // An epoch of the checkpoint only takes its share of the random numbers.
            if number as usize <= state.epochs.len() {
                continue;
            }
            let shared = self.shares_rows(number);
            let loss = self.epoch(&mut state.adam, &train, shared);
            if shared {
                state.adam.share_rows();
            }
            let judged = judge(&model::rounded(&state.adam.numbers), &held_out);
            if is_best(&state.epochs, judged.map(|judged| judged.loss)) {
                state.best.copy_from_slice(&state.adam.numbers);
            }
            let epoch = Epoch {
                number,
                train: loss,
                held_out: judged.map(|judged| judged.loss),
                agreement: judged.map(|judged| judged.agreement),
            };
            state.epochs.push(epoch);
            self.keep(samples, &state)?;
            if report(&epoch).is_break() || self.is_stuck(&state.epochs) {
                break;
            }
        }
        Ok(self.trained(state, train.len(), &held_out))
    }

    /// Whether the held-out loss has not fallen for too long.
    fn is_stuck(&self, epochs: &[Epoch]) -> bool {
        let mut best = (0, f32::INFINITY);
        for epoch in epochs {
            match epoch.held_out {
                Some(loss) if loss < best.1 => best = (epoch.number, loss),
                Some(_) => {}
                None => return false,
            }
        }
        epochs
            .last()
            .is_some_and(|last| last.number - best.0 > self.patience)
    }

    /// Whether all cases of who has a tuzdyk share their rows in an epoch: what they have in common is learned from all positions
    /// first.
    fn shares_rows(&self, number: u32) -> bool {
        self.first.is_none() && number <= self.epochs / 3
    }

    /// Goes once through the samples and returns the mean loss.
    fn epoch(&self, adam: &mut Adam, train: &[Example], shared: bool) -> f32 {
        let batch = self.batch.max(1);
        let per_epoch = train.len().div_ceil(batch) as u32;
        let steps = per_epoch.saturating_mul(self.epochs);
        let mut gradients: [Numbers; SLICES] = std::array::from_fn(|_| vec![0.0; PARAMETERS]);
        let mut rounded = model::rounded(&adam.numbers);
        let mut loss = 0.0;
        for batch in train.chunks(batch) {
            // What switches on the same inputs comes into the same slice, so that fewer rows are moved by several.
            let mut batch = batch.to_vec();
            if shared {
                let inputs = batch
                    .iter_mut()
                    .flat_map(|example| &mut example.features.inputs);
                inputs.for_each(|input| *input %= CASE as u16);
            }
            batch.sort_by_key(|example| example.features.inputs[0]);
            let slices: Vec<&[Example]> = batch.chunks(batch.len().div_ceil(SLICES)).collect();
            let on = SwitchedOn::by(&slices);
            let places = on.places();
            loss += self.batch_gradients(&rounded, &slices, &places, &mut gradients);
            let rate = scheduled_rate(self.rate, adam.steps, steps);
            let threads = self.threads.clamp(1, SLICES);
            adam.step(&gradients, &places, rate, threads);
            model::settle(&mut adam.numbers, &mut rounded, &on.inputs);
        }
        (loss / train.len().max(1) as f64) as f32
    }

    /// Leaves the gradients of a batch's slices in the first gradients, each at its places; returns the sum of all losses.
    fn batch_gradients(
        &self,
        numbers: &[f32],
        slices: &[&[Example]],
        places: &[Place],
        gradients: &mut [Numbers; SLICES],
    ) -> f64 {
        let share = 1.0 / slices.iter().map(|slice| slice.len()).sum::<usize>() as f32;
        let work = |(index, (slice, gradient)): (usize, (&&[Example], &mut Numbers))| {
            for place in places.iter().filter(|place| place.has(index)) {
                gradient[place.numbers.clone()].fill(0.0);
            }
            dispatch!(Level::new(), _ => slice_gradient(numbers, slice, share, gradient))
        };
        let mut losses = 0.0;
        let threads = self.threads.clamp(1, SLICES);
        let mut jobs: Vec<_> = slices
            .iter()
            .zip(gradients.iter_mut())
            .enumerate()
            .collect();
        std::thread::scope(|scope| {
            let per_thread = jobs.len().div_ceil(threads);
            let mut running = Vec::new();
            while jobs.len() > per_thread {
                let taken = jobs.split_off(jobs.len() - per_thread);
                running
                    .push(scope.spawn(move || taken.into_iter().map(work).collect::<Vec<f64>>()));
            }
            let mut sums: Vec<f64> = jobs.into_iter().map(work).collect();
            // The last slices were given away first.
            for thread in running.into_iter().rev() {
                match thread.join() {
                    Ok(more) => sums.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            losses = sums.iter().sum();
        });
        losses
    }

    fn trained(&self, state: State, samples: usize, held_out: &[Example]) -> Trained {
        let network = model::quantised(&state.best, self.scale);
        let rounded = model::rounded(&state.best);
        let (best, _) = model::parts(&rounded);
        let (mut loss, mut distance) = (0.0, 0.0);
        for example in held_out {
            let value = network
                .evaluate_inputs(&example.features.inputs, usize::from(example.features.head));
            let exact = value::forward(best, &example.features).logit * self.scale;
            let said = sigmoid(value as f32 / self.scale) - example.target;
            loss += f64::from(said * said);
            distance += f64::from((exact - value as f32).abs());
        }
        let mean = |sum: f64| (!held_out.is_empty()).then(|| (sum / held_out.len() as f64) as f32);
        Trained {
            network,
            epochs: state.epochs,
            samples,
            quantised_loss: mean(loss),
            quantisation_error: mean(distance),
        }
    }

    /// The state before the first epoch.
    fn fresh(&self) -> State {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let numbers = match &self.first {
            Some(network) => model::from_network(network, self.scale),
            None => model::initial(|| rng.random()),
        };
        State {
            best: numbers.clone(),
            adam: Adam::new(numbers),
            epochs: Vec::new(),
        }
    }
}

/// Whether a held-out loss is the smallest so far; without one, the last epoch is.
fn is_best(before: &[Epoch], held_out: Option<f32>) -> bool {
    before.iter().all(|epoch| match (epoch.held_out, held_out) {
        (Some(before), Some(now)) => now < before,
        _ => true,
    })
}

fn shuffle(examples: &mut [Example], rng: &mut impl Rng) {
    for last in (1..examples.len()).rev() {
        examples.swap(last, rng.random_range(0..=last));
    }
}

/// Adds to a gradient what a slice of a batch contributes and returns the sum of its losses.
#[inline(always)]
fn slice_gradient(numbers: &[f32], slice: &[Example], share: f32, gradient: &mut [f32]) -> f64 {
    let (values, policies) = model::parts(numbers);
    let (value_gradient, policy_gradient) = model::parts_mut(gradient);
    let mut loss = 0.0;
    for Example {
        features,
        target,
        choice,
    } in slice
    {
        let activations = value::forward(values, features);
        let error = sigmoid(activations.logit) - target;
        loss += f64::from(error * error);
        // The slope of the cross-entropy: steeper than that of the square where the network is sure and wrong.
        value::backward(
            values,
            features,
            &activations,
            error * share,
            value_gradient,
        );
        let activations = policy::forward(policies, features, choice);
        policy::backward(
            policies,
            features,
            choice,
            &activations,
            share,
            policy_gradient,
        );
    }
    loss
}

/// What positions that nothing was learned from say of a model.
#[derive(Clone, Copy, Debug)]
struct Judged {
    loss: f32,
    agreement: f32,
}

fn judge(numbers: &[f32], examples: &[Example]) -> Option<Judged> {
    let (values, policies) = model::parts(numbers);
    let (mut losses, mut agreed) = (0.0, 0u32);
    for example in examples {
        let error = sigmoid(value::forward(values, &example.features).logit) - example.target;
        losses += f64::from(error * error);
        let chances = policy::forward(policies, &example.features, &example.choice).chances;
        let best = chances[usize::from(example.choice.best)];
        agreed += u32::from(chances.iter().all(|&chance| chance <= best));
    }
    let count = examples.len() as f64;
    (!examples.is_empty()).then_some(Judged {
        loss: (losses / count) as f32,
        agreement: (f64::from(agreed) / count) as f32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::inputs::INPUTS;
    use crate::eval::network::LANES;
    use crate::learn::SelfPlay;
    use crate::{Engine, Limits};

    fn samples() -> Vec<Sample> {
        let setting = SelfPlay {
            limits: Limits::nodes(60),
            ..SelfPlay::default()
        };
        let mut engine = Engine::default();
        (0..12)
            .flat_map(|game| setting.play(game, &mut engine))
            .collect()
    }

    fn training() -> Training {
        Training {
            epochs: 4,
            batch: 100,
            hold_out: 4,
            ..Training::default()
        }
    }

    fn go_on(_: &Epoch) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn losses_fall_and_integers_agree() {
        let trained = Training {
            epochs: 12,
            patience: 12,
            ..training()
        }
        .run(&samples(), go_on)
        .expect("trained");
        let losses: Vec<f32> = trained.epochs.iter().map(|epoch| epoch.train).collect();
        assert!(losses[11] < losses[0] / 2.0, "{losses:?}");
        assert!(trained.quantisation_error.expect("games were held out") < 10.0);
        let held_out = trained.epochs.iter().filter_map(|epoch| epoch.held_out);
        let least = held_out.fold(f32::INFINITY, f32::min);
        let quantised = trained.quantised_loss.expect("games were held out");
        assert!(
            (quantised - least).abs() < least / 50.0,
            "{quantised} {least}"
        );
    }

    #[test]
    fn the_loss_is_that_of_rounded_rows() {
        // Rows that lie 0.4 of a step beside a network's integers are rounded to these. At the rate 0 nothing moves.
        let training = Training {
            rate: 0.0,
            ..training()
        };
        let exact = model::from_network(&Network::default(), training.scale);
        let mut moved = exact.clone();
        let rows = &mut moved[..INPUTS * 2 * LANES];
        rows.iter_mut()
            .for_each(|number| *number += 0.4 * 4.0 / 255.0);
        let examples = training.split(&samples()).train;
        let loss = |numbers: &[f32]| judge(numbers, &examples).expect("examples").loss;
        let (beside, exactly) = (loss(&moved), loss(&exact));
        assert!(beside > exactly + 1e-4, "{beside} {exactly}");
        assert!((loss(&model::rounded(&moved)) - loss(&exact)).abs() < 1e-6);
        let learned_from = training.epoch(&mut Adam::new(moved), &examples, false);
        assert!((learned_from - loss(&exact)).abs() < 1e-6, "{learned_from}");
    }

    #[test]
    fn rows_that_nothing_switches_on_stay_as_they_are() {
        let training = Training {
            first: Some(Network::default()),
            rate: 0.3,
            epochs: 2,
            ..training()
        };
        let samples = samples();
        let seen = SwitchedOn::by(&[&training.split(&samples).train]).inputs;
        let trained = training.run(&samples, go_on).expect("trained");
        let (before, after) = (Network::default(), trained.network);
        let moved = |input: &u16| {
            let input = usize::from(*input);
            before.first.rows()[input] != after.first.rows()[input]
        };
        assert!(seen.iter().filter(|&input| moved(input)).count() > 100);
        let all = 0..INPUTS as u16;
        assert!(
            all.into_iter()
                .all(|input| seen.contains(&input) || !moved(&input))
        );
    }

    #[test]
    fn a_third_of_the_epochs_from_random_numbers_has_the_same_rows_for_all_cases() {
        let cases = |network: &Network| -> Vec<Vec<_>> {
            let cases = network.first.rows()[..INPUTS].chunks(CASE);
            cases.map(<[_]>::to_vec).collect()
        };
        let samples = samples();
        let training = Training {
            epochs: 6,
            ..training()
        };
        for (last, alike) in [(1, true), (2, true), (3, false), (6, false)] {
            let trained = training.run(&samples, |epoch| match epoch.number == last {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            let cases = cases(&trained.expect("trained").network);
            assert_eq!(cases.iter().all(|case| *case == cases[0]), alike, "{last}");
        }
    }

    #[test]
    fn threads_do_not_change_the_network() {
        let samples = samples();
        let one = training().run(&samples, go_on).expect("trained");
        for threads in [2, 3, 4, 9] {
            let many = Training {
                threads,
                ..training()
            }
            .run(&samples, go_on)
            .expect("trained");
            assert_eq!(one.network, many.network, "{threads} threads");
        }
    }

    #[test]
    fn training_goes_on_where_it_was_killed() {
        let samples = samples();
        let path = std::env::temp_dir().join(format!("togyz-{}.checkpoint", std::process::id()));
        let kept = Training {
            checkpoint: Some(path.clone()),
            ..training()
        };
        let whole = training().run(&samples, go_on).expect("trained");
        kept.run(&samples, |epoch| match epoch.number {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
        .expect("two epochs");
        let mut later = Vec::new();
        let resumed = kept.run(&samples, |epoch| {
            later.push(epoch.number);
            ControlFlow::Continue(())
        });
        assert_eq!(resumed.expect("trained").network, whole.network);
        assert_eq!(later, [3, 4]);
        // Another setting does not go on from it.
        let other = Training {
            lambda: 0.1,
            ..kept
        };
        assert!(matches!(
            other.run(&samples, go_on),
            Err(CheckpointError::Foreign { .. })
        ));
        std::fs::remove_file(path).expect("removed");
    }

    #[test]
    fn training_begins_with_the_first_network() {
        let idle = Training {
            first: Some(Network::default()),
            rate: 1e-9,
            epochs: 1,
            ..training()
        };
        let trained = idle.run(&samples(), go_on).expect("trained");
        assert!(trained.network == Network::default());
        let busy = Training { rate: 0.01, ..idle };
        let trained = busy.run(&samples(), go_on).expect("trained");
        assert!(trained.network != Network::default());
    }

    #[test]
    fn no_samples_give_a_network_all_the_same() {
        assert!(training().run(&[], go_on).is_ok());
    }
}
