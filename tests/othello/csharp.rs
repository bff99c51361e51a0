//! "Reversi in C#" against a slow, literal transcription of its description on 8×8 arrays, which
//! shares no code with the bitboard search: colours −1 (Black), 0, +1 (White), ranks White-positive, the
//! safe-disc map carried along and never cleared.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use koteki_engine::eval::othello::Weights;
use koteki_engine::eval::{DECIDED, decided_value};
use koteki_engine::player::csharp::{CSharp, Level};
use koteki_engine::player::{Choice, Context, Player, PlayerError};
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::othello::csharp::{BestMove, ScanOrder, best_move};
use koteki_games::othello::{Move, Position, Square};
use koteki_games::random::{Random, Rng as _, SeedableRng as _};
use koteki_games::{Game, GameLine, Side};

// ---- the transcription ----------------------------------------------------------------------

const BLACK: i64 = -1;
const WHITE: i64 = 1;
const MAX_RANK: i64 = (1 << 31) - 1 - 64;
const INFINITY: i64 = (1 << 31) - 1;
const LINES: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

#[derive(Clone)]
struct Board {
    squares: [[i64; 8]; 8],
    safe: [[bool; 8]; 8],
}

#[derive(Clone, Copy)]
struct Ranked {
    row: i64,
    column: i64,
    rank: i64,
}

impl Board {
    fn new(squares: [[i64; 8]; 8]) -> Self {
        let mut board = Self {
            squares,
            safe: [[false; 8]; 8],
        };
        board.mark_safe();
        board
    }

    fn get(&self, row: i64, column: i64) -> Option<i64> {
        if (0..8).contains(&row) && (0..8).contains(&column) {
            Some(self.squares[row as usize][column as usize])
        } else {
            None
        }
    }

    /// The opponent's discs outflanked by `color` at (row, column).
    fn outflanked(&self, color: i64, row: i64, column: i64) -> Vec<(i64, i64)> {
        let mut all = Vec::new();
        for dr in -1..=1 {
            for dc in -1..=1 {
                if (dr, dc) == (0, 0) {
                    continue;
                }
                let mut run = Vec::new();
                let (mut r, mut c) = (row + dr, column + dc);
                while self.get(r, c) == Some(-color) {
                    run.push((r, c));
                    r += dr;
                    c += dc;
                }
                if self.get(r, c) == Some(color) {
                    all.append(&mut run);
                }
            }
        }
        all
    }

    fn is_valid(&self, color: i64, row: i64, column: i64) -> bool {
        self.get(row, column) == Some(0) && !self.outflanked(color, row, column).is_empty()
    }

    fn valid_moves(&self, color: i64) -> i64 {
        let mut n = 0;
        for row in 0..8 {
            for column in 0..8 {
                n += i64::from(self.is_valid(color, row, column));
            }
        }
        n
    }

    fn make_move(&mut self, color: i64, row: i64, column: i64) {
        for (r, c) in self.outflanked(color, row, column) {
            self.squares[r as usize][c as usize] = color;
        }
        self.squares[row as usize][column as usize] = color;
        self.mark_safe();
    }

    fn mark_safe(&mut self) {
        loop {
            let mut changed = false;
            for row in 0..8 {
                for column in 0..8 {
                    if self.get(row, column) != Some(0)
                        && !self.safe[row as usize][column as usize]
                        && !self.is_outflankable(row, column)
                    {
                        self.safe[row as usize][column as usize] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn is_outflankable(&self, row: i64, column: i64) -> bool {
        let color = self.get(row, column).unwrap();
        for (dr, dc) in LINES {
            let mut space = [false; 2];
            let mut unsafe_disc = [false; 2];
            for (side, sign) in [(0, -1), (1, 1)] {
                let (mut r, mut c) = (row + sign * dr, column + sign * dc);
                while let Some(disc) = self.get(r, c) {
                    if disc == 0 {
                        space[side] = true;
                    } else if disc != color || !self.safe[r as usize][c as usize] {
                        unsafe_disc[side] = true;
                    }
                    r += sign * dr;
                    c += sign * dc;
                }
            }
            if space[0] && (space[1] || unsafe_disc[1]) || unsafe_disc[0] && space[1] {
                return true;
            }
        }
        false
    }

    fn discs(&self, color: i64) -> i64 {
        let all = self.squares.iter().flatten();
        all.filter(|&&square| square == color).count() as i64
    }

    fn safe_discs(&self, color: i64) -> i64 {
        let mut n = 0;
        for row in 0..8 {
            for column in 0..8 {
                n += i64::from(self.squares[row][column] == color && self.safe[row][column]);
            }
        }
        n
    }

    fn frontier_discs(&self, color: i64) -> i64 {
        let mut n = 0;
        for row in 0..8 {
            for column in 0..8 {
                let mut open = false;
                for dr in -1..=1 {
                    for dc in -1..=1 {
                        open |= self.get(row + dr, column + dc) == Some(0);
                    }
                }
                n += i64::from(self.get(row, column) == Some(color) && open);
            }
        }
        n
    }
}

struct Transcription<'a> {
    weights: Weights,
    look_ahead: i64,
    /// Start row and column of the scan, asked once a node.
    scan: &'a mut dyn FnMut() -> (i64, i64),
    scans: u64,
    /// Without, nothing is cut off: a plain minimax with cumulative forfeits.
    pruning: bool,
}

impl Transcription<'_> {
    fn best_move(
        &mut self,
        board: &Board,
        color: i64,
        depth: i64,
        mut alpha: i64,
        mut beta: i64,
    ) -> Ranked {
        let mut best = Ranked {
            row: -1,
            column: -1,
            rank: -color * MAX_RANK,
        };
        let valid_moves = board.valid_moves(color);
        let (row_start, column_start) = (self.scan)();
        self.scans += 1;
        for i in 0..8 {
            for j in 0..8 {
                let row = (row_start + i) % 8;
                let column = (column_start + j) % 8;
                if !board.is_valid(color, row, column) {
                    continue;
                }
                let mut test = Ranked {
                    row,
                    column,
                    rank: 0,
                };
                let mut next = board.clone();
                next.make_move(color, row, column);
                let score = next.discs(WHITE) - next.discs(BLACK);

                let mut next_color = -color;
                let mut forfeit = 0;
                let mut end = false;
                let opponent_moves = next.valid_moves(next_color);
                if opponent_moves == 0 {
                    forfeit = color;
                    next_color = -next_color;
                    if next.valid_moves(next_color) == 0 {
                        end = true;
                    }
                }

                if end || depth == self.look_ahead {
                    test.rank = if end {
                        match score {
                            0 => 0,
                            s if s < 0 => -MAX_RANK + s,
                            s => MAX_RANK + s,
                        }
                    } else {
                        i64::from(self.weights.forfeit) * forfeit
                            + i64::from(self.weights.frontier)
                                * (next.frontier_discs(BLACK) - next.frontier_discs(WHITE))
                            + i64::from(self.weights.mobility)
                                * color
                                * (valid_moves - opponent_moves)
                            + i64::from(self.weights.stability)
                                * (next.safe_discs(WHITE) - next.safe_discs(BLACK))
                            + score
                    };
                } else {
                    test.rank = self
                        .best_move(&next, next_color, depth + 1, alpha, beta)
                        .rank;
                    if forfeit != 0 && test.rank.abs() < MAX_RANK {
                        test.rank += i64::from(self.weights.forfeit) * forfeit;
                    }
                    if self.pruning {
                        if color == WHITE && test.rank > beta {
                            beta = test.rank;
                        }
                        if color == BLACK && test.rank < alpha {
                            alpha = test.rank;
                        }
                    }
                }

                if color == WHITE && test.rank > alpha {
                    test.rank = alpha;
                    return test;
                }
                if color == BLACK && test.rank < beta {
                    test.rank = beta;
                    return test;
                }
                if best.row < 0 || color * test.rank > color * best.rank {
                    best = test;
                }
            }
        }
        best
    }
}

// ---- from one to the other ------------------------------------------------------------------

fn color(side: Side) -> i64 {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

fn coordinates(square: Square) -> (i64, i64) {
    (i64::from(square.row()), i64::from(square.column()))
}

fn square(name: &str) -> Square {
    Square::all().find(|s| s.to_string() == name).unwrap()
}

fn board_of(position: &Position) -> Board {
    let mut squares = [[0; 8]; 8];
    for square in Square::all() {
        if let Some(side) = position.disc(square) {
            squares[usize::from(square.row())][usize::from(square.column())] = color(side);
        }
    }
    Board::new(squares)
}

/// A White-positive rank of the original as a value for `side`.
fn value_for(side: Side, rank: i64) -> i32 {
    let rank = rank * color(side);
    if rank.abs() >= MAX_RANK {
        decided_value((rank - rank.signum() * MAX_RANK) as i32)
    } else {
        rank as i32
    }
}

/// The square, its value for the side to move, and the nodes scanned.
type Answer = ((i64, i64), i32, u64);

fn transcribed(
    board: &Board,
    side: Side,
    weights: Weights,
    look_ahead: u32,
    pruning: bool,
    scan: &mut dyn FnMut() -> (i64, i64),
) -> Answer {
    let mut search = Transcription {
        weights,
        look_ahead: i64::from(look_ahead),
        scan,
        scans: 0,
        pruning,
    };
    let best = search.best_move(board, color(side), 1, INFINITY, -INFINITY);
    let value = value_for(side, best.rank);
    ((best.row, best.column), value, search.scans)
}

fn answer(best: BestMove) -> Answer {
    (coordinates(best.square), best.rank, best.nodes)
}

/// The scan the way the player draws it: 64 bits a node, the three highest the row, then the column.
fn scan_of(mut random: Random) -> impl FnMut() -> (i64, i64) {
    move || {
        let bits = random.next_u64();
        ((bits / (1 << 61)) as i64, (bits / (1 << 58) % 8) as i64)
    }
}

/// Every node scans from the same square.
struct Fixed(u8, u8);

impl ScanOrder for Fixed {
    fn start(&mut self) -> (u8, u8) {
        (self.0, self.1)
    }
}

fn choose(
    player: CSharp,
    line: &GameLine<Position>,
    allowed: &[Move],
    seed: u64,
) -> Choice<Position> {
    let mut context = Context {
        random: &mut Random::seed_from_u64(seed),
        cancel: &Cancel::new(),
    };
    player.choose(line, allowed, &mut context).unwrap()
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The original's moves are numbered from 1, passes not counted, and level 0 … 3 searches to the end
/// from move 55 − level on.
fn original_look_ahead(level: i64, empties: i64) -> u32 {
    let move_number = 61 - empties;
    if move_number >= 55 - level {
        empties as u32
    } else {
        level as u32 + 3
    }
}

/// Plays random moves from the start, with the transcription's board beside it, until `empties` are
/// left or the game is over. The board's safe map has then seen every position of the game.
fn random_game(random: &mut Random, empties: u32) -> (GameLine<Position>, Board) {
    let mut line = GameLine::<Position>::default();
    let mut board = board_of(line.position());
    loop {
        let Some(&mv) = random.choose(&legal_moves(line.position())) else {
            return (line, board);
        };
        if let Move::Place(square) = mv {
            if line.position().empties().count_ones() <= empties {
                return (line, board);
            }
            let (row, column) = coordinates(square);
            board.make_move(color(line.position().side_to_move()), row, column);
        }
        line.play(mv).unwrap();
    }
}

fn parse(board: &str, side: Side) -> Position {
    let (mut black, mut white) = (0, 0);
    let squares: Vec<char> = board.chars().filter(|c| !c.is_whitespace()).collect();
    assert_eq!(squares.len(), 64);
    for (i, c) in squares.into_iter().enumerate() {
        match c {
            'X' => black |= 1 << i,
            'O' => white |= 1 << i,
            _ => assert_eq!(c, '-'),
        }
    }
    Position::new(black, white, side).unwrap()
}

// ---- whole levels ---------------------------------------------------------------------------

fn check_level(level: Level, index: i64, games: u64, empties: &[u32]) {
    let player = CSharp::new(level);
    let mut checked = 0;
    for game in 0..games {
        let seed = game * 4 + index as u64;
        let empties = empties[game as usize % empties.len()];
        let (line, board) = random_game(&mut Random::derived(1, &[seed]), empties);
        let position = line.position();
        if position.placements() == 0 {
            continue;
        }
        let choice = choose(player, &line, &legal_moves(position), seed);
        let (square, value, scans) = transcribed(
            &board,
            position.side_to_move(),
            level.weights(),
            original_look_ahead(index, board.discs(0)),
            true,
            &mut scan_of(Random::seed_from_u64(seed)),
        );
        assert_eq!(choice.candidates.len(), 1);
        assert_eq!(choice.candidates[0].mv, choice.mv);
        let found = (
            coordinates(choice.mv.square().unwrap()),
            choice.candidates[0].value,
            choice.nodes,
        );
        assert_eq!(found, (square, value, scans), "{level} in {position:?}");
        checked += 1;
    }
    assert!(checked * 10 >= games * 7, "only {checked} of {games}");
}

#[test]
fn beginner_is_the_original() {
    let empties = [60, 50, 41, 30, 21, 12, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    check_level(Level::Beginner, 0, 60, &empties);
}

#[test]
fn intermediate_is_the_original() {
    check_level(Level::Intermediate, 1, 16, &[58, 49, 34, 15, 8, 7, 5, 3]);
}

#[test]
fn advanced_is_the_original() {
    check_level(Level::Advanced, 2, 7, &[55, 40, 13, 9, 8, 7, 4]);
}

#[test]
fn expert_is_the_original() {
    check_level(Level::Expert, 3, 6, &[57, 11, 10, 8, 6, 5]);
}

#[test]
fn the_levels_have_their_published_settings() {
    let expected = [
        ("beginner", 3, 6, [2, 1, 0, 3]),
        ("intermediate", 4, 7, [3, 1, 0, 5]),
        ("advanced", 5, 8, [7, 2, 1, 10]),
        ("expert", 6, 9, [35, 10, 5, 50]),
    ];
    for (level, (name, look_ahead, last, weights)) in Level::all().into_iter().zip(expected) {
        assert_eq!(level.name(), name);
        let w = level.weights();
        assert_eq!([w.forfeit, w.frontier, w.mobility, w.stability], weights);
        assert_eq!(w.discs, 1);
        let player = CSharp::new(level);
        for empties in 1..60 {
            // Any board with that many empty squares.
            let position = Position::new(u64::MAX >> empties, 0, Side::Black).unwrap();
            let expected = if empties <= last { empties } else { look_ahead };
            assert_eq!(
                player.look_ahead(&position),
                expected,
                "{name} at {empties}"
            );
        }
    }
}

// ---- odd positions: passes, wipe-outs, other weights ------------------------------------------

/// Few discs, mostly of one colour: passes and wipe-outs all over the tree.
fn sparse_position(random: &mut Random) -> Position {
    loop {
        let (mut black, mut white) = (0u64, 0u64);
        for _ in 0..3 + random.below(12) {
            let bit = 1 << random.below(64);
            if random.below(4) == 0 {
                black |= bit & !white;
            } else {
                white |= bit & !black;
            }
        }
        let side = *random.choose(&Side::BOTH).unwrap();
        let position = Position::new(black, white, side).unwrap();
        if position.placements() != 0 {
            return position;
        }
    }
}

/// Nearly full boards with random colours: passes at nearly every node.
fn crowded_position(random: &mut Random) -> Position {
    loop {
        let mut empty = 0u64;
        for _ in 0..1 + random.below(8) {
            empty |= 1 << random.below(64);
        }
        let black = random.next_u64();
        let side = *random.choose(&Side::BOTH).unwrap();
        let position = Position::new(black & !empty, !black & !empty, side).unwrap();
        if position.placements() != 0 {
            return position;
        }
    }
}

/// The value both searches find, after making sure that they agree in everything.
fn value_of(position: &Position, weights: Weights, look_ahead: u32, seed: u64) -> i32 {
    let expected = transcribed(
        &board_of(position),
        position.side_to_move(),
        weights,
        look_ahead,
        true,
        &mut scan_of(Random::seed_from_u64(seed)),
    );
    let best = best_move(
        position,
        u64::MAX,
        &weights,
        look_ahead,
        &mut Random::seed_from_u64(seed),
        &Cancel::new(),
    );
    let found = answer(best.unwrap().unwrap());
    assert_eq!(found, expected, "{position:?} {weights:?} {look_ahead}");
    found.1
}

#[test]
fn odd_positions_and_odd_weights_are_searched_as_the_original_would() {
    let mut random = Random::seed_from_u64(2);
    let mut decided = 0;
    for round in 0..200 {
        let sparse = round % 2 == 0;
        let position = if sparse {
            sparse_position(&mut random)
        } else {
            crowded_position(&mut random)
        };
        let mut weight = |n: usize| random.below(n) as i32 - n as i32 / 4;
        let weights = Weights {
            mobility: weight(40),
            frontier: weight(40),
            stability: weight(80),
            forfeit: weight(200),
            discs: 1,
            ..Weights::NONE
        };
        let look_ahead = 1 + round % if sparse { 4 } else { 7 };
        let value = value_of(&position, weights, look_ahead, u64::from(round));
        decided += i32::from(value.abs() >= DECIDED);
    }
    assert!(decided > 25, "only {decided} searches saw an ending");
}

#[test]
fn a_wipe_out_is_a_win_by_what_lies_on_the_board() {
    // White's only disc falls on the first move.
    let position = parse(
        "-------- -------- -------- --XO---- -------- -------- -------- --------",
        Side::Black,
    );
    for look_ahead in 1..4 {
        let value = value_of(&position, Weights::EXPERT, look_ahead, 0);
        assert_eq!(value, DECIDED + 3);
    }
}

#[test]
fn only_allowed_moves_are_scanned_at_the_root() {
    for seed in 0..30 {
        let mut random = Random::derived(3, &[seed]);
        let empties = 8 + random.below(45) as u32;
        let (line, board) = random_game(&mut random, empties);
        let side = line.position().side_to_move();
        for only in legal_moves(line.position()) {
            let Move::Place(square) = only else { continue };
            let choice = choose(CSharp::new(Level::Beginner), &line, &[only], seed);
            assert_eq!(choice.mv, only);
            // A root move alone is worth what its child is.
            let (row, column) = coordinates(square);
            let mut next = board.clone();
            next.make_move(color(side), row, column);
            if next.valid_moves(-color(side)) == 0 {
                continue;
            }
            let mut scan = scan_of(Random::seed_from_u64(seed));
            scan(); // the root's own
            let mut search = Transcription {
                weights: Weights::BEGINNER,
                look_ahead: 3,
                scan: &mut scan,
                scans: 0,
                pruning: true,
            };
            let child = search.best_move(&next, -color(side), 2, INFINITY, -INFINITY);
            assert_eq!(choice.candidates[0].value, value_for(side, child.rank));
        }
    }
}

#[test]
fn a_forced_pass_is_played_without_thinking() {
    let mut line = GameLine::<Position>::default();
    for name in ["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6"] {
        line.play(Move::Place(square(name))).unwrap();
    }
    let choice = choose(CSharp::new(Level::Expert), &line, &[Move::Pass], 0);
    assert_eq!(choice.mv, Move::Pass);
    assert_eq!((choice.candidates.len(), choice.nodes), (0, 0));
}

#[test]
fn a_cancelled_search_says_so() {
    let cancel = Cancel::new();
    cancel.cancel();
    let mut context = Context {
        random: &mut Random::seed_from_u64(0),
        cancel: &cancel,
    };
    let line = GameLine::default();
    let allowed = legal_moves(line.position());
    let player = CSharp::new(Level::Expert).with_depth(9);
    assert_eq!(
        player.choose(&line, &allowed, &mut context),
        Err(PlayerError::Cancelled(CancelledError))
    );
}

// ---- each peculiarity by hand -----------------------------------------------------------------

#[test]
fn a_forced_pass_costs_no_depth_and_its_forfeit_is_added_to_what_comes_back() {
    let position = parse(
        "-------- -------- -------- XO-O-O-- -------- -------- -------- --------",
        Side::Black,
    );
    // Expert: forfeit 35, frontier 10, mobility 5, stability 50.
    // 1: c4, and White cannot move. Frontier 2 − 3, mobility 1 − 0, discs 3 − 2.
    let one = 35 + 10 * (2 - 3) + 5 + (3 - 2);
    // 2: c4, pass, e4: White cannot move again. Frontier 1 − 5, mobility 1 − 0, discs
    // 5 − 1; the pass after c4 on top.
    let two = 2 * 35 + 10 * (1 - 5) + 5 + 4;
    // 3: c4, pass, e4, pass, g4: seven discs to none. A win has no forfeits added.
    let three = DECIDED + 7;
    for (look_ahead, expected) in [(1, one), (2, two), (3, three), (4, three)] {
        assert_eq!(
            value_of(&position, Weights::EXPERT, look_ahead, 0),
            expected
        );
    }
}

#[test]
fn a_drawn_ending_gets_the_forfeits_before_it_but_none_of_its_own() {
    // White a8 (flips b8 c8 d8 b7), Black has to pass, White a5 (flips b6 c7): 32 to 32.
    let position = parse(
        "XXXXOXXX XXOOXOOO XXOXXOOO XOOOOOOX -XXXXXXX OXOXXXXO OXXOXXOX -XXXOXOX",
        Side::White,
    );
    for (weights, forfeit) in [(Weights::EXPERT, 35), (Weights::BEGINNER, 2)] {
        assert_eq!(value_of(&position, weights, 2, 0), forfeit);
        let mut last = position;
        last.play(Move::Place(square("a8")));
        last.play(Move::Pass);
        assert_eq!(value_of(&last, weights, 1, 0), 0);
        last.play(Move::Place(square("a5")));
        assert_eq!(last.outcome().unwrap().difference(Side::White), 0);
    }
}

#[test]
fn bounds_that_ignore_a_forfeit_make_the_rank_depend_on_the_scan() {
    // Ranks below a forfeit are clipped to a bound that was not shifted for it, so the order in which
    // they are met shows in the result. Minimax without cut-offs says 301.
    let position = parse(
        "OOOOOX-- OOOOOX-- -OOXOXX- OOOOXOXX XOXOOXOX XXOXXOXX XXXXXXXX XXXXXXXO",
        Side::Black,
    );
    let board = board_of(&position);
    for (row, value, scans) in [(0, 301, 14), (1, 291, 17)] {
        let mut scan = || (i64::from(row), 0);
        let mut original =
            |pruning| transcribed(&board, Side::Black, Weights::EXPERT, 4, pruning, &mut scan);
        assert_eq!(original(true), ((2, 0), value, scans));
        assert_eq!(original(false).1, 301);
        let best = best_move(
            &position,
            u64::MAX,
            &Weights::EXPERT,
            4,
            &mut Fixed(row, 0),
            &Cancel::new(),
        );
        assert_eq!(answer(best.unwrap().unwrap()), ((2, 0), value, scans));
    }
}

#[test]
fn an_ending_that_is_found_at_once_does_not_tighten_the_bounds() {
    // Black e4, the first move scanned, flips d4 and f5 and so wins at once. The other moves, d5 and
    // f4, are searched all the same as if nothing were known: to the last of White's answers.
    let position = parse(
        "-------- -------- ---X---- --XO---- -----O-- -----XX- -------- --------",
        Side::Black,
    );
    let board = board_of(&position);
    let original = |pruning| {
        let scan = &mut || (0, 0);
        transcribed(&board, Side::Black, Weights::EXPERT, 2, pruning, scan)
    };
    let best = best_move(
        &position,
        u64::MAX,
        &Weights::EXPERT,
        2,
        &mut Fixed(0, 0),
        &Cancel::new(),
    );
    let found = answer(best.unwrap().unwrap());
    assert_eq!((found.0, found.1), ((3, 4), DECIDED + 7));
    assert_eq!(found, original(true));
    assert_eq!(found, original(false));
}

#[test]
fn the_first_of_equal_moves_in_scan_order_is_played() {
    // By symmetry the four first moves are worth the same: d3, c4, f5, e6 in board order.
    let first_from = |row, column| {
        let best = best_move(
            &Position::start(),
            u64::MAX,
            &Weights::BEGINNER,
            1,
            &mut Fixed(row, column),
            &Cancel::new(),
        );
        best.unwrap().unwrap().square.to_string()
    };
    assert_eq!(first_from(0, 0), "d3");
    assert_eq!(first_from(2, 4), "d3");
    assert_eq!(first_from(3, 0), "c4");
    assert_eq!(first_from(4, 6), "f5");
    assert_eq!(first_from(5, 5), "e6");
    assert_eq!(first_from(6, 0), "d3");
}
