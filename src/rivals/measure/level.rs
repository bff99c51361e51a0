//! A mean loss in words: which of the well-known players is about as strong.
//!
//! The ladder holds the mean loss D of reference players, measured with this program's tester by the
//! procedure of Ueda 2012, §5.2: the player against itself, one side's moves up to ply 40 judged. The
//! figures and the commands that made them are in `ladder.toml`; a test measures them anew.
//!
//! What one game says is little: D of 20 moves is known to a factor of about 1.5. The interval given
//! with it ([`Estimate`]) is Student's over the moves. In simulation (`koteki experiment
//! strength-estimators`) such an interval from one game held the true D in 65 to 92 % of the cases instead
//! of 95 %, by the kind of player: losses are skewed, and rare blunders, which decide, may not have
//! happened yet. It is overconfident; take its width as a lower bound.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::stats::{CONFIDENCE, Interval, Moments};
use crate::measure::words;

/// Where a D stands among those of players of tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TournamentPlace {
    /// Surely under those of nine of ten.
    Less,
    /// Surely where eight of ten have theirs.
    Among,
    /// Surely over those of nine of ten.
    More,
    /// None of these is sure.
    Unclear,
}

/// A reference player and what it gives away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// How the player is called in the roster.
    pub player: String,
    /// Games against itself.
    pub games: u32,
    /// Moves judged: one side's, up to ply 40, decided ones left out.
    pub moves: usize,
    /// Mean loss D.
    pub d: f64,
    /// The D of the agent that wins as many games against this player as it loses, measured by
    /// [`Ladder::even_command`]; `None` where it has not been measured.
    #[serde(default)]
    pub even: Option<f64>,
    /// Standard deviation of the losses of single moves.
    pub sd: f64,
    /// Standard deviation of D from game to game.
    pub game_sd: f64,
    /// Mean rank of the move played.
    pub rank: f64,
}

/// Reference players from the strongest (least D) to the weakest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The tester that judged, as the roster writes it.
    pub tester: String,
    /// Day of the measurement, ISO 8601.
    pub date: String,
    /// Seed of the games.
    pub seed: u64,
    /// The command that measures one rung, with `PLAYER` for its name.
    pub command: String,
    /// The command that measures [`Rung::even`]; empty when nothing does.
    #[serde(default)]
    pub even_command: String,
    /// The players, least D first.
    pub rung: Vec<Rung>,
    /// Players measured in the same way that D does not tell from a rung, and so are not rungs. Expert is
    /// the one: it sees further than the tester, whose values cannot tell it from Advanced.
    #[serde(default)]
    pub unplaced: Vec<Rung>,
    /// What people give away; `None` where it has not been measured.
    #[serde(default)]
    pub people: Option<People>,
}

/// Players of tournaments, in the same eyes: each one's D over the games of a sample. Strong ones look further
/// ahead than the tester does, so D hardly tells them apart: a yardstick of what is given away, not of strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    /// The command that measures it, in a folder with the files of the WTHOR base.
    pub command: String,
    /// Day of the measurement, ISO 8601.
    pub date: String,
    /// Games judged.
    pub games: u32,
    /// Players with twenty of them or more.
    pub players: u32,
    /// One of ten players has a smaller D.
    pub tenth: f64,
    /// Half of them have.
    pub median: f64,
    /// Nine of ten have.
    pub nine_tenths: f64,
}

impl People {
    /// A D between `low` and `high` beside theirs, in words.
    pub fn beside(&self, low: f64, high: f64) -> String {
        let place = if high < self.tenth {
            TournamentPlace::Less
        } else if low > self.nine_tenths {
            TournamentPlace::More
        } else if low >= self.tenth && high <= self.nine_tenths {
            TournamentPlace::Among
        } else {
            TournamentPlace::Unclear
        };
        tournaments(place, [self.tenth, self.nine_tenths])
    }
}

static MEASURED: LazyLock<Ladder> =
    LazyLock::new(|| toml::from_str(include_str!("ladder.toml")).unwrap_or_default());

impl Ladder {
    /// The ladder measured with the preset tester (depth 5).
    pub fn measured() -> &'static Self {
        &MEASURED
    }

    /// Where a player of mean loss `estimate` stands; `None` on an empty ladder.
    pub fn place(&self, estimate: &Estimate) -> Option<Placement> {
        let nearest = self.nearest(estimate.d)?;
        let (first, last) = match estimate.interval {
            Some(interval) => (self.nearest(interval.low)?, self.nearest(interval.high)?),
            None => (0, self.rung.len() - 1),
        };
        Some(Placement {
            nearest,
            strongest: first,
            weakest: last,
            off_ladder: if estimate.d < self.rung.first()?.d / BEYOND {
                OffLadder::Stronger
            } else if estimate.d > self.rung.last()?.d * BEYOND {
                OffLadder::Weaker
            } else {
                OffLadder::No
            },
        })
    }

    /// The D of the agent (of [`super::equal::DEPTH`] plies) that is even with the player of this name;
    /// `None` of one that was not measured.
    pub fn even(&self, player: &str) -> Option<f64> {
        let mut rungs = self.rung.iter().chain(&self.unplaced);
        rungs.find(|rung| rung.player == player)?.even
    }

    /// The players whose even points are known, each with its own.
    pub fn levels(&self) -> impl Iterator<Item = (&str, f64)> {
        let rungs = self.rung.iter().chain(&self.unplaced);
        rungs.filter_map(|rung| Some((rung.player.as_str(), rung.even?)))
    }

    /// The rung whose D is nearest to `d` in proportion (distances of √D, which keep meaning down to 0).
    fn nearest(&self, d: f64) -> Option<usize> {
        let root = d.max(0.0).sqrt();
        let distance = |rung: &Rung| (rung.d.sqrt() - root).abs();
        let rungs = self.rung.iter().enumerate();
        rungs
            .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)))
            .map(|(index, _)| index)
    }
}

/// A mean loss on the measured ladder in words: "about Intermediate (anything from Advanced to
/// Beginner is possible)". Holds for losses that the preset tester found.
pub fn describe(estimate: &Estimate) -> String {
    let ladder = Ladder::measured();
    let Some(placement) = ladder.place(estimate) else {
        return String::new();
    };
    let name = |index: usize| {
        let rung = ladder.rung.get(index);
        rung.map_or("", |rung| rung.player.as_str())
    };
    match placement.off_ladder {
        OffLadder::Stronger => format!(
            "stronger than {}",
            words::capitalised(name(placement.nearest))
        ),
        OffLadder::Weaker => format!(
            "weaker than {}",
            words::capitalised(name(placement.nearest))
        ),
        OffLadder::No => about(
            name(placement.nearest),
            name(placement.strongest),
            name(placement.weakest),
        ),
    }
}

/// A player whose D is this many times beyond an end of the ladder is called stronger or weaker than
/// that end, not about as strong.
const BEYOND: f64 = 1.5;

/// A mean loss and how surely it is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// D, the mean loss.
    pub d: f64,
    /// Moves it is the mean of.
    pub moves: usize,
    /// Student's 95 % interval over the moves, cut off at 0; overconfident (see the module). `None`
    /// with fewer than two moves.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// The mean of these losses (see [`LossSheet::losses`](super::loss::LossSheet::losses)); `None`
    /// when there are none.
    pub fn of(losses: &[f64]) -> Option<Self> {
        let moments = Moments::of(losses)?;
        let interval = moments.mean_interval(CONFIDENCE);
        Some(Self {
            d: moments.mean,
            moves: moments.count,
            interval: interval.map(|interval| Interval {
                low: interval.low.max(0.0),
                ..interval
            }),
        })
    }
}

/// Whether a player is off the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffLadder {
    /// On it.
    No,
    /// Gives away clearly less than the strongest rung.
    Stronger,
    /// Gives away clearly more than the weakest rung.
    Weaker,
}

/// Where a player stands on a ladder; numbers are indices of its rungs, least D first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The rung nearest to its D.
    pub nearest: usize,
    /// The rung nearest to the lower limit of D.
    pub strongest: usize,
    /// The rung nearest to the upper limit of D.
    pub weakest: usize,
    /// Whether it is off the ladder, and on which side.
    pub off_ladder: OffLadder,
}

/// "about Intermediate", with what else it may be when strongest and weakest possible level differ.
fn about(nearest: &str, strongest: &str, weakest: &str) -> String {
    let about = format!("about {}", words::capitalised(nearest));
    let (best, worst) = (words::capitalised(strongest), words::capitalised(weakest));
    if strongest == weakest {
        about
    } else if nearest == strongest {
        format!("{about} ({worst} is possible too)")
    } else if nearest == weakest {
        format!("{about} ({best} is possible too)")
    } else {
        format!("{about} (anything from {best} to {worst} is possible)")
    }
}

/// The estimate: "D 24 (17–35), lower is stronger".
pub fn estimate(d: f64, low: f64, high: f64, dash: &str) -> String {
    format!("D {d:.0} ({low:.0}{dash}{high:.0}), lower is stronger")
}

fn tournaments(place: TournamentPlace, [low, high]: [f64; 2]) -> String {
    let (low, high) = (format!("{low:.0}"), format!("{high:.0}"));
    match place {
        TournamentPlace::Less => {
            format!("nine in ten tournament players give away more: {low} points or more a move")
        }
        TournamentPlace::Among => {
            format!("most tournament players give away as much: {low} to {high} points a move")
        }
        TournamentPlace::More => {
            format!("nine in ten tournament players give away less: {high} points or fewer a move")
        }
        TournamentPlace::Unclear => {
            format!("eight in ten tournament players have a D between {low} and {high}")
        }
    }
}

/// How many more games would narrow it: "2 more games would narrow it to ±6".
pub fn more(games: u32, within: u32) -> String {
    match games {
        1 => format!("1 more game would narrow it to ±{within}"),
        _ => format!("{games} more games would narrow it to ±{within}"),
    }
}
