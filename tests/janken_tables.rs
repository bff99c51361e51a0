//! Tables of janken matches in the forms that people and programs write.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::Cursor;

use koteki::game::janken::{Hand, Letters, Outcome, Round};
use koteki::record::janken::write::{HEADING, Journal, JournalError, line};
use koteki::record::janken::{Checked, Collected, Extra, Fault, Problem, Row, Rows, TableError};
use proptest::prelude::*;

type Read = (Vec<Row>, Vec<Fault>, Checked);

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
    assert_eq!(lines, [3, 4, 5, 6, 7]);
    assert_eq!(faults[1].problem, Problem::Round("two".to_owned()));
    assert!(matches!(faults[2].problem, Problem::Long(_)));
    assert!(matches!(
        faults[3].problem,
        Problem::Short {
            found: 2,
            needed: 4
        }
    ));
    assert_eq!(faults[4].problem, Problem::Hand("lizard".to_owned()));
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
    let heading = koteki::record::janken::write::HEADING;
    let row = |game: &str, round: u32| format!("{game},{round},R,P,,,,paper,1,3\n");
    let kept = |rows: &[(&str, u32)]| {
        let folder = tempfile::tempdir().unwrap();
        let rows: String = rows.iter().map(|&(game, round)| row(game, round)).collect();
        let text = format!("{heading}\n{rows}");
        std::fs::write(folder.path().join("janken.csv"), text).unwrap();
        let (kept, _) = koteki::session::janken::kept(folder.path()).unwrap();
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
