import { describe, expect, it } from 'vitest';
import type { Candidate, Chart } from './api';
import { compare, line, words } from './compare';

describe('line', () => {
  it('marks nothing where all agree', () => {
    expect(line('a', 'A', ['5', '5', '5']).cells.map((c) => c.differs)).toEqual([false, false, false]);
    expect(line('a', 'A', ['5']).cells.map((c) => c.differs)).toEqual([false]);
  });
  it('marks the odd one out', () => {
    expect(line('a', 'A', ['5', '10', '5']).cells.map((c) => c.differs)).toEqual([false, true, false]);
  });
  it('marks all where no text is more frequent', () => {
    expect(line('a', 'A', ['5', '10']).cells.map((c) => c.differs)).toEqual([true, true]);
    expect(line('a', 'A', ['5', '10', '5', '10']).cells.every((c) => c.differs)).toBe(true);
  });
});

const chart = {
  rows: 100, units: 100, unit: 'rows',
  columns: [{ name: 'age', low: 0, high: 2, linked: [], levels: [{ level: 0, words: 'as it is' }, { level: 1, words: 'in bands of 10' }] }],
  models: [
    { name: 'k-anonymity', key: 'k', in_recipe: false },
    { name: 't-closeness of occupation', key: 't', in_recipe: true },
  ],
  losses: [{ metric: 'loss', words: 'mean loss of detail' }],
} as unknown as Chart;

function candidate(name: string, k: string, level: number, rows: number): Candidate {
  return {
    name,
    thresholds: [k, '0.2'],
    node: { levels: [level], height: level, units: rows, rows, classes: 7, losses: [0.25] },
    measured: [{ model: 0, asked: k, measured: '6', met: true }],
    risk: { highest: 1 / 6, average: 0.01 },
    notes: [],
    sentence: { text: '', privacy: '', left_out: '', levels: '' },
  };
}

describe('compare', () => {
  it('names levels in words and says what differs', () => {
    const sections = compare(chart, [candidate('A', '5', 0, 3), candidate('B', '5', 1, 3)]);
    const level = sections.find((s) => s.title === 'Levels')!.lines[0];
    expect(level.cells).toEqual([
      { text: 'as it is', detail: null, differs: true },
      { text: 'in bands of 10', detail: null, differs: true },
    ]);
    const rows = sections.find((s) => s.title === 'Left out')!.lines[0];
    expect(rows.cells[0]).toEqual({ text: '3', detail: '3.0 %', differs: false });
  });
  it('leaves out a class size that nobody asked for', () => {
    const keys = (k: string) => compare(chart, [candidate('A', k, 0, 0)])[0].lines.map((l) => l.key);
    expect(keys('1')).not.toContain('model-0');
    expect(keys('5')).toContain('model-0');
  });
  it('has a word for a level it does not know', () => {
    expect(words(chart, 0, 9)).toBe('level 9');
    expect(words(chart, 0, undefined)).toBe('');
  });
});
