import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 180_000;
const startedAt = Date.now();

/** Polls until `check` returns something. @throws Error three minutes after the start of the script */
export async function until(what, check) {
  while (Date.now() - startedAt < DEADLINE_MS) {
    const result = await check();
    if (result) return result;
    await sleep(250);
  }
  throw new Error(`timed out waiting for: ${what}`);
}

/** URL of a service whose standard output is `out.log` in its DATA_DIR, when it is ready. */
export async function readyService(dataDir) {
  const base = await until('the service listens', () => {
    const lines = readFileSync(path.join(dataDir, 'out.log'), 'utf8').split('\n');
    const line = lines.find((text) => /^\{.*"msg":"listening".*\}$/.test(text));
    return line && JSON.parse(line).url;
  });
  await until('ready', async () => (await fetch(`${base}/readyz`)).ok);
  return base;
}

export const secondsPassed = () => ((Date.now() - startedAt) / 1000).toFixed(1);
