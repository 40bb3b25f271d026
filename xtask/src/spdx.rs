//! SPDX licence expressions: may a package be used when only some licences are accepted?
//!
//! `A AND B` asks for both, `A OR B` leaves the choice, AND binds closer than OR, and `A WITH E` is
//! licence A with the exception E. The old form `A/B` means `A OR B`. An expression that cannot be
//! read is an error and never accepted.

/// Whether the expression can be fulfilled by `accepted` licences alone.
///
/// A licence with an exception is accepted only when it stands in the list as such (`A WITH E`).
/// `A+` means this version or a later one, so it is fulfilled by A.
pub(crate) fn satisfiable(expression: &str, accepted: &[&str]) -> Result<bool, String> {
    let tokens = tokens(expression)?;
    let mut reader = Reader {
        tokens: &tokens,
        accepted,
    };
    let met = reader.any()?;
    match reader.tokens.first() {
        None => Ok(met),
        Some(token) => Err(format!(
            "`{}` stands where the expression should end",
            token.text()
        )),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    And,
    Or,
    With,
    Open,
    Close,
    Word(String),
}

impl Token {
    fn text(&self) -> &str {
        match self {
            Token::And => "AND",
            Token::Or => "OR",
            Token::With => "WITH",
            Token::Open => "(",
            Token::Close => ")",
            Token::Word(word) => word,
        }
    }
}

fn tokens(expression: &str) -> Result<Vec<Token>, String> {
    let apart = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " / ");
    apart.split_whitespace().map(token).collect()
}

fn token(text: &str) -> Result<Token, String> {
    Ok(match text {
        "AND" => Token::And,
        "OR" | "/" => Token::Or,
        "WITH" => Token::With,
        "(" => Token::Open,
        ")" => Token::Close,
        word if word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-.+:".contains(c)) =>
        {
            Token::Word(word.to_owned())
        }
        other => return Err(format!("`{other}` is no licence")),
    })
}

/// Reads from the front of `tokens` and says of what it has read whether it is fulfilled.
struct Reader<'a> {
    tokens: &'a [Token],
    accepted: &'a [&'a str],
}

impl Reader<'_> {
    fn take(&mut self, token: &Token) -> bool {
        let found = self.tokens.first() == Some(token);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut met = self.all()?;
        while self.take(&Token::Or) {
            met |= self.all()?;
        }
        Ok(met)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut met = self.one()?;
        while self.take(&Token::And) {
            met &= self.one()?;
        }
        Ok(met)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.take(&Token::Open) {
            let met = self.any()?;
            return if self.take(&Token::Close) {
                Ok(met)
            } else {
                Err("a parenthesis is not closed".to_owned())
            };
        }
        let licence = self.word()?;
        if self.take(&Token::With) {
            let exception = self.word()?;
            return Ok(self
                .accepted
                .contains(&format!("{licence} WITH {exception}").as_str()));
        }
        Ok(self
            .accepted
            .contains(&licence.strip_suffix('+').unwrap_or(&licence)))
    }

    fn word(&mut self) -> Result<String, String> {
        match self.tokens.split_first() {
            Some((Token::Word(word), rest)) => {
                self.tokens = rest;
                Ok(word.clone())
            }
            Some((other, _)) => Err(format!("`{}` stands where a licence should", other.text())),
            None => Err("it ends where a licence should stand".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCEPTED: [&str; 4] = [
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "Unicode-3.0",
    ];

    fn met(expression: &str) -> bool {
        satisfiable(expression, &ACCEPTED).unwrap_or_else(|e| panic!("{expression}: {e}"))
    }

    #[test]
    fn single_licences() {
        assert!(met("MIT") && met(" Apache-2.0 ") && met("(MIT)") && met("((MIT))"));
        assert!(
            !met("MPL-2.0") && !met("GPL-3.0-only") && !met("mit"),
            "names are compared as they are written"
        );
    }

    #[test]
    fn a_choice_needs_one_and_a_sum_needs_all() {
        assert!(
            met("MIT OR GPL-3.0-only")
                && met("GPL-3.0-only OR MIT")
                && !met("GPL-3.0-only OR MPL-2.0")
        );
        assert!(met("MIT AND Apache-2.0") && !met("MIT AND MPL-2.0") && !met("MPL-2.0 AND MIT"));
    }

    #[test]
    fn and_binds_closer_than_or() {
        assert!(met("MIT OR GPL-2.0-only AND MPL-2.0"));
        assert!(met("GPL-2.0-only AND MPL-2.0 OR MIT"));
        assert!(!met("(MIT OR GPL-2.0-only) AND MPL-2.0"));
        assert!(met("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!met("(MIT OR Apache-2.0) AND (MPL-2.0 OR GPL-2.0-only)"));
    }

    #[test]
    fn a_slash_is_an_old_or() {
        assert!(
            met("MIT/Apache-2.0")
                && met("GPL-2.0/MIT")
                && met("MPL-2.0 / MIT")
                && !met("GPL-2.0/MPL-2.0")
        );
        assert!(met("MIT/GPL-2.0 AND MPL-2.0"), "it binds no closer than OR");
    }

    #[test]
    fn exceptions_are_accepted_by_name() {
        assert!(
            met("Apache-2.0 WITH LLVM-exception")
                && met("GPL-2.0-only OR Apache-2.0 WITH LLVM-exception")
        );
        assert!(
            !met("MIT WITH LLVM-exception") && !met("GPL-2.0-only WITH Classpath-exception-2.0")
        );
        assert!(met("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT"));
    }

    #[test]
    fn or_later_is_fulfilled_by_this_version() {
        assert!(met("Apache-2.0+") && !met("MPL-2.0+"));
    }

    #[test]
    fn the_value_is_that_of_the_formula() {
        // Every expression over three letters with two operators, against boolean algebra.
        let words = [
            ("MIT", true),
            ("GPL-2.0", false),
            ("Apache-2.0", true),
            ("MPL-2.0", false),
        ];
        let operate = |and: bool, a: bool, b: bool| if and { a && b } else { a || b };
        let sign = |and: bool| if and { "AND" } else { "OR" };
        for (a, x) in words {
            for (b, y) in words {
                for (c, z) in words {
                    for (first, second) in
                        [(false, false), (false, true), (true, false), (true, true)]
                    {
                        let left = operate(second, operate(first, x, y), z);
                        let right = operate(first, x, operate(second, y, z));
                        let plain = if second && !first { right } else { left };
                        let (f, s) = (sign(first), sign(second));
                        assert_eq!(met(&format!("({a} {f} {b}) {s} {c}")), left);
                        assert_eq!(met(&format!("{a} {f} ({b} {s} {c})")), right);
                        assert_eq!(
                            met(&format!("{a} {f} {b} {s} {c}")),
                            plain,
                            "{a} {f} {b} {s} {c}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_never_accepted() {
        let broken = [
            "",
            "()",
            "MIT OR",
            "OR MIT",
            "MIT Apache-2.0",
            "(MIT",
            "MIT)",
            "MIT AND AND MIT",
            "MIT WITH",
            "MIT or GPL-2.0",
        ];
        for expression in broken.iter().chain(&[
            "MIT WITH (LLVM-exception)",
            "(MIT) WITH LLVM-exception",
            "MIT, Apache-2.0",
            "see LICENSE",
        ]) {
            assert!(satisfiable(expression, &ACCEPTED).is_err(), "{expression}");
        }
    }
}
