//! Tables of janken matches in the forms that people and programs write.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::Cursor;

use crate::common::{self, NOWHERE, end, home, koteki};
use koteki_games::janken::{Hand, Letters, Outcome, Round};
use koteki_record::janken::write::{HEADING, Journal, JournalError, line};
use koteki_record::janken::{
    Checked, Collected, Extra, Row, RowError, RowErrorKind, Rows, TableError,
};
use proptest::prelude::*;

type Read = (Vec<Row>, Vec<RowError>, Checked);

fn try_read(text: &[u8], letters: Letters) -> Result<Read, TableError> {
    let mut rows = Rows::new(Cursor::new(text), letters)?;
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next_row()? {
        match row {
            Ok(row) => good.push(row),
            Err(fault) => bad.push(fault),
        }
    }
    Ok((good, bad, rows.checked()))
}

fn read(text: &str) -> Read {
    try_read(text.as_bytes(), Letters::English).unwrap()
}

/// Game, round and both hands of each row: "1/1 RS".
fn short(rows: &[Row]) -> Vec<String> {
    let letter = |hand: Hand| hand.letter(Letters::English);
    rows.iter()
        .map(|row| {
            let (own, other) = (letter(row.hands.own), letter(row.hands.other));
            format!("{}/{} {own}{other}", row.game, row.round)
        })
        .collect()
}

#[test]
fn every_form_gives_the_same_rounds() {
    let expected = ["1/1 RS", "1/2 PP", "1/3 SR"];
    for text in [
        "game,round,p1,p2\n1,1,R,S\n1,2,P,P\n1,3,S,R\n",
        // Order of columns, case, a mark of UTF-8 in front, ends of lines, no last one.
        "\u{feff}Game;Round;P2;P1\r\n1;1;scissors;rock\r\n1;2;Paper;PAPER\r\n\r\n1;3;r;s",
        "1,1,0,2\n1,2,1,1\n1,3,2,0\n",
        "R S\nP P\nS R\n",
        "R,S\n# a remark\nP,P\nS,R\n",
        "1\tR\tS\n2\tP\tP\n3\tS\tR\n",
        // A web page's log; the time is no column of interest.
        "timestamp,user,computer,result\n17:01,rock,scissors,You win!\n17:02,paper,paper,It's a tie\n\
         17:03,scissors,rock,Computer wins\n",
        // A person's own log in R.
        "Round,Player,R,Result\n1,Rock,Scissors,Win\n2,Paper,Paper,Tie\n3,Scissors,Rock,Lose\n",
        "\"round_index\",\"player1_move\",\"player2_move\"\n1,\"rock\",\"scissors\"\n2,\"paper\",\"paper\"\n\
         3,\"scissors\",\"rock\"\n",
        // A row a player, not side by side.
        "game_id,round_index,player_id,round_begin_ts,player_move,player_rt,player_outcome\n\
         1,1,a,100,rock,812,win\n1,2,a,200,paper,700,tie\n1,1,b,100,scissors,500,loss\n\
         1,2,b,201,paper,600,tie\n1,3,a,300,scissors,433,loss\n1,3,b,300,rock,2000,win\n",
        // Seen by one of them.
        "id,game,period,choice,other.choice,result\n7,1,1,R,S,1\n7,1,2,P,P,0\n7,1,3,S,R,-1\n",
    ] {
        let (rows, faults, checked) = read(text);
        assert_eq!(short(&rows), expected, "{text}");
        assert_eq!(faults, [], "{text}");
        assert_eq!(checked.faults() + checked.unknown, 0, "{text}: {checked:?}");
    }
    let japanese = "game,round,p1,p2\n1,1,G,C\n1,2,P,パー\n1,3,c,g\n";
    let (rows, faults, _) = try_read(japanese.as_bytes(), Letters::Japanese).unwrap();
    assert_eq!(
        (short(&rows), faults),
        (expected.map(str::to_owned).into(), vec![])
    );
    // Without being declared they are refused, with a hint.
    let (rows, faults, _) = read(japanese);
    assert!(rows.is_empty());
    assert_eq!(faults.len(), 3);
    assert!(
        faults[0].to_string().contains("when declared"),
        "{}",
        faults[0]
    );
}

#[test]
fn good_rows_stay_and_bad_ones_are_told_with_their_line() {
    let long = "x".repeat(100_000);
    let text = format!(
        "game,round,p1,p2,rt_ms,predicted,confidence\n\
         1,1,R,S,512,P,0.41\n\
         1,2,R,\n\
         1,two,R,P\n\
         {long}\n\
         1,5\n\
         1,6,P,lizard,3\n\
         1,7,S,P,-5,Q,7"
    );
    let (rows, faults, _) = read(&text);
    assert_eq!(short(&rows), ["1/1 RS", "1/7 SP"]);
    assert_eq!(rows[0].rt_ms, Some(512.0));
    assert_eq!(rows[0].predicted, Some(Hand::Paper));
    assert_eq!(rows[0].confidence, Some(0.41));
    // What is no time, hand or probability is left out; the hands are good.
    assert_eq!(
        (rows[1].rt_ms, rows[1].predicted, rows[1].confidence),
        (None, None, None)
    );
    let lines: Vec<u64> = faults.iter().map(|fault| fault.line).collect();
    // A round without a hand (line 3) is none that cannot be read.
    assert_eq!(lines, [4, 5, 6, 7]);
    assert_eq!(faults[0].problem, RowErrorKind::Round("two".to_owned()));
    assert!(matches!(faults[1].problem, RowErrorKind::Long(_)));
    assert!(matches!(
        faults[2].problem,
        RowErrorKind::Short {
            found: 2,
            needed: 4
        }
    ));
    assert_eq!(faults[3].problem, RowErrorKind::Hand("lizard".to_owned()));
    // A row a player: who has no partner, and who comes twice.
    let text = "game_id,round_index,player_id,player_move\n1,1,a,R\n1,1,a,P\n1,1,b,S\n1,2,a,R\n";
    let (rows, faults, _) = read(text);
    assert_eq!(short(&rows), ["1/1 RS"]);
    let lines: Vec<u64> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [3, 5]);
    for (text, expected) in [
        ("", "no row"),
        ("\n# nothing\n", "no row"),
        ("name,points\na,3\n", "no column of hands"),
    ] {
        let error = try_read(text.as_bytes(), Letters::English).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// stratEst's printed data have exchanged labels: every decided row contradicts its result.
#[test]
fn exchanged_labels_show_in_the_outcomes() {
    let table = |swap: bool| {
        let mut text = "user,computer,result\n".to_owned();
        for round in 0..60 {
            let (own, other) = (Hand::of(round * 7 % 5), Hand::of(round * 3 % 7));
            let result = match own.against(other) {
                Outcome::Win => "win",
                Outcome::Draw => "draw",
                Outcome::Loss => "loss",
            };
            let letter = |hand: Hand| match hand.letter(Letters::English) {
                'P' if swap => 'S',
                'S' if swap => 'P',
                letter => letter,
            };
            text += &format!("{},{},{result}\n", letter(own), letter(other));
        }
        text
    };
    let (_, _, checked) = read(&table(false));
    assert_eq!((checked.right, checked.faults()), (60, 0));
    assert!(!checked.is_swapped());
    let (rows, _, checked) = read(&table(true));
    assert_eq!(rows.len(), 60);
    assert!(checked.is_swapped(), "{checked:?}");
    assert_eq!(checked.wrong, 0);
    assert!(checked.first > 1);
    // One wrong row is a wrong row.
    let (_, _, checked) = read(&table(false).replacen("win", "loss", 1));
    assert_eq!(checked.reversed, 1);
    assert!(!checked.is_swapped());
}

#[test]
fn rounds_that_begin_again_are_another_match_and_players_are_told_apart() {
    let (rows, _, _) = read("round,p1,p2\n1,R,S\n2,R,S\n1,P,P\n2,S,S\n");
    assert_eq!(short(&rows), ["1/1 RS", "1/2 RS", "2/1 PP", "2/2 SS"]);
    let text =
        "game_id,round_index,player_id,player_move\n1,1,ann,R\n1,1,bob,S\n2,1,bob,P\n2,1,cyd,S\n";
    let mut collected = Collected::default();
    read(text).0.into_iter().for_each(|row| collected.add(row));
    let mut seen: Vec<String> = collected
        .seen
        .iter()
        .map(|seen| format!("{} {} {:?}", seen.game, seen.player, seen.rounds[0].own))
        .collect();
    seen.sort();
    assert_eq!(
        seen,
        [
            "1 ann Rock",
            "1 bob Scissors",
            "2 bob Paper",
            "2 cyd Scissors"
        ]
    );
    // Seen by one: the other has rows of his own, or none.
    let mut collected = Collected::default();
    let text = "id,period,choice,other.choice\n7,1,R,S\n";
    read(text).0.into_iter().for_each(|row| collected.add(row));
    assert_eq!(collected.seen.len(), 1);
}

/// A round in which somebody had no hand was no round: the next does not follow from the one before.
#[test]
fn rounds_without_a_hand_are_skipped_and_nothing_follows_across_gaps() {
    let stretches = |text: &str| -> Vec<usize> {
        let (rows, faults, _) = read(text);
        assert!(faults.is_empty(), "{faults:?}");
        let mut collected = Collected::default();
        rows.into_iter().for_each(|row| collected.add(row));
        collected.seen[0].stretches().map(<[_]>::len).collect()
    };
    for none in ["none", "", "null", "NA", "NaN", "None", "n/a"] {
        let wide =
            format!("game,round,p1,p2\n1,1,R,S\n1,2,P,S\n1,3,{none},S\n1,4,R,{none}\n1,5,R,S\n");
        assert_eq!(stretches(&wide), [2, 1], "{none}");
        let counted = format!("p1,p2\nR,S\nP,S\n{none},S\nR,S\n");
        assert_eq!(stretches(&counted), [2, 1], "{none}");
        let long = format!(
            "game_id,round_index,player_id,player_move\n1,1,a,R\n1,1,b,S\n1,2,a,{none}\n1,2,b,S\n\
             1,3,a,{none}\n1,3,b,{none}\n1,4,a,R\n1,4,b,R\n"
        );
        assert_eq!(stretches(&long), [1, 1], "{none}");
    }
    assert_eq!(
        stretches("game,round,p1,p2\n1,1,R,S\n1,2,P,S\n1,7,R,S\n1,8,R,S\n1,9,R,S\n"),
        [2, 3]
    );
    // A line that cannot be read was a round, too.
    let (rows, _, _) = read("p1,p2\nR,S\nlizard,S\nR,S\n");
    assert_eq!(short(&rows), ["1/1 RS", "1/3 RS"]);
    // After a win, by whole pairs of rounds: of four rounds with one gap there are two.
    let text = "game,round,p1,p2\n1,1,R,S\n1,2,R,S\n1,4,P,R\n1,5,P,R\n";
    let (said, _, code) = analysed(text.as_bytes(), &["--json"]);
    assert_eq!(code, Some(0));
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let stayed = &report["players"][0]["habits"]["changes"][0][0];
    assert_eq!(
        (&stayed["count"], &stayed["of"]),
        (&2.into(), &2.into()),
        "{said}"
    );
    let text = "game,round,p1,p2\n1,1,R,S\n1,2,none,S\n";
    let (said, errors, code) = analysed(text.as_bytes(), &[]);
    assert!(
        said.contains("1 round; 1 round without a hand skipped"),
        "{said}"
    );
    assert_eq!((errors.as_str(), code), ("", Some(0)));
}

/// Which player of the program wins over everybody in a file, with intervals that hold all at once.
#[test]
fn a_file_of_many_people_has_a_summary_over_all_of_them() {
    let mut text = "game,round,p1_id,p2_id,p1,p2\n".to_owned();
    for (game, player) in ["ann", "bob", "cyd"].iter().enumerate() {
        for round in 1..=40 {
            let hand = ["R", "R", "R", "P"][round % 4];
            text += &format!("{game},{round},{player},{player}2,{hand},S\n");
        }
    }
    let two = ["--reader", "random"];
    let (said, _, _) = analysed(text.as_bytes(), &two);
    let (_, all) = said.split_once("all 6 players: ").unwrap();
    assert!(
        all.contains("the best of 2 looks better than it is"),
        "{all}"
    );
    assert!(all.contains("Bonferroni"), "{all}");
    assert!(
        said.contains("each taken alone: the best of several looks better"),
        "{said}"
    );
    let (said, _, _) = analysed(text.as_bytes(), &[&two[..], &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let net = |it: &serde_json::Value| {
        let rounds = |key: &str| it["rounds"][key].as_i64().unwrap();
        (
            rounds("wins") - rounds("losses"),
            rounds("wins") + rounds("draws") + rounds("losses"),
        )
    };
    let all = &report["all_players"]["readers"][0];
    assert_eq!(all["reader"], "frequency");
    let players = report["players"].as_array().unwrap();
    let each = players.iter().map(|it| net(&it["readers"][0]));
    let sum = each.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    assert_eq!(net(all), sum);
    assert_eq!(sum.1, 240);
    // Two intervals at once: 2.2414 standard errors (97.5 % each) and not 1.96.
    let width = |it: &serde_json::Value| it[1].as_f64().unwrap() - it[0].as_f64().unwrap();
    let [wins, draws, losses] =
        ["wins", "draws", "losses"].map(|key| all["rounds"][key].as_f64().unwrap() + 1.0);
    let rounds = wins + draws + losses;
    let mean = (wins - losses) / rounds;
    let error = (((wins + losses) / rounds - mean * mean) / rounds).sqrt();
    assert!(
        (width(&all["interval"]) - 200.0 * 2.2414 * error).abs() < 0.01,
        "{all}"
    );
    // One person needs no summary.
    let one = "game,round,id,choice,other.choice\n1,1,a,R,S\n1,2,a,R,S\n";
    assert!(!analysed(one.as_bytes(), &[]).0.contains("all 1"));
}

fn hand() -> impl Strategy<Value = Hand> {
    (0_usize..3).prop_map(Hand::of)
}

fn row() -> impl Strategy<Value = Row> {
    let text = "[ -~]{1,12}".prop_map(|text: String| text.trim().to_owned());
    let extra = (
        proptest::option::of("[a-z]{1,6}:[a-z]{1,4}=[a-z0-9+]{1,6},[a-z]{1,3}=[0-9]{1,3}"),
        proptest::option::of(any::<u64>()),
        proptest::option::of("endless|[1-9][0-9]{0,3}|first[1-9]"),
    );
    let read = (
        proptest::option::of(0_u32..100_000),
        proptest::option::of(hand()),
        proptest::option::of(0_u32..=1000),
    );
    (text, 0_u64..1_000_000, hand(), hand(), read, extra)
        .prop_filter("a match has a name", |it| !it.0.is_empty())
        .prop_map(
            |(game, round, own, other, (rt, predicted, sure), extra)| Row {
                game,
                round,
                players: ["p1".to_owned(), "p2".to_owned()],
                hands: Round { own, other },
                rt_ms: rt.map(f64::from),
                predicted,
                confidence: sure.map(|it| f64::from(it) / 1000.0),
                extra: Extra {
                    opponent: extra.0,
                    seed: extra.1,
                    length: extra.2,
                },
                one_sided: false,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn what_is_written_is_read(rows in proptest::collection::vec(row(), 0..20)) {
        let lines: Vec<String> = rows.iter().map(line).collect();
        let text = format!("{HEADING}\n{}\n", lines.join("\n"));
        let (read, faults, _) = read(&text);
        prop_assert_eq!(faults, vec![]);
        prop_assert_eq!(read, rows);
    }

    #[test]
    fn nothing_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = try_read(&bytes, Letters::English);
        let _ = try_read(&bytes, Letters::Japanese);
    }

    /// Whatever is torn off or thrown in: every line that is a good row by itself is read.
    #[test]
    fn nearly_tables_do_not_either(
        heading in "(game|round|p1|p2|player|id|r|result|move|choice|other.choice|,|;|\t|\"| ){1,8}",
        lines in proptest::collection::vec("([RPSGC012]|rock|win|,|;|\t|\"|\u{30b0}|-1|99999999999999999999| ){0,8}", 0..12),
    ) {
        let text = format!("{heading}\n{}", lines.join("\n"));
        if let Ok((rows, faults, _)) = try_read(text.as_bytes(), Letters::English) {
            prop_assert!(rows.len() + faults.len() <= lines.len() + 1);
        }
    }
}

#[test]
fn a_file_with_another_heading_is_set_aside() {
    for text in [
        "game;round;p1;p2\n1;1;R;P\n",
        "game,round,p1,p2\n1,1,R,P\n",
        "rubbish",
        "\u{0}\n",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("janken.csv");
        std::fs::write(&path, text).unwrap();
        let journal = Journal::open(folder.path()).unwrap();
        let aside = journal.aside().unwrap();
        assert_eq!(std::fs::read_to_string(aside).unwrap(), text);
        let begun = std::fs::read_to_string(&path).unwrap();
        assert!(begun.starts_with("game,round,p1,p2,rt_ms,"), "{begun}");
        assert_eq!(begun.lines().count(), 1);
    }
}

/// Its program was killed before it had written the heading: nothing is set aside.
#[test]
fn a_journal_with_a_part_of_its_heading_is_begun_anew() {
    let heading = format!("{}\n", koteki_record::janken::write::HEADING);
    for length in [0, 1, 30, heading.len() - 1] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("janken.csv");
        std::fs::write(&path, &heading[..length]).unwrap();
        assert!(Journal::open(folder.path()).unwrap().aside().is_none());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), heading);
    }
}

#[test]
fn a_journal_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let first = Journal::open(folder.path()).unwrap();
    assert!(matches!(
        Journal::open(folder.path()),
        Err(JournalError::Locked)
    ));
    drop(first);
    assert!(Journal::open(folder.path()).unwrap().aside().is_none());
}

#[test]
fn matches_that_were_played_at_the_same_time_are_kept_whole() {
    let heading = koteki_record::janken::write::HEADING;
    let row = |game: &str, round: u32| format!("{game},{round},R,P,,,,paper,1,3\n");
    let kept = |rows: &[(&str, u32)]| {
        let folder = tempfile::tempdir().unwrap();
        let rows: String = rows.iter().map(|&(game, round)| row(game, round)).collect();
        let text = format!("{heading}\n{rows}");
        std::fs::write(folder.path().join("janken.csv"), text).unwrap();
        let (kept, _) = koteki_session::janken::kept(folder.path()).unwrap();
        kept.map(|it| (it.game, it.rows.len()))
    };
    let a = |rows| Some(("a".to_owned(), rows));
    assert_eq!(kept(&[("a", 1), ("b", 1), ("a", 2)]), a(2));
    // The other one has come to its end.
    let mixed = [("b", 1), ("a", 1), ("b", 2), ("a", 2), ("b", 3)];
    assert_eq!(kept(&mixed), a(2));
    // A match that was left for another one is over.
    assert_eq!(kept(&[("a", 1), ("b", 1), ("b", 2), ("b", 3)]), None);
}

#[test]
fn a_journal_begins_a_new_line_after_a_torn_one() {
    let folder = tempfile::tempdir().unwrap();
    let row = Row {
        game: "a, b".to_owned(),
        round: 1,
        players: ["p1".to_owned(), "p2".to_owned()],
        hands: Round {
            own: Hand::Rock,
            other: Hand::Scissors,
        },
        rt_ms: None,
        predicted: None,
        confidence: None,
        extra: Extra::default(),
        one_sided: false,
    };
    let path = {
        let mut journal = Journal::open(folder.path()).unwrap();
        journal.append(&row).unwrap();
        journal.path().to_owned()
    };
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{whole}\"a, b\",2,R")).unwrap();
    Journal::open(folder.path()).unwrap().append(&row).unwrap();
    let (rows, faults, _) = read(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(rows, [row.clone(), row]);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].line, 3);
}

// `koteki janken --analyse`, as it is run.

/// What it says of this file on both outputs, and the exit code.
fn analysed(file: &[u8], options: &[&str]) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rounds.csv");
    std::fs::write(&path, file).unwrap();
    run(&path, options, b"")
}

fn run(
    file: impl AsRef<std::ffi::OsStr>,
    options: &[&str],
    input: &[u8],
) -> (String, String, Option<i32>) {
    let mut command = koteki(NOWHERE);
    command
        .args(["janken", "--reader", "frequency", "--analyse"])
        .arg(file)
        .args(options);
    let (code, out, errors) = end(command, input).apart();
    (out, errors, code)
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_as_a_command() {
    let commands = ["\u{1b}]0;title\u{7}", "\u{9b}31m", "\u{1b}[2J"];
    let mut files = vec![format!("name,{}\na,b\n", commands[0])];
    files.extend(commands.map(|it| {
        format!("game,round,player_id,p1,p2\n1,1,ann{it},R,S\n1,2,ann{it},{it},S\n1,3,a,Q,P\n")
    }));
    for file in files {
        for option in [&[][..], &["--json"]] {
            let (said, errors, _) = analysed(file.as_bytes(), option);
            let is_obeyed = |it: char| it.is_control() && it != '\n';
            assert!(!said.contains(is_obeyed), "{said:?}");
            assert!(!errors.contains(is_obeyed), "{errors:?}");
        }
    }
}

#[test]
fn a_file_without_a_round_fails_in_one_line() {
    let faulty = "p1,p2\nR,Q\n";
    for (file, lines) in [("p1,p2\n", 1), (faulty, 2)] {
        let (said, errors, code) = analysed(file.as_bytes(), &[]);
        assert_eq!((said.as_str(), code), ("", Some(1)));
        assert_eq!(errors.lines().count(), lines, "{errors}");
    }
    let (said, errors, code) = analysed(faulty.as_bytes(), &["--json"]);
    assert_eq!((errors.lines().count(), code), (1, Some(1)));
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["fault_count"], 1);
}

#[test]
fn of_many_faults_the_first_are_told() {
    let file = "p1,p2\nR,S\n".to_owned() + &"R,Q\n".repeat(1000);
    let (said, errors, code) = analysed(file.as_bytes(), &[]);
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 21);
    assert!(lines[0].contains("line 3:"), "{errors}");
    assert!(lines[20].ends_with("and 980 more"), "{errors}");
    assert!(said.contains("1000 lines could not be read"), "{said}");
    let (said, _, _) = analysed(file.as_bytes(), &["--json"]);
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["faults"].as_array().unwrap().len(), 20);
    assert_eq!(report["fault_count"], 1000);
}

#[test]
fn a_whole_file_is_read_in_its_alphabet_or_not_at_all() {
    // The same rounds, rock scissors, paper paper, paper rock, scissors paper: all won or drawn.
    let table = |alphabet: [&str; 3]| {
        let rounds = [(0, 2), (1, 1), (1, 0), (2, 1)];
        let rows = rounds.map(|(own, other)| format!("{},{}\n", alphabet[own], alphabet[other]));
        rows.concat()
    };
    let score = |file: &str, options: &[&str]| {
        let options = [&["--json"], options].concat();
        let (said, errors, code) = analysed(file.as_bytes(), &options);
        assert_eq!((errors.as_str(), code), ("", Some(0)), "{file}");
        let report: serde_json::Value = serde_json::from_str(&said).unwrap();
        let player = &report["players"][0];
        let count = |what| player["rounds"][what].as_u64().unwrap();
        let score = (count("wins"), count("draws"), count("losses"));
        (report["letters"].as_str().unwrap().to_owned(), score)
    };
    for (alphabet, name) in [
        (["R", "P", "S"], "rps"),
        (["rock", "paper", "scissors"], "rps"),
        (["0", "1", "2"], "rps"),
        (["G", "P", "C"], "gcp"),
        (["グー", "パー", "チョキ"], "gcp"),
        (["1", "3", "2"], "keys"),
    ] {
        let rows = table(alphabet);
        for file in [rows.clone(), format!("p1,p2\n{rows}")] {
            assert_eq!(score(&file, &[]), (name.to_owned(), (3, 1, 0)), "{file}");
        }
    }
    let numbers = table(["1", "2", "3"]);
    let declared = score(&numbers, &["--letters", "numbers"]);
    assert_eq!(declared, ("numbers".to_owned(), (3, 1, 0)));
    // Papers are papers in both: nothing is kept of what is mixed, or declared wrongly.
    let mixed = table(["R", "P", "C"]);
    let digits = table(["0", "1", "3"]);
    let japanese = table(["G", "P", "C"]);
    let wrong: [(&str, &[&str]); 6] = [
        (&mixed, &[]),
        (&digits, &[]),
        (&japanese, &["--letters", "rps"]),
        (&table(["R", "P", "S"]), &["--letters", "gcp"]),
        (&numbers, &["--letters", "rps"]),
        (&table(["0", "1", "2"]), &["--letters", "keys"]),
    ];
    for (file, options) in wrong {
        let (said, errors, code) = analysed(file.as_bytes(), options);
        assert_eq!((said.as_str(), code), ("", Some(1)), "{file}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains("--letters"), "{errors}");
    }
    // A slip among letters is a fault of its row.
    let (said, _, code) = analysed(b"p1,p2\nR,S\nR,3\nP,S\n", &[]);
    assert_eq!(code, Some(0));
    assert!(said.contains("1 line could not be read"), "{said}");
}

#[test]
fn winners_in_words_and_numbers_fit_the_hands() {
    for (draw, win, loss) in [
        ("no winner", "P1 wins", "P2 wins"),
        ("tie", "user", "AI wins"),
        ("0", "1", "2"),
        ("draw", "player 1", "player 2"),
    ] {
        let (_, _, checked) = read(&format!(
            "p1,p2,winner\nR,R,{draw}\nR,S,{win}\nR,P,{loss}\n"
        ));
        assert_eq!(checked.right, 3, "{win}: {checked:?}");
    }
    let (_, _, checked) =
        read("game,round,player_id,move,winner\n1,1,2,R,7\n1,1,7,P,7\n1,2,2,S,2\n1,2,7,P,2\n");
    assert_eq!(checked.right, 4, "{checked:?}");
}

#[test]
fn standard_input_and_lists_and_options_that_do_not_go_together() {
    let (said, errors, code) = run("-", &["--json"], b"R,S\nP,P\n");
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(report["rounds"], 2);
    for options in [&["--level", "paper"][..], &["--plain"]] {
        let (said, errors, code) = analysed(b"R,S\n", options);
        assert_eq!((said.as_str(), code), ("", Some(2)));
        assert!(errors.contains("cannot be used with"), "{errors}");
    }
    let listed = common::run(home().path(), &["janken", "--list", "--json"]).out;
    let players: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let is_named = |name: &str| {
        players
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it["name"] == name)
    };
    assert!(is_named("strong") && is_named("paper"));
}
