//! The person's rivals at any game: a list of them, and what can be done with one.

use crate::shell::menu::Menu;
use crate::shell::{Answer, Context, Screen};
use crate::words;
use koteki_rivals::measure::words::capitalised;
use koteki_rivals::roster::kit::Kit;
use koteki_session::rivals::Introduction;

/// What is asked for, of the rival of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RivalAsked {
    /// All of them.
    List,
    /// What there is to say of one, and to do.
    About(String),
    /// A game.
    Play(String),
    /// To keep it for good, or not any more.
    Keep(String),
    /// It as one line, to be given away.
    Copy(String),
}

/// What a screen has to do itself.
pub enum Deed {
    /// To look at how it plays.
    Look,
    /// To begin a game.
    Play,
    /// To keep it for good, or not any more.
    Keep,
}

/// Answers what is `asked` of these `rivals` and returns what is left to do, with whom; `of` makes a request of it.
pub fn answer<K: Kit, S: Screen>(
    asked: RivalAsked,
    rivals: Vec<Introduction<K>>,
    of: fn(RivalAsked) -> S::Request,
    context: &mut Context<S>,
) -> Option<(Deed, Introduction<K>)> {
    let (deed, name) = match asked {
        RivalAsked::List if rivals.is_empty() => {
            context.say("no rivals yet: they are bred while you play");
            return None;
        }
        RivalAsked::List => {
            context.ask(list(&rivals, of));
            return None;
        }
        RivalAsked::About(name) => (Some(Deed::Look), name),
        RivalAsked::Play(name) => (Some(Deed::Play), name),
        RivalAsked::Keep(name) => (Some(Deed::Keep), name),
        RivalAsked::Copy(name) => (None, name),
    };
    let Some(rival) = rivals.into_iter().find(|it| it.name == name) else {
        context.warn(format!("{name} has been bred away"));
        return None;
    };
    match deed {
        Some(Deed::Look) => context.ask(about(&rival, of)),
        None => {
            let line = rival.favourite().line();
            context.say(words::copied(&line));
            context.copy(line);
        }
        _ => {}
    }
    Some((deed?, rival))
}

/// Says anew what there is to say of the rival whose page is open, where one is: its style may be known since. Returns it.
pub fn renew<'a, K: Kit, S: Screen>(
    rivals: &'a [Introduction<K>],
    of: fn(RivalAsked) -> S::Request,
    context: &mut Context<S>,
) -> Option<&'a Introduction<K>> {
    let rival = rivals.iter().find(|it| context.is_asking(&it.name))?;
    context.ask_anew(about(rival, of));
    Some(rival)
}

/// Says what has become of `rival`, which is kept for good or not, or why nothing has.
pub fn say_kept<S: Screen>(name: &str, kept: Result<bool, String>, context: &mut Context<S>) {
    match kept {
        Ok(true) => context.say(format!("{name} is kept for good")),
        Ok(false) => context.say(format!("{name} is not kept for good any more")),
        Err(why) => context.warn(why),
    }
}

/// The list; `of` is what a choice asks for.
pub fn list<K: Kit, A>(rivals: &[Introduction<K>], of: impl Fn(RivalAsked) -> A) -> Menu<Answer<A>>
where
    A: Clone,
{
    let items = ('a'..='z').zip(rivals).map(|(letter, rival)| {
        let label = format!("{:<8} {}", rival.name, rival.words());
        (
            letter,
            label,
            Answer::Do(of(RivalAsked::About(rival.name.clone()))),
        )
    });
    let more = rivals.len().saturating_sub(26);
    let mut text = vec!["Bred for you, kept for good, or met before".to_owned()];
    if more > 0 {
        text.push(format!("and {more} more, which koteki rivals lists"));
    }
    Menu {
        width: 72,
        ..Menu::new("Your rivals", text, items, Answer::Close)
    }
}

/// What there is to say of `rival`, and to do with it.
fn about<K: Kit, A: Clone>(
    rival: &Introduction<K>,
    of: impl Fn(RivalAsked) -> A,
) -> Menu<Answer<A>> {
    let look = rival.look.clone();
    let mut text = vec![look.unwrap_or_else(|| "its style is being looked at ...".to_owned())];
    text.push(match rival.record {
        [0, 0, 0] => "You have not met it in a measured game.".to_owned(),
        [won, drawn, lost] => {
            format!("You have won {won} games against it, drawn {drawn}, lost {lost}.")
        }
    });
    text.extend(
        rival
            .evenness
            .map(|it| format!("{}.", capitalised(&it.words()))),
    );
    text.extend(
        rival
            .caveat
            .map(|caveat| format!("It may not be even with you: {caveat}.")),
    );
    if let Some((against, target)) = rival.level.as_ref().filter(|it| it.1.is_finite()) {
        text.push(format!(
            "It was tested against {against}, holding D {target:.0}."
        ));
    }
    let name = || rival.name.clone();
    let keep = if rival.is_favourite {
        "Let it go: it is not kept for good any more"
    } else {
        "Keep it for good"
    };
    let items = [
        ('p', "Play it", RivalAsked::Play(name())),
        ('k', keep, RivalAsked::Keep(name())),
        (
            'y',
            "Copy it as one line, to give it away",
            RivalAsked::Copy(name()),
        ),
        ('b', "Back to the list", RivalAsked::List),
    ];
    let items = items.map(|(letter, label, asked)| (letter, label, Answer::Do(of(asked))));
    Menu::new(&rival.name, text, items, Answer::Close)
}
