//! Whole HTML pages.

const STYLE: &str = include_str!("style.css");

/// The words that a page with personal data carries on every sheet.
const INTERNAL: &str = "internal: contains personal data";

/// A whole page. It needs nothing from outside and runs no script.
pub(crate) struct Document<'a> {
    /// The title.
    pub(crate) title: &'a str,
    /// The note in the banner of a page with personal data, as HTML.
    pub(crate) internal: Option<&'a str>,
    /// The content, as HTML.
    pub(crate) body: &'a str,
    /// The sentences at the end, as HTML.
    pub(crate) footer: &'a str,
}

impl Document<'_> {
    pub(crate) fn to_html(&self) -> String {
        let (banner, margin, mark) = match self.internal {
            Some(note) => (
                format!(
                    "<p class=\"banner\" role=\"note\"><strong>{INTERNAL}</strong> {note}</p>\n"
                ),
                format!(
                    "@page {{ @top-center {{ content: \"{INTERNAL}\"; font: bold 9pt sans-serif; }} }}\n"
                ),
                format!(" ({INTERNAL})"),
            ),
            None => Default::default(),
        };
        let Document {
            title,
            body,
            footer,
            ..
        } = self;
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}{mark}</title>\n<style>\n{STYLE}{margin}</style>\n</head>\n<body>\n{banner}<main>\n{body}</main>\n\
             <footer><p>{footer}</p></footer>\n</body>\n</html>\n"
        )
    }
}
