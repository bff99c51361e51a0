//! The tables of a match as CSV.

use super::{Report, word};
use koteki_record::csv;
use koteki_rivals::measure::elo;

impl Report {
    pub(super) fn pairings_csv(&self) -> String {
        let mut rows = vec![heading(
            "a,b,games,wins,losses,draws,win_rate,low,high,elo,elo_low,elo_high,los,mean_difference,pairs_0,pairs_0.5,pairs_1,pairs_1.5,pairs_2,forfeits_a,forfeits_b,llr,verdict",
        )];
        for row in &self.rows {
            let tally = &row.tally;
            let rate = tally.win_rate().unwrap_or_default();
            let [none, half, one, more, two] = tally.pair_counts();
            let mut fields = vec![self.names[row.a].clone(), self.names[row.b].clone()];
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
            rows.push(fields);
        }
        csv::to_string(rows)
    }

    pub(super) fn ratings_csv(&self) -> String {
        let mut rows = vec![heading(
            "place,player,elo,error,points,games,share,los_to_next,forfeits",
        )];
        let (order, _) = self.places();
        for (place, &player) in order.iter().enumerate() {
            let (ratings, sum) = (self.ratings.as_ref(), self.sums[player]);
            let share = sum.points / f64::from(sum.games.max(1));
            rows.push(vec![
                (place + 1).to_string(),
                self.names[player].clone(),
                number(ratings.map(|it| it.elo[player])),
                number(ratings.map(|it| it.error(player))),
                sum.points.to_string(),
                sum.games.to_string(),
                number(Some(share)),
                number(self.over_next(&order, place)),
                sum.forfeits.to_string(),
            ]);
        }
        csv::to_string(rows)
    }
}

/// A number of CSV; empty where there is none, or no finite one.
fn number(number: Option<f64>) -> String {
    let finite = number.filter(|it| it.is_finite());
    finite.map_or_else(String::new, |it| format!("{it:.6}"))
}

fn heading(columns: &str) -> Vec<String> {
    columns.split(',').map(str::to_owned).collect()
}
