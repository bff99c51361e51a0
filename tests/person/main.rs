//! A person and the program: a sitting, plain lines, games on the disk, the coach and the lesson.

mod coach;
#[path = "../common/mod.rs"]
mod common;
mod lesson;
mod plain;
mod records;
mod rivals;
mod sitting;
