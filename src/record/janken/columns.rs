//! Which column is what.

/// What separates cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delimiter {
    Char(char),
    /// Any run of spaces and tabs.
    Space,
}

impl Delimiter {
    /// The one of this line: the first of comma, semicolon, tab and bar that is in it.
    pub(crate) fn of(line: &str) -> Self {
        let known = [',', ';', '\t', '|'];
        let found = known.into_iter().find(|&char| line.contains(char));
        found.map_or(Self::Space, Self::Char)
    }

    /// The cells of a line, without quotes and the space around them: many a table has space before a quote,
    /// too, which the crate `csv` takes for a part of the cell.
    pub(crate) fn cells(self, line: &str) -> Vec<String> {
        let Self::Char(delimiter) = self else {
            return line
                .split_whitespace()
                .map(|cell| cell.trim_matches('"').to_owned())
                .collect();
        };
        let mut cells = Vec::new();
        let mut cell = String::new();
        let mut quoted = false;
        let mut chars = line.chars().peekable();
        while let Some(char) = chars.next() {
            match char {
                '"' if quoted && chars.peek() == Some(&'"') => {
                    cell.push('"');
                    chars.next();
                }
                '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
                _ if char == delimiter && !quoted => {
                    cells.push(cell.trim().to_owned());
                    cell.clear();
                }
                _ => cell.push(char),
            }
        }
        cells.push(cell.trim().to_owned());
        cells
    }
}

/// The places of the columns, 0 for the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) game: Option<usize>,
    pub(super) round: Option<usize>,
    /// The first player's hand; in long tables the hand.
    pub(super) first: usize,
    /// The second player's hand; `None` in long tables.
    pub(super) second: Option<usize>,
    /// Whose row it is (long tables, and tables seen by one), or who the first player is.
    pub(super) player: Option<usize>,
    /// Who the second player is.
    pub(super) other: Option<usize>,
    pub(super) outcome: Option<usize>,
    /// Whether the outcome is called "winner".
    pub(super) is_winner: bool,
    pub(super) rt: Option<usize>,
    pub(super) predicted: Option<usize>,
    pub(super) confidence: Option<usize>,
    pub(super) opponent: Option<usize>,
    pub(super) seed: Option<usize>,
    pub(super) length: Option<usize>,
    /// Whether the second hand is called "other …": the row is seen by the first.
    pub(super) one_sided: bool,
}

const GAMES: &[&str] = &[
    "game",
    "game_id",
    "gameid",
    "game_number",
    "match_id",
    "session",
    "session_id",
    "dyad",
    "pair",
];
const ROUNDS: &[&str] = &[
    "round",
    "round_index",
    "round_id",
    "round_number",
    "rnd",
    "period",
    "turn",
    "trial",
    "t",
];
const FIRST: &[&str] = &[
    "p1",
    "player1",
    "player_1",
    "player1_move",
    "p1_move",
    "p1_hand",
    "player1_choice",
    "p1_choice",
    "player1_hand",
    "user",
    "user_choice",
    "user_move",
    "usermove",
    "playermove",
    "human",
    "human_move",
    "human_choice",
    "you",
    "own",
    "own_move",
];
const SECOND: &[&str] = &[
    "p2",
    "player2",
    "player_2",
    "player2_move",
    "p2_move",
    "p2_hand",
    "player2_choice",
    "p2_choice",
    "player2_hand",
    "computer",
    "computer_choice",
    "computer_move",
    "cpu",
    "ai",
    "ai_move",
    "aimove",
    "bot",
    "bot_move",
    "opponent_move",
    "opponent_choice",
];
const OTHER: &[&str] = &["other_choice", "other_move", "other_hand", "other"];
const MOVES: &[&str] = &[
    "player_move",
    "player_choice",
    "player_hand",
    "move",
    "hand",
    "choice",
    "action",
    "throw",
];
const PLAYERS: &[&str] = &[
    "player_id",
    "player",
    "id",
    "subject",
    "subject_id",
    "participant",
    "participant_id",
    "person",
    "player1_id",
    "p1_id",
];
const OTHERS: &[&str] = &["player2_id", "p2_id", "opponent_id"];
const OUTCOMES: &[&str] = &[
    "outcome",
    "result",
    "player_outcome",
    "winner",
    "player1_outcome",
    "p1_outcome",
    "p1_result",
    "player1_result",
    "user_result",
];
const TIMES: &[&str] = &[
    "rt_ms",
    "rt",
    "player_rt",
    "reaction_time",
    "player1_rt",
    "p1_rt",
];

impl Columns {
    /// Those of a heading; `None` when it has no hands.
    pub(super) fn of(heading: &[String]) -> Option<Self> {
        let names: Vec<String> = heading
            .iter()
            .map(|name| name.trim().to_lowercase().replace([' ', '.', '-'], "_"))
            .collect();
        let find = |known: &[&str]| {
            let place = |name: &&str| names.iter().position(|it| it == name);
            known.iter().find_map(place)
        };
        let mut columns = Self {
            game: find(GAMES),
            round: find(ROUNDS),
            outcome: find(OUTCOMES),
            rt: find(TIMES),
            predicted: find(&["predicted"]),
            confidence: find(&["confidence"]),
            opponent: find(&["opponent"]),
            seed: find(&["seed"]),
            length: find(&["length"]),
            player: find(PLAYERS),
            other: find(OTHERS),
            ..Self::default()
        };
        columns.is_winner = columns.outcome.is_some() && columns.outcome == find(&["winner"]);
        // A "match" may be a number or a name of one.
        columns.game = columns.game.or_else(|| find(&["match"]));
        let (first, second) = (find(FIRST), find(SECOND));
        let (other, moved) = (find(OTHER), find(MOVES));
        // "Player" against "R" or a computer is a hand and not a name.
        let named = find(&["player"]);
        match (first, second) {
            (Some(first), Some(second)) => {
                columns.first = first;
                columns.second = Some(second);
            }
            _ => match (moved.or(first), other) {
                (Some(first), Some(other)) => {
                    columns.first = first;
                    columns.second = Some(other);
                    columns.one_sided = true;
                }
                (Some(first), None) => {
                    columns.first = first;
                    columns.second = second;
                    if second.is_none() && columns.player.is_none() {
                        return None;
                    }
                }
                (None, _) => {
                    columns.first = named?;
                    columns.second = Some(second.or(other).or_else(|| find(&["r", "opponent"]))?);
                }
            },
        }
        let hands = [Some(columns.first), columns.second];
        for place in [&mut columns.player, &mut columns.opponent] {
            if place.is_some() && hands.contains(place) {
                *place = None;
            }
        }
        Some(columns)
    }

    /// Those of a table without a heading, from its first row: hands last, before them a round, before
    /// that a game. `None` when that is not what the row is. `is_hand` says what a hand is.
    pub(super) fn without_heading(row: &[String], is_hand: impl Fn(&str) -> bool) -> Option<Self> {
        let is_hand = |cell: &String| is_hand(cell);
        let is_number = |cell: &String| cell.parse::<u64>().is_ok();
        let hands = |at: usize| row.len() > at + 1 && row[at..at + 2].iter().all(is_hand);
        let columns = |first: usize| Self {
            first,
            second: Some(first + 1),
            ..Self::default()
        };
        match row.len() {
            2 if hands(0) => Some(columns(0)),
            3 if is_number(&row[0]) && hands(1) => Some(Self {
                round: Some(0),
                ..columns(1)
            }),
            // As this program writes it, the optional columns in their places.
            4.. if is_number(&row[1]) && hands(2) => Some(Self {
                game: Some(0),
                round: Some(1),
                rt: (row.len() > 4).then_some(4),
                predicted: (row.len() > 5).then_some(5),
                confidence: (row.len() > 6).then_some(6),
                ..columns(2)
            }),
            _ => None,
        }
    }

    /// Cells that a row must have.
    pub(super) fn needed(&self) -> usize {
        let places = [Some(self.first), self.second, self.game, self.round];
        let places = places
            .into_iter()
            .chain([self.player.filter(|_| self.is_long())]);
        places.flatten().max().map_or(0, |last| last + 1)
    }

    /// Whether each player has a row of his own with his hand alone.
    pub(super) const fn is_long(&self) -> bool {
        self.second.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_real_tables_are_understood() {
        // heading; first, second, player, game, round, outcome
        type Places = [Option<usize>; 6];
        let cases: [(&str, Places); 8] = [
            (
                "game,round,p1,p2,rt_ms,predicted,confidence",
                [Some(2), Some(3), None, Some(0), Some(1), None],
            ),
            (
                "game_id,round_index,player_id,round_begin_ts,player_move,player_rt,player_outcome",
                [Some(4), None, Some(2), Some(0), Some(1), Some(6)],
            ),
            (
                "\"id\",\"game\",\"period\",\"choice\",\"other.choice\",\"result\"",
                [Some(3), Some(4), Some(0), Some(1), Some(2), Some(5)],
            ),
            (
                "round_index;player1_move;player2_move",
                [Some(1), Some(2), None, None, Some(0), None],
            ),
            (
                "timestamp,user,computer,result",
                [Some(1), Some(2), None, None, None, Some(3)],
            ),
            (
                "Round,Player,R,Result",
                [Some(1), Some(2), None, None, Some(0), Some(3)],
            ),
            (
                "player;result;playerMove;AIMove",
                [Some(2), Some(3), Some(0), None, None, Some(1)],
            ),
            (
                "Round\tP1\tP2",
                [Some(1), Some(2), None, None, Some(0), None],
            ),
        ];
        for (heading, places) in cases {
            let cells = Delimiter::of(heading).cells(heading);
            let it = Columns::of(&cells).unwrap();
            let found = [
                Some(it.first),
                it.second,
                it.player,
                it.game,
                it.round,
                it.outcome,
            ];
            assert_eq!(found, places, "{heading}");
        }
        for heading in ["name,points", "move", "p1", "round,result"] {
            let cells = Delimiter::of(heading).cells(heading);
            assert_eq!(Columns::of(&cells), None, "{heading}");
        }
    }
}
