//! `scaling`: what many machines make of a breeding and of a sweep, from what was measured on one.
//!
//! The rounds of `koteki_workers` are gone through message by message, with times that were measured in place of the
//! work: the first rank hears one message after the other, works itself, and gives pieces to whoever has none.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;

use super::lab::{ExperimentError, Lab};
use super::report::{Datum, Findings, Table};
use koteki_games::random::Random;

/// Nanoseconds.
type Time = u64;

const MICROSECOND: Time = 1_000;
const MILLISECOND: Time = 1_000_000;

/// Microseconds that a game of `ueda-ch6` takes, by tenths: each as likely as the others.
const GAME: [Time; 10] = [154, 186, 207, 225, 242, 260, 279, 301, 329, 380];
/// Milliseconds that its runs of seeds 1 to 8 take on one thread.
const RUN: [Time; 8] = [
    10_631, 10_568, 10_999, 12_022, 11_811, 10_887, 10_516, 10_441,
];
/// What a step is beside its games, which every rank does.
const STEP: Time = 140 * MICROSECOND;

/// What ranks cost.
#[derive(Clone, Copy, Debug)]
struct Costs {
    /// The first rank takes a message and answers it.
    message: Time,
    /// It takes a result.
    result: Time,
    /// It sends another rank all results.
    end: Time,
}

/// Of games, whose results are a byte each.
const OF_GAMES: Costs = Costs {
    message: 4_200,
    result: 1_800,
    end: 2_000,
};

/// Of runs, 97 KB each, which the first rank writes and no other gets.
const OF_RUNS: Costs = Costs {
    result: 1_320 * MICROSECOND,
    ..OF_GAMES
};

/// How long a message is under way: that of a usual cluster, which was not measured.
const WAY: Time = 2 * MICROSECOND;

/// How much a rank gets at a time where pieces are short; it has twice that until few are left.
const AT_A_TIME: Time = 20 * MILLISECOND;

/// A rank that waits looks for a message each time that a tenth of its wait has gone by, within these limits.
const LOOKS: [Time; 2] = [50 * MICROSECOND, 20 * MILLISECOND];

/// Games of a step, and steps of a run of `ueda-ch6`.
const GAMES: usize = 240;
const STEPS: usize = 156;
/// Islands that breed at the same time.
const ISLANDS: usize = 10;
/// How many times as long other players may think.
const LONGER: Time = 100;
/// Runs of a sweep: two settings, a thousand seeds.
const RUNS: usize = 2_000;

const RANKS: [usize; 12] = [1, 2, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// How much faster twice as many ranks have to be, to be said to pay.
const PAYS: f64 = 1.5;

/// A breeding with short games and with long ones, and a sweep, on so many ranks.
///
/// # Errors
/// When it is told to stop.
pub fn work(lab: &Lab<'_>) -> Result<Findings, ExperimentError> {
    let mut random = Random::derived(lab.seed(), &[]);
    let mut drawn = |times: &[Time], unit: Time, count: usize| -> Vec<Time> {
        let mut one = || unit * random.choose(times).copied().unwrap_or_default();
        (0..count).map(|_| one()).collect()
    };
    let games = drawn(&GAME, MICROSECOND, GAMES * STEPS);
    let longer: Vec<Time> = games.iter().map(|time| LONGER * time).collect();
    let runs = drawn(&RUN, MILLISECOND, RUNS);
    let mut took = Vec::new();
    for ranks in RANKS {
        lab.cancel().check()?;
        took.push([
            bred(&games, GAMES, ranks),
            bred(&games, ISLANDS * GAMES, ranks),
            bred(&longer, GAMES, ranks),
            bred(&longer, ISLANDS * GAMES, ranks),
            round(&runs, ranks, OF_RUNS),
        ]);
    }
    let faster = |kind: usize, row: usize| took[0][kind] as f64 / took[row][kind] as f64;
    let mut rows = Vec::new();
    for (row, ranks) in RANKS.into_iter().enumerate() {
        let cells = (0..KINDS.len()).flat_map(|kind| {
            let seconds = took[row][kind] as f64 / 1e9;
            let share = 100.0 * faster(kind, row) / ranks as f64;
            [(seconds, 1), (faster(kind, row), 1), (share, 0)].map(Datum::Real)
        });
        rows.push([Datum::whole(ranks)].into_iter().chain(cells).collect());
    }
    let columns = KINDS.map(|(name, _)| ["s", "×", "%"].map(|it| format!("{name}, {it}")));
    let columns = [&["ranks".to_owned()], columns.as_flattened()].concat();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let notes = KINDS.iter().enumerate().map(|(kind, (name, what))| {
        let pays = (1..RANKS.len()).take_while(|&row| {
            let more = RANKS[row] as f64 / RANKS[row - 1] as f64;
            faster(kind, row) / faster(kind, row - 1) >= PAYS.powf(more.log2())
        });
        let most = RANKS[pays.last().unwrap_or_default()];
        format!("{name}: {what}. Twice as many ranks are {PAYS} times as fast or more up to {most} ranks.")
    });
    Ok(Findings {
        tables: vec![Table::data(
            "ranks",
            "seconds, times as fast as one rank, and that in per cent of the ranks",
            &columns,
            rows,
        )],
        notes: notes.collect(),
        settings: settings(),
        ..Findings::default()
    })
}

/// What is looked at.
const KINDS: [(&str, &str); 5] = [
    ("run", "156 steps of 240 games one after the other"),
    (
        "on islands",
        "the same games on ten islands, 2,400 in a step",
    ),
    ("long games", "the run with games a hundred times as long"),
    ("long on islands", "these on ten islands"),
    ("sweep", "2,000 such runs, each by one rank"),
];

/// What was measured: one machine of two cores (AMD EPYC), Open MPI 4.1.4, 2026-12-01.
fn settings() -> std::collections::BTreeMap<String, String> {
    let micro = |time: Time| format!("{} µs", time as f64 / MICROSECOND as f64);
    [
        ("a game, by tenths", format!("{GAME:?} µs")),
        ("a run, by seed", format!("{RUN:?} ms")),
        ("a step beside its games", micro(STEP)),
        (
            "a message taken and answered by the first rank",
            micro(OF_GAMES.message),
        ),
        ("a game's result taken by it", micro(OF_GAMES.result)),
        (
            "a run's result taken and written by it",
            micro(OF_RUNS.result),
        ),
        ("all results of a step sent to a rank", micro(OF_GAMES.end)),
        ("a message under way (not measured)", micro(WAY)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// How long it takes to breed with these games, so many in a step.
fn bred(games: &[Time], step: usize, ranks: usize) -> Time {
    let others = ranks as Time - 1;
    let steps = games.chunks(step);
    steps
        .map(|step| round(step, ranks, OF_GAMES) + others * OF_GAMES.end + STEP)
        .sum()
}

/// How long it takes until the first rank has the results of all pieces.
fn round(pieces: &[Time], ranks: usize, costs: Costs) -> Time {
    // Who has done how many pieces in what time, and when that arrives: at first everybody, with none.
    let mut coming = BinaryHeap::new();
    for rank in 0..ranks {
        coming.push(Reverse((if rank == 0 { 0 } else { WAY }, rank, 0, 0)));
    }
    // Until when each rank has work, and in how many lots.
    let (mut employed, mut lots) = (vec![0; ranks], vec![0; ranks]);
    let (mut next, mut done, mut took) = (0, 0, 0);
    // Until when the first rank is at messages, and how long that has kept it from its own pieces.
    let (mut busy, mut kept) = (0, 0);
    while let Some(Reverse((at, rank, results, time))) = coming.pop() {
        let is_own = rank == 0;
        let cost = results as Time * costs.result + if is_own { 0 } else { costs.message };
        let now = if is_own {
            at + cost
        } else {
            let wait = at.saturating_sub(busy);
            let unseen = if wait > 0 {
                (wait / 10).clamp(LOOKS[0], LOOKS[1]) / 2
            } else {
                0
            };
            busy = at.max(busy) + unseen + cost;
            kept += cost;
            busy
        };
        lots[rank] -= usize::from(results > 0);
        done += results;
        took += time;
        if done == pieces.len() {
            return now;
        }
        let between = if is_own {
            mem::take(&mut kept)
        } else {
            WAY + LOOKS[0] / 2
        };
        let one = (took / done.max(1) as Time).max(1);
        let short = if done == 0 {
            1
        } else {
            (AT_A_TIME / one) as usize
        };
        let each = (pieces.len() - next) / (2 * ranks);
        let held = if is_own || each <= 1 { 1 } else { 2 };
        while lots[rank] < held && next < pieces.len() {
            let many = if is_own { 1 } else { short.min(each).max(1) };
            let lot = &pieces[next..(next + many).min(pieces.len())];
            next += lot.len();
            lots[rank] += 1;
            let time = lot.iter().sum::<Time>();
            employed[rank] = employed[rank].max(now + between) + time;
            let arrives = employed[rank] + if is_own { 0 } else { WAY };
            coming.push(Reverse((arrives, rank, lot.len(), time)));
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Costs = Costs {
        message: 0,
        result: 0,
        end: 0,
    };

    #[test]
    fn one_rank_takes_what_its_pieces_take() {
        assert_eq!(round(&[5, 7, 9], 1, FREE), 21);
        assert_eq!(round(&[5, 7, 9], 1, Costs { result: 2, ..FREE }), 27);
    }

    /// The first rank does 30 and 20 ms; the other 40 and, from when that was heard, 30.
    #[test]
    fn two_ranks_by_hand() {
        let pieces = [30, 40, 20, 30].map(|it| it * MILLISECOND);
        let until_it_works = WAY + LOOKS[0] / 2;
        let asked = WAY + LOOKS[0] / 2;
        let wait = until_it_works + pieces[1] + WAY;
        // The first rank looks at every tenth of its wait.
        let heard = asked + wait + wait / 20;
        let wait = until_it_works + pieces[3] + WAY;
        assert_eq!(round(&pieces, 2, FREE), heard + wait + wait / 20);
        // The third one does the last piece, after 20.
        let three = round(&pieces, 3, FREE);
        assert!((50 * MILLISECOND..54 * MILLISECOND).contains(&three));
    }

    #[test]
    fn no_number_of_ranks_is_faster_than_the_longest_piece_or_the_first_rank() {
        let pieces = vec![MILLISECOND; 1000];
        assert!(round(&pieces, 4096, FREE) > MILLISECOND);
        let slow = Costs {
            message: 3 * MILLISECOND,
            ..FREE
        };
        assert!(round(&pieces, 4096, slow) > 4096 * MILLISECOND / 2);
    }
}
