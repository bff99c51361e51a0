//! Other programs: this one as an engine of theirs, and theirs as players and judges here.

mod external;
mod gtp;
mod judges;
mod nboard;
mod unasked;
