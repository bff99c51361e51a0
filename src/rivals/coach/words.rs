//! Reasons in words.

use super::advice::Advice;
use super::mistake::{Kind, Loss, Mistake};
use super::reason::{Fact, Reason};
use koteki_engine::eval::othello::FEATURES;
use koteki_games::Side;
use koteki_games::othello::Move;
use koteki_games::words::numbers::number;
use koteki_games::words::sides::side_name;

const UNEXPLAINED: &str = "is worth less, for none of the features";

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

pub const PHASES: [&str; 3] = ["opening", "middle", "ending"];

/// Reasons that a sentence names.
const NAMED: usize = 3;
/// A feature that makes up less than one part in so many of the loss is not worth a word.
const PARTS: i32 = 5;
/// Up to so many squares beside the discs that a move turns are few: the first move of a game opens as many.
const FEW: u32 = 5;

/// A line of moves: "f5 d6 c3".
pub fn line_words(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.join(" ")
}

fn first(moves: &[Move]) -> String {
    moves.first().map_or_else(String::new, Move::to_string)
}

/// A reason against a move of `side`, said of the move; `best` is what should have been played.
fn against(reason: &Reason, side: Side, best: &str) -> String {
    match reason.fact {
        Fact::Replies { replies, instead } => leaves(side.other().index(), replies, instead),
        // It is said only where the best move opens fewer.
        Fact::Opens { openness } => format!("opens more squares (openness {openness})"),
        Fact::Corner {
            corner,
            side: taker,
            moves,
        } => {
            let corner = corner.to_string();
            if taker == side {
                format!("misses the corner {corner}")
            } else {
                format!("gives up the corner {corner} {}", soon(moves))
            }
        }
        Fact::Pass { side: passes } if passes == side => {
            format!("forces {} to pass later", side_name(side.index()))
        }
        Fact::Pass { side: passes } => format!("makes {} pass", side_name(passes.index())),
        Fact::BesideCorner { corner, diagonal } => beside_corner(&corner.to_string(), diagonal),
        Fact::Feature {
            feature,
            counts,
            instead,
            ..
        } => {
            let name = FEATURES.get(feature).map_or("", |feature| feature.name);
            ends_with(feature, name, counts, best, instead)
        }
        Fact::Ending {
            discs,
            instead: Some(instead),
        } => results(discs, instead),
        // The best move ends the game, not the one that was played.
        Fact::Ending { discs, .. } if first(&reason.line) == best => {
            format!("misses that {best} {}", result(discs))
        }
        Fact::Ending { discs, .. } => result(discs),
    }
}

/// A reason for a move of `side`.
fn speaks_for(reason: &Reason, side: Side) -> String {
    match reason.fact {
        Fact::Corner {
            corner,
            side: taker,
            moves,
        } if taker == side => corner_won(&corner.to_string(), moves),
        Fact::Opens {
            openness: openness @ ..=FEW,
        } => format!("opens few squares (openness {openness})"),
        Fact::Opens { openness } => format!("has openness {openness}"),
        Fact::Feature {
            counts: [then, _],
            instead: [now, _],
            ..
        } => stable(then - now),
        _ => against(reason, side, ""),
    }
}

impl Loss {
    /// What was lost: "65 points", "6 discs", "the game".
    pub fn words(&self) -> String {
        match *self {
            Self::Points { points } => number(points.into(), "point", "points"),
            Self::Discs { played, best } => number((best - played).into(), "disc", "discs"),
            Self::Game { .. } => "the game".to_owned(),
        }
    }
}

impl Mistake {
    /// Why it is one, in the features' terms, said of the move: "gives up the corner h8 in two, leaves
    /// White 9 moves instead of 3". `side` is who made it.
    pub fn why(&self, side: Side) -> String {
        let best = first(&self.best_line);
        let mut said: Vec<String> = Vec::new();
        let telling = |reason: &&Reason| match (reason.fact, self.loss) {
            (Fact::Feature { points, .. }, Loss::Points { points: all }) => points * PARTS >= all,
            _ => true,
        };
        // What can be seen at once belongs beside the corner that it gives up.
        let beside = |reason: &&Reason| {
            self.kind == Kind::CornerGiven && matches!(reason.fact, Fact::BesideCorner { .. })
        };
        let rest = || self.reasons.iter().skip(1).filter(telling);
        let first_of_all = self.reasons.iter().take(1);
        let order = first_of_all
            .chain(rest().filter(beside))
            .chain(rest().filter(|it| !beside(it)));
        for reason in order.take(NAMED) {
            said.push(against(reason, side, &best));
        }
        if self.kind == Kind::Other {
            said.insert(0, UNEXPLAINED.to_owned());
            said.truncate(NAMED);
        }
        said.join(", ")
    }

    /// The first reason alone.
    pub fn headline(&self, side: Side) -> String {
        let best = first(&self.best_line);
        self.reasons
            .first()
            .map_or_else(|| UNEXPLAINED.to_owned(), |it| against(it, side, &best))
    }
}

impl Advice {
    /// The advice to `side` as a sentence: "f5: leaves White 3 moves instead of 8, opens few squares (openness 3); d3
    /// would give up the corner h8 in two".
    pub fn words(&self, side: Side) -> String {
        said(&self.mv.to_string(), &self.said(side))
    }

    /// The same without the move in front, and without the result, which is its value.
    pub fn said(&self, side: Side) -> String {
        let is_result = |reason: &&Reason| matches!(reason.fact, Fact::Ending { .. });
        let reasons = self.reasons.iter().filter(|it| !is_result(it)).take(NAMED);
        let reasons: Vec<String> = reasons.map(|reason| speaks_for(reason, side)).collect();
        let warning = self.warning.as_ref().map(|mistake| {
            let mv = first(&mistake.line);
            format!("{mv} {}", would(&mistake.headline(side)))
        });
        advice(&reasons, warning.as_deref())
    }
}

/// The best of `of` moves as a hint: what it is worth, and what speaks for it where that is known.
pub fn hint(advice: Option<&Advice>, mv: &str, of: usize, worth: &str, side: Side) -> String {
    let best = if of < 2 {
        "the only move".to_owned()
    } else {
        format!("the best of {of} moves")
    };
    let why = advice.map(|it| it.said(side)).filter(|it| !it.is_empty());
    let why = why.map_or_else(String::new, |why| format!(" It {why}."));
    format!("{mv}, {best} ({worth}).{why}")
}

/// What a move leaves the other side: "leaves White 3 moves instead of 8".
fn leaves(other: usize, replies: u32, instead: u32) -> String {
    let other = side_name(other);
    if replies == 0 {
        return format!("leaves {other} no move instead of {instead}");
    }
    let moves = number(replies.into(), "move", "moves");
    format!("leaves {other} {moves} instead of {instead}")
}

fn soon(moves: u32) -> String {
    match moves {
        0 | 1 => "at once".to_owned(),
        2 => "in two".to_owned(),
        3 => "in three".to_owned(),
        4 => "in four".to_owned(),
        moves => format!("in {moves}"),
    }
}

/// The same of a move that was not made: "would give up the corner h8 in two".
fn would(what: &str) -> String {
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    let verb = match verb {
        "is" => "be",
        "has" => "have",
        "misses" => "miss",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    format!("would {verb} {rest}")
}

fn corner_won(corner: &str, moves: u32) -> String {
    match moves {
        0 | 1 => format!("takes the corner {corner}"),
        moves => format!("wins the corner {corner} {}", soon(moves)),
    }
}

fn beside_corner(corner: &str, diagonal: bool) -> String {
    let place = if diagonal {
        "diagonally"
    } else {
        "on the edge"
    };
    format!("lies {place} next to the empty corner {corner}")
}

fn stable(more: i32) -> String {
    match more {
        1 => "makes 1 more disc stable".to_owned(),
        more => format!("makes {more} more discs stable"),
    }
}

/// A feature at the ends of two lines: "ends with 2 stable discs against 7 (f5: 4 against 3)".
/// `feature` is its index.
fn ends_with(
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

fn result(discs: i32) -> String {
    match discs {
        0 => "is a draw".to_owned(),
        1.. => format!("wins by {discs}"),
        _ => format!("loses by {}", -i64::from(discs)),
    }
}

fn results(discs: i32, instead: i32) -> String {
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

pub fn unadvised(why: &str) -> String {
    format!(
        "adviser {why}; the tester's values stand in until the next game (mend --adviser or [tester] adviser)"
    )
}

pub fn said(mv: &str, said: &str) -> String {
    if said.is_empty() {
        mv.to_owned()
    } else {
        format!("{mv}: {said}")
    }
}

/// What speaks for a move, and what to beware of: "leaves …, opens …; d3 would …".
fn advice(reasons: &[String], warning: Option<&str>) -> String {
    let mut parts = Vec::new();
    if !reasons.is_empty() {
        parts.push(reasons.join(", "));
    }
    parts.extend(warning.map(str::to_owned));
    parts.join("; ")
}

/// A value with its sign; a decided game as the discs it is decided by.
pub fn value(value: i32) -> String {
    // Ten million and more: a finished game and its difference of discs.
    match value.saturating_abs() {
        10_000_000.. => {
            let discs = value.saturating_abs() - 10_000_000;
            if value > 0 {
                format!("wins by {discs}")
            } else {
                format!("loses by {discs}")
            }
        }
        0 => "0".to_owned(),
        _ => format!("{value:+}"),
    }
}

/// What a move is worth, with its unit; 0 may be a draw as well. The pane says of `discs` what a hundredth of one is.
pub fn worth(of: i32, discs: bool) -> String {
    let text = value(of);
    match of {
        _ if !text.starts_with(['+', '-']) => text,
        _ if discs => format!("value {text}"),
        -1 | 1 => format!("{text} point"),
        _ => format!("{text} points"),
    }
}

/// A place in a file: its line, or the bytes before it in one without lines.
pub fn place_in_file(line: Option<usize>, byte: u64) -> String {
    line.map_or_else(|| format!("byte {byte}"), |line| format!("line {line}"))
}

pub fn ended(outcome: Option<(i32, i32)>, moves: usize) -> String {
    match outcome {
        Some((black, white)) if black > white => format!("Black wins {black}-{white}"),
        Some((black, white)) if black < white => format!("White wins {white}-{black}"),
        Some((black, white)) => format!("a draw, {black}-{white}"),
        None => format!("not over after {}", number(moves as i128, "move", "moves")),
    }
}

pub fn opened(name: &str, moves: usize) -> String {
    format!("opening {name} (move {moves})")
}
