//! Which games of a list are wanted, and in which order: words such as
//! `player:tamenori year:1986 result:black sort:-moves`.

use std::ops::RangeInclusive;

use super::{Result as Ended, Row, Text, Texts};
use koteki_rivals::coach::openings;

/// What a game must have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    /// One of the players' names has it.
    Player(String),
    /// The name of Black (0) or White (1) has it.
    Side(usize, String),
    Event(String),
    Opening(String),
    Year(RangeInclusive<u16>),
    Moves(RangeInclusive<u16>),
    Result(Ended),
}

/// What games are put in order by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SortKey {
    /// The name of Black (0) or White (1).
    Side(usize),
    Event,
    Opening,
    Date,
    Moves,
    /// Black's lead.
    Discs,
}

const ORDERS: [(&str, SortKey); 7] = [
    ("black", SortKey::Side(0)),
    ("white", SortKey::Side(1)),
    ("discs", SortKey::Discs),
    ("moves", SortKey::Moves),
    ("date", SortKey::Date),
    ("opening", SortKey::Opening),
    ("event", SortKey::Event),
];

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order {
    by: SortKey,
    /// The largest first.
    down: bool,
}

impl Order {
    fn read(text: &str) -> Result<Self, String> {
        let (down, name) = match text.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, text),
        };
        let by = ORDERS.iter().find(|(known, _)| *known == name);
        match by {
            Some(&(_, by)) => Ok(Self { by, down }),
            None => Err(no_order(name, &ORDERS.map(|(name, _)| name))),
        }
    }

    /// Puts games, by their places in `rows`, in this order. What has nothing to be ordered by comes last, what
    /// is alike stays as it was.
    fn sort(self, places: &mut [u32], rows: &[Row], texts: &Texts) {
        let names: Vec<&str> = openings::all().map(|opening| opening.name).collect();
        let (of_texts, of_openings) = match self.by {
            SortKey::Side(_) | SortKey::Event | SortKey::Date => (texts.ranks(), Vec::new()),
            SortKey::Opening => (Vec::new(), ranks(&names)),
            SortKey::Moves | SortKey::Discs => (Vec::new(), Vec::new()),
        };
        let rank = |ranks: &[i64], index: usize| ranks.get(index).copied();
        // 0 is no text.
        let of_text = |text: Text| rank(&of_texts, usize::try_from(text.checked_sub(1)?).ok()?);
        let key = |place: &u32| {
            let row = rows.get(usize::try_from(*place).ok()?)?;
            match self.by {
                SortKey::Side(side) => of_text(row.names[side]),
                SortKey::Event => of_text(row.event),
                // Dates are written in many ways, the year is not.
                SortKey::Date => {
                    Some((i64::from(row.year?) << 32) + of_text(row.date).unwrap_or(0))
                }
                SortKey::Opening => rank(&of_openings, usize::from(row.opening?.0)),
                SortKey::Moves => Some(row.placed.into()),
                // There are no halves of a disc, but a file may claim anything.
                SortKey::Discs => Some((row.lead()? * 1000.0) as i64),
            }
        };
        places.sort_by_cached_key(|place| {
            let key = key(place);
            (
                key.is_none(),
                key.map(|key| if self.down { -key } else { key }),
            )
        });
    }
}

/// The place of each text among all in order; equal ones share it.
pub(super) fn ranks<T: AsRef<str>>(texts: &[T]) -> Vec<i64> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&index| texts[index].as_ref());
    let mut ranks = vec![0; texts.len()];
    let mut rank = 0;
    let mut before: Option<&str> = None;
    for index in order {
        let text = texts[index].as_ref();
        rank += i64::from(before.is_some_and(|before| before != text));
        ranks[index] = rank;
        before = Some(text);
    }
    ranks
}

/// What games must have to be wanted, and their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    terms: Vec<Term>,
    order: Option<Order>,
}

impl Filter {
    /// Reads a filter: words with a key and a colon in front; others are names of players, or of openings where
    /// those are listed. What has spaces in it stands between double quotes. Upper and lower case are the same.
    ///
    /// # Errors
    /// What cannot be understood, in words.
    pub fn read(text: &str, openings: bool) -> Result<Self, String> {
        let mut terms = Vec::new();
        let mut order = None;
        for word in split(&text.to_lowercase()) {
            let Some((key, value)) = word.split_once(':') else {
                terms.push(if openings {
                    Term::Opening(word)
                } else {
                    Term::Player(word)
                });
                continue;
            };
            let value = value.to_owned();
            // Half a word says nothing yet.
            if ["", "-"].contains(&value.as_str())
                && [
                    "player", "black", "white", "year", "result", "event", "opening", "moves",
                    "sort",
                ]
                .contains(&key)
            {
                continue;
            }
            if key == "sort" {
                order = Some(Order::read(&value)?);
                continue;
            }
            terms.push(match key {
                "player" => Term::Player(value),
                "black" => Term::Side(0, value),
                "white" => Term::Side(1, value),
                "event" => Term::Event(value),
                "opening" => Term::Opening(value),
                "year" => Term::Year(range(key, &value)?),
                "moves" => Term::Moves(range(key, &value)?),
                "result" => Term::Result(match value.as_str() {
                    "black" | "b" => Ended::Black,
                    "white" | "w" => Ended::White,
                    "draw" | "d" => Ended::Draw,
                    "open" | "o" => Ended::Open,
                    _ => {
                        return Err(format!(
                            "result:{value}: it is black, white, draw or open (not played to \
                             its end)"
                        ));
                    }
                }),
                _ => {
                    return Err(format!(
                        "no filter is called {key:?}: there are player black white year \
                         result event opening moves sort"
                    ));
                }
            });
        }
        Ok(Self { terms, order })
    }

    /// Whether every game is wanted, in the order in which they come.
    pub const fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.order.is_none()
    }
}

/// The words of a text; what stands between double quotes is one.
fn split(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            _ if letter.is_whitespace() && !quoted => {
                if !word.is_empty() {
                    found.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(letter),
        }
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

/// `1986`, `1980-1989`, `1990-`, `-1979`.
fn range(key: &str, text: &str) -> Result<RangeInclusive<u16>, String> {
    let number = |text: &str, open: u16| match text {
        "" => Ok(open),
        _ => text.parse::<u16>().map_err(|_| no_number(key, text)),
    };
    match text.split_once('-') {
        Some((from, to)) => Ok(number(from, 0)?..=number(to, u16::MAX)?),
        None => number(text, 0).map(|number| number..=number),
    }
}

/// A filter at work: what it finds in a text is looked up once for all games that share it.
#[derive(Clone, Debug, Default)]
pub struct Sieve {
    filter: Filter,
    /// For each term and each text whether it is found there.
    found: Vec<Vec<bool>>,
    /// The same for the openings.
    openings: Vec<Vec<bool>>,
}

impl Sieve {
    /// One that lets through what `filter` wants.
    pub fn new(filter: Filter) -> Self {
        let openings = filter.terms.iter().map(|term| match term {
            Term::Opening(part) => openings::all()
                .map(|opening| opening.name.to_lowercase().contains(part))
                .collect(),
            _ => Vec::new(),
        });
        Self {
            openings: openings.collect(),
            found: vec![Vec::new(); filter.terms.len()],
            filter,
        }
    }

    /// Whether every game goes through, in the order in which they come.
    pub const fn is_open(&self) -> bool {
        self.filter.is_empty()
    }

    /// Puts games that went through, by their places in `rows`, in the order that is asked for.
    pub fn order(&self, places: &mut [u32], rows: &[Row], texts: &Texts) {
        if let Some(order) = self.filter.order {
            order.sort(places, rows, texts);
        }
    }

    /// Whether `row` goes through; `texts` are those of its library.
    pub fn lets(&mut self, row: &Row, texts: &Texts) -> bool {
        let Self {
            filter,
            found,
            openings,
        } = self;
        filter
            .terms
            .iter()
            .zip(found)
            .zip(openings)
            .all(|((term, found), openings)| {
                let mut has = |part: &str, text: Text| {
                    let index = usize::try_from(text).unwrap_or(0);
                    while found.len() <= index {
                        let next = Text::try_from(found.len()).unwrap_or(0);
                        found.push(texts.lower(next).contains(part));
                    }
                    found[index]
                };
                match term {
                    Term::Player(part) => row.names.iter().any(|&name| has(part, name)),
                    Term::Side(side, part) => has(part, row.names[*side]),
                    Term::Event(part) => has(part, row.event),
                    Term::Opening(_) => row.opening.is_some_and(|(number, _)| {
                        openings.get(usize::from(number)).copied().unwrap_or(false)
                    }),
                    Term::Year(years) => row.year.is_some_and(|year| years.contains(&year)),
                    Term::Moves(moves) => moves.contains(&u16::from(row.placed)),
                    Term::Result(ended) => row.result() == *ended,
                }
            })
    }
}

fn no_order(name: &str, orders: &[&str]) -> String {
    let orders = orders.join(" ");
    format!("sort:{name}: it is one of {orders}, with - in front for the largest first")
}

fn no_number(key: &str, value: &str) -> String {
    format!("{key}:{value:?} is no number: write {key}:1986, {key}:1980-1989 or {key}:1990-")
        .replace("1986", if key == "moves" { "60" } else { "1986" })
        .replace(
            "1980-1989",
            if key == "moves" { "50-59" } else { "1980-1989" },
        )
        .replace("1990-", if key == "moves" { "40-" } else { "1990-" })
}

#[cfg(test)]
mod tests {
    use super::super::{Library, read_text};
    use super::*;

    /// Four games of GGF: who, when, the result for Black, moves.
    const GAMES: &str = "\
        (;GM[Othello]PC[GGS]DT[1986.05.01]PB[Tamenori Hideshi]PW[Kitajima]RE[+4.0]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)\n\
        (;GM[Othello]PC[GGS]DT[1987.05.01]PB[Rose]PW[Tamenori Hideshi]RE[-2.0]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)\n\
        (;GM[Othello]PC[Meijin]DT[1990.05.01]PB[Ishii]PW[Murakami]RE[+0.0]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\n\
        (;GM[Othello]PC[World Championship]DT[2001.05.01]PB[Murakami]PW[Rose]RE[?]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C5];)\n";

    fn found(filter: &str) -> Vec<usize> {
        let mut library = Library::default();
        library.add(read_text(GAMES).unwrap());
        assert_eq!((library.rows.len(), library.faults), (4, 0));
        let mut sieve = Sieve::new(Filter::read(filter, false).unwrap());
        let rows = library.rows.iter().enumerate();
        let mut places: Vec<u32> = rows
            .filter(|(_, row)| sieve.lets(row, &library.texts))
            .map(|(index, _)| u32::try_from(index).unwrap())
            .collect();
        sieve.order(&mut places, &library.rows, &library.texts);
        places.iter().map(|&place| place as usize + 1).collect()
    }

    #[test]
    fn every_word_of_a_filter_narrows_it() {
        for (filter, games) in [
            ("", vec![1, 2, 3, 4]),
            ("tamenori", vec![1, 2]),
            ("TAMENORI rose", vec![2]),
            ("player:rose", vec![2, 4]),
            ("black:rose", vec![2]),
            ("white:rose", vec![4]),
            ("\"tamenori hideshi\" year:1986", vec![1]),
            ("year:1986-1990", vec![1, 2, 3]),
            ("year:1990-", vec![3, 4]),
            ("year:-1986", vec![1]),
            ("result:black", vec![1]),
            ("result:white", vec![2]),
            ("result:draw", vec![3]),
            ("result:open", vec![4]),
            ("event:\"world champ\"", vec![4]),
            ("moves:3", vec![1, 4]),
            ("moves:2- result:white", vec![2]),
            // f5d6c5 is the Perpendicular's beginning; f5f6 the Diagonal.
            ("opening:diagonal", vec![2]),
            ("player:nobody", vec![]),
            // Half a word says nothing yet.
            ("tamenori year:", vec![1, 2]),
            ("tamenori sort:-", vec![1, 2]),
            // Ishii, Murakami, Rose, Tamenori; Kitajima, Murakami, Rose, Tamenori.
            ("sort:black", vec![3, 4, 2, 1]),
            ("sort:white", vec![1, 3, 4, 2]),
            ("sort:-date", vec![4, 3, 2, 1]),
            ("rose sort:-date", vec![4, 2]),
            // Alike: as in the file.
            ("sort:moves", vec![3, 2, 1, 4]),
            ("sort:-moves", vec![1, 4, 2, 3]),
            // It is not said how the last one ended.
            ("sort:discs", vec![2, 3, 1, 4]),
            ("sort:-discs", vec![1, 3, 2, 4]),
            ("sort:event", vec![1, 2, 3, 4]),
            ("sort:-event", vec![4, 3, 1, 2]),
        ] {
            assert_eq!(found(filter), games, "{filter}");
        }
    }

    #[test]
    fn a_winner_without_a_margin_has_won() {
        let game = |result| format!("(;GM[2]RE[{result}];B[f5];W[d6])\n");
        let mut library = Library::default();
        let text = ["B+", "W+F", "B+R", "W+2"].map(game).concat();
        library.add(read_text(&text).unwrap());
        let scores: Vec<String> = library.rows.iter().map(Row::score).collect();
        assert_eq!(scores, ["B+", "W+f", "B+r", "W+2"]);
        let won = |side| {
            library
                .rows
                .iter()
                .filter(|row| row.result() == side)
                .count()
        };
        assert_eq!([won(Ended::Black), won(Ended::White)], [2, 2]);
    }

    #[test]
    fn a_board_with_a_frame_can_be_pasted() {
        // As OpenSpiel prints it; terminals end pasted lines with a carriage return.
        let board = "  a b c d e f g h\r1 - - - - - - - -\r2 - - - - - - - -\r3 - - - - - - - -\r\
             4 - - - O X - - -\r5 - - - X X X - -\r6 - - - - - - - -\r7 - - - - - - - -\r\
             8 - - - - - - - -\rO\r";
        let batch = read_text(board).unwrap();
        assert_eq!((batch.rows.len(), batch.faults), (1, 0));
        let start = batch.rows[0].line().positions()[0].to_string();
        let expected = "---------------------------OX------XXX-------------------------- O";
        assert_eq!(start, expected);
    }

    #[test]
    fn what_is_no_filter_is_told() {
        for (filter, said) in [
            ("yeer:1986", "player black white year"),
            ("year:x", "year:1986"),
            ("result:won", "black, white, draw or open"),
            ("sort:size", "black white discs moves date opening event"),
        ] {
            let message = Filter::read(filter, false).unwrap_err();
            assert!(message.contains(said), "{message}");
        }
    }
}
