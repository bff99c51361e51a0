//! The players of two papers: Tsukamoto's (the four basic evaluations, `nakamichi`, `tsukamoto`) and that of
//! the paper on weights.

use super::error::Problem;
use super::settings::{Fault, MAX_DEPTH, Words, conflict, set_natural, whole};
use crate::eval::bp_fs_cn::{Evaluation, F2, MAX_WEIGHT, Mix, Reading, Stable};
use crate::eval::holding::{Basic, Seen, Threshold, View};
use crate::player::holding::{At, Equals, Hold, Holding, Settings};
use crate::player::weights::Weighing;

/// A player of Tsukamoto's paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoldingSpec {
    /// Its evaluation, depth and readings.
    pub settings: Settings,
    /// Whether it keeps to [natural moves](crate::player::natural).
    pub natural: bool,
}

/// A player of the paper on weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightsSpec {
    /// The weights.
    pub mix: Mix,
    /// Plies it looks ahead.
    pub depth: u32,
    /// How the formulas are read.
    pub reading: Reading,
    /// Whether it keeps to [natural moves](crate::player::natural).
    pub natural: bool,
}

/// Plies that the players of the paper look ahead when nothing else is said: those of its experiments.
const DEPTH: u32 = 10;

/// The deepest look-ahead of a player of weights: it looks at everything.
const MAX_WEIGHING: u32 = 4;

/// The greatest x.
const MAX_X: i32 = 1000;

const AT: Words<At> = Words("at", &[("leaves", At::Leaves), ("root", At::Root)]);
const SEEN: Words<Seen> = Words("corners", &[("board", Seen::Board), ("leaf", Seen::Leaf)]);
const VIEW: Words<View> = Words("view", &[("root", View::Root), ("mover", View::Mover)]);
const EQUALS: Words<Equals> = Words("ties", &[("random", Equals::Lot), ("first", Equals::Order)]);
const TRUTH: Words<bool> = Words("ended", &[("true", true), ("false", false)]);
const STABLE: Words<Stable> = Words(
    "stable",
    &[("cited", Stable::Cited), ("printed", Stable::Printed)],
);
const SQUARE: Words<F2> = Words(
    "f2",
    &[("symmetric", F2::Symmetric), ("printed", F2::Printed)],
);

impl HoldingSpec {
    /// The player called `name` with the settings that reproduce the paper best; `None` for another name.
    pub(super) fn preset(name: &str) -> Option<Self> {
        let settings = match name {
            "nakamichi" => Settings::holding(Hold::NAKAMICHI, DEPTH),
            "tsukamoto" => Settings::holding(Hold::PROPOSED, DEPTH),
            _ => {
                let basic = Basic::ALL.into_iter().find(|basic| basic.name() == name)?;
                Settings::basic(basic, DEPTH)
            }
        };
        Some(Self {
            settings,
            natural: false,
        })
    }

    /// Its name without settings.
    pub const fn name(&self) -> &'static str {
        match self.settings.hold {
            None => self.settings.basic.name(),
            Some(hold) => match hold.conversion.threshold {
                Threshold::Zero => "nakamichi",
                Threshold::Corners { .. } => "tsukamoto",
            },
        }
    }

    pub(super) const fn keys(&self) -> &'static [&'static str] {
        match self.settings.hold {
            None => &["depth", "ties", "natural"],
            Some(hold) => match hold.conversion.threshold {
                Threshold::Zero => &["depth", "at", "ended", "view", "ties", "natural"],
                Threshold::Corners { .. } => &[
                    "depth", "at", "corners", "ended", "view", "x", "ties", "natural",
                ],
            },
        }
    }

    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        let settings = &mut self.settings;
        match (key, &mut settings.hold) {
            ("depth", _) => {
                settings.depth = whole("depth", value, 1, MAX_DEPTH)?;
                return Ok("depth");
            }
            ("ties", _) => {
                settings.equals = EQUALS.read(value)?;
                return Ok("ties");
            }
            ("natural", _) => return set_natural(&mut self.natural, value),
            (_, None) => return Err(Fault::Unknown),
            (_, Some(hold)) => match (key, &mut hold.conversion.threshold) {
                ("at", _) => hold.at = AT.read(value)?,
                ("ended", _) => hold.conversion.ended = TRUTH.read(value)?,
                ("view", _) => hold.conversion.view = VIEW.read(value)?,
                ("corners", Threshold::Corners { .. }) => {
                    hold.conversion.seen = SEEN.read(value)?
                }
                ("x", Threshold::Corners { x }) => *x = whole("x", value, -MAX_X, MAX_X)?,
                _ => return Err(Fault::Unknown),
            },
        }
        let written = self.keys().iter().find(|known| **known == key);
        written.copied().ok_or(Fault::Unknown)
    }

    pub(super) fn get(&self, key: &str) -> String {
        let Settings {
            depth,
            hold,
            equals,
            ..
        } = self.settings;
        match (key, hold) {
            ("depth", _) => depth.to_string(),
            ("ties", _) => EQUALS.write(equals),
            (_, None) => String::new(),
            ("at", Some(hold)) => AT.write(hold.at),
            // They say nothing at the root.
            ("ended", Some(hold)) if hold.at == At::Leaves => TRUTH.write(hold.conversion.ended),
            ("view", Some(hold)) if hold.at == At::Leaves => VIEW.write(hold.conversion.view),
            ("corners", Some(hold)) => SEEN.write(hold.conversion.seen),
            ("x", Some(hold)) => match hold.conversion.threshold {
                Threshold::Corners { x } => x.to_string(),
                Threshold::Zero => String::new(),
            },
            _ => String::new(),
        }
    }

    /// Settings that are given and say nothing beside others.
    pub(super) fn settle(&self, has: impl Fn(&str) -> bool) -> Option<(&'static str, Problem)> {
        let at_root = self.settings.hold.is_some_and(|hold| hold.at == At::Root);
        let given = ["ended", "view"].into_iter().find(|key| has(key));
        given
            .filter(|_| at_root)
            .map(|key| conflict(key, "at=root"))
    }

    /// The player.
    pub const fn player(&self) -> Holding {
        Holding(self.settings)
    }
}

impl WeightsSpec {
    /// The reading that reproduces the paper best; the weights are to be given.
    pub(super) const PRESET: Self = Self {
        mix: Mix {
            bp: 0,
            fs: 0,
            cn: 0,
        },
        depth: 1,
        reading: Reading {
            stable: Stable::Cited,
            f2: F2::Symmetric,
        },
        natural: false,
    };

    pub(super) const KEYS: &'static [&'static str] =
        &["bp", "fs", "cn", "depth", "stable", "f2", "natural"];

    /// The keys that must be given.
    pub(super) const REQUIRED: &'static [&'static str] = &["bp", "fs", "cn"];

    pub(super) fn set(&mut self, key: &str, value: &str) -> Result<&'static str, Fault> {
        let (key, slot) = match key {
            "bp" => ("bp", &mut self.mix.bp),
            "fs" => ("fs", &mut self.mix.fs),
            "cn" => ("cn", &mut self.mix.cn),
            "depth" => {
                self.depth = whole("depth", value, 1, MAX_WEIGHING)?;
                return Ok("depth");
            }
            "stable" => {
                self.reading.stable = STABLE.read(value)?;
                return Ok("stable");
            }
            "f2" => {
                self.reading.f2 = SQUARE.read(value)?;
                return Ok("f2");
            }
            "natural" => return set_natural(&mut self.natural, value),
            _ => return Err(Fault::Unknown),
        };
        *slot = whole(key, value, 0, MAX_WEIGHT)?;
        Ok(key)
    }

    pub(super) fn get(&self, key: &str) -> String {
        match key {
            "bp" => self.mix.bp.to_string(),
            "fs" => self.mix.fs.to_string(),
            "cn" => self.mix.cn.to_string(),
            "depth" => self.depth.to_string(),
            "stable" => STABLE.write(self.reading.stable),
            "f2" => SQUARE.write(self.reading.f2),
            _ => String::new(),
        }
    }

    /// The player.
    pub fn player(&self) -> Weighing {
        Weighing::new(Evaluation::new(self.mix, self.reading), self.depth)
    }
}
