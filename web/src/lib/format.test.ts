import { describe, expect, it } from 'vitest';
import { bytes, count, large, leftOut, measured, part, percent, riskOf, seconds, signed, value } from './format';

describe('format', () => {
  it('groups thousands', () => expect(count(30162)).toBe('30,162'));
  it('says very large counts as powers', () => expect(large(1.23e15)).toBe('1.2 × 10¹⁵'));
  it('gives rows and per cent together', () => {
    expect(part(1346, 30162, 'rows')).toBe('1,346 of 30,162 rows (4.5 %)');
    expect(leftOut(1, 30162, 'persons')).toBe('1 person (less than 0.1 %)');
  });
  it('never rounds to nothing or to all', () => {
    expect(percent(0)).toBe('0 %');
    expect(percent(0.00001)).toBe('less than 0.1 %');
    expect(percent(0.0005)).toBe('0.1 %');
    expect(percent(0.99999)).toBe('more than 99.9 %');
    expect(percent(1)).toBe('100 %');
    expect(percent(0.5)).toBe('50 %');
    expect(percent(1 / 3)).toBe('33.3 %');
  });
  it('writes values with the digits that matter', () => {
    expect(value(0.2421)).toBe('0.242');
    expect(value(12.345)).toBe('12.35');
    expect(value(123456)).toBe('123,456');
    expect(value(null)).toBe('–');
  });
  it('signs changes', () => {
    expect(signed(44)).toBe('+44');
    expect(signed(-0.0312, value)).toBe('−0.031');
    expect(signed(0)).toBe('±0');
    expect(signed(0.00001, value)).toBe('±0');
  });
  it('reads the highest risk from k', () => {
    expect(riskOf('5')).toBeCloseTo(0.2);
    expect(riskOf('0')).toBeNull();
  });
  it('rounds what is measured to the side that is less private', () => {
    expect(measured('16', 'up')).toBe('16');
    expect(measured('0.249440772', 'down')).toBe('0.250');
    expect(measured('0.249000000', 'down')).toBe('0.249');
    expect(measured('2.99999999', 'up')).toBe('2.999');
  });
  it('names times and sizes', () => {
    expect(seconds(75.4)).toBe('1 min 15 s');
    expect(bytes(1500)).toBe('1.5 kB');
  });
});
