//! What a guide tells to do.

/// One thing to do.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// Run the program.
    Run {
        arguments: Vec<String>,
        /// The exit code that it ends with.
        code: i32,
        /// The file that keeps what it prints.
        kept: Option<String>,
    },
    /// Go into a folder.
    Enter(String),
    /// Set keys of a recipe.
    Edit { file: String, toml: String },
}

/// All steps of a guide, in the order of its text.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim_start() == "```toml" {
            let block: Vec<&str> = lines
                .by_ref()
                .take_while(|l| l.trim_start() != "```")
                .collect();
            let file = block
                .first()
                .and_then(|l| l.strip_prefix("# "))
                .filter(|name| name.ends_with(".toml") && !name.contains(' '));
            steps.extend(file.map(|file| Step::Edit {
                file: file.to_owned(),
                toml: block.join("\n"),
            }));
        } else if let Some(folder) = line.strip_prefix("    cd ") {
            steps.push(Step::Enter(folder.trim().to_owned()));
        } else if line.starts_with("    equipoise ") || line.starts_with("equipoise ") {
            let mut whole = line.trim().to_owned();
            while let Some(first) = whole.strip_suffix('\\') {
                whole = format!(
                    "{} {}",
                    first.trim_end(),
                    lines.next().unwrap_or_default().trim()
                );
            }
            steps.push(command(&whole));
        }
    }
    steps
}

fn command(line: &str) -> Step {
    let (line, code) = match line.split_once("# exit code ") {
        Some((line, code)) => (line, code.trim().parse().expect("an exit code is a number")),
        None => (line.split(" # ").next().unwrap_or(line), 0),
    };
    let mut words = words(line);
    let kept = (words.len() >= 2 && words[words.len() - 2] == ">").then(|| {
        let file = words.pop().expect("there are two");
        words.pop();
        file
    });
    Step::Run {
        arguments: words.split_off(1),
        code,
        kept,
    }
}

/// Words as a shell sees them, with single and double quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut is_word) = (Vec::new(), String::new(), None, false);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            (c, Some(_)) => word.push(c),
            ('"' | '\'', None) => (quote, is_word) = (Some(c), true),
            (' ', None) => {
                if std::mem::take(&mut is_word) {
                    words.push(std::mem::take(&mut word));
                }
            }
            (c, None) => {
                word.push(c);
                is_word = true;
            }
        }
    }
    words.extend(is_word.then_some(word));
    words
}

#[test]
fn commands_and_edits_are_found_in_order() {
    let text = "# A\n\n    equipoise sample census --rows 10 # small\n    Released 10 rows\n\n```toml\n# census/recipe.toml\n[search]\nseed = 2\n```\n\n    equipoise check a.toml \\\n        --table 'b c.csv' > out.txt  # exit code 1\n";
    let run = |arguments: &[&str], code, kept: Option<&str>| Step::Run {
        arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        code,
        kept: kept.map(str::to_owned),
    };
    let edit = Step::Edit {
        file: "census/recipe.toml".to_owned(),
        toml: "# census/recipe.toml\n[search]\nseed = 2".to_owned(),
    };
    assert_eq!(
        steps(text),
        [
            run(&["sample", "census", "--rows", "10"], 0, None),
            edit,
            run(
                &["check", "a.toml", "--table", "b c.csv"],
                1,
                Some("out.txt")
            )
        ]
    );
}
