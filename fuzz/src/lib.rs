//! What several fuzz targets check.

use togyz_core::notation::record::{self, Mode};

/// Any text is games or errors: PGN, TGK and lists. The stream reads what the text reader reads, and what is written of
/// a game is that game.
pub fn check_records(text: &str, mode: Mode) {
    let games: Vec<_> = record::read(text, mode).collect();
    let streamed = record::read_from(text.as_bytes(), mode);
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
}
