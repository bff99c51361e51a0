//! The rules of Othello against facts from outside: published counts, known games, real tournament
//! games, the thesis' example of openness.

#![allow(clippy::unwrap_used)] // Tests may unwrap; clippy does not know the helpers of one.

use std::path::PathBuf;

use koteki::game::othello::notation::{read_board, read_transcript};
use koteki::game::othello::perft::{PassCounts, perft};
use koteki::game::othello::{Move, Position, Square, Symmetry};
use koteki::game::{Game, Outcome, Side};
use koteki::random::Random;

#[test]
fn explore() {
    for t in [
        "e6f6c4c5c6d6g7f4",
        "d3c5b6e3f2c2f6b5a5e2f3e6d2c4f4g1b4g7h8g2",
        "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3",
        "d3d4d5",
        "f5 f6 pa",
        "f5f6d3g5h5h4f7h6 pass g6 5f",
        "f5 d6x",
        "é",
        "f5f",
    ] {
        match read_transcript(t) {
            Ok(l) => println!("{t} ok {} must {}", l.position(), l.position().must_pass()),
            Err(e) => println!("{t}: {e}"),
        }
    }
    for t in [
        "---------------------------OX------XO--------------------------- X",
        "xx",
        "--------------------------0OX------XO---------------------------",
        "--------------------------OX------XO--------------------------- X",
    ] {
        println!("{:?}", read_board(t).map_err(|e| e.to_string()));
    }
}
