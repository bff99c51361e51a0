//! One file per subcommand, no logic of its own: it reads the arguments, asks the rooms, prints.

pub mod play;
