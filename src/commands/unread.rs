//! Output that may no longer be read: a long run keeps going when the reader of its progress
//! goes away.

use std::io::{self, ErrorKind, Write};

/// Writes to what is inside until its reader is gone, and from then on nowhere.
#[derive(Debug)]
pub struct Unread<W> {
    out: W,
    gone: bool,
}

impl<W: Write> Unread<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, gone: false }
    }

    /// Whether it is no longer read.
    pub const fn is_gone(&self) -> bool {
        self.gone
    }

    fn unless_gone<T>(&mut self, written: io::Result<T>, otherwise: T) -> io::Result<T> {
        match written {
            Err(error) if is_end_of_reading(&error) => {
                self.gone = true;
                Ok(otherwise)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.unless_gone(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.unless_gone(flushed, ())
    }
}

/// Messages beside the real output: where they cannot be written, the work goes on without them.
#[derive(Debug)]
pub struct BestEffort<W>(pub W);

impl<W: Write> Write for BestEffort<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All or nothing, as far as the caller can tell.
        let _ = self.0.write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// A pipe whose reader has closed it, or a terminal that is no longer there.
fn is_end_of_reading(error: &io::Error) -> bool {
    #[cfg(unix)]
    let hung_up = error.raw_os_error() == Some(libc::EIO);
    #[cfg(not(unix))]
    let hung_up = false;
    error.kind() == ErrorKind::BrokenPipe || hung_up
}
