//! The end of a game: result, how well it was played, and what to play next.

use super::{Next, OthelloScreen, Request};
use crate::shell::menu::Menu;
use crate::shell::{Answer, Context};
use crate::theme::Theme;
use crate::view::{Beginning, Mode, NewGame, Opponent, SeatChoice};
use koteki_games::Side;
use koteki_games::words::sides::side_name;
use koteki_rivals::evolve::snapshot::Phase;
use koteki_rivals::measure::level;
use koteki_rivals::measure::levels::Rank;
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
    /// What a point is, in words.
    pub yardstick: String,
    /// How strong the person is after this game; `None` when that is not known.
    pub rank: Option<Rank>,
    /// Like tournament players of which rating the person plays, in words.
    pub people: Option<String>,
    /// How this sitting goes, in words.
    pub sitting: Option<String>,
    /// The figures behind both, a line each.
    pub figures: Vec<String>,
    /// Whether the game counted.
    pub mode: Mode,
    /// What the population is bred toward after this game; `None` when it goes on as it was.
    pub target: Option<Target>,
    /// Whether that has come to its end.
    pub is_ready: bool,
    /// How far the breeding is, in words.
    pub breeding: String,
    /// Rivals that can be played next.
    pub rivals: Vec<Opponent>,
}

/// Columns of its text where there is room: as many as a rival with its portrait takes.
const WIDTH: u16 = 92;
/// What stands above the figures.
const ABOUT_D: &str = "D is what a move gives away on average, in points, in the first 40 moves of a game; lower is \
     stronger. From all games it is an estimate that begins with what players are like: after few games it differs \
     from their mean.";
/// Columns of the line on which the person's strength lies.
const BAR: usize = 48;

/// Whether the person is stronger than any rival.
fn is_beyond(result: &ResultView) -> bool {
    let equal = result.target.and_then(|target| target.equal);
    equal.is_some_and(|equal| equal.is_beyond())
}

/// What rivals are bred for.
fn breeding_follows(target: &Target) -> &'static str {
    words::bred_for(target.equal.is_some_and(|equal| equal.is_beyond()))
}

/// The same in figures.
fn bred_toward(target: &Target) -> String {
    let Target {
        held, depth, equal, ..
    } = *target;
    let who = match equal {
        Some(equal) if equal.is_beyond() => {
            "The strongest program player of this kind seems to be weaker than you."
        }
        Some(_) => "Your equal is a program player that should win half its games against you.",
        None => "Rivals are bred against a program player that plays as you did in this game.",
    };
    format!(
        "{who} Its D ({held:.0}) is measured differently, {depth} moves ahead, and cannot be compared with yours."
    )
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
    match result.d {
        Some(d) => text.extend([
            String::new(),
            format!("Your moves up to move 40 gave away {d:.0} points each (0 is perfect)."),
            result.yardstick.clone(),
        ]),
        None if result.mode == Mode::Measured => {
            text.push("There were too few moves with a choice to measure you.".to_owned());
        }
        None => {}
    }
    if let Some(rank) = &result.rank {
        text.push(format!("Your strength: {}", rank.words()));
        text.push(format!("  {}", rank.bar(BAR, theme.glyphs.bar)));
    }
    text.extend(result.people.iter().map(|people| format!("{people}.")));
    text.extend(result.sitting.clone());
    if result.mode == Mode::Practice {
        text.push(words::PRACTICE.to_owned());
    }
    let follows = result.target.as_ref().map(breeding_follows);
    // What has been bred meanwhile says so itself.
    let is_news = |_: &&str| !result.is_ready || is_beyond(result);
    text.extend(follows.filter(is_news).map(str::to_owned));
    if !result.breeding.is_empty() {
        text.push(result.breeding.clone());
    }
    let mut items = vec![
        (
            'r',
            "Rematch, colours swapped".to_owned(),
            Answer::Do(Request::Rematch),
        ),
        (
            'n',
            "Another opponent".to_owned(),
            Answer::Do(Request::NewGame),
        ),
    ];
    if let Some(side) = result.person {
        for (initial, rival) in ['a', 'b', 'c', 'e', 'f', 'g']
            .into_iter()
            .zip(&result.rivals)
        {
            // The person gets the other colour this time.
            let mut seats = [
                SeatChoice::Machine(rival.key.clone()),
                SeatChoice::Machine(rival.key.clone()),
            ];
            seats[side.other().index()] = SeatChoice::Person;
            let label = format!("{:<8} {}", rival.name, rival.note);
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
    let menu = Menu {
        width: WIDTH,
        ..Menu::new(RESULT, text, items, Answer::Close)
    };
    menu.with_figures(result.figures.clone())
}

impl OthelloScreen {
    /// Shows how the finished game went, once it is measured.
    pub(super) fn show_result(&mut self, context: &mut Context<Self>) {
        let Some(report) = self.session.report() else {
            context.say(super::MEASURING);
            return;
        };
        let outcome = report.outcome;
        let person = self.session.table().person();
        let own = person
            .and_then(|side| report.played[side.index()].as_ref())
            .and_then(|played| played.level.as_ref());
        let standing = report.standing.as_ref();
        let mut figures = Vec::new();
        if let Some(level) = own {
            figures.push(ABOUT_D.to_owned());
            figures.push(format!(
                "This game alone: D {:.1} ({:.0} to {:.0}). On average your move was number {:.1} of those there were, \
                 1 being the best.",
                level.mean_loss, level.interval.0, level.interval.1, level.mean_rank
            ));
        }
        if let Some(standing) = standing {
            self.rank = Some(standing.rank.clone());
            figures.push(all_games(standing, context.theme.glyphs.dash));
        }
        figures.extend(report.target.as_ref().map(bred_toward));
        let result = ResultView {
            black: outcome.black,
            white: outcome.white,
            person,
            names: self.names.clone(),
            d: own.map(|level| level.mean_loss),
            yardstick: yardstick(self.session.options().tester.weights.stability),
            rank: standing.map(|standing| standing.rank.clone()),
            people: standing.and_then(|standing| Some(standing.people?.words())),
            sitting: standing.and_then(session::Standing::sitting),
            figures,
            mode: self.mode(),
            target: report.target,
            is_ready: false,
            breeding: String::new(),
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
        let rivals = self.session.introduce(&self.offered).into_iter();
        result.rivals = rivals
            .map(|it| Opponent {
                key: it.player.to_string(),
                note: it.words(),
                name: it.name,
            })
            .collect();
        let snapshot = self.session.snapshot();
        result.is_ready = snapshot.phase == Phase::Resting;
        result.breeding = words::breeding(snapshot);
        context.ask_anew(result_menu(result, &context.theme));
    }
}

/// What points are, by what the tester gives for a stable disc.
fn yardstick(stable: i32) -> String {
    format!("Points are the tester's: a disc that can never be turned is worth {stable}.")
}

/// What is known of the person from all games.
fn all_games(standing: &session::Standing, dash: &str) -> String {
    let session::Standing { strength, more, .. } = standing;
    let (low, high) = (strength.interval.low, strength.interval.high);
    let estimate = level::estimate(strength.d, low, high, dash);
    let more = more.map_or_else(String::new, |more| {
        let more = level::more(more.games, more.within);
        // Where dashes are plain, so is the rest.
        let more = if dash == "-" {
            more.replace('±', "+/-")
        } else {
            more
        };
        format!("; {more}")
    });
    format!("All your measured games: {estimate}{more}.")
}

fn result_line(black: i32, white: i32, dash: &str) -> String {
    let who = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "Black wins",
        std::cmp::Ordering::Less => "White wins",
        std::cmp::Ordering::Equal => "A draw,",
    };
    format!("{who} {black}{dash}{white}")
}
