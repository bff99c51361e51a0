//! Othello's kit: its players, moves, arena, judge and profile, as the code shared by all games uses them.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};

use super::person::PersonEvidence;
use super::{GameKind, Holding, Judge, Kit, Openings, Opposition, Place, Portrayal};
use crate::evolve::Settings;
use crate::measure::contest::Played;
use crate::measure::equal::{self, LAST, ResultAgainst};
use crate::measure::evenness::{Evenness, Tested};
use crate::measure::foretold::Foretold;
use crate::measure::level::{Estimate, Ladder, describe};
use crate::measure::levels::{Levels, Rank};
use crate::measure::likeness::Likeness;
use crate::measure::openings;
use crate::measure::stats::Interval;
use crate::measure::strength::{Belief, Strength};
use crate::roster::arena::ArenaSettings;
use crate::roster::othello::with_natural_rule;
use crate::roster::portrait::{in_words, name_of};
use crate::roster::probes;
use crate::roster::{
    AgentSpec, BuildError, NO_JUDGE, NO_VALUES, PlayerSpec, SearchSpec, SpecError, Target,
    build_othello,
};
use koteki_engine::eval::othello::{CORE, COUNT, FEATURES, Weights};
use koteki_engine::player::Player;
use koteki_engine::player::external::holder::Holder;
use koteki_engine::player::human::Human;
use koteki_engine::player::human::policy::Look;
use koteki_engine::search::budget::Cancel;
use koteki_engine::search::isa::Path as ProcessorPath;
use koteki_games::othello::notation::{Passes, write_board, write_transcript};
use koteki_games::othello::{Move, Position};
use koteki_games::{Game as _, GameLine};
use koteki_record::formats::{Location, Source, read_game};
use koteki_record::profile::{self, PersonFile as _, Profile};

fn difference_with_empties(played: &Played<Position>) -> i32 {
    let outcome = played.line.position().outcome_with_empties();
    outcome.map_or(0, |outcome| outcome.difference(played.first))
}

impl Kit for Position {
    type Spec = PlayerSpec;
    type Evidence = equal::Evidence;

    const KIND: GameKind = GameKind::Othello;
    const KEY: &'static str = "othello";
    const NAME: &'static str = "Othello";
    const POINTS: &'static str = "discs";
    const OPENING_PLIES: u32 = 8;
    const UNJUDGED_PLIES: u32 = 0;
    const OPENINGS_LOOK_LIKE: &'static str = "write one a line, such as f5d6c3d3c4";
    const EMPTIES_TO_WINNER: Option<fn(&Played<Self>) -> i32> = Some(difference_with_empties);
    const OFFERS_UNTESTED: bool = true;

    fn player_named(name: &str) -> Result<PlayerSpec, SpecError> {
        name.parse()
    }

    fn named_by_person(spec: PlayerSpec) -> PlayerSpec {
        spec.named_by_person()
    }

    fn is_engine(spec: &PlayerSpec) -> bool {
        matches!(spec, PlayerSpec::Engine(_))
    }

    fn is_rival(spec: &PlayerSpec) -> bool {
        matches!(spec, PlayerSpec::Individual(_))
    }

    fn name_of(spec: &PlayerSpec) -> Option<String> {
        match spec {
            PlayerSpec::Individual(search) => Some(name_of(&search.weights.to_array())),
            _ => None,
        }
    }

    fn is_agent(spec: &PlayerSpec) -> bool {
        matches!(spec, PlayerSpec::Agent(_))
    }

    fn even_point(spec: &PlayerSpec) -> Option<f64> {
        match spec {
            PlayerSpec::Agent(agent) => match agent.target {
                Target::Fixed(d) => {
                    let rung = agent.search.rung()?;
                    (*agent == AgentSpec::of_rung(rung, d)).then(|| rung.even(d))
                }
                Target::Open => None,
            },
            PlayerSpec::Human(human) if human.look == Look::Careful && !human.natural => {
                Some(equal::of_rating(human.rating))
            }
            PlayerSpec::Random | PlayerSpec::Level(_) => Ladder::measured().even(&spec.to_string()),
            _ => None,
        }
    }

    fn even_with(against: &PlayerSpec, d: f64) -> Option<f64> {
        Some(against.eyes()?.rung()?.even(d))
    }

    fn build(spec: &PlayerSpec) -> Result<Box<dyn Player<Self>>, BuildError> {
        build_othello(spec)
    }

    fn why_refused(&self, mv: Move) -> String {
        let why = self.check(mv).err();
        why.map_or_else(String::new, |why| why.to_string())
    }

    fn turned(&self) -> Option<Self> {
        None
    }

    fn balanced() -> Vec<GameLine<Self>> {
        openings::balanced()
    }

    fn read_openings(path: &Path) -> anyhow::Result<Openings<Self>> {
        let mut games = Source::open(path, None)?.games;
        let place = |at: Location| at.line.map_or(Place::Game(at.number), Place::Line);
        Ok(Box::new(std::iter::from_fn(move || {
            let entry = games.next_entry().transpose()?;
            Some(entry.map_err(Into::into).map(|entry| {
                let game = entry.game.map_err(|fault| fault.to_string());
                (place(entry.at), game.map(|game| game.line))
            }))
        })))
    }

    fn write_game(line: &GameLine<Self>) -> (Option<String>, String) {
        let start = &line.positions()[0];
        let start = (*start != Self::start()).then(|| write_board(start));
        (start, write_transcript(line.moves(), Passes::Written))
    }

    fn read_game(text: &str) -> anyhow::Result<GameLine<Self>> {
        match text {
            // The usual start alone, which no reader takes for a game.
            "" => Ok(GameLine::default()),
            text => Ok(read_game(text)?.line),
        }
    }

    fn default_evolution() -> Settings {
        Settings::default()
    }

    /// Those of the thesis, and of the others as far as one that the settings name: so the records of a breeding
    /// without style are what they were before there was any.
    fn features(settings: &Settings) -> Vec<&'static str> {
        let names = FEATURES.map(|feature| feature.name);
        let named =
            |name: &str| settings.genes.contains_key(name) || settings.fixed.contains_key(name);
        let last = names.iter().rposition(|name| named(name));
        let count = last.map_or(CORE, |last| CORE.max(last + 1));
        names.into_iter().take(count).collect()
    }

    fn individual(settings: &ArenaSettings, weights: &[i32]) -> PlayerSpec {
        PlayerSpec::Individual(search_of(settings, weights))
    }

    fn individual_player(settings: &ArenaSettings, weights: &[i32]) -> Box<dyn Player<Self>> {
        let spec = search_of(settings, weights);
        with_natural_rule(spec.player(), spec.natural)
    }

    fn opposition(spec: &PlayerSpec) -> Result<Opposition<Self>, BuildError> {
        Ok(match *spec {
            PlayerSpec::Agent(agent) if agent.target == Target::Open => {
                Opposition::Holding(Box::new(move |target| {
                    let target = Target::Fixed(target);
                    AgentSpec { target, ..agent }.player()
                }))
            }
            // Another program is started once for all games.
            PlayerSpec::Engine(engine) if engine.holds == Some(Target::Open) => {
                engine.may_start()?;
                let judge = Arc::new(engine.judge().ok_or(BuildError::NoTarget)?);
                Opposition::Holding(Box::new(move |target| {
                    Box::new(Holder::new(Arc::clone(&judge), engine.holding(target)))
                }))
            }
            _ => Opposition::Fixed(build_othello(spec)?),
        })
    }

    fn people(spec: &PlayerSpec) -> Option<Holding<Self>> {
        let rung = spec.eyes()?.rung()?;
        Some(Box::new(move |d| {
            let strength = equal::rating(rung.even(d));
            Box::new(Human::new(quick(strength), Look::Quick))
        }))
    }

    fn compared_in() -> &'static [Self] {
        probes::positions()
    }

    /// The square, from 0 for a1 to 63 for h8.
    fn move_number(mv: Move) -> u16 {
        mv.square().map_or(64, |square| u16::from(square.index()))
    }

    fn portray(spec: &PlayerSpec, jobs: usize, cancel: &Cancel) -> Option<Portrayal> {
        Some(Portrayal {
            name: Self::name_of(spec)?,
            portrait: in_words(spec, jobs, cancel)?,
        })
    }

    fn judge(name: &str) -> anyhow::Result<Judge<Self>> {
        let spec = name.parse::<PlayerSpec>()?.named_by_person();
        let (name, full) = (spec.to_string(), format!("{spec:#}"));
        match spec {
            PlayerSpec::Tester(tester) => Ok(Judge {
                name,
                full,
                search: tester.search(),
                depth: tester.search.depth,
                // The ladder was measured with the preset tester: other testers' losses have another unit.
                describe: tester
                    .measures_as_the_preset()
                    .then_some(describe as fn(&Estimate) -> String),
                fault: Box::new(|| None),
            }),
            PlayerSpec::Engine(engine) => {
                let judge = Arc::new(engine.judge().context(NO_VALUES)?);
                Ok(Judge {
                    name,
                    full,
                    search: Box::new(Arc::clone(&judge)),
                    depth: engine.depth,
                    describe: None,
                    fault: Box::new(move || judge.fault()),
                })
            }
            _ => bail!(NO_JUDGE),
        }
    }

    fn engine() -> String {
        ProcessorPath::best().to_string()
    }
}

fn search_of(settings: &ArenaSettings, weights: &[i32]) -> SearchSpec {
    let mut all = [0; COUNT];
    for (slot, &weight) in all.iter_mut().zip(weights) {
        *slot = weight.clamp(-Weights::MAX, Weights::MAX);
    }
    SearchSpec {
        depth: settings.depth,
        weights: Weights::from_array(all),
        exhaustive: settings.exhaustive,
        natural: settings.natural,
    }
}

/// Strengths of players like people with a quick look, and the ratings they are called by (`koteki experiment ladder
/// --scale paper --seed 1`; below the second and beyond the last like those with a careful look): a breeding cannot
/// afford the careful one, which takes 10 ms a game.
const QUICK: [[f64; 2]; 7] = [
    [280.0, 255.0],
    [762.0, 755.0],
    [1110.0, 1050.0],
    [1192.0, 1345.0],
    [1300.0, 1500.0],
    [1374.0, 1575.0],
    [1800.0, 2001.0],
];

/// The rating by which a player with a quick look is called that is so strong.
fn quick(strength: f64) -> f64 {
    let last = QUICK.len() - 2;
    let piece = (0..last).find(|&it| strength <= QUICK[it + 1][0]);
    let [low, high] = [
        QUICK[piece.unwrap_or(last)],
        QUICK[piece.unwrap_or(last) + 1],
    ];
    low[1] + (strength - low[0]) * (high[1] - low[1]) / (high[0] - low[0])
}

/// So many games before the last one are kept by their ids, so that none is counted again.
const EARLIER: usize = 20;

/// Probabilities are kept in these parts.
const PARTS: f64 = 1e9;

/// Half a part for what was rounded to none: nothing is impossible.
fn of_parts(parts: &[u32]) -> Vec<f64> {
    let mass = parts.iter().map(|&parts| f64::from(parts).max(0.5) / PARTS);
    mass.collect()
}

fn in_parts(mass: &[f64]) -> Vec<u32> {
    mass.iter()
        .map(|mass| (mass * PARTS).round() as u32)
        .collect()
}

impl PersonEvidence for equal::Evidence {
    type Game = equal::GameEvidence;
    type Profile = Profile;

    fn restored(profile: Profile) -> Result<Self, String> {
        let mass = of_parts(&profile.posterior);
        let belief = Belief::restored(mass, profile.games, profile.information)
            .ok_or_else(|| "its posterior is invalid".to_owned())?;
        let sound = |result: &profile::ResultAgainst| {
            result.opponent.is_finite() && (0.0..=1.0).contains(&result.score)
        };
        let results = profile
            .results
            .iter()
            .rev()
            .filter(|result| sound(result))
            .take(LAST);
        let mut results: Vec<ResultAgainst> = results
            .map(|&profile::ResultAgainst { opponent, score }| ResultAgainst { opponent, score })
            .collect();
        results.reverse();
        let chance = |it: f64| (0.0..=1.0).contains(&it);
        let foretold = profile
            .foretold
            .iter()
            .filter(|it| chance(it.expected) && chance(it.score));
        let foretold = foretold
            .map(
                |&profile::Foretold {
                     expected,
                     score,
                     ended,
                 }| Foretold {
                    expected,
                    score,
                    ended: ended.unwrap_or(0),
                },
            )
            .collect();
        let mut counted = profile.earlier;
        counted.push(profile.last);
        let likeness = match profile.likeness {
            None => equal::likeness_of(&belief),
            Some(parts) => Likeness::restored(of_parts(&parts), profile.games, profile.lost)
                .ok_or_else(|| "its likeness is invalid".to_owned())?,
        };
        Ok(Self {
            belief,
            likeness,
            results,
            foretold,
            counted,
        })
    }

    fn rank(&self) -> Option<Rank> {
        let belief = &self.belief;
        if belief.games() == 0 {
            return None;
        }
        let equal = self.equal()?;
        // Less is stronger on the scale of agents.
        let place = |d: f64| -equal::scale(d);
        let interval = Interval {
            low: place(equal.interval.high),
            high: place(equal.interval.low),
        };
        let levels = Ladder::measured().levels();
        let levels = levels.map(|(name, even)| (name.to_owned(), place(even)));
        Some(Levels::new(levels).rank(place(equal.d), interval, belief.games()))
    }

    fn profile(&self, name: &str) -> Profile {
        let Self {
            belief,
            likeness,
            results,
            foretold,
            counted,
        } = self;
        let Strength { d, interval, .. } = belief.strength();
        let rounded = |d: f64| (d * 100.0).round() / 100.0;
        let (last, earlier) = counted
            .split_last()
            .map_or((String::new(), Vec::new()), |(last, earlier)| {
                (last.clone(), earlier.to_vec())
            });
        Profile {
            format: Profile::FORMAT,
            name: name.to_owned(),
            games: belief.games(),
            d: rounded(d),
            low: rounded(interval.low),
            high: rounded(interval.high),
            information: belief.information(),
            last,
            earlier,
            posterior: in_parts(belief.mass()),
            likeness: Some(in_parts(likeness.mass())),
            foretold: foretold
                .iter()
                .map(
                    |&Foretold {
                         expected,
                         score,
                         ended,
                     }| profile::Foretold {
                        expected: (expected * 1000.0).round() / 1000.0,
                        score,
                        ended: (ended > 0).then_some(ended),
                    },
                )
                .collect(),
            lost: likeness.lost().iter().map(|&it| rounded(it)).collect(),
            results: results
                .iter()
                .map(
                    |&ResultAgainst { opponent, score }| profile::ResultAgainst { opponent, score },
                )
                .collect(),
        }
    }

    fn evenness(&self, tested: &Tested, record: [u32; 3]) -> Option<Evenness> {
        Self::evenness(self, tested, record)
    }

    fn foretold(&self) -> Vec<Foretold> {
        self.foretold.clone()
    }

    fn count(&mut self, id: &str, game: equal::GameEvidence) -> bool {
        let is_new = self.counted.iter().all(|counted| counted != id);
        if is_new {
            let old = self.counted.len().saturating_sub(EARLIER);
            self.counted.drain(..old);
            self.counted.push(id.to_owned());
            self.see_game(&game);
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known of those players only with which it was measured.
    #[test]
    fn even_points_are_known_of_the_agents_they_were_measured_with() {
        let of = |name: &str| Position::even_point(&name.parse().unwrap());
        assert_eq!(of("agent:d=17,depth=4"), Some(17.0));
        assert_eq!(of("agent:depth=4,d=17.5,ties=random"), Some(17.5));
        for other in [
            "agent:d=17",
            "agent:d=17,depth=5",
            "agent:d=17,depth=7,exhaustive=8",
            "agent:d=17,depth=4,until=40",
            "agent:d=17,depth=4,ties=first",
            "agent:d=17,depth=4,vary=3",
            "agent:d=17,depth=4,natural=true",
            "agent:d=17,depth=4,mobility=6",
            "agent:d=17,depth=4,readjust=each",
            "agent:d=target,depth=4",
            "beginner:depth=2",
            "uct:playouts=400",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
        assert!(of("beginner").unwrap() > of("intermediate").unwrap());
        assert!(of("intermediate").unwrap() > of("advanced").unwrap());
    }
}
