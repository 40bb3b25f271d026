// An aspiration while it is dragged: asked for as fast as answers come, recorded when it is let go.
import { post, problemIn, type Aspire, type PreferLook, type Problem } from './api';
import { desk, inputTime, painted } from './desk.svelte';

export class Aspiring {
  /** What the cross shows now; ahead of `look` while it is dragged. */
  aspire = $state.raw<Aspire | null>(null);
  look = $state.raw<PreferLook | null>(null);
  problem = $state.raw<Problem | null>(null);
  held = $state(false);
  private flying = false;
  private next: { aspire: Aspire; inputs: number[] } | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** Shows where the session stands. */
  stand(): void {
    if (this.held) return;
    clearTimeout(this.rest);
    this.aspire = desk.session?.aspired ?? this.aspire ?? desk.chart!.aspire;
    this.ask(this.aspire, []);
  }

  /** Moves the aspiration. The way begins at the node that is looked at. */
  move(to: [number, number]): void {
    const now = this.aspire!;
    if (now.to[0] === to[0] && now.to[1] === to[1]) return;
    this.aspire = { ...now, to, from: null };
    this.ask(this.aspire, [inputTime()]);
  }

  /** Other measures: the aspiration goes to the middle of what is efficient. */
  async measure(measures: [string, string]): Promise<void> {
    this.aspire = { ...this.aspire!, measures, to: [0.1, 0.1], from: null };
    await this.ask(this.aspire, []);
    const front = this.look?.front ?? [];
    const half = (axis: 0 | 1) => (front.length === 0 ? 0.1 : (Math.min(...front.map((p) => p.point[axis])) + Math.max(...front.map((p) => p.point[axis]))) / 2);
    this.move([half(0), half(1)]);
  }

  /** Records the aspiration. */
  drop(): void {
    this.held = false;
    if (this.aspire) void desk.prefer(this.aspire);
  }

  /** Records when no further key was pressed for a while. */
  dropSoon(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.drop(), 400);
  }

  private async ask(aspire: Aspire, inputs: number[]): Promise<void> {
    this.next = { aspire, inputs: [...(this.next?.inputs ?? []), ...inputs] };
    if (this.flying) return;
    this.flying = true;
    // One request at a time; what came meanwhile is asked next, the latest only.
    while (this.next) {
      const asked: { aspire: Aspire; inputs: number[] } = this.next;
      this.next = null;
      try {
        this.look = await post<PreferLook>('/prefer', { wishes: desk.wishes, aspire: asked.aspire });
        this.problem = null;
        painted(asked.inputs);
      } catch (error) {
        this.problem = problemIn(error);
      }
    }
    this.flying = false;
  }
}

export const aspiring = new Aspiring();
