//! What requests say, and what is told beside the desk's own answers.

use crate::connections::Connection;
use crate::problem::{Problem, Refused};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use equipoise_workbench::desk::wire::{Aspire, PageFile, PageWishes};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// The longest body of a request.
pub(crate) const BODY_BYTES: usize = 64 << 10;

/// The time that a client has to send the body of a request.
const BODY: Duration = Duration::from_secs(10);

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookRequest {
    /// What is wished for.
    pub(crate) wishes: PageWishes,
    /// Look at this node instead of the answer.
    #[serde(default)]
    pub(crate) levels: Option<Vec<u8>>,
    /// How long nodes of a partial atlas may be looked for, in milliseconds; at most 20,000.
    #[serde(default)]
    pub(crate) patience_ms: Option<u64>,
}

/// Wishes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WishRequest {
    /// What is wished for.
    pub(crate) wishes: PageWishes,
}

/// An aspiration under wishes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreferRequest {
    /// What is wished for.
    pub(crate) wishes: PageWishes,
    /// What is aspired to.
    pub(crate) aspire: Aspire,
}

/// A suggestion that is accepted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AcceptRequest {
    /// `suppression`, `height` or `threshold`.
    pub(crate) which: String,
    /// For `threshold`: the number of the model that gives.
    #[serde(default)]
    pub(crate) model: Option<usize>,
    /// Why; needed for `threshold`.
    #[serde(default)]
    pub(crate) reason: Option<String>,
    /// The moment of the session that was seen; refused when it has moved on.
    #[serde(default)]
    pub(crate) seen: Option<String>,
}

/// A node.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseRequest {
    /// Its levels.
    pub(crate) levels: Vec<u8>,
}

/// A candidate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeepRequest {
    /// Its name; the next free letter without one.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Its levels; the node that is looked at without them.
    #[serde(default)]
    pub(crate) levels: Option<Vec<u8>>,
    /// Per model what it is judged by; what is wished for without them.
    #[serde(default)]
    pub(crate) thresholds: Option<Vec<String>>,
}

/// Another name for a candidate.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenameRequest {
    /// The name so far.
    pub(crate) from: String,
    /// The name from now on.
    pub(crate) to: String,
}

/// A candidate to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemoveRequest {
    /// Its name.
    pub(crate) name: String,
}

/// Something to write down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoteRequest {
    /// The candidate that it is about; the whole without one.
    #[serde(default)]
    pub(crate) about: Option<String>,
    /// The text.
    pub(crate) text: String,
}

/// A decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecideRequest {
    /// The candidate; the node that is looked at without one.
    #[serde(default)]
    pub(crate) candidate: Option<String>,
    /// Why this and no other.
    pub(crate) because: String,
    /// The moment of the session that was seen; refused when it has moved on.
    #[serde(default)]
    pub(crate) seen: Option<String>,
}

/// Nothing to say.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// Nodes of one sum of levels.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodesRequest {
    /// What is wished for.
    pub(crate) wishes: PageWishes,
    /// The sum of levels.
    pub(crate) height: u32,
    /// How many; at most 500.
    #[serde(default)]
    pub(crate) count: Option<usize>,
}

/// A node under thresholds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeRequest {
    /// Its levels.
    pub(crate) levels: Vec<u8>,
    /// Per model its threshold.
    pub(crate) thresholds: Vec<String>,
}

/// Rows of a node under thresholds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RowsRequest {
    /// Its levels.
    pub(crate) levels: Vec<u8>,
    /// Per model its threshold.
    pub(crate) thresholds: Vec<String>,
    /// The number of the first row, from 0.
    #[serde(default)]
    pub(crate) from: u64,
    /// How many; at most 100.
    pub(crate) count: u64,
}

/// What to export.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    /// The candidate; the node that is looked at without one.
    #[serde(default)]
    pub(crate) candidate: Option<String>,
}

/// What to release.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReleaseRequest {
    /// The candidate; the node that is looked at without one.
    #[serde(default)]
    pub(crate) candidate: Option<String>,
    /// Chosen because.
    pub(crate) because: String,
    /// Replace files that exist.
    #[serde(default)]
    pub(crate) force: bool,
    /// The moment of the session that was seen; refused when it has moved on.
    #[serde(default)]
    pub(crate) seen: Option<String>,
}

/// How far a release is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Release {
    /// `idle`, `running`, `done` or `failed`.
    pub(crate) phase: &'static str,
    /// What is being done.
    pub(crate) stage: &'static str,
    /// Parts done.
    pub(crate) done: u64,
    /// Of so many.
    pub(crate) total: u64,
    /// Why it failed.
    pub(crate) problem: Option<Problem>,
    /// The recipe that was written and run.
    pub(crate) recipe_path: Option<String>,
    /// The command line that releases the same.
    pub(crate) command: Option<String>,
    /// What `anonymize --json` prints.
    pub(crate) outcome: Option<Value>,
    /// The files that were written.
    pub(crate) files: Vec<PageFile>,
}

impl Default for Release {
    fn default() -> Self {
        Release {
            phase: "idle",
            stage: "",
            done: 0,
            total: 0,
            problem: None,
            recipe_path: None,
            command: None,
            outcome: None,
            files: Vec::new(),
        }
    }
}

/// How far the atlas is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Status {
    /// The version of Equipoise.
    pub(crate) version: &'static str,
    /// What is explored.
    pub(crate) name: String,
    /// `reading`, `annotating`, `opening`, `ready` or `failed`.
    pub(crate) phase: &'static str,
    /// Bytes read, or nodes annotated.
    pub(crate) done: u64,
    /// Of so many.
    pub(crate) total: u64,
    /// Seconds since the start.
    pub(crate) seconds: f64,
    /// Units of protection in the table, where they are known.
    pub(crate) units: Option<u64>,
    /// The efficient nodes so far, while it is annotated.
    pub(crate) front: Vec<SoFar>,
    /// Why it failed.
    pub(crate) problem: Option<Problem>,
}

/// A node of the front so far.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct SoFar {
    /// Units left out.
    pub(crate) units: u64,
    /// The loss.
    pub(crate) loss: f64,
}

/// The JSON of a request; what is wrong with it is told kindly.
pub(crate) struct Given<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Given<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or("");
        if kind
            .split(';')
            .next()
            .is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json"))
        {
            let hint = "send JSON with `Content-Type: application/json`";
            return Err(Refused::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "usage",
                "the body of the request is not called JSON",
                Some(hint),
            ));
        }
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        let body = tokio::time::timeout(BODY, Bytes::from_request(request, state))
            .await
            .map_err(|_| {
                let message = format!(
                    "the body of the request did not arrive within {} seconds",
                    BODY.as_secs()
                );
                Refused::new(StatusCode::REQUEST_TIMEOUT, "limit", message, None)
            })?;
        let body = body.map_err(|rejected| {
            let message = format!(
                "the body of the request cannot be read, or it has more than {BODY_BYTES} bytes"
            );
            Refused::new(rejected.status(), "usage", message, None)
        })?;
        if let Some(connection) = connection {
            connection.begin_answer();
        }
        serde_json::from_slice(&body).map(Given).map_err(|e| {
            let hint = "`/api/v1/openapi.json` says what each request holds";
            Refused::new(
                StatusCode::BAD_REQUEST,
                "usage",
                format!("the body of the request does not fit: {e}"),
                Some(hint),
            )
        })
    }
}
