/**
 * Measures sandboxes: the first one of an installation, for which the sample library is read (the floor), then those of other
 * organizations, which get copies of what was read, and resets.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compiledFile } from '@amks/reader/processes/installation.js';
import { median, milliseconds, report } from './support/figure.js';
import { inWorld, login, type World } from './support/world.js';

const ORGANIZATIONS = 7;
const RESETS = 15;
const TARGET_MS = 5_000;
const PASSWORD = 'a-password-for-measuring';
const POLL_MS = 20;

interface Sandbox {
  library_state: string;
}

/** Milliseconds of the first request, and until the documents are there. */
async function enter(base: string, token: string): Promise<{ first: number; filled: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const startedAt = performance.now();
  let first = 0;
  for (;;) {
    const response = await fetch(`${base}/sandbox/v1/sandbox`, { headers });
    const { data } = (await response.json()) as { data: Sandbox };
    first ||= performance.now() - startedAt;
    if (data.library_state === 'ready') return { first, filled: performance.now() - startedAt };
    if (data.library_state !== 'filling') throw new Error(JSON.stringify(data));
    await sleep(POLL_MS);
  }
}

async function addOrganization({ databaseUrl, dataDir }: World, n: number): Promise<string> {
  const email = `chief-${n}@bench.example`;
  const admin = ['--organization', `Bench Air ${n}`, '--email', email, '--name', 'Chief', '--plan', 'enterprise'];
  const running = promisify(execFile)(process.execPath, [compiledFile('admin-create.js'), ...admin], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  running.child.stdin?.end(PASSWORD);
  await running;
  return email;
}

await inWorld(async (world) => {
  const emails: string[] = [];
  for (let n = 0; n < ORGANIZATIONS; n += 1) emails.push(await addOrganization(world, n));
  const service = await world.startService();
  try {
    const token = await login(service);
    const reading = (await enter(service.url, token)).filled;
    const entries: { first: number; filled: number }[] = [];
    for (const email of emails) entries.push(await enter(service.url, await login(service, email, PASSWORD)));
    const resets: number[] = [];
    for (let n = 0; n < RESETS; n += 1) {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${service.url}/sandbox/v1/sandbox/reset`, { method: 'POST', headers });
      if (response.status !== 200) throw new Error(`reset: ${response.status}`);
      resets.push(performance.now() - startedAt);
    }
    const filled = median(entries.map((entry) => entry.filled));
    report({
      name: `sandbox with its documents, median of ${ORGANIZATIONS}`,
      value: milliseconds(filled),
      floor: `${milliseconds(reading)} (the first, which reads them)`,
      ratio: filled / reading,
      target: `≤ ${TARGET_MS} ms`,
      holds: filled <= TARGET_MS,
    });
    report({ name: 'its first request, median', value: milliseconds(median(entries.map((entry) => entry.first))) });
    report({ name: `reset, median of ${RESETS}`, value: milliseconds(median(resets)), floor: milliseconds(reading) });
  } finally {
    await service.stop();
  }
});
