import { expect, it } from 'vitest';
import { brief, fitted, lanes, sized, SIZES } from './ladders';

const SMALL = SIZES[SIZES.length - 1];

it('uses one lane where all fit', () => {
  const { places, lanes: n } = lanes([2, 3], 400, SMALL);
  expect(n).toBe(1);
  expect(places[1].top).toBeGreaterThanOrEqual(SMALL.head + 2 * SMALL.stop);
});

it('splits into two lanes of about the same length, in reading order', () => {
  const { places, lanes: n, height } = lanes([5, 2, 4, 3, 2, 4], 200, SMALL);
  expect(n).toBe(2);
  expect(places.map((p) => p.lane)).toEqual([0, 0, 0, 1, 1, 1]);
  expect(places[3].top).toBe(0);
  expect(height).toBeLessThan(270);
});

it('is as large as there is room for', () => {
  const all = [5, 5];
  expect(sized(all, 1000)).toBe(SIZES[0]);
  expect(sized(all, 10)).toBe(SMALL);
});

it('shortens words', () => {
  expect(brief('in bands of 20')).toBe('bands of 20');
  expect(brief('as it is')).toBe('as it is');
  expect(fitted('in bands of 20', 200)).toBe('in bands of 20');
  expect(fitted('in bands of 20', 40)).toHaveLength(6);
});
