//! A person's game of Blokus Duo behind every face: turns, passes, taking back, the file, the levels; and
//! the same in plain lines.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // Tests may.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use koteki::plain::person::run;
use koteki_games::blokus::notation::read_moves;
use koteki_games::blokus::{LegalityError, Move, Position};
use koteki_games::{Game as _, Side};
use koteki_record::files::{Folder, HUMAN, Header, main_line};
use koteki_rivals::roster::blokus_level::{Level, Opponent};
use koteki_session::person::EventOf;
use koteki_session::person::rated::{Loaded, Options, Rated};
use koteki_session::person::thought::Answer;
use koteki_session::{Event, Notice, Refusal, Session, Setup, SideChoice, Table, Turn};

type Blokus = Rated<Position>;

/// mctaji v Main, GPCC 2007, published with its result of 53 to 46: White passes twice, and once more
/// after the last move.
const GAME: &str = "65u0 AAu0 88l2 A7s0 7Bj0 8Co0 83t1 A3j0 48q0 BCr2 43f3 D9t1 26o4 D6m5 29r3 EDl0 41a0 \
                    E2q3 71b2 89a0 5Dp0 ---- 12d0 ---- 1Cc0";

fn options(side: SideChoice, seed: u64, data: Option<&Path>) -> Options<Position> {
    Options {
        opponent: Opponent::Level(Level::Novice),
        side,
        seed,
        loaded: None,
        data: data.map(Path::to_owned),
        name: "1".to_owned(),
        person: "Ann".to_owned(),
        breed: false,
        judge: false,
    }
}

/// A session, and what its threads report.
struct Game {
    session: Session<Blokus>,
    events: Receiver<EventOf<Blokus>>,
    notices: Vec<Notice<Move>>,
}

impl Game {
    fn open(options: Options<Position>) -> Self {
        let (sender, events) = channel();
        let sink = move |event| {
            let _ = sender.send(event);
        };
        let (session, notices) = Session::<Blokus>::open(options, sink).unwrap();
        Self {
            session,
            events,
            notices,
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), Refusal<Move>> {
        self.notices.extend(self.session.play(mv)?);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let can = self.table().can_take_back();
        self.notices.extend(self.session.take_back());
        can
    }

    fn redo(&mut self) -> bool {
        let can = self.table().can_redo();
        self.notices.extend(self.session.redo());
        can
    }

    fn table(&self) -> &Table<Position> {
        self.session.table()
    }

    /// Plays the machine's moves until it is a person's turn.
    fn machine(&mut self) {
        while matches!(self.table().turn(), Turn::Machine(_)) {
            let event = self.events.recv_timeout(Duration::from_secs(120)).unwrap();
            self.notices.extend(self.session.handle(event));
        }
    }

    /// A person plays the first of the legal moves.
    fn play_first(&mut self) {
        let mv = self.table().legal_moves()[0];
        self.play(mv).unwrap();
    }
}

fn placements() -> Vec<Move> {
    let line = read_moves(GAME).unwrap();
    let placed = line.moves().iter().copied();
    placed.filter(|mv| mv.placement().is_some()).collect()
}

fn play_all(game: &mut Game) {
    for mv in placements() {
        game.play(mv).unwrap();
    }
}

fn new(side: SideChoice, seed: u64) -> Game {
    Game::open(options(side, seed, None))
}

#[test]
fn a_published_game_is_played_to_its_end_with_the_passes_in_it() {
    let mut game = new(SideChoice::Both, 1);
    play_all(&mut game);
    assert!(game.table().is_over());
    let outcome = game.table().position().outcome().unwrap();
    assert_eq!((outcome.black, outcome.white), (53, 46));
    assert_eq!(
        game.table().line().moves(),
        read_moves(GAME).unwrap().moves()
    );
    assert_eq!(game.table().count_passes(Side::White), 2);
    assert_eq!(game.table().count_passes(Side::Black), 0);
    let said: Vec<_> = game.notices.iter().collect();
    let passed = Notice::Passed(Side::White);
    assert_eq!(said, [&passed, &passed, &Notice::Over(outcome)]);
}

#[test]
fn taking_back_goes_over_passes_and_plays_again() {
    let mut game = new(SideChoice::Both, 1);
    assert!(!game.undo());
    play_all(&mut game);
    let whole = game.table().line().clone();
    assert!(game.undo());
    // 1Cc0 only.
    assert_eq!(
        (game.table().line().ply(), game.table().turn()),
        (24, Turn::Person(Side::Black))
    );
    assert!(game.undo());
    // 12d0 and the pass after it.
    assert_eq!(
        (game.table().line().ply(), game.table().turn()),
        (22, Turn::Person(Side::Black))
    );
    assert!(game.redo());
    assert_eq!(game.table().line().ply(), 24);
    assert!(game.redo());
    assert_eq!(game.table().line(), &whole);
    assert!(!game.redo());
    assert!(game.table().is_over());
    // Another move than the one taken back is not played again.
    while game.undo() {}
    assert_eq!(game.table().position(), &Position::start());
    game.play("54u0".parse::<Move>().unwrap()).unwrap();
    assert!(!game.redo());
}

#[test]
fn moves_are_refused_with_their_reason_and_change_nothing() {
    let place = |code: &str| code.parse::<Move>().unwrap();
    let mut game = new(SideChoice::Black, 4);
    let refused = |game: &mut Game, code: &str| {
        let mv = place(code);
        assert_eq!(game.play(mv), Err(Refusal::Illegal(mv)));
        game.table().position().why_illegal(mv).unwrap()
    };
    assert!(matches!(
        refused(&mut game, "aau0"),
        LegalityError::MissesStart(Side::Black, square) if square.to_string() == "e10"
    ));
    game.play(place("55u0")).unwrap();
    assert_eq!(game.play(place("77u0")), Err(Refusal::NotYourTurn));
    game.machine();
    let before = game.table().line().clone();
    assert_eq!(
        refused(&mut game, "77u0"),
        LegalityError::Used(Side::Black, place("77u0").placement().unwrap().piece())
    );
    assert!(matches!(
        refused(&mut game, "57a0"),
        LegalityError::TouchesEdge(Side::Black, _)
    ));
    assert_eq!(
        refused(&mut game, "11a0"),
        LegalityError::TouchesNoCorner(Side::Black)
    );
    assert_eq!(game.table().line(), &before);
}

#[test]
fn a_game_against_the_machine_is_the_same_for_the_same_seed_and_goes_back_to_the_person() {
    let game = |seed: u64, side: SideChoice| {
        let mut game = new(side, seed);
        loop {
            game.machine();
            match game.table().turn() {
                Turn::Person(_) => game.play_first(),
                _ => return game,
            }
        }
    };
    let first = game(7, SideChoice::White);
    assert!(
        !first.table().seat(Side::Black).is_person() && first.table().seat(Side::White).is_person()
    );
    assert_eq!(
        first.table().line(),
        game(7, SideChoice::White).table().line()
    );
    assert_ne!(
        first.table().line(),
        game(8, SideChoice::White).table().line()
    );
    let mut game = first;
    while game.undo() {
        assert_eq!(game.table().turn(), Turn::Person(Side::White));
    }
    // The machine's first move stays.
    assert_eq!(game.table().line().ply(), 1);
    let lots = (0..20).map(|seed| new(SideChoice::Random, seed));
    let black = lots
        .filter(|game| game.table().seat(Side::Black).is_person())
        .count();
    assert!((1..20).contains(&black), "{black} of 20");
}

#[test]
fn what_is_kept_goes_on_with_the_same_people() {
    let data = tempfile::tempdir().unwrap();
    let open = |side, seed| Game::open(options(side, seed, Some(data.path())));
    let mut game = open(SideChoice::White, 9);
    game.machine();
    game.play_first();
    game.machine();
    let line = game.table().line().clone();
    let seats = Side::BOTH.map(|side| game.table().seat(side).clone());
    // Nothing is done at the end that a kill would leave out.
    drop(game);
    let resumed = || {
        let mut game = open(SideChoice::Black, 1);
        assert!(game.notices.contains(&Notice::Interrupted(true)));
        game.session.resume_interrupted(0).unwrap();
        game
    };
    let mut game = resumed();
    assert_eq!(game.table().line(), &line);
    assert_eq!(
        Side::BOTH.map(|side| game.table().seat(side).clone()),
        seats
    );
    assert_eq!(game.table().seed(), 9);
    assert_eq!(game.table().turn(), Turn::Person(Side::White));
    // Nobody had help, so it still counts; after help it does not, then and later.
    assert!(game.table().counts());
    game.session.ask_hint();
    assert!(!game.table().counts());
    drop(game);
    assert!(!resumed().table().counts());
}

#[test]
fn help_makes_a_game_practice() {
    let place = |code: &str| code.parse::<Move>().unwrap();
    let begun = || {
        let mut game = new(SideChoice::Black, 4);
        game.play(place("55u0")).unwrap();
        assert!(game.table().counts() && game.table().help_costs());
        game
    };
    let mut game = begun();
    game.machine();
    game.session.ask_hint();
    assert!(!game.table().counts() && !game.table().help_costs());
    let mut game = begun();
    assert!(game.table().can_take_back() && game.undo());
    assert!(!game.table().counts() && !game.table().can_take_back());
    // Of two people nobody is measured, nor is a game from elsewhere.
    assert!(!new(SideChoice::Both, 4).table().counts());
    let loaded = Loaded {
        line: read_moves("55u0 9au0").unwrap(),
        said: String::new(),
    };
    let elsewhere = Game::open(Options {
        loaded: Some(loaded),
        ..options(SideChoice::Black, 4, None)
    });
    assert!(!elsewhere.table().counts());
}

/// The disk is full, or there is none any more: nothing is promised that is not there.
#[test]
fn a_game_that_could_not_be_written_is_not_called_kept() {
    let data = tempfile::tempdir().unwrap();
    let mut game = Game::open(options(SideChoice::Both, 9, Some(data.path())));
    game.play_first();
    assert!(game.session.is_kept());
    fs::remove_dir_all(data.path().join("blokus")).unwrap();
    game.play_first();
    assert!(matches!(&game.notices[..], [Notice::NotKept(_)]));
    assert_eq!(game.session.file(), None);
    fs::create_dir(data.path().join("blokus")).unwrap();
    game.play_first();
    assert_eq!(game.notices.len(), 1);
    assert!(game.session.is_kept());

    // What the helper calls the next game cannot be locked.
    fs::create_dir(data.path().join("blokus/2-0001.lock")).unwrap();
    let said = plain("55u0", SideChoice::Black, Some(data.path()));
    assert!(said.contains("The game is not kept."), "{said}");
    assert!(!said.contains("The game is kept"), "{said}");
}

#[test]
fn levels_are_players_of_the_roster() {
    for level in Level::ALL {
        let opponent: Opponent = level.name().to_uppercase().parse().unwrap();
        assert_eq!(opponent, Opponent::Level(level));
        assert_eq!(opponent.to_string(), level.name());
        let player: koteki_rivals::roster::blokus::BlokusSpec = level.name().parse().unwrap();
        assert_eq!(player, level.player());
    }
    let error = "intermediate".parse::<Opponent>().unwrap_err().to_string();
    assert!(error.contains("intermediate"), "{error}");
}

/// A game is measured when it is over, once, and what comes after taking back is another game.
#[test]
fn a_session_measures_a_finished_game_and_stands_in_for_a_machine_that_breaks_down() {
    let data = tempfile::tempdir().unwrap();
    let mut game = Game::open(Options {
        breed: true,
        ..options(SideChoice::Black, 3, Some(data.path()))
    });
    assert!(game.notices.is_empty(), "{:?}", game.notices);
    let session = &mut game.session;
    let first = |session: &Session<Blokus>| session.table().legal_moves()[0];
    session.play(first(session)).unwrap();
    // The machine owes a move. What broke down was asked for an earlier position, then for this one.
    let broken = |id| Event::Thought(Answer::Broken(Some(id), "lost".to_owned()));
    assert_eq!(session.handle(broken(1)), []);
    assert_eq!(session.table().line().ply(), 1);
    let notices = session.handle(broken(2));
    assert!(
        matches!(&notices[..], [Notice::Broken(why), Notice::Moved(Side::White, _)] if why.contains("lost"))
    );
    assert_eq!(session.table().line().ply(), 2);
    // What a machine that breaks down loses says nothing of the person.
    assert_eq!(session.counts(), Some(false));
    let setup = Setup::of(session.next_seats(session.opponent()));
    session.new_game(&setup).unwrap();
    while !game.table().is_over() {
        game.machine();
        if !game.table().is_over() {
            game.play_first();
        }
    }
    let session = &mut game.session;
    assert_eq!(session.counts(), Some(true));
    assert_eq!(session.measured().unwrap().games, 1);
    let kept = session.file().unwrap().to_owned();
    session.take_back();
    assert_eq!((session.measured(), session.counts()), (None, Some(false)));
    assert_ne!(session.file(), Some(&*kept));
    assert!(main_line::<Position>(&kept).unwrap().1.position().is_over());
}

fn plain(input: &str, side: SideChoice, data: Option<&Path>) -> String {
    // Each sitting names its games otherwise.
    let games = data.and_then(|data| fs::read_dir(data.join("blokus")).ok());
    let options = Options {
        name: games.map_or(0, Iterator::count).to_string(),
        ..options(side, 3, data)
    };
    let mut output = Vec::new();
    run(options, Cursor::new(input.to_owned()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn plain_lines_play_a_whole_game_and_tell_its_result() {
    let said = plain(GAME, SideChoice::Both, None);
    for line in [
        "1. Black X f9,e10,f10,g10,f11",
        "2. White X j4,i5,j5,k5,j6",
        "White has no move left for its 11 pieces and passes from now on.",
        "White passes.",
        "Black wins, 53 to 46 squares",
        // Black keeps 36 squares, White 43.
        "Official scoring (-1 per square left, +15 all placed, +5 single square last): Black -36, White -43",
    ] {
        assert!(said.contains(line), "{line:?} in\n{said}");
    }
    assert!(!said.contains('\u{1b}'));
}

#[test]
fn plain_lines_say_what_is_wrong_and_keep_the_game() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("mine.blksgf");
    let name = file.display();
    let input = format!(
        "aau0 e10,e12 46z3 sing 55u0 pass\nboard pieces undo undo redo save {name}\nsave {name} save! {name}\n\
         level nobody\nhint"
    );
    let said = plain(&input, SideChoice::Black, Some(data.path()));
    for line in [
        "X: your first piece must cover E10",
        "no piece covers e10,e12",
        "'z' is not a piece",
        "help lists all words",
        "1. Black X",
        "2. White",
        "pass: you can place a piece, and may not pass",
        "10 . . . X X X . . . . . . . .",
        "Black has 1 2 I3",
        "Now at move 1.",
        "There is no move of yours to take back.",
        "Now at move 3.",
        &format!("saved as {name}"),
        &format!("save! {name} writes over it"),
        "\"nobody\"",
        "Hint: ",
        "The game is kept in",
    ] {
        assert!(said.contains(line), "{line:?} in\n{said}");
    }
    let (_, saved) = main_line::<Position>(&file).unwrap();
    assert_eq!(saved.ply(), 2);
    // The next start knows of it.
    let said = plain("resume\nmoves", SideChoice::Black, Some(data.path()));
    assert!(
        said.contains("A game against novice at move 2 was interrupted"),
        "{said}"
    );
    assert!(said.contains("55u0 "), "{said}");
    let files = fs::read_dir(data.path().join("blokus")).unwrap();
    assert_eq!(files.count(), 1);
}

/// A game that is left for another is kept, and can be taken up in the same sitting and in later ones, also when
/// the later game is over.
#[test]
fn a_game_that_was_left_can_be_taken_up() {
    let data = tempfile::tempdir().unwrap();
    let said = plain(
        "55u0 new 54u0 resume moves",
        SideChoice::Black,
        Some(data.path()),
    );
    let moves = said.lines().find(|line| line.starts_with("55u0 "));
    assert!(moves.is_some(), "{said}");
    let data = tempfile::tempdir().unwrap();
    plain("55u0", SideChoice::Black, Some(data.path()));
    let whole = plain(GAME, SideChoice::Both, Some(data.path()));
    assert!(whole.contains("Black wins"), "{whole}");
    let said = plain("resume moves", SideChoice::Black, Some(data.path()));
    assert!(
        said.contains(
            "A game against novice at move 2 was interrupted; type resume to continue it."
        ),
        "{said}"
    );
    assert!(said.contains("55u0 "), "{said}");
    // Any of them, by its number: what the start has promised is the first, whatever was asked for in between.
    let input = |resume| format!("54u0\nnew white easy\ngames\nresume 9\n{resume}\nmoves");
    for (resume, moves) in [("resume 2", "\n54u0 "), ("resume", "\n55u0 ")] {
        let data = tempfile::tempdir().unwrap();
        plain("55u0", SideChoice::Black, Some(data.path()));
        let said = plain(&input(resume), SideChoice::Black, Some(data.path()));
        for line in [
            "Your move, Black (",
            "Blokus Duo against easy, seed ",
            "You are White (O)",
            "1. against novice at move 2\n2. against novice at move 2\n",
            "There are 2 games to resume: 1 to 2.",
            moves,
        ] {
            assert!(said.contains(line), "{line:?} in\n{said}");
        }
    }
    // Taking back after the end leaves the finished game in its file, and goes on in another.
    plain(&format!("{GAME} undo"), SideChoice::Both, Some(data.path()));
    let ended = |path: &Path| main_line::<Position>(path).unwrap().1.position().is_over();
    let files = fs::read_dir(data.path().join("blokus")).unwrap();
    let over = files
        .filter(|it| ended(&it.as_ref().unwrap().path()))
        .count();
    assert_eq!(over, 2);
}

/// A list names who played, whoever plays now, and says what it cannot read; looking at it takes no game from another
/// program.
#[test]
fn a_list_of_games_names_their_players_and_what_cannot_be_read() {
    let data = tempfile::tempdir().unwrap();
    let folder = Folder::<Position>::open(data.path()).unwrap();
    let keep = |name: &str, players: [&str; 2]| {
        let header = Header {
            players: players.map(str::to_owned),
            ..Header::default()
        };
        let line = read_moves("55u0 9au0").unwrap();
        folder.begin(name).write(&header, &line).unwrap();
    };
    let path = |name: &str| {
        data.path()
            .join("blokus")
            .join(name)
            .with_extension("blksgf")
    };
    let played_at = |name: &str, second| {
        let file = fs::File::options().append(true).open(path(name)).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(second);
        file.set_modified(time).unwrap();
    };
    keep("0001", ["", ""]);
    keep("0002", [HUMAN, "engine:cmd=\"nowhere\",wait=60s"]);
    keep("0003", ["nobody", HUMAN]);
    keep("0004", [HUMAN, "Easy"]);
    keep("0005", [HUMAN, HUMAN]);
    for name in ["0001", "0002", "0003", "0004", "0005"] {
        played_at(name, name.parse().unwrap());
    }
    fs::write(path("0000"), "(;GM[Blokus Duo]\n;B[e10]\n;W[a1])").unwrap();
    played_at("0000", 0);
    let said = plain("games", SideChoice::Black, Some(data.path()));
    for line in [
        "A game of two people at move 2 was interrupted; type resume to continue it.",
        "1. of two people at move 2\n2. against easy at move 2\n3. against nobody at move 2\n\
         4. against engine:cmd=\"nowhere\",wait=60s at move 2\n5. against novice at move 2\n\
         A game cannot be resumed; its file stays as it is: ",
        "0000.blksgf: line 3: W[a1]",
    ] {
        assert!(said.contains(line), "{line:?} in\n{said}");
    }
    let unfinished = || {
        let found = folder.all_unfinished().unwrap().into_iter();
        found.filter_map(Result::ok).collect::<Vec<_>>()
    };
    assert_eq!(folder.all_unfinished().unwrap().len(), 6);
    let (games, again) = (unfinished(), unfinished());
    assert_eq!(games.len(), 5);
    assert_eq!(again.len(), 5, "another program sees them all");
    let mut played = games.into_iter().map(|it| it.lock().unwrap());
    let first = played.next().unwrap();
    assert!(first.is_some());
    assert_eq!(unfinished().len(), 4);
    let mut again = again.into_iter();
    assert!(again.next().unwrap().lock().unwrap().is_none(), "played");

    // One that was played later cannot be read.
    let said = plain("resume 2", SideChoice::Black, Some(data.path()));
    assert!(!said.contains("cannot be resumed"), "{said}");
    played_at("0000", 6);
    let said = plain("resume 2", SideChoice::Black, Some(data.path()));
    let line = "A game cannot be resumed; its file stays as it is: ";
    assert!(said.contains(line), "{said}");

    // Nothing but what cannot be read.
    let data = tempfile::tempdir().unwrap();
    fs::create_dir(data.path().join("blokus")).unwrap();
    fs::write(data.path().join("blokus/1.blksgf"), "(").unwrap();
    let said = plain("resume", SideChoice::Black, Some(data.path()));
    let line = "There is no game to resume.\nA game cannot be resumed; its file stays as it is: ";
    assert!(said.contains(line), "{said}");
}

/// A name that is mistyped begins no other game.
#[test]
fn a_new_game_needs_a_player_that_there_is() {
    for name in ["stong", "agent", "uct:playouts=0"] {
        let said = plain(&format!("55u0\nnew {name}\nmoves"), SideChoice::Black, None);
        assert_eq!(said.matches("Blokus Duo against ").count(), 1, "{said}");
        assert!(said.contains(name) && said.contains("\n55u0 "), "{said}");
        assert!(!said.contains("help lists all words"), "{said}");
    }
    // What follows such a name on the line was meant for the game that does not begin.
    for line in ["new stong 9au0", "level stong 9au0", "resume 9 9au0"] {
        let said = plain(&format!("55u0\n{line}\nmoves"), SideChoice::Both, None);
        assert!(
            said.ends_with("\n55u0\nThe game is not kept.\n"),
            "{line}: {said}"
        );
    }
    // What follows the name is for the new game, and so is what follows no name.
    for new in ["new Easy 54u0 moves", "new 54u0 moves", "new white board"] {
        let said = plain(&format!("55u0\n{new}"), SideChoice::Black, None);
        assert_eq!(said.matches("Blokus Duo against ").count(), 2, "{said}");
        assert!(said.contains("\n54u0 ") || said.contains("10 . "), "{said}");
    }
    // A file is found under the name that it has.
    let said = plain("new toqn:weights=/No/Such.File", SideChoice::Black, None);
    assert!(said.contains("/No/Such.File"), "{said}");
}

/// Some shells put a byte order mark before what they pipe.
#[test]
fn the_first_word_may_follow_a_byte_order_mark() {
    let said = plain("\u{feff}54u0\n", SideChoice::Black, None);
    assert!(said.contains("1. Black X"), "{said}");
}
