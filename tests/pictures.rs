//! Makes the pictures of the screen that README shows, from the real program in a real terminal:
//!
//!     cargo test --release --test pictures -- --ignored
//!
//! writes `recordings/screen-*.svg` and `recordings/practice.cast`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod pty;

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use pty::Terminal;

/// Plays the hinted move `times` times.
fn follow_hints(terminal: &mut Terminal, times: usize) {
    for _ in 0..times {
        terminal.send("t");
        terminal.wait_for("hint:");
        let text = terminal.text();
        let at = text.find("hint:").unwrap() + "hint:".len();
        let mv: String = text[at..].trim_start().chars().take(2).collect();
        terminal.send(&format!("{mv}\r"));
        terminal.wait_gone("hint:");
        // The answer takes its time so that a person can follow it.
        sleep(Duration::from_millis(700));
    }
}

#[test]
#[ignore = "writes files into recordings/"]
fn pictures_of_the_screen() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings");
    fs::create_dir_all(&folder).unwrap();
    for (rows, cols, moves) in [(24, 80, 5), (40, 120, 9), (60, 200, 12)] {
        let args = ["--seed", "5", "--opponent", "intermediate"];
        let env = [("COLORTERM", "truecolor")];
        let mut terminal = Terminal::start(rows, cols, &args, &env);
        terminal.wait_for("cycle");
        follow_hints(&mut terminal, moves);
        sleep(Duration::from_secs(12));
        // What speaks for the hint stays in its pane when the next key has cleared the bottom line.
        terminal.send("t");
        terminal.wait_for("hint:");
        terminal.send("1");
        terminal.wait_gone("hint:");
        sleep(Duration::from_millis(300));
        let picture = folder.join(format!("screen-{cols}x{rows}.svg"));
        fs::write(picture, terminal.svg()).unwrap();
        if cols == 120 {
            let cast = terminal.cast("A practice game while rivals are bred");
            fs::write(folder.join("practice.cast"), cast).unwrap();
        }
        terminal.send("\u{3}");
        terminal.wait_exit();
        terminal.assert_restored();
    }
}
