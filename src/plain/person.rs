//! A game of which each one has a file, in plain lines: for a pipe, a dumb terminal, a screen reader.
//!
//! Not one escape byte. Moves are read from the input in any notation, several on a line if need be; what
//! cannot be read or played is refused with the reason, and the game waits. When the input ends the game
//! is left as it stands and kept.

use std::io::{BufRead, Write};
use std::path::Path;

use super::input::{Ear, LONGEST, Wake};
use super::voice::Voice;
use super::words as plain_words;
use koteki_games::Side;
use koteki_games::typed::half_width;
use koteki_record::files::FileError;
use koteki_rivals::roster::kit::person::PersonKit;
use koteki_session::person::{Event, Notice, Options, Session, Setup, SideChoice, words};
use koteki_session::{Refusal, Turn, words as session_words};

struct Plain<'a, K: PersonKit> {
    voice: Voice<'a>,
    session: Session<K>,
    ear: Ear<Event<K>>,
    /// Moves that have been shown.
    shown: usize,
    /// The person has been asked for the move that is due.
    is_asked: bool,
    /// The result has been reported.
    is_over: bool,
    /// A hint was asked for that has not come yet.
    awaits_hint: bool,
}

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// When there is no such opponent, `input` cannot be read or `output` cannot be written.
pub fn run<K: PersonKit>(
    options: Options<K>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let loaded = options.loaded.as_ref().map(|it| it.said.clone());
    let (ear, wake) = Ear::open(input)?;
    let sink = move |event| {
        // The receiver lives as long as the session; after it nobody listens.
        let _ = wake.send(Ok(Wake::Session(event)));
    };
    let (session, trouble) = Session::open(options, sink)?;
    let mut plain = Plain {
        voice: Voice(output),
        shown: session.table().line().ply(),
        session,
        ear,
        is_asked: false,
        is_over: false,
        awaits_hint: false,
    };
    plain.open()?;
    if let Some(line) = loaded {
        plain.voice.say(&line)?;
    }
    let own: String = K::WORDS.iter().map(|it| format!(" {}", it.0)).collect();
    plain.voice.say(&format!(
        "A move is {}. Other words: board{own} hint undo redo new level moves save resume games quit; help explains them.",
        K::TYPED
    ))?;
    for line in trouble {
        plain.voice.say(&line)?;
    }
    if let Some((game, _)) = plain.session.left() {
        let left = words::left(&game.whose, game.ply);
        plain.voice.say(&format!("{left}: resume continues it."))?;
    }
    plain.session.advance();
    plain.play()
}

impl<K: PersonKit> Plain<'_, K> {
    /// Says who plays.
    fn open(&mut self) -> anyhow::Result<()> {
        let game = self.session.game();
        let Setup { opponent, seed, .. } = *game.setup();
        let begins = |side, verb: &str| {
            K::begins(side).map_or_else(String::new, |at| format!(" and {verb} at {at}"))
        };
        let name = K::NAME;
        let Some(side) = self.session.table().person() else {
            let begins = begins(Side::Black, "begins");
            return self.voice.say(&format!(
                "{name}, two people, seed {seed}. X is Black{begins}."
            ));
        };
        let (sign, begins) = (["X", "O"][side.index()], begins(side, "begin"));
        self.voice.say(&format!(
            "{name} against {opponent}, seed {seed}. You are {side} ({sign}){begins}."
        ))?;
        self.voice.say(
            "In plain lines no rivals are bred, and a game counts toward your strength only \
             when you finish it on the screen.",
        )
    }

    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            self.tell_moves()?;
            if let Some(trouble) = self.session.trouble() {
                self.voice.say(&trouble)?;
            }
            match self.session.table().turn() {
                Turn::Machine(_) => {
                    self.wait()?;
                    continue;
                }
                Turn::Over(_) if !self.is_over => {
                    self.is_over = true;
                    self.result()?;
                }
                _ => {}
            }
            let Some(word) = self.next_word()? else {
                break;
            };
            if ["quit", "q"].contains(&word.to_ascii_lowercase().as_str()) {
                break;
            }
            self.word(&word)?;
        }
        let game = self.session.game();
        let line = match game.file() {
            Some(file) if game.is_going_on() => format!(
                "The game is kept in {}; resume continues it at the next start.",
                file.display()
            ),
            None if game.is_going_on() => "The game is not kept.".to_owned(),
            _ => "Goodbye.".to_owned(),
        };
        self.voice.say(&line)
    }

    /// Waits for one thing to happen and reports it.
    fn wait(&mut self) -> anyhow::Result<()> {
        match self.ear.wait()? {
            Wake::Session(event) => self.take_in(event),
            Wake::Line(line, _) => {
                self.ear.take(&line);
                Ok(())
            }
            Wake::TooLong => self.voice.say(&plain_words::too_long(LONGEST)),
            Wake::End => Ok(()),
        }
    }

    fn take_in(&mut self, event: Event<K>) -> anyhow::Result<()> {
        match self.session.handle(event) {
            Some(Notice::Chosen(mv)) => self.session.answer(mv),
            Some(Notice::Hint(hint)) => {
                self.awaits_hint = false;
                if let Some(hint) = hint {
                    self.voice.say(&format!(
                        "hint: {} wins {:.0} % of its random games",
                        K::recommended(hint.mv),
                        100.0 * hint.share
                    ))?;
                }
            }
            Some(Notice::Broken(why) | Notice::StoodIn(why)) => {
                self.awaits_hint = false;
                self.voice.say(&plain_words::broken(&why))?;
            }
            Some(Notice::Ready | Notice::NoRivals(_)) | None => {}
        }
        Ok(())
    }

    /// Every move since the last one shown, in a line each.
    fn tell_moves(&mut self) -> anyhow::Result<()> {
        self.session.take_passes();
        let (line, own) = (self.session.table().line(), self.session.table().person());
        let steps = line.steps().enumerate().skip(self.shown);
        let lines: Vec<String> = steps
            .map(|(ply, (position, _))| {
                K::describe_move(line, ply, own == Some(position.side_to_move()))
            })
            .collect();
        self.shown += lines.len();
        self.is_asked &= lines.is_empty();
        self.voice.say_all(&lines)
    }

    fn result(&mut self) -> anyhow::Result<()> {
        let table = self.session.table();
        if let Some(outcome) = table.position().outcome() {
            let mut lines = vec![words::result::<K>(outcome, table.person())];
            lines.extend(table.position().remarks());
            self.voice.say_all(&lines)?;
        }
        self.voice.say("new begins another game.")
    }

    /// The next word typed; `None` at the end of the input.
    fn next_word(&mut self) -> anyhow::Result<Option<String>> {
        loop {
            if let Some(word) = self.ear.words.pop_front() {
                return Ok(Some(word));
            }
            if self.ear.has_ended() {
                return Ok(None);
            }
            if let (Turn::Person(side), false) = (self.session.table().turn(), self.is_asked) {
                self.is_asked = true;
                let moves = self.session.table().legal_moves();
                let line = plain_words::your_turn(&side.to_string(), moves.len());
                self.voice.say(&line)?;
            }
            self.ear.want();
            self.wait()?;
        }
    }

    fn word(&mut self, word: &str) -> anyhow::Result<()> {
        let lower = half_width(word).to_ascii_lowercase();
        match lower.as_str() {
            "help" | "?" => self.voice.say_all(help::<K>()),
            "board" => self.voice.say_all(self.session.table().position().board()),
            "moves" => {
                let (_, moves) = K::write_game(self.session.table().line());
                self.voice.say(&moves)
            }
            "hint" => self.hint(),
            "undo" => {
                let done = self.session.undo();
                self.went_back(done, &words::nothing_to_undo::<K>())
            }
            "redo" => {
                let done = self.session.redo();
                self.went_back(done, words::NOTHING_TO_REDO)
            }
            "new" => self.new_game(),
            "opponent" | "level" => {
                let Some(value) = self.ear.words.pop_front() else {
                    return self.voice.say(&needs(&lower, &K::USUAL.to_string()));
                };
                match value.parse::<K::Spec>() {
                    Ok(opponent) => self.begin(Setup {
                        opponent: K::named_by_person(opponent),
                        ..*self.session.game().setup()
                    }),
                    Err(error) => self.refuse_new(&error.to_string()),
                }
            }
            "resume" => self.resume(),
            "games" => self.games(),
            "save" | "save!" => {
                let Some(file) = self.ear.words.pop_front() else {
                    return self
                        .voice
                        .say(&needs(&lower, &format!("game.{}", K::EXTENSION)));
                };
                let over = lower.ends_with('!');
                let line = match self.session.game().save(Path::new(&file), over) {
                    Ok(()) => words::saved(&file),
                    Err(FileError::Exists(_)) => {
                        format!("{file} is there already: save! {file} writes over it")
                    }
                    Err(error) => error.to_string(),
                };
                self.voice.say(&line)
            }
            own if is_own::<K>(own) => self
                .voice
                .say_all(self.session.table().position().answer(own)),
            _ => self.mv(word),
        }
    }

    fn mv(&mut self, word: &str) -> anyhow::Result<()> {
        let mv = match K::typed(word) {
            Ok(mv) => mv,
            Err(why) => {
                self.voice.say(&why)?;
                return self.voice.say("help lists all words.");
            }
        };
        // A pass has been played by itself.
        if K::is_pass(mv) && self.session.table().line().moves().last() == Some(&mv) {
            return Ok(());
        }
        match self.session.play(mv) {
            Ok(()) => Ok(()),
            Err(Refusal::NotYourTurn) => {
                self.voice.say(&format!("{word}: it is not your turn yet"))
            }
            Err(Refusal::Illegal(_) | Refusal::Over) => self
                .voice
                .say(&self.session.table().position().refused(mv, word)),
        }
    }

    fn went_back(&mut self, done: bool, otherwise: &str) -> anyhow::Result<()> {
        if !done {
            return self.voice.say(otherwise);
        }
        self.shown = self.session.table().line().ply();
        self.is_over = false;
        self.is_asked = false;
        self.voice
            .say(&format!("The game stands after move {}.", self.shown))
    }

    /// Begins another game; a side and an opponent may follow `new`.
    fn new_game(&mut self) -> anyhow::Result<()> {
        let mut setup = *self.session.game().setup();
        while let Some(word) = self.ear.words.front() {
            match half_width(word).to_ascii_lowercase().as_str() {
                "black" => setup.side = SideChoice::First,
                "white" => setup.side = SideChoice::Second,
                lower => match word.parse().map(K::named_by_person) {
                    Ok(opponent) => setup.opponent = opponent,
                    // It is for the new game.
                    Err(_)
                        if plain_words::is_command(lower)
                            || is_own::<K>(lower)
                            || K::typed(word).is_ok() =>
                    {
                        break;
                    }
                    Err(error) => return self.refuse_new(&error.to_string()),
                },
            }
            self.ear.words.pop_front();
        }
        self.begin(setup)
    }

    fn begin(&mut self, setup: Setup<K::Spec>) -> anyhow::Result<()> {
        let seed = self.session.next_seed();
        match self.session.new_game(Setup { seed, ..setup }) {
            Ok(()) => self.show_game(),
            Err(error) => self.refuse_new(&error.to_string()),
        }
    }

    /// No other game begins, and what is left of the line was meant for it.
    fn refuse_new(&mut self, why: &str) -> anyhow::Result<()> {
        self.ear.words.clear();
        self.voice.say(why)
    }

    /// Another game is on the table.
    fn show_game(&mut self) -> anyhow::Result<()> {
        self.shown = 0;
        self.is_over = false;
        self.is_asked = false;
        self.open()
    }

    /// The games that can be resumed.
    fn games(&mut self) -> anyhow::Result<()> {
        let (games, unreadable) = match self.session.interrupted() {
            Ok(found) => found,
            Err(error) => return self.voice.say(&error.to_string()),
        };
        if games.is_empty() {
            self.voice.say(&session_words::no_such_game(0))?;
        }
        let games = games
            .iter()
            .map(|it| plain_words::interrupted(&it.whose, it.ply));
        self.voice.say_all(plain_words::games(games))?;
        self.voice.say_all(unreadable)
    }

    /// Continues the game of the number that follows, or the first.
    fn resume(&mut self) -> anyhow::Result<()> {
        let place = self.ear.number().unwrap_or(1).wrapping_sub(1);
        match self.session.resume_interrupted(place) {
            Ok(unreadable) => {
                self.voice.say_all(unreadable)?;
                self.show_game()
            }
            Err(error) => {
                self.refuse_new(&error.to_string())?;
                // What was looked for may be among them.
                let unreadable = self.session.interrupted().map(|it| it.1);
                self.voice.say_all(unreadable.unwrap_or_default())
            }
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        self.awaits_hint = self.session.ask_hint();
        if !self.awaits_hint {
            return self.voice.say(words::NO_HINT);
        }
        while self.awaits_hint {
            self.wait()?;
        }
        Ok(())
    }
}

/// What help lists.
fn help<K: PersonKit>() -> Vec<String> {
    let levels: Vec<String> = K::LEVELS.iter().map(ToString::to_string).collect();
    let level = format!(
        "another game against {}, or any player by name",
        levels.join(", ")
    );
    let save = format!(
        "writes the game as .{}; save! also over a file that is there",
        K::EXTENSION
    );
    let before = [("board", "the board: X Black, O White")];
    let after = [
        ("hint", "a good move (the game becomes practice)"),
        (
            "undo, redo",
            "takes your last move back with all after it, plays it again (practice too)",
        ),
        ("moves", "the moves so far"),
        (
            "new",
            "another game; this one is kept. new white: you play White; new NAME: against another",
        ),
        ("level LEVEL", &level),
        (
            "resume",
            "continues the first game that games lists; the one on the board is kept. resume 2: the second",
        ),
        (
            "games",
            "the games that can be resumed: the one that the start has offered, then the latest first",
        ),
        ("save FILE", &save),
        ("quit", "leaves; the game is kept"),
    ];
    let words = before.iter().chain(K::WORDS).chain(&after);
    let words = words.map(|(word, what)| format!("{word:<21}{what}"));
    let rules = K::RULES.iter().map(ToString::to_string);
    rules.chain(words).collect()
}

/// Whether a word, in lower case, is one that this game [answers](PersonKit::answer).
fn is_own<K: PersonKit>(word: &str) -> bool {
    K::WORDS.iter().any(|it| it.0 == word)
}

fn needs(word: &str, example: &str) -> String {
    format!("{word} needs a word after it, as in {word} {example}")
}
