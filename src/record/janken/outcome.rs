//! What a file says of how rounds ended, held against the hands.

use koteki_games::janken::Outcome;

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
    pub const fn faults(&self) -> u64 {
        self.reversed + self.wrong
    }

    /// Whether the labels of two hands have been exchanged, as far as this can see: nearly every
    /// decided row is reversed, and draws fit.
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
        "w" | "1" | "+1" | "1.0" => Outcome::Win,
        "d" | "t" | "0" | "0.0" | "none" => Outcome::Draw,
        "l" | "-1" | "-1.0" => Outcome::Loss,
        sentence => return read_sentence(sentence),
    })
}

/// Reads a column of winners, of a round between these two: a name, 1 or 2, or words.
pub(super) fn read_winner(text: &str, [first, second]: [&str; 2]) -> Option<Outcome> {
    let text = text.trim();
    let is_called = |name: &str| text.eq_ignore_ascii_case(name.trim());
    match (is_called(first), is_called(second), text) {
        (true, false, _) => Some(Outcome::Win),
        (false, true, _) => Some(Outcome::Loss),
        (_, _, "2" | "2.0") => Some(Outcome::Loss),
        _ => read(text),
    }
}

/// What a word says of a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    First,
    Second,
    Won,
    Lost,
    Draw,
    /// A player who is neither.
    Unknown,
}

/// Reads a sentence: who is named before the verb has won or lost; who is named alone, or after
/// "winner", has won; where no one is, the first player.
fn read_sentence(sentence: &str) -> Option<Outcome> {
    let tokens: Vec<&str> = sentence
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|token| !token.is_empty())
        .collect();
    let mut words = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let word = match token {
            "player" | "p" => match tokens.peek().copied() {
                Some("1" | "one" | "a") => {
                    tokens.next();
                    Word::First
                }
                Some("2" | "two" | "b") => {
                    tokens.next();
                    Word::Second
                }
                Some(other) if other.chars().count() == 1 || other.parse::<u64>().is_ok() => {
                    Word::Unknown
                }
                _ => Word::First,
            },
            "p1" | "player1" | "user" | "you" | "human" | "i" | "me" => Word::First,
            "p2" | "player2" | "computer" | "cpu" | "ai" | "bot" | "opponent" | "machine" => {
                Word::Second
            }
            "win" | "wins" | "won" | "winner" | "victory" | "beat" | "beats" | "defeats" => {
                Word::Won
            }
            "lose" | "loses" | "lost" | "loss" | "loser" | "defeat" | "defeated" => Word::Lost,
            "tie" | "tied" | "ties" | "draw" | "draws" | "drawn" | "drew" | "no" | "nobody"
            | "none" | "neither" | "noone" => Word::Draw,
            _ => continue,
        };
        words.push(word);
    }
    if words.contains(&Word::Draw) {
        return Some(Outcome::Draw);
    }
    let is_verb = |word: &&Word| matches!(word, Word::Won | Word::Lost);
    let is_player = |word: &&Word| !is_verb(word);
    let verb = words.iter().find(is_verb);
    let before = words.iter().take_while(is_player).next();
    // "Winner: player 2", but not "lost to player 2" or "you win against the computer".
    let is_title = ["winner", "loser"].iter().any(|it| sentence.contains(it));
    let after = words.iter().find(is_player).filter(|_| is_title);
    let outcome = match (before.or(after), verb) {
        (None, None) | (Some(Word::Unknown), _) => return None,
        (Some(Word::Second), _) => Outcome::Loss,
        _ => Outcome::Win,
    };
    Some(match verb {
        Some(Word::Lost) => outcome.turned(),
        _ => outcome,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_files_say_is_understood() {
        for (expected, texts) in [
            (
                Outcome::Win,
                &[
                    "Win",
                    "w",
                    "1",
                    "+1",
                    "P1",
                    "player 1",
                    "Player_1 wins",
                    "user",
                    "You win!",
                    "Computer loses",
                    "You win against the computer",
                    "Winner: you",
                    "human",
                    "player",
                    "Player wins",
                    "Player 2 lost",
                ][..],
            ),
            (
                Outcome::Draw,
                &[
                    "draw",
                    "T",
                    "0",
                    "It's a tie",
                    "no winner",
                    "No one wins",
                    "Nobody wins",
                    "none",
                    "It's a tie, player 1",
                ],
            ),
            (
                Outcome::Loss,
                &[
                    "loss",
                    "L",
                    "-1",
                    "P2",
                    "P2 wins",
                    "p2_win",
                    "AI wins",
                    "AI",
                    "computer wins",
                    "Computer wins again",
                    "player 2",
                    "Player 2 wins!",
                    "player2",
                    "You lose",
                    "you lost to the computer",
                    "Lost to player 2",
                    "Winner: player 2",
                    "defeat",
                    "opponent",
                    "Player 1 loses",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(read(text), Some(expected), "{text}");
            }
        }
        for text in ["", "maybe", "player 3 wins", "again", "7"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_winner_is_a_name_or_a_number() {
        let named = ["2", "7"];
        let usual = ["p1", "p2"];
        for (text, players, expected) in [
            ("1", usual, Some(Outcome::Win)),
            ("2", usual, Some(Outcome::Loss)),
            ("0", usual, Some(Outcome::Draw)),
            ("P2", usual, Some(Outcome::Loss)),
            ("AI wins", usual, Some(Outcome::Loss)),
            ("2", named, Some(Outcome::Win)),
            ("7", named, Some(Outcome::Loss)),
            ("Bob", ["bob", "ann"], Some(Outcome::Win)),
            ("cyd", ["bob", "ann"], None),
        ] {
            assert_eq!(read_winner(text, players), expected, "{text}");
        }
    }
}
