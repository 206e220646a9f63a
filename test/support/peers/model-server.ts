import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';

/** The key that callers of the server must send. */
export const MODEL_KEY = 'model-key-of-the-tests';

/** What the server was asked. */
export interface ModelRequest {
  path: string;
  /** The header of that name; null without one. */
  traceparent: string | null;
  body: {
    model: string;
    messages?: { role: string; content: string }[];
    input?: string[];
    [field: string]: unknown;
  };
}

/** A real server of the OpenAI protocol in a separate process; see model-server.mjs for its faults. */
export interface ModelServer {
  /** For LLM_BASE_URL and EMBEDDING_BASE_URL. */
  url: string;
  /** Faults that the next requests meet, one each. */
  fail(...faults: string[]): Promise<void>;
  /** What every model answers from now on. */
  say(text: string): Promise<void>;
  /** A word without which a text must be to get a vector; empty: none. */
  refuse(word: string): Promise<void>;
  /** Whether every connection is closed unanswered. */
  setDown(down: boolean): Promise<void>;
  /** What was asked since the last {@link reset}, and how many answers nobody waited for. */
  seen(): Promise<{ requests: ModelRequest[]; aborted: number }>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const script = path.join(projectRoot(), 'test/support/peers/model-server.mjs');
  const child = spawn(process.execPath, [script, MODEL_KEY], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const control = async (method: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL('/control', url), { method, body: body && JSON.stringify(body) });
    return response.json();
  };
  return {
    url,
    fail: async (...faults) => void (await control('POST', { faults })),
    say: async (text) => void (await control('POST', { say: text })),
    refuse: async (word) => void (await control('POST', { refused: word })),
    setDown: async (down) => void (await control('POST', { down })),
    seen: async () => (await control('GET')) as { requests: ModelRequest[]; aborted: number },
    reset: async () => void (await control('DELETE')),
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
