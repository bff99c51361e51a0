//! A person at the session: what is on the disk at every moment, and how it is gone on with.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use koteki_engine::eval::othello::Weights;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::reference::Reference;
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::study::{Code, FORMAT, Folder, Header, Line, Provenance, StudyError, read};
use koteki_rivals::measure::equal::{ResultAgainst, equal};
use koteki_rivals::measure::likeness::{Likeness, of_game};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::strength::{Belief, Decision};
use koteki_rivals::roster::SearchSpec;
use koteki_session::Turn;
use koteki_session::study::measuring::{Yardstick, measure};
use koteki_session::study::session::{Options, StudySessionError};
use koteki_session::study::sheet::Form;
use koteki_session::study::{Event, Measure, Notice, Settings, Sheet, Stage, StudySession};

use crate::quick;

pub(crate) fn header(settings: Settings) -> Header<Settings> {
    Header {
        format: FORMAT,
        seed: "77".to_owned(),
        provenance: Provenance {
            program: "koteki test".to_owned(),
            behaviour: 1,
            engine: "portable".to_owned(),
            command_line: Vec::new(),
        },
        settings,
    }
}

pub(crate) struct TestStudy {
    pub(crate) session: StudySession,
    mail: Receiver<Event>,
}

pub(crate) fn code(text: &str) -> Code {
    text.parse().unwrap()
}

impl TestStudy {
    pub(crate) fn open(folder: &Path, who: &str) -> Result<Self, StudySessionError> {
        let (post, mail) = channel();
        let post = Mutex::new(post);
        let sink = Arc::new(move |event| {
            let _ = post.lock().unwrap().send(event);
        });
        let options = Options {
            folder: Folder::open(folder)?,
            code: code(who),
            target: None,
            level: None,
            name: Some("Hanako Ueno".to_owned()),
            jobs: NonZeroUsize::new(1),
        };
        Ok(Self {
            session: StudySession::open(options, sink)?,
            mail,
        })
    }

    /// The limit only keeps a broken session from hanging the tests.
    fn step(&mut self) {
        let event = self.mail.recv_timeout(Duration::from_secs(120)).unwrap();
        for notice in self.session.handle(event) {
            assert!(
                !matches!(
                    notice,
                    Notice::Broken(_) | Notice::Stuck(_) | Notice::NotKept(_)
                ),
                "{notice:?}"
            );
        }
    }

    /// Does one thing that a person does, waiting for the machine before it; false when all is done.
    pub(crate) fn act(&mut self) -> bool {
        match self.session.stage() {
            Stage::Ready(_) => drop(self.session.begin_game().unwrap()),
            Stage::Playing(_) => {
                let table = self.session.table().unwrap();
                if matches!(table.turn(), Turn::Person(_)) {
                    let moves = table.legal_moves();
                    // Plays to keep the other side short of moves.
                    let freedom = |mv: &Move| {
                        let mut next = *table.position();
                        next.play(*mv);
                        next.placements().count_ones()
                    };
                    let mv = moves.into_iter().min_by_key(freedom).unwrap();
                    self.session.play(mv).unwrap();
                } else {
                    self.step();
                }
            }
            Stage::Measuring | Stage::Breeding(_) => self.step(),
            Stage::Asking(sheet) => {
                let answers = self
                    .session
                    .protocol()
                    .answers(sheet)
                    .cloned()
                    .unwrap_or_default();
                let questions = sheet.questions(self.session.protocol().settings().kind);
                let open = questions
                    .iter()
                    .find(|it| answers.asks(it) && answers.get(it.key).is_none());
                match open.map(|it| (it.key, it.form)) {
                    Some((key, Form::Choice(choices))) => {
                        self.session.answer(key, choices.last().unwrap()).unwrap();
                    }
                    Some((key, Form::Text)) => self
                        .session
                        .answer(key, "hanako uenO says, \"no\"; Hanako Ueno, 上野花子")
                        .unwrap(),
                    None => drop(self.session.hand_in().unwrap()),
                }
            }
            Stage::Done => return false,
        }
        true
    }
}

/// A study that is quick in every way.
pub(crate) fn study(folder: &Path, settings: Settings) {
    let settings = Settings {
        opponent: "random".to_owned(),
        ..quick(settings)
    };
    Folder::create(folder, header(settings)).unwrap();
}

#[test]
fn a_study_left_at_any_moment_goes_on_where_it_was() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("study");
    study(&folder, Settings::guided());
    let file = folder.join("P07.jsonl");
    let mut at = TestStudy::open(&folder, "p07").unwrap();
    assert!(!at.session.has_begun() && !file.exists());
    at.session.start().unwrap();
    let (mut acts, mut left) = (0_u32, 0);
    let mut games = Vec::new();
    while at.act() {
        acts += 1;
        if acts % 37 != 0 {
            continue;
        }
        // What is on the disk now is what a program that is killed here leaves.
        let state = at.session.protocol().clone();
        let bytes = fs::read(&file).unwrap();
        assert!(bytes.ends_with(b"\n"));
        drop(at);
        left += 1;
        let torn = left % 3 == 0;
        if torn {
            let half = [&bytes[..], b"{\"event\":\"move\",\"game\":"].concat();
            fs::write(&file, half).unwrap();
        }
        at = TestStudy::open(&folder, "P07").unwrap();
        assert!(at.session.has_begun());
        assert_eq!(at.session.was_torn(), torn);
        assert_eq!(at.session.protocol(), &state);
        at.session.start().unwrap();
        assert!(at.session.is_open());
        if let Stage::Playing(_) = at.session.stage() {
            let line = at.session.table().unwrap().line();
            assert_eq!(line, &at.session.protocol().last_game().unwrap().line);
        }
        games.push(at.session.protocol().games().len());
    }
    assert!(left > 10, "{left}");
    let protocol = at.session.protocol().clone();
    assert_eq!(protocol.games().len(), 15);
    assert_eq!(protocol.handed_in(), 7);
    assert_eq!(protocol.rivals().len(), 3);
    drop(at);
    // All of it in one file, in order, without a hole.
    let kept = read(&file).unwrap();
    assert!(!kept.torn);
    let resumed = kept
        .lines
        .iter()
        .filter(|line| matches!(line, Line::Resume { .. }))
        .count();
    assert_eq!(resumed, left);
    // Nobody's name is in it, whatever they typed.
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.contains("P07 says, \\\"no\\\"; P07, 上野花子"),
        "{text}"
    );
    assert!(!text.to_lowercase().contains("hanako"));
    // Done is done.
    let mut again = TestStudy::open(&folder, "P07").unwrap();
    assert_eq!(again.session.stage(), Stage::Done);
    again.session.start().unwrap();
    assert!(!again.session.is_open() && !again.act());
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

/// The same study, code and moves give the same games and the same rivals, however it was left.
#[test]
fn the_same_seed_gives_the_same_study() {
    let homes = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let ends = [1_000_000, 23].map(|patience| {
        let folder = homes[usize::from(patience == 23)].path().join("it");
        study(&folder, Settings::guided());
        let mut at = TestStudy::open(&folder, "A").unwrap();
        at.session.start().unwrap();
        let mut acts = 0;
        while at.session.protocol().games().len() < 6 && at.act() {
            acts += 1;
            if acts % patience == 0 {
                drop(at);
                at = TestStudy::open(&folder, "A").unwrap();
                at.session.start().unwrap();
            }
        }
        let games: Vec<GameLine<Position>> = at.session.protocol().games()[..5]
            .iter()
            .map(|game| game.line.clone())
            .collect();
        (
            games,
            at.session.protocol().rivals().to_vec(),
            at.session.protocol().estimate().cloned(),
        )
    });
    assert_eq!(ends[0], ends[1]);
    let someone_else = {
        let folder = homes[0].path().join("it");
        let at = TestStudy::open(&folder, "B").unwrap();
        at.session.protocol().plan().clone()
    };
    let folder = homes[0].path().join("it");
    let plan = TestStudy::open(&folder, "A")
        .unwrap()
        .session
        .protocol()
        .plan()
        .clone();
    assert_ne!(someone_else, plan);
}

/// Against the oracle: plain αβ, which shares no code with the fast search.
#[test]
fn a_person_is_measured_as_the_oracle_has_it() {
    const ORACLE: Reference<Weights> = Reference(Weights::TESTER);
    let mut random = Random::seed_from_u64(5);
    let games: Vec<(GameLine<Position>, Side)> = [Side::Black, Side::White]
        .map(|side| {
            let mut line = GameLine::<Position>::default();
            let mut moves = Vec::new();
            while line.position().outcome().is_none() {
                line.position().legal_moves(&mut moves);
                line.play(*random.choose(&moves).unwrap()).unwrap();
            }
            (line, side)
        })
        .to_vec();
    let yardstick = |by| Yardstick {
        tester: SearchSpec::TESTER,
        eyes: Some(SearchSpec {
            depth: 4,
            ..SearchSpec::AGENT
        }),
        by,
        preset: 28.98,
        opponent: Some(32.0),
    };
    let cancel = Cancel::new();
    let [model, seen] =
        [Measure::Model, Measure::Seen].map(|by| measure(&games, &yardstick(by), &cancel).unwrap());
    let mut belief = Belief::prior();
    let mut likeness = Likeness::default();
    let mut met = Vec::new();
    let (mut by_tester, mut by_agent) = (LossSheet::default(), LossSheet::default());
    for ((line, side), game) in games.iter().zip(&model.games) {
        belief.see_game(&Decision::of_line(line, *side, &ORACLE, 5, &cancel).unwrap());
        likeness.see_game(&of_game(line, *side, &cancel).unwrap());
        met.push(ResultAgainst {
            opponent: 32.0,
            score: match line
                .position()
                .outcome()
                .unwrap()
                .difference(*side)
                .signum()
            {
                1 => 1.0,
                0 => 0.5,
                _ => 0.0,
            },
        });
        let sheet = LossSheet::of_line(line, *side, &ORACLE, 5, &cancel).unwrap();
        assert_eq!(Some(game.unwrap().d), sheet.summary().d());
        by_tester.append(&sheet);
        by_agent.append(&LossSheet::of_line(line, *side, &ORACLE, 4, &cancel).unwrap());
    }
    let strength = belief.strength();
    assert_eq!(model.plain, by_tester.summary().d());
    assert_eq!(model.seen, by_agent.summary().d());
    assert_eq!(
        model.model,
        Some([strength.d, strength.interval.low, strength.interval.high])
    );
    assert_eq!(
        (Some(model.target), model.by.as_str()),
        (equal(&likeness, &met).map(|it| it.d), "model")
    );
    assert_eq!((Some(seen.target), seen.by.as_str()), (model.seen, "seen"));
    // Nobody played: what is preset.
    let nobody = measure(&[], &yardstick(Measure::Model), &cancel).unwrap();
    assert_eq!((nobody.target, nobody.by.as_str()), (28.98, "preset"));
}

#[test]
fn one_line_says_what_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    let error = |result: Result<TestStudy, StudySessionError>| {
        let error = result.err().unwrap().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    };
    assert!(error(TestStudy::open(&folder, "P1")).contains("there is no such folder"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("thesis.doc"), "mine").unwrap();
    assert!(error(TestStudy::open(&folder, "P1")).contains("there is no study.toml"));
    let refused = Folder::create(&folder, header(Settings::guided()))
        .err()
        .unwrap();
    assert!(matches!(refused, StudyError::NotAStudy { .. }), "{refused}");
    fs::remove_file(folder.join("thesis.doc")).unwrap();
    study(&folder, Settings::blind());
    for bad in [
        "",
        "a b",
        "../P1",
        "P.1",
        "花子",
        "seventeen-letters",
        "-x",
        "--dir",
        "_1",
        "..",
    ] {
        assert!(bad.parse::<Code>().is_err(), "{bad}");
    }
    // Two programs for one person.
    let mut one = TestStudy::open(&folder, "P1").unwrap();
    let mut two = TestStudy::open(&folder, "P1").unwrap();
    one.session.start().unwrap();
    let taken = two.session.start().unwrap_err().to_string();
    assert!(
        taken.contains("another koteki has this study open") && taken.contains("P1.jsonl"),
        "{taken}"
    );
    while one.session.protocol().games().len() < 2 {
        one.act();
    }
    drop(one);
    // Damage in the middle is told with its line, and left.
    let file = folder.join("P1.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    for (damaged, why) in [
        (
            text.replacen("\"event\":\"move\"", "\"event\":\"mo\u{fffd}", 1),
            "line 4: not a line of a study",
        ),
        (
            text.replacen("\"ply\":1", "\"ply\":2", 1),
            "line 4: a move in the wrong place",
        ),
        (
            text.replacen("P1", "P2", 1),
            "line 1: not the beginning of set 1 of P1",
        ),
        (text.replacen("\"seed\":", "\"seed\":1", 1), "line 1: "),
        (
            text.replacen("\"format\":1", "\"format\":9", 1),
            "format 9, this program reads up to 1",
        ),
    ] {
        fs::write(&file, &damaged).unwrap();
        let said = error(TestStudy::open(&folder, "P1"));
        assert!(said.contains(why), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
    }
    // A first line that was torn is nobody's beginning.
    fs::write(&file, "{\"event\":\"beg").unwrap();
    let mut anew = TestStudy::open(&folder, "P1").unwrap();
    assert!(!anew.session.has_begun());
    anew.session.start().unwrap();
    assert_eq!(read(&file).unwrap().lines.len(), 1);
}

/// A blind test that is done is followed by another, with other rivals.
#[test]
fn one_blind_test_follows_another() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    study(&folder, Settings::blind());
    let mut plans = Vec::new();
    for set in 1..=2 {
        let mut at = TestStudy::open(&folder, "P1").unwrap();
        assert_eq!((at.session.set(), at.session.has_begun()), (set, false));
        at.session.start().unwrap();
        while at.act() {}
        assert_eq!(at.session.protocol().handed_in(), 6);
        assert_eq!(at.session.answers(Sheet::Final, "fun"), None);
        // Whoever always says "different" is right in half of all pairs.
        let told = koteki_session::study::pages::ending(&at.session).unwrap();
        assert!(
            told[0].starts_with("You judged 3 of 6 pairs right"),
            "{told:?}"
        );
        let all = told.iter().position(|line| line == "Over your 2 sets:");
        assert_eq!(all.is_some(), set == 2, "{told:?}");
        assert!(all.is_none_or(|at| told[at + 1].starts_with("You judged 6 of 12 pairs right")));
        plans.push((
            at.session.protocol().plan().clone(),
            at.session.protocol().rivals().to_vec(),
        ));
    }
    assert_ne!(plans[0].0, plans[1].0);
    assert_ne!(plans[0].1, plans[1].1);
}

/// Of several programs that begin a study at once one makes it, and all take part in that one.
#[test]
fn a_study_that_is_begun_twice_at_once_is_one_study() {
    for _ in 0..25 {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("it");
        let start = std::sync::Barrier::new(4);
        let made: Vec<Header<Settings>> = std::thread::scope(|scope| {
            let begin = |seed: u64| {
                let mut header = header(Settings::guided());
                header.seed = seed.to_string();
                let (folder, start) = (&folder, &start);
                scope.spawn(move || {
                    start.wait();
                    Folder::create(folder, header).unwrap().header().clone()
                })
            };
            let threads: Vec<_> = (0..4).map(begin).collect();
            threads.into_iter().map(|it| it.join().unwrap()).collect()
        });
        let kept: Folder<Settings> = Folder::open(&folder).unwrap();
        for header in &made {
            assert_eq!(header, kept.header());
        }
        // Nothing is left of the others.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}

/// Whatever is typed or pasted: it is kept, on one line, without what steers a terminal.
#[test]
fn an_answer_is_cleaned_and_never_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    let rivals = ["random", "beginner", "intermediate"].map(str::to_owned);
    study(
        &folder,
        Settings {
            rivals: rivals.to_vec(),
            ..Settings::blind()
        },
    );
    let mut at = TestStudy::open(&folder, "P1").unwrap();
    at.session.start().unwrap();
    while !matches!(at.session.stage(), Stage::Asking(_)) {
        at.act();
    }
    at.session
        .answer(
            "reason",
            "red\u{9b}31m \u{1b}[2J\u{0}one\r\ntwo\u{85}three\u{2028}four",
        )
        .unwrap();
    let kept = at.session.answers(Sheet::Pair(0), "reason").unwrap();
    assert_eq!(kept, "red31m [2Jone two three four");
    let long = "\u{9b}花".repeat(3000);
    at.session.answer("reason", &long).unwrap();
    let kept = at.session.answers(Sheet::Pair(0), "reason").unwrap();
    assert_eq!(kept, "花".repeat(1000));
    drop(at);
    let again = TestStudy::open(&folder, "P1").unwrap();
    assert!(again.session.has_begun());
}

/// What the person waits for does not come any more: that is told apart from what a game goes on after.
#[test]
fn a_wait_that_broke_down_is_told_as_its_end() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("it");
    study(
        &folder,
        Settings {
            warmups: 1,
            ..Settings::guided()
        },
    );
    let mut at = TestStudy::open(&folder, "P1").unwrap();
    at.session.start().unwrap();
    while at.session.stage() != Stage::Measuring {
        at.act();
    }
    let told = at.session.handle(Event::Measured(Err("bug".to_owned())));
    assert_eq!(told, [Notice::Stuck("bug".to_owned())]);
    while at.session.stage() == Stage::Measuring {
        at.act();
    }
    let panic = koteki_rivals::evolve::worker::Event::Panicked("bug".to_owned());
    let told = at.session.handle(Event::Bred(0, panic));
    assert_eq!(told, [Notice::Stuck("bug".to_owned())]);
    // It is done again by whoever goes on.
    drop(at);
    let mut at = TestStudy::open(&folder, "P1").unwrap();
    at.session.start().unwrap();
    while at.session.protocol().rivals().is_empty() {
        at.act();
    }
}
