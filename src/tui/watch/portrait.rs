//! Who the individual is that is chosen on a screen on which nobody plays, and how it plays: its
//! portrait is drawn from games of its own, on a thread of low priority.

use crate::event::Waker;
use crate::panes::game::Panes;
use crate::words;
use koteki_games::othello::Position;
use koteki_rivals::evolve::Settings;
use koteki_rivals::evolve::genome::Genome;
use koteki_rivals::roster::arena::ArenaSettings;
use koteki_rivals::roster::kit::Kit as _;
use koteki_session::portraits::Portraits;

/// Draws the portraits of a run's individuals.
pub(super) struct Portraitist {
    arena: ArenaSettings,
    genome: Genome,
    portraits: Portraits<Position>,
    waker: Waker,
}

impl Portraitist {
    /// For the run of these settings; `None` when its players are not this program's.
    pub(super) fn new(settings: &Settings, waker: Waker) -> Option<Self> {
        let genome = Genome::new(settings, &Position::features(settings)).ok()?;
        Some(Self {
            arena: settings.into(),
            genome,
            portraits: Portraits::default(),
            waker,
        })
    }

    /// Says of the individual that is chosen what is known, and has the rest found out; the waker is
    /// used when it is. Nothing is said of an individual that was bred away. Whether what is said has changed.
    pub(super) fn describe(&mut self, panes: &mut Panes) -> bool {
        let said = self.said(panes);
        let new = panes.said != said;
        panes.said = said;
        new
    }

    fn said(&mut self, panes: &Panes) -> Option<(u64, String)> {
        let id = panes.table.chosen?;
        let mut individuals = panes.breeding.as_ref()?.individuals.iter();
        let dot = individuals.find(|dot| dot.id == id)?;
        let player = Position::individual(&self.arena, &self.genome.weights(&dot.genes));
        let name = Position::name_of(&player)?;
        let waker = self.waker.clone();
        self.portraits.ask(vec![player], move || waker.wake());
        let portrait = self.portraits.of(&player);
        let said = words::individual(id, &name, portrait.as_deref());
        Some((id, said))
    }
}
