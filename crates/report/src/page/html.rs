//! Parts of an HTML page: escaped text, sections, tables, figures.

use crate::page::text::printable;

/// Text that may stand between tags and in quoted attributes, of HTML and SVG alike.
///
/// Characters that turn the direction of writing or command a terminal are replaced too: names and
/// labels come from files that others wrote.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML has no such characters, however they are written.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A sentence in which names stand between backticks, with these as code.
pub(crate) fn prose(text: &str) -> String {
    let escaped = escape(text);
    let parts: Vec<&str> = escaped.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // A name has a backtick of its own: nobody can tell which ones belong together.
        return escaped;
    }
    let mut html = String::new();
    for (i, part) in parts.iter().enumerate() {
        html.push_str(&if i % 2 == 1 {
            format!("<code>{part}</code>")
        } else {
            (*part).to_owned()
        });
    }
    html
}

/// A name as code.
pub(crate) fn code(name: &str) -> String {
    let seen = if name.trim().is_empty() {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    };
    format!("<code>{}</code>", escape(&seen))
}

/// A page as it grows. What is pushed is HTML already; the methods that take text escape it.
#[derive(Default)]
pub(crate) struct Page {
    /// The lines above the sections.
    opening: String,
    html: String,
    /// Titles of sections so far, as HTML.
    titles: Vec<String>,
    pictures: usize,
}

/// Rows of a table that is not divided between sheets of paper.
const SHORT: usize = 16;

/// A cell of a table, as HTML.
pub(crate) enum Cell {
    /// Words, to the left.
    Text(String),
    /// A number, to the right.
    Number(String),
}

impl Page {
    /// HTML as it is.
    pub(crate) fn push(&mut self, html: &str) {
        self.html.push_str(html);
        self.html.push('\n');
    }

    /// A paragraph of text with names between backticks.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.push(&format!("<p>{}</p>", prose(text)));
    }

    /// A paragraph in small print.
    pub(crate) fn note(&mut self, text: &str) {
        self.push(&format!("<p class=\"note\">{}</p>", prose(text)));
    }

    /// A section with a heading, filled by `fill`.
    pub(crate) fn section(&mut self, title: &str, fill: impl FnOnce(&mut Page)) {
        let number = self.titles.len() + 1;
        let title = escape(title);
        self.push(&format!(
            "<section aria-labelledby=\"s{number}\">\n<h2 id=\"s{number}\">{number}. {title}</h2>"
        ));
        self.titles.push(title);
        fill(self);
        self.push("</section>");
    }

    /// A list of sentences.
    pub(crate) fn list(&mut self, items: impl IntoIterator<Item = String>) {
        let items: String = items
            .into_iter()
            .map(|item| format!("<li>{}</li>\n", prose(&item)))
            .collect();
        if !items.is_empty() {
            self.push(&format!("<ul>\n{items}</ul>"));
        }
    }

    /// A table with a caption. The first cell of a row is its heading. Headings of columns are
    /// text; a leading `#` puts one over numbers.
    pub(crate) fn table(&mut self, caption: &str, heads: &[&str], rows: Vec<Vec<Cell>>) {
        // A short table stays on one sheet of paper.
        let class = if rows.len() <= SHORT {
            " class=\"short\""
        } else {
            ""
        };
        self.push(&format!(
            "<div class=\"scroll\"><table{class}>\n<caption>{}</caption>\n<thead><tr>",
            prose(caption)
        ));
        for head in heads {
            let (class, head) = head
                .strip_prefix('#')
                .map_or(("", *head), |head| (" class=\"n\"", head));
            self.push(&format!("<th scope=\"col\"{class}>{}</th>", escape(head)));
        }
        self.push("</tr></thead>\n<tbody>");
        for row in rows {
            let cells = row
                .into_iter()
                .enumerate()
                .map(|(i, cell)| match (i, cell) {
                    (0, Cell::Text(html) | Cell::Number(html)) => {
                        format!("<th scope=\"row\">{html}</th>")
                    }
                    (_, Cell::Text(html)) => format!("<td>{html}</td>"),
                    (_, Cell::Number(html)) => format!("<td class=\"n\">{html}</td>"),
                });
            self.push(&format!("<tr>{}</tr>", cells.collect::<String>()));
        }
        self.push("</tbody></table></div>");
    }

    /// A picture with a caption. `draw` gets the number that its parts are named by.
    pub(crate) fn figure(
        &mut self,
        caption: &str,
        legend: &str,
        draw: impl FnOnce(usize) -> String,
    ) {
        self.pictures += 1;
        let svg = draw(self.pictures);
        self.push(&format!(
            "<figure>\n<figcaption>{}</figcaption>\n{legend}{svg}</figure>",
            prose(caption)
        ));
    }

    /// The lines above the sections, as HTML.
    pub(crate) fn open(&mut self, html: &str) {
        self.opening.push_str(html);
    }

    /// The sections.
    pub(crate) fn finish(self) -> String {
        self.html
    }

    /// The lines above the sections, a list of contents, and the sections.
    pub(crate) fn finish_with_contents(self) -> String {
        let contents: String = self
            .titles
            .iter()
            .enumerate()
            .map(|(i, title)| format!("<li><a href=\"#s{0}\">{title}</a></li>\n", i + 1))
            .collect();
        format!(
            "{}<nav aria-label=\"Contents\">\n<ol>\n{contents}</ol>\n</nav>\n{}",
            self.opening, self.html
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_passes_that_could_end_a_text_or_an_attribute() {
        assert_eq!(
            escape(r#"<script>'"&]]>"#),
            "&lt;script&gt;&#39;&quot;&amp;]]&gt;"
        );
        assert_eq!(
            escape("a\u{202e}b\nc\u{0}\u{ffff}"),
            "a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn names_between_backticks_are_code() {
        assert_eq!(
            prose("`a<b` and `c`."),
            "<code>a&lt;b</code> and <code>c</code>."
        );
        assert_eq!(prose("odd ` one"), "odd ` one");
    }
}
