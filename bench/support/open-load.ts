import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Requests on a schedule, regardless of earlier responses. */
export interface OpenLoad {
  url: string;
  token: string;
  /** Requests per second. */
  rate: number;
  seconds: number;
}

export interface OpenLoadResult {
  /** Milliseconds from the due time to the end of the response, for 2xx responses. */
  accepted: number[];
  /** The same for 503 responses. */
  turnedAway: number[];
  /** Milliseconds by which requests were sent late: then the sender is the bottleneck. */
  late: number[];
  /** Other or missing responses. */
  failed: number;
}

const STEP_MS = 5;
/**
 * Opened in advance, as a proxy does: Node accepts one connection per turn of the event loop, so new ones would wait
 * where shedding cannot reach them.
 */
const SOCKETS = 500;
const IDLE_PATH = '/healthz';

/** Sends the load and waits for the last response. */
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
