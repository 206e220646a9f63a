import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { WEBHOOK_EVENT_NAMES } from '../../src/modules/webhooks/events/event-types.js';
import type { Json } from '../support/api/api-client.js';

const root = projectRoot();
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

/** What the generator in scripts/reference/ makes of the committed files, through a program: Jest has no ES modules. */
function generated(expression: string): Json {
  const program = `
    const load = (name) => import(${JSON.stringify(path.join(root, 'scripts/reference/'))} + name);
    const { readFileSync } = await import('node:fs');
    const json = (name) => JSON.parse(readFileSync(name, 'utf8'));
    const document = json('openapi.json');
    const examples = json('docs/reference/examples.json');
    const { operationsOf } = await load('description.mjs');
    process.stdout.write(JSON.stringify(await (async () => { ${expression} })()));`;
  const options = { cwd: root, input: program, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module'], options));
}

describe('the examples of the reference', () => {
  it('are as openapi.json describes them', () => {
    const problems = generated(`
      const { ExampleCheck } = await load('example-check.mjs');
      const check = new ExampleCheck(document);
      const known = operationsOf(document).map((operation) => [operation.operationId, operation]);
      return Object.entries(examples).flatMap(([name, example]) => {
        const operation = new Map(known).get(name);
        return operation ? check.problemsOf(operation, example).map((problem) => name + ': ' + problem) : [name];
      });`);
    expect(problems).toEqual([]);
  });

  it('would not be valid if they were wrong', () => {
    const problems = generated(`
      const { ExampleCheck } = await load('example-check.mjs');
      const check = new ExampleCheck(document);
      const operation = operationsOf(document).find(({ operationId }) => operationId === 'searchDocuments');
      const { searchDocuments: good } = examples;
      const changed = (change) => { const copy = structuredClone(good); change(copy); return check.problemsOf(operation, copy).length; };
      return [
        changed((copy) => { copy.answer.body.data[0].unknown = 1; }),
        changed((copy) => { delete copy.answer.body.data[0].title; }),
        changed((copy) => { copy.request.body.words = copy.request.body.query; }),
        changed((copy) => { copy.request.query = { page: 2 }; }),
        changed((copy) => { copy.answer.status = 201; }),
      ];`);
    expect(problems).not.toContain(0);
  });

  it('exist for every operation', () => {
    const missing = generated(
      'return operationsOf(document).map((o) => o.operationId).filter((name) => !examples[name]);',
    );
    expect(missing).toEqual([]);
  });

  it('show no credential, address or person of a test', () => {
    const text = read('docs/reference/examples.json');
    const telling = /eyJ\w*|amks_[\w-]{8}|whsec_\w+|127\.0\.0\.1|localhost|[\w.]+(?<!webhook)\.test\b|\/tmp\S*|BEGIN /g;
    expect(text.match(telling)).toBeNull();
    const mails = [...text.matchAll(/[\w.+-]+@[\w.-]+\w/g)].map(([mail]) => mail);
    expect(mails.filter((mail) => !mail.endsWith('@example.com'))).toEqual([]);
  });
});

describe('the samples of the reference', () => {
  let folder: string;
  let samples: Record<'curl' | 'ts' | 'python', string>[];
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'samples-'));
    samples = generated(`
      const { samplesOf } = await load('samples.mjs');
      return operationsOf(document).map((operation) => samplesOf(operation, examples[operation.operationId]));`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('in TypeScript have the types of the client', () => {
    const functions = samples.map(({ ts }, i) => `export async function sample${i}() {\n${ts}\n}`);
    const opening = `import { openAsBlob } from 'node:fs';\nimport { createClient } from '${path.join(root, 'sdk/src/index.js')}';
      const API = 'https://manuals.example.com/api/v1';\nexport const client = createClient({ baseUrl: API, accessToken: '' });\nexport { openAsBlob };\n`;
    const file = path.join(folder, 'samples.mts');
    writeFileSync(file, opening + functions.join('\n'));
    const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', ...types];
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '--ignoreConfig', ...options, file], {
      encoding: 'utf8',
      cwd: root,
    });
    expect(stdout).toBe('');
  });

  it('in Python and for a shell are well formed', () => {
    const python = samples.map(({ python }, i) => `def sample${i}():\n${python.replace(/^/gm, '    ')}\n`).join('\n');
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: python });
    execFileSync('bash', ['-n'], { input: samples.map(({ curl }) => curl).join('\n') });
    expect(samples.length).toBeGreaterThan(150);
  });

  it('send what the example sent', () => {
    const { curl } = samples.find((sample) => sample.curl.includes('"$API/search/documents"'))!;
    const arguments_ = execFileSync(
      'bash',
      ['-c', `curl() { printf '%s\\0' "$@"; }; API=https://x; TOKEN=t; ${curl}`],
      { encoding: 'utf8' },
    );
    const [url, ...rest] = arguments_.split('\0');
    expect(url).toBe('https://x/search/documents');
    const { searchDocuments }: Json = JSON.parse(read('docs/reference/examples.json'));
    expect(JSON.parse(rest[rest.indexOf('-d') + 1]!)).toEqual(searchDocuments.request.body);
  });
});

describe('the description of events', () => {
  const asyncapi = generated(`return (await load('asyncapi.mjs')).asyncApiOf(document);`);

  it('is AsyncAPI 3.0', () => {
    const ajv = new Ajv({ strict: false, validateSchema: false, logger: false });
    formats.default(ajv);
    const schema = JSON.parse(read('node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json')) as object;
    const validate = ajv.compile(schema);
    expect([validate(asyncapi), validate.errors]).toEqual([true, null]);
    expect(validate({ ...asyncapi, channels: { broken: { messages: [] } } })).toBe(false);
  });

  it('has all types of events, and examples that fit their schemas', () => {
    const ajv = new Ajv({ strict: false });
    formats.default(ajv);
    for (const channel of ['webhook', 'cloudEvent']) {
      const { messages } = asyncapi.channels[channel] as { messages: Record<string, Json> };
      expect(Object.keys(messages)).toEqual(WEBHOOK_EVENT_NAMES);
      for (const { name, payload, examples } of Object.values(messages)) {
        const validate = ajv.compile(payload as object);
        expect([name, validate(examples[0].payload), validate.errors]).toEqual([name, true, null]);
      }
    }
  });

  it('has the streams', () => {
    const streams = Object.entries(asyncapi.channels as Record<string, Json>).filter(
      ([, { address }]) => address !== null,
    );
    expect(streams.map(([name]) => name).sort()).toEqual(
      ['createChatSession', 'createMessage', 'followImport', 'followMessage', 'followNotifications'].sort(),
    );
    for (const [, { messages }] of streams)
      for (const { payload } of Object.values(messages as Record<string, { payload: { $ref: string } }>))
        expect(asyncapi.components.schemas).toHaveProperty([payload.$ref.split('/').at(-1)!]);
  });
});

describe('llms.txt', () => {
  it('names every operation, with a link to it', () => {
    const { text, names }: { text: string; names: string[] } = generated(`
      const { llmsTextOf } = await load('llms.mjs');
      return { text: llmsTextOf(document, 'Introduction.'), names: operationsOf(document).map((o) => o.operationId) };`);
    expect(text).toMatch(/^# .+\n\n> .+\n/);
    expect(names.filter((name) => !text.includes(`](/docs#${name}): \``))).toEqual([]);
  });
});
