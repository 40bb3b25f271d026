//! Texts and names as TOML writes them.

/// A text in quotes, on one line whatever it holds.
pub(crate) fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_odd(c) => out.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A list of texts.
pub(crate) fn list(texts: &[String]) -> String {
    let items: Vec<String> = texts.iter().map(|t| literal(t)).collect();
    format!("[{}]", items.join(", "))
}

/// A key, in quotes where it needs them.
pub(crate) fn key(name: &str) -> String {
    let is_bare = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if is_bare {
        name.to_owned()
    } else {
        literal(name)
    }
}

/// Lines of a comment, wrapped.
pub(crate) fn comment(text: &str) -> String {
    const WIDTH: usize = 116;
    let mut out = String::new();
    let mut line = String::new();
    for word in text.split([' ', '\n']).filter(|w| !w.is_empty()) {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out += &format!("# {line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(|c| if is_odd(c) { ' ' } else { c }));
    }
    out + &format!("# {line}\n")
}

/// Control characters, and those that end a line for some readers or turn the direction of text.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_stays_on_its_line() {
        assert_eq!(literal("a\"b\\c\nd\u{7}é"), r#""a\"b\\c\nd\U00000007é""#);
        assert_eq!(
            (key("a-b_1"), key(""), key("a.b")),
            ("a-b_1".into(), "\"\"".into(), "\"a.b\"".into())
        );
        assert_eq!(comment("a\nb\u{0}c\rd"), "# a b c d\n");
        let long = comment(&"word ".repeat(60));
        assert!(
            long.lines().count() == 3
                && long
                    .lines()
                    .all(|l| l.starts_with("# word") && l.len() <= 118)
        );
    }
}
