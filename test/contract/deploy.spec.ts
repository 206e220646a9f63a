import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SHUTDOWN_TIMEOUTS_MS } from '../../src/common/runtime/shutdown-timeouts.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { VARIABLES } from '../../src/config/env.js';

const read = (file: string): string => readFileSync(path.join(projectRoot(), file), 'utf8');
const linesOf = (file: string): string[] => read(file).split('\n');

/** The tests build no image. They check the sources of the image against the repository. */
describe('deploy/', () => {
  it('copies into the image what is there and what is not kept from it', () => {
    const kept = linesOf('.dockerignore').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copied = linesOf('deploy/docker/Dockerfile')
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const file of copied) {
      expect([file, existsSync(path.join(projectRoot(), file))]).toEqual([file, true]);
      expect(kept).toContain(file);
    }
  });

  it('sets nothing that the service does not know', () => {
    const compose = read('deploy/docker/compose.yaml');
    const [, block = ''] = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose) ?? [];
    // The nodes receive the whole .env; other variables are for compose.yaml.
    const given = linesOf('deploy/docker/env.example').flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    const units = ['amks.service', 'amks@.service', 'amks-backup.service'].flatMap((unit) => {
      const text = read(`deploy/systemd/${unit}`);
      const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(
        ([, line = '']) => line.match(/[A-Z_]+(?==)/g) ?? [],
      );
      return set.filter((name) => !text.includes(`\${${name}}`));
    });
    const image = /^ENV (.*)$/m.exec(read('deploy/docker/Dockerfile'))?.[1] ?? '';
    const names = [
      ...[...block.matchAll(/^ {4}([A-Z_]+):/gm), ...image.matchAll(/([A-Z_]+)=/g)].map((match) => match[1]!),
      ...given.filter((name) => !compose.includes(`\${${name}:`)),
      ...units,
    ];
    expect(names.length).toBeGreaterThan(15);
    expect(names).toContain('MAIL_URL');
    expect(compose).toMatch(/^ {2}env_file: \.env$/m);
    expect(names.filter((name) => !(name in VARIABLES) && name !== 'NODE_ENV')).toEqual([]);
  });

  it('has no password, and names what each needs', () => {
    const compose = read('deploy/docker/compose.yaml');
    const secrets = compose.match(/(PASSWORD|SECRET\w*|_KEY): .*/g) ?? [];
    expect(secrets.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(secret).toMatch(/: \$\{[A-Z_]+:\?[^}]+\}$/);
    for (const line of linesOf('deploy/docker/env.example')) expect(line).toMatch(/^(#.*|[A-Z_]+=)?$/);
    const demanded = new Set([...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map((match) => match[1]!));
    for (const name of demanded) expect(linesOf('deploy/docker/env.example')).toContain(`${name}=`);
  });

  it('runs from systemd what the build makes', () => {
    for (const unit of ['amks.service', 'amks@.service']) {
      expect(read(`deploy/systemd/${unit}`)).toMatch(/^ExecStart=.*\/usr\/bin\/node .*dist\/bin\/main\.js$/m);
    }
    expect(existsSync(path.join(projectRoot(), 'src/main.ts'))).toBe(true);
  });

  describe('amks-run', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'amks-run-'));
      // In place of the real ones: say what they were called with.
      for (const name of ['systemd-run', 'docker']) {
        writeFileSync(path.join(folder, name), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      }
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /** The words that it calls the other program with, itself called by a link to it. */
    const callOf = (kind: string): string[] => {
      const link = path.join(folder, `amks-run-${kind}`);
      symlinkSync(path.join(projectRoot(), 'deploy', kind, 'amks-run'), link);
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
      const words = execFileSync(link, ['backup:verify', '--from', '/a folder'], { env, encoding: 'utf8' });
      return words.trimEnd().split('\n');
    };

    it('runs a command as systemd runs the service', () => {
      const words = callOf('systemd');
      expect(words.slice(-4)).toEqual(['/usr/bin/node', 'dist/bin/backup-verify.js', '--from', '/a folder']);
      const set = words.flatMap((word) => /^--property=(.*)$/.exec(word)?.[1] ?? []);
      expect(set.length).toBeGreaterThan(5);
      expect(linesOf('deploy/systemd/amks.service')).toEqual(expect.arrayContaining(set));
    });

    it('runs a command in a container like a node', () => {
      const words = callOf('docker');
      const compose = path.join(projectRoot(), 'deploy/docker/compose.yaml');
      expect(words.slice(0, 3)).toEqual(['compose', '--file', compose]);
      const called = ['--entrypoint', 'node', 'worker', 'dist/bin/backup-verify.js', '--from', '/a folder'];
      expect(words.slice(-6)).toEqual(called);
      expect(linesOf('deploy/docker/compose.yaml')).toContain('  worker:');
      expect(read('deploy/docker/Dockerfile')).toMatch(/^COPY .* dist\/bin$/m);
    });
  });

  it('runs, and has operators run, commands that there are', () => {
    const texts = ['docs', 'deploy'].flatMap((folder) =>
      readdirSync(path.join(projectRoot(), folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
    );
    const named = texts.flatMap((text) => [
      ...[...text.matchAll(/dist\/bin\/([\w-]+)\.js/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/amks-run ([a-z]+(:[a-z]+)?)/g)].map(([, name = '']) => name.replace(':', '-')),
    ]);
    const names = [...new Set(named)].filter((name) => !['NAME', 'main'].includes(name));
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((name) => !existsSync(path.join(projectRoot(), `scripts/${name}.ts`)))).toEqual([]);
  });

  it('lets a node answer for longer than nginx holds a connection to it, and stops none before its time', () => {
    const seconds = (file: string, pattern: RegExp): number => Number(pattern.exec(read(file))?.[1]);
    const held = seconds('deploy/nginx/amks.conf', /^ {4}keepalive_timeout (\d+)s;\n\}/m);
    const delay = seconds('deploy/docker/compose.yaml', /SHUTDOWN_DELAY_SECONDS: (\d+)$/m);
    expect(delay).toBeGreaterThan(held);
    const whole = delay + SHUTDOWN_TIMEOUTS_MS.process / 1000;
    expect(seconds('deploy/docker/compose.yaml', /stop_grace_period: (\d+)s/)).toBeGreaterThan(whole);
    for (const unit of ['amks.service', 'amks@.service']) {
      expect(seconds(`deploy/systemd/${unit}`, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(whole);
    }
  });

  it('mounts files that are there, for every one that nginx includes', () => {
    const compose = read('deploy/docker/compose.yaml');
    const mounts = [...compose.matchAll(/- (\.\S+):\/etc\/nginx\/(\S+):ro/g)];
    for (const [, file = ''] of mounts) {
      expect([file, existsSync(path.join(projectRoot(), 'deploy/docker', file))]).toEqual([file, true]);
    }
    const included = [...read('deploy/nginx/amks.conf').matchAll(/^ *include (\S+);/gm)].map(([, file]) => file);
    expect(included).toHaveLength(2);
    expect(mounts.map(([, , target]) => target)).toEqual(expect.arrayContaining(included));
  });

  it('checks in CI each kind of test, each once', () => {
    const scripts = /"scripts": \{([^}]*)\}/.exec(read('package.json'))?.[1] ?? '';
    const names = [...scripts.matchAll(/^ *"([\w:]+)":/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect([...new Set(names)]).toEqual(names);
    const run = linesOf('.ci/run').flatMap((line) => (line.startsWith('npm ') ? line.split(' || ', 1) : []));
    const steps = ['npm run check', 'npm test', 'npm run test:cluster', 'npm run test:fuzz'];
    expect(run.filter((line) => steps.includes(line))).toEqual(steps);
    expect((JSON.parse(read('package.json')) as { scripts: { test: string } }).scripts.test).toBe(
      'jest --selectProjects unit integration e2e',
    );
  });
});
