//! Leaving a game before its end, and resuming it.

use super::result::RESULT;
use super::{Next, OthelloScreen, Request};
use crate::shell::menu::Menu;
use crate::shell::{Answer, Context};
use crate::view::{Beginning, Mode};
use koteki_games::words::day::day;
use koteki_games::words::sides::side_name;
use koteki_session::{KeptGame, names, words};

/// Whether to leave the game at the table, which `is_kept` or not, for another one: `leave` does.
pub fn leave_menu<A: Clone>(leave: A, is_kept: bool) -> Menu<Answer<A>> {
    let meaning = if is_kept { words::LEFT } else { words::LOST };
    Menu::new(
        "Leave this game?",
        vec!["The game is not over.".to_owned(), meaning.to_owned()],
        [
            (
                'y',
                "Yes, leave it (:resume takes it up again)",
                Answer::Do(leave),
            ),
            ('n', "No, play on", Answer::Close),
        ],
        Answer::Close,
    )
}

/// Resumes the interrupted game of this place.
const fn resume(place: usize) -> Answer<Request> {
    Answer::Do(Request::Play(Next::Resume(place)))
}

/// Which of the interrupted `games`, a line each and the latest first, to resume: as many as there are
/// letters.
pub fn games_menu(games: Vec<String>) -> Menu<Answer<Request>> {
    let letters = 'a'..='z';
    let more = games.len().saturating_sub(letters.clone().count());
    let text = (more > 0).then(|| format!("The latest games; {more} older ones are kept."));
    let items = letters.zip(games).enumerate();
    Menu::new(
        "Resume which game?",
        text.into_iter().collect(),
        items.map(|(place, (initial, label))| (initial, label, resume(place))),
        Answer::Close,
    )
}

/// Whether to resume the interrupted game of `black` against `white`; `person` is the side (0
/// Black, 1 White) of its only person, `moves` how far it is, `more` how many others there are.
pub fn resume_menu(
    black: &str,
    white: &str,
    person: Option<usize>,
    moves: usize,
    more: usize,
) -> Menu<Answer<Request>> {
    let mut text = vec![
        interruption(black, white, person, moves),
        "Otherwise it stays kept: :resume lists such games at any time.".to_owned(),
    ];
    let mut items = vec![
        ('y', "Yes, continue it".to_owned(), resume(0)),
        ('n', "No, a new game".to_owned(), Answer::Close),
    ];
    if more > 0 {
        text.push(more_interrupted(more));
        items.push((
            'o',
            "Another one ...".to_owned(),
            Answer::Do(Request::AskResume),
        ));
    }
    Menu::new("Continue?", text, items, Answer::Close)
}

impl OthelloScreen {
    /// Of a game that was interrupted: the players' names, and its only person's side.
    pub(super) fn interrupted(&self, game: &KeptGame) -> ([String; 2], Option<usize>) {
        let person = match &game.machines {
            [None, Some(_)] => Some(0),
            [Some(_), None] => Some(1),
            _ => None,
        };
        let name = |machine: &Option<String>| match machine {
            Some(machine) => {
                let spec = machine.parse().ok();
                let rival = spec.and_then(|it| self.session.name_of(&it));
                rival.unwrap_or_else(|| names::written(machine))
            }
            None => names::person(&self.session.options().settings.name),
        };
        (game.machines.each_ref().map(name), person)
    }

    /// Asks whether to continue the latest game that was interrupted.
    pub(super) fn offer_interrupted(&mut self, is_latest: bool, context: &mut Context<Self>) {
        let (games, _) = self.session.interrupted();
        let Some(game) = games.first() else { return };
        if !is_latest {
            context.say(waiting(games.len()));
            return;
        }
        let ([black, white], person) = self.interrupted(game);
        let menu = resume_menu(&black, &white, person, game.ply, games.len() - 1);
        context.ask(menu);
    }

    /// Asks which of the interrupted games to resume.
    pub(super) fn ask_resume(&mut self, context: &mut Context<Self>) {
        let line = |game: &KeptGame| {
            let ([black, white], person) = self.interrupted(game);
            let KeptGame { ply, measured, .. } = *game;
            interrupted_game(&black, &white, person, ply, measured, &day(game.ended))
        };
        let games: Vec<String> = self.session.interrupted().0.iter().map(line).collect();
        if games.is_empty() {
            context.warn(words::no_such_game(0));
        } else {
            context.ask(games_menu(games));
        }
    }

    /// Leaves the game at the table, if it has begun, for another one; a measured one only after a question.
    pub(super) fn leave_for(&mut self, next: Next, context: &mut Context<Self>) {
        let unfinished = self.session.is_going_on();
        if unfinished && self.mode() == Mode::Measured {
            context.ask(leave_menu(Request::Leave(next), self.session.is_kept()));
            return;
        }
        self.go_to(next, context);
        if unfinished && context.said().is_none() && self.session.is_kept() {
            context.say("the game that you left is kept: :resume lists such games");
        }
    }

    pub(super) fn go_to(&mut self, next: Next, context: &mut Context<Self>) {
        match next {
            Next::New(game) => self.begin(&game, context),
            Next::Resume(place) => self.resume(place, context),
        }
    }

    fn resume(&mut self, place: usize, context: &mut Context<Self>) {
        match self.session.resume_interrupted(place) {
            Ok(notices) => {
                self.setup.measured = !self.session.is_practice();
                self.setup.handicap = None;
                self.handicap = None;
                self.start = Beginning::Usual;
                self.past = None;
                // That of the game before may still lie beneath a dialog.
                context.withdraw(RESULT);
                self.sit_down();
                self.report(notices, context);
            }
            Err(error) => context.warn(error.to_string()),
        }
    }
}

fn waiting(games: usize) -> String {
    match games {
        1 => "a game that you left is kept: :resume continues it".to_owned(),
        _ => format!("{games} games that you left are kept: :resume lists them"),
    }
}

/// A line of that list: who plays, the person's side, moves played, the day.
fn interrupted_game(
    black: &str,
    white: &str,
    person: Option<usize>,
    moves: usize,
    measured: bool,
    day: &str,
) -> String {
    let players = match person {
        Some(side_index) => {
            let other = [white, black][side_index.min(1)];
            format!("against {other}, you play {}", side_name(side_index))
        }
        None => format!("{black} against {white}"),
    };
    let kind = if measured { "measured" } else { "practice" };
    format!("{day}  {players}, move {moves}, {kind}")
}

fn interruption(black: &str, white: &str, person: Option<usize>, moves: usize) -> String {
    match person {
        Some(side_index) => {
            let other = [white, black][side_index.min(1)];
            format!(
                "A game against {other} was interrupted at move {moves}. You play {}.",
                side_name(side_index)
            )
        }
        None => format!("A game of {black} against {white} was interrupted at move {moves}."),
    }
}

fn more_interrupted(count: usize) -> String {
    if count == 1 {
        "One more game can be continued.".to_owned()
    } else {
        format!("{count} more games can be continued.")
    }
}
