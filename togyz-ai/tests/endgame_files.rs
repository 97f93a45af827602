//! Table files: what is written comes back, and nothing damaged is trusted.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use togyz_ai::endgame::{Table, TableError, TableOptions, TableProgress};
use togyz_core::{Position, Rules};
use togyz_testkit::{random_walk, rng};

const OPTIONS: TableOptions = TableOptions {
    distances: true,
    threads: 1,
    ..TableOptions::stones(3)
};
const PAGE: usize = 4096;

/// A path of its own for a test, with nothing there.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for old in [path.clone(), part(&path)] {
        let _ = fs::remove_file(old);
    }
    path
}

fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn build(path: &Path) -> Table {
    Table::build_file(&OPTIONS, path, |_| ControlFlow::Continue(())).expect("a table")
}

/// The positions of few stones that random games go through.
fn endings() -> Vec<Position> {
    let mut rng = rng(7);
    let mut found = Vec::new();
    while found.len() < 300 {
        let few = |position: &Position| {
            let [south, north] = togyz_core::Side::ALL.map(|side| position.row_total(side));
            south + north <= 3
        };
        found.extend(
            random_walk(&mut rng, Rules::MASTER_PRO)
                .into_iter()
                .filter(few),
        );
    }
    found
}

#[test]
fn a_file_says_what_the_memory_says() {
    let path = fresh("written.table");
    let built = build(&path);
    assert!(!part(&path).exists());
    let bytes = fs::metadata(&path).expect("a file").len();
    assert_eq!(bytes, OPTIONS.file_bytes().expect("a size"));
    let opened = Table::open(&path).expect("a table");
    let loaded = Table::load(&path).expect("a table");
    let saved_path = fresh("saved.table");
    opened.save(&saved_path).expect("saved");
    assert_eq!(
        fs::read(&path).expect("bytes"),
        fs::read(&saved_path).expect("bytes")
    );
    for table in [&opened, &loaded] {
        assert_eq!(
            (table.max_stones(), table.entries(), table.has_distances()),
            (3, built.entries(), true)
        );
        assert!(!table.rules().allows_pit_nine() && !table.rules().allows_same_number());
        for position in endings() {
            let expected = built.probe(&position).expect("no error");
            assert!(expected.is_some());
            assert_eq!(table.probe(&position).expect("no error"), expected);
            assert_eq!(
                table.line(&position).expect("no error"),
                built.line(&position).expect("no error")
            );
        }
    }
}

/// A file with some bytes, and what loading and opening it gives.
fn read_both(name: &str, bytes: &[u8]) -> [Result<Table, TableError>; 2] {
    let path = fresh(name);
    fs::write(&path, bytes).expect("a file");
    [Table::load(&path), Table::open(&path)]
}

#[test]
fn what_is_no_sound_table_is_refused() {
    let path = fresh("sound.table");
    build(&path);
    let sound = fs::read(&path).expect("bytes");

    for bytes in [&b""[..], b"TGZ", b"no table at all", &[0; 9_000]] {
        for read in read_both("foreign.table", bytes) {
            assert!(matches!(read, Err(TableError::Foreign(_))), "{read:?}");
        }
    }
    for length in [4, 100, PAGE, sound.len() - PAGE, sound.len() - 1] {
        for read in read_both("cut.table", &sound[..length]) {
            assert!(
                matches!(read, Err(TableError::Length { .. })),
                "{length}: {read:?}"
            );
        }
    }
    let longer = [&sound[..], &[0; PAGE]].concat();
    for read in read_both("long.table", &longer) {
        assert!(matches!(read, Err(TableError::Length { .. })), "{read:?}");
    }
    for version in [0, 2, 255] {
        let mut bytes = sound.clone();
        bytes[4] = version;
        for read in read_both("version.table", &bytes) {
            let found = matches!(read, Err(TableError::Version { found, .. }) if found == version);
            assert!(found, "{read:?}");
        }
    }
    // Flags, stones, entries, the rest of the head and its check sum.
    for place in [5, 6, 8, 2_000, PAGE - 1] {
        let mut bytes = sound.clone();
        bytes[place] ^= 1;
        for read in read_both("head.table", &bytes) {
            assert!(
                matches!(read, Err(TableError::Damaged { offset: 0, .. })),
                "{place}: {read:?}"
            );
        }
    }
}

#[test]
fn a_damaged_page_is_told_when_it_is_read() {
    let path = fresh("whole.table");
    build(&path);
    let sound = fs::read(&path).expect("bytes");
    let mut rng = rng(9);
    let pages = sound.len() / PAGE;
    for page in 1..pages {
        let mut bytes = sound.clone();
        let place = page * PAGE + rand::RngExt::random_range(&mut rng, 0..PAGE);
        bytes[place] ^= 0x40;
        let [loaded, opened] = read_both("damaged.table", &bytes);
        let at = (page * PAGE) as u64;
        assert!(
            matches!(loaded, Err(TableError::Damaged { offset, .. }) if offset == at),
            "{loaded:?}"
        );
        // Every entry is right, or is told to be damaged.
        let opened = opened.expect("the head is sound");
        let built = Table::load(&path).expect("a table");
        for position in endings().iter().take(60) {
            match opened.probe(position) {
                Ok(found) => assert_eq!(found, built.probe(position).expect("no error")),
                Err(TableError::Damaged { offset, .. }) => assert_eq!(offset, at),
                Err(error) => panic!("{error}"),
            }
        }
    }
    // Pages in another order have the wrong check sums too.
    let mut swapped = sound.clone();
    swapped[PAGE..3 * PAGE].rotate_left(PAGE);
    let [loaded, _] = read_both("swapped.table", &swapped);
    assert!(
        matches!(loaded, Err(TableError::Damaged { .. })),
        "{loaded:?}"
    );
}

/// Builds until a number of reports has come, and returns what the first report of the next build says.
fn stop_after(path: &Path, reports: usize) {
    let mut seen = 0;
    let stopped = Table::build_file(&OPTIONS, path, |_: &TableProgress| {
        seen += 1;
        if seen < reports {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert!(matches!(stopped, Err(TableError::Stopped)), "{stopped:?}");
    assert!(!path.exists());
}

/// Entries that were there before the first report of a build, which is then run to its end.
fn kept(path: &Path) -> u64 {
    let mut first = None;
    let table = Table::build_file(&OPTIONS, path, |progress| {
        first.get_or_insert(progress.entries);
        ControlFlow::Continue(())
    });
    assert_eq!(
        table.expect("a table").entries(),
        OPTIONS.entries().expect("a count")
    );
    first.expect("a report")
}

#[test]
fn a_stopped_build_goes_on() {
    let path = fresh("whole_build.table");
    build(&path);
    let whole = fs::read(&path).expect("bytes");
    for reports in [1, 30, 60, 100, 147] {
        let path = fresh("stopped.table");
        stop_after(&path, reports);
        let again = kept(&path);
        assert!(again > 0);
        if reports == 147 {
            // All but the last block and the one at hand were kept.
            assert!(again > OPTIONS.entries().expect("a count") * 9 / 10);
        }
        assert_eq!(
            fs::read(&path).expect("bytes"),
            whole,
            "stopped after {reports} blocks"
        );
    }
}

#[test]
fn a_build_can_be_stopped_within_a_part() {
    // The largest part of six stones has 100,947 arrangements: C(23, 6).
    let options = TableOptions {
        threads: 1,
        ..TableOptions::stones(6)
    };
    let mut last = 0;
    let stopped = Table::build_with(&options, |progress| {
        if progress.entries == last {
            return ControlFlow::Break(());
        }
        last = progress.entries;
        ControlFlow::Continue(())
    });
    assert!(matches!(stopped, Err(TableError::Stopped)), "{stopped:?}");
    assert!(last > 0);
}

#[test]
fn the_rest_of_a_stopped_build_is_not_trusted_when_damaged() {
    let path = fresh("whole_again.table");
    build(&path);
    let whole = fs::read(&path).expect("bytes");
    let path = fresh("rest.table");
    stop_after(&path, 140);
    let rest = fs::read(part(&path)).expect("bytes");
    let cut = &rest[..rest.len() - PAGE - 17];
    let mut damaged = rest.clone();
    damaged[5 * PAGE + 9] ^= 1;
    let mut foreign = rest.clone();
    foreign[..4].copy_from_slice(b"ELSE");
    for bytes in [cut, &damaged, &foreign, b""] {
        fs::write(part(&path), bytes).expect("a file");
        kept(&path);
        assert_eq!(fs::read(&path).expect("bytes"), whole);
        fs::remove_file(&path).expect("removed");
    }
    // What another table left is of no use.
    let other = TableOptions {
        distances: false,
        ..OPTIONS
    };
    fs::write(part(&path), &rest).expect("a file");
    let table = Table::build_file(&other, &path, |_| ControlFlow::Continue(())).expect("a table");
    assert!(!table.has_distances());
    Table::load(&path).expect("a sound table");
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no such folder/x.table");
    let error =
        Table::build_file(&OPTIONS, &path, |_| ControlFlow::Continue(())).expect_err("an error");
    assert!(matches!(error, TableError::Io { .. }));
    assert!(error.to_string().contains("no such folder"), "{error}");
    let too_many = Table::build(&TableOptions::stones(15)).expect_err("an error");
    assert!(matches!(too_many, TableError::Stones(15)));
}
