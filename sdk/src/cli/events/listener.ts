import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, type Client, type Schema } from '../../index.js';
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
  intervalMs: number;
  onForwarded: (event: Event, outcome: Forwarded) => void;
  /** What interrupted the polling, once for each cause; null when it goes on. */
  onProblem: (message: string | null) => void;
}

type Position = { from: string } | { after: string };

const PAGE = 100;
const LONGEST_PAUSE_MS = 60_000;

/** Forwards events one after the other until `signal` is aborted. Throws what cannot pass: a wrong credential, a missing right. */
export async function listen(client: Client, terms: ListenTerms, signal: AbortSignal): Promise<never> {
  let position: Position = { from: await terms.serverTime() };
  let problem: string | null = null;
  for (let failures = 0; ;) {
    let pauseMs = terms.intervalMs;
    try {
      const { data, pagination } = await read(client, position, signal);
      failures = 0;
      if (problem !== null) terms.onProblem(null);
      problem = null;
      for (const event of data) {
        if (terms.types?.has(event.event) !== false)
          terms.onForwarded(event, await forward(event, terms.target, terms.secret, signal));
        position = { after: event.id };
      }
      if (pagination.has_more) pauseMs = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (!canPass(error)) throw error;
      const isExpired = error instanceof ApiError && error.status === 410;
      if (isExpired) position = { from: await terms.serverTime() };
      const { message } = explain(error);
      const said = isExpired ? 'Events were missed: the last one is older than 30 days. Continuing from now' : message;
      if (said !== problem) terms.onProblem(said);
      problem = said;
      pauseMs = pauseOf(error, failures, terms.intervalMs);
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
  return error instanceof ConnectionError;
}

/** What the service asks for, else a pause that doubles up to a minute. */
function pauseOf(error: unknown, failures: number, intervalMs: number): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter * 1000;
  return Math.min(LONGEST_PAUSE_MS, Math.max(intervalMs, 1000) * 2 ** Math.min(failures, 10));
}
