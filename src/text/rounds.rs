//! What is said in Tsukamoto's experiment with people.

/// A cell of its table.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// What the machine won, lost and drew.
    pub counts: [u32; 3],
    /// The share of the decided games that it won, 0…1.
    pub rate: Option<f64>,
    /// The 95 % interval of that share.
    pub interval: [f64; 2],
}

/// A person: who, whether all games are played, the cells.
pub type Person = (String, bool, [Option<Cell>; 4]);

/// The first page of somebody new; a paragraph each.
pub fn welcome(rounds: usize, games: usize) -> Vec<String> {
    vec![format!(
        "You play {} games: {games} against each of {rounds} opponents, half of them with each colour. You are \
         not told who they are; how the games with the first one end says who the second one is.",
        rounds * games
    )]
}

/// What a game is called: the opponent's number and how many there are, the game's number and how many.
pub fn name(round: usize, rounds: usize, number: usize, games: usize) -> String {
    format!(
        "Opponent {} of {rounds}, game {} of {games}",
        round + 1,
        number + 1
    )
}

/// Before the first game against an opponent.
pub fn opponent(round: usize, games: usize) -> String {
    if round == 0 {
        format!("You play {games} games against this opponent.")
    } else {
        format!("This is another opponent: {games} games again.")
    }
}

/// The end, and how many games the person won, lost and drew against each opponent.
pub fn done(results: &[[u32; 3]]) -> Vec<String> {
    let mut lines = vec![super::study::DONE[0].to_owned()];
    lines.extend(results.iter().zip(1..).map(|([won, lost, drawn], number)| {
        format!("Opponent {number}:  {won} won, {lost} lost, {drawn} drawn")
    }));
    lines.push(String::new());
    lines.push(super::study::DONE_KEPT.to_owned());
    lines
}

fn share(cell: &Cell) -> String {
    cell.rate
        .map_or_else(|| "-".to_owned(), |rate| format!("{:.0} %", rate * 100.0))
}

fn counts(cell: &Cell) -> String {
    let [wins, losses, draws] = cell.counts;
    format!("{wins}-{losses}-{draws}")
}

fn row(first: &str, cells: &[String]) -> String {
    let mut line = format!("{first:<17}");
    for cell in cells {
        line.push_str(&format!("{cell:<15}"));
    }
    line.trim_end().to_owned()
}

/// The people of the paper and of the study, a line each.
pub fn people(players: &[String; 4], paper: &[Person], here: &[Person]) -> Vec<String> {
    let mut lines = vec![
        "The machine's wins-losses-draws (and share of the decided games) by person".to_owned(),
        String::new(),
    ];
    let letters = ["A", "B", "C", "D"];
    lines.extend(
        letters
            .iter()
            .zip(players)
            .map(|(letter, player)| format!("{letter}  {player}")),
    );
    lines.push(String::new());
    lines.push(row("person", &letters.map(str::to_owned)));
    let line = |source: &str, (name, complete, cells): &Person| {
        let cells = cells.map(|cell| {
            cell.map_or_else(
                || "-".to_owned(),
                |cell| format!("{} ({})", counts(&cell), share(&cell)),
            )
        });
        let mark = if *complete { "" } else { " *" };
        row(&format!("{source}{name}{mark}"), &cells)
    };
    lines.extend(paper.iter().map(|person| line("paper ", person)));
    lines.extend(here.iter().map(|person| line("", person)));
    if here.is_empty() {
        lines.push("(nobody has played here yet)".to_owned());
    }
    if here.iter().any(|(_, complete, _)| !complete) {
        lines.push("* not complete yet".to_owned());
    }
    lines
}

/// All of them together.
pub fn whole(players: &[String; 4], paper: &[Cell; 4], here: &[Cell; 4]) -> Vec<String> {
    let widest = players.iter().map(String::len).max().unwrap_or(0).max(8);
    let told = |cell: &Cell| match cell.rate {
        None if cell.counts == [0; 3] => "-".to_owned(),
        None => counts(cell),
        Some(_) => format!(
            "{} {}, {:.0} to {:.0}",
            counts(cell),
            share(cell),
            cell.interval[0] * 100.0,
            cell.interval[1] * 100.0
        ),
    };
    let mut lines = vec![format!("{:<widest$}  {:<24}  here", "together", "paper")];
    lines.extend(
        players
            .iter()
            .zip(paper.iter().zip(here))
            .map(|(player, (paper, here))| {
                format!("{player:<widest$}  {:<24}  {}", told(paper), told(here))
            }),
    );
    lines
}

/// What the figures are.
pub fn notes(same_players: bool) -> Vec<&'static str> {
    let mut notes = vec![
        "Shares are wins / (wins + losses), as in the paper. The 95 % intervals are exact",
        "and take the games for independent, which those of one person are not quite.",
        "Who lost more of the games against C than they won met B, everybody else D.",
        "The paper prints 25 % for person 5 against C; 0 of 4 are 0 %.",
    ];
    if !same_players {
        notes.extend([
            "The paper's opponents are mobility+corners at depths 4 (C), 2 (B) and 6 (D) and",
            "its proposed player at depth 10 (A); the players here are others.",
        ]);
    }
    notes
}

/// What the two protocols are, and how the paper is read where it leaves something open.
pub const PROTOCOLS: &str = "\
The protocols:

  ueda       games that measure the person, rivals bred to be level with them,
             six pairs of games with a questionnaire after each, and a last one
  tsukamoto  four games against mobility+corners at depth 4, four against the
             same at depth 2 or 6, four against tsukamoto at depth 10; no
             questions. koteki study table DIR writes what came of it beside the
             paper's table 2

What Tsukamoto's paper leaves open is read so: who lost more of the first four
games than they won meets depth 2 next, everybody else depth 6 (also with as many
won as lost: the only person whom the paper calls as strong as depth 4 met depth
6). Of each four games two are played with each colour, in turn, the first colour
drawn for each opponent; Black begins. The opponents break ties by lot, and the
person is not told who they are. The players are those of koteki match, with the
readings that reproduce the paper's table 1 best.";

/// A table is asked for of a study that has none.
pub fn no_table(dir: &str) -> String {
    format!(
        "{dir} holds no study of the protocol tsukamoto, and only these have a table; koteki study export {dir} --csv \
         writes what was found in others"
    )
}

/// An option of the other protocol was named.
pub fn not_of_protocol(option: &str, protocol: &str) -> String {
    format!("{option} belongs to --protocol {protocol}: leave it out, or name that protocol")
}
