//! Names and portraits of rivals in words.

/// Who the reference is.
pub const REFERENCE: &str = "individuals with frontier, mobility and stability log-uniform in 1 to 2000, discs 100, depth 4, \
     exhaustive 6";

/// What is said of an axis of behaviour, in the order of the axes: when there is less of it than usual,
/// and when there is more.
const WORDS: [[&str; 2]; 10] = [
    ["takes few discs early", "takes many discs early"],
    ["takes few discs later", "takes many discs later"],
    ["turns few discs at once", "turns many discs at once"],
    ["keeps away from edges", "goes for edges"],
    ["gets few corners", "gets many corners"],
    [
        "shuns squares beside corners",
        "dares squares beside corners",
    ],
    ["leaves the middle early", "stays in the middle"],
    ["likes straight lines", "likes diagonals"],
    ["leaves you few moves", "leaves you many moves"],
    [
        "turns discs deep inside",
        "turns discs at the rim of the crowd",
    ],
];

/// Axes of discs early and later: together they are one habit.
const EARLY: usize = 0;
const LATER: usize = 1;

/// Most that is said of one player.
const MOST: usize = 3;

/// A short portrait from what is telling (index of the axis, and whether there is more of it than
/// usual), the most striking first. `None` when nothing is.
pub fn words(telling: &[(usize, bool)]) -> Option<String> {
    let throughout =
        |more: bool| telling.contains(&(EARLY, more)) && telling.contains(&(LATER, more));
    let mut said: Vec<&str> = Vec::new();
    for &(axis, more) in telling {
        let phrase = match axis {
            EARLY | LATER if throughout(more) => {
                ["takes few discs", "takes many discs"][usize::from(more)]
            }
            _ => match WORDS.get(axis) {
                Some(pair) => pair[usize::from(more)],
                None => continue,
            },
        };
        if !said.contains(&phrase) {
            said.push(phrase);
        }
    }
    said.truncate(MOST);
    (!said.is_empty()).then(|| said.join("; "))
}

/// A rival's line: its letter, its name and, when it has been drawn, its portrait.
pub fn line(letter: char, name: &str, portrait: Option<&str>) -> String {
    portrait.map_or_else(
        || format!("{letter} is {name}"),
        |portrait| format!("{letter} is {name}: {portrait}"),
    )
}

/// What is said of an individual that is looked at: its name and, when it has been drawn, its portrait.
pub fn individual(id: u64, name: &str, portrait: Option<&str>) -> String {
    format!("{id} is {name}: {}", portrait.unwrap_or(DRAWING))
}

/// A portrait that is not there yet.
pub const DRAWING: &str = "plays a few games to show how";

/// The portrait of a player of whom nothing telling was found.
pub const PLAIN: &str = "nothing that strikes the eye";

/// The first line: whose portrait, and from which games.
pub fn head(player: &str, name: Option<&str>, games: usize, opponent: &str) -> String {
    let name = name.map_or_else(String::new, |name| format!("{name}, "));
    format!("{name}{player}: {games} games against {opponent}")
}

/// The heading of the table.
pub const HEADINGS: &str = "                     mean   95 % interval      usual      z";

/// A line of the table.
pub fn row(
    axis: &str,
    unit: &str,
    mean: f64,
    interval: Option<(f64, f64)>,
    usual: f64,
    z: f64,
    telling: bool,
) -> String {
    let interval = interval.map_or_else(
        || "-".to_owned(),
        |(low, high)| format!("{low:.2} to {high:.2}"),
    );
    let mark = if telling { " *" } else { "" };
    let axis = if unit.is_empty() {
        axis.to_owned()
    } else {
        format!("{axis}, {unit}")
    };
    format!("{axis:<17} {mean:>7.2}   {interval:<16} {usual:>7.2} {z:>+6.2}{mark}")
}

/// What the star means.
pub const STAR: &str = "* differs from the usual individual for certain (95 % over all lines together) and by at least one \
     standard deviation between individuals";

/// Beginnings of names.
const FIRST: [&str; 32] = [
    "Ak", "Bel", "Cor", "Dan", "El", "Fen", "Gar", "Hal", "Is", "Jun", "Kai", "Lor", "Mar", "Nel",
    "Or", "Pel", "Quin", "Ren", "Sal", "Tam", "Ul", "Ver", "Wen", "Yar", "Zel", "Bram", "Cal",
    "Dor", "Fal", "Mir", "Tor", "Vin",
];

/// Their ends.
const LAST: [&str; 32] = [
    "a", "o", "i", "en", "is", "or", "un", "ara", "iko", "eth", "ando", "ina", "olf", "us", "ea",
    "iel", "ama", "ora", "ix", "on", "ette", "ur", "ani", "ero", "ulo", "ita", "esh", "ovan",
    "ebe", "io", "yn", "ax",
];

/// The name for a hash: one of 1024.
pub fn name(hash: u64) -> String {
    let first = FIRST[(hash % 32) as usize];
    let last = LAST[(hash / 32 % 32) as usize];
    format!("{first}{last}")
}
