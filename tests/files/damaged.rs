//! Damaged files: never a panic, never time or memory without end, and every game that is given is one.

use std::io::BufReader;

use koteki_games::othello::Position;
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine};
use koteki_record::formats::{Format, Game, Games, Names, survey, wthor};

use super::written::drawn;
use super::{data, entries, read, written};

/// Reads all there is; every game must be one, and there are no more places than bytes.
fn check(bytes: &[u8]) -> usize {
    let last = survey(BufReader::new(bytes)).unwrap().last;
    let mut games = Games::new(BufReader::with_capacity(64, bytes), Some(last));
    let mut count = 0;
    let mut before = 0;
    while let Some(entry) = games.next_entry().unwrap() {
        count += 1;
        assert!(count <= bytes.len() + 1, "places without end");
        assert_eq!(entry.at.number, count as u64);
        assert!(entry.at.offset <= bytes.len() as u64);
        before = entry.at.offset.max(before);
        match entry.game {
            Ok(Game { line, .. }) => {
                let mut again = GameLine::from_position(line.positions()[0]);
                for &mv in line.moves() {
                    again.play(mv).unwrap();
                }
                assert_eq!(again.position(), line.position());
            }
            Err(fault) => assert!(fault.to_string().chars().count() < 1000, "{fault}"),
        }
    }
    let mut names = Names::default();
    names.add(bytes);
    count
}

/// Files to begin with: every format as it is written here and as others write it, and parts of real ones.
fn seeds() -> Vec<Vec<u8>> {
    let all: Vec<Game> = (0..4).map(|seed| Game::of(drawn(seed))).collect();
    let mut seeds: Vec<Vec<u8>> = Format::ALL
        .into_iter()
        .filter(|format| *format != Format::Wthor)
        .map(|format| written(&all[..2], format))
        .collect();
    let mut writer = wthor::Writer::new(std::io::Cursor::new(Vec::new()), [20, 26, 1, 2]).unwrap();
    for seed in 0..40 {
        let line = drawn(seed);
        if line.positions()[0] == Position::start() {
            writer.write(&Game::of(line)).unwrap().unwrap();
        }
    }
    let (file, tables) = writer.finish().unwrap();
    seeds.extend([file.into_inner(), tables.players, tables.tournaments]);
    for text in [
        "[Black \"ann\"]\n[White \"bob\"]\n\n1. f5 d6 2. c3 d3 {x} 3. c4 33-31\n",
        "{\"position\":{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"}]},\"players\":[{\"name\":\"a\"}]}",
        "{\n \"transcript\": \"f5d6\",\n \"notes\": [[1, null]]\n}\n[{\"transcript\":\"f5\"},{\"transcript\":\"d3\"}]",
        "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nX\nf5d6\nc3\n",
        "(;GM[2]AB[e5][f5]PL[W]C[a \\] b];W[d6](;B[c3];W[d3])(;B[f4]))",
        "{\"format\":1,\"id\":\"a\",\"game\":\"othello\",\"started\":0,\"ended\":0,\"status\":\"finished\",\
         \"kind\":\"practice\",\"players\":{\"black\":\"human:ann\",\"white\":\"beginner\"},\"seed\":1,\
         \"transcript\":\"f5d6\"}\n",
    ] {
        seeds.push(text.as_bytes().to_vec());
    }
    for (folder, file, length) in [
        ("wthor", "WTH_1977.wtb", 600),
        ("wthor", "WTH.JOU", 416),
        ("ffo", "fforum-1-19.obf", 700),
        ("games", "TestGames.ggf", 1000),
    ] {
        if let Some(folder) = data(folder) {
            let mut bytes = std::fs::read(folder.join(file)).unwrap();
            bytes.truncate(length);
            seeds.push(bytes);
        }
    }
    seeds
}

/// Signs that mean something somewhere.
const SIGNS: &[u8] = b"()[]{};:,\"\\/\n\r #%*-.XOBW018a\0\xff\xef\xbb\xbf";

/// A file with so many things wrong with it.
fn damaged(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.choose(seeds).unwrap().clone();
    for _ in 0..=random.below(4) {
        let length = bytes.len();
        let at = random.below(length + 1);
        let end = (at + 1 + random.below(40)).min(length);
        match random.below(7) {
            0 => bytes.truncate(at),
            1 if at < end => drop(bytes.drain(at..end)),
            2 if at < end => {
                let piece = bytes[at..end].to_vec();
                let place = random.below(length + 1);
                bytes.splice(place..place, piece);
            }
            3 => {
                let other = random.choose(seeds).unwrap();
                let from = random.below(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            4 if at < length => bytes[at] ^= 1 << random.below(8),
            5 if at < length => bytes[at] = *random.choose(SIGNS).unwrap(),
            _ => bytes.insert(at, *random.choose(SIGNS).unwrap()),
        }
    }
    bytes.truncate(4096);
    bytes
}

fn try_cases(cases: u64, seed: u64) -> (u64, u64) {
    let seeds = seeds();
    for seed in &seeds {
        check(seed);
    }
    let mut random = Random::seed_from_u64(seed);
    let (mut places, mut bytes) = (0, 0);
    for _ in 0..cases {
        let case = damaged(&seeds, &mut random);
        bytes += case.len() as u64;
        places += check(&case) as u64;
    }
    (places, bytes)
}

#[test]
fn damaged_files_are_read_without_a_panic() {
    let (places, _) = try_cases(4_000, 1);
    assert!(places > 4_000);
}

/// With KOTEKI_FUZZ_CASES and KOTEKI_FUZZ_SEED, in release: `cargo test --release --test files -- --ignored`.
#[test]
#[ignore = "takes minutes: as many cases as KOTEKI_FUZZ_CASES says"]
fn millions_of_damaged_files_are_read_without_a_panic() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
    };
    let (cases, seed) = (
        number("KOTEKI_FUZZ_CASES", 10_000_000),
        number("KOTEKI_FUZZ_SEED", 2),
    );
    let (places, bytes) = try_cases(cases, seed);
    eprintln!("{cases} damaged files (seed {seed}), {bytes} bytes, {places} places read");
}

#[test]
fn nothing_is_read_without_end() {
    // Each of eight megabytes, more than is ever looked at.
    for piece in [
        "(",
        "(;",
        "[",
        "{",
        ")",
        "(;B[f5]",
        "f5",
        "-",
        "[Black \"",
        "(;C[",
        "{\"a\":",
        "1",
    ] {
        let bytes = piece.repeat((8 << 20) / piece.len());
        let found = entries(bytes.as_bytes());
        assert!(
            !found.is_empty() && found.len() < 10,
            "{piece}: {}",
            found.len()
        );
        assert!(found.iter().all(|entry| entry.game.is_err()), "{piece}");
    }
    // What is too long is told once, and what comes behind it is read.
    let good = "(;GM[2];B[f5])\n";
    for long in [
        format!("(;GM[2];C[{}])\n", "x".repeat(2 << 20)),
        format!("(;GM[2]{})\n", ";C[xxxxxxxxx]\n".repeat(100_000)),
        format!("(;GM[2]{})\n", ";".repeat(300_000)),
        format!("{}\n", "f5".repeat(100_000)),
        format!("{{\n{}\n}}\n", "\"a\": 1,\n".repeat(300_000)),
    ] {
        let found = read(&format!("{good}{long}{good}"));
        assert_eq!(found.len(), 3, "{}", &long[..20]);
        assert_eq!(
            (&found[0], &found[2]),
            (&Ok("f5".to_owned()), &Ok("f5".to_owned()))
        );
        let fault = found[1].as_ref().unwrap_err();
        assert!(
            fault.contains("longer than") || fault.contains("more than"),
            "{fault}"
        );
    }
    // Nested as deep as it may be long.
    let deep = format!("{}{}", "(;B[]".repeat(100_000), ")".repeat(100_000));
    assert_eq!(read(&deep).len(), 1);
    // A thousand tags, a million empty lines.
    let tags = format!("{}\n1. f5\n", "[Black \"ann\"]\n".repeat(1000));
    assert_eq!(read(&tags), [Ok("f5".to_owned())]);
    assert!(read(&"\n".repeat(1 << 20)).is_empty());
}

#[test]
fn what_is_wrong_with_a_file_of_wthor_is_said() {
    let mut writer = wthor::Writer::new(std::io::Cursor::new(Vec::new()), [20, 26, 1, 2]).unwrap();
    for moves in ["f5d6c3", "f5f6e6", "f5f4"] {
        let line = koteki_games::othello::notation::read_transcript(moves).unwrap();
        writer.write(&Game::of(line)).unwrap().unwrap();
    }
    let good = writer.finish().unwrap().0.into_inner();
    let found = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        let entries = entries(&bytes).into_iter();
        let told = entries.map(|entry| match entry.game {
            Ok(game) => game.line.ply().to_string(),
            Err(fault) => format!("{}: {fault}", entry.at.offset),
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(found(&|_| {}), ["3", "3", "2"]);
    // The second game begins at byte 84, its moves at 92.
    type Case<'a> = (&'a dyn Fn(&mut Vec<u8>), [&'a str; 3]);
    let cases: [Case<'_>; 3] = [
        (
            &|bytes| bytes[93] = 11,
            [
                "3",
                "84: byte 93, move 2: a1 is not legal: a1 turns no disc over",
                "2",
            ],
        ),
        (
            &|bytes| bytes[94] = 99,
            [
                "3",
                "84: byte 94, move 3: 99 is no square (10 x row + column, each 1 to 8)",
                "2",
            ],
        ),
        (
            &|bytes| bytes[93] = 0,
            [
                "3",
                "84: byte 94, move 3: 65 is no square (10 x row + column, each 1 to 8)",
                "2",
            ],
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(found(change), expected);
    }
    let cut = found(&|bytes| bytes.truncate(200));
    assert_eq!(
        cut[2],
        "152: the file is cut off: it says that it holds 3 games, and 2 are there"
    );
    let more = found(&|bytes| bytes.push(7));
    assert_eq!(
        more[3],
        "220: there is more behind the last of the 3 games that the file says it holds"
    );
    assert_eq!(
        found(&|bytes| bytes[12] = 10),
        ["16: a board of size 10: koteki reads Othello on 8x8 squares"]
    );
    assert_eq!(found(&|bytes| bytes[8] = 1).len(), 1);
}
