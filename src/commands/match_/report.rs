//! What a match says: lines, a table, CSV, JSON.

mod csv;

use std::io::{self, Write};

use serde_json::{Value, json};

use super::settings::{OpeningSettings, Settings};
use super::{Args, Csv};
use crate::measure::contest::{Method, Tally};
use crate::measure::elo;
use crate::measure::rating::{Meeting, Ratings, ratings};
use crate::measure::sprt::{Sprt, Verdict};
use crate::measure::stats::Interval;
use crate::measure::tournament::{Board, GameId};
use crate::roster::kit::GameKind;
use crate::text::{blokus as blokus_text, contest as text, tournament as table};

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Lines for a person.
    Lines,
    /// One JSON object.
    Json,
    /// A table of the pairings.
    Pairings,
    /// A table of the players; of the one pairing where there are two.
    Ratings,
}

impl Form {
    pub(super) const fn of(args: &Args) -> Self {
        match (args.json, args.csv) {
            (true, _) => Self::Json,
            (false, Some(Csv::Pairings)) => Self::Pairings,
            (false, Some(Csv::Ratings)) => Self::Ratings,
            (false, None) => Self::Lines,
        }
    }
}

/// A pairing and what came of it.
struct Row {
    a: usize,
    b: usize,
    tally: Tally,
    interval: Interval,
    method: Method,
    elo: Interval,
    /// The ratio of the test, and what it says.
    sprt: Option<(f64, Verdict)>,
}

/// A player and what came of all its games.
#[derive(Clone, Copy, Default)]
struct Sum {
    points: f64,
    games: u32,
    forfeits: u32,
}

/// Of each player the first of the games in which it failed, in the order of games, and why.
#[derive(Clone, Debug)]
pub(super) struct Failures(Vec<Option<(GameId, String)>>);

impl Failures {
    pub(super) fn new(players: usize) -> Self {
        Self(vec![None; players])
    }

    pub(super) fn add(&mut self, player: usize, game: GameId, why: String) {
        let first = &mut self.0[player];
        if first
            .as_ref()
            .is_none_or(|(earlier, _)| game.order() < earlier.order())
        {
            *first = Some((game, why));
        }
    }

    pub(super) fn why(&self, player: usize) -> Option<&str> {
        self.0[player].as_ref().map(|(_, why)| why.as_str())
    }
}

/// What a match says, so far.
pub(super) struct Report {
    settings: Settings,
    names: Vec<String>,
    rows: Vec<Row>,
    sums: Vec<Sum>,
    ratings: Option<Ratings>,
    /// Why each player failed for the first time; see [`Failures`].
    failures: Failures,
    over: bool,
    /// Whether openings had to be played more often than once by the same two.
    repeated: Option<(usize, u32)>,
}

impl Report {
    pub(super) fn new(
        settings: &Settings,
        names: &[String],
        board: &Board,
        failures: &Failures,
    ) -> Self {
        let plan = board.plan();
        let mut sums = vec![Sum::default(); names.len()];
        let rows: Vec<Row> = plan
            .pairings
            .iter()
            .zip(board.meetings())
            .map(|(&[a, b], meeting)| {
                let tally = meeting.tally.clone();
                let games = tally.games();
                let points = [tally.points(), f64::from(games) - tally.points()];
                for (side, player) in [a, b].into_iter().enumerate() {
                    sums[player].points += points[side];
                    sums[player].games += games;
                    sums[player].forfeits += tally.forfeits[side];
                }
                let (interval, method) = tally.interval();
                let ratio = |sprt: Sprt| {
                    let counts = tally.pair_counts();
                    (sprt.llr(counts), sprt.verdict(counts))
                };
                let sprt = settings.sprt.map(ratio);
                let elo = elo::interval(interval);
                Row {
                    a,
                    b,
                    tally,
                    interval,
                    method,
                    elo,
                    sprt,
                }
            })
            .collect();
        let meetings: Vec<Meeting<'_>> = rows
            .iter()
            .map(|row| Meeting {
                a: row.a,
                b: row.b,
                tally: &row.tally,
            })
            .collect();
        let ratings = ratings(names.len(), &meetings);
        let openings = match &settings.openings {
            OpeningSettings::Random { .. } => None,
            OpeningSettings::Balanced { openings } => Some(*openings),
            OpeningSettings::File { lines, .. } => Some(lines.len()),
        };
        let most = rows
            .iter()
            .map(|it| it.tally.games().div_ceil(2))
            .max()
            .unwrap_or(0);
        Self {
            repeated: openings
                .filter(|&openings| openings < most as usize)
                .map(|openings| (openings, most)),
            settings: settings.clone(),
            names: names.to_vec(),
            rows,
            sums,
            ratings,
            failures: failures.clone(),
            over: board.is_over(),
        }
    }

    /// Games that count so far.
    pub(super) fn games(&self) -> u32 {
        self.rows.iter().map(|row| row.tally.games()).sum()
    }

    /// Games at most.
    pub(super) fn most(&self) -> u64 {
        u64::from(self.settings.games) * self.rows.len() as u64
    }

    /// Whether the result says when it is enough.
    pub(super) fn is_sequential(&self) -> bool {
        self.settings.stop().is_some()
    }

    /// Writes it.
    pub(super) fn write(&self, form: Form, out: &mut dyn Write) -> io::Result<()> {
        let text = match form {
            Form::Json => format!("{}\n", self.json()),
            Form::Ratings if self.names.len() > 2 => self.ratings_csv(),
            Form::Ratings | Form::Pairings => self.pairings_csv(),
            Form::Lines => self.lines().join("\n") + "\n",
        };
        out.write_all(text.as_bytes())
    }

    fn opening_words(&self) -> String {
        match &self.settings.openings {
            OpeningSettings::Random { plies } => text::drawn_openings(*plies),
            OpeningSettings::Balanced { openings } => text::balanced_openings(*openings),
            OpeningSettings::File {
                name,
                shuffle,
                lines,
            } => text::file_openings(name, lines.len(), *shuffle),
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = match &self.rows[..] {
            [row] => self.pair_lines(row),
            _ => self.table_lines(),
        };
        lines.extend(
            self.repeated
                .map(|(openings, pairs)| text::repeated(openings, pairs)),
        );
        if self.settings.until_ci.is_some() {
            lines.push(text::WAITED.to_owned());
        }
        if !self.over {
            lines.push(text::incomplete(self.games(), self.most()));
        }
        lines.push(text::again(&self.settings.command(&self.names)));
        lines
    }

    /// The lines on a match of two.
    fn pair_lines(&self, row: &Row) -> Vec<String> {
        let (a, b) = (&self.names[row.a], &self.names[row.b]);
        let tally = &row.tally;
        let rate = tally.win_rate().unwrap_or_default();
        let difference = tally.mean_difference().unwrap_or_default();
        let (low, high) = (row.interval.low, row.interval.high);
        let mut lines = vec![
            text::heading(a, b, tally.games(), &self.opening_words()),
            text::score(a, tally.wins, tally.losses, tally.draws),
            text::rate(rate, low, high, row.method == Method::Pairs),
            text::elo(
                elo::difference(rate),
                row.elo.low,
                row.elo.high,
                tally.superiority(),
            ),
            match self.settings.game {
                GameKind::Blokus => blokus_text::difference(difference),
                _ => text::difference(difference, self.settings.empties_to_winner),
            },
            text::pairs(tally.pair_counts()),
        ];
        for (player, forfeits) in [row.a, row.b].into_iter().zip(tally.forfeits) {
            if forfeits > 0 {
                let why = self.failures.why(player);
                lines.push(text::forfeits(&self.names[player], forfeits, why));
            }
        }
        for (name, games) in [a, b].into_iter().zip(tally.resigned) {
            if games > 0 {
                lines.push(text::resigned(name, games));
            }
        }
        lines.extend(self.sprt_line(row));
        lines
    }

    fn sprt_line(&self, row: &Row) -> Option<String> {
        let (sprt, (llr, verdict)) = (self.settings.sprt?, row.sprt?);
        let words = match verdict {
            Verdict::H0 => text::accepted("H0", sprt.elo0),
            Verdict::H1 => text::accepted("H1", sprt.elo1),
            Verdict::Undecided => text::UNDECIDED.to_owned(),
        };
        let (low, high) = sprt.bounds();
        Some(text::sprt(&sprt.to_string(), &words, llr, low, high))
    }

    /// The players by their places, and of each its number in the table.
    fn places(&self) -> (Vec<usize>, Vec<usize>) {
        let order = self
            .ratings
            .as_ref()
            .map_or_else(|| (0..self.names.len()).collect(), Ratings::order);
        let mut places = vec![0; order.len()];
        for (place, &player) in order.iter().enumerate() {
            places[player] = place + 1;
        }
        (order, places)
    }

    /// How likely it is that the player of this place is stronger than the next.
    fn over_next(&self, order: &[usize], place: usize) -> Option<f64> {
        let next = *order.get(place + 1)?;
        Some(self.ratings.as_ref()?.superiority(order[place], next))
    }

    fn rating_lines(&self, order: &[usize]) -> Vec<String> {
        let mut lines = vec![table::RATINGS.to_owned()];
        for (place, &player) in order.iter().enumerate() {
            let sum = self.sums[player];
            lines.push(table::rating(&table::Rating {
                place: place + 1,
                elo: self
                    .ratings
                    .as_ref()
                    .map(|it| (it.elo[player], it.error(player))),
                points: sum.points,
                games: sum.games,
                los: self.over_next(order, place),
                name: &self.names[player],
                forfeits: sum.forfeits,
            }));
        }
        lines
    }

    /// The lines on a match of several.
    fn table_lines(&self) -> Vec<String> {
        let (order, places) = self.places();
        let mut lines = vec![
            table::heading(
                self.names.len(),
                self.games(),
                self.settings.gauntlet.then(|| self.names[0].as_str()),
                &self.opening_words(),
            ),
            String::new(),
        ];
        lines.extend(self.rating_lines(&order));
        if self.ratings.as_ref().is_some_and(|it| it.imagined) {
            lines.push(table::IMAGINED.to_owned());
        }
        for &player in &order {
            let forfeits = self.sums[player].forfeits;
            if forfeits > 0
                && let Some(why) = self.failures.why(player)
            {
                lines.push(text::forfeits(&self.names[player], forfeits, Some(why)));
            }
        }
        lines.push(String::new());
        lines.push(table::cross_head(order.len()));
        for &player in &order {
            let cells: Vec<Option<(f64, u32)>> = order
                .iter()
                .map(|&other| self.points(player, other))
                .collect();
            lines.push(table::cross(places[player], &cells));
        }
        lines.push(String::new());
        lines.push(table::pairings_head(self.settings.game == GameKind::Blokus).to_owned());
        for row in &self.rows {
            lines.push(table::pairing(&table::Pairing {
                places: [places[row.a], places[row.b]],
                counts: [row.tally.wins, row.tally.losses, row.tally.draws],
                rate: row.tally.win_rate().unwrap_or_default(),
                interval: (row.interval.low, row.interval.high),
                difference: row.tally.mean_difference().unwrap_or_default(),
                pairs: row.tally.pair_counts(),
                sprt: row.sprt.map(|(llr, verdict)| (llr, word(verdict))),
            }));
        }
        lines.push(String::new());
        if let Some(sprt) = self.settings.sprt {
            let (low, high) = sprt.bounds();
            lines.push(table::sprt(&sprt.to_string(), low, high));
        }
        lines
    }

    /// What a player took from another, and of how many games.
    fn points(&self, player: usize, other: usize) -> Option<(f64, u32)> {
        self.rows.iter().find_map(|row| {
            let games = row.tally.games();
            let points = row.tally.points();
            match (row.a, row.b) {
                (a, b) if (a, b) == (player, other) => Some((points, games)),
                (a, b) if (b, a) == (player, other) => Some((f64::from(games) - points, games)),
                _ => None,
            }
        })
    }

    /// What is shown of it while the match goes on.
    pub(super) fn live_lines(&self) -> Vec<String> {
        if self.games() == 0 {
            return Vec::new();
        }
        match &self.rows[..] {
            [row] => {
                let tally = &row.tally;
                let rate = tally.win_rate().unwrap_or_default();
                let (low, high) = (row.interval.low, row.interval.high);
                let name = &self.names[row.a];
                let mut lines = vec![
                    text::score(name, tally.wins, tally.losses, tally.draws),
                    text::live_rate(rate, low, high),
                    text::elo(
                        elo::difference(rate),
                        row.elo.low,
                        row.elo.high,
                        tally.superiority(),
                    ),
                ];
                lines.extend(self.sprt_line(row));
                lines
            }
            _ => self.rating_lines(&self.places().0),
        }
    }

    fn row_json(&self, row: &Row) -> Value {
        let tally = &row.tally;
        let rate = tally.win_rate().unwrap_or_default();
        let mut value = json!({
            "a": self.settings.players[row.a],
            "b": self.settings.players[row.b],
            "games": tally.games(),
            "wins": tally.wins,
            "losses": tally.losses,
            "draws": tally.draws,
            "win_rate": rate,
            "interval": [row.interval.low, row.interval.high],
            "interval_method": row.method,
            "elo": elo::difference(rate),
            "elo_interval": [row.elo.low, row.elo.high],
            "los": tally.superiority(),
            "mean_difference": tally.mean_difference().unwrap_or_default(),
            "pairs": tally.pair_counts(),
            "forfeits": tally.forfeits,
            "resigned": tally.resigned,
        });
        if let (Some(sprt), Some((llr, verdict))) = (self.settings.sprt, row.sprt) {
            let (low, high) = sprt.bounds();
            value["sprt"] = json!({
                "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                "llr": llr, "bounds": [low, high], "verdict": verdict,
            });
        }
        value
    }

    fn json(&self) -> Value {
        let mut value = match &self.rows[..] {
            [row] => self.row_json(row),
            rows => {
                let (order, _) = self.places();
                let players = order.iter().enumerate().map(|(place, &player)| {
                    let (ratings, sum) = (self.ratings.as_ref(), self.sums[player]);
                    json!({
                        "player": self.settings.players[player],
                        "elo": ratings.map(|it| it.elo[player]),
                        "elo_error": ratings.map(|it| it.error(player)),
                        "points": sum.points,
                        "games": sum.games,
                        "los_to_next": self.over_next(&order, place),
                        "forfeits": sum.forfeits,
                    })
                });
                json!({
                    "players": players.collect::<Vec<_>>(),
                    "pairings": rows.iter().map(|row| self.row_json(row)).collect::<Vec<_>>(),
                    "drawn_games_imagined": self.ratings.as_ref().is_some_and(|it| it.imagined),
                    "gauntlet": self.settings.gauntlet,
                    "games": self.games(),
                })
            }
        };
        value["seed"] = json!(self.settings.seed);
        value["complete"] = json!(self.over);
        if self.settings.game == GameKind::Blokus {
            value["game"] = json!("blokus");
        } else {
            value["empties_to_winner"] = json!(self.settings.empties_to_winner);
        }
        match &self.settings.openings {
            OpeningSettings::Random { plies } => value["opening_plies"] = json!(plies),
            OpeningSettings::Balanced { .. } => value["openings"] = json!("balanced"),
            OpeningSettings::File { name, .. } => value["openings"] = json!(name),
        }
        if let Some(width) = self.settings.until_ci {
            value["until_ci"] = json!(width);
        }
        value
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
        Verdict::Undecided => "-",
    }
}
