//! The tables in which a match of several players reports.

use super::contest::signed;

/// What was played.
pub fn heading(players: usize, games: u32, gauntlet: Option<&str>, openings: &str) -> String {
    let who = match gauntlet {
        Some(first) => format!("{first} against {} others", players - 1),
        None => format!("{players} players, every pair"),
    };
    format!("{who}: {games} games, {openings}")
}

/// The head of the ratings.
pub const RATINGS: &str = "  #     Elo      ±   points   games      %    LOS  player";

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

/// A row of the ratings.
pub fn rating(row: &Rating<'_>) -> String {
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

/// Somebody won or lost everything.
pub const IMAGINED: &str =
    "Elo with one imagined drawn game a pairing, for somebody won or lost everything";

/// The head of the cross table.
pub fn cross_head(players: usize) -> String {
    let numbers: String = (1..=players).map(|number| format!("{number:8}")).collect();
    format!("points{}", &numbers[3..])
}

/// A row of the cross table: the points taken from each.
pub fn cross(place: usize, cells: &[Option<(f64, u32)>]) -> String {
    let mut line = format!("{place:3}");
    for cell in cells {
        match cell {
            Some((points, _)) => line.push_str(&format!("{points:8.1}")),
            None => line.push_str("       ·"),
        }
    }
    line
}

/// The head of the pairings.
pub const fn pairings_head(squares: bool) -> &'static str {
    if squares {
        "pairing  won-lost-drawn  win rate (95 %)  squares  pairs of 0, ½, 1, 1½, 2 points"
    } else {
        "pairing  won-lost-drawn  win rate (95 %)  discs  pairs of 0, ½, 1, 1½, 2 points"
    }
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

/// A row of the pairings.
pub fn pairing(row: &Pairing<'_>) -> String {
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

/// The test of every pairing.
pub fn sprt(sprt: &str, low: f64, high: f64) -> String {
    format!("SPRT {sprt} of each pairing: H0 at LLR {low:.2}, H1 at {high:.2}")
}

/// The head of the CSV of pairings.
pub const PAIRINGS_CSV: &str = "a,b,games,wins,losses,draws,win_rate,low,high,elo,elo_low,elo_high,los,\
     mean_difference,pairs_0,pairs_0.5,pairs_1,pairs_1.5,pairs_2,forfeits_a,forfeits_b,llr,verdict";

/// The head of the CSV of players.
pub const RATINGS_CSV: &str = "place,player,elo,error,points,games,share,los_to_next,forfeits";
