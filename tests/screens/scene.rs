//! Something to draw: a game in the middle, a population, curves.

use std::convert::Infallible;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::evolve::settings::Scale;
use koteki_rivals::evolve::snapshot::{CurvePoint, Dot, Gene, Phase, Role, Snapshot};
use koteki_rivals::measure::levels::{Levels, Rank};
use koteki_rivals::measure::stats::Interval;
use koteki_session::Target;
use koteki_tui::Settings;
use koteki_tui::color::ColorChoice;
use koteki_tui::event::{Event, Flow, Program};
use koteki_tui::glyphs::GlyphChoice;
use koteki_tui::keys::{Action, KeyStyle, Layer};
use koteki_tui::othello::result::ResultView;
use koteki_tui::othello::{HelpAsked, OthelloScreen, Request, new_game, result, resume};
use koteki_tui::panes::game::{Pane, Panes};
use koteki_tui::shell::menu::help_menu;
use koteki_tui::shell::{Context, Screen, Shell};
use koteki_tui::theme::Theme;
use koteki_tui::view::{
    Beginning, CursorInfo, GameView, Loss, Mode, NewGame, Opponent, Remark, Review, Seat,
    SeatChoice, Share, TracePoint, TraceState,
};
use koteki_tui::viewer::{Source, Viewed, Viewer};
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};
use unicode_width::UnicodeWidthStr as _;

pub const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

pub fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::at(bytes[0] - b'a', bytes[1] - b'1').unwrap()
}

pub fn line(moves: &str) -> GameLine<Position> {
    let mut line = GameLine::default();
    for name in moves.split_whitespace() {
        line.play(Move::Place(square(name))).unwrap();
    }
    line
}

pub fn game_after(moves: &str) -> GameView {
    let line = line(moves);
    GameView {
        position: *line.position(),
        moves: line.moves().to_vec(),
        opening: 0,
        losses: losses(line.ply()),
        review: None,
        seats: [Seat::Person, Seat::Machine("Beginner".into())],
        clocks: [None, None],
        thinking: false,
        mode: Mode::Practice,
        rank: Some(rank()),
        hint: None,
        values: Vec::new(),
        turned: 0,
        variation: None,
        trace: trace(line.ply()),
    }
}

/// Black loses something with every move but the first, White nothing.
fn losses(plies: usize) -> Vec<Option<Loss>> {
    (0..plies)
        .map(|ply| {
            let points = if ply % 2 == 0 {
                [0, 12, 45, 130][ply / 2 % 4]
            } else {
                0
            };
            Some(Loss::of_points(10, points))
        })
        .collect()
}

fn trace(plies: usize) -> TraceState {
    let share = |name: &str, symbol: &str, count, weight| Share {
        name: name.into(),
        symbol: symbol.into(),
        count,
        weight,
    };
    TraceState {
        viewer: Side::Black,
        points: (0..=plies)
            .map(|ply| TracePoint {
                ply,
                value: [0, 8, -4, 22, 15, 40, -31, -60, -12][ply % 9],
                loss: (ply % 2 == 1).then_some(Loss::of_points(10, [0, 12, 45, 130][ply / 2 % 4])),
            })
            .collect(),
        hidden: false,
        review: None,
        remark: (plies > 0).then(|| Remark {
            mv: Move::Place(square("e3")),
            loss: Loss::of_points(10, 45),
            rank: 3,
            of: 7,
            best: Move::Place(square("c4")),
        }),
        mean_loss: [Some(22.25), None],
        cursor: CursorInfo::Known {
            square: square("c4"),
            side: Side::Black,
            value: -17,
            rank: 2,
            of: 6,
            openness: 7,
            line: ["c4", "b5", "d3", "c3", "b4"]
                .map(|name| Move::Place(square(name)))
                .to_vec(),
            shares: vec![
                share("mobility", "m", 3, 5),
                share("frontier", "fr", -4, 10),
                share("stability", "s", 0, 50),
                share("forfeit", "fo", 0, 35),
                share("discs", "d", 8, 1),
            ],
        },
        by: None,
        held: Vec::new(),
    }
}

pub fn snapshot() -> Snapshot {
    let gene = |name: &str| Gene {
        name: name.into(),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
    };
    let mut individuals: Vec<Dot> = (0..40u64)
        .map(|id| {
            let spread = |prime: u64| {
                let part = (id * prime % 41) as f64 / 41.0;
                10f64.powf(part * 4.0) as i32
            };
            let rate = (id * 7 % 20) as f64 / 20.0;
            Dot {
                id,
                genes: vec![spread(11), spread(17), spread(29)],
                role: Role::Member,
                rival: None,
                games: if id % 9 == 0 { 0 } else { 20 },
                win_rate: (id % 9 != 0).then_some(rate),
                interval: ((rate - 0.2).max(0.0), (rate + 0.2).min(1.0)),
                fitness: Some(rate),
                verdict: None,
            }
        })
        .collect();
    for (index, role) in [
        (5, Role::Parent),
        (6, Role::Parent),
        (7, Role::Child),
        (8, Role::Elite),
    ] {
        individuals[index].role = role;
    }
    for (rival, index) in [11, 23, 31].into_iter().enumerate() {
        individuals[index].rival = Some(rival);
        individuals[index].interval = (0.4, 0.6);
        individuals[index].win_rate = Some(0.5);
        individuals[index].games = 100;
    }
    Snapshot {
        phase: Phase::Breeding,
        paused: false,
        cycle: 7,
        cycles: 15,
        step: 700,
        games: 51_234,
        games_per_second: 1140.4,
        progress: None,
        target: 24.2,
        genes: vec![gene("mobility"), gene("frontier"), gene("stability")].into(),
        individuals,
        curves: (0..30)
            .map(|cycle| {
                let t = f64::from(cycle) / 30.0;
                CurvePoint {
                    cycle: f64::from(cycle),
                    best_f_wr: 1.0 - 0.5 * (-4.0 * t).exp(),
                    mean_f_wr: 0.8 - 0.6 * (-3.0 * t).exp(),
                    mean_f_sim: 0.3 + 0.1 * (9.0 * t).sin(),
                    mean_win_rate: 0.5 + 0.3 * (-2.0 * t).exp() * (14.0 * t).cos(),
                    win_rate_quartiles: (0.35, 0.7),
                    spread: 1.6 - t,
                }
            })
            .collect::<Vec<_>>()
            .into(),
        differences: Vec::new().into(),
    }
}

pub fn opponents() -> Vec<Opponent> {
    [
        ("beginner", "Beginner", "Reversi in C#, looks 3 plies ahead"),
        ("intermediate", "Intermediate", "looks 4 plies ahead"),
        ("rival-a", "Rival A", "level with you"),
    ]
    .map(|(key, name, note)| Opponent {
        key: key.into(),
        name: name.into(),
        note: note.into(),
    })
    .to_vec()
}

pub fn setup() -> NewGame {
    NewGame {
        seats: [SeatChoice::Person, SeatChoice::Machine("beginner".into())],
        measured: true,
        handicap: None,
        start: Beginning::Usual,
    }
}

/// A person a little stronger than Intermediate.
pub fn rank() -> Rank {
    let levels = ["random", "beginner", "intermediate", "advanced", "expert"];
    let levels = levels.iter().zip(0..);
    let levels = levels.map(|(name, place)| ((*name).to_owned(), f64::from(place)));
    let interval = Interval {
        low: 1.2,
        high: 3.4,
    };
    Levels::new(levels).rank(2.2, interval, 6)
}

pub fn result() -> ResultView {
    ResultView {
        yardstick: "Points are the tester's.".to_owned(),
        black: 40,
        white: 24,
        person: Some(Side::Black),
        names: ["you".into(), "Beginner".into()],
        d: Some(24.4),
        people: None,
        sitting: Some("This sitting: 3.5 of 6 against your equals; expected 3.1.".into()),
        rank: Some(rank()),
        figures: vec!["This game: mean loss D 24.4".into()],
        mode: Mode::Measured,
        target: Some(Target {
            measured: 24.4,
            held: 21.2,
            depth: 3,
            equal: None,
        }),
        is_ready: false,
        breeding: "Breeding your rivals: 30 %".into(),
        rivals: opponents()[2..].to_vec(),
    }
}

/// Opens what lies on top.
pub type Opening = Box<dyn Fn(&mut Context<Played>)>;

/// A game that is played, how it is looked at, and what lies on top of it.
pub struct Scene {
    pub panes: Panes,
    pub game: GameView,
    pub theme: Theme,
    pub focus: Pane,
    pub zoom: bool,
    /// What is said in the bottom line.
    pub warning: Option<String>,
    /// Opens what lies on top.
    pub open: Option<Opening>,
    /// Keys that are pressed then.
    pub keys: Vec<KeyCode>,
}

impl Deref for Scene {
    type Target = Panes;

    fn deref(&self) -> &Panes {
        &self.panes
    }
}

impl DerefMut for Scene {
    fn deref_mut(&mut self) -> &mut Panes {
        &mut self.panes
    }
}

/// The scene as a screen.
pub struct Played {
    panes: Panes,
    game: GameView,
}

impl Screen for Played {
    type Request = Request;
    type Pane = Pane;
    const PANES: &'static [Pane] = &Pane::ALL;

    fn layer(&self, context: &Context<Self>) -> Layer {
        match self.game.review {
            _ if context.zoom && context.focus == Pane::Population => Layer::Individuals,
            _ if self.game.position.is_over() => Layer::Over,
            Some(_) => Layer::Past,
            None => Layer::Game,
        }
    }

    fn act(&mut self, _action: Action, _context: &mut Context<Self>) {}

    fn perform(&mut self, _request: Request, _context: &mut Context<Self>) {}

    fn layout(&self, main: Rect) -> Vec<(Pane, Rect)> {
        self.panes.layout(main, self.game.trace.hidden)
    }

    fn draw(
        &self,
        panes: &[(Pane, Rect)],
        context: &Context<Self>,
        buffer: &mut Buffer,
    ) -> Option<(u16, u16)> {
        self.panes.draw(&self.game, panes, context, buffer);
        None
    }

    fn status(&self, _theme: &Theme) -> String {
        "cycle 7/15".to_owned()
    }

    fn help(&self) -> Vec<String> {
        vec!["The game".to_owned()]
    }

    fn question(&self) -> Option<Vec<String>> {
        Some(vec!["The game is not over.".to_owned()])
    }
}

impl Scene {
    /// The scene with the shell round it.
    fn shell(&self) -> Shell<Played> {
        let panes = Panes {
            breeding: self.panes.breeding.clone(),
            said: self.panes.said.clone(),
            ..self.panes
        };
        let open = |context: &mut Context<Played>| {
            (context.focus, context.zoom) = (self.focus, self.zoom);
            if let Some(open) = &self.open {
                open(context);
            }
            if let Some(warning) = &self.warning {
                context.warn(warning);
            }
            let game = self.game.clone();
            Ok::<_, Infallible>(Played { panes, game })
        };
        let mut shell = Shell::with_theme(self.theme, KeyStyle::Plain, open).unwrap();
        for &code in &self.keys {
            shell.update(key(code));
        }
        shell
    }
}

/// A screen on which nobody plays, and which stands still.
pub struct Still {
    viewer: Viewer,
    handled: Vec<Action>,
}

impl Source for Still {
    fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    fn viewer_mut(&mut self) -> &mut Viewer {
        &mut self.viewer
    }

    fn handle(&mut self, action: Action, _context: &mut Context<Self>) {
        self.handled.push(action);
    }
}

impl Scene {
    /// The same panes and the same game where nobody plays.
    pub fn viewed(self, viewed: Viewed) -> Shell<Still> {
        self.viewed_with(viewed, |_, _| {})
    }

    /// The same, changed.
    pub fn viewed_with(
        self,
        viewed: Viewed,
        change: impl FnOnce(&mut Viewer, &mut Context<Still>),
    ) -> Shell<Still> {
        let Self { theme, panes, .. } = self;
        let open = |context: &mut Context<Still>| {
            let mut viewer = Viewer::new(viewed, context);
            viewer.line = "run-1, cycle 7/15".to_owned();
            viewer.panes = panes;
            viewer.game = self.game;
            change(&mut viewer, context);
            let handled = Vec::new();
            Ok::<_, Infallible>(Still { viewer, handled })
        };
        Shell::with_theme(theme, KeyStyle::Plain, open).unwrap()
    }
}

/// Something that can be drawn.
pub trait Drawn {
    fn draw_on(&mut self, frame: &mut Frame<'_>);
}

impl Drawn for Scene {
    fn draw_on(&mut self, frame: &mut Frame<'_>) {
        self.shell().draw(frame);
    }
}

impl<S: Screen> Drawn for Shell<S> {
    fn draw_on(&mut self, frame: &mut Frame<'_>) {
        self.draw(frame);
    }
}

impl Drawn for Box<dyn Drawn> {
    fn draw_on(&mut self, frame: &mut Frame<'_>) {
        self.as_mut().draw_on(frame);
    }
}

/// A screen in the middle of a game.
pub fn app(glyphs: GlyphChoice, color: ColorChoice) -> Scene {
    let settings = Settings {
        glyphs,
        color,
        ..Settings::default()
    };
    let panes = Panes {
        breeding: Some(Arc::new(snapshot())),
        cursor: square("d3"),
        ..Panes::default()
    };
    Scene {
        panes,
        game: game_after("f5 d6 c5 f4 e3 c6"),
        theme: Theme::new(&settings, |_| None),
        focus: Pane::Board,
        zoom: false,
        warning: None,
        open: None,
        keys: Vec::new(),
    }
}

pub fn plain() -> Scene {
    app(GlyphChoice::Unicode, ColorChoice::Truecolor)
}

/// Every screen there is, by name.
pub fn every_screen(
    glyphs: GlyphChoice,
    color: ColorChoice,
) -> Vec<(&'static str, Box<dyn Drawn>)> {
    let fresh = || app(glyphs, color);
    let with = |open: Opening| Scene {
        open: Some(open),
        ..fresh()
    };
    let form = |context: &mut Context<Played>| {
        let begin = |wanted| Request::Begin(Box::new(wanted));
        context.open(new_game::form(&setup(), &opponents(), begin));
    };
    let mut early = fresh();
    early.game = game_after("");
    early.game.trace = TraceState {
        hidden: true,
        ..TraceState::default()
    };
    early.game.rank = None;
    early.game.mode = Mode::Measured;
    early.breeding = None;
    let mut broken = fresh();
    broken.breeding = Some(Arc::new(not_numbers()));
    let mut said = fresh();
    said.warning = Some("e1 is illegal: it turns over no disc for Black".to_owned());
    let theme = fresh().theme;
    let mut naming = with(Box::new(form));
    let name = "individual:mobility=5,".repeat(9);
    naming.keys = [KeyCode::Down, KeyCode::Left].to_vec();
    naming.keys.extend(name.chars().map(KeyCode::Char));
    let menus = [
        ("result", result::result_menu(&result(), &theme)),
        (
            "resume",
            resume::resume_menu("you", "Beginner", Some(0), 12, 2),
        ),
        (
            "help costs",
            help_menu(Request::Help(HelpAsked::Hint), "Yes, a hint"),
        ),
    ];
    let mut screens = vec![
        ("by name", naming),
        ("game", fresh()),
        ("start", early),
        ("no numbers", broken),
        ("notice", said),
        (
            "move line",
            with(Box::new(|context| context.open_line("f"))),
        ),
        ("past", reviewing(fresh(), 4)),
        ("over", over(fresh())),
        ("new game", with(Box::new(form))),
    ];
    for (name, menu) in menus {
        let ask = move |context: &mut Context<Played>| context.ask(menu.clone());
        screens.push((name, with(Box::new(ask))));
    }
    for keys in [vec!['?'], vec![':', '?'], vec!['?', ' '], vec!['q']] {
        let mut app = fresh();
        app.keys = keys.into_iter().map(KeyCode::Char).collect();
        screens.push(("help, or leaving", app));
    }
    for pane in Pane::ALL {
        let mut app = fresh();
        app.focus = pane;
        screens.push(("focus", app));
        let mut app = fresh();
        app.focus = pane;
        app.zoom = true;
        screens.push(("zoom", app));
    }
    let mut screens: Vec<(&str, Box<dyn Drawn>)> = screens
        .into_iter()
        .map(|(name, scene)| (name, Box::new(scene) as Box<dyn Drawn>))
        .collect();
    for viewed in [Viewed::Live, Viewed::Run, Viewed::Game, Viewed::Review] {
        screens.push(("without a person", Box::new(fresh().viewed(viewed))));
    }
    screens
}

/// The same screen with the position after `ply` moves.
pub fn reviewing(mut app: Scene, ply: usize) -> Scene {
    let line = line("f5 d6 c5 f4 e3 c6");
    app.game.review = Some(Review {
        ply,
        position: line.positions()[ply],
    });
    app.game.trace.review = Some(ply);
    app
}

/// The same screen with a game that is over: White has no disc left after nine moves.
pub fn over(mut app: Scene) -> Scene {
    app.game = game_after("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    app
}

/// A state of breeding full of what is no number, and of weights outside of their range.
pub fn not_numbers() -> Snapshot {
    let mut snapshot = snapshot();
    for (index, dot) in snapshot.individuals.iter_mut().enumerate() {
        dot.win_rate = Some([f64::NAN, f64::INFINITY, f64::NEG_INFINITY][index % 3]);
        dot.interval = (f64::NAN, f64::NAN);
        dot.fitness = Some(f64::NAN);
        dot.genes = vec![[0, -5, i32::MAX, i32::MIN][index % 4]; index % 4];
    }
    snapshot.curves = (0..5)
        .map(|index| CurvePoint {
            cycle: [f64::NAN, 1.0, f64::INFINITY, 2.0, f64::NAN][index],
            best_f_wr: f64::NAN,
            mean_f_wr: f64::INFINITY,
            mean_f_sim: f64::NEG_INFINITY,
            mean_win_rate: -3.0,
            win_rate_quartiles: (f64::NAN, f64::INFINITY),
            spread: 1e300,
        })
        .collect::<Vec<_>>()
        .into();
    snapshot.games_per_second = f64::NAN;
    snapshot.target = f64::INFINITY;
    snapshot
}

pub fn draw(app: &mut impl Drawn, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw_on(frame)).unwrap();
    terminal.backend().buffer().clone()
}

pub fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    buffer
        .content
        .chunks(width)
        .map(|row| {
            let row: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            row.trim_end().to_owned() + "\n"
        })
        .collect()
}

/// Sees that every row is as wide as the screen: a wide character at its edge would stand in two rows.
#[track_caller]
pub fn assert_whole(buffer: &Buffer, name: &str) {
    let width = usize::from(buffer.area.width).max(1);
    for row in buffer.content.chunks(width) {
        let edge = row.last().map_or("", ratatui::buffer::Cell::symbol);
        assert!(edge.width() <= 1, "{name}, {width} columns: {edge:?}");
    }
}

pub fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

pub fn press(screen: &mut Shell<OthelloScreen>, code: KeyCode) -> Flow {
    screen.update(key(code))
}

/// What a key asks of whoever plays back.
pub fn press_viewer(viewer: &mut Shell<Still>, code: KeyCode) -> Option<Action> {
    let before = viewer.screen().handled.len();
    viewer.update(key(code));
    viewer.screen().handled.get(before).copied()
}

pub fn type_text(screen: &mut Shell<OthelloScreen>, text: &str) {
    for letter in text.chars() {
        press(screen, KeyCode::Char(letter));
    }
}

#[test]
fn the_scene_is_a_real_game() {
    assert_eq!(
        game_after("f5 d6 c5 f4 e3 c6").position.side_to_move(),
        Side::Black
    );
}
