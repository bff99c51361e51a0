//! Sweeps: what is asked of one, what it says where, what it finds when it goes on.

use std::fs;
use std::process::Stdio;

use super::{ENDLESS, Place, events, out, refused, said, wait_for_cycle};

const SMALL: [&str; 5] = ["sweep", "--config", "small.toml", "--set", "cycles=1"];

#[test]
fn standard_output_has_the_table_alone() {
    let place = Place::new();
    let sweep = [&SMALL[..], &["--seeds", "1..2", "--out", "sweep", "--json"]].concat();
    let output = place.output(&sweep);
    assert!(output.status.success(), "{}", said(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["rows"][0]["runs"], 2);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    // Each with how long it took; while others are left, how long those take.
    let [first, second] = errors.lines().collect::<Vec<_>>()[..] else {
        panic!("{errors}")
    };
    assert!(first.starts_with("1/2 cycles=1,seed=1: "), "{errors}");
    assert!(first.ends_with(" left") && first.contains(" s, about "));
    assert!(second.starts_with("2/2 cycles=1,seed=2: "), "{errors}");
    assert!(second.ends_with(" s"), "{errors}");
    // A part of it prints no table at all.
    let part = [
        &SMALL[..],
        &["--seeds", "1..2", "--out", "part", "--shard", "1/2"],
    ]
    .concat();
    let output = place.output(&part);
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{}",
        said(&output)
    );
    assert!(said(&output).contains("koteki merge puts part and the other shards"));
}

#[test]
fn what_no_sweep_can_be_is_said_in_one_line() {
    let place = Place::new();
    for (args, words) in [
        (
            &["--seeds", "5,0..18446744073709551615"][..],
            "more than 100000 runs",
        ),
        (
            &["--seeds", "1..60000", "--set", "beta=0.1,0.2"],
            "more than 100000 runs",
        ),
        (&["--seeds", "1,2,1"], "seed 1 is there twice"),
        (
            &["--seeds", "1", "--set", "beta=0.1", "--set", "beta=0.2"],
            "give all its values in one",
        ),
        (
            &["--seeds", "1", "--set", "beta=0.1,0.10"],
            "the value is there twice",
        ),
        (
            &["--seeds", "1", "--set", "opponent=\"agent:d=25"],
            "a comma in quotes",
        ),
        // Found out before the first run is played, not after those of another opponent.
        (
            &["--seeds", "1", "--set", "opponent=beginner,nobody"],
            "nobody",
        ),
    ] {
        let line = refused(&place.output(&[&["sweep", "--out", "sweep"][..], args].concat()));
        assert!(line.contains(words), "{line}");
        assert!(!place.path("sweep").exists(), "{line}");
    }
}

/// Off as it is in small.toml, too.
#[test]
fn every_setting_can_be_swept() {
    let place = Place::new();
    for set in [
        "natural=true,false",
        "people=true,false",
        "genes.mobility.scale=log,linear",
    ] {
        let output = [
            &SMALL[..],
            &["--seeds", "1", "--set", set, "--out", "sweep", "--dry-run"],
        ];
        let output = place.output(&output.concat());
        assert!(output.status.success(), "{}", said(&output));
    }
}

#[test]
fn a_comma_in_quotes_belongs_to_a_player() {
    let place = Place::new();
    let set = "opponent=\"agent:d=25,depth=1\",beginner:depth=1";
    let sweep = [
        &SMALL[..],
        &["--seeds", "1", "--set", set, "--out", "sweep"],
    ]
    .concat();
    let output = place.output(&sweep);
    assert!(output.status.success(), "{}", said(&output));
    let rows: Vec<String> = out(&output).lines().map(str::to_owned).collect();
    assert!(rows[1].contains("agent:d=25,depth=1  ") && rows[2].contains("beginner:depth=1  "));
}

#[test]
fn a_sweep_whose_list_is_lost_goes_on() {
    let place = Place::new();
    let sweep = [&SMALL[..], &["--seeds", "1..2", "--out", "sweep"]].concat();
    let whole = place.output(&sweep);
    assert!(whole.status.success(), "{}", said(&whole));
    let list = place.path("sweep/sweep.toml");
    fs::write(&list, "").unwrap();
    for args in [&sweep[..], &["merge", "sweep"]] {
        let line = refused(&place.output(args));
        assert!(
            line.contains("sweep.toml: the file is empty; remove it"),
            "{line}"
        );
    }
    fs::remove_file(&list).unwrap();
    let again = place.output(&sweep);
    assert!(again.status.success(), "{}", said(&again));
    assert_eq!(out(&again), out(&whole));
    // But not with runs of another sweep.
    fs::remove_file(&list).unwrap();
    let other = [
        "sweep", "--seeds", "1..2", "--set", "cycles=1", "--out", "sweep",
    ];
    let line = refused(&place.output(&other));
    assert!(
        line.contains("holds another run than the sweep's"),
        "{line}"
    );
}

#[test]
fn a_dry_run_counts_what_is_left() {
    let place = Place::new();
    let sweep = [&SMALL[..], &["--out", "sweep"]].concat();
    let first = place.output(&[&sweep[..], &["--seeds", "1..2", "--shard", "1/2"]].concat());
    assert!(first.status.success(), "{}", said(&first));
    let left = place.output(&[&sweep[..], &["--seeds", "1..2", "--dry-run"]].concat());
    // Three steps of six with ten games, and 20 more of each of six.
    let games = 3 * 60 + 120;
    let line = format!("1 of 2 runs are left, at least {games} games\n");
    assert!(out(&left).starts_with(&line), "{}", said(&left));
    let all = place.output(&[&sweep[..], &["--seeds", "1..2"]].concat());
    assert!(all.status.success(), "{}", said(&all));
    let nothing = place.output(&[&sweep[..], &["--seeds", "1..2", "--dry-run"]].concat());
    assert!(
        out(&nothing).contains("nothing is left"),
        "{}",
        said(&nothing)
    );

    // A single run that was stopped somewhere.
    let mut command = place.command(&[&ENDLESS[..], &["run"]].concat());
    let mut run = command.stdout(Stdio::null()).spawn().unwrap();
    wait_for_cycle(&place, "run");
    fs::write(place.path("run/stop"), "").unwrap();
    run.wait().unwrap();
    let before = fs::read(place.path("run/events.jsonl")).unwrap();
    let dry = place.output(&["evolve", "--resume", "run", "--dry-run"]);
    assert!(dry.status.success(), "{}", said(&dry));
    let last = events(&place.path("run"))
        .lines()
        .last()
        .unwrap()
        .to_owned();
    let last: serde_json::Value = serde_json::from_str(&last).unwrap();
    let step = last["archive"]["step"].as_u64().unwrap();
    assert!(step >= 3);
    let (breeding, cycles) = ((300_000 - step) * 60, (300_000 - step).div_ceil(3));
    let line = format!("{cycles} cycles left: {breeding} games of breeding and at least 120 ");
    assert!(out(&dry).starts_with(&line), "{line}\n{}", said(&dry));
    // Nothing was written.
    assert_eq!(fs::read(place.path("run/events.jsonl")).unwrap(), before);
    place.whole("over");
    let over = place.output(&["evolve", "--resume", "over", "--dry-run"]);
    assert!(out(&over).contains("nothing is left"), "{}", said(&over));
    let other = ["evolve", "--resume", "over", "--dry-run", "--seed", "9"];
    assert!(refused(&place.output(&other)).contains("leave --seed away"));
}

/// Each of them would do the whole, over the same files.
#[cfg(not(feature = "mpi"))]
#[test]
fn without_mpi_a_program_is_started_once() {
    let place = Place::new();
    let sweep = [&SMALL[..], &["--seeds", "1", "--out", "sweep"]].concat();
    for [rank, size] in [
        ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"],
        ["PMI_RANK", "PMI_SIZE"],
        ["SLURM_PROCID", "SLURM_STEP_NUM_TASKS"],
    ] {
        let started = |number: &str, many: &str| {
            let mut command = place.command(&sweep);
            command.env(rank, number).env(size, many).output().unwrap()
        };
        let line = refused(&started("0", "2"));
        assert!(line.contains("--features mpi"), "{line}");
        let other = started("1", "2");
        assert!(!other.status.success() && said(&other).is_empty());
        assert!(!place.path("sweep").exists());
    }
    let alone = place.command(&sweep).env("SLURM_PROCID", "0").output();
    assert!(alone.unwrap().status.success());
}

#[test]
fn nobody_has_to_read_what_a_run_says() {
    let place = Place::new();
    place.whole("whole");
    let mut run = place.start(&["evolve", "--config", "small.toml", "--out", "run"]);
    drop(run.stdout.take());
    assert!(run.wait().unwrap().success());
    assert_eq!(events(&place.path("run")), events(&place.path("whole")));
    // Of a run that is not kept nobody would ever hear: it ends, and not as if all were well.
    let mut run = place.start(&ENDLESS[..5]);
    drop(run.stdout.take());
    assert_eq!(run.wait().unwrap().code(), Some(141));
    let mut sweep = place.start(&[&SMALL[..], &["--seeds", "1..2", "--out", "sweep"]].concat());
    drop(sweep.stderr.take());
    let output = sweep.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(out(&output).starts_with("cycles  runs"), "{}", out(&output));
}
