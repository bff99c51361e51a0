//! `koteki engine`: a player of the roster behind a protocol, for programs.

use std::io::{self, BufReader};
use std::time::Duration;

use anyhow::{Context as _, bail};

use crate::commands::choice::{GAMES, one_of};
use crate::protocol::gtp::Engine;
use crate::protocol::gtp::engine::{GameEngine, GtpGame};
use crate::protocol::lines::Lines;
use crate::protocol::nboard::{self, Deepen};
use crate::protocol::{gtp, janken};
use koteki_engine::player::Player;
use koteki_engine::player::best::{BestMove, Knowledge};
use koteki_games::othello::Position;
use koteki_games::words::harmless::Harmless;
use koteki_janken::ReaderSpec;
use koteki_rivals::roster::kit::{GameKind, Kit, with_kit};
use koteki_rivals::roster::{PlayerSpec, SearchSpec, TesterSpec};

/// Lets another program play against a player, by a protocol on standard input and output
///
/// The protocol is GTP, version 2, as tournament managers and other engines speak it. Every line gets
/// its answer at once; the program ends with "quit" or with the end of the input, after which the lines
/// that came before it are still answered as long as the answers are read.
///
/// With --protocol nboard it is an engine of NBoard: in its menu of engines, this command is the one to
/// enter. The depth that is set there counts for the tester and for values; other players look as far as
/// their names say. Values (hints, analysis) are in discs, by the learned evaluation.
///
/// With --protocol janken it plays janken, a line a round: the engine prints R, P or S, then reads the
/// opponent's hand; "new" starts a match, "quit" ends. A line that is neither is answered by a line that
/// begins with a question mark, and the hand that was printed last stands.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The protocol
    #[arg(long, value_enum, default_value_t = Protocol::Gtp)]
    pub protocol: Protocol,
    /// The game, by GTP [default: othello]
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES))]
    pub game: Option<GameKind>,
    /// The player, as in expert or agent:d=25,depth=4; at Blokus Duo as in uct:playouts=1000, at janken as
    /// in paper or strong [default: tester, uct and strong]
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<String>,
    /// Seed for everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Seconds that the player may still think after the end of the input [default: as long as it takes]
    #[arg(long, value_name = "SECONDS")]
    pub patience: Option<u64>,
}

/// A protocol between programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Protocol {
    /// The Go Text Protocol, version 2
    Gtp,
    /// The NBoard protocol, version 2
    Nboard,
    /// Janken, a line a round
    Janken,
}

/// Serves standard input until it ends.
///
/// # Errors
/// A player that waits for a target, no thread, an output that is gone.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let patience = args.patience.map_or(Duration::MAX, Duration::from_secs);
    // What is wrong with a line of the other program is said with its words.
    let out = &mut Harmless::words(io::stdout().lock());
    let name = |usual: &str| args.player.clone().unwrap_or_else(|| usual.to_owned());
    match args.protocol {
        Protocol::Gtp => {
            let kind = args.game.unwrap_or_default();
            let mut engine = with_kit!(kind, K => game_engine::<K>(args))?;
            let lines = Lines::listen(BufReader::new(io::stdin()), patience, nobody_reads)?;
            gtp::serve(&mut *engine, &lines, out)?;
        }
        Protocol::Nboard if args.game == Some(GameKind::Blokus) => {
            bail!("--game blokus is played by --protocol gtp only")
        }
        Protocol::Janken if args.game.is_some() => {
            bail!("--protocol janken plays janken alone: leave --game out")
        }
        Protocol::Nboard => {
            let (spec, player) = own::<Position>(&name("tester"))?;
            let is_tester = spec == PlayerSpec::Tester(TesterSpec::THESIS);
            let deepen = is_tester.then_some(tester_at as Deepen);
            let name = format!("Koteki ({spec})");
            let mut engine = nboard::Engine::new(name, player, deepen, args.seed);
            let lines = Lines::listen_ended_by(
                BufReader::new(io::stdin()),
                patience,
                nobody_reads,
                nboard::ends_thought,
            )?;
            engine.serve(&lines, out)?;
        }
        Protocol::Janken => {
            let spec: ReaderSpec = name("strong").parse()?;
            let mut reader = spec.build(args.seed);
            janken::serve(&mut *reader, &mut io::stdin().lock(), out)?;
        }
    }
    Ok(())
}

/// The player of this name, unless it is another program: that one has its protocol already.
fn own<K: Kit>(name: &str) -> anyhow::Result<(K::Spec, Box<dyn Player<K>>)> {
    let spec = K::player_named(name)?;
    if K::is_engine(&spec) {
        bail!(
            "--player {spec}: that is another program, which speaks a protocol by itself: \
             start it instead of koteki engine, or name a player of koteki, as in expert"
        );
    }
    let player = K::build(&spec).with_context(|| spec.to_string())?;
    Ok((spec, player))
}

fn game_engine<K: GtpGame>(args: &Args) -> anyhow::Result<Box<dyn Engine>> {
    let (spec, player) = own::<K>(args.player.as_deref().unwrap_or(K::PLAYER))?;
    Ok(Box::new(GameEngine::new(spec, player, args.seed)))
}

/// The tester that looks so many plies ahead.
fn tester_at(depth: u32) -> Box<dyn Player<Position>> {
    let search = SearchSpec {
        depth,
        ..SearchSpec::TESTER
    };
    let spec = TesterSpec::from(search);
    Box::new(BestMove::new(spec.search(), depth, Knowledge::Every))
}

/// Whether standard output is a pipe whose other end is closed.
#[cfg(unix)]
fn nobody_reads() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let out = io::stdout();
    let mut fds = [PollFd::new(&out, PollFlags::empty())];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    poll(&mut fds, Some(&at_once)).is_ok() && fds[0].revents().intersects(gone)
}

/// Whether standard output is a pipe whose other end is closed: not found out here.
#[cfg(not(unix))]
fn nobody_reads() -> bool {
    false
}
