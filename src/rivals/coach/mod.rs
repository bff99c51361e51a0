//! A coach: why a move is good, what a mistake gave away, and how a whole game was played.
//!
//! Everything said is computed: from the features of [`eval::othello`](koteki_engine::eval::othello), from the
//! lines of best play that the tester's values come from, and from the rules. A [`Reason`] is a fact with
//! the moves that lead to where it can be seen and with its numbers; its words are made in
//! `words`. So whoever doubts a reason can play its moves on a board and count.
//!
//! | file | what lives there |
//! |---|---|
//! | `reason` | facts about a move and its line |
//! | `mistake` | what a move lost against the best one, and of which kind the loss is |
//! | `advice` | what speaks for the best move, and what is tempting and bad |
//! | `review` | a whole game |
//! | [`tally`] | many games counted: results, passes, openings |
//! | [`by_ply`] | what players give away as a game goes on |
//! | [`by_player`] | what single players give away |
//! | [`openings`] | names of openings |
//! | `scale` | what a judge's values mean |
//! | `report` | a review as lines or JSON |

mod advice;
pub mod by_player;
pub mod by_ply;
mod mistake;
pub mod openings;
mod reason;
mod report;
mod review;
mod scale;
pub mod tally;
pub mod words;

pub use advice::{Advice, advise};
pub use mistake::{Kind, Loss, Mistake, Phase, Threshold, explain};
pub use reason::{Fact, JudgedMove, Reason};
pub use report::{game_json, game_lines, summary_json, summary_lines};
pub use review::{Ply, Review, SideReview, Summary, Tester, review};
pub use scale::Scale;
pub use words::line_words;
