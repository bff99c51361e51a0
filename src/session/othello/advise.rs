//! What another program thinks of the positions, where there is an adviser: shown, and nothing else. What
//! is measured, kept and bred toward stays with the tester.

use std::sync::Arc;

use super::{News, OthelloSession};
use crate::Analysis;
use crate::adviser::{Advice, Adviser};
use crate::person::{Event, Notice};
use koteki_games::Game as _;

impl OthelloSession {
    /// What the adviser is called, while it is its values that are shown.
    pub fn adviser(&self) -> Option<String> {
        let spec = self.own.options.adviser.as_ref();
        spec.filter(|_| self.own.adviser.is_some())
            .map(|spec| spec.program())
    }

    /// What is to be shown of the position before the move of index `ply`, as soon as it is known: what the
    /// adviser sees, or without one the tester.
    pub fn shown_at(&self, ply: usize) -> Option<&Analysis> {
        if self.own.adviser.is_some() {
            self.own.advised.get(ply)?.as_deref()
        } else {
            self.analysis_at(ply)
        }
    }

    /// The person looks at the position before the move of index `ply`, which the adviser takes up first.
    pub fn look_at_ply(&self, ply: usize) {
        if let Some(adviser) = &self.own.adviser {
            adviser.focus(ply);
        }
    }

    /// A new game: an adviser that has failed may try again.
    pub(super) fn call_adviser(&mut self, notices: &mut Vec<Notice>) {
        self.own.advised.clear();
        let Some(spec) = self
            .own
            .options
            .adviser
            .filter(|_| self.own.adviser.is_none())
        else {
            return;
        };
        let sink = Arc::clone(&self.own.sink);
        match Adviser::start(spec, move |advice| sink(Event::News(News::Advised(advice)))) {
            Ok(adviser) => self.own.adviser = Some(adviser),
            Err(error) => notices.push(Notice::Unadvised(error.to_string())),
        }
    }

    /// Asks the adviser for what it has not seen of the game, as long as values may be shown.
    pub(super) fn seek_advice(&mut self) {
        let visible = self.values_visible();
        let positions = self.table.line().positions();
        self.own.advised.resize(positions.len(), None);
        let Some(adviser) = &self.own.adviser else {
            return;
        };
        let unseen = positions
            .iter()
            .zip(&self.own.advised)
            .enumerate()
            .filter(|(_, (position, seen))| {
                visible && seen.is_none() && position.outcome().is_none()
            })
            .map(|(ply, (position, _))| (ply, *position));
        adviser.want(unseen.collect(), self.table.line().ply());
    }

    /// Takes in what the adviser says.
    pub(super) fn advise(&mut self, advice: Advice, notices: &mut Vec<Notice>) {
        match advice {
            Advice::Seen {
                ply,
                position,
                analysis,
            } => {
                let line = self.table.line();
                // It may have been taken back meanwhile.
                if line.positions().get(ply) != Some(&position) || self.own.adviser.is_none() {
                    return;
                }
                if let Some(slot) = self.own.advised.get_mut(ply) {
                    *slot = Some(Arc::from(analysis));
                }
                if self.hint_wanted && ply == self.table.line().ply() {
                    notices.push(Notice::Hint);
                }
            }
            Advice::Failed(why) => {
                self.own.adviser = None;
                if self.hint().is_some() {
                    notices.push(Notice::Hint);
                }
                notices.push(Notice::Unadvised(why));
            }
        }
    }
}
