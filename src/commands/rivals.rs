//! `koteki rivals`: whom a person has been bred, keeps, and has met.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use serde_json::json;

use super::choice::{GAMES, one_of};
use crate::config::{Config, Paths};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position as Othello;
use koteki_games::spec::SpecError;
use koteki_games::words::harmless::Harmless;
use koteki_rivals::roster::kit::person::PersonKit;
use koteki_rivals::roster::kit::{GameKind, Kit, with_kit};
use koteki_session::history::met_at_othello;
use koteki_session::rivals::{
    Acquaintances, Favourite, Introduction, Rival, favourites, kept_of, look as look_at_othello,
};
use koteki_session::standing;
use koteki_tui::words;

/// Lists the rivals of a person: those that were bred last, those that are kept for good, and others that were met in
/// measured games, each with how even it is with the person, how it plays and how many games were won, drawn and lost.
///
/// A rival that is kept stays whatever is bred later. It is given to somebody else as a line: --line prints it, and
/// --add keeps the rival of such a line. In the program :rivals does the same.
///
/// With --json one object: name, rivals (name, letter: of those bred last, player, level_with, even: the chance that the
/// person truly scores 0.4 to 0.6 of the points against it, and the expected score with its 95 % interval, null where that
/// is not known, favourite, won, drawn, lost, style).
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Whose rivals; those of the player of the settings when left out
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = one_of(&GAMES), default_value = "othello")]
    pub game: GameKind,
    /// Keep this rival for good: its letter, or its name
    #[arg(long, value_name = "RIVAL", group = "deed")]
    pub keep: Option<String>,
    /// Stop keeping this rival
    #[arg(long, value_name = "RIVAL", group = "deed")]
    pub drop: Option<String>,
    /// Print this rival as one line, to give it away
    #[arg(long, value_name = "RIVAL", group = "deed")]
    pub line: Option<String>,
    /// Keep the rival of a line for good
    #[arg(long, value_name = "LINE", group = "deed")]
    pub add: Option<String>,
    /// Settings file, on top of the built-in settings and your own file
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The folder of games
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Print one JSON object instead of lines
    #[arg(long, conflicts_with = "deed")]
    pub json: bool,
}

/// Lists them, or does what is asked for.
///
/// # Errors
/// When there is no such rival, or what is kept cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let paths = Paths::from_environment();
    let config = Config::load(&paths, args.config.as_deref())?;
    let name = args.name.as_ref().unwrap_or(&config.game.name);
    let Some(data) = config.data_folder(&paths, args.data.as_deref()) else {
        bail!(words::NOT_KEPT);
    };
    with_kit!(
        args.game,
        Othello => answer(args, &data, name, of_othello(&data, name)?)?,
        K => answer(args, &data, name, of::<K>(&data, name)?)?
    );
    Ok(ExitCode::SUCCESS)
}

/// What is known of somebody's rivals.
pub(super) struct Known<K: Kit> {
    /// The rivals.
    pub rivals: Vec<Introduction<K>>,
    /// In words what of them cannot be read.
    troubles: Vec<String>,
    /// What is known of the person.
    evidence: K::Evidence,
}

/// Those of `name` at Othello in the folder `data`.
///
/// # Errors
/// When there are games and the system does not let them be read.
pub(super) fn of_othello(data: &Path, name: &str) -> anyhow::Result<Known<Othello>> {
    let (offered, trouble) = look_at_othello(data, name);
    let met = met_at_othello(data, name)?;
    let (evidence, _) = standing::look::<Othello>(data, name);
    Ok(known(data, name, (&offered, trouble), met, evidence))
}

/// The same at another game.
///
/// # Errors
/// When the opponent that rivals are bred against has no such name.
pub(super) fn of<K: PersonKit>(data: &Path, name: &str) -> anyhow::Result<Known<K>> {
    let (evidence, trouble) = standing::look::<K>(data, name);
    let against = K::player_named(&K::default_evolution().opponent)?;
    let offered = kept_of(evidence.rivals(), &against);
    let met = evidence.games().iter();
    let met = met.filter_map(|it| Some((it.opponent.parse().ok()?, it.difference)));
    let met = met.collect();
    Ok(known(data, name, (&offered, trouble), met, evidence))
}

fn known<K: Kit>(
    data: &Path,
    name: &str,
    (offered, trouble): (&[Rival<K>], Option<String>),
    met: Vec<(K::Spec, i32)>,
    evidence: K::Evidence,
) -> Known<K> {
    let mut people = Acquaintances::<K>::default();
    let (favourites, unread) = favourites::look(data, name);
    people.favourites = favourites;
    for (opponent, difference) in met {
        people.meet(opponent, difference);
    }
    Known {
        rivals: people.introductions(offered, |_| None, |_| None),
        troubles: trouble.into_iter().chain(unread).collect(),
        evidence,
    }
}

/// The opponent that a person calls `called` by the flag: one of the `rivals` by its letter or name, or any player.
///
/// # Errors
/// When there is none.
pub(super) fn opponent<K: Kit>(
    called: &str,
    rivals: &[Introduction<K>],
) -> anyhow::Result<K::Spec> {
    if let Some(rival) = rivals.iter().find(|it| it.is_called(called)) {
        return Ok(rival.player);
    }
    let player = called.parse().map(K::named_by_person);
    player.map_err(|error: SpecError| {
        // A fault in a setting is of a player that there is.
        if error.column > 1 {
            return anyhow!("--opponent: {error}");
        }
        let own = rivals.iter().map(|it| match it.letter {
            Some(letter) => format!("{} ({letter})", it.name),
            None => it.name.clone(),
        });
        let own = own.collect::<Vec<_>>().join(", ");
        let own = if own.is_empty() { "none yet" } else { &own };
        anyhow!("--opponent: {error}; your rivals: {own}")
    })
}

fn answer<K: Kit>(args: &Args, data: &Path, name: &str, known: Known<K>) -> anyhow::Result<()> {
    let mut rivals = known.rivals;
    for trouble in known.troubles {
        writeln!(Harmless::words(std::io::stderr()), "koteki: {trouble}")?;
    }
    let out = &mut Harmless::json_or_words(args.json, std::io::stdout().lock());
    if let Some(line) = &args.add {
        let favourite = Favourite::<K>::from_line(line).map_err(|why| anyhow!(why))?;
        let called = K::name_of(&favourite.player).unwrap_or_default();
        let is_new =
            favourites::change(data, name, &favourite, true).map_err(|why| anyhow!(why))?;
        let already = if is_new { "" } else { "already " };
        writeln!(out, "{called} is {already}kept for good.")?;
        return Ok(());
    }
    let find = |wanted: &str| {
        let found = rivals.iter().find(|it| it.is_called(wanted));
        found.ok_or_else(|| anyhow!("there is no rival {wanted:?}; koteki rivals lists all"))
    };
    if let Some(wanted) = &args.line {
        writeln!(out, "{}", find(wanted)?.favourite().line())?;
        return Ok(());
    }
    let change = args.keep.as_ref().map(|it| (it, true));
    if let Some((wanted, keep)) = change.or(args.drop.as_ref().map(|it| (it, false))) {
        let rival = find(wanted)?;
        favourites::change(data, name, &rival.favourite(), keep).map_err(|why| anyhow!(why))?;
        let not = if keep { "" } else { "not " };
        writeln!(out, "{} is {not}kept for good.", rival.name)?;
        return Ok(());
    }
    rivals.iter_mut().for_each(|it| it.weigh(&known.evidence));
    list(name, rivals, args.json, out)
}

fn list<K: Kit>(
    name: &str,
    mut rivals: Vec<Introduction<K>>,
    as_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for rival in &mut rivals {
        rival.look = K::portray(&rival.player, 0, &Cancel::new()).map(|it| it.portrait);
    }
    if as_json {
        let rivals = rivals.iter().map(|it| {
            let [won, drawn, lost] = it.record;
            let level = it.level.as_ref();
            json!({
                "name": it.name,
                "letter": it.letter,
                "player": format!("{:#}", it.player),
                "level_with": level.map(|it| json!({ "player": it.0.to_string(), "d": it.1 })),
                "even": it.evenness.map(|it| json!({
                    "chance": it.even,
                    "expected": it.expected,
                    "low": it.interval.low,
                    "high": it.interval.high,
                })),
                "favourite": it.is_favourite,
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "style": it.look,
            })
        });
        let rivals: Vec<_> = rivals.collect();
        writeln!(out, "{}", json!({ "name": name, "rivals": rivals }))?;
        return Ok(());
    }
    if rivals.is_empty() {
        writeln!(
            out,
            "No rivals of {name:?} yet: they are bred while a game is played. (NAME is whose rivals are listed; \
             --line RIVAL shows one of yours.)"
        )?;
    }
    for rival in &rivals {
        let letter = rival.letter.unwrap_or(' ');
        writeln!(out, "{letter} {:<8} {}", rival.name, rival.words())?;
    }
    Ok(())
}
