import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { until } from '../until.js';

/** How a request is answered; see webhook-receiver.mjs. */
export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  bytes?: number;
  holdMs?: number;
  drop?: boolean;
  stall?: boolean;
}

/** A request as it came. Times in milliseconds of the clock. */
export interface ReceivedRequest {
  at: number;
  /** Null while it is not answered. */
  endedAt: number | null;
  aborted: boolean;
  headers: Record<string, string>;
  body: string;
}

/** A real receiver of webhooks in a separate process; each path is an endpoint. */
export interface WebhookReceiver {
  url: string;
  /** How the next requests to the path are answered, one each, the last one for all that follow. */
  answer(path: string, ...answers: ReceiverAnswer[]): Promise<void>;
  /** Answers the requests held at the path. */
  release(path: string): Promise<void>;
  /** What came to the path, oldest first. */
  seen(path: string): Promise<ReceivedRequest[]>;
  /** Waits until so many requests have come to the path. */
  waitFor(path: string, count: number): Promise<ReceivedRequest[]>;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const script = path.join(projectRoot(), 'test/support/peers/webhook-receiver.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const control = async (query: object, body?: object): Promise<ReceivedRequest[]> => {
    const address = new URL(`/control?${new URLSearchParams(query as Record<string, string>).toString()}`, url);
    const response = await fetch(address, { method: body ? 'POST' : 'GET', body: body && JSON.stringify(body) });
    return (await response.json()) as ReceivedRequest[];
  };
  return {
    url,
    answer: async (path, ...answers) => void (await control({}, { path, answers })),
    release: async (path) => void (await control({}, { path, release: true })),
    seen: (path) => control({ path }),
    waitFor: (path, count) =>
      until(
        () => control({ path, count }),
        (requests) => requests.length >= count,
      ),
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
