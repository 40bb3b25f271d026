import { describe, expect, it } from 'vitest';
import type { Chart, Wishes } from './types';
import { sameLevels, sameWishes, threshold, withRange, withThreshold } from './wishes';

const wishes: Wishes = { thresholds: ['5', '0.2'], low: [0, 0, 0], high: [3, 2, 3], max_units: 10, max_loss: null, max_height: null, by: 'loss' };
const column = (linked: number[]) => ({ name: 'x', low: 0, high: 3, linked, levels: [] });
const chart = { columns: [column([2]), column([]), column([0])] } as unknown as Chart;

describe('wishes', () => {
  it('are compared by value', () => {
    expect(sameWishes(wishes, { ...wishes, thresholds: ['5', '0.20'] })).toBe(true);
    expect(sameWishes(wishes, { ...wishes, max_units: 11 })).toBe(false);
    expect(sameWishes(wishes, { ...wishes, low: [0, 1, 0] })).toBe(false);
  });
  it('change without touching the old ones', () => {
    expect(withThreshold(wishes, 1, '0.3').thresholds).toEqual(['5', '0.3']);
    expect(wishes.thresholds).toEqual(['5', '0.2']);
  });
  it('move linked columns together', () => {
    const moved = withRange(wishes, chart, 0, 1, 2);
    expect(moved.low).toEqual([1, 0, 1]);
    expect(moved.high).toEqual([2, 2, 2]);
  });
  it('compare levels', () => {
    expect(sameLevels([1, 2], [1, 2])).toBe(true);
    expect(sameLevels([1, 2], null)).toBe(false);
  });
  it('read thresholds as people type them', () => {
    expect(threshold(' 05 ', true)).toBe('5');
    expect(threshold('5.5', true)).toBeNull();
    expect(threshold('0', true)).toBeNull();
    expect(threshold('0,25', false)).toBe('0.25');
    expect(threshold('.5', false)).toBe('0.5');
    expect(threshold('-1', false)).toBeNull();
    expect(threshold('1e3', false)).toBeNull();
  });
});
