//! Everything a program wrote, when, and what it did to the terminal's modes.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

enum Event {
    Output(Vec<u8>),
    Input(String),
    Resize(u16, u16),
}

/// A session with its times.
pub struct Recording {
    start: Instant,
    rows: u16,
    cols: u16,
    events: Vec<(Duration, Event)>,
    output_len: usize,
}

impl Recording {
    pub fn new(rows: u16, cols: u16) -> Self {
        Self {
            start: Instant::now(),
            rows,
            cols,
            events: Vec::new(),
            output_len: 0,
        }
    }

    fn push(&mut self, event: Event) {
        self.events.push((self.start.elapsed(), event));
    }

    pub fn record_output(&mut self, bytes: &[u8]) {
        self.output_len += bytes.len();
        self.push(Event::Output(bytes.to_vec()));
    }

    pub fn input(&mut self, text: &str) {
        self.push(Event::Input(text.to_owned()));
    }

    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.push(Event::Resize(rows, cols));
    }

    pub const fn output_len(&self) -> usize {
        self.output_len
    }

    pub fn output(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.output_len);
        for (_, event) in &self.events {
            if let Event::Output(chunk) = event {
                bytes.extend_from_slice(chunk);
            }
        }
        bytes
    }

    /// The session as asciicast v2: a header, then one `[seconds, code, data]` a line. A character
    /// that was cut between two reads goes whole into the later event.
    pub fn cast(&self, title: &str) -> String {
        let header = serde_json::json!({
            "version": 2,
            "width": self.cols,
            "height": self.rows,
            "title": title,
            "env": { "TERM": "xterm-256color" },
        });
        let mut cast = format!("{header}\n");
        let mut carry: Vec<u8> = Vec::new();
        for (time, event) in &self.events {
            let (code, data) = match event {
                Event::Output(bytes) => {
                    carry.extend_from_slice(bytes);
                    let whole = match std::str::from_utf8(&carry) {
                        Ok(text) => text.len(),
                        Err(error) if error.error_len().is_none() => error.valid_up_to(),
                        Err(_) => carry.len(),
                    };
                    let bytes: Vec<u8> = carry.drain(..whole).collect();
                    ("o", String::from_utf8_lossy(&bytes).into_owned())
                }
                Event::Input(text) => ("i", text.clone()),
                Event::Resize(rows, cols) => ("r", format!("{cols}x{rows}")),
            };
            let data = serde_json::Value::from(data);
            let _ = writeln!(cast, "[{:.6}, \"{code}\", {data}]", time.as_secs_f64());
        }
        cast
    }
}

/// The private modes that a full-screen program switches, and what each is.
const MODES: [(&str, bool, &str); 11] = [
    ("1049", false, "the alternate screen"),
    ("47", false, "the alternate screen (old)"),
    ("25", true, "the visible cursor"),
    ("1000", false, "mouse clicks"),
    ("1002", false, "mouse drags"),
    ("1003", false, "mouse moves"),
    ("1006", false, "mouse coordinates (SGR)"),
    ("1015", false, "mouse coordinates (urxvt)"),
    ("1004", false, "focus reports"),
    ("2004", false, "bracketed paste"),
    ("2026", false, "synchronized output"),
];

/// The modes that were last switched away from what a shell expects. Reads the bytes themselves, so
/// it sees modes that the model of the screen does not keep.
pub fn modes_left(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let mut left = Vec::new();
    for (number, normal, name) in MODES {
        let mut state = normal;
        for sequence in text.split("\x1b[?").skip(1) {
            let end = sequence
                .find(|c: char| !c.is_ascii_digit() && c != ';')
                .unwrap_or(sequence.len());
            if !sequence[..end].split(';').any(|mode| mode == number) {
                continue;
            }
            match sequence[end..].chars().next() {
                Some('h') => state = true,
                Some('l') => state = false,
                _ => {}
            }
        }
        if state != normal {
            left.push(format!(
                "{name} (mode {number} is {})",
                if state { "on" } else { "off" }
            ));
        }
    }
    left
}
