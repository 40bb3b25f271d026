//! `equipoise verify release/table.certificate.json`

use crate::args::Verify;
use crate::exit::Exit;
use crate::say;
use equipoise::{Result, Watch, verify};

/// Verifies a certificate.
pub(crate) fn run(args: &Verify, watch: &dyn Watch) -> Result<Exit> {
    let verified = verify(
        &args.certificate,
        args.table.as_deref(),
        args.record.as_deref(),
        watch,
    )?;
    let verification = &verified.verification;
    if args.shared.json {
        say::object(&verified)?;
    } else if !args.shared.quiet || !verification.holds() {
        let mut text = String::new();
        for line in &verification.rederived {
            text += &format!(
                "{} {}: stated {}, found {}\n",
                if line.ok { "ok  " } else { "FAIL" },
                line.what,
                line.stated,
                line.found
            );
        }
        for finding in &verification.findings {
            text += &format!(
                "{}: {}\n",
                if finding.is_note() { "note" } else { "FAIL" },
                finding.message()
            );
        }
        if !verification.needs_record.is_empty() {
            text += &format!(
                "not checked without --record: {}\n",
                verification.needs_record.join(", ")
            );
        }
        if !verification.only_stated.is_empty() {
            text += &format!(
                "only stated, not shown by the file: {}\n",
                verification.only_stated.join("; ")
            );
        }
        text += match (verification.holds(), verified.with_record) {
            (true, true) => {
                "The file is the one that was certified, and everything in the certificate and the record that it can show was measured again.\n"
            }
            (true, false) => {
                "The file is the one that was certified, and everything in the certificate that it can show was measured again.\n"
            }
            (false, _) => "The certificate does not hold for this file.\n",
        };
        say::text(&text)?;
    }
    Ok(Exit::judged(verification.holds()))
}
