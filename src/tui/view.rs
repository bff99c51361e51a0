//! What the screen is given to show: plain values, copied out of the sitting.
//!
//! The panes know these and nothing of who fills them, so each can be drawn and tested by itself.

use koteki_engine::eval::is_decided;
use koteki_engine::eval::othello::learned::UNIT;
use koteki_games::othello::{Move, Position, Square};
use koteki_games::{Game as _, GameLine, Side};
use koteki_rivals::coach::Scale;
use koteki_rivals::measure::levels::Rank;
use koteki_session::Start;

/// Who has a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the keyboard.
    Person,
    /// A machine, by its name.
    Machine(String),
}

/// Whether the game counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It moves the estimate of the person's strength.
    #[default]
    Measured,
    /// Played with help, or asked to be practice.
    Practice,
    /// No person, or two, at the keyboard: nothing is measured.
    Unmeasured,
    /// Part of a study: no help, and nothing is said of the person's strength.
    Guided,
}

/// The game as it stands.
#[derive(Clone, Debug)]
pub struct GameView {
    /// The position on the board.
    pub position: Position,
    /// Every move so far, passes included.
    pub moves: Vec<Move>,
    /// How many of them opened the game without being chosen.
    pub opening: usize,
    /// What each move lost against the best one; `None` where it is not known or not to be shown.
    pub losses: Vec<Option<Loss>>,
    /// An earlier position, when it is shown instead of the present one.
    pub review: Option<Review>,
    /// Who has Black, who White.
    pub seats: [Seat; 2],
    /// What the clock shows for them, where there is one.
    pub clocks: [Option<String>; 2],
    /// Whether a machine is looking for a move.
    pub thinking: bool,
    /// Whether the game counts.
    pub mode: Mode,
    /// How strong the person is, if that is known.
    pub rank: Option<Rank>,
    /// The hinted square.
    pub hint: Option<Square>,
    /// What each legal move of the position that is shown gives away; empty where that is not to be shown.
    pub values: Vec<(Square, Loss)>,
    /// The discs that the last move turned, while that is to be seen; a bit for each square.
    pub turned: u64,
    /// The moves of the game before those that are being tried out, when some are.
    pub variation: Option<usize>,
    /// Values so far.
    pub trace: TraceState,
}

/// A position of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Review {
    /// Moves made before it.
    pub ply: usize,
    /// The position.
    pub position: Position,
}

impl GameView {
    /// The end of `line`, a game between players of these names, of which nothing else is known.
    pub fn between(line: &GameLine<Position>, names: [String; 2]) -> Self {
        Self {
            position: *line.position(),
            moves: line.moves().to_vec(),
            opening: line.opening(),
            losses: vec![None; line.ply()],
            review: None,
            seats: names.map(Seat::Machine),
            clocks: [None, None],
            thinking: false,
            mode: Mode::Unmeasured,
            rank: None,
            hint: None,
            values: Vec::new(),
            turned: 0,
            variation: None,
            trace: TraceState::default(),
        }
    }

    /// The position that is shown.
    pub fn shown(&self) -> &Position {
        self.review
            .as_ref()
            .map_or(&self.position, |review| &review.position)
    }

    /// How many moves led to it.
    pub fn shown_ply(&self) -> usize {
        self.review.map_or(self.moves.len(), |review| review.ply)
    }

    /// The last placement or pass before the position that is shown.
    pub fn last(&self) -> Option<Move> {
        self.moves.get(self.shown_ply().checked_sub(1)?).copied()
    }

    /// Whether any move was chosen, not drawn.
    pub fn has_begun(&self) -> bool {
        self.moves.len() > self.opening
    }

    /// Whether the move of index `ply` was the person's; with two people or none, either side's.
    pub fn is_own(&self, ply: usize) -> bool {
        self.person().is_none_or(|side| side == self.mover(ply))
    }

    /// Who made the move of index `ply`. A pass is a move, so the sides take turns without exception; a game
    /// from a position may begin with White.
    pub fn mover(&self, ply: usize) -> Side {
        let first = self.position.side_to_move().index() + self.moves.len();
        Side::BOTH[(first + ply) % 2]
    }

    /// Who has `side`.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// The side of the only person; `None` when nobody or both are people.
    pub fn person(&self) -> Option<Side> {
        match &self.seats {
            [Seat::Person, Seat::Machine(_)] => Some(Side::Black),
            [Seat::Machine(_), Seat::Person] => Some(Side::White),
            _ => None,
        }
    }
}

/// What a move gave away: what the best move and this one are worth to the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The best move's value.
    pub best: i32,
    /// This move's.
    pub value: i32,
    /// Whether the tester saw the end of the game after every move, so that 0 is a draw.
    pub to_the_end: bool,
    /// What the values are in.
    pub scale: Scale,
}

impl Loss {
    /// In a position whose end was not seen: so many points less than `best`.
    pub const fn of_points(best: i32, points: i32) -> Self {
        Self {
            best,
            value: best - points,
            to_the_end: false,
            scale: Scale::Points,
        }
    }

    /// Whether anything was lost.
    pub const fn is_some(&self) -> bool {
        self.value < self.best
    }

    /// How a game of this value stands: 1 won, 0 drawn, −1 lost, `None` open.
    const fn standing(&self, value: i32) -> Option<i32> {
        if is_decided(value) || self.to_the_end {
            Some(value.signum())
        } else {
            None
        }
    }

    /// What kind of loss it is, and how much of it.
    pub fn kind(&self) -> LossKind {
        let (before, after) = (self.standing(self.best), self.standing(self.value));
        let difference = self.best.saturating_sub(self.value);
        match (before, after) {
            _ if difference == 0 => LossKind::Nothing,
            (None, None) => LossKind::Points(difference),
            _ if before == after => LossKind::Discs(difference),
            _ => LossKind::Result(before, after),
        }
    }

    /// The part of a bad blunder that it is, 0…1: of what four moves of an Intermediate player lose, of 32
    /// discs, all of a game.
    pub fn part(&self) -> f64 {
        match self.kind() {
            LossKind::Nothing => 0.0,
            LossKind::Points(points) => (f64::from(points) / self.blunder()).min(1.0),
            LossKind::Discs(discs) => (f64::from(discs) / 32.0).min(1.0),
            LossKind::Result(..) => 1.0,
        }
    }

    /// The points of a bad blunder: Intermediate has D 25 in those of the tester, and 338 (three discs and a
    /// half) by the learned evaluation at the same depth.
    const fn blunder(&self) -> f64 {
        if self.scale.is_discs() {
            1_350.0
        } else {
            100.0
        }
    }

    /// As a phrase: "lost 12", "gave away 6 discs".
    pub fn words(&self) -> String {
        match self.kind() {
            LossKind::Nothing => "lost nothing".to_owned(),
            // Hundredths of a disc are not points, and the pane says what they are.
            LossKind::Points(loss) if self.scale.is_discs() => format!("lost {loss}"),
            LossKind::Points(1) => "lost 1 point".to_owned(),
            LossKind::Points(points) => format!("lost {points} points"),
            LossKind::Discs(discs) => gave_discs(discs),
            LossKind::Result(before, after) => gave_result(before, after).to_owned(),
        }
    }

    /// On a square of the board: what the move gives away, in four characters at most.
    pub fn on_square(&self) -> String {
        let text = self.short();
        if text.len() <= 4 {
            return text;
        }
        if self.scale.is_discs() {
            // Ten discs and more, in discs.
            return format!("-{}d", self.best.saturating_sub(self.value) / UNIT);
        }
        // Thousands of points: only that it is very much still matters.
        format!("-{}k", self.best.saturating_sub(self.value) / 1000)
    }

    /// In a column of numbers.
    pub fn short(&self) -> String {
        match self.kind() {
            LossKind::Nothing => ".".to_owned(),
            LossKind::Points(points) => format!("-{points}"),
            LossKind::Discs(discs) => format!("-{discs}d"),
            LossKind::Result(..) => "game".to_owned(),
        }
    }
}

/// What was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// Nothing.
    Nothing,
    /// Points of the tester's evaluation.
    Points(i32),
    /// Discs of a result that stays a win or stays a loss.
    Discs(i32),
    /// A better result: how the game stood and how it stands, 1 won, 0 drawn, −1 lost, `None` open.
    Result(Option<i32>, Option<i32>),
}

/// The value after one ply, and what the move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracePoint {
    /// Moves made so far, passes included; 0 is the start.
    pub ply: usize,
    /// The tester's value of the position for [`TraceState::viewer`].
    pub value: i32,
    /// What the viewer's move lost against the best one; `None` for the other side's moves.
    pub loss: Option<Loss>,
}

/// What a feature adds to the value of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The feature's name.
    pub name: String,
    /// Its short form.
    pub symbol: String,
    /// How much of it there is.
    pub count: i32,
    /// What one of it is worth.
    pub weight: i32,
}

impl Share {
    /// Count × weight.
    pub const fn value(&self) -> i32 {
        self.count.saturating_mul(self.weight)
    }
}

/// What can be said of the square under the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CursorInfo {
    /// It is no legal move, or there is nothing to say.
    #[default]
    Nothing,
    /// The game is measured: not before it is over.
    Hidden,
    /// Being worked out.
    Waiting,
    /// Known.
    Known {
        /// The square.
        square: Square,
        /// The side that would play it.
        side: Side,
        /// The tester's value for that side.
        value: i32,
        /// 1 + the number of better moves.
        rank: usize,
        /// The number of legal moves.
        of: usize,
        /// The move's openness: the empty squares around the discs it flips. Small is good.
        openness: u32,
        /// The line of best play that the value comes from, this move first.
        line: Vec<Move>,
        /// What each feature adds, in the position at the end of the line; empty when the game ends there.
        shares: Vec<Share>,
    },
}

/// What there is to say of a move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The move.
    pub mv: Move,
    /// What it lost against the best one.
    pub loss: Loss,
    /// 1 + the number of better moves.
    pub rank: usize,
    /// The number of legal moves.
    pub of: usize,
    /// The best move.
    pub best: Move,
}

/// What the trace pane shows.
#[derive(Clone, Debug)]
pub struct TraceState {
    /// From whose side the values are.
    pub viewer: Side,
    /// In order of ply; gaps are allowed.
    pub points: Vec<TracePoint>,
    /// Whether values wait for the end of the game.
    pub hidden: bool,
    /// How many moves led to the position that is looked at, when it is not the present one.
    pub review: Option<usize>,
    /// The viewer's last move, or the one that was played in the position looked at.
    pub remark: Option<Remark>,
    /// Mean loss D of Black's and White's moves so far; where one person plays, only of theirs.
    pub mean_loss: [Option<f64>; 2],
    /// The square under the cursor.
    pub cursor: CursorInfo,
    /// What a machine that holds itself level saw when it last moved, as `pieces` has it; empty
    /// where nothing is known.
    pub held: Vec<String>,
    /// Whose values they are, where they are in hundredths of a disc: an engine's at the table.
    pub by: Option<String>,
}

impl Default for TraceState {
    fn default() -> Self {
        Self {
            viewer: Side::Black,
            points: Vec::new(),
            hidden: false,
            review: None,
            remark: None,
            mean_loss: [None, None],
            cursor: CursorInfo::Nothing,
            held: Vec::new(),
            by: None,
        }
    }
}

/// A machine that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// What the sitting knows it by.
    pub key: String,
    /// What a person reads.
    pub name: String,
    /// A few words on it.
    pub note: String,
}

/// Who shall have a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatChoice {
    /// A person at the keyboard.
    Person,
    /// The machine of this key.
    Machine(String),
}

/// A game that shall begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Who has Black, who White.
    pub seats: [SeatChoice; 2],
    /// Whether it shall count (only with one person, and without a handicap).
    pub measured: bool,
    /// The side that has discs in corners from the start, and how many.
    pub handicap: Option<(Side, usize)>,
    /// Where it begins.
    pub start: Beginning,
}

impl NewGame {
    /// Against the machine of this key, the person where they sit now.
    pub fn play_against(&mut self, key: String) {
        let person = usize::from(self.seats[0] != SeatChoice::Person);
        self.seats[person] = SeatChoice::Person;
        self.seats[1 - person] = SeatChoice::Machine(key);
    }
}

/// Where a game that shall begin begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Beginning {
    /// The usual start.
    #[default]
    Usual,
    /// After moves drawn at random that leave neither side ahead.
    Balanced,
    /// After the opening of this number in the coach's table.
    Opening(usize),
    /// At the end of a line.
    Given(Box<Given>),
}

/// A position that a game shall begin from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What led to it.
    pub line: GameLine<Position>,
    /// Where it comes from, in a few words.
    pub named: String,
}

impl Beginning {
    /// The same as the sitting knows it.
    pub fn start(&self) -> Start {
        match self {
            Self::Usual => Start::Usual,
            Self::Balanced => Start::Balanced,
            Self::Opening(number) => Start::opening(*number),
            Self::Given(given) => Start::chosen(given.line.clone()),
        }
    }
}

fn gave_discs(discs: i32) -> String {
    if discs == 1 {
        "gave away 1 disc".to_owned()
    } else {
        format!("gave away {discs} discs")
    }
}

/// A loss that changes who wins, as far as the tester sees the end: how the game stood for the side
/// that moved (1 won, 0 drawn, −1 lost, `None` open), and how it stands.
const fn gave_result(before: Option<i32>, after: Option<i32>) -> &'static str {
    match (before, after) {
        (Some(1..), Some(0)) => "turned a win into a draw",
        (Some(1..), Some(_)) => "turned a win into a loss",
        (Some(1..), None) => "let a certain win go",
        (Some(0), _) => "turned a draw into a loss",
        _ => "lost the game",
    }
}
