//! Viewers come, go and die, and the run does not notice.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use koteki_record::run::{Event, Individual, Tail};
use koteki_session::watch::follow::Follower;

use super::pty::{self, Home, Terminal};
use super::{ENDLESS, Place, events, said, terminate, wait_for_cycle, without_left};

/// A viewer in a terminal of its own.
fn viewer(directory: &str) -> Terminal {
    let home = Home::new();
    // Moves follow one another as fast as they can be seen at all.
    fs::create_dir_all(home.config()).unwrap();
    fs::write(home.config().join("koteki.toml"), "[screen]\npace = 0\n").unwrap();
    Terminal::start_in(&home, 40, 120, &["watch", directory], &[])
}

#[test]
fn two_viewers_and_a_dead_one_change_nothing() {
    let place = Place::new();
    place.whole("alone");
    let run = place.path("watched");
    let directory = run.to_str().unwrap();
    // A run of the same settings that waits long enough for viewers to be there: gone on with again and
    // again, each time told to stop.
    let mut run_of_it = place.command(&[&ENDLESS[..], &["watched"]].concat());
    // Not a pipe that nobody reads: the run would fill it and stand still.
    let child = run_of_it.stdout(Stdio::null()).spawn().unwrap();
    wait_for_cycle(&place, "watched");
    let mut first = viewer(directory);
    let mut second = viewer(directory);
    first.wait_for("Population");
    second.wait_for("cycle 2");
    // A live board: a game of the run, some moves into it.
    first.wait_until("an individual at the board", |screen| {
        let text = screen.contents();
        // By its number, or by its weights when the game is of a cycle that is over.
        let mut after = text.split("Individual ").skip(1);
        after.any(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
            || text.contains("individual:")
    });
    let pid = i32::try_from(second.pid()).unwrap();
    assert!(
        std::process::Command::new("kill")
            .args(["-KILL", &pid.to_string()])
            .status()
            .unwrap()
            .success()
    );
    second.wait_exit();
    // The one that is left still sees the run go on.
    let seen = cycles(&events(&run));
    let begun = Instant::now();
    while cycles(&events(&run)) < seen + 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the run stands");
        sleep(Duration::from_millis(10));
    }
    terminate(child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143), "{}", said(&output));
    first.wait_for("the run was stopped before its end");
    // When the last game is over nothing moves any more, and nothing is written.
    first.wait_for("Game over");
    let begun = Instant::now();
    loop {
        let written = first.byte_count();
        // Longer than the end of a game is shown before the next one begins.
        sleep(Duration::from_secs(4));
        if first.byte_count() == written {
            break;
        }
        let waited = begun.elapsed();
        assert!(waited < Duration::from_secs(60), "an idle screen writes");
    }
    first.send("q");
    assert!(first.wait_exit().success());
    first.assert_restored();
    // The record is that of a run nobody watched: its beginning is the same, cycle by cycle, but for the
    // number of cycles that was asked for.
    let [alone, watched] = ["alone", "watched"].map(|name| events(&place.path(name)));
    for (a, b) in alone.lines().zip(watched.lines()).take(4) {
        assert_eq!(a, b);
    }
}

fn cycles(events: &str) -> usize {
    events.matches("\"event\":\"cycle\"").count()
}

#[test]
fn plain_lines_follow_a_run_to_its_end() {
    let place = Place::new();
    let run = place.start(&["evolve", "--config", "small.toml", "--out", "run"]);
    let begun = Instant::now();
    while !place.path("run/run.toml").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
    let watched = place.output(&["watch", "run"]);
    assert!(watched.status.success(), "{}", said(&watched));
    let run = run.wait_with_output().unwrap();
    // Line for line what the run itself said of its cycles.
    let lines = |output: &std::process::Output| -> Vec<String> {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let cycles = text.lines().filter(|line| line.starts_with("cycle "));
        cycles.map(|line| without_left(line).to_owned()).collect()
    };
    assert_eq!(lines(&watched), lines(&run));
    assert_eq!(lines(&watched).len(), 8);
    assert!(said(&watched).ends_with("the run is over\n"));
    assert!(!said(&watched).contains('\u{1b}'));
}

/// As at the other screens.
#[test]
fn viewers_take_the_looks_that_are_asked_for() {
    let place = Place::new();
    place.whole("run");
    let run = place.path("run").display().to_string();
    for command in ["watch", "replay"] {
        let looks = [command, &run, "--color", "never", "--glyphs", "ascii"];
        let mut screen = Terminal::start_in(&Home::new(), 40, 120, &looks, &[]);
        screen.wait_for("Population");
        assert!(
            screen.picture_of_text().is_ascii(),
            "{}",
            screen.picture_of_text()
        );
        screen.send("q");
        assert!(screen.wait_exit().success());
        let output = place.output(&[command, "run", "--config", "nowhere.toml", "--plain"]);
        // Plain lines have no looks.
        assert!(output.status.success(), "{}", said(&output));
    }
}

#[test]
fn what_cannot_be_watched_is_said_plainly() {
    let place = Place::new();
    fs::create_dir(place.path("empty")).unwrap();
    fs::create_dir(place.path("sweep")).unwrap();
    fs::write(place.path("sweep/sweep.toml"), "").unwrap();
    let sweep = place.output(&["export", "--csv", "sweep"]);
    let words = "it is a sweep: name one of the runs in it";
    assert!(said(&sweep).contains(words), "{}", said(&sweep));
    let sweep = place.output(&["watch", "sweep"]);
    assert!(
        said(&sweep).starts_with("no run in sweep"),
        "{}",
        said(&sweep)
    );
    for (name, words) in [
        ("nowhere", "there is nothing of that name"),
        ("empty", "there is no run.toml in it"),
    ] {
        for command in [
            &["watch", name][..],
            &["watch", "sweep", name],
            &["export", "--csv", name],
        ] {
            let output = place.output(command);
            assert_eq!(output.status.code(), Some(1));
            assert!(said(&output).contains(words), "{}", said(&output));
        }
    }
    // A directory that vanishes while somebody looks. Nobody reads what the run says, and a pipe that is
    // full would hold it up.
    let mut run_of_it = place.command(&[&ENDLESS[..], &["run"]].concat());
    let mut child = run_of_it.stdout(Stdio::null()).spawn().unwrap();
    wait_for_cycle(&place, "run");
    let mut screen = viewer(place.path("run").to_str().unwrap());
    let mut plain = place.start(&["watch", "run"]);
    let mut lines = BufReader::new(plain.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    // The same holds for the lines of who watches: somebody has to read them to their end.
    let reader = thread::spawn(move || io::copy(&mut lines, &mut io::sink()));
    screen.wait_for("Population");
    terminate(child.id());
    // Moved away before the end of the record can be read.
    fs::rename(place.path("run"), place.path("elsewhere")).unwrap();
    child.wait().unwrap();
    screen.wait_for("is gone");
    let output = plain.wait_with_output().unwrap();
    reader.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("run is gone"), "{}", said(&output));
    screen.send("q");
    assert!(screen.wait_exit().success());
}

/// By keys of whoever watches a run waits, goes on, is written as tables and figures, and is stopped.
#[test]
fn a_run_is_steered_by_whoever_watches_it() {
    let place = Place::new();
    let mut endless = place.command(&[&ENDLESS[..], &["run"]].concat());
    let run = endless.stdout(Stdio::null()).spawn().unwrap();
    wait_for_cycle(&place, "run");
    let directory = place.path("run");
    let mut screen = viewer(directory.to_str().unwrap());
    screen.wait_for("seed 1");
    screen.wait_for(" so far");
    screen.wait_for("p pause");
    screen.send("e");
    screen.wait_for("individuals.csv, curves.csv");
    assert!(directory.join("export/curves.svg").exists());
    // Nothing is written over.
    screen.send("e");
    screen.wait_for("run/export-2: individuals.csv");
    assert!(directory.join("export-2/curves.svg").exists());
    screen.send("p");
    screen.wait_for("evolution paused");
    let before = events(&directory).len();
    sleep(Duration::from_secs(1));
    assert_eq!(events(&directory).len(), before);
    let listed = place.output(&["runs", "run"]);
    assert!(said(&listed).contains(" paused "), "{}", said(&listed));
    screen.send("p");
    screen.wait_gone("evolution paused");
    screen.send("t");
    screen.wait_for("Keep it running");
    screen.send("k");
    screen.wait_gone("Keep it running");
    screen.send("t");
    screen.wait_for("koteki evolve --resume");
    screen.send("s");
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    screen.wait_for("the run was stopped before its end");
    // What can do nothing any more is not offered.
    screen.send("?");
    screen.wait_for("Keys on this screen");
    let help = screen.picture_of_text();
    assert!(!help.contains("pause the run"), "{help}");
    screen.send(pty::keys::ESCAPE);
    screen.wait_gone("Keys on this screen");
    screen.wait_gone("p pause");
    screen.send("p");
    screen.wait_for("nothing to pause or stop");
    screen.send("q");
    assert!(screen.wait_exit().success());
}

#[test]
fn a_viewer_of_a_run_without_events_can_be_stopped() {
    let place = Place::new();
    place.whole("run");
    fs::create_dir(place.path("begun")).unwrap();
    fs::copy(place.path("run/run.toml"), place.path("begun/run.toml")).unwrap();
    let mut viewer = place.start(&["watch", "begun"]);
    let mut lines = BufReader::new(viewer.stdout.take().unwrap());
    lines.read_line(&mut String::new()).unwrap();
    // It says that nothing is heard, as of any run that is silent.
    let mut silent = String::new();
    lines.read_line(&mut silent).unwrap();
    assert!(silent.contains("no sign of life"), "{silent}");
    terminate(viewer.id());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = viewer.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(60) {
            viewer.kill().unwrap();
            panic!("the viewer does not hear the signal");
        }
        sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(143));
}

#[test]
fn who_plays_is_told_by_all_the_weights_in_their_places() {
    let place = Place::new();
    place.whole("run");
    let mut follower = Follower::open(&place.path("run")).unwrap();
    let mut individuals = Vec::new();
    follower
        .poll(|event, _| {
            if let Event::Rivals {
                individuals: them, ..
            } = event
            {
                individuals.clone_from(them);
            }
        })
        .unwrap();
    let snapshot = follower.snapshot().unwrap();
    assert!(!individuals.is_empty());
    for it in &individuals {
        let same = |other: &&Individual| other.weights == it.weights;
        let first = individuals.iter().find(same).unwrap().id;
        assert_eq!(follower.individual(&snapshot, &it.weights), Some(first));
        // The same numbers in other places are somebody else: mobility, frontier and stability are bred.
        let mut turned = it.weights.clone();
        turned[..3].rotate_left(1);
        if individuals.iter().all(|other| other.weights != turned) {
            assert_eq!(follower.individual(&snapshot, &turned), None);
        }
    }
}

#[test]
fn whoever_is_chosen_gets_a_name_and_a_portrait() {
    let place = Place::new();
    place.whole("run");
    let run = place.path("run");
    for args in [
        &["watch", run.to_str().unwrap()][..],
        &["replay", run.to_str().unwrap(), "--speed", "1024"],
    ] {
        let mut screen = Terminal::start_in(&Home::new(), 40, 120, args, &[]);
        screen.wait_for("rivals ready");
        screen.send(pty::keys::DOWN);
        // A is the first line of the table.
        let read = koteki_record::run::read_events(&run).unwrap();
        let rivals = read.events.iter().find_map(|event| match event {
            Event::Rivals {
                rivals,
                individuals,
                ..
            } => individuals.iter().find(|it| it.id == rivals[0]),
            _ => None,
        });
        let rival = rivals.unwrap();
        let [mobility, frontier, stability, forfeit, discs] = rival.weights[..] else {
            panic!("{:?}", rival.weights)
        };
        let player = format!(
            "individual:mobility={mobility},frontier={frontier},stability={stability},forfeit={forfeit},\
             discs={discs},depth=2,exhaustive=0"
        );
        // The same 20 games as those of the command.
        let drawn = place.output(&["portrait", &player, "--json"]);
        assert!(drawn.status.success(), "{}", said(&drawn));
        let drawn: serde_json::Value = serde_json::from_slice(&drawn.stdout).unwrap();
        let name = drawn["name"].as_str().unwrap();
        let words = drawn["portrait"]
            .as_str()
            .unwrap_or(koteki_rivals::roster::portrait::PLAIN);
        let words = words.split(';').next().unwrap();
        screen.wait_for(&format!("{} is {name}: {words}", rival.id));
        screen.send("q");
        assert!(screen.wait_exit().success());
    }
}

#[test]
fn a_tail_waits_for_the_rest_of_a_line_and_begins_anew_after_a_cut() {
    let place = Place::new();
    place.whole("run");
    let whole = events(&place.path("run"));
    let copy = tempfile::tempdir().unwrap();
    let path = copy.path().join("events.jsonl");
    let mut tail = Tail::new(copy.path());
    assert!(tail.poll().is_err(), "there is no file yet");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let mut file = fs::File::create(&path).unwrap();
    let mut read: Vec<Event> = Vec::new();
    for line in &lines[..4] {
        let (a, b) = line.split_at(line.len() / 2);
        file.write_all(a.as_bytes()).unwrap();
        let news = tail.poll().unwrap();
        assert!(news.events.is_empty() && news.torn);
        file.write_all(b.as_bytes()).unwrap();
        let news = tail.poll().unwrap();
        assert!(!news.restarted && !news.torn);
        read.extend(news.events.into_iter().map(|(_, event)| event));
    }
    let expected: Vec<Event> = lines[..4]
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(read, expected);
    // The run was gone on with from its second line, and something foreign came.
    file.set_len((lines[0].len() + lines[1].len()) as u64)
        .unwrap();
    drop(file);
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"no event\n").unwrap();
    let news = tail.poll().unwrap();
    assert!(news.restarted);
    let again: Vec<Event> = news.events.iter().map(|(_, event)| event.clone()).collect();
    assert_eq!(again, expected[..2]);
    assert_eq!(news.faults.len(), 1);
    assert_eq!(news.faults[0].line, 3);
    // And each can be read again by its place.
    assert_eq!(tail.event_at(news.events[1].0).unwrap(), expected[1]);
}
