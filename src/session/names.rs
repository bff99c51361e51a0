//! What the players of a game are called, wherever a person reads it.

use crate::Settings;
use koteki_games::othello::Position;
use koteki_record::game::Players;
use koteki_rivals::measure::words::capitalised;
use koteki_rivals::roster::kit::Kit;
use koteki_rivals::roster::{PlayerSpec, Spec as _, Target};

/// A rival; `None` of any other player.
pub fn rival<K: Kit>(spec: &K::Spec) -> Option<String> {
    K::name_of(spec).map(|name| rival_of(&name))
}

/// The rival of this name.
pub fn rival_of(name: &str) -> String {
    format!("Rival {name}")
}

/// A machine that is written so in a file of a game.
pub fn called<K: Kit>(written: &str) -> String {
    let spec = written.parse::<K::Spec>();
    spec.map_or_else(
        |_| written.to_owned(),
        |spec| rival::<K>(&spec).unwrap_or_else(|| spec.to_string()),
    )
}

/// A machine.
pub fn machine(spec: &PlayerSpec) -> String {
    if let Some(name) = rival::<Position>(spec) {
        return name;
    }
    match spec {
        PlayerSpec::Agent(agent) => match agent.target {
            Target::Fixed(d) => format!("Agent (D {d:.0})"),
            Target::Open => capitalised(spec.name()),
        },
        PlayerSpec::Engine(engine) => engine.program(),
        _ => capitalised(&spec.to_string()),
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
        (Some(spec), _) => Some(machine(spec)),
        (None, Some(name)) if own => Some(person(name)),
        (None, name) => name.map(str::to_owned),
    })
}

/// Whoever is `written` so in a record.
pub fn written(written: &str) -> String {
    match (Players::name(written), written.parse()) {
        (Some(name), _) => person(name),
        (None, Ok(spec)) => machine(&spec),
        // Of a later version, or of another program.
        (None, Err(_)) => written.to_owned(),
    }
}
