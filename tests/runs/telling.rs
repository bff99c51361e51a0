//! What a finished run can be made into: played back, exported, put together with others.

use std::fs;

use super::pty::{Home, Terminal, keys};
use super::{Place, out, refused, said};

#[test]
fn a_run_is_played_back_both_ways() {
    let place = Place::new();
    place.whole("run");
    let run = place.path("run");
    let args = ["replay", run.to_str().unwrap(), "--speed", "1024"];
    let mut screen = Terminal::start_in(&Home::new(), 40, 120, &args, &[]);
    // Eight cycles and the choice of rivals.
    screen.wait_for("9 of 9");
    screen.wait_for("rivals ready");
    screen.send(keys::LEFT);
    screen.wait_for("8 of 9");
    screen.wait_for("cycle 8/8");
    screen.send("\u{1b}[H");
    screen.wait_for("1 of 9");
    screen.send(keys::RIGHT);
    screen.wait_for("2 of 9");
    screen.send("b");
    screen.wait_for("1 of 9");
    screen.send("?");
    screen.wait_for("the other way round");
    screen.send(keys::ESCAPE);
    screen.wait_gone("the other way round");
    screen.send("q");
    assert!(screen.wait_exit().success());
    screen.assert_restored();
}

#[test]
fn a_game_is_played_back_from_a_transcript() {
    let place = Place::new();
    fs::write(place.path("game.txt"), "f5 d6 c3 d3 c4\n").unwrap();
    let plain = place.output(&["replay", "game.txt"]);
    assert!(plain.status.success(), "{}", said(&plain));
    // Four and one discs after the first move; each later one turns at least one over.
    let text = said(&plain);
    assert!(
        text.contains(" 1 f5   4-1 \n") || text.contains(" 1 f5   4-1"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 6);
    let path = place.path("game.txt");
    let args = ["replay", path.to_str().unwrap(), "--speed", "1024"];
    let mut screen = Terminal::start_in(&Home::new(), 24, 80, &args, &[]);
    screen.wait_for("ply 5 of 5");
    screen.send(keys::LEFT);
    screen.wait_for("ply 4 of 5");
    screen.send("q");
    assert!(screen.wait_exit().success());
    let wrong = place.output(&["replay", "small.toml"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        said(&wrong).contains("small.toml holds no game that can be read"),
        "{}",
        said(&wrong)
    );
}

#[test]
fn a_run_is_exported_as_tables_json_and_figures() {
    let place = Place::new();
    place.whole("run");
    let output = place.output(&["export", "run", "--csv", "--json", "--svg"]);
    assert!(output.status.success(), "{}", said(&output));
    let read = |name: &str| fs::read_to_string(place.path("run/export").join(name)).unwrap();
    // A line for each of six individuals in eight cycles and after the retest, and a heading.
    let individuals = read("individuals.csv");
    assert!(individuals.lines().count() > 6 * 9);
    let columns = individuals.lines().next().unwrap().split(',').count();
    assert!(
        individuals
            .lines()
            .all(|line| line.split(',').count() == columns)
    );
    assert_eq!(read("curves.csv").lines().count(), 1 + 8);
    let json: serde_json::Value = serde_json::from_str(&read("run.json")).unwrap();
    assert_eq!(json["schema"], "koteki-run/1");
    assert_eq!(json["complete"], true);
    assert_eq!(json["moments"].as_array().unwrap().len(), 9);
    for moment in json["moments"].as_array().unwrap() {
        for it in moment["individuals"].as_array().unwrap() {
            let [games, wins, draws] =
                ["games", "wins", "draws"].map(|key| it[key].as_f64().unwrap());
            if games > 0.0 {
                assert_eq!(
                    it["win_rate"].as_f64().unwrap(),
                    (wins + draws / 2.0) / games
                );
                let low = it["interval"][0].as_f64().unwrap();
                let high = it["interval"][1].as_f64().unwrap();
                assert!(low < high && (0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
            }
        }
    }
    // Three projections of three weights; text with units.
    let scatter = read("scatter.svg");
    assert_eq!(scatter.matches("<g transform").count(), 3);
    assert!(scatter.contains("weight of mobility (log)"));
    let curves = read("curves.svg");
    assert_eq!(curves.matches("<g transform").count(), 4);
    assert!(curves.contains("f_wr (1 = exactly level)"));
    // Within the run the files are replaced; elsewhere nothing is.
    let again = ["export", "run", "--csv", "--out", "tables"];
    assert!(place.output(&again[..3]).status.success());
    assert!(place.output(&again).status.success());
    assert!(refused(&place.output(&again)).contains("tables is not empty"));
    let nothing = place.output(&["export", "run"]);
    assert_eq!(
        nothing.status.code(),
        Some(2),
        "what to write has to be said"
    );
}

#[test]
fn shards_put_together_are_the_whole_sweep() {
    let place = Place::new();
    let command = |more: &[&str]| -> String {
        let sweep = [
            "sweep",
            "--config",
            "small.toml",
            "--seeds",
            "1..3",
            "--set",
            "cycles=1,2",
        ];
        let output = place.output(&[&sweep[..], more].concat());
        assert!(output.status.success(), "{}", said(&output));
        out(&output)
    };
    let cost = command(&["--out", "dry", "--dry-run"]);
    // Six runs: three of one cycle, three of two, of 3 steps of 6 individuals with 10 games, and 20
    // more of each of the 6 afterwards.
    let games = 3 * (180 + 120) + 3 * (360 + 120);
    assert!(
        cost.contains(&format!("6 runs, at least {games} games")),
        "{cost}"
    );
    assert!(!place.path("dry").exists());
    let whole = command(&["--out", "whole"]);
    command(&["--out", "one", "--shard", "1/2"]);
    command(&["--out", "two", "--shard", "2/2"]);
    let merged = place.output(&["merge", "two", "one"]);
    assert!(merged.status.success(), "{}", said(&merged));
    let table = said(&merged);
    assert!(
        table.starts_with("cycles") && whole == table,
        "{whole}\n{table}"
    );
    assert_eq!(table.lines().count(), 1 + 2 + 1);
    // The same command again finds everything done.
    assert_eq!(command(&["--out", "whole"]), table);
    // Half of it is no table.
    let half = place.output(&["merge", "one"]);
    assert_eq!(half.status.code(), Some(1));
    assert!(
        said(&half).contains("3 of 6 runs are missing or not over"),
        "{}",
        said(&half)
    );
    let json = place.output(&["merge", "one", "two", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let mean = |row: usize, name: &str| json["rows"][row]["measures"][name]["mean"].as_f64();
    assert!(mean(0, "games") < mean(1, "games"));
}

#[test]
fn a_dry_run_says_the_games_of_the_thesis() {
    let place = Place::new();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/config/ueda-ch6.toml");
    let output = place.output(&["evolve", "--config", config, "--dry-run"]);
    assert!(output.status.success(), "{}", said(&output));
    // Ueda 2012, §6.4.1.
    assert!(
        said(&output).contains("36000 games of breeding"),
        "{}",
        said(&output)
    );
}

/// A target that no one would hold is no setting.
#[test]
fn a_target_is_for_an_opponent_that_holds_it() {
    let place = Place::new();
    let words = "the opponent beginner holds no target; leave";
    for (arguments, what) in [
        (
            &[
                "evolve",
                "--target",
                "20",
                "--opponent",
                "beginner",
                "--out",
                "run",
            ][..],
            "--target",
        ),
        (
            &[
                "sweep",
                "--set",
                "target=10,20",
                "--set",
                "opponent=beginner",
                "--seeds",
                "1",
                "--out",
                "run",
            ],
            "--set target",
        ),
    ] {
        let line = refused(&place.output(arguments));
        assert!(
            line.contains(&format!("{what}: {words} {what} away")),
            "{line}"
        );
        assert!(line.contains("agent:d=target"), "{line}");
        assert!(!place.path("run").exists());
    }
}
