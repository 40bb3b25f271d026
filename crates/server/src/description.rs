//! What the description of the interface says of every address: who may ask, and how requests are
//! refused.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, ResponseBuilder};

/// Refusals that any request may meet.
const OF_ALL: [(&str, &str); 8] = [
    ("401", "The key is missing or wrong"),
    ("403", "The request comes from another page"),
    ("408", "The request took too long to arrive or to answer"),
    (
        "409",
        "The atlas is not built yet, or a release is being written",
    ),
    ("421", "The request is not addressed to this machine"),
    ("422", "What is asked for cannot be had from these data"),
    ("500", "A fault in Equipoise"),
    (
        "503",
        "Too many questions at once, or one that takes too long: ask again",
    ),
];

/// Refusals of requests with a body.
const OF_BODIES: [(&str, &str); 3] = [
    (
        "400",
        "The body or what it asks for does not fit, or the session has moved on",
    ),
    ("413", "The body is too long"),
    ("415", "The body is not JSON"),
];

/// Adds the key, and to each operation the refusals that it does not describe itself.
pub(crate) fn complete(description: &mut OpenApi) {
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    description
        .components
        .get_or_insert_default()
        .add_security_scheme("key", bearer);
    description.security = Some(vec![SecurityRequirement::new::<_, [&str; 0], &str>(
        "key",
        [],
    )]);
    for item in description.paths.paths.values_mut() {
        item.get
            .iter_mut()
            .for_each(|operation| add(operation, &OF_ALL));
        item.post.iter_mut().for_each(|operation| {
            add(operation, &OF_ALL);
            add(operation, &OF_BODIES);
        });
    }
}

fn add(operation: &mut Operation, refusals: &[(&str, &str)]) {
    let refusal = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("Refusal")))
        .build();
    for &(status, why) in refusals {
        let described = operation.responses.responses.entry(status.to_owned());
        described.or_insert_with(|| {
            ResponseBuilder::new()
                .description(why)
                .content("application/json", refusal.clone())
                .build()
                .into()
        });
    }
}
