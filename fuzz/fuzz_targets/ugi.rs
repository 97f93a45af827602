//! Any line is a UGI command or a short complaint; a position is a game that can be played again, and a search that is
//! not asked to be endless ends.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_cli::ugi_command::{self, Command, Go, Request};
use togyz_core::{Game, Side};

fn check_position(game: &Game) {
    let mut again = Game::from_fen(game.start_fen());
    for &mv in game.moves() {
        again.push(mv).expect("a legal move");
    }
    assert_eq!(again.position(), game.position());
}

fn check_request(request: &Request) {
    for side in Side::ALL {
        let limits = request.limits(side);
        let ends = limits.max_depth().is_some()
            || limits.max_nodes().is_some()
            || limits.move_time().is_some()
            || limits.game_clock().is_some();
        assert_eq!(ends, !request.infinite());
        assert!(!limits.allowed_moves().is_empty());
    }
}

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match ugi_command::parse(line) {
            Ok(Some(Command::Position(game))) => check_position(&game),
            Ok(Some(Command::Go(Go::Search(request)))) => check_request(&request),
            Ok(_) => {}
            Err(complaint) => assert!(complaint.lines().count() == 1 && complaint.len() < 600, "{complaint}"),
        }
    }
});
