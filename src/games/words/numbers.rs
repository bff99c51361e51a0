//! Numbers as people write them.

pub fn number(count: i128, one: &str, many: &str) -> String {
    let sign = if count < 0 { "-" } else { "" };
    let digits = grouped(u64::try_from(count.unsigned_abs()).unwrap_or(u64::MAX));
    format!("{sign}{digits} {}", if count == 1 { one } else { many })
}

pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
