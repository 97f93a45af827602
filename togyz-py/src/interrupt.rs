//! Long work that Ctrl-C can end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;

/// Longest time between two looks at Python's signals.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// Tells the waiting thread that the work is over, also by a panic.
struct Done<'a> {
    flag: &'a AtomicBool,
    waiter: Thread,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Release);
        self.waiter.unpark();
    }
}

/// Runs work on a thread of its own while other Python threads go on.
///
/// When a signal handler raises, as Ctrl-C does, `stop` is called until the work is over, and the exception is returned.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let flag = AtomicBool::new(false);
    let done = Done {
        flag: &flag,
        waiter: thread::current(),
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            let _done = done;
            work()
        })?;
        let mut signal = Ok(());
        while signal.is_ok() && !flag.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(POLL));
            signal = py.check_signals();
        }
        // Again and again: the work may be several searches, each of which uses up a stop.
        while signal.is_err() && !flag.load(Ordering::Acquire) {
            stop();
            py.detach(|| thread::park_timeout(POLL));
        }
        let result = py.detach(|| worker.join());
        signal?;
        result.map_err(|_| PySystemError::new_err("togyz failed: this is a bug in togyz"))
    })
}
