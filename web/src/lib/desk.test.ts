import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Desk } from './desk.svelte';
import type { Wishes } from './types';

const wishes = (max_units: number): Wishes => ({ thresholds: ['5'], low: [0], high: [3], max_units, max_loss: null, max_height: null, by: 'loss' });
const answerTo = (w: Wishes) => ({ wishes: w, answer: { levels: [1] }, node: { levels: [1] }, front: { points: [] }, ladders: [], proved: true });
const sessionWith = (w: Wishes) => ({ wishes: w, current: [1], candidates: [], can_undo: false, can_redo: false });

interface Call {
  path: string;
  body: Record<string, unknown>;
  answer: (status: number, body: unknown) => Promise<void>;
}
let calls: Call[] = [];

/** Requests wait until a test answers them: that is how overtaking is played through. */
function pendingFetch(path: string, init: RequestInit): Promise<Response> {
  return new Promise((resolve) => {
    calls.push({
      path: path.replace('/api/v1', ''),
      body: init.body ? JSON.parse(init.body as string) : {},
      answer: async (status, body) => {
        resolve({ ok: status < 400, status, json: async () => body } as Response);
        await rest();
      },
    });
  });
}
const rest = () => new Promise((wake) => setTimeout(wake, 0));

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', pendingFetch);
  vi.stubGlobal('requestAnimationFrame', (f: (now: number) => void) => f(performance.now()));
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
});

async function opened(): Promise<Desk> {
  const desk = new Desk();
  desk.open(true);
  await calls.shift()!.answer(200, { phase: 'ready' });
  await calls.shift()!.answer(200, { columns: [], units: 100 });
  await calls.shift()!.answer(200, { session: sessionWith(wishes(5)), look: answerTo(wishes(5)) });
  return desk;
}

describe('desk', () => {
  it('opens with chart and session at once', async () => {
    const desk = await opened();
    expect(desk.chart?.units).toBe(100);
    expect(desk.wishes?.max_units).toBe(5);
  });

  it('asks one look at a time, the latest wins', async () => {
    const desk = await opened();
    for (const units of [6, 7, 8]) desk.preview(wishes(units));
    expect(calls).toHaveLength(1);
    expect(desk.wishes?.max_units).toBe(8);
    await calls.shift()!.answer(200, answerTo(wishes(6)));
    expect(desk.look?.wishes.max_units).toBe(6);
    expect(calls).toHaveLength(1);
    expect(calls[0].body.wishes).toEqual(wishes(8));
    await calls.shift()!.answer(200, answerTo(wishes(8)));
    expect(desk.look?.wishes.max_units).toBe(8);
    expect(calls).toHaveLength(0);
  });

  it('drops a preview that a recorded wish has overtaken', async () => {
    const desk = await opened();
    desk.preview(wishes(6));
    void desk.commit(wishes(7));
    await rest();
    const [look, wish] = calls;
    await wish.answer(200, { session: sessionWith(wishes(7)), look: answerTo(wishes(7)) });
    await look.answer(200, answerTo(wishes(6)));
    expect(desk.look?.wishes.max_units).toBe(7);
  });

  it('keeps what was moved while an older wish was recorded', async () => {
    const desk = await opened();
    void desk.commit(wishes(7));
    await rest();
    desk.preview(wishes(9));
    const [wish, look] = calls;
    await wish.answer(200, { session: sessionWith(wishes(7)), look: answerTo(wishes(7)) });
    expect(desk.wishes?.max_units).toBe(9);
    expect(desk.session?.wishes.max_units).toBe(7);
    await look.answer(200, answerTo(wishes(9)));
    expect(desk.look?.wishes.max_units).toBe(9);
  });

  it('records nothing where nothing changed', async () => {
    const desk = await opened();
    await desk.commit(wishes(5));
    expect(calls).toHaveLength(0);
  });

  it('records steps in the order they were made', async () => {
    const desk = await opened();
    void desk.keep({ levels: [1] });
    void desk.rename('A', 'mine');
    await rest();
    expect(calls.map((c) => c.path)).toEqual(['/session/keep']);
    await calls.shift()!.answer(200, { session: sessionWith(wishes(5)), look: answerTo(wishes(5)) });
    expect(calls.map((c) => c.path)).toEqual(['/session/rename']);
  });

  it('goes back to what is recorded when a step is refused, and says why', async () => {
    const desk = await opened();
    void desk.commit(wishes(50));
    await rest();
    await calls.shift()!.answer(422, { error: { kind: 'usage', message: 'no', hint: null } });
    expect(desk.wishes?.max_units).toBe(5);
    expect((desk.toast as { message: string }).message).toBe('no');
    expect(desk.busy).toBe(false);
  });

  it('asks for the key when it is refused', async () => {
    const desk = await opened();
    desk.preview(wishes(6));
    await calls.shift()!.answer(401, {});
    expect(desk.locked).toBe(true);
  });

  it('comes back from a peek without asking', async () => {
    const desk = await opened();
    desk.peek([2]);
    expect(calls[0].body.levels).toEqual([2]);
    desk.peek(null);
    await calls.shift()!.answer(200, { ...answerTo(wishes(5)), node: { levels: [2] } });
    expect(desk.look?.node?.levels).toEqual([1]);
  });
});
