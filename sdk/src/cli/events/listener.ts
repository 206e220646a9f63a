import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, type Client, type Schema } from '../../index.js';
import { StopError } from '../exit.js';
import { explain } from '../explain.js';
import { forward, type Forwarded } from './forwarding.js';

type Event = Schema<'EventResponse'>;

export interface ListenTerms {
  target: URL;
  secret: string;
  /** Types to ask for, or null for all. */
  types: ReadonlySet<string> | null;
  /** The time by the clock of the service, which decides what is new. */
  serverTime: () => Promise<string>;
  /** Milliseconds between two requests: the least after an event, doubled up to the most while none comes. */
  pauses: { least: number; most: number };
  onForwarded: (event: Event, outcome: Forwarded) => void;
  /** What interrupted the polling, once for each cause; null when it goes on. */
  onProblem: (message: string | null) => void;
}

type Position = { from: string } | { after: string };

const PAGE = 100;
const LONGEST_PAUSE_MS = 60_000;

/** Forwards events one after the other until `signal` is aborted. Throws what cannot pass: a wrong credential, a missing right. */
export async function listen(client: Client, terms: ListenTerms, signal: AbortSignal): Promise<never> {
  const { least, most } = terms.pauses;
  let position: Position | null = null;
  let problem: string | null = null;
  let idleMs = least;
  for (let failures = 0; ;) {
    let pauseMs: number;
    try {
      position ??= { from: await terms.serverTime() };
      const { data, pagination } = await read(client, position, signal);
      failures = 0;
      if (problem !== null) terms.onProblem(null);
      problem = null;
      for (const event of data) {
        if (terms.types?.has(event.event) !== false) {
          terms.onForwarded(event, await forward(event, terms.target, terms.secret, signal));
          idleMs = least;
        }
        position = { after: event.id };
      }
      pauseMs = pagination.has_more ? 0 : idleMs;
      idleMs = Math.min(most, idleMs * 2);
    } catch (error) {
      signal.throwIfAborted();
      if (!canPass(error)) throw error;
      const isExpired = error instanceof ApiError && error.status === 410;
      if (isExpired) position = null;
      const { message } = explain(error);
      const said = isExpired ? 'Events were missed: the last one is older than 30 days. Continuing from now' : message;
      if (said !== problem) terms.onProblem(said);
      problem = said;
      // "Now" is not to be later than necessary.
      pauseMs = isExpired && failures === 0 ? 0 : pauseOf(error, failures, least);
      failures += 1;
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

function read(client: Client, position: Position, signal: AbortSignal) {
  return client.GET('/events', { params: { query: { ...position, limit: PAGE } }, signal, retries: 0 });
}

function canPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 410 || error.status === 429 || error.status >= 500;
  return error instanceof ConnectionError || (error instanceof StopError && error.canPass);
}

/** What the service asks for, else a pause that doubles up to a minute. */
function pauseOf(error: unknown, failures: number, intervalMs: number): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter * 1000;
  return Math.min(LONGEST_PAUSE_MS, Math.max(intervalMs, 1000) * 2 ** Math.min(failures, 10));
}
