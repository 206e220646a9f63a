import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { build } from 'esbuild';
import ts from 'typescript';
import { createClient } from '../../../sdk/src/index.js';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { TestUser } from '../../factories/identity.factory.js';
import { wheelManual } from '../../support/manuals/manual.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);
const root = projectRoot();
const NAME = 'aviation-maintenance-knowledge-client';
/** Dependencies of the package, from this installation instead of the registry. */
const DEPENDENCIES = [
  ...['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser'],
  ...['csv-parse', 'yazl', 'buffer-crc32'],
  // For the recipe of webhooks.
  ...['standardwebhooks', '@stablelib/base64', 'fast-sha256'],
];
/** For the types of the programs in the guide. */
const TYPES = ['@types/node', 'undici-types'];
const EXAMPLES = /https:\/\/manuals\.example\.com|http:\/\/127\.0\.0\.1:3000/g;
const SAMPLE = path.join(root, 'samples/pdf/amm-tr46-32-landing-gear.pdf');
/** Two consumers' settings of TypeScript, with the types of the package checked too. */
const CONSUMERS = [
  { module: 'node16', moduleResolution: 'node16', files: ['typed.mts', 'typed.cts'] },
  { module: 'esnext', moduleResolution: 'bundler', files: ['typed.ts'] },
];
const TYPED = `import { ApiError, createClient, paginate, type Schema } from '${NAME}';
const client = createClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'key' });
export async function title(): Promise<Schema<'DocumentResponse'>['title']> {
  for await (const one of paginate(client, '/documents')) return one.title;
  return (await client.GET('/documents/{id}', { params: { path: { id: 'doc_1' } } })).data.title;
}
// @ts-expect-error there is no such path
void client.GET('/document');
export const isError = (error: unknown): error is ApiError => error instanceof ApiError;
`;
/** What browsers and workers have. */
const WEB = {
  ...{ fetch, Request, Response, Headers, FormData, Blob, URL, URLSearchParams, AbortController, AbortSignal },
  ...{ ReadableStream, TextDecoder, TextEncoder, DOMException, crypto, setTimeout, clearTimeout },
};

// In CI there has to be one.
const hasCurl = process.env.CI === 'true' || spawnSync('curl', ['--version']).status === 0;

const guideAt = (name: string): string => readFileSync(path.join(root, name), 'utf8');

/** All of the guide's blocks in a language, one program. */
function programOf(guide: string, language = 'ts'): string {
  return [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))]
    .map(([, code]) => code)
    .join('\n');
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
    expect(packed.filter((name) => name.startsWith('dist/') && !/\.(js|d\.ts)$/.test(name))).toEqual([
      'dist/cjs/package.json',
    ]);
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
      .filter((name) => name.endsWith('.js') && !/^dist\/(cli|cjs)\//.test(name))
      .map((name) => readFileSync(path.join(installed, name), 'utf8'));
    const imported = code.flatMap((text) => [...text.matchAll(/from ['"]([^.'"][^'"]*)['"]/g)].map(([, name]) => name));
    expect([...new Set(imported)].sort()).toEqual(['eventsource-parser', 'openapi-fetch']);
    expect(code.join()).not.toMatch(/\b(process|Buffer|require)\b[.(]|\/cli\//);
  });

  it.each(['import', 'require'])('can be loaded by %s, without types', async (way) => {
    const names = '{ ApiError, ConnectionError, createClient, pages, paginate }';
    const load = way === 'import' ? `import ${names} from '${NAME}';` : `const ${names} = require('${NAME}');`;
    const file = way === 'import' ? 'loaded.mjs' : 'loaded.cjs';
    const read = "createClient({ baseUrl, apiKey: 'no key' }).GET('/users/me')";
    const program = `${load}\nconst baseUrl = '${world.service.baseUrl}/v1';
${read}.catch((error) => console.log(error instanceof ApiError, error.code, typeof pages, typeof paginate));`;
    writeFileSync(path.join(folder, file), program);
    const { stdout } = await run(process.execPath, [file], { cwd: folder });
    expect(stdout).toBe('true UNAUTHORIZED function function\n');
  });

  it.each(CONSUMERS)('has types with moduleResolution $moduleResolution', async ({ files, ...options }) => {
    for (const file of files) writeFileSync(path.join(folder, file), TYPED);
    await compile(files, { ...options, lib: ['es2023', 'dom', 'dom.iterable'], types: [] });
  });

  const bundled = async (contents: string, format: 'esm' | 'iife'): Promise<string> => {
    const stdin = { contents, resolveDir: folder };
    const options = { bundle: true, minify: true, platform: 'browser', write: false } as const;
    return (await build({ stdin, format, ...options })).outputFiles[0]?.text ?? '';
  };

  it('brings into a bundle only what is used', async () => {
    const sizeOf = async (name: string): Promise<number> =>
      (await bundled(`export { ${name} } from '${NAME}';`, 'esm')).length;
    expect(await sizeOf('ApiError')).toBeLessThan(1_500);
    expect(await sizeOf('paginate')).toBeLessThan(1_500);
    const whole = await sizeOf('createClient');
    expect(whole).toBeGreaterThan(5_000);
    expect(whole).toBeLessThan(30_000);
  });

  it('works with what browsers and workers have', async () => {
    const program = `import { createClient } from '${NAME}';
globalThis.told = createClient({ baseUrl, apiKey }).GET('/users/me').then(({ data }) => data.role);`;
    const { key: apiKey } = await world.identity.apiKey(await world.identity.user({ role: 'engineer' }), {
      scopes: ['document.view'],
    });
    const globals = { ...WEB, baseUrl: `${world.service.baseUrl}/v1`, apiKey, told: Promise.resolve('') };
    vm.runInNewContext(await bundled(program, 'iife'), globals);
    expect(await globals.told).toBe('engineer');
  });

  async function compile(files: string[], options: object): Promise<void> {
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', ...options };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(stdout);
      },
    );
  }

  const OF_NODE = { module: 'nodenext', lib: ['es2023'], types: ['node'] };
  const scopes = ['document.view', 'document.search', 'document.manage', 'chat.use'] as const;

  async function newcomer(): Promise<{ user: TestUser; key: string }> {
    const user = await world.identity.user({ role: 'admin' });
    return { user, key: (await world.identity.apiKey(user, { scopes })).key };
  }

  /** Compiles the TypeScript of a guide and runs it against the service. */
  async function follow(
    guide: string,
    manual: Buffer,
    { user, key }: { user: TestUser; key: string },
  ): Promise<string> {
    const program = programOf(guide);
    writeFileSync(path.join(folder, 'guide.ts'), program);
    await compile(['guide.ts'], OF_NODE);
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const code = ts.transpileModule(program, { compilerOptions: options }).outputText;
    writeFileSync(path.join(folder, 'guide.js'), code.replace(EXAMPLES, world.service.baseUrl));
    writeFileSync(path.join(folder, 'landing-gear.pdf'), manual);
    const env = { ...process.env, MANUALS_KEY: key, EMAIL: user.email, PASSWORD: user.password };
    return (await run(process.execPath, ['guide.js'], { cwd: folder, env })).stdout;
  }

  it('does what its guide says, as the guide says it', async () => {
    const { user, key } = await newcomer();
    const stdout = await follow(readFileSync(path.join(installed, 'README.md'), 'utf8'), await wheelManual(), {
      user,
      key,
    });
    expect(stdout).toMatch(/^admin 200\n0 \[.*\]\n404 NOT_FOUND \{ resource: 'document' \} true null\n206 %PDF\n/);
    expect(stdout).toContain('\nLanding Gear 14\n');
    expect(stdout).toMatch(/\nLanding Gear 2\n[\s\S]*120 Nm[\s\S]*\[1\]\s*\ngrounded\n/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(user.email);
    expect(world.service.logs()).toEqual(expect.arrayContaining([expect.objectContaining({ client: 'planning' })]));
  });

  it('does what the recipes say', async () => {
    const stdout = await follow(guideAt('docs/guides/recipes.md'), readFileSync(SAMPLE), await newcomer());
    expect(stdout).toMatch(/118 to 126 N·m[\s\S]*\ngrounded\nNo answer\. Nearest documents: /);
    expect(stdout).toMatch(/\nsomebody was faster true\n$/);
    expect(readFileSync(path.join(folder, 'copy.pdf')).equals(readFileSync(SAMPLE))).toBe(true);
    expect(readFileSync(path.join(folder, 'page.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  describe('on the sample library', () => {
    const guide = guideAt('docs/guides/integrate.md');
    let person: Awaited<ReturnType<typeof newcomer>>;

    beforeAll(async () => {
      person = await newcomer();
      const client = createClient({ baseUrl: `${world.service.baseUrl}/v1`, apiKey: person.key });
      const about = { title: 'Chapter 32 Landing Gear', document_type: 'AMM', aircraft_type: 'TR46' } as const;
      const file = new Blob([readFileSync(SAMPLE)]);
      const { data: manual } = await client.POST('/documents', { body: { file, version: 'Rev 14', ...about } });
      const params = { path: { id: manual.id } };
      await until(async () => (await client.GET('/documents/{id}', { params })).data.ingestion.state === 'ready');
    });

    it('prints what the shortest program in TypeScript says', async () => {
      expect(programOf(guide).trim().split('\n').length).toBeLessThanOrEqual(15);
      const stdout = await follow(guide, Buffer.of(), person);
      expect(guide).toContain(`\n\`\`\`\n${stdout}\`\`\`\n`);
    });

    (hasCurl ? it : it.skip)('has the same answer for curl', async () => {
      const [, program = ''] = /```sh\n(curl[\s\S]*?)```/.exec(guide) ?? [];
      const env = { ...process.env, MANUALS_KEY: person.key };
      const { stdout } = await run('bash', ['-c', program.replace(EXAMPLES, world.service.baseUrl)], { env });
      const [, answer] = JSON.parse(stdout).data.messages;
      expect(answer).toMatchObject({
        answer_status: 'grounded',
        citations: [{ page_number: 19 }, { page_number: 19 }],
      });
    });
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
