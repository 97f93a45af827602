//! `togyz train`: a network, or linear tables, from games of self-play.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::ValueEnum;
use serde::Serialize;
use togyz::learn::{Epoch, Fit, Sample, Trained, Training, read_folder};

use super::{Threads, report};
use crate::Answer;
use crate::evaluation::read_network;

/// What is trained.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The engine's network.
    Network,
    /// One number for each pit and count: light, and much weaker.
    Linear,
}

/// How a network is trained.
#[derive(clap::Args, Clone)]
pub(crate) struct Setting {
    /// Times that all positions are gone through.
    #[arg(long, value_name = "COUNT", default_value_t = 9, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions between two steps.
    #[arg(long, value_name = "COUNT", default_value_t = 4_096, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest rate of a step.
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = positive)]
    rate: f32,
    /// Weight of what searches say against the outcome of the game, 0 to 1; 0.9 if not given, 0.7 for linear tables.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    lambda: Option<f32>,
    /// Share of the next position's worth in what searches say of a position, 0 to 1; 0 is its own search alone (networks only).
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = share)]
    trace: f32,
}

fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok();
    let number = number.filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| format!("expected a number above 0, not {text:?}"))
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok();
    let number = number.filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("expected a number from 0 to 1, not {text:?}"))
}

impl Setting {
    pub(super) fn training(&self, seed: u64, threads: usize) -> Training {
        Training {
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            lambda: self.lambda.unwrap_or(Training::default().lambda),
            trace: self.trace,
            seed,
            threads,
            ..Training::default()
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of `togyz selfplay`.
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,
    /// The file of the network.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What is trained.
    #[arg(long, value_enum, default_value_t = Model::Network)]
    model: Model,
    #[command(flatten)]
    setting: Setting,
    /// Where first numbers and the order of positions come from.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The network that learning goes on from; without it, learning begins with random numbers.
    #[arg(long, value_name = "FILE")]
    first: Option<PathBuf>,
    /// Kept after every epoch, and gone on from if it is there.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Draws the losses into this SVG file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    epochs: Vec<Epoch>,
    quantised_loss: Option<f32>,
    quantisation_error: Option<f32>,
    seconds: f64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut samples = Vec::new();
    for folder in &args.folders {
        samples.extend(read_folder(folder)?);
    }
    anyhow::ensure!(
        !samples.is_empty(),
        "there are no positions in these folders"
    );
    match args.model {
        Model::Linear => linear(args, &samples, out)?,
        Model::Network => network(args, &samples, out)?,
    }
    Ok(Answer::Yes)
}

/// The line that tells of an epoch.
pub(super) fn epoch_line(epoch: &Epoch) -> String {
    let held_out = epoch.held_out.map(|loss| format!(", held out {loss:.5}"));
    let agreement = epoch
        .agreement
        .map(|share| format!(", {:.1} % of moves foreseen", 100.0 * share));
    format!(
        "epoch {}: loss {:.5}{}{}",
        epoch.number,
        epoch.train,
        held_out.unwrap_or_default(),
        agreement.unwrap_or_default()
    )
}

fn network(args: &Args, samples: &[Sample], out: &mut impl Write) -> anyhow::Result<()> {
    let training = Training {
        first: args.first.as_deref().map(read_network).transpose()?,
        checkpoint: args.checkpoint.clone(),
        ..args.setting.training(args.seed, args.threads.count())
    };
    let bar = crate::progress::bar(training.epochs.into());
    let began = Instant::now();
    let mut told = Ok(());
    let trained = training.run(samples, |epoch| {
        bar.set_position(epoch.number.into());
        // Who reads the epochs may go; the network is what was asked for.
        if !args.json && told.is_ok() {
            told =
                bar.suspend(|| writeln!(out, "{}", epoch_line(epoch)).and_then(|()| out.flush()));
        }
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    write_file(&args.out, &trained.network.to_bytes())?;
    if let Some(path) = &args.report {
        write_file(path, report::losses(&trained.epochs).as_bytes())?;
    }
    told?;
    print(args, &trained, began.elapsed().as_secs_f64(), out)
}

fn print(args: &Args, trained: &Trained, seconds: f64, out: &mut impl Write) -> anyhow::Result<()> {
    if args.json {
        let report = Report {
            positions: trained.samples,
            epochs: trained.epochs.clone(),
            quantised_loss: trained.quantised_loss,
            quantisation_error: trained.quantisation_error,
            seconds,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    if let (Some(loss), Some(error)) = (trained.quantised_loss, trained.quantisation_error) {
        let stones = error / 100.0;
        writeln!(
            out,
            "as integers: held out {loss:.5}, {stones:.3} stones from floating point on average"
        )?;
    }
    writeln!(
        out,
        "{}: learned from {} positions in {seconds:.1} s",
        args.out.display(),
        trained.samples
    )?;
    Ok(())
}

fn linear(args: &Args, samples: &[Sample], out: &mut impl Write) -> anyhow::Result<()> {
    anyhow::ensure!(
        args.first.is_none(),
        "--first: linear tables do not go on from a network"
    );
    let fit = Fit {
        epochs: args.setting.epochs,
        lambda: args.setting.lambda.unwrap_or(0.7).into(),
        seed: args.seed,
        ..Fit::default()
    };
    let began = Instant::now();
    let tables = fit.linear(samples);
    write_file(&args.out, &tables.to_bytes())?;
    writeln!(
        out,
        "{}: loss {:.5} over {} positions in {:.1} s",
        args.out.display(),
        fit.loss(&tables, samples),
        samples.len(),
        began.elapsed().as_secs_f64()
    )?;
    Ok(())
}

pub(super) fn write_file(path: &std::path::Path, bytes: &[u8]) -> anyhow::Result<()> {
    togyz::files::replace(path, bytes).with_context(|| path.display().to_string())
}
