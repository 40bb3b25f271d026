// What is asked by: a loss, the height or what is left out, in words and figures.
import type { Chart } from './api';
import { count, value } from './format';

/** "mean loss of detail", "height", "left out" */
export function asked(chart: Chart | null, by: string): string {
  if (by === 'height') return 'height';
  if (by === 'suppression') return 'number left out';
  return chart?.losses.find((l) => l.metric === by)?.words ?? by;
}

/** A figure of what is asked by: heights and left-out numbers are whole. */
export function worth(v: number, by: string | undefined): string {
  return by === 'height' || by === 'suppression' ? count(v) : value(v);
}

/** A ratio with as many digits as tell something: "1.34", "3.6", "24" */
export function times(ratio: number): string {
  return ratio >= 10 ? count(Math.round(ratio)) : ratio.toFixed(ratio >= 3 ? 1 : 2);
}
