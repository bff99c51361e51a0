//! Talking to an engine: another program that knows the game, behind a protocol of lines.
//!
//! Nothing here trusts the other program: it may not start, may end at any time, may never answer, may
//! answer with anything, and may send without end.
//!
//! | file | what lives there |
//! |---|---|
//! | [`lines`] | lines of another program, however long |
//! | [`process`] | an engine as a process of its own, and its end |
//! | [`gtp`] | asking it by the Go Text Protocol |
//! | [`nboard`] | asking it by the NBoard protocol |
//! | [`error`] | what it can do wrong |

pub mod error;
pub mod gtp;
pub mod lines;
pub mod nboard;
pub mod process;
