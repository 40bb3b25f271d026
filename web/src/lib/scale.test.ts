import { expect, it } from 'vitest';
import { inkOn, lossColor } from './scale';

it('rises in lightness, so that it can be read without colour', () => {
  const light = (c: string) => {
    const [r, g, b] = c.match(/\d+/g)!.map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const steps = Array.from({ length: 20 }, (_, i) => light(lossColor(i / 19, 0, 1)));
  for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeGreaterThan(steps[i - 1]);
});

it('stays within its ends', () => {
  expect(lossColor(-1, 0, 1)).toBe(lossColor(0, 0, 1));
  expect(lossColor(2, 0, 1)).toBe(lossColor(1, 0, 1));
  expect(lossColor(5, 5, 5)).toBe(lossColor(0, 0, 1));
});

it('writes in ink that can be read', () => {
  expect(inkOn(lossColor(0, 0, 1))).toBe('#fff');
  expect(inkOn(lossColor(1, 0, 1))).toBe('#111');
  expect(inkOn('#ffffff')).toBe('#111');
});
