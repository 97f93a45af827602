//! The numbers that shape the search. Each was kept because matches said so; docs/search.md has the verdicts.

/// Switches and margins of the search. The defaults are what plays strongest; others are for measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchParams {
    /// Half of the first window round the last iteration's value, in hundredths of a stone; 0 searches with an
    /// open window.
    pub aspiration: i32,
    /// Late moves are searched less deep: hundredths of a ply for a logarithm of depth and of the move's place; 0
    /// reduces nothing.
    pub reduction: i32,
    /// A node whose evaluation is this much above the window for each ply left is cut off; 0 never does so.
    pub reverse_futility: i32,
    /// The greatest depth of such cut-offs.
    pub reverse_futility_depth: i32,
    /// A quiet move is passed over if the evaluation is this much below the window for each ply left; 0 never does
    /// so.
    pub futility: i32,
    /// The greatest depth at which quiet moves are passed over.
    pub futility_depth: i32,
    /// A node whose value is this much above the window in a search of four plies less is cut off; 0 never does so.
    pub probcut: i32,
    /// Plies of captures searched at the leaves; 0 evaluates at once.
    pub quiescence: u32,
    /// Stones that a capture wins at least to be looked at there.
    pub quiescence_gain: i32,
    /// Whether moves that cut off elsewhere are tried early.
    pub killers: bool,
    /// The smallest depth at which the evaluator is asked for the order of moves; 0 never asks it.
    pub rank_depth: i32,
}

impl SearchParams {
    /// Every move to the full depth: slower, for proofs and comparisons.
    pub const FULL_WIDTH: SearchParams = SearchParams {
        aspiration: 0,
        reduction: 0,
        reverse_futility: 0,
        reverse_futility_depth: 0,
        futility: 0,
        futility_depth: 0,
        probcut: 0,
        quiescence: 0,
        quiescence_gain: 1,
        killers: true,
        rank_depth: 0,
    };

    /// Sets a number by its name: for matches between two sets.
    ///
    /// # Errors
    /// What is wrong with the name or the value.
    ///
    /// ```
    /// let mut params = togyz_ai::SearchParams::default();
    /// params.set("aspiration", "50")?;
    /// assert_eq!(params.aspiration, 50);
    /// assert!(params.set("speed", "1").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = value
            .parse::<i32>()
            .ok()
            .filter(|number| (0..=100_000).contains(number));
        let number =
            number.ok_or_else(|| format!("{name}: {value:?} is no number from 0 to 100000"))?;
        match name {
            "aspiration" => self.aspiration = number,
            "reduction" => self.reduction = number,
            "reverse_futility" => self.reverse_futility = number,
            "reverse_futility_depth" => self.reverse_futility_depth = number,
            "futility" => self.futility = number,
            "futility_depth" => self.futility_depth = number,
            "probcut" => self.probcut = number,
            "quiescence" => self.quiescence = number.min(32) as u32,
            "quiescence_gain" => self.quiescence_gain = number.max(1),
            "killers" => self.killers = number != 0,
            "rank_depth" => self.rank_depth = number,
            _ => return Err(format!("no search parameter is called {name:?}")),
        }
        Ok(())
    }
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams {
            aspiration: 100,
            reduction: 45,
            reverse_futility: 300,
            reverse_futility_depth: 4,
            futility: 150,
            futility_depth: 3,
            probcut: 200,
            rank_depth: 2,
            ..SearchParams::FULL_WIDTH
        }
    }
}
