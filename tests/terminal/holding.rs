//! A player that holds itself level shows in practice what it saw.

use koteki_games::{Game as _, Side};

use crate::home;
use crate::pty::{Terminal, keys};
use crate::reading::Follower;

/// A move with V and V0.
type Valued = (String, i32, i32);

/// θ and, for each move, V and V0, off the screen; `None` where it shows none. The played one comes first.
fn seen(screen: &vt100::Screen) -> Option<(i32, Vec<Valued>)> {
    let text = screen.contents();
    let (_, after) = text.split_once("V/V0, theta was ")?;
    let (theta, rest) = after.split_once(':')?;
    let cells = rest.split_whitespace().filter_map(|word| {
        let (mv, values) = word.split_once('=')?;
        let (value, held) = values.split_once('/')?;
        Some((mv.to_owned(), value.parse().ok()?, held.parse().ok()?))
    });
    Some((theta.parse().ok()?, cells.collect()))
}

#[test]
fn what_a_level_holder_saw_is_shown_in_practice() {
    let home = home("");
    let arguments = ["--opponent", "tsukamoto:depth=3,at=root", "--side", "black"];
    let mut terminal = Terminal::start_in(&home, 24, 80, &arguments, &[]);
    terminal.wait_for("measured game (no help)");
    let mut game = Follower::new(Side::Black);
    let mv = game.pick();
    assert!(game.type_move(&mut terminal, mv));
    // Nothing is said of it in a game that measures.
    assert!(seen(&terminal.screen()).is_none() && !terminal.text().contains("theta"));
    terminal.send("n");
    terminal.wait_for("New game");
    terminal.send(&format!(
        "{0}{0}{0}{0}{1}{2}",
        keys::DOWN,
        keys::RIGHT,
        keys::ENTER
    ));
    terminal.wait_for("Leave this game?");
    terminal.send("y");
    terminal.wait_for("practice: does not count");
    let mut game = Follower::new(Side::Black);
    let mut shown = 0;
    for _ in 0..4 {
        let mv = game.pick();
        let mut before = *game.line.position();
        before.play(mv);
        assert!(game.type_move(&mut terminal, mv));
        let answer = game.line.moves()[game.line.ply() - 1].to_string();
        let mut legal = Vec::new();
        before.legal_moves(&mut legal);
        if legal.len() < 2 {
            continue;
        }
        terminal.wait_until("what it saw of this move", |screen| {
            seen(screen).is_some_and(|(_, moves)| moves.first().is_some_and(|it| it.0 == answer))
        });
        let (theta, moves) = seen(&terminal.screen()).unwrap();
        // §4: θ = 5 without corners; at the root V0 = θ − |V − θ|, and the greatest is played.
        assert_eq!(theta, 5);
        for (mv, value, held) in &moves {
            assert!(legal.iter().any(|it| it.to_string() == *mv), "{mv}");
            assert_eq!(*held, 5 - (value - 5).abs(), "{mv}");
            assert!(*held <= moves[0].2);
        }
        assert_eq!(moves.len(), legal.len(), "{}", terminal.text());
        shown += 1;
    }
    assert!(shown > 1);
}
