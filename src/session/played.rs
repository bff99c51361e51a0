//! The games that a person has played to their end, as they are listed, and the mistakes in them.

use std::cmp::{Ordering, Reverse};
use std::path::Path;

use crate::history::{kept, side_of};
use crate::names;
use crate::words;
use koteki_games::othello::{Move, Position};
use koteki_games::{Game, GameLine, Outcome, Side};
use koteki_record::game::{GameRecord, Judgement, Kind, Status};
use koteki_record::store::StoreError;
use koteki_rivals::coach::{Loss, Threshold};
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::kit::person::PersonKit;

/// A game, of Othello if nothing else is said.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame<G: Game = Position> {
    /// When it ended, in seconds since 1970-01-01 UTC.
    pub ended: u64,
    /// The person's side, Black's where it is both.
    pub side: Side,
    /// The other player as the game's file has it; for a person what it says of people.
    pub met: String,
    /// What both players are called, Black first.
    pub names: [String; 2],
    /// How it ended, discs as they lie.
    pub outcome: Outcome,
    /// Whether it counts toward the person's strength.
    pub is_measured: bool,
    /// The person's mean loss D in points; `None` where the tester has not judged it.
    pub d: Option<f64>,
    /// What the judge took for mistakes of the person; `None` likewise.
    pub mistakes: Option<Vec<PlayedMistake<G::Move>>>,
    /// The game.
    pub line: GameLine<G>,
}

/// A mistake in such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMistake<M = Move> {
    /// Moves before it.
    pub ply: usize,
    /// What was played.
    pub played: M,
    /// What that lost, in the judge's points.
    pub loss: i32,
}

impl PlayedGame {
    fn of(record: &GameRecord, name: &str) -> Option<Self> {
        let side = side_of(record, name)?;
        let level = record.levels.and_then(|levels| match side {
            Side::Black => levels.black,
            Side::White => levels.white,
        });
        let line = record.line().ok()?;
        let mistakes = (!record.judgements.is_empty()).then(|| {
            let steps = line.steps().enumerate().zip(&record.judgements);
            let own = steps.filter(|((_, (position, _)), _)| position.side_to_move() == side);
            let judged = own.filter_map(|((ply, (_, played)), judged)| {
                let &Judgement { value, loss, .. } = judged.as_ref()?;
                let by_values = Loss::by_values(value, value.saturating_add(loss));
                let is_mistake = loss > 0 && by_values.is_mistake(Threshold::default());
                is_mistake.then_some(PlayedMistake { ply, played, loss })
            });
            judged.collect()
        });
        Some(Self {
            ended: record.ended,
            side,
            met: record.players.of(side.other()).to_owned(),
            names: Side::BOTH.map(|side| names::written(record.players.of(side))),
            outcome: record.result?.into(),
            is_measured: record.kind == Kind::Measured,
            d: level.map(|level| level.mean_loss),
            mistakes,
            line,
        })
    }
}

impl<G: Game> PlayedGame<G> {
    /// The first `plies` moves of it.
    pub fn line_to(&self, plies: usize) -> GameLine<G> {
        let mut line = self.line.clone();
        while line.ply() > plies && line.undo().is_some() {}
        line
    }

    /// It is told apart from other players by what it is `called`, where it is.
    #[must_use]
    pub fn told_apart(mut self, called: impl Fn(&G::Spec) -> Option<String>) -> Self
    where
        G: Kit,
    {
        let name = self.met.parse().ok().and_then(|it| called(&it));
        if let Some(name) = name {
            self.names[self.side.other().index()] = name;
        }
        self
    }

    /// What the other player is called.
    pub fn opponent(&self) -> &str {
        &self.names[self.side.other().index()]
    }

    /// How it ended and how well it was played, in a line.
    pub fn words(&self, dash: &str) -> String {
        let [own, other] = [self.side, self.side.other()].map(|side| match side {
            Side::Black => self.outcome.black,
            Side::White => self.outcome.white,
        });
        let how = match own.cmp(&other) {
            Ordering::Greater => "won",
            Ordering::Equal => "drawn",
            Ordering::Less => "lost",
        };
        let kind = words::kind(self.is_measured);
        let mut said = vec![format!("{how} {own}{dash}{other}"), kind.to_owned()];
        said.extend(self.d.map(|d| format!("{d:.0} points lost a move")));
        said.extend(self.mistakes.as_ref().map(|it| match it.len() {
            1 => "1 mistake of yours".to_owned(),
            count => format!("{count} mistakes of yours"),
        }));
        said.join(", ")
    }
}

impl<K: PersonKit> PlayedGame<K> {
    /// Has the judge of its losses look for the person's mistakes: some milliseconds.
    pub fn look_for_mistakes(&mut self) {
        let judged = K::judged(&self.line, self.side).into_iter();
        let mistakes = judged.filter(|&(_, loss)| loss >= K::MISTAKE);
        let mistakes = mistakes.filter_map(|(ply, loss)| {
            Some(PlayedMistake {
                ply,
                played: *self.line.moves().get(ply)?,
                loss: i32::try_from(loss).unwrap_or(i32::MAX),
            })
        });
        self.mistakes = Some(mistakes.collect());
    }
}

/// The games of Othello that `name` has played to their end, of those kept in the folder `data`, the latest first.
///
/// # Errors
/// When there are games and the system does not let them be read.
pub fn played(data: &Path, name: &str) -> Result<Vec<PlayedGame>, StoreError> {
    let kept = kept(data)?;
    let finished = kept.games.iter();
    let finished = finished.filter(|it| it.status == Status::Finished);
    let mut games: Vec<_> = finished.filter_map(|it| PlayedGame::of(it, name)).collect();
    games.sort_by_key(|game| Reverse(game.ended));
    Ok(games)
}
