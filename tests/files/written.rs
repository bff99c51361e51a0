//! What is written is read again as it was.

use std::io::Cursor;

use koteki_games::othello::notation::{read_transcript, write_board};
use koteki_games::othello::{Move, Position};
use koteki_games::random::{Random, SeedableRng as _};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::formats::writer::transcript;
use koteki_record::formats::{
    About, Claim, Ending, Format, Game, Lead, Names, Note, TextWriter, Theoretical,
    check_reachable, wthor,
};
use proptest::prelude::*;

use super::{games, written};

/// A random game, from a position at random, of a length at random: 0 plies, all of them, or any number.
pub(crate) fn drawn(seed: u64) -> GameLine<Position> {
    let mut random = Random::seed_from_u64(seed);
    let mut legal = Vec::new();
    let mut play = |line: &mut GameLine<Position>, plies: usize| {
        for _ in 0..plies {
            line.position().legal_moves(&mut legal);
            let Some(&mv) = random.choose(&legal) else {
                return;
            };
            line.play(mv).unwrap();
        }
    };
    let [kind, before, plies] = [8, 50, 60].map(|n| Random::derived(seed, &[n]).below(n as usize));
    let mut line = GameLine::default();
    if kind >= 6 {
        play(&mut line, before);
        line = GameLine::from_position(*line.position());
    }
    play(&mut line, if kind % 2 == 0 { 80 } else { plies });
    line
}

/// Text of one line that begins and ends with a letter, and is not one of the signs for nothing.
fn text() -> impl Strategy<Value = String> {
    "[a-z][ -~\u{e0}-\u{ff}\u{3042}-\u{3044}]{0,20}[a-z]"
}

fn number() -> impl Strategy<Value = f64> {
    (-6400..6400_i32).prop_map(|hundredths| f64::from(hundredths) / 100.0)
}

prop_compose! {
    fn any_game()(
        seed in any::<u64>(),
        names in [proptest::option::of(text()), proptest::option::of(text())],
        [event, place, date] in [proptest::option::of(text()), proptest::option::of(text()), proptest::option::of(text())],
        ratings in [proptest::option::of(number()), proptest::option::of(number())],
        clock in proptest::option::of("[0-9]{2}:[0-9]{2}/{1,2}[0-9]{2}:[0-9]{2}"),
        kind in proptest::option::of("8r[0-9]{2}|s8r[0-9]{2}|8k"),
        lead in proptest::option::of((-64..=64_i32, any::<bool>())),
        ending in proptest::sample::select(Ending::ALL.to_vec()),
        theoretical in proptest::option::of((0..=64_u8, 1..=60_u8)),
        notes in proptest::collection::vec((proptest::option::of(number()), proptest::option::of(0..1000_u32)), 130),
        noted in any::<bool>(),
    ) -> Game {
        let line = drawn(seed);
        let mut notes: Vec<Note> = notes
            .into_iter()
            .map(|(value, seconds)| Note { value, seconds: seconds.map(|it| f64::from(it) / 8.0) })
            .collect();
        notes.truncate(line.ply());
        if !noted || notes.iter().all(|note| *note == Note::default()) {
            notes.clear();
        }
        let about = About {
            event,
            place,
            date,
            ratings,
            clocks: [clock.clone(), clock],
            kind,
            result: lead.map(|(lead, known)| Claim {
                lead: match lead {
                    1.. if !known => Lead::Won(Side::Black),
                    ..=-1 if !known => Lead::Won(Side::White),
                    lead => Lead::Discs(lead.into()),
                },
                ending,
            }),
            theoretical: theoretical.map(|(black, empties)| Theoretical { black, empties }),
            notes,
            judgements: Vec::new(),
            score: None,
            scores: Vec::new(),
        };
        Game { line, names, about }
    }
}

/// The result as GGF and SGF have it: that of the board when none is claimed.
fn with_result(game: &Game) -> Option<Claim> {
    game.about.result.or_else(|| {
        let outcome = game.line.position().outcome_with_empties()?;
        Some(Claim {
            lead: Lead::Discs(f64::from(outcome.difference(Side::Black))),
            ending: Ending::Board,
        })
    })
}

/// A winner's lead of 64 discs, or the loser's.
fn all_discs(side: Side) -> Lead {
    Lead::Discs(if side == Side::Black { 64.0 } else { -64.0 })
}

/// A game as GGF holds it.
fn in_ggf(game: &Game) -> Game {
    let plain = |text: &Option<String>| {
        let text = text.as_ref()?;
        Some(text.replace('[', "(").replace(']', ")").replace('\\', "/"))
    };
    let about = &game.about;
    Game {
        line: game.line.clone(),
        names: game.names.each_ref().map(plain),
        about: About {
            event: plain(&about.event),
            place: plain(&about.place),
            date: plain(&about.date),
            result: with_result(game).and_then(|claim| match (claim.lead, claim.ending) {
                (Lead::Discs(_), Ending::Forfeit | Ending::Unknown) => Some(Claim {
                    ending: Ending::Board,
                    ..claim
                }),
                (Lead::Discs(_), _) => Some(claim),
                // As GGS counts what was given up; it has no sign for other winners without a margin.
                (Lead::Won(side), Ending::Resigned | Ending::Time) => Some(Claim {
                    lead: all_discs(side),
                    ..claim
                }),
                (Lead::Won(_), _) => None,
            }),
            theoretical: None,
            ..about.clone()
        },
    }
}

/// A game as SGF holds it.
fn in_sgf(game: &Game) -> Game {
    let about = &game.about;
    let result = with_result(game).map(|claim| {
        let (lead, ending) = match (claim.winner(), claim.ending, claim.lead) {
            // Nothing but the draw is said.
            (None, _, lead) => (lead, Ending::Board),
            // How much is not said.
            (Some(side), how @ (Ending::Resigned | Ending::Time | Ending::Forfeit), _) => {
                (Lead::Won(side), how)
            }
            (_, _, lead @ Lead::Discs(_)) => (lead, Ending::Board),
            (_, _, lead @ Lead::Won(_)) => (lead, Ending::Unknown),
        };
        Claim { lead, ending }
    });
    Game {
        line: game.line.clone(),
        names: game.names.clone(),
        about: About {
            event: about.event.clone(),
            place: about.place.clone(),
            date: about.date.clone(),
            ratings: about.ratings,
            result,
            ..About::default()
        },
    }
}

/// A game as CSV holds it.
fn in_csv(game: &Game) -> Game {
    let about = &game.about;
    Game {
        about: About {
            event: about.event.clone(),
            place: about.place.clone(),
            date: about.date.clone(),
            ratings: about.ratings,
            result: about.result,
            ..About::default()
        },
        ..game.clone()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_holds_everything(all in proptest::collection::vec(any_game(), 1..4)) {
        prop_assert_eq!(games(&written(&all, Format::Json)), all);
    }

    #[test]
    fn ggf_holds_names_results_clocks_and_notes(all in proptest::collection::vec(any_game(), 1..4)) {
        let expected: Vec<Game> = all.iter().map(in_ggf).collect();
        let bytes = written(&all, Format::Ggf);
        prop_assert_eq!(&games(&bytes), &expected);
        // On one line too, as a pair of synchro games is.
        let line: Vec<u8> = bytes.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }).collect();
        prop_assert_eq!(games(&line), expected);
    }

    #[test]
    fn sgf_holds_names_and_results(all in proptest::collection::vec(any_game(), 1..4)) {
        let expected: Vec<Game> = all.iter().map(in_sgf).collect();
        prop_assert_eq!(games(&written(&all, Format::Sgf)), expected);
    }

    #[test]
    fn csv_holds_names_results_and_moves(all in proptest::collection::vec(any_game(), 1..4)) {
        let expected: Vec<Game> = all.iter().map(in_csv).collect();
        prop_assert_eq!(games(&written(&all, Format::Csv)), expected);
    }

    #[test]
    fn whatever_is_written_is_read_again(black in any::<u64>(), white in any::<u64>(), turn in any::<bool>()) {
        // Any discs at all: most such positions come about in no game.
        let side = if turn { Side::Black } else { Side::White };
        let position = Position::new(black, white & !black, side).unwrap();
        let mut game = Game::of(GameLine::from_position(position));
        let mut legal = Vec::new();
        game.line.position().legal_moves(&mut legal);
        if let Some(&mv) = legal.first() {
            game.line.play(mv).unwrap();
        }
        for format in Format::ALL {
            let Some(mut writer) = TextWriter::new(Vec::new(), format).unwrap() else {
                continue;
            };
            let held = writer.write(&game).unwrap();
            let bytes = writer.finish().unwrap();
            if held.is_err() {
                prop_assert!(format == Format::Transcript && check_reachable(&position).is_err());
                prop_assert!(bytes.is_empty());
                continue;
            }
            let read = games(&bytes);
            prop_assert_eq!(read.len(), 1);
            if format == Format::Obf {
                prop_assert_eq!(read[0].line.position(), game.line.position());
            } else {
                prop_assert_eq!(&read[0].line, &game.line, "{:?}", format);
            }
        }
    }

    #[test]
    fn transcripts_hold_the_moves(all in proptest::collection::vec(any_game(), 1..4)) {
        let lines: Vec<GameLine<Position>> = all.into_iter().map(|game| game.line).collect();
        for line in &lines {
            let read = games(transcript(line).as_bytes());
            prop_assert_eq!(&read[0].line, line);
            prop_assert_eq!(read.len(), 1);
        }
    }

    #[test]
    fn obf_holds_the_last_position(all in proptest::collection::vec(any_game(), 1..4)) {
        let read = games(&written(&all, Format::Obf));
        for (read, game) in read.iter().zip(&all) {
            let position = game.line.position();
            prop_assert_eq!(read.line.position(), position);
            let score = position.outcome_with_empties().map(|it| it.difference(position.side_to_move()));
            prop_assert_eq!(read.about.score, score);
        }
        prop_assert_eq!(read.len(), all.len());
    }

    #[test]
    fn problems_keep_their_scores(seed in any::<u64>(), scores in proptest::collection::vec(-64..=64_i32, 30)) {
        let position = *drawn(seed).position();
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut game = Game::of(GameLine::from_position(position));
        game.about.scores = legal.into_iter().zip(scores).collect();
        if game.about.scores.is_empty() {
            game.about.score = position.outcome_with_empties().map(|it| it.difference(position.side_to_move()));
        }
        let all = vec![game];
        prop_assert_eq!(&games(&written(&all, Format::Obf)), &all);
        prop_assert_eq!(&games(&written(&all, Format::Json)), &all);
    }

    #[test]
    fn wthor_holds_games_from_the_usual_start(
        all in proptest::collection::vec(any_game(), 1..6),
        year in 1900..2100_u16,
        depth in proptest::option::of(1..=60_u8),
    ) {
        let mut writer = wthor::Writer::new(Cursor::new(Vec::new()), [20, 26, 1, 2]).unwrap();
        let mut expected = Vec::new();
        for mut game in all {
            game.about.date = Some(format!("1 May {year}"));
            game.about.theoretical = depth.and(game.about.theoretical).map(|it| Theoretical {
                empties: depth.unwrap(),
                ..it
            });
            let held = writer.write(&game).unwrap();
            let usual = game.line.positions()[0] == Position::start();
            prop_assert_eq!(held.is_ok(), usual);
            if usual {
                expected.push(game);
            }
        }
        let (file, tables) = writer.finish().unwrap();
        let mut names = Names::default();
        prop_assert!(names.add(&tables.players) && names.add(&tables.tournaments));
        let bytes = file.into_inner();
        prop_assert_eq!(bytes.len(), 16 + 68 * expected.len());
        prop_assume!(!expected.is_empty());
        let mut read = koteki_record::formats::Games::with_names(bytes.as_slice(), None, names);
        let whole = expected.iter().all(|game| game.about.theoretical.is_some());
        for game in &expected {
            let found = read.next_entry().unwrap().unwrap().game.unwrap();
            // A pass at the end is the one thing that a line loses.
            let mut line = game.line.clone();
            if line.moves().last() == Some(&Move::Pass) {
                line.undo();
            }
            prop_assert_eq!(found.line, line);
            let cut = |name: &Option<String>, length: usize| {
                let name = name.as_ref()?;
                let latin1 = name.chars().map(|c| if c > '\u{ff}' { '?' } else { c });
                Some(latin1.take(length).collect::<String>().trim().to_owned())
            };
            prop_assert_eq!(found.names, game.names.each_ref().map(|name| cut(name, 19)));
            prop_assert_eq!(found.about.event, cut(&game.about.event, 25));
            prop_assert_eq!(found.about.date, Some(format!("{year:04}")));
            prop_assert_eq!(found.about.theoretical, game.about.theoretical.filter(|_| whole));
            let found = found.about.result.unwrap().difference().unwrap();
            let position = game.line.position();
            let lying = position.outcome_with_empties().map_or_else(
                || 2 * position.count().black - 64,
                |it| it.difference(Side::Black),
            );
            // What no file says is as on the board. Discs are whole, so an odd difference loses a half.
            let claimed = game.about.result.and_then(|claim| claim.difference());
            prop_assert!((found - claimed.unwrap_or(f64::from(lying))).abs() <= 1.0);
        }
        prop_assert!(read.next_entry().unwrap().is_none());
    }
}

#[test]
fn a_game_is_written_as_the_formats_are_described() {
    let mut game = Game::of(read_transcript("f5f6d3g5h5h4f7h6--c5").unwrap());
    game.names = ["a]b", "say \"c\""].map(|it| Some(it.to_owned()));
    let text = |format| String::from_utf8(written(std::slice::from_ref(&game), format)).unwrap();
    assert_eq!(text(Format::Transcript), "f5f6d3g5h5h4f7h6c5\n");
    assert_eq!(
        text(Format::Ggf),
        "(;GM[Othello]PB[a)b]PW[say \"c\"]TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- ---*O--- \
         -------- -------- -------- *]B[F5]W[F6]B[D3]W[G5]B[H5]W[H4]B[F7]W[H6]B[PA]W[C5];)\n"
    );
    assert_eq!(
        text(Format::Sgf),
        "(;GM[2]FF[4]CA[UTF-8]SZ[8]PB[a\\]b]PW[say \"c\"]\n\
         ;B[f5];W[f6];B[d3];W[g5];B[h5];W[h4];B[f7];W[h6];B[];W[c5])\n"
    );
    let board = write_board(game.line.position());
    assert_eq!(text(Format::Obf), format!("{board};\n"));
    let table = text(Format::Csv);
    let row = table.lines().nth(1).unwrap();
    assert!(row.starts_with("1,a]b,\"say \"\"c\"\"\",,,,,,"), "{row}");
    assert!(
        row.ends_with(",false,,,10,1,,f5f6d3g5h5h4f7h6--c5,"),
        "{row}"
    );
    assert_eq!(table.lines().next().unwrap().split(',').count(), 18);
}

#[cfg(unix)]
#[test]
fn links_are_followed_where_a_person_named_them() {
    use koteki_record::replace::{replace, replace_own};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("elsewhere")).unwrap();
    let file = at("elsewhere/file");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("elsewhere/file", at("link")).unwrap();
    symlink("link", at("further")).unwrap();
    replace(&at("further"), b"new").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
    assert!(at("further").is_symlink() && at("link").is_symlink());
    // One that leads to nothing yet, too.
    symlink("elsewhere/other", at("dangling")).unwrap();
    replace(&at("dangling"), b"there").unwrap();
    assert_eq!(fs::read(at("elsewhere/other")).unwrap(), b"there");
    // What the program names itself is no way out of its folder, nor is what it writes first.
    symlink("elsewhere/file", at("own.new")).unwrap();
    symlink("elsewhere/file", at("own")).unwrap();
    replace_own(&at("own"), b"own").unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"new");
    assert!(!at("own").is_symlink() && !at("own.new").exists());
}

/// Only the superuser can give a file away, and so see whether it is given back.
#[cfg(unix)]
#[test]
fn what_is_replaced_still_belongs_to_its_owner() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("theirs");
    std::fs::write(&path, "old").unwrap();
    let mode = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(&path, mode).unwrap();
    if chown(&path, Some(12_345), Some(54_321)).is_err() {
        eprintln!("SKIPPED: not the superuser, who alone can give files away");
        return;
    }
    koteki_record::replace::replace(&path, b"new").unwrap();
    let found = std::fs::metadata(&path).unwrap();
    let now = (found.uid(), found.gid(), found.mode() & 0o7777);
    assert_eq!(now, (12_345, 54_321, 0o640));
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
}
