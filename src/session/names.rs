//! What the players of a game are called, wherever a person reads it.

use super::rivals::Rival;
use crate::Settings;
use koteki_record::game::Players;
use koteki_rivals::measure::words::capitalised;
use koteki_rivals::roster::portrait::name_of;
use koteki_rivals::roster::{PlayerSpec, Spec as _, Target};

/// A machine: one of the `rivals` by its letter too.
pub fn machine(spec: &PlayerSpec, rivals: &[Rival]) -> String {
    if let Some(it) = rivals.iter().find(|rival| rival.player == *spec) {
        return rival(it.letter, spec);
    }
    match spec {
        PlayerSpec::Individual(search) => format!("Rival {}", name_of(&search.weights)),
        PlayerSpec::Agent(agent) => match agent.target {
            Target::Fixed(d) => format!("Agent (D {d:.0})"),
            Target::Open => capitalised(spec.name()),
        },
        PlayerSpec::Engine(engine) => engine.program(),
        _ => capitalised(&spec.to_string()),
    }
}

/// A rival: by its letter, and by the name that its weights give it.
pub fn rival(letter: char, spec: &PlayerSpec) -> String {
    match spec {
        PlayerSpec::Individual(search) => format!("Rival {letter}, {}", name_of(&search.weights)),
        _ => format!("Rival {letter}"),
    }
}

/// A person; whoever has not said a name is you.
pub fn person(name: &str) -> String {
    if name == Settings::default().name {
        "you".to_owned()
    } else {
        name.to_owned()
    }
}

/// The players of a game in a file: those of this program's games are called what they are called at the
/// board, others what the file says.
pub fn listed(names: [Option<&str>; 2]) -> [Option<String>; 2] {
    let is_known = |name: &str| PlayerSpec::names().any(|it| name.split(':').next() == Some(it));
    let spec = |name: Option<&str>| name.filter(|it| is_known(it))?.parse::<PlayerSpec>().ok();
    let specs = names.map(spec);
    let own = specs.iter().any(Option::is_some);
    [0, 1].map(|side| match (&specs[side], names[side]) {
        (Some(spec), _) => Some(machine(spec, &[])),
        (None, Some(name)) if own => Some(person(name)),
        (None, name) => name.map(str::to_owned),
    })
}

/// Whoever is `written` so in a record.
pub fn written(written: &str) -> String {
    match (Players::name(written), written.parse()) {
        (Some(name), _) => person(name),
        (None, Ok(spec)) => machine(&spec, &[]),
        // Of a later version, or of another program.
        (None, Err(_)) => written.to_owned(),
    }
}
