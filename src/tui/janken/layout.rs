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

use ratatui::layout::Rect;

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pane {
    /// The last round.
    Table,
    /// The curve.
    Score,
    /// What the program saw, and habits.
    Sight,
    /// The population.
    Population,
}

impl Pane {
    /// In the order in which Tab goes through them.
    pub const ALL: [Self; 4] = [Self::Table, Self::Score, Self::Sight, Self::Population];

    /// The pane `by` further on, round the end.
    pub fn step(self, by: usize) -> Self {
        let index = Self::ALL.iter().position(|&pane| pane == self).unwrap_or(0);
        Self::ALL[(index + by) % Self::ALL.len()]
    }
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
pub fn layout(area: Rect, focus: Pane, zoom: bool) -> Vec<(Pane, Rect)> {
    let main = Rect {
        height: area.height.saturating_sub(2),
        ..area
    };
    if zoom {
        return vec![(focus, main)];
    }
    let panes = side_by_side(main);
    // A pane that does not fit beside the others is shown alone when the focus comes to it.
    if panes.iter().any(|(pane, _)| *pane == focus) {
        panes
    } else {
        vec![(focus, main)]
    }
}

fn side_by_side(main: Rect) -> Vec<(Pane, Rect)> {
    let [small, middle, large] = TABLE;
    let [score, sight, population] = LEAST;
    let (table, right) = if main.width >= small + BESIDE && main.height >= LOW {
        let width = if main.width >= large + WIDE && main.height >= 34 {
            large
        } else if main.width >= middle + BESIDE + 20 {
            middle
        } else {
            small
        };
        let right = Rect {
            x: main.x + width,
            width: main.width - width,
            ..main
        };
        (Rect { width, ..main }, right)
    } else if main.width >= BESIDE && main.height >= LOW + score + sight {
        // Beneath the table where there is no room beside it.
        let height = LOW + (main.height - LOW - score - sight) / 3;
        let below = Rect {
            y: main.y + height,
            height: main.height - height,
            ..main
        };
        (Rect { height, ..main }, below)
    } else {
        return vec![(Pane::Table, main)];
    };
    let rows = |y: u16, height: u16| Rect { y, height, ..right };
    let mut panes = vec![(Pane::Table, table)];
    if right.height < score + sight {
        // Habits matter more than a curve of few rows.
        let upper = right.height - sight.min(right.height - 6);
        panes.push((Pane::Score, rows(right.y, upper)));
        panes.push((Pane::Sight, rows(right.y + upper, right.height - upper)));
        return panes;
    }
    if right.width >= WIDE && right.height >= score + population {
        let upper = (right.height * 2 / 5)
            .max(score)
            .min(right.height - population);
        let lower = rows(right.y + upper, right.height - upper);
        let half = lower.width / 2;
        panes.push((Pane::Score, rows(right.y, upper)));
        panes.push((
            Pane::Sight,
            Rect {
                width: half,
                ..lower
            },
        ));
        panes.push((
            Pane::Population,
            Rect {
                x: lower.x + half,
                width: lower.width - half,
                ..lower
            },
        ));
        return panes;
    }
    let spare = right.height - score - sight;
    if spare < population {
        let upper = score + spare / 2;
        panes.push((Pane::Score, rows(right.y, upper)));
        panes.push((Pane::Sight, rows(right.y + upper, right.height - upper)));
        return panes;
    }
    let spare = spare - population;
    let (score, sight) = (score + spare / 3, sight + spare / 4);
    panes.push((Pane::Score, rows(right.y, score)));
    panes.push((Pane::Sight, rows(right.y + score, sight)));
    let used = score + sight;
    panes.push((Pane::Population, rows(right.y + used, right.height - used)));
    panes
}
