//! A sitting as a face drives it: events in through a channel, notices out.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use koteki_engine::eval::othello::Weights;
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::reference::Reference;
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Move, Position};
use koteki_games::random::Random;
use koteki_games::{Game, GameLine, Side};
use koteki_record::game::{GameRecord, Kind, Players, Status};
use koteki_record::store::{Store, read_games};
use koteki_rivals::evolve;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::measure::equal::{GameEvidence, ResultAgainst, equal};
use koteki_rivals::measure::level::Ladder;
use koteki_rivals::measure::likeness::{Likeness, of_game};
use koteki_rivals::measure::loss::LossSheet;
use koteki_rivals::measure::strength::{Belief, Decision};
use koteki_rivals::roster::{PlayerSpec, SearchSpec};
use koteki_session::keeper;
use koteki_session::rivals::{self, Rival, Test};
use koteki_session::standing::count;
use koteki_session::thinker::{Answer, Purpose, Tester, Thinker, Thought};
use koteki_session::worker::MoveTask;
use koteki_session::{
    Event, KeptGame, News, Notice, Options, OthelloEvent, OthelloSession, Refusal, Seat, Settings,
    Setup, SideChoice, Start, Table, Turn,
};

/// The oracle: plain αβ with the tester's weights, which shares no code with the fast search.
const ORACLE: Reference<Weights> = Reference(Weights::TESTER);
/// How deep the tester of these sittings looks, and the agent of their breeding.
const DEPTH: u32 = 3;
const AGENT_DEPTH: u32 = 2;

struct TestSitting {
    sitting: OthelloSession,
    mail: Receiver<OthelloEvent>,
}

fn options(data: Option<PathBuf>) -> Options {
    let evolution = evolve::Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        depth: 1,
        opponent: format!("agent:d=target,depth={AGENT_DEPTH}"),
        retest: evolve::settings::RetestSettings {
            first: 2,
            batch: 2,
            cap: 2,
            least: 2,
            rounds: 0,
            ..evolve::Settings::default().retest
        },
        ..evolve::Settings::default()
    };
    Options {
        settings: Settings::default(),
        evolution,
        tester: SearchSpec {
            depth: DEPTH,
            exhaustive: 0,
            ..SearchSpec::TESTER
        },
        adviser: None,
        jobs: NonZeroUsize::new(1),
        fresh_breeding: true,
        seed: 11,
        data,
    }
}

impl TestSitting {
    fn open(options: Options) -> Self {
        let (post, mail) = channel();
        let post = Mutex::new(post);
        let sink = Arc::new(move |event| {
            let _ = post.lock().unwrap().send(event);
        });
        let sitting = OthelloSession::open(options, sink).unwrap().0;
        Self { sitting, mail }
    }

    /// The next event, not yet taken in. The limit only keeps a broken sitting from hanging the tests.
    fn next(&self) -> OthelloEvent {
        self.mail.recv_timeout(Duration::from_secs(120)).unwrap()
    }

    fn until(&mut self, done: impl Fn(&OthelloSession) -> bool) -> Vec<Notice> {
        let mut notices = Vec::new();
        while !done(&self.sitting) {
            let event = self.next();
            notices.extend(self.sitting.handle(event));
        }
        notices
    }

    fn line(&self) -> &GameLine<Position> {
        self.sitting.table().line()
    }

    /// The person answers with `choose` as long as the game goes on, until it is measured.
    fn play_out(&mut self, choose: fn(&Position) -> Move) -> Vec<Notice> {
        let mut notices = self.play_to_the_end(choose);
        notices.extend(self.until(|sitting| sitting.report().is_some()));
        notices
    }

    /// The same until it is over.
    fn play_to_the_end(&mut self, choose: fn(&Position) -> Move) -> Vec<Notice> {
        let mut notices = Vec::new();
        loop {
            notices
                .extend(self.until(|sitting| !matches!(sitting.table().turn(), Turn::Machine(_))));
            match self.sitting.table().turn() {
                Turn::Person(_) => {
                    let mv = choose(self.line().position());
                    notices.extend(self.sitting.play(mv).unwrap());
                }
                _ => break,
            }
        }
        notices
    }
}

fn extreme(position: &Position, sign: i32) -> Move {
    let values = ORACLE.root_values(position, DEPTH, &Cancel::new()).unwrap();
    values
        .moves
        .iter()
        .max_by_key(|it| sign * it.value)
        .unwrap()
        .mv
}

fn best(position: &Position) -> Move {
    extreme(position, 1)
}

fn worst(position: &Position) -> Move {
    extreme(position, -1)
}

/// D of `side` in `line` as the oracle has it.
fn oracle_d(line: &GameLine<Position>, side: Side, depth: u32) -> f64 {
    let sheet = LossSheet::of_line(line, side, &ORACLE, depth, &Cancel::new()).unwrap();
    sheet.summary().d().unwrap()
}

fn kept(folder: &Path) -> Vec<GameRecord> {
    Store::open(folder).unwrap().games().unwrap().games
}

// ---- the table ----

/// A random game up to a forced pass of `side`, the move before it included and the pass not.
fn before_a_pass(side: Side) -> GameLine<Position> {
    (0..)
        .find_map(|seed| {
            let mut random = Random::derived(seed, &[]);
            let mut line = GameLine::<Position>::default();
            let mut moves = Vec::new();
            loop {
                line.position().legal_moves(&mut moves);
                if moves == [Move::Pass] && line.position().side_to_move() == side {
                    return Some(line);
                }
                line.play(*random.choose(&moves)?).unwrap();
            }
        })
        .unwrap()
}

fn person_and_machine() -> [Seat<Position>; 2] {
    [Seat::Person, Seat::Machine(PlayerSpec::Random)]
}

fn begun(line: &GameLine<Position>, moves: usize, seats: [Seat<Position>; 2]) -> Table<Position> {
    let mut table = Table::new(seats);
    for &mv in &line.moves()[..moves] {
        // Forced passes play themselves.
        if !Position::is_pass(mv) {
            table.play(mv).unwrap();
        }
    }
    table
}

#[test]
fn taking_back_takes_the_answer_too_and_redo_plays_both_again() {
    let mut table = Table::<Position>::new(person_and_machine());
    let [f5, d6, c3] = ["f5", "d6", "c3"].map(|name| name.parse().unwrap());
    assert!(!table.take_back());
    assert!(!table.redo());
    table.play_person(f5).unwrap();
    assert_eq!(table.turn(), Turn::Machine(Side::White));
    assert_eq!(table.play_person(d6), Err(Refusal::NotYourTurn));
    table.play(d6).unwrap();
    table.play_person(c3).unwrap();
    assert!(table.take_back());
    assert_eq!(table.line().moves(), [f5, d6]);
    assert!(table.take_back());
    assert_eq!(table.line().moves(), []);
    assert!(!table.can_take_back());
    // Playing the same move keeps the future, ...
    table.play_person(f5).unwrap();
    table.play(d6).unwrap();
    assert!(table.can_redo());
    assert!(table.redo());
    assert_eq!(table.line().moves(), [f5, d6, c3]);
    assert!(table.take_back() && table.take_back());
    assert!(table.redo());
    assert_eq!(
        table.line().moves(),
        [f5, d6],
        "up to the person's next decision"
    );
    // ... and playing another one makes a new one.
    table.play_person("c4".parse().unwrap()).unwrap();
    assert!(!table.can_redo());
    // A refused move changes nothing.
    let before = table.line().clone();
    table.play("a1".parse().unwrap()).unwrap_err();
    assert_eq!(table.line(), &before);
}

#[test]
fn two_people_take_back_one_move_and_two_machines_none() {
    let [f5, d6] = ["f5", "d6"].map(|name| name.parse::<Move>().unwrap());
    let mut table = Table::<Position>::new([Seat::Person, Seat::Person]);
    table.play_person(f5).unwrap();
    table.play_person(d6).unwrap();
    assert_eq!(table.person(), None);
    assert!(table.take_back());
    assert_eq!(table.line().moves(), [f5]);
    assert!(table.redo());
    assert_eq!(table.line().moves(), [f5, d6]);
    let machine = || Seat::Machine(PlayerSpec::Random);
    let mut table = Table::<Position>::new([machine(), machine()]);
    table.play(f5).unwrap();
    assert!(!table.can_take_back() && !table.take_back());
    assert_eq!(table.line().moves(), [f5]);
}

#[test]
fn a_forced_pass_plays_itself_and_goes_back_and_forth_with_its_move() {
    // The machine has to pass: the person moves twice running.
    let line = before_a_pass(Side::White);
    let last = line.ply() - 1;
    let mut table = begun(&line, last, person_and_machine());
    assert_eq!(table.play_person(line.moves()[last]), Ok(Some(Side::White)));
    assert_eq!(table.line().ply(), last + 2);
    assert_eq!(table.turn(), Turn::Person(Side::Black));
    assert!(table.take_back());
    assert_eq!(table.line().ply(), last);
    assert!(table.redo());
    assert_eq!(table.line().ply(), last + 2);
    assert_eq!(table.line().moves().last(), Some(&Move::Pass));
    assert!(!table.can_redo());

    // The person has to pass: a pass is no decision to go back to.
    let line = before_a_pass(Side::Black);
    let last = line.ply() - 1;
    let mut table = begun(&line, last, person_and_machine());
    assert_eq!(table.turn(), Turn::Machine(Side::White));
    assert_eq!(table.play(line.moves()[last]), Ok(Some(Side::Black)));
    assert_eq!(table.turn(), Turn::Machine(Side::White));
    assert!(table.take_back());
    let position = table.position();
    assert_eq!(table.turn(), Turn::Person(Side::Black));
    assert!(!position.must_pass());
    assert!(table.line().ply() < last);
    assert!(table.redo());
    assert_eq!(
        table.line().ply(),
        last + 2,
        "the machine's move and the pass with it"
    );
}

#[test]
fn nobody_takes_back_an_opening() {
    let mut line = GameLine::<Position>::default();
    for name in ["f5", "d6"] {
        line.play(name.parse().unwrap()).unwrap();
    }
    line.end_opening();
    let mut table = Table::resume(line, person_and_machine());
    assert!(!table.can_take_back() && !table.take_back());
    table.play_person("c3".parse().unwrap()).unwrap();
    assert!(table.take_back());
    assert_eq!(table.line().ply(), 2);
    assert_eq!(table.line().opening(), 2);
}

// ---- whole games ----

#[test]
fn a_measured_game_is_judged_kept_and_followed_as_the_oracle_has_it() {
    for (choose, perfect) in [(best as fn(&Position) -> Move, true), (worst, false)] {
        let folder = tempfile::tempdir().unwrap();
        let mut at = TestSitting::open(options(Some(folder.path().to_owned())));
        assert!(!at.sitting.values_visible());
        let notices = at.play_out(choose);
        let line = at.line().clone();
        let outcome = line.position().outcome().unwrap();
        assert!(notices.contains(&Notice::Over(outcome)));

        let report = at.sitting.report().unwrap().clone();
        assert!(report.measured && at.sitting.values_visible());
        assert!(report.played[1].is_none());
        let played = report.played[0].as_ref().unwrap();
        let level = played.level.as_ref().unwrap();
        let d = oracle_d(&line, Side::Black, DEPTH);
        assert_eq!(level.mean_loss, d);
        if perfect {
            assert_eq!((level.mean_loss, level.mean_rank), (0.0, 1.0));
        } else {
            assert!(d > 20.0, "{d}");
        }
        assert_eq!(
            level.words, "",
            "the known players were measured by another tester"
        );

        // The agent holds what it sees itself.
        let target = report.target.unwrap();
        let held = oracle_d(&line, Side::Black, AGENT_DEPTH);
        assert_eq!(
            (target.measured, target.held, target.depth, target.equal),
            (d, held, AGENT_DEPTH, None)
        );
        assert!(notices.contains(&Notice::Retargeted(target)));
        at.until(|sitting| sitting.snapshot().target == held);

        drop(at);
        let games = kept(folder.path());
        assert_eq!(games.len(), 1);
        let game = &games[0];
        assert_eq!((game.status, game.kind), (Status::Finished, Kind::Measured));
        assert_eq!(game.line().unwrap(), line);
        assert_eq!(game.players.person(Side::Black), Some("player"));
        assert_eq!(game.target, Some(held));
        assert_eq!(game.levels.unwrap().black.unwrap().mean_loss, d);
        assert_eq!(game.judgements.len(), line.ply());
        for ((position, mv), judgement) in line.steps().zip(&game.judgements) {
            let values = ORACLE.root_values(position, DEPTH, &Cancel::new()).unwrap();
            match judgement {
                None => assert_eq!(values.moves.len(), 1),
                Some(judgement) => {
                    assert_eq!(Some(judgement.loss), values.loss_of(mv));
                    assert_eq!(Some(judgement.value), values.value_of(mv));
                    assert_eq!(Some(judgement.rank as usize), values.rank_of(mv));
                    assert_eq!(judgement.of as usize, values.moves.len());
                }
            }
        }
    }
}

/// With the preset tester all measured games speak, not the last one alone: what the sitting says is the belief
/// fed with the losses of the oracle, and is kept in the person's profile. (Whether the belief is right is tested
/// in `measure`.)
#[test]
fn measured_games_add_up_in_a_profile() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_owned();
    let with_preset = || {
        let mut options = options(Some(data.clone()));
        options.tester = SearchSpec::TESTER;
        options.evolution.opponent = "agent:d=target,depth=4".to_owned();
        options
    };
    let mut at = TestSitting::open(with_preset());
    assert_eq!(at.sitting.standing(), None);
    at.play_out(worst);
    let first = at.sitting.report().unwrap().clone();
    let standing = first.standing.clone().unwrap();
    let mut belief = Belief::prior();
    let decisions = Decision::of_line(at.line(), Side::Black, &ORACLE, 5, &Cancel::new()).unwrap();
    belief.see_game(&decisions);
    let mut likeness = Likeness::default();
    likeness.see_game(&of_game(at.line(), Side::Black, &Cancel::new()).unwrap());
    assert_eq!(standing.strength, belief.strength());
    assert_eq!(standing.games, 1);
    assert_eq!(at.sitting.standing(), Some(standing.clone()));
    // The agent that should be an equal is bred toward: by the losses, and by what came out against Beginner.
    let target = first.target.unwrap();
    assert_eq!(target.measured, standing.strength.d);
    let met = ResultAgainst {
        opponent: Ladder::measured().even("beginner").unwrap(),
        score: match first.outcome.difference(Side::Black).signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        },
    };
    assert_eq!(target.held, equal(&likeness, &[met]).unwrap().d);
    assert_ne!(target.held, equal(&likeness, &[]).unwrap().d);
    assert_eq!((target.depth, target.equal), (4, Some(standing.equal)));

    // Practice adds nothing.
    let setup = Setup::against("random".parse().unwrap(), Side::Black);
    at.sitting.new_game(&setup).unwrap();
    at.sitting.ask_hint();
    at.play_out(best);
    assert_eq!(at.sitting.report().unwrap().standing, None);
    assert_eq!(at.sitting.standing(), Some(standing.clone()));
    drop(at);

    // Another day: it is bred toward the same from the start.
    let mut at = TestSitting::open(with_preset());
    let notices = at.until(OthelloSession::has_looked);
    let told = notices.iter().find_map(|notice| match notice {
        Notice::Retargeted(target) => Some(*target),
        _ => None,
    });
    let told = told.unwrap();
    assert!(
        (told.held / target.held - 1.0).abs() < 1e-3,
        "{told:?}, {target:?}"
    );
    assert_eq!((told.depth, told.equal.is_some()), (4, true));
    at.until(|sitting| sitting.snapshot().target == told.held);
    let kept = at.sitting.standing().unwrap();
    assert_eq!(kept.games, 1);
    assert!((kept.strength.d / standing.strength.d - 1.0).abs() < 1e-3);
    at.play_out(best);
    let second = at.sitting.report().unwrap().standing.clone().unwrap();
    assert_eq!(second.games, 2);
    assert!(second.strength.d < standing.strength.d);
    // The second result was foretold from the first.
    let foretold = &at.sitting.standing().unwrap().foretold;
    assert_eq!(foretold.len(), 1);
    let age = koteki_record::now().as_secs() - foretold[0].ended;
    assert!(age < 3600, "{foretold:?}");
    drop(at);
    let text = fs::read_to_string(data.join("players/player.toml")).unwrap();
    assert!(text.contains("games = 2\n"), "{text}");
}

/// A person for whom no agent of 4 plies is strong enough gets rivals that look as far ahead as the agent that is, and
/// after losing the former ones again.
#[test]
fn rivals_look_as_far_ahead_as_the_person_needs() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let won = ResultAgainst {
        opponent: 0.0,
        score: 1.0,
    };
    for game in 0..10 {
        count::<Position>(
            data,
            "player",
            &game.to_string(),
            GameEvidence {
                ended: 0,
                decisions: Vec::new(),
                likeness: koteki_rivals::measure::likeness::Told::default(),
                result: Some(won),
            },
        )
        .unwrap();
    }
    let mut options = options(Some(data.to_owned()));
    options.tester = SearchSpec::TESTER;
    options.evolution.opponent = "agent:d=target,depth=4".to_owned();
    let given = options.evolution.depth;
    let mut at = TestSitting::open(options);
    let depth_of_rivals = |sitting: &OthelloSession| match sitting.rivals().first()?.player {
        PlayerSpec::Individual(search) => Some(search.depth),
        _ => None,
    };
    at.play_out(best);
    let target = at.sitting.report().unwrap().target.unwrap();
    assert_eq!(target.depth, 7);
    assert_eq!(at.sitting.breeding_opponent(), "agent:d=target,depth=7");
    at.until(|sitting| sitting.snapshot().phase == Phase::Resting);
    assert_eq!(at.sitting.snapshot().target, target.held);
    // One ply more than their opponent looks further, or hardly any would be level with it.
    assert_eq!(depth_of_rivals(&at.sitting), Some(given + 4));

    let beginner: PlayerSpec = "beginner".parse().unwrap();
    for _ in 0..12 {
        let setup = Setup::against(beginner, Side::Black);
        at.sitting.new_game(&setup).unwrap();
        at.play_out(worst);
        if at.sitting.report().unwrap().target.unwrap().depth == 4 {
            break;
        }
    }
    let target = at.sitting.report().unwrap().target.unwrap();
    assert_eq!(target.depth, 4);
    assert_eq!(at.sitting.breeding_opponent(), "agent:d=target,depth=4");
    at.until(|sitting| sitting.snapshot().phase == Phase::Resting);
    assert_eq!(at.sitting.snapshot().target, target.held);
    assert_eq!(depth_of_rivals(&at.sitting), Some(given));
}

#[test]
fn help_makes_a_game_practice_and_the_breeding_goes_on_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let prior = options(None).evolution.target;
    let mut at = TestSitting::open(options(Some(folder.path().to_owned())));
    assert!(at.sitting.help_costs());
    let hint = at.sitting.ask_hint();
    assert!(at.sitting.is_practice());
    if hint.is_empty() {
        assert!(at.sitting.is_hint_awaited());
        let notices = at.until(|sitting| sitting.hint().is_some());
        assert!(notices.contains(&Notice::Hint));
    }
    let hint = at.sitting.hint().unwrap().best_move().unwrap().mv;
    let values = ORACLE
        .root_values(&Position::start(), DEPTH, &Cancel::new())
        .unwrap();
    assert_eq!(values.loss_of(hint), Some(0));
    let notices = at.play_out(worst);
    let report = at.sitting.report().unwrap();
    assert!(!report.measured && report.target.is_none());
    assert!(report.played[0].as_ref().unwrap().level.is_some());
    assert!(!notices.iter().any(|it| matches!(it, Notice::Retargeted(_))));
    assert_eq!(at.sitting.snapshot().target, prior);
    // What is taken back from a finished game is another game.
    at.sitting.take_back();
    assert!(at.sitting.report().is_none());
    at.play_out(best);
    drop(at);
    let games = kept(folder.path());
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.kind == Kind::Practice
        && game.status == Status::Finished
        && game.target.is_none()));
    assert_ne!(games[0].id, games[1].id);
}

#[test]
fn machines_play_by_themselves_and_people_among_themselves_and_neither_counts() {
    let mut at = TestSitting::open(options(None));
    let seats = ["beginner", "random"].map(|name| Seat::Machine(name.parse().unwrap()));
    at.sitting
        .new_game(&Setup {
            seats,
            measured: true,
            start: Start::Usual,
        })
        .unwrap();
    assert!(at.sitting.values_visible());
    at.play_out(worst);
    let report = at.sitting.report().unwrap();
    assert_eq!((report.measured, report.target), (false, None));
    assert_eq!(report.played, [None, None]);

    let seats = [Seat::Person, Seat::Person];
    at.sitting
        .new_game(&Setup {
            seats,
            measured: true,
            start: Start::Usual,
        })
        .unwrap();
    at.play_out(best);
    let report = at.sitting.report().unwrap();
    assert_eq!((report.measured, report.target), (false, None));
    for played in report.played.iter().flatten() {
        assert_eq!(played.level.as_ref().unwrap().mean_loss, 0.0);
    }
    assert_eq!(report.played.iter().flatten().count(), 2);
}

#[test]
fn settings_choose_side_opening_and_kind() {
    let mut options = options(None);
    options.settings.side = SideChoice::Alternate;
    options.settings.measured = false;
    options.settings.opening_plies = 6;
    let mut at = TestSitting::open(options);
    assert!(at.sitting.is_practice());
    assert_eq!(at.sitting.table().person(), Some(Side::Black));
    assert_eq!(at.line().opening(), 6);
    let first = at.line().clone();
    assert_eq!(at.sitting.next_side(), Side::White);
    let spec = "beginner".parse().unwrap();
    at.sitting
        .new_game(&Setup::against(spec, Side::White))
        .unwrap();
    assert!(!at.sitting.is_practice());
    assert_eq!(at.sitting.next_side(), Side::Black);
    assert_ne!(
        at.line().moves()[..6],
        first.moves()[..6],
        "an opening of its own"
    );
    // The opening is nobody's: D is counted from the seventh ply on.
    at.play_out(worst);
    let report = at.sitting.report().unwrap();
    let sheet = &report.played[1].as_ref().unwrap().sheet;
    assert!(sheet.moves().iter().all(|entry| entry.ply > 6));
    assert_eq!(
        sheet.summary().d(),
        Some(oracle_d(at.line(), Side::White, DEPTH))
    );
}

// ---- what goes wrong ----

#[test]
fn answers_to_an_older_line_are_dropped() {
    let mut at = TestSitting::open(options(None));
    let f5: Move = "f5".parse().unwrap();
    let is_analysis =
        |event: &OthelloEvent| matches!(event, Event::Thought(Answer::Analysis { .. }));
    let is_move = |event: &OthelloEvent| matches!(event, Event::Thought(Answer::Move { .. }));
    let first = |at: &TestSitting, wanted: &dyn Fn(&OthelloEvent) -> bool| loop {
        let event = at.next();
        if wanted(&event) {
            break event;
        }
    };
    let seen = first(&at, &is_analysis);
    at.sitting.play(f5).unwrap();
    let answer = first(&at, &is_move);
    at.sitting.take_back();
    for stale in [seen, answer] {
        assert_eq!(at.sitting.handle(stale), []);
        assert_eq!(at.line().ply(), 0);
        assert!(at.sitting.analysis().is_none());
    }
    // The one that is not stale comes.
    at.until(|sitting| sitting.analysis().is_some());
}

struct Panicking;

impl Player<Position> for Panicking {
    fn choose(
        &self,
        _: &GameLine<Position>,
        _: &[Move],
        _: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        panic!("out of my depth")
    }
}

#[test]
fn a_player_that_panics_is_reported_and_the_thinker_thinks_on() {
    let spec = SearchSpec::TESTER;
    let tester = Tester {
        search: Arc::new(spec.search()),
        weights: spec.weights,
        depth: 2,
    };
    let (post, mail) = channel();
    let thinker = Thinker::start("thinker", false, move |answer| {
        let _ = post.send(answer);
    })
    .unwrap();
    let task = MoveTask {
        id: 7,
        line: GameLine::default(),
        player: Arc::new(Panicking),
        seed: 1,
    };
    thinker.ask(Thought::Move(task), &Cancel::new());
    let look = Thought::Analyse {
        id: 8,
        ply: 0,
        position: Position::start(),
        tester,
    };
    thinker.ask(look, &Cancel::new());
    let Answer::Broken {
        id,
        purpose,
        message,
    } = mail.recv().unwrap()
    else {
        panic!("a panic is told");
    };
    assert_eq!(
        (id, purpose, message.as_str()),
        (7, Purpose::Move, "out of my depth")
    );
    assert!(matches!(
        mail.recv().unwrap(),
        Answer::Analysis { id: 8, .. }
    ));
}

#[test]
fn a_sitting_goes_on_without_a_player_or_a_breeding_that_broke() {
    let mut at = TestSitting::open(options(None));
    at.sitting.play("f5".parse().unwrap()).unwrap();
    let id = loop {
        if let Event::Thought(Answer::Move { id, .. }) = at.next() {
            break id;
        }
    };
    let broken = |purpose| {
        Event::Thought(Answer::Broken {
            id,
            purpose,
            message: "gone".to_owned(),
        })
    };
    let notices = at.sitting.handle(broken(Purpose::Move));
    assert!(
        matches!(&notices[..], [Notice::Broken(why), Notice::Moved(Side::White, _), ..] if why.contains("gone"))
    );
    assert_eq!(at.sitting.table().turn(), Turn::Person(Side::Black));
    assert!(at.sitting.is_practice());
    let panicked = |number| Event::Bred(number, evolve::worker::Event::Panicked("bug".to_owned()));
    assert_eq!(at.sitting.handle(panicked(99)), [], "a run that is no more");
    assert_eq!(
        at.sitting.handle(panicked(0)),
        [Notice::Broken("bug".to_owned())]
    );
    assert!(!at.sitting.is_breeding());
    at.play_out(worst);
    assert!(!at.sitting.report().unwrap().measured);
}

#[test]
fn an_interrupted_game_is_offered_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let data = || Some(folder.path().to_owned());
    let mut at = TestSitting::open(options(data()));
    at.until(OthelloSession::has_looked);
    assert!(at.sitting.interrupted().0.is_empty());
    for _ in 0..3 {
        let mv = worst(at.line().position());
        at.sitting.play(mv).unwrap();
        at.until(|sitting| matches!(sitting.table().turn(), Turn::Person(_)));
    }
    let line = at.line().clone();
    let seed = at.sitting.table().seed();
    drop(at);
    let games = kept(folder.path());
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].status, Status::Interrupted);
    assert_eq!(games[0].line().unwrap(), line);

    let mut other = options(data());
    other.seed = 99;
    other.settings.side = SideChoice::White;
    let mut at = TestSitting::open(other);
    let notices = at.until(OthelloSession::has_looked);
    assert!(notices.contains(&Notice::Interrupted(true)));
    assert_eq!(at.sitting.interrupted().0.len(), 1);
    at.sitting.resume_interrupted(0).unwrap();
    assert_eq!(at.line(), &line);
    assert_eq!(at.sitting.table().person(), Some(Side::Black));
    assert_eq!(at.sitting.table().seed(), seed);
    assert!(!at.sitting.is_practice());
    assert!(
        at.sitting.resume_interrupted(0).is_err(),
        "there is no second one"
    );
    at.play_out(worst);
    assert!(at.sitting.report().unwrap().measured);
    let whole = at.line().clone();
    drop(at);
    let games = kept(folder.path());
    assert_eq!(games.len(), 1, "one game, and none in which nobody moved");
    assert_eq!(games[0].status, Status::Finished);
    assert_eq!(games[0].line().unwrap(), whole);

    let mut at = TestSitting::open(options(data()));
    at.until(OthelloSession::has_looked);
    assert!(at.sitting.interrupted().0.is_empty());
}

/// However it was left, for another game or with the program: every game can be resumed, in this sitting and
/// in a later one, and none is a loss.
#[test]
fn every_game_that_was_left_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let open = || TestSitting::open(options(Some(folder.path().to_owned())));
    let mut at = open();
    at.until(OthelloSession::has_looked);
    let mut lines = Vec::new();
    for opponent in ["beginner", "random", "beginner"] {
        let setup = Setup::against(opponent.parse().unwrap(), Side::Black);
        at.sitting.new_game(&setup).unwrap();
        let mv = worst(at.line().position());
        at.sitting.play(mv).unwrap();
        at.until(|sitting| matches!(sitting.table().turn(), Turn::Person(_)));
        lines.push(at.line().clone());
    }
    // The last one is on the table.
    let left = |at: &TestSitting| {
        let games = at.sitting.interrupted().0.into_iter();
        let machine = |it: KeptGame| it.machines[1].as_deref().unwrap().parse().unwrap();
        games.map(machine).collect::<Vec<PlayerSpec>>()
    };
    let [beginner, random] = ["beginner", "random"].map(|it| it.parse::<PlayerSpec>().unwrap());
    assert_eq!(left(&at), [random, beginner]);
    at.sitting.resume_interrupted(1).unwrap();
    assert_eq!((at.line(), at.sitting.is_practice()), (&lines[0], false));
    assert_eq!(left(&at), [beginner, random]);
    drop(at);

    let mut at = open();
    let notices = at.until(OthelloSession::has_looked);
    assert!(notices.contains(&Notice::Interrupted(true)));
    assert_eq!(left(&at).len(), 3);
    let other = left(&at).iter().position(|it| *it == random).unwrap();
    at.sitting.resume_interrupted(other).unwrap();
    assert_eq!(at.line(), &lines[1]);
    assert!(at.sitting.resume_interrupted(9).is_err());
    at.play_out(best);
    assert!(at.sitting.report().unwrap().measured);
    drop(at);
    let games = kept(folder.path());
    assert_eq!(games.len(), 3);
    let finished = games.iter().filter(|it| it.status == Status::Finished);
    assert_eq!(finished.count(), 1);

    // Nobody plays on for somebody else.
    let mut other = options(Some(folder.path().to_owned()));
    other.settings.name = "ann".to_owned();
    let mut at = TestSitting::open(other);
    at.until(OthelloSession::has_looked);
    assert_eq!(at.sitting.interrupted().0, []);
}

/// A breeding that certifies whoever it ends with.
fn certifying(data: &Path, cycles: u32, seed: u64) -> Options {
    let mut options = options(Some(data.to_owned()));
    options.evolution.near = 0.5;
    options.evolution.cycles = cycles;
    options.evolution.retest.estimate = 0.5;
    options.evolution.retest.mismatch = 0.0;
    options.evolution.opponent = "agent:d=target,depth=4".to_owned();
    options.seed = seed;
    options
}

const ENDLESS: u32 = 100_000;

#[test]
fn certified_rivals_stay_until_others_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let mut at = TestSitting::open(certifying(folder.path(), 1, 1));
    let notices = at.until(|sitting| sitting.rivals().iter().any(Rival::is_certified));
    assert!(notices.contains(&Notice::Ready));
    let rivals = at.sitting.rivals().to_vec();
    let prior = evolve::Settings::default().target;
    assert_eq!(rivals.len(), 3);
    let introduced = at.sitting.introduce(&rivals);
    assert_eq!(introduced.len(), 3);
    for ((letter, rival), known) in ('A'..).zip(&rivals).zip(introduced) {
        assert!(rival.is_certified() && rival.letter == letter);
        assert_eq!(rival.target, prior);
        assert_eq!(known.caveat, Some("bred before you were measured"));
        assert_eq!(known.record, [0, 0, 0]);
    }
    drop(at);

    // Another day they are there, whatever the breeding has in front meanwhile.
    let mut at = TestSitting::open(certifying(folder.path(), ENDLESS, 2));
    at.until(OthelloSession::has_looked);
    assert_eq!(at.sitting.rivals(), rivals);
    let cycle = at.sitting.snapshot().cycle;
    at.until(|sitting| sitting.snapshot().cycle > cycle + 1);
    assert_eq!(at.sitting.rivals(), rivals);
    assert!(
        at.sitting.snapshot().rivals().is_empty(),
        "letters given twice"
    );
    drop(at);

    // As many others for the same target do not take their place.
    let mut at = TestSitting::open(certifying(folder.path(), 1, 3));
    at.until(|sitting| sitting.has_looked() && sitting.snapshot().phase == Phase::Resting);
    assert_eq!(at.sitting.rivals(), rivals);
    drop(at);

    // Those for another one do.
    let mut options = certifying(folder.path(), 1, 3);
    options.evolution.target = prior + 20.0;
    let mut at = TestSitting::open(options);
    let mut notices = at.until(OthelloSession::has_looked);
    while !notices.contains(&Notice::Ready) {
        let event = at.next();
        notices.extend(at.sitting.handle(event));
    }
    let others = at.sitting.rivals().to_vec();
    assert!(others.iter().all(Rival::is_certified));
    assert_ne!(others, rivals);
    assert_eq!(at.sitting.snapshot().rivals().len(), others.len());
    drop(at);
    let (kept, trouble) = rivals::look(folder.path(), "player");
    assert_eq!((kept, trouble), (others, None));
}

/// While nobody is certified whoever is in front can be played, and is no certified rival.
#[test]
fn whoever_is_still_tested_is_not_certified() {
    let folder = tempfile::tempdir().unwrap();
    let mut at = TestSitting::open(certifying(folder.path(), ENDLESS, 1));
    at.until(|sitting| !sitting.rivals().is_empty());
    assert!(
        at.sitting
            .rivals()
            .iter()
            .all(|it| it.test == Test::Running)
    );
    drop(at);
    assert_eq!(rivals::look(folder.path(), "player"), (Vec::new(), None));
}

/// A result against a rival of an earlier sitting says how strong the person is beside the D that it was bred
/// toward.
#[test]
fn a_game_against_a_kept_rival_counts_by_its_own_target() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = certifying(folder.path(), 1, 1);
    options.evolution.target = 61.5;
    let mut at = TestSitting::open(options);
    at.until(|sitting| sitting.rivals().iter().any(Rival::is_certified));
    drop(at);

    let mut options = certifying(folder.path(), ENDLESS, 2);
    options.tester = SearchSpec::TESTER;
    let mut at = TestSitting::open(options);
    at.until(OthelloSession::has_looked);
    let rival = at.sitting.rivals()[0].player;
    at.sitting
        .new_game(&Setup::against(rival, Side::Black))
        .unwrap();
    at.play_out(worst);
    assert!(at.sitting.report().unwrap().measured);
    drop(at);
    let text = fs::read_to_string(folder.path().join("players/player.toml")).unwrap();
    assert!(text.contains("[[met]]\nopponent = 61.5\n"), "{text}");
}

/// A file of rivals names individuals and nothing else, above all no program to be started.
#[test]
fn rivals_that_are_none_are_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    drop(TestSitting::open(certifying(folder.path(), ENDLESS, 1)));
    fs::create_dir_all(folder.path().join("players")).unwrap();
    let path = folder.path().join("players/player.rivals.toml");
    let head = "format = 1\nname = \"player\"\n";
    let rival = |player: &str| {
        format!(
            "{head}[[rivals]]\nplayer = '{player}'\nagainst = 'agent:d=target,depth=4'\ntarget = 20.0\n\
             certified = 1\ngames = 200\nscore = 0.5\n"
        )
    };
    for (text, said) in [
        (rival("engine:cmd=\"touch here\""), "not a valid rival"),
        (rival("expert"), "not a valid rival"),
        (
            head.replace("player", "ann") + "rivals = []\n",
            "those of \"ann\"",
        ),
        ("format = 2\n".to_owned(), "later version"),
        ("rubbish".to_owned(), "not offered"),
    ] {
        fs::write(&path, &text).unwrap();
        let mut at = TestSitting::open(certifying(folder.path(), ENDLESS, 1));
        let notices = at.until(OthelloSession::has_looked);
        assert!(
            !at.sitting.rivals().iter().any(Rival::is_certified),
            "{text}"
        );
        let told = notices
            .iter()
            .any(|it| matches!(it, Notice::Damaged(why) if why.contains(said)));
        assert!(told, "{text}: {notices:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "left as it is");
    }
}

/// With another tester or other eyes there is no profile: what the last measured game had the rivals bred
/// toward is where the next sitting begins.
#[test]
fn the_breeding_goes_on_where_the_last_game_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| {
        let mut options = options(Some(folder.path().to_owned()));
        options.settings.name = name.to_owned();
        TestSitting::open(options)
    };
    let mut at = open("player");
    at.play_out(worst);
    let target = at.sitting.report().unwrap().target.unwrap();
    drop(at);
    let mut at = open("player");
    let notices = at.until(OthelloSession::has_looked);
    assert!(notices.contains(&Notice::Retargeted(target)), "{notices:?}");
    at.until(|sitting| sitting.snapshot().target == target.held);
    drop(at);
    let mut at = open("ann");
    let notices = at.until(OthelloSession::has_looked);
    assert!(!notices.iter().any(|it| matches!(it, Notice::Retargeted(_))));
}

#[test]
fn lines_that_are_no_games_are_told_once_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let damage = b"{\"format\":1,\"id\":\"torn\n\xff\xfe\n{\"format\":1,\"id\":\"also torn";
    fs::write(&file, damage).unwrap();
    let mut at = TestSitting::open(options(Some(folder.path().to_owned())));
    let mut notices = at.until(OthelloSession::has_looked);
    notices.extend(at.play_out(worst));
    drop(at);
    let told: Vec<&String> = notices
        .iter()
        .filter_map(|notice| match notice {
            Notice::Damaged(what) => Some(what),
            _ => None,
        })
        .collect();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with('3') && told[0].contains("games.jsonl:1:"),
        "{}",
        told[0]
    );
    assert!(fs::read(&file).unwrap().starts_with(damage));
    assert_eq!(kept(folder.path()).len(), 1);
}

/// On the disk is what is shown, from the first move on and back to it.
#[test]
fn what_is_on_the_disk_is_what_is_on_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let mut at = TestSitting::open(options(Some(folder.path().to_owned())));
    at.until(OthelloSession::has_looked);
    let on_disk = || -> Option<usize> {
        let entries = fs::read_dir(folder.path().join("live")).ok()?;
        let paths = entries.map(|entry| entry.unwrap().path());
        let mut games = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
        let text = fs::read_to_string(games.next()?).unwrap();
        let record = GameRecord::from_line(text.trim_end()).unwrap();
        Some(record.line().unwrap().ply())
    };
    assert_eq!(on_disk(), None);
    for plies in [1, 3] {
        let mv = best(at.line().position());
        at.sitting.play(mv).unwrap();
        assert_eq!(on_disk(), Some(plies));
        at.until(|sitting| !matches!(sitting.table().turn(), Turn::Machine(_)));
        assert_eq!(on_disk(), Some(at.line().ply()));
    }
    at.sitting.take_back();
    assert_eq!(on_disk(), Some(2));
    at.sitting.take_back();
    assert_eq!((at.line().ply(), on_disk()), (0, None));
    at.sitting.redo();
    assert_eq!(on_disk(), Some(2));
}

/// Whether it is left or killed before the tester has looked at all of it: a measured game that is over counts.
#[test]
fn a_game_that_is_over_counts_before_it_is_measured() {
    for killed in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        let mut options = options(Some(data.to_owned()));
        // So deep that no answer comes between the last move and the end.
        options.tester = SearchSpec::TESTER;
        let mut at = TestSitting::open(options);
        at.until(OthelloSession::has_looked);
        at.play_to_the_end(worst);
        assert!(at.sitting.report().is_none(), "measured already");
        let left = tempfile::tempdir().unwrap();
        let store = Store::open(left.path()).unwrap();
        if killed {
            // What is on the disk now, elsewhere.
            fs::create_dir(left.path().join("live")).unwrap();
            for entry in fs::read_dir(data.join("live")).unwrap() {
                let entry = entry.unwrap();
                fs::copy(
                    entry.path(),
                    left.path().join("live").join(entry.file_name()),
                )
                .unwrap();
            }
            let found = store.take_interrupted().unwrap();
            assert_eq!((found.games.len(), found.finished.len()), (0, 1));
        }
        drop(at);
        let home = if killed { left.path() } else { data };
        drop(TestSitting::open(self::options(Some(home.to_owned()))));
        let text = fs::read_to_string(home.join("players/player.toml")).unwrap();
        assert!(text.contains("games = 1\n"), "{text}");
        assert_eq!(kept(home)[0].status, Status::Finished);
    }
}

#[test]
fn games_of_other_people_and_older_ones_are_not_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let data = || Some(folder.path().to_owned());
    let mut at = TestSitting::open(options(data()));
    at.until(OthelloSession::has_looked);
    at.sitting.play(best(&Position::start())).unwrap();
    drop(at);
    // Somebody else, who plays a game to its end.
    let mut other = options(data());
    other.settings.name = "ann".to_owned();
    let mut at = TestSitting::open(other);
    let notices = at.until(OthelloSession::has_looked);
    assert!(
        !notices
            .iter()
            .any(|it| matches!(it, Notice::Interrupted(_)))
    );
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.take_interrupted().unwrap().games.len(), 1, "locked");
    drop(at);
    // Who has finished a game since is told of the older one and not asked.
    let mut at = TestSitting::open(options(data()));
    let notices = at.until(OthelloSession::has_looked);
    assert!(notices.contains(&Notice::Interrupted(true)));
    std::thread::sleep(Duration::from_millis(1100));
    at.sitting
        .new_game(&Setup::against(PlayerSpec::Random, Side::Black))
        .unwrap();
    at.play_out(worst);
    drop(at);
    let mut at = TestSitting::open(options(data()));
    let notices = at.until(OthelloSession::has_looked);
    assert!(notices.contains(&Notice::Interrupted(false)));
}

#[test]
fn games_that_cannot_be_kept_are_told_of_once_and_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let mut at = TestSitting::open(options(Some(file.join("koteki"))));
    let mut notices = at.play_out(worst);
    at.sitting
        .new_game(&Setup::against(PlayerSpec::Random, Side::Black))
        .unwrap();
    notices.extend(at.play_out(worst));
    // Whatever the keeper still has to say comes before its end.
    let TestSitting { sitting, mail } = at;
    drop(sitting);
    let late = mail
        .try_iter()
        .filter(|event| matches!(event, Event::News(News::Kept(keeper::News::Failed(_)))));
    let told = notices.iter().filter(|it| matches!(it, Notice::NotKept(_)));
    assert_eq!(told.count() + late.count(), 1);
}

/// What a player that holds itself level saw in a game where values may be shown: V as two plies of play
/// have it, θ = 5 without corners, V0 = θ − |V − θ| at the root.
#[test]
fn a_player_that_holds_itself_level_says_what_it_saw() {
    let mut at = TestSitting::open(options(None));
    let holding: PlayerSpec = "tsukamoto:depth=2,at=root".parse().unwrap();
    let setup = Setup {
        measured: false,
        ..Setup::against(holding, Side::White)
    };
    let mut notices = at.sitting.new_game(&setup).unwrap();
    while !notices.iter().any(|it| matches!(it, Notice::Held(..))) {
        let event = at.next();
        notices.extend(at.sitting.handle(event));
    }
    let told = notices.iter().find_map(|notice| match notice {
        Notice::Held(played, seen) => Some((*played, seen.clone())),
        _ => None,
    });
    let (played, seen) = told.unwrap();
    let position = &at.line().positions()[0];
    assert_eq!(at.line().moves(), [played]);
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    assert_eq!(seen.iter().map(|it| it.mv).collect::<Vec<_>>(), legal);
    for it in &seen {
        let mut after = *position;
        after.play(it.mv);
        let mut replies = Vec::new();
        after.legal_moves(&mut replies);
        // The opponent leaves Black as few choices as it can.
        let choices = replies.iter().map(|&reply| {
            let mut then = after;
            then.play(reply);
            let mut own = Vec::new();
            then.legal_moves(&mut own);
            i32::try_from(own.len()).unwrap()
        });
        assert_eq!(it.value, choices.min().unwrap());
        assert_eq!(it.theta, 5);
        assert_eq!(it.held, 5 - (it.value - 5).abs());
    }
    let most = seen.iter().map(|it| it.held).max();
    assert!(
        seen.iter()
            .any(|it| it.mv == played && Some(it.held) == most)
    );
}

/// Whoever was met keeps a style in later sittings, though nobody is offered any more.
#[test]
fn a_rival_that_was_met_is_still_described() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/sample-games.jsonl");
    let mut game = read_games(&sample).unwrap().games.remove(0);
    game.players = Players {
        black: Players::human("player"),
        white: "individual:frontier=4,mobility=266,stability=5,depth=1".to_owned(),
    };
    Store::open(folder.path()).unwrap().append(&game).unwrap();
    let mut at = TestSitting::open(options(Some(folder.path().to_owned())));
    let met = |sitting: &OthelloSession| {
        let rivals = sitting.introductions().into_iter();
        rivals
            .filter(|it| it.record == [0, 0, 1])
            .collect::<Vec<_>>()
    };
    at.until(OthelloSession::has_looked);
    assert_eq!(met(&at.sitting).len(), 1);
    at.until(|sitting| met(sitting)[0].look.is_some());
}
