//! A person's own games, whatever game it is: those to resume, and those that can be gone through.

use crate::shell::form::{Field, Form};
use crate::shell::{Context, Screen};
use koteki_games::Game;
use koteki_games::words::day::day;
use koteki_session::KeptGame;
use koteki_session::played::PlayedGame;

/// Which of the games that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The one at this place among those that were left.
    Left(usize),
    /// The one at this place among those that are over.
    Over(usize),
}

/// Lists those that were `left`, each with whom it is played against, then those that are over, the latest first; `of`
/// makes a request of the one that is chosen.
pub fn list<G: Game, S: Screen>(
    left: &[(KeptGame, String)],
    over: &[PlayedGame<G>],
    of: fn(Chosen) -> S::Request,
    context: &mut Context<S>,
) {
    let count = left.len();
    let left = left.iter().map(|(game, opponent)| {
        let note = format!("{}: Enter continues it", game.words());
        (format!("{}  {opponent}", day(game.ended)), note)
    });
    let dash = context.theme.glyphs.dash;
    let over = over.iter().map(|game| {
        let name = format!("{}  {}", day(game.ended), game.opponent());
        (name, game.words(dash))
    });
    let rows: Vec<(String, String)> = left.chain(over).collect();
    if rows.is_empty() {
        context.say("no game of yours is over yet, and none was left");
        return;
    }
    let field = Field::new("Your games", rows, 0);
    let open = move |fields: &[Field]| {
        let chosen = fields[0].chosen;
        let place = chosen.checked_sub(count);
        Ok(of(place.map_or(Chosen::Left(chosen), Chosen::Over)))
    };
    context.open(Form::list("Your games", field, open));
}
