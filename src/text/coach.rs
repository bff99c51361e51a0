//! The words of the coach: reasons, mistakes, and the lines of `analyse`.

use super::harmless::harmless;
use super::tui::{grouped, side};

/// A number of things, with commas: "1 square", "2 squares", "2,345 games".
pub fn number(count: i128, one: &str, many: &str) -> String {
    let sign = if count < 0 { "-" } else { "" };
    let digits = grouped(u64::try_from(count.unsigned_abs()).unwrap_or(u64::MAX));
    format!("{sign}{digits} {}", if count == 1 { one } else { many })
}

/// What a move leaves the other side: "leaves White 3 moves instead of 8".
pub fn replies(other: usize, replies: u32, instead: u32) -> String {
    let other = side(other);
    if replies == 0 {
        return format!("leaves {other} no move instead of {instead}");
    }
    let moves = number(replies.into(), "move", "moves");
    format!("leaves {other} {moves} instead of {instead}")
}

/// What a move opens: "has openness 5".
pub fn opens(openness: u32) -> String {
    format!("has openness {openness}")
}

/// When something happens: "at once", "in two".
fn soon(moves: u32) -> String {
    match moves {
        0 | 1 => "at once".to_owned(),
        2 => "in two".to_owned(),
        3 => "in three".to_owned(),
        4 => "in four".to_owned(),
        moves => format!("in {moves}"),
    }
}

/// A corner that the other side gets: "gives up the corner h8 in two".
pub fn corner_given(corner: &str, moves: u32) -> String {
    format!("gives up the corner {corner} {}", soon(moves))
}

/// The same of a move that was not made: "would give up the corner h8 in two".
pub fn would(what: &str) -> String {
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    let verb = match verb {
        "is" => "be",
        "has" => "have",
        "misses" => "miss",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    format!("would {verb} {rest}")
}

/// A corner that is won: "wins the corner h8 in two".
pub fn corner_won(corner: &str, moves: u32) -> String {
    match moves {
        0 | 1 => format!("takes the corner {corner}"),
        moves => format!("wins the corner {corner} {}", soon(moves)),
    }
}

/// A corner that could have been had: "misses the corner h8".
pub fn corner_missed(corner: &str) -> String {
    format!("misses the corner {corner}")
}

/// The other side has to pass: "makes White pass".
pub fn makes_pass(other: usize) -> String {
    format!("makes {} pass", side(other))
}

/// The side itself has to: "leaves Black to pass".
pub fn has_to_pass(own: usize) -> String {
    format!("leaves {} to pass later", side(own))
}

/// Beside an empty corner: "stands on the X square of h8".
pub fn beside_corner(corner: &str, diagonal: bool) -> String {
    let which = if diagonal { "X" } else { "C" };
    format!("is the {which} square of the empty corner {corner}")
}

/// More stable discs: "makes 3 more discs stable".
pub fn stable(more: i32) -> String {
    match more {
        1 => "makes 1 more disc stable".to_owned(),
        more => format!("makes {more} more discs stable"),
    }
}

/// A feature at the ends of two lines: "ends with 2 stable discs against 7 (f5: 4 against 3)".
/// `feature` is its index.
pub fn feature(
    feature: usize,
    name: &str,
    [own, other]: [i32; 2],
    instead: &str,
    [own_instead, other_instead]: [i32; 2],
) -> String {
    let what = match feature {
        0 => number(own.into(), "move", "moves"),
        1 => number(own.into(), "frontier disc", "frontier discs"),
        2 => number(own.into(), "stable disc", "stable discs"),
        3 => number(own.into(), "forced pass", "forced passes"),
        4 => number(own.into(), "disc", "discs"),
        _ => format!("{own} on {name}"),
    };
    format!("ends with {what} against {other} ({instead}: {own_instead} against {other_instead})")
}

/// A result: "wins by 4", "is a draw", "loses by 6".
pub fn result(discs: i32) -> String {
    match discs {
        0 => "is a draw".to_owned(),
        1.. => format!("wins by {discs}"),
        _ => format!("loses by {}", -i64::from(discs)),
    }
}

/// Two results: "wins by 4 instead of 10".
pub fn results(discs: i32, instead: i32) -> String {
    if discs.signum() == instead.signum() {
        return format!("{} instead of {}", result(discs), instead.abs());
    }
    let instead = match instead {
        0 => "a draw".to_owned(),
        1.. => format!("winning by {instead}"),
        _ => format!("losing by {}", -i64::from(instead)),
    };
    format!("{} instead of {instead}", result(discs))
}

/// The best move ends the game: "f5 wins by 20 at once".
pub fn best_ends(best: &str, discs: i32) -> String {
    format!("misses that {best} {}", result(discs))
}

/// Whoever judges sees something that the features do not say.
pub const UNEXPLAINED: &str = "is worth less, for none of the features";

/// A player that cannot judge.
pub fn no_judge(flag: &str, name: &str) -> String {
    format!(
        "{flag} {name}: only a tester can judge, as in tester:depth=4, or an engine that tells values, as in \
         engine:cmd=\"edax -nboard\",protocol=nboard,depth=8"
    )
}

/// What an adviser has to be.
pub const ADVISERS: &str = "an engine that tells values, as in \
     'engine:cmd=\"edax -nboard\",protocol=nboard,depth=8', or \"\" for none";

/// What is no adviser, and why.
pub fn no_adviser(name: &str, why: &str) -> String {
    format!("--adviser {name}: {why}")
}

/// The adviser has failed.
pub fn unadvised(why: &str) -> String {
    format!(
        "adviser {why}; the tester's values stand in until the next game (mend --adviser or [tester] adviser)"
    )
}

/// An engine without values.
pub const NO_VALUES: &str = "GTP has no values of moves, so the engine has to speak NBoard's protocol: \
                             protocol=nboard";

/// The same of the engine that a flag names.
pub fn no_values(flag: &str, name: &str) -> String {
    format!("{flag} {name}: {NO_VALUES}")
}

/// The judge has failed.
pub fn failed(fault: &str, games: u64) -> String {
    match games {
        0 => fault.to_owned(),
        _ => format!("{fault} (after {})", number(games.into(), "game", "games")),
    }
}

/// What is to be known of a judge's points that are hundredths of a disc.
pub fn unit(is_discs: bool) -> &'static str {
    if is_discs {
        " (100 points are a disc)"
    } else {
        ""
    }
}

/// A move and what there is to say of it.
pub fn said(mv: &str, said: &str) -> String {
    if said.is_empty() {
        mv.to_owned()
    } else {
        format!("{mv}: {said}")
    }
}

/// What speaks for a move, and what to beware of: "leaves …, has openness …; d3 would …".
pub fn advice(reasons: &[String], warning: Option<&str>) -> String {
    let mut parts = Vec::new();
    if !reasons.is_empty() {
        parts.push(reasons.join(", "));
    }
    parts.extend(warning.map(str::to_owned));
    parts.join("; ")
}

/// The kinds of mistakes as a table names them, in the order of the kinds.
pub const KINDS: [&str; 10] = [
    "corner given",
    "corner missed",
    "stable discs lost",
    "mobility lost",
    "frontier opened",
    "pass forced",
    "discs lost",
    "style",
    "result lost",
    "other",
];

/// The phases.
pub const PHASES: [&str; 3] = ["opening", "middle", "ending"];

/// What a loss is called: points.
pub fn points(points: i32) -> String {
    number(points.into(), "point", "points")
}

/// Discs.
pub fn discs(discs: i32) -> String {
    number(discs.into(), "disc", "discs")
}

/// A result.
pub const THE_GAME: &str = "the game";

/// The head of a game: its number, where it stands, who plays.
pub fn game(number: u64, line: Option<usize>, byte: u64, names: Option<(&str, &str)>) -> String {
    let who = names.map_or_else(String::new, |(black, white)| {
        let (black, white) = (harmless(black), harmless(white));
        format!(": {black} (Black) against {white} (White)")
    });
    format!("game {number}, {}{who}", place_in_file(line, byte))
}

/// A place in a file: its line, or the bytes before it in one without lines.
fn place_in_file(line: Option<usize>, byte: u64) -> String {
    line.map_or_else(|| format!("byte {byte}"), |line| format!("line {line}"))
}

/// How it ended.
pub fn ended(outcome: Option<(i32, i32)>, moves: usize) -> String {
    match outcome {
        Some((black, white)) if black > white => format!("Black wins {black}-{white}"),
        Some((black, white)) if black < white => format!("White wins {white}-{black}"),
        Some((black, white)) => format!("a draw, {black}-{white}"),
        None => format!("not over after {}", number(moves as i128, "move", "moves")),
    }
}

/// How it opened.
pub fn opened(name: &str, moves: usize) -> String {
    format!("opening {name} (move {moves})")
}

/// Nothing to name.
pub const NO_OPENING: &str = "opening without a name";

/// The curve of values, ten plies a line.
pub fn values(first: usize, last: usize, values: &str) -> String {
    format!("  value for Black after ply {first:>2}-{last:<2}{values}")
}

/// One value in the curve: three places at least.
pub fn value(points: i32) -> String {
    match points.saturating_abs() {
        10_000_000.. => {
            let discs = points.saturating_abs() - 10_000_000;
            format!("{}{discs}d", if points > 0 { '+' } else { '-' })
        }
        0 => "0".to_owned(),
        _ => format!("{points:+}"),
    }
}

/// A side's figures: D cleaned and as the thesis has it.
pub fn figures(
    index: usize,
    d: Option<f64>,
    thesis: Option<f64>,
    rank: Option<f64>,
    moves: usize,
    about: &str,
) -> String {
    let side = side(index);
    let (Some(d), Some(thesis), Some(rank)) = (d, thesis, rank) else {
        return format!("  {side}: too few open moves for D");
    };
    let about = if about.is_empty() {
        String::new()
    } else {
        format!("; {about}")
    };
    let thesis = if (thesis - d).abs() < 0.05 {
        String::new()
    } else {
        format!(" (with decided positions, as the thesis counts, {thesis:.1})")
    };
    format!(
        "  {side}: D {d:.1}{thesis} over {moves} moves up to ply 40, mean rank {rank:.1}{about}"
    )
}

/// A mistake: its ply, move and loss, and why.
pub fn mistake(ply: usize, index: usize, mv: &str, loss: &str, why: &str) -> String {
    format!("  {ply:>2} {} {mv} loses {loss}: {why}", side(index))
}

/// The best move beneath it.
pub fn instead(best: &str, line: &str, after: &str) -> String {
    format!("     best {best}: {line}; played: {after}")
}

/// A kind of mistake and how often it was made in each phase: "corner given 2 (1 middle, 1 ending)".
pub fn kind_in_phases(kind: usize, counts: [u32; 3]) -> String {
    let all: u32 = counts.iter().sum();
    let kind = KINDS.get(kind).copied().unwrap_or_default();
    let phases: Vec<String> = PHASES
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(phase, count)| format!("{count} {phase}"))
        .collect();
    format!("{kind} {all} ({})", phases.join(", "))
}

/// A side's mistakes by kind and phase.
pub fn mistakes_of(index: usize, kinds: &[String]) -> String {
    format!("  {}'s mistakes: {}", side(index), kinds.join("; "))
}

/// No mistake.
pub fn no_mistakes(points: i32) -> String {
    format!("  no mistake of {points} points or more")
}

/// The head of the last lines; `is_discs` says whether points are hundredths of a disc.
pub fn total(games: u64, unreadable: u64, mistakes: u64, tester: &str, is_discs: bool) -> String {
    let mut text = format!(
        "{}, judged by {tester}{}: {}",
        number(games.into(), "game", "games"),
        unit(is_discs),
        number(mistakes.into(), "mistake", "mistakes")
    );
    if unreadable > 0 {
        text += &format!("; {} could not be read", grouped(unreadable));
    }
    text
}

/// The head of the table of mistakes.
pub fn tally_head() -> String {
    let [opening, middle, ending] = PHASES;
    format!("  {:<18}{opening:>9}{middle:>9}{ending:>9}", "")
}

/// A row of it.
pub fn tally(kind: usize, counts: [u64; 3]) -> String {
    let [opening, middle, ending] = counts;
    let kind = KINDS.get(kind).copied().unwrap_or_default();
    format!("  {kind:<18}{opening:>9}{middle:>9}{ending:>9}")
}

/// A player over all games.
pub fn player(name: &str, games: u64, d: Option<f64>, mistakes: u64) -> String {
    let d = d.map_or_else(|| "-".to_owned(), |d| format!("{d:.1}"));
    format!(
        "  {}: {}, D {d}, {}",
        harmless(name),
        number(games.into(), "game", "games"),
        number(mistakes.into(), "mistake", "mistakes")
    )
}

/// More players than are listed.
pub fn more_players(count: usize) -> String {
    format!("  and {} more players", grouped(count as u64))
}

/// A place that holds no game.
pub fn fault(file: &str, line: Option<usize>, byte: u64, fault: &str) -> String {
    harmless(&format!("{file}, {}: {fault}", place_in_file(line, byte)))
}

/// Nothing in the file.
pub fn empty(file: &str) -> String {
    format!(
        "{file} holds no game: write one on each line, such as f5d6c3d3c4, or give a games.jsonl, GGF, \
         SGF, OBF or WTHOR"
    )
}

/// Some of it was not readable.
pub fn some_unreadable(file: &str, count: u64, games: u64) -> String {
    let count = number(count.into(), "game", "games");
    let others = match games {
        0 => "there is no other".to_owned(),
        1 => "the other one was analysed".to_owned(),
        _ => format!("the other {} were analysed", grouped(games)),
    };
    format!("{file}: {count} could not be read; {others}")
}

/// Somebody has ended it.
pub fn interrupted(file: &str, places: u64) -> String {
    format!(
        "{file}: ended after {}",
        number(places.into(), "game", "games")
    )
}

/// Not a text file.
pub fn not_text(file: &str) -> String {
    format!(
        "{file} is no text file, and no WTHOR file (.wtb): give transcripts, a game on each line, a \
         games.jsonl, GGF, SGF or OBF"
    )
}

/// How far it is.
pub fn progress(games: u64, of: Option<u64>, part: Option<f64>, seconds: f64) -> String {
    let rate = if seconds > 0.0 {
        games as f64 / seconds
    } else {
        0.0
    };
    let mut text = format!("{} games", grouped(games));
    if let Some(of) = of {
        text = format!("{} of {} games", grouped(games), grouped(of));
    }
    text += &format!(", {rate:.1} a second");
    if let Some(part) = part.filter(|part| *part > 0.000_5 && *part <= 1.0) {
        let left = seconds / part * (1.0 - part);
        text += &match left {
            60.0.. => format!(", {:.0} min left", left / 60.0),
            _ => format!(", {left:.0} s left"),
        };
    }
    text
}

/// Title of the pane.
pub const TITLE: &str = "Coach";
/// The game is being gone through.
pub const LOOKING: &str = "The coach is going through the game ...";

/// Whose values a review shows, where they are in discs.
pub const JUDGE: &str = "the judge";
/// The judge is an engine that has failed.
pub const JUDGE_FAILED: &str = "The judge has failed, so this game has no values.";

/// Head of the list of mistakes.
pub fn mistakes(count: usize) -> String {
    number(count as i128, "mistake", "mistakes")
}

/// A mistake in the list: ply, side, move, loss, kind.
pub fn listed(ply: usize, index: usize, mv: &str, loss: &str, kind: usize) -> String {
    let kind = KINDS.get(kind).copied().unwrap_or_default();
    format!("{ply:>2} {} {mv}  {loss}, {kind}", side(index))
}

/// The head of a move that lost something: "12 Black c2 loses 65 points".
pub fn head(ply: usize, index: usize, mv: &str, loss: Option<&str>) -> String {
    match loss {
        Some(loss) => format!("{ply} {} {mv} loses {loss}", side(index)),
        None => format!("{ply} {} {mv}", side(index)),
    }
}

/// A side had no choice.
pub const FORCED: &str = "the only move";
/// A pass.
pub const PASSED: &str = "no move: a forced pass";
/// A move drawn by lot.
pub const DRAWN: &str = "drawn by lot, chosen by nobody";
/// Nothing to improve.
pub const IS_BEST: &str = "as good as any move";

/// The rank of a move, and what it is worth to the side that plays it.
pub fn rank(rank: usize, of: usize, value: &str) -> String {
    format!("rank {rank} of {of}, {value}")
}

/// The best move and its line.
pub fn best(best: &str, value: &str, line: &str) -> String {
    format!("best {best} ({value}): {line}")
}

/// The best move alone.
pub fn better(best: &str, value: &str) -> String {
    format!("best {best} ({value})")
}

/// The line after the move that was played.
pub fn played(line: &str) -> String {
    format!("played: {line}")
}

/// The whole game: D of both sides.
pub fn both(black: Option<f64>, white: Option<f64>) -> String {
    let d = |d: Option<f64>| d.map_or_else(|| "-".to_owned(), |d| format!("{d:.1}"));
    format!(
        "D: Black {}, White {} (lower is stronger)",
        d(black),
        d(white)
    )
}

/// Where a review is: the game in its file, who plays, the move.
pub fn place(game: Option<(usize, usize)>, names: (&str, &str), ply: usize, last: usize) -> String {
    let game = game.map_or_else(String::new, |(game, of)| format!("game {game} of {of}   "));
    let (black, white) = (harmless(names.0), harmless(names.1));
    format!("{game}{black} - {white}   move {ply} of {last}")
}

/// Nobody known.
pub const SOMEBODY: &str = "?";
/// There is no mistake in that direction.
pub const NO_MISTAKE_BEFORE: &str = "no mistake before this one";
/// Likewise.
pub const NO_MISTAKE_AFTER: &str = "no mistake after this one";
/// The terminal is none.
pub const NO_SCREEN: &str = "--screen needs a terminal: leave it out for plain lines";

/// A number of a game that there is not.
pub fn no_such_game(file: &str, number: u32, of: usize) -> String {
    format!("--game {number}: {file} holds {}", number_of_games(of))
}

fn number_of_games(of: usize) -> String {
    number(of as i128, "game", "games")
}
