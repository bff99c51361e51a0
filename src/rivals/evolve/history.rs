//! Curves of any length in constant memory: when the store is full every second point goes and from
//! then on only every second is kept, so the points stay evenly spread over the whole run.

use serde::{Deserialize, Serialize};

/// The last value pushed, and an evenly thinned series of those before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History<T> {
    /// Most points ever given; at least 3.
    capacity: usize,
    /// One point in `stride` is kept.
    stride: u64,
    /// Values pushed so far.
    pushed: u64,
    /// The kept ones: those whose number is a multiple of `stride`.
    kept: Vec<T>,
    /// The latest, when it is not among the kept.
    latest: Option<T>,
}

impl<T: Clone> History<T> {
    /// An empty history that never gives more than `capacity` points (at least 3).
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity: capacity.max(3),
            stride: 1,
            pushed: 0,
            kept: Vec::new(),
            latest: None,
        }
    }

    /// Adds a value.
    pub fn push(&mut self, value: T) {
        let number = self.pushed;
        self.pushed += 1;
        self.latest = None;
        if !number.is_multiple_of(self.stride) {
            self.latest = Some(value);
            return;
        }
        // One place is for a latest value that is not kept.
        if self.kept.len() + 1 == self.capacity {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
            if !number.is_multiple_of(self.stride) {
                self.latest = Some(value);
                return;
            }
        }
        self.kept.push(value);
    }

    /// The points, oldest first: the first value and the latest are always among them.
    pub fn points(&self) -> Vec<T> {
        self.kept.iter().chain(&self.latest).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(capacity: usize, pushes: u32) -> Vec<u32> {
        let mut history = History::new(capacity);
        for value in 0..pushes {
            history.push(value);
        }
        history.points()
    }

    #[test]
    fn exact_points() {
        assert_eq!(after(5, 0), [0_u32; 0]);
        assert_eq!(after(5, 4), [0, 1, 2, 3]);
        // Full: 0 and 2 stay, and 4 is a multiple of the new stride.
        assert_eq!(after(5, 5), [0, 2, 4]);
        assert_eq!(after(5, 6), [0, 2, 4, 5]);
        assert_eq!(after(5, 7), [0, 2, 4, 6]);
        assert_eq!(after(5, 8), [0, 2, 4, 6, 7]);
        assert_eq!(after(5, 9), [0, 4, 8]);
        assert_eq!(after(5, 16), [0, 4, 8, 12, 15]);
        // An odd number kept before thinning: 3 does not fit the stride of 2.
        assert_eq!(after(4, 4), [0, 2, 3]);
        assert_eq!(after(4, 7), [0, 4, 6]);
    }

    #[test]
    fn never_more_than_its_capacity_and_always_both_ends() {
        for capacity in [3, 4, 7, 256] {
            for pushes in [1, 2, 3, 100, 255, 256, 257, 10_000] {
                let points = after(capacity, pushes);
                assert!(points.len() <= capacity, "{capacity} {pushes}");
                assert_eq!(points.first(), Some(&0));
                assert_eq!(points.last(), Some(&(pushes - 1)));
                assert!(points.is_sorted());
            }
        }
    }
}
