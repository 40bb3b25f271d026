//! Words for a command line.

/// One word for a POSIX shell: pasted into a command line it is the argument, whatever is in it.
///
/// A word cannot hold a zero byte, and no quoting can change that. A word that begins with a hyphen
/// is still taken for a flag by most programs.
///
/// ```
/// use equipoise_explore::session::quote;
/// assert_eq!(quote("age=1"), "age=1");
/// assert_eq!(quote("birth country=2"), "'birth country=2'");
/// assert_eq!(quote("it's"), r"'it'\''s'");
/// ```
pub fn quote(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    // Some shells expand a word that begins with an equals sign.
    if !argument.is_empty() && argument.chars().all(plain) && !argument.starts_with('=') {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

/// A wish in the curator's words as flags of a command line, such as `--k 5 --max-level age=1`.
pub fn flags(words: &[(String, String)]) -> String {
    // A value that looks like a flag has to be joined to its own.
    let flag = |(name, value): &(String, String)| {
        let name = format!("--{name}");
        if value.starts_with('-') {
            quote(&format!("{name}={value}"))
        } else {
            format!("{} {}", quote(&name), quote(value))
        }
    };
    words.iter().map(flag).collect::<Vec<_>>().join(" ")
}
