//! A picture of the screen as SVG. Braille, blocks and frames are drawn as shapes, so they meet at
//! the edges of their cells whatever font the viewer has; everything else is text on a fixed grid.

use std::fmt::Write as _;

const CELL: (f32, f32) = (8.4, 17.0);
const MARGIN: f32 = 8.0;
const FOREGROUND: &str = "#c5c8c6";
const BACKGROUND: &str = "#1d1f21";
/// The sixteen named colours.
const NAMED: [&str; 16] = [
    "#1d1f21", "#cc6666", "#7fb347", "#d7af00", "#5f87d7", "#b294bb", "#5fafaf", "#c5c8c6",
    "#666666", "#ff6c6b", "#98be65", "#ecbe7b", "#51afef", "#c678dd", "#46d9ff", "#ffffff",
];

fn colour(colour: vt100::Color, default: &str) -> String {
    match colour {
        vt100::Color::Default => default.to_owned(),
        vt100::Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        vt100::Color::Idx(index @ 0..16) => NAMED[usize::from(index)].to_owned(),
        vt100::Color::Idx(index @ 16..232) => {
            let index = index - 16;
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let (r, g, b) = (level(index / 36), level(index / 6 % 6), level(index % 6));
            format!("#{r:02x}{g:02x}{b:02x}")
        }
        vt100::Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

/// Foreground and background as they are seen.
fn colours(cell: &vt100::Cell) -> (String, String) {
    let fore = colour(cell.fgcolor(), FOREGROUND);
    let back = colour(cell.bgcolor(), BACKGROUND);
    if cell.inverse() {
        (back, fore)
    } else {
        (fore, back)
    }
}

/// Which of up, right, down, left a frame character reaches; `true` for heavy or double lines.
fn frame_arms(char: char) -> Option<([bool; 4], bool)> {
    let (arms, heavy) = match char {
        '─' | '╌' | '┄' => (0b0101, false),
        '│' | '╎' | '┆' => (0b1010, false),
        '┌' | '╭' => (0b0110, false),
        '┐' | '╮' => (0b0011, false),
        '└' | '╰' => (0b1100, false),
        '┘' | '╯' => (0b1001, false),
        '├' => (0b1110, false),
        '┤' => (0b1011, false),
        '┬' => (0b0111, false),
        '┴' => (0b1101, false),
        '┼' => (0b1111, false),
        '━' | '═' => (0b0101, true),
        '┃' | '║' => (0b1010, true),
        '┏' | '╔' => (0b0110, true),
        '┓' | '╗' => (0b0011, true),
        '┗' | '╚' => (0b1100, true),
        '┛' | '╝' => (0b1001, true),
        _ => return None,
    };
    Some((
        [arms & 8 != 0, arms & 4 != 0, arms & 2 != 0, arms & 1 != 0],
        heavy,
    ))
}

/// The part of its cell that a block character fills: x, y, width, height as fractions.
fn block(char: char) -> Option<(f32, f32, f32, f32)> {
    let code = u32::from(char);
    Some(match code {
        0x2580 => (0.0, 0.0, 1.0, 0.5),
        0x2581..=0x2588 => {
            let height = (code - 0x2580) as f32 / 8.0;
            (0.0, 1.0 - height, 1.0, height)
        }
        0x2589..=0x258f => (0.0, 0.0, (0x2590 - code) as f32 / 8.0, 1.0),
        0x2590 => (0.5, 0.0, 0.5, 1.0),
        _ => return None,
    })
}

/// The dots of a braille character: bit 0 … 7 of its code, as column and row of a 2 × 4 grid.
const BRAILLE: [(f32, f32); 8] = [
    (0.0, 0.0),
    (0.0, 1.0),
    (0.0, 2.0),
    (1.0, 0.0),
    (1.0, 1.0),
    (1.0, 2.0),
    (0.0, 3.0),
    (1.0, 3.0),
];

fn shape(svg: &mut String, char: char, x: f32, y: f32, fore: &str) -> bool {
    let (width, height) = CELL;
    let code = u32::from(char);
    if (0x2800..=0x28ff).contains(&code) {
        for (bit, (column, row)) in BRAILLE.into_iter().enumerate() {
            if (code - 0x2800) >> bit & 1 == 1 {
                let cx = x + width * (0.27 + 0.46 * column);
                let cy = y + height * (0.125 + 0.25 * row);
                let _ = write!(
                    svg,
                    "<circle cx=\"{cx:.2}\" cy=\"{cy:.2}\" r=\"1.3\" fill=\"{fore}\"/>"
                );
            }
        }
        return true;
    }
    if let Some((bx, by, bw, bh)) = block(char) {
        let (left, top) = (x + bx * width, y + by * height);
        let _ = write!(
            svg,
            "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{fore}\"/>",
            bw * width,
            bh * height
        );
        return true;
    }
    if let Some(([up, right, down, left], heavy)) = frame_arms(char) {
        let (cx, cy) = (x + width / 2.0, y + height / 2.0);
        let mut path = String::new();
        for (drawn, px, py) in [
            (up, cx, y),
            (right, x + width, cy),
            (down, cx, y + height),
            (left, x, cy),
        ] {
            if drawn {
                let _ = write!(path, "M{cx:.2} {cy:.2}L{px:.2} {py:.2}");
            }
        }
        let stroke = if heavy { 2.0 } else { 1.0 };
        let _ = write!(
            svg,
            "<path d=\"{path}\" stroke=\"{fore}\" stroke-width=\"{stroke}\" stroke-linecap=\"square\" fill=\"none\"/>"
        );
        return true;
    }
    false
}

/// The screen as one SVG document.
pub fn svg(screen: &vt100::Screen) -> String {
    let (rows, cols) = screen.size();
    let (width, height) = CELL;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"14\">\
         <rect width=\"100%\" height=\"100%\" fill=\"{BACKGROUND}\"/>\n",
        f32::from(cols.get()).mul_add(width, 2.0 * MARGIN),
        f32::from(rows.get()).mul_add(height, 2.0 * MARGIN),
    );
    for row in 0..rows.get() {
        let y = f32::from(row).mul_add(height, MARGIN);
        let x_of = |col: u16| f32::from(col).mul_add(width, MARGIN);
        // Backgrounds first, a run of one colour in one piece: pieces would show seams.
        let mut col = 0;
        while col < cols.get() {
            let back = |col| {
                screen
                    .cell(row, col)
                    .map_or_else(|| BACKGROUND.into(), |cell| colours(cell).1)
            };
            let (start, fill) = (col, back(col));
            while col < cols.get() && back(col) == fill {
                col += 1;
            }
            if fill != BACKGROUND {
                let _ = write!(
                    svg,
                    "<rect x=\"{:.2}\" y=\"{y:.2}\" width=\"{:.2}\" height=\"{height}\" fill=\"{fill}\"/>",
                    x_of(start),
                    x_of(col) - x_of(start)
                );
            }
        }
        for col in 0..cols.get() {
            let Some(cell) = screen.cell(row, col) else {
                continue;
            };
            let text = cell.contents();
            let Some(char) = text.chars().next() else {
                continue;
            };
            if cell.is_wide_continuation() || text.trim().is_empty() {
                continue;
            }
            let (fore, _) = colours(cell);
            if shape(&mut svg, char, x_of(col), y, &fore) {
                continue;
            }
            let mut style = String::new();
            if cell.bold() {
                style += " font-weight=\"bold\"";
            }
            if cell.italic() {
                style += " font-style=\"italic\"";
            }
            if cell.underline() {
                style += " text-decoration=\"underline\"";
            }
            if cell.dim() {
                style += " opacity=\"0.6\"";
            }
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let _ = write!(
                svg,
                "<text x=\"{:.2}\" y=\"{:.2}\" fill=\"{fore}\"{style}>{text}</text>",
                x_of(col),
                y + 13.0
            );
        }
        svg.push('\n');
    }
    svg + "</svg>\n"
}
