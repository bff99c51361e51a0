//! `koteki completions SHELL`: what the shell needs to complete koteki's words.

use std::io::Write;

use clap_complete::Shell;

/// Prints the completions for a shell.
///
/// For instance: koteki completions bash > ~/.local/share/bash-completion/completions/koteki
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The shell
    pub shell: Shell,
}

/// Writes the completions of `command`, the whole command line, to `out`.
///
/// # Errors
/// When `out` is gone.
pub fn run(args: &Args, mut command: clap::Command, out: &mut impl Write) -> anyhow::Result<()> {
    let name = command.get_name().to_owned();
    // Into memory first: the generator panics when what it writes to is gone.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut text);
    out.write_all(&text)?;
    Ok(out.flush()?)
}
