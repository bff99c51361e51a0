//! The board editor: discs put down as one likes, whose move it is, whether it can be played from.

use crate::keys::{Action, Direction};
use crate::panes::board::{F5, moved};
use crate::view::{GameView, Given};
use koteki_games::othello::notation::read_board;
use koteki_games::othello::{Position, Square};
use koteki_games::words::sides::side_name;
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::formats::{check_reachable, read_game};
use koteki_session::words;

/// The board that is set up.
pub(super) struct Editor {
    /// Black's squares and White's.
    discs: [u64; 2],
    side: Side,
    pub cursor: Square,
}

impl Editor {
    /// Begins with this board.
    pub(super) fn new(position: &Position) -> Self {
        Self {
            discs: Side::BOTH.map(|side| position.discs(side)),
            side: position.side_to_move(),
            cursor: F5,
        }
    }

    fn set(&mut self, position: &Position) {
        self.discs = Side::BOTH.map(|side| position.discs(side));
        self.side = position.side_to_move();
    }

    /// The board, never with two discs on a square.
    pub(super) fn position(&self) -> Position {
        let [black, white] = self.discs;
        Position::new(black, white & !black, self.side).unwrap_or_else(Position::start)
    }

    fn put(&mut self, disc: Option<Side>) {
        let bit = self.cursor.bit();
        for side in Side::BOTH {
            self.discs[side.index()] &= !bit;
            if disc == Some(side) {
                self.discs[side.index()] |= bit;
            }
        }
    }

    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Go(direction) => self.cursor = moved(self.cursor, direction),
            Action::End(Direction::Up) => {
                self.cursor = Square::at(0, self.cursor.row()).unwrap_or(self.cursor);
            }
            Action::End(_) => {
                self.cursor = Square::at(7, self.cursor.row()).unwrap_or(self.cursor);
            }
            Action::Put(disc) => self.put(disc),
            Action::Place => {
                let next = match self.position().disc(self.cursor) {
                    None => Some(Side::Black),
                    Some(Side::Black) => Some(Side::White),
                    Some(Side::White) => None,
                };
                self.put(next);
            }
            Action::SideToMove => self.side = self.side.other(),
            // Whose move it is stays: who wants that too has a key for it.
            Action::Swap => self.discs.reverse(),
            Action::Clear => self.discs = [0, 0],
            Action::Reset => self.set(&Position::start()),
            _ => {}
        }
    }

    /// Takes a board that was pasted; moves behind it are played.
    pub(super) fn paste(&mut self, text: &str) -> Result<(), String> {
        let joined: Vec<&str> = text.split_whitespace().collect();
        let joined = joined.join(" ");
        // Also what no game leads to may be set up.
        if let Ok(read) = read_board(&joined) {
            self.set(&read.position);
            return Ok(());
        }
        match read_game(&joined) {
            Ok(game) => {
                self.set(game.line.position());
                Ok(())
            }
            Err(fault) => Err(words::pasted(None, &fault.to_string())),
        }
    }

    /// Why the board cannot be played from, if it cannot.
    pub(super) fn problem(&self) -> Option<String> {
        let position = self.position();
        if !position.is_over() {
            return None;
        }
        let count = position.count();
        Some(match (count.black, count.white) {
            (0, 0) => {
                "There is no disc on the board: put some down, or r for the usual start.".to_owned()
            }
            (_, 0) => one_colour(side_name(0)),
            (0, _) => one_colour(side_name(1)),
            _ => "Neither side has a legal move: a game would be over here. Change a square, \
                  or r for the usual start."
                .to_owned(),
        })
    }

    /// What else there is to say of it.
    pub(super) fn remarks(&self) -> Vec<String> {
        let position = self.position();
        let side = position.side_to_move();
        let names = [side, side.other()].map(|side| side_name(side.index()));
        let mut remarks = Vec::new();
        if position.must_pass() {
            remarks.push(format!(
                "{} has no move here and passes: {} begins.",
                names[0], names[1]
            ));
        }
        if let Err(why) = check_reachable(&position) {
            remarks.push(format!(
                "No game from the usual start comes here ({why}); it can be played all the same."
            ));
        }
        remarks
    }

    /// Legal moves of Black and of White.
    pub(super) fn moves(&self) -> [u32; 2] {
        let [black, white] = self.position_discs();
        Side::BOTH.map(|side| {
            Position::new(black, white, side).map_or(0, |it| it.placements().count_ones())
        })
    }

    fn position_discs(&self) -> [u64; 2] {
        let position = self.position();
        Side::BOTH.map(|side| position.discs(side))
    }

    /// The board, to be played from.
    pub(super) fn given(&self) -> Result<Given, String> {
        match self.problem() {
            Some(problem) => Err(problem),
            None => Ok(Given {
                line: GameLine::from_position(self.position()),
                named: "The board that you set up".to_owned(),
            }),
        }
    }

    /// The board as it is shown.
    pub(super) fn view(&self) -> GameView {
        GameView::between(
            &GameLine::from_position(self.position()),
            Default::default(),
        )
    }
}

fn one_colour(side: &str) -> String {
    format!("All discs are {side}'s: a move needs discs of both colours.")
}
