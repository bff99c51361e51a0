//! A person at janken: the match being played, the hand that is fixed and committed before the person's
//! is known, how it stands, and what is kept.
//!
//! Every interface drives the same [`Match`] and only shows it. Nothing here waits: a hand takes a millisecond
//! at most.

pub mod words;

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::str::FromStr;

use koteki_games::janken::{Hand, Letters, Round};
use koteki_janken::commit::{Commitment, Digest};
use koteki_janken::habits::Habits;
use koteki_janken::score::Score;
use koteki_janken::{Insight, Reader, ReaderSpec, Reading};
use koteki_record::janken::write::{JANKEN, Journal, JournalError};
use koteki_record::janken::{Extra, Row, Rows, TableError};

/// How long a match is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// Until the person has had enough.
    #[default]
    Endless,
    /// So many rounds.
    Rounds(u32),
    /// Until one of the two has won so many.
    FirstTo(u32),
}

/// The greatest number of rounds or wins that a match can be for.
pub const LONGEST: u32 = 1_000_000;

/// A text that is no length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no length of a match: write endless, a number of rounds (100), or first and a number of wins (first10), each \
     from 1 to {longest}",
    longest = LONGEST
)]
pub struct LengthError(String);

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        // As it is written, and as it is shown: "first to 7 wins".
        let number = |text: &str, unit: &str| -> Option<u32> {
            let text = text.trim();
            let plural = text.strip_suffix('s').unwrap_or(text);
            let number = plural.strip_suffix(unit).unwrap_or(text);
            let number = number.trim().parse().ok()?;
            (1..=LONGEST).contains(&number).then_some(number)
        };
        let lower = text.trim().to_ascii_lowercase();
        let length = match lower.strip_prefix("first").map(str::trim_start) {
            Some(wins) => {
                number(wins.strip_prefix("to ").unwrap_or(wins), "win").map(Self::FirstTo)
            }
            None if lower == "endless" => Some(Self::Endless),
            None => number(&lower, "round").map(Self::Rounds),
        };
        length.ok_or_else(|| LengthError(text.to_owned()))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless => f.pad("endless"),
            Self::Rounds(rounds) => f.pad(&rounds.to_string()),
            Self::FirstTo(wins) => f.pad(&format!("first{wins}")),
        }
    }
}

impl Length {
    /// Whether a match of this length is over at this score.
    pub fn is_over(self, score: Score) -> bool {
        match self {
            Self::Endless => false,
            Self::Rounds(rounds) => score.rounds() >= rounds,
            Self::FirstTo(wins) => score.wins.max(score.losses) >= wins,
        }
    }
}

/// What a match begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// Who plays against the person: one of [`LEVELS`](koteki_janken::spec::LEVELS), or any reader.
    pub opponent: ReaderSpec,
    /// How long it is.
    pub length: Length,
    /// Seed of the opponent's lots.
    pub seed: u64,
}

/// A round that has been played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// The hands; `own` is the person's.
    pub round: Round,
    /// What the opponent had in mind.
    pub reading: Reading,
    /// What it had committed to; `None` in rounds of an earlier sitting, whose nonces are gone.
    pub commitment: Option<Commitment>,
    /// How long the person took, in milliseconds.
    pub rt_ms: Option<f64>,
}

/// The match is over: no more rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the match is over")]
pub struct MatchOverError;

/// A match that was kept and is not over.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedMatch {
    /// What it began with.
    pub setup: Setup,
    /// Its name in the file.
    pub game: String,
    /// Its rounds.
    pub rows: Vec<Row>,
}

/// A person's match, and the ones after it.
pub struct Match {
    setup: Setup,
    game: String,
    reader: Box<dyn Reader>,
    played: Vec<Played>,
    /// The number of the last round in the journal.
    number: u64,
    score: Score,
    /// The hand for the next round; the person's seat sees only its digest.
    fixed: (Reading, Commitment),
    journal: Option<Journal>,
    trouble: Option<String>,
}

impl Match {
    /// A new match. `game` is its name in the journal, unlike all others there.
    pub fn new(setup: Setup, game: String, journal: Option<Journal>) -> Self {
        let mut reader = setup.opponent.build(setup.seed);
        let fixed = fix(&mut *reader);
        Self {
            setup,
            game,
            reader,
            played: Vec::new(),
            number: 0,
            score: Score::default(),
            fixed,
            journal,
            trouble: None,
        }
    }

    /// Goes on with a match that was kept. The opponent has seen all of its rounds.
    pub fn resume(kept: UnfinishedMatch, journal: Option<Journal>) -> Self {
        let mut it = Self::new(kept.setup, kept.game, journal);
        for row in kept.rows {
            // A row may have been lost.
            it.number = row.round;
            let reading = it.fixed.0;
            it.take(Played {
                round: row.hands,
                reading,
                commitment: None,
                rt_ms: row.rt_ms,
            });
        }
        it
    }

    /// Ends this match and begins another; the journal goes on.
    pub fn restart(&mut self, setup: Setup, game: String) {
        let journal = self.journal.take();
        let trouble = self.trouble.take();
        *self = Self::new(setup, game, journal);
        self.trouble = trouble;
    }

    /// Leaves this match for one that was kept; the journal goes on.
    pub fn go_on(&mut self, kept: UnfinishedMatch) {
        let journal = self.journal.take();
        *self = Self::resume(kept, journal);
    }

    /// What the match began with.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The digest of the hand that the opponent has fixed for the next round: to be shown before the
    /// person chooses. `None` when the match is over.
    pub fn digest(&self) -> Option<Digest> {
        (!self.is_over()).then(|| self.fixed.1.digest())
    }

    /// Plays a round: the person's hand, and how long it took in milliseconds.
    ///
    /// # Errors
    /// When the match is over.
    pub fn play(&mut self, hand: Hand, rt_ms: Option<f64>) -> Result<Played, MatchOverError> {
        if self.is_over() {
            return Err(MatchOverError);
        }
        let (reading, commitment) = self.fixed;
        let played = Played {
            round: Round {
                own: hand,
                other: reading.hand,
            },
            reading,
            commitment: Some(commitment),
            rt_ms,
        };
        self.take(played);
        self.write(played);
        Ok(played)
    }

    fn take(&mut self, played: Played) {
        self.score.add(played.round.outcome());
        self.reader.observe(played.round.other, played.round.own);
        self.played.push(played);
        self.fixed = fix(&mut *self.reader);
    }

    fn write(&mut self, played: Played) {
        self.number = self.number.saturating_add(1);
        let row = Row {
            game: self.game.clone(),
            round: self.number,
            players: ["p1".to_owned(), "p2".to_owned()],
            hands: played.round,
            rt_ms: played.rt_ms,
            predicted: played.reading.predicted,
            confidence: Some(played.reading.confidence),
            extra: Extra {
                opponent: Some(self.setup.opponent.to_string()),
                seed: Some(self.setup.seed),
                length: Some(self.setup.length.to_string()),
            },
            one_sided: false,
        };
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.append(&row)
        {
            let path = journal.path().display().to_string();
            self.trouble = Some(format!("cannot write {path}: {error}"));
        }
    }

    /// What went wrong with the disk since this was asked last. The match goes on all the same.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Every round so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// The hands so far; `own` is the person's.
    pub fn rounds(&self) -> Vec<Round> {
        self.played.iter().map(|played| played.round).collect()
    }

    /// The person's wins, draws and losses.
    pub const fn score(&self) -> Score {
        self.score
    }

    /// Rounds in which the opponent predicted the person's hand, and in which it predicted at all.
    pub fn hits(&self) -> (usize, usize) {
        let read = self.played.iter().filter_map(|it| {
            let predicted = it.reading.predicted?;
            Some(predicted == it.round.own)
        });
        read.fold((0, 0), |(right, all), is_right| {
            (right + usize::from(is_right), all + 1)
        })
    }

    /// Whether it has come to its end.
    pub fn is_over(&self) -> bool {
        self.setup.length.is_over(self.score)
    }

    /// The person's habits as they show in this match.
    pub fn habits(&self) -> Habits {
        Habits::of(&self.rounds())
    }

    /// What the hand that is fixed comes from: for a screen, and not to be shown before the round, for
    /// it gives the hand away.
    pub fn insight(&mut self) -> Insight {
        self.reader.insight()
    }

    /// Returns once all rounds are on the disk.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn sync(&self) -> io::Result<()> {
        self.journal.as_ref().map_or(Ok(()), Journal::sync)
    }
}

fn fix(reader: &mut dyn Reader) -> (Reading, Commitment) {
    let reading = reader.next();
    (reading, Commitment::to(reading.hand))
}

/// What there is in a folder of matches.
#[derive(Debug, Default)]
pub struct MatchFolder {
    /// A match to go on with.
    pub kept: Option<UnfinishedMatch>,
    /// Where rounds are kept; `None` when they cannot be.
    pub journal: Option<Journal>,
    /// Messages for the person, a line each.
    pub trouble: Vec<String>,
}

/// Opens a folder of matches for this program alone. What cannot be kept can be played all the same.
pub fn open(folder: &Path) -> MatchFolder {
    let mut opened = MatchFolder::default();
    // First the lock: a match that another program is playing is not to be gone on with.
    let journal = match Journal::open(folder) {
        Ok(journal) => journal,
        Err(JournalError::Locked) => {
            opened
                .trouble
                .push("kept by another koteki: this match is not kept".to_owned());
            return opened;
        }
        Err(JournalError::Refused(error)) => {
            opened.trouble.push(not_kept(&error.to_string()));
            return opened;
        }
    };
    if let Some(aside) = journal.aside() {
        let aside = aside.display().to_string();
        opened.trouble.push(format!(
            "The file of matches had another heading: it is {aside} now, and a new one is begun."
        ));
    }
    match kept(folder) {
        Ok((kept, faults)) => {
            opened.kept = kept;
            if faults > 0 {
                opened.trouble.push(unread(faults));
            }
            opened.journal = Some(journal);
        }
        Err(error) => {
            let why = format!("{}: {error}", journal.path().display());
            opened.trouble.push(not_kept(&why));
        }
    }
    opened
}

/// A match of a file: its rows, and the numbers of its first and last row among all.
struct LastMatch {
    first: usize,
    last: usize,
    rows: Vec<Row>,
}

/// The last match of the folder's journal that can be gone on with; and how many rows of the journal could
/// not be read. A match that was left for another one is over. Two that were played at the same time have
/// their rows mixed: each is taken for itself.
///
/// # Errors
/// When there is a journal and it cannot be read.
pub fn kept(folder: &Path) -> Result<(Option<UnfinishedMatch>, u64), TableError> {
    let file = match File::open(folder.join(JANKEN)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((None, 0)),
        Err(error) => return Err(error.into()),
    };
    let mut rows = match Rows::new(BufReader::new(file), Letters::English) {
        Ok(rows) => rows,
        Err(TableError::Empty) => return Ok((None, 0)),
        Err(error) => return Err(error),
    };
    let mut games: HashMap<String, LastMatch> = HashMap::new();
    let (mut faults, mut number) = (0, 0);
    while let Some(row) = rows.next_row()? {
        match row {
            Ok(row) => {
                number += 1;
                let found = games.entry(row.game.clone()).or_insert_with(|| LastMatch {
                    first: number,
                    last: number,
                    rows: Vec::new(),
                });
                found.last = number;
                found.rows.push(row);
            }
            Err(_) => faults += 1,
        }
    }
    let begun = games.values().map(|it| it.first).max().unwrap_or(0);
    let mut games: Vec<LastMatch> = games.into_values().filter(|it| it.last >= begun).collect();
    games.sort_unstable_by_key(|it| std::cmp::Reverse(it.last));
    let kept = games.into_iter().find_map(|it| goes_on(it.rows));
    // The program writes no round without a hand.
    Ok((kept, faults + rows.skipped()))
}

/// The match of these rows, if it says who played and is not over.
fn goes_on(rows: Vec<Row>) -> Option<UnfinishedMatch> {
    let first = rows.first()?;
    let extra = &first.extra;
    let setup = Setup {
        opponent: extra.opponent.as_deref()?.parse().ok()?,
        length: extra.length.as_deref()?.parse().ok()?,
        seed: extra.seed?,
    };
    let kept = UnfinishedMatch {
        setup,
        game: first.game.clone(),
        rows,
    };
    let rounds: Vec<Round> = kept.rows.iter().map(|row| row.hands).collect();
    let is_over = kept.setup.length.is_over(Score::of(&rounds));
    (!is_over).then_some(kept)
}

fn unread(count: u64) -> String {
    if count == 1 {
        "1 line of the kept matches could not be read; it stays as it is.".to_owned()
    } else {
        format!("{count} lines of the kept matches could not be read; they stay as they are.")
    }
}

fn not_kept(why: &str) -> String {
    format!("Rounds are not kept: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_written() {
        for (text, length) in [
            ("endless", Length::Endless),
            ("100", Length::Rounds(100)),
            ("first10", Length::FirstTo(10)),
        ] {
            assert_eq!(text.parse(), Ok(length));
            assert_eq!(length.to_string(), text);
        }
        for text in ["First 3", "first to 3 wins", "first3"] {
            assert_eq!(text.parse(), Ok(Length::FirstTo(3)));
        }
        for text in ["1 round", "1 rounds", "1"] {
            assert_eq!(text.parse(), Ok(Length::Rounds(1)));
        }
        for text in [
            "",
            "0",
            "first0",
            "-1",
            "first",
            "best of 3",
            "1000001",
            "3 wins",
            "3s",
        ] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }
}
