import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../src/common/runtime/free-port.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { selfSignedCertificate } from './self-signed-certificate.js';
import { untilListening } from './until-listening.js';

/** Keeps nginx only as long as this process has standard input open: no test leaves one behind. */
const KEEPER = '"$@" </dev/null & read -r _; kill $! 2>/dev/null; wait';

/** A real nginx with deploy/nginx/amks.conf, as an operator installs it. */
export interface TestNginx {
  /** `http://127.0.0.1:port` */
  url: string;
  /** `https://127.0.0.1:port`, with a certificate that `certificate` vouches for. */
  secureUrl: string;
  certificate: string;
  /** What it wrote of errors so far. */
  errors(): string;
  stop(): Promise<void>;
}

/** @param nodes `host:port` of each */
export async function startNginx(nodes: string[]): Promise<TestNginx> {
  const folder = await mkdtemp(path.join(process.env.TEST_TEMPORARY_FOLDER ?? os.tmpdir(), 'nginx-'));
  const { key, cert } = selfSignedCertificate();
  const [port, securePort] = [await freePort(), await freePort()];
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await mkdir(path.join(folder, 'conf.d'));
  await copyFile(path.join(projectRoot(), 'deploy/nginx/amks.conf'), path.join(folder, 'conf.d/amks.conf'));
  await write('node.key', key);
  await write('node.pem', cert);
  await write('amks-nodes.conf', nodes.map((node) => `server ${node} max_fails=1 fail_timeout=2s;\n`).join(''));
  await write(
    'amks-listen.conf',
    `listen 127.0.0.1:${port};
     listen 127.0.0.1:${securePort} ssl http2;
     ssl_certificate ${folder}/node.pem;
     ssl_certificate_key ${folder}/node.key;`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await write(
    'nginx.conf',
    `worker_processes 2;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     pid ${folder}/pid;
     events { worker_connections 4096; }
     http {
       access_log off;
       ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
       include conf.d/*.conf;
     }`,
  );
  const args = ['-c', path.join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'];
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', 'nginx', ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = once(keeper, 'exit');
  let said = '';
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await untilListening(port, keeper, () => said);
  return {
    url: `http://127.0.0.1:${port}`,
    secureUrl: `https://127.0.0.1:${securePort}`,
    certificate: cert,
    errors: () => said,
    stop: async () => {
      keeper.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
