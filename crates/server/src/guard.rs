//! Who may ask: this machine's own pages and programs that know the key.
//!
//! The port is open to every program on this machine and, by way of a browser, to every page that
//! somebody opens on it. So each request must be addressed to this machine by name (a page of
//! another host that had its name point here is not), must not come from another origin, and must
//! carry a key that is made anew at each start. The key comes to the page behind the `#` of its
//! address.

use crate::connections::Connection;
use crate::key::Key;
use crate::problem::Refused;
use crate::work::Shared;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// How long a request may take in all, its body and its answer included.
const LONGEST: Duration = Duration::from_secs(70);

/// Paths below the interface that tell nothing of the table.
const OPEN: [&str; 1] = ["/api/v1/openapi.json"];

/// Lets a request through, or refuses it; and tells browsers to be strict with every response.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let refused = check(&shared.key, request.uri().path(), request.headers());
    let is_api = request.uri().path().starts_with("/api/");
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    if let Some(connection) = &connection {
        if refused.is_ok() && needs_key(request.uri().path()) {
            connection.set_has_key();
        }
        if request.method() == Method::GET {
            connection.begin_answer();
        }
    }
    let mut response = match refused {
        Err(refused) => refused.into_response(),
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refused::new(
                StatusCode::REQUEST_TIMEOUT,
                "limit",
                "the request took too long to arrive or to answer",
                None,
            )
            .into_response(),
        },
    };
    if let Some(connection) = &connection {
        connection.end_answer();
    }
    strict(response.headers_mut(), is_api);
    response
}

fn check(key: &Key, path: &str, headers: &HeaderMap) -> std::result::Result<(), Refused> {
    let host = one(headers, header::HOST)
        .filter(|host| is_local(host))
        .ok_or_else(|| {
            let hint = "open it as 127.0.0.1 or localhost; from another machine, through a tunnel";
            Refused::new(
                StatusCode::MISDIRECTED_REQUEST,
                "refused",
                "the request is not addressed to this machine",
                Some(hint),
            )
        })?;
    let origin = headers
        .get(header::ORIGIN)
        .map(|origin| origin.to_str().unwrap_or("?"));
    let site = headers
        .get("sec-fetch-site")
        .map(|site| site.to_str().unwrap_or("?"));
    let is_own = origin.is_none_or(|origin| origin == format!("http://{host}"))
        && site.is_none_or(|s| matches!(s, "same-origin" | "none"));
    // A link to the page from elsewhere is harmless: the page itself holds nothing.
    if !is_own && path.starts_with("/api/") {
        return Err(Refused::new(
            StatusCode::FORBIDDEN,
            "refused",
            "the request comes from another page",
            None,
        ));
    }
    if !needs_key(path) {
        return Ok(());
    }
    let given = one(headers, header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
    if given.is_some_and(|given| key.is(given)) {
        return Ok(());
    }
    let message = if given.is_some() {
        "the key is not the one of this start"
    } else {
        "the request has no key"
    };
    let hint =
        "open the address that the terminal shows, or send its key as `Authorization: Bearer KEY`";
    Err(Refused::new(
        StatusCode::UNAUTHORIZED,
        "refused",
        message,
        Some(hint),
    ))
}

fn needs_key(path: &str) -> bool {
    path.starts_with("/api/") && !OPEN.contains(&path)
}

/// The value of a header that must be there once.
fn one(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() {
        None
    } else {
        value.to_str().ok()
    }
}

/// This machine by name, on any port: the near end of a tunnel has its own.
fn is_local(host: &str) -> bool {
    let names = ["127.0.0.1", "localhost", "[::1]"];
    names.iter().any(|name| {
        let rest = host.strip_prefix(name);
        rest.is_some_and(|rest| {
            rest.is_empty()
                || rest
                    .strip_prefix(':')
                    .is_some_and(|port| port.parse::<u16>().is_ok())
        })
    })
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn strict(headers: &mut HeaderMap, is_api: bool) {
    let all = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        (
            "cache-control",
            if is_api { "no-store" } else { "no-cache" },
        ),
    ];
    for (name, value) in all {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(path: &str, pairs: &[(&str, &str)]) -> StatusCode {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(
                header::HeaderName::from_bytes(name.as_bytes()).unwrap(),
                value.parse().unwrap(),
            );
        }
        check(&Key::of("secret".to_owned()), path, &headers)
            .map_or_else(|refused| refused.0, |()| StatusCode::OK)
    }

    const HOST: (&str, &str) = ("host", "127.0.0.1:7411");
    const KEY: (&str, &str) = ("authorization", "Bearer secret");

    #[test]
    fn the_key_opens_the_interface_and_nothing_else_does() {
        assert_eq!(checked("/api/v1/chart", &[HOST, KEY]), StatusCode::OK);
        for wrong in [
            "Bearer secre",
            "Bearer secret ",
            "bearer secret",
            "secret",
            "Bearer ",
            "Basic secret",
        ] {
            assert_eq!(
                checked("/api/v1/chart", &[HOST, ("authorization", wrong)]),
                StatusCode::UNAUTHORIZED,
                "{wrong}"
            );
        }
        assert_eq!(checked("/api/v1/chart", &[HOST]), StatusCode::UNAUTHORIZED);
        assert_eq!(
            checked("/api/v1/chart", &[HOST, KEY, KEY]),
            StatusCode::UNAUTHORIZED,
            "two keys are no key"
        );
        assert_eq!(checked("/api/v1/openapi.json", &[HOST]), StatusCode::OK);
        assert_eq!(
            checked("/api/v1/openapi.json/", &[HOST]),
            StatusCode::UNAUTHORIZED
        );
    }

    #[test]
    fn only_this_machine_is_addressed() {
        for host in ["localhost", "localhost:9000", "127.0.0.1", "[::1]:80"] {
            assert_eq!(checked("/", &[("host", host)]), StatusCode::OK, "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil:80",
            "localhost:",
            "localhost:99999",
            "127.0.0.2",
            "",
        ] {
            assert_eq!(
                checked("/", &[("host", host)]),
                StatusCode::MISDIRECTED_REQUEST,
                "{host}"
            );
        }
        assert_eq!(checked("/", &[]), StatusCode::MISDIRECTED_REQUEST);
        assert_eq!(checked("/", &[HOST, HOST]), StatusCode::MISDIRECTED_REQUEST);
    }

    #[test]
    fn pages_of_others_are_refused_even_with_the_key() {
        let from = |origin: &str| checked("/api/v1/chart", &[HOST, KEY, ("origin", origin)]);
        assert_eq!(from("http://127.0.0.1:7411"), StatusCode::OK);
        for origin in [
            "http://127.0.0.1:8000",
            "https://127.0.0.1:7411",
            "http://localhost:7411",
            "null",
            "http://evil.example",
        ] {
            assert_eq!(from(origin), StatusCode::FORBIDDEN, "{origin}");
        }
        assert_eq!(
            checked(
                "/api/v1/chart",
                &[HOST, KEY, ("sec-fetch-site", "same-site")]
            ),
            StatusCode::FORBIDDEN
        );
        assert_eq!(
            checked(
                "/api/v1/chart",
                &[HOST, KEY, ("sec-fetch-site", "same-origin")]
            ),
            StatusCode::OK
        );
    }

    #[test]
    fn keys_differ_from_start_to_start() {
        let keys = [Key::random().unwrap(), Key::random().unwrap()];
        assert_ne!(keys[0].text(), keys[1].text());
        assert!(keys.iter().all(|k| k.text().len() == 64));
    }
}
