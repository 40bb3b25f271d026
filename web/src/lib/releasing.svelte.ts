// A release under way. It goes on when its dialog is closed, and is found again after a reload.
import { get, post, problemIn, Refusal, type Problem, type Recorded, type Release } from './api';
import { desk } from './desk.svelte';

const POLL = 150;

class Releasing {
  /** What is to be released: a candidate by name, or (null) the node looked at. */
  candidate = $state<string | null>(null);
  because = $state('');
  state = $state.raw<Release | null>(null);
  problem = $state.raw<Problem | null>(null);
  isStarting = $state(false);
  private polling = false;
  /** Something else is to be released: what was done before stays out of sight. */
  private isAgain = false;

  readonly isRunning = $derived(this.isStarting || this.state?.phase === 'running');
  /** Files of that name are there: replacing them is asked for first. */
  readonly isInTheWay = $derived(isAboutFiles(this.problem) || isAboutFiles(this.state?.problem ?? null));

  async open(): Promise<void> {
    this.problem = null;
    try {
      const found = await get<Release>('/release');
      if (this.isAgain && found.phase !== 'running') return;
      this.state = found;
      if (found.phase === 'running') void this.poll();
    } catch (error) {
      this.problem = problemIn(error);
    }
  }

  async start(force: boolean): Promise<void> {
    this.isStarting = true;
    this.isAgain = false;
    this.problem = null;
    this.state = null;
    try {
      this.state = await post<Release>('/release', { candidate: this.candidate, because: this.because.trim(), force, seen: desk.session?.moment ?? null });
      await this.poll();
    } catch (error) {
      this.problem = problemIn(error);
      await desk.catchUp();
    } finally {
      this.isStarting = false;
    }
  }

  /** Back to the question, to release something else. */
  again(): void {
    this.isAgain = true;
    this.state = null;
    this.problem = null;
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    try {
      while (this.state?.phase === 'running') {
        await new Promise((wake) => setTimeout(wake, POLL));
        this.state = await get<Release>('/release');
      }
      // The decision is a step of the session.
      const recorded = await get<Recorded>('/session');
      desk.session = recorded.session;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) this.problem = problemIn(error);
    } finally {
      this.polling = false;
    }
  }
}

function isAboutFiles(problem: Problem | null): boolean {
  return problem !== null && /exist|overwrit|replace/i.test(`${problem.message} ${problem.hint ?? ''}`);
}

export const releasing = new Releasing();
