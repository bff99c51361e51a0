//! `koteki man [COMMAND]`: the manual page, made from the command line itself.

use std::io::Write;

use anyhow::bail;

/// Prints the manual page, of one command or of the whole program.
///
/// For instance: koteki man | man -l -
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command; the program itself when left out
    pub command: Option<String>,
}

/// Writes the page to `out`; `command` is the whole command line.
///
/// # Errors
/// A command that there is not; an `out` that is gone.
pub fn run(args: &Args, mut command: clap::Command, out: &mut impl Write) -> anyhow::Result<()> {
    command.build();
    let page = match &args.command {
        None => command,
        Some(name) => {
            let Some(subcommand) = command.find_subcommand(name) else {
                let names: Vec<&str> = visible(&command).map(clap::Command::get_name).collect();
                bail!(
                    "there is no command {name:?}; commands: {}",
                    names.join(", ")
                );
            };
            let full_name = format!("{}-{}", command.get_name(), subcommand.get_name());
            subcommand.clone().display_name(full_name)
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .manual("Koteki manual")
        .render(&mut text)?;
    out.write_all(&text)?;
    Ok(out.flush()?)
}

fn visible(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set())
}
