//! Laying out plain text: headings, paragraphs, table rows and bars.

/// Characters in a line of a report, unless a single word is longer.
const WIDTH: usize = 92;
/// Characters in a line on a terminal, unless a single word is longer.
const TERMINAL: usize = 100;

const INDENT: &str = "  ";

/// Text that grows from top to bottom.
pub(crate) struct Page {
    text: String,
    sections: u32,
    width: usize,
}

/// A cell of a table row.
pub(crate) enum Cell<'a> {
    /// Text at the left of a number of characters, cut where it is longer.
    Left(&'a str, usize),
    /// Text at the right of a number of characters.
    Right(&'a str, usize),
}

impl Page {
    /// A page of a report, with a title at the left and a word at the right.
    pub(crate) fn new(title: &str, word: &str) -> Self {
        Page::titled(title, word, WIDTH)
    }

    /// A page for a terminal, with a title at the left and a word at the right.
    pub(crate) fn terminal(title: &str, word: &str) -> Self {
        Page::titled(title, word, TERMINAL)
    }

    /// A part of a page for a terminal.
    pub(crate) fn part() -> Self {
        Page {
            text: String::new(),
            sections: 0,
            width: TERMINAL,
        }
    }

    fn titled(title: &str, word: &str, width: usize) -> Self {
        let (title, word) = (printable(title), printable(word));
        let gap = width
            .saturating_sub(title.chars().count() + word.chars().count())
            .max(1);
        let text = format!("{title}{}{word}\n{}\n", " ".repeat(gap), "═".repeat(width));
        Page {
            text,
            sections: 0,
            width,
        }
    }

    /// The next section.
    pub(crate) fn section(&mut self, title: &str) {
        self.sections += 1;
        let title = format!("{}  {title}", self.sections);
        self.text.push_str(&format!(
            "\n\n{title}\n{}\n",
            "─".repeat(title.chars().count())
        ));
    }

    /// An empty line and a paragraph.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.blank();
        self.wrapped(text, INDENT, INDENT);
    }

    /// An empty line.
    pub(crate) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// A line.
    pub(crate) fn line(&mut self, text: &str) {
        let line = format!("{INDENT}{}", printable(text));
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Lines that begin with `first` or `rest`.
    pub(crate) fn wrapped(&mut self, text: &str, first: &str, rest: &str) {
        let mut line = first.to_owned();
        let mut used = 0;
        for word in printable(text).split(' ').filter(|w| !w.is_empty()) {
            if used > 0 && line.chars().count() + 1 + word.chars().count() > self.width {
                self.text.push_str(&line);
                self.text.push('\n');
                line = rest.to_owned();
                used = 0;
            }
            if used > 0 {
                line.push(' ');
            }
            line.push_str(word);
            used += 1;
        }
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// A row of a table. Cells are two blanks apart.
    pub(crate) fn row(&mut self, cells: &[Cell<'_>]) {
        let texts: Vec<String> = cells.iter().map(Cell::text).collect();
        self.line(&texts.join("  "));
    }

    /// A row of names of columns, and a rule below.
    pub(crate) fn head(&mut self, cells: &[Cell<'_>]) {
        self.blank();
        self.row(cells);
        let width: usize =
            cells.iter().map(Cell::width).sum::<usize>() + 2 * cells.len().saturating_sub(1);
        self.line(&"╌".repeat(width));
    }

    /// The whole text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

impl Cell<'_> {
    fn width(&self) -> usize {
        match self {
            Cell::Left(_, width) | Cell::Right(_, width) => *width,
        }
    }

    fn text(&self) -> String {
        match self {
            Cell::Left(text, width) => format!("{:<width$}", clipped(&printable(text), *width)),
            Cell::Right(text, width) => format!("{:>width$}", printable(text)),
        }
    }
}

/// The text, or its beginning and a sign that it goes on.
fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let start: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{start}…")
}

/// Without characters that would command a terminal, break a line or turn its direction: names and
/// labels come from files that others wrote.
pub(crate) fn printable(text: &str) -> String {
    let disturbs = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .map(|c| if disturbs(c) { '\u{fffd}' } else { c })
        .collect()
}

/// A bar of `width` characters that is full at 1, to an eighth of a character. What is not nothing
/// shows.
pub(crate) fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // A number that is none counts as nothing.
    let share = if share.is_nan() {
        0.0
    } else {
        share.clamp(0.0, 1.0)
    };
    let eighths = (share * (width * 8) as f64).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { eighths };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// Wide enough for the longest of these texts, within bounds.
pub(crate) fn fitting<'a>(
    texts: impl Iterator<Item = &'a str>,
    least: usize,
    most: usize,
) -> usize {
    texts
        .map(|t| t.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_full_at_one_and_show_what_little_there_is() {
        assert_eq!(
            [
                bar(0.0, 4),
                bar(1e-9, 4),
                bar(0.5, 4),
                bar(0.53, 4),
                bar(1.0, 4)
            ],
            ["", "▏", "██", "██▏", "████"]
        );
        assert_eq!(
            [bar(-1.0, 4), bar(7.0, 4), bar(f64::NAN, 4)],
            ["", "████", ""]
        );
    }

    #[test]
    fn lines_break_between_words() {
        let mut page = Page::new("a", "b");
        page.paragraph(&"word ".repeat(60));
        let text = page.finish();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().skip(3).all(|line| line.starts_with("  word")));
    }

    #[test]
    fn control_characters_do_not_pass() {
        let mut page = Page::new("a", "b");
        page.row(&[
            Cell::Left("red\u{1b}[31m\nline", 20),
            Cell::Right("x\ty", 6),
        ]);
        let text = page.finish();
        assert_eq!(text.lines().count(), 3);
        assert!(!text.contains('\u{1b}') && !text.contains('\t'));
    }

    #[test]
    fn long_cells_are_cut() {
        assert_eq!(clipped("abcdef", 4), "abc…");
        assert_eq!(clipped("abcd", 4), "abcd");
        assert_eq!(clipped("ab", 0), "…");
    }
}
