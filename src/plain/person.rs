//! What a game of which each one has a file says for itself in plain lines. When the input ends the game is left as it
//! stands and kept.

use std::io::{BufRead, Write};
use std::path::Path;

use super::game::{Plain, PlainKit, over};
use super::input::{Ear, Wake};
use super::voice::Voice;
use koteki_games::Side;
use koteki_record::files::FileError;
use koteki_rivals::roster::kit::person::PersonKit;
use koteki_session::person::rated::{Options, Rated};
use koteki_session::person::words;
use koteki_session::{Session, Setup};

/// Plays until the person leaves or the input ends.
///
/// # Errors
/// When there is no such opponent, `input` cannot be read or `output` cannot be written.
pub fn run<K: PersonKit>(
    options: Options<K>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let loaded = options.loaded.as_ref().map(|it| it.said.clone());
    let (ear, wake) = Ear::open(input)?;
    let sink = move |event| {
        // The receiver lives as long as the session; after it nobody listens.
        let _ = wake.send(Ok(Wake::Session(event)));
    };
    let (session, notices) = Session::<Rated<K>>::open(options, sink)?;
    Plain::new(session, ear, Voice(output)).run(loaded, notices)
}

impl<K: PersonKit> PlainKit for Rated<K> {
    type Told = ();

    fn words() -> Vec<&'static str> {
        let own = K::WORDS.iter().map(|it| it.0);
        own.chain(["level", "save"]).collect()
    }

    fn typed() -> String {
        K::TYPED.to_owned()
    }

    fn help() -> Vec<String> {
        let levels: Vec<String> = K::LEVELS.iter().map(ToString::to_string).collect();
        let level = format!(
            "another game against {}, or any player by name",
            levels.join(", ")
        );
        let save = format!(
            "writes the game as .{}; save! also over a file that is there",
            K::EXTENSION
        );
        let own = [
            ("moves", "the moves so far"),
            ("level LEVEL", &level),
            ("save FILE", &save),
        ];
        let words = K::WORDS.iter().chain(&own);
        let words = words.map(|(word, what)| format!("{word:<14}{what}"));
        let rules = K::RULES.iter().map(ToString::to_string);
        rules.chain(words).collect()
    }

    fn opened(session: &Session<Self>) -> Vec<String> {
        let table = session.table();
        let (name, seed) = (K::NAME, table.seed());
        let begins = |side, verb: &str| {
            K::begins(side).map_or_else(String::new, |at| format!(" and {verb} at {at}"))
        };
        let Some(side) = table.person() else {
            let begins = begins(Side::Black, "begins");
            return vec![format!(
                "{name}, two people, seed {seed}. X is Black{begins}."
            )];
        };
        let (sign, begins) = (["X", "O"][side.index()], begins(side, "begin"));
        let opponent = session.opponent();
        vec![
            format!("{name} against {opponent}, seed {seed}. You are {side} ({sign}){begins}."),
            "In plain lines no rivals are bred, and a game counts toward your strength only \
             when you finish it on the screen."
                .to_owned(),
        ]
    }

    fn ply(session: &Session<Self>, index: usize) -> String {
        let table = session.table();
        let side = table.line().positions()[index].side_to_move();
        K::describe_move(table.line(), index, table.person() == Some(side))
    }

    fn board(session: &Session<Self>) -> Vec<String> {
        session.table().position().board()
    }

    fn moves(session: &Session<Self>) -> String {
        K::write_game(session.table().line()).1
    }

    fn hint(session: &Session<Self>) -> Vec<String> {
        let hint = session.hint().map(|hint| {
            let (mv, share) = (K::recommended(hint.mv), 100.0 * hint.share);
            format!("Hint: {mv}. You win {share:.0} % of random games played on from there.")
        });
        hint.into_iter().collect()
    }

    fn result(session: &Session<Self>) -> Vec<String> {
        let table = session.table();
        let outcome = table.position().outcome();
        let result = outcome.map(|it| words::result::<K>(it, table.person()));
        let remarks = table.position().remarks();
        let next = "new begins another game.".to_owned();
        result.into_iter().chain(remarks).chain([next]).collect()
    }

    fn finished(session: &Session<Self>) -> Vec<String> {
        over(session.finished())
    }

    fn read(word: &str) -> Result<Vec<K::Move>, String> {
        let mv = K::typed(word);
        mv.map(|mv| vec![mv])
            .map_err(|why| format!("{why}; help lists all words."))
    }

    fn refused(session: &Session<Self>, mv: K::Move, word: &str) -> String {
        session.table().position().refused(mv, word)
    }

    fn answer(plain: &mut Plain<'_, Self>, word: &str) -> Option<anyhow::Result<()>> {
        Some(match word {
            "opponent" | "level" => plain.level(word),
            "save" | "save!" => plain.save(word),
            own if K::WORDS.iter().any(|it| it.0 == own) => {
                let answer = plain.session.table().position().answer(own);
                plain.voice.say_all(answer)
            }
            _ => return None,
        })
    }

    fn goodbye(session: &Session<Self>) -> String {
        match session.file() {
            _ if !session.is_going_on() => "Goodbye.".to_owned(),
            Some(file) => format!(
                "The game is kept in {}; resume continues it at the next start.",
                file.display()
            ),
            None => "The game is not kept.".to_owned(),
        }
    }
}

impl<K: PersonKit> Plain<'_, Rated<K>> {
    /// Another game against the player whose name follows.
    fn level(&mut self, word: &str) -> anyhow::Result<()> {
        let Some(name) = self.ear.words.pop_front() else {
            return self.voice.say(&needs(word, &K::USUAL.to_string()));
        };
        match self.player(&name) {
            Ok(opponent) => self.begin(&Setup::of(self.session.next_seats(opponent))),
            Err(why) => self.refuse_new(&why),
        }
    }

    fn save(&mut self, word: &str) -> anyhow::Result<()> {
        let Some(file) = self.ear.words.pop_front() else {
            let example = format!("game.{}", K::EXTENSION);
            return self.voice.say(&needs(word, &example));
        };
        let line = match self.session.save(Path::new(&file), word.ends_with('!')) {
            Ok(()) => words::saved(&file),
            Err(FileError::Exists(_)) => {
                format!("{file} is there already: save! {file} writes over it")
            }
            Err(error) => error.to_string(),
        };
        self.voice.say(&line)
    }
}

fn needs(word: &str, example: &str) -> String {
    format!("{word} needs a word after it, as in {word} {example}")
}
