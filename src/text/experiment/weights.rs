//! Words of the experiments of the paper on weights.

/// A question left open by the text, the ways to read it, the one used, and how it was chosen.
pub type Open = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

/// Title of table 1 as points.
pub const TABLE_1: &str =
    "Points against a player that moves at random, draws half a win (table 1)";

/// Title of table 1 as it is printed.
pub const COUNTS: &str = "Wins, losses and draws (table 1)";

/// Its headings.
pub const COUNTS_COLUMNS: [&str; 5] = ["weights", "colour", "paper", "ours", "mean difference"];

/// As first and as second player.
pub const COLOURS: [&str; 2] = ["first", "second"];

/// Weights by name.
pub fn mix(bp: u8, fs: u8, cn: u8) -> String {
    format!("bp={bp},fs={fs},cn={cn}")
}

/// Weights that need not be whole.
pub fn real_mix(weights: &[f64]) -> String {
    features(&["bp", "fs", "cn"], weights)
}

/// Weights of features, by their names or symbols.
pub fn features(names: &[&str], weights: &[f64]) -> String {
    let parts = names.iter().zip(weights);
    let parts: Vec<String> = parts
        .map(|(name, weight)| format!("{name}={weight:.2}"))
        .collect();
    parts.join(",")
}

/// A row of table 1.
pub fn row(mix: &str, colour: usize) -> String {
    format!("{mix}, {}", COLOURS.get(colour).unwrap_or(&""))
}

/// Wins, losses and draws.
pub fn counts([wins, losses, draws]: [u32; 3]) -> String {
    format!("{wins}-{losses}-{draws}")
}

/// What ours comes from.
pub fn games(count: u32) -> String {
    format!("{count} games")
}

/// Title of the comparison of readings.
pub fn readings(games: u32) -> String {
    format!("Each reading against table 1, {games} games a cell: points per 1000 games")
}

/// Last heading of that table.
pub const RMS: &str = "rms from the paper";

/// First heading.
pub const READING: &str = "reading";

/// What stands in the row of the paper.
pub const PAPER: &str = "the paper";

/// Title of the heat map.
pub const HEAT: &str =
    "The grid as a map: share of points, both colours together (light under 0.5 to full from 0.9)";

/// Headings of the map.
pub fn fs(fs: u8) -> String {
    format!("fs={fs}")
}

/// Its first headings.
pub const HEAT_COLUMNS: [&str; 2] = ["cn", "bp"];

/// The shade of a share of points.
pub fn shaded(share: f64) -> String {
    let shade = match share {
        share if share < 0.5 => ' ',
        share if share < 0.65 => '░',
        share if share < 0.8 => '▒',
        share if share < 0.9 => '▓',
        _ => '█',
    };
    format!("{shade} {share:.3}")
}

/// Title of the grid.
pub fn grid(games: u32) -> String {
    format!("Every setting: share of points in {games} games as each player")
}

/// Its headings.
pub const GRID_COLUMNS: [&str; 8] = ["bp", "fs", "cn", "first", "second", "both", "low", "high"];

/// Title of the fresh games.
pub fn fresh(games: u32) -> String {
    format!(
        "The best of the grid and the best of the evolution in {games} fresh games as each player"
    )
}

/// Its headings.
pub const FRESH_COLUMNS: [&str; 5] = ["found by", "weights", "then", "points", "95 %"];

/// Who found them.
pub const FOUND_BY: [&str; 3] = ["grid", "evolution", "evolution, other features"];

/// What the fresh games say of the two best.
pub fn verdict(grid: &str, evolved: &str, low: f64, high: f64) -> String {
    let shown = if low > 0.0 || high < 0.0 {
        "shown to differ"
    } else {
        "not shown to differ"
    };
    format!(
        "evolution's best ({evolved}) less the grid's best ({grid}) in the fresh games: {low:+.4} to {high:+.4}, {shown}"
    )
}

/// What the evolution spent.
pub fn spent(individuals: usize, generations: u32, games: u64) -> String {
    format!(
        "each evolution: {individuals} individuals, {generations} generations, {games} games; genes are real numbers \
         (0 to 5; of the other features -1 to 1), BLX-0.5 crossover, the games of those that stay add up; the other \
         features are those of the program's own evaluation, without noise, own less opponent's"
    )
}

/// Why it is not resumable.
pub const NOTHING_TO_RESUME: &str =
    "a matter of seconds: what is stopped is done again, there is nothing to go on with";

/// Title of the map as a figure.
pub const DRAWN: &str = "Share of points against a player that moves at random, by weights";

/// What lies across and up in it.
pub const AXES: [&str; 2] = ["FS, stable discs", "BP, square values"];

/// Title of a panel.
pub fn cn(cn: u8) -> String {
    format!("CN {cn} (legal moves)")
}

/// How it was chosen.
const TRIED: &str = "by table 1 in games of seed 1001: koteki experiment weights-1-readings";

/// What the text leaves open.
pub const READINGS: [Open; 6] = [
    (
        "how many plies the player looks ahead",
        &["depth=1: the position after its move", "depth=2", "depth=3"],
        "depth=1",
        TRIED,
    ),
    (
        "the noise of FS",
        &[
            "stable=printed: difference + rnd * 3 * 11",
            "stable=cited: (difference + rnd * 3) * 11",
        ],
        "stable=cited",
        TRIED,
    ),
    (
        "the square value of f2, which the figure has as 2",
        &["f2=symmetric: -1", "f2=printed: 2"],
        "f2=symmetric",
        "the figure's symmetry; table 1 does not tell the two apart",
    ),
    (
        "the sign of CN",
        &["plus for the own side's moves, minus for the opponent's"],
        "plus for the own side's moves, minus for the opponent's",
        "by the text: many own choices are good, few of the opponent's are",
    ),
    (
        "what rnd is",
        &["uniform in [0, 1)"],
        "uniform in [0, 1)",
        "not tried",
    ),
    (
        "the weight of a parameter that stands alone in table 1",
        &["1"],
        "1",
        "without others its weight changes nothing but the noise's unit",
    ),
];

/// What else is to be said of table 1.
pub const NOTES: [&str; 1] = [
    "stable discs: on the edges, in runs of one colour from a corner and all of a full edge; a corner counts once",
];
