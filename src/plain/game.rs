//! The loop of plain lines, whatever game it is.

use super::input::{Ear, LONGEST, Wake};
use super::voice::Voice;
use super::words;
use koteki_games::spec::SpecError;
use koteki_games::typed::half_width;
use koteki_games::words::day::day;
use koteki_games::{Game, Side};
use koteki_rivals::roster::kit::Kit;
use koteki_session::person::{EventOf, KeptGame, MoveOf, SessionKit, words as person_words};
use koteki_session::played::PlayedGame;
use koteki_session::{Notice, Refusal, Session, Setup, Start, Turn, words as session_words};

/// A player's name as a value.
type SpecOf<P> = <<P as SessionKit>::Game as Kit>::Spec;

/// What a game says for itself in plain lines.
pub trait PlainKit: SessionKit<News: Send> {
    /// What it remembers to have said.
    type Told: Default;

    /// Words beside moves and those of every game.
    fn words() -> Vec<&'static str>;

    /// How moves are typed, in half a line.
    fn typed() -> String;

    /// What help lists beside the words of every game.
    fn help() -> Vec<String>;

    /// Who plays.
    fn opened(session: &Session<Self>) -> Vec<String>;

    /// Whether all is known that is to be said before the person is asked.
    fn is_ready(_session: &Session<Self>) -> bool {
        true
    }

    /// Whether there is nothing more to be said of the game, which is over.
    fn is_reported(_session: &Session<Self>) -> bool {
        true
    }

    /// The ply of this index, in a line.
    fn ply(session: &Session<Self>, index: usize) -> String;

    /// The board.
    fn board(session: &Session<Self>) -> Vec<String>;

    /// What `moves` shows.
    fn moves(session: &Session<Self>) -> String;

    /// The hint that was asked for.
    fn hint(session: &Session<Self>) -> Vec<String>;

    /// How the game ended.
    fn result(session: &Session<Self>) -> Vec<String>;

    /// The games that are over, a line each, the latest first.
    fn finished(session: &Session<Self>) -> Vec<String>;

    /// Reads the moves of a word.
    ///
    /// # Errors
    /// In words, why they cannot be read.
    fn read(word: &str) -> Result<Vec<MoveOf<Self>>, String>;

    /// Why `mv` is not legal, typed as `word`.
    fn refused(session: &Session<Self>, mv: MoveOf<Self>, word: &str) -> String;

    /// Where a new game begins that `word` asks for; `None` where it asks for something else.
    fn start(_word: &str) -> Option<Result<Start<Self::Game>, String>> {
        None
    }

    /// Whether a new game is a measured one.
    fn measured(_session: &Session<Self>) -> bool {
        true
    }

    /// Whether the game on the table counts toward the person's strength.
    fn counts(_session: &Session<Self>) -> bool {
        false
    }

    /// Whether a word, in lower case, is one beside moves.
    fn is_word(word: &str) -> bool {
        let mut words = WORDS.split(' ').chain(Self::words());
        words.any(|it| it == word)
    }

    /// Answers one of its own words, given in lower case; `None` when it is none.
    fn answer(plain: &mut Plain<'_, Self>, word: &str) -> Option<anyhow::Result<()>>;

    /// What else there is to say.
    fn notice(_plain: &mut Plain<'_, Self>, _notice: Notice<MoveOf<Self>>) -> anyhow::Result<()> {
        Ok(())
    }

    /// The input has ended in the middle of a game, or after it. Whether the game goes on.
    fn input_ended(_plain: &mut Plain<'_, Self>, _turn: Turn) -> anyhow::Result<bool> {
        Ok(false)
    }

    /// What there is to say of news that come when the session has been left.
    fn last_news(_event: EventOf<Self>) -> Option<String> {
        None
    }

    /// The last line.
    fn goodbye(_session: &Session<Self>) -> String {
        "Goodbye.".to_owned()
    }
}

/// A session in plain lines.
pub struct Plain<'a, P: PlainKit> {
    pub(super) session: Session<P>,
    pub(super) voice: Voice<'a>,
    pub(super) ear: Ear<EventOf<P>>,
    /// The person has been asked for the move that is due.
    is_asked: bool,
    /// Plies of the game that have been shown.
    shown: usize,
    pub(super) told: P::Told,
}

impl<'a, P: PlainKit> Plain<'a, P>
where
    EventOf<P>: Send + 'static,
{
    pub(super) fn new(session: Session<P>, ear: Ear<EventOf<P>>, voice: Voice<'a>) -> Self {
        Self {
            session,
            voice,
            ear,
            is_asked: false,
            shown: 0,
            told: P::Told::default(),
        }
    }

    /// Plays until the person leaves or the input ends, after what there is to say of the opened session.
    pub(super) fn run(
        mut self,
        loaded: Option<String>,
        notices: Vec<Notice<MoveOf<P>>>,
    ) -> anyhow::Result<()> {
        match self.play(loaded, notices).and_then(|()| self.leave()) {
            Err(error) if super::is_broken_pipe(&error) => Ok(()),
            other => other,
        }
    }

    fn play(
        &mut self,
        loaded: Option<String>,
        notices: Vec<Notice<MoveOf<P>>>,
    ) -> anyhow::Result<()> {
        self.open_game()?;
        self.voice.say_all(loaded)?;
        self.voice.say(&format!(
            "Type moves such as {}. Other words: board, moves, hint, undo, redo, new, resume, games, {}, help, quit.",
            P::typed(),
            P::words().join(", ")
        ))?;
        self.report(notices)?;
        // What was kept is looked through before anything else is said, so that the same sitting
        // says the same in the same order.
        while !P::is_ready(&self.session) {
            self.wait()?;
        }
        loop {
            match self.session.table().turn() {
                Turn::Machine(_) => self.wait()?,
                _ if self.session.is_hint_awaited() => self.wait()?,
                Turn::Over(_) if !P::is_reported(&self.session) => self.wait()?,
                turn if self.ear.has_ended() && self.ear.words.is_empty() => {
                    if !P::input_ended(self, turn)? {
                        return Ok(());
                    }
                }
                turn => {
                    if let Some(word) = self.next_word(turn)? {
                        if word.eq_ignore_ascii_case("quit") || word.eq_ignore_ascii_case("q") {
                            return Ok(());
                        }
                        self.word(&word)?;
                    }
                }
            }
        }
    }

    /// Waits until all is on the disk, and says so when it could not be written.
    fn leave(mut self) -> anyhow::Result<()> {
        let goodbye = P::goodbye(&self.session);
        drop(self.session);
        while let Some(event) = self.ear.rest() {
            self.voice.say_all(P::last_news(event))?;
        }
        self.voice.say(&goodbye)
    }

    /// Says who plays, and the moves that nobody chose.
    fn open_game(&mut self) -> anyhow::Result<()> {
        self.is_asked = false;
        self.voice.say_all(P::opened(&self.session))?;
        let line = self.session.table().line();
        self.shown = line.opening();
        let opening = line.moves()[..self.shown].iter();
        let opening: Vec<String> = opening.map(ToString::to_string).collect();
        if !opening.is_empty() {
            self.voice.say(&format!("Opening: {}", opening.join(" ")))?;
        }
        self.tell_plies()
    }

    /// Shows every ply of the game that has not been shown yet.
    fn tell_plies(&mut self) -> anyhow::Result<()> {
        let plies = self.shown..self.session.table().line().ply();
        self.is_asked &= plies.is_empty();
        self.shown = plies.end;
        self.voice
            .say_all(plies.map(|index| P::ply(&self.session, index)))
    }

    /// Waits for one thing to happen and reports it.
    pub(super) fn wait(&mut self) -> anyhow::Result<()> {
        match self.ear.wait()? {
            Wake::Session(event) => {
                let notices = self.session.handle(event);
                self.report(notices)
            }
            Wake::Line(line, _) => {
                self.ear.take(&line);
                Ok(())
            }
            Wake::TooLong => self.voice.say(&words::too_long(LONGEST)),
            Wake::End => Ok(()),
        }
    }

    /// The next word typed; `None` when something else happened meanwhile.
    fn next_word(&mut self, turn: Turn) -> anyhow::Result<Option<String>> {
        if let Some(word) = self.ear.words.pop_front() {
            return Ok(Some(word));
        }
        if let (Turn::Person(side), false) = (turn, self.is_asked) {
            self.is_asked = true;
            let moves = self.session.table().legal_moves().len();
            self.voice
                .say(&words::your_turn(&side.to_string(), moves))?;
        }
        self.ear.want();
        self.wait()?;
        Ok(None)
    }

    fn word(&mut self, word: &str) -> anyhow::Result<()> {
        let lower = half_width(word).to_ascii_lowercase();
        if let Some(answered) = P::answer(self, &lower) {
            return answered;
        }
        match lower.as_str() {
            "help" | "?" => {
                self.voice.say_all(P::help())?;
                self.voice.say_all(HELP)
            }
            "board" => self.voice.say_all(P::board(&self.session)),
            "moves" => self.voice.say(&P::moves(&self.session)),
            "hint" if !matches!(self.session.table().turn(), Turn::Person(_)) => {
                self.voice.say(person_words::NO_HINT)
            }
            "hint" => {
                let counted = P::counts(&self.session);
                let notices = self.session.ask_hint();
                self.say_practice(counted)?;
                self.report(notices)
            }
            "undo" => self.change(
                Session::take_back,
                "There is no move of yours to take back.",
            ),
            "redo" => self.change(Session::redo, "Nothing was taken back."),
            "new" => self.new_game(),
            "resume" => self.resume(),
            "games" => self.games(),
            _ => self.moves(word),
        }
    }

    fn change(
        &mut self,
        change: fn(&mut Session<P>) -> Vec<Notice<MoveOf<P>>>,
        nothing: &str,
    ) -> anyhow::Result<()> {
        let before = self.session.table().line().ply();
        let (counted, was_over) = (P::counts(&self.session), self.session.is_over());
        let notices = change(&mut self.session);
        let after = self.session.table().line().ply();
        if before == after {
            return self.voice.say(nothing);
        }
        self.is_asked = false;
        self.shown = self.shown.min(after);
        self.report(notices)?;
        if was_over && counted {
            self.voice.say(person_words::REOPENED)?;
        } else {
            self.say_practice(counted)?;
        }
        self.voice.say(&format!("Now at move {}.", after + 1))
    }

    /// Says that the game does not count any more, if it did before.
    fn say_practice(&mut self, counted: bool) -> anyhow::Result<()> {
        let is_news = counted && !P::counts(&self.session);
        let said = is_news.then(|| "The game is practice now: it will not count.".to_owned());
        self.voice.say_all(said)
    }

    /// One word of moves: a move, or several written together.
    fn moves(&mut self, word: &str) -> anyhow::Result<()> {
        let moves = match P::read(word) {
            Ok(moves) => moves,
            Err(why) => return self.voice.say(&why),
        };
        let Some((&first, rest)) = moves.split_first() else {
            return Ok(());
        };
        let is_played = {
            let played = self.session.table().line().moves().last();
            // A pass has been played by itself.
            P::Game::is_pass(first) && played == Some(&first)
        };
        if !is_played {
            match self.session.play(first) {
                Ok(notices) => self.report(notices)?,
                // What was written together with a refused move was meant for another position.
                Err(Refusal::Illegal(mv)) => {
                    return self.voice.say(&P::refused(&self.session, mv, word));
                }
                Err(Refusal::Over) => {
                    return self
                        .voice
                        .say("The game is over; type new for another one.");
                }
                Err(Refusal::NotYourTurn) => return self.voice.say("It is not your turn."),
            }
        }
        if !rest.is_empty() {
            let rest = rest.iter().map(ToString::to_string).collect();
            self.ear.words.push_front(rest);
        }
        Ok(())
    }

    /// The games that can be resumed, then those that are over.
    fn games(&mut self) -> anyhow::Result<()> {
        let (games, unreadable) = self.session.interrupted();
        if games.is_empty() {
            self.voice.say(&session_words::no_such_game(0))?;
        }
        let games = (1..).zip(games.iter().map(|game| self.interrupted(game)));
        let games = games.map(|(number, game): (u32, String)| format!("{number}. {game}"));
        let games: Vec<String> = games.collect();
        self.voice.say_all(games)?;
        self.voice.say_all(unreadable)?;
        self.voice.say_all(P::finished(&self.session))
    }

    /// A game that was left, in a list of them.
    fn interrupted(&self, game: &KeptGame) -> String {
        format!("{} at move {}", self.session.whose(game), game.ply)
    }

    /// Begins another game; sides, a player and where it begins may follow `new`. What follows them is for the new game.
    fn new_game(&mut self) -> anyhow::Result<()> {
        let mut opponent = self.session.opponent();
        let (mut side, mut start) = (None, Start::Usual);
        while let Some(word) = self.ear.words.front() {
            let lower = half_width(word).to_ascii_lowercase();
            match (lower.as_str(), P::start(&lower)) {
                ("black", _) => side = Some(Side::Black),
                ("white", _) => side = Some(Side::White),
                (_, Some(Ok(chosen))) => start = chosen,
                (_, Some(Err(why))) => return self.refuse_new(&why),
                (_, None) => match self.player(word) {
                    Ok(spec) => opponent = spec,
                    Err(_) if P::is_word(&lower) || P::read(word).is_ok() => break,
                    Err(why) => return self.refuse_new(&why),
                },
            }
            self.ear.words.pop_front();
        }
        let seats = match side {
            Some(side) => Setup::against(opponent, side).seats,
            None => self.session.next_seats(opponent),
        };
        let measured = P::measured(&self.session);
        self.begin(&Setup {
            seats,
            measured,
            start,
        })
    }

    /// A player by the name that a person types, or a rival by its letter or name.
    pub(super) fn player(&self, name: &str) -> Result<SpecOf<P>, String> {
        match self.session.rival_called(name) {
            Some(rival) => Ok(rival.player),
            None => name
                .parse()
                .map(P::Game::named_by_person)
                .map_err(|error: SpecError| error.to_string()),
        }
    }

    pub(super) fn begin(&mut self, setup: &Setup<P::Game>) -> anyhow::Result<()> {
        let left = self.left();
        match self.session.new_game(setup) {
            Ok(notices) => {
                self.voice.say_all(left)?;
                self.open_game()?;
                self.report(notices)
            }
            Err(error) => self.refuse_new(&error.to_string()),
        }
    }

    /// Continues the game of the number that follows, or the first.
    fn resume(&mut self) -> anyhow::Result<()> {
        let place = self.ear.number().unwrap_or(1).wrapping_sub(1);
        let left = self.left();
        match self.session.resume_interrupted(place) {
            Ok(notices) => {
                self.voice.say_all(left)?;
                self.is_asked = false;
                self.voice.say_all(P::opened(&self.session))?;
                let line = self.session.table().line();
                self.shown = line.ply();
                let (_, moves) = P::Game::write_game(line);
                self.voice.say(&format!("The game so far: {moves}"))?;
                self.report(notices)
            }
            Err(error) => {
                self.refuse_new(&error.to_string())?;
                // What was looked for may be among them.
                self.voice.say_all(self.session.interrupted().1)
            }
        }
    }

    /// What becomes of the game on the table when it is left for another one.
    fn left(&self) -> Option<String> {
        let meaning = if self.session.is_kept() {
            session_words::LEFT
        } else {
            session_words::LOST
        };
        let left = || format!("You left a game before its end. {meaning}");
        self.session.is_going_on().then(left)
    }

    /// No other game begins, and what is left of the line was meant for it.
    pub(super) fn refuse_new(&mut self, why: &str) -> anyhow::Result<()> {
        self.ear.words.clear();
        self.voice.say(why)
    }

    pub(super) fn report(&mut self, notices: Vec<Notice<MoveOf<P>>>) -> anyhow::Result<()> {
        self.tell_plies()?;
        for notice in notices {
            match notice {
                // Told with the plies.
                Notice::Moved(..) | Notice::Passed(_) => {}
                Notice::Over(_) => self.voice.say_all(P::result(&self.session))?,
                Notice::Hint => self.voice.say_all(P::hint(&self.session))?,
                Notice::Interrupted(_) => {
                    let (games, _) = self.session.interrupted();
                    let latest = games.first().map(|game| self.interrupted(game));
                    let others = match games.len() {
                        0 | 1 => String::new(),
                        2 => " There is one more: type games.".to_owned(),
                        count => format!(" There are {} more: type games.", count - 1),
                    };
                    self.voice.say_all(latest.map(|game| {
                        format!(
                            "A game {game} was interrupted; type resume to continue it.{others}"
                        )
                    }))?;
                }
                Notice::Damaged(message) => self.voice.say(&message)?,
                Notice::Broken(message) => self.voice.say(&words::broken(&message))?,
                Notice::NotKept(why) => self.voice.say(&session_words::not_kept_now(&why))?,
                own => P::notice(self, own)?,
            }
        }
        Ok(())
    }
}

/// Games that are over, a line each.
pub(super) fn over<G: Game, E: ToString>(games: Result<Vec<PlayedGame<G>>, E>) -> Vec<String> {
    let line = |game: &PlayedGame<G>| {
        let (day, opponent) = (day(game.ended), game.opponent());
        format!("{day} against {opponent}: {}", game.words("-"))
    };
    games.map_or_else(
        |error| vec![error.to_string()],
        |games| games.iter().map(line).collect(),
    )
}

/// What help lists for every game.
const HELP: &[&str] = &[
    "board         show the board",
    "hint          a good move (the game becomes practice)",
    "undo, redo    take your last move back, play it again (the game becomes practice)",
    "new           a new game against the same opponent; new white plays White",
    "resume        continue the first game that games lists; resume 2 the second",
    "games         list the games that can be resumed, then those that are over",
    "quit          leave; a game that has begun is kept and offered next time",
];

/// Words that every game knows beside moves.
const WORDS: &str = "help ? board moves hint undo redo new resume games quit q";
