//! Blokus Duo in plain lines: for a pipe, a dumb terminal, a screen reader.
//!
//! Not one escape byte. Moves are read from the input in any notation, several on a line if need be; what
//! cannot be read or played is refused with the reason, and the game waits. When the input ends the game
//! is left as it stands and kept.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use super::input::{LONGEST, Next, Words};
use koteki_engine::search::budget::Cancel;
use koteki_games::blokus::notation::{write_moves, write_squares};
use koteki_games::blokus::{Move, Position, Square};
use koteki_games::random::derive_seed;
use koteki_games::typed::half_width;
use koteki_games::words::harmless::harmless;
use koteki_games::{GameLine, Side};
use koteki_record::blokus::{FileError, Folder, Journal, Kept};
use koteki_rivals::roster::blokus_level::Opponent;
use koteki_session::Turn;
use koteki_session::blokus::words;
use koteki_session::blokus::worker::hint;
use koteki_session::blokus::{Setup, Table, words as rules};

const HELP: [&str; 16] = [
    "The first piece covers your start square; every other one touches one of your own at a corner and none",
    "of your own along an edge. If you cannot place a piece, you pass. More squares covered win.",
    "e10,d11,e11,f11,e12  plays the piece that covers these squares (column a-n, row 1-14 from below)",
    "54u0                 the same as a code: column and row 1-e from the top left, piece a-u, form 0-7",
    "board                the board: X Black, O White",
    "pieces               the pieces that are left, by name",
    "score                squares covered",
    "hint                 a good move (the game becomes practice)",
    "undo, redo           takes your last move back with all after it, plays it again (practice too)",
    "moves                the game as codes",
    "new                  another game; this one is kept",
    "level LEVEL          another game against novice, easy, medium, hard, strong, or any player by name",
    "resume               continues the game that was left; the one on the board is kept",
    "save FILE            writes the game as .blksgf; save! also over a file that is there",
    "quit                 leaves; the game is kept",
    "Passes are played by themselves.",
];

/// What a sitting begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first game. Later ones take seeds derived from its own.
    pub setup: Setup,
    /// A game to go on with, and what there is to say of it.
    pub loaded: Option<(GameLine<Position>, String)>,
    /// Where games are kept; `None` for nowhere.
    pub data: Option<PathBuf>,
    /// The beginning of the names of games in the folder, later ones after earlier ones.
    pub name: String,
}

struct Plain<'a, I> {
    output: &'a mut dyn Write,
    table: Table,
    folder: Option<Folder>,
    kept: Option<Kept>,
    name: String,
    games: u64,
    seed: u64,
    words: Words<I>,
    /// Moves that have been told.
    told: usize,
    /// The result has been told.
    over: bool,
}

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written.
pub fn run(options: Options, input: impl BufRead, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut trouble = Vec::new();
    let folder = options.data.as_deref().and_then(|data| {
        Folder::open(data)
            .map_err(|error| trouble.push(words::not_kept(&error.to_string())))
            .ok()
    });
    let kept = match (&folder, &options.loaded) {
        (Some(folder), None) => folder.unfinished().unwrap_or_else(|error| {
            trouble.push(words::damaged(&error.to_string()));
            None
        }),
        _ => None,
    };
    let journal = folder
        .as_ref()
        .map(|it| it.begin(&format!("{}-0001", options.name)));
    let table = match &options.loaded {
        Some((line, _)) => Table::from_line(options.setup, line.clone(), journal),
        None => Table::new(options.setup, journal),
    };
    let mut plain = Plain {
        output,
        told: table.line().ply(),
        table,
        folder,
        kept,
        name: options.name,
        games: 1,
        seed: options.setup.seed,
        words: Words::new(input),
        over: false,
    };
    plain.open()?;
    if let Some((_, said)) = &options.loaded {
        plain.say(said)?;
    }
    plain.say(
        "A move is squares (e10,d11,e11,f11,e12) or a code (54u0). Other words: board pieces \
         hint undo redo new level moves save resume quit; help explains them.",
    )?;
    for line in trouble {
        plain.say(&line)?;
    }
    if let Some(kept) = &plain.kept {
        let opponent = Table::opponent_of(&kept.header, plain.table.setup().opponent);
        let line = format!(
            "A game against {opponent} was left after move {}: resume continues it.",
            kept.line.ply()
        );
        plain.say(&line)?;
    }
    plain.play()
}

impl<I: BufRead> Plain<'_, I> {
    /// Writes a line with nothing in it that a terminal obeys.
    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{}", harmless(line))?;
        self.output.flush()?;
        Ok(())
    }

    fn open(&mut self) -> anyhow::Result<()> {
        let Setup { opponent, seed, .. } = *self.table.setup();
        let [black, white] = Side::BOTH.map(|side| self.table.is_person(side));
        let line = opening(&opponent.to_string(), [black, white], seed);
        self.say(&line)?;
        if black == white {
            return Ok(());
        }
        self.say(
            "In plain lines no rivals are bred, and a game counts toward your strength only \
             when you finish it on the screen.",
        )
    }

    fn play(&mut self) -> anyhow::Result<()> {
        loop {
            self.tell_moves()?;
            if let Some(trouble) = self.table.trouble() {
                self.say(&trouble)?;
            }
            match self.table.turn() {
                Turn::Machine(_) => {
                    let Some(task) = self.table.task(0) else {
                        continue;
                    };
                    let choice = task.run(&Cancel::new());
                    if !choice.is_ok_and(|choice| self.table.answer(choice.mv)) {
                        self.table.stand_in();
                    }
                    continue;
                }
                Turn::Over(_) if !self.over => {
                    self.over = true;
                    self.result()?;
                }
                _ => {}
            }
            let Some(word) = self.next_word()? else {
                break;
            };
            if ["quit", "q"].contains(&word.to_ascii_lowercase().as_str()) {
                break;
            }
            self.word(&word)?;
        }
        let line = match self.table.file() {
            Some(file) if self.table.is_going_on() => format!(
                "The game is kept in {}; resume continues it at the next start.",
                file.display()
            ),
            None if self.table.is_going_on() => "The game is not kept.".to_owned(),
            _ => "Goodbye.".to_owned(),
        };
        self.say(&line)
    }

    /// Every move since the last one told, in a line each.
    fn tell_moves(&mut self) -> anyhow::Result<()> {
        self.table.take_passes();
        let steps: Vec<(Side, u32, Move)> = self
            .table
            .line()
            .steps()
            .map(|(position, mv)| {
                let side = koteki_games::Game::side_to_move(position);
                (side, position.left(side).len(), mv)
            })
            .collect();
        for (index, &(side, left, mv)) in steps.iter().enumerate().skip(self.told) {
            let line = match mv {
                Move::Place(placement) => format!(
                    "{}. {} {} {}",
                    index + 1,
                    side_text(side.index()),
                    placement.piece().name(),
                    write_squares(placement)
                ),
                Move::Pass => {
                    let mut before = steps.iter().take(index);
                    let first = !before.any(|it| it.0 == side && it.2 == Move::Pass);
                    let two = self.table.is_for_two();
                    let you = self.table.is_person(side) && !two;
                    rules::passed(side, you, first, left)
                }
            };
            self.say(&line)?;
        }
        self.told = steps.len();
        Ok(())
    }

    fn result(&mut self) -> anyhow::Result<()> {
        let position = *self.table.position();
        let points = position.count();
        let winner = points.winner();
        let two = self.table.is_for_two();
        let own = winner.map(|side| side == self.table.own_side());
        let score = (points.black, points.white);
        let own = own.filter(|_| !two);
        self.say(&words::result(own, winner.map(Side::index), score))?;
        let bonus = position.bonus_score();
        self.say(&words::mattel((bonus.black - 89, bonus.white - 89)))?;
        self.say("new begins another game.")
    }

    /// The next word typed; `None` at the end of the input.
    fn next_word(&mut self) -> anyhow::Result<Option<String>> {
        loop {
            match self.words.next()? {
                Next::Word(word) => return Ok(Some(word)),
                Next::TooLong => {
                    self.say(&format!("A line of more than {LONGEST} bytes was skipped."))?
                }
                Next::End => return Ok(None),
            }
        }
    }

    fn word(&mut self, word: &str) -> anyhow::Result<()> {
        let lower = half_width(word).to_ascii_lowercase();
        match lower.as_str() {
            "help" | "?" => HELP.iter().try_for_each(|line| self.say(line)),
            "board" => self.board(),
            "pieces" => self.pieces(),
            "moves" => {
                let moves = write_moves(self.table.line().moves(), false);
                self.say(&moves)
            }
            "score" => {
                let count = self.table.position().count();
                self.say(&words::standing(count.black, count.white, None, true))
            }
            "hint" => self.hint(),
            "undo" => {
                if self.table.is_over() && self.table.can_undo() {
                    // The game that is over stays in its file; what comes now is another one.
                    self.games += 1;
                    let journal = self.next_journal();
                    self.table.keep_in(journal);
                }
                let done = self.table.undo();
                self.went_back(done, words::NOTHING_TO_UNDO)
            }
            "redo" => {
                let done = self.table.redo();
                self.went_back(done, words::NOTHING_TO_REDO)
            }
            "new" => {
                self.games += 1;
                let seed = derive_seed(self.seed, &[self.games]);
                let setup = Setup {
                    seed,
                    ..*self.table.setup()
                };
                self.begin(setup)
            }
            "opponent" | "level" => {
                let Some(value) = self.words.next_on_line() else {
                    return self.say(&needs(&lower, "easy"));
                };
                match value.parse().map(Opponent::named_by_person) {
                    Ok(opponent) => {
                        self.games += 1;
                        let seed = derive_seed(self.seed, &[self.games]);
                        let setup = Setup {
                            opponent,
                            seed,
                            ..*self.table.setup()
                        };
                        self.begin(setup)
                    }
                    Err(error) => {
                        let error: koteki_rivals::roster::SpecError = error;
                        self.say(&error.to_string())
                    }
                }
            }
            "resume" => self.resume(),
            "save" | "save!" => {
                let Some(file) = self.words.next_on_line() else {
                    return self.say(&needs(&lower, "game.blksgf"));
                };
                let line = match self.table.save(Path::new(&file), lower.ends_with('!')) {
                    Ok(()) => words::saved(&file),
                    Err(FileError::Exists(_)) => {
                        format!("{file} is there already: save! {file} writes over it")
                    }
                    Err(error) => error.to_string(),
                };
                self.say(&line)
            }
            _ => self.mv(word),
        }
    }

    fn mv(&mut self, word: &str) -> anyhow::Result<()> {
        match word.parse::<Move>() {
            Ok(Move::Place(placement)) => match self.table.play(placement) {
                Ok(()) => Ok(()),
                Err(refusal) => {
                    let why = rules::refusal(refusal);
                    let line = words::refused(placement.piece().name(), &why);
                    self.say(&line)
                }
            },
            // The table has played it by itself.
            Ok(Move::Pass) if self.table.line().moves().last() == Some(&Move::Pass) => Ok(()),
            Ok(Move::Pass) => match self.table.position().why_illegal(Move::Pass) {
                Some(why) => self.say(&words::typed_refused(word, &rules::why(why))),
                None => Ok(()),
            },
            Err(error) => {
                self.say(&error.to_string())?;
                self.say("help lists all words.")
            }
        }
    }

    fn went_back(&mut self, done: bool, otherwise: &str) -> anyhow::Result<()> {
        if !done {
            return self.say(otherwise);
        }
        self.told = self.table.line().ply();
        self.over = false;
        let line = format!("The game stands after move {}.", self.told);
        self.say(&line)
    }

    /// The file of the game of the present number.
    fn next_journal(&self) -> Option<Journal> {
        let name = format!("{}-{:04}", self.name, self.games);
        self.folder.as_ref().map(|it| it.begin(&name))
    }

    fn begin(&mut self, setup: Setup) -> anyhow::Result<()> {
        self.table = Table::new(setup, self.next_journal());
        self.told = 0;
        self.over = false;
        self.open()
    }

    /// Continues the game that was left before this sitting, or else the latest that was left in it.
    fn resume(&mut self) -> anyhow::Result<()> {
        let kept = match (self.kept.take(), &self.folder) {
            (None, Some(folder)) => folder.unfinished(),
            (kept, _) => Ok(kept),
        };
        match kept {
            Ok(Some(kept)) => {
                let otherwise = self.table.setup().opponent;
                self.table = Table::resume(kept, otherwise);
                self.told = 0;
                self.over = false;
                self.open()
            }
            Ok(None) => self.say("No game was left."),
            Err(error) => self.say(&words::damaged(&error.to_string())),
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let Turn::Person(_) = self.table.turn() else {
            return self.say(words::NO_HINT);
        };
        self.table.help();
        let found = hint(self.table.position(), &Cancel::new()).ok().flatten();
        let Some(found) = found else { return Ok(()) };
        let line = format!(
            "hint: {} {} wins {:.0} % of its random games",
            found.placement.piece().name(),
            write_squares(found.placement),
            100.0 * found.share
        );
        self.say(&line)
    }

    fn board(&mut self) -> anyhow::Result<()> {
        let position = *self.table.position();
        let side = usize::from(Square::SIDE);
        let squares: Vec<Square> = Square::all().collect();
        for (row, squares) in squares.chunks(side).enumerate() {
            let signs = squares.iter().map(|&square| match position.owner(square) {
                Some(Side::Black) => " X",
                Some(Side::White) => " O",
                None => " .",
            });
            let line: String = std::iter::once(format!("{:>2}", side - row))
                .chain(signs.map(str::to_owned))
                .collect();
            self.say(&line)?;
        }
        self.say("   a b c d e f g h i j k l m n")
    }

    fn pieces(&mut self) -> anyhow::Result<()> {
        for side in Side::BOTH {
            let left = rules::names(self.table.position().left(side).iter());
            let line = format!("{} has {left}", side_text(side.index()));
            self.say(&line)?;
        }
        Ok(())
    }
}

fn side_text(index: usize) -> &'static str {
    words::SIDES.get(index).copied().unwrap_or_default()
}

fn opening(opponent: &str, people: [bool; 2], seed: u64) -> String {
    match people {
        [true, true] => {
            format!("Blokus Duo, two people, seed {seed}. X is Black and begins at e10.")
        }
        [_, true] => format!(
            "Blokus Duo against {opponent}, seed {seed}. You are White (O) and begin at j5."
        ),
        _ => format!(
            "Blokus Duo against {opponent}, seed {seed}. You are Black (X) and begin at e10."
        ),
    }
}

fn needs(word: &str, example: &str) -> String {
    format!("{word} needs a word after it, as in {word} {example}")
}
