// Numbers in words, the same everywhere on the page.

/** 30162 -> "30,162" */
export function count(n: number): string {
  // Intl would do, at many times the cost, and this runs for every point of every frame.
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count too large to read: 1.2e15 -> "1.2 × 10^15" */
export function large(n: number): string {
  if (n < 1e9) return count(n);
  const power = Math.floor(Math.log10(n));
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const raised = [...String(power)].map((d) => digits[Number(d)]).join('');
  return `${(n / 10 ** power).toFixed(1)} × 10${raised}`;
}

/** A share of 0..1 as per cent with one digit, as in the sentence. What is not quite nothing or not quite all does not look like it. */
export function percent(share: number): string {
  return hundredths(100 * share);
}

function hundredths(p: number): string {
  if (p > 0 && p < 0.05) return 'less than 0.1 %';
  if (p < 100 && p >= 99.95) return 'more than 99.9 %';
  // A risk of one in five is 20 %, not 20.0 %.
  const isRound = p === 0 || (p >= 10 && Math.abs(p - Math.round(p)) < 1e-9);
  return `${p.toFixed(isRound ? 0 : 1)} %`;
}

/** "1,346 of 30,162 rows (4.5 %)" */
export function part(n: number, of: number, unit: string): string {
  return `${count(n)} of ${count(of)} ${unit} (${hundredths((100 * n) / Math.max(1, of))})`;
}

/** "1,346 rows (4.5 %)" */
export function leftOut(n: number, of: number, unit: string): string {
  return `${count(n)} ${n === 1 ? unit.replace(/s$/, '') : unit} (${hundredths((100 * n) / Math.max(1, of))})`;
}

/** A loss or another value of 0..1, or of a larger range: three digits after the point, fewer where the figure is large. */
export function value(v: number | null | undefined): string {
  if (v === null || v === undefined || Number.isNaN(v)) return '–';
  const size = Math.abs(v);
  if (size >= 1e6) return v.toExponential(2).replace('e+', ' × 10^');
  if (size >= 1000) return count(v);
  if (size >= 100) return v.toFixed(1);
  if (size >= 10) return v.toFixed(2);
  return v.toFixed(3);
}

/** A change with its sign, a real minus, and nothing for nothing: "+44", "−0.031", "±0" */
export function signed(v: number | null, format: (n: number) => string = count): string {
  if (v === null) return '–';
  const text = format(Math.abs(v));
  if (v === 0 || Number(text.replace(/[^0-9.]/g, '')) === 0) return '±0';
  return (v > 0 ? '+' : '−') + text;
}

/** 1/k as a share: "20 %", "33.3 %" */
export function riskOf(k: string): number | null {
  const size = Number(k);
  return size >= 1 ? 1 / size : null;
}

/** A measured value in few digits, rounded to the side that is less private: "0.249440772" of t is "0.250". */
export function measured(text: string, isMorePrivate: 'up' | 'down'): string {
  if (text.length <= 6) return text;
  const round = isMorePrivate === 'up' ? Math.floor : Math.ceil;
  const v = Number(text);
  return Number.isFinite(v) ? (round(v * 1000 - (isMorePrivate === 'up' ? -1e-9 : 1e-9)) / 1000).toFixed(3) : text;
}

export function seconds(s: number): string {
  if (s < 60) return `${Math.floor(s)} s`;
  return `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s`;
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} bytes`;
  if (n < 1e6) return `${(n / 1e3).toFixed(1)} kB`;
  return `${(n / 1e6).toFixed(1)} MB`;
}

/** Decimal texts as thresholds are compared as numbers: at most nine digits, so nothing is lost. */
export function sameThreshold(a: string, b: string): boolean {
  return a === b || Number(a) === Number(b);
}
