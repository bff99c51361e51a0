//! What the reports of ch. 5 have in common.

use std::collections::BTreeMap;

use crate::agreement::Ours;
use crate::range;
use crate::report::{Datum, Reading, Table};
use crate::ueda5::words;

/// A question that the text leaves open.
pub(super) fn reading((question, options, used, chosen): words::Open) -> Reading {
    Reading {
        question: question.to_owned(),
        options: options.iter().map(|&option| option.to_owned()).collect(),
        used: used.to_owned(),
        chosen: chosen.to_owned(),
    }
}

/// The settings of all, and these.
pub(super) fn settings(more: &[(&str, String)]) -> BTreeMap<String, String> {
    let tester = ("tester", "tester".to_owned());
    std::iter::once(&tester)
        .chain(more)
        .map(|(name, value)| ((*name).to_owned(), value.clone()))
        .collect()
}

/// A figure and its interval, as two cells.
pub(super) fn with_interval(ours: Option<Ours>, decimals: usize) -> [Datum; 2] {
    let interval = ours.and_then(|ours| ours.interval);
    [
        ours.map_or(Datum::Missing, |ours| Datum::Real((ours.value, decimals))),
        interval.map_or(Datum::Missing, |it| range(it.low, it.high, decimals).into()),
    ]
}

/// Losses at own moves 1 to 20, a column a curve.
pub(super) fn curves(key: &str, title: &str, curves: &[(&str, Vec<Option<f64>>)]) -> Table {
    let columns: Vec<&str> = std::iter::once("own move")
        .chain(curves.iter().map(|(label, _)| *label))
        .collect();
    let rows = (0..20).map(|index| {
        let cells = curves.iter().map(|(_, curve)| {
            let loss = curve.get(index).copied().flatten();
            loss.map_or(Datum::Missing, |loss| Datum::Real((loss, 1)))
        });
        std::iter::once(Datum::whole(index + 1))
            .chain(cells)
            .collect()
    });
    Table::data(key, title, &columns, rows.collect())
}
