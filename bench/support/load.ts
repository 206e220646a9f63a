import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import path from 'node:path';
import type { Result } from 'autocannon';
import { projectRoot } from '@amks/reader/processes/installation.js';

export interface Load {
  url: string;
  token: string;
  connections: number;
  seconds: number;
  /** Maximum requests per second; unlimited if absent. */
  rate?: number;
  /** Makes it a POST. */
  body?: object;
}

/** Runs autocannon in a separate process. Throws unless every response is 2xx. */
export async function applyLoad({ url, token, connections, seconds, rate, body }: Load): Promise<Result> {
  const tool = path.join(projectRoot(), 'node_modules/autocannon/autocannon.js');
  const args = ['--json', '-c', String(connections), '-d', String(seconds), '-H', `authorization=Bearer ${token}`];
  if (rate !== undefined) args.push('-R', String(rate));
  if (body) args.push('-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body));
  const child = spawn(process.execPath, [tool, ...args, url], { stdio: ['ignore', 'pipe', 'ignore'] });
  const result = (await json(child.stdout)) as Result;
  const bad = result.errors + result.timeouts + result.non2xx;
  if (bad > 0 || result['2xx'] === 0) throw new Error(`${url}: ${bad} of ${result.requests.total} answers were bad`);
  return result;
}
