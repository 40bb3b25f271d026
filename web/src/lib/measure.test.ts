import { expect, it } from 'vitest';
import { asked, times, worth } from './measure';

it('says what is asked by', () => {
  expect(asked(null, 'height')).toBe('height');
  expect(asked(null, 'suppression')).toBe('number left out');
  expect(asked(null, 'loss')).toBe('loss');
});
it('shows whole figures whole', () => {
  expect(worth(1346, 'suppression')).toBe('1,346');
  expect(worth(0.25, 'loss')).toBe('0.250');
});
it('rounds ratios as far as they tell', () => {
  expect([1.336, 3.64, 24.4, 1000].map(times)).toEqual(['1.34', '3.6', '24', '1,000']);
});
