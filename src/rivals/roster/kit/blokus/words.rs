//! What the rules say, in words for a person.

use crate::roster::kit::person::Explained;
use koteki_games::blokus::{LegalityError, Move, Piece, Position, Square};
use koteki_games::{Outcome, Side};

/// Why a placement is not legal.
pub fn why(why: LegalityError) -> String {
    match why {
        LegalityError::GameOver => "the game is over".to_owned(),
        LegalityError::HasToPass(_) => "you can place nothing more, and have to pass".to_owned(),
        LegalityError::MayNotPass(_) => "you can place a piece, and may not pass".to_owned(),
        LegalityError::Used(_, piece) => format!("you have placed {} already", piece.name()),
        LegalityError::Taken(square) => format!("{} is taken", name(square)),
        LegalityError::TouchesEdge(_, square) => format!("touches your edge at {}", name(square)),
        LegalityError::MissesStart(_, square) => {
            format!("your first piece must cover {}", name(square))
        }
        LegalityError::TouchesNoCorner(_) => "must touch a corner of yours".to_owned(),
    }
}

/// A square as a person reads it, as in `F6`.
fn name(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// What a pass of `side`, which has `left` pieces, is announced as; `you` when it is the person's, and there is one
/// person only.
pub fn passed(side: Side, you: bool, first: bool, left: u32) -> String {
    let pieces = if left == 1 {
        "last piece".to_owned()
    } else {
        format!("{left} pieces")
    };
    match (you, first) {
        (true, true) => format!(
            "No move left: none of your {pieces} fits at a corner of yours. You pass from now on."
        ),
        (true, false) => "You pass.".to_owned(),
        (false, true) => {
            format!("{side} has no move left for its {pieces} and passes from now on.")
        }
        (false, false) => format!("{side} passes."),
    }
}

/// The names of pieces in a row.
pub fn names(pieces: impl Iterator<Item = Piece>) -> String {
    let names: Vec<&str> = pieces.map(Piece::name).collect();
    names.join(" ")
}

/// A move by the name of its piece and the square that its code names: "F at E10".
pub fn at(mv: Move) -> String {
    mv.placement().map_or_else(
        || "a pass".to_owned(),
        |it| format!("{} at {}", it.piece().name(), name(it.reference())),
    )
}

/// What a move gives away and why, said of the move: "lowers your winning rate from 62 % to 48 %: covers 4 squares instead of 5".
pub fn given_away<M>(explained: &Explained<M>) -> String {
    let [best, played] = explained.rates;
    let mut said = if best == played {
        "lowers your winning rate by less than 1 %".to_owned()
    } else {
        format!("lowers your winning rate from {best} % to {played} %")
    };
    if !explained.why.is_empty() {
        said += &format!(": {}", explained.why.join("; "));
    }
    said
}

/// Squares of both sides, and the winning rate in per cent where it is known: the person's, or with two
/// people that of the one to move.
pub fn standing(count: Outcome) -> String {
    format!("Black {}, White {}", count.black, count.white)
}

/// The official score: a point lost for each square left, 15 for all placed, 5 more for the monomino last.
pub fn mattel(position: &Position) -> String {
    let bonus = position.bonus_score();
    let all = i32::try_from(Piece::ALL_SQUARES).unwrap_or(0);
    format!(
        "Official scoring (-1 per square left, +15 all placed, +5 single square last): Black {:+}, White {:+}",
        bonus.black - all,
        bonus.white - all
    )
}
