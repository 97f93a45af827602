//! Reasons that the rules alone decide: what a move does, and what it changes for the next one.

use togyz_core::{Effect, Move, Pit, Position, STONES, Side, TuzdykEffect};

use super::Reason;

/// Fewer stones than this are not worth a word as saved or attacked.
const WORTH_A_WORD: u8 = 3;

/// A legal move with the board before and after it.
pub(super) struct Facts {
    before: Position,
    after: Position,
    effect: Effect,
    /// What the other player could take if the turn were passed.
    could_lose: Vec<Effect>,
    /// What the other player can take after the move.
    can_lose: Vec<Effect>,
}

impl Facts {
    pub(super) fn of(before: &Position, effect: &Effect) -> Facts {
        let after = before.play_unchecked(effect.mv);
        Facts {
            before: *before,
            after,
            effect: *effect,
            could_lose: takes(&before.passed()),
            can_lose: takes(&after),
        }
    }

    /// All reasons that hold, those that a trainer would name first at the front.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let mut reasons = self.prevented_tuzdyks();
        reasons.extend(self.capture());
        reasons.extend(self.saved());
        reasons.extend(self.threatened_tuzdyk());
        reasons.extend(self.attacked());
        reasons.extend(self.big_pit());
        reasons.extend(self.income());
        reasons.extend(self.tempo());
        reasons.extend(self.nothing_left());
        reasons.extend(self.least_given());
        reasons
    }

    fn mover(&self) -> Side {
        self.effect.side
    }

    fn capture(&self) -> Option<Reason> {
        let Effect {
            landing,
            captured,
            tuzdyk,
            ..
        } = self.effect;
        (captured > 0 && tuzdyk != TuzdykEffect::Made).then_some(Reason::Captures {
            pit: landing,
            stones: captured,
        })
    }

    fn prevented_tuzdyks(&self) -> Vec<Reason> {
        let was = tuzdyks(&self.could_lose);
        let is = tuzdyks(&self.can_lose);
        if is.iter().any(|pit| !was.contains(pit)) {
            return Vec::new();
        }
        let gone = was.into_iter().filter(|pit| !is.contains(pit));
        gone.map(|pit| Reason::PreventsTuzdyk { pit }).collect()
    }

    /// The pit that loses fewest of its stones now, against what it could lose.
    fn saved(&self) -> Option<Reason> {
        let most = |takes: &[Effect]| takes.iter().map(|take| take.captured).max().unwrap_or(0);
        if most(&self.can_lose) >= most(&self.could_lose) {
            return None;
        }
        let exposed = |pit: Pit| match self.can_lose.iter().any(|take| take.landing == pit) {
            true => self.after.stones(pit),
            false => 0,
        };
        let captures = self.could_lose.iter();
        let captures = captures.filter(|take| take.tuzdyk != TuzdykEffect::Made);
        let saved = captures.map(|take| {
            let pit = take.landing;
            (self.before.stones(pit).saturating_sub(exposed(pit)), pit)
        });
        let (stones, pit) = saved.max()?;
        (stones >= WORTH_A_WORD).then_some(Reason::Saves { pit, stones })
    }

    /// What the mover could take next, but could not take before: the largest.
    fn attacked(&self) -> Option<Reason> {
        let now = takes(&self.before);
        let is_new = |take: &&Effect| now.iter().all(|old| old.landing != take.landing);
        let threats = takes(&self.after.passed());
        let captures = threats
            .iter()
            .filter(|take| take.tuzdyk != TuzdykEffect::Made);
        let largest = captures
            .filter(is_new)
            .max_by_key(|take| (take.captured, take.landing))?;
        (largest.captured > WORTH_A_WORD).then_some(Reason::Attacks {
            pit: largest.landing,
            stones: largest.captured,
        })
    }

    fn threatened_tuzdyk(&self) -> Option<Reason> {
        let now = tuzdyks(&takes(&self.before));
        let next = tuzdyks(&takes(&self.after.passed()));
        let pit = next.into_iter().find(|pit| !now.contains(pit))?;
        Some(Reason::ThreatensTuzdyk { pit })
    }

    fn big_pit(&self) -> Option<Reason> {
        if self.effect.stones >= Reason::BIG_PIT {
            return Some(Reason::ReleasesBigPit {
                pit: origin(&self.effect),
                stones: self.effect.stones,
            });
        }
        let grown = Pit::all().filter(|&pit| {
            pit.side() == self.mover()
                && self.after.stones(pit) >= Reason::BIG_PIT
                && self.after.stones(pit) > self.before.stones(pit)
                && self.can_lose.iter().all(|take| take.landing != pit)
        });
        let pit = grown.max_by_key(|&pit| (self.after.stones(pit), pit))?;
        Some(Reason::BuildsBigPit {
            pit,
            stones: self.after.stones(pit),
        })
    }

    fn income(&self) -> Option<Reason> {
        let stones = self.effect.income[self.mover()];
        let pit = self.before.tuzdyk(self.mover()).filter(|_| stones > 0)?;
        Some(Reason::FeedsTuzdyk { pit, stones })
    }

    fn tempo(&self) -> Option<Reason> {
        let stored: u8 = Side::ALL.map(|side| self.before.kazan(side)).iter().sum();
        if STONES - stored > Reason::THIN || leaves_home(&self.before, self.effect.mv) {
            return None;
        }
        let moves = self.before.legal_moves();
        moves
            .iter()
            .any(|mv| leaves_home(&self.before, mv))
            .then_some(Reason::KeepsTempo)
    }

    fn nothing_left(&self) -> Option<Reason> {
        let mut moves = self.before.legal_moves().iter();
        let leaves = |mv: Move| !takes(&self.before.play_unchecked(mv)).is_empty();
        let goes_on = self.effect.outcome.is_none();
        (goes_on && self.can_lose.is_empty() && moves.any(leaves)).then_some(Reason::LeavesNothing)
    }

    fn least_given(&self) -> Option<Reason> {
        let moves = self.before.legal_moves();
        let of_this = balance(&self.before, self.effect.mv)?;
        let mut others = moves.iter().filter(|&mv| mv != self.effect.mv).peekable();
        others.peek()?;
        let is_least =
            others.all(|mv| balance(&self.before, mv).is_some_and(|other| other <= of_this));
        (is_least && of_this < 0).then_some(Reason::GivesUpLeast {
            stones: of_this.unsigned_abs(),
        })
    }
}

/// The pit that a move is sown from.
pub(super) fn origin(effect: &Effect) -> Pit {
    Pit::new(effect.side, effect.mv.number())
        .unwrap_or_else(|_| unreachable!("a move is a pit number"))
}

/// The moves of the player on turn that take something with the last stone.
fn takes(position: &Position) -> Vec<Effect> {
    let moves = position.legal_moves().iter();
    let effects = moves.filter_map(|mv| position.effect(mv).ok());
    effects.filter(|effect| effect.captured > 0).collect()
}

fn tuzdyks(takes: &[Effect]) -> Vec<Pit> {
    let mut pits: Vec<Pit> = takes.iter().filter_map(Effect::tuzdyk_made).collect();
    pits.sort_unstable();
    pits.dedup();
    pits
}

/// Whether a stone of a move falls outside the mover's row.
fn leaves_home(position: &Position, mv: Move) -> bool {
    let side = position.side_to_move();
    position
        .sowing(mv)
        .is_ok_and(|mut stones| stones.any(|stone| stone.pit.side() != side))
}

/// What a move brings to the mover, less the most that the answer brings to the other player; `None` if the move
/// ends the game.
fn balance(position: &Position, mv: Move) -> Option<i8> {
    let mover = position.side_to_move();
    let after = position.play_unchecked(mv);
    let net = |position: &Position, mv: Move, side: Side| {
        let gained = position
            .effect(mv)
            .map(|effect| effect.gained())
            .unwrap_or_default();
        // No more than 162 stones are gained, and hardly ever more than 127: those are cut, not wrapped.
        let difference = i16::from(gained[side]) - i16::from(gained[!side]);
        difference.clamp(-127, 127) as i8
    };
    let answers = after
        .legal_moves()
        .iter()
        .map(|answer| net(&after, answer, !mover));
    Some(net(position, mv, mover).saturating_sub(answers.max()?))
}
