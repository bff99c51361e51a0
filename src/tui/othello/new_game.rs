//! The new game dialog: who plays, against whom, and whether it counts.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use crate::panes::{shorten, write};
use crate::screens::choice::{self, Choice};
use crate::screens::{dialog, inside};
use crate::theme::{Role, Theme};
use crate::view::{Beginning, Given, NewGame, Opponent, SeatChoice};
use koteki_games::Side;
use koteki_games::typed::half_width_sign;
use koteki_rivals::coach::openings;
use koteki_rivals::roster::{PlayerSpec, SpecError};

const START_NOTES: [&str; 4] = [
    "four discs in the middle; the letters find an opening",
    "one of 888 of 8 moves that the program finds even",
    "practice, does not count; Enter opens the board editor",
    "practice: a start that was chosen does not count",
];

const BY_NAME_NOTE: &str = "type a name, such as agent:d=25,depth=4";

/// Columns of the field names.
const NAMES: usize = 10;
/// Size of the dialog.
const SIZE: (u16, u16) = (76, 13);
/// Characters that a name may have: more than any player's.
const NAME_LENGTH: usize = 200;

/// A line of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Who,
    Opponent,
    Black,
    White,
    Start,
    Corners,
    Kind,
}

/// Corners that a handicap has at most.
const HANDICAPS: usize = 4;

/// Who sits at the board, in the order of [`words::WHO`].
const BLACK: usize = 0;
const WHITE: usize = 1;
const PEOPLE: usize = 2;
/// The first of those that are no game but a study.
const STUDY: usize = 4;

/// Where it begins, in the order of [`words::STARTS`]; then the position that was chosen, and the openings.
const USUAL: usize = 0;
const BALANCED: usize = 1;
const OWN_BOARD: usize = 2;
const OPENINGS: usize = 3;

/// What has been chosen so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    who: usize,
    opponent: usize,
    /// The machine with White when two machines play; Black is `opponent`.
    second: usize,
    practice: bool,
    /// Which of the places where a game may begin: see [`Form::starts`].
    start: usize,
    /// A position that was chosen to begin from.
    given: Option<Box<Given>>,
    /// Which of [`words::CORNERS`].
    corners: usize,
    row: usize,
    /// The names typed in for a machine that is not in the list: the opponent or Black, and White.
    names: [String; 2],
}

/// The key of the machine that the person calls `name`.
///
/// # Errors
/// What is wrong with the name.
pub fn machine(name: &str) -> Result<String, String> {
    let spec: PlayerSpec = name.parse().map_err(|error: SpecError| error.to_string())?;
    let spec = spec.named_by_person();
    if spec.is_open() {
        return Err("that agent has no D of its own here: say one, as in agent:d=25".to_owned());
    }
    Ok(spec.to_string())
}

impl Form {
    /// A form that begins with `game`, the game that was last played.
    pub fn new(game: &NewGame, opponents: &[Opponent]) -> Self {
        // One that is not in the list has its place after it, by name.
        let index = |key: &str| {
            let place = opponents.iter().position(|o| o.key == key);
            place.unwrap_or(opponents.len())
        };
        let (who, opponent, second) = match &game.seats {
            [SeatChoice::Person, SeatChoice::Machine(key)] => (BLACK, index(key), 0),
            [SeatChoice::Machine(key), SeatChoice::Person] => (WHITE, index(key), 0),
            [SeatChoice::Person, SeatChoice::Person] => (PEOPLE, 0, 0),
            [SeatChoice::Machine(black), SeatChoice::Machine(white)] => {
                (PEOPLE + 1, index(black), index(white))
            }
        };
        let name = |index: usize, seat: usize| match &game.seats[seat] {
            SeatChoice::Machine(key) if index == opponents.len() => key.clone(),
            _ => String::new(),
        };
        let names = [name(opponent, usize::from(who == BLACK)), name(second, 1)];
        let given = match &game.start {
            Beginning::Given(given) => Some(given.clone()),
            _ => None,
        };
        Self {
            names,
            who,
            opponent,
            second,
            start: match &game.start {
                Beginning::Usual => USUAL,
                Beginning::Balanced => BALANCED,
                Beginning::Given(_) => OPENINGS,
                Beginning::Opening(number) => OPENINGS + number,
            },
            given,
            practice: !game.measured && who < PEOPLE && game.handicap.is_none(),
            corners: match game.handicap {
                Some((_, 0)) | None => 0,
                Some((side, corners)) if who < PEOPLE => {
                    corners + if side.index() == who { 0 } else { HANDICAPS }
                }
                Some(_) => 0,
            },
            row: 0,
        }
    }

    fn fields(&self) -> &'static [Field] {
        match self.who {
            // From what somebody chose, or with a handicap, a game never counts.
            BLACK | WHITE if self.start >= OWN_BOARD => {
                &[Field::Who, Field::Opponent, Field::Start]
            }
            BLACK | WHITE if self.start > USUAL => {
                &[Field::Who, Field::Opponent, Field::Start, Field::Kind]
            }
            BLACK | WHITE if self.corners > 0 => {
                &[Field::Who, Field::Opponent, Field::Start, Field::Corners]
            }
            BLACK | WHITE => &[
                Field::Who,
                Field::Opponent,
                Field::Start,
                Field::Corners,
                Field::Kind,
            ],
            PEOPLE => &[Field::Who, Field::Start],
            STUDY.. => &[Field::Who],
            _ => &[Field::Who, Field::Black, Field::White, Field::Start],
        }
    }

    /// Where a game may begin: the usual start, a balanced opening, the position that was chosen if there is
    /// one, the openings of the coach.
    fn starts(&self) -> Vec<String> {
        let given = self.given.as_ref().map(|given| given.named.clone());
        [
            "Usual",
            "Balanced opening, drawn at random",
            "A board of your own",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain(given)
        .chain(openings::all().map(|opening| opening.name.to_owned()))
        .collect()
    }

    fn beginning(&self) -> Beginning {
        match (self.start, &self.given) {
            (USUAL, _) => Beginning::Usual,
            (BALANCED, _) => Beginning::Balanced,
            // It is still to be set up.
            (OWN_BOARD, _) => Beginning::Usual,
            (OPENINGS, Some(given)) => Beginning::Given(given.clone()),
            (other, given) => Beginning::Opening(other - OPENINGS - usize::from(given.is_some())),
        }
    }

    /// Moves to the line below or above, round the ends.
    pub fn step(&mut self, down: bool) {
        let count = self.fields().len();
        self.row = (self.row.min(count - 1) + if down { 1 } else { count - 1 }) % count;
    }

    fn field(&self) -> Field {
        let fields = self.fields();
        fields[self.row.min(fields.len() - 1)]
    }

    /// Takes the next or the previous choice of the line, round the ends.
    pub fn change(&mut self, forward: bool, opponents: &[Opponent]) {
        let count = self.choices(self.field(), opponents).len().max(1);
        let value = self.value(self.field());
        self.set((value + if forward { 1 } else { count - 1 }) % count);
    }

    /// Takes the next choice of the line that begins with `letter`; `false` when none does.
    pub fn by_initial(&mut self, letter: char, opponents: &[Opponent]) -> bool {
        let letter = half_width_sign(letter);
        let choices = self.choices(self.field(), opponents);
        let from = self.value(self.field()) + 1;
        let found = (0..choices.len())
            .map(|step| (from + step) % choices.len())
            .find(|&index| {
                choices[index]
                    .chars()
                    .next()
                    .is_some_and(|first| first.eq_ignore_ascii_case(&letter))
            });
        if let Some(index) = found {
            self.set(index);
        }
        found.is_some()
    }

    /// Which of the names is being typed, if one is.
    fn typing(&self, opponents: &[Opponent]) -> Option<usize> {
        let field = self.field();
        let which = match field {
            Field::Opponent | Field::Black => 0,
            Field::White => 1,
            Field::Who | Field::Start | Field::Corners | Field::Kind => return None,
        };
        (self.value(field) == opponents.len()).then_some(which)
    }

    /// Takes a key as text when the line is one for typing; `false` when it is none, or the key is
    /// for something else.
    pub fn type_key(&mut self, key: &KeyEvent, opponents: &[Opponent]) -> bool {
        let held = KeyModifiers::CONTROL | KeyModifiers::ALT;
        let Some(which) = self.typing(opponents) else {
            return false;
        };
        match key.code {
            _ if key.modifiers.intersects(held) => return false,
            KeyCode::Backspace => {
                self.names[which].pop();
            }
            KeyCode::Char(letter) => self.append(which, &letter.to_string()),
            _ => return false,
        }
        true
    }

    /// Takes pasted text; `false` when the line is not for typing.
    pub fn paste(&mut self, text: &str, opponents: &[Opponent]) -> bool {
        let Some(which) = self.typing(opponents) else {
            return false;
        };
        self.append(which, text);
        true
    }

    fn append(&mut self, which: usize, text: &str) {
        let name = &mut self.names[which];
        let room = NAME_LENGTH.saturating_sub(name.chars().count());
        name.extend(text.chars().take(room));
    }

    /// Whether a study is asked for and no game: `true` for a blind test.
    pub const fn study(&self) -> Option<bool> {
        if self.who < STUDY {
            None
        } else {
            Some(self.who > STUDY)
        }
    }

    /// Whether the game shall begin from a board that is still to be set up.
    pub const fn wants_board(&self) -> bool {
        self.start == OWN_BOARD && self.who < STUDY
    }

    fn value(&self, field: Field) -> usize {
        match field {
            Field::Who => self.who,
            Field::Opponent | Field::Black => self.opponent,
            Field::White => self.second,
            Field::Start => self.start,
            Field::Corners => self.corners,
            Field::Kind => usize::from(self.practice),
        }
    }

    fn set(&mut self, value: usize) {
        match self.field() {
            Field::Who => self.who = value,
            Field::Opponent | Field::Black => self.opponent = value,
            Field::White => self.second = value,
            Field::Start => self.start = value,
            Field::Corners => self.corners = value,
            Field::Kind => self.practice = value == 1,
        }
    }

    /// The game that is asked for.
    ///
    /// # Errors
    /// What is wrong with a name that was typed in.
    pub fn game(&self, opponents: &[Opponent]) -> Result<NewGame, String> {
        let choice = |index: usize, which: usize| {
            let key = match opponents.get(index) {
                Some(opponent) => opponent.key.clone(),
                None => machine(self.names[which].trim())?,
            };
            Ok::<_, String>(SeatChoice::Machine(key))
        };
        let seats = match self.who {
            BLACK => [SeatChoice::Person, choice(self.opponent, 0)?],
            WHITE => [choice(self.opponent, 0)?, SeatChoice::Person],
            PEOPLE => [SeatChoice::Person, SeatChoice::Person],
            _ => [choice(self.opponent, 0)?, choice(self.second, 1)?],
        };
        Ok(NewGame {
            seats,
            measured: self.who < PEOPLE && !self.practice && self.handicap().is_none(),
            handicap: self.handicap(),
            start: self.beginning(),
        })
    }

    fn handicap(&self) -> Option<(Side, usize)> {
        if self.corners == 0 || self.who >= PEOPLE || self.start != USUAL {
            return None;
        }
        let own = Side::BOTH[self.who];
        Some(match self.corners.checked_sub(HANDICAPS) {
            None | Some(0) => (own, self.corners),
            Some(corners) => (own.other(), corners),
        })
    }

    fn choices(&self, field: Field, opponents: &[Opponent]) -> Vec<String> {
        match field {
            Field::Who => [
                "Black",
                "White",
                "Two people",
                "Watch two machines",
                "Guided study",
                "Blind test",
            ]
            .map(str::to_owned)
            .to_vec(),
            Field::Kind => ["Measured", "Practice"].map(str::to_owned).to_vec(),
            Field::Corners => corners(HANDICAPS),
            Field::Start => self.starts(),
            _ => opponents
                .iter()
                .map(|opponent| opponent.name.clone())
                .chain(["Another, by name".to_owned()])
                .collect(),
        }
    }

    /// Goes to the line at a place of the screen; the key that a click there stands for.
    pub fn click(&mut self, area: Rect, (x, y): (u16, u16)) -> Option<KeyCode> {
        let room = inside(SIZE, area);
        // Each line has its note beneath it.
        let row = usize::from(y.checked_sub(room.y)? / 2);
        if row >= self.fields().len() || !room.contains((x, y).into()) {
            return None;
        }
        self.row = row;
        choice::key_at(room, NAMES, x)
    }

    /// Draws it over the middle of `area`.
    pub fn render(&self, area: Rect, buffer: &mut Buffer, theme: &Theme, opponents: &[Opponent]) {
        let room = dialog(SIZE, "New game", area, buffer, theme);
        let mut y = room.y;
        let current = self.field();
        for &field in self.fields() {
            self.line(
                field,
                field == current,
                Rect { y, ..room },
                buffer,
                theme,
                opponents,
            );
            y += 2;
        }
        let help = shorten(
            "arrows choose, Enter starts, Esc goes back",
            usize::from(room.width),
            theme,
        );
        let bottom = room.bottom().saturating_sub(1);
        write(buffer, room, room.x, bottom, &help, theme.style(Role::Dim));
    }

    fn line(
        &self,
        field: Field,
        current: bool,
        room: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
        opponents: &[Opponent],
    ) {
        let choices = self.choices(field, opponents);
        let index = self.value(field);
        Choice {
            name: name(field),
            names: NAMES,
            value: choices.get(index).map_or("", String::as_str),
            current,
        }
        .render(room, buffer, theme);
        let indent = 2 + NAMES + 3;
        let x = room.x + u16::try_from(indent).unwrap_or(0);
        let rest = usize::from(room.width).saturating_sub(indent);
        let below = Rect { height: 2, ..room };
        let note = match field {
            Field::Kind => [
                "no help; it tells how strong you are",
                "values, hints, taking back; it does not count",
            ][index.min(1)],
            Field::Corners => [
                "an even game",
                "discs stand in corners from the start; Black begins; it does not count",
            ][index.min(1)],
            Field::Start => START_NOTES[index.min(START_NOTES.len() - 1)],
            Field::Who => [
                "three games, rivals of your strength, six pairs, questions",
                "six pairs: was it one opponent, or two?",
            ]
            .get(index.wrapping_sub(STUDY))
            .copied()
            .unwrap_or_default(),
            _ => match opponents.get(index) {
                Some(opponent) => opponent.note.as_str(),
                None => {
                    let which = usize::from(field == Field::White);
                    let name = &self.names[which];
                    // Text is typed at its end, so the end is what is shown.
                    let skip = name.chars().count().saturating_sub(rest.saturating_sub(1));
                    let typed: String = name.chars().skip(skip).collect();
                    let caret = if current { "_" } else { "" };
                    let (text, role) = if typed.is_empty() && !current {
                        (BY_NAME_NOTE.to_owned(), Role::Dim)
                    } else if typed.is_empty() {
                        (format!("_  {}", BY_NAME_NOTE), Role::Dim)
                    } else {
                        (format!("{typed}{caret}"), Role::Strong)
                    };
                    let text = shorten(&text, rest, theme);
                    write(buffer, below, x, room.y + 1, &text, theme.style(role));
                    ""
                }
            },
        };
        let note = shorten(note, rest, theme);
        write(buffer, below, x, room.y + 1, &note, theme.style(Role::Dim));
    }
}

const fn name(field: Field) -> &'static str {
    match field {
        Field::Who => "You play",
        Field::Opponent => "Opponent",
        Field::Black => "Black",
        Field::White => "White",
        Field::Start => "Start",
        Field::Corners => "Handicap",
        Field::Kind => "Kind",
    }
}

fn corners(most: usize) -> Vec<String> {
    let count = |corners: usize| match corners {
        1 => "1 corner".to_owned(),
        _ => format!("{corners} corners"),
    };
    let yours = (1..=most).map(|it| format!("{} for you", count(it)));
    let theirs = (1..=most).map(|it| format!("{} for the machine", count(it)));
    std::iter::once("none".to_owned())
        .chain(yours)
        .chain(theirs)
        .collect()
}
