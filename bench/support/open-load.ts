import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Requests that come at their times, whether or not those before were answered. */
export interface OpenLoad {
  url: string;
  token: string;
  /** Requests a second. */
  rate: number;
  seconds: number;
}

export interface OpenLoadResult {
  /** Milliseconds from when a request was due to the end of its answer, of those answered 2xx. */
  accepted: number[];
  /** The same of those answered 503. */
  turnedAway: number[];
  /** Milliseconds that requests were sent late: what is slow then is the sender. */
  late: number[];
  /** Answered otherwise, or not at all. */
  failed: number;
}

const STEP_MS = 5;
/**
 * Opened before, as a proxy keeps them: Node accepts one connection in each turn of its event loop, so new ones would wait
 * where nobody can turn them away.
 */
const SOCKETS = 500;
const IDLE_PATH = '/healthz';

/** Sends the load and waits for the last answer. */
export async function applyOpenLoad({ url, token, rate, seconds }: OpenLoad): Promise<OpenLoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS });
  await openAll(agent, new URL(IDLE_PATH, url));
  const headers = { authorization: `Bearer ${token}` };
  const result: OpenLoadResult = { accepted: [], turnedAway: [], late: [], failed: 0 };
  const send = (due: number): Promise<void> =>
    new Promise((resolve) => {
      result.late.push(performance.now() - due);
      const fail = (): void => {
        result.failed += 1;
        resolve();
      };
      http
        .get(url, { agent, headers }, (response) => {
          response.resume().once('error', fail);
          response.once('end', () => {
            const taken = performance.now() - due;
            const { statusCode = 500 } = response;
            if (statusCode < 300) result.accepted.push(taken);
            else if (statusCode === 503) result.turnedAway.push(taken);
            else result.failed += 1;
            resolve();
          });
        })
        .once('error', fail);
    });
  const startedAt = performance.now();
  const open: Promise<void>[] = [];
  while (open.length < rate * seconds) {
    const due = Math.min(rate * seconds, ((performance.now() - startedAt) / 1000) * rate);
    while (open.length < due) open.push(send(startedAt + (open.length / rate) * 1000));
    await sleep(STEP_MS);
  }
  await Promise.all(open);
  agent.destroy();
  return result;
}

async function openAll(agent: http.Agent, url: URL): Promise<void> {
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      http.get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
  await Promise.all(Array.from({ length: SOCKETS }, one));
}
