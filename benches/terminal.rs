//! What README and docs claim about the screen: how soon a key shows, how soon the first frame is there, and
//! what a frame costs.
//!
//! `cargo bench --bench terminal`. The program runs in a pseudo-terminal of 120 × 40, alone and with two threads
//! that spin beside it, so every processor of a small machine is taken. Seconds depend on the machine and on
//! whoever else uses it.

#[cfg(unix)]
#[path = "../tests/common/mod.rs"]
mod common;
#[cfg(unix)]
#[path = "../tests/pty/mod.rs"]
mod pty;

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use koteki_games::Side;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};
use koteki_rivals::evolve::run::Run;
use koteki_rivals::roster::kit::Kit as _;
use koteki_tui::Settings;
use koteki_tui::event::{Event, Program as _};
use koteki_tui::shell::{Context, Shell};
use koteki_tui::view::{GameView, Loss, Mode, Seat, TracePoint, TraceState};
use koteki_tui::viewer::{Source, Viewed, Viewer};
use ratatui::Terminal as Drawing;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

const ROWS: u16 = 40;
const COLS: u16 = 120;
const KEYS: usize = 150;
const STARTS: usize = 20;
const FRAMES: usize = 2_000;

fn main() {
    println!("                                p50        p95        max");
    report("draw, 120 x 40", draws());
    #[cfg(unix)]
    {
        report("start to first frame, quiet", starts());
        report("key to screen, quiet", key_presses());
        let spinners = spin(2);
        report("start to first frame, busy", starts());
        report("key to screen, busy", key_presses());
        drop(spinners);
    }
}

/// One line: median, 95th percentile, maximum.
fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    println!(
        "{what:<27} {:>10} {:>10} {:>10}   of {}",
        ms(at(50)),
        ms(at(95)),
        ms(at(100)),
        times.len()
    );
}

/// Threads that use a processor each until this is dropped.
struct Spinners(Arc<AtomicBool>);

impl Drop for Spinners {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn spin(threads: usize) -> Spinners {
    let stop = Arc::new(AtomicBool::new(false));
    for _ in 0..threads {
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
    }
    Spinners(stop)
}

/// The program's start until its whole first frame has arrived.
#[cfg(unix)]
fn starts() -> Vec<Duration> {
    (0..STARTS)
        .map(|_| {
            let home = pty::Home::new();
            let start = Instant::now();
            let terminal = pty::Terminal::start_in(&home, ROWS, COLS, &["--seed", "1"], &[]);
            terminal.wait_until("the first frame", |screen| {
                let text = screen.contents();
                text.contains("Black to move") && text.contains("? help")
            });
            start.elapsed()
        })
        .collect()
}

/// Cursor keys, one after the other has shown, until the brackets are on the next square.
#[cfg(unix)]
fn key_presses() -> Vec<Duration> {
    let mut terminal = pty::Terminal::start(ROWS, COLS, &["--seed", "1"], &[]);
    terminal.wait_for("? help");
    // Round and round in a square of 2 × 2.
    let keys = [
        pty::keys::RIGHT,
        pty::keys::DOWN,
        pty::keys::LEFT,
        pty::keys::UP,
    ];
    let mut times = Vec::with_capacity(KEYS);
    for press in 0..KEYS {
        let before = cursor(&terminal.screen());
        let start = Instant::now();
        terminal.send(keys[press % keys.len()]);
        terminal.wait_until("the cursor to move", |screen| {
            let now = cursor(screen);
            now.is_some() && now != before
        });
        times.push(start.elapsed());
        // As people do: not all at once, and not in step with the frames.
        std::thread::sleep(Duration::from_millis(11 + (press as u64 * 7) % 23));
    }
    times
}

/// Where the cursor's left bracket is.
#[cfg(unix)]
fn cursor(screen: &vt100::Screen) -> Option<(u16, u16)> {
    let (rows, cols) = screen.size();
    (2..rows.get().min(30))
        .flat_map(|row| (0..cols.get() / 2).map(move |col| (row, col)))
        .find(|&(row, col)| {
            screen
                .cell(row, col)
                .is_some_and(|cell| cell.contents() == "[")
        })
}

/// A game in its middle beside a breeding, as where it is watched.
struct Still(Viewer);

impl Source for Still {
    fn viewer(&self) -> &Viewer {
        &self.0
    }

    fn viewer_mut(&mut self) -> &mut Viewer {
        &mut self.0
    }
}

/// Draws a game in its middle, with a population and the curves of a real breeding.
fn draws() -> Vec<Duration> {
    let open = |context: &mut Context<Still>| {
        let mut viewer = Viewer::new(Viewed::Live, context);
        viewer.game = game();
        viewer.panes.breeding = bred();
        Ok::<_, Infallible>(Still(viewer))
    };
    let Ok(mut shell) = Shell::open(&Settings::default(), open);
    let mut terminal = Drawing::new(TestBackend::new(COLS, ROWS)).unwrap_or_else(|_| {
        unreachable!("a terminal in memory has no errors");
    });
    let mut times = Vec::with_capacity(FRAMES);
    for frame in 0..FRAMES {
        // Something changes now and then: the axes of the population.
        if frame % 100 == 0 {
            shell.update(Event::Key(KeyCode::Char('x').into()));
        }
        let start = Instant::now();
        let _ = terminal.draw(|frame| shell.draw(frame));
        times.push(start.elapsed());
    }
    times
}

fn game() -> GameView {
    let mut line = GameLine::<Position>::default();
    let mut moves = Vec::new();
    while line.ply() < 30 {
        moves.clear();
        line.position().legal_moves(&mut moves);
        let Some(&mv) = moves.get(line.ply() % moves.len().max(1)) else {
            break;
        };
        if line.play(mv).is_err() {
            break;
        }
    }
    let points = (0..line.ply())
        .map(|ply| TracePoint {
            ply,
            value: ((ply * 37) % 101) as i32 - 50,
            loss: (ply % 2 == 1).then_some(Loss::of_points(0, (ply * 13 % 60) as i32)),
        })
        .collect();
    GameView {
        position: *line.position(),
        moves: line.moves().to_vec(),
        opening: 0,
        losses: (0..line.ply())
            .map(|ply| Some(Loss::of_points(0, (ply * 13 % 60) as i32)))
            .collect(),
        review: None,
        seats: [Seat::Person, Seat::Machine("Beginner".to_owned())],
        clocks: [None, None],
        thinking: false,
        mode: Mode::Practice,
        rank: None,
        hint: line.moves().last().and_then(|mv: &Move| mv.square()),
        values: Vec::new(),
        turned: 0,
        variation: None,
        trace: TraceState {
            viewer: Side::Black,
            points,
            ..TraceState::default()
        },
    }
}

/// A population and curves; `None` should the settings' own breeding not begin.
fn bred() -> Option<Arc<koteki_rivals::evolve::snapshot::Snapshot>> {
    let settings = koteki_rivals::evolve::Settings {
        population: 300,
        ..koteki_rivals::evolve::Settings::default()
    };
    let features = Position::features(&settings);
    let run = Run::new(settings, &features, 1).ok()?;
    let mut snapshot = run.snapshot(false, 1_500.0);
    for (index, dot) in snapshot.individuals.iter_mut().enumerate() {
        let rate = (index % 20) as f64 / 20.0;
        dot.games = 20;
        dot.win_rate = Some(rate);
        dot.interval = ((rate - 0.2).max(0.0), (rate + 0.2).min(1.0));
        dot.fitness = Some(rate);
    }
    snapshot.curves = (0..250)
        .map(|cycle| {
            let t = f64::from(cycle) / 250.0;
            koteki_rivals::evolve::snapshot::CurvePoint {
                cycle: f64::from(cycle),
                best_f_wr: 1.0 - 0.5 * (-4.0 * t).exp(),
                mean_f_wr: 0.8 - 0.6 * (-3.0 * t).exp(),
                mean_f_sim: 0.3 + 0.1 * (9.0 * t).sin(),
                mean_win_rate: 0.5 + 0.3 * (14.0 * t).cos(),
                win_rate_quartiles: (0.4, 0.7),
                spread: 1.6 - t,
            }
        })
        .collect::<Vec<_>>()
        .into();
    Some(Arc::new(snapshot))
}
