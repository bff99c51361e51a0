//! A game behind the Go Text Protocol: the commands that all games share. About passes see `game`.

use super::game::EngineGame;
use super::{CommandError, Engine, colour, is_number, sgf};
use crate::protocol::lines::Lines;
use koteki_engine::player::Player;
use koteki_games::{GameLine, Side};
use koteki_rivals::roster::kit::Kit;

/// How a game is spoken about with the programs that play it.
pub trait GtpGame: Kit {
    /// The commands it knows, the shared ones among them.
    const COMMANDS: &'static [&'static str];
    /// Who plays when no player is named.
    const PLAYER: &'static str;
    /// The one size of the board, and how the command is written.
    const SIZE: (u32, &'static str);

    /// The winning rate that a value of this player stands for; `None` where it stands for none.
    fn rate(spec: &Self::Spec) -> Option<fn(i32) -> f64>;

    /// Reads a move.
    ///
    /// # Errors
    /// When the words are no move.
    fn read_words(words: &[&str]) -> Result<Self::Move, CommandError>;

    /// A move as answers give it; `pass` for what there is in a finished game, too.
    fn name(mv: Option<Self::Move>) -> String {
        mv.filter(|&mv| !Self::is_pass(mv))
            .map_or_else(|| "pass".to_owned(), Self::write)
    }

    /// The board, who is to move, and what is counted.
    fn board(&self) -> String;

    /// Black's points less White's; `None` where that is not known before the end.
    fn score(&self) -> Option<i32>;

    /// The game of a file, up to so many moves.
    ///
    /// # Errors
    /// What is wrong with the file, in words.
    fn read_sgf(text: &str, moves: Option<usize>) -> Result<GameLine<Self>, String>;

    /// Answers a command that is not shared.
    ///
    /// # Errors
    /// As [`Engine::answer`].
    fn answer(
        engine: &mut GameEngine<Self>,
        command: &str,
        arguments: &[&str],
        lines: &Lines,
    ) -> Result<String, CommandError>;
}

/// A player and the game that it is in.
pub struct GameEngine<K: GtpGame> {
    pub(super) game: EngineGame<K>,
    spec: K::Spec,
}

impl<K: GtpGame> GameEngine<K> {
    /// `player`, which `spec` names, in a game that has not begun. Its `seed` and the number of the game give
    /// every move.
    pub fn new(spec: K::Spec, player: Box<dyn Player<K>>, seed: u64) -> Self {
        Self {
            game: EngineGame::new(player, seed),
            spec,
        }
    }

    /// The winning rate that a value of the player stands for.
    pub(super) fn rate(&self) -> Option<fn(i32) -> f64> {
        K::rate(&self.spec)
    }

    /// The player's settings as its name has them, one a line; or another value for one of them.
    fn parameters(&mut self, arguments: &[&str]) -> Result<String, CommandError> {
        let whole = format!("{:#}", self.spec);
        let (player, settings) = whole.split_once(':').unwrap_or((&whole, ""));
        let settings = settings.split(',').filter_map(|it| it.split_once('='));
        match *arguments {
            [] => Ok(settings
                .map(|(name, value)| format!("{name} {value}"))
                .collect::<Vec<_>>()
                .join("\n")),
            [name, value] => {
                let is = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
                // A player has one budget at a time.
                let is_budget = |name: &str| is(name, "time") || is(name, "nodes");
                let gives_way =
                    |other: &str| is(other, name) || is_budget(other) && is_budget(name);
                let others = settings.filter(|&(other, _)| !gives_way(other));
                let all: Vec<String> = others
                    .chain([(name, value)])
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                let failed = |why: String| CommandError::Parameter(why);
                let spec = K::player_named(&format!("{player}:{}", all.join(",")))
                    .map_err(|error| failed(error.to_string()))?;
                let changed = K::build(&spec).map_err(|error| failed(error.to_string()))?;
                self.game.seat(changed);
                self.spec = spec;
                Ok(String::new())
            }
            _ => Err(CommandError::Syntax("param [NAME VALUE]")),
        }
    }

    pub(super) fn begin_anew(&mut self) -> Result<String, CommandError> {
        self.game.begin(GameLine::default());
        Ok(String::new())
    }

    pub(super) fn play(&mut self, side: Side, words: &[&str]) -> Result<String, CommandError> {
        let mv = K::read_words(words)?;
        self.game.play(side, mv).map(|()| String::new())
    }

    pub(super) fn generate(&mut self, side: Side, lines: &Lines) -> Result<String, CommandError> {
        self.game.generate(side, lines).map(K::name)
    }

    pub(super) fn score(&self) -> Result<String, CommandError> {
        Ok(
            match self.game.position().score().ok_or(CommandError::Score)? {
                difference @ 1.. => format!("B+{difference}"),
                0 => "0".to_owned(),
                difference => format!("W+{}", -difference),
            },
        )
    }

    /// The game of a file up to before the move of this number, or to its end.
    fn load(&mut self, file: &str, number: Option<&str>) -> Result<String, CommandError> {
        const HOW: CommandError = CommandError::Syntax("loadsgf FILE [MOVE_NUMBER]");
        let moves = match number {
            Some(number) => Some(number.parse::<usize>().map_err(|_| HOW)?.saturating_sub(1)),
            None => None,
        };
        let text = sgf::load(file).map_err(|error| CommandError::File(error.to_string()))?;
        let line = K::read_sgf(&text, moves).map_err(CommandError::File)?;
        self.game.begin(line);
        Ok(String::new())
    }
}

impl<K: GtpGame> Engine for GameEngine<K> {
    fn commands(&self) -> &'static [&'static str] {
        K::COMMANDS
    }

    fn answer(
        &mut self,
        command: &str,
        arguments: &[&str],
        lines: &Lines,
    ) -> Result<String, CommandError> {
        let (size, how) = K::SIZE;
        match (command, arguments) {
            ("list_games", _) => Ok(K::NAME.to_owned()),
            ("boardsize", &[given]) if given.parse() == Ok(size) => self.begin_anew(),
            ("boardsize", &[given]) if is_number(given) => Err(CommandError::Size),
            ("boardsize", _) => Err(CommandError::Syntax(how)),
            ("clear_board", _) => self.begin_anew(),
            // There is none; managers made for Go send one all the same.
            ("komi", &[komi]) if is_number(komi) => Ok(String::new()),
            ("komi", _) => Err(CommandError::Syntax("komi NUMBER")),
            ("play", &[side, ref words @ ..]) if !words.is_empty() => {
                self.play(colour(side)?, words)
            }
            ("play", _) => Err(CommandError::Syntax("play COLOR MOVE")),
            ("genmove", &[side]) => self.generate(colour(side)?, lines),
            ("genmove", _) => Err(CommandError::Syntax("genmove COLOR")),
            ("reg_genmove", &[side]) => Ok(K::name(self.game.choose(colour(side)?, lines)?)),
            ("reg_genmove", _) => Err(CommandError::Syntax("reg_genmove COLOR")),
            ("undo", _) => self.game.undo().map(|()| String::new()),
            ("showboard", _) => Ok(self.game.position().board()),
            ("final_score", _) => self.score(),
            ("loadsgf", &[file]) => self.load(file, None),
            ("loadsgf", &[file, number]) => self.load(file, Some(number)),
            ("loadsgf", _) => Err(CommandError::Syntax("loadsgf FILE [MOVE_NUMBER]")),
            ("param", _) => self.parameters(arguments),
            // The players think as long as their names say, whatever the clock says.
            ("time_settings", numbers @ [_, _, _]) if numbers.iter().all(|it| is_number(it)) => {
                Ok(String::new())
            }
            ("time_settings", _) => Err(CommandError::Syntax("time_settings MAIN BYO_YOMI STONES")),
            ("time_left", &[side, time, stones]) if is_number(time) && is_number(stones) => {
                colour(side).map(|_| String::new())
            }
            ("time_left", _) => Err(CommandError::Syntax("time_left COLOR TIME STONES")),
            _ => K::answer(self, command, arguments, lines),
        }
    }
}
