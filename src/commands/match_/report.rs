//! What a match says: lines, a table, CSV, JSON.

mod csv;

use std::io::{self, Write};

use serde_json::{Value, json};

use super::settings::{OpeningSettings, Settings};
use super::{Args, Csv};
use crate::commands::words;
use koteki_rivals::measure::contest::{Method, Tally};
use koteki_rivals::measure::elo;
use koteki_rivals::measure::rating::{Meeting, Ratings, ratings};
use koteki_rivals::measure::sprt::{Sprt, Verdict};
use koteki_rivals::measure::stats::Interval;
use koteki_rivals::measure::tournament::{Board, GameId};
use koteki_rivals::roster::kit::{GameKind, Kit as _, with_kit};

/// A player's place.
#[derive(Clone, Copy, Debug)]
pub struct Rating<'a> {
    /// From 1.
    pub place: usize,
    /// Elo and how far its 95 % interval reaches to each side, where there is one.
    pub elo: Option<(f64, f64)>,
    /// Points won.
    pub points: f64,
    /// Games played.
    pub games: u32,
    /// The likelihood of being stronger than the next.
    pub los: Option<f64>,
    /// What it is called.
    pub name: &'a str,
    /// Games lost because it failed.
    pub forfeits: u32,
}

/// Two players' games.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// Their places.
    pub places: [usize; 2],
    /// Games that the first won, lost and drew.
    pub counts: [u32; 3],
    /// Its win rate.
    pub rate: f64,
    /// The 95 % interval.
    pub interval: (f64, f64),
    /// The mean difference of points.
    pub difference: f64,
    /// Pairs of 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// The ratio of a test, and what it says.
    pub sprt: Option<(f64, &'a str)>,
}

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
    /// What a side scores.
    const fn counted(&self) -> &'static str {
        with_kit!(self.settings.game, K => K::POINTS)
    }

    /// Whether a game may end with empty squares that count for the winner.
    const fn has_empties(&self) -> bool {
        with_kit!(self.settings.game, K => K::EMPTIES_TO_WINNER.is_some())
    }

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
            OpeningSettings::Random { plies } => drawn_openings(*plies),
            OpeningSettings::Balanced { openings } => format!(
                "openings at random from {} balanced ones, each played twice with colours swapped",
                *openings
            ),
            OpeningSettings::File {
                name,
                shuffle,
                lines,
            } => file_openings(name, lines.len(), *shuffle),
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = match &self.rows[..] {
            [row] => self.pair_lines(row),
            _ => self.table_lines(),
        };
        lines.extend(self.repeated.map(|(openings, pairs)| {
            format!(
                "{openings} openings for {pairs} pairs: players without lots of their own \
                 repeat games, which count as new"
            )
        }));
        if self.settings.until_ci.is_some() {
            lines.push(
                "looked at after every 20 pairs until the interval was that narrow: so waited \
                 for, 95 % intervals held the truth in 94 to 97 of 100 simulated matches"
                    .to_owned(),
            );
        }
        if !self.over {
            lines.push(format!(
                "not over: {} games of {} at most",
                self.games(),
                self.most()
            ));
        }
        lines.push(words::again(&self.settings.command(&self.names)));
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
            format!(
                "{a} against {b}: {} games, {}",
                tally.games(),
                self.opening_words()
            ),
            score(a, tally.wins, tally.losses, tally.draws),
            win_rate(rate, low, high, row.method == Method::Pairs),
            elo_line(
                elo::difference(rate),
                row.elo.low,
                row.elo.high,
                tally.superiority(),
            ),
            if self.has_empties() {
                mean_difference(difference, self.settings.empties_to_winner)
            } else {
                format!("mean difference {difference:+.2} {}", self.counted())
            },
            pairs(tally.pair_counts()),
        ];
        for (player, forfeits) in [row.a, row.b].into_iter().zip(tally.forfeits) {
            if forfeits > 0 {
                let why = self.failures.why(player);
                lines.push(forfeits_line(&self.names[player], forfeits, why));
            }
        }
        for (name, games) in [a, b].into_iter().zip(tally.resigned) {
            if games > 0 {
                lines.push(resigned(name, games));
            }
        }
        lines.extend(self.sprt_line(row));
        lines
    }

    fn sprt_line(&self, row: &Row) -> Option<String> {
        let (sprt, (llr, verdict)) = (self.settings.sprt?, row.sprt?);
        let words = match verdict {
            Verdict::H0 => accepted("H0", sprt.elo0),
            Verdict::H1 => accepted("H1", sprt.elo1),
            Verdict::Undecided => "undecided".to_owned(),
        };
        let (low, high) = sprt.bounds();
        Some(format!(
            "SPRT {sprt}: {words}, LLR {llr:+.2} ({low:.2} to {high:.2})"
        ))
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
        let mut lines =
            vec!["  #     Elo      ±   points   games      %    LOS  player".to_owned()];
        for (place, &player) in order.iter().enumerate() {
            let sum = self.sums[player];
            lines.push(rating(&Rating {
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
            heading(
                self.names.len(),
                self.games(),
                self.settings.gauntlet.then(|| self.names[0].as_str()),
                &self.opening_words(),
            ),
            String::new(),
        ];
        lines.extend(self.rating_lines(&order));
        if self.ratings.as_ref().is_some_and(|it| it.imagined) {
            lines.push(
                "Elo with one imagined drawn game a pairing, because a player won or lost everything"
                    .to_owned(),
            );
        }
        for &player in &order {
            let forfeits = self.sums[player].forfeits;
            if forfeits > 0
                && let Some(why) = self.failures.why(player)
            {
                lines.push(forfeits_line(&self.names[player], forfeits, Some(why)));
            }
        }
        lines.push(String::new());
        lines.push(cross_head(order.len()));
        for &player in &order {
            let cells: Vec<Option<(f64, u32)>> = order
                .iter()
                .map(|&other| self.points(player, other))
                .collect();
            lines.push(cross(places[player], &cells));
        }
        lines.push(String::new());
        lines.push(format!(
            "pairing  won-lost-drawn  win rate (95 %)  {}  pairs of 0, ½, 1, 1½, 2 points",
            self.counted()
        ));
        for row in &self.rows {
            lines.push(pairing(&Pairing {
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
            lines.push(format!(
                "SPRT {sprt} of each pairing: H0 at LLR {low:.2}, H1 at {high:.2}"
            ));
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
                    score(name, tally.wins, tally.losses, tally.draws),
                    format!("win rate {rate:.3} ({low:.3} to {high:.3})"),
                    elo_line(
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
        if self.settings.game != GameKind::default() {
            value["game"] = json!(self.settings.game.key());
        }
        if self.has_empties() {
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

/// A rate with its interval: "0.813 (95 % interval 0.756 to 0.861, from the spread of the pairs)".
fn win_rate(rate: f64, low: f64, high: f64, over_pairs: bool) -> String {
    let method = if over_pairs {
        "from the spread of the pairs"
    } else {
        "Wilson's, games taken as independent"
    };
    format!("win rate {rate:.3} (95 % interval {low:.3} to {high:.3}, {method})")
}

fn drawn_openings(plies: u32) -> String {
    match plies {
        0 => "no drawn openings".to_owned(),
        1 => "openings of 1 drawn ply, each played twice with colours swapped".to_owned(),
        plies => format!("openings of {plies} drawn plies, each played twice with colours swapped"),
    }
}

fn file_openings(name: &str, openings: usize, shuffle: bool) -> String {
    let how = if shuffle {
        "at random from"
    } else {
        "in the order of"
    };
    format!("openings {how} {name} ({openings}), each played twice with colours swapped")
}

fn signed(number: f64, digits: usize) -> String {
    if number.is_infinite() {
        let sign = if number > 0.0 { '+' } else { '-' };
        format!("{sign}∞")
    } else {
        format!("{number:+.digits$}")
    }
}

fn elo_line(elo: f64, low: f64, high: f64, superiority: f64) -> String {
    format!(
        "Elo {} ({} to {}), likelihood of superiority {superiority:.3}",
        signed(elo, 0),
        signed(low, 0),
        signed(high, 0)
    )
}

fn forfeits_line(name: &str, games: u32, why: Option<&str>) -> String {
    let games = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    let why = why.map(|why| format!("; the first time: {why}"));
    let why = why.unwrap_or_default();
    format!("{name} failed in {games}: lost, without a disc difference{why}")
}

fn resigned(name: &str, games: u32) -> String {
    let games = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    format!("{name} gave {games} up: lost, without a disc difference")
}

fn accepted(claim: &str, elo: f64) -> String {
    format!("{claim} accepted, Elo {elo}")
}

fn score(a: &str, wins: u32, losses: u32, draws: u32) -> String {
    format!("{a}: {wins} wins, {losses} losses, {draws} draws")
}

fn mean_difference(mean: f64, empties_to_winner: bool) -> String {
    let rule = if empties_to_winner {
        "empty squares to the winner"
    } else {
        "discs as they lie"
    };
    format!("mean disc difference {mean:+.2} ({rule})")
}

/// How often a pair of games brought 0, ½, 1, 1½ and 2 points.
fn pairs(counts: [u32; 5]) -> String {
    let [none, half, one, more, two] = counts;
    format!("pairs of 0, ½, 1, 1½, 2 points: {none}, {half}, {one}, {more}, {two}")
}

fn heading(players: usize, games: u32, gauntlet: Option<&str>, openings: &str) -> String {
    let who = match gauntlet {
        Some(first) => format!("{first} against {} others", players - 1),
        None => format!("{players} players, every pair"),
    };
    format!("{who}: {games} games, {openings}")
}

fn rating(row: &Rating<'_>) -> String {
    let (elo, error) = match row.elo {
        Some((elo, error)) => (format!("{elo:+.0}"), format!("{error:.0}")),
        None => ("-".to_owned(), "-".to_owned()),
    };
    let los = row.los.map_or_else(String::new, |los| format!("{los:.3}"));
    let share = 100.0 * row.points / f64::from(row.games.max(1));
    let failed = match row.forfeits {
        0 => String::new(),
        1 => "  (1 forfeit)".to_owned(),
        forfeits => format!("  ({forfeits} forfeits)"),
    };
    format!(
        "{:3} {elo:>7} {error:>6} {:8.1} {:7} {share:6.1} {los:>6}  {}{failed}",
        row.place, row.points, row.games, row.name
    )
}

fn cross_head(players: usize) -> String {
    let numbers: String = (1..=players).map(|number| format!("{number:8}")).collect();
    format!("points{}", &numbers[3..])
}

fn cross(place: usize, cells: &[Option<(f64, u32)>]) -> String {
    let mut line = format!("{place:3}");
    for cell in cells {
        match cell {
            Some((points, _)) => line.push_str(&format!("{points:8.1}")),
            None => line.push_str("       ·"),
        }
    }
    line
}

fn pairing(row: &Pairing<'_>) -> String {
    let [won, lost, drawn] = row.counts;
    let [none, half, one, more, two] = row.pairs;
    let (low, high) = row.interval;
    let names = format!("{}-{}", row.places[0], row.places[1]);
    let score = format!("{won}-{lost}-{drawn}");
    let sprt = row.sprt.map_or_else(String::new, |(llr, verdict)| {
        format!("  LLR {} {verdict}", signed(llr, 2))
    });
    format!(
        "{names:>6} {score:>12}  {:.3} ({low:.3} to {high:.3})  {:+6.2}  {none} {half} {one} {more} {two}{sprt}",
        row.rate, row.difference
    )
}
