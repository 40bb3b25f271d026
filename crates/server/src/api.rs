//! The HTTP interface, version 1: each path is one call of the desk.

use crate::building::Phase;
use crate::description::complete;
use crate::guard::guard;
use crate::page;
use crate::problem::{Problem, Refusal, Refused, json};
use crate::requests::{
    AcceptRequest, BODY_BYTES, ChooseRequest, DecideRequest, ExportRequest, Given, KeepRequest,
    LookRequest, NodeRequest, NodesRequest, NoteRequest, Nothing, PreferRequest, Release,
    ReleaseRequest, RemoveRequest, RenameRequest, RowsRequest, SoFar, Status, WishRequest,
};
use crate::work::Shared;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use equipoise::{Result, Stage, Watch};
use equipoise_workbench::desk::{DEFAULT_PATIENCE, Desk, Kept, wire};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use utoipa::OpenApi;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest that nodes of a partial atlas are looked for.
const LOOK_HARDER: Duration = Duration::from_secs(20);

type App = State<Arc<Shared>>;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/v1/openapi.json", get(description))
        .route("/api/v1/status", get(status))
        .route("/api/v1/chart", get(chart))
        .route("/api/v1/look", post(look))
        .route("/api/v1/prefer", post(prefer_look))
        .route("/api/v1/pairs", post(pairs))
        .route("/api/v1/heights", post(heights))
        .route("/api/v1/nodes", post(nodes))
        .route("/api/v1/left-out", post(left_out))
        .route("/api/v1/rows", post(rows))
        .route("/api/v1/export", post(export))
        .route("/api/v1/session", get(session))
        .route("/api/v1/session/wish", post(wish))
        .route("/api/v1/session/prefer", post(prefer))
        .route("/api/v1/session/accept", post(accept))
        .route("/api/v1/session/choose", post(choose))
        .route("/api/v1/session/keep", post(keep))
        .route("/api/v1/session/rename", post(rename))
        .route("/api/v1/session/remove", post(remove))
        .route("/api/v1/session/note", post(note))
        .route("/api/v1/session/decide", post(decide))
        .route("/api/v1/session/undo", post(undo))
        .route("/api/v1/session/redo", post(redo))
        .route("/api/v1/release", get(released).post(release))
        .route("/api/v1/release/{name}", get(released_file))
        .fallback(|uri: Uri| async move { page::file(uri.path()) })
        .method_not_allowed_fallback(|| async {
            Refused::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "usage",
                "this address does not take such requests",
                Some("`/api/v1/openapi.json` says which"),
            )
        })
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// The description of the interface as JSON.
pub fn openapi() -> String {
    let mut description = Description::openapi();
    description.info.version = "1".to_owned();
    complete(&mut description);
    description.to_pretty_json().unwrap_or_default()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Equipoise explorer",
        description = "Negotiates privacy, detail and suppression on the atlas of a table. All but this description needs the header \
                       `Authorization: Bearer KEY` with the key that the terminal shows."
    ),
    paths(
        status,
        chart,
        look,
        prefer_look,
        pairs,
        heights,
        nodes,
        left_out,
        rows,
        export,
        session,
        wish,
        prefer,
        accept,
        choose,
        keep,
        rename,
        remove,
        note,
        decide,
        undo,
        redo,
        release,
        released,
        released_file
    ),
    components(schemas(Refusal, Problem))
)]
struct Description;

async fn description() -> Response {
    json(StatusCode::OK, openapi().into_bytes())
}

/// Has something done at the desk, and sends what comes of it.
async fn at_desk<T: Serialize>(
    shared: &Shared,
    work: impl FnOnce(&Desk<'_>) -> Result<T> + Send + 'static,
) -> Response {
    let bytes = move |desk: &Desk<'_>| {
        work(desk).map(|answer| serde_json::to_vec(&answer).unwrap_or_default())
    };
    match bytes_at_desk(shared, bytes).await {
        Ok(bytes) => json(StatusCode::OK, bytes),
        Err(refused) => refused.into_response(),
    }
}

async fn bytes_at_desk(
    shared: &Shared,
    work: impl FnOnce(&Desk<'_>) -> Result<Vec<u8>> + Send + 'static,
) -> std::result::Result<Vec<u8>, Refused> {
    ready(shared)?;
    let (sender, receiver) = oneshot::channel();
    let handed = shared.hand(Box::new(move |desk| {
        // Who no longer waits needs no answer.
        if !sender.is_closed() {
            let _ = sender.send(work(desk));
        }
    }));
    if !handed {
        return Err(Refused::busy());
    }
    match tokio::time::timeout(PATIENCE, receiver).await {
        Err(_) => Err(Refused::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "limit",
            "the answer took too long",
            Some("ask again, or for less at once"),
        )),
        Ok(Err(_)) => Err(Refused::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "what the program takes for granted does not hold",
            Some("this is a fault in Equipoise; please report it with the request that led here"),
        )),
        Ok(Ok(answer)) => answer.map_err(|e| Refused::from(&e)),
    }
}

fn ready(shared: &Shared) -> std::result::Result<(), Refused> {
    let building = shared.building();
    match building.phase {
        Phase::Ready => Ok(()),
        Phase::Failed => {
            let problem = building.problem.clone();
            Err(problem.map_or_else(Refused::busy, |problem| {
                Refused(StatusCode::CONFLICT, problem)
            }))
        }
        _ => Err(Refused::new(
            StatusCode::CONFLICT,
            "not-ready",
            "the atlas is not built yet",
            Some("`/api/v1/status` tells how far it is"),
        )),
    }
}

/// How far the atlas is.
#[utoipa::path(get, path = "/api/v1/status", responses((status = 200, body = Status)))]
async fn status(State(shared): App) -> Response {
    let building = shared.building();
    let is_building = building.phase == Phase::Annotating;
    let status = Status {
        version: env!("CARGO_PKG_VERSION"),
        name: shared.name.clone(),
        phase: building.phase.name(),
        done: building.done,
        total: building.total,
        seconds: shared.started.elapsed().as_secs_f64(),
        units: building.units,
        front: if is_building {
            building
                .front
                .points()
                .map(|(units, loss)| SoFar { units, loss })
                .collect()
        } else {
            Vec::new()
        },
        problem: building.problem.clone(),
    };
    shared.visited(building.phase == Phase::Failed);
    drop(building);
    json(
        StatusCode::OK,
        serde_json::to_vec(&status).unwrap_or_default(),
    )
}

/// What does not change while the table is explored.
#[utoipa::path(get, path = "/api/v1/chart", responses((status = 200, body = wire::PageChart), (status = 409, body = Refusal)))]
async fn chart(State(shared): App) -> Response {
    at_desk(&shared, |desk| Ok(desk.chart())).await
}

/// The answer to wishes, and all that is seen without a click. Nothing is recorded.
#[utoipa::path(post, path = "/api/v1/look", request_body = LookRequest, responses((status = 200, body = wire::Look), (status = 400, body = Refusal)))]
async fn look(State(shared): App, Given(asked): Given<LookRequest>) -> Response {
    let patience = asked
        .patience_ms
        .map_or(DEFAULT_PATIENCE, Duration::from_millis)
        .min(LOOK_HARDER);
    let question = serde_json::to_vec(&(&asked.wishes, &asked.levels)).unwrap_or_default();
    if let Some(known) = shared.answers().and_then(|answers| answers.find(&question)) {
        return json(StatusCode::OK, known);
    }
    let look = move |desk: &Desk<'_>| {
        let look = desk.look(&asked.wishes, asked.levels.as_deref(), patience)?;
        Ok(serde_json::to_vec(&look).unwrap_or_default())
    };
    match bytes_at_desk(&shared, look).await {
        Err(refused) => refused.into_response(),
        Ok(bytes) => {
            let bytes = Bytes::from(bytes);
            if let Some(answers) = shared.answers() {
                answers.keep(question, bytes.clone());
            }
            json(StatusCode::OK, bytes)
        }
    }
}

/// What comes closest to an aspiration, what lies around it and on the way. Nothing is recorded.
#[utoipa::path(post, path = "/api/v1/prefer", request_body = PreferRequest, responses((status = 200, body = wire::PreferLook), (status = 400, body = Refusal)))]
async fn prefer_look(State(shared): App, Given(asked): Given<PreferRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.prefer_look(&asked.wishes, &asked.aspire)
    })
    .await
}

/// Records an aspiration and what came of it.
#[utoipa::path(post, path = "/api/v1/session/prefer", request_body = PreferRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn prefer(State(shared): App, Given(asked): Given<PreferRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.prefer(&asked.wishes, &asked.aspire)
    })
    .await
}

/// The best of each pair of levels, for all pairs of columns.
#[utoipa::path(post, path = "/api/v1/pairs", request_body = WishRequest, responses((status = 200, body = wire::Pairs), (status = 400, body = Refusal)))]
async fn pairs(State(shared): App, Given(asked): Given<WishRequest>) -> Response {
    at_desk(&shared, move |desk| desk.pairs(&asked.wishes)).await
}

/// What lies at each sum of levels.
#[utoipa::path(post, path = "/api/v1/heights", request_body = WishRequest, responses((status = 200, body = wire::Heights), (status = 400, body = Refusal)))]
async fn heights(State(shared): App, Given(asked): Given<WishRequest>) -> Response {
    at_desk(&shared, move |desk| desk.heights(&asked.wishes)).await
}

/// The nodes of one sum of levels, the best first.
#[utoipa::path(post, path = "/api/v1/nodes", request_body = NodesRequest, responses((status = 200, body = wire::Nodes), (status = 400, body = Refusal)))]
async fn nodes(State(shared): App, Given(asked): Given<NodesRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.nodes(
            &asked.wishes,
            asked.height,
            asked.count.unwrap_or(usize::MAX),
        )
    })
    .await
}

/// Who is left out.
#[utoipa::path(post, path = "/api/v1/left-out", request_body = NodeRequest, responses((status = 200, body = wire::PageLeftOut), (status = 400, body = Refusal)))]
async fn left_out(State(shared): App, Given(asked): Given<NodeRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.left_out(&asked.levels, &asked.thresholds)
    })
    .await
}

/// Rows before and after: personal data.
#[utoipa::path(post, path = "/api/v1/rows", request_body = RowsRequest, responses((status = 200, body = wire::Rows), (status = 400, body = Refusal)))]
async fn rows(State(shared): App, Given(asked): Given<RowsRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.rows(&asked.levels, &asked.thresholds, asked.from, asked.count)
    })
    .await
}

/// The recipe and the command lines that reproduce what is looked at. Writes nothing.
#[utoipa::path(post, path = "/api/v1/export", request_body = ExportRequest, responses((status = 200, body = wire::Export), (status = 400, body = Refusal)))]
async fn export(State(shared): App, Given(asked): Given<ExportRequest>) -> Response {
    at_desk(&shared, move |desk| desk.export(asked.candidate.as_deref())).await
}

/// Where the session stands, and what is seen there.
#[utoipa::path(get, path = "/api/v1/session", responses((status = 200, body = wire::Stand), (status = 409, body = Refusal)))]
async fn session(State(shared): App) -> Response {
    at_desk(&shared, |desk| desk.stand()).await
}

/// Records a wish and its answer.
#[utoipa::path(post, path = "/api/v1/session/wish", request_body = WishRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn wish(State(shared): App, Given(asked): Given<WishRequest>) -> Response {
    at_desk(&shared, move |desk| desk.wish(&asked.wishes)).await
}

/// Accepts a suggestion of the last wish. Weaker privacy needs a reason.
#[utoipa::path(post, path = "/api/v1/session/accept", request_body = AcceptRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn accept(State(shared): App, Given(asked): Given<AcceptRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.check_seen(asked.seen.as_deref())?;
        desk.accept(&asked.which, asked.model, asked.reason.as_deref())
    })
    .await
}

/// Picks a node by hand.
#[utoipa::path(post, path = "/api/v1/session/choose", request_body = ChooseRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn choose(State(shared): App, Given(asked): Given<ChooseRequest>) -> Response {
    at_desk(&shared, move |desk| desk.choose(&asked.levels)).await
}

/// Keeps a node for comparison.
#[utoipa::path(post, path = "/api/v1/session/keep", request_body = KeepRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn keep(State(shared): App, Given(asked): Given<KeepRequest>) -> Response {
    let kept = Kept {
        name: asked.name,
        levels: asked.levels,
        thresholds: asked.thresholds,
    };
    at_desk(&shared, move |desk| desk.keep(&kept)).await
}

/// Gives a candidate another name.
#[utoipa::path(post, path = "/api/v1/session/rename", request_body = RenameRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn rename(State(shared): App, Given(asked): Given<RenameRequest>) -> Response {
    at_desk(&shared, move |desk| desk.rename(&asked.from, &asked.to)).await
}

/// Removes a candidate from the comparison.
#[utoipa::path(post, path = "/api/v1/session/remove", request_body = RemoveRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn remove(State(shared): App, Given(asked): Given<RemoveRequest>) -> Response {
    at_desk(&shared, move |desk| desk.remove(&asked.name)).await
}

/// Writes something down, about a candidate or the whole.
#[utoipa::path(post, path = "/api/v1/session/note", request_body = NoteRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn note(State(shared): App, Given(asked): Given<NoteRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.note(asked.about.as_deref(), &asked.text)
    })
    .await
}

/// Decides what is released, and why.
#[utoipa::path(post, path = "/api/v1/session/decide", request_body = DecideRequest, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn decide(State(shared): App, Given(asked): Given<DecideRequest>) -> Response {
    at_desk(&shared, move |desk| {
        desk.check_seen(asked.seen.as_deref())?;
        desk.decide(asked.candidate.as_deref(), &asked.because)
    })
    .await
}

/// Takes back what was done last.
#[utoipa::path(post, path = "/api/v1/session/undo", request_body = Nothing, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn undo(State(shared): App, Given(Nothing {}): Given<Nothing>) -> Response {
    at_desk(&shared, |desk| desk.undo()).await
}

/// Does again what was taken back last.
#[utoipa::path(post, path = "/api/v1/session/redo", request_body = Nothing, responses((status = 200, body = wire::Stand), (status = 400, body = Refusal)))]
async fn redo(State(shared): App, Given(Nothing {}): Given<Nothing>) -> Response {
    at_desk(&shared, |desk| desk.redo()).await
}

/// Decides, writes the exported recipe and releases it, like `anonymize` would. It goes on after
/// the response.
#[utoipa::path(post, path = "/api/v1/release", request_body = ReleaseRequest, responses((status = 202, body = Release), (status = 400, body = Refusal), (status = 409, body = Refusal)))]
async fn release(State(shared): App, Given(asked): Given<ReleaseRequest>) -> Response {
    if let Err(refused) = ready(&shared) {
        return refused.into_response();
    }
    let (sender, decided) = std::sync::mpsc::sync_channel(1);
    let decide = move |desk: &Desk<'_>| {
        desk.check_seen(asked.seen.as_deref())?;
        // What was decided is released, whatever other clients do meanwhile.
        let _ = sender.send(desk.decide_release(asked.candidate.as_deref(), &asked.because)?);
        Ok(Vec::new())
    };
    if let Err(refused) = bytes_at_desk(&shared, decide).await {
        return refused.into_response();
    }
    let Ok(exported) = decided.recv() else {
        return Refused::busy().into_response();
    };
    let under_way = |state: &Release| state.phase == "running";
    {
        let mut state = shared.release.lock().expect("no thread panicked");
        if under_way(&state) {
            let hint = "`GET /api/v1/release` tells how far it is";
            return Refused::new(
                StatusCode::CONFLICT,
                "usage",
                "a release is being written already",
                Some(hint),
            )
            .into_response();
        }
        *state = Release {
            phase: "running",
            ..Release::default()
        };
    }
    let handed = shared.hand(Box::new({
        let shared = Arc::clone(&shared);
        move |desk| {
            let ended = Ended(&shared);
            let watch = Releasing(&shared);
            let outcome = desk.release(exported, asked.force, &watch);
            *shared.release.lock().expect("no thread panicked") = match outcome {
                Ok(published) => Release {
                    phase: "done",
                    recipe_path: Some(published.recipe_path),
                    command: Some(published.command),
                    outcome: Some(published.outcome),
                    files: published.files,
                    ..Release::default()
                },
                Err(error) => Release {
                    phase: "failed",
                    problem: Some(Problem::from(&error)),
                    ..Release::default()
                },
            };
            drop(ended);
        }
    }));
    if !handed {
        *shared.release.lock().expect("no thread panicked") = Release::default();
        return Refused::busy().into_response();
    }
    let state = shared.release.lock().expect("no thread panicked").clone();
    json(
        StatusCode::ACCEPTED,
        serde_json::to_vec(&state).unwrap_or_default(),
    )
}

/// How far the release is.
#[utoipa::path(get, path = "/api/v1/release", responses((status = 200, body = Release)))]
async fn released(State(shared): App) -> Response {
    let state = shared.release.lock().expect("no thread panicked").clone();
    json(
        StatusCode::OK,
        serde_json::to_vec(&state).unwrap_or_default(),
    )
}

/// A file of the latest release.
#[utoipa::path(get, path = "/api/v1/release/{name}", params(("name" = String, Path, description = "one of the files of the release")),
    responses((status = 200, description = "the file"), (status = 404, body = Refusal)))]
async fn released_file(State(shared): App, Path(name): Path<String>) -> Response {
    match bytes_at_desk(&shared, move |desk| desk.released_file(&name)).await {
        Err(Refused(StatusCode::BAD_REQUEST, problem)) => Refused(
            StatusCode::NOT_FOUND,
            Problem {
                kind: "not-found",
                ..problem
            },
        )
        .into_response(),
        Err(refused) => refused.into_response(),
        Ok(bytes) => {
            let mut response = Response::new(Body::from(bytes));
            // A report is to be saved, not shown as a page of this origin.
            response.headers_mut().insert(
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/octet-stream"),
            );
            response.headers_mut().insert(
                header::CONTENT_DISPOSITION,
                HeaderValue::from_static("attachment"),
            );
            response
        }
    }
}

/// A release that panics has failed.
struct Ended<'a>(&'a Shared);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        if let Ok(mut state) = self.0.release.lock()
            && state.phase == "running"
        {
            let message = "what the program takes for granted does not hold";
            let problem = Problem {
                kind: "internal",
                message: message.to_owned(),
                hint: None,
            };
            *state = Release {
                phase: "failed",
                problem: Some(problem),
                ..Release::default()
            };
        }
    }
}

/// Tells how far a release is.
struct Releasing<'a>(&'a Shared);

impl Watch for Releasing<'_> {
    fn progress(&self, stage: Stage, done: u64, total: u64) {
        let stage = match stage {
            Stage::Read => "reading",
            Stage::Search | Stage::Annotate => "searching",
            Stage::Write => "writing",
            Stage::Check => "checking",
            _ => "working",
        };
        let mut state = self.0.release.lock().expect("no thread panicked");
        (state.stage, state.done, state.total) = (stage, done, total);
    }

    /// A release that is under way when the program is stopped leaves nothing behind.
    fn stopped(&self) -> bool {
        self.0.is_closed()
    }
}
