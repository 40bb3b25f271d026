import { describe, expect, it } from 'vitest';
import type { Density, Front } from './types';
import { hexagons, kneeLabels, nearest, reach, roomy, shareTicks, together } from './plot';

describe('plot', () => {
  it('shows as much of the axis as is needed', () => {
    expect(reach([0, 44, 1500], 30162)).toBe(0.1);
    expect(reach([], 30162)).toBe(0.01);
    expect(reach([30162], 30162)).toBe(1);
  });
  it('leaves room around values, also around a single one', () => {
    expect(roomy([1, 2], 0.1, 0.5)).toEqual([0.9, 2.5]);
    const [low, high] = roomy([3], 0.1, 0.1);
    expect(low).toBeLessThan(3);
    expect(high).toBeGreaterThan(3);
  });
  it('keeps ticks apart', () => {
    const x = (share: number) => Math.sqrt(share) * 600;
    const ticks = shareTicks(x, 1, 40);
    expect(ticks[0]).toBe(0);
    for (let i = 1; i < ticks.length; i++) expect(x(ticks[i]) - x(ticks[i - 1])).toBeGreaterThanOrEqual(40);
  });
  it('draws one path per shade, neighbours touching', () => {
    const density: Density = { columns: 10, rows: 5, cells: [[0, 0, 1], [1, 0, 100], [0, 1, 1]], low: 0, high: 1, counted: 102, missing: 0 };
    const shades = hexagons(density, (root) => root * 100, (v) => 100 - v * 100);
    expect(shades).toHaveLength(2);
    expect(shades[0].d.match(/z/g)).toHaveLength(2);
    expect(shades[0].opacity).toBeLessThan(shades[1].opacity);
    expect(shades[1].d).toMatch(/^M10 83.3l5 /);
    expect(hexagons({ ...density, cells: [] }, (r) => r, (v) => v)).toEqual([]);
  });
  it('finds the nearest point within reach', () => {
    const places = [{ x: 0, y: 0 }, { x: 10, y: 0 }];
    expect(nearest(places, 7, 1, 20)).toBe(1);
    expect(nearest(places, 70, 1, 20)).toBeNull();
  });
  it('names marks in the same place together', () => {
    const marks = [{ name: 'A', x: 1, y: 1 }, { name: 'B', x: 2, y: 1 }, { name: 'C', x: 20, y: 1 }];
    expect(together(marks).map((m) => m.name)).toEqual(['A, B', 'C']);
  });
  it('never writes one label over another', () => {
    const places = [{ x: 10, y: 10 }, { x: 20, y: 100 }, { x: 24, y: 150 }];
    const words = 'leaving out 44 rows instead of 0: loss 0.573 -> 0.437';
    const front = { knees: [{ point: 1, from: 0, words }, { point: 2, from: 1, words }] } as unknown as Front;
    const labels = kneeLabels(front, places, 600, []);
    expect(labels).toHaveLength(2);
    expect(labels[0].lines).toEqual(['leaving out 44 rows instead of 0:', 'loss 0.573 → 0.437']);
    expect(Math.abs(labels[0].y - labels[1].y)).toBeGreaterThanOrEqual(28);
  });
});
