//! `koteki experiment` and the experiments of Ueda 2012, ch. 6, at their small scale.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::process::ExitCode;

use clap::Parser;
use koteki::commands::experiment::{Args, run_with};
use koteki::commands::interrupts::Interrupts;
use koteki_engine::search::budget::Cancel;
use koteki_games::Game as _;
use koteki_games::othello::Position;
use koteki_papers::agreement::Agreement;
use koteki_papers::registry::ALL;
use koteki_papers::report::Body;
use koteki_papers::ueda6::individual::Engine;
use koteki_papers::ueda6::mismatch::{choices, floor, mismatch, positions};
use koteki_papers::ueda6::paper::{TABLE_6_1, TABLE_6_2, TABLE_6_3};
use koteki_papers::ueda6::variant::LITERAL;
use koteki_papers::{
    Datum, ExperimentError, Lab, Progress, Report, Scale, Setup, Table, find, show,
};
use koteki_rivals::measure::strength::{LAPSES, TEMPERATURES, TRUST, TRUSTS, table_d, temperature};
use serde_json::Value;

const fn setup(seed: u64, jobs: usize) -> Setup {
    Setup {
        scale: Scale::Small,
        seed,
        jobs,
    }
}

fn report(name: &str, seed: u64, jobs: usize) -> Report {
    let progress = Progress::default();
    let report = find(name)
        .unwrap()
        .run(&setup(seed, jobs), &progress, &Cancel::new())
        .unwrap();
    assert_eq!(progress.share(), Some(1.0), "{name} plans what it does");
    report
}

fn table<'a>(report: &'a Report, key: &str) -> &'a Table {
    report
        .tables
        .iter()
        .find(|table| table.key == key)
        .unwrap_or_else(|| panic!("no table {key}"))
}

/// The paper's column of a table that compares.
fn paper(table: &Table) -> Vec<Option<f64>> {
    let rows = table.comparisons();
    rows.iter()
        .map(|row| row.paper.as_ref().and_then(|paper| paper.value()))
        .collect()
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let one = report("ueda-6.5", 5, 1);
    assert_eq!(one, report("ueda-6.5", 5, 2));
    // Table 6.2's win rates and table 6.3, as the thesis prints them.
    let printed = [0.52, 0.54, 0.485, 0.2533, 0.3533, 0.3167].map(Some);
    for reading in 1..=3 {
        let theirs = table(&one, &format!("6.5-theirs-{reading}"));
        assert_eq!(paper(theirs)[..6], printed);
        // Whoever breaks ties at random differs from itself, but less than from another.
        let ours: Vec<f64> = theirs
            .comparisons()
            .iter()
            .map(|row| row.ours.unwrap().value)
            .collect();
        assert!(ours[6] > 0.0 && ours[3..6].iter().all(|rate| *rate > ours[6]));
    }
    // A report says where it came from, and nothing of threads.
    assert_eq!(one.provenance.seed, 5);
    assert_eq!(
        one.provenance.command,
        "koteki experiment ueda-6.5 --scale small --seed 5"
    );
}

#[test]
fn table_6_1_stands_beside_ours() {
    let report = report("ueda-6.1-table", 3, 2);
    // Ueda 2012, table 6.1: mean, sd (its three digits), within 0.1 of one half, least, most.
    let printed = [
        [0.247, 0.161, 4.0, 0.0, 0.525],
        [0.4675, 0.115, 14.0, 0.26, 0.685],
        [0.4705, 0.067, 16.0, 0.37, 0.57],
    ];
    let printed: Vec<Option<f64>> = printed.into_iter().flatten().map(Some).collect();
    assert_eq!(paper(table(&report, "6.1")), printed);
    for row in table(&report, "6.1").comparisons() {
        let ours = row.ours.unwrap();
        let (interval, single) = (ours.interval.unwrap(), ours.single.unwrap());
        assert!(interval.contains(ours.value));
        assert!(single.low <= interval.low && interval.high <= single.high);
        // The thesis has one run: it is judged by where single runs of ours are.
        let inside = single.contains(row.paper.as_ref().unwrap().value().unwrap());
        assert_eq!(row.agreement != Agreement::Differs, inside, "{}", row.label);
    }
    let Body::Data { columns, rows } = &table(&report, "6.1-individuals").body else {
        panic!("individuals are data");
    };
    assert_eq!((columns.len(), rows.len()), (7, 20));
}

#[test]
fn the_thesis_figures_are_those_of_its_tables() {
    // The individuals 1, 8 and 20 of each β, and all weights of table 6.2.
    let rows = |place: usize| TABLE_6_1.map(|column| column.win_rates[place]);
    assert_eq!(rows(0), [0.36, 0.37, 0.37]);
    assert_eq!(rows(7), [0.525, 0.4, 0.515]);
    assert_eq!(rows(19), [0.21, 0.26, 0.57]);
    assert_eq!(
        TABLE_6_2,
        [
            ([1183, 6130, 7417], 0.52),
            ([612, 1378, 8009], 0.54),
            ([692, 693, 1844], 0.485)
        ]
    );
    assert_eq!(TABLE_6_3[1], ((0, 2), 0.3533));
}

#[test]
fn whoever_sees_no_difference_differs_from_itself_as_often_as_lots_do() {
    let (progress, cancel) = (Progress::default(), Cancel::new());
    let lab = Lab::new(setup(7, 2), None, &progress, &cancel).unwrap();
    let all = positions(&lab, 300).unwrap();
    assert_eq!(all.len(), 300);
    for (index, position) in all.iter().enumerate() {
        assert!(!all[index + 1..].contains(position), "drawn twice");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert!(!Position::is_pass(moves[0]));
    }
    // Beyond the horizon of two plies no game is over, so all moves are worth the same 0.
    let open: Vec<Position> = all
        .into_iter()
        .filter(|position| position.empties().count_ones() > 20)
        .collect();
    assert!(open.len() > 100);
    // Two lots of n differ with probability 1 − 1/n.
    let expected: f64 = open
        .iter()
        .map(|position| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            1.0 - 1.0 / moves.len() as f64
        })
        .sum::<f64>()
        / open.len() as f64;
    let variant = koteki_papers::ueda6::variant::Variant {
        depth: 2,
        engine: Engine::Own,
        ..LITERAL
    };
    let [a, b] = [0, 1].map(|lot| choices(&lab, &variant, &[0; 5], lot, &open).unwrap());
    // Six or sixteen pairs of lots in each of some 200 positions: an sd of about 0.01.
    for (rate, what) in [
        (floor(&a), "floor"),
        (floor(&b), "floor"),
        (mismatch(&a, &b), "two"),
    ] {
        assert!(
            (rate - expected).abs() < 0.04,
            "{what}: {rate}, not {expected}"
        );
    }
    assert_eq!(a, choices(&lab, &variant, &[0; 5], 0, &open).unwrap());
}

/// Stopped after any number of pieces, in any order, its last line torn: the report is the same in the end.
#[test]
fn an_experiment_goes_on_from_what_it_has_kept() {
    let calm = Interrupts::default();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.jsonl");
    let line = format!("osaki-5 --seed 6 --keep {}", file.display());
    let (whole, _) = run("osaki-5 --seed 6", &calm).unwrap();
    assert_eq!(run(&line, &calm).unwrap().0, whole);
    let lines = |text: &str| -> BTreeSet<String> { text.lines().map(str::to_owned).collect() };
    let text = fs::read_to_string(&file).unwrap();
    let all = lines(&text);
    let (head, pieces) = text.split_once('\n').unwrap();
    let mut pieces: Vec<&str> = pieces.lines().collect();
    // Two lessons of each of four epsilons, and two games of each lesson.
    assert_eq!((pieces.len(), all.len()), (8 + 8 * 2, 25));
    pieces.reverse();
    for (count, torn) in [(0, ""), (20, "{\"piece\":[2,5"), (24, "")] {
        let left = pieces[..count].join("\n");
        fs::write(
            &file,
            format!("{head}\n{left}\n{torn}").replace("\n\n", "\n"),
        )
        .unwrap();
        assert_eq!(run(&line, &calm).unwrap().0, whole, "{count}");
        assert_eq!(lines(&fs::read_to_string(&file).unwrap()), all);
    }
    // Killed before the first line was written.
    fs::write(&file, &head[..5]).unwrap();
    assert_eq!(run(&line, &calm).unwrap().0, whole);
    assert_eq!(lines(&fs::read_to_string(&file).unwrap()), all);
    // What is kept is used: another result of a game is another report.
    let last = pieces
        .iter()
        .find(|it| it.starts_with("{\"piece\":[2,5,0,0]"))
        .unwrap();
    let (piece, result) = last.split_once("\"result\":").unwrap();
    let result: i32 = result.trim_end_matches('}').parse().unwrap();
    let other = format!("{piece}\"result\":{}}}", if result > 0 { -1 } else { 1 });
    fs::write(&file, text.replace(last, &other)).unwrap();
    assert_ne!(run(&line, &calm).unwrap().0, whole);
    // A file of something else is told, and left as it is.
    for (line, kept, said) in [
        (
            line.replace("--seed 6", "--seed 7"),
            text.clone(),
            "--seed 6 (as version",
        ),
        (
            line.replace("osaki-5", "osaki-2"),
            text.clone(),
            "is of osaki-5",
        ),
        (
            line.clone(),
            format!("{head}\n{{\"piece\":1}}\n"),
            "line 2: this is not what",
        ),
        (
            line.clone(),
            "my notes".to_owned(),
            "line 1: this is not what",
        ),
        (
            line.replace("osaki-5", "ueda-6.2"),
            text.clone(),
            "ueda-6.2 keeps nothing",
        ),
    ] {
        fs::write(&file, &kept).unwrap();
        let error = run(&line, &calm).unwrap_err();
        assert!(
            error.contains(said) && error.lines().count() == 1,
            "{error}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), kept);
    }
}

#[test]
fn a_stopped_experiment_gives_nothing() {
    let cancel = Cancel::new();
    cancel.cancel();
    for experiment in ALL {
        let stopped = experiment.run(&setup(1, 1), &Progress::default(), &cancel);
        assert!(
            matches!(stopped, Err(ExperimentError::Cancelled)),
            "{}",
            experiment.name
        );
    }
}

/// The command line, what it prints, and its code as a success or not.
fn run(line: &str, interrupts: &Interrupts) -> Result<(String, ExitCode), String> {
    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }
    let words = std::iter::once("experiment").chain(line.split_whitespace());
    let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    let code = run_with(&cli.args, interrupts, &mut out).map_err(|error| format!("{error:#}"))?;
    Ok((String::from_utf8(out).unwrap(), code))
}

#[test]
fn what_it_prints_can_be_read_by_programs_and_people() {
    let calm = Interrupts::default();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let line = format!("ueda-6.2 --seed 4 --jobs 2 --json --out {}", file.display());
    let (out, code) = run(&line, &calm).unwrap();
    assert_eq!(out, format!("written: {}\n", file.display()));
    assert_eq!(code, ExitCode::SUCCESS);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let json: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(json["experiment"], "ueda-6.2");
    assert_eq!(json["provenance"]["seed"], 4);

    // The same report by the library, in the other forms.
    let report = report("ueda-6.2", 4, 1);
    let again: Value = serde_json::from_str(&show::json(&report).unwrap()).unwrap();
    assert_eq!(json, again);
    let text = show::text(&report);
    for part in [
        "Ueda 2012, §6.4.2",
        "[6.2-scatter]",
        "What the text leaves open:",
        "to repeat: koteki experiment ueda-6.2 --scale small --seed 4",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let csv = show::csv_table(table(&report, "6.2-scatter"));
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    // Two individuals against the 19 others, under one heading.
    assert_eq!(rows.len(), 1 + 2 * 19);
    assert!(rows.iter().all(|row| row.len() == 6));
    assert!(rows[1..].iter().all(|row| row[2].parse::<f64>().is_ok()));

    // A table that is not there costs nobody the report.
    let kept = folder.path().join("tables.csv");
    let line_of = |key: &str| format!("ueda-6.2 --seed 4 --table {key} --out {}", kept.display());
    let error = run(&line_of("6.2-scater"), &calm).unwrap_err();
    assert!(error.contains("did you mean \"6.2-scatter\"?"), "{error}");
    assert!(std::fs::read_to_string(&kept).unwrap().contains(&csv));

    // Nothing is overwritten.
    let error = run(&line, &calm).unwrap_err();
    assert!(error.ends_with("nothing is overwritten"), "{error}");
}

#[test]
fn mistakes_are_told_before_any_work() {
    let calm = Interrupts::default();
    let error = run("ueda-6.1-tabel", &calm).unwrap_err();
    assert!(
        error.starts_with(
            "there is no experiment \"ueda-6.1-tabel\", did you mean \"ueda-6.1-table\"?"
        ),
        "{error}"
    );
    assert!(run("", &calm).unwrap_err().contains("--list"));
    let error = run("ueda-6.2 --scale large", &calm).unwrap_err();
    assert!(error.contains("scales: small, paper"), "{error}");
    let error = run("ueda-6.2 --out /nowhere/at/all", &calm).unwrap_err();
    assert!(error.starts_with("cannot write /nowhere/at/all"), "{error}");

    let (list, _) = run("--list", &calm).unwrap();
    for experiment in ALL {
        assert!(list.contains(&format!("{}\n", experiment.name)));
        assert_eq!(find(experiment.name).unwrap().name, experiment.name);
        assert_eq!(
            ALL.iter().filter(|it| it.name == experiment.name).count(),
            1
        );
    }
}

#[test]
fn an_interrupt_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let interrupts = Interrupts::default();
    interrupts.raise();
    let file = folder.path().join("report.txt");
    let line = format!("ueda-6 --scale paper --jobs 1 --out {}", file.display());
    let (out, code) = run(&line, &interrupts).unwrap();
    assert_eq!(out, "");
    assert_eq!(code, ExitCode::from(130));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The small scale of the comparison of estimators: both are there for every kind, and what they claim is
/// possible. What the paper scale found is in `recordings/experiments/strength-estimators.txt`.
#[test]
fn estimators_of_strength_are_compared_on_real_games() {
    let found = report("strength-estimators", 3, 2);
    let Body::Data { columns, rows } = &table(&found, "estimators").body else {
        panic!("a table of data");
    };
    // Five kinds and all together, from 1, 3 and 25 games each.
    assert_eq!((columns.len(), rows.len()), (11, 18));
    let real = |row: &[Datum], column: usize| match row[column] {
        Datum::Real((value, _)) => value,
        ref other => panic!("{other:?}"),
    };
    let all: Vec<&Vec<Datum>> = rows.iter().filter(|row| row[0] == "all".into()).collect();
    // 20 subjects, 13 games of two sides each: 520 single games, 160 threes, 20 times 25.
    let counts: Vec<&Datum> = all.iter().map(|row| &row[2]).collect();
    assert_eq!(
        counts,
        [&Datum::Whole(520), &Datum::Whole(160), &Datum::Whole(20)]
    );
    for row in rows {
        assert!((5..8).all(|column| (0.0..=1.0).contains(&real(row, column))));
    }
    // More games say more, whoever asks.
    for column in [3, 4, 8, 9, 10] {
        let figures: Vec<f64> = all.iter().map(|row| real(row, column)).collect();
        assert!(
            figures.windows(2).all(|pair| pair[1] < pair[0]),
            "{column}: {figures:?}"
        );
    }
    // Of one game the plain D's bootstrap claims more than it can hold.
    assert!(real(all[0], 6) < 0.93);
    // Each trust from 1, 3 and 25 games; the one that ships is what stands above.
    let Body::Data { rows: trusts, .. } = &table(&found, "trust").body else {
        panic!("a table of data");
    };
    assert_eq!(trusts.len(), TRUSTS.len() * 3);
    let ours = trusts
        .iter()
        .filter(|row| row[0] == Datum::Real((TRUST, 2)));
    let ours: Vec<_> = ours.map(|row| [1, 2, 3, 4].map(|it| &row[it])).collect();
    let shown = all.iter().map(|row| [1, 4, 7, 10].map(|it| &row[it]));
    assert_eq!(ours, shown.collect::<Vec<_>>());
    // Who trusts less claims less.
    for from in 0..3 {
        let widths = trusts.iter().skip(from).step_by(3).map(|row| real(row, 4));
        assert!(widths.is_sorted(), "{from}");
    }
}

#[test]
fn the_table_of_model_players_is_made_again() {
    let found = report("strength-reference", 1, 2);
    let Body::Data { rows, .. } = &table(&found, "strength").body else {
        panic!("a table of data");
    };
    assert_eq!(rows.len(), 19);
    let mut checked = 0;
    for row in rows {
        let (Datum::Real((d, _)), Datum::Real((heat, _))) = (&row[2], &row[0]) else {
            panic!("{row:?}");
        };
        let t = (0..TEMPERATURES).find(|&t| (temperature(t) - heat).abs() < 0.01);
        // The grid has more lapses than were measured, and not all of these.
        let same = |lapse: &f64| row[1] == Datum::Real((*lapse, 3));
        if let Some(lapse) = LAPSES.iter().position(same) {
            // Two games of each here, forty in the table that ships.
            let shipped = table_d(t.unwrap(), lapse).unwrap();
            assert!(
                (d - shipped).abs() < 0.6 * shipped + 2.0,
                "{heat}: {d}, {shipped}"
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 7);
}

/// The grid as figure and as table, and evolutions over the paper's weights and over other features.
#[test]
fn the_grid_of_weights_is_drawn_as_it_is_written() {
    let calm = Interrupts::default();
    let folder = tempfile::tempdir().unwrap();
    let figure = folder.path().join("grid.svg");
    let line = format!(
        "weights-grid --seed 7 --table grid --svg {}",
        figure.display()
    );
    let (csv, _) = run(&line, &calm).unwrap();
    let svg = std::fs::read_to_string(&figure).unwrap();
    let mut rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let at = |name: &str| head.iter().position(|it| *it == name).unwrap();
    let rows: Vec<Vec<&str>> = rows.collect();
    assert_eq!(rows.len(), 6 * 6 * 6);
    assert_eq!(svg.matches("<title>").count(), rows.len());
    // The panels come in the order of CN; a cell says which it is, and what its value is.
    let panels: Vec<&str> = svg.split("<g transform").skip(1).collect();
    assert_eq!(panels.len(), 6);
    let both = |row: &[&str]| row[at("both")].parse::<f64>().unwrap();
    let most = rows.iter().map(|row| both(row)).fold(0.0, f64::max);
    for row in &rows {
        let panel = panels[row[at("cn")].parse::<usize>().unwrap()];
        let value = both(row);
        let cell = format!(
            "<title>FS, stable discs {}; BP, square values {}: {value:.4}</title>",
            row[at("fs")],
            row[at("bp")]
        );
        let (before, _) = panel.split_once(&cell).expect(&cell);
        let fill = before.rsplit_once("fill=\"").unwrap().1;
        assert_eq!(fill.starts_with("rgb(8,48,107)"), value == most, "{fill}");
    }
    // On standard output the drawing stands alone.
    let piped = run("weights-grid --seed 7 --table grid --svg -", &calm);
    assert_eq!(piped.unwrap().0, svg);
    // Nothing is overwritten, and what cannot be drawn is told before any work.
    assert!(
        run(&line, &calm)
            .unwrap_err()
            .contains("nothing is overwritten")
    );
    let other = folder.path().join("other.svg");
    let line = format!("ueda-6.2 --svg {}", other.display());
    let error = run(&line, &calm).unwrap_err();
    assert_eq!(
        error,
        "ueda-6.2 has no heat map: --svg goes with osaki-a, weights-grid"
    );
    assert!(!other.exists());

    let one = report("weights-grid", 7, 1);
    assert_eq!(one, report("weights-grid", 7, 2));
    assert_ne!(one.tables, report("weights-grid", 8, 2).tables);
    let Body::Data { rows, .. } = &table(&one, "best").body else {
        panic!("a table of data")
    };
    // As with the evolution over the paper's weights alone: that over other features changes nothing of it.
    let told: Vec<String> = rows
        .iter()
        .map(|row| match row.as_slice() {
            [
                Datum::Text(by),
                Datum::Text(weights),
                _,
                Datum::Real((points, _)),
                ..,
            ] => {
                format!("{by} {weights} {points}")
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        told[..6],
        [
            "grid bp=1,fs=1,cn=1 0.985",
            "grid bp=1,fs=1,cn=2 0.93",
            "grid bp=1,fs=2,cn=0 0.965",
            "evolution bp=2.37,fs=3.08,cn=1.75 0.965",
            "evolution bp=4.03,fs=3.29,cn=1.82 0.975",
            "evolution bp=4.53,fs=4.63,cn=3.74 0.965",
        ]
    );
    assert_eq!(told.len(), 9);
    for features in &told[6..] {
        let weights = features.split(' ').nth_back(1).unwrap().split(',');
        let weights: Vec<f64> = weights
            .map(|it| it.split_once('=').unwrap().1.parse().unwrap())
            .collect();
        assert_eq!(weights.len(), 10);
        assert!(weights.iter().all(|it| it.abs() <= 1.0));
    }
}

/// The rivals stand beside the others and change nothing of theirs.
#[test]
fn a_rival_is_bred_for_each_opponent_of_the_ladder() {
    let one = report("level-holding", 7, 1);
    assert_eq!(one, report("level-holding", 7, 2));
    let csv = show::csv_table(table(&one, "each"));
    // As it was before there were rivals in the table.
    let before = "\
\"agent:d=25,depth=2\",random,1,0.342 to 1.000,38,-38.2 to 114.2,0.0 % (0.0 to 65.8)
\"agent:d=25,depth=2\",mobility+corners:depth=2,0,0.000 to 0.658,-21,-135.4 to 93.4,0.0 % (0.0 to 65.8)
tsukamoto:depth=3,random,1,0.342 to 1.000,9,-79.9 to 97.9,50.0 % (9.5 to 90.5)
tsukamoto:depth=3,mobility+corners:depth=2,0,0.000 to 0.658,-12,-62.8 to 38.8,50.0 % (9.5 to 90.5)
";
    let (_, rows) = csv.split_once('\n').unwrap();
    let (then, now) = rows.split_at(before.len());
    assert_eq!(then, before);
    let opponents = ["random", "mobility+corners:depth=2"];
    for (row, opponent) in now.lines().zip(opponents) {
        assert!(
            row.starts_with(&format!("rival bred for each,{opponent},")),
            "{row}"
        );
    }
    assert_eq!(now.lines().count(), 2);
    // Who was bred is a player that can be met.
    let Body::Data { rows, .. } = &table(&one, "rivals").body else {
        panic!("a table of data")
    };
    assert_eq!(rows.len(), 2);
    for (row, opponent) in rows.iter().zip(opponents) {
        let [
            Datum::Text(met),
            Datum::Text(rival),
            Datum::Whole(games),
            Datum::Whole(tested),
            ..,
        ] = row.as_slice()
        else {
            panic!("{row:?}")
        };
        assert_eq!(met, opponent);
        assert!(
            rival.parse::<koteki_rivals::roster::PlayerSpec>().is_ok(),
            "{rival}"
        );
        // 4 individuals, 2 steps of 4 × 2 games; then 4 to 8 games of each.
        assert!((16 + 16..=16 + 4 * 8 * 2).contains(games), "{games}");
        assert!((4..=8).contains(tested));
    }
}
