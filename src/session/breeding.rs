//! The breeding behind the sitting: it is started, steered and read here.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::SessionError;
use crate::keeper;
use crate::portraits::Portraits;
use crate::rivals::{Rival, Test};
use koteki_games::othello::Position as Othello;
use koteki_games::random::derive_seed;
use koteki_rivals::evolve::genome::Genome;
use koteki_rivals::evolve::run::Run;
use koteki_rivals::evolve::snapshot::{Dot, Phase, Snapshot};
use koteki_rivals::evolve::verdict::Verdict;
use koteki_rivals::evolve::worker::{Breeder, Event, Options};
use koteki_rivals::evolve::{Arena, Settings};
use koteki_rivals::measure::equal::{Equal, RUNGS, Rung};
use koteki_rivals::roster::arena::KitArena;
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::{AgentSpec, PlayerSpec, SearchSpec, Target};

/// Called on the thread of the breeding with the number of the run and what happened in it.
pub type Listener = Arc<dyn Fn(u64, Event) + Send + Sync>;

/// A breeding of rivals.
pub struct Breeding<K: Kit> {
    breeder: Breeder,
    arena: Arc<KitArena<K>>,
    genome: Genome,
    /// Whom they are bred against.
    opponent: K::Spec,
    /// Of the first run; that of a [later one](Self::reach) is derived from it.
    seed: u64,
    /// As they were given.
    given: Settings,
    /// As they are for the present target.
    settings: Settings,
    jobs: Option<NonZeroUsize>,
    listener: Listener,
    snapshot: Arc<Snapshot>,
    /// Those that may be chosen: the ones certified last; until some are, those in front.
    rivals: Vec<Rival<K>>,
    /// Whether they have changed since the last news.
    ready: bool,
    portraits: Portraits<K>,
    /// Whoever is looked at beside the rivals.
    looked_at: Option<K::Spec>,
    /// Others whose portraits are drawn.
    also: Vec<K::Spec>,
    /// Number of the present run: news of an earlier one mean nothing any more.
    number: u64,
    /// Why the run has ended before its time.
    broken: Option<String>,
}

/// What comes of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing.
    Nothing,
    /// There is a new state to show.
    Snapshot,
    /// Other rivals than before are certified, too.
    Ready,
}

/// How the opponent sees that `settings` name, when it is one that holds the target.
pub fn eyes(settings: &Settings) -> Option<SearchSpec> {
    settings.opponent.parse::<PlayerSpec>().ok()?.eyes()
}

/// `given` with an opponent that looks as far ahead as agents of `rung`, where that is further than it did, and individuals
/// that look one ply further still: as far ahead as an agent that gives away next to nothing, with other weights than its,
/// hardly any is level with it. A game then takes much longer, so there are fewer.
pub fn deepened(given: &Settings, rung: &Rung) -> Settings {
    let depth = eyes(given).map_or(rung.depth, |eyes| eyes.depth);
    let more = rung.depth.saturating_sub(depth);
    if more == 0 {
        return given.clone();
    }
    let agent = AgentSpec {
        target: Target::Open,
        ..AgentSpec::of_rung(rung, 0.0)
    };
    Settings {
        depth: (given.depth + more + 1).min(12),
        exhaustive: given.exhaustive.max(12),
        opponent: PlayerSpec::Agent(agent).to_string(),
        ..given.sparing()
    }
}

impl<K: Kit> Breeding<K> {
    /// Starts breeding toward the settings' own target.
    ///
    /// # Errors
    /// When the settings are not valid, the opponent has no such name, or the system gives no thread.
    pub fn start(
        settings: &Settings,
        jobs: Option<NonZeroUsize>,
        seed: u64,
        listener: Listener,
    ) -> Result<Self, SessionError> {
        let arena = Arc::new(KitArena::of(settings)?);
        let features = K::features(settings);
        let genome = Genome::new(settings, &features)?;
        let opponent = K::player_named(&settings.opponent)?;
        let run = Run::new(settings.clone(), &features, seed)?;
        let breeder = launch(run, &arena, jobs, 0, &listener)?;
        Ok(Self {
            snapshot: breeder.take(),
            breeder,
            arena,
            genome,
            opponent,
            seed,
            given: settings.clone(),
            settings: settings.clone(),
            jobs,
            listener,
            rivals: Vec::new(),
            ready: false,
            portraits: Portraits::default(),
            looked_at: None,
            also: Vec::new(),
            number: 0,
            broken: None,
        })
    }

    /// Begins anew toward `target` with a fresh population of `seed`: the result then depends on
    /// nothing else, whatever the breeding had done before.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn restart(&mut self, target: f64, seed: u64) -> Result<(), SessionError> {
        let mut run = Run::new(self.settings.clone(), &K::features(&self.settings), seed)?;
        run.retarget(target);
        let number = self.number + 1;
        self.breeder = launch(run, &self.arena, self.jobs, number, &self.listener)?;
        self.number = number;
        self.broken = None;
        self.looked_at = None;
        self.refresh();
        Ok(())
    }

    /// Breeds the present population toward `target`.
    pub fn retarget(&self, target: f64) {
        self.breeder.retarget(target);
    }

    /// Breeds toward who has this even point: the present population or, when individuals have to look ahead otherwise,
    /// another one.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn reach(&mut self, even: f64) -> Result<(), SessionError> {
        if self.change(K::toward(&self.given, even))? {
            let seed = derive_seed(self.seed, &[self.number + 1]);
            return self.restart(even, seed);
        }
        self.retarget(even);
        Ok(())
    }

    /// Has `settings` hold from the next start on. True when they are not those of before: the population is then of no
    /// use, and the breeding has to be [restarted](Self::restart).
    fn change(&mut self, settings: Settings) -> Result<bool, SessionError> {
        if settings == self.settings {
            return Ok(false);
        }
        self.opponent = K::player_named(&settings.opponent)?;
        self.arena = Arc::new(KitArena::of(&settings)?);
        self.settings = settings;
        Ok(true)
    }

    /// Waits, or goes on.
    pub fn pause(&self, pause: bool) {
        if pause {
            self.breeder.pause();
        } else {
            self.breeder.resume();
        }
    }

    /// Takes in news of the run `number`; an error when the run has broken down, and with what words.
    ///
    /// # Errors
    /// The message of the panic that ended the run.
    pub fn handle(&mut self, number: u64, event: Event) -> Result<News, String> {
        if number != self.number {
            return Ok(News::Nothing);
        }
        self.refresh();
        match event {
            Event::Panicked(message) => {
                self.broken = Some(message.clone());
                Err(message)
            }
            _ if std::mem::take(&mut self.ready) => Ok(News::Ready),
            _ => Ok(News::Snapshot),
        }
    }

    /// Offers `rivals`, who were certified in an earlier sitting, until others are.
    pub fn offer(&mut self, rivals: Vec<Rival<K>>) {
        if !self.has_certified() {
            self.rivals = rivals;
            self.refresh();
        }
    }

    fn has_certified(&self) -> bool {
        self.rivals.iter().any(Rival::is_certified)
    }

    /// Reads the newest state. Who was certified stays until others are: for another target, or more of them.
    fn refresh(&mut self) {
        let before = std::mem::replace(&mut self.snapshot, self.breeder.take());
        let same_target = before.target.to_bits() == self.snapshot.target.to_bits();
        if let (Some(then), Some(now)) = (before.progress, self.snapshot.progress)
            && same_target
        {
            Arc::make_mut(&mut self.snapshot).progress = Some(now.no_less_than(&then));
        }
        let front = self.front();
        let count = |rivals: &[Rival<K>]| rivals.iter().filter(|it| it.is_certified()).count();
        let mut own = self.rivals.iter().filter(|it| it.is_certified());
        // What is read from the disk is rounded.
        let serve = own.any(|it| {
            it.against == self.opponent && (it.target - self.snapshot.target).abs() < 0.5
        });
        let certified = count(&front) > if serve { count(&self.rivals) } else { 0 };
        let same = |(one, other): (&Rival<K>, &Rival<K>)| one.is_same(other);
        let known = front.len() == self.rivals.len() && front.iter().zip(&self.rivals).all(same);
        if certified || !self.has_certified() {
            if !known && (K::OFFERS_UNTESTED || self.snapshot.phase == Phase::Resting) {
                self.ready |= certified || !K::OFFERS_UNTESTED;
                self.rivals = front;
            }
        } else {
            // The letters belong to those that may be chosen.
            for dot in &mut Arc::make_mut(&mut self.snapshot).individuals {
                dot.rival = None;
            }
        }
        self.ask_portraits();
    }

    /// Whoever is in front now.
    fn front(&self) -> Vec<Rival<K>> {
        let is_over = self.snapshot.phase == Phase::Resting;
        let certified = |dot: &Dot| {
            dot.verdict
                .is_none_or(|verdict| verdict == Verdict::Certified)
        };
        let test = |dot: &Dot| match dot.win_rate {
            _ if !is_over => Test::Running,
            // Places without a certified rival are filled as well, so that there is someone to play.
            Some(score) if certified(dot) => Test::Certified {
                at: keeper::now() / 1000,
                games: dot.games,
                score,
            },
            _ => Test::Failed,
        };
        ('A'..='Z')
            .zip(self.snapshot.rivals())
            .map(|(letter, dot)| Rival {
                letter,
                player: self.arena.individual(&self.genome.weights(&dot.genes)),
                against: self.opponent,
                target: self.snapshot.target,
                test: test(dot),
            })
            .collect()
    }

    fn ask_portraits(&mut self) {
        let mut players: Vec<K::Spec> = self.looked_at.into_iter().collect();
        // Before that the rivals change with every step.
        if self.has_certified() || self.snapshot.phase == Phase::Resting {
            players.extend(self.rivals.iter().map(|rival| rival.player));
        }
        for player in &self.also {
            if !players.contains(player) {
                players.push(*player);
            }
        }
        if !players.is_empty() {
            let (listener, number) = (Arc::clone(&self.listener), self.number);
            let notify = move || listener(number, Event::Snapshot);
            self.portraits.ask(players, notify);
        }
    }

    /// Has the portraits of `players` drawn as well.
    pub fn portray_also(&mut self, players: Vec<K::Spec>) {
        self.also = players;
        self.ask_portraits();
    }

    /// Has the portrait of `player`, who is looked at, drawn as well; instead of that of whoever was looked at
    /// before.
    pub fn look_at(&mut self, player: K::Spec) {
        if self.looked_at != Some(player) {
            self.looked_at = Some(player);
            self.ask_portraits();
        }
    }

    /// The opponent that rivals are bred against, by name.
    pub fn opponent(&self) -> &str {
        &self.settings.opponent
    }

    /// The same as a player.
    pub const fn opponent_spec(&self) -> &K::Spec {
        &self.opponent
    }

    /// How far from one half a win rate may be that counts as level.
    pub const fn near(&self) -> f64 {
        self.settings.near
    }

    /// Why the breeding has ended before its time; `None` while it lives.
    pub fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// The state last read.
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        &self.snapshot
    }

    /// The individual of this number as a player; `None` when it is no longer there.
    pub fn individual(&self, id: u64) -> Option<K::Spec> {
        let dot = self.snapshot.individuals.iter().find(|dot| dot.id == id)?;
        Some(self.arena.individual(&self.genome.weights(&dot.genes)))
    }

    /// What is said of how `player` plays, when it is a rival or was looked at, and has been drawn.
    pub fn portrait(&self, player: &K::Spec) -> Option<String> {
        self.portraits.of(player)
    }

    /// The rivals that may be chosen: those certified last; until some are, those in front.
    pub fn rivals(&self) -> &[Rival<K>] {
        &self.rivals
    }
}

impl Breeding<Othello> {
    /// The rung that rivals need to be this person's equals: never a shallower one than the settings name. `None` when
    /// the settings name an opponent whose even points are not known.
    pub fn rung(&self, equal: &Equal) -> Option<&'static Rung> {
        let given = eyes(&self.given)?;
        let from = RUNGS
            .iter()
            .position(|rung| SearchSpec::of_rung(rung) == given)?;
        equal.rung(RUNGS.get(from..)?)
    }

    /// Has rivals and their opponent look ahead as far as those of `rung` from now on. True when that is not as before:
    /// the population is then of no use, and the breeding has to be [restarted](Self::restart).
    ///
    /// # Errors
    /// When the opponent's name is not valid.
    pub fn look_ahead(&mut self, rung: &Rung) -> Result<bool, SessionError> {
        self.change(deepened(&self.given, rung))
    }

    /// How the opponent sees that holds the target; `None` when the opponent holds none, so that a
    /// target means nothing to this breeding.
    pub fn eyes(&self) -> Option<SearchSpec> {
        self.opponent.eyes()
    }
}

fn launch<K: Kit>(
    run: Run,
    arena: &Arc<KitArena<K>>,
    jobs: Option<NonZeroUsize>,
    number: u64,
    listener: &Listener,
) -> Result<Breeder, SessionError> {
    let arena: Arc<dyn Arena> = Arc::<KitArena<K>>::clone(arena);
    let listener = Arc::clone(listener);
    let options = Options {
        jobs,
        ..Options::default()
    };
    Ok(Breeder::start(
        run,
        arena,
        options,
        Box::new(move |event| listener(number, event)),
    )?)
}
