// A small client: every call sends the key, every refusal becomes a Refusal that carries a Problem.
import type { Problem } from './types';
export * from './types';

const KEY = 'equipoise-key';
let key: string | null = null;

/** Takes the key out of the address (or out of what this tab kept) and out of sight. */
export function takeKey(): string | null {
  const hash = location.hash.replace(/^#/, '');
  if (hash) {
    setKey(hash);
    history.replaceState(null, '', location.pathname + location.search);
  } else {
    key = sessionStorage.getItem(KEY);
  }
  return key;
}

export function setKey(found: string | null): void {
  key = found;
  if (found === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, found);
}

/** The key in what somebody pasted: a whole address, or the key alone. */
export function keyIn(pasted: string): string | null {
  const text = pasted.trim();
  const found = text.includes('#') ? text.slice(text.lastIndexOf('#') + 1) : text;
  return /^[A-Za-z0-9_~.=+-]{8,}$/.test(found) ? found : null;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/** No answer at all: the program has ended, or the tunnel to it is closed. */
const SILENCE: Problem = {
  kind: 'silence',
  message: 'Equipoise does not answer',
  hint: 'see in the terminal whether it still runs; nothing recorded so far is lost',
};

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key ?? ''}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      cache: 'no-store',
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal(0, SILENCE);
  }
  if (!response.ok) throw new Refusal(response.status, await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const found = (await response.json()) as { error?: Problem };
    if (found.error && typeof found.error.message === 'string') return found.error;
  } catch {
    // The body was not JSON: the status has to do.
  }
  return { kind: 'internal', message: `the server answered with status ${response.status}`, hint: null };
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send('GET', path, undefined, signal)).json() as Promise<T>;
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await send('POST', path, body, signal)).json() as Promise<T>;
}

/** A file, for a download: the key cannot go into an address. */
export async function file(path: string): Promise<Blob> {
  return (await send('GET', path)).blob();
}

export function problemIn(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'internal', message, hint: 'reload the page; nothing recorded is lost' };
}
