//! Refusals: what was given, what is accepted, and a hint, as JSON.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use equipoise::{Error, ErrorKind};
use equipoise_workbench::hint_with_files;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// `usage`, `data`, `unmet`, `limit`, `internal`, `busy`, `not-ready`, `not-found` or
    /// `refused`.
    pub(crate) kind: &'static str,
    /// What is wrong, and where.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) hint: Option<String>,
}

/// The body of a refusal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// Why.
    pub(crate) error: Problem,
}

/// A problem with the status that it is sent with.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub(crate) StatusCode, pub(crate) Problem);

impl Refused {
    pub(crate) fn new(
        status: StatusCode,
        kind: &'static str,
        message: impl Into<String>,
        hint: Option<&str>,
    ) -> Self {
        Refused(
            status,
            Problem {
                kind,
                message: message.into(),
                hint: hint.map(str::to_owned),
            },
        )
    }

    pub(crate) fn busy() -> Self {
        Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "too many questions at once",
            Some("ask again in a moment"),
        )
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        Problem {
            kind: error.kind().name(),
            message: error.message(),
            hint: hint_with_files(error),
        }
    }
}

impl From<&Error> for Refused {
    fn from(error: &Error) -> Self {
        let status = match error.kind() {
            ErrorKind::Usage => StatusCode::BAD_REQUEST,
            ErrorKind::Data | ErrorKind::Unmet => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Limit => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refused(status, error.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let is_busy = self.0 == StatusCode::SERVICE_UNAVAILABLE;
        let body = serde_json::to_vec(&Refusal { error: self.1 }).unwrap_or_default();
        let mut response = json(self.0, body);
        if is_busy {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// A response of JSON.
pub(crate) fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}
