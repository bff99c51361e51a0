//! Matches of any number of players: which game is next, what counts, and when it is enough.
//!
//! Players meet in pairings; of each the games come in pairs that share an opening with colours swapped. Every
//! game has its seed from the match's, its players' numbers and its own, so what is played does not depend on the
//! number of threads. Neither does what counts: a pairing is looked at pair by pair in the order of their
//! numbers, ends at the first one after which the [`Stop`] says that it is enough, and what was played of later
//! ones meanwhile is dropped.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::contest::{MOVES, Played, Tally, play_on};
use super::openings::Openings;
use super::sprt::{Sprt, Verdict};
use koteki_engine::player::{Player, PlayerError};
use koteki_engine::search::budget::Cancel;
use koteki_engine::wire::error::{EngineError, EngineErrorKind};
use koteki_games::random::derive_seed;
use koteki_games::{Game, Side};

/// Keeps the seeds of pairings apart from those of games.
const PAIRING: u64 = 2;

/// Pairs before the width of an interval is looked at for the first time, and between two looks.
pub const LOOK: u32 = 20;

/// Games in a row that a player may fail in.
pub const FAILURES: u32 = 3;

/// When a pairing has been played often enough, before all its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// When the 95 % interval of the win rate reaches no further than this to each side, half its width taken.
    /// Looked at after every [`LOOK`] pairs.
    Width(f64),
    /// When the test accepts one of its claims. Looked at after every pair.
    Sprt(Sprt),
}

impl Stop {
    /// Whether it is enough after the pair that `tally` ends with.
    pub fn is_enough(&self, tally: &Tally) -> bool {
        let counts = tally.pair_counts();
        let pairs: u32 = counts.iter().sum();
        match self {
            Self::Width(width) => {
                let (interval, _) = tally.interval();
                pairs > 0
                    && pairs.is_multiple_of(LOOK)
                    && (interval.high - interval.low) / 2.0 <= *width
            }
            Self::Sprt(sprt) => sprt.verdict(counts) != Verdict::Undecided,
        }
    }
}

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Who meets whom, by their numbers.
    pub pairings: Vec<[usize; 2]>,
    /// Games of each pairing, at most; an odd one out has no swapped partner.
    pub games: u32,
    /// Seed of everything random.
    pub seed: u64,
    /// What ends a pairing sooner.
    pub stop: Option<Stop>,
}

/// Everybody against everybody.
pub fn round_robin(players: usize) -> Vec<[usize; 2]> {
    let others = |a| (a + 1..players).map(move |b| [a, b]);
    (0..players).flat_map(others).collect()
}

/// The first against everybody else.
pub fn gauntlet(players: usize) -> Vec<[usize; 2]> {
    (1..players).map(|b| [0, b]).collect()
}

impl Plan {
    /// The seed of a pairing. That of the first two players is the match's own, and another player at the end
    /// changes no game of the others.
    pub fn pairing_seed(&self, pairing: usize) -> u64 {
        match self.pairings[pairing] {
            [0, 1] => self.seed,
            [a, b] => derive_seed(self.seed, &[PAIRING, a as u64, b as u64]),
        }
    }

    /// The seed of a game.
    pub fn game_seed(&self, game: GameId) -> u64 {
        derive_seed(
            self.pairing_seed(game.pairing),
            &[MOVES, u64::from(game.number)],
        )
    }
}

/// A game of a match. In the order of their pairs; of one pair's number the pairings come in theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    /// The pairing's number.
    pub pairing: usize,
    /// The game's number within the pairing, from 0.
    pub number: u32,
}

impl GameId {
    /// The colour of the first player of the pairing: Black in even games.
    pub const fn first(self) -> Side {
        if self.number.is_multiple_of(2) {
            Side::Black
        } else {
            Side::White
        }
    }

    /// By what games are put in order.
    pub const fn order(self) -> (u32, usize, u32) {
        (self.number / 2, self.pairing, self.number)
    }
}

/// How a game ended, for the first player of its pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// On the board, with a point difference.
    Board(i32),
    /// One of the two failed; whether it was the first.
    Forfeit(bool),
    /// One of the two gave up; whether it was the first.
    Resigned(bool),
}

/// A pairing as far as it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// The games that count.
    pub tally: Tally,
    /// How all games ended that were played.
    ended: Vec<Option<Ended>>,
    /// Whether it is over.
    pub over: bool,
}

/// The match as far as it has been played.
#[derive(Clone, Debug)]
pub struct Board {
    plan: Plan,
    meetings: Vec<Meeting>,
    /// The next game to look at, in the order of games.
    cursor: (u32, usize, u32),
    /// Games in a row that each player failed in.
    failed: Vec<u32>,
    /// Who has failed once too often.
    broken: Option<usize>,
}

impl Board {
    /// A match of which nothing has been played.
    pub fn new(plan: Plan) -> Self {
        let players = plan.pairings.iter().flatten().max().map_or(0, |&it| it + 1);
        let over = plan.games == 0;
        let meeting = Meeting {
            over,
            ..Meeting::default()
        };
        Self {
            meetings: vec![meeting; plan.pairings.len()],
            plan,
            cursor: (0, 0, 0),
            failed: vec![0; players],
            broken: None,
        }
    }

    /// What is played.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The pairings, in their order.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Whether all pairings are over.
    pub fn is_over(&self) -> bool {
        self.meetings.iter().all(|meeting| meeting.over)
    }

    /// The player that failed in [`FAILURES`] games in a row, which ends the match.
    pub const fn broken(&self) -> Option<usize> {
        self.broken
    }

    /// Games that count, of all pairings.
    pub fn games(&self) -> u32 {
        self.meetings.iter().map(|it| it.tally.games()).sum()
    }

    /// Whether this game is one of the match, and counts or may come to.
    pub fn wants(&self, game: GameId) -> bool {
        self.meetings.get(game.pairing).is_some_and(|meeting| {
            let counted = game.number < meeting.tally.games();
            game.number < self.plan.games && (counted || !meeting.over)
        })
    }

    /// Whether this game has been played.
    fn is_played(&self, game: GameId) -> bool {
        let ended = self.meetings.get(game.pairing).map(|it| &it.ended);
        let found = ended.and_then(|ended| ended.get(game.number as usize));
        matches!(found, Some(Some(_)))
    }

    /// The next game to be played; each is given once.
    fn next(&mut self) -> Option<GameId> {
        if self.broken.is_some() || self.is_over() {
            return None;
        }
        loop {
            let (round, pairing, half) = self.cursor;
            if round * 2 >= self.plan.games {
                return None;
            }
            self.cursor = match half {
                0 => (round, pairing, 1),
                _ if pairing + 1 < self.meetings.len() => (round, pairing + 1, 0),
                _ => (round + 1, 0, 0),
            };
            let game = GameId {
                pairing,
                number: round * 2 + half,
            };
            if self.wants(game) && !self.is_played(game) {
                return Some(game);
            }
        }
    }

    /// Takes in how a game ended, and counts what counts by that. A second time of one game is nothing.
    pub fn take(&mut self, game: GameId, ended: Ended) {
        if !self.wants(game) || self.is_played(game) {
            return;
        }
        self.remember_failure(game, ended);
        let meeting = &mut self.meetings[game.pairing];
        let place = game.number as usize;
        if meeting.ended.len() <= place {
            meeting.ended.resize(place + 1, None);
        }
        meeting.ended[place] = Some(ended);
        while !meeting.over {
            let next = meeting.tally.games() as usize;
            // Whole pairs, but for an odd one out.
            let pair = if next + 1 == self.plan.games as usize {
                1
            } else {
                2
            };
            let Some(found) = meeting.ended.get(next..next + pair) else {
                break;
            };
            let Some(found) = found.iter().copied().collect::<Option<Vec<Ended>>>() else {
                break;
            };
            for ended in found {
                match ended {
                    Ended::Board(difference) => meeting.tally.add(difference),
                    Ended::Forfeit(first) => meeting.tally.add_forfeit(first),
                    Ended::Resigned(first) => meeting.tally.add_resigned(first),
                }
            }
            meeting.over = meeting.tally.games() >= self.plan.games
                || (pair == 2
                    && self
                        .plan
                        .stop
                        .is_some_and(|it| it.is_enough(&meeting.tally)));
        }
    }

    fn remember_failure(&mut self, game: GameId, ended: Ended) {
        let [a, b] = self.plan.pairings[game.pairing];
        for (player, is_first) in [(a, true), (b, false)] {
            if ended == Ended::Forfeit(is_first) {
                self.failed[player] += 1;
                if self.failed[player] >= FAILURES {
                    self.broken.get_or_insert(player);
                }
            } else {
                self.failed[player] = 0;
            }
        }
    }

    /// Forgets who has failed: a match that is gone on with gets a new chance.
    pub fn forgive(&mut self) {
        self.failed.fill(0);
        self.broken = None;
    }
}

/// A game that was played, or came to nothing because a player failed.
#[derive(Clone, Debug)]
pub struct Finished<G: Game> {
    /// Which.
    pub game: GameId,
    /// The game.
    pub played: Played<G>,
    /// Its seed.
    pub seed: u64,
    /// The side that failed or gave up, and how.
    pub failure: Option<(Side, Box<EngineError>)>,
}

/// Why a match was not played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The system gave no threads.
    #[error("cannot start {jobs} threads: {error}")]
    Threads {
        /// Threads asked for.
        jobs: usize,
        /// What the system said.
        error: io::Error,
    },
}

/// How games are played and judged.
pub struct Conditions<'a, G: Game> {
    /// The players.
    pub players: &'a [Box<dyn Player<G>>],
    /// What games begin with.
    pub openings: &'a Openings<G>,
    /// The point difference of a game for its first player.
    pub judge: fn(&Played<G>) -> i32,
    /// Threads.
    pub jobs: usize,
}

impl<G: Game> Conditions<'_, G> {
    /// Plays what is left of the match on `board` until it is over, a player fails once too often or `cancel` is
    /// raised; when it is over `cancel` is raised, too, for what is still being played counts no more. `kept` is
    /// given every game that may count, before it does, in the order in which they end.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn play(
        &self,
        board: &Mutex<Board>,
        cancel: &Cancel,
        kept: &(dyn Fn(&Finished<G>) + Sync),
    ) -> Result<(), TournamentError> {
        let lock = || board.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = lock().plan().clone();
        let work = || {
            while !cancel.is_cancelled() {
                let Some(game) = lock().next() else { break };
                let Some(finished) = self.one(game, &plan, cancel) else {
                    break;
                };
                let mut board = lock();
                if !board.wants(game) {
                    continue;
                }
                kept(&finished);
                board.take(game, self.ended(&finished));
                if board.is_over() || board.broken().is_some() {
                    cancel.cancel();
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let thread = thread::Builder::new().name("match".to_owned());
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    cancel.cancel();
                    let jobs = self.jobs;
                    return Err(TournamentError::Threads { jobs, error });
                }
            }
            Ok(())
        })
    }

    fn one(&self, game: GameId, plan: &Plan, cancel: &Cancel) -> Option<Finished<G>> {
        let [a, b] = plan.pairings[game.pairing].map(|it| &*self.players[it]);
        let mut line = self
            .openings
            .of_pair(game.number / 2, plan.pairing_seed(game.pairing));
        let seed = plan.game_seed(game);
        let first = game.first();
        let (black, white) = match first {
            Side::Black => (a, b),
            Side::White => (b, a),
        };
        let failure = match play_on(&mut line, black, white, seed, cancel) {
            Ok(()) => None,
            Err(PlayerError::Cancelled(_)) => return None,
            Err(PlayerError::Engine(fault)) => Some((line.position().side_to_move(), fault)),
        };
        Some(Finished {
            game,
            played: Played { line, first },
            seed,
            failure,
        })
    }

    fn ended(&self, finished: &Finished<G>) -> Ended {
        match &finished.failure {
            Some((side, fault)) if fault.kind == EngineErrorKind::Resigned => {
                Ended::Resigned(*side == finished.played.first)
            }
            Some((side, _)) => Ended::Forfeit(*side == finished.played.first),
            None => Ended::Board((self.judge)(&finished.played)),
        }
    }
}
