//! The end of a game: result, how well it was played, and what to play next.

use super::{Next, OthelloScreen, Request};
use crate::panes::status;
use crate::shell::menu::Menu;
use crate::shell::{Answer, Context};
use crate::theme::Theme;
use crate::view::{Beginning, Estimate, Mode, NewGame, Opponent, SeatChoice};
use koteki_games::Side;
use koteki_games::words::sides::side_name;
use koteki_rivals::measure::equal::DEPTH;
use koteki_session::words;
use koteki_session::{self as session, SideChoice, Target};

pub(super) const RESULT: &str = "Result";

/// How a game ended, for the person.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultView {
    /// Black's discs.
    pub black: i32,
    /// White's discs.
    pub white: i32,
    /// The person's side, when there was exactly one.
    pub person: Option<Side>,
    /// Names of both.
    pub names: [String; 2],
    /// Mean loss D of the person's moves; `None` when nothing was measured.
    pub d: Option<f64>,
    /// 95 % interval of it.
    pub interval: Option<(f64, f64)>,
    /// Mean rank of the person's moves, 1 is best.
    pub rank: Option<f64>,
    /// "about Intermediate".
    pub compared: Option<String>,
    /// The estimate after this game.
    pub level: Option<Estimate>,
    /// The same in words, a line each, when all measured games speak and not this one alone; else
    /// empty.
    pub standing: Vec<String>,
    /// Whether the game counted.
    pub mode: Mode,
    /// What the population is bred toward after this game; `None` when it goes on as it was.
    pub target: Option<Target>,
    /// What the breeding does now, in words.
    pub breeding: String,
    /// Rivals that can be played next.
    pub rivals: Vec<Opponent>,
}

/// Columns of its text where there is room: as many as a rival with its portrait takes.
const WIDTH: u16 = 92;
/// What rivals are bred toward.
fn breeding_follows(target: &Target) -> String {
    let Target {
        measured,
        held,
        depth,
        equal,
    } = *target;
    match equal {
        Some(equal) if equal.is_beyond() => format!(
            "You are stronger than any rival I can breed: they get as strong as the agent of D 0 at depth {depth}."
        ),
        Some(_) if depth > DEPTH => format!(
            "Rivals are bred toward your equal, an agent that holds D {held:.0} at depth {depth}."
        ),
        Some(_) => format!("Rivals are bred toward your equal, an agent that holds D {held:.0}."),
        None if measured.to_bits() == held.to_bits() => {
            format!("Rivals are bred toward D {held:.0}.")
        }
        None => format!("Rivals are bred toward it: D {held:.0} when looking {depth} plies ahead."),
    }
}

/// The dialog for `result`.
pub fn result_menu(result: &ResultView, theme: &Theme) -> Menu<Answer<Request>> {
    let dash = theme.glyphs.dash;
    let (black, white) = (result.black, result.white);
    let mut text = Vec::new();
    match result.person {
        Some(side) => {
            let (own, other) = if side.index() == 0 {
                (black, white)
            } else {
                (white, black)
            };
            text.push(words::your_result(own - other, own, other, dash));
        }
        None => text.push(result_line(black, white, dash)),
    }
    let names = &result.names;
    text.push(format!(
        "{}: {}   {}: {}",
        side_name(0),
        names[0],
        side_name(1),
        names[1]
    ));
    if let (Some(d), Some(rank)) = (result.d, result.rank) {
        text.push(String::new());
        if result.standing.is_empty() {
            let [loss, rank] = played(d, result.interval, rank);
            text.push(loss);
            let compared = result.compared.as_deref();
            text.extend(compared.filter(|words| !words.is_empty()).map(that_is));
            text.push(rank);
        } else {
            text.push(format!(
                "mean loss D {d:.1} in this game, mean rank {rank:.1} (1 is best)"
            ));
            text.extend(result.standing.iter().cloned());
        }
    } else if result.mode == Mode::Measured {
        text.push("too few open moves to measure you".to_owned());
    }
    match (result.mode, result.d) {
        (Mode::Measured, Some(d)) if result.standing.is_empty() => {
            text.push(format!("It counts: your level is D {d:.0} now."))
        }
        (Mode::Practice, _) => text.push("Practice: your level stays as it is.".to_owned()),
        _ => {}
    }
    text.extend(result.target.as_ref().map(breeding_follows));
    if !result.breeding.is_empty() {
        text.push(format!("Evolution now: {}", result.breeding));
    }
    let mut items = vec![
        (
            'r',
            "Rematch, colours swapped".to_owned(),
            Answer::Do(Request::Rematch),
        ),
        (
            'n',
            "Another level".to_owned(),
            Answer::Do(Request::NewGame),
        ),
    ];
    if let Some(side) = result.person {
        for (initial, rival) in ('a'..='f').zip(&result.rivals) {
            // The person gets the other colour this time.
            let mut seats = [
                SeatChoice::Machine(rival.key.clone()),
                SeatChoice::Machine(rival.key.clone()),
            ];
            seats[side.other().index()] = SeatChoice::Person;
            let note = rival.note.as_str();
            let label = if [super::RIVAL_NOTE, super::STRONGEST_NOTE, ""].contains(&note) {
                format!("Play {}", rival.name)
            } else {
                format!("Play {}: {note}", rival.name)
            };
            let game = NewGame {
                seats,
                measured: result.mode == Mode::Measured,
                handicap: None,
                start: Beginning::Usual,
            };
            items.push((initial, label, Answer::Do(Request::Play(Next::New(game)))));
        }
    }
    items.push((
        'v',
        "Review your game, mistake by mistake".to_owned(),
        Answer::Do(Request::Review),
    ));
    items.push(('l', "Look at the board".to_owned(), Answer::Close));
    Menu {
        width: WIDTH,
        ..Menu::new(RESULT, text, items, Answer::Close)
    }
}

impl OthelloScreen {
    /// Shows how the finished game went, once it is measured.
    pub(super) fn show_result(&mut self, context: &mut Context<Self>) {
        let Some(report) = self.session.report() else {
            context.say(super::MEASURING);
            return;
        };
        let person = self.session.table().person();
        let level = person
            .and_then(|side| report.played[side.index()].as_ref())
            .and_then(|played| played.level.clone());
        let standing = report.standing.as_ref();
        if let Some(standing) = standing {
            self.level = Some(estimate(standing));
        } else if let Some(level) = level.as_ref().filter(|_| report.measured) {
            self.level = Some(Estimate {
                d: level.mean_loss,
                low: level.interval.0,
                high: level.interval.1,
            });
        }
        let result = ResultView {
            black: report.outcome.black,
            white: report.outcome.white,
            person,
            names: self.names.clone(),
            d: level.as_ref().map(|level| level.mean_loss),
            interval: level.as_ref().map(|level| level.interval),
            rank: level.as_ref().map(|level| level.mean_rank),
            target: report.target,
            breeding: String::new(),
            compared: level.map(|level| level.words),
            level: self.level,
            standing: standing.map_or_else(Vec::new, |standing| {
                said(standing, context.theme.glyphs.dash)
            }),
            mode: self.mode(),
            rivals: Vec::new(),
        };
        let next = self.session.options().settings.side;
        if matches!(next, SideChoice::Random | SideChoice::Alternate) {
            self.offer_side(self.session.next_side());
        }
        let menu = result_menu(&result, &context.theme);
        self.result = Some(result);
        self.offered = self.session.rivals().to_vec();
        context.say_nothing();
        self.past = None;
        context.ask_beneath(menu);
        self.renew_result(context);
    }

    /// Updates the live parts of an open result: what is known of the rivals that it offers, and what the
    /// breeding does.
    pub(super) fn renew_result(&mut self, context: &mut Context<Self>) {
        if self.offered.is_empty() {
            self.offered = self.session.rivals().to_vec();
        }
        let Some(result) = self.result.as_mut().filter(|_| context.is_asking(RESULT)) else {
            return;
        };
        let rivals = self.offered.iter();
        result.rivals = rivals
            .map(|it| super::play::rival(&self.session, it))
            .collect();
        let doing = status::doing(self.session.snapshot());
        result.breeding = doing.join(context.theme.glyphs.separator);
        context.ask_anew(result_menu(result, &context.theme));
    }
}

pub(super) fn estimate(standing: &session::Standing) -> Estimate {
    let session::Standing { strength, .. } = standing;
    Estimate {
        d: strength.d,
        low: strength.interval.low,
        high: strength.interval.high,
    }
}

/// What is known of the person, a line each.
fn said(standing: &session::Standing, dash: &str) -> Vec<String> {
    let Estimate { d, low, high } = estimate(standing);
    let about = that_is(&standing.about);
    let about = match standing.more {
        Some(more) => {
            let more = koteki_rivals::measure::level::more(more.games, more.within);
            // Where dashes are plain, so is the rest.
            let more = if dash == "-" {
                more.replace('±', "+/-")
            } else {
                more
            };
            format!("{about}; {more}")
        }
        None => about,
    };
    vec![
        format!(
            "Your level is now {},",
            koteki_rivals::measure::level::estimate(d, low, high, dash, "")
        ),
        about,
    ]
}

fn result_line(black: i32, white: i32, dash: &str) -> String {
    let who = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "Black wins",
        std::cmp::Ordering::Less => "White wins",
        std::cmp::Ordering::Equal => "A draw,",
    };
    format!("{who} {black}{dash}{white}")
}

/// How well the person played: mean loss D with its 95 % interval, mean rank.
fn played(d: f64, interval: Option<(f64, f64)>, rank: f64) -> [String; 2] {
    let range = interval.map_or_else(String::new, |(low, high)| {
        format!(" ({low:.0} to {high:.0})")
    });
    [
        format!("mean loss D {d:.1}{range}, lower is stronger"),
        format!("mean rank of your moves {rank:.1}, 1 is best"),
    ]
}

fn that_is(words: &str) -> String {
    format!("that is {words}")
}
