//! What a screen shows of a session.

use std::sync::Arc;

use super::{Options, OthelloSession};
use crate::played::{PlayedGame, played};
use crate::rivals::Introduction;
use crate::{Analysis, GameReport, Rival, Standing};
use koteki_engine::player::Choice;
use koteki_games::othello::Position;
use koteki_games::{Game as _, Side};
use koteki_record::store::StoreError;
use koteki_rivals::evolve::snapshot::Snapshot;
use koteki_rivals::roster::PlayerSpec;

impl OthelloSession {
    /// Whether using help now would turn a measured game into practice.
    pub fn help_costs(&self) -> bool {
        self.table.help_costs()
    }

    /// Whether the tester's values may be shown: in practice, when no one is measured, and when the
    /// game is over.
    pub fn values_visible(&self) -> bool {
        !self.help_costs()
    }

    /// What the tester sees in the position now, as soon as it has looked.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis_at(self.table.line().ply())
    }

    /// What the tester sees before the move of index `ply`, as soon as it has looked.
    pub fn analysis_at(&self, ply: usize) -> Option<&Analysis> {
        self.own.analyses.get(ply)?.analysis().map(AsRef::as_ref)
    }

    /// The value of every position of the game for `side`, from the start to now, as it is
    /// [shown](Self::shown_at); `None` before it has been analysed. A finished game's last value is its result.
    pub fn trace(&self, side: Side) -> Vec<Option<i32>> {
        let positions = self.table.line().positions();
        (0..positions.len())
            .map(|ply| match positions[ply].outcome() {
                Some(outcome) => Some(koteki_engine::eval::decided_value(outcome.difference(side))),
                None => self.shown_at(ply).map(|analysis| analysis.value_for(side)),
            })
            .collect()
    }

    /// The hint: what the tester or the adviser sees, when the person has asked for it in this position.
    pub fn hint(&self) -> Option<&Analysis> {
        if self.hint_wanted {
            self.shown_at(self.table.line().ply())
        } else {
            None
        }
    }

    /// Whether what is kept has been looked through.
    pub const fn has_looked(&self) -> bool {
        self.own.looked
    }

    /// Whether a game has been played to its end, in this session or in an earlier one; of the latter once
    /// [`has_looked`](Self::has_looked).
    pub const fn has_finished(&self) -> bool {
        self.own.has_finished
    }

    /// Whether there are [interrupted](Self::interrupted) games.
    pub const fn has_interrupted(&self) -> bool {
        self.store.has_left()
    }

    /// What the machine that moved last had considered.
    pub const fn last_choice(&self) -> Option<&Choice<Position>> {
        self.own.last_choice.as_ref()
    }

    /// How the finished game went and how well it was played, once every move is measured.
    pub fn report(&self) -> Option<&GameReport> {
        self.own.report.as_deref()
    }

    /// How strong the person is, from all measured games; `None` before the first, and with a tester
    /// whose points are not the preset one's.
    pub fn standing(&self) -> Option<Standing> {
        let tester = &self.own.options.tester;
        tester
            .measures_as_the_preset()
            .then(|| Standing::of(&self.own.rivals.known))
            .flatten()
    }

    /// The latest state of the breeding.
    pub const fn snapshot(&self) -> &Arc<Snapshot> {
        self.own.rivals.snapshot()
    }

    /// The individual of this number as a player; `None` when it has been bred away.
    pub fn individual(&self, id: u64) -> Option<PlayerSpec> {
        self.own.rivals.breeding.individual(id)
    }

    /// The rivals that may be chosen: those certified last, in this session or in an earlier one; until
    /// some are, those in front of the breeding.
    pub fn rivals(&self) -> &[Rival] {
        self.own.rivals.offered()
    }

    /// What there is to say of these rivals, which were `offered`.
    pub fn introduce(&self, offered: &[Rival]) -> Vec<Introduction<Position>> {
        let mut introductions = self.own.rivals.introduce(offered);
        introductions.truncate(offered.len());
        introductions
    }

    /// What is said of how `player` plays, when it is a rival or was looked at, and has been drawn.
    pub fn portrait(&self, player: &PlayerSpec) -> Option<String> {
        self.own.rivals.breeding.portrait(player)
    }

    /// The games that the person has played to their end, the latest first.
    ///
    /// # Errors
    /// When there are games and the system does not let them be read.
    pub fn finished(&self) -> Result<Vec<PlayedGame>, StoreError> {
        let Options { data, settings, .. } = &self.own.options;
        let games = data.as_deref().map(|data| played(data, &settings.name));
        let games = games.unwrap_or_else(|| Ok(Vec::new()))?.into_iter();
        let games = games.map(|it| it.told_apart(|spec| self.name_of(spec)));
        Ok(games.collect())
    }

    /// What the session was made with.
    pub const fn options(&self) -> &Options {
        &self.own.options
    }

    /// Whether rivals are bred toward the person's level; else against an opponent of its own strength.
    pub fn breeds_toward_level(&self) -> bool {
        self.own.rivals.breeding.eyes().is_some()
    }

    /// The opponent that rivals are bred against, by name.
    pub fn breeding_opponent(&self) -> &str {
        self.own.rivals.breeding.opponent()
    }

    /// Whether the breeding is alive: it will come to rest some time and say so.
    pub fn is_breeding(&self) -> bool {
        self.own.rivals.broken().is_none()
    }
}
