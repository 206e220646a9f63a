/** Builds and runs the service, and restarts it when a source changes. Vite serves the console, which it reloads. */
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Editors write a file in several steps, which count as one change. */
const SETTLE_MS = 300;

const SERVICE_URL = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
/** Where vite.config.mjs listens. Browsers sign in there, and its proxy leads to the service. */
const CONSOLE_URL = 'http://127.0.0.1:5173';
const env = { PUBLIC_URL: CONSOLE_URL, ...process.env, SERVICE_URL };

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
  service = spawn(process.execPath, ['dist/bin/main.js'], { cwd: root, env, stdio: 'inherit' });
}

const vite = spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: path.join(root, 'web'),
  env,
  stdio: 'inherit',
});

for (const folder of ['src', 'migrations']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (restarting = restarting.then(restart)), SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    vite.kill();
    // The watchers would keep the process.
    void stop().then(() => process.exit(0));
  });
}
await restart();
