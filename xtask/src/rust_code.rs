//! Rust source with everything blanked that is not code, so that a rule about code does not stumble
//! over prose.

/// The source with comments and the insides of text and character literals replaced by blanks.
/// Lines stay where they are.
pub(crate) fn code_only(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => text_literal(rest),
            'r' | 'b' | 'c' if !ends_in_word(&out) => match raw_literal(rest) {
                Some(length) => length,
                None => keep(&mut out, &mut rest, first),
            },
            '\'' => match character_literal(rest) {
                Some(length) => length,
                None => keep(&mut out, &mut rest, first),
            },
            _ => keep(&mut out, &mut rest, first),
        };
        let (gone, after) = rest.split_at(length);
        blank(&mut out, gone);
        rest = after;
    }
    out
}

/// Code without what is compiled for tests only: each `#[cfg(test)]` with the item it stands on.
pub(crate) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(start) = rest.find(MARK) {
        let (before, item) = rest.split_at(start);
        let (item, after) = item.split_at(item_length(item));
        out.push_str(before);
        blank(&mut out, item);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// True for files that are compiled for tests and benches only.
pub(crate) fn is_test_path(path: &str) -> bool {
    path.split('/')
        .any(|part| ["tests", "tests.rs", "benches"].contains(&part))
}

/// Copies one character and leaves nothing to blank.
fn keep(out: &mut String, rest: &mut &str, first: char) -> usize {
    out.push(first);
    *rest = &rest[first.len_utf8()..];
    0
}

fn blank(out: &mut String, gone: &str) {
    out.extend(gone.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
}

fn ends_in_word(code: &str) -> bool {
    code.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            match rest[at..].chars().next() {
                Some(c) => at += c.len_utf8(),
                None => return rest.len(),
            }
        }
        if depth == 0 {
            return at;
        }
    }
}

fn text_literal(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// `r"..."`, `r#"..."#`, and the same after `b` or `c`. A literal without `r` is met again at its
/// quote.
fn raw_literal(rest: &str) -> Option<usize> {
    let prefix = ["r", "br", "cr"]
        .into_iter()
        .find(|p| rest[p.len().min(rest.len())..].starts_with(['"', '#']) && rest.starts_with(p))?;
    let hashes = rest[prefix.len()..]
        .bytes()
        .take_while(|b| *b == b'#')
        .count();
    let body = prefix.len() + hashes;
    rest[body..].starts_with('"').then(|| {
        let end = format!("\"{}", "#".repeat(hashes));
        rest[body + 1..]
            .find(&end)
            .map_or(rest.len(), |at| body + 1 + at + end.len())
    })
}

/// A character in quotes; none where the quote begins a lifetime.
fn character_literal(rest: &str) -> Option<usize> {
    let mut inside = rest[1..].chars();
    match inside.next()? {
        '\\' => {
            let escaped = 2 + inside.next()?.len_utf8();
            rest[escaped..].find('\'').map(|at| escaped + at + 1)
        }
        c => (inside.next()? == '\'').then(|| 2 + c.len_utf8()),
    }
}

/// From an attribute to the end of its item: a semicolon, or the brace that closes the first one.
fn item_length(item: &str) -> usize {
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    item.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `X` marks what must stay, `y` what must go.
    fn shown(source: &str) -> String {
        let code = code_only(source);
        assert_eq!(code.chars().count(), source.chars().count());
        assert_eq!(code.lines().count(), source.lines().count());
        assert!(!code.contains('y'), "{source} gave {code}");
        assert_eq!(
            code.matches('X').count(),
            source.matches('X').count(),
            "{source} gave {code}"
        );
        code
    }

    #[test]
    fn comments_go() {
        shown("X // y\nX //! y\nX/* y /* y */ y */X /* y");
        shown("X / X //y");
    }

    #[test]
    fn literals_go_and_lifetimes_stay() {
        shown(r#"X "y \" y \\" X b"y" X c"y" X"#);
        shown("X \"y\ny\" X");
        shown(r###"X r"y\" X r#"y " y"# X br##"y "# y"## X"###);
        shown(r"X<'X> &'X X 'y' X '\'' X '\u{79}' X b'y' X 'ü' X '\\' X");
        shown(r#"Xr"y" X"#);
        assert!(code_only("let r#for = 1;").contains("r#for"));
    }

    #[test]
    fn unclosed_literals_reach_to_the_end() {
        shown("X \"y");
        shown("X r#\"y\" y");
        code_only("'");
        code_only("'\\");
        code_only("b");
    }

    #[test]
    fn tests_go() {
        let code = "X\n#[cfg(test)]\nmod tests {\n y { y }\n}\nX #[cfg(test)] mod y; X #[cfg(test)]\nuse y::{y, y};\nX";
        let left = without_tests(code);
        assert!(!left.contains('y'), "{left}");
        assert_eq!(left.matches('X').count(), 4);
        assert_eq!(left.lines().count(), code.lines().count());
    }
}
