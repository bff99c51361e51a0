//! Players in a person's place: who is met, what their games tell, and the rivals that are bred for them.

use super::{Seated, score};
use crate::breed::{arena, to_rest};
use crate::lab::{ExperimentError, Lab};
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::root::Search as _;
use koteki_games::othello::{Move, Position};
use koteki_games::random::derive_seed;
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::verdict::Verdict;
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::equal::{Equal, Evidence, GameEvidence, RUNGS, ResultAgainst};
use koteki_rivals::measure::evenness::Tested;
use koteki_rivals::measure::level::Ladder;
use koteki_rivals::measure::likeness;
use koteki_rivals::measure::loss::{LossSheet, MEASURED_PLIES};
use koteki_rivals::measure::stats::Interval;
use koteki_rivals::measure::strength::Decision;
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::{PlayerSpec, SearchSpec, build_othello};
use koteki_session::breeding::deepened;

/// Who is met: the thesis' two levels, UCT at two budgets, the k-best of table 5.2, three like people who look less far, and
/// two who play one part of the game like much weaker people. None of them had a part in what is fitted, but for Beginner,
/// whom everybody meets first.
pub const PLAYERS: [&str; 10] = [
    "beginner",
    "intermediate",
    "uct:playouts=400",
    "uct:playouts=1600",
    "kbest:k=12,sigma=75.36",
    "human:rating=700,look=quick",
    "human:rating=1100,look=quick",
    "human:rating=1500,look=quick",
    "human:rating=1600 human:rating=700",
    "human:rating=700 human:rating=1600",
];

/// With so few empty squares the second of two players plays on.
const ENDING: u32 = 22;

/// Who is met in the first game.
pub const BEGINNER: &str = "beginner";

/// Plays the last part of a game as somebody else.
struct Halves([Box<dyn Player<Position>>; 2]);

impl Player<Position> for Halves {
    fn choose(
        &self,
        line: &GameLine<Position>,
        allowed: &[Move],
        context: &mut Context<'_>,
    ) -> Result<Choice<Position>, PlayerError> {
        let ends = line.position().empties().count_ones() <= ENDING;
        self.0[usize::from(ends)].choose(line, allowed, context)
    }
}

/// The player of this name; of two names, the first until 22 squares are empty, then the second.
///
/// # Errors
/// When a name is invalid.
pub fn built(name: &str) -> Result<Box<dyn Player<Position>>, ExperimentError> {
    let build = |name: &str| -> Result<Box<dyn Player<Position>>, ExperimentError> {
        Ok(build_othello(&name.parse::<PlayerSpec>()?)?)
    };
    match name.split_once(' ') {
        Some((first, then)) => Ok(Box::new(Halves([build(first)?, build(then)?]))),
        None => build(name),
    }
}

/// A player whose games are measured like a person's.
pub struct Person<'a> {
    player: Seated<'a>,
    seed: u64,
    games: usize,
    known: Evidence,
}

/// What came of one game.
pub struct Played {
    /// What the person scored: 1, ½ or 0.
    pub score: f64,
    /// The losses that the thesis' D is the mean of.
    pub losses: Vec<f64>,
}

impl<'a> Person<'a> {
    /// Before the first game.
    pub fn new(player: Seated<'a>, seed: u64) -> Self {
        Self {
            player,
            seed,
            games: 0,
            known: Evidence::default(),
        }
    }

    /// What the games so far say.
    pub const fn known(&self) -> &Evidence {
        &self.known
    }

    /// The even point of the agent that is made for the person now.
    pub fn even(&self) -> f64 {
        self.known.equal().map_or(0.0, |it| it.d)
    }

    /// The first game, against Beginner.
    ///
    /// # Errors
    /// When the lab is told to stop.
    pub fn play_beginner(&mut self, lab: &Lab<'_>) -> Result<Played, ExperimentError> {
        let even = Ladder::measured().even(BEGINNER);
        self.play(lab, &*built(BEGINNER)?, even)
    }

    /// The next game, against an opponent whose even point may be known; colours alternate.
    ///
    /// # Errors
    /// When the lab is told to stop.
    pub fn play(
        &mut self,
        lab: &Lab<'_>,
        opponent: Seated<'_>,
        even: Option<f64>,
    ) -> Result<Played, ExperimentError> {
        let side = Side::BOTH[self.games % 2];
        let seats = match side {
            Side::Black => [self.player, opponent],
            Side::White => [opponent, self.player],
        };
        let seed = derive_seed(self.seed, &[self.games as u64]);
        let start = GameLine::default();
        let line = play_out(start, seats[0], seats[1], seed, lab.cancel())?;
        let tester = SearchSpec::TESTER.search();
        let mut sheet = LossSheet::default();
        let mut decisions = Vec::new();
        for (index, (position, mv)) in line.steps().enumerate().take(MEASURED_PLIES) {
            if position.side_to_move() == side && !position.must_pass() {
                let depth = SearchSpec::TESTER.depth;
                let values = tester.root_values(position, depth, lab.cancel())?;
                sheet.push(index + 1, &values, mv);
                decisions.extend(Decision::of(&values, mv));
            }
        }
        let score = score(&line, side);
        self.known.see_game(&GameEvidence {
            ended: 0,
            decisions,
            likeness: likeness::of_game(&line, side, lab.cancel())?,
            result: even.map(|opponent| ResultAgainst { opponent, score }),
        });
        self.games += 1;
        lab.done(1);
        Ok(Played {
            score,
            losses: sheet.losses(),
        })
    }
}

/// A rival that was bred.
pub struct Bred {
    /// The player.
    pub player: Box<dyn Player<Position>>,
    /// Its test, …
    pub tested: Tested,
    /// … and whether that certified it.
    pub certified: bool,
}

/// The rivals that are bred for a person of this even point, as the program does it with `given` settings: at most
/// [`WANTED`](koteki_rivals::evolve::rivals::WANTED).
///
/// # Errors
/// When the lab is told to stop.
pub fn breed_for(
    lab: &Lab<'_>,
    given: &Settings,
    even: f64,
    seed: u64,
) -> Result<Vec<Bred>, ExperimentError> {
    let equal = Equal {
        d: even,
        interval: Interval::UNIT,
    };
    let rung = equal.rung(&RUNGS).unwrap_or(&RUNGS[0]);
    let settings = deepened(given, rung);
    let arena = arena(&settings)?;
    let mut run = Run::new(settings.clone(), &Position::features(&settings), seed)?;
    run.retarget(rung.held(even));
    let census = to_rest(lab, &arena, run, false, |_| {})?.census();
    let rivals = census.members.iter().filter(|it| it.rival.is_some());
    rivals
        .map(|member| {
            Ok(Bred {
                player: build_othello(&arena.individual(&member.weights))?,
                tested: Tested {
                    even: rung.even(rung.held(even)),
                    games: member.retest.games,
                    score: member.retest.win_rate().unwrap_or(0.5),
                },
                certified: member.verdict == Some(Verdict::Certified),
            })
        })
        .collect()
}
