//! Words of the comparison of players that hold themselves level.

/// Title of the summary.
pub fn summary(opponents: usize, games: usize) -> String {
    format!("Who holds level over a ladder of {opponents} opponents, {games} games against each")
}

/// Its headings.
pub const SUMMARY_COLUMNS: [&str; 8] = [
    "player",
    "from even",
    "95 %",
    "level with",
    "mean difference",
    "within 10 discs",
    "gives a corner",
    "leaves a corner",
];

/// Title of the single opponents.
pub const EACH: &str = "Against each opponent of the ladder";

/// Its headings.
pub const EACH_COLUMNS: [&str; 7] = [
    "player",
    "opponent",
    "points",
    "95 %",
    "mean difference",
    "95 %",
    "within 10 discs",
];

/// Name of the row of those bred for each opponent.
pub const RIVALS: &str = "rival bred for each";

/// Title of the table of them.
pub const BRED: &str =
    "The rivals: bred against each opponent before the games, with the live game's settings";

/// Its headings.
pub const BRED_COLUMNS: [&str; 6] = [
    "opponent",
    "rival",
    "games of the breeding",
    "games of its retest",
    "points in it",
    "certified",
];

/// How the rivals are bred: individuals and children; games of an evaluation, cycles, look-ahead; games of the
/// retest, the fewest and the most.
pub fn breeding(
    [population, children]: [usize; 2],
    [games, cycles, depth]: [u32; 3],
    [first, cap]: [u32; 2],
) -> String {
    format!(
        "{population} individuals, {children} children, {games} games an evaluation, {cycles} cycles, {depth} plies \
         ahead, {first} to {cap} games of the retest"
    )
}

/// Whether a rival was certified.
pub const CERTIFIED: [&str; 2] = ["no", "yes"];

/// So many of so many.
pub fn share(some: usize, all: usize) -> String {
    format!("{some} of {all}")
}

/// A share with its interval, in hundredths.
pub fn percent(value: f64, low: f64, high: f64) -> String {
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * value,
        100.0 * low,
        100.0 * high
    )
}

/// What else is to be said.
pub const NOTES: [&str; 7] = [
    "from even: mean over the opponents of how far the share of points is from one half (0.5 for one \
     that always wins or loses; a player that is everybody's equal has about 0.09 in 20 games against each, by the \
     lots of the games alone); its interval takes the ladder's opponents as drawn \
     from such opponents",
    "level with: opponents against whom the share of points is within 0.4 to 0.6",
    "gives a corner: moves beside a corner that the opponent can take next, of the own moves where another move \
     was there that gives none; leaves a corner: moves elsewhere, of the own moves where a corner could be taken",
    "the agents hold one D, made for one player: they are not told whom they meet; the two of Tsukamoto's paper \
     look at the board alone; the tester holds nothing back and is there for comparison",
    "colours alternate; every game starts from the usual position, and those of players without chance in them \
     differ by equal moves drawn by lot",
    "rival bred for each: not one player but 24 (at the small scale 2), each made for its opponent alone, while the \
     others meet all of the ladder as they are; it does not adapt. Bred from the seed before the games, as the live game \
     breeds, with one series of cycles; the first certified one plays, or where none was certified the individual \
     nearest to one half in its retest",
    "a rival is bred over games with four random plies at the beginning; here every game starts from the usual \
     position, where two players without chance in them play nearly the same games again and again, so that its share \
     of points here may lie far from that of its retest",
];
