//! What a record says of individuals, as values of the breeding; and how certain it is that the rivals are level: the
//! same for the run itself and for whoever reads its record.

use crate::watch::words;
use koteki_record::run::{self as record, Individual, Mismatch};
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::rivals::WANTED;
use koteki_rivals::evolve::run::Difference;
use koteki_rivals::evolve::style::Rate;
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::evolve::verdict::Verdict;

/// The games that speak for an individual.
pub const fn tally(individual: &Individual) -> Tally {
    Tally {
        games: individual.games,
        wins: individual.wins,
        draws: individual.draws,
    }
}

/// A verdict as it is recorded.
pub const fn written(verdict: Verdict) -> record::Verdict {
    match verdict {
        Verdict::Open => record::Verdict::Open,
        Verdict::Certified => record::Verdict::Certified,
        Verdict::Strong => record::Verdict::Strong,
        Verdict::Weak => record::Verdict::Weak,
        Verdict::Undecided => record::Verdict::Undecided,
    }
}

/// A recorded verdict.
pub const fn verdict(written: record::Verdict) -> Verdict {
    match written {
        record::Verdict::Open => Verdict::Open,
        record::Verdict::Certified => Verdict::Certified,
        record::Verdict::Strong => Verdict::Strong,
        record::Verdict::Weak => Verdict::Weak,
        record::Verdict::Undecided => Verdict::Undecided,
    }
}

/// A recorded difference; `None` when one of the two is no rival.
pub fn difference(mismatch: &Mismatch, rivals: &[u64]) -> Option<Difference> {
    let place = |id| rivals.iter().position(|&rival| rival == id);
    let [a, b] = mismatch.pair;
    Some(Difference {
        a: place(a)?,
        b: place(b)?,
        mismatch: Rate {
            rate: mismatch.rate,
            low: mismatch.interval[0],
            high: mismatch.interval[1],
        },
    })
}

/// How many cycles there are when `cycle` of them are complete: whole series of `cycles`, as many as it
/// takes, and at least one.
pub fn cycles_of(cycle: u64, cycles: u32) -> u32 {
    cycles.saturating_mul(series(cycle, cycles))
}

/// In which series of `cycles` the cycle number `cycle` is, from 1.
pub fn series(cycle: u64, cycles: u32) -> u32 {
    let series = cycle.div_ceil(u64::from(cycles.max(1))).max(1);
    u32::try_from(series).unwrap_or(u32::MAX)
}

/// How certain it is that rivals are level.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainty {
    /// How many individuals got each verdict.
    pub verdicts: words::Verdicts,
    /// Rivals that are certified.
    pub sure: usize,
    /// Rivals that fill up the three.
    pub others: usize,
    /// How differently the rivals play.
    pub differences: Vec<Difference>,
}

impl Certainty {
    /// Of every individual's verdict and letter, and the rivals' differences. `None` where there is no test.
    pub fn of(
        individuals: impl IntoIterator<Item = (Option<Verdict>, Option<usize>)>,
        differences: Vec<Difference>,
    ) -> Option<Self> {
        let mut certainty = Self {
            verdicts: words::Verdicts::default(),
            sure: 0,
            others: 0,
            differences,
        };
        for (verdict, rival) in individuals {
            let verdict = verdict?;
            let verdicts = &mut certainty.verdicts;
            match verdict {
                Verdict::Open => {}
                Verdict::Certified => verdicts.certified += 1,
                Verdict::Strong => verdicts.strong += 1,
                Verdict::Weak => verdicts.weak += 1,
                Verdict::Undecided => verdicts.undecided += 1,
            }
            match (rival, verdict) {
                (None, _) => {}
                (Some(_), Verdict::Certified) => certainty.sure += 1,
                (Some(_), _) => certainty.others += 1,
            }
        }
        Some(certainty)
    }

    /// The same of a recorded choice of rivals.
    pub fn recorded(
        individuals: &[Individual],
        rivals: &[u64],
        mismatches: &[Mismatch],
    ) -> Option<Self> {
        let individuals = individuals.iter().map(|it| {
            let letter = rivals.iter().position(|&rival| rival == it.id);
            (it.verdict.map(verdict), letter)
        });
        let differences = mismatches.iter().filter_map(|it| difference(it, rivals));
        Self::of(individuals, differences.collect())
    }

    /// How differently the rivals play; and if they are fewer, or more alike, than was asked, why.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        let said = |it: &Difference| {
            let rate = it.mismatch;
            mismatch(it.a, it.b, rate.rate, rate.low, rate.high)
        };
        let mut lines: Vec<String> = self.differences.iter().map(said).collect();
        let test = &settings.retest;
        let pairs = self.differences.iter().filter(|it| it.a != it.b);
        let smallest = pairs.map(|it| it.mismatch.rate).reduce(f64::min);
        if self.sure < WANTED {
            lines.push(too_few(self.sure, self.others, &self.verdicts, test.cap));
        } else if let Some(smallest) = smallest.filter(|&it| it < test.mismatch) {
            lines.push(format!(
                "the rivals differ less than asked: smallest mismatch {smallest:.3}, asked {:.2}",
                test.mismatch
            ));
        }
        lines
    }
}

/// The line when fewer than three rivals could be certified: how many, why, and what the other letters
/// are then.
fn too_few(certified: usize, filled: usize, verdicts: &words::Verdicts, cap: u32) -> String {
    use std::fmt::Write as _;

    let mut reasons = Vec::new();
    for (count, what) in [
        (verdicts.weak, "lose too often".to_owned()),
        (verdicts.strong, "win too often".to_owned()),
        (
            verdicts.undecided,
            format!("are in doubt after {cap} games"),
        ),
    ] {
        if count > 0 {
            reasons.push(format!("{count} {what}"));
        }
    }
    let mut line = format!(
        "only {certified} of 3 rivals certified: {}",
        reasons.join(", ")
    );
    if filled > 0 {
        let _ = write!(line, "; {filled} more named without certainty");
    }
    if verdicts.weak > 0 && verdicts.strong == 0 {
        line.push_str("; a greater depth of the individuals would make them stronger");
    } else if verdicts.strong > 0 && verdicts.weak == 0 {
        line.push_str("; a smaller depth of the individuals would make them weaker");
    }
    line
}

/// The line on how often two rivals play differently (95 % interval), or what the ties of one alone
/// bring about.
fn mismatch(a: usize, b: usize, rate: f64, low: f64, high: f64) -> String {
    let [one, other] = [a, b].map(|rival| words::letter(Some(rival)));
    if a == b {
        format!("ties of {one}: {rate:.3} ({low:.3} to {high:.3})")
    } else {
        format!("mismatch {one}-{other}: {rate:.3} ({low:.3} to {high:.3})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_whole() {
        for (cycle, total) in [(0, 4), (1, 4), (4, 4), (5, 8), (8, 8), (12, 12), (13, 16)] {
            assert_eq!(cycles_of(cycle, 4), total, "{cycle}");
        }
    }
}
