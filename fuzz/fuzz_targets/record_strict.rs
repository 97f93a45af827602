//! Any text is games or errors (strict): PGN, TGK and lists; the stream reads what the text reader reads.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::notation::record::{self, Mode};

fuzz_target!(|text: &str| {
    let games: Vec<_> = record::read(text, Mode::Strict).collect();
    let streamed = record::read_from(text.as_bytes(), Mode::Strict);
    let streamed: Vec<_> = streamed.map(|read| read.map_err(|error| error.to_string())).collect();
    let shown: Vec<_> = games.iter().cloned().map(|read| read.map_err(|error| error.to_string())).collect();
    assert_eq!(streamed, shown);
    for record in games.into_iter().flatten() {
        let pgn = record.to_pgn();
        let again = record::read_one(&pgn, Mode::Strict).expect("what was written");
        assert_eq!(again.game, record.game);
        assert_eq!(again.comments, record.comments);
        assert_eq!(again.to_pgn(), pgn);
        let tgk = record::tgk(&record.game);
        assert_eq!(record::read_one(&tgk, Mode::Strict).expect("what was written").game, record.game);
    }
});
