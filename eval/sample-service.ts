import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../bench/support/server-process.js';

const READING_TIMEOUT_MS = 300_000;
const POLL_MS = 100;

export interface SampleService {
  url: string;
  /** An administrator's API key of the organization with the sample library. */
  key: string;
  /** With the data; removed when the service stops. */
  folder: string;
  stop(options?: { keepFolder: boolean }): Promise<void>;
}

export interface SampleOptions {
  /** `answer_min_confidence` of the organization; by default as it is for users. */
  minConfidence?: number;
}

interface DemoCredentials {
  api_key: string;
  users: { role: string; email: string; password: string }[];
}

/**
 * Starts the service as `npm start` does, in a temporary folder with the sample library read; stopping removes the
 * folder.
 */
export async function startSampleService({ minConfidence }: SampleOptions = {}): Promise<SampleService> {
  // The service ends when this process exits, which a signal alone does not cause.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'amks-eval-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const service = await startService({ DATA_DIR: folder });
    const stop = (options?: { keepFolder: boolean }) =>
      service.stop().then(() => (options?.keepFolder ? undefined : remove()));
    try {
      const credentials = path.join(folder, 'demo-credentials.json');
      const pending = path.join(folder, 'demo-library-pending');
      const deadline = Date.now() + READING_TIMEOUT_MS;
      while (!existsSync(credentials) || existsSync(pending)) {
        if (Date.now() > deadline) throw new Error('the sample library was not read in time');
        await sleep(POLL_MS);
      }
      const demo = JSON.parse(readFileSync(credentials, 'utf8')) as DemoCredentials;
      const { api_key: key } = demo;
      await readParts(service.url, key);
      if (minConfidence !== undefined) await setMinConfidence(service.url, demo, minConfidence);
      return { url: service.url, key, folder, stop };
    } catch (error) {
      await service.stop();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Parts lists are read a while after the pages, or when a client requests the parts of a document. */
async function readParts(url: string, key: string): Promise<void> {
  const headers = { 'x-api-key': key };
  const get = async (address: string): Promise<{ data: { id: string }[] }> => {
    const response = await fetch(`${url}/api/v1/${address}`, { headers });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: { id: string }[] };
  };
  for (const { id } of (await get('documents?limit=100')).data) await get(`parts?document_id=${id}&limit=1`);
}

/** Settings are changed in a session with a fresh proof, which a login is. */
async function setMinConfidence(url: string, { users }: DemoCredentials, minConfidence: number): Promise<void> {
  const { email, password } = users.find(({ role }) => role === 'admin')!;
  const login = await call('POST', `${url}/api/v1/auth/login`, { email, password });
  const { data } = (await login.json()) as { data: { access_token: string } };
  await call('PATCH', `${url}/api/v1/settings`, { answer_min_confidence: minConfidence }, data.access_token);
}

async function call(method: string, url: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}
