//! Real files: the facts that ../shared/data/README.md states.

use koteki_record::formats::writer::transcript;
use koteki_record::formats::{Format, Note, Source};

use super::{data, games, passes, written};

#[test]
fn the_base_of_tournament_games_is_read_whole() {
    let Some(folder) = data("wthor") else { return };
    let (mut files, mut games, mut with_passes, mut all_passes) = (0, 0, 0, 0);
    let (mut finished, mut agreeing, mut with_empties) = (0, 0, 0);
    for year in 1977..=2025 {
        let path = folder.join(format!("WTH_{year}.wtb"));
        let mut source = Source::open(&path, None).unwrap();
        let before = games;
        files += 1;
        while let Some(entry) = source.games.next_entry().unwrap() {
            let game = entry.game.unwrap();
            assert_eq!(entry.at.offset, 16 + 68 * (games - before));
            assert_eq!(game.about.year(), Some(year));
            games += 1;
            let passes = passes(&game.line);
            with_passes += u32::from(passes > 0);
            all_passes += passes;
            let end = game.line.position();
            if end.is_over() {
                finished += 1;
                with_empties += u32::from(end.empties() != 0);
                let black = end.outcome_with_empties().unwrap().black;
                let claimed = game.about.result.unwrap();
                // The rule of the base itself, not that it agrees somehow.
                agreeing += u32::from(2 * black - 64 == claimed.difference().unwrap() as i32);
            }
        }
        assert_eq!(source.expected, Some(games - before));
        assert_eq!(source.size, Some(16 + 68 * (games - before)));
    }
    assert_eq!((files, games), (49, 137_548));
    assert_eq!((with_passes, all_passes), (80_200, 156_887));
    assert_eq!((finished, agreeing), (137_135, 137_135));
    assert_eq!((games - finished, with_empties), (413, 6_446));
    // The first game of 2001, with its names.
    let mut source = Source::open(&folder.join("WTH_2001.wtb"), None).unwrap();
    let first = source.games.next_entry().unwrap().unwrap().game.unwrap();
    let names = first.names.map(Option::unwrap);
    assert_eq!(names, ["Hubbard Paul", "Vinar Matt"]);
    let theoretical = first.about.theoretical.unwrap();
    assert_eq!((theoretical.black, theoretical.empties), (14, 24));
    assert_eq!(
        first.about.result.unwrap().difference().unwrap() as i32,
        11 - 53
    );
    // 38 40 35 2e, as 10 x row + column.
    assert!(transcript(&first.line).starts_with("f5d6c5f4"));
}

#[test]
fn the_endgame_suite_is_read_with_every_score() {
    let Some(folder) = data("ffo") else { return };
    let mut problems = Vec::new();
    for file in ["1-19", "20-39", "40-59", "60-79"] {
        let bytes = std::fs::read(folder.join(format!("fforum-{file}.obf"))).unwrap();
        problems.extend(games(&bytes));
    }
    assert_eq!(problems.len(), 79);
    for (number, score, best, empties) in [
        (1, 18, "g8", 14),
        (2, 10, "a4", 14),
        (40, 38, "a2", 20),
        (52, 0, "a3", 27),
        (59, 64, "h4", 34),
    ] {
        let problem = &problems[number - 1];
        let (mv, found) = problem.about.scores[0];
        assert_eq!((found, mv.to_string().as_str()), (score, best), "#{number}");
        assert_eq!(problem.line.position().empties().count_ones(), empties);
    }
    // As they are written, they are read again.
    assert_eq!(games(&written(&problems, Format::Obf)), problems);
}

#[test]
fn the_games_of_ggs_are_read_and_written_again() {
    let Some(folder) = data("games") else { return };
    let bytes = std::fs::read(folder.join("TestGames.ggf")).unwrap();
    let all = games(&bytes);
    // Every game begins with its tag.
    let begun = String::from_utf8(bytes)
        .unwrap()
        .matches("GM[Othello]")
        .count();
    assert_eq!((all.len(), begun), (12, 12));
    let first = &all[0];
    assert_eq!(
        first.names,
        ["Saio1200", "Saio3000"].map(|it| Some(it.to_owned()))
    );
    assert_eq!(first.about.ratings, [Some(2196.37), Some(2200.35)]);
    assert_eq!(first.about.date.as_deref(), Some("2003.12.15_12:33:18.MST"));
    assert_eq!(first.about.clocks[0].as_deref(), Some("05:00//02:00"));
    let note = |value, seconds| Note { value, seconds };
    assert_eq!(first.about.notes[7], note(Some(2.39), Some(0.01)));
    assert_eq!(first.about.notes[34], note(None, Some(97.63)));
    for game in &all {
        // Its results are draws, with the empty squares of none left.
        assert_eq!(game.agrees(), Some(true));
    }
    assert_eq!(games(&written(&all, Format::Ggf)), all);
    assert_eq!(games(&written(&all, Format::Json)), all);
}
