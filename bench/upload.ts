/**
 * Uploads a 200 MiB file to the service, with file storage and with an object store, and to a bare Fastify that writes
 * the same multipart form to /dev/null. Measures memory growth and time. The object store is s3rver, in a separate
 * local process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import path from 'node:path';
import readline from 'node:readline';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { progress, report } from './support/figure.js';
import { riseMib } from './support/process-stats.js';
import { startServer, startService, type ServerProcess } from './support/server-process.js';
import { inWorld, login, type World } from './support/world.js';

const FILE_MIB = 200;
const TARGET_MIB = 60;
/** Upload before the measurement, to compile code and fill pools. */
const WARM_UP_MIB = 8;

interface Measured {
  rise: number;
  seconds: number;
}

/** Lines of text without repeated chunks, so that no store deduplicates them. */
function* lines(mebibytes: number, seed: number): Generator<Buffer> {
  const line = Buffer.from('TIGHTEN THE EIGHT ATTACHMENT BOLTS TO 120 NM IN A CROSSWISE SEQUENCE.\n');
  const chunk = Buffer.alloc(64 * 1024, line);
  for (let index = 0; index < mebibytes * 16; index += 1) {
    const varied = Buffer.from(chunk);
    varied.write(`STEP ${seed} ${index}.\n`);
    yield varied;
  }
}

/** Sends a form with the file as fast as the server accepts it; returns the status. */
async function send(url: string, token: string, mebibytes: number, seed: number): Promise<number> {
  const boundary = 'bench-of-uploads';
  const fields = { title: 'Long text', document_type: 'AMM', aircraft_type: 'A320', version: '1' };
  const request = http.request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  const part = (name: string, rest = ''): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  for (const [name, value] of Object.entries(fields)) request.write(`${part(name)}${value}\r\n`);
  request.write(part('file', '; filename="long.txt"'));
  for (const chunk of lines(mebibytes, seed)) if (!request.write(chunk)) await once(request, 'drain');
  request.end(`\r\n--${boundary}--\r\n`);
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

async function measure(server: ServerProcess, route: string, token: string): Promise<Measured> {
  const url = server.url + route;
  for (let run = 0; run < 3; run += 1) await send(url, token, WARM_UP_MIB, run);
  const startedAt = performance.now();
  const rise = await riseMib(server.pid, async () => {
    const status = await send(url, token, FILE_MIB, 10);
    if (status !== 202) throw new Error(`upload answered ${status}`);
  });
  return { rise, seconds: (performance.now() - startedAt) / 1000 };
}

async function startObjectStore(directory: string): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const script = path.join(projectRoot(), 'test/support/peers/s3-server.mjs');
  const child = spawn(process.execPath, [script, directory, 'bench'], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url: string };
    const env = {
      STORAGE_URL: `s3://bench?endpoint=${encodeURIComponent(url)}&path_style=true`,
      STORAGE_ACCESS_KEY_ID: 'S3RVER',
      STORAGE_SECRET_ACCESS_KEY: 'S3RVER',
    };
    const stop = async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    };
    return { env, stop };
  }
  throw new Error('the object store did not start');
}

async function measureService(world: World, env: Record<string, string>): Promise<Measured> {
  // Reading uploaded files is a separate process, and benchmark.
  const common = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, INGESTION_CONCURRENCY: '0' };
  const service = await startService({ ...common, ...env });
  try {
    return await measure(service, '/api/v1/documents', await login(service));
  } finally {
    await service.stop();
  }
}

function tell(name: string, measured: Measured, floor: Measured): void {
  report({
    name: `memory for an upload of ${FILE_MIB} MiB, ${name}`,
    value: `${measured.rise.toFixed(0)} MiB`,
    floor: `${floor.rise.toFixed(0)} MiB`,
    target: `< ${TARGET_MIB} MiB`,
    holds: measured.rise < TARGET_MIB,
  });
  report({
    name: `upload of ${FILE_MIB} MiB, ${name}`,
    value: `${(FILE_MIB / measured.seconds).toFixed(0)} MiB/s`,
    floor: `${(FILE_MIB / floor.seconds).toFixed(0)} MiB/s`,
    ratio: floor.seconds / measured.seconds,
  });
}

async function main(): Promise<void> {
  progress('floor');
  const bare = await startServer('upload-floor-server.js', '/ready', {});
  const floor = await measure(bare, '/upload', '').finally(() => bare.stop());
  await inWorld(async (world) => {
    progress('files');
    tell('files', await measureService(world, {}), floor);
    progress('object store');
    const store = await startObjectStore(path.join(world.dataDir, 's3'));
    try {
      tell('object store', await measureService(world, store.env), floor);
    } finally {
      // The store writes until it exits, so it must stop before the world's folder is removed.
      await store.stop();
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
