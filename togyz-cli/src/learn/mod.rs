//! `togyz selfplay`, `togyz train` and `togyz evolve`.

pub(crate) mod evolve;
mod report;
pub(crate) mod selfplay;
pub(crate) mod train;

/// Threads of this machine.
fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A number of threads as a flag; all of the machine's if it is not given.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Threads {
    /// Threads; all of the machine's if not given.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    fn count(self) -> usize {
        self.threads.map_or_else(all_threads, usize::from)
    }
}
