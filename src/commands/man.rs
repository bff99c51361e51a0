//! `koteki man [COMMAND]`: the manual page, made from the command line itself.

use std::io::Write;

use anyhow::bail;

/// Prints the manual page, of one command or of the whole program.
///
/// For instance: koteki man | man -l -
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command, as in sweep or learn othello; the program itself when left out
    pub command: Vec<String>,
}

/// Writes the page to `out`; `command` is the whole command line.
///
/// # Errors
/// A command that there is not; an `out` that is gone.
pub fn run(args: &Args, mut command: clap::Command, out: &mut impl Write) -> anyhow::Result<()> {
    command.build();
    let mut page = &command;
    let mut full_name = command.get_name().to_owned();
    for name in &args.command {
        let Some(found) = page.find_subcommand(name) else {
            let names: Vec<&str> = visible(page).map(clap::Command::get_name).collect();
            bail!(
                "there is no command {name:?} of {full_name}; commands: {}",
                names.join(", ")
            );
        };
        full_name = format!("{full_name}-{}", found.get_name());
        page = found;
    }
    let page = page.clone().display_name(full_name);
    let mut text = Vec::new();
    clap_mangen::Man::new(page)
        .manual("Koteki manual")
        .source(concat!("koteki ", env!("CARGO_PKG_VERSION")))
        .render(&mut text)?;
    out.write_all(&text)?;
    Ok(out.flush()?)
}

fn visible(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set())
}
