//! All words a person reads, one file per subject: a second language is one more set of files.

pub mod evolve;
