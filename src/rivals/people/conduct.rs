//! Whether games of the policy against itself have what games of people have.

use rayon::prelude::*;

use super::corpus::{Choice, Source, choices_of, is_choice, turns};
use super::exam::by_likeness;
use super::players::{judged, losses};
use super::table::Table;
use crate::measure::likeness::log_likelihood;
use koteki_engine::player::human::features::Sight;
use koteki_engine::player::human::look_at;
use koteki_engine::player::human::policy::{Look, Policy, chances};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_games::othello::{Move, Position};
use koteki_games::random::Random;
use koteki_games::{Game as _, GameLine, Side};

/// Ratings of which the games are compared.
pub const RATINGS: [f64; 5] = [1000.0, 1200.0, 1400.0, 1600.0, 1800.0];
/// People count whose rating differs no more than that.
pub const AROUND: f64 = 50.0;

/// Discs from which a loss is a mistake, and a large one.
const MISTAKES: [f64; 2] = [3.0, 6.0];

/// What one side did in a game.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Of each choice the number of the move, from 0, and the discs given away.
    pub losses: Vec<(u8, f64)>,
    /// What the choices say of each rating of the [grid](crate::measure::likeness::rating).
    pub logs: Vec<f64>,
}

/// What many such have in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Choices.
    pub choices: usize,
    /// Discs given away in a move, by ten moves.
    pub by_ten: [f64; 6],
    /// Discs given away in a move.
    pub mean: f64,
    /// The share of moves that give away nothing.
    pub best: f64,
    /// The share of mistakes …
    pub mistakes: f64,
    /// … and of large ones.
    pub large: f64,
    /// Own choices between one mistake of a game and the next: their mean.
    pub run: f64,
    /// The share of mistakes, of those that are not the last of a game, that the next one follows at once.
    pub at_once: f64,
}

impl Figures {
    /// Those of `games`.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a [(u8, f64)]>) -> Self {
        let mut all = Vec::new();
        let mut runs = Vec::new();
        for losses in games {
            all.extend_from_slice(losses);
            let numbers = losses.iter().enumerate();
            let mistakes = numbers.filter(|(_, it)| it.1 >= MISTAKES[0]);
            let mistakes: Vec<usize> = mistakes.map(|(number, _)| number).collect();
            runs.extend(mistakes.windows(2).map(|it| it[1] - it[0] - 1));
        }
        let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        let mean = |of: &dyn Fn(u8) -> bool| {
            let counted = all.iter().filter(|it| of(it.0));
            let (sum, count) = counted.fold((0.0, 0), |(sum, count), it| (sum + it.1, count + 1));
            sum / f64::from(count.max(1))
        };
        let count = |of: &dyn Fn(f64) -> bool| all.iter().filter(|it| of(it.1)).count();
        Self {
            choices: all.len(),
            by_ten: std::array::from_fn(|ten| mean(&|ply| usize::from(ply) / 10 == ten)),
            mean: mean(&|_| true),
            best: share(count(&|loss| loss <= 0.0), all.len()),
            mistakes: share(count(&|loss| loss >= MISTAKES[0]), all.len()),
            large: share(count(&|loss| loss >= MISTAKES[1]), all.len()),
            run: share(runs.iter().sum(), runs.len()),
            at_once: share(runs.iter().filter(|&&it| it == 0).count(), runs.len()),
        }
    }
}

impl Conduct {
    fn of(
        policy: &Policy,
        line: &GameLine<Position>,
        side: Side,
        choices: &[Choice],
        cancel: &Cancel,
    ) -> Result<Self, CancelledError> {
        let judge = |((position, ..), choice): ((&Position, _, _), &Choice)| {
            let lost = losses(&judged(position, cancel)?)[choice.chosen] / 100.0;
            Ok((choice.ply, lost))
        };
        Ok(Self {
            losses: turns(line, side)
                .zip(choices)
                .map(judge)
                .collect::<Result<_, _>>()?,
            logs: log_likelihood(policy, choices),
        })
    }

    /// That of a person.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn of_person(
        policy: &Policy,
        source: &Source,
        side: Side,
        cancel: &Cancel,
    ) -> Result<Self, CancelledError> {
        let choices = choices_of(&source.line, side, Look::Careful, cancel)?;
        Self::of(policy, &source.line, side, &choices, cancel)
    }

    /// That of both sides of a game that the policy plays against itself, with the choices of people of `rating`.
    ///
    /// # Errors
    /// When `cancel` is raised first.
    pub fn of_policy(
        policy: &Policy,
        rating: f64,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<[Self; 2], CancelledError> {
        let mut line = GameLine::<Position>::default();
        let mut choices: [Vec<Choice>; 2] = Default::default();
        let mut random = Random::derived(seed, &[]);
        let mut legal = Vec::new();
        loop {
            let position = *line.position();
            position.legal_moves(&mut legal);
            let Some(&any) = random.choose(&legal) else {
                break;
            };
            let mut mv = any;
            if is_choice(&position) {
                let last = line.moves().last().and_then(|mv| mv.square());
                let sight = Sight::new(&position, last);
                let moves = look_at(&position, Look::Careful, cancel)?;
                let chances = chances(&policy.pulls(Look::Careful, &sight, &moves), rating);
                let mut left = random.unit();
                let drawn = chances.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                let drawn = drawn.unwrap_or(0);
                mv = Move::Place(moves[drawn].square);
                let of = &mut choices[position.side_to_move() as usize];
                of.push(Choice::new(sight, moves, drawn));
            }
            if line.play(mv).is_err() {
                break;
            }
        }
        let [black, white] =
            Side::BOTH.map(|side| Self::of(policy, &line, side, &choices[side as usize], cancel));
        Ok([black?, white?])
    }
}

/// The rating of people who choose as `games` do, taken together.
fn likeness(games: &[Conduct]) -> f64 {
    let Some(first) = games.first() else {
        return f64::NAN;
    };
    let mut sum = vec![0.0; first.logs.len()];
    for game in games {
        sum.iter_mut()
            .zip(&game.logs)
            .for_each(|(sum, log)| *sum += log);
    }
    // So many games leave nothing to a prior.
    let [rating, _] = by_likeness(&[sum], [1500.0, 1000.0], 1.0, 0.0);
    rating
}

/// Sets the conduct of people, one side of a game each, beside that of both sides in `games` games of the policy.
///
/// # Errors
/// When `cancel` is raised first.
pub fn compare(
    policy: &Policy,
    games: usize,
    people: impl Fn(f64) -> Vec<(Source, Side)>,
    seed: impl Fn(f64, u64) -> u64 + Sync,
    years: &str,
    cancel: &Cancel,
) -> Result<Table, CancelledError> {
    let heads = [
        "choices", "1-10", "11-20", "21-30", "31-40", "41-50", "51-60", "all", "best", "3+", "6+",
        "between", "at once", "like",
    ];
    let title = format!(
        "Games of people ({years}) and of the policy against itself: discs given away in a move"
    );
    let mut table = Table::new(title, heads.map(str::to_owned));
    for rating in RATINGS {
        let people: Vec<Conduct> = people(rating)
            .par_iter()
            .map(|(source, side)| Conduct::of_person(policy, source, *side, cancel))
            .collect::<Result<_, _>>()?;
        let own: Vec<[Conduct; 2]> = (0..games as u64)
            .into_par_iter()
            .map(|game| Conduct::of_policy(policy, rating, seed(rating, game), cancel))
            .collect::<Result<_, _>>()?;
        for (who, games) in [("people", people), ("policy", own.into_flattened())] {
            let it = Figures::of(games.iter().map(|game| game.losses.as_slice()));
            let percent = |share: f64| format!("{:.1}", 100.0 * share);
            let mut cells = vec![it.choices.to_string()];
            cells.extend(it.by_ten.iter().map(|mean| format!("{mean:.2}")));
            cells.push(format!("{:.2}", it.mean));
            cells.extend([it.best, it.mistakes, it.large].map(percent));
            cells.push(format!("{:.2}", it.run));
            cells.push(percent(it.at_once));
            cells.push(format!("{:.0}", likeness(&games)));
            table.row(format!("{rating} {who}"), cells);
        }
    }
    let (depth, exhaustive) = super::players::JUDGE;
    table.notes = vec![
        format!("In the eyes of the learned evaluation, {depth} plies, to the end from {exhaustive} empty squares; people within {AROUND} points."),
        "best, 3+, 6+: per cent of moves that give away nothing, 3 discs and more, 6 and more. between: own choices".to_owned(),
        "from a loss of 3 and more to the next of the game; at once: per cent of these that are none. like: whom the".to_owned(),
        "games, taken together, are like.".to_owned(),
    ];
    Ok(table)
}
