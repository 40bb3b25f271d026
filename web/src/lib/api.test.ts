import { afterEach, describe, expect, it, vi } from 'vitest';
import { get, keyIn, post, problemIn, Refusal, setKey, takeKey } from './api';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (k: string) => kept.get(k) ?? null,
  setItem: (k: string, v: string) => kept.set(k, v),
  removeItem: (k: string) => kept.delete(k),
});
afterEach(() => kept.clear());

describe('the key', () => {
  it('is taken out of the address', () => {
    const replaced: string[] = [];
    vi.stubGlobal('history', { replaceState: (_: unknown, __: string, url: string) => replaced.push(url) });
    vi.stubGlobal('location', { hash: '#abcdefgh', pathname: '/', search: '' });
    expect(takeKey()).toBe('abcdefgh');
    expect(replaced).toEqual(['/']);
    vi.stubGlobal('location', { hash: '', pathname: '/', search: '' });
    expect(takeKey()).toBe('abcdefgh');
  });
  it('is found in what people paste', () => {
    expect(keyIn(' http://127.0.0.1:8080/#abc_DEF-123 ')).toBe('abc_DEF-123');
    expect(keyIn('abc_DEF-123')).toBe('abc_DEF-123');
    expect(keyIn('http://127.0.0.1:8080/')).toBeNull();
    expect(keyIn('')).toBeNull();
  });
});

describe('requests', () => {
  it('carry the key and JSON', async () => {
    const seen: RequestInit[] = [];
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => (seen.push(init), { ok: true, json: async () => 7 }));
    setKey('abcdefgh');
    expect(await post('/look', { a: 1 })).toBe(7);
    expect(seen[0].headers).toMatchObject({ Authorization: 'Bearer abcdefgh', 'Content-Type': 'application/json' });
    expect(seen[0].body).toBe('{"a":1}');
  });
  it('turn refusals into problems', async () => {
    const problem = { kind: 'usage', message: 'k is 0', hint: 'at least 1' };
    vi.stubGlobal('fetch', async () => ({ ok: false, status: 422, json: async () => ({ error: problem }) }));
    const error = await get('/chart').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Refusal);
    expect(problemIn(error)).toEqual(problem);
  });
  it('say so when nobody answers, or answers nonsense', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed')));
    expect(problemIn(await get('/chart').catch((e: unknown) => e)).kind).toBe('silence');
    vi.stubGlobal('fetch', async () => ({ ok: false, status: 502, json: async () => Promise.reject(new Error('no JSON')) }));
    expect(problemIn(await get('/chart').catch((e: unknown) => e)).message).toContain('502');
  });
});
