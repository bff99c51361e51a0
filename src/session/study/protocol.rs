//! The state machine of a study: what has happened to a person, and what comes next.
//!
//! Pure: no clock, no thread, no file. Everything that happens is a [`Line`] of the person's file, and
//! [`Protocol::apply`] is the only way to change anything; so the lines of the file, applied in order,
//! give the state in which the person was left.
//!
//! ```text
//! games that measure → estimate → rivals → (game, game, sheet A) × 6 → sheet B → done
//! ```
//!
//! Where players are named nothing is bred; the blind test has neither games that measure nor sheet B.
//! Tsukamoto's experiment is games alone, four against each of three opponents: [`rounds`].

use super::plan::{Pair, Plan};
use super::rounds::{self, Part, ROUNDS};
use super::sheet::{Answers, Form, LONGEST, Question, Sheet};
use super::{Kind, Settings};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::study::{Estimate, Line, Rival};
use koteki_rivals::evolve::rivals::WANTED;

/// Pairs of a study: AA BB CC AB AC BC.
pub const PAIRS: usize = 6;

/// Which game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One of those that measure the person.
    Warmup {
        /// 0 for the first.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// One of a pair.
    Pair {
        /// 0 for the first pair.
        pair: usize,
        /// 0 for the first opponent, 1 for the second.
        which: usize,
    },
    /// One of Tsukamoto's experiment.
    Round {
        /// 0 for the first opponent.
        round: usize,
        /// 0 for the first game against it.
        number: usize,
    },
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, 0 for the first of all.
    pub game: usize,
    /// Which it is.
    pub place: Place,
    /// The person's colour.
    pub person: Side,
    /// Seed of everything random in it.
    pub seed: u64,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// The game can begin.
    Ready(Task),
    /// It is being played.
    Playing(Task),
    /// The games that measure are played: the person is to be measured.
    Measuring,
    /// Rivals are to be bred toward this mean loss, or taken from the settings.
    Breeding(f64),
    /// The sheet is to be filled in.
    Asking(Sheet),
    /// Nothing.
    Done,
}

/// A game that was played, or is.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Which.
    pub task: Task,
    /// The opponent, in the language of players.
    pub opponent: String,
    /// The moves so far.
    pub line: GameLine<Position>,
    /// When it began and when its last move was made, in milliseconds since 1970-01-01 UTC.
    pub time: [u64; 2],
}

/// Something that cannot have happened here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// Not at this point.
    #[error("{0} in the wrong place")]
    OutOfPlace(&'static str),
    /// A move that the rules do not allow.
    #[error("{0} is no legal move here")]
    Illegal(String),
    /// Not the game that was drawn.
    #[error("a game that was not drawn for this person")]
    OtherGame,
    /// No question of this sheet.
    #[error("there is no question {0:?} here")]
    Question(String),
    /// No answer to this question.
    #[error("{0:?} is no answer to {1:?}")]
    Answer(String, String),
    /// The sheet cannot be handed in yet.
    #[error("{0:?} has no answer yet")]
    Unanswered(&'static str),
    /// Not so many rivals.
    #[error("{0} rivals, not {WANTED}")]
    Rivals(usize),
}

/// What happened to a person so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    settings: Settings,
    /// What the agent holds where the person is not measured.
    target: f64,
    plan: Plan,
    games: Vec<Played>,
    estimate: Option<Estimate>,
    rivals: Vec<Rival>,
    sheets: Vec<(Sheet, Answers)>,
}

impl Protocol {
    /// A person of whom nothing is known: everything random is derived from `seed`; `target` is what
    /// the agent holds where the person is not measured first, `None` for that of the settings.
    pub fn new(settings: Settings, seed: u64, target: Option<f64>) -> Self {
        let plan = Plan::draw(seed, settings.warmups);
        Self {
            target: target.unwrap_or(settings.evolution.target),
            settings,
            plan,
            games: Vec::new(),
            estimate: None,
            rivals: Vec::new(),
            sheets: Vec::new(),
        }
    }

    /// The settings of the study.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the agent holds where the person is not measured; `None` where they are.
    pub const fn given_target(&self) -> Option<f64> {
        match self.settings.kind {
            Kind::Guided | Kind::Blind if self.settings.warmups == 0 => Some(self.target),
            _ => None,
        }
    }

    /// What was drawn for the person.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games so far, the last of them perhaps not over.
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// How many of them are over.
    pub fn played(&self) -> usize {
        let over = |game: &&Played| game.line.position().outcome().is_some();
        self.games.iter().filter(over).count()
    }

    /// How strong the person was found to be.
    pub const fn estimate(&self) -> Option<&Estimate> {
        self.estimate.as_ref()
    }

    /// The rivals, A first; empty before they are there.
    pub fn rivals(&self) -> &[Rival] {
        &self.rivals
    }

    /// What was answered on `sheet` so far.
    pub fn answers(&self, sheet: Sheet) -> Option<&Answers> {
        let found = self.sheets.iter().find(|(known, _)| *known == sheet);
        found.map(|(_, answers)| answers)
    }

    /// How many sheets are handed in.
    pub fn handed_in(&self) -> usize {
        let sheets = self.sheets.iter();
        sheets.filter(|(_, answers)| answers.handed_in).count()
    }

    fn is_handed_in(&self, sheet: Sheet) -> bool {
        self.answers(sheet).is_some_and(|it| it.handed_in)
    }

    /// Whether nothing has happened yet.
    pub const fn is_new(&self) -> bool {
        self.games.is_empty() && self.rivals.is_empty()
    }

    /// The game on the board, or the last one.
    pub fn last_game(&self) -> Option<&Played> {
        self.games.last()
    }

    /// What comes next.
    pub fn stage(&self) -> Stage {
        if let Some(game) = self.games.last()
            && game.line.position().outcome().is_none()
        {
            return Stage::Playing(game.task);
        }
        let warmups = self.settings.warmups;
        let played = self.games.len();
        if self.settings.kind == Kind::Tsukamoto {
            return if played < self.settings.games() {
                Stage::Ready(self.task(played))
            } else {
                Stage::Done
            };
        }
        if played < warmups {
            return Stage::Ready(self.task(played));
        }
        if warmups > 0 && self.estimate.is_none() {
            return Stage::Measuring;
        }
        if self.rivals.is_empty() {
            let measured = self.estimate.as_ref().map(|it| it.target);
            return Stage::Breeding(measured.unwrap_or(self.target));
        }
        let pairs = (played - warmups) / 2;
        if let Some(pair) = pairs.checked_sub(1)
            && (played - warmups).is_multiple_of(2)
            && !self.is_handed_in(Sheet::Pair(pair))
        {
            return Stage::Asking(Sheet::Pair(pair));
        }
        if pairs < PAIRS {
            return Stage::Ready(self.task(played));
        }
        if self.settings.kind == Kind::Guided && !self.is_handed_in(Sheet::Final) {
            return Stage::Asking(Sheet::Final);
        }
        Stage::Done
    }

    /// The game of this number, smaller than [`Settings::games`].
    fn task(&self, game: usize) -> Task {
        let warmups = &self.plan.warmups;
        let (place, person) = match warmups.get(game) {
            _ if self.settings.kind == Kind::Tsukamoto => {
                let (round, number) = (game / rounds::GAMES, game % rounds::GAMES);
                let first = self.plan.rounds[round.min(ROUNDS - 1)];
                let person = if number.is_multiple_of(2) {
                    first
                } else {
                    first.other()
                };
                (Place::Round { round, number }, person)
            }
            Some(&side) => {
                let of = warmups.len();
                (Place::Warmup { number: game, of }, side)
            }
            None => {
                let (pair, which) = ((game - warmups.len()) / 2, (game - warmups.len()) % 2);
                let drawn = &self.plan.pairs[pair.min(PAIRS - 1)];
                (Place::Pair { pair, which }, drawn.sides[which])
            }
        };
        Task {
            game,
            place,
            person,
            seed: self.plan.game_seed(game),
        }
    }

    /// Who is met in `task`, in the language of players; `None` before there are rivals.
    pub fn opponent(&self, task: &Task) -> Option<&str> {
        match task.place {
            Place::Warmup { .. } => Some(&self.settings.opponent),
            Place::Pair { pair, which } => {
                let rival = self.plan.pairs.get(pair)?.opponents[which];
                Some(&self.rivals.get(rival)?.player)
            }
            Place::Round { round, .. } => {
                let opponents = self.settings.opponents.as_ref()?;
                Some(opponents.player(self.part(round)))
            }
        }
    }

    /// Whom the person meets in `round` of Tsukamoto's experiment, 0 for the first; what is said of a later
    /// one holds once the first is over.
    pub fn part(&self, round: usize) -> Part {
        let first = &self.games[..self.games.len().min(rounds::GAMES)];
        Part::of_round(round, &rounds::differences(first))
    }

    /// The pairs of which it is known what the person said, with that: whether they called it the same.
    pub fn judged(&self) -> Vec<(Pair, bool)> {
        let judged = |(pair, drawn): (usize, &Pair)| {
            let answers = self.answers(Sheet::Pair(pair)).filter(|it| it.handed_in)?;
            Some((*drawn, answers.get("same")? == "same"))
        };
        self.plan
            .pairs
            .iter()
            .enumerate()
            .filter_map(judged)
            .collect()
    }

    /// Takes in what happened.
    ///
    /// # Errors
    /// Why it cannot have happened; nothing has changed then.
    pub fn apply(&mut self, line: &Line) -> Result<(), ProtocolError> {
        match line {
            Line::Begin { .. } if self.is_new() => Ok(()),
            Line::Begin { .. } => Err(ProtocolError::OutOfPlace("a beginning")),
            Line::Resume { .. } | Line::Note { .. } => Ok(()),
            Line::Game {
                game,
                seed,
                person,
                opponent,
                at,
            } => {
                let Stage::Ready(task) = self.stage() else {
                    return Err(ProtocolError::OutOfPlace("a game"));
                };
                if (*game, *seed, Side::from(*person)) != (task.game, task.seed, task.person)
                    || self.opponent(&task) != Some(opponent)
                {
                    return Err(ProtocolError::OtherGame);
                }
                self.games.push(Played {
                    task,
                    opponent: opponent.clone(),
                    line: GameLine::default(),
                    time: [*at, *at],
                });
                Ok(())
            }
            Line::Move { game, ply, mv, at } => self.moved(*game, *ply, mv, *at),
            Line::Estimate { estimate, .. } => {
                if self.stage() != Stage::Measuring {
                    return Err(ProtocolError::OutOfPlace("an estimate"));
                }
                self.estimate = Some(estimate.clone());
                Ok(())
            }
            Line::Rivals { rivals, .. } => {
                if !matches!(self.stage(), Stage::Breeding(_)) {
                    return Err(ProtocolError::OutOfPlace("rivals"));
                }
                if rivals.len() != WANTED {
                    return Err(ProtocolError::Rivals(rivals.len()));
                }
                self.rivals.clone_from(rivals);
                Ok(())
            }
            Line::Answer {
                sheet,
                question,
                value,
                ..
            } => self.answered(sheet, question, value),
            Line::HandIn { sheet, .. } => {
                let sheet = self.asking(sheet)?;
                let questions = sheet.questions(self.settings.kind);
                let nothing = Answers::default();
                let missing = self.answers(sheet).unwrap_or(&nothing).missing(questions);
                if let Some(question) = missing {
                    return Err(ProtocolError::Unanswered(question.key));
                }
                self.sheet(sheet).handed_in = true;
                Ok(())
            }
        }
    }

    fn moved(&mut self, game: usize, ply: usize, mv: &str, at: u64) -> Result<(), ProtocolError> {
        let place = ProtocolError::OutOfPlace("a move");
        let Stage::Playing(task) = self.stage() else {
            return Err(place);
        };
        let Some(played) = self.games.last_mut() else {
            return Err(place);
        };
        if task.game != game || ply != played.line.ply() + 1 {
            return Err(place);
        }
        let illegal = || ProtocolError::Illegal(mv.to_owned());
        let read: Move = mv.parse().map_err(|_| illegal())?;
        played.line.play(read).map_err(|_| illegal())?;
        played.time[1] = at;
        Ok(())
    }

    /// The sheet called `key`, when it is the one that is being filled in.
    fn asking(&self, key: &str) -> Result<Sheet, ProtocolError> {
        match self.stage() {
            Stage::Asking(sheet) if sheet.key() == key => Ok(sheet),
            _ => Err(ProtocolError::OutOfPlace("an answer")),
        }
    }

    fn sheet(&mut self, sheet: Sheet) -> &mut Answers {
        let place = match self.sheets.iter().position(|(known, _)| *known == sheet) {
            Some(place) => place,
            None => {
                self.sheets.push((sheet, Answers::default()));
                self.sheets.len() - 1
            }
        };
        &mut self.sheets[place].1
    }

    fn answered(&mut self, sheet: &str, key: &str, value: &str) -> Result<(), ProtocolError> {
        let sheet = self.asking(sheet)?;
        let questions = sheet.questions(self.settings.kind);
        let unknown = || ProtocolError::Question(key.to_owned());
        let question: &Question = questions
            .iter()
            .find(|question| question.key == key)
            .ok_or_else(unknown)?;
        let allowed = match question.form {
            Form::Choice(choices) => choices.contains(&value),
            Form::Text => value.chars().count() <= LONGEST && !value.chars().any(char::is_control),
        };
        if !allowed {
            return Err(ProtocolError::Answer(value.to_owned(), key.to_owned()));
        }
        self.sheet(sheet).put(question, value.to_owned());
        Ok(())
    }
}
