//! Janken in plain lines: a match with a person or a pipe, a line a round.
//!
//! Before a hand is read the digest of the opponent's is shown; after the round the text behind it.

use std::convert::Infallible;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::input::{Ear, LONGEST, Wake};
use super::voice::Voice;
use super::words as plain_words;
use koteki_games::janken::{Hand, Letters};
use koteki_games::random::derive_seed;
use koteki_games::typed::half_width;
use koteki_session::janken::words;
use koteki_session::janken::{Match, MatchFolder, Setup, UnfinishedMatch, open, words as show};

const HELP: [&str; 11] = [
    "g or r or 1   rock        (gū)",
    "c or s or 2   scissors    (choki)",
    "p or 3        paper       (pā); several hands on one line are played in turn",
    "score         how it stands, and what chance alone does",
    "habits        your habits as they show so far",
    "level NAME    a new match against another: beginner, random, paper, strong, or any player",
    "length N      a new match of N rounds; length first10: to ten wins; length endless",
    "new           a new match like this one",
    "resume        continue the match that was left, when there is one",
    "help          these lines",
    "quit          leave; the match is kept and can be resumed",
];

/// What a sitting begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first match. Later ones take seeds derived from its own.
    pub setup: Setup,
    /// Where matches are kept; `None` for nowhere.
    pub data: Option<PathBuf>,
    /// The beginning of the names of matches in the file, unlike those of other sittings.
    pub name: String,
}

struct Plain<'a> {
    voice: Voice<'a>,
    game: Match,
    first: Setup,
    name: String,
    matches: u64,
    kept: Option<UnfinishedMatch>,
    ear: Ear<Infallible>,
    /// The digest of the round has been shown.
    asked: bool,
    /// When that was.
    since: Instant,
    /// How long the line that was read last since then was waited for.
    waited: Duration,
    /// The end of the match has been reported.
    is_reported: bool,
}

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written.
pub fn run(
    options: Options,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let Options { setup, data, name } = options;
    let MatchFolder {
        kept: left,
        journal,
        trouble,
    } = data.as_deref().map(open).unwrap_or_default();
    let mut plain = Plain {
        voice: Voice(output),
        game: Match::new(setup.clone(), format!("{name}-1"), journal),
        first: setup,
        name,
        matches: 1,
        kept: left,
        ear: Ear::open(input)?.0,
        asked: false,
        since: Instant::now(),
        waited: Duration::ZERO,
        is_reported: false,
    };
    plain.open()?;
    plain.voice.say(
        "Type g c p or r s p: rock, scissors, paper. Other words: score, habits, level, \
         length, new, resume, help, quit.",
    )?;
    plain.voice.say(
        "Each hand is fixed before yours is read: its digest is shown first, the text behind \
         it after. Check it with printf 'R 00…' | sha256sum.",
    )?;
    for line in trouble {
        plain.voice.say(&line)?;
    }
    if let Some(kept) = &plain.kept {
        let line = left_match(&kept.setup.opponent.to_string(), kept.rows.len());
        plain.voice.say(&line)?;
    }
    plain.play()
}

impl Plain<'_> {
    fn open(&mut self) -> anyhow::Result<()> {
        let setup = self.game.setup();
        let length = show::length(setup.length);
        let line = format!(
            "Janken against {}, {length}. (seed {})",
            setup.opponent, setup.seed
        );
        self.asked = false;
        self.is_reported = false;
        self.voice.say(&line)
    }

    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            if let Some(trouble) = self.game.trouble() {
                self.voice.say(&trouble)?;
            }
            if self.game.is_over() && !self.is_reported {
                self.is_reported = true;
                self.summary()?;
                let net = self.game.score().net();
                self.voice.say(over(net))?;
            }
            let Some(word) = self.next_word()? else {
                break;
            };
            if ["quit", "q"].contains(&word.to_ascii_lowercase().as_str()) {
                break;
            }
            self.word(&word)?;
        }
        if !self.is_reported && !self.game.played().is_empty() {
            self.summary()?;
        }
        if let Err(error) = self.game.sync() {
            self.voice.say(&error.to_string())?;
        }
        self.voice.say("Goodbye.")
    }

    /// The next word typed; `None` at the end of the input.
    fn next_word(&mut self) -> anyhow::Result<Option<String>> {
        loop {
            if let Some(digest) = self.game.digest()
                && !self.asked
            {
                self.asked = true;
                let round = self.game.played().len() + 1;
                self.voice.say(&committed(round, &digest.to_string()))?;
                self.since = Instant::now();
                self.waited = Duration::ZERO;
            }
            if let Some(word) = self.ear.words.pop_front() {
                return Ok(Some(word));
            }
            if self.ear.has_ended() {
                return Ok(None);
            }
            self.ear.want();
            match self.ear.wait()? {
                Wake::Line(line, waited) => {
                    self.waited = waited;
                    self.ear.take(&line);
                }
                Wake::TooLong => self.voice.say(&plain_words::too_long(LONGEST))?,
                Wake::End => {}
                Wake::Session(never) => match never {},
            }
        }
    }

    fn word(&mut self, word: &str) -> anyhow::Result<()> {
        let lower = half_width(word).to_ascii_lowercase();
        match lower.as_str() {
            "help" | "?" => self.voice.say_all(HELP),
            "score" => {
                let line = show::score(self.game.score());
                self.voice.say(&line)
            }
            "habits" => self.habits(),
            "new" => {
                let setup = self.game.setup().clone();
                self.restart(setup)
            }
            "level" | "length" => {
                let Some(value) = self.ear.words.pop_front() else {
                    return self.voice.say(&needs(&lower));
                };
                let mut setup = self.game.setup().clone();
                let fault = if lower == "level" {
                    let read = value.parse().map(|it| setup.opponent = it);
                    read.err()
                        .map(|error: koteki_games::spec::SpecError| error.to_string())
                } else {
                    let read = value.parse().map(|it| setup.length = it);
                    read.err()
                        .map(|error: koteki_session::janken::LengthError| error.to_string())
                };
                match fault {
                    Some(fault) => self.voice.say(&fault),
                    None => self.restart(setup),
                }
            }
            "resume" => self.resume(),
            _ => match hands(&lower) {
                Some(hands) => self.hands(&hands),
                None => self.voice.say(&unreadable(word)),
            },
        }
    }

    fn hands(&mut self, hands: &[Hand]) -> anyhow::Result<()> {
        for (place, &hand) in hands.iter().enumerate() {
            if place > 0
                && let Some(digest) = self.game.digest()
            {
                let round = self.game.played().len() + 1;
                self.voice.say(&committed(round, &digest.to_string()))?;
            }
            // Time is taken of a hand that was typed after the digest was shown, and not of one that was
            // there before: nobody answers within a millisecond.
            let is_timed =
                place == 0 && self.ear.words.is_empty() && self.waited >= Duration::from_millis(1);
            let rt_ms = is_timed.then(|| self.since.elapsed().as_secs_f64() * 1000.0);
            let Ok(played) = self.game.play(hand, rt_ms) else {
                return self
                    .voice
                    .say("The match is over; type new for another, or quit.");
            };
            self.asked = false;
            let line = show::round(self.game.played().len(), &played);
            self.voice.say(&line)?;
            if let Some(commitment) = played.commitment {
                self.voice
                    .say(&format!("Revealed: {}", commitment.text()))?;
            }
        }
        Ok(())
    }

    fn habits(&mut self) -> anyhow::Result<()> {
        let lines = show::habits(&self.game.habits());
        self.voice.say("Your habits, as far as they show:")?;
        lines
            .iter()
            .try_for_each(|line| self.voice.say(&format!("  {line}")))
    }

    fn summary(&mut self) -> anyhow::Result<()> {
        let line = show::score(self.game.score());
        self.voice.say(&line)?;
        let (right, all) = self.game.hits();
        if all > 0 {
            self.voice.say(&format!(
                "It predicted your hand {right} of {all} times (a guess: one in three)."
            ))?;
        }
        self.habits()
    }

    fn restart(&mut self, setup: Setup) -> anyhow::Result<()> {
        self.matches += 1;
        let seed = derive_seed(self.first.seed, &[self.matches]);
        let game = format!("{}-{}", self.name, self.matches);
        self.game.restart(Setup { seed, ..setup }, game);
        self.open()
    }

    fn resume(&mut self) -> anyhow::Result<()> {
        let Some(kept) = self.kept.take() else {
            return self.voice.say("No match was left that could be resumed.");
        };
        let rounds = kept.rows.len();
        self.game.go_on(kept);
        self.open()?;
        self.voice.say(&format!(
            "Resumed after {}.",
            words::many(rounds as u64, "round", "rounds")
        ))?;
        let line = show::score(self.game.score());
        self.voice.say(&line)
    }
}

/// The hands of a word: a name, or letters one after the other. No digits: contests and files count hands in
/// several ways.
fn hands(word: &str) -> Option<Vec<Hand>> {
    match Hand::from_word(word, Letters::Japanese) {
        Some(hand) => Some(vec![hand]),
        None => word.chars().map(Hand::from_any_letter).collect(),
    }
}

fn left_match(opponent: &str, rounds: usize) -> String {
    let rounds = words::many(rounds as u64, "round", "rounds");
    format!("A match against {opponent} was left after {rounds}; type resume to continue it.")
}

fn committed(round: usize, digest: &str) -> String {
    format!("Round {round}. Fixed: {digest}. Your hand?")
}

fn over(net: i64) -> &'static str {
    match net {
        1.. => "The match is over: you win. Type new for another.",
        0 => "The match is over: a draw. Type new for another.",
        _ => "The match is over: you lose. Type new for another.",
    }
}

fn unreadable(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    format!("\"{short}\" is no hand and no word here: g c p, r s p, or help.")
}

fn needs(word: &str) -> String {
    match word {
        "level" => "level needs a name: level beginner, random, paper, strong, or any player",
        _ => "length needs a number of rounds, first10, or endless",
    }
    .to_owned()
}
