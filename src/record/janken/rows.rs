//! Reading a table row by row, however long it is.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry as Place;
use std::io::{self, BufRead, Read as _};

use super::alphabet::Alphabet;
use super::columns::{Columns, Delimiter};
use super::outcome::{self, Checked};
use super::{Extra, Row, RowError, RowErrorKind, TableError, quoted};
use koteki_games::janken::{Hand, Outcome, Round};

/// Longest line that is taken for a row, in bytes.
pub const LONGEST: usize = 65_536;

/// The rows of a table, in order: each is a round, or a fault. Memory does not grow with the table (in
/// tables with a row a player: with the rows whose partner has not come yet).
pub struct Rows<R> {
    input: R,
    line: u64,
    alphabet: Alphabet,
    delimiter: Delimiter,
    columns: Columns,
    checked: Checked,
    /// Rounds in which a player had no hand.
    skipped: u64,
    /// What is to be handed out before reading on.
    waiting: VecDeque<Result<Row, RowError>>,
    /// A first row that came without a heading.
    first: Option<String>,
    /// The game and round where the table does not say them.
    game: u64,
    round: u64,
    /// Rows of one player whose partner has not come yet, by game and round.
    alone: HashMap<(String, u64), Half>,
    /// The input is at its end.
    ended: bool,
}

/// A row of one player.
#[derive(Clone, Debug)]
struct Half {
    line: u64,
    player: String,
    hand: Option<Hand>,
    rt_ms: Option<f64>,
    said: Option<String>,
}

impl<R: BufRead> Rows<R> {
    /// The rows of `input`, hands written in `alphabet` (or words).
    ///
    /// # Errors
    /// When nothing can be read, or there are no hands in it.
    pub fn new(mut input: R, alphabet: impl Into<Alphabet>) -> Result<Self, TableError> {
        let alphabet = alphabet.into();
        let mut line = 0;
        let first = loop {
            line += 1;
            match read_line(&mut input)? {
                None => return Err(TableError::Empty),
                Some(Text::Long) => {}
                Some(Text::Line(text)) => {
                    let text = text.trim_start_matches('\u{feff}').to_owned();
                    if !is_empty(&text) {
                        break text;
                    }
                }
            }
        };
        let delimiter = Delimiter::of(&first);
        let cells = delimiter.cells(&first);
        let (columns, first) =
            match Columns::without_heading(&cells, |cell| alphabet.read(cell).is_some()) {
                Some(columns) => (Some(columns), Some(first.clone())),
                None => (Columns::of(&cells), None),
            };
        let columns = columns.ok_or_else(|| TableError::no_hands(line, &cells))?;
        Ok(Self {
            input,
            line,
            alphabet,
            delimiter,
            columns,
            checked: Checked::default(),
            skipped: 0,
            waiting: VecDeque::new(),
            first,
            game: 1,
            round: 0,
            alone: HashMap::new(),
            ended: false,
        })
    }

    /// How the file's outcomes fit, of the rows so far.
    pub const fn checked(&self) -> Checked {
        self.checked
    }

    /// Rounds so far in which a player had no hand, which are no rows: they were late, or away.
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether the table says how rounds ended.
    pub const fn has_outcomes(&self) -> bool {
        self.columns.outcome.is_some()
    }

    /// The next round or fault; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next_row(&mut self) -> io::Result<Option<Result<Row, RowError>>> {
        loop {
            if let Some(row) = self.waiting.pop_front() {
                return Ok(Some(row));
            }
            if self.ended {
                return Ok(None);
            }
            let text = match self.first.take() {
                Some(text) => Text::Line(text),
                None => {
                    self.line += 1;
                    match read_line(&mut self.input)? {
                        Some(text) => text,
                        None => {
                            self.end();
                            continue;
                        }
                    }
                }
            };
            let text = match text {
                Text::Line(text) => text,
                Text::Long => {
                    let fault = self.fault(RowErrorKind::Long(LONGEST));
                    return Ok(Some(Err(fault)));
                }
            };
            if is_empty(&text) {
                continue;
            }
            match self.row(&text) {
                Ok(None) => {}
                Ok(Some(row)) => return Ok(Some(Ok(row))),
                Err(problem) => return Ok(Some(Err(self.fault(problem)))),
            }
        }
    }

    const fn fault(&self, problem: RowErrorKind) -> RowError {
        RowError {
            line: self.line,
            problem,
        }
    }

    /// What is left alone at the end.
    fn end(&mut self) {
        self.ended = true;
        let mut alone: Vec<RowError> = self
            .alone
            .drain()
            .map(|((game, round), half)| RowError {
                line: half.line,
                problem: RowErrorKind::Alone {
                    game: quoted(&game),
                    round,
                },
            })
            .collect();
        alone.sort_by_key(|fault| fault.line);
        self.waiting.extend(alone.into_iter().map(Err));
    }

    /// A row; `None` for one whose partner has not come yet, and for a round without a hand.
    fn row(&mut self, text: &str) -> Result<Option<Row>, RowErrorKind> {
        let cells = self.delimiter.cells(text);
        let columns = self.columns.clone();
        if cells.len() < columns.needed() {
            return Err(RowErrorKind::Short {
                found: cells.len(),
                needed: columns.needed(),
            });
        }
        let cell = |place: Option<usize>| -> Option<&String> {
            cells.get(place?).filter(|cell| !cell.is_empty())
        };
        // Counted first: a round that cannot be read was played all the same.
        let (game, round) = self.place(cell(columns.game), cell(columns.round))?;
        let hand = |place: usize| -> Result<Option<Hand>, RowErrorKind> {
            let text = cells.get(place).map_or("", String::as_str);
            if is_none(text) {
                return Ok(None);
            }
            let hand = self.alphabet.read(text);
            hand.map(Some)
                .ok_or_else(|| RowErrorKind::Hand(quoted(text)))
        };
        let own = hand(columns.first)?;
        let other = columns.second.map(hand).transpose()?;
        let rt_ms = cell(columns.rt).and_then(|it| it.parse().ok());
        let rt_ms = rt_ms.filter(|it: &f64| it.is_finite() && *it >= 0.0);
        let player = cell(columns.player);
        let said = cell(columns.outcome).cloned();
        let Some(other) = other else {
            let half = Half {
                line: self.line,
                player: player.cloned().unwrap_or_default(),
                hand: own,
                rt_ms,
                said,
            };
            return self.pair(game, round, half);
        };
        let (Some(own), Some(other)) = (own, other) else {
            self.skipped += 1;
            return Ok(None);
        };
        let hands = Round { own, other };
        let named =
            |name: Option<&String>, usual: &str| name.cloned().unwrap_or_else(|| usual.to_owned());
        let players = [named(player, "p1"), named(cell(columns.other), "p2")];
        if let Some(said) = said {
            let said = self.outcome(&said, [&players[0], &players[1]]);
            self.checked.add(self.line, said, hands.outcome());
        }
        let confidence = cell(columns.confidence).and_then(|it| it.parse().ok());
        Ok(Some(Row {
            game,
            round,
            players,
            hands,
            rt_ms,
            predicted: cell(columns.predicted).and_then(|it| self.alphabet.read(it)),
            confidence: confidence.filter(|it| (0.0..=1.0).contains(it)),
            extra: Extra {
                opponent: cell(columns.opponent).cloned(),
                seed: cell(columns.seed).and_then(|it| it.parse().ok()),
                length: cell(columns.length).cloned(),
            },
            one_sided: columns.one_sided,
        }))
    }

    /// The game and the round of a row, counted where the table does not say them.
    fn place(
        &mut self,
        game: Option<&String>,
        round: Option<&String>,
    ) -> Result<(String, u64), RowErrorKind> {
        let round = match round {
            // Some tables have rounds as 1.0.
            Some(text) => Some(
                text.trim_end_matches(".0")
                    .parse::<u64>()
                    .map_err(|_| RowErrorKind::Round(quoted(text)))?,
            ),
            None => None,
        };
        let is_counted = !self.columns.is_long();
        if let (None, Some(round), true) = (game, round, is_counted)
            && round <= self.round
        {
            // Rounds that begin again are another match.
            self.game += 1;
        }
        self.round = round.unwrap_or(self.round + 1);
        let game = game.cloned().unwrap_or_else(|| self.game.to_string());
        Ok((game, self.round))
    }

    /// How a round between these ended for the first, as the table says it.
    fn outcome(&self, said: &str, players: [&str; 2]) -> Option<Outcome> {
        if self.columns.is_winner {
            outcome::read_winner(said, players)
        } else {
            outcome::read(said)
        }
    }

    /// Puts a player's row beside the other's.
    fn pair(&mut self, game: String, round: u64, half: Half) -> Result<Option<Row>, RowErrorKind> {
        match self.alone.entry((game, round)) {
            Place::Vacant(place) => {
                place.insert(half);
                Ok(None)
            }
            Place::Occupied(place) if place.get().player == half.player => {
                let (game, round) = place.key();
                Err(RowErrorKind::Twice {
                    game: quoted(game),
                    round: *round,
                    player: quoted(&half.player),
                })
            }
            Place::Occupied(place) => {
                let ((game, round), first) = place.remove_entry();
                let (Some(own), Some(other)) = (first.hand, half.hand) else {
                    self.skipped += 1;
                    return Ok(None);
                };
                let hands = Round { own, other };
                for (it, other, outcome) in [
                    (&first, &half, hands.outcome()),
                    (&half, &first, hands.turned().outcome()),
                ] {
                    if let Some(said) = &it.said {
                        let said = self.outcome(said, [&it.player, &other.player]);
                        self.checked.add(it.line, said, outcome);
                    }
                }
                Ok(Some(Row {
                    game,
                    round,
                    players: [first.player, half.player],
                    hands,
                    rt_ms: first.rt_ms,
                    predicted: None,
                    confidence: None,
                    extra: Extra::default(),
                    one_sided: false,
                }))
            }
        }
    }
}

/// How tables write that a player had no hand.
fn is_none(cell: &str) -> bool {
    let none = ["", "none", "null", "nil", "na", "n/a", "nan"];
    let cell = cell.trim();
    none.iter().any(|it| cell.eq_ignore_ascii_case(it))
}

/// Empty lines and remarks are no rows.
pub(super) fn is_empty(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with('#')
}

/// A line.
pub(super) enum Text {
    Line(String),
    Long,
}

/// The next line without its end; `None` at the end of the input. Bytes that are no UTF-8 are replaced:
/// they cannot be part of a hand.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Text>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > LONGEST && bytes.last() != Some(&b'\n') {
        loop {
            let buffer = input.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            if used == 0 {
                break;
            }
            input.consume(used);
            if end.is_some() {
                break;
            }
        }
        return Ok(Some(Text::Long));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Text::Line(
        text.trim_end_matches(['\n', '\r']).to_owned(),
    )))
}
