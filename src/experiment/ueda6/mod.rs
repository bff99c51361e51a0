//! Ueda 2012, ch. 6: breeding individuals that are level with an agent and unlike each other.
//!
//! | file | experiment |
//! |---|---|
//! | [`paper`] | the thesis' figures |
//! | [`table_6_1`] | `ueda-6.1-table`: win rates of 20 individuals for three β |

pub mod paper;
pub mod table_6_1;

use crate::evolve::Settings;

/// The settings of ch. 6 with this β.
#[must_use]
pub fn settings(beta: f64) -> Settings {
    Settings {
        beta,
        ..Settings::ueda_ch6()
    }
}
