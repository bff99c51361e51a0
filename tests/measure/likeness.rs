//! Like people of which rating somebody plays, how strong that is, and what is foretold from it.

#![allow(clippy::unwrap_used)]

use koteki_engine::player::human::policy::{Look, Policy, chances, likeness, strength};
use koteki_engine::player::human::{Human, look_at};
use koteki_engine::player::{Context, Player};
use koteki_engine::search::budget::Cancel;
use koteki_games::othello::Position;
use koteki_games::random::{Random, SeedableRng as _, derive_seed};
use koteki_games::{Game as _, GameLine, Side};
use koteki_record::profile::{OnDisk, Profile, path, read};
use koteki_rivals::measure::contest::play_out;
use koteki_rivals::measure::equal::{Evidence, GameEvidence, ResultAgainst, of_rating, rating};
use koteki_rivals::measure::likeness::{Likeness, Told, of_game};
use koteki_rivals::roster::kit::Kit as _;
use koteki_rivals::roster::kit::person::PersonEvidence as _;
use koteki_rivals::roster::{PlayerSpec, build_othello};
use koteki_session::Standing;
use koteki_session::standing::{count, look};

/// What games of a player against itself say.
fn told(player: &str, games: u64) -> Vec<Told> {
    let player = build_othello(&player.parse().unwrap()).unwrap();
    let game = |game| {
        let seed = derive_seed(7, &[game]);
        let cancel = Cancel::new();
        let line = play_out(GameLine::default(), &*player, &*player, seed, &cancel).unwrap();
        of_game(&line, Side::Black, &cancel).unwrap()
    };
    (0..games).map(game).collect()
}

fn after(games: &[Told]) -> Likeness {
    let mut likeness = Likeness::default();
    games.iter().for_each(|told| likeness.see_game(told));
    likeness
}

/// The mean of the strengths believed in.
fn believed(likeness: &Likeness) -> f64 {
    let masses = likeness.strength();
    let masses = masses.iter().enumerate();
    masses
        .map(|(at, mass)| mass * koteki_rivals::measure::likeness::rating(at))
        .sum()
}

#[test]
fn the_rating_whose_errors_somebody_makes_is_found() {
    for rating in [1000.0, 1400.0, 1700.0] {
        let games = told(&format!("human:rating={rating}"), 12);
        let found = after(&games).people().unwrap();
        // The choices of people of a rating, and the strength of players who choose like that, differ.
        let like = likeness(rating);
        assert!(
            found.interval.contains(like),
            "{rating}: {found:?} for {like}"
        );
        assert!(after(&games).like_people() > 0.75);
        let strong = believed(&after(&games));
        assert!((strong - rating).abs() < 150.0, "{rating}: {strong}");
    }
    let mut rated = [900.0, 1300.0, 1600.0, 1800.0]
        .map(|rating| believed(&after(&told(&format!("human:rating={rating}"), 4))));
    let given = rated;
    rated.sort_by(f64::total_cmp);
    assert_eq!(rated, given, "the stronger one is believed to be stronger");
}

/// Other programs are no people: what they give away says more.
#[test]
fn a_program_is_not_taken_for_a_weak_person() {
    let games = told("agent:d=20,depth=4", 12);
    let likeness = after(&games);
    assert!(likeness.like_people() < 0.4 && likeness.people().is_none());
    // About as strong as the ladder has it, and not as its likeness to people alone would.
    let alone = strength(likeness.estimate().rating);
    assert!((believed(&likeness) - 1085.0).abs() < 250.0 && alone < 800.0);
    let random = after(&told("random", 6));
    assert!(random.people().is_none() && believed(&random) < 700.0);
}

#[test]
fn strengths_and_even_points_go_both_ways() {
    for points in [-500.0, 300.0, 900.0, 1234.0, 1500.0, 1900.0, 2400.0] {
        assert!((strength(likeness(points)) - points).abs() < 1e-9);
    }
    for even in [-12.0, 0.0, 3.0, 20.0, 60.0, 150.0] {
        assert!((of_rating(rating(even)) - even).abs() < 1e-9, "{even}");
    }
    let even = |name: &str| Position::even_point(&name.parse::<PlayerSpec>().unwrap());
    let [weak, strong] = ["human:rating=1000", "human:rating=1500"].map(|name| even(name).unwrap());
    assert!(strong < weak && (rating(strong) - 1500.0).abs() < 1e-9);
    for other in ["human:look=quick", "human:natural=true"] {
        assert_eq!(even(other), None, "{other}");
    }
}

/// It chooses among what it may, as often as its policy says.
#[test]
fn a_human_draws_from_its_policy() {
    let cancel = Cancel::new();
    let line = koteki_record::formats::read_game("f5d6c3d3c4")
        .unwrap()
        .line;
    let position = line.position();
    let moves = look_at(position, Look::Quick, &cancel).unwrap();
    let last = line.moves().last().unwrap().square();
    let sight = koteki_engine::player::human::features::Sight::new(position, last);
    let pulls = Policy::embedded().pulls(Look::Quick, &sight, &moves);
    let expected = chances(&pulls, 1200.0);
    assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let (best, most) = expected
        .iter()
        .enumerate()
        .max_by(|one, other| one.1.total_cmp(other.1))
        .unwrap();
    // The line goes on with f4 in nearly every book.
    assert_eq!(moves[best].square.to_string(), "f4");
    let mut allowed = Vec::new();
    position.legal_moves(&mut allowed);
    let player = Human::like(1200.0, Look::Quick);
    let mut random = Random::seed_from_u64(3);
    let mut played = 0;
    for _ in 0..400 {
        let mut context = Context {
            random: &mut random,
            cancel: &cancel,
        };
        let choice = player.choose(&line, &allowed, &mut context).unwrap();
        played += u32::from(choice.mv.square() == Some(moves[best].square));
    }
    let share = f64::from(played) / 400.0;
    assert!((share - most).abs() < 0.08, "{share} for {most}");
    // Nothing else is played when the best may not be.
    allowed.retain(|mv| mv.square() != Some(moves[best].square));
    let mut context = Context {
        random: &mut random,
        cancel: &cancel,
    };
    let choice = player.choose(&line, &allowed, &mut context).unwrap();
    assert!(allowed.contains(&choice.mv) && choice.candidates.len() == allowed.len());
}

/// A result is foretold by what was known before it.
#[test]
fn what_is_foretold_is_kept_and_scored() {
    let folder = tempfile::tempdir().unwrap();
    let told = told("human:rating=1500", 3);
    let mut expected = Vec::new();
    let mut known = Evidence::default();
    for (number, told) in told.iter().enumerate() {
        let result = ResultAgainst {
            opponent: of_rating(1000.0),
            score: 1.0,
        };
        expected.extend(known.expected(result.opponent));
        let game = GameEvidence {
            ended: 1_700_000_000 + number as u64,
            decisions: Vec::new(),
            likeness: told.clone(),
            result: Some(result),
        };
        known.see_game(&game);
        count::<Position>(folder.path(), "Ann", &number.to_string(), game).unwrap();
    }
    // Before the first nothing was known; afterwards somebody far stronger is to win.
    assert_eq!(expected.len(), 2);
    assert!(
        expected.iter().all(|&it| (0.75..0.99).contains(&it)),
        "{expected:?}"
    );
    let (kept, trouble) = look::<Position>(folder.path(), "Ann");
    assert_eq!(trouble, None);
    assert_eq!(kept.foretold.len(), 2);
    for (kept, expected) in kept.foretold.iter().zip(expected) {
        assert!((kept.expected - expected).abs() < 2e-3 && kept.score > 0.9);
    }
    let ended: Vec<u64> = kept
        .foretold
        .iter()
        .map(|it| it.ended - 1_700_000_000)
        .collect();
    assert_eq!(ended, [1, 2]);
}

/// A profile of the version before this is taken over: who was known is known, within what was known.
#[test]
fn a_profile_without_a_likeness_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = Evidence::default();
    let line = koteki_record::formats::read_game(crate::common::WHOLE_GAME)
        .unwrap()
        .line;
    let search = koteki_rivals::roster::SearchSpec::TESTER.search();
    let decisions = koteki_rivals::measure::strength::Decision::of_line(
        &line,
        Side::Black,
        &search,
        5,
        &Cancel::new(),
    )
    .unwrap();
    let game = GameEvidence {
        ended: 0,
        decisions,
        likeness: Told::default(),
        result: Some(ResultAgainst {
            opponent: 30.0,
            score: 1.0,
        }),
    };
    for _ in 0..4 {
        known.see_game(&game);
    }
    let profile = Profile {
        format: 2,
        likeness: None,
        ..known.profile("Ann")
    };
    let old = Evidence::restored(profile).unwrap();
    assert_eq!(old.likeness.games(), 4);
    let (now, before) = (old.equal().unwrap(), old.belief.strength());
    assert!(now.interval.low < before.interval.high && now.interval.high > before.interval.low);
    assert!(now.interval.high - now.interval.low > 5.0, "{now:?}");
    // It is written as it is now, and nothing of it is lost.
    std::fs::create_dir(folder.path().join("players")).unwrap();
    let place = path::<Profile>(folder.path(), "Ann");
    let text = toml::to_string(&Profile {
        format: 2,
        likeness: None,
        ..known.profile("Ann")
    });
    std::fs::write(&place, text.unwrap()).unwrap();
    count::<Position>(folder.path(), "Ann", "next", game).unwrap();
    let Ok(OnDisk::Profile(written)) = read::<Profile>(&place) else {
        panic!("no profile")
    };
    assert_eq!(
        (written.format, written.games, written.results.len()),
        (4, 5, 5)
    );
    assert!(written.likeness.is_some());
}

/// What was foretold is taken over from a profile that does not say when games ended; one of a later version stays as it is.
#[test]
fn what_was_foretold_outlasts_versions() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    crate::common::play_measured(data, "Ann", 4);
    let place = path::<Profile>(data, "Ann");
    let now = std::fs::read_to_string(&place).unwrap();
    let before: String = now
        .lines()
        .filter(|line| !line.starts_with("ended = "))
        .map(|line| line.replace("format = 4", "format = 3") + "\n")
        .collect();
    assert!(
        now.matches("ended = ").count() == 3
            && before.starts_with("# ")
            && before.contains("format = 3")
    );
    std::fs::write(&place, before).unwrap();
    let (old, trouble) = look::<Position>(data, "Ann");
    assert_eq!((trouble, old.foretold.len()), (None, 3));
    assert_eq!(Standing::of(&old).unwrap().sitting(), None);
    let (results, expected) = (old.results.clone(), old.foretold[2].expected);
    crate::common::play_measured(data, "Ann", 6);
    let (known, _) = look::<Position>(data, "Ann");
    assert_eq!((known.foretold.len(), known.results.len()), (5, 6));
    assert_eq!(known.results[..4], results);
    assert_eq!(
        (known.foretold[2].expected, known.foretold[2].ended),
        (expected, 0)
    );
    assert!(known.foretold[3].ended > 0);

    let later = now.replace("format = 4", "format = 5\nwhatever = 1");
    std::fs::write(&place, &later).unwrap();
    crate::common::play_measured(data, "Ann", 7);
    assert_eq!(std::fs::read_to_string(&place).unwrap(), later);
}
