//! The words of `convert` and `stats` about files of games.

use super::coach::number;
use super::harmless::harmless;

/// A place that holds no game: file, number in it, line (none in a file without lines), bytes before it.
pub fn fault(file: &str, game: u64, line: Option<usize>, byte: u64, fault: &str) -> String {
    let line = line.map_or_else(String::new, |line| format!("line {line}, "));
    harmless(&format!("{file}, game {game} ({line}byte {byte}): {fault}"))
}

/// Faults that are not told one by one.
pub fn more_faults(file: &str, count: u64) -> String {
    let more = number(count.into(), "more game", "more games");
    harmless(&format!("{file}: {more} could not be read"))
}

/// Some of it was not readable, or could not be written.
pub fn some_lost(unreadable: u64, unwritable: u64, written: u64) -> String {
    let mut parts = Vec::new();
    if unreadable > 0 {
        let count = number(unreadable.into(), "game", "games");
        parts.push(format!("{count} could not be read"));
    }
    if unwritable > 0 {
        let count = number(unwritable.into(), "game", "games");
        parts.push(format!("{count} could not be written"));
    }
    let written = number(written.into(), "other one was", "others were");
    format!("{}; the {written} written", parts.join(", "))
}

/// No game anywhere.
pub const NOTHING: &str = "there is no game in what was given: nothing was written";

/// What was written where.
pub fn written(games: u64, file: &str) -> String {
    let games = number(games.into(), "game", "games");
    harmless(&format!("{games} written to {file}"))
}

/// The two files beside one of WTHOR.
pub fn tables(players: &str, tournaments: &str) -> String {
    harmless(&format!(
        "the names of the players are in {players}, of the tournaments in {tournaments}"
    ))
}

/// Names that a file of WTHOR does not hold as they are.
pub fn names_changed(count: u64) -> String {
    format!(
        "{} cut to the 19 (a player) or 25 (a tournament) Latin-1 characters that WTHOR has room for",
        number(count.into(), "name was", "names were")
    )
}

/// Games that did not end.
pub fn open_in_wthor(count: u64) -> String {
    format!(
        "{} not to the end: WTHOR has no sign for that, so the discs as they lie stand as the result",
        number(count.into(), "game goes", "games go")
    )
}

/// Games of another year.
pub fn other_years(count: u64) -> String {
    format!(
        "{} of another year than the first: a WTHOR file has one year for all",
        number(count.into(), "game is", "games are")
    )
}

/// Nothing says in which format to write.
pub fn no_format(file: &str) -> String {
    harmless(&format!(
        "{file}: its name does not say in which format to write (.txt .ggf .sgf .obf .wtb .csv .json); \
         add --to, as in --to ggf"
    ))
}

/// The output is one of the inputs.
pub fn is_input(file: &str) -> String {
    harmless(&format!(
        "{file} is one of the files that are read: write to another"
    ))
}

/// There is something already.
pub fn exists(file: &str) -> String {
    harmless(&format!(
        "{file} is there already: write to another, or add --force to replace it"
    ))
}

/// A format that is three files.
pub const NOT_TO_A_PIPE: &str =
    "WTHOR is three files (.wtb, .jou, .trn): give a name ending in .wtb, not -";

/// A name without the suffix that says what it is.
pub fn not_wtb(file: &str) -> String {
    harmless(&format!(
        "{file}: a WTHOR file is called .wtb, and its names .jou and .trn beside it"
    ))
}

/// How far it is.
pub fn progress(games: u64, part: Option<f64>, seconds: f64) -> String {
    super::coach::progress(games, None, part, seconds)
}

/// Somebody has ended it.
pub fn interrupted(games: u64) -> String {
    format!(
        "ended after {}: nothing was written",
        number(games.into(), "game", "games")
    )
}

/// How far the judging of the sample is.
pub fn judged(games: usize, of: usize, seconds: f64) -> String {
    let left = if games > 0 {
        let left = seconds / games as f64 * (of - games) as f64;
        format!(", {left:.0} s left")
    } else {
        String::new()
    };
    format!("{games} of {of} games judged{left}")
}

/// Nothing in any file.
pub const NO_GAME: &str = "there is no game in what was given";

/// Somebody has ended the counting or the judging.
pub fn stats_interrupted(games: u64) -> String {
    format!("ended after {}", number(games.into(), "game", "games"))
}

/// A part of a whole in percent.
fn percent(part: u64, of: u64) -> String {
    let percent = 100.0 * part as f64 / (of.max(1)) as f64;
    format!("{percent:.1} %")
}

/// How many games, of which years.
pub fn counted(games: u64, years: Option<(u16, u16)>) -> String {
    let years = match years {
        Some((first, last)) if first == last => format!(", of {first}"),
        Some((first, last)) => format!(", of {first} to {last}"),
        None => String::new(),
    };
    format!("{}{years}", number(games.into(), "game", "games"))
}

/// Games that are over: won, lost, drawn, and those that are not.
pub fn results(over: u64, [black, white, draws]: [u64; 3], unfinished: u64) -> String {
    let grouped = super::tui::grouped;
    format!(
        "  finished {}, not finished {}\n  Black won {} ({}), White {} ({}), drawn {} ({})",
        grouped(over),
        grouped(unfinished),
        grouped(black),
        percent(black, over),
        grouped(white),
        percent(white, over),
        grouped(draws),
        percent(draws, over)
    )
}

/// What Black scores, with its interval, and by how many discs it wins.
pub fn black(rate: f64, low: f64, high: f64, mean: f64, sd: f64) -> String {
    format!(
        "  Black scores {rate:.4} ({low:.4} to {high:.4}); mean difference {mean:+.2} discs\n  \
         (sd {sd:.1}; empty squares to the winner)"
    )
}

/// Passes.
pub fn passes(games: u64, of: u64, passes: u64) -> String {
    let grouped = super::tui::grouped;
    format!(
        "  with a forced pass {} ({}), {} in all",
        grouped(games),
        percent(games, of),
        number(passes.into(), "pass", "passes")
    )
}

/// Games that end with empty squares, or begin elsewhere.
pub fn peculiar(with_empties: u64, elsewhere: u64) -> String {
    let grouped = super::tui::grouped;
    format!(
        "  finished with squares left empty {}; begun from another position {}",
        grouped(with_empties),
        grouped(elsewhere)
    )
}

/// How the results of the files agree with the moves.
pub fn agreement(agreeing: u64, disagreeing: u64) -> String {
    let grouped = super::tui::grouped;
    format!(
        "  result in the file as by the moves: {} of {} finished games",
        grouped(agreeing),
        grouped(agreeing + disagreeing)
    )
}

/// Places without a game.
pub fn unreadable(count: u64) -> String {
    format!(
        "  {} could not be read",
        number(count.into(), "game", "games")
    )
}

/// The head of the openings.
pub fn openings_head(named: u64, of: u64) -> String {
    let share = percent(named, of);
    format!("openings with a name: {share} of the games; what Black scored with 95 % limits")
}

/// An opening: its games, and what Black scored.
pub fn opening(name: &str, games: u64, of: u64, rate: Option<(f64, f64, f64)>) -> String {
    let rate = rate.map_or_else(String::new, |(rate, low, high)| {
        format!("  {rate:.3} ({low:.3} to {high:.3})")
    });
    let (games, share) = (super::tui::grouped(games), percent(games, of));
    format!("  {name:<38.38}{games:>8}{share:>8}{rate}")
}

/// Openings that are not listed.
pub fn more_openings(count: usize) -> String {
    format!(
        "  and {}",
        number(count as i128, "more opening", "more openings")
    )
}

/// The head of the losses: the sample, and who judged.
pub fn losses_head(games: usize, of: u64, seed: u64, points: &str, discs: Option<&str>) -> String {
    let discs = discs.map_or_else(
        || "nobody judges in discs".to_owned(),
        |discs| format!("in discs as {discs} sees it"),
    );
    let of = number(of.into(), "game", "games");
    format!(
        "mean loss of a move in {games} of {of} from the usual start,\n\
         drawn by lot (--seed {seed}), both sides:\n  \
         in points of {points}, decided positions left out\n  (- where that is most);\n  {discs};\n  \
         published: the whole WTHOR base in discs, as Egaroucid sees it at level 18"
    )
}

/// The head of the table.
pub fn losses_columns() -> String {
    format!(
        "  {:<14}{:>26}{:>26}{:>11}",
        "moves", "points", "discs", "published"
    )
}

/// A mean and its limits.
pub fn mean(mean: Option<(f64, Option<(f64, f64)>)>) -> String {
    match mean {
        None => "-".to_owned(),
        Some((mean, None)) => format!("{mean:.2}"),
        Some((mean, Some((low, high)))) => format!("{mean:.2} ({low:.2} to {high:.2})"),
    }
}

/// A row of the table.
pub fn losses_row(name: &str, points: &str, discs: &str, published: Option<f64>) -> String {
    let published = published.map_or_else(String::new, |it| format!("{it:.2}"));
    let row = format!("  {name:<14}{points:>26}{discs:>26}{published:>11}");
    row.trim_end().to_owned()
}

/// The mean loss D of the sample, and who plays about as well.
pub fn d(mean: &str, moves: u64, about: &str) -> String {
    let about = if about.is_empty() {
        String::new()
    } else {
        format!(": {about}")
    };
    format!(
        "D (mean loss up to ply 40, in points) {mean} over {}{about}",
        number(moves.into(), "move", "moves")
    )
}

/// D of the games of ten years.
pub fn decade(first: u16, games: usize, mean: &str) -> String {
    let games = number(games as i128, "game", "games");
    format!("  {first}-{}: {mean}, {games}", first + 9)
}

/// How D differs between players, with the tenth, the half and nine tenths of them.
pub fn spread(players: usize, least: usize, [tenth, median, nine_tenths]: [f64; 3]) -> String {
    format!(
        "{players} players have {least} or more of these games: one of ten gives away less than {tenth:.1},\n  \
         half less than {median:.1}, nine of ten less than {nine_tenths:.1}"
    )
}

/// D of a player.
pub fn player(name: &str, games: usize, mean: &str) -> String {
    let games = number(games as i128, "game", "games");
    format!("  {name}: {mean}, {games}")
}

/// Nobody has enough games.
pub fn no_player(least: usize) -> String {
    format!("no player has {least} of these games: take a larger --sample")
}

/// What stands where a file was to be replaced is none: a device, a pipe, a link.
pub fn no_file(name: &str) -> String {
    format!(
        "{name} is no ordinary file and is not replaced: name another, or write to - and send that there"
    )
}

/// Games could not be read, but the rest was counted.
pub fn some_unread(unreadable: u64, games: u64) -> String {
    format!("{unreadable} games could not be read; the other {games} were counted")
}

/// A judge in discs that counts in something else.
pub fn no_discs(name: &str, instead: &str) -> String {
    format!(
        "--discs {name}: only a learned evaluation or an engine counts in discs, as in {instead}"
    )
}

/// An engine where points are asked for.
pub fn engine_in_points(name: &str) -> String {
    format!(
        "--tester {name}: the losses in points are a tester's of the program; an engine counts in discs: \
         --discs {name}"
    )
}
