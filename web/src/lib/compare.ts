// Candidates side by side: which figures differ, and therefore stand in bold.
import type { Candidate, Chart } from './api';
import { count, percent, value } from './format';

export interface Cell { text: string; detail: string | null; differs: boolean }
export interface Line { key: string; label: string; cells: Cell[] }
export interface Section { title: string; lines: Line[] }

/** A row of the comparison. Where not all texts agree, the ones that are rarer than the most frequent text differ; all of them, if none is more frequent. */
export function line(key: string, label: string, texts: string[], details: (string | null)[] = []): Line {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const leaders = [...counts.values()].filter((n) => n === most).length;
  const usual = counts.size > 1 && leaders === 1 ? [...counts].find(([, n]) => n === most)![0] : null;
  const cells = texts.map((text, i) => ({ text, detail: details[i] ?? null, differs: counts.size > 1 && text !== usual }));
  return { key, label, cells };
}

/** All that is compared, in the order it is shown. */
export function compare(chart: Chart, candidates: Candidate[]): Section[] {
  const privacy: Line[] = chart.models.flatMap((model, m) => {
    const asked = candidates.map((c) => c.thresholds[m] ?? '');
    if (!model.in_recipe && asked.every((t) => t === '1')) return [];
    const measured = candidates.map((c) => c.measured.find((x) => x.model === m)?.measured ?? null);
    return [line(`model-${m}`, model.name, asked.map((t) => `${model.key} = ${t}`), measured.map((t) => (t === null ? null : `measured ${t}`)))];
  });
  const risk = [
    line('highest', 'highest risk', candidates.map((c) => (c.risk ? percent(c.risk.highest) : 'unknown'))),
    line('average', 'average risk', candidates.map((c) => (c.risk && c.risk.average !== null ? percent(c.risk.average) : 'unknown'))),
  ];
  const left = [
    line('rows', 'rows left out', candidates.map((c) => count(c.node.rows)), candidates.map((c) => percent(c.node.rows / Math.max(1, chart.rows)))),
    ...(chart.unit === 'rows' ? [] : [line('units', `${chart.unit} left out`, candidates.map((c) => count(c.node.units)), candidates.map((c) => percent(c.node.units / Math.max(1, chart.units))))]),
    line('classes', 'classes that stay', candidates.map((c) => count(c.node.classes))),
  ];
  const losses = chart.losses.map((loss, i) => line(`loss-${loss.metric}`, loss.words, candidates.map((c) => value(c.node.losses[i]))));
  const levels = chart.columns.map((column, i) =>
    line(`level-${column.name}`, column.name, candidates.map((c) => words(chart, i, c.node.levels[i]))),
  );
  return [
    { title: 'Privacy', lines: [...privacy, ...risk] },
    { title: 'Left out', lines: left },
    { title: 'Loss', lines: losses },
    { title: 'Levels', lines: levels },
  ];
}

/** How a level is called, "in bands of 20"; its number where the hierarchy has no words for it. */
export function words(chart: Chart, column: number, level: number | undefined): string {
  if (level === undefined) return '';
  return chart.columns[column]?.levels[level]?.words ?? `level ${level}`;
}
