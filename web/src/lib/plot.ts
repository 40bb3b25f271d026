// Geometry of the front: ranges, ticks, hexagons, places for labels. Pure functions, so that they can be tested.
import type { Density, Front, Look, Node, Wishes, Chart } from './types';

/** How far the axis of shares goes. Few steps, so that the picture does not breathe while a wish is moved. */
const REACHES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1];

/** The share up to which x is shown, so that all of `units` and some room can be seen. */
export function reach(units: number[], all: number): number {
  const most = Math.max(0, ...units) / Math.max(1, all);
  return REACHES.find((r) => most * 1.1 <= r) ?? 1;
}

/** A range of values with some room on both sides. */
export function roomy(values: number[], below: number, above: number): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const size = high > low ? high - low : Math.abs(high) || 1;
  return [Math.max(0, low - size * below), high + size * above];
}

const SHARES = [0, 0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

/** Shares worth a tick on a square-root axis, at least `gap` pixels apart. A plain scale would crowd them at one end. */
export function shareTicks(x: (share: number) => number, most: number, gap: number): number[] {
  const ticks: number[] = [];
  for (const share of SHARES) {
    if (share > most) break;
    if (ticks.length === 0 || x(share) - x(ticks[ticks.length - 1]) >= gap) ticks.push(share);
  }
  return ticks;
}

/** That loss of a node; null where nothing stays of the table, and nothing can be told of it. */
export function lossOf(node: Node, chart: Chart, wishes: Wishes): number | null {
  return node.losses[lossIndex(chart, wishes)] ?? null;
}

export interface Shade {
  d: string;
  opacity: number;
}

/** The loss that the front shows: the one asked by, or the recipe's own where height or the number left out is asked by. */
export function lossIndex(chart: Chart, wishes: Wishes): number {
  return Math.max(0, chart.losses.findIndex((l) => l.metric === wishes.by));
}

/** Hexagons of equal shade as one path each: a few elements instead of hundreds. */
export function hexagons(density: Density, x: (root: number) => number, y: (value: number) => number): Shade[] {
  const { columns, rows, cells, low, high } = density;
  if (cells.length === 0 || rows < 2 || !Number.isFinite(low) || !Number.isFinite(high) || high <= low) return [];
  const most = Math.log1p(Math.max(...cells.map((c) => c[2])));
  const half = Math.abs(x(1 / columns) - x(0)) / 2;
  const step = Math.abs(y(low + (high - low) / (rows - 1)) - y(low));
  const tall = (step * 2) / 3;
  const flat = step / 3;
  // All have the same shape: from the top vertex around.
  const [w, h, v] = [half, tall - flat, 2 * flat].map(tenth);
  const shape = `l${w} ${h}v${v}l${-w} ${h}l${-w} ${-h}v${-v}z`;
  const bins = new Map<number, string>();
  for (const [column, row, count] of cells) {
    const cx = x((column + (row % 2 ? 0.5 : 0)) / columns);
    const cy = y(low + ((high - low) * row) / (rows - 1));
    const bin = Math.ceil((Math.log1p(count) / most) * 6);
    bins.set(bin, `${bins.get(bin) ?? ''}M${tenth(cx)} ${tenth(cy - tall)}${shape}`);
  }
  return [...bins].sort((a, b) => a[0] - b[0]).map(([bin, d]) => ({ d, opacity: 0.04 + 0.035 * bin }));
}

const tenth = (n: number) => Math.round(n * 10) / 10;

/** The point nearest to a place, or null where none is within `far` pixels. */
export function nearest(places: { x: number; y: number }[], x: number, y: number, far: number): number | null {
  let found: number | null = null;
  let least = far * far;
  places.forEach((place, i) => {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance < least) {
      least = distance;
      found = i;
    }
  });
  return found;
}

/** Marks in the same place become one, with all names. */
export function together(marks: { name: string; x: number; y: number }[]): { name: string; x: number; y: number }[] {
  const all: { name: string; x: number; y: number }[] = [];
  for (const mark of marks) {
    const same = all.find((m) => Math.hypot(m.x - mark.x, m.y - mark.y) < 3);
    if (same) same.name += `, ${mark.name}`;
    else all.push({ ...mark });
  }
  return all;
}

export interface Label {
  x: number;
  y: number;
  lines: string[];
  point: number;
}

/** Places for the words of knees, above and to the right of the stairs, where there is room; the sharpest first. */
export function kneeLabels(front: Front, places: { x: number; y: number }[], width: number, taken: { x: number; y: number; w: number; h: number }[]): Label[] {
  const boxes = [...taken];
  const labels: Label[] = [];
  for (const knee of front.knees) {
    const at = places[knee.point];
    const from = places[knee.from];
    if (!at || !from || at.x > width) continue;
    const lines = knee.words.replace('->', '→').split(': ').map((line, i, all) => (i < all.length - 1 ? `${line}:` : line));
    const w = Math.max(...lines.map((line) => line.length)) * 5.9 + 8;
    const h = lines.length * 14;
    const x = Math.min(at.x + 12, width - w);
    // Half way down the drop is where it is about; else a little higher, as long as there is room.
    let y = Math.max(4, (at.y + from.y) / 2 - h / 2);
    for (let i = 0; i < 12 && boxes.some((b) => overlaps(b, { x, y, w, h })); i++) y -= 8;
    if (x < at.x + 4 || y < 0 || boxes.some((b) => overlaps(b, { x, y, w, h }))) continue;
    boxes.push({ x, y, w, h });
    labels.push({ x, y, lines, point: knee.point });
  }
  return labels;
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** "age in bands of 20 instead of 10" for each column that changes. */
export function changeWords(chart: Chart, changes: { column: number; from: number; to: number }[]): string[] {
  return changes.map(({ column, from, to }) => {
    const { name, levels } = chart.columns[column];
    return `${name} ${levels[to]?.words ?? to} (was ${levels[from]?.words ?? from})`;
  });
}

/** Where the node that is looked at stands on the front, or -1. */
export function standing(look: Look): number {
  const levels = look.node?.levels.join();
  return look.front.points.findIndex((p) => p.node.levels.join() === levels);
}
