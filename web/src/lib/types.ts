// The HTTP API, version 1, as the page sees it. The full description is in openapi.json, served by Equipoise.

export interface Problem {
  kind: string;            // "usage" | "data" | "limit" | "internal" | "busy" | "not-ready" | "not-found" | "refused"
  message: string;
  hint: string | null;     // what to do about it
}

// GET /status: polled while the atlas is built. The page's first request.
export interface Status {
  version: string;         // of Equipoise
  name: string;            // of the recipe, "adult.toml"
  phase: "reading" | "annotating" | "opening" | "ready" | "failed";
  done: number; total: number;         // of the phase: bytes while reading, nodes while annotating
  seconds: number;                     // since the start
  units: number | null;                // units of protection in the table, once known
  front: { units: number; loss: number }[];   // so far, rising units, falling loss; only while annotating
  problem: Problem | null;             // where phase is "failed"
}

// GET /chart: what does not change while it is explored. 409 kind "not-ready" before phase "ready".
export interface Chart {
  name: string;
  rows: number; units: number;
  unit: "rows" | "persons";            // unit of protection: what left-out numbers count
  nodes: number;                       // of the lattice (may exceed 2^53: for show only)
  annotated: number; complete: boolean;   // complete = every node has a record; else the atlas is partial
  has_table: boolean;                  // without it there is no "who is left out", no rows, no closer look
  columns: Column[];
  models: Model[];                     // the axes that can be negotiated; models[0] is always class size, k
  losses: { metric: string; words: string }[];  // losses[0] is the recipe's own; words: "mean loss of detail"
  measures: { name: string; words: string }[];  // what can be aspired to
  aspire: Aspire;                      // of the recipe, or a usual one
  wishes: Wishes;                      // those of the recipe
  warnings: string[];
}
export interface Column {
  name: string;
  low: number; high: number;           // levels that the recipe allows
  linked: number[];                    // other columns that share its level (a leader lists followers; followers list the leader and others)
  levels: Level[];                     // all levels of its hierarchy, from level 0 (values) up
}
export interface Level {
  level: number;
  labels: number;                      // how many different labels rows have there
  words: string;                       // "as it is", "in bands of 20", "in 3 groups", "not told"
  examples: string[];                  // up to 4 labels
}
export interface Model {
  name: string;                        // "k-anonymity", "t-closeness of occupation (hierarchical)"
  model: string; column: string | null; detail: string | null;
  key: string;                         // "k", "l", "t", "c", ...
  is_whole: boolean;                   // thresholds are whole numbers; else decimals with at most nine digits
  is_more_private: "up" | "down";      // "up": a larger threshold is more private (k, l); "down": a smaller one is (t, c, delta)
  in_recipe: boolean;                  // false: only models[0], where the recipe has no k; then "1" asks for nothing
  words: string;                       // a sentence on what it promises, for a tooltip
  least: string; most: string;         // sensible range for a slider (whole numbers or decimals); thresholds outside may be typed
  steps: string[];                     // thresholds worth stopping at, from least to most (for whole: 2,3,4,5,...; log spaced)
}

export interface Wishes {
  thresholds: string[];                // per model, decimal text: "5", "0.2"
  low: number[]; high: number[];       // per column: the finest level wished for, the coarsest accepted
  max_units: number;                   // how many units may be left out
  max_loss: number | null;
  max_height: number | null;
  by: string;                          // a metric of chart.losses, "height" or "suppression"
}

// What is aspired to in two measures. `from`: where the way to it begins; null: at the node that is looked at.
export interface Aspire { measures: [string, string]; to: [number, number]; from: [number, number] | null; steps: number; ties: string | null }
export interface PreferPoint {
  levels: number[]; point: [number, number];
  k: number;                           // its smallest class
  units: number;                       // left out
  achievement: number; within_aspiration: boolean;
}
// POST /prefer { wishes, aspire } -> PreferLook    nothing is recorded
export interface PreferLook {
  aspire: Aspire;                      // with where the way begins
  words: [string, string];             // what the measures tell
  front: PreferPoint[];                // efficient nodes, rising first measure
  nodes: number;                       // nodes within the wishes
  answer: PreferPoint | null;
  walked: PreferPoint[];               // different nodes on the way
  sentence: Sentence | null;           // about the answer
  note: string | null;                 // what else is to be said of the measures
  proved: boolean; micros: number;
}

export interface Node {
  levels: number[];                    // names the node in requests
  height: number;
  units: number;                       // left out, in units of protection
  rows: number;                        // rows left out
  classes: number;                     // that stay
  losses: (number | null)[];           // per chart.losses; null: beyond all measure, where nothing stays
}

// POST /look { wishes: Wishes, levels?: number[] | null, patience_ms?: number } -> Look
// The answer to wishes and all that is seen without a click. Nothing is recorded. `levels` looks at another node than the answer.
// patience_ms: how long nodes of a partial atlas may be looked for ("look harder here"); at most 20000, default 100.
export interface Look {
  wishes: Wishes;
  answer: Node | null;                 // the best node within the wishes; null when there is none (or none was found)
  proved: boolean;                     // the answer is the best, or: it is sure that there is none
  nodes_visited: number; annotated: number;
  ties: Node[];                        // as good as the answer (at most 20)
  node: Node | null;                   // the node looked at: `levels` if given, else the answer
  within_wishes: boolean;              // node is within all wishes
  sentence: Sentence | null;           // about node
  measured: { model: number; asked: string; measured: string | null; met: boolean }[];  // per negotiated model on what stays of node
  risk: { highest: number; average: number | null } | null;   // prosecutor risk of what stays: 1/smallest class, classes/units
  going: { size: number; classes: number; rows: number }[];   // classes that go, by size
  curves: Curve[];                     // spectrum: how many units go as one threshold moves, all else fixed
  steps: Step[];                       // one step away from node
  front: Front;
  density: Density;
  ladders: Ladder[];                   // per column
  suggestions: Suggestions | null;     // where answer is null
  micros: number;                      // time of the server's work
}
export interface Sentence {
  text: string;                        // the whole sentence
  privacy: string;                     // "Each released person shares their quasi-identifiers with at least 4 others"
  left_out: string;                    // "1,346 of 30,162 rows (4.5 %) are left out"
  levels: string;                      // "age in bands of 20, education in 3 groups"
}
export interface Curve { model: number; asked: string; points: { threshold: string; units: number }[] }
export interface Step {
  column: number; is_coarser: boolean; level: number;
  node: Node | null;                   // null where it is not known
  units: number | null; loss: number | null; risk: number | null;   // change from node (signed); risk = change of highest risk
  within_wishes: boolean | null;
}
export interface Front {
  points: {
    node: Node; x: number; y: number;  // x = units left out, y = loss asked by
    within_wishes: boolean;
    others: number;                    // other nodes with the same two figures
    changes: { column: number; from: number; to: number }[];   // from the point before
  }[];                                 // rising x, falling y
  knees: { point: number; from: number; words: string }[];     // sharpest first; words: "leaving out 44 rows instead of 0: loss 0.573 -> 0.437"
  open: number; complete: boolean;     // nodes that might be on it and are not known (partial atlas)
}
// Nodes counted in hexagons over (sqrt of the share of units left out, 0..1) x (loss, low..high). Odd rows are shifted right by half a column.
// Centre of cell (column, row): x = (column + (row odd ? 0.5 : 0)) / columns, y = row / (rows - 1), both 0..1.
export interface Density { columns: number; rows: number; cells: [number, number, number][]; low: number; high: number; counted: number; missing: number }
export interface Ladder {
  column: number;
  stops: Stop[];                       // from the finest level (column.low) to the coarsest (column.high)
}
export interface Stop {
  level: number;
  state: "reached" | "unreachable" | "open";
  value: number | null;                // best value of what is asked by (loss) that was found with this level required; null if none
  bound: number | null;                // state "open": no node can be better than this
  levels: number[] | null;             // the node that has the value
  reason: string | null;               // unreachable: why, in words
}

export interface Suggestions {
  cards: Card[];                       // in the order to be shown: leave out more, coarser, weaker privacy (one per model that could give)
  none: { which: "suppression" | "height" | "threshold"; reason: string; proved: boolean }[];   // suggestions that are missing, why, and whether it is proved that there is none
  without: { column: number; node: Node; sentence: Sentence }[];   // "without column X your wish is met"
}
export interface Card {
  which: "suppression" | "height" | "threshold";
  model: number | null;                // for "threshold"
  title: string;                       // "Leave out more: 11 instead of 8"
  old: string; new: string;            // "8" -> "11"
  stays: string;                       // "k = 3 and all levels as you wished"
  changes: { column: number; from: number; to: number }[];  // levels beyond what was wished (for "height")
  risk: { old: number; new: number } | null;    // highest risk, for weaker k
  node: Node; sentence: Sentence;
  wishes: Wishes;                      // the wishes after accepting
}

// ---- session: what is recorded. Each POST returns { session: Session, look: Look } and is saved before it returns.
// GET  /session                         -> { session, look }
// POST /session/wish    { wishes }                                 records a wish and its answer
// POST /session/accept  { which, model?: number | null, reason?: string | null }   a reason is required for "threshold"
// POST /session/prefer  { wishes, aspire }                         records an aspiration and what came of it
// POST /session/choose  { levels }                                 picks a node by hand
// POST /session/keep    { name?: string | null, levels?: number[] | null, thresholds?: string[] | null }   adds a candidate; by default the node looked at
// POST /session/rename  { from, to }     POST /session/remove { name }
// POST /session/note    { about?: string | null, text }            about a candidate, or the whole
// POST /session/decide  { candidate?: string | null, because }     what shall be released, and why
// POST /session/undo    {}               POST /session/redo {}
export interface Session {
  file: string;
  moment: string;                      // names this moment; accept, decide and release refuse whoever saw another one
  steps: { number: number; kind: string; text: string; is_done: boolean }[];   // kind: wish prefer accept choose keep rename remove note decide
  cursor: number;                      // how many steps count
  can_undo: boolean; can_redo: boolean;
  undoes: string | null; redoes: string | null;   // what the next undo/redo is about
  wishes: Wishes;                      // where it stands (those of the recipe at the beginning)
  current: number[] | null;            // levels of the node looked at; null where the last wish was not met
  aspired: Aspire | null;              // what was aspired to last
  candidates: Candidate[];
  notes: { about: string | null; text: string }[];
  decision: { candidate: string | null; levels: number[]; because: string } | null;
}
export interface Candidate {
  name: string;                        // "A", "B", ... or what it was renamed to
  node: Node; thresholds: string[];
  sentence: Sentence;
  measured: Look["measured"]; risk: Look["risk"];
  notes: string[];
}

// ---- behind tabs and drawers
// POST /pairs { wishes } -> Pairs            all pairs, strongest interaction first
export interface Pairs { pairs: { a: number; b: number; interaction: number; rows: Stop[][] }[] }  // rows[i][j]: level chart.columns[a].low + i of a, low + j of b
// POST /heights { wishes } -> Heights
export interface Heights { rows: { height: number; nodes: number; outside: number; feasible: number; infeasible: number; unknown: number; best: Stop }[]; complete: boolean }
// POST /nodes { wishes, height, count? } -> the nodes of one height within the wished levels, best first, at most 500
export interface Nodes { nodes: { node: Node; within_wishes: boolean }[]; more: number }
// POST /left-out { levels, thresholds } -> LeftOut    needs the table
export interface LeftOut {
  rows: number; left_out: number;
  columns: {
    name: string; role: "quasi-identifier" | "sensitive";
    groups: { label: string; rows: number; left_out: number; ratio: number; is_marked: boolean }[];  // ratio = share among left out / share among all; marked if over 1.25 and not by chance of tiny counts
  }[];
}
// POST /rows { levels, thresholds, from, count } -> Rows   needs the table; count at most 100
export interface Rows { columns: { name: string; role: string }[]; total: number; from: number; rows: { number: number; before: string[]; after: string[] | null }[] }  // after null = left out; identifying columns are not in it
// POST /export { candidate?: string | null } -> Export    the recipe and the command lines that reproduce the state; writes nothing
export interface Export { candidate: string | null; recipe_path: string; recipe: string; command: string; ask: string | null; node: Node; warnings: string[] }
// POST /release { candidate?: string | null, because: string, force?: boolean } -> Release (202)    GET /release -> Release
// Decides (recorded), writes the recipe of /export and runs it as `equipoise anonymize` would.
export interface Release {
  phase: "idle" | "running" | "done" | "failed";
  stage: string; done: number; total: number;
  problem: Problem | null;
  recipe_path: string | null; command: string | null;
  outcome: any | null;                 // what `anonymize --json` prints: outcome, rows, suppressed_rows, classes, privacy[], output, certificate, record, report
  files: { what: "release" | "certificate" | "record" | "report"; name: string; path: string; bytes: number }[];
}
// GET /release/{name} -> the file of that name (with the key in the header; the page fetches it and offers it as a download)

// What every POST below /session returns.
export interface Recorded { session: Session; look: Look }
