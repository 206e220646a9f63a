import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';

export const S3_BUCKET = 'manuals';
/** The one account of the server. */
export const S3_ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** How the server misbehaves; see s3-server.mjs. */
export type S3Fault = 'hang' | 'error' | 'hold' | 'corrupt' | null;

/** A real S3 server in a separate process. */
export interface TestS3 {
  url: string;
  /** `s3://…` for STORAGE_URL, with everything under the prefix. */
  storageUrl(prefix?: string, bucket?: string): string;
  /** Variables of a service that uses it. */
  env: Record<string, string>;
  /** Where it keeps a key's object, to look at and to damage. */
  fileOf(key: string): string;
  /** Keys of all objects. */
  keys(): Promise<string[]>;
  tell(fault: S3Fault): Promise<void>;
  /** Ends the process, as for a store that is down; `start` brings it back on the same port with the same contents. */
  halt(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 's3-'));
  let { child, url } = await spawnServer(directory, '0');
  const halt = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  };
  const storageUrl: TestS3['storageUrl'] = (prefix = '', bucket = S3_BUCKET) =>
    `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(url)}&path_style=true`;
  return {
    url,
    storageUrl,
    env: {
      STORAGE_URL: storageUrl(),
      STORAGE_ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
      STORAGE_SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
    },
    fileOf: (key) => path.join(directory, S3_BUCKET, `${key}._S3rver_object`),
    keys: async () => {
      const files = await readdir(path.join(directory, S3_BUCKET), { recursive: true });
      return files.filter((file) => file.endsWith('._S3rver_object')).map((file) => file.slice(0, -15));
    },
    tell: async (fault) => {
      await fetch(`${url}/control`, { method: 'POST', body: JSON.stringify({ fault }) });
    },
    halt,
    start: async () => {
      if (child.exitCode === null) return;
      ({ child, url } = await spawnServer(directory, new URL(url).port));
    },
    stop: async () => {
      await halt();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function spawnServer(directory: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const script = path.join(projectRoot(), 'test/support/peers/s3-server.mjs');
  const child = spawn(process.execPath, [script, directory, S3_BUCKET, port], {
    cwd: projectRoot(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  for await (const line of readline.createInterface({ input: child.stdout })) {
    if (line.startsWith('{"url"')) return { child, url: (JSON.parse(line) as { url: string }).url };
  }
  throw new Error(`the S3 server did not start:\n${said}`);
}
