//! Blokus Duo's kit: its players, moves, arena, judge and profile, as the code shared by all games uses them.

mod reasons;
mod scale;
pub mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::bail;

use super::person::{self, Explained, Games, PersonKit};
use super::{GameKind, Judge, Kit, Openings, Opposition, Place, Portrayal};
use crate::evolve::Settings;
use crate::evolve::settings::{GeneSettings, Scale};
use crate::measure::contest::{Played, play_out};
use crate::measure::loss::LossSheet;
use crate::roster::arena::ArenaSettings;
use crate::roster::blokus::{BlokusSpec, eyes};
use crate::roster::blokus_level::{Level, Opponent};
use crate::roster::portrait::name_of;
use crate::roster::{BuildError, SpecError};
use koteki_engine::eval::blokus::linear::rate;
use koteki_engine::eval::blokus::style::{STYLE, STYLE_COUNT};
use koteki_engine::eval::is_decided;
use koteki_engine::player::Player;
use koteki_engine::player::biggest::Biggest;
use koteki_engine::search::budget::{Cancel, CancelledError};
use koteki_engine::search::root::Search as _;
use koteki_engine::search::uct::{Effort, Uct, VisitedMove};
use koteki_games::blokus::notation::blksgf::Record;
use koteki_games::blokus::notation::{MoveError, read_moves, write_squares};
use koteki_games::blokus::{Move, Position, Square};
use koteki_games::random::{Random, derive_seed};
use koteki_games::{Game as _, GameLine, Side};

/// What is said of a player to whom a feature of [`STYLE`] matters more than the others do, and less.
const CARES_FOR: [[&str; 2]; STYLE_COUNT] = [
    ["goes for large pieces", "cares little for size"],
    ["keeps its corners open", "cares little for corners"],
    ["spreads into open ground", "stays close to its own"],
    ["shuts you in", "leaves you room"],
];

impl Kit for Position {
    type Spec = Opponent;
    type Evidence = Games<Self>;

    const KIND: GameKind = GameKind::Blokus;
    const KEY: &'static str = "blokus";
    const NAME: &'static str = "Blokus Duo";
    const POINTS: &'static str = "squares";
    // The first move of each side, as in Osaki et al. 2009: few other players open differently from game to game.
    const OPENING_PLIES: u32 = 2;
    const UNJUDGED_PLIES: u32 = Self::OPENING_PLIES;
    const OPENINGS_LOOK_LIKE: &'static str =
        "write the moves of one on a line, such as 56t1 AAu0, or name a .blksgf file";
    const EMPTIES_TO_WINNER: Option<fn(&Played<Self>) -> i32> = None;
    const OFFERS_UNTESTED: bool = false;

    fn player_named(name: &str) -> Result<Opponent, SpecError> {
        name.parse().map(Opponent::Player)
    }

    fn named_by_person(spec: Opponent) -> Opponent {
        spec.named_by_person()
    }

    fn is_engine(spec: &Opponent) -> bool {
        matches!(spec.player(), BlokusSpec::Engine(_))
    }

    fn is_rival(spec: &Opponent) -> bool {
        matches!(spec.player(), BlokusSpec::Rival { .. })
    }

    fn name_of(spec: &Opponent) -> Option<String> {
        match spec.player() {
            BlokusSpec::Rival { weights, .. } => Some(name_of(&weights)),
            _ => None,
        }
    }

    fn is_agent(spec: &Opponent) -> bool {
        matches!(spec.player(), BlokusSpec::Agent { .. })
    }

    fn even_point(spec: &Opponent) -> Option<f64> {
        scale::even_point(spec.player())
    }

    /// All agents see alike, and beyond them D is the even point itself.
    fn even_with(_against: &Opponent, d: f64) -> Option<f64> {
        Some(d)
    }

    fn build(spec: &Opponent) -> Result<Box<dyn Player<Self>>, BuildError> {
        spec.may_start()?;
        if spec.player().is_open() {
            return Err(BuildError::NoTarget);
        }
        Ok(spec.build())
    }

    fn why_refused(&self, mv: Move) -> String {
        let why = self.why_illegal(mv);
        why.map_or_else(String::new, |why| why.to_string())
    }

    fn turned(&self) -> Option<Self> {
        let mut turned = *self;
        turned.pass();
        Some(turned)
    }

    fn balanced() -> Vec<GameLine<Self>> {
        Vec::new()
    }

    /// The main line of a `.blksgf`, or moves, those of a game on each line.
    fn read_openings(path: &Path) -> anyhow::Result<Openings<Self>> {
        let bytes = fs::read(path)?;
        let text = String::from_utf8_lossy(&bytes);
        let games: Vec<(usize, Result<GameLine<Self>, String>)> =
            if text.trim_start().starts_with('(') {
                vec![(1, Ok(Record::read(&text)?.main_line()?))]
            } else {
                let games = text.lines().map(read_moves);
                let games = games.map(|game| game.map_err(|fault| fault.to_string()));
                (1..).zip(games).collect()
            };
        let from_start = |game: GameLine<Self>| {
            let is_one = game.positions()[0] == Self::start();
            let why = "it does not begin from the empty board, or has no move to play";
            is_one.then_some(game).ok_or_else(|| why.to_owned())
        };
        let games = games.into_iter();
        let games = games.filter(|(_, game)| game.as_ref().map_or(true, |game| game.ply() > 0));
        Ok(Box::new(games.map(move |(line, game)| {
            Ok((Place::Line(line), game.and_then(from_start)))
        })))
    }

    fn write_game(line: &GameLine<Self>) -> (Option<String>, String) {
        let moves: Vec<String> = line.moves().iter().map(ToString::to_string).collect();
        (None, moves.join(" "))
    }

    fn read_game(text: &str) -> anyhow::Result<GameLine<Self>> {
        Ok(read_moves(text)?)
    }

    /// As at Othello, but for four weights, one ply, and games that begin with a random placement of each side.
    fn default_evolution() -> Settings {
        let gene = GeneSettings {
            initial: [10, 3000],
            limits: [1, 10_000],
            scale: Scale::Log,
        };
        Settings {
            depth: 1,
            exhaustive: 0,
            opening_plies: 2,
            opponent: "agent:d=target".to_owned(),
            people: false,
            // The agent that `biggest`, the level "easy", is about even with.
            target: 8000.0,
            fixed: BTreeMap::new(),
            genes: STYLE
                .iter()
                .map(|feature| (feature.name.to_owned(), gene.clone()))
                .collect(),
            ..Settings::default()
        }
    }

    fn toward(given: &Settings, even: f64) -> Settings {
        scale::toward(given, even)
    }

    fn features(_settings: &Settings) -> Vec<&'static str> {
        STYLE.map(|feature| feature.name).to_vec()
    }

    /// Those that look further ahead than a ply have the learned weights under their own: who sees badly sees badly
    /// at any depth.
    fn individual(settings: &ArenaSettings, weights: &[i32]) -> Opponent {
        Opponent::Player(BlokusSpec::rival(weights, settings.depth))
    }

    fn individual_player(settings: &ArenaSettings, weights: &[i32]) -> Box<dyn Player<Self>> {
        BlokusSpec::rival(weights, settings.depth).build()
    }

    fn opposition(spec: &Opponent) -> Result<Opposition<Self>, BuildError> {
        spec.may_start()?;
        let player = spec.player();
        Ok(if player.is_open() {
            Opposition::Holding(Box::new(move |even| match even {
                ..0.0 => scale::stronger(even).build(),
                _ => player.holding(even).build(),
            }))
        } else {
            Opposition::Fixed(player.build())
        })
    }

    fn compared_in() -> &'static [Self] {
        &COMPARED_IN
    }

    fn move_number(mv: Move) -> u16 {
        let index = mv.placement().map(|it| u16::try_from(it.index()));
        index.and_then(Result::ok).unwrap_or(u16::MAX)
    }

    /// By its weights: what it cares for most, and what least.
    fn portray(spec: &Opponent, _jobs: usize, _cancel: &Cancel) -> Option<Portrayal> {
        let BlokusSpec::Rival { weights, .. } = spec.player() else {
            return None;
        };
        let most = weights.iter().zip(CARES_FOR).max_by_key(|it| it.0)?.1[0];
        let least = weights.iter().zip(CARES_FOR).min_by_key(|it| it.0)?.1[1];
        Some(Portrayal {
            name: name_of(&weights),
            portrait: format!("{most}; {least}"),
        })
    }

    fn judge(name: &str) -> anyhow::Result<Judge<Self>> {
        let judge = name.parse()?;
        let BlokusSpec::Tester { depth } = judge else {
            bail!("only a tester can judge, as in tester:depth=1");
        };
        Ok(Judge {
            name: judge.to_string(),
            full: judge.to_string(),
            search: Box::new(eyes()),
            depth,
            // No ladder of players of this game has been measured yet.
            describe: None,
            fault: Box::new(|| None),
        })
    }

    /// Nothing of this game is done in more than one way.
    fn engine() -> String {
        "portable".to_owned()
    }
}

impl PersonKit for Position {
    const SCALE: person::Scale = scale::SCALE;
    const LEVELS: &'static [Opponent] = &Opponent::LEVELS;
    const USUAL: Opponent = Opponent::Level(Level::Easy);
    const MOVE: &'static str = "placement";
    const MOVED: &'static str = "placed";
    const RULES: &'static [&'static str] = &[
        "The first piece covers your start square; every other one touches one of your own at a corner and none",
        "of your own along an edge. If you cannot place a piece, you pass. More squares covered win.",
        "Passes are played by themselves.",
        "e10,d11,e11,f11,e12  plays the piece that covers these squares (column a-n, row 1-14 from below)",
        "54u0                 the same as a code: column and row 1-e from the top left, piece a-u, form 0-7",
    ];
    const TYPED: &'static str = "squares (e10,d11,e11,f11,e12) or a code (54u0)";
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("pieces", "the pieces that are left, by name"),
        ("score", "squares covered"),
    ];

    fn about(spec: &Opponent) -> String {
        format!("{} ({})", spec.about(), spec.player())
    }

    fn equal(even: f64) -> String {
        match even {
            ..0.0 => scale::stronger(even).to_string(),
            _ => format!("an agent of D {even:.0}"),
        }
    }

    fn points(&self) -> [i32; 2] {
        let count = self.count();
        [count.black, count.white]
    }

    /// In thousandths of the learned v.
    fn judged(line: &GameLine<Self>, side: Side) -> Vec<(usize, u32)> {
        // Nobody raises the flag: a game takes some milliseconds.
        let sheet = LossSheet::of_line(line, side, &eyes(), JUDGE_DEPTH, &Cancel::new());
        let sheet = sheet.unwrap_or_default();
        let count = sheet.moves().iter().filter(|it| !it.decided);
        // Whole numbers of 32 bits, and never below 0.
        count.map(|it| (it.ply - 1, it.loss as u32)).collect()
    }

    /// What lowers the winning rate of an even position by five in a hundred: two thirds of what an easy opponent gives
    /// away on average.
    const MISTAKE: u32 = 10_000;

    fn explained(&self, mv: Move) -> Option<Explained<Move>> {
        // Nobody raises the flag: it takes less than a millisecond.
        let eyes = eyes();
        let values = eyes.root_values(self, JUDGE_DEPTH, &Cancel::new()).ok()?;
        let (value, best_value) = (values.value_of(mv)?, values.best()?);
        // As good as the best one is a best one.
        let first = values.best_moves().first().copied()?;
        let best = if value == best_value { mv } else { first };
        let is_open = !is_decided(value) && !is_decided(best_value) && best != mv;
        Some(Explained {
            best,
            loss: (best_value - value) as u32,
            rates: [best_value, value].map(|it| (100.0 * rate(it)).round() as u32),
            why: if is_open {
                reasons::why(&eyes.0, self, mv, best)
            } else {
                Vec::new()
            },
        })
    }

    // Here and not for all games at once: the search is then compiled with this crate, in full.
    fn weigh(
        &self,
        playouts: u32,
        cancel: &Cancel,
    ) -> Result<Vec<VisitedMove<Move>>, CancelledError> {
        let mut allowed = Vec::new();
        self.legal_moves(&mut allowed);
        if allowed.is_empty() {
            return Ok(Vec::new());
        }
        let uct = Uct {
            effort: Effort::Playouts(playouts),
            exploration: 0.7,
            prior: None,
        };
        uct.search(self, &allowed, &mut Random::derived(0, &[]), cancel)
    }

    fn typed(word: &str) -> Result<Move, String> {
        word.parse().map_err(|error: MoveError| error.to_string())
    }

    fn refused(&self, mv: Move, word: &str) -> String {
        let what = mv.placement().map_or(word, |it| it.piece().name());
        let why = self.why_illegal(mv).map_or_else(String::new, words::why);
        format!("{what}: {why}")
    }

    fn describe_move(line: &GameLine<Self>, ply: usize, you: bool) -> String {
        let passed =
            |(position, mv): (&Self, Move)| (mv == Move::Pass).then(|| position.side_to_move());
        let Some((position, mv)) = line.steps().nth(ply) else {
            return String::new();
        };
        let side = position.side_to_move();
        match mv {
            Move::Place(_) => format!("{}. {side} {}", ply + 1, Self::recommended(mv)),
            Move::Pass => {
                let mut before = line.steps().take(ply).filter_map(passed);
                let first = !before.any(|it| it == side);
                words::passed(side, you, first, position.left(side).len())
            }
        }
    }

    fn recommended(mv: Move) -> String {
        mv.placement().map_or_else(
            || mv.to_string(),
            |it| format!("{} {}", it.piece().name(), write_squares(it)),
        )
    }

    fn board(&self) -> Vec<String> {
        let side = usize::from(Square::SIDE);
        let squares: Vec<Square> = Square::all().collect();
        let rows = squares.chunks(side).enumerate().map(|(row, squares)| {
            let signs = squares.iter().map(|&square| match self.owner(square) {
                Some(Side::Black) => " X",
                Some(Side::White) => " O",
                None => " .",
            });
            format!("{:>2}{}", side - row, signs.collect::<String>())
        });
        rows.chain(["   a b c d e f g h i j k l m n".to_owned()])
            .collect()
    }

    fn answer(&self, word: &str) -> Vec<String> {
        if word == "score" {
            return vec![words::standing(self.count())];
        }
        let pieces = |side| format!("{side} has {}", words::names(self.left(side).iter()));
        Side::BOTH.map(pieces).to_vec()
    }

    fn remarks(&self) -> Vec<String> {
        vec![words::mattel(self)]
    }

    fn begins(side: Side) -> Option<String> {
        Some(Square::start(side).to_string())
    }
}

/// Plies that the judge of a person's games looks ahead.
const JUDGE_DEPTH: u32 = 1;

/// Games, and as many positions, in which individuals are compared.
const COMPARED: u64 = 200;

/// The first and the last ply before which they are.
const PLIES: [usize; 2] = [2, 21];

/// Keeps the drawing of plies apart from the games.
const PLY: u64 = 2;

/// One position of each of so many games in which both sides place one of their largest pieces, at a ply drawn from
/// [`PLIES`] at which there is a choice.
static COMPARED_IN: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for game in 0..COMPARED {
        let seed = derive_seed(1, &[game]);
        let line = GameLine::default();
        let Ok(line) = play_out(line, &Biggest, &Biggest, seed, &Cancel::new()) else {
            continue;
        };
        let mut random = Random::derived(seed, &[PLY]);
        for _ in 0..100 {
            let ply = PLIES[0] + random.below(PLIES[1] - PLIES[0] + 1);
            if let Some(position) = line.positions().get(ply) {
                position.legal_moves(&mut moves);
                if moves.len() > 1 {
                    positions.push(*position);
                    break;
                }
            }
        }
    }
    positions
});
