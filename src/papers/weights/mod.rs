//! The paper on weights: square values, stable discs and legal moves against a player that moves at random.
//!
//! | file | what |
//! |---|---|
//! | [`paper`] | table 1 as it is printed |
//! | [`games`] | games by the hundred thousand |
//! | here | `weights-1`: table 1; `weights-1-readings`: what each way to read the text makes of it |
//! | [`grid`] | `weights-grid`: every setting, and whether an evolution finds a better one |
//! | `evolution` | the evolution, over weights of anything |
//!
//! What the text leaves open was written down before any game was played: the look-ahead (1, 2 or 3
//! plies), the noise of FS (as printed, or as in the source it cites), f2 (as printed, or as symmetry has
//! it). The choice was made in games of seed 1001.

mod evolution;
pub mod games;
pub mod grid;
pub mod paper;

use self::games::{Ahead, Chooser};
use self::paper::{Counts, GAMES, TABLE_1, points};
use super::agreement::{Ours, Paper};
use super::lab::{ExperimentError, Lab};
use super::report::{Comparison, Datum, Findings, Reading as Open, Table};
use koteki_engine::eval::othello::bp_fs_cn::{Evaluation, F2, Mix, Reading, Stable};
use koteki_games::random::Random;

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type WeightsOpen = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

const COLOURS: [&str; 2] = ["first", "second"];
const TRIED_TEXT: &str = "by table 1 in games of seed 1001: koteki experiment weights-1-readings";

const READINGS: [WeightsOpen; 6] = [
    (
        "how many plies the player looks ahead",
        &["depth=1: the position after its move", "depth=2", "depth=3"],
        "depth=1",
        TRIED_TEXT,
    ),
    (
        "the noise of FS",
        &[
            "stable=printed: difference + rnd * 3 * 11",
            "stable=cited: (difference + rnd * 3) * 11",
        ],
        "stable=cited",
        TRIED_TEXT,
    ),
    (
        "the square value of f2, which the figure has as 2",
        &["f2=symmetric: -1", "f2=printed: 2"],
        "f2=symmetric",
        "the figure's symmetry; table 1 does not tell the two apart",
    ),
    (
        "the sign of CN",
        &["plus for the own side's moves, minus for the opponent's"],
        "plus for the own side's moves, minus for the opponent's",
        "by the text: many own choices are good, few of the opponent's are",
    ),
    (
        "what rnd is",
        &["uniform in [0, 1)"],
        "uniform in [0, 1)",
        "not tried",
    ),
    (
        "the weight of a parameter that stands alone in table 1",
        &["1"],
        "1",
        "without others its weight changes nothing but the noise's unit",
    ),
];

const NOTES: [&str; 1] = [
    "stable discs: on the edges, in runs of one colour from a corner and all of a full edge; a corner counts once",
];

/// The reading that is used.
pub const READING: Reading = Reading {
    stable: Stable::Cited,
    f2: F2::Symmetric,
};

/// The look-ahead that is used.
pub const DEPTH: u32 = 1;

/// Games done by one piece of work.
const BATCH: u32 = 250;

/// Uses of the seed, kept apart.
const TABLE: u64 = 0;
const TRIED: u64 = 1;

/// Games of one colour: wins, losses, draws, and the sum of the differences in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    counts: Counts,
    difference: i64,
}

impl Sum {
    fn add(&mut self, difference: i32) {
        self.counts[match difference.signum() {
            1 => 0,
            -1 => 1,
            _ => 2,
        }] += 1;
        self.difference += i64::from(difference);
    }

    fn merged(mut self, other: &Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.difference += other.difference;
        self
    }

    fn games(&self) -> u32 {
        self.counts.iter().sum()
    }

    fn points(&self) -> f64 {
        points(self.counts) * f64::from(self.games())
    }

    fn rate(&self) -> Ours {
        Ours::rate(self.points(), f64::from(self.games()))
    }
}

/// What plays, and what keeps the uses of the seed apart.
struct Entry {
    player: Box<dyn Chooser>,
    what: [u64; 2],
}

impl Entry {
    fn new(evaluation: Evaluation, depth: u32, what: [u64; 2]) -> Self {
        Self {
            player: Box::new(Ahead { evaluation, depth }),
            what,
        }
    }
}

/// Plays `games` games of each entry as first and as many as second player.
fn sums(lab: &Lab<'_>, entries: &[Entry], games: u32) -> Result<Vec<[Sum; 2]>, ExperimentError> {
    let batches = games.div_ceil(BATCH) as usize;
    let pieces = lab.each(entries.len() * 2 * batches, |index| {
        let (entry, rest) = (&entries[index / (2 * batches)], index % (2 * batches));
        let (colour, batch) = (rest / batches, (rest % batches) as u32);
        let mut sum = Sum::default();
        for game in batch * BATCH..games.min((batch + 1) * BATCH) {
            let [what, which] = entry.what;
            let place = [what, which, colour as u64, game.into()];
            let mut random = Random::derived(lab.seed(), &place);
            sum.add(games::play(&*entry.player, colour == 0, &mut random));
        }
        lab.done(u64::from(BATCH));
        Ok(sum)
    })?;
    let colour = |pieces: &[Sum]| pieces.iter().fold(Sum::default(), Sum::merged);
    Ok(pieces
        .chunks(2 * batches)
        .map(|pieces| {
            let (first, second) = pieces.split_at(batches);
            [colour(first), colour(second)]
        })
        .collect())
}

/// Announces so much.
pub(super) fn plan(lab: &Lab<'_>, entries: usize, games: u32) {
    let batches = u64::from(games.div_ceil(BATCH));
    lab.plan(entries as u64 * 2 * batches * u64::from(BATCH));
}

fn named(Mix { bp, fs, cn }: Mix) -> String {
    format!("bp={bp},fs={fs},cn={cn}")
}

/// `weights-1`.
///
/// # Errors
/// When the lab is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(250, 10 * GAMES);
    let entries: Vec<Entry> = (0..)
        .zip(TABLE_1)
        .map(|(which, (mix, _))| Entry::new(Evaluation::new(mix, READING), DEPTH, [TABLE, which]))
        .collect();
    plan(lab, entries.len(), games);
    let (mut rows, mut counted) = (Vec::new(), Vec::new());
    for ((mix, printed), sums) in TABLE_1.into_iter().zip(sums(lab, &entries, games)?) {
        for (colour, (printed, sum)) in printed.into_iter().zip(sums).enumerate() {
            rows.push(Comparison::new(
                row_name(&named(mix), colour),
                Some(Paper::rate(points(printed), f64::from(GAMES))),
                Some(sum.rate()),
                3,
                format!("{games} games"),
            ));
            counted.push(vec![
                Datum::from(named(mix)),
                Datum::from(COLOURS[colour]),
                counts(printed).into(),
                counts(sum.counts).into(),
                Datum::Real((sum.difference as f64 / f64::from(games), 1)),
            ]);
        }
    }
    Ok(Findings {
        tables: vec![
            Table::comparison(
                "1",
                "Points against a player that moves at random, draws half a win (table 1)",
                rows,
            ),
            Table::data(
                "1-counts",
                "Wins, losses and draws (table 1)",
                &["weights", "colour", "paper", "ours", "mean difference"],
                counted,
            ),
        ],
        readings: READINGS.map(open).into(),
        notes: NOTES.map(str::to_owned).into(),
        settings: [("games of a colour".to_owned(), games.to_string())].into(),
    })
}

fn open((question, options, used, chosen): WeightsOpen) -> Open {
    Open {
        question: question.to_owned(),
        options: options.iter().map(|&option| option.to_owned()).collect(),
        used: used.to_owned(),
        chosen: chosen.to_owned(),
    }
}

/// The ways to read the text.
const WAYS: [(&str, u32, Stable, F2); 8] = [
    (
        "depth=1,stable=cited,f2=symmetric",
        1,
        Stable::Cited,
        F2::Symmetric,
    ),
    (
        "depth=1,stable=cited,f2=printed",
        1,
        Stable::Cited,
        F2::Printed,
    ),
    (
        "depth=1,stable=printed,f2=symmetric",
        1,
        Stable::Printed,
        F2::Symmetric,
    ),
    (
        "depth=1,stable=printed,f2=printed",
        1,
        Stable::Printed,
        F2::Printed,
    ),
    (
        "depth=2,stable=cited,f2=symmetric",
        2,
        Stable::Cited,
        F2::Symmetric,
    ),
    (
        "depth=2,stable=printed,f2=symmetric",
        2,
        Stable::Printed,
        F2::Symmetric,
    ),
    (
        "depth=3,stable=cited,f2=symmetric",
        3,
        Stable::Cited,
        F2::Symmetric,
    ),
    (
        "depth=3,stable=printed,f2=symmetric",
        3,
        Stable::Printed,
        F2::Symmetric,
    ),
];

/// `weights-1-readings`.
///
/// # Errors
/// When the lab is told to stop.
pub fn readings(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let games = lab.pick(20, 500);
    plan(lab, WAYS.len() * TABLE_1.len(), games);
    let cells = |counts: &dyn Fn(usize) -> [f64; 2]| -> Vec<f64> {
        (0..TABLE_1.len()).flat_map(counts).collect()
    };
    let paper = cells(&|row| TABLE_1[row].1.map(|counts| 1000.0 * points(counts)));
    let mut rows = vec![line("the paper", &paper, Datum::Missing)];
    for (name, depth, stable, f2) in WAYS {
        let entries: Vec<Entry> = (0..)
            .zip(TABLE_1)
            .map(|(which, (mix, _))| {
                let evaluation = Evaluation::new(mix, Reading { stable, f2 });
                // The same lots for every way.
                Entry::new(evaluation, depth, [TRIED, which])
            })
            .collect();
        let sums = sums(lab, &entries, games)?;
        let ours = cells(&|row| sums[row].map(|sum| 1000.0 * points(sum.counts)));
        let squares: f64 = ours
            .iter()
            .zip(&paper)
            .map(|(a, b)| (a - b) * (a - b))
            .sum();
        let rms = libm::sqrt(squares / paper.len() as f64);
        rows.push(line(name, &ours, Datum::Real((rms, 1))));
    }
    let mut columns = vec!["reading".to_owned()];
    columns.extend(TABLE_1.iter().flat_map(|(mix, _)| {
        let name = named(*mix);
        [0, 1].map(|colour| row_name(&name, colour))
    }));
    columns.push("rms from the paper".to_owned());
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    Ok(Findings {
        tables: vec![Table::data(
            "readings",
            format!("Each reading against table 1, {games} games a cell: points per 1000 games"),
            &columns,
            rows,
        )],
        notes: NOTES.map(str::to_owned).into(),
        settings: [("games of a colour".to_owned(), games.to_string())].into(),
        ..Findings::default()
    })
}

fn line(name: &str, cells: &[f64], rms: Datum) -> Vec<Datum> {
    let cells = cells.iter().map(|&cell| Datum::Real((cell, 0)));
    std::iter::once(Datum::from(name))
        .chain(cells)
        .chain([rms])
        .collect()
}

fn row_name(mix: &str, colour: usize) -> String {
    format!("{mix}, {}", COLOURS.get(colour).unwrap_or(&""))
}

fn counts([wins, losses, draws]: [u32; 3]) -> String {
    format!("{wins}-{losses}-{draws}")
}
