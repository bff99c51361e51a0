//! The tables of a match as CSV.

use super::{Report, word};
use crate::measure::elo;
use crate::text::tournament as table;

impl Report {
    pub(super) fn pairings_csv(&self) -> Vec<String> {
        let mut lines = vec![table::PAIRINGS_CSV.to_owned()];
        for row in &self.rows {
            let tally = &row.tally;
            let rate = tally.win_rate().unwrap_or_default();
            let [none, half, one, more, two] = tally.pair_counts();
            let mut fields = vec![quoted(&self.names[row.a]), quoted(&self.names[row.b])];
            let counts = [tally.games(), tally.wins, tally.losses, tally.draws];
            fields.extend(counts.map(|it| it.to_string()));
            let elo = elo::difference(rate);
            let numbers = [
                rate,
                row.interval.low,
                row.interval.high,
                elo,
                row.elo.low,
                row.elo.high,
            ];
            fields.extend(numbers.map(|it| number(Some(it))));
            fields.push(number(Some(tally.superiority())));
            fields.push(number(tally.mean_difference()));
            fields.extend([none, half, one, more, two].map(|it| it.to_string()));
            fields.extend(tally.forfeits.map(|it| it.to_string()));
            fields.push(number(row.sprt.map(|(llr, _)| llr)));
            fields.push(
                row.sprt
                    .map_or_else(String::new, |(_, it)| word(it).to_owned()),
            );
            lines.push(fields.join(","));
        }
        lines
    }

    pub(super) fn ratings_csv(&self) -> Vec<String> {
        let mut lines = vec![table::RATINGS_CSV.to_owned()];
        let (order, _) = self.places();
        for (place, &player) in order.iter().enumerate() {
            let (ratings, sum) = (self.ratings.as_ref(), self.sums[player]);
            let share = sum.points / f64::from(sum.games.max(1));
            lines.push(
                [
                    (place + 1).to_string(),
                    quoted(&self.names[player]),
                    number(ratings.map(|it| it.elo[player])),
                    number(ratings.map(|it| it.error(player))),
                    sum.points.to_string(),
                    sum.games.to_string(),
                    number(Some(share)),
                    number(self.over_next(&order, place)),
                    sum.forfeits.to_string(),
                ]
                .join(","),
            );
        }
        lines
    }
}

/// A number of CSV; empty where there is none, or no finite one.
fn number(number: Option<f64>) -> String {
    let finite = number.filter(|it| it.is_finite());
    finite.map_or_else(String::new, |it| format!("{it:.6}"))
}

/// A field of CSV: names of players have commas.
fn quoted(field: &str) -> String {
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
