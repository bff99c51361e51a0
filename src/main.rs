//! The `koteki` program: reads the command line and hands over.

fn main() {}
