// What a tab or drawer asks for when it is open: the latest request wins, the last answer stays in sight until the next is there.
import { post, problemIn, type Problem } from './api';

export class Fetched<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<Problem | null>(null);
  waiting = $state(false);
  #asked: string | null = null;
  #running: AbortController | null = null;

  /** `rest`: how long a question must stay the same before it is sent, in milliseconds; the first one is sent at once. */
  constructor(
    readonly path: string,
    readonly rest = 0,
  ) {}

  /** Asks once per different body: the same question again costs nothing. */
  async ask(body: unknown, again = false): Promise<void> {
    const text = JSON.stringify(body);
    if (text === this.#asked && !again) return;
    this.#asked = text;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    this.waiting = true;
    try {
      if (this.rest > 0 && this.value !== null) await new Promise((wake) => setTimeout(wake, this.rest));
      if (running !== this.#running) return;
      const value = await post<T>(this.path, body, running.signal);
      if (running !== this.#running) return;
      this.value = value;
      this.problem = null;
    } catch (error) {
      if (running !== this.#running) return;
      this.#asked = null;
      this.problem = problemIn(error);
    }
    this.waiting = false;
  }
}
