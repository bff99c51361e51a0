//! The rivals of the comparison: one bred for each opponent of the ladder, before the games.
//!
//! A rival that is bred does not adapt: it is made to be level with one opponent. So it stands in the
//! comparison as what it is in the program: each opponent has its own, bred against it as the live game breeds
//! against the agent that stands for a person (four cycles, then the test that certifies), by a fixed seed.
//! What differs: there is one series of cycles and no other where none was certified, because the table is to
//! say how often that happens. The first of the rivals then plays, where there is none the individual
//! whose share of points in its retest is nearest to one half.

use super::super::breed::{Wanted, arena, breed, games};
use super::super::lab::{ExperimentError, Lab};
use super::super::report::Datum;
use koteki_engine::player::Player;
use koteki_games::othello::Position;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::settings::RetestSettings;
use koteki_rivals::evolve::tally::Tally;
use koteki_rivals::evolve::verdict::Verdict;
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::{PlayerSpec, build_othello};

/// Use of the seed.
const BREEDING: u64 = 11;

/// A rival of one opponent.
pub(super) struct Bred {
    spec: PlayerSpec,
    /// Its games in the retest.
    retest: Tally,
    /// Whether the test of the breeding took it for level.
    is_certified: bool,
    /// Games of the breeding.
    games: u64,
}

/// The breeding against `opponent`.
fn settings(lab: &Lab<'_>, opponent: &str) -> Settings {
    let live = Settings::default();
    let retest = RetestSettings {
        rounds: 0,
        ..live.retest
    };
    let settings = Settings {
        opponent: opponent.to_owned(),
        retest: retest.clone(),
        ..live
    };
    let small = Settings {
        population: 4,
        children: 2,
        games: 2,
        cycles: 1,
        depth: 1,
        retest: RetestSettings {
            first: 4,
            batch: 4,
            cap: 8,
            least: 4,
            ..retest.clone()
        },
        ..settings.clone()
    };
    lab.pick(small, settings)
}

/// How the rivals are bred, for the provenance.
pub(super) fn described(lab: &Lab<'_>) -> String {
    let Settings {
        population,
        children,
        games,
        cycles,
        depth,
        retest,
        ..
    } = settings(lab, "");
    breeding(
        [population, children],
        [games, cycles, depth],
        [retest.first, retest.cap],
    )
}

/// Announces what the breeding for `ladder` costs.
pub(super) fn plan(lab: &Lab<'_>, ladder: &[&str]) {
    let games = ladder.iter().map(|it| games(&settings(lab, it)));
    lab.plan(games.sum());
}

/// A rival for each opponent of `ladder`.
pub(super) fn for_each(lab: &Lab<'_>, ladder: &[&str]) -> Result<Vec<Bred>, ExperimentError> {
    let settings: Vec<Settings> = ladder.iter().map(|it| settings(lab, it)).collect();
    let arenas = settings.iter().map(arena);
    let arenas: Vec<KitArena<Position>> = arenas.collect::<Result<_, _>>()?;
    let wanted: Vec<Wanted<'_>> = (0..)
        .zip(settings.iter().zip(&arenas))
        .map(|(rung, (settings, arena))| Wanted {
            settings: settings.clone(),
            seed: derive_seed(lab.seed(), &[BREEDING, rung]),
            arena,
        })
        .collect();
    let runs = breed(lab, &wanted)?;
    let chosen = runs.iter().zip(&arenas);
    Ok(chosen
        .filter_map(|(run, arena)| chosen_of(run, arena))
        .collect())
}

fn chosen_of(run: &Run, arena: &KitArena<Position>) -> Option<Bred> {
    let census = run.census();
    let distance = |tally: Tally| tally.win_rate().map_or(1.0, |rate| (rate - 0.5).abs());
    let member = census.members.iter().min_by(|a, b| {
        let letter = |rival: Option<usize>| rival.unwrap_or(usize::MAX);
        letter(a.rival)
            .cmp(&letter(b.rival))
            .then(distance(a.retest).total_cmp(&distance(b.retest)))
            .then(a.id.cmp(&b.id))
    })?;
    Some(Bred {
        spec: arena.individual(&member.weights),
        retest: member.retest,
        is_certified: member.verdict == Some(Verdict::Certified),
        games: census.games,
    })
}

impl Bred {
    pub(super) fn player(&self) -> Result<Box<dyn Player<Position>>, ExperimentError> {
        Ok(build_othello(&self.spec)?)
    }

    /// A row of the table of rivals.
    pub(super) fn row(&self, opponent: &str) -> Vec<Datum> {
        let rate = self.retest.win_rate();
        vec![
            Datum::from(opponent),
            Datum::from(self.spec.to_string()),
            Datum::Whole(self.games.try_into().unwrap_or(i64::MAX)),
            Datum::Whole(self.retest.games.into()),
            rate.map_or(Datum::Missing, |rate| Datum::Real((rate, 3))),
            Datum::from(["no", "yes"][usize::from(self.is_certified)]),
        ]
    }
}

/// How the rivals are bred: individuals and children; games of an evaluation, cycles, look-ahead; games of the
/// retest, the fewest and the most.
fn breeding(
    [population, children]: [usize; 2],
    [games, cycles, depth]: [u32; 3],
    [first, cap]: [u32; 2],
) -> String {
    format!(
        "{population} individuals, {children} children, {games} games an evaluation, {cycles} cycles, {depth} plies \
         ahead, {first} to {cap} games of the retest"
    )
}
