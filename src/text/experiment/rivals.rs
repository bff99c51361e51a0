//! Words of the experiments on rivals that can be trusted.

/// A method: the thesis' breeding and its test of 100 games.
pub const THESIS: &str = "MGG, 100 games at the end (thesis)";
/// A method.
pub const UNTESTED: &str = "MGG without re-testing";
/// A method: the program's own.
pub const POSTERIOR: &str = "MGG, all games count, certified";
/// A method.
pub const LATEST: &str = "MGG, latest games count, certified";
/// A method.
pub const RANDOM: &str = "random search";
/// A method.
pub const RANDOM_CERTIFIED: &str = "random search, certified";
/// A method.
pub const GRID: &str = "grid";
/// A method.
pub const CMA_ES: &str = "CMA-ES";
/// A method.
pub const MAP_ELITES: &str = "MAP-Elites";

/// Settings of the program's own way.
pub fn variant(posterior: bool, games: u32, cycles: u32) -> String {
    let which = if posterior { "all" } else { "latest" };
    format!("{which} games count, {games} an evaluation, {cycles} cycles before a test")
}

/// Title of the table of methods.
pub fn methods(games: u32) -> String {
    format!(
        "What each method hands over (at most 20), in {games} fresh games each: median over the seeds, \
         and the quartiles"
    )
}
/// Title of the table of settings.
pub const SETTINGS: &str = "The program's own way with other settings: median over the seeds, and the \
                            quartiles";
/// Their headings.
pub const METHODS_COLUMNS: [&str; 8] = [
    "method",
    "games",
    "handed over",
    "qualified",
    "share",
    "qualified/1000 games",
    "distinct/1000 games",
    "mean |p - 0.5|",
];
/// What the words mean, with so many games of a check.
pub fn checks(games: u32) -> String {
    format!(
        "qualified: the 95 % interval (Jeffreys) over {games} games that nobody was chosen by lies within \
         0.4 to 0.6; distinct: any two of them play differently in a quarter of the 500 published \
         positions or more; the games of the check are not counted as the method's"
    )
}
/// What is to be said when a check is too short.
pub fn nobody(games: u32) -> String {
    format!("{games} games can qualify nobody: this scale only shows that everything works")
}

/// Quartiles of a figure: the median, and the others in brackets.
pub fn quartiles([low, median, high]: [f64; 3], decimals: usize) -> String {
    format!("{median:.decimals$} ({low:.decimals$} to {high:.decimals$})")
}

/// Title of the summary.
pub const CERTIFIED: &str =
    "Three certified rivals for agents that hold D, in 400 fresh games each";
/// Its headings.
pub const CERTIFIED_COLUMNS: [&str; 9] = [
    "D",
    "depth",
    "runs",
    "runs that hold",
    "certified rivals",
    "inside 0.4 to 0.6",
    "share inside (95 %)",
    "smallest mismatch",
    "games a run",
];
/// Title of the table of runs.
pub const RUNS: &str =
    "Each run: the rivals' win rates in the fresh games with their 95 % intervals";
/// Its headings.
pub const RUNS_COLUMNS: [&str; 10] = [
    "D",
    "depth",
    "run",
    "games",
    "series",
    "A",
    "B",
    "C",
    "smallest mismatch",
    "largest floor",
];
/// What it is for a run to hold.
pub const HOLDS: &str = "a run holds when three rivals were certified, the win rates of all three in \
                         400 fresh games lie within 0.4 to 0.6, and any two of them play differently \
                         in a quarter of the 500 published positions or more; the floor is what a \
                         rival's own ties make it differ from itself";

/// A 95 % interval.
pub fn interval(low: f64, high: f64) -> String {
    format!("{low:.2} to {high:.2}")
}

/// A rate with its 95 % interval.
pub fn rate(rate: f64, low: f64, high: f64) -> String {
    format!("{rate:.3} ({low:.3} to {high:.3})")
}

/// Title of the table of agents at Blokus Duo.
pub const BLOKUS_AGENTS: &str = "Agents that give away what their model gives away in games against itself, \
                                 and what they scored against it";
/// Its headings.
pub const BLOKUS_AGENT_COLUMNS: [&str; 8] = [
    "model",
    "D",
    "95 %",
    "mean rank",
    "agent's wins",
    "losses",
    "draws",
    "win rate (95 %)",
];
/// What D is in.
pub const BLOKUS_UNIT: &str = "D is the mean loss a move in thousandths of the learned v (a win is expected at \
                               the rate 1/(1 + exp(-0.02 v))), as the tester sees it one ply ahead";
/// What it is for a run to hold.
pub const BLOKUS_HOLDS: &str = "a run holds when three rivals were certified, the win rates of all three in 400 \
                                fresh games lie within 0.4 to 0.6, and any two of them play differently in a \
                                quarter of 200 positions or more; the floor is what a rival's own ties make it \
                                differ from itself";

/// A 95 % interval of a whole figure.
pub fn whole_interval(low: f64, high: f64) -> String {
    format!("{low:.0} to {high:.0}")
}
