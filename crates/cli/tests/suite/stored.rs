//! Releases as they are stored: compressed tables, long records, and the checksum that anybody can
//! compare.

use crate::common::Workspace;
use serde_json::Value;
use std::io::Write;

/// The sample with its release at `release/census<ending>`.
fn released(ending: &str) -> Workspace {
    let workspace = Workspace::new();
    workspace
        .run(&["sample", "census", "--rows", "300", "--directory", "."])
        .expect(0);
    let recipe = workspace
        .text("recipe.toml")
        .replace("release/census.csv", &format!("release/census{ending}"));
    workspace.write("recipe.toml", recipe);
    workspace.succeed(&["anonymize", "recipe.toml"]);
    workspace
}

fn certificate(workspace: &Workspace) -> Value {
    serde_json::from_str(&workspace.text("release/census.certificate.json")).unwrap()
}

/// The SHA-256 that the system prints.
fn sha256sum(workspace: &Workspace, name: &str) -> String {
    let printed = std::process::Command::new("sha256sum")
        .arg(workspace.path(name))
        .output()
        .expect("the system has sha256sum");
    String::from_utf8(printed.stdout)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn compressed_releases_are_compared_like_plain_ones() {
    let plain = released(".csv");
    let figures = |compared: &Value| compared["releases"][0]["figures"].clone();
    let expected = figures(&plain.succeed(&["compare", "recipe.toml", "release/census.csv"]));
    for ending in [".csv.gz", ".csv.zst"] {
        let workspace = released(ending);
        let table = format!("release/census{ending}");
        for given in [
            table.as_str(),
            "release/census.certificate.json",
            "release/census.record.json",
        ] {
            let compared = workspace.succeed(&["compare", "recipe.toml", given]);
            assert_eq!(
                (figures(&compared), &compared["releases"][0]["record"]),
                (expected.clone(), &true.into()),
                "{given}"
            );
        }
        // A cell more is another release, compressed or not.
        let mut text = plain.text("release/census.csv");
        text = text.replacen("female", "male", 1);
        workspace.write(&table, text);
        let ran = workspace.run(&["compare", "recipe.toml", &table]);
        ran.expect(3);
        assert!(
            ran.stderr
                .contains("is not the file that its record is about"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_certificate_has_the_checksum_that_the_system_prints() {
    for ending in [".csv", ".csv.gz", ".csv.zst", ".parquet"] {
        let workspace = released(ending);
        let (stated, table) = (certificate(&workspace), format!("release/census{ending}"));
        assert_eq!(
            stated["files"][0]["stored_sha256"],
            sha256sum(&workspace, &table),
            "{ending}"
        );
        let is_compressed = ending.matches('.').count() > 1;
        assert_eq!(
            stated["files"][0]["stored_sha256"] != stated["files"][0]["sha256"],
            is_compressed,
            "{ending}"
        );
        let verified = workspace.succeed(&[
            "verify",
            "release/census.certificate.json",
            "--record",
            "release/census.record.json",
        ]);
        assert_eq!(verified["findings"], serde_json::json!([]), "{ending}");
        // The same run gives the same certificate.
        let before = workspace.text("release/census.certificate.json");
        workspace.succeed(&["anonymize", "recipe.toml", "--force"]);
        assert_eq!(
            workspace.text("release/census.certificate.json"),
            before,
            "{ending}"
        );
    }
}

#[test]
fn a_table_that_is_stored_in_another_way_is_noted() {
    let workspace = released(".csv.gz");
    workspace.write(
        "release/plain.csv",
        released(".csv").read("release/census.csv"),
    );
    let arguments = [
        "verify",
        "release/census.certificate.json",
        "--table",
        "release/plain.csv",
    ];
    let verified = workspace.succeed(&arguments);
    assert_eq!(verified["outcome"], "verified");
    let finding = &verified["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["found"]),
        (
            &"stored-differently".into(),
            &sha256sum(&workspace, "release/plain.csv").into()
        )
    );
    assert!(
        verified["messages"][0]
            .as_str()
            .unwrap()
            .starts_with("stored differently: ")
    );
}

/// Certificates that earlier versions wrote do not have the checksum of the stored file.
#[test]
fn a_certificate_without_the_checksum_of_the_stored_file_verifies() {
    let workspace = released(".csv.gz");
    let mut certificate = certificate(&workspace);
    certificate["files"][0]
        .as_object_mut()
        .unwrap()
        .remove("stored_sha256")
        .expect("new certificates have it");
    let digest = seal(&mut certificate);
    workspace.write("release/census.certificate.json", certificate.to_string());
    let verified = workspace.succeed(&["verify", "release/census.certificate.json"]);
    assert_eq!(
        (&verified["outcome"], &verified["findings"]),
        (&"verified".into(), &serde_json::json!([])),
        "{digest}"
    );
}

/// Puts the digest of its content into a document, in the way that the guide describes, by code of
/// the test's own.
fn seal(document: &mut Value) -> String {
    document.as_object_mut().unwrap().remove("digest");
    let program = "import hashlib, json, sys; c = json.load(sys.stdin); print(hashlib.sha256(json.dumps(c, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()).hexdigest())";
    let mut python = std::process::Command::new("python3")
        .args(["-c", program])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the system has python3");
    python
        .stdin
        .take()
        .unwrap()
        .write_all(document.to_string().as_bytes())
        .unwrap();
    let digest = String::from_utf8(python.wait_with_output().unwrap().stdout)
        .unwrap()
        .trim()
        .to_owned();
    document["digest"] = digest.clone().into();
    digest
}

/// A record of many persons, classes or values has no limit but the memory. White space counts in
/// its length and not in its digest.
#[test]
fn a_record_longer_than_64_mb_is_read() {
    let workspace = released(".csv");
    let mut record = workspace.read("release/census.record.json");
    record.resize((64 << 20) + 4096, b' ');
    workspace.write("release/census.record.json", record);
    let verified = workspace.succeed(&[
        "verify",
        "release/census.certificate.json",
        "--record",
        "release/census.record.json",
    ]);
    assert_eq!(
        (&verified["outcome"], &verified["findings"]),
        (&"verified".into(), &serde_json::json!([]))
    );
    let compared = workspace.succeed(&["compare", "recipe.toml", "release/census.csv"]);
    assert_eq!(compared["releases"][0]["record"], true);
    let apply = |record| {
        [
            "apply",
            "recipe.toml",
            "--input",
            "census.csv",
            "--output",
            "release/again.csv",
            "--record",
            record,
        ]
    };
    workspace.succeed(&apply("release/census.record.json"));
    assert_eq!(
        workspace.read("release/again.csv"),
        workspace.read("release/census.csv")
    );

    // A large file that is no record is refused before all of it is in memory.
    workspace.write("large.csv", vec![b'1'; (64 << 20) + 4096]);
    let ran = workspace.run(&[&apply("large.csv")[..], &["--force"]].concat());
    ran.expect(4);
    assert!(
        ran.stderr.contains("longer than 64 MB") && ran.stderr.contains("the right file"),
        "{}",
        ran.stderr
    );
}
