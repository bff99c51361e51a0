//! The whole lesson: ratings, fit and exams.

use rayon::prelude::*;

use super::base::{self, Base};
use super::corpus::{Choices, Source, choices, choices_of};
use super::exam::{self, Foretold, Marks, Outcome, Subject, by_likeness, examine, log_d};
use super::fit::{self, fit};
use super::history::{self, Histories};
use super::table::Table;
use super::{conduct, players};
use crate::measure::likeness::{KIND, TRUST, log_likelihood};
use crate::measure::loss::LossSheet;
use crate::measure::stats::Moments;
use crate::roster::SearchSpec;
use koteki_engine::player::human::policy::{Look, Policy};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::Side;
use koteki_games::random::{Random, derive_seed};
use koteki_games::words::numbers::number;

/// How it is learned and examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of everything random.
    pub seed: u64,
    /// The last year to learn from; later ones are for the exam.
    pub until: u16,
    /// Games to learn from.
    pub games: usize,
    /// Games to be examined on.
    pub exam: usize,
    /// How often the fit looks at every choice.
    pub epochs: u32,
}

/// Coordinates that keep the uses of the seed apart.
const GAMES: u64 = 0;
const EXAM: u64 = 1;
const FIT: u64 = 2;
const APART: u64 = 3;
const SUBJECTS: u64 = 4;
const TEMPERATURE: u64 = 5;
const PEOPLE: u64 = 6;
const OWN: u64 = 7;

/// One of so many games of the exam is shown to players that search long, and the policy plays one of each rating
/// against itself.
const PART: usize = 10;
const PLAYED: usize = 50;
/// Games learned from that temperatures are fitted to.
const TEMPERED: usize = 100;

/// Of so many people one is not learned from: their games find out how far choices are to be trusted.
const APART_OF: u64 = 10;

/// A base, and what is known of its people.
pub struct Lesson<'a> {
    base: &'a Base,
    settings: Settings,
    /// Ratings by the results up to the last year to learn from, and by all.
    before: Histories,
    all: Histories,
}

impl<'a> Lesson<'a> {
    /// Rates the people of `base`.
    pub fn new(base: &'a Base, settings: Settings) -> Self {
        let rate = |until: u16| {
            history::rate(&base.results(until), base.names.len(), |it| {
                base.is_person(it)
            })
        };
        Self {
            base,
            settings,
            before: rate(settings.until),
            all: rate(u16::MAX),
        }
    }

    fn seed(&self, of: u64) -> u64 {
        derive_seed(self.settings.seed, &[of])
    }

    /// Whether this player is not learned from.
    fn is_apart(&self, player: u32) -> bool {
        derive_seed(self.settings.seed, &[APART, player.into()]).is_multiple_of(APART_OF)
    }

    /// Learns a policy with the current threads, telling `say` line by line what is done.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn learn(
        &self,
        cancel: &Cancel,
        say: &mut (impl FnMut(String) + Send),
    ) -> Result<Policy, CancelledError> {
        let Settings {
            until,
            games,
            epochs,
            ..
        } = self.settings;
        let lessons = draw(
            self.base
                .sources(|year| year <= until, &self.before, |it| self.is_apart(it)),
            games,
            self.seed(GAMES),
        );
        let mut policy = Policy::zero();
        for look in [Look::Careful, Look::Quick] {
            let games = see(&lessons, look, cancel)?;
            let count: usize = games.iter().map(|game| game.choices.len()).sum();
            say(format!(
                "{}: {count} choices in {} games up to {until}",
                name(look),
                lessons.len()
            ));
            let how = fit::Settings {
                epochs,
                rate: 0.1,
                shrink: 0.003,
                seed: derive_seed(self.settings.seed, &[FIT, look as u64]),
            };
            fit(
                &mut policy,
                look,
                look == Look::Careful,
                &games,
                &how,
                cancel,
            )?;
            // What is filed is a little less exact.
            policy = Policy::from_bytes(&policy.to_bytes()).unwrap_or(policy);
            say(line(
                "learned from",
                &examine(&policy, look, &games, 1, |_, _| 0),
            ));
        }
        Ok(policy)
    }

    /// Examines `policy` with the current threads.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn examine(
        &self,
        policy: &Policy,
        cancel: &Cancel,
        mut say: impl FnMut(Table) + Send,
    ) -> Result<(), CancelledError> {
        let Settings { until, exam, .. } = self.settings;
        let later = self.base.sources(|year| year > until, &self.all, |_| false);
        let last = later.iter().map(|it| it.year).max().unwrap_or(until);
        let years = format!("{} to {last}", until + 1);
        let exam = draw(later.clone(), exam, self.seed(EXAM));
        // Those who search long see a part of the games.
        let (part, rest) = exam.split_at(exam.len().div_ceil(PART));
        let mut cases = players::cases(part, true, cancel)?;
        cases.extend(players::cases(rest, false, cancel)?);
        let known = self
            .base
            .sources(|year| year <= until, &self.before, |_| false);
        let known = draw(known, TEMPERED, self.seed(TEMPERATURE));
        let known = players::cases(&known, true, cancel)?;
        let about = format!("{} games, {years}; * {}", exam.len(), part.len());
        players::compare(policy, &cases, &known, &about)
            .into_iter()
            .for_each(&mut say);
        drop(cases);
        let games = exam.len().div_ceil(PLAYED);
        let people = |rating: f64| {
            let near = |source: &Source| {
                let near = source
                    .movers
                    .map(|it| it.is_some_and(|(_, own)| (own - rating).abs() <= conduct::AROUND));
                let sides = Side::BOTH.into_iter().zip(near).filter(|it| it.1);
                sides
                    .map(|(side, _)| (source.clone(), side))
                    .collect::<Vec<_>>()
            };
            let mut found: Vec<(Source, Side)> = later.iter().flat_map(near).collect();
            Random::derived(self.seed(PEOPLE), &[]).shuffle(&mut found);
            found.truncate(2 * games);
            found
        };
        let seed = |rating: f64, game: u64| derive_seed(self.seed(OWN), &[rating as u64, game]);
        say(conduct::compare(
            policy, games, people, seed, &years, cancel,
        )?);
        let known = self.subjects(policy, &self.before, cancel, &|player, year| {
            year <= until && self.is_apart(player)
        })?;
        let first = self.base.first_years();
        let new = self.subjects(policy, &self.all, cancel, &|player, _| {
            first[player as usize] > until
        })?;
        if let Some(table) = examine_ratings(&known, &new) {
            say(table);
        }
        Ok(())
    }

    /// What a few games each say of the people of whom `counts` says in which years they count.
    fn subjects(
        &self,
        policy: &Policy,
        ratings: &Histories,
        cancel: &Cancel,
        counts: &(dyn Fn(u32, u16) -> bool + Sync),
    ) -> Result<Vec<Subject>, CancelledError> {
        let base = self.base;
        let mut games: Vec<Vec<usize>> = vec![Vec::new(); base.names.len()];
        for (number, game) in base.games.iter().enumerate() {
            let people = game.players.into_iter().filter(|&it| base.is_person(it));
            for player in people.filter(|&it| counts(it, game.year)) {
                if game.line.ply() > base::WHOLE {
                    games[player as usize].push(number);
                }
            }
        }
        let tester = SearchSpec::TESTER.search();
        let subject = |(player, mut games): (usize, Vec<usize>)| {
            let player = player as u32;
            Random::derived(self.seed(SUBJECTS), &[player.into()]).shuffle(&mut games);
            games.truncate(FROM[FROM.len() - 1]);
            let count = games.len() as f64;
            let mut subject = Subject::default();
            for &number in &games {
                let game = &base.games[number];
                if let Some(rating) = ratings.rating(player, game.year) {
                    subject.rating += rating.mean / count;
                    subject.sd += rating.sd / count;
                }
                let side = if game.players[0] == player {
                    Side::Black
                } else {
                    Side::White
                };
                let choices = choices_of(&game.line, side, Look::Careful, cancel)?;
                subject.likeness.push(log_likelihood(policy, &choices));
                let depth = SearchSpec::TESTER.depth;
                let sheet = LossSheet::of_line(&game.line, side, &tester, depth, cancel)?;
                let losses = sheet.losses();
                subject
                    .losses
                    .push([losses.iter().sum(), losses.len() as f64]);
            }
            Ok(subject)
        };
        games
            .into_par_iter()
            .enumerate()
            .filter(|(_, games)| games.len() >= LEAST)
            .map(subject)
            .collect()
    }
}

const fn name(look: Look) -> &'static str {
    match look {
        Look::Quick => "quick look",
        Look::Careful => "careful look",
    }
}

/// How well ratings are foretold of `new` people from few games, by what is known of `known` ones.
fn examine_ratings(known: &[Subject], new: &[Subject]) -> Option<Table> {
    let ratings: Vec<f64> = known.iter().map(|it| it.rating).collect();
    let all = Moments::of(&ratings)?;
    let prior = [all.mean, all.sd];
    let try_out =
        |people: &[Subject], from: usize, foretell: &dyn Fn(&Subject, usize) -> Foretold| {
            let people = people.iter().filter(|it| it.likeness.len() >= from);
            let pairs: Vec<_> = people
                .map(|it| (foretell(it, from), [it.rating, it.sd]))
                .collect();
            Outcome::of(&pairs)
        };
    let by_trust = |trust: f64, kind: f64| {
        move |it: &Subject, from: usize| by_likeness(&it.likeness[..from], prior, trust, kind)
    };
    let mut tried = Vec::new();
    for trust in TRUSTS {
        for kind in KINDS {
            let losses = FROM.map(|from| try_out(known, from, &by_trust(trust, kind)).loss);
            tried.push((losses.iter().sum::<f64>(), trust, kind));
        }
    }
    tried.sort_by(|one, other| one.0.total_cmp(&other.0));
    let heads = ["r", "error", "in 80 %", "in 95 %"].map(str::to_owned);
    let title = format!(
        "Ratings of {} new people, foretold from some of their games",
        new.len()
    );
    let mut table = Table::new(title, heads);
    for from in FROM {
        let line = exam::line(
            &known
                .iter()
                .map(|it| (log_d(&it.losses[..from]), it.rating))
                .collect::<Vec<_>>(),
        );
        let by_d =
            |it: &Subject, from: usize| [line[0] + line[1] * log_d(&it.losses[..from]), line[2]];
        let ways = [
            ("a constant", try_out(new, from, &|_, _| prior)),
            ("D of the thesis", try_out(new, from, &by_d)),
            ("likeness", try_out(new, from, &by_trust(TRUST, KIND))),
        ];
        for (name, it) in ways {
            let cells = [
                format!("{:.2}", it.correlation).replace("-0.00", "0.00"),
                format!("{:.0}", it.error),
                format!("{:.1}", 100.0 * it.in_80),
                format!("{:.1}", 100.0 * it.in_95),
            ];
            let games = number(from as i128, "game", "games");
            table.row(format!("{games}, {name}"), cells);
        }
    }
    let best = tried.first().map_or([TRUST, KIND], |it| [it.1, it.2]);
    table.notes = vec![
        "r: correlation with the rating by results; error: root mean square, in points; in 80 %: per cent within".to_owned(),
        format!(
            "that interval. By {} people of the years learned from, whose games were not (mean {:.0}, deviation {:.0});",
            known.len(),
            all.mean,
            all.sd
        ),
        format!(
            "likelihood to the power {TRUST}, spread of those of one likeness {KIND} (best for those people: {} and {}).",
            best[0], best[1]
        ),
    ];
    Some(table)
}

fn line(name: &str, marks: &[Marks]) -> String {
    let each = marks.iter().map(|it| {
        let count = it.count.max(1.0);
        format!(
            "{:.1} % {:.3} ({})",
            100.0 * it.right / count,
            it.loss / count,
            it.count
        )
    });
    format!("{name}: {}", each.collect::<Vec<_>>().join(", "))
}

fn draw(mut sources: Vec<Source>, count: usize, seed: u64) -> Vec<Source> {
    Random::derived(seed, &[]).shuffle(&mut sources);
    sources.truncate(count);
    sources
}

fn see(sources: &[Source], look: Look, cancel: &Cancel) -> Result<Vec<Choices>, CancelledError> {
    let games: Result<Vec<Vec<Choices>>, CancelledError> = sources
        .par_iter()
        .map(|source| choices(source, look, cancel))
        .collect();
    Ok(games?.into_iter().flatten().collect())
}

/// Games from which ratings are foretold.
const FROM: [usize; 4] = [1, 3, 8, 16];
/// Games that a subject has at least.
const LEAST: usize = 25;

/// Powers of the likelihood, and spreads of those of one likeness, that are tried.
const TRUSTS: [f64; 5] = [0.3, 0.45, 0.6, 0.8, 1.0];
const KINDS: [f64; 6] = [0.0, 40.0, 60.0, 80.0, 100.0, 120.0];
