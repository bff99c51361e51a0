//! The state machine against the thesis' description.

use std::collections::BTreeMap;

use koteki_games::Side;
use koteki_games::othello::Move;
use koteki_record::study::Line;
use koteki_rivals::measure::stats::{at_least, exact};
use koteki_session::study::plan::{Pair, Plan, person_seed};
use koteki_session::study::protocol::{PAIRS, ProtocolError};
use koteki_session::study::score::Score;
use koteki_session::study::sheet::{Form, Question};
use koteki_session::study::words;
use koteki_session::study::{Kind, Place, Protocol, Settings, Sheet, Stage};

use crate::{Script, estimate, game, rivals};

/// The thesis' pairs by the letters of their opponents, in no order.
const PAIRS_OF_THE_THESIS: [&str; 6] = ["AA", "AB", "AC", "BB", "BC", "CC"];

fn letters(pair: &Pair) -> String {
    let mut letters = pair.opponents.map(|it| char::from(b"ABC"[it]));
    letters.sort_unstable();
    letters.iter().collect()
}

#[test]
fn every_plan_has_the_six_pairs_and_each_opponent_twice_with_each_colour() {
    for seed in 0..500 {
        let plan = Plan::draw(seed, 3);
        assert_eq!(plan, Plan::draw(seed, 3));
        let mut pairs: Vec<String> = plan.pairs.iter().map(letters).collect();
        pairs.sort();
        assert_eq!(pairs, PAIRS_OF_THE_THESIS);
        let mut met = [[0; 2]; 3];
        for pair in &plan.pairs {
            assert_ne!(pair.sides[0], pair.sides[1]);
            for (opponent, side) in pair.opponents.iter().zip(pair.sides) {
                met[*opponent][side.index()] += 1;
            }
        }
        assert_eq!(met, [[2, 2]; 3], "seed {seed}");
        let [a, b, c] = plan.warmups.as_slice() else {
            panic!("three games measure")
        };
        assert!(a == c && a != b);
    }
}

/// Over many seeds every pair stands in every place equally often, and every coin falls both ways.
#[test]
fn the_order_is_balanced() {
    const SEEDS: u64 = 6000;
    let mut places: BTreeMap<(String, usize), f64> = BTreeMap::new();
    let (mut low_first, mut black_first, mut warm_black) = (0.0, 0.0, 0.0);
    let mut orders = std::collections::BTreeSet::new();
    for person in 0..SEEDS {
        let plan = Plan::draw(person_seed(1, &format!("P{person}"), 1), 3);
        for (place, pair) in plan.pairs.iter().enumerate() {
            *places.entry((letters(pair), place)).or_default() += 1.0;
            if !pair.is_same() {
                low_first += f64::from(u8::from(pair.opponents[0] < pair.opponents[1]));
            }
            black_first += f64::from(u8::from(pair.sides[0] == Side::Black));
        }
        warm_black += f64::from(u8::from(plan.warmups[0] == Side::Black));
        orders.insert(plan.pairs.iter().map(letters).collect::<String>());
    }
    assert_eq!(places.len(), 36);
    // Pearson's χ² over the 36 cells (25 degrees of freedom); 99.99 % quantile 60.1.
    let expected = SEEDS as f64 / 6.0;
    let chi: f64 = places
        .values()
        .map(|count| (count - expected).powi(2) / expected)
        .sum();
    assert!(chi < 60.1, "{chi}");
    // Shares of one half, within four standard deviations.
    for (share, of) in [
        (low_first, 3.0 * SEEDS as f64),
        (black_first, 6.0 * SEEDS as f64),
        (warm_black, SEEDS as f64),
    ] {
        let deviation = (share - of / 2.0).abs() / (of / 4.0).sqrt();
        assert!(deviation < 4.0, "{share} of {of}");
    }
    assert_eq!(orders.len(), 720, "all orders of six pairs");
}

#[test]
fn the_questionnaires_are_those_of_tables_7_1_and_7_2() {
    let count = |question: &Question| match question.form {
        Form::Choice(choices) => choices.len(),
        Form::Text => 0,
    };
    let a = Sheet::Pair(0).questions(Kind::Guided);
    // For each of the two: five grades of strength, four of unnatural moves, where; then same or
    // different, and why.
    let kinds: Vec<(Option<usize>, usize)> = a.iter().map(|it| (it.about, count(it))).collect();
    let of = |opponent| {
        [
            (Some(opponent), 5),
            (Some(opponent), 4),
            (Some(opponent), 0),
        ]
    };
    assert_eq!(
        kinds,
        [&of(0)[..], &of(1), &[(None, 2), (None, 0)]].concat()
    );
    let b = Sheet::Final.questions(Kind::Guided);
    assert_eq!(b.iter().map(count).collect::<Vec<_>>(), [5, 5, 0]);
    // Of the blind test (§6.4.6): same or different, with the reason.
    let blind = Sheet::Pair(0).questions(Kind::Blind);
    assert_eq!(blind.iter().map(count).collect::<Vec<_>>(), [2, 0]);
    for sheet in (0..PAIRS).map(Sheet::Pair).chain([Sheet::Final]) {
        assert_eq!(Sheet::of_key(&sheet.key()), Some(sheet));
        for question in sheet.questions(Kind::Guided) {
            assert!(!words::question(question.key).is_empty());
            let Form::Choice(choices) = question.form else {
                continue;
            };
            let mut words: Vec<&str> = choices
                .iter()
                .map(|choice| words::answer(question.key, choice))
                .collect();
            assert!(words.iter().all(|word| !word.is_empty()));
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), choices.len());
        }
    }
}

/// Ch. 7: three games against Beginner, estimate, rivals, six pairs with a sheet after each, a sheet at
/// the end.
#[test]
fn a_person_goes_through_the_steps_of_chapter_7() {
    let settings = Settings::guided();
    assert_eq!(
        settings.opponent.parse(),
        Ok(koteki_rivals::roster::PlayerSpec::Level(
            koteki_rivals::roster::LevelSpec {
                level: koteki_engine::player::csharp::Level::Beginner,
                depth: 3,
                natural: false,
            }
        ))
    );
    assert_eq!(settings.evolution.cycles, 10);
    let mut protocol = Protocol::new(settings, 12, None);
    let mut script = Script::new();
    let mut steps: Vec<String> = Vec::new();
    let mut stage = String::new();
    while let Some(line) = script.next(&protocol, |_| true) {
        let now = match protocol.stage() {
            Stage::Ready(task) | Stage::Playing(task) => match task.place {
                Place::Warmup { number, .. } => format!("measure {number}"),
                Place::Pair { pair, which } => format!("pair {pair}.{which}"),
                Place::Round { .. } => panic!("a round of another experiment"),
            },
            Stage::Measuring => "estimate".to_owned(),
            // What the estimate says is what is bred toward.
            Stage::Breeding(target) => format!("rivals of {target}"),
            Stage::Asking(sheet) => sheet.key(),
            Stage::Done => "done".to_owned(),
        };
        if now != stage {
            steps.push(now.clone());
            stage = now;
        }
        protocol.apply(&line).unwrap();
    }
    let mut expected: Vec<String> = [
        "measure 0",
        "measure 1",
        "measure 2",
        "estimate",
        "rivals of 31.5",
    ]
    .map(str::to_owned)
    .to_vec();
    for pair in 0..6 {
        expected.extend([format!("pair {pair}.0"), format!("pair {pair}.1")]);
        expected.push(format!("A{}", pair + 1));
    }
    expected.push("B".to_owned());
    assert_eq!(steps, expected);
    assert_eq!(protocol.games().len(), 15);
    // 12 games, four against each of the three.
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for game in protocol.games().iter().skip(3) {
        assert!(game.line.position().is_over());
        *met.entry(game.opponent.as_str()).or_default() += 1;
    }
    assert_eq!(met.into_values().collect::<Vec<_>>(), [4, 4, 4]);
    for (pair, games) in protocol
        .plan()
        .pairs
        .iter()
        .zip(protocol.games()[3..].chunks(2))
    {
        assert_eq!(pair.is_same(), games[0].opponent == games[1].opponent);
        assert_eq!(pair.sides, [games[0].task.person, games[1].task.person]);
    }
    // Who says "same" every time is right in half of the pairs.
    let score = Score::of(&protocol.judged());
    assert_eq!((score.right, score.of), (3, 6));
}

#[test]
fn the_blind_test_has_six_pairs_and_their_sheets() {
    let mut protocol = Protocol::new(Settings::blind(), 3, Some(17.0));
    assert_eq!(protocol.stage(), Stage::Breeding(17.0));
    let mut script = Script::new();
    // Table 6.4: the intermediate player told all six.
    let plan = protocol.plan().clone();
    while let Some(line) = script.next(&protocol, |pair| plan.pairs[pair].is_same()) {
        protocol.apply(&line).unwrap();
    }
    assert_eq!(protocol.games().len(), 12);
    assert_eq!(protocol.handed_in(), 6);
    let score = Score::of(&protocol.judged());
    assert_eq!((score.right, score.of), (6, 6));
    assert_eq!((score.same, score.different), ((3, 3), (3, 3)));
    assert_eq!(score.by_chance, 1.0 / 64.0);
}

/// Whenever it is left, what was written leads back to where it was.
#[test]
fn the_lines_up_to_any_moment_give_the_state_of_that_moment() {
    for settings in [Settings::guided(), Settings::blind()] {
        let mut protocol = Protocol::new(settings.clone(), 99, None);
        let mut script = Script::new();
        let mut lines: Vec<Line> = Vec::new();
        let mut states = vec![protocol.clone()];
        while let Some(line) = script.next(&protocol, |pair| pair < 4) {
            protocol.apply(&line).unwrap();
            lines.push(line);
            states.push(protocol.clone());
        }
        let written: Vec<String> = lines
            .iter()
            .map(|line| serde_json::to_string(line).unwrap())
            .collect();
        // From the text, as a program does that goes on: every state in passing, some by themselves.
        let mut again = Protocol::new(settings.clone(), 99, None);
        for (text, state) in written.iter().zip(&states[1..]) {
            again.apply(&serde_json::from_str(text).unwrap()).unwrap();
            assert_eq!(&again, state);
            assert_eq!(again.stage(), state.stage());
        }
        for end in (0..written.len()).step_by(61) {
            let mut again = Protocol::new(settings.clone(), 99, None);
            for text in &written[..end] {
                again.apply(&serde_json::from_str(text).unwrap()).unwrap();
            }
            assert_eq!(again, states[end]);
        }
    }
}

#[test]
fn what_cannot_have_happened_is_refused_and_changes_nothing() {
    let mut protocol = Protocol::new(Settings::guided(), 4, None);
    let refuse = |protocol: &mut Protocol, line: &Line| {
        let before = protocol.clone();
        let refused = protocol.apply(line).unwrap_err();
        assert_eq!(*protocol, before);
        refused
    };
    let Stage::Ready(task) = protocol.stage() else {
        panic!("a game comes first")
    };
    let begin = game(&protocol, &task, 1);
    let mv = |game, ply, mv: &str| Line::Move {
        game,
        ply,
        mv: mv.to_owned(),
        at: 2,
    };
    let answer = |sheet: &str, question: &str, value: &str| Line::Answer {
        sheet: sheet.to_owned(),
        question: question.to_owned(),
        value: value.to_owned(),
        at: 3,
    };
    // Nothing but a game.
    assert_eq!(
        refuse(&mut protocol, &mv(0, 1, "f5")),
        ProtocolError::OutOfPlace("a move")
    );
    let early = Line::Estimate {
        estimate: estimate(1.0),
        at: 0,
    };
    assert_eq!(
        refuse(&mut protocol, &early),
        ProtocolError::OutOfPlace("an estimate")
    );
    let Line::Game {
        seed,
        person,
        opponent,
        ..
    } = begin.clone()
    else {
        unreachable!()
    };
    for other in [
        Line::Game {
            game: 1,
            seed,
            person,
            opponent: opponent.clone(),
            at: 0,
        },
        Line::Game {
            game: 0,
            seed: seed ^ 1,
            person,
            opponent: opponent.clone(),
            at: 0,
        },
        Line::Game {
            game: 0,
            seed,
            person,
            opponent: "expert".to_owned(),
            at: 0,
        },
    ] {
        assert_eq!(refuse(&mut protocol, &other), ProtocolError::OtherGame);
    }
    protocol.apply(&begin).unwrap();
    assert_eq!(
        refuse(&mut protocol, &begin),
        ProtocolError::OutOfPlace("a game")
    );
    assert_eq!(
        refuse(&mut protocol, &mv(0, 2, "f5")),
        ProtocolError::OutOfPlace("a move")
    );
    assert_eq!(
        refuse(&mut protocol, &mv(1, 1, "f5")),
        ProtocolError::OutOfPlace("a move")
    );
    for illegal in ["a1", "e4", "--", "z9", ""] {
        assert_eq!(
            refuse(&mut protocol, &mv(0, 1, illegal)),
            ProtocolError::Illegal(illegal.to_owned())
        );
    }
    let sheet = answer("A1", "same", "same");
    assert_eq!(
        refuse(&mut protocol, &sheet),
        ProtocolError::OutOfPlace("an answer")
    );

    // On to the first sheet.
    let mut script = Script::new();
    while protocol.stage() != Stage::Asking(Sheet::Pair(0)) {
        let line = script.next(&protocol, |_| true).unwrap();
        if let Line::Rivals { .. } = line {
            let few = Line::Rivals {
                rivals: rivals()[..2].to_vec(),
                cycles: 10,
                games: 1,
                at: 0,
            };
            assert_eq!(refuse(&mut protocol, &few), ProtocolError::Rivals(2));
        }
        protocol.apply(&line).unwrap();
    }
    let hand_in = |sheet: &str| Line::HandIn {
        sheet: sheet.to_owned(),
        at: 9,
    };
    for (line, refused) in [
        (
            answer("A2", "same", "same"),
            ProtocolError::OutOfPlace("an answer"),
        ),
        (
            answer("A1", "fun", "great"),
            ProtocolError::Question("fun".to_owned()),
        ),
        (
            answer("A1", "same", "perhaps"),
            ProtocolError::Answer("perhaps".to_owned(), "same".to_owned()),
        ),
        (
            answer("A1", "reason", "two\nlines"),
            ProtocolError::Answer("two\nlines".to_owned(), "reason".to_owned()),
        ),
        (hand_in("A1"), ProtocolError::Unanswered("strength-1")),
        (hand_in("B"), ProtocolError::OutOfPlace("an answer")),
    ] {
        assert_eq!(refuse(&mut protocol, &line), refused);
    }
    let long = answer("A1", "reason", &"x".repeat(1001));
    assert!(matches!(
        refuse(&mut protocol, &long),
        ProtocolError::Answer(..)
    ));
    // "Where" is asked of those who saw something.
    let questions = Sheet::Pair(0).questions(Kind::Guided);
    let asked = |protocol: &Protocol| -> Vec<&str> {
        let answers = protocol
            .answers(Sheet::Pair(0))
            .cloned()
            .unwrap_or_default();
        let asked = questions.iter().filter(|question| answers.asks(question));
        asked.map(|question| question.key).collect()
    };
    assert!(!asked(&protocol).contains(&"where-1"));
    protocol.apply(&answer("A1", "unnatural-1", "1-3")).unwrap();
    assert!(asked(&protocol).contains(&"where-1"));
    protocol
        .apply(&answer("A1", "unnatural-1", "none"))
        .unwrap();
    assert!(!asked(&protocol).contains(&"where-1"));
    for (question, value) in [
        ("strength-1", "same"),
        ("strength-2", "much-too-weak"),
        ("unnatural-2", "none"),
        ("same", "same"),
        // The last answer holds.
        ("same", "different"),
    ] {
        protocol.apply(&answer("A1", question, value)).unwrap();
    }
    assert!(protocol.judged().is_empty(), "not before it is handed in");
    protocol.apply(&hand_in("A1")).unwrap();
    assert_eq!(protocol.judged(), [(protocol.plan().pairs[0], false)]);
    let late = answer("A1", "same", "same");
    assert_eq!(
        refuse(&mut protocol, &late),
        ProtocolError::OutOfPlace("an answer")
    );
    assert_eq!(
        refuse(&mut protocol, &hand_in("A1")),
        ProtocolError::OutOfPlace("an answer")
    );
}

#[test]
fn a_forced_pass_is_a_move_of_the_record() {
    assert_eq!("--".parse(), Ok(Move::Pass));
    assert_eq!(Move::Pass.to_string(), "--");
}

/// Clopper and Pearson's limits, found by bisection on exact sums of binomial terms (in Python).
#[test]
fn exact_intervals_and_tails_hold() {
    for (right, of, low, high) in [
        (6, 6, 0.540_741_9, 1.0),
        (0, 10, 0.0, 0.308_497_1),
        (5, 10, 0.187_086_0, 0.812_914_0),
        (4, 6, 0.222_778_1, 0.956_728_1),
        (20, 24, 0.626_158_3, 0.952_646_4),
    ] {
        let interval = exact(right, of, 0.95);
        assert!(
            (interval.low - low).abs() < 1e-6,
            "{right}/{of}: {interval:?}"
        );
        assert!(
            (interval.high - high).abs() < 1e-6,
            "{right}/{of}: {interval:?}"
        );
    }
    let nothing = exact(0, 0, 0.95);
    assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
    // Binomial coefficients: 1 + 6 + 15 of 64.
    assert!((at_least(4, 6, 0.5) - 22.0 / 64.0).abs() < 1e-12);
    assert!((at_least(0, 6, 0.5) - 1.0).abs() < 1e-12);
    assert_eq!(at_least(7, 6, 0.5), 0.0);
}
