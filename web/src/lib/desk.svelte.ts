// The state of the page. Components read it and call its verbs; only this file talks to the server about the session.
import { get, post, problemIn, Refusal, setKey } from './api';
import { sameWishes } from './wishes';
import type { Aspire, Chart, Look, Problem, Recorded, Session, Status, Wishes } from './types';

export interface KeepArgs {
  name?: string | null;
  levels?: number[] | null;
  thresholds?: string[] | null;
}

/** A look that is still to be asked for. */
interface Asked {
  wishes: Wishes;
  levels: number[] | null;
  patience: number | null;
  inputs: number[];
}

/** Names of `drawer` that are dialogs: nothing behind them can be reached. */
const DIALOGS = ['candidates', 'release', 'help'];
const REST = 400;
const POLL = 300;

export class Desk {
  status = $state.raw<Status | null>(null);
  chart = $state.raw<Chart | null>(null);
  look = $state.raw<Look | null>(null);
  session = $state.raw<Session | null>(null);
  /** What the controls show now; ahead of `look` while something is dragged. */
  wishes = $state.raw<Wishes | null>(null);
  /** Levels of a node that is hovered in any plot. */
  hover = $state.raw<number[] | null>(null);
  /** Levels of a node that is looked at without being chosen. */
  peeked = $state.raw<number[] | null>(null);
  tab = $state('front');
  drawer = $state<string | null>(null);
  board = $state(false);
  toast = $state.raw<Problem | string | null>(null);
  busy = $state(false);
  /** No key, or one that the server refuses. */
  locked = $state(false);
  /** The server does not answer any more. */
  lost = $state(false);
  /** While something is dragged in a plot, the layout stays as it is. */
  held = $state(false);
  /** A closer look at a partial atlas is under way. */
  searching = $state(false);

  /** The look that belongs to the session, to come back to after a preview. */
  private settled: Look | null = null;
  private flying = false;
  private next: Asked | null = null;
  /** Answers to looks asked for before this count are out of date. */
  private age = 0;
  /** Counts what was done by hand: an answer to something older must not overwrite newer wishes. */
  private hand = 0;
  private line: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private inputs: number[] = [];

  get isDialog(): boolean {
    return this.drawer !== null && DIALOGS.includes(this.drawer);
  }

  // ---- opening

  open(hasKey: boolean): void {
    this.locked = !hasKey;
    this.lost = false;
    if (hasKey) void this.poll();
  }

  /** Tries a key that was typed in. */
  unlock(key: string): void {
    setKey(key);
    this.status = null;
    this.open(true);
  }

  private async poll(): Promise<void> {
    for (;;) {
      try {
        this.status = await get<Status>('/status');
        this.lost = false;
        if (this.status.phase === 'failed') return;
        if (this.status.phase === 'ready') {
          await this.load();
          return;
        }
      } catch (error) {
        if (!this.troubled(error)) return;
      }
      await new Promise((wake) => setTimeout(wake, this.lost ? 1000 : POLL));
    }
  }

  private async load(): Promise<void> {
    // Both at once: the first view is on the screen one round trip after the atlas is there.
    const [chart, recorded] = await Promise.all([get<Chart>('/chart'), get<Recorded>('/session')]);
    this.chart = chart;
    this.take(recorded);
  }

  /** Looks after an error while opening. True: try again. */
  private troubled(error: unknown): boolean {
    if (error instanceof Refusal && error.status === 401) {
      setKey(null);
      this.locked = true;
      return false;
    }
    if (error instanceof Refusal && error.status === 0) {
      this.lost = true;
      return true;
    }
    this.toast = problemIn(error);
    return true;
  }

  private complain(error: unknown): void {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (error instanceof Refusal && error.status === 401) {
      setKey(null);
      this.locked = true;
    } else if (error instanceof Refusal && error.status === 0) {
      if (!this.lost) {
        this.lost = true;
        void this.return();
      }
    } else {
      this.toast = problemIn(error);
    }
  }

  /** Waits until the server answers again, then shows what it has. */
  private async return(): Promise<void> {
    while (this.lost) {
      await new Promise((wake) => setTimeout(wake, 1000));
      try {
        this.status = await get<Status>('/status');
        await this.load();
        this.lost = false;
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) {
          this.lost = false;
          this.complain(error);
        }
      }
    }
  }

  // ---- looking: nothing is recorded

  preview(w: Wishes): void {
    this.inputs.push(inputTime());
    this.hand += 1;
    this.wishes = w;
    this.peeked = null;
    clearTimeout(this.rest);
    this.ask({ wishes: w, levels: null, patience: null, inputs: this.inputs });
  }

  peek(levels: number[] | null): void {
    clearTimeout(this.rest);
    this.hand += 1;
    const back = this.settled;
    if (levels === null) {
      this.peeked = null;
      this.next = null;
      this.age += 1;
      if (back) {
        this.look = back;
        this.wishes = this.session?.wishes ?? back.wishes;
      }
      return;
    }
    this.inputs.push(inputTime());
    this.peeked = levels;
    if (this.wishes) this.ask({ wishes: this.wishes, levels, patience: null, inputs: this.inputs });
  }

  async harder(): Promise<void> {
    if (!this.wishes || this.searching) return;
    this.searching = true;
    const wishes = this.wishes;
    try {
      const levels = this.peeked ?? (this.isAtAnswer() ? null : (this.session?.current ?? null));
      const found = await post<Look>('/look', { wishes, levels, patience_ms: 5000 });
      if (!sameWishes(this.wishes, wishes)) return;
      const isNews = found.answer !== null && this.look?.answer === null;
      this.look = found;
      // A wish that was recorded as not met has an answer now.
      if (isNews) await this.commit(wishes);
    } catch (error) {
      this.complain(error);
    } finally {
      this.searching = false;
    }
  }

  private ask(asked: Asked): void {
    this.inputs = [];
    // Inputs that were overtaken are answered by what overtook them.
    if (this.next) asked.inputs = [...this.next.inputs, ...asked.inputs];
    this.next = asked;
    if (!this.flying) void this.fly();
  }

  /** One request at a time; what came meanwhile is asked next, the latest only. */
  private async fly(): Promise<void> {
    this.flying = true;
    while (this.next) {
      const asked: Asked = this.next;
      const age = this.age;
      this.next = null;
      try {
        const found = await post<Look>('/look', {
          wishes: asked.wishes,
          levels: asked.levels,
          ...(asked.patience === null ? {} : { patience_ms: asked.patience }),
        });
        if (age === this.age) {
          this.look = found;
          this.lost = false;
          painted(asked.inputs);
        }
      } catch (error) {
        this.complain(error);
      }
    }
    this.flying = false;
  }

  // ---- the session: each verb is one recorded step

  async commit(w: Wishes): Promise<void> {
    clearTimeout(this.rest);
    this.wishes = w;
    if (this.session && sameWishes(w, this.session.wishes) && this.isAtAnswer()) {
      this.peek(null);
      return;
    }
    await this.record('/session/wish', { wishes: w });
  }

  /** Commits when no further key was pressed for a while. */
  commitSoon(w: Wishes): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.commit(w), REST);
  }

  /** Chooses when no further key was pressed for a while. */
  chooseSoon(levels: number[]): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.choose(levels), REST);
  }

  /** Aspires: what is recorded is the aspiration, what came of it, and what lies on the way. */
  prefer(aspire: Aspire): Promise<void> {
    clearTimeout(this.rest);
    return this.record('/session/prefer', { wishes: this.wishes, aspire });
  }

  choose(levels: number[]): Promise<void> {
    clearTimeout(this.rest);
    return this.record('/session/choose', { levels });
  }

  keep(args: KeepArgs = {}): Promise<void> {
    return this.record('/session/keep', args);
  }

  accept(which: string, model: number | null = null, reason: string | null = null): Promise<void> {
    return this.record('/session/accept', { which, model, reason, seen: this.session?.moment ?? null });
  }

  rename(from: string, to: string): Promise<void> {
    return this.record('/session/rename', { from, to });
  }

  remove(name: string): Promise<void> {
    return this.record('/session/remove', { name });
  }

  note(text: string, about: string | null = null): Promise<void> {
    return this.record('/session/note', { about, text });
  }

  decide(because: string, candidate: string | null = null): Promise<void> {
    return this.record('/session/decide', { candidate, because, seen: this.session?.moment ?? null });
  }

  // Whether there is something to undo is known when its turn comes: keys are pressed faster than steps are answered.
  undo(): Promise<void> {
    return this.record('/session/undo', {}, () => this.session?.can_undo ?? false);
  }

  redo(): Promise<void> {
    return this.record('/session/redo', {}, () => this.session?.can_redo ?? false);
  }

  /** Steps are sent one after the other, in the order in which they were made. */
  private record(path: string, body: unknown, isDue: () => boolean = () => true): Promise<void> {
    const inputs = [inputTime()];
    this.waiting += 1;
    this.busy = true;
    this.next = null;
    this.age += 1;
    const hand = (this.hand += 1);
    const run = async () => {
      try {
        if (!isDue()) return;
        const recorded = await post<Recorded>(path, body);
        this.lost = false;
        if (hand === this.hand) {
          this.take(recorded);
          painted(inputs);
        } else {
          this.session = recorded.session;
          this.settled = recorded.look;
        }
      } catch (error) {
        // What was not recorded must not look as if it were.
        if (hand === this.hand) this.peek(null);
        this.complain(error);
        if (error instanceof Refusal && error.status === 400) await this.catchUp(hand);
        throw error;
      } finally {
        this.waiting -= 1;
        this.busy = this.waiting > 0;
      }
    };
    const turn = this.line.then(run, run);
    this.line = turn.catch(() => undefined);
    return turn.catch(() => undefined);
  }

  /** Another page or program may have taken a step: shows the session as it is. */
  async catchUp(hand = this.hand): Promise<void> {
    try {
      const recorded = await get<Recorded>('/session');
      if (hand === this.hand && recorded.session.moment !== this.session?.moment) this.take(recorded);
    } catch (error) {
      this.complain(error);
    }
  }

  private take(recorded: Recorded): void {
    this.age += 1;
    this.peeked = null;
    this.session = recorded.session;
    this.look = recorded.look;
    this.settled = recorded.look;
    this.wishes = recorded.session.wishes;
  }

  private isAtAnswer(): boolean {
    const answer = this.settled?.answer?.levels ?? null;
    const current = this.session?.current ?? null;
    return answer === null ? current === null : current !== null && answer.every((level, i) => level === current[i]);
  }
}

/** When the input that is being handled was made: before its handler ran, which may have waited. */
export function inputTime(): number {
  const made = globalThis.event?.timeStamp ?? 0;
  return made > 0 ? made : performance.now();
}

/**
 * Measures from inputs to the paint of their answer, for the tests: entries named "answer". The frame after the one that
 * draws it begins when it is on the screen, so this is where the clock stops.
 */
export function painted(inputs: number[]): void {
  requestAnimationFrame(() =>
    requestAnimationFrame((end) => {
      for (const start of inputs) performance.measure('answer', { start, end: Math.max(start, end) });
      if (performance.getEntriesByName('answer').length > 5000) performance.clearMeasures('answer');
    }),
  );
}

export const desk = new Desk();
