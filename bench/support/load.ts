import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
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
  /** Sent in turns in place of the one request. */
  requests?: readonly LoadRequest[];
}

export interface LoadRequest {
  /** Appended to `url`. */
  path: string;
  /** Makes it a POST. */
  body?: object;
}

/** Runs autocannon in a separate process. Throws unless every response is 2xx. */
export async function applyLoad(load: Load): Promise<Result> {
  const { url, token, connections, seconds, rate, body, requests } = load;
  const tool = path.join(projectRoot(), 'node_modules/autocannon/autocannon.js');
  const args = ['--json', '-c', String(connections), '-d', String(seconds), '-H', `authorization=Bearer ${token}`];
  if (rate !== undefined) args.push('-R', String(rate));
  if (body) args.push('-m', 'POST', '-H', 'content-type=application/json', '-b', JSON.stringify(body));
  if (!requests) return run(url, [tool, ...args, url]);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'amks-load-'));
  try {
    const archive = path.join(folder, 'requests.har');
    await writeFile(archive, JSON.stringify({ log: { entries: requests.map((request) => entryOf(load, request)) } }));
    return await run(url, [tool, ...args, '--har', archive, new URL(url).origin]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A request as in an HTTP archive. */
function entryOf({ url, token }: Load, { path: to, body }: LoadRequest): object {
  const headers = [
    { name: 'authorization', value: `Bearer ${token}` },
    ...(body ? [{ name: 'content-type', value: 'application/json' }] : []),
  ];
  const postData = body && { mimeType: 'application/json', text: JSON.stringify(body) };
  return { request: { method: body ? 'POST' : 'GET', url: url + to, headers, postData } };
}

/** @throws Error unless every response is 2xx */
async function run(url: string, args: string[]): Promise<Result> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const result = (await json(child.stdout)) as Result;
  const bad = result.errors + result.timeouts + result.non2xx;
  if (bad > 0 || result['2xx'] === 0) throw new Error(`${url}: ${bad} of ${result.requests.total} answers were bad`);
  return result;
}
