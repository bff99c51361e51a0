//! The person's own games: those to resume, and those that can be gone through.

use super::drill::OthelloDesk;
use super::{Next, OthelloScreen, Request};
use crate::drill::{self, NO_MISTAKE};
use crate::games::{self, Chosen};
use crate::review::{self, Reviewed};
use crate::shell::Context;
use crate::words;
use koteki_session::played::PlayedGame;

impl OthelloScreen {
    /// Those that were played to their end; what is wrong is said.
    fn finished(&self, context: &mut Context<Self>) -> Option<Vec<PlayedGame>> {
        if self.session.options().data.is_none() {
            context.warn(words::NOT_KEPT);
            return None;
        }
        let games = self.session.finished();
        games.map_err(|error| context.warn(error.to_string())).ok()
    }

    /// The mistakes in them once more.
    pub(super) fn drill(&mut self, context: &mut Context<Self>) {
        let Some(games) = self.finished(context) else {
            return;
        };
        let tester = self.session.options().tester;
        match OthelloDesk::new(tester, self.waker.clone()) {
            Ok(desk) => match drill::open(&self.settings, &games, desk) {
                Some(drill) => self.push(Box::new(drill), context),
                None => context.say(NO_MISTAKE),
            },
            Err(error) => context.warn(error.to_string()),
        }
    }

    /// Lists them: the interrupted ones, then the others.
    pub(super) fn list_games(&mut self, context: &mut Context<Self>) {
        let Some(finished) = self.finished(context) else {
            return;
        };
        let left = self.session.interrupted().0.into_iter().map(|game| {
            let ([black, white], person) = self.interrupted(&game);
            let other = match person {
                Some(0) => white,
                Some(_) => black,
                None => format!("{black} and {white}"),
            };
            (game, other)
        });
        let left: Vec<_> = left.collect();
        let of = |chosen| match chosen {
            Chosen::Left(place) => Request::Play(Next::Resume(place)),
            Chosen::Over(place) => Request::GoThrough(place),
        };
        games::list(&left, &finished, of, context);
        self.played = finished;
    }

    /// Goes through the game at this place among those that were listed.
    pub(super) fn go_through(&mut self, place: usize, context: &mut Context<Self>) {
        let Some(game) = self.played.get(place) else {
            return;
        };
        let PlayedGame {
            line, names, side, ..
        } = game;
        let opened = review::open_one(
            &self.settings,
            Reviewed::new(line, names.clone()),
            (*side, Some(*side)),
            self.session.options().tester,
            self.waker.clone(),
        );
        match opened {
            Ok(reviewing) => self.push(Box::new(reviewing), context),
            Err(error) => context.warn(error.to_string()),
        }
    }
}
