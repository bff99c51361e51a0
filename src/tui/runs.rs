//! The runs beneath a folder: a list that is kept up to date, with a filter; each of them can be watched, and their
//! curves can be set against each other.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Row, Table, Widget as _};

use super::event::{Exit, Waker};
use super::keys::{Action, Direction, Layer};
use super::panes::panels::{self, Key};
use super::panes::{columns, fitness, frame, game, shorten, wrap, write};
use super::shell::dialog::scrolled;
use super::shell::{Context, Screen, Shell};
use super::theme::{Role, Theme};
use super::{Settings, on_screen, watch};
use koteki_record::replace::{create, free};
use koteki_rivals::evolve::snapshot::CurvePoint;
use koteki_session::watch::follow::Follower;
use koteki_session::watch::runs::{
    Curve, HEADS, NUMBERS, Overview, Runs, Whole, count, curves, curves_csv, curves_svg, panels_of,
};

/// How often the folder is looked into.
const POLL: Duration = Duration::from_secs(1);
/// How soon the thread that does is to be gone.
const NAP: Duration = Duration::from_millis(100);

const FILTER: &str = "filter: ";
const HELP: [&str; 5] = [
    "Runs",
    "  Every run of koteki evolve and koteki sweep in the folder and the folders in it: what it does, its seed, cycles, \
     games so far, games a second, how long it still takes, how many of its rivals are certified, and the settings \
     that differ from the defaults (or from the set that is named first, such as ueda-ch6).",
    "  Curves (c): those of the runs that go through the filter over one another, each behind its letter; of more than \
     five runs the means of those that differ in their seeds alone, with capital letters. Left and right go from cycle to \
     cycle; above each plot stand the values. e writes them to runs.csv and runs.svg where the program was started, or to \
     runs-2 and so on where there are such files.",
    "  Beneath the list how far each sweep is, and about how long all of its runs still take, as many at a time as there are \
     now; folders of the same sweep are its shards.",
    "  A filter is words that all have to be in a line: running, seed=3, beta=0.01, a part of a name.",
];

/// What the help says of the curves.
const CURVES: &[&str] = &[
    "  f_wr   fitness for the win rate, mean over the individuals: the nearer to 1 the surer it is that that is one half",
    "  win rate   mean of the individuals' latest evaluations; dotted lines at 0.4 and 0.6, between which an individual counts as level",
    "  f_sim   how alike the individuals are: the lower, the more they differ",
    "  spread   how far two individuals are from each other on average, in log10 weights",
];

/// What there is to say where there is nothing to list.
pub fn no_runs(folder: &str) -> String {
    format!("no run in {folder}: koteki evolve --out RUN begins one")
}

/// Shows the runs until the person leaves, with their `curves` from the beginning or without.
///
/// # Errors
/// When the terminal cannot be taken, or the system gives no thread.
pub fn run(settings: &Settings, runs: Runs, curves: bool) -> anyhow::Result<Exit> {
    let open = |waker: Waker| {
        let start = |_: &mut _| RunsScreen::start(settings, runs, curves, waker);
        Ok(Shell::open(settings, start)?)
    };
    Ok(on_screen(settings.mouse, open)?.1?.0)
}

/// What was found, or why nothing was.
type Found = Result<(Vec<Overview>, Vec<Whole>), String>;

/// What there is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pane {
    List,
    Curves,
}

struct RunsScreen {
    settings: Settings,
    waker: Waker,
    folder: String,
    slot: Arc<Mutex<Option<Found>>>,
    /// Raised when the screen is left.
    over: Arc<AtomicBool>,
    /// Whether the curves are shown.
    curves: bool,
    /// The cycle whose values are said; `None` for the last.
    cycle: Option<f64>,
    /// `None` before the folder has been looked into.
    runs: Option<Vec<Overview>>,
    sweeps: Vec<Whole>,
    /// The directory of the one that is chosen.
    chosen: Option<PathBuf>,
    /// The filter that holds, and the one before it is typed anew.
    filter: String,
    before: String,
}

impl RunsScreen {
    fn start(settings: &Settings, runs: Runs, curves: bool, waker: Waker) -> std::io::Result<Self> {
        let slot = Arc::new(Mutex::new(None));
        let over = Arc::new(AtomicBool::new(false));
        let screen = Self {
            settings: settings.clone(),
            waker: waker.clone(),
            folder: runs.named(),
            curves,
            cycle: None,
            slot: Arc::clone(&slot),
            over: Arc::clone(&over),
            runs: None,
            sweeps: Vec::new(),
            chosen: None,
            filter: String::new(),
            before: String::new(),
        };
        thread::Builder::new()
            .name("reader".to_owned())
            .spawn(move || read(runs, &slot, &over, &waker))?;
        Ok(screen)
    }

    /// The runs that go through the filter.
    fn shown(&self) -> Vec<&Overview> {
        let filter = self.filter.to_lowercase();
        let words: Vec<&str> = filter.split_whitespace().collect();
        let all = self.runs.iter().flatten();
        all.filter(|run| words.iter().all(|word| run.has(word)))
            .collect()
    }

    /// The place of the chosen run among those that are shown; the first where it is not.
    fn place(&self, shown: &[&Overview]) -> usize {
        let mut places = shown.iter();
        let chosen = places.position(|it| Some(&it.directory) == self.chosen.as_ref());
        chosen.unwrap_or(0)
    }

    fn choose(&mut self, place: usize) {
        let directory = self.shown().get(place).map(|it| it.directory.clone());
        self.chosen = directory;
    }

    /// The curves of the runs that are shown.
    fn compared(&self) -> Vec<Curve> {
        curves(self.runs.as_deref().unwrap_or_default(), &self.shown())
    }

    /// Writes them where the program was started.
    fn export(&self) -> Result<String, String> {
        let curves = self.compared();
        if curves.is_empty() {
            return Err("no cycle of these runs is complete: there is nothing to write".to_owned());
        }
        let stem = free(Path::new("runs"), &["csv", "svg"]);
        let mut written = Vec::new();
        for (kind, text) in [("csv", curves_csv(&curves)), ("svg", curves_svg(&curves))] {
            let path = stem.with_extension(kind);
            let name = path.display().to_string();
            create(&path, text.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
            written.push(name);
        }
        let folder = std::env::current_dir().unwrap_or_default();
        let names = written.join(", ");
        Ok(format!("written to {}: {names}", folder.display()))
    }

    fn watch_chosen(&mut self, context: &mut Context<Self>) {
        let shown = self.shown();
        let Some(run) = shown.get(self.place(&shown)) else {
            return;
        };
        let directory = run.directory.clone();
        let opened = Follower::open(&directory).map_err(|error| error.to_string());
        let opened = opened.and_then(|follower| {
            let waker = self.waker.clone();
            watch::within(&self.settings, follower, &directory, waker)
                .map_err(|error| error.to_string())
        });
        self.chosen = Some(directory);
        match opened {
            Ok(screen) => context.push(screen),
            Err(why) => context.warn(why),
        }
    }
}

/// Looks into the folder again and again, and says what is new.
fn read(mut runs: Runs, slot: &Mutex<Option<Found>>, over: &AtomicBool, waker: &Waker) {
    let mut last = None;
    while !over.load(Ordering::Relaxed) {
        let found = runs.look().map_err(|error| error.to_string());
        let found = found.map(|all| {
            let sweeps = runs.sweeps(&all);
            (all, sweeps)
        });
        if last.as_ref() != Some(&found) {
            last = Some(found.clone());
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            waker.wake();
        }
        let mut waited = Duration::ZERO;
        while waited < POLL && !over.load(Ordering::Relaxed) {
            thread::sleep(NAP);
            waited += NAP;
        }
    }
}

impl Drop for RunsScreen {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

impl Screen for RunsScreen {
    type Request = ();
    type Pane = Pane;
    const PANES: &'static [Pane] = &[Pane::List, Pane::Curves];

    fn layer(&self, _context: &Context<Self>) -> Layer {
        Layer::Runs
    }

    fn act(&mut self, action: Action, context: &mut Context<Self>) {
        match action {
            Action::Accept => self.watch_chosen(context),
            Action::Curves => {
                self.curves = !self.curves;
                context.focus = Pane::List;
                context.zoom = false;
            }
            Action::Cycle(direction) => {
                let right = direction == Direction::Right;
                let longest = self.compared().into_iter().max_by_key(|it| it.points.len());
                let points = longest.map_or_else(Vec::new, |it| it.points);
                let points: Vec<CurvePoint> = points.iter().map(|it| it.point).collect();
                self.cycle = fitness::step(&points, self.cycle, right);
            }
            Action::Export => match self.export() {
                Ok(said) => context.say(said),
                Err(why) => context.warn(why),
            },
            Action::Filter => {
                self.before.clone_from(&self.filter);
                context.open_line(&self.filter);
            }
            action => {
                let shown = self.shown();
                let rows =
                    (rows_of(context.area()) / if self.curves { 2 } else { 1 }).max(1) as u16;
                let end = shown.len().saturating_sub(1) as u16;
                let to = scrolled(self.place(&shown) as u16, rows, end, action);
                self.choose(to.into());
            }
        }
    }

    fn perform(&mut self, (): (), _context: &mut Context<Self>) {}

    /// The filter is taken away, then the list.
    fn close(&mut self, context: &mut Context<Self>) -> bool {
        if context.zoom {
            return false;
        }
        if self.filter.is_empty() {
            context.leave();
        }
        self.filter.clear();
        true
    }

    /// The list has as many rows as it needs, half of them at most; the curves have the others.
    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        if !self.curves {
            return vec![(Pane::List, main)];
        }
        let needed = self.shown().len() as u16 + 4;
        let room = main.height.saturating_sub(panels::LEAST.1 + 2);
        let list = needed.max(6).min(main.height / 2).min(room.max(6));
        let [upper, lower] = Layout::vertical([Fill(1), Length(list)]).areas(main);
        vec![(Pane::Curves, upper), (Pane::List, lower)]
    }

    fn missing(&self, pane: Pane) -> Option<&'static str> {
        (pane == Pane::Curves && !self.curves).then_some("c shows the curves")
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        for &(pane, place) in panes {
            let look = (&context.theme, pane == context.focus);
            match pane {
                Pane::List => self.list(place, buffer, look),
                Pane::Curves => self.plots(place, buffer, look),
            }
        }
        None
    }

    /// How many do what; where it is cut in the list, all there is to say of the chosen run.
    fn status(&self, _theme: &Theme) -> String {
        let shown = self.shown();
        match shown.get(self.place(&shown)) {
            Some(run) => {
                let [name, .., settings] = run.cells();
                format!("{name}  {settings}")
            }
            None => String::new(),
        }
    }

    fn explain(&self, pane: Pane) -> Vec<String> {
        match pane {
            Pane::List => Vec::new(),
            Pane::Curves => game::about(&[CURVES]),
        }
    }

    fn help(&self) -> Vec<String> {
        HELP.map(str::to_owned).to_vec()
    }

    fn prompt(&self) -> &'static str {
        FILTER
    }

    /// The filter that is typed holds at once.
    fn typing(&mut self, line: &str) {
        self.filter = line.trim().to_owned();
    }

    fn untyped(&mut self) {
        self.filter.clone_from(&self.before);
    }

    /// A click chooses a run, watches the one that is chosen.
    fn click(&mut self, pane: Pane, area: Rect, (_, y): (u16, u16), context: &mut Context<Self>) {
        if pane != Pane::List {
            return;
        }
        let shown = self.shown();
        let now = self.place(&shown);
        let rows = usize::from(area.height.saturating_sub(4));
        let row = usize::from(y.saturating_sub(area.y + 2));
        let place = first_of(now, rows, shown.len()) + row;
        if y < area.y + 2 || row >= rows || place >= shown.len() {
            return;
        }
        if place == now {
            self.watch_chosen(context);
        } else {
            self.choose(place);
        }
    }

    fn wake(&mut self, context: &mut Context<Self>) -> bool {
        let found = self
            .slot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        match found {
            None => return false,
            Some(Ok((runs, sweeps))) => (self.runs, self.sweeps) = (Some(runs), sweeps),
            Some(Err(why)) => context.warn(why),
        }
        true
    }

    fn returned(&mut self, context: &mut Context<Self>) {
        self.wake(context);
    }
}

/// Runs that a list on a screen of this area shows: not its frame, head and foot, and the last two rows.
fn rows_of(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(6))
}

/// The first run that is shown in so many rows: the chosen one in the middle, but for the beginning and the end.
fn first_of(chosen: usize, rows: usize, all: usize) -> usize {
    chosen
        .saturating_sub(rows / 2)
        .min(all.saturating_sub(rows))
}

/// Columns in the order in which they are missed.
const IMPORTANT: [usize; HEADS.len()] = [0, 1, 3, 6, 7, 2, 4, 5, SETTINGS];
/// The last one, which has what room there is.
const SETTINGS: usize = HEADS.len() - 1;
/// The longest name of a run that is shown whole.
const LONGEST: usize = 40;

/// Which columns there are in so much room, from the left, and how wide each is.
fn fitting(cells: &[[String; HEADS.len()]], room: usize) -> Vec<(usize, usize)> {
    let mut left = room;
    let mut all = Vec::new();
    for column in IMPORTANT {
        let widths = cells
            .iter()
            .map(|cells| usize::from(columns(&cells[column])));
        let widest = widths.max().unwrap_or(0);
        // Nothing is said there of any run: no speed, no rivals.
        if widest == 0 {
            continue;
        }
        let widest = widest.max(HEADS[column].len());
        let width = match column {
            SETTINGS => widest.min(left),
            0 => widest.min(LONGEST).min(room / 2),
            _ => widest,
        };
        let least = if column == SETTINGS { 8 } else { width };
        if least <= left {
            all.push((column, width));
            left = left.saturating_sub(width + 2);
        }
    }
    all.sort_unstable();
    all
}

impl RunsScreen {
    /// The curves over one another, above each the values at the cycle that is looked at; in the frame what the letters
    /// stand for.
    fn plots(&self, area: Rect, buffer: &mut Buffer, (theme, focused): (&Theme, bool)) {
        let curves = self.compared();
        let when = self
            .cycle
            .map_or_else(|| "last cycle".to_owned(), |it| format!("cycle {it:.0}"));
        let names: Vec<String> = curves.iter().map(Curve::named).collect();
        let said = format!("{when}: {}", names.join("  "));
        let said = shorten(&said, usize::from(area.width.saturating_sub(6)), theme);
        let footer = (!curves.is_empty()).then(|| Line::raw(format!(" {said} ")));
        let inner = frame(area, buffer, theme, "Curves", focused, footer);
        if curves.is_empty() {
            let style = theme.style(Role::Dim);
            let said = "Curves begin with the first complete cycle.";
            write(buffer, inner, inner.x + 1, inner.y, said, style);
            return;
        }
        let panels = panels_of(&curves);
        panels::render(&panels, Key::Values, self.cycle, inner, buffer, theme);
    }

    fn list(&self, area: Rect, buffer: &mut Buffer, (theme, focused): (&Theme, bool)) {
        let shown = self.shown();
        let mut title = format!("Runs in {}", self.folder);
        if let Some(runs) = &self.runs {
            let of = if self.filter.is_empty() {
                count(runs)
            } else {
                format!("{} of {}", shown.len(), count(runs))
            };
            title = format!("{title}{}{of}", theme.glyphs.separator);
        }
        let title = shorten(&title, usize::from(area.width.saturating_sub(6)), theme);
        // Which curve is whose.
        let letters: Vec<Option<(usize, char)>> = if self.curves {
            let compared = self.compared();
            let of = |place| compared.iter().position(|it| it.runs.contains(&place));
            let letter = |place| of(place).map(|it| (it, compared[it].letter));
            (0..shown.len()).map(letter).collect()
        } else {
            Vec::new()
        };
        let sweeps: Vec<String> = self.sweeps.iter().map(Whole::said).collect();
        let said = format!("sweep {}", sweeps.join(theme.glyphs.separator));
        let said = shorten(&said, usize::from(area.width.saturating_sub(6)), theme);
        let footer = (!sweeps.is_empty()).then(|| Line::raw(format!(" {said} ")));
        let inner = frame(area, buffer, theme, &title, focused, footer);
        let room = inner.inner(Margin::new(1, 0));
        if room.height < 3 {
            return;
        }
        // Beside the mark of the chosen one, and the letter of its curve.
        let marks = if self.curves { 3 } else { 2 };
        let table = Rect {
            x: room.x + marks,
            width: room.width.saturating_sub(marks),
            height: room.height - 1,
            ..room
        };
        let chosen = self.place(&shown);
        let rows = usize::from(table.height - 1);
        let first = first_of(chosen, rows, shown.len());
        let cells: Vec<_> = shown.iter().map(|run| run.cells()).collect();
        let fitting = fitting(&cells, usize::from(table.width));
        let row = |texts: &[String; HEADS.len()]| {
            let cells = fitting.iter().map(|&(column, width)| {
                let text = Line::raw(shorten(&texts[column], width, theme));
                if NUMBERS.contains(&column) {
                    text.right_aligned()
                } else {
                    text
                }
            });
            Row::new(cells.collect::<Vec<_>>())
        };
        let lines = cells.iter().enumerate().skip(first).take(rows);
        let lines = lines.map(|(place, texts)| {
            let role = if place == chosen {
                Role::Chosen
            } else {
                Role::Text
            };
            row(texts).style(theme.style(role))
        });
        let widths = fitting.iter().map(|&(_, width)| width as u16);
        Table::new(lines, widths)
            .column_spacing(2)
            .header(row(&HEADS.map(str::to_owned)).style(theme.style(Role::Dim)))
            .render(table, buffer);
        for (row, letter) in letters.iter().skip(first).take(rows).enumerate() {
            if let Some((curve, letter)) = letter {
                let (y, style) = (table.y + 1 + row as u16, theme.style(Role::Curve(*curve)));
                write(buffer, room, room.x + 1, y, &letter.to_string(), style);
            }
        }
        if !shown.is_empty() {
            let y = table.y + 1 + (chosen - first) as u16;
            let style = theme.style(Role::Strong);
            write(buffer, room, room.x, y, theme.glyphs.pointer, style);
        }
        let (said, role) = match &self.runs {
            None => ("looking for runs ...".to_owned(), Role::Dim),
            Some(runs) if runs.is_empty() => (no_runs(&self.folder), Role::Warning),
            Some(_) if shown.is_empty() => (
                format!(
                    "no run is like {:?}: / changes the filter, Esc takes it away",
                    self.filter
                ),
                Role::Warning,
            ),
            Some(_) if !self.filter.is_empty() => {
                (format!("{FILTER}{}", self.filter), Role::Strong)
            }
            Some(_) => return,
        };
        let lines = wrap(&said, usize::from(room.width));
        let top = room.bottom().saturating_sub(lines.len() as u16).max(room.y);
        for (y, line) in (top..room.bottom()).zip(&lines) {
            write(buffer, room, room.x, y, line, theme.style(role));
        }
    }
}
