//! The match, what is known of its last round, and what the person does.

use std::convert::Infallible;
use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::layout::{Pane, layout};
use super::view::{Habit, View, ends, in_words};
use super::{Options, dialogs, insight, population, score, table};
use crate::janken::words;
use crate::keys::{Action, Layer, name_of};
use crate::shell::{Context, Screen};
use crate::theme::Theme;
use koteki_games::janken::{Hand, Letters};
use koteki_games::random::derive_seed;
use koteki_games::words::harmless::harmless;
use koteki_janken::Insight;
use koteki_janken::habits::Habits;
use koteki_session::janken::{Match, MatchFolder, Setup, UnfinishedMatch, open};

const HELP_ABOUT: &[&str] = &[
    "The game",
    "  Rock beats scissors, scissors beat paper, paper beats rock. One key is one hand, and the round is \
     over at once. Its hand is fixed before you press: the table shows the SHA-256 of its letter (R, P, S) \
     and a random number; after the round it shows both. No other hand has that sum.",
    "",
    "Levels",
    "  random plays at random. beginner has a habit of its own. paper breeds 50 strategies by a genetic \
     algorithm after every round (Yamashita 2009). strong breeds many such populations that look at \
     different things, and trusts each as far as it has been right; without a read it plays at random.",
    "",
    "What the panes show",
    "  Score: a win +1, a loss -1, summed up. Two random players stay between the two grey lines in 95 % \
     of matches: there a score says nothing.",
    "  What it sees: what it expected in the last round, how sure it was, and from what; never anything \
     of the coming one. Below, your habits: up is the hand that beats your last one, down the one that it \
     beats. \"Perhaps\" is what lies outside chance taken alone, but may show by chance when a dozen \
     habits are looked for.",
    "  Population: fitness of the best (b) and the mean (m) from generation to generation, how unlike \
     the strategies are, and the answer that the best strategy gave in the last round, in brackets. Its other \
     answers show when the match is over: the next of them is most often its next hand.",
];

/// What is asked for by questions and dialogs.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// The new match dialog.
    New,
    /// Another match.
    Begin(Setup),
    /// The same opponent and length again.
    Rematch,
    /// The match that was kept.
    Resume,
}

/// A person at janken.
pub struct JankenScreen {
    game: Match,
    /// What the hand that is fixed comes from: not to be shown before the round.
    ahead: Insight,
    /// What the last hand came from.
    insight: Option<Insight>,
    habits: Vec<Habit>,
    counts: Habits,
    /// A match that was kept, while it is asked about.
    held: Option<UnfinishedMatch>,
    /// Since when the person can choose.
    since: Instant,
    /// The file of matches; `None` when nothing is kept.
    file: Option<String>,
    seed: u64,
    name: String,
    matches: u64,
}

/// Whether going on with `kept` is no other thing than what was asked for.
fn is_asked_for(kept: &Setup, options: &Options) -> bool {
    let [opponent, length, seed] = options.asked;
    (!opponent || kept.opponent == options.setup.opponent)
        && (!length || kept.length == options.setup.length)
        && (!seed || kept.seed == options.setup.seed)
}

impl JankenScreen {
    /// Goes on with the match that was kept, or begins one.
    ///
    /// # Errors
    /// None.
    pub fn open(options: Options, context: &mut Context<Self>) -> Result<Self, Infallible> {
        let MatchFolder {
            kept,
            journal,
            trouble,
        } = options.data.as_deref().map(open).unwrap_or_default();
        let file = journal.as_ref().map(|it| it.path().display().to_string());
        let name = format!("{}-1", options.name);
        let mut screen = Self {
            game: Match::new(options.setup.clone(), name, journal),
            ahead: Insight::default(),
            insight: None,
            habits: Vec::new(),
            counts: Habits::of(&[]),
            held: None,
            since: Instant::now(),
            file,
            seed: options.setup.seed,
            name: options.name.clone(),
            matches: 1,
        };
        match kept {
            Some(kept) if is_asked_for(&kept.setup, &options) => screen.resume(kept, context),
            Some(kept) => {
                context.ask(dialogs::resume(&kept));
                screen.held = Some(kept);
            }
            None => {}
        }
        screen.look_ahead();
        if !trouble.is_empty() {
            context.warn(trouble.join(" "));
        }
        Ok(screen)
    }

    fn resume(&mut self, kept: UnfinishedMatch, context: &mut Context<Self>) {
        let rounds = kept.rows.len();
        let level = kept.setup.opponent.to_string();
        self.seed = kept.setup.seed;
        self.game.go_on(kept);
        self.insight = None;
        self.look_ahead();
        context.say(format!(
            "Your match against {level} continues after round {rounds}. n begins a new one."
        ));
    }

    /// Begins another match.
    fn begin(&mut self, setup: Setup, context: &mut Context<Self>) {
        self.matches += 1;
        let name = format!("{}-{}", self.name, self.matches);
        self.game.restart(setup, name);
        self.insight = None;
        self.look_ahead();
        self.report_trouble(context);
    }

    /// The seed of the next match: others than those before, and the same for the same sitting.
    fn next_seed(&self) -> u64 {
        derive_seed(self.seed, &[self.matches])
    }

    fn look_ahead(&mut self) {
        self.ahead = self.game.insight();
        self.counts = self.game.habits();
        self.habits = in_words(&self.counts);
        self.since = Instant::now();
    }

    fn throw(&mut self, hand: Hand, context: &mut Context<Self>) {
        let rt_ms = self.since.elapsed().as_secs_f64() * 1000.0;
        if self.game.play(hand, Some(rt_ms)).is_err() {
            context.say("The match is over: n begins another, Enter shows the result.");
            return;
        }
        self.insight = Some(std::mem::take(&mut self.ahead));
        self.look_ahead();
        self.report_trouble(context);
        if self.game.is_over() {
            self.show_result(context);
        }
    }

    fn show_result(&self, context: &mut Context<Self>) {
        let dash = context.theme.glyphs.dash;
        context.ask(dialogs::result(&self.game, &self.habits, dash));
    }

    fn report_trouble(&mut self, context: &mut Context<Self>) {
        if let Some(trouble) = self.game.trouble() {
            context.warn(trouble);
        }
    }

    /// The line that checks the last hand, to the clipboard.
    fn copy(&self, context: &mut Context<Self>) {
        let last = self.game.played().last();
        let Some(commitment) = last.and_then(|it| it.commitment) else {
            context.say("There is no hand to check yet.");
            return;
        };
        let line = check(&commitment.text());
        context.say(format!("copied: {line}"));
        context.copy(line);
    }

    /// The match.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Whether leaving now leaves something unfinished.
    fn is_going_on(&self) -> bool {
        !self.game.is_over() && !self.game.played().is_empty()
    }
}

impl Screen for JankenScreen {
    type Request = Request;
    type Pane = Pane;
    const PANES: &'static [Pane] = &[Pane::Table, Pane::Score, Pane::Insight, Pane::Population];
    const LINE: usize = 100;

    fn layer(&self, _context: &Context<Self>) -> Layer {
        if self.game.is_over() {
            Layer::JankenOver
        } else {
            Layer::Janken
        }
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        match action {
            Action::Throw(hand) => self.throw(hand, context),
            Action::Undo => context.say(
                "Its hand has been shown: there is no taking back in janken. n begins a new \
                 match.",
            ),
            Action::Copy => self.copy(context),
            Action::Result => self.show_result(context),
            Action::New => self.perform(Request::New, context),
            _ => {}
        }
    }

    fn perform(&mut self, request: Request, context: &mut Context<Self>) {
        let seed = self.next_seed();
        let setup = self.game.setup();
        match request {
            Request::New => context.open(dialogs::new_match(setup, seed, self.is_going_on())),
            Request::Begin(setup) => self.begin(setup, context),
            Request::Rematch => {
                let setup = setup.clone();
                self.begin(Setup { seed, ..setup }, context);
            }
            Request::Resume => {
                if let Some(kept) = self.held.take() {
                    self.resume(kept, context);
                }
            }
        }
    }

    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        layout(main)
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let view = View {
            game: &self.game,
            insight: self.insight.as_ref(),
            habits: &self.habits,
            counts: &self.counts,
            theme: &context.theme,
        };
        for &(pane, area) in panes {
            let render = match pane {
                Pane::Table => table::render,
                Pane::Score => score::render,
                Pane::Insight => insight::render,
                Pane::Population => population::render,
            };
            render(&view, pane == context.focus, area, buffer);
        }
        None
    }

    /// Against whom, how long, the seed, where it is kept.
    fn status(&self, theme: &Theme) -> String {
        if self.game.is_over() {
            let next = ["Enter: the result", "n: a new match", "q: leave"];
            return next.join(theme.glyphs.separator);
        }
        let setup = self.game.setup();
        let (rounds, wins) = ends(setup.length);
        let kept = self.file.as_deref();
        [
            words::against(&setup.opponent.to_string()),
            words::length(rounds, wins),
            format!("seed {}", setup.seed),
            kept.map_or_else(|| "not kept".to_owned(), kept_in),
        ]
        .join(theme.glyphs.separator)
    }

    /// How the last hand is checked, and what things mean.
    fn help(&self) -> Vec<String> {
        let mut lines = vec!["Check its last hand yourself".to_owned()];
        let last = self.game.played().last();
        match last.and_then(|it| it.commitment) {
            Some(commitment) => {
                lines.push(
                    "  Run this in a shell; it must print what the table showed before you \
                     chose (y copies it):"
                        .to_owned(),
                );
                lines.push(format!("  {}", check(&commitment.text())));
                lines.push(format!("  {}", commitment.digest()));
            }
            None => lines.push(
                "  After a round the line for it stands here: printf 'R 00...' | sha256sum"
                    .to_owned(),
            ),
        }
        lines.push(String::new());
        lines.extend(HELP_ABOUT.iter().map(|&line| line.to_owned()));
        lines
    }

    fn question(&self) -> Option<Vec<String>> {
        let text = if self.file.is_some() {
            "The match is kept and continues at the next start."
        } else {
            "The match is not kept: leaving ends it."
        };
        self.is_going_on().then(|| vec![text.to_owned()])
    }

    fn left(&mut self) -> Option<String> {
        // Every round has been written; this only makes sure of it.
        let _ = self.game.sync();
        None
    }

    fn enter(&mut self, entry: &str, context: &mut Context<Self>) {
        if !self.command(entry, context) {
            let entry = harmless(entry);
            context.warn(format!("{entry} is no hand: rock, paper, scissors"));
        }
    }

    /// A hand.
    fn command(&mut self, entry: &str, context: &mut Context<Self>) -> bool {
        let mut letters = entry.chars();
        let hand = match (letters.next(), letters.next()) {
            (Some(letter), None) => Hand::from_any_letter(letter),
            _ => Hand::from_word(entry, Letters::Japanese),
        };
        if let Some(hand) = hand {
            self.throw(hand, context);
        }
        hand.is_some()
    }

    fn paste(&mut self, _text: &str, context: &mut Context<Self>) {
        context.say("Pasted text plays no hands: one key is one hand.");
    }

    fn unbound(&self, key: &KeyEvent) -> Option<String> {
        name_of(key).map(|name| {
            format!("{name} is not a hand: r g rock, s c scissors, p paper. ? shows all keys.")
        })
    }

    /// The time that a dialog is read is not the time that a hand takes.
    /// A hand that is typed is timed from when its line was opened.
    fn covered(&mut self, context: &mut Context<Self>) {
        if !context.is_covered() {
            self.held = None;
        }
        self.since = Instant::now();
    }
}

fn kept_in(path: &str) -> String {
    format!("kept in {path}")
}

fn check(text: &str) -> String {
    format!("printf '{text}' | sha256sum")
}
