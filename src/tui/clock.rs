//! The clock of a game: how long the people at the board have for their moves.
//!
//! It stands until the first move has been made, and while a machine is thinking.

use std::time::{Duration, Instant};

use koteki_games::Side;

/// The longest time a person can have, in seconds.
pub const MAX_CLOCK: u32 = 10_800;

/// What is left to each side.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    left: [Duration; 2],
    /// Whose time runs, and since when.
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// So many seconds for each side, standing.
    pub const fn new(seconds: u32) -> Self {
        Self {
            left: [Duration::from_secs(seconds as u64); 2],
            running: None,
        }
    }

    /// From `now` on the time of `side` runs, or neither's.
    pub fn turn(&mut self, side: Option<Side>, now: Instant) {
        if self.running.map(|(side, _)| side) == side {
            return;
        }
        if let Some((before, _)) = self.running {
            self.left[before.index()] = self.left(before, now);
        }
        self.running = side.map(|side| (side, now));
    }

    /// What is left to `side`.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[side.index()].saturating_sub(used)
    }

    /// Whose time is over.
    pub fn fallen(&self, now: Instant) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// When it shows something else than `now`; `None` while it stands.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        let (side, _) = self.running?;
        let left = self.left(side, now);
        // The seconds that are shown are those begun.
        let step = Duration::from_nanos(u64::from(left.subsec_nanos().max(1)));
        Some(now + step)
    }

    /// What it shows for `side`: minutes and seconds, those begun counted.
    pub fn shown(&self, side: Side, now: Instant) -> String {
        let left = self.left(side, now);
        let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_side_on_turn_loses_time() {
        let start = Instant::now();
        let at = |seconds: f64| start + Duration::from_secs_f64(seconds);
        let mut clock = Clock::new(60);
        assert_eq!(clock.due(start), None);
        clock.turn(Some(Side::Black), start);
        assert_eq!(clock.shown(Side::Black, at(0.25)), "1:00");
        assert_eq!(clock.shown(Side::Black, at(1.0)), "0:59");
        assert_eq!(clock.due(at(0.25)), Some(at(1.0)));
        clock.turn(None, at(10.5));
        assert_eq!(clock.shown(Side::Black, at(100.0)), "0:50");
        clock.turn(Some(Side::White), at(100.0));
        assert_eq!(clock.shown(Side::White, at(130.0)), "0:30");
        assert_eq!(clock.shown(Side::Black, at(130.0)), "0:50");
        // The same again changes nothing.
        clock.turn(Some(Side::White), at(140.0));
        assert_eq!(clock.fallen(at(159.9)), None);
        assert_eq!(clock.fallen(at(160.0)), Some(Side::White));
        assert_eq!(clock.shown(Side::White, at(500.0)), "0:00");
    }
}
