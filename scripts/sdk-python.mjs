/**
 * Checks the Python client and tests what is published: builds the wheel, installs it in an empty environment, starts
 * the built service, and runs the tests and the programs of the guides against it. Needs Python 3.10 with `venv`, and
 * the Python package index. PYTHON names another interpreter than python3.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readyService, secondsPassed } from './started-service.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const client = path.join(root, 'sdk/python');
const python = process.env.PYTHON ?? 'python3';
const temporary = mkdtempSync(path.join(os.tmpdir(), 'sdk-python-'));
/** None of the developer's settings. */
const env = {
  ...Object.fromEntries(['PATH', 'HOME', 'LANG'].map((name) => [name, process.env[name]])),
  PYTHONDONTWRITEBYTECODE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};
const children = [];

/** Output appears when the command ends, so that commands that run at the same time do not mix theirs. */
function run(what, command, args, { input = '', ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: client, env, ...options });
    children.push(child);
    child.stdin.end(input);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${what} (at ${secondsPassed()} s)`);
      if (code === 0) resolve(Buffer.concat(output).toString());
      else reject(new Error(`${what} failed`));
    });
  });
}

function requirePython() {
  const program = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  if (spawnSync(python, ['-c', program]).status === 0) return;
  console.error(
    `Tests of the Python client need Python 3.10 or newer with venv (on Debian: python3 python3-venv); ${python} is not.`,
  );
  process.exit(1);
}

/** `--without-pip` takes a tenth of the time; another environment's pip fills it. */
async function environment(name, ...options) {
  const folder = path.join(temporary, name);
  await run(`environment ${name}`, python, ['-m', 'venv', ...options, folder]);
  return path.join(folder, 'bin/python');
}

const admin = { email: 'chief@example.com', password: randomBytes(15).toString('base64url') };

/** With an empty organization. */
async function startService() {
  const data = path.join(temporary, 'data');
  mkdirSync(data);
  const settings = { ...env, PORT: '0', DATA_DIR: data, SEED_DEMO: 'false', OUTBOUND_ALLOW_LOOPBACK: 'true' };
  const names = ['--organization', 'Example Air', '--email', admin.email, '--name', 'Chief', '--plan', 'enterprise'];
  await run('administrator', process.execPath, [path.join(root, 'dist/bin/admin-create.js'), ...names], {
    env: settings,
    input: admin.password,
  });
  const log = (name) => openSync(path.join(data, name), 'w');
  const stdio = ['ignore', log('out.log'), log('err.log')];
  service = spawn(process.execPath, ['dist/bin/main.js'], { cwd: root, env: settings, stdio });
  return readyService(data);
}

async function installClient() {
  const tools = await environment('tools');
  const pip = (what, ...args) => run(what, tools, ['-m', 'pip', ...args]);
  const built = path.join(temporary, 'wheel');
  await pip('wheel', 'wheel', '-q', '--no-deps', '--wheel-dir', built, client);
  const wheel = path.join(built, readdirSync(built)[0]);
  const user = await environment('user', '--without-pip');
  await pip('packages of user', '--python', user, 'install', '-q', wheel);
  await pip('packages of tools', 'install', '-q', `${wheel}[test]`);
  return { tools, user };
}

let service;
requirePython();
execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
try {
  const [url, { tools, user }] = await Promise.all([startService(), installClient()]);
  const tool = (name, ...args) => run([name, ...args.slice(0, 2)].join(' '), tools, ['-m', name, ...args]);
  await Promise.all([
    tool('ruff', 'check', '--no-cache', '.'),
    tool('ruff', 'format', '--check', '--no-cache', '.'),
    tool('mypy', '--cache-dir', path.join(temporary, 'mypy')),
  ]);
  const given = { AMK_URL: `${url}/api/v1`, AMK_EMAIL: admin.email, AMK_PASSWORD: admin.password, AMK_PYTHON: user };
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
  process.stdout.write(await run('tests', tools, pytest, { env: { ...env, ...given } }));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  const ended = service && new Promise((resolve) => service.once('close', resolve));
  for (const child of [...children, service]) child?.kill();
  await ended;
  rmSync(temporary, { recursive: true, force: true });
}
