//! `equipoise completions bash` and `equipoise man`: what a shell needs to know about the commands.

use crate::args::{Args, Completions, Man};
use crate::exit::Exit;
use crate::say;
use clap::{Command, CommandFactory};
use equipoise::{Error, Result};

/// Prints the script that lets a shell complete commands and flags.
pub(crate) fn completions(args: &Completions) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "equipoise", &mut script);
    print(script)
}

/// Prints a manual page: that of a command, or of the program.
pub(crate) fn man(args: &Man) -> Result<Exit> {
    let mut program = Args::command();
    program.build();
    let mut command = program.clone();
    for name in &args.command {
        let below: Vec<String> = command
            .get_subcommands()
            .map(|c| c.get_name().to_owned())
            .collect();
        command = command.find_subcommand(name).cloned().ok_or_else(|| {
            Error::usage(format!("there is no command `{}`", args.command.join(" ")))
                .hint(format!("commands there: {}", below.join(", ")))
        })?;
    }
    print(page(command)?)
}

fn page(command: Command) -> Result<Vec<u8>> {
    // As in a shell: `equipoise-atlas-build`.
    let title = command
        .get_bin_name()
        .unwrap_or("equipoise")
        .replace(' ', "-");
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(command)
        .title(title)
        .render(&mut page);
    written
        .map(|()| page)
        .map_err(|e| Error::internal(format!("could not make the manual page: {e}")).caused_by(e))
}

fn print(bytes: Vec<u8>) -> Result<Exit> {
    let text = String::from_utf8(bytes)
        .map_err(|_| Error::internal("what was made for the shell is no text"))?;
    say::text(&text)?;
    Ok(Exit::Done)
}
