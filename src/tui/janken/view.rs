//! What the panes are given: the match as it stands, and what is known of the last round.

use crate::janken::words;
use crate::theme::Theme;
use koteki_games::janken::{Letters, Outcome};
use koteki_janken::CHANCE;
use koteki_janken::Insight;
use koteki_janken::habits::{Habits, Share};
use koteki_rivals::measure::stats::at_least;
use koteki_session::janken::{Length, Match, Played};

/// What the panes show.
pub struct View<'a> {
    /// The match.
    pub game: &'a Match,
    /// What the last hand came from; `None` before the first round of this sitting.
    pub insight: Option<&'a Insight>,
    /// The person's habits.
    pub habits: &'a [Habit],
    /// The counts that they come from.
    pub counts: &'a Habits,
    /// The look.
    pub theme: &'a Theme,
}

impl View<'_> {
    /// The last round, if it was played in this sitting.
    pub fn last_here(&self) -> Option<&Played> {
        self.game
            .played()
            .last()
            .filter(|played| played.commitment.is_some())
    }
}

/// The rounds of a match and the wins that end it, as words take them.
pub const fn ends(length: Length) -> (Option<u32>, Option<u32>) {
    match length {
        Length::Endless => (None, None),
        Length::Rounds(rounds) => (Some(rounds), None),
        Length::FirstTo(wins) => (None, Some(wins)),
    }
}

/// A habit in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habit {
    /// What it is.
    pub text: String,
    /// Whether it stands when all that was looked for is counted in, and not only taken alone.
    pub certain: bool,
}

/// Hands and changes that are looked at: three hands, and three changes after each outcome.
const LOOKS: f64 = 12.0;

/// What a habit may come to by chance.
const SIGNIFICANT: f64 = 0.05;

/// The habits that are more than chance, in words.
pub fn in_words(habits: &Habits) -> Vec<Habit> {
    let certain = |share: Share| at_least(share.count, share.of, CHANCE) * LOOKS < SIGNIFICANT;
    let mut found = Vec::new();
    // The most certain cycle; others say much the same.
    if let Some(cycle) = habits.cycles.first() {
        let letters = cycle.hands.iter().map(|hand| hand.letter(Letters::English));
        let hands: Vec<String> = letters.map(|letter| letter.to_string()).collect();
        found.push(Habit {
            text: format!(
                "You repeat {}: {} of {} lately",
                hands.join(" "),
                cycle.share.count,
                cycle.share.of
            ),
            certain: true,
        });
    }
    if let Some((hand, share)) = habits.favourite() {
        found.push(Habit {
            text: format!(
                "You like {}: {} of {}",
                words::hand(hand.index()),
                share.count,
                share.of
            ),
            certain: certain(share),
        });
    }
    for outcome in Outcome::ALL {
        if let Some((shift, share)) = habits.after(outcome) {
            found.push(Habit {
                text: after(outcome.index(), shift.index(), share.count, share.of),
                certain: certain(share),
            });
        }
    }
    // Stable: the certain ones first, else as they come.
    found.sort_by_key(|habit| !habit.certain);
    for habit in &mut found {
        if !habit.certain {
            habit.text = format!("Perhaps: {}", habit.text);
        }
    }
    found
}

fn after(outcome: usize, shift: usize, count: u32, of: u32) -> String {
    let outcome = ["win", "draw", "loss"].get(outcome).unwrap_or(&"");
    let shift = [
        "repeat your hand",
        "go rock>paper>scissors",
        "go rock>scissors>paper",
    ]
    .get(shift)
    .unwrap_or(&"");
    format!("After a {outcome} you {shift} ({count} of {of})")
}
