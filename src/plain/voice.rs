//! What is said, a line at a time.

use std::io::Write;

use koteki_games::words::harmless::harmless;

/// Writes lines with nothing in them that a terminal obeys, each at once.
pub struct Voice<'a>(pub &'a mut dyn Write);

impl Voice<'_> {
    /// Says a line.
    pub fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.0, "{}", harmless(line))?;
        self.0.flush()?;
        Ok(())
    }

    /// Says several.
    pub fn say_all(
        &mut self,
        lines: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> anyhow::Result<()> {
        lines
            .into_iter()
            .try_for_each(|line| self.say(line.as_ref()))
    }
}
