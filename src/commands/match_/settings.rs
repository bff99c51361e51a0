//! What of a match its games hang on: read from the command line, kept in its file, compared when it is gone on
//! with.

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use super::board::read_openings;
use super::{Args, Source};
use koteki_rivals::measure::sprt::Sprt;
use koteki_rivals::measure::tournament::{Plan, Stop, gauntlet, round_robin};
use koteki_rivals::roster::kit::{GameKind, Kit};

const SHUFFLE_WHAT: &str =
    "--shuffle goes with --openings FILE: the others are drawn at random anyway";

/// Games of a pairing, when none are asked for.
const GAMES: u32 = 100;

/// Games of a pairing at most, when the result says when it is enough.
const MOST_GAMES: u32 = 100_000;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum OpeningSettings {
    /// So many random plies.
    Random {
        /// How many.
        plies: u32,
    },
    /// The built-in set.
    Balanced {
        /// How many openings it has.
        openings: usize,
    },
    /// Those of a file.
    File {
        /// Its name.
        name: String,
        /// Whether they are drawn at random rather than taken in order.
        shuffle: bool,
        /// The openings themselves, so that the match does not hang on the file any more.
        lines: Vec<String>,
    },
}

/// Everything that the games of a match hang on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The game.
    pub game: GameKind,
    /// The players with every setting.
    pub players: Vec<String>,
    /// Whether only the first meets the others.
    pub gauntlet: bool,
    /// Games of a pairing, at most.
    pub games: u32,
    /// Seed for everything random.
    pub seed: u64,
    /// What games begin with.
    pub openings: OpeningSettings,
    /// Whether empty squares count for the winner.
    pub empties_to_winner: bool,
    /// How wide the interval of each pairing may be in the end, half its width taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ci: Option<f64>,
    /// The test that ends a pairing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

impl Settings {
    /// What the command line asks for; of `players` every setting is written out. With the settings of a match that is gone on with, what is not named is as it was there.
    ///
    /// # Errors
    /// Options that do not go together; a file of openings that cannot be read.
    pub fn asked<K: Kit>(
        args: &Args,
        players: Vec<String>,
        begun: Option<&Self>,
    ) -> anyhow::Result<Self> {
        let games = args.games.or_else(|| Some(args.pairs? * 2));
        let openings = match &args.openings {
            None if args.shuffle => bail!(SHUFFLE_WHAT),
            None => args
                .opening_plies
                .map(|plies| OpeningSettings::Random { plies }),
            Some(Source::Random) => Some(OpeningSettings::Random {
                plies: args.opening_plies.unwrap_or(K::OPENING_PLIES),
            }),
            Some(Source::Balanced) => {
                let openings = K::balanced().len();
                if openings == 0 {
                    bail!(
                        "--openings balanced goes with --game othello only; at Blokus Duo \
                         name a file, or take random"
                    );
                }
                if args.opening_plies.is_some_and(|plies| plies != 8) {
                    bail!("the balanced openings have 8 plies: leave --opening-plies out");
                }
                Some(OpeningSettings::Balanced { openings })
            }
            Some(Source::File(path)) => Some(OpeningSettings::File {
                name: path.display().to_string(),
                shuffle: args.shuffle,
                lines: read_openings::<K>(path, args.opening_plies)
                    .with_context(|| path.display().to_string())?,
            }),
        };
        if args.shuffle && !matches!(openings, Some(OpeningSettings::File { .. })) {
            bail!(SHUFFLE_WHAT);
        }
        if let Some(begun) = begun {
            let mut now = begun.clone();
            if !players.is_empty() {
                now.players = players;
            }
            now.gauntlet |= args.gauntlet;
            now.games = games.unwrap_or(now.games);
            now.seed = args.seed.unwrap_or(now.seed);
            now.openings = openings.unwrap_or(now.openings);
            now.empties_to_winner |= args.empties_to_winner;
            now.until_ci = args.until_ci.or(now.until_ci);
            now.sprt = args.sprt.or(now.sprt);
            return Ok(now);
        }
        let sequential = args.until_ci.is_some() || args.sprt.is_some();
        let default = if sequential { MOST_GAMES } else { GAMES };
        Ok(Self {
            game: K::KIND,
            players,
            gauntlet: args.gauntlet,
            games: games.unwrap_or(default),
            seed: args.seed.unwrap_or(1),
            openings: openings.unwrap_or(OpeningSettings::Random {
                plies: K::OPENING_PLIES,
            }),
            empties_to_winner: args.empties_to_winner,
            until_ci: args.until_ci,
            sprt: args.sprt,
        })
    }

    /// The first thing that is not as it is in `begun`: its name, what it was and what it is now.
    pub fn difference(&self, begun: &Self) -> Option<(String, String, String)> {
        let values = |settings: &Self| serde_json::to_value(settings).unwrap_or_default();
        let (then, now) = (values(begun), values(self));
        let nothing = serde_json::Value::Null;
        let keys = then
            .as_object()
            .into_iter()
            .chain(now.as_object())
            .flatten();
        keys.map(|(key, _)| (key, then.get(key), now.get(key)))
            .map(|(key, then, now)| (key, then.unwrap_or(&nothing), now.unwrap_or(&nothing)))
            .find(|(_, then, now)| then != now)
            .map(|(key, then, now)| (key.clone(), excerpt(then), excerpt(now)))
    }

    /// What is played, for `players` players.
    pub fn plan(&self) -> Plan {
        let players = self.players.len();
        Plan {
            pairings: if self.gauntlet {
                gauntlet(players)
            } else {
                round_robin(players)
            },
            games: self.games,
            seed: self.seed,
            stop: self.stop(),
        }
    }

    /// What ends a pairing before all its games.
    pub fn stop(&self) -> Option<Stop> {
        let width = self.until_ci.map(Stop::Width);
        width.or_else(|| self.sprt.map(Stop::Sprt))
    }

    /// The command that plays the same; `names` are the players as they are called.
    pub fn command(&self, names: &[String]) -> String {
        let mut command = "koteki match".to_owned();
        let mut put = |word: String| {
            command.push(' ');
            command.push_str(&word);
        };
        if self.game != GameKind::default() {
            put(format!("--game {}", self.game.key()));
        }
        names.iter().map(|name| shell_word(name)).for_each(&mut put);
        if self.gauntlet {
            put("--gauntlet".to_owned());
        }
        put(format!("--games {} --seed {}", self.games, self.seed));
        match &self.openings {
            OpeningSettings::Random { plies } => put(format!("--opening-plies {plies}")),
            OpeningSettings::Balanced { .. } => put("--openings balanced".to_owned()),
            OpeningSettings::File { name, shuffle, .. } => {
                put(format!("--openings {}", shell_word(name)));
                if *shuffle {
                    put("--shuffle".to_owned());
                }
            }
        }
        if self.empties_to_winner {
            put("--empties-to-winner".to_owned());
        }
        if let Some(width) = self.until_ci {
            put(format!("--until-ci {width}"));
        }
        if let Some(sprt) = self.sprt {
            put(format!("--sprt {sprt}"));
        }
        command
    }
}

/// A word as a shell reads it: quoted where it has to be, as the command of an engine has.
fn shell_word(word: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_=+,.:/@%".contains(char);
    if word.chars().all(is_plain) {
        word.to_owned()
    } else {
        shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
    }
}

/// The beginning of a value, short enough for one line of a message.
fn excerpt(value: &serde_json::Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
