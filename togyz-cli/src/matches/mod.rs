//! `togyz match`: two engines against each other, in this process or over UGI.

mod spec;
mod state;
mod ugi_player;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use serde::Serialize;
use spec::{AnyPlayer, EngineSpec, TimeControl};
use state::State;
use togyz::matches::{Elo, Match, Openings, Pentanomial, Sprt, Verdict, pair_points};
use togyz::notation::record;
use togyz::{Engine, EngineOptions, Game, Rules};

use crate::Answer;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// An engine: "cmd=PROGRAM ARGS,name=N,option.Hash=16" speaks UGI, "internal,name=N,eval=hand,aspiration=50" is this
    /// one, "level=hard,seed=2" one of its levels.
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    engines: Vec<EngineSpec>,
    /// Time of both: movetime=MS, nodes=N, depth=N, or clock=SECONDS+INCREMENT.
    #[arg(long, value_name = "CONTROL", default_value = "movetime=100")]
    tc: TimeControl,
    /// Openings; each is played twice.
    #[arg(long, value_name = "COUNT", default_value_t = 50, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Random plies of the openings.
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    opening_plies: u32,
    /// Stones by which one side may be ahead after the opening, as this engine sees it; 162 takes every opening.
    #[arg(long, value_name = "STONES", default_value_t = 2, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(0..=162))]
    balance: u32,
    /// Where the openings come from.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// The rules of engines of this process; programs over UGI play standard rules.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: Rules,
    /// Games at once.
    #[arg(long, value_name = "COUNT", default_value_t = 1, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Ends the match as soon as this test of two differences in Elo is decided, such as "0,10".
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Measures the processor time of programs instead of the time of day, where the system tells it.
    #[arg(long)]
    cpu_time: bool,
    /// Adds all games to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Keeps the results in this file, and goes on from it if it is there.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// The bound of balance that a number on the command line means: all stones of a game are none.
pub(crate) fn within(stones: u32) -> Option<u32> {
    (stones < togyz::STONES.into()).then_some(stones)
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let bad = || format!("expected two numbers such as 0,10, not {text:?}");
    let (low, high) = text.split_once(',').ok_or_else(bad)?;
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
    };
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low < high => Ok(Sprt::new(low, high)),
        _ => Err(bad()),
    }
}

#[derive(Serialize)]
struct Report {
    engines: [String; 2],
    games: u64,
    score: f64,
    pentanomial: [u64; 5],
    elo: Option<[f64; 3]>,
    llr: Option<f64>,
    verdict: Option<&'static str>,
}

/// What all threads of a match share.
struct Shared<'a> {
    args: &'a Args,
    next: AtomicU64,
    ended: AtomicBool,
    state: Mutex<State>,
    bar: indicatif::ProgressBar,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let [first, second] = args.engines.as_slice() else {
        anyhow::bail!(
            "a match needs --engine twice, not {} times",
            args.engines.len()
        );
    };
    let second = &second.distinct_from(first);
    if let Some(path) = &args.pgn {
        // Better now than after the first games.
        append(path, &[]).with_context(|| path.display().to_string())?;
    }
    let state = State::open(args.state.as_deref(), &args.fingerprint())?;
    let shared = Shared {
        args,
        next: AtomicU64::new(0),
        ended: AtomicBool::new(false),
        bar: crate::progress::bar(args.pairs),
        state: Mutex::new(state),
    };
    let worked: anyhow::Result<Vec<()>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.concurrency)
            .map(|_| scope.spawn(|| shared.work(first, second)))
            .collect();
        let joined = workers.into_iter().map(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| Err(anyhow::anyhow!("a game failed: this is a bug")))
        });
        joined.collect()
    });
    shared.bar.finish_and_clear();
    worked?;
    let counts = shared.lock().counts();
    report(args, &counts, [first.name(), second.name()], out)?;
    Ok(Answer::Yes)
}

impl Args {
    fn openings(&self) -> Openings {
        Openings {
            rules: self.rules,
            seed: self.seed,
            plies: self.opening_plies,
            balance: within(self.balance),
            ..Openings::default()
        }
    }

    /// What a kept state must agree with.
    fn fingerprint(&self) -> String {
        let engines: Vec<String> = self.engines.iter().map(EngineSpec::to_string).collect();
        let Args {
            tc,
            opening_plies,
            balance,
            seed,
            rules,
            ..
        } = self;
        format!(
            "{} | {tc} | plies {opening_plies} | balance {balance} | seed {seed} | {rules}",
            engines.join(" | ")
        )
    }
}

impl Shared<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // The state is never half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays pairs until there are none left, or the test is decided.
    fn work(&self, first: &EngineSpec, second: &EngineSpec) -> anyhow::Result<()> {
        let args = self.args;
        let setting = Match {
            rules: args.rules,
            ..Match::default()
        };
        let openings = args.openings();
        let mut judge = Engine::new(EngineOptions::default())?;
        let mut a = first.player(&args.tc, args.cpu_time)?;
        let mut b = second.player(&args.tc, args.cpu_time)?;
        while !self.ended.load(Ordering::Relaxed) {
            let pair = self.next.fetch_add(1, Ordering::Relaxed);
            if pair >= args.pairs {
                break;
            }
            if self.lock().has(pair) {
                self.bar.inc(1);
                continue;
            }
            let opening = openings.draw(pair, &mut judge);
            let games = setting.play_opening(opening, &mut a, &mut b);
            let games = games.inspect_err(|_| self.ended.store(true, Ordering::Relaxed))?;
            self.finish_pair(pair, games, [&a, &b])?;
        }
        Ok(())
    }

    fn finish_pair(
        &self,
        pair: u64,
        mut games: [Game; 2],
        players: [&AnyPlayer; 2],
    ) -> anyhow::Result<()> {
        let points = pair_points(&games);
        let names = players.map(AnyPlayer::name);
        for (round, game) in games.iter_mut().enumerate() {
            let [south, north] = if round == 0 {
                names
            } else {
                [names[1], names[0]]
            };
            let tags = game.tags_mut();
            // A name that no tag can hold is left out.
            let _ = tags.set("White", south);
            let _ = tags.set("Black", north);
            let _ = tags.set("Round", &format!("{}.{}", pair + 1, round + 1));
        }
        let mut state = self.lock();
        // The games first: a pair that is noted as played has them.
        if let Some(path) = &self.args.pgn {
            append(path, &games).with_context(|| path.display().to_string())?;
        }
        state.add(pair, points)?;
        let counts = state.counts();
        self.bar.inc(1);
        self.bar
            .set_message(counts.elo().map(|elo| elo.to_string()).unwrap_or_default());
        if self
            .args
            .sprt
            .is_some_and(|test| test.verdict(&counts) != Verdict::Open)
        {
            self.ended.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

fn append(path: &std::path::Path, games: &[Game]) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)?;
    let text: Vec<String> = games.iter().map(|game| record::pgn(game) + "\n").collect();
    file.write_all(text.concat().as_bytes())
}

fn report(
    args: &Args,
    counts: &Pentanomial,
    names: [&str; 2],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    // One-sided results and a handful of equal ones have no interval.
    let has_interval =
        |elo: &Elo| elo.low.is_finite() && elo.high.is_finite() && elo.low < elo.high;
    let elo = counts.elo().filter(has_interval);
    let llr = args.sprt.map(|test| test.llr(counts));
    let verdict = args.sprt.map(|test| match test.verdict(counts) {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Open => "open",
    });
    if args.json {
        let report = Report {
            engines: names.map(str::to_string),
            games: 2 * counts.pairs(),
            score: counts.score(),
            pentanomial: counts.counts,
            elo: elo.map(|elo| [elo.value, elo.low, elo.high]),
            llr,
            verdict,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} against {}: {} games",
        names[0],
        names[1],
        2 * counts.pairs()
    )?;
    writeln!(
        out,
        "score {:.1} %, pairs by half points {:?}",
        100.0 * counts.score(),
        counts.counts
    )?;
    if let Some(elo) = elo {
        writeln!(out, "Elo {elo}")?;
    }
    if let (Some(llr), Some(verdict), Some(test)) = (llr, verdict, args.sprt) {
        writeln!(out, "LLR {llr:.2} of ±{:.2}: {verdict}", test.bound())?;
    }
    Ok(())
}
