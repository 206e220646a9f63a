import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/common/project-root.js';
import { VARIABLES } from '../../src/config/env.js';

const read = (file: string): string => readFileSync(path.join(projectRoot(), file), 'utf8');
const linesOf = (file: string): string[] => read(file).split('\n');

/** No image can be built here: what it is built from is held against the repository instead. */
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
    const image = /^ENV (.*)$/m.exec(read('deploy/docker/Dockerfile'))?.[1] ?? '';
    const names = [...block.matchAll(/^ {4}([A-Z_]+):/gm), ...image.matchAll(/([A-Z_]+)=/g)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(10);
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
      expect(read(`deploy/systemd/${unit}`)).toMatch(/^ExecStart=.*\/usr\/bin\/node .*dist\/src\/main\.js$/m);
    }
    expect(existsSync(path.join(projectRoot(), 'src/main.ts'))).toBe(true);
  });
});
