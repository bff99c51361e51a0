//! The new game dialog: who plays, against whom, and whether it counts.

use crate::shell::form::{Field, Form};
use crate::view::{Beginning, NewGame, Opponent, SeatChoice};
use koteki_games::Side;
use koteki_rivals::coach::openings;
use koteki_rivals::roster::{PlayerSpec, SpecError};

/// What the dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A game.
    Game(NewGame),
    /// A game from a board that is still to be set up.
    Board(NewGame),
    /// A study.
    Study {
        /// Whether it is the blind test.
        blind: bool,
    },
}

/// The lines. The opponent is Black where two machines play.
const WHO: usize = 0;
const OPPONENT: usize = 1;
const SECOND: usize = 2;
const START: usize = 3;
const CORNERS: usize = 4;
const KIND: usize = 5;

/// Corners that a handicap has at most.
const HANDICAPS: usize = 4;

/// Who sits at the board; the last two are no game but a study.
const BLACK: usize = 0;
const WHITE: usize = 1;
const PEOPLE: usize = 2;
const MACHINES: usize = 3;
const STUDY: usize = 4;
const WHOS: [(&str, &str); 6] = [
    ("Black", ""),
    ("White", ""),
    ("Two people", ""),
    ("Watch two machines", ""),
    (
        "Guided study",
        "three games, rivals of your strength, six pairs, questions",
    ),
    ("Blind test", "six pairs: was it one opponent, or two?"),
];

/// Where it begins; then the position that was chosen, and the openings.
const USUAL: usize = 0;
const BALANCED: usize = 1;
const OWN_BOARD: usize = 2;
const OPENINGS: usize = 3;
const STARTS: [(&str, &str); OPENINGS] = [
    (
        "Usual",
        "four discs in the middle; the letters find an opening",
    ),
    (
        "Balanced opening, drawn at random",
        "one of 888 of 8 moves that the program finds even",
    ),
    (
        "A board of your own",
        "practice, does not count; Enter opens the board editor",
    ),
];
const CHOSEN_NOTE: &str = "practice: a start that was chosen does not count";

const KINDS: [(&str, &str); 2] = [
    ("Measured", "no help; it tells how strong you are"),
    ("Practice", "values, hints, taking back; it does not count"),
];

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

/// The dialog that begins with `game`, the game that was last played; `then` is done with what is asked for.
pub fn form<A>(
    game: &NewGame,
    opponents: &[Opponent],
    then: impl Fn(Wanted) -> A + 'static,
) -> Form<A> {
    let (who, seats) = match &game.seats {
        [SeatChoice::Person, SeatChoice::Machine(key)] => (BLACK, [Some(key), None]),
        [SeatChoice::Machine(key), SeatChoice::Person] => (WHITE, [Some(key), None]),
        [SeatChoice::Person, SeatChoice::Person] => (PEOPLE, [None, None]),
        [SeatChoice::Machine(black), SeatChoice::Machine(white)] => {
            (MACHINES, [Some(black), Some(white)])
        }
    };
    let machine_line = |name, key: Option<&String>| {
        let place = key.map(|key| opponents.iter().position(|it| it.key == *key));
        // One that is not in the list has its place after it, by name.
        let typed = key.filter(|_| place == Some(None)).cloned();
        let by_name = (
            "Another, by name",
            "type a name, such as agent:d=25,depth=4",
        );
        let listed = opponents
            .iter()
            .map(|it| (it.name.as_str(), it.note.as_str()));
        let chosen = place.map_or(0, |place| place.unwrap_or(opponents.len()));
        Field::new(name, listed.chain([by_name]), chosen).typed(typed.unwrap_or_default())
    };
    let given = match &game.start {
        Beginning::Given(given) => Some(given.clone()),
        _ => None,
    };
    let start = match &game.start {
        Beginning::Usual => USUAL,
        Beginning::Balanced => BALANCED,
        Beginning::Given(_) => OPENINGS,
        Beginning::Opening(number) => OPENINGS + number,
    };
    let named = given.iter().map(|given| given.named.as_str());
    let chosen = named.chain(openings::all().map(|opening| opening.name));
    let starts = STARTS
        .into_iter()
        .chain(chosen.map(|name| (name, CHOSEN_NOTE)));
    let start = Field::new("Start", starts, start);
    let corners = match game.handicap {
        Some((side, corners)) if corners > 0 && who < PEOPLE => {
            corners + if side.index() == who { 0 } else { HANDICAPS }
        }
        _ => 0,
    };
    let practice = !game.measured && who < PEOPLE && game.handicap.is_none();
    let fields = vec![
        Field::new("You play", WHOS, who),
        machine_line("Opponent", seats[0]),
        machine_line("White", seats[1]),
        start,
        Field::new("Handicap", handicaps(), corners),
        Field::new("Kind", KINDS, usize::from(practice)),
    ];
    let keys: Vec<String> = opponents.iter().map(|it| it.key.clone()).collect();
    let wanted = move |fields: &[Field]| {
        let chosen = |line: usize| fields[line].chosen;
        let seat = |line: usize| {
            let typed = || machine(fields[line].typed.as_deref().unwrap_or_default().trim());
            let key = keys.get(chosen(line)).cloned();
            key.map_or_else(typed, Ok).map(SeatChoice::Machine)
        };
        let seats = match chosen(WHO) {
            BLACK => [SeatChoice::Person, seat(OPPONENT)?],
            WHITE => [seat(OPPONENT)?, SeatChoice::Person],
            PEOPLE => [SeatChoice::Person, SeatChoice::Person],
            MACHINES => [seat(OPPONENT)?, seat(SECOND)?],
            who => return Ok(then(Wanted::Study { blind: who > STUDY })),
        };
        let one_person = chosen(WHO) < PEOPLE;
        let handicap = (one_person && chosen(START) == USUAL && chosen(CORNERS) > 0).then(|| {
            let own = Side::BOTH[chosen(WHO)];
            match chosen(CORNERS) {
                corners @ ..=HANDICAPS => (own, corners),
                corners => (own.other(), corners - HANDICAPS),
            }
        });
        let start = match (chosen(START), &given) {
            // A board of one's own is still to be set up.
            (USUAL | OWN_BOARD, _) => Beginning::Usual,
            (BALANCED, _) => Beginning::Balanced,
            (OPENINGS, Some(given)) => Beginning::Given(given.clone()),
            (other, given) => Beginning::Opening(other - OPENINGS - usize::from(given.is_some())),
        };
        let game = NewGame {
            seats,
            measured: one_person && chosen(KIND) == 0 && handicap.is_none(),
            handicap,
            start,
        };
        Ok(then(if chosen(START) == OWN_BOARD {
            Wanted::Board(game)
        } else {
            Wanted::Game(game)
        }))
    };
    Form::new("New game", fields, wanted).lines(lines)
}

/// The lines that a game of this kind has. From a chosen position, or with a handicap, a game never counts.
fn lines(fields: &[Field]) -> Vec<(usize, &'static str)> {
    let who = (WHO, "You play");
    let start = (START, "Start");
    let mut lines = match fields[WHO].chosen {
        BLACK | WHITE => vec![who, (OPPONENT, "Opponent"), start],
        PEOPLE => vec![who, start],
        MACHINES => vec![who, (OPPONENT, "Black"), (SECOND, "White"), start],
        _ => vec![who],
    };
    if fields[WHO].chosen < PEOPLE {
        let (usual, even) = (fields[START].chosen == USUAL, fields[CORNERS].chosen == 0);
        let counts = fields[START].chosen < OWN_BOARD && (even || !usual);
        lines.extend(usual.then_some((CORNERS, "Handicap")));
        lines.extend(counts.then_some((KIND, "Kind")));
    }
    lines
}

fn handicaps() -> Vec<(String, &'static str)> {
    let count = |corners: usize| match corners {
        1 => "1 corner".to_owned(),
        _ => format!("{corners} corners"),
    };
    let of = |whom: &'static str| (1..=HANDICAPS).map(move |it| format!("{} {whom}", count(it)));
    let note = "discs stand in corners from the start; Black begins; it does not count";
    let none = ("none".to_owned(), "an even game");
    let some = of("for you").chain(of("for the machine"));
    std::iter::once(none)
        .chain(some.map(|it| (it, note)))
        .collect()
}
