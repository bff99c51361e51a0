//! What a base of games between people teaches: how strong they were, and how they chose.
//!
//! | file | what |
//! |---|---|
//! | [`base`] | the games |
//! | [`history`] | ratings from results, year by year |
//! | [`corpus`] | what each of them saw and chose |
//! | [`fit`] | the policy that foretells their choices |
//! | [`exam`] | how well it foretells those of others, and ratings |
//! | [`players`] | how well others foretell them |
//! | [`conduct`] | whether its games are like those of people |
//! | [`lesson`] | all of it |
//! | [`table`] | how that is said |

pub mod base;
pub mod conduct;
pub mod corpus;
pub mod exam;
pub mod fit;
pub mod history;
pub mod lesson;
pub mod players;
pub mod table;
