//! The sides by name.

pub fn side_name(index: usize) -> &'static str {
    ["Black", "White"][index.min(1)]
}
