import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { createClient } from '../../../sdk/src/index.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { wheelManual } from '../../support/manuals/manual.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

const run = promisify(execFile);
const root = projectRoot();
const NAME = 'aviation-maintenance-knowledge-client';
/** Dependencies of the package, from this installation instead of the registry. */
const DEPENDENCIES = [
  ...['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser'],
  ...['csv-parse', 'yazl', 'buffer-crc32'],
];
/** For the types of the programs in the guide. */
const TYPES = ['@types/node', 'undici-types'];
const EXAMPLE = 'https://manuals.example.com/api/v1';

/** All of the guide's TypeScript, one program. */
function programOf(guide: string): string {
  return [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
}

describe('the client', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'client-'));
  const installed = path.join(folder, 'node_modules', NAME);
  let packed: string[];
  let world: TestWorld;

  beforeAll(async () => {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: path.join(root, 'sdk'),
    });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    packed = files.map((file) => file.path).sort();
    writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
    const module = (name: string): string => path.join(root, 'node_modules', name);
    const given = [
      'install',
      '--offline',
      '--install-links',
      '--ignore-scripts',
      '--no-audit',
      path.join(folder, filename),
    ];
    await run('npm', [...given, ...DEPENDENCIES.map(module)], { cwd: folder });
    mkdirSync(path.join(folder, 'node_modules/@types'));
    for (const name of TYPES) symlinkSync(module(name), path.join(folder, 'node_modules', name));
    world = await startWorld({ shared: true });
  });
  afterAll(async () => {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds what was built, how to use it and its licence', () => {
    expect(packed.filter((name) => !name.startsWith('dist/'))).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(packed.filter((name) => name.startsWith('dist/') && !/\.(js|d\.ts)$/.test(name))).toEqual([]);
    expect(packed).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']));
    expect(readFileSync(path.join(installed, 'LICENSE'), 'utf8')).toBe(
      readFileSync(path.join(root, 'LICENSE'), 'utf8'),
    );
  });

  it('brings the command amk', async () => {
    const amk = async (...args: string[]): Promise<string> =>
      (await run(path.join(folder, 'node_modules/.bin/amk'), args, { cwd: folder })).stdout;
    const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as { version: string };
    expect(await amk('--version')).toBe(`${version}\n`);
    expect(await amk('import', '--help')).toMatch(/^Usage: amk import DIR[\s\S]*--dry-run[\s\S]*Exit code/);
    expect(await amk()).toContain('import DIR');
    await expect(amk('serach')).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('"serach"') });
  });

  it('knows nothing of Node besides its command line, so that browsers can take it', () => {
    const code = packed
      .filter((name) => name.endsWith('.js') && !name.startsWith('dist/cli/'))
      .map((name) => readFileSync(path.join(installed, name), 'utf8'));
    const imported = code.flatMap((text) => [...text.matchAll(/from ['"]([^.'"][^'"]*)['"]/g)].map(([, name]) => name));
    expect([...new Set(imported)].sort()).toEqual(['eventsource-parser', 'openapi-fetch']);
    expect(code.join()).not.toMatch(/\b(process|Buffer|require)\b[.(]|\/cli\//);
  });

  it('does what its guide says, as the guide says it', async () => {
    const program = programOf(readFileSync(path.join(installed, 'README.md'), 'utf8'));
    writeFileSync(path.join(folder, 'guide.ts'), program);
    const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', lib: ['es2023'] };
    const config = { compilerOptions: { ...compilerOptions, types: ['node'] }, files: ['guide.ts'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(stdout);
      },
    );

    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const code = ts.transpileModule(program, { compilerOptions: options }).outputText;
    writeFileSync(path.join(folder, 'guide.js'), code.replaceAll(EXAMPLE, `${world.service.baseUrl}/v1`));
    writeFileSync(path.join(folder, 'landing-gear.pdf'), await wheelManual());
    const user = await world.identity.user({ role: 'admin' });
    const scopes = ['document.view', 'document.search', 'document.manage', 'chat.use'] as const;
    const { key: MANUALS_KEY } = await world.identity.apiKey(user, { scopes });
    const { stdout } = await run(process.execPath, ['guide.js'], {
      cwd: folder,
      env: { ...process.env, MANUALS_KEY, EMAIL: user.email, PASSWORD: user.password },
    });
    expect(stdout).toMatch(/^admin 200\n0 \[.*\]\n404 NOT_FOUND \{ resource: 'document' \} true null\n206 %PDF\n/);
    expect(stdout).toContain('\nLanding Gear 14\n');
    expect(stdout).toMatch(/\nLanding Gear 2\n[\s\S]*120 Nm[\s\S]*\[1\]\s*\ngrounded\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(user.email);
    expect(world.service.logs()).toEqual(expect.arrayContaining([expect.objectContaining({ client: 'planning' })]));
  });

  it('renews a session of the service once for twenty calls, and again with what it got', async () => {
    const { accessToken: access, refreshToken: refresh } = await world.signIn();
    const spent = new Set([`Bearer ${access}`]);
    const refreshes: string[] = [];
    const kept: { access: string; refresh: string }[] = [];
    // An hour passes: the service's own refusal comes at once, everything else is the service.
    const expired = {
      success: false,
      error: { code: 'UNAUTHORIZED', message: 'Expired', details: { reason: 'expired' } },
    };
    const fetchLater = async (url: string, init: RequestInit): Promise<Response> => {
      if (spent.has(new Headers(init.headers).get('authorization') ?? ''))
        return Response.json(expired, { status: 401 });
      if (url.endsWith('/auth/refresh')) refreshes.push(init.body as string);
      return fetch(url, init);
    };
    const client = createClient({
      baseUrl: `${world.service.baseUrl}/v1`,
      fetch: fetchLater,
      tokens: { access, refresh, onRefresh: (tokens) => void kept.push(tokens) },
    });
    const look = (): Promise<unknown> => Promise.all(Array.from({ length: 20 }, () => client.GET('/users/me')));
    await look();
    expect(refreshes).toEqual([JSON.stringify({ refresh_token: refresh })]);
    spent.add(`Bearer ${kept[0]?.access}`);
    await look();
    expect(refreshes).toHaveLength(2);
    expect(refreshes[1]).toBe(JSON.stringify({ refresh_token: kept[0]?.refresh }));
    expect((await client.GET('/auth/sessions')).data).toHaveLength(1);
  });
});
