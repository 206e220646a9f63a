import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from './http-client.js';

export const LISTS_PER_SECOND = 40;

/**
 * Times of `GET /documents` at a constant rate until `over` returns true. A late response does not delay the next
 * request.
 */
export async function listSteadily(client: HttpClient, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  for (let next = performance.now(); !over(); next += 1000 / LISTS_PER_SECOND) {
    await sleep(Math.max(0, next - performance.now()));
    const startedAt = performance.now();
    running.push(
      client.get('/api/v1/documents').then(() => {
        times.push(performance.now() - startedAt);
      }),
    );
  }
  await Promise.all(running);
  return times;
}
