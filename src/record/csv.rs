//! Tables written as CSV (RFC 4180).

use ::csv::{Terminator, WriterBuilder};

/// Rows as CSV, each with a line feed at its end; cells are quoted where they have to be.
pub fn to_string<C: AsRef<[u8]>>(rows: impl IntoIterator<Item: IntoIterator<Item = C>>) -> String {
    with_ends(Terminator::Any(b'\n'), rows)
}

/// The same with an end of the line of one's own.
pub fn with_ends<C: AsRef<[u8]>>(
    ends: Terminator,
    rows: impl IntoIterator<Item: IntoIterator<Item = C>>,
) -> String {
    let mut builder = WriterBuilder::new();
    let mut writer = builder
        .flexible(true)
        .terminator(ends)
        .from_writer(Vec::new());
    for row in rows {
        // Memory takes everything.
        let _ = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
