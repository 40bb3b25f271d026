// A stand-in for the server, to develop the page without building Equipoise: a made-up table, all nodes computed at the start.
// node dev/fixture.mjs [--port 8123] [--partial] [--slow] [--fail] [--many]
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const flag = (name) => args.includes(`--${name}`);
const port = Number(args[args.indexOf('--port') + 1]) || 8123;
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const KEY = 'fixture-key';

// ---- the table
let seed = 7;
const random = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
const pick = (weights) => {
  let r = random() * weights.reduce((a, b) => a + b, 0);
  return weights.findIndex((w) => (r -= w) < 0);
};
const N = 2000;
const rows = Array.from({ length: N }, () => {
  const age = 17 + Math.floor(Math.abs(random() + random() + random() - 1.2) * 45);
  const education = pick([3, 8, 20, 30, 22, 10, 5, 2, 1.5, 0.8, 0.5, 0.3]);
  return [age, pick([10, 6]), education, pick([9, 5, 2, 1.5, 0.8, 0.4, 0.1]), pick([25, 3, 1, 0.4, 0.3]), pick(Array.from({ length: 30 }, (_, i) => 40 / (1 + i * i * 0.5))), pick([9, 4, 3, 2, 1, 0.6, 0.3])];
});
const band = (w) => (v) => `${Math.floor(v / w) * w}-${Math.floor(v / w) * w + w - 1}`;
const to = (n) => (v) => `g${Math.floor(v / n)}`;
const top = () => '*';
const columns = [
  ['age', [String, band(5), band(10), band(20), top], ['as it is', 'in bands of 5', 'in bands of 10', 'in bands of 20', 'not told']],
  ['sex', [String, top], ['as it is', 'not told']],
  ['education', [String, to(3), to(4), top], ['as it is', 'in 4 groups', 'in 3 groups', 'not told']],
  ['marital-status', [String, (v) => (v < 2 ? 'a' : 'b'), top], ['as it is', 'in 2 groups', 'not told']],
  ['race', [String, top], ['as it is', 'not told']],
  ['native-country', [String, to(6), to(15), top], ['as it is', 'in 5 groups', 'in 2 groups', 'not told']],
];
const loss = columns.map(([, levels], c) =>
  levels.map((f) => {
    const values = [...new Set(rows.map((r) => r[c]))];
    const sizes = new Map();
    for (const v of values) sizes.set(f(v), (sizes.get(f(v)) ?? 0) + 1);
    return values.length < 2 ? 0 : rows.reduce((sum, r) => sum + (sizes.get(f(r[c])) - 1) / (values.length - 1), 0) / N;
  }),
);
const labels = columns.map(([, levels], c) => levels.map((f) => [...new Set(rows.map((r) => f(r[c])))]));

// ---- all nodes
const nodes = [];
const walk = (levels) => {
  if (levels.length < columns.length) return columns[levels.length][1].forEach((_, l) => walk([...levels, l]));
  const classes = new Map();
  for (const r of rows) {
    const key = levels.map((l, c) => columns[c][1][l](r[c])).join('|');
    const cell = classes.get(key) ?? { size: 0, seen: new Set() };
    cell.size += 1;
    cell.seen.add(r[6]);
    classes.set(key, cell);
  }
  nodes.push({ levels, height: levels.reduce((a, b) => a + b, 0), groups: [...classes.values()].map((c) => [c.size, c.seen.size]), known: true });
};
walk([]);
if (flag('partial')) nodes.forEach((n, i) => (n.known = i % 3 !== 1 || n.height > 9));
const known = () => nodes.filter((n) => n.known);
const at = new Map(nodes.map((n) => [n.levels.join(), n]));

function figures(node, [k, l]) {
  const key = `${k}/${l}`;
  if (node.key === key) return node.figures;
  let units = 0, classes = 0, least = Infinity, diverse = Infinity;
  for (const [size, seen] of node.groups) {
    if (size < k || seen < l) units += size;
    else classes += 1, (least = Math.min(least, size)), (diverse = Math.min(diverse, seen));
  }
  const detail = node.levels.reduce((sum, level, c) => sum + loss[c][level], 0) / columns.length;
  const value = (detail * (N - units) + units) / N;
  node.key = key;
  return (node.figures = { levels: node.levels, height: node.height, units, rows: units, classes, losses: [value, classes], least, diverse });
}
const shown = (n) => n && { levels: n.levels, height: n.height, units: n.units, rows: n.rows, classes: n.classes, losses: n.losses };

const group = (n) => n.toLocaleString('en-GB');
const share = (n) => `${((100 * n) / N).toFixed(1)} %`;
function sentence(n, w) {
  const privacy = `Each released person shares their quasi-identifiers with at least ${Math.max(0, w.thresholds[0] - 1)} others`;
  const left_out = `${group(n.units)} of ${group(N)} rows (${share(n.units)}) are left out`;
  const levels = n.levels.map((l, c) => [l, c]).filter(([l]) => l > 0).map(([l, c]) => `${columns[c][0]} ${columns[c][2][l]}`).join(', ') || 'all columns as they are';
  return { text: `${privacy}; ${left_out}; ${levels}.`, privacy, left_out, levels };
}
const value = (n, w) => (w.by === 'height' ? n.height : w.by === 'suppression' ? n.units : n.losses[w.by === 'classes' ? 1 : 0]);
const inRange = (n, w) => n.levels.every((l, c) => l >= w.low[c] && l <= w.high[c]);
const within = (n, w) => inRange(n, w) && n.units <= w.max_units && (w.max_loss === null || n.losses[0] <= w.max_loss) && (w.max_height === null || n.height <= w.max_height);
const best = (list, w) => list.reduce((a, b) => (a === null || value(b, w) < value(a, w) ? b : a), null);

function look({ wishes: w, levels, patience_ms }) {
  const start = performance.now();
  if (patience_ms > 1000) nodes.forEach((n) => (n.known = true));
  const t = w.thresholds.map(Number);
  const all = known().map((n) => figures(n, t));
  const isWhole = all.length === nodes.length;
  const ok = all.filter((n) => within(n, w));
  const answer = best(ok, w);
  const node = levels ? figures(at.get(levels.join()), t) : answer;
  const front = [];
  for (const n of all.filter((n) => inRange(n, w)).sort((a, b) => a.units - b.units || value(a, w) - value(b, w)))
    if (front.length === 0 || value(n, w) < value(front.at(-1), w)) front.push(n);
  const points = front.map((n, i) => ({
    node: shown(n), x: n.units, y: value(n, w), within_wishes: within(n, w), others: 0,
    changes: i === 0 ? [] : n.levels.flatMap((l, c) => (l === front[i - 1].levels[c] ? [] : [{ column: c, from: front[i - 1].levels[c], to: l }])),
  }));
  const knees = points.map((p, i) => ({ p, i, drop: i ? (points[i - 1].y - p.y) / (1 + Math.sqrt(p.x) - Math.sqrt(points[i - 1].x)) : 0 })).filter((k) => k.drop > 0).sort((a, b) => b.drop - a.drop).slice(0, 3)
    .map(({ p, i }) => ({ point: i, from: i - 1, words: `leaving out ${group(p.x)} rows instead of ${group(points[i - 1].x)}: loss ${points[i - 1].y.toFixed(3)} -> ${p.y.toFixed(3)}` }));
  return {
    wishes: w, answer: shown(answer), proved: isWhole, nodes_visited: all.length, annotated: all.length, ties: [], node: shown(node),
    within_wishes: !!node && within(node, w), sentence: node && sentence(node, w),
    measured: node ? [{ model: 0, asked: w.thresholds[0], measured: String(node.least), met: true }, { model: 1, asked: w.thresholds[1], measured: String(node.diverse), met: true }] : [],
    risk: node && node.classes ? { highest: 1 / node.least, average: node.classes / (N - node.units) } : null,
    going: [1, 2, 3, 4].map((size) => ({ size, classes: 5 - size, rows: size * (5 - size) })),
    curves: node ? [{ model: 0, asked: w.thresholds[0], points: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100].map((k) => ({ threshold: String(k), units: at.get(node.levels.join()).groups.reduce((s, [size]) => s + (size < k ? size : 0), 0) })) }] : [],
    steps: node ? steps(node, w, t) : [],
    front: { points, knees, open: nodes.length - all.length, complete: isWhole },
    density: density(all), ladders: columns.map((_, c) => ({ column: c, stops: columns[c][1].map((_, l) => stop(ok, w, isWhole, (n) => n.levels[c] === l, `${columns[c][0]} at this level leaves out too many`)) })).map((ladder, c) => ({ ...ladder, stops: ladder.stops.map((s, l) => ({ ...s, level: l })) })),
    suggestions: answer ? null : suggestions(all, w), micros: Math.round((performance.now() - start) * 1000),
  };
}
function stop(list, w, isWhole, has, reason) {
  const n = best(list.filter(has), w);
  if (n) return { level: 0, state: isWhole ? 'reached' : 'open', value: value(n, w), bound: isWhole ? null : value(n, w) * 0.9, levels: n.levels, reason: null };
  return { level: 0, state: isWhole ? 'unreachable' : 'open', value: null, bound: isWhole ? null : 0.2, levels: null, reason: isWhole ? reason : null };
}
function steps(node, w, t) {
  return node.levels.flatMap((l, column) => [-1, 1].flatMap((by) => {
    const next = at.get(node.levels.map((m, i) => (i === column ? m + by : m)).join());
    if (!next) return [];
    if (!next.known) return [{ column, is_coarser: by > 0, level: l + by, node: null, units: null, loss: null, risk: null, within_wishes: null }];
    const n = figures(next, t);
    return [{ column, is_coarser: by > 0, level: l + by, node: shown(n), units: n.units - node.units, loss: n.losses[0] - node.losses[0], risk: 1 / n.least - 1 / node.least, within_wishes: within(n, w) }];
  }));
}
function density(all) {
  const w = 40, h = 24, values = all.map((n) => n.losses[0]), low = Math.min(...values), high = Math.max(...values), cells = new Map();
  for (const n of all) {
    const y = Math.round(((n.losses[0] - low) / (high - low || 1)) * (h - 1));
    const x = Math.round(Math.sqrt(n.units / N) * w - (y % 2 ? 0.5 : 0));
    const key = `${Math.max(0, x)},${y}`;
    cells.set(key, (cells.get(key) ?? 0) + 1);
  }
  return { columns: w, rows: h, cells: [...cells].map(([key, n]) => [...key.split(',').map(Number), n]), low, high, counted: all.length, missing: nodes.length - all.length };
}
function suggestions(all, w) {
  const cards = [], none = [];
  const card = (which, model, title, n, wishes, more) => cards.push({ which, model, title, stays: `all else as you wished`, changes: [], risk: null, node: shown(n), sentence: sentence(n, wishes), wishes, ...more });
  const open = all.filter((n) => inRange(n, w)).sort((a, b) => a.units - b.units)[0];
  if (open) card('suppression', null, `Leave out more: ${group(open.units)} instead of ${group(w.max_units)}`, open, { ...w, max_units: open.units, max_loss: null, max_height: null }, { old: group(w.max_units), new: group(open.units) });
  const coarse = best(all.filter((n) => n.units <= w.max_units), w);
  if (coarse) {
    const high = w.high.map((h, c) => Math.max(h, coarse.levels[c]));
    card('height', null, `Coarser: loss ${coarse.losses[0].toFixed(3)}`, coarse, { ...w, high, low: w.low.map((l, c) => Math.min(l, coarse.levels[c])), max_loss: null, max_height: null }, { old: 'levels', new: 'levels', changes: coarse.levels.flatMap((l, c) => (l > w.high[c] ? [{ column: c, from: w.high[c], to: l }] : [])) });
  } else none.push({ which: 'height', reason: 'even the coarsest level of every column leaves out too many' });
  for (let k = w.thresholds[0] - 1; k >= 1; k--) {
    const weaker = { ...w, thresholds: [String(k), ...w.thresholds.slice(1)] };
    const n = best(known().map((x) => figures(x, weaker.thresholds.map(Number))).filter((x) => within(x, weaker)), weaker);
    if (!n) continue;
    card('threshold', 0, `Weaker privacy: k = ${k} instead of ${w.thresholds[0]}`, n, weaker, { old: w.thresholds[0], new: String(k), risk: { old: 1 / w.thresholds[0], new: 1 / k } });
    break;
  }
  return { cards, none, without: open ? [{ column: 0, node: shown(open), sentence: sentence(open, w) }] : [] };
}

// ---- session
const recipe = { thresholds: ['5', '2'], low: columns.map(() => 0), high: columns.map((c) => c[1].length - 1), max_units: 100, max_loss: null, max_height: null, by: 'detail' };
let steps_ = [], cursor = 0, candidates = [], notes = [], decision = null;
const past = () => steps_.slice(0, cursor);
const state = () => past().reduce((s, step) => step.apply(s), { wishes: recipe, current: undefined, candidates: [], notes: [], decision: null });
function push(kind, text, apply) {
  steps_ = [...past(), { kind, text, apply }];
  cursor += 1;
}
function recorded() {
  const s = state();
  const found = look({ wishes: s.wishes, levels: s.current ?? null });
  return {
    session: {
      file: 'made-up.session', steps: steps_.map((x, i) => ({ number: i + 1, kind: x.kind, text: x.text, is_done: i < cursor })), cursor,
      can_undo: cursor > 0, can_redo: cursor < steps_.length, undoes: steps_[cursor - 1]?.text ?? null, redoes: steps_[cursor]?.text ?? null,
      wishes: s.wishes, current: s.current ?? found.answer?.levels ?? null, candidates: s.candidates, notes: s.notes, decision: s.decision,
    },
    look: found,
  };
}
const refuse = (status, kind, message, hint = null) => Object.assign(new Error(message), { status, problem: { kind, message, place: null, hint } });
const verbs = {
  wish: ({ wishes }) => push('wish', `k = ${wishes.thresholds[0]}, at most ${wishes.max_units} left out`, (s) => ({ ...s, wishes, current: undefined })),
  choose: ({ levels }) => push('choose', `picked [${levels}]`, (s) => ({ ...s, current: levels })),
  accept({ which, model, reason }) {
    if (which === 'threshold' && !reason?.trim()) throw refuse(422, 'usage', 'weaker privacy needs a reason');
    const card = recorded().look.suggestions?.cards.find((c) => c.which === which && c.model === (model ?? null));
    if (!card) throw refuse(409, 'usage', 'there is no such suggestion');
    push('accept', card.title, (s) => ({ ...s, wishes: card.wishes, current: undefined }));
  },
  keep({ name, levels, thresholds }) {
    const now = recorded();
    const w = { ...now.session.wishes, thresholds: thresholds ?? now.session.wishes.thresholds };
    const seen = look({ wishes: w, levels: levels ?? now.session.current });
    const called = name ?? 'ABCDEFGHIJ'[now.session.candidates.length];
    push('keep', `candidate ${called}`, (s) => ({ ...s, candidates: [...s.candidates, { name: called, node: seen.node, thresholds: w.thresholds, sentence: seen.sentence, measured: seen.measured, risk: seen.risk, notes: [] }] }));
  },
  rename: ({ from, to }) => push('rename', `${from} is now ${to}`, (s) => ({ ...s, candidates: s.candidates.map((c) => (c.name === from ? { ...c, name: to } : c)) })),
  remove: ({ name }) => push('remove', `without ${name}`, (s) => ({ ...s, candidates: s.candidates.filter((c) => c.name !== name) })),
  note: ({ about, text }) => push('note', text, (s) => ({ ...s, notes: [...s.notes, { about: about ?? null, text }], candidates: s.candidates.map((c) => (c.name === about ? { ...c, notes: [...c.notes, text] } : c)) })),
  decide: ({ candidate, because }) => push('decide', because, (s) => ({ ...s, decision: { candidate: candidate ?? null, levels: s.candidates.find((c) => c.name === candidate)?.node.levels ?? recorded().session.current, because } })),
  undo: () => void (cursor = Math.max(0, cursor - 1)),
  redo: () => void (cursor = Math.min(steps_.length, cursor + 1)),
};

// ---- behind tabs and drawers
const begun = Date.now();
const slow = () => (flag('slow') ? Math.min(1, (Date.now() - begun) / 15000) : 1);
function status() {
  const s = slow();
  const some = nodes.slice(0, Math.ceil(nodes.length * s)).map((n) => figures(n, [5, 2])).sort((a, b) => a.units - b.units || a.losses[0] - b.losses[0]);
  const front = [];
  for (const n of some) if (!front.length || n.losses[0] < front.at(-1).loss) front.push({ units: n.units, loss: n.losses[0] });
  const base = { version: '0.6.0', name: 'made-up.toml', done: Math.floor(nodes.length * s), total: nodes.length, seconds: (Date.now() - begun) / 1000, units: N, front, problem: null };
  if (flag('fail')) return { ...base, phase: 'failed', problem: { kind: 'data', message: 'quasi-identifier `age` has no hierarchy', place: 'made-up.toml', hint: 'add `hierarchy` to `[columns.age]`; `init` can draft one' } };
  return { ...base, phase: s < 1 ? 'annotating' : 'ready' };
}
const chart = () => ({
  name: 'made-up.toml', rows: N, units: N, unit: 'rows', nodes: nodes.length, annotated: known().length, complete: known().length === nodes.length, has_table: true,
  columns: columns.map(([name, levels, words], c) => ({ name, low: 0, high: levels.length - 1, linked: [], levels: levels.map((_, l) => ({ level: l, labels: labels[c][l].length, words: words[l], examples: labels[c][l].slice(0, 4) })) })),
  models: [
    { name: 'k-anonymity', model: 'k-anonymity', column: null, detail: null, key: 'k', is_whole: true, is_more_private: 'up', in_recipe: true, words: 'each person shares their quasi-identifiers with at least k - 1 others', least: '1', most: '200', steps: ['1', '2', '3', '4', '5', '6', '7', '8', '10', '12', '15', '20', '25', '30', '40', '50', '75', '100', '150', '200'] },
    { name: 'distinct l-diversity of diagnosis', model: 'l-diversity', column: 'diagnosis', detail: 'distinct', key: 'l', is_whole: true, is_more_private: 'up', in_recipe: true, words: 'each class has at least l different diagnoses', least: '1', most: '7', steps: ['1', '2', '3', '4', '5', '6', '7'] },
  ],
  losses: [{ metric: 'detail', words: 'mean loss of detail' }, { metric: 'classes', words: 'number of classes' }], wishes: recipe, warnings: [],
});
const gets = { '/status': status, '/chart': chart, '/session': recorded, '/release': () => ({ phase: 'idle', stage: '', done: 0, total: 0, problem: null, recipe_path: null, command: null, outcome: null, files: [] }) };
const posts = {
  '/look': look,
  '/pairs'({ wishes: w }) {
    const ok = known().map((n) => figures(n, w.thresholds.map(Number))).filter((n) => within(n, w));
    const pairs = columns.flatMap((_, a) => columns.flatMap((_, b) => (b <= a ? [] : [{ a, b, interaction: 1 / (1 + a + b), rows: columns[a][1].map((_, i) => columns[b][1].map((_, j) => stop(ok, w, true, (n) => n.levels[a] === i && n.levels[b] === j, 'leaves out too many'))) }])));
    return { pairs };
  },
  '/heights'({ wishes: w }) {
    const all = known().map((n) => figures(n, w.thresholds.map(Number))), last = Math.max(...nodes.map((n) => n.height));
    return { complete: true, rows: Array.from({ length: last + 1 }, (_, height) => { const here = all.filter((n) => n.height === height), ok = here.filter((n) => within(n, w)); return { height, nodes: here.length, outside: here.filter((n) => !inRange(n, w)).length, feasible: ok.length, infeasible: here.length - ok.length, unknown: 0, best: stop(ok, w, true, () => true, 'no node') }; }) };
  },
  '/nodes'({ wishes: w, height }) {
    const here = known().filter((n) => n.height === height).map((n) => figures(n, w.thresholds.map(Number))).sort((a, b) => value(a, w) - value(b, w));
    return { nodes: here.slice(0, 500).map((n) => ({ node: shown(n), within_wishes: within(n, w) })), more: Math.max(0, here.length - 500) };
  },
  '/left-out'({ levels, thresholds: [k] }) {
    const key = (r) => levels.map((l, c) => columns[c][1][l](r[c])).join('|'), sizes = new Map();
    for (const r of rows) sizes.set(key(r), (sizes.get(key(r)) ?? 0) + 1);
    const out = rows.filter((r) => sizes.get(key(r)) < k);
    return { rows: N, left_out: out.length, columns: columns.map(([name, fs], c) => { const f = fs[Math.min(1, fs.length - 2)] ?? fs[0], label = (r) => f(r[c]); return { name, role: 'quasi-identifier', groups: [...new Set(rows.map(label))].sort().slice(0, 12).map((l) => { const all = rows.filter((r) => label(r) === l).length, gone = out.filter((r) => label(r) === l).length, ratio = out.length ? gone / out.length / (all / N) : 0; return { label: l, rows: all, left_out: gone, ratio, is_marked: ratio > 1.25 && gone > 4 }; }) }; }) };
  },
  '/rows': ({ levels, from, count }) => ({ columns: columns.map(([name]) => ({ name, role: 'quasi-identifier' })), total: N, from, rows: rows.slice(from, from + count).map((r, i) => ({ number: from + i + 1, before: columns.map((_, c) => String(r[c])), after: (from + i) % 9 === 4 ? null : columns.map((_, c) => columns[c][1][levels[c]](r[c])) })) }),
  '/export': ({ candidate }) => ({ candidate: candidate ?? null, recipe_path: 'made-up.released.toml', recipe: '# made up\n', command: 'equipoise anonymize made-up.released.toml', ask: 'equipoise ask made-up.toml --k 5', node: recorded().look.node, warnings: [] }),
};

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };

createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const path = request.url.split('?')[0];
    const send = (code, value, type = 'application/json') => {
      response.writeHead(code, { 'Content-Type': type, 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' });
      response.end(type === 'application/json' ? JSON.stringify(value) : value);
    };
    try {
      if (!path.startsWith('/api/v1')) {
        const file = path === '/' ? '/index.html' : path;
        return send(200, readFileSync(join(dist, file)), TYPES[file.split('.').at(-1)]);
      }
      if (request.headers.authorization !== `Bearer ${KEY}`) throw refuse(401, 'refused', 'the key is wrong');
      const name = path.slice('/api/v1'.length);
      if (name !== '/status' && slow() < 1) throw refuse(409, 'not-ready', 'the atlas is not there yet');
      if (request.method === 'GET' && gets[name]) return send(200, gets[name]());
      const given = JSON.parse(body || '{}');
      const verb = /^\/session\/(\w+)$/.exec(name)?.[1];
      if (verb && verbs[verb]) return verbs[verb](given), send(200, recorded());
      if (posts[name]) return send(200, posts[name](given));
      throw refuse(404, 'not-found', `there is no ${path}`);
    } catch (error) {
      send(error.status ?? (error.code === 'ENOENT' ? 404 : 500), { error: error.problem ?? { kind: 'internal', message: error.message, place: null, hint: null } });
    }
  });
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/#${KEY}  (${nodes.length} nodes)`));
