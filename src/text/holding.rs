//! What a player that holds itself level saw.

/// A move with V and V0.
pub type Valued = (String, i32, i32);

/// θ, the move played and the others, the best for the player first.
pub fn held(theta: i32, played: &Valued, others: &[Valued]) -> String {
    let valued = |(mv, value, held): &Valued| format!("{mv} V {value} V0 {held}");
    let others: String = others
        .iter()
        .map(|it| format!("; {}", valued(it)))
        .collect();
    format!("theta was {theta}: played {}{others}", valued(played))
}

/// The same for a pane, in pieces that are not to be broken: θ, then each move with V and V0, the one played
/// first.
pub fn pieces(theta: i32, moves: &[Valued]) -> Vec<String> {
    let cells = moves
        .iter()
        .map(|(mv, value, held)| format!("{mv}={value}/{held}"));
    std::iter::once(format!("V/V0, theta was {theta}:"))
        .chain(cells)
        .collect()
}
