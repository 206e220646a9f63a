/** Builds and runs the service, and restarts it when a source changes. */
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Editors write a file in several steps, which count as one change. */
const SETTLE_MS = 300;

let service = null;
let timer = null;
let restarting = Promise.resolve();

function build() {
  return spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' }).status === 0;
}

function stop() {
  if (!service || service.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    service.once('exit', resolve);
    service.kill('SIGTERM');
  });
}

async function restart() {
  if (!build()) return;
  await stop();
  service = spawn(process.execPath, ['dist/bin/main.js'], { cwd: root, stdio: 'inherit' });
}

for (const folder of ['src', 'migrations']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (restarting = restarting.then(restart)), SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void stop().then(() => process.exit(0)));
}
await restart();
