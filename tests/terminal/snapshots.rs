//! Every screen at three sizes, as a person has looked at it and found it right: the pictures in
//! `tests/terminal/snapshots/`.
//!
//! A change that is meant makes them anew, all at once; the difference is then read before it is
//! committed:
//!
//!     INSTA_UPDATE=always INSTA_FORCE_PASS=1 cargo test --test terminal snapshots
//!
//! What moves by itself stands still here: a fixed seed, a breeding that comes to rest, no pace.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant, UNIX_EPOCH};

use koteki_games::Side;

use crate::home_with;
use crate::pty::{Home, Terminal, keys};
use crate::reading::Follower;

/// Rows and columns. The last one stays for the keys that follow.
const SIZES: [(u16, u16); 3] = [(60, 200), (40, 120), (24, 80)];

/// A screen that has written nothing for so long is not going to change.
const REST: Duration = Duration::from_secs(3);

/// Where games of Blokus Duo are kept when the folder of data is called "games".
const FOLDER: &str = "games/blokus/";

/// A breeding of a dozen individuals that is over in a moment.
pub const SETTINGS: &str = "[screen]
pace = 0
[evolution]
population = 12
children = 2
games = 4
depth = 1
exhaustive = 0
opponent = \"random\"
cycles = 3
[evolution.retest]
first = 8
batch = 8
cap = 16
rounds = 0
";

/// The program in a terminal, looked at from time to time.
struct Scene(Terminal);

impl Scene {
    /// Starts the program in `home`, where it finds `files`.
    fn start(home: &Home, arguments: &str, files: &[(&str, &str)]) -> Self {
        for (name, text) in files {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        // Without colours the discs are letters, so that a picture tells them apart.
        Self(Terminal::start_in(
            home,
            24,
            80,
            &arguments,
            &[("NO_COLOR", "1")],
        ))
    }

    /// Othello, Black to move, with rivals that are bred.
    fn othello() -> Self {
        let scene = Self::start(&home_with(SETTINGS), "--seed 1", &[]);
        scene.0.wait_for("rivals ready");
        scene
    }

    fn press(&mut self, keys: &str) {
        self.0.send(keys);
    }

    /// Closes what is on top. What is typed next would be one key with an Esc that is not read yet.
    fn close(&mut self) {
        let before = self.0.text();
        self.0.send(keys::ESCAPE);
        self.0
            .wait_until("Esc to be heard", |screen| screen.contents() != before);
    }

    /// Compares what the screen comes to show at every size with the pictures of that `name`.
    fn shows(&self, name: &str) {
        self.shows_at(&SIZES, name);
    }

    fn shows_at(&self, sizes: &[(u16, u16)], name: &str) {
        for &(rows, cols) in sizes {
            self.0.resize(rows, cols);
            self.shows_as(&format!("{name}@{cols}x{rows}"));
        }
    }

    fn shows_as(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/snapshots");
        // A snapshot file is a head between two lines of dashes, and the text.
        let kept = fs::read_to_string(folder.join(format!("{name}.snap"))).unwrap_or_default();
        let kept = kept.splitn(3, "---\n").nth(2).map(str::trim_end);
        let mut written = (self.0.byte_count(), Instant::now());
        while kept != Some(self.picture().as_str()) && written.1.elapsed() < REST {
            sleep(Duration::from_millis(10));
            if self.0.byte_count() != written.0 {
                written = (self.0.byte_count(), Instant::now());
            }
        }
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, self.picture()));
    }

    /// The characters on the screen, without the blanks at the end of a row; what is another in every run, the
    /// fingerprint of a hand and a file called after the time, is struck out.
    fn picture(&self) -> String {
        let rows = self.0.screen().size().0.get();
        let rows = (0..rows).map(|row| {
            let row = self.0.row(row);
            let end = row.find(FOLDER).map_or(row.len(), |at| at + FOLDER.len());
            let mut row = row[..end].trim_end().to_owned();
            for part in row.clone().split(|it: char| !it.is_ascii_hexdigit()) {
                if part.len() >= 8 {
                    row = row.replace(part, &"#".repeat(part.len()));
                }
            }
            row + "\n"
        });
        rows.collect::<String>().trim_end().to_owned()
    }
}

#[test]
fn othello() {
    let mut scene = Scene::othello();
    scene.shows("othello-start");
    scene.press("?");
    scene.shows("othello-help");
    scene.press(keys::END);
    scene.shows("othello-help-end");
    scene.press("q");
    scene.press("z");
    scene.shows("othello-board-enlarged");
    scene.press("zn");
    scene.shows("othello-new-game");
    scene.close();
    scene.press("o");
    scene.shows("othello-settings");
    scene.close();
    scene.press(&format!("i{0}{0}", keys::RIGHT));
    scene.shows("othello-lesson");
    scene.press("q");
    scene.press("3z");
    scene.shows("othello-population");
    scene.press("z1");
    let mut game = Follower::new(Side::Black);
    for _ in 0..6 {
        let mv = game.pick();
        assert!(game.type_move(&mut scene.0, mv));
    }
    scene.shows("othello-moves");
    scene.press("t");
    scene.shows("othello-help-makes-practice");
    scene.press("y");
    scene.shows("othello-hint");
    scene.press("q");
    scene.shows("othello-leave");
    scene.close();
    scene.shows_at(&[(15, 30)], "othello-smallest");
    scene.shows_at(&[(10, 60)], "too-small");
}

#[test]
fn an_othello_game_that_is_over() {
    let mut scene = Scene::othello();
    let mut game = Follower::new(Side::Black);
    while !game.line.position().is_over() {
        let mv = game.pick();
        if !game.type_move(&mut scene.0, mv) {
            break;
        }
    }
    scene.shows("othello-result");
    scene.close();
    scene.shows("othello-over");
    scene.press("s");
    scene.shows("othello-profile");
    scene.press("q");
    scene.press("v");
    scene.shows("othello-review");
}

#[test]
fn what_was_foretold() {
    let home = home_with(SETTINGS);
    fs::create_dir_all(home.data()).unwrap();
    crate::common::play_measured(&home.data(), "player", 33);
    let mut scene = Scene::start(&home, "--seed 1", &[]);
    // The profile is read while the board is there already.
    scene.0.wait_for("you are about");
    scene.press("s");
    scene.shows("othello-profile-of-many");
    scene.press("x");
    scene.shows("othello-predictions");
    scene.press("?");
    scene.shows_at(&SIZES[..1], "othello-profile-help");
}

#[test]
fn rivals_of_a_person() {
    let home = home_with(SETTINGS);
    fs::create_dir_all(home.data()).unwrap();
    crate::common::play_measured(&home.data(), "player", 12);
    let rivals = [
        ("1183,mobility=6130,stability=7417", 18.0, 0.51),
        ("84,mobility=4,stability=2162", 18.0, 0.47),
        ("20,mobility=4000,stability=162", 27.0, 0.5),
    ];
    let rivals = rivals.map(|(weights, target, score)| {
        format!(
            "[[rivals]]\nplayer = \"individual:frontier={weights},depth=1\"\nagainst = \"agent:d=target,depth=4\"\n\
             target = {target:.1}\ncertified = 1\ngames = 220\nscore = {score}\n"
        )
    });
    let file = format!("format = 1\nname = \"player\"\n{}", rivals.concat());
    fs::write(home.data().join("players/player.rivals.toml"), file).unwrap();
    let mut scene = Scene::start(&home, "--seed 1", &[]);
    scene.0.wait_for("rivals ready");
    for letter in ["c", "b", "a"] {
        scene.press(":rivals\r");
        scene.0.wait_for("Your rivals");
        scene.press(letter);
        scene.0.wait_for("Keep it for good");
        // The page waits for the style itself.
        scene.0.wait_gone("being looked at");
        if letter != "a" {
            scene.close();
            scene.0.wait_gone("Keep it for good");
        }
    }
    scene.shows("othello-rival");
    scene.press("b");
    scene.shows("othello-rivals");
}

#[test]
fn games_of_a_file() {
    let files = [("games.ggf", crate::files::GAMES)];
    let arguments = "--open games.ggf --seed 1";
    let mut scene = Scene::start(&home_with(SETTINGS), arguments, &files);
    scene.0.wait_for("Saio1200");
    scene.shows("library-list");
    scene.press("?");
    scene.shows("library-help");
    scene.press("q");
    scene.press("\r");
    scene.press(&".".repeat(20));
    scene.shows("library-game");
    scene.press("\r");
    scene.shows("library-play-on");
    scene.close();
    scene.press("e");
    scene.shows("library-editor");
}

#[test]
fn a_file_gone_through_by_the_coach() {
    let files = [("games.txt", crate::review::GAMES)];
    let arguments = "analyse --screen games.txt";
    let mut scene = Scene::start(&home_with(SETTINGS), arguments, &files);
    scene.shows("review-mistake");
    scene.press("?");
    scene.shows("review-help");
}

#[test]
fn janken() {
    let arguments = "janken --level paper --rounds 20 --seed 5 --data games";
    let mut scene = Scene::start(&Home::new(), arguments, &[]);
    scene.shows("janken-start");
    scene.press("n");
    scene.shows("janken-new-match");
    scene.close();
    scene.press("rpsgcgcp");
    scene.shows("janken-moves");
    scene.shows_at(&[(15, 30)], "janken-smallest");
    scene.0.resize(24, 80);
    scene.press("?");
    scene.shows("janken-help");
    scene.press("q");
    scene.press("q");
    scene.shows("janken-leave");
    scene.close();
    scene.press("rrgspccrgpsp");
    // On a smaller screen it covers a part of a fingerprint.
    scene.shows_at(&SIZES[..2], "janken-result");
    scene.press("l");
    scene.shows("janken-over");
}

#[test]
fn blokus() {
    let arguments = "blokus --opponent novice --seed 3 --no-rivals --data games";
    let mut scene = Scene::start(&home_with(SETTINGS), arguments, &[]);
    scene.shows("blokus-start");
    scene.press("?");
    scene.shows("blokus-help");
    scene.press("q");
    scene.press("g");
    scene.shows("blokus-new-game");
    scene.close();
    for (piece, squares) in [("v", "5 squares"), ("f", "10 squares"), ("w", "15 squares")] {
        scene.press(piece);
        scene.press(">\r");
        scene.0.wait_for(squares);
        scene.0.wait_for("Your move, Black");
    }
    scene.shows("blokus-moves");
    scene.shows_at(&[(21, 36)], "blokus-smallest");
    scene.0.resize(24, 80);
    scene.press("n>");
    scene.shows("blokus-piece-in-hand");
    scene.press("q");
    scene.shows("blokus-leave");
}

/// One's own game that is over: its mistakes once more, and gone through.
#[test]
fn a_game_of_blokus_that_is_over() {
    let home = home_with(SETTINGS);
    let file = home.path().join(FOLDER).join("over.blksgf");
    crate::blokus::keep_over(&file);
    // The day is on the screen.
    let day = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let file = fs::File::options().append(true).open(file).unwrap();
    file.set_modified(day).unwrap();
    let arguments = "blokus --opponent novice --seed 3 --no-rivals --data games";
    let mut scene = Scene::start(&home, arguments, &[]);
    scene.0.wait_for("Your move, Black");
    scene.press(":mistakes\r");
    scene.0.wait_for("Your mistake 1 of");
    scene.shows("blokus-mistakes");
    scene.press("\r");
    scene.0.wait_for("The best placement");
    scene.shows("blokus-mistakes-tried");
    scene.press("q");
    scene.0.wait_for("You found a better move");
    scene.press(":games\r");
    scene.0.wait_for("Your games");
    scene.press("\r");
    scene.0.wait_for("next: ");
    scene.shows("blokus-review");
    scene.press("\t\t?");
    scene.0.wait_for("The winning rate is the learned one");
    scene.shows("blokus-review-help");
}

#[test]
fn a_blind_test() {
    let arguments = "blind --code me --dir blind --seed 2 \
                     --opponents random beginner:depth=1 intermediate:depth=1";
    let mut scene = Scene::start(&home_with(SETTINGS), arguments, &[]);
    scene.shows("study-welcome");
    scene.press("?");
    scene.shows("study-help");
    scene.press("q");
    for which in 0..2 {
        scene.press("\r");
        scene.0.wait_for(&format!("opponent {}", which + 1));
        if which == 0 {
            scene.shows("study-before-a-game");
        }
        let white = scene.0.text().contains("You play White");
        scene.press("\r");
        let mut game = Follower::new(if white { Side::White } else { Side::Black });
        game.see(&scene.0);
        while !game.line.position().is_over() {
            if which == 0 && game.line.ply() == 10 {
                scene.shows("study-game");
            }
            let mv = game.pick();
            assert!(game.type_move(&mut scene.0, mv));
        }
        if which == 0 {
            scene.shows("study-after-a-game");
        }
    }
    scene.press("\r");
    scene.shows("study-questions");
    scene.press("q");
    scene.shows("study-leave");
}

/// The files of the recorded run, in the folder `name`.
fn sample_run(name: &str) -> [(String, String); 3] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-run");
    ["run.toml", "events.jsonl", "timing.jsonl"].map(|file| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        (format!("{name}/{file}"), text)
    })
}

#[test]
fn a_list_of_runs() {
    let mut files = Vec::new();
    for (name, beta) in [("small", "0.48"), ("beta=0.1,seed=1", "0.1")] {
        for (file, text) in sample_run(&format!("runs/{name}")) {
            files.push((file, text.replace("beta = 0.48", &format!("beta = {beta}"))));
        }
    }
    // One that was killed in the middle of a line, and one that cannot be read.
    let [header, (_, events), _] = sample_run("runs/killed");
    let half = events[..events.len() / 2].to_owned();
    files.push(header);
    files.push(("runs/killed/events.jsonl".to_owned(), half));
    files.push(("runs/bad/run.toml".to_owned(), "format =".to_owned()));
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (&**name, &**text))
        .collect();
    let mut scene = Scene::start(&home_with(SETTINGS), "runs runs", &files);
    scene.0.wait_for("finished");
    scene.shows("runs");
    scene.press("?");
    scene.shows("runs-help");
    scene.press("q");
    scene.press("c");
    scene.shows("runs-curves");
    scene.press("c/nothing");
    scene.press("\r");
    scene.shows_at(&SIZES[2..], "runs-filtered");
}

#[test]
fn a_run_that_is_watched_and_played_back() {
    let files = sample_run("run");
    let files = files
        .each_ref()
        .map(|(name, text)| (name.as_str(), text.as_str()));
    let mut scene = Scene::start(&home_with(SETTINGS), "watch run", &files);
    scene.shows("watch");
    scene.press("?");
    scene.shows("watch-help");
    let mut scene = Scene::start(&home_with(SETTINGS), "replay run", &files);
    scene.press(&format!("{}{}", keys::HOME, keys::RIGHT));
    scene.shows("replay-run");
    let files = [("games.ggf", crate::files::GAMES)];
    let mut scene = Scene::start(&home_with(SETTINGS), "replay games.ggf", &files);
    scene.press(keys::END);
    scene.shows("replay-game");
}
