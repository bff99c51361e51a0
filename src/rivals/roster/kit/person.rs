//! What a game brings for the people who play it, beside its [kit](Kit).
//!
//! What a person gives away, D, is measured as in the rival thesis (Ueda 2012, §5.2): the mean, over the moves of the
//! latest measured games, of the best value less the value of the move played, as the game's judge sees them. How
//! the games ended against opponents of known strength then says which agent is even with the person.

use std::fmt;
use std::marker::PhantomData;

use super::Kit;
use crate::measure::evenness::{Evenness, Tested, without};
use crate::measure::foretold::Foretold;
use crate::measure::levels::{Levels, Rank};
use crate::measure::stats::{CONFIDENCE, Interval, Moments};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::uct::VisitedMove;
use koteki_games::{GameLine, Side};
use koteki_record::files::Filed;
use koteki_record::measured::{KeptRival, MeasuredGame, MeasuredGames};
use koteki_record::profile::PersonFile;

/// What is known of a person from measured games, and how a profile keeps it.
pub trait PersonEvidence: Clone + Default + fmt::Debug + PartialEq + Send + 'static {
    /// What one game says.
    type Game;
    /// The profile.
    type Profile: PersonFile;

    /// What a profile says.
    ///
    /// # Errors
    /// In words, what is wrong with it.
    fn restored(profile: Self::Profile) -> Result<Self, String>;

    /// The profile of `name`.
    fn profile(&self, name: &str) -> Self::Profile;

    /// Where the person stands among the levels of the game; `None` before the first measured game.
    fn rank(&self) -> Option<Rank>;

    /// How even a rival is with the person, who has won, drawn and lost so many games against it; `None` where nothing is
    /// known of the person.
    fn evenness(&self, tested: &Tested, record: [u32; 3]) -> Option<Evenness>;

    /// What was foretold of games before they were played, and came, in the order in which they ended.
    fn foretold(&self) -> Vec<Foretold>;

    /// Takes in the game called `id`; false, and nothing changes, when it has been counted before.
    fn count(&mut self, id: &str, game: Self::Game) -> bool;
}

/// A game at which a person's losses are measured in their unit, and strength on the scale of agents that hold a D.
pub trait PersonKit: Kit<Evidence = Games<Self>> + Filed {
    /// That scale.
    const SCALE: Scale;

    /// Opponents for people, the weakest first.
    const LEVELS: &'static [Self::Spec];

    /// The one that a person meets who has not asked for another.
    const USUAL: Self::Spec;

    /// What a move is called: as in "a placement", and as in "you have placed".
    const MOVE: &'static str;
    /// See [`MOVE`](Self::MOVE).
    const MOVED: &'static str;

    /// The rules in a few lines, and how moves are typed.
    const RULES: &'static [&'static str];

    /// How moves are typed, in half a line.
    const TYPED: &'static str;

    /// Words beside moves that [`answer`](Self::answer) knows, each with what it shows.
    const WORDS: &'static [(&'static str, &'static str)];

    /// How a player plays, in a few words.
    fn about(spec: &Self::Spec) -> String;

    /// Who has this even point, in a few words: an agent, or who stands beyond them.
    fn equal(even: f64) -> String;

    /// What the sides score as the position stands, Black first.
    fn points(&self) -> [i32; 2];

    /// What `side` gave away with each move of a game that counts, behind the number of moves before it.
    fn judged(line: &GameLine<Self>, side: Side) -> Vec<(usize, u32)>;

    /// From how much on that is a mistake.
    const MISTAKE: u32;

    /// What the same judge sees in `mv` beside the best move; `None` where it is not legal.
    fn explained(&self, mv: Self::Move) -> Option<Explained<Self::Move>>;

    /// What [`judged`](Self::judged) says, without the numbers.
    fn losses(line: &GameLine<Self>, side: Side) -> Vec<u32> {
        let judged = Self::judged(line, side).into_iter();
        judged.map(|(_, loss)| loss).collect()
    }

    /// What so many random games say of the legal moves: for hints and winning rates, the same every time.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    fn weigh(
        &self,
        playouts: u32,
        cancel: &Cancel,
    ) -> Result<Vec<VisitedMove<Self::Move>>, CancelledError>;

    /// Reads a move as a person types it.
    ///
    /// # Errors
    /// In words, why it cannot be read.
    fn typed(word: &str) -> Result<Self::Move, String>;

    /// Why `mv` is refused here, for the person who typed `word`.
    fn refused(&self, mv: Self::Move, word: &str) -> String;

    /// The move at `ply` of a game, in a line; `you` when it is that of the one person who plays.
    fn describe_move(line: &GameLine<Self>, ply: usize, you: bool) -> String;

    /// A move as it is recommended.
    fn recommended(mv: Self::Move) -> String;

    /// The board with its coordinates: X is Black.
    fn board(&self) -> Vec<String>;

    /// What one of [`WORDS`](Self::WORDS) shows.
    fn answer(&self, word: &str) -> Vec<String>;

    /// What there is to say of a finished game beside its result.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// The square on which a side has to begin, where there is one.
    fn begins(_side: Side) -> Option<String> {
        None
    }
}

/// A move beside the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained<M> {
    /// The best move.
    pub best: M,
    /// What the other one gives away, 0 where nothing is better.
    pub loss: u32,
    /// The chances to win after the best move and after the other one, in per cent.
    pub rates: [u32; 2],
    /// Why, said of the move to whoever made it, what matters most first.
    pub why: Vec<String>,
}

/// Games that speak of a person's strength, which changes: the latest ones.
pub const LATEST: usize = 20;

/// The scale of agents: the D that each holds. It goes on below 0 for players who beat the agent of D 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Log odds of a win for a D of 1.
    pub slope: f64,
    /// Even points of players of one D, as a share of it: in the middle, and their standard deviation.
    pub share: (f64, f64),
    /// A standard deviation that is there however small D is.
    pub least_spread: f64,
    /// The standard deviation by which the log odds of a person against rivals of one strength differ, each in its own way.
    pub own: f64,
    /// Even points are looked for up to so much to both sides of 0.
    pub reach: f64,
    /// The D of the agent that the weakest rivals are even with.
    pub weakest: f64,
    /// That of the agent that the strongest ones are.
    pub strongest: f64,
}

/// Steps of the grid of even points, each half the reach in a hundred.
const STEPS: u32 = 400;

impl Scale {
    /// The even points that a person may have who gives away `d`, each with its probability, after these games against
    /// opponents of known even points, with the person's scores.
    fn posterior(&self, d: f64, met: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let spread = self.share.1 * d + self.least_spread;
        let width = 2.0 * self.reach / f64::from(STEPS);
        let place = |step: u32| f64::from(step) * width - self.reach;
        let logs: Vec<f64> = (0..=STEPS)
            .map(|step| {
                let z = (place(step) - self.share.0 * d) / spread;
                let results = met.iter().map(|&(opponent, score)| {
                    let win = self.win(place(step), opponent);
                    score * libm::log(win) + (1.0 - score) * libm::log(1.0 - win)
                });
                results.sum::<f64>() - z * z / 2.0
            })
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mass: Vec<f64> = logs.iter().map(|log| libm::exp(log - most)).collect();
        let all: f64 = mass.iter().sum();
        (0..=STEPS)
            .map(place)
            .zip(mass.into_iter().map(|it| it / all))
            .collect()
    }

    /// The chance to win of whoever stands at `place` against an opponent of this even point.
    fn win(&self, place: f64, opponent: f64) -> f64 {
        1.0 / (1.0 + libm::exp(-self.slope * (opponent - place)))
    }
}

/// The even point below which `share` of the probability lies.
fn quantile(posterior: &[(f64, f64)], share: f64) -> f64 {
    let mut below = 0.0;
    let found = posterior.iter().find(|(_, mass)| {
        below += mass;
        below >= share
    });
    found.or(posterior.last()).map_or(0.0, |it| it.0)
}

/// What is known of a person's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// D: the mean loss a move.
    pub d: f64,
    /// Its 95 % interval, where there are moves enough.
    pub interval: Option<Interval>,
    /// Measured games behind it.
    pub games: u32,
    /// Of these, games whose result says nothing, for it is not known how strong the opponent is.
    pub unknown: u32,
    /// The D of the agent that should be even with the person; below 0 the person is stronger than any agent.
    pub even: f64,
    /// Its 95 % interval.
    pub even_interval: Interval,
    /// What rivals are bred for: that, or what the weakest or the strongest of them are level with.
    pub target: f64,
}

/// A person's measured games. All that is said of the person is made from them anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Games<K> {
    games: Vec<MeasuredGame>,
    rivals: Vec<KeptRival>,
    kit: PhantomData<fn() -> K>,
}

impl<K> Default for Games<K> {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            rivals: Vec::new(),
            kit: PhantomData,
        }
    }
}

impl<K: PersonKit> PersonEvidence for Games<K> {
    type Game = MeasuredGame;
    type Profile = MeasuredGames<K>;

    fn restored(profile: MeasuredGames<K>) -> Result<Self, String> {
        let (games, rivals) = (profile.games, profile.rivals);
        Ok(Self {
            games,
            rivals,
            kit: PhantomData,
        })
    }

    fn profile(&self, name: &str) -> MeasuredGames<K> {
        MeasuredGames::of(name, self.games.clone(), self.rivals.clone())
    }

    fn rank(&self) -> Option<Rank> {
        let strength = self.strength()?;
        let levels = K::LEVELS.iter();
        // Less is stronger on the scale of agents.
        let levels = levels.filter_map(|it| Some((it.to_string(), -K::even_point(it)?)));
        let interval = Interval {
            low: -strength.even_interval.high,
            high: -strength.even_interval.low,
        };
        Some(Levels::new(levels).rank(-strength.even, interval, strength.games))
    }

    fn evenness(&self, tested: &Tested, record: [u32; 3]) -> Option<Evenness> {
        let latest = latest(&self.games);
        let d = given_away(latest)?.mean;
        let met = without(&met_in::<K>(latest), tested, record, |it| *it);
        let person = K::SCALE.posterior(d, &met).into_iter();
        let odds = |place: f64| K::SCALE.slope * (tested.even - place);
        let person = person.map(|(place, mass)| (odds(place), mass));
        Some(Evenness::of(person, tested, record, K::SCALE.own))
    }

    /// Of each game against an opponent of a known even point, from the games before it.
    fn foretold(&self) -> Vec<Foretold> {
        let mut foretold = Vec::new();
        for (number, game) in self.games.iter().enumerate() {
            let before = latest(&self.games[..number]);
            if let (Some(opponent), Some(given)) = (met::<K>(game), given_away(before)) {
                let posterior = K::SCALE.posterior(given.mean, &met_in::<K>(before));
                let chances = posterior.iter();
                foretold.push(Foretold {
                    expected: chances
                        .map(|&(place, mass)| mass * K::SCALE.win(place, opponent))
                        .sum(),
                    score: game.score(),
                    ended: game.ended,
                });
            }
        }
        foretold
    }

    fn count(&mut self, id: &str, game: MeasuredGame) -> bool {
        let is_new = id.is_empty() || self.games.iter().all(|before| before.id != id);
        if is_new {
            let id = id.to_owned();
            self.games.push(MeasuredGame { id, ..game });
        }
        is_new
    }
}

impl<K: PersonKit> Games<K> {
    /// The measured games, in the order in which they ended.
    pub fn games(&self) -> &[MeasuredGame] {
        &self.games
    }

    /// The rivals that were certified last, in the order of their letters.
    pub fn rivals(&self) -> &[KeptRival] {
        &self.rivals
    }

    /// Keeps other rivals.
    pub fn set_rivals(&mut self, rivals: Vec<KeptRival>) {
        self.rivals = rivals;
    }

    /// What the [latest](LATEST) games say; `None` before the first.
    pub fn strength(&self) -> Option<Strength> {
        let latest = latest(&self.games);
        let (moments, met) = (given_away(latest)?, met_in::<K>(latest));
        let posterior = K::SCALE.posterior(moments.mean, &met);
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let at = |share| quantile(&posterior, share);
        let (even, even_interval) = (
            at(0.5),
            Interval {
                low: at(tail),
                high: at(1.0 - tail),
            },
        );
        let count = |games: usize| u32::try_from(games).unwrap_or(u32::MAX);
        Some(Strength {
            d: moments.mean,
            interval: moments.mean_interval(CONFIDENCE).map(|it| Interval {
                low: it.low.max(0.0),
                ..it
            }),
            games: count(latest.len()),
            unknown: count(latest.len() - met.len()),
            even,
            even_interval,
            target: even.clamp(K::SCALE.strongest, K::SCALE.weakest),
        })
    }
}

/// Those that speak of the person's strength.
fn latest(games: &[MeasuredGame]) -> &[MeasuredGame] {
    &games[games.len().saturating_sub(LATEST)..]
}

/// What was given away with the moves of these games; `None` where there is no move.
fn given_away(games: &[MeasuredGame]) -> Option<Moments> {
    let losses = games.iter().flat_map(|game| &game.losses);
    let losses: Vec<f64> = losses.copied().map(f64::from).collect();
    Moments::of(&losses)
}

/// Of the games against opponents of known even points that and the person's score.
fn met_in<K: PersonKit>(games: &[MeasuredGame]) -> Vec<(f64, f64)> {
    let of = |game: &MeasuredGame| Some((met::<K>(game)?, game.score()));
    games.iter().filter_map(of).collect()
}

/// The even point of whom the person met in `game`: that of the player it names, else the one the file has.
fn met<K: PersonKit>(game: &MeasuredGame) -> Option<f64> {
    let named = game.opponent.parse::<K::Spec>().ok();
    let named = named.and_then(|opponent| K::even_point(&opponent));
    // A file may hold anything.
    let reach = K::SCALE.reach;
    named.or_else(|| game.even.filter(|even| (-reach..=reach).contains(even)))
}

impl Strength {
    /// Whether the person is stronger than any rival that can be bred.
    pub const fn is_beyond<K: PersonKit>(&self) -> bool {
        self.even < K::SCALE.strongest
    }

    /// Whether the whole interval says so.
    pub const fn is_surely_beyond<K: PersonKit>(&self) -> bool {
        self.even_interval.high < K::SCALE.strongest
    }

    /// The level whose even point is nearest to the person's.
    pub fn nearest<K: PersonKit>(&self) -> K::Spec {
        let distance =
            |spec: &K::Spec| K::even_point(spec).map_or(f64::INFINITY, |it| (it - self.even).abs());
        let levels = K::LEVELS.iter().copied();
        let nearest = levels.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(K::USUAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koteki_games::blokus::Position;

    #[test]
    fn results_decide_where_losses_are_wide() {
        let scale = Position::SCALE;
        let step = 200.0;
        // No game: a normal deviate of mean 6,000 and standard deviation 7,500, with its 95 % limits from a
        // table of the normal distribution.
        let at = |d, met: &[(f64, f64)], share| quantile(&scale.posterior(d, met), share);
        for (share, place) in [(0.025, -8700.0), (0.5, 6000.0), (0.975, 20_700.0)] {
            let found = at(10_000.0, &[], share);
            assert!((found - place).abs() <= step, "{share}: {found}");
        }
        // Ten of twenty against an agent of 2,000: the person is about its equal, whatever D says.
        let even: Vec<(f64, f64)> = (0..20).map(|it| (2000.0, f64::from(it % 2))).collect();
        let found = at(20_000.0, &even, 0.5);
        assert!((1500.0..3500.0).contains(&found), "{found}");
        let after = |score| at(10_000.0, &[(8000.0, score); 4], 0.5);
        assert!(after(1.0) < after(0.5) && after(0.5) < after(0.0));
        // The greatest certainty that a file can hold is a number all the same.
        for score in [0.0, 1.0] {
            let met = [(scale.reach, score), (-scale.reach, score)];
            assert!(at(0.0, &met, 0.5).is_finite());
        }
    }

    /// Whoever gives away 10,000 stands at 6,000 in the middle, to both sides of it alike.
    #[test]
    fn what_is_foretold_comes_from_the_games_before() {
        let game = |opponent: &str, difference| MeasuredGame {
            id: String::new(),
            ended: 7,
            opponent: opponent.to_owned(),
            black: true,
            difference,
            losses: vec![10_000; 12],
            even: None,
        };
        let mut known = Games::<Position>::default();
        assert!(known.evenness(&TESTED, [0; 3]).is_none());
        known.count("a", game("mc", 5));
        known.count("b", game("agent:d=6000", 9));
        known.count("c", game("agent:d=6000", -9));
        let foretold = known.foretold();
        let [second, third] = &foretold[..] else {
            panic!("nothing is known before the first, nor of how strong mc is: {foretold:?}")
        };
        assert!((second.expected - 0.5).abs() < 0.01 && second.score > 0.5);
        assert!(third.expected > 0.6 && third.score < 0.5 && third.ended == 7);
        let fresh = known.evenness(&TESTED, [0; 3]).unwrap();
        assert!((fresh.expected - 0.5).abs() < 0.01, "{fresh:?}");
        let lost = known.evenness(&TESTED, [0, 0, 6]).unwrap();
        assert!(lost.expected < 0.4 && lost.even < 1.0);
    }

    const TESTED: Tested = Tested {
        even: 6000.0,
        games: 240,
        score: 0.5,
    };
}
