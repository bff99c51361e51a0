//! All runs beneath a folder, a line each.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::pty::{Home, Terminal, keys};
use super::{ENDLESS, Place, out, refused, said, terminate, wait_for_cycle};

/// The runs that `koteki runs --json` lists, by name.
fn listed(place: &Place, folder: &str) -> Vec<Value> {
    let output = place.output(&["runs", folder, "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["schema"], "koteki-runs/1");
    json["runs"].as_array().unwrap().clone()
}

fn of<'a>(runs: &'a [Value], name: &str) -> &'a Value {
    let found = runs.iter().find(|it| it["run"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {runs:?}"))
}

#[test]
fn every_run_is_a_line_that_says_what_it_does() {
    let place = Place::new();
    place.whole("runs/whole");
    let sweep = [
        "sweep",
        "--config",
        "small.toml",
        "--seeds",
        "2,10",
        "--set",
        "beta=0.5",
        "--set",
        "cycles=1",
        "--out",
        "runs/sweep",
    ];
    let swept = place.output(&sweep);
    assert!(swept.status.success(), "{}", said(&swept));
    let mut endless = place.command(&[&ENDLESS[..], &["runs/on"]].concat());
    let mut on = endless.stdout(Stdio::null()).spawn().unwrap();
    wait_for_cycle(&place, "runs/on");
    // Without whole settings it can still be named.
    place.whole("runs/bad");
    let header = place.path("runs/bad/run.toml");
    let text = fs::read_to_string(&header).unwrap();
    fs::write(&header, text.replace("population", "poplation")).unwrap();

    let begun = Instant::now();
    let runs = loop {
        let runs = listed(&place, "runs");
        // How long it still takes is known after some games.
        if of(&runs, "on")["seconds_left"].is_number() {
            break runs;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{runs:?}");
        sleep(Duration::from_millis(50));
    };
    let names: Vec<&str> = runs.iter().map(|it| it["run"].as_str().unwrap()).collect();
    let swept = [
        "sweep/beta=0.5,cycles=1,seed=2",
        "sweep/beta=0.5,cycles=1,seed=10",
    ];
    assert_eq!(names, ["bad", "on", swept[0], swept[1], "whole"]);

    let whole = of(&runs, "whole");
    assert_eq!(
        (&whole["state"], &whole["seed"]),
        (&"finished".into(), &"1".into())
    );
    assert_eq!((&whole["cycle"], &whole["cycles"]), (&8.into(), &8.into()));
    // As the record has it.
    let games = super::events(&place.path("runs/whole"));
    let last = games.lines().last().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(whole["games"], last["archive"]["games"]);
    assert!(whole["seconds_left"].is_null() && whole["seconds"].as_f64().unwrap() > 0.0);
    assert!(whole["certified"].as_u64() <= whole["rivals"].as_u64());
    let settings: Vec<&str> = whole["settings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    assert!(settings.contains(&"population=6"), "{settings:?}");

    assert_eq!(on_state(&runs), "running");
    assert_eq!(of(&runs, swept[1])["seed"], "10");
    let bad = of(&runs, "bad");
    assert_eq!(
        (&bad["state"], &bad["seed"]),
        (&"damaged".into(), &"1".into())
    );
    assert!(
        bad["fault"].as_str().unwrap().contains("poplation"),
        "{bad}"
    );

    terminate(on.id());
    on.wait().unwrap();
    let begun = Instant::now();
    while on_state(&listed(&place, "runs")) != "stopped" {
        assert!(begun.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(50));
    }
    let lines = out(&place.output(&["runs", "runs"]));
    assert!(lines.starts_with("run "), "{lines}");
    assert_eq!(lines.lines().count(), 1 + 5 + 2, "{lines}");
    assert!(
        lines.ends_with(
            "5 runs: 3 finished, 1 stopped, 1 damaged\nsweep sweep: 2 of 2 runs finished\n"
        ),
        "{lines}"
    );
    let csv = out(&place.output(&["runs", "runs", "--csv"]));
    assert_eq!(csv.lines().count(), 1 + 5, "{csv}");
    assert!(csv.starts_with("run,state,seed,cycle,"), "{csv}");
    assert!(csv.contains("\nwhole,finished,1,8,8,"), "{csv}");
    // A sweep takes for the run that is left as long as for that of the same settings.
    fs::remove_dir_all(place.path("runs/sweep/beta=0.5,cycles=1,seed=10")).unwrap();
    let output = out(&place.output(&["runs", "runs", "--json"]));
    let json: Value = serde_json::from_str(&output).unwrap();
    let seconds = of(json["runs"].as_array().unwrap(), swept[0])["seconds"].as_f64();
    let sweep = &json["sweeps"][0];
    assert_eq!((&sweep["runs"], &sweep["finished"]), (&2.into(), &1.into()));
    let left = sweep["seconds_left"].as_f64().unwrap();
    assert!((left / seconds.unwrap() - 1.0).abs() < 1e-9, "{output}");
    let csv = out(&place.output(&["runs", "runs", "--csv"]));
    assert!(csv.contains(&format!(",sweep,{left}\n")), "{csv}");
    let lines = out(&place.output(&["runs", "runs"]));
    assert!(
        lines.contains("sweep sweep: 1 of 2 runs finished, about "),
        "{lines}"
    );
    // The directory of a run is a list of one.
    assert_eq!(listed(&place, "runs/whole").len(), 1);
}

fn on_state(runs: &[Value]) -> String {
    of(runs, "on")["state"].as_str().unwrap().to_owned()
}

#[test]
fn where_there_is_no_run_that_is_said() {
    let place = Place::new();
    fs::create_dir(place.path("empty")).unwrap();
    let output = place.output(&["runs", "empty"]);
    assert!(output.status.success());
    assert_eq!(
        out(&output),
        "no run in empty: koteki evolve --out RUN begins one\n"
    );
    assert!(listed(&place, "empty").is_empty());
    assert!(refused(&place.output(&["runs", "nowhere"])).contains("nowhere: "));
}

#[test]
fn from_the_list_a_run_is_watched_and_left_for_it() {
    let place = Place::new();
    for name in ["runs/one", "runs/two"] {
        place.whole(name);
    }
    let folder = place.path("runs").display().to_string();
    let mut screen = Terminal::start_in(&Home::new(), 24, 100, &["runs", &folder], &[]);
    screen.wait_for("2 runs: 2 finished");
    screen.send("/");
    screen.wait_for("filter:");
    screen.send("two");
    screen.wait_for("1 of 2 runs");
    screen.send("\r");
    screen.wait_gone("one ");
    screen.send("\r");
    screen.wait_for("Population");
    screen.wait_for("the run is over");
    screen.send(keys::ESCAPE);
    // The list as it was, filter and all.
    screen.wait_for("1 of 2 runs");
    screen.send(keys::ESCAPE);
    screen.wait_for(" one ");
    // A run that comes meanwhile is there, too.
    place.whole("runs/three");
    screen.wait_for("3 runs: 3 finished");
    screen.send("q");
    assert!(screen.wait_exit().success());
    screen.assert_restored();
}

/// Two runs, and those of a sweep, with their curves over one another.
#[test]
fn runs_are_set_against_each_other() {
    let place = Place::new();
    let seeds = [
        "sweep",
        "--config",
        "small.toml",
        "--seeds",
        "1..3",
        "--set",
    ];
    let swept = place.output(&[&seeds[..], &["beta=0.1,0.5", "--out", "sweep"]].concat());
    assert!(swept.status.success(), "{}", said(&swept));
    let [one, two] = ["beta=0.1,seed=1", "beta=0.5,seed=1"].map(|name| format!("sweep/{name}"));
    let home = Home::new();
    let whole = [&*one, &*two, "sweep"].map(|name| place.path(name).display().to_string());
    let mut screen = Terminal::start_in(&home, 40, 120, &["watch", &whole[0], &whole[1]], &[]);
    screen.wait_for("2 runs: 2 finished");
    screen.wait_for("last cycle: a ");
    screen.wait_for("f_wr (1 = exactly level)");
    screen.send(keys::LEFT);
    // Of eight cycles; each plot has the values of both.
    screen.wait_for("cycle 7: a ");
    let points = [&one, &two].map(|name| {
        let events = super::events(&place.path(name));
        let cycle = events.lines().find(|it| it.contains("\"cycle\":7,"));
        let event: Value = serde_json::from_str(cycle.unwrap()).unwrap();
        event["point"].clone()
    });
    for value in ["mean_f_wr", "mean_win_rate", "mean_f_sim", "spread"] {
        let [a, b] = points.each_ref().map(|it| it[value].as_f64().unwrap());
        screen.wait_for(&format!("a {a:.2} b {b:.2} "));
    }
    // Alone the other one keeps its letter.
    screen.send("/");
    screen.wait_for("filter:");
    screen.send("beta=0.5");
    screen.wait_for("1 of 2 runs");
    screen.wait_for("cycle 7: b ");
    screen.send("\r");
    // A command is no filter.
    screen.send(":help\r");
    screen.wait_for("choose a run");
    screen.send(keys::ESCAPE);
    screen.wait_gone("choose a run");
    assert!(screen.text().contains("1 of 2 runs"), "{}", screen.text());
    screen.send(keys::ESCAPE);
    screen.wait_for("cycle 7: a ");
    screen.send("e");
    screen.wait_for("runs.csv, runs.svg");
    // Nothing is written over.
    let first = fs::read_to_string(home.path().join("runs.csv")).unwrap();
    fs::write(home.path().join("runs-2.svg"), "mine").unwrap();
    screen.send("e");
    screen.wait_for("runs-3.csv, runs-3.svg");
    assert!(!home.path().join("runs-2.csv").exists());
    let again = fs::read_to_string(home.path().join("runs-3.csv")).unwrap();
    assert_eq!(first, again);
    let csv = fs::read_to_string(home.path().join("runs.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 8, "{csv}");
    let svg = fs::read_to_string(home.path().join("runs.svg")).unwrap();
    assert_eq!(svg.matches("<g transform").count(), 4);
    screen.send("q");
    assert!(screen.wait_exit().success());
    // Six runs: of each setting the mean over its seeds.
    let mut screen = Terminal::start_in(&home, 40, 120, &["watch", &whole[2]], &[]);
    screen.wait_for("6 runs: 6 finished");
    screen.wait_for("last cycle: A ");
    screen.wait_for("6 of 6 runs finished");
    screen.send("e");
    screen.wait_for("runs-4.csv, runs-4.svg");
    let csv = fs::read_to_string(home.path().join("runs-4.csv")).unwrap();
    let of = |cycle: &str| -> Vec<(String, f64)> {
        let lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        lines
            .filter(|cells| cells[cells.len() - 8] == cycle)
            .map(|cells| (cells[0].to_owned(), cells[cells.len() - 4].parse().unwrap()))
            .collect()
    };
    for (beta, (name, mean)) in ["0.1", "0.5"].iter().zip(of("8")) {
        assert!(name.contains(&format!("beta={beta}")), "{csv}");
        let rates = (1..=3).map(|seed| {
            let events = super::events(&place.path(&format!("sweep/beta={beta},seed={seed}")));
            let mut cycles = events
                .lines()
                .filter(|it| it.contains("\"event\":\"cycle\""));
            let last: Value = serde_json::from_str(cycles.next_back().unwrap()).unwrap();
            last["point"]["mean_win_rate"].as_f64().unwrap()
        });
        assert!((rates.sum::<f64>() / 3.0 - mean).abs() < 1e-9, "{csv}");
    }
    screen.send("c");
    screen.wait_gone("f_wr (1 = exactly level)");
    screen.send("q");
    assert!(screen.wait_exit().success());
    // A run that lies in two folders counts once.
    let copied = Command::new("cp")
        .args(["-r", "sweep", "again"])
        .current_dir(place.path(""))
        .status();
    assert!(copied.unwrap().success());
    let copy = place.path("again").display().to_string();
    let mut screen = Terminal::start_in(&home, 40, 120, &["watch", &whole[2], &copy], &[]);
    screen.wait_for("12 runs: 12 finished");
    screen.wait_for("beta=0.1, mean of 3");
    screen.send("q");
    assert!(screen.wait_exit().success());
    let plain = place.output(&["watch", &one, &two]);
    assert!(
        out(&plain).ends_with("2 runs: 2 finished\n"),
        "{}",
        said(&plain)
    );
    // Who names none has all of them listed.
    let all = place.output(&["watch"]);
    assert_eq!(out(&all), out(&place.output(&["runs", "--plain"])));
    assert!(out(&all).contains(&one), "{}", said(&all));
}
