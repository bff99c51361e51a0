//! A person's profile: the estimate over time, results, typical mistakes. A thread goes through the games, so
//! that no key waits for it.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use crate::Settings;
use crate::event::Waker;
use crate::glyphs::Glyphs;
use crate::keys::{Action, Layer};
use crate::panes::{columns, frame, wrap, write};
use crate::plot::Plot;
use crate::reliability;
use crate::shell::dialog::scrolled;
use crate::shell::{Context, Screen, Shell};
use crate::theme::{Role, Theme};
use crate::words;
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_rivals::measure::foretold::Reliability;
use koteki_rivals::roster::SearchSpec;
use koteki_session::history::{
    Game, GameFigures, History, Results, Tally, Walk, standing_words, trend,
};
use koteki_session::{OthelloSession, Standing, standing};

const HELP: [&str; 4] = [
    "On this screen",
    "  D is the mean of what your moves lose against the best ones: lower is stronger. The curve has the estimate \
     after each measured game, its 95 % interval, and each game's own D (o).",
    "  Beneath it your results against each opponent, and the kinds of mistakes that cost you most.",
    "  Before each game against an opponent of known strength your chance of winning it is predicted. The other picture (x) \
     groups games with about the same prediction: o is the share of points scored in them, the line its 95 % interval; on \
     the dotted diagonal predictions came true. The Brier score is the mean square of the error, the log score the mean of \
     -ln of the chance of what came: less is better; each stands beside what always saying one half would score.",
];
const NO_GAMES: [&str; 2] = [
    "No measured game yet.",
    "A game counts when you play it to its end against a program, without values, hints or moves taken back.",
];

const NOTHING_FORETOLD: &str = "nothing was predicted yet: from your second measured game on it is, where it is known how strong the opponent is";

/// A game on the curve.
#[derive(Clone, Copy, Default)]
struct Point {
    /// The person's mean loss in it.
    loss: Option<f64>,
    /// The estimate after it and its interval.
    estimate: Option<(f64, f64, f64)>,
}

/// What is shown.
#[derive(Default)]
struct ProfileState {
    /// Whose it is.
    name: String,
    /// What is said first, a line each.
    head: Vec<String>,
    /// The games, the first first; those that are not gone through yet have no estimate.
    points: Vec<Point>,
    /// Lines of the two tables, their headings first.
    tables: [Vec<String>; 2],
    /// How what was foretold came out.
    reliability: Option<Reliability>,
    /// How far it is; empty when it is done.
    progress: String,
}

impl ProfileState {
    /// Takes in how strong the person is.
    fn stand(&mut self, standing: &Standing, glyphs: &Glyphs) {
        self.head = standing_words(standing, glyphs.dash, BAR, glyphs.bar);
        self.reliability = standing.reliability();
        let summary = self.reliability.as_ref().map(Reliability::summary);
        self.head.extend(summary);
    }
}

/// Columns of the line on which the strength lies.
const BAR: usize = 60;
/// Columns of a table, and of two beside one another with air between them.
const TABLE: u16 = 68;
const BOTH: u16 = 2 * TABLE + 2;
/// Rows of the curve.
const CURVE: (u16, u16) = (5, 14);
/// From so many columns and rows on what was foretold is drawn beside the curve.
const BESIDE: (u16, u16) = (110, reliability::ROWS.0 + 3);
/// Columns of the numbers on the left of it.
const AXIS: u16 = 5;

/// The lines below the curve for a room of this width.
fn lines(state: &ProfileState, width: u16) -> Vec<(String, bool)> {
    let [results, mistakes] = &state.tables;
    let head = |lines: &[String]| -> Vec<(String, bool)> {
        lines
            .iter()
            .enumerate()
            .map(|(index, line)| (line.clone(), index == 0))
            .collect()
    };
    if width < BOTH {
        let gap = (!results.is_empty() && !mistakes.is_empty()).then(|| (String::new(), false));
        return head(results)
            .into_iter()
            .chain(gap)
            .chain(head(mistakes))
            .collect();
    }
    let rows = results.len().max(mistakes.len());
    let cell = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    (0..rows)
        .map(|row| {
            let left = cell(results, row);
            let pad = usize::from(TABLE + 2).saturating_sub(left.chars().count());
            let line = format!("{left}{}{}", " ".repeat(pad), cell(mistakes, row));
            (line, row == 0)
        })
        .collect()
}

/// Where head, curve and tables lie in this room.
fn parts(state: &ProfileState, room: Rect) -> [Rect; 3] {
    let width = usize::from(room.width);
    let head: usize = state.head.iter().map(|line| wrap(line, width).len()).sum();
    let head = u16::try_from(head + 1).unwrap_or(u16::MAX).min(room.height);
    let rest = room.height - head;
    // The title of the curve and the row of numbers below it.
    let curve = if state.points.is_empty() || rest < CURVE.0 + 4 {
        0
    } else {
        let below = u16::try_from(lines(state, room.width).len()).unwrap_or(u16::MAX);
        (rest / 2)
            .max(rest.saturating_sub(below))
            .clamp(CURVE.0 + 2, CURVE.1)
    };
    let [head_, curve_] = [head, curve].map(Constraint::Length);
    Layout::vertical([head_, curve_, Constraint::Fill(1)]).areas(room)
}

/// Draws it, the tables from row `scroll` on.
fn render(state: &ProfileState, scroll: u16, room: Rect, buffer: &mut Buffer, theme: &Theme) {
    let [head, field, below] = parts(state, room);
    let said = state
        .head
        .iter()
        .map(|line| Line::styled(line, theme.style(Role::Strong)));
    let progress = Line::styled(&state.progress, theme.style(Role::Dim));
    Paragraph::new(said.chain([progress]).collect::<Vec<_>>())
        .wrap(Wrap { trim: true })
        .render(head, buffer);
    let drawn = state.reliability.as_ref().filter(|it| it.is_drawn());
    if let Some(drawn) = drawn.filter(|_| field.width >= BESIDE.0 && field.height >= BESIDE.1) {
        let half = columns(reliability::HEADING);
        let areas = Layout::horizontal([Constraint::Fill(1), Constraint::Length(half)]).spacing(3);
        let [left, right] = areas.areas(field);
        curve(state, left, buffer, theme);
        diagram(drawn, right, buffer, theme);
    } else if field.height > 0 {
        curve(state, field, buffer, theme);
    }
    let lines = lines(state, room.width);
    let shown = lines.iter().skip(usize::from(scroll));
    for ((line, is_head), y) in shown.zip(below.y..below.bottom()) {
        let role = if *is_head { Role::Dim } else { Role::Text };
        write(buffer, below, below.x, y, line, theme.style(role));
    }
}

/// How what was foretold came out, beneath its heading.
fn diagram(it: &Reliability, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let (heading, dim) = (reliability::HEADING, theme.style(Role::Dim));
    write(buffer, area, area.x, area.y, heading, dim);
    let rows = area.height.saturating_sub(1).min(reliability::ROWS.1);
    let field = Rect {
        y: area.y + 1,
        height: rows,
        width: reliability::width(rows).min(area.width),
        ..area
    };
    reliability::render(it, field, buffer, theme);
}

/// The same with all that there is to say of it, in the whole room.
fn predictions(it: &Reliability, room: Rect, buffer: &mut Buffer, theme: &Theme) {
    let words = it.words().into_iter();
    let words: Vec<String> = words
        .flat_map(|line| match line.strip_prefix("  ") {
            Some(_) => vec![line],
            None => wrap(&line, room.width.into()),
        })
        .collect();
    let said = u16::try_from(words.len()).unwrap_or(u16::MAX);
    let rows = if it.is_drawn() {
        room.height
            .saturating_sub(said + 1)
            .min(reliability::ROWS.1 + 1)
    } else {
        0
    };
    let areas = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]);
    let [above, below] = areas.areas(room);
    if rows > reliability::ROWS.0 {
        diagram(it, above, buffer, theme);
    }
    for (line, y) in words
        .iter()
        .zip(below.y + u16::from(rows > 0)..below.bottom())
    {
        write(buffer, below, below.x, y, line, theme.style(Role::Text));
    }
}

/// The top of the axis: the least round number above nearly everything that is to be seen.
fn top(points: &[Point]) -> f64 {
    let highest = points
        .iter()
        .flat_map(|point| {
            let estimate = point.estimate.map(|(d, _, high)| high.min(2.0 * d));
            [point.loss, estimate]
        })
        .flatten()
        .filter(|value| value.is_finite())
        .fold(0.0, f64::max);
    [
        5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 75.0, 100.0, 150.0, 200.0, 300.0, 500.0,
    ]
    .into_iter()
    .find(|&round| round >= highest)
    .unwrap_or(highest)
}

fn curve(state: &ProfileState, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let dim = theme.style(Role::Dim);
    write(
        buffer,
        area,
        area.x,
        area.y,
        "D of each game (o), the estimate, its 95 % interval",
        dim,
    );
    let field = Rect {
        x: area.x + AXIS,
        y: area.y + 1,
        width: area.width.saturating_sub(AXIS),
        height: area.height.saturating_sub(2),
    };
    if field.is_empty() {
        return;
    }
    let points = &state.points;
    let top = top(points);
    let axis = theme.style(Role::Axis);
    for (row, value) in [(field.y, top), (field.bottom() - 1, 0.0)] {
        write(buffer, area, area.x, row, &format!("{value:>3.0}"), axis);
    }
    for row in field.rows() {
        write(buffer, area, field.x - 1, row.y, theme.glyphs.axis[1], axis);
    }
    let last = points.len().max(2);
    write(buffer, area, field.x, field.bottom(), "1", axis);
    let number = points.len().to_string();
    if points.len() > 1 {
        let x = field.right().saturating_sub(columns(&number));
        write(buffer, area, x, field.bottom(), &number, axis);
    }
    let mut plot = Plot::new(field, (1.0, last as f64), (0.0, top), theme.glyphs.dots);
    let at = |index: usize| (index + 1) as f64;
    let band: Vec<(f64, f64, f64)> = points
        .iter()
        .enumerate()
        .filter_map(|(index, point)| {
            let (_, low, high) = point.estimate?;
            Some((at(index), low, high.min(top)))
        })
        .collect();
    plot.band(&band, '.', axis);
    plot.line(
        points
            .iter()
            .enumerate()
            .filter_map(|(index, point)| Some((at(index), point.estimate?.0))),
        '*',
        theme.style(Role::Curve(0)),
    );
    for (index, point) in points.iter().enumerate() {
        if let Some(loss) = point.loss {
            plot.mark((at(index), loss), 'o', theme.style(Role::Text));
        }
    }
    plot.render(buffer);
}

/// What the thread finds.
enum Found {
    /// How strong the person is, where the session did not know yet.
    Standing(Box<Standing>),
    History(Box<History>),
    /// Of the next game.
    Seen(Box<GameFigures>),
    Failed(String),
}

/// The thread, and what has come of it.
struct Profiling {
    found: Receiver<Found>,
    cancel: Cancel,
    games: Vec<Game>,
    done: usize,
    tallies: Vec<Tally>,
}

impl Drop for Profiling {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Profiling {
    /// `known` when the session has said already how strong the person is.
    fn start(
        data: PathBuf,
        name: String,
        tester: SearchSpec,
        known: bool,
        waker: Waker,
    ) -> std::io::Result<Self> {
        let (sender, found) = channel();
        let cancel = Cancel::new();
        let stop = cancel.clone();
        thread::Builder::new()
            .name("profile".to_owned())
            .spawn(move || {
                let send = |found| {
                    let sent = sender.send(found).is_ok();
                    waker.wake();
                    sent
                };
                if !known && tester.measures_as_the_preset() {
                    let (kept, _) = standing::look::<Position>(&data, &name);
                    let standing = Standing::of(&kept).map(Box::new);
                    if standing.is_some_and(|it| !send(Found::Standing(it))) {
                        return;
                    }
                }
                let history = match History::read(&data, &name) {
                    Ok(history) => history,
                    Err(error) => {
                        send(Found::Failed(error.to_string()));
                        return;
                    }
                };
                let games = history.games.clone();
                if !send(Found::History(Box::new(history))) {
                    return;
                }
                let mut walk = Walk::new(tester);
                for game in &games {
                    let Ok(seen) = walk.step(game, &stop) else {
                        return;
                    };
                    if !send(Found::Seen(Box::new(seen))) {
                        return;
                    }
                }
            })?;
        Ok(Self {
            found,
            cancel,
            games: Vec::new(),
            done: 0,
            tallies: Vec::new(),
        })
    }

    /// Takes in what has come; whether anything has.
    fn collect(&mut self, state: &mut ProfileState, glyphs: &Glyphs) -> bool {
        let mut moved = false;
        while let Ok(found) = self.found.try_recv() {
            moved = true;
            match found {
                Found::Failed(why) => {
                    state.head.push(why);
                    state.progress.clear();
                }
                Found::Standing(standing) => state.stand(&standing, glyphs),
                Found::History(history) => self.begin(*history, state),
                Found::Seen(seen) => self.see(&seen, state),
            }
        }
        moved
    }

    fn begin(&mut self, history: History, state: &mut ProfileState) {
        let results = history.results();
        if history.games.is_empty() {
            state.head.extend(NO_GAMES.map(str::to_owned));
        }
        if !history.games.is_empty() || history.others > 0 {
            let line = words::games(history.games.len(), history.others);
            state.head.push(line);
        }
        if history.unreadable > 0 {
            state.head.push(words::unreadable(history.unreadable));
        }
        state.points = vec![Point::default(); history.games.len()];
        if !results.is_empty() {
            let rows = results.iter().map(Results::words);
            state.tables[0] = std::iter::once(words::results_head("discs"))
                .chain(rows)
                .collect();
        }
        self.games = history.games;
        self.show_progress(state);
    }

    fn see(&mut self, seen: &GameFigures, state: &mut ProfileState) {
        if let Some(point) = state.points.get_mut(self.done) {
            point.loss = seen.loss;
            point.estimate = seen
                .strength
                .map(|it| (it.d, it.interval.low, it.interval.high));
        }
        self.tallies.push(seen.tally);
        self.done += 1;
        self.show_progress(state);
    }

    fn show_progress(&self, state: &mut ProfileState) {
        let all = self.games.len();
        state.progress = if self.done < all {
            words::going_through(self.done, all)
        } else {
            String::new()
        };
        if self.done > 0 {
            let mut tally = Tally::default();
            self.tallies.iter().for_each(|it| tally.add(it));
            state.tables[1] = tally.words(self.done);
            if self.done == all {
                state.tables[1].extend(trend(&self.tallies));
            }
        }
    }
}

/// The profile on the screen.
pub struct Profile {
    state: ProfileState,
    /// The first row of the tables that is shown.
    scroll: u16,
    /// Whether what was foretold is shown in the place of everything else.
    predictions: bool,
    profiling: Option<Profiling>,
}

impl Screen for Profile {
    type Request = Infallible;
    type Pane = ();
    const PANES: &'static [()] = &[()];

    fn layer(&self, _context: &Context<Self>) -> Layer {
        Layer::Profile
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        if action == Action::Axes {
            self.predictions = !self.predictions && self.state.reliability.is_some();
            if self.state.reliability.is_none() {
                context.say(NOTHING_FORETOLD);
            }
            return;
        }
        let [_, _, below] = parts(&self.state, inside(context.area()));
        let rows = lines(&self.state, below.width).len();
        let end = u16::try_from(rows)
            .unwrap_or(u16::MAX)
            .saturating_sub(below.height);
        self.scroll = scrolled(self.scroll.min(end), below.height, end, action);
    }

    fn perform(&mut self, request: Infallible, _context: &mut Context<Self>) {
        match request {}
    }

    fn close(&mut self, context: &mut Context<Self>) -> bool {
        context.leave();
        true
    }

    fn draw(
        &self,
        panes: &[((), Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        let &[((), main)] = panes else { return None };
        let theme = &context.theme;
        frame(
            main,
            buffer,
            theme,
            &words::title(&self.state.name),
            true,
            None,
        );
        let room = inside(context.area());
        match self.state.reliability.as_ref().filter(|_| self.predictions) {
            Some(shown) => predictions(shown, room, buffer, theme),
            None => render(&self.state, self.scroll, room, buffer, theme),
        }
        None
    }

    fn help(&self) -> Vec<String> {
        HELP.map(str::to_owned).to_vec()
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let (state, glyphs) = (&mut self.state, context.theme.glyphs);
        let profiling = self.profiling.as_mut();
        profiling.is_some_and(|profiling| profiling.collect(state, glyphs))
    }
}

/// The room for it on a screen of this area: without the two rows at the bottom, the frame, and a column of air.
fn inside(area: Rect) -> Rect {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    main.inner(Margin::new(2, 1))
}

/// The profile of the person who plays in this session.
pub(super) fn open(settings: &Settings, session: &OthelloSession, waker: Waker) -> Shell<Profile> {
    let name = session.options().settings.name.clone();
    let mut state = ProfileState {
        name: name.clone(),
        ..ProfileState::default()
    };
    let mut profiling = None;
    let start = |context: &mut Context<Profile>| {
        let standing = session.standing();
        if let Some(standing) = &standing {
            state.stand(standing, context.theme.glyphs);
        }
        let (tester, known) = (session.options().tester, standing.is_some());
        match session.options().data.clone() {
            None => state.head.push(words::NOT_KEPT.to_owned()),
            Some(data) => match Profiling::start(data, name, tester, known, waker) {
                Ok(started) => profiling = Some(started),
                Err(error) => state.head.push(error.to_string()),
            },
        }
        Ok::<_, Infallible>(Profile {
            state,
            scroll: 0,
            predictions: false,
            profiling,
        })
    };
    let Ok(shell) = Shell::open(settings, start);
    shell
}
