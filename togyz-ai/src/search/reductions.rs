//! How much less deep late moves are searched.

use super::limits::MAX_DEPTH;

const DEPTHS: usize = MAX_DEPTH as usize + 1;

/// A table by depth and by the move's place in the order.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    plies: Box<[[u8; 9]; DEPTHS]>,
}

/// Binary logarithm in 256ths, by integers alone so that it is the same everywhere.
fn log2_256(n: u32) -> u32 {
    let whole = n.ilog2();
    // Squaring a number from 1 to 2 gives the next binary digit of its logarithm.
    let mut x = u64::from(n) << (31 - whole);
    let mut fraction = 0;
    for _ in 0..8 {
        x = (x * x) >> 31;
        fraction <<= 1;
        if x >= 2 << 31 {
            x >>= 1;
            fraction |= 1;
        }
    }
    256 * whole + fraction
}

impl Reductions {
    /// A table for hundredths of a ply for each product of the two logarithms; 0 reduces nothing.
    pub(super) fn new(hundredths: i32) -> Reductions {
        let mut plies = Box::new([[0; 9]; DEPTHS]);
        for (depth, row) in plies.iter_mut().enumerate().skip(3) {
            for (place, cell) in row.iter_mut().enumerate().skip(2) {
                let logs =
                    u64::from(log2_256(depth as u32)) * u64::from(log2_256(place as u32 + 1));
                let reduction = logs * u64::from(hundredths.unsigned_abs()) / (100 * 256 * 256);
                *cell = reduction.min(depth as u64 - 2) as u8;
            }
        }
        Reductions { plies }
    }

    pub(super) fn of(&self, depth: i32, place: usize) -> i32 {
        let row = (depth.max(0) as usize).min(DEPTHS - 1);
        i32::from(self.plies[row][place.min(8)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_256th() {
        for n in 1..=300u32 {
            let exact = f64::from(n).log2() * 256.0;
            assert!((f64::from(log2_256(n)) - exact).abs() <= 1.0, "{n}");
        }
    }

    #[test]
    fn early_moves_and_shallow_nodes_are_not_reduced() {
        let table = Reductions::new(40);
        assert!((0..240).all(|depth| table.of(depth, 0) == 0 && table.of(depth, 1) == 0));
        assert!((0..3).all(|depth| (0..9).all(|place| table.of(depth, place) == 0)));
        // log2(16) × log2(8) × 0.4 = 4.8.
        assert_eq!(table.of(16, 7), 4);
        assert!((3..240).all(|depth| (0..9).all(|place| table.of(depth, place) <= depth - 2)));
    }
}
