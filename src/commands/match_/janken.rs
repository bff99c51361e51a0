//! `koteki match --game janken`: matches between readers.

use std::io::Write;

use serde_json::json;

use crate::commands::words;
use koteki_engine::search::budget::Cancel;
use koteki_janken::ReaderSpec;
use koteki_janken::contest::{Settings, Tally, contest};
use koteki_session::janken::words as janken_words;

/// Matches, when none are asked for.
pub const MATCHES: u32 = 100;

/// Rounds of a match, when none are asked for.
pub const ROUNDS: u32 = 1000;

/// A pair of players and what came of their matches, from the first's view.
struct Pair<'a> {
    a: &'a ReaderSpec,
    b: &'a ReaderSpec,
    tally: &'a Tally,
}

impl Pair<'_> {
    fn net(&self) -> (f64, Option<(f64, f64)>, f64) {
        match self.tally.net() {
            Some((net, interval)) => {
                let limits = interval.map(|interval| (interval.low, interval.high));
                (net.mean, limits, net.sd)
            }
            None => (0.0, None, 0.0),
        }
    }

    fn json(&self) -> serde_json::Value {
        let (mean, interval, sd) = self.net();
        json!({
            "a": self.a.to_string(),
            "b": self.b.to_string(),
            "rounds": self.tally.rounds(),
            "matches": self.tally.won(),
            "net_per_100": mean,
            "interval": interval.map(|(low, high)| [low, high]),
            "sd": sd,
        })
    }
}

/// Plays every pair of `players` and writes what came of it.
///
/// # Errors
/// A player's name that cannot be read, no threads, an output that is gone.
pub fn write_report(
    players: &[&String],
    settings: &Settings,
    as_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let players: Vec<ReaderSpec> = players
        .iter()
        .map(|name| name.parse())
        .collect::<Result<_, _>>()?;
    let tallies = contest(&players, settings, &Cancel::new())?;
    let mut pairs = Vec::new();
    for (index, a) in players.iter().enumerate() {
        pairs.extend(players[index + 1..].iter().map(|b| (a, b)));
    }
    let pairs: Vec<Pair<'_>> = pairs
        .into_iter()
        .zip(&tallies)
        .map(|((a, b), tally)| Pair { a, b, tally })
        .collect();
    let places = places(&players, &tallies);
    if as_json {
        let places = places.iter().map(
            |&(index, net)| json!({ "player": players[index].to_string(), "net_per_100": net }),
        );
        let report = json!({
            "game": "janken",
            "pairs": pairs.iter().map(Pair::json).collect::<Vec<_>>(),
            "places": places.collect::<Vec<_>>(),
            "matches": settings.matches,
            "rounds": settings.rounds,
            "seed": settings.seed,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    for line in lines(&players, &pairs, &places, settings) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn lines(
    players: &[ReaderSpec],
    pairs: &[Pair<'_>],
    places: &[(usize, f64)],
    settings: &Settings,
) -> Vec<String> {
    let names: Vec<String> = players.iter().map(ToString::to_string).collect();
    let Settings {
        rounds,
        matches,
        seed,
        ..
    } = *settings;
    let mut lines = Vec::new();
    if let [pair] = pairs {
        let (mean, interval, sd) = pair.net();
        let (all, won) = (pair.tally.rounds(), pair.tally.won());
        lines.extend([
            format!(
                "{} against {}: {} of {}",
                names[0],
                names[1],
                janken_words::many(matches.into(), "match", "matches"),
                janken_words::many(rounds.into(), "round", "rounds")
            ),
            counts("rounds", all.wins, all.draws, all.losses),
            counts("matches", won.wins, won.draws, won.losses),
            net_score(mean, interval, sd),
        ]);
    } else {
        lines.push(format!(
            "{} players, each pair {} of {}",
            players.len(),
            janken_words::many(matches.into(), "match", "matches"),
            janken_words::many(rounds.into(), "round", "rounds")
        ));
        for pair in pairs {
            let (mean, interval, sd) = pair.net();
            let (net, won) = (net_score(mean, interval, sd), pair.tally.won());
            let (a, b) = (pair.a.to_string(), pair.b.to_string());
            lines.push(format!(
                "{a} - {b}: {net}, matches {}-{}-{}",
                won.wins, won.draws, won.losses
            ));
        }
        for (place, &(index, net)) in places.iter().enumerate() {
            lines.push(format!(
                "{}. {}: {net:+.2} per 100 rounds, mean over {} opponents",
                place + 1,
                names[index],
                players.len() - 1
            ));
        }
    }
    lines.push(words::again(&format!(
        "koteki match --game janken {} --rounds {rounds} --matches {matches} --seed {seed}",
        names.join(" ")
    )));
    lines
}

/// Players by the mean of their nets against each of the others, best first.
fn places(players: &[ReaderSpec], tallies: &[Tally]) -> Vec<(usize, f64)> {
    let mut sums = vec![0.0; players.len()];
    let mut pairs = tallies.iter();
    for a in 0..players.len() {
        for b in a + 1..players.len() {
            let net = pairs.next().and_then(Tally::net);
            let mean = net.map_or(0.0, |(net, _)| net.mean);
            sums[a] += mean;
            sums[b] -= mean;
        }
    }
    let others = players.len().saturating_sub(1).max(1) as f64;
    let mut places: Vec<(usize, f64)> = sums
        .into_iter()
        .map(|sum| sum / others)
        .enumerate()
        .collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    places
}

fn counts(what: &str, wins: u32, draws: u32, losses: u32) -> String {
    format!("{what}: {wins} won, {draws} drawn, {losses} lost")
}

fn net_score(mean: f64, interval: Option<(f64, f64)>, sd: f64) -> String {
    match interval {
        Some((low, high)) => format!(
            "net {mean:+.2} per 100 rounds (95 % interval {low:+.2} to {high:+.2}, over matches; sd {sd:.2})"
        ),
        None => format!("net {mean:+.2} per 100 rounds (one match: no interval)"),
    }
}
