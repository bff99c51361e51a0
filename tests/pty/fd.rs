//! The few system calls behind the pseudo-terminal that no safe crate here offers.
#![allow(unsafe_code)]

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::time::Duration;

/// Another descriptor of the open file behind `fd`. (The library's own writer types an end of file
/// into the terminal when it is dropped, which a window that closes does not do.)
pub fn duplicate(fd: RawFd) -> Result<File> {
    // SAFETY: the caller holds the terminal that owns `fd` open for the length of this call.
    let borrowed = unsafe { BorrowedFd::borrow_raw(fd) };
    Ok(File::from(borrowed.try_clone_to_owned()?))
}

/// Reads what is there; `None` when nothing came within `patience`. The end of a terminal, which
/// Linux reports as an error, is 0 bytes as anywhere else.
pub fn read_within(
    file: &mut File,
    buffer: &mut [u8],
    patience: Duration,
) -> Result<Option<usize>> {
    let mut poll = libc::pollfd {
        fd: file.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    let timeout = i32::try_from(patience.as_millis()).unwrap_or(i32::MAX);
    // SAFETY: one valid pollfd, and its count.
    let ready = unsafe { libc::poll(&raw mut poll, 1, timeout) };
    if ready == 0 {
        return Ok(None);
    }
    if ready < 0 {
        let error = Error::last_os_error();
        return if error.kind() == ErrorKind::Interrupted {
            Ok(None)
        } else {
            Err(error)
        };
    }
    match file.read(buffer) {
        Ok(n) => Ok(Some(n)),
        Err(error) if error.raw_os_error() == Some(libc::EIO) => Ok(Some(0)),
        Err(error) => Err(error),
    }
}

/// Sends `signal` to the process `pid`.
pub fn signal(pid: u32, signal: i32) -> Result<()> {
    let pid = i32::try_from(pid).map_err(|_| Error::from(ErrorKind::InvalidInput))?;
    // SAFETY: sends a signal, touches no memory of ours.
    if unsafe { libc::kill(pid, signal) } == 0 {
        Ok(())
    } else {
        Err(Error::last_os_error())
    }
}
