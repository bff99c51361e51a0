//! What a file says of how rounds ended, held against the hands.

use crate::game::janken::Outcome;

/// How often the file's outcomes fit its hands.
///
/// When labels have been exchanged (rock for paper, say), draws still fit and every win is a loss:
/// the three hands beat each other the other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Rows whose outcome fits.
    pub right: u64,
    /// Rows that say win where the hands say loss, or the reverse.
    pub reversed: u64,
    /// Rows that say draw where the hands say otherwise, or the reverse.
    pub wrong: u64,
    /// Rows whose outcome is not understood.
    pub unknown: u64,
    /// The line of the first row that does not fit; 0 when all do.
    pub first: u64,
    /// Decided rows that fit.
    decided: u64,
}

impl Checked {
    /// Rows that do not fit.
    #[must_use]
    pub const fn faults(&self) -> u64 {
        self.reversed + self.wrong
    }

    /// Whether the labels of two hands have been exchanged, as far as this can tell: nearly every
    /// decided row is reversed, and draws fit.
    #[must_use]
    pub const fn is_swapped(&self) -> bool {
        self.reversed > 0 && self.decided * 19 < self.reversed && self.wrong * 19 < self.reversed
    }

    /// Takes note of a row. `said` is what the file says for the first player.
    pub(super) fn add(&mut self, line: u64, said: Option<Outcome>, hands: Outcome) {
        let Some(said) = said else {
            self.unknown += 1;
            return;
        };
        if said == hands {
            self.right += 1;
            self.decided += u64::from(said != Outcome::Draw);
            return;
        }
        if self.first == 0 {
            self.first = line;
        }
        if said == hands.turned() {
            self.reversed += 1;
        } else {
            self.wrong += 1;
        }
    }
}

/// Reads how a round ended for the first player; `None` for what is not understood.
pub(super) fn read(text: &str) -> Option<Outcome> {
    let text = text.trim().to_lowercase();
    Some(match text.as_str() {
        "win" | "won" | "wins" | "w" | "1" | "+1" | "victory" | "p1" | "player1" | "player 1"
        | "user" | "you" | "human" | "player" => Outcome::Win,
        "draw" | "d" | "tie" | "tied" | "t" | "0" | "drawn" | "none" => Outcome::Draw,
        "loss" | "lose" | "lost" | "loses" | "l" | "-1" | "defeat" | "p2" | "player2"
        | "player 2" | "computer" | "cpu" | "ai" | "bot" | "opponent" => Outcome::Loss,
        sentence => {
            let says = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
            let is_theirs = says(&["computer", "cpu", "bot", "opponent", "player2", "player 2"]);
            if says(&["tie", "draw"]) {
                Outcome::Draw
            } else if says(&["lose", "lost"]) {
                if is_theirs {
                    Outcome::Win
                } else {
                    Outcome::Loss
                }
            } else if says(&["win", "won"]) {
                if is_theirs {
                    Outcome::Loss
                } else {
                    Outcome::Win
                }
            } else {
                return None;
            }
        }
    })
}
