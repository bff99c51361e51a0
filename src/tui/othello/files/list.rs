//! The list of games, and its filter.

use super::step::{About, Step};
use crate::keys::{Action, Direction};
use koteki_games::Side;
use koteki_games::words::sides::side_name;
use koteki_record::formats::{Claim, Ending, Lead};
use koteki_rivals::coach::openings;
use koteki_session::library::{Filter, Library, Reading, Row, Sieve};

/// The list.
pub(super) struct List {
    /// What it is the list of: a file.
    pub name: String,
    /// Whether the games come from several files.
    pub several: bool,
    /// Whether it is the list of openings.
    pub openings: bool,
    pub library: Library,
    reading: Option<Reading>,
    /// Whether a filter is being typed.
    pub is_typing: bool,
    /// What is wrong with what is typed.
    pub problem: Option<String>,
    /// The filter that holds.
    pub filter: String,
    sieve: Sieve,
    /// The games that go through it, by their places in the library; not kept where all do.
    wanted: Vec<u32>,
    /// Games of the library that were looked at.
    sifted: usize,
    /// Which of the games that go through is chosen.
    pub chosen: usize,
    /// The filter before it was typed anew.
    before: String,
}

impl List {
    pub(super) fn new(
        name: String,
        several: bool,
        library: Library,
        reading: Option<Reading>,
        openings: bool,
    ) -> Self {
        Self {
            name,
            several,
            openings,
            library,
            reading,
            is_typing: false,
            problem: None,
            filter: String::new(),
            sieve: Sieve::default(),
            wanted: Vec::new(),
            sifted: 0,
            chosen: 0,
            before: String::new(),
        }
    }

    /// Takes in what has been read meanwhile; whether there was anything.
    pub(super) fn collect(&mut self) -> bool {
        let mut any = false;
        while let Some(batch) = self.reading.as_ref().and_then(Reading::next) {
            let last = batch.last;
            self.library.add(batch);
            any = true;
            if last {
                self.reading = None;
            }
        }
        if any {
            self.sift();
            // Until then what has been read last comes last: who looks at the list is not to lose the place.
            if self.is_read() {
                self.order();
            }
        }
        any
    }

    /// Whether all files have been read.
    pub(super) const fn is_read(&self) -> bool {
        self.reading.is_none()
    }

    /// Whether a filter or an order is asked for.
    pub(super) const fn is_filtered(&self) -> bool {
        !self.sieve.is_open()
    }

    /// Games that are listed.
    pub(super) const fn count(&self) -> usize {
        if self.sieve.is_open() {
            self.library.rows.len()
        } else {
            self.wanted.len()
        }
    }

    /// The game of this place in the list, and its number in the file.
    pub(super) fn row(&self, place: usize) -> Option<(usize, &Row)> {
        let index = if self.sieve.is_open() {
            place
        } else {
            usize::try_from(*self.wanted.get(place)?).ok()?
        };
        Some((index + 1, self.library.rows.get(index)?))
    }

    /// Looks at the games that have not been looked at.
    fn sift(&mut self) {
        if self.sieve.is_open() {
            return;
        }
        let Library { rows, texts, .. } = &self.library;
        for (index, row) in rows.iter().enumerate().skip(self.sifted) {
            if self.sieve.lets(row, texts) {
                self.wanted.push(u32::try_from(index).unwrap_or(u32::MAX));
            }
        }
        self.sifted = rows.len();
    }

    /// Puts the games that are listed in the order that is asked for; the chosen one stays so.
    fn order(&mut self) {
        let chosen = self.wanted.get(self.chosen).copied();
        let Library { rows, texts, .. } = &self.library;
        self.sieve.order(&mut self.wanted, rows, texts);
        if let Some(chosen) = chosen {
            self.choose(chosen);
        }
    }

    /// Chooses the game of this place in the library; the first one where it is not listed.
    fn choose(&mut self, place: u32) {
        self.chosen = if self.sieve.is_open() {
            usize::try_from(place).unwrap_or(0)
        } else {
            let mut wanted = self.wanted.iter();
            wanted.position(|&it| it == place).unwrap_or(0)
        };
    }

    /// Lists the games that are like `text`; what is wrong with it is kept.
    pub(super) fn apply(&mut self, text: &str) {
        match Filter::read(text, self.openings) {
            Ok(filter) => {
                self.problem = None;
                // The game that is chosen stays so, if it is among them.
                let chosen = self.row(self.chosen).map(|(number, _)| number - 1);
                self.sieve = Sieve::new(filter);
                self.wanted.clear();
                self.sifted = 0;
                self.sift();
                self.order();
                text.clone_into(&mut self.filter);
                let place = chosen.and_then(|index| u32::try_from(index).ok());
                self.choose(place.unwrap_or(0));
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    pub(super) fn unfilter(&mut self) {
        self.apply("");
    }

    /// A filter is going to be typed, beginning with the one that holds.
    pub(super) fn begin_typing(&mut self) {
        self.before.clone_from(&self.filter);
        self.is_typing = true;
    }

    /// What was typed holds; gives what is wrong with it.
    pub(super) fn end_typing(&mut self) -> Option<String> {
        self.is_typing = false;
        self.problem.take()
    }

    /// The filter is as it was before it was typed.
    pub(super) fn cancel(&mut self) {
        let before = std::mem::take(&mut self.before);
        self.apply(&before);
        self.problem = None;
    }

    pub(super) fn act(&mut self, action: Action, rows: usize) {
        let last = self.count().saturating_sub(1);
        self.chosen = match action {
            Action::Go(Direction::Up) => self.chosen.saturating_sub(1),
            Action::Go(Direction::Down) => self.chosen + 1,
            Action::Page(Direction::Up) => self.chosen.saturating_sub(rows.max(1)),
            Action::Page(_) => self.chosen + rows.max(1),
            Action::End(Direction::Up) => 0,
            Action::End(_) => last,
            _ => self.chosen,
        }
        .min(last);
    }

    /// The game that is chosen, to be gone through.
    pub(super) fn step(&self) -> Option<Step> {
        let (_, row) = self.row(self.chosen)?;
        let text = |text| self.library.texts.get(text).to_owned();
        let named = row.names.iter().any(|&name| name > 0);
        let result = match row.claim {
            // What the board says is not said again.
            Some(Claim {
                lead: Lead::Discs(lead),
                ending: Ending::Board,
            }) if row.over && row.agrees(lead) => None,
            Some(claim) => {
                let side = claim.winner().map(Side::index).map(side_name);
                let margin = claim.difference().map(f64::abs);
                Some(claimed_result(side, margin, claim.ending as usize))
            }
            None => None,
        };
        let about = About {
            names: named.then(|| {
                row.names.map(|name| match name {
                    0 => "?".to_owned(),
                    name => text(name),
                })
            }),
            event: text(row.event),
            date: text(row.date),
            file: if row.file == 0 {
                self.name.clone()
            } else {
                text(row.file)
            },
            result,
            opening: row.opening.and_then(|(number, ply)| {
                let opening = openings::all().nth(usize::from(number))?;
                Some((opening.name, usize::from(ply)))
            }),
            place: (self.count() > 1).then(|| (self.chosen + 1, self.count())),
            is_opening: self.openings,
        };
        let line = row.line();
        // An opening is there to be played from its end, a bare position from where it is.
        let at = if self.openings { line.ply() } else { 0 };
        Some(Step::new(line, at, about))
    }
}

fn claimed_result(winner: Option<&str>, margin: Option<f64>, ending: usize) -> String {
    let how = ["", " resigned", " on time", " agreed", " by forfeit", ""]
        .get(ending)
        .copied()
        .unwrap_or_default();
    let Some(side) = winner else {
        return format!("drawn{how}");
    };
    match margin.filter(|&margin| margin < 64.0 || how.is_empty()) {
        Some(margin) => format!("{side} by {margin}{how}"),
        None if how.is_empty() => format!("{side} won"),
        None => format!("{side} won:{how}"),
    }
}
