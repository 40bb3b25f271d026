import { describe, expect, it } from 'vitest';
import { fileName, wrap } from './figure';

describe('wrap', () => {
  it('breaks at spaces and keeps every word', () => {
    const text = 'Each released person shares their quasi-identifiers with at least four others.';
    const lines = wrap(text, 24);
    expect(lines.every((l) => l.length <= 24)).toBe(true);
    expect(lines.join(' ')).toBe(text);
  });
  it('gives a word that is too long a line of its own', () => {
    expect(wrap('a incomprehensibilities b', 5)).toEqual(['a', 'incomprehensibilities', 'b']);
  });
  it('gives nothing for nothing', () => {
    expect(wrap('  ', 10)).toEqual([]);
  });
});

describe('fileName', () => {
  it('has plain letters only', () => {
    expect(fileName('Pair map of age × sex', 'svg')).toBe('pair-map-of-age-sex.svg');
    expect(fileName('×', 'svg')).toBe('figure.svg');
  });
});
