//! What a base of games teaches: ratings from results, marks, and who is compared with the policy.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // Tests may unwrap; clippy does not know the helpers of one.

use std::path::{Path, PathBuf};

use koteki_engine::player::human::policy::{Look, Policy};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::measure::contest::random_opening;
use koteki_rivals::measure::elo::SCALE;
use koteki_rivals::measure::likeness::{POINTS, rating};
use koteki_rivals::people::conduct::{Conduct, Figures};
use koteki_rivals::people::corpus::{Source, choices_of, turns};
use koteki_rivals::people::exam::{Marks, Outcome, by_likeness, line, log_d};
use koteki_rivals::people::history::{Histories, Result, rate, rate_drifting};
use koteki_rivals::people::players::{cases, compare, k_best, temperature};
use koteki_rivals::people::table::Table;

use crate::common::{NOWHERE, koteki};

fn near(found: f64, expected: f64, off: f64) {
    assert!(
        (found - expected).abs() <= off,
        "{found} instead of {expected}"
    );
}

/// So many games of a year in which `one` scored that much and lost the others to `other`.
fn games([one, other]: [u32; 2], year: u16, count: u32, won: u32) -> Vec<Result> {
    let game = |number| Result {
        // The colours in turn.
        players: if number % 2 == 0 {
            [one, other]
        } else {
            [other, one]
        },
        year,
        score: f64::from(u8::from((number < won) == (number % 2 == 0))),
    };
    (0..count).map(game).collect()
}

fn of(histories: &Histories, player: u32, year: u16) -> (f64, f64) {
    let rating = histories.rating(player, year).unwrap();
    (rating.mean, rating.sd)
}

#[test]
fn two_players_are_rated_as_results_and_prior_have_it() {
    let found = rate(&games([0, 1], 2000, 40, 30), 2, |_| true);
    let ((strong, sd), (weak, other)) = (of(&found, 0, 2000), of(&found, 1, 2000));
    near(strong + weak, 3000.0, 1e-6);
    near(sd, other, 1e-6);
    // In logits, r and −r: the slope of the likelihood, 30 − 40 p with p = 1 / (1 + e^−2r), is that of the prior, r / v;
    // the variance is 1 / (40 p (1 − p) + 1 / v); and v is the mean of the squares, r² and the variance.
    let (r, variance) = ((strong - 1500.0) / SCALE, (sd / SCALE).powi(2));
    let p = 1.0 / (1.0 + libm::exp(-2.0 * r));
    let v = 1.0 / (1.0 / variance - 40.0 * p * (1.0 - p));
    near(30.0 - 40.0 * p, r / v, 1e-4);
    near(v, r * r + variance, 1e-4);
    // Less than the results say, for the prior holds them together.
    let straight = SCALE * libm::log(3.0);
    assert!(strong - weak > 0.7 * straight && strong - weak < straight);
    assert_eq!(found.rating(0, 2001), None);
    assert_eq!(found.rating(2, 2000), None);
}

#[test]
fn who_has_the_same_results_has_the_same_rating() {
    let mut results = games([0, 1], 2000, 20, 14);
    results.extend(games([2, 1], 2000, 20, 14));
    let found = rate(&results, 3, |_| true);
    near(of(&found, 0, 2000).0, of(&found, 2, 2000).0, 1e-6);
    // A draw is half a win.
    let draws = games([0, 1], 2000, 20, 20)
        .into_iter()
        .map(|game| Result { score: 0.5, ..game });
    let found = rate(&draws.collect::<Vec<_>>(), 2, |_| true);
    near(of(&found, 0, 2000).0, 1500.0, 1e-6);
}

#[test]
fn the_mean_of_people_in_games_is_1500_and_programs_do_not_count() {
    let mut results = games([0, 1], 2000, 60, 45);
    results.extend(games([1, 2], 2001, 40, 30));
    // A program, which wins nearly all.
    results.extend(games([3, 0], 2001, 40, 38));
    let found = rate(&results, 4, |player| player != 3);
    let mut sum = 0.0;
    let mut count = 0.0;
    for result in &results {
        for player in result.players.into_iter().filter(|&it| it != 3) {
            sum += of(&found, player, result.year).0;
            count += 1.0;
        }
    }
    near(sum / count, 1500.0, 1e-6);
    assert!(of(&found, 3, 2001).0 > of(&found, 0, 2001).0 + 100.0);
}

#[test]
fn a_player_drifts_as_far_as_the_drift_allows() {
    // 5 of 20, then 15 of 20, against the same people.
    let mut results = games([0, 1], 2000, 20, 5);
    results.extend(games([0, 2], 2003, 20, 15));
    results.extend(games([1, 2], 2000, 40, 20));
    results.extend(games([1, 2], 2003, 40, 20));
    let gained = |drift| {
        let found = rate_drifting(&results, 3, |_| true, drift);
        of(&found, 0, 2003).0 - of(&found, 0, 2000).0
    };
    let (still, some, free) = (gained(0.1), gained(40.0), gained(1000.0));
    assert!(still.abs() < 1.0, "{still}");
    assert!(some > 10.0 && some < free, "{some} {free}");
    // Odds of three to one on both sides, whom the prior and the others' drift hold back.
    let straight = 2.0 * SCALE * libm::log(3.0);
    assert!(free > 0.5 * straight && free < straight, "{free}");
}

#[test]
fn marks_share_what_is_equally_likely() {
    let mut marks = Marks::default();
    marks.add(&[0.5, 0.3, 0.2], 0);
    marks.add(&[0.5, 0.3, 0.2], 1);
    marks.add(&[0.25; 4], 3);
    assert_eq!((marks.count, marks.right), (3.0, 1.25));
    near(marks.loss, -libm::log(0.5 * 0.3 * 0.25), 1e-12);
    // Impossible, but no infinity.
    marks.add(&[1.0, 0.0], 1);
    assert!(marks.loss.is_finite());
    let mut drawn = Marks::default();
    drawn.add_drawn(&[0.8, 0.2], 0);
    drawn.add_drawn(&[1.0, 0.0], 1);
    near(drawn.right, 0.8, 1e-12);
    near(drawn.loss, -libm::log(0.797 * 0.005), 1e-12);
}

#[test]
fn outcomes_of_ratings_foretold() {
    // 100 too high and 100 too low, with a standard deviation of 60 and 80, so 100.
    let found = Outcome::of(&[
        ([1500.0, 60.0], [1400.0, 80.0]),
        ([1500.0, 60.0], [1600.0, 80.0]),
    ]);
    assert_eq!((found.error, found.in_80, found.in_95), (100.0, 1.0, 1.0));
    near(found.loss, 0.5 + libm::log(100.0), 1e-12);
    // A constant foretells nothing.
    near(found.correlation, 0.0, 1e-6);
    // 1.5 standard deviations off: within 95 %, not within 80 %.
    let pair = |off: f64| ([1500.0 + off, 100.0], [1300.0 + off, 0.0]);
    let found = Outcome::of(&[pair(-50.0), ([1450.0, 100.0], [1300.0, 0.0])]);
    assert_eq!(found.in_80, 0.0);
    assert_eq!(found.in_95, 0.5);
    let found = Outcome::of(&[pair(0.0), pair(70.0), pair(-10.0)]);
    near(found.correlation, 1.0, 1e-9);
    near(found.error, 200.0, 1e-9);
}

#[test]
fn the_line_of_ratings_over_losses() {
    let [start, slope, rest] = line(&[(0.0, 3.0), (1.0, 1.0), (2.0, -1.0)]);
    near(start, 3.0, 1e-12);
    near(slope, -2.0, 1e-12);
    near(rest, 0.0, 1e-9);
    // By hand: y = 1 + x/2, 1/2, −1 and 1/2 off.
    let [start, slope, rest] = line(&[(0.0, 1.5), (1.0, 0.5), (2.0, 2.5)]);
    near(start, 1.0, 1e-12);
    near(slope, 0.5, 1e-12);
    near(rest, libm::sqrt(0.5), 1e-12);
    near(log_d(&[[90.0, 6.0], [10.0, 4.0]]), libm::log(10.0), 1e-12);
    // Nothing lost, nothing played.
    assert_eq!((log_d(&[[0.0, 20.0]]), log_d(&[])), (0.0, 0.0));
}

#[test]
fn games_that_say_nothing_leave_the_prior() {
    let nothing = vec![0.0; POINTS];
    let [mean, sd] = by_likeness(&[nothing], [1500.0, 200.0], 0.6, 150.0);
    near(mean, 1500.0, 0.01);
    near(sd, 250.0, 0.1);
    // A normal likelihood with the power ½: a variance twice as large, as large as the prior's.
    let logs: Vec<f64> = (0..POINTS)
        .map(|it| -((rating(it) - 1700.0) / 100.0).powi(2))
        .collect();
    let [mean, sd] = by_likeness(&[logs], [1500.0, 100.0], 0.5, 0.0);
    near(mean, 1600.0, 0.01);
    near(sd, libm::sqrt(5000.0), 0.1);
}

#[test]
fn k_best_plays_what_noise_makes_best() {
    // The difference of two deviates has a standard deviation of √2 σ.
    let found = k_best(&[0.0, libm::sqrt(2.0) * 30.0, -1000.0], 2, 30.0);
    near(found[1], 0.841_345, 1e-4);
    near(found[0], 0.158_655, 1e-4);
    assert_eq!(found[2], 0.0);
    for chance in k_best(&[7.0; 3], 12, 75.36) {
        near(chance, 1.0 / 3.0, 1e-9);
    }
    assert!(k_best(&[], 12, 75.36).is_empty());
}

#[test]
fn the_temperature_makes_what_was_played_most_likely() {
    // The better of two moves three times in four: odds of e^(100 / t) = 3.
    let seen = [0, 0, 1, 0].map(|chosen| (vec![0.0, 100.0], chosen));
    near(temperature(&seen), 100.0 / libm::log(3.0), 0.01);
}

#[test]
fn conduct_is_counted() {
    let one = [
        (0, 0.0),
        (9, 4.0),
        (10, 0.0),
        (11, 1.0),
        (25, 7.0),
        (59, 3.0),
    ];
    let two = [(1, 2.0), (12, 5.0)];
    let found = Figures::of([one.as_slice(), &two]);
    assert_eq!(found.choices, 8);
    assert_eq!(found.by_ten, [2.0, 2.0, 7.0, 0.0, 0.0, 3.0]);
    assert_eq!((found.mean, found.best), (22.0 / 8.0, 0.25));
    assert_eq!((found.mistakes, found.large), (0.5, 0.125));
    // From 4 to 7 two moves, from 7 to 3 none; those of the other game end with it.
    assert_eq!((found.run, found.at_once), (1.0, 0.5));
    assert_eq!(Figures::of([]), Figures::default());
}

#[test]
fn the_policy_plays_itself_with_the_same_moves_each_time() {
    let play = |seed| Conduct::of_policy(&Policy::zero(), 1500.0, seed, &Cancel::new()).unwrap();
    let losses = |it: [Conduct; 2]| it.map(|side| side.losses);
    let found = losses(play(5));
    assert_eq!(found, losses(play(5)));
    assert_ne!(found, losses(play(6)));
    for side in &found {
        assert!(side.len() > 10);
        assert!(side.iter().all(|it| it.1 >= 0.0));
        assert!(side.windows(2).all(|it| it[0].0 < it[1].0));
    }
}

fn source(seed: u64) -> Source {
    let line = random_opening::<Position>(50, seed);
    // Nothing of it is an opening.
    let moves = line.moves().to_vec();
    let mut line = GameLine::default();
    moves.into_iter().for_each(|mv| line.play(mv).unwrap());
    Source {
        line,
        movers: [Some((0, 1200.0)), None],
        year: 2020,
    }
}

#[test]
fn turns_are_where_there_is_a_choice() {
    let source = source(3);
    let choices = choices_of(&source.line, Side::White, Look::Quick, &Cancel::new()).unwrap();
    let turns: Vec<_> = turns(&source.line, Side::White).collect();
    assert_eq!(turns.len(), choices.len());
    let all: Vec<_> = source.line.steps().collect();
    for ((position, last, square), choice) in turns.into_iter().zip(choices) {
        assert_eq!(position.side_to_move(), Side::White);
        assert_eq!(
            choice.moves.len() as u32,
            position.placements().count_ones()
        );
        assert!(choice.moves.len() > 1);
        assert_eq!(choice.moves[choice.chosen].square, square);
        let at = all.iter().position(|it| it.0 == position).unwrap();
        assert_eq!(all[at].1.square(), Some(square));
        assert_eq!(all[at - 1].1.square(), last);
    }
}

#[test]
fn a_policy_of_nothing_is_compared_as_random_moves_are() {
    let cancel = Cancel::new();
    let few = cases(&[source(1), source(2)], true, &cancel).unwrap();
    let tables = compare(&Policy::zero(), &few, &few, "two games");
    assert_eq!(tables.len(), 4);
    for table in &tables {
        let row = |name: &str| {
            let found = table.rows.iter().find(|row| row[0].starts_with(name));
            found.unwrap()[1..].to_vec()
        };
        assert_eq!(row("policy, the mover's rating"), row("random"));
        assert!(table.lines().iter().all(|line| line.len() < 130));
    }
    let right = |row: usize| &tables[0].rows[row];
    assert!(right(5)[0].starts_with("learned") && right(5)[1..] != right(11)[1..]);
    // Only one rating, in its band.
    let counts = tables[0].rows.iter().find(|row| row[0] == "choices");
    let counts = &counts.unwrap()[1..];
    assert_eq!(counts[0], counts[2]);
    assert_eq!([&counts[1], &counts[3], &counts[4]], ["-"; 3]);
}

#[test]
fn tables_stand_in_columns() {
    let mut table = Table::new("Figures".to_owned(), ["a", "long"].map(str::to_owned));
    table.row("one".to_owned(), ["1.0", "2"].map(str::to_owned));
    table.row("seventeen".to_owned(), ["10.25", "3"].map(str::to_owned));
    table.notes.push("A note.".to_owned());
    let expected = "
Figures
                 a  long
  one          1.0     2
  seventeen  10.25     3
  A note.";
    assert_eq!(table.lines().join("\n"), expected);
}

fn data() -> PathBuf {
    std::env::var_os("KOTEKI_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    )
}

#[test]
fn the_embedded_policy_foretells_people_best() {
    let path = |name: &str| data().join("wthor").join(name);
    let names = ["WTH_2014.wtb", "WTH_2015.wtb", "WTH_2016.wtb", "WTH.JOU"];
    let files = names.map(path);
    if !files[0].exists() {
        eprintln!("SKIPPED: no {}", files[0].display());
        return;
    }
    let output = koteki(NOWHERE)
        .args(["learn", "human", "--examine", "built-in", "--exam", "50"])
        .args(files)
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // Right, and the log loss, of all.
    let first = |title: &str, name: &str| -> f64 {
        let table = lines.iter().position(|it| it.starts_with(title)).unwrap();
        let row = lines[table..]
            .iter()
            .find_map(|it| it.trim_start().strip_prefix(name));
        let figures = row.unwrap().trim_start_matches([' ', '*']);
        figures.split_whitespace().next().unwrap().parse().unwrap()
    };
    let policy = "policy, the mover's rating";
    let right = |name: &str| first("Moves foretold, per cent, by rating", name);
    let loss = |name: &str| first("Log loss, by rating", name);
    assert!(right(policy) > 55.0 && loss(policy) < 1.2, "{text}");
    for other in [
        "learned evaluation, 6 plies",
        "learned evaluation, 4 plies",
        "tester of the thesis",
        "a draw from k-best",
        "random",
    ] {
        assert!(right(other) < right(policy), "{other}\n{text}");
        assert!(loss(other) > loss(policy), "{other}\n{text}");
    }
    assert!(text.contains("1000 people") && text.contains("1800 policy"));
}
