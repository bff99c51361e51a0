//! The players of two papers: Tsukamoto's (the four basic evaluations, `nakamichi`, `tsukamoto`) and that of
//! the paper on weights.

use super::search::DEPTH;
use koteki_engine::eval::othello::bp_fs_cn::{
    Corners, Evaluation, F2, MAX_WEIGHT, Mix, Moves, Reading, Stable,
};
use koteki_engine::eval::othello::tsukamoto::{Basic, CornersAt, Threshold, View};
use koteki_engine::player::bp_fs_cn::BpFsCn;
use koteki_engine::player::tsukamoto::{ConvertedAt, Equals, Hold, Settings, Tsukamoto};
use koteki_games::spec::{FLAG, SettingList, Whole, Words};

/// A player of Tsukamoto's paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TsukamotoSpec {
    /// Its evaluation, depth and readings.
    pub settings: Settings,
    /// Whether it keeps to [natural moves](koteki_engine::player::natural).
    pub natural: bool,
}

/// Plies that the players of the paper look ahead when nothing else is said: those of its experiments.
const PLIES: u32 = 10;

const AT: Words<ConvertedAt> =
    Words(&[("leaves", ConvertedAt::Leaves), ("root", ConvertedAt::Root)]);
const SEEN: Words<CornersAt> = Words(&[("board", CornersAt::Board), ("leaf", CornersAt::Leaf)]);
const VIEW: Words<View> = Words(&[("root", View::Root), ("mover", View::Mover)]);
const EQUALS: Words<Equals> = Words(&[("random", Equals::Lot), ("first", Equals::Order)]);

/// With the settings that reproduce the paper best.
impl TsukamotoSpec {
    pub(super) const fn basic(basic: Basic) -> Self {
        Self {
            settings: Settings::basic(basic, PLIES),
            natural: false,
        }
    }

    pub(super) const fn holding(hold: Hold) -> Self {
        Self {
            settings: Settings::holding(hold, PLIES),
            natural: false,
        }
    }

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        let settings = &mut self.settings;
        list.add("depth", &mut settings.depth, &DEPTH);
        if let Some(Hold { at, conversion }) = &mut settings.hold {
            list.add("at", at, &AT);
            if conversion.threshold != Threshold::Zero {
                list.add("corners", &mut conversion.seen, &SEEN);
            }
            let at_root = *at == ConvertedAt::Root;
            list.add("ended", &mut conversion.ended, &FLAG)
                .hidden_if(at_root);
            list.add("view", &mut conversion.view, &VIEW)
                .hidden_if(at_root);
            if let Threshold::Corners { x } = &mut conversion.threshold {
                list.add("x", x, &Whole(-1000..=1000));
            }
            if at_root {
                list.refuse("ended", "at=root");
                list.refuse("view", "at=root");
            }
        }
        list.add("ties", &mut settings.equals, &EQUALS);
    }

    /// The player.
    pub const fn player(&self) -> Tsukamoto {
        Tsukamoto(self.settings)
    }
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
    /// Whether it keeps to [natural moves](koteki_engine::player::natural).
    pub natural: bool,
}

const STABLE: Words<Stable> = Words(&[
    ("eleven", Stable::Eleven),
    ("cited", Stable::Cited),
    ("printed", Stable::Printed),
]);
const SQUARE: Words<F2> = Words(&[("symmetric", F2::Symmetric), ("printed", F2::Printed)]);

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
            stable: Stable::Eleven,
            corners: Corners::Once,
            moves: Moves::Mover,
            f2: F2::Symmetric,
        },
        natural: false,
    };

    pub(super) fn settings(&mut self, list: &mut SettingList<'_>) {
        let Mix { bp, fs, cn } = &mut self.mix;
        for (key, weight) in [("bp", bp), ("fs", fs), ("cn", cn)] {
            list.add(key, weight, &Whole(0..=MAX_WEIGHT))
                .required("its weight");
        }
        // It looks at everything, so not far.
        list.add("depth", &mut self.depth, &Whole(1..=4));
        list.add("stable", &mut self.reading.stable, &STABLE);
        list.add("f2", &mut self.reading.f2, &SQUARE);
    }

    /// The player.
    pub fn player(&self) -> BpFsCn {
        BpFsCn::new(Evaluation::new(self.mix, self.reading), self.depth)
    }
}
