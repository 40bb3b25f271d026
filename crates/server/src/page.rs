//! The page's own files, built from `web/` and part of the program.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::problem::Refused;

const INDEX: &[u8] = include_bytes!("../../../web/dist/index.html");
const SCRIPT: &[u8] = include_bytes!("../../../web/dist/assets/app.js");
const STYLE: &[u8] = include_bytes!("../../../web/dist/assets/app.css");

/// A file of the page.
pub(crate) fn file(path: &str) -> Response {
    let (kind, bytes) = match path {
        "/" | "/index.html" => ("text/html; charset=utf-8", INDEX),
        "/assets/app.js" => ("text/javascript; charset=utf-8", SCRIPT),
        "/assets/app.css" => ("text/css; charset=utf-8", STYLE),
        _ => {
            return Refused::new(
                StatusCode::NOT_FOUND,
                "not-found",
                "there is nothing at this address",
                Some("the page is at `/`"),
            )
            .into_response();
        }
    };
    let mut response = Response::new(Body::from(bytes));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
