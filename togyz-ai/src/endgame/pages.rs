//! Table files: pages of 4096 bytes, each with its own check sum, so that a single one can be read and trusted.
//!
//! docs/formats.md tells what the bytes mean.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use togyz_core::Rules;

use super::TableError;
use super::index::{Index, MAX_STONES};
use crate::files::part_of;

/// The version that is written and read.
pub(super) const VERSION: u8 = 1;

const MAGIC: [u8; 4] = *b"TGZE";
const PAGE: usize = 4096;
/// Bytes of a page before its check sum.
const DATA: usize = PAGE - 4;

const PIT_NINE: u8 = 1;
const SAME_NUMBER: u8 = 2;
const DISTANCES: u8 = 4;

type Page = [u8; PAGE];

/// What the first page tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Where tuzdyks may be claimed; whether play goes on past 82 is not kept.
    pub(super) rules: Rules,
    pub(super) stones: u8,
    pub(super) distances: bool,
    pub(super) entries: u64,
}

impl Head {
    pub(super) fn of(index: &Index, stones: u8, distances: bool) -> Head {
        Head {
            rules: index.rules(),
            stones,
            distances,
            entries: index.total(stones),
        }
    }

    /// Bytes of an entry.
    pub(super) fn columns(self) -> u64 {
        if self.distances { 3 } else { 1 }
    }

    /// Bytes of the whole file.
    pub(super) fn file_bytes(self) -> u64 {
        let pages = (self.entries * self.columns()).div_ceil(DATA as u64);
        (pages + 1) * PAGE as u64
    }

    fn to_page(self) -> Page {
        let mut flags = 0;
        for (flag, set) in [
            (PIT_NINE, self.rules.allows_pit_nine()),
            (SAME_NUMBER, self.rules.allows_same_number()),
            (DISTANCES, self.distances),
        ] {
            flags |= if set { flag } else { 0 };
        }
        let mut page = [0; PAGE];
        page[..4].copy_from_slice(&MAGIC);
        page[4..8].copy_from_slice(&[VERSION, flags, self.stones, 0]);
        page[8..16].copy_from_slice(&self.entries.to_le_bytes());
        seal(&mut page, 0, 0);
        page
    }

    fn read(page: &Page, path: &Path) -> Result<Head, TableError> {
        let path = || path.to_path_buf();
        if page[..4] != MAGIC {
            return Err(TableError::Foreign(path()));
        }
        let [version, flags, stones, _] = [page[4], page[5], page[6], page[7]];
        if version != VERSION {
            return Err(TableError::Version {
                path: path(),
                found: version,
            });
        }
        let rules = Rules::new(flags & PIT_NINE != 0, flags & SAME_NUMBER != 0, true);
        let is_sound = is_sealed(page, 0, 0) && stones <= MAX_STONES;
        let head = is_sound.then(|| Head::of(&Index::new(rules), stones, flags & DISTANCES != 0));
        // A page with a right check sum that says something else was not written by this program.
        head.filter(|head| head.to_page() == *page)
            .ok_or(TableError::Damaged {
                path: path(),
                offset: 0,
            })
    }

    /// What the check sums of the other pages begin with, so that pages of two tables are never mixed up.
    fn salt(self) -> u32 {
        sum_of(&self.to_page())
    }
}

fn sum_of(page: &Page) -> u32 {
    u32::from_le_bytes([page[DATA], page[DATA + 1], page[DATA + 2], page[DATA + 3]])
}

/// CRC-32 over the salt, the number of the page and its bytes.
fn check_sum(page: &Page, number: u64, salt: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&salt.to_le_bytes());
    hasher.update(&number.to_le_bytes());
    hasher.update(&page[..DATA]);
    hasher.finalize()
}

fn seal(page: &mut Page, number: u64, salt: u32) {
    let sum = check_sum(page, number, salt);
    page[DATA..].copy_from_slice(&sum.to_le_bytes());
}

fn is_sealed(page: &Page, number: u64, salt: u32) -> bool {
    sum_of(page) == check_sum(page, number, salt)
}

/// Reads the data of a file in order, or any byte of it.
pub(super) struct PageReader<R> {
    input: R,
    path: PathBuf,
    salt: u32,
    page: Box<Page>,
    /// The number of the page at hand; 0, the head, holds no data.
    number: u64,
    /// How much of the page at hand was read in order.
    read: usize,
}

/// Opens a file and reads its head.
pub(super) fn open(path: &Path) -> Result<(Head, PageReader<File>), TableError> {
    let mut input = File::open(path).map_err(TableError::io(path))?;
    let mut page = Box::new([0; PAGE]);
    match input.read_exact(&mut page[..]) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            // What begins like a table was cut off; anything else is none.
            return Err(match page[..4] == MAGIC {
                false => TableError::Foreign(path.to_path_buf()),
                true => TableError::Length {
                    path: path.to_path_buf(),
                    expected: PAGE as u64,
                    found: input.metadata().map_or(0, |data| data.len()),
                },
            });
        }
        read => read.map_err(TableError::io(path))?,
    }
    let head = Head::read(&page, path)?;
    let reader = PageReader {
        input,
        path: path.to_path_buf(),
        salt: head.salt(),
        page,
        number: 0,
        read: DATA,
    };
    Ok((head, reader))
}

/// Opens a table that has all its bytes.
pub(super) fn open_complete(path: &Path) -> Result<(Head, PageReader<File>), TableError> {
    let (head, reader) = open(path)?;
    let found = reader.input.metadata().map_err(TableError::io(path))?.len();
    let expected = head.file_bytes();
    if found != expected {
        return Err(TableError::Length {
            path: path.to_path_buf(),
            expected,
            found,
        });
    }
    Ok((head, reader))
}

impl PageReader<File> {
    /// The same, reading ahead.
    pub(super) fn buffered(self) -> PageReader<BufReader<File>> {
        PageReader {
            input: BufReader::with_capacity(1 << 20, self.input),
            path: self.path,
            salt: self.salt,
            page: self.page,
            number: self.number,
            read: self.read,
        }
    }
}

impl<R: Read> PageReader<R> {
    /// Reads the page with a number at the place where the input stands.
    fn read_page(&mut self, number: u64) -> Result<(), TableError> {
        // Until all went well no page is at hand.
        self.number = 0;
        self.read = DATA;
        self.input
            .read_exact(&mut self.page[..])
            .map_err(TableError::io(&self.path))?;
        self.number = number;
        self.read = 0;
        if is_sealed(&self.page, number, self.salt) {
            return Ok(());
        }
        let error = self.damaged();
        self.number = 0;
        self.read = DATA;
        Err(error)
    }

    /// The error for a page at hand that this program cannot have written.
    pub(super) fn damaged(&self) -> TableError {
        TableError::Damaged {
            path: self.path.clone(),
            offset: self.number * PAGE as u64,
        }
    }

    /// Reads the data that comes next. After an error it cannot be read in order any more.
    pub(super) fn read_exact(&mut self, mut out: &mut [u8]) -> Result<(), TableError> {
        while !out.is_empty() {
            if self.read == DATA {
                self.read_page(self.number + 1)?;
            }
            let count = out.len().min(DATA - self.read);
            let (now, later) = out.split_at_mut(count);
            now.copy_from_slice(&self.page[self.read..self.read + count]);
            self.read += count;
            out = later;
        }
        Ok(())
    }
}

impl<R: Read + Seek> PageReader<R> {
    /// A byte of the data.
    pub(super) fn byte(&mut self, place: u64) -> Result<u8, TableError> {
        let number = place / DATA as u64 + 1;
        if number != self.number {
            self.load(number)?;
        }
        Ok(self.page[(place % DATA as u64) as usize])
    }

    /// Goes to a place of the data, to read in order from there.
    pub(super) fn seek(&mut self, place: u64) -> Result<(), TableError> {
        self.load(place / DATA as u64 + 1)?;
        self.read = (place % DATA as u64) as usize;
        Ok(())
    }

    fn load(&mut self, number: u64) -> Result<(), TableError> {
        self.input
            .seek(SeekFrom::Start(number * PAGE as u64))
            .map_err(TableError::io(&self.path))?;
        self.read_page(number)
    }
}

/// Writes the data of a file in order, beside it; [`finish`](PageWriter::finish) gives it its name.
pub(super) struct PageWriter {
    output: BufWriter<File>,
    /// The file that is written.
    part: PathBuf,
    path: PathBuf,
    salt: u32,
    page: Box<Page>,
    number: u64,
    filled: usize,
}

impl PageWriter {
    /// Begins a file.
    pub(super) fn create(path: &Path, head: Head) -> Result<PageWriter, TableError> {
        let part = part_of(path);
        let file = File::create(&part).map_err(TableError::io(&part))?;
        let mut writer = PageWriter {
            output: BufWriter::with_capacity(1 << 20, file),
            part,
            path: path.to_path_buf(),
            salt: head.salt(),
            page: Box::new(head.to_page()),
            number: 0,
            filled: DATA,
        };
        writer.put_page()?;
        Ok(writer)
    }

    /// Goes on behind some bytes of data that an unfinished file holds.
    pub(super) fn resume(path: &Path, data: u64) -> Result<PageWriter, TableError> {
        let part = part_of(path);
        let (head, mut reader) = open(&part)?;
        let filled = (data % DATA as u64) as usize;
        if filled > 0 {
            reader.byte(data)?;
        }
        let number = data / DATA as u64 + 1;
        let reopen = || {
            let mut file = File::options().write(true).open(&part)?;
            file.set_len(number * PAGE as u64)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = reopen().map_err(TableError::io(&part))?;
        Ok(PageWriter {
            output: BufWriter::with_capacity(1 << 20, file),
            part,
            path: path.to_path_buf(),
            salt: head.salt(),
            page: reader.page,
            number,
            filled,
        })
    }

    fn put_page(&mut self) -> Result<(), TableError> {
        self.output
            .write_all(&self.page[..])
            .map_err(TableError::io(&self.part))?;
        self.number += 1;
        self.filled = 0;
        Ok(())
    }

    fn seal_and_put(&mut self) -> Result<(), TableError> {
        self.page[self.filled..].fill(0);
        seal(&mut self.page, self.number, self.salt);
        self.put_page()
    }

    /// Writes data that comes next.
    pub(super) fn write(&mut self, mut data: &[u8]) -> Result<(), TableError> {
        while !data.is_empty() {
            let count = data.len().min(DATA - self.filled);
            let (now, later) = data.split_at(count);
            self.page[self.filled..self.filled + count].copy_from_slice(now);
            self.filled += count;
            if self.filled == DATA {
                self.seal_and_put()?;
            }
            data = later;
        }
        Ok(())
    }

    /// Gives what was written to the system, so that a kill does not lose it.
    pub(super) fn flush(&mut self) -> Result<(), TableError> {
        self.output.flush().map_err(TableError::io(&self.part))
    }

    /// Ends the file and gives it its name.
    pub(super) fn finish(mut self) -> Result<(), TableError> {
        if self.filled > 0 {
            self.seal_and_put()?;
        }
        self.flush()?;
        let file = self.output.get_ref();
        file.sync_all().map_err(TableError::io(&self.part))?;
        std::fs::rename(&self.part, &self.path).map_err(TableError::io(&self.path))
    }
}
