//! However a run ends before its end, it goes on to the same one.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::thread::sleep;
use std::time::{Duration, Instant};

use koteki_games::random::{Random, SeedableRng as _};
use koteki_record::run::{Timing, read_seconds};

use super::{ENDLESS, Place, events, out, refused, said, terminate, wait_for_cycle};

use crate::common::program;

#[test]
fn twenty_kills_at_random_moments_change_nothing() {
    let place = Place::new();
    let begun = Instant::now();
    place.whole("whole");
    // Kills are spread over as long as a run takes here; what is asserted depends on no time.
    let length = begun.elapsed().as_secs_f64();
    let mut random = Random::seed_from_u64(20);
    let mut kills = 0;
    let mut ends = 0;
    while kills < 20 {
        let name = format!("killed-{ends}");
        let directory = place.path(&name);
        loop {
            // The first moment of a run leaves nothing, and then it is simply begun.
            let going_on = directory.join("run.toml").exists();
            let args = if going_on {
                vec!["evolve", "--resume", &name]
            } else {
                vec!["evolve", "--config", "small.toml", "--out", &name]
            };
            let mut child = place.start(&args);
            if kills < 20 {
                sleep(Duration::from_secs_f64(random.unit() * length * 0.4));
                if child.try_wait().unwrap().is_none() {
                    child.kill().unwrap();
                    kills += 1;
                }
            }
            let output = child.wait_with_output().unwrap();
            if output.status.code().is_some() {
                assert!(output.status.success(), "{}", said(&output));
                break;
            }
        }
        assert_eq!(events(&directory), events(&place.path("whole")));
        ends += 1;
    }
}

#[test]
fn a_run_whose_lines_nobody_takes_is_ended_by_the_second_signal() {
    let place = Place::new();
    let mut child = place.start(&[&ENDLESS[..], &["run"]].concat());
    let begun = Instant::now();
    let still_running = |limit| begun.elapsed() < Duration::from_secs(limit);
    // Until the pipe is full: nothing more comes for a second.
    let waiting = || rustix::io::ioctl_fionread(child.stdout.as_ref().unwrap()).unwrap();
    let (mut last, mut since) = (0, Instant::now());
    while last < 4_096 || since.elapsed() < Duration::from_secs(1) {
        assert!(still_running(120), "the pipe does not get full");
        let now = waiting();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        sleep(Duration::from_millis(20));
    }
    terminate(child.id());
    let status = loop {
        sleep(Duration::from_millis(500));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(still_running(180), "the run does not end");
        terminate(child.id());
    };
    assert_eq!(status.code(), Some(143));
}

#[test]
fn a_signal_or_a_file_stops_a_run_that_says_how_to_go_on() {
    let place = Place::new();
    for (name, by_file) in [("by signal", false), ("file", true)] {
        let child = place.start(&[&ENDLESS[..], &[name]].concat());
        wait_for_cycle(&place, name);
        if by_file {
            fs::write(place.path(name).join("stop"), "").unwrap();
        } else {
            terminate(child.id());
        }
        let output = child.wait_with_output().unwrap();
        // A file asks as Ctrl-C does.
        let code = if by_file { 130 } else { 143 };
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        let quoted = if by_file { "file" } else { "'by signal'" };
        let line = format!("resume with: koteki evolve --resume {quoted}\n");
        assert!(said(&output).ends_with(&line), "{}", said(&output));
        // Plain lines where there is no terminal: nothing is written over.
        assert!(!said(&output).contains(['\u{1b}', '\r']));
        assert!(!place.path(name).join("stop").exists());
        let last = events(&place.path(name)).lines().last().unwrap().to_owned();
        assert!(last.starts_with("{\"event\":\"end\",\"complete\":false"));
    }
}

/// Neither what comes of it is another, nor does the time in which it waited count; also where it is killed meanwhile.
#[test]
fn a_run_that_waited_ends_as_one_that_did_not() {
    let place = Place::new();
    let args = [
        "evolve",
        "--config",
        "small.toml",
        "--cycles",
        "160",
        "--out",
    ];
    let whole = place.output(&[&args[..], &["whole"]].concat());
    assert!(whole.status.success(), "{}", said(&whole));
    let (directory, pause) = (place.path("run"), place.path("run/pause"));
    let mut worked = Duration::ZERO;
    let mut before = 0.0;
    for (args, killed) in [
        (&[&args[..], &["run"]].concat()[..], true),
        (&["evolve", "--resume", "run"], false),
    ] {
        let cycles = fs::read_to_string(directory.join("events.jsonl")).map_or(0, |it| it.len());
        let begun = Instant::now();
        let mut command = place.command(args);
        let mut run = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        wait_for(|| {
            let now = fs::read_to_string(directory.join("events.jsonl"));
            now.is_ok_and(|now| now.len() > cycles && now.contains("\"event\":\"cycle\""))
        });
        fs::write(&pause, "").unwrap();
        let live = place.path("run/live.json");
        wait_for(|| fs::read_to_string(&live).is_ok_and(|it| it.contains("\"paused\":true")));
        let waits = Instant::now();
        let before_it = events(&directory);
        sleep(Duration::from_secs(2));
        assert_eq!(events(&directory), before_it);
        if killed {
            run.kill().unwrap();
        }
        let waited = waits.elapsed();
        fs::remove_file(&pause).unwrap();
        assert_eq!(run.wait().unwrap().success(), !killed);
        worked += begun.elapsed() - waited;
        let seconds = read_seconds(&directory);
        assert!(seconds > before, "{seconds} after {before}");
        assert!(seconds < worked.as_secs_f64(), "{seconds}: {worked:?}");
        before = seconds;
    }
    assert_eq!(events(&directory), events(&place.path("whole")));
    let text = fs::read_to_string(directory.join("timing.jsonl")).unwrap();
    let times = text.lines().map(|it| {
        let line: Timing = serde_json::from_str(it).unwrap();
        line.seconds
    });
    assert!(times.is_sorted(), "{text}");
}

fn wait_for(it: impl Fn() -> bool) {
    let begun = Instant::now();
    while !it() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never is");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_full_disk_stops_the_run_with_what_was_kept() {
    let place = Place::new();
    place.whole("whole");
    let whole = events(&place.path("whole"));
    // No file may grow beyond 12 blocks of 512 bytes; a run needs more. What the system answers is the
    // same kind of refusal as that of a full disk.
    let mut command = program("sh", place.folder.path());
    command
        .args(["-c", "trap '' XFSZ; ulimit -f 12; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_koteki"))
        .args(["evolve", "--config", "small.toml", "--out", "full"])
        .process_group(0);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("koteki evolve --resume full"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    // Whole lines, as far as they go.
    let kept = events(&place.path("full"));
    assert!(kept.ends_with('\n') && whole.starts_with(&kept) && kept.len() < whole.len());
    let output = place.output(&["evolve", "--resume", "full"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(events(&place.path("full")), whole);
}

#[test]
fn what_is_no_run_is_said_plainly() {
    let place = Place::new();
    fs::create_dir(place.path("empty")).unwrap();
    for (name, words) in [
        ("nowhere", "there is nothing of that name"),
        ("empty", "there is no run.toml in it"),
        ("small.toml", "it is a file"),
    ] {
        let output = place.output(&["evolve", "--resume", name]);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(words), "{errors}");
        assert!(!place.path("nowhere").exists());
    }
}

/// A run goes on by its own settings, whatever one's own are now.
#[test]
fn broken_settings_of_ones_own_keep_no_run_from_going_on() {
    let place = Place::new();
    place.whole("run");
    fs::create_dir_all(place.path("config/koteki")).unwrap();
    fs::write(place.path("config/koteki/koteki.toml"), "[screen\n").unwrap();
    let resumed = place.output(&["evolve", "--resume", "run"]);
    assert!(resumed.status.success(), "{}", said(&resumed));
}

/// A folder that came from elsewhere is no way to a file outside of it.
#[test]
fn links_in_a_received_run_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    fs::write(place.path("precious"), "mine\n").unwrap();
    let trap = |name: &str| {
        let _ = fs::remove_file(place.path("run").join(name));
        symlink("../precious", place.path("run").join(name)).unwrap();
    };
    let is_spared = || {
        assert_eq!(
            fs::read_to_string(place.path("precious")).unwrap(),
            "mine\n"
        )
    };
    // Written beside and then renamed: the link goes, and what it led to stays.
    place.whole("run");
    trap("live.json.new");
    trap("live.json");
    trap("portraits.jsonl.new");
    let resumed = place.output(&["evolve", "--resume", "run"]);
    assert!(resumed.status.success(), "{}", said(&resumed));
    is_spared();
    // Written in place: refused.
    for name in ["timing.jsonl", "checkpoint.a", "events.jsonl"] {
        fs::remove_dir_all(place.path("run")).unwrap();
        place.whole("run");
        trap(name);
        let resumed = place.output(&["evolve", "--resume", "run"]);
        let line = refused(&resumed);
        let expected = format!("run/{name}: this is a symbolic link and not a regular file");
        assert!(line.contains(&expected), "{line}");
        is_spared();
    }
    // Nor read.
    for name in ["events.jsonl", "run.toml"] {
        fs::remove_dir_all(place.path("run")).unwrap();
        place.whole("run");
        trap(name);
        let expected = format!("run/{name}: this is a symbolic link and not a regular file");
        for command in [
            &["export", "run", "--json"][..],
            &["watch", "run", "--plain"],
        ] {
            let line = refused(&place.output(command));
            assert!(line.contains(&expected), "{line}");
        }
    }
    for (folder, name, command) in [
        ("sweep", "sweep.toml", &["merge", "sweep"][..]),
        ("study", "study.toml", &["study", "list", "study"]),
    ] {
        fs::create_dir(place.path(folder)).unwrap();
        symlink("../precious", place.path(folder).join(name)).unwrap();
        let line = refused(&place.output(command));
        let expected = format!("{folder}/{name}: this is a symbolic link and not a regular file");
        assert!(line.contains(&expected), "{line}");
    }
    fs::remove_dir_all(place.path("run")).unwrap();
    place.whole("run");
    fs::create_dir(place.path("run/export")).unwrap();
    symlink("../../precious", place.path("run/export/run.json.new")).unwrap();
    symlink("../../precious", place.path("run/export/curves.csv")).unwrap();
    let exported = place.output(&["export", "run", "--json", "--csv"]);
    assert!(exported.status.success(), "{}", said(&exported));
    is_spared();
    fs::remove_dir_all(place.path("run/export")).unwrap();
    fs::create_dir(place.path("elsewhere")).unwrap();
    symlink("../elsewhere", place.path("run/export")).unwrap();
    let line = refused(&place.output(&["export", "run", "--json"]));
    assert!(line.contains("run/export is a symbolic link"), "{line}");
    assert_eq!(fs::read_dir(place.path("elsewhere")).unwrap().count(), 0);
}

/// What was lost of its events keeps a run from being resumed: it is not said that it can be.
#[test]
fn a_run_whose_events_were_cut_is_not_said_to_go_on() {
    let place = Place::new();
    let mut run = place.start(&[&ENDLESS[..], &["run"]].concat());
    drop(run.stdout.take());
    wait_for_cycle(&place, "run");
    // Both checkpoints count more than the first line.
    while !events(&place.path("run")).contains("\"cycle\":9,") {
        sleep(Duration::from_millis(5));
    }
    terminate(run.id());
    run.wait().unwrap();
    let watch = || out(&place.output(&["watch", "--plain", "run"]));
    let listed = || {
        let output = out(&place.output(&["runs", "--json", "."]));
        let json: serde_json::Value = serde_json::from_str(&output).unwrap();
        let run = &json["runs"][0];
        [&run["state"], &run["fault"]].map(|it| it.as_str().unwrap_or_default().to_owned())
    };
    assert!(
        watch().contains("resume with: koteki evolve --resume run"),
        "{}",
        watch()
    );
    assert_eq!(listed(), ["stopped", ""]);
    // The first line and the last are left.
    let path = place.path("run/events.jsonl");
    let whole = events(&place.path("run"));
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&path, format!("{}\n{}\n", lines[0], lines[lines.len() - 1])).unwrap();
    let why = "events.jsonl is shorter than the checkpoints say";
    assert!(refused(&place.output(&["evolve", "--resume", "run"])).contains(why));
    let said = watch();
    assert!(
        said.contains(&format!("it cannot be resumed: run: {why}")),
        "{said}"
    );
    assert!(!said.contains("--resume"), "{said}");
    let [state, fault] = listed();
    assert_eq!(state, "damaged");
    assert!(fault.contains(why), "{fault}");
}
