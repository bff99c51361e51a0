//! `--path`: the processor's instructions by name, for the commands that let them be chosen.

use koteki_engine::search::isa::Path;

/// The path called `name`.
///
/// # Errors
/// When this processor has none of the name: says which it has.
pub fn parse(name: &str) -> Result<Path, String> {
    Path::by_name(name).ok_or_else(|| {
        let names: Vec<_> = Path::available().iter().map(|path| path.name()).collect();
        format!(
            "this processor has no path {name:?}; it has {}",
            names.join(", ")
        )
    })
}
