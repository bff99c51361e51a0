//! Which panes fit, and where.
//!
//! ```text
//! ┌ table ───┐┌ score ───────┐
//! │  figures │├ what it sees ┤   smaller terminals lose the population first, then what it sees and
//! │  score   │├ population ──┤   the score; Tab still reaches each, alone
//! └──────────┘└──────────────┘
//!  match
//!  hints or notice
//! ```

use ratatui::layout::{Constraint, Layout, Rect};

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The last round.
    Table,
    /// The curve.
    Score,
    /// What the program saw, and habits.
    Insight,
    /// The population.
    Population,
}

/// Columns of the table, by how much room there is.
const TABLE: [u16; 3] = [40, 48, 82];
/// Columns that what stands beside it needs.
const BESIDE: u16 = 34;
/// Rows below which the table stands alone.
const LOW: u16 = 18;
/// Columns from which on what it sees and the population stand beside one another.
const WIDE: u16 = 84;
/// Least rows of the score, of what it sees, of the population.
const LEAST: [u16; 3] = [10, 12, 12];

/// Where each pane lies; those that do not fit are not in it.
pub fn layout(main: Rect) -> Vec<(Pane, Rect)> {
    use Constraint::{Fill, Length};
    let [small, middle, large] = TABLE;
    let [score, insight, population] = LEAST;
    let [table, rest] = if main.width >= small + BESIDE && main.height >= LOW {
        let width = if main.width >= large + WIDE && main.height >= 34 {
            large
        } else if main.width >= middle + BESIDE + 20 {
            middle
        } else {
            small
        };
        Layout::horizontal([Length(width), Fill(1)]).areas(main)
    } else if main.width >= BESIDE && main.height >= LOW + score + insight {
        // Beneath the table where there is no room beside it.
        let height = LOW + (main.height - LOW - score - insight) / 3;
        Layout::vertical([Length(height), Fill(1)]).areas(main)
    } else {
        return vec![(Pane::Table, main)];
    };
    if rest.width >= WIDE && rest.height >= score + population {
        let upper = (rest.height * 2 / 5).clamp(score, rest.height - population);
        let [above, below] = Layout::vertical([Length(upper), Fill(1)]).areas(rest);
        let [left, right] = Layout::horizontal([Length(below.width / 2), Fill(1)]).areas(below);
        return vec![
            (Pane::Table, table),
            (Pane::Score, above),
            (Pane::Insight, left),
            (Pane::Population, right),
        ];
    }
    let rows = match rest.height.checked_sub(score + insight) {
        // Habits matter more than a curve of few rows.
        None => vec![Fill(1), Length(insight.min(rest.height - 6))],
        Some(spare) if spare < population => vec![Length(score + spare / 2), Fill(1)],
        Some(spare) => {
            let spare = spare - population;
            vec![
                Length(score + spare / 3),
                Length(insight + spare / 4),
                Fill(1),
            ]
        }
    };
    let beside = [Pane::Score, Pane::Insight, Pane::Population];
    let places = Layout::vertical(rows).split(rest);
    let places = beside.into_iter().zip(places.iter().copied());
    [(Pane::Table, table)].into_iter().chain(places).collect()
}
