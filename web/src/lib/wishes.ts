// Wishes are values: each of these returns new ones.
import type { Chart, Wishes } from './types';
import { sameThreshold } from './format';

export function sameWishes(a: Wishes, b: Wishes): boolean {
  return (
    a.max_units === b.max_units &&
    a.max_loss === b.max_loss &&
    a.max_height === b.max_height &&
    a.by === b.by &&
    a.thresholds.every((t, i) => sameThreshold(t, b.thresholds[i])) &&
    a.low.every((l, i) => l === b.low[i]) &&
    a.high.every((h, i) => h === b.high[i])
  );
}

export function withThreshold(w: Wishes, model: number, threshold: string): Wishes {
  return { ...w, thresholds: w.thresholds.map((t, i) => (i === model ? threshold : t)) };
}

/** The wished levels of a column; linked columns move together. */
export function withRange(w: Wishes, chart: Chart, column: number, low: number, high: number): Wishes {
  const moved = new Set([column, ...chart.columns[column].linked]);
  return {
    ...w,
    low: w.low.map((l, i) => (moved.has(i) ? low : l)),
    high: w.high.map((h, i) => (moved.has(i) ? high : h)),
  };
}

export function isFree(w: Wishes, chart: Chart, column: number): boolean {
  return w.low[column] === chart.columns[column].low && w.high[column] === chart.columns[column].high;
}

export function sameLevels(a: number[] | null | undefined, b: number[] | null | undefined): boolean {
  return !!a && !!b && a.length === b.length && a.every((level, i) => level === b[i]);
}

/** Text of a threshold as the server takes it, or null where it is none: whole, or a decimal with at most nine digits. */
export function threshold(text: string, isWhole: boolean): string | null {
  const plain = text.trim().replace(',', '.');
  if (isWhole) return /^\d{1,9}$/.test(plain) && Number(plain) >= 1 ? String(Number(plain)) : null;
  return /^\d{1,9}(\.\d{1,9})?$|^\.\d{1,9}$/.test(plain) ? (plain.startsWith('.') ? `0${plain}` : plain) : null;
}
