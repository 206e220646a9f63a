/** Measures the start of `amk`, next to a bare `node` in the same run: `--version`, and a search until its request leaves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { median, milliseconds, report } from './support/figure.js';

const RUNS = 25;
const TARGET_MS = 150;
const AMK = path.join(projectRoot(), 'sdk/dist/cli/main.js');

let arrived: () => void = () => undefined;
const server = createServer((_request, response) => {
  arrived();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":[],"meta":{}}');
});

/** Milliseconds until the process ends, or until its request arrives. */
async function time(args: string[], isRequest = false): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const env = { PATH: process.env.PATH, AMK_URL: `http://127.0.0.1:${port}`, AMK_API_KEY: 'amk_bench' };
  const request = new Promise<void>((resolve) => (arrived = resolve));
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await (isRequest ? request : ended);
  const elapsed = performance.now() - startedAt;
  await ended;
  return elapsed;
}

async function main(): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const [bare, version, search]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < RUNS; n += 1) {
    bare.push(await time(['-e', '0']));
    version.push(await time([AMK, '--version']));
    search.push(await time([AMK, 'search', 'axle nut'], true));
  }
  server.close();
  for (const [name, times] of [
    ['amk --version', version],
    ['amk search until its request arrives', search],
  ] as const)
    report({
      name: `${name}, median of ${RUNS}`,
      value: milliseconds(median(times)),
      floor: milliseconds(median(bare)),
      ratio: median(times) / median(bare),
      target: `≤ ${TARGET_MS} ms`,
      holds: median(times) <= TARGET_MS,
    });
}

await main();
