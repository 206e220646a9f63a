import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

const RELEASED = {
  info: { version: '1.2.0' },
  paths: {
    '/manuals': {
      get: {
        security: [{ oauth2: ['view'] }],
        parameters: [{ name: 'type', in: 'query', schema: { type: 'string', enum: ['AMM', 'SB'] } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Manual' } } } } },
      },
      post: {
        deprecated: true,
        'x-sunset': '2027-12-01',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewManual' } } } },
        responses: { 201: {}, 400: {} },
      },
    },
  },
  webhooks: {
    'manual.created': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { event: { type: 'string' } } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Manual: {
        type: 'object',
        required: ['id', 'parent'],
        properties: {
          id: { type: 'string' },
          pages: { type: 'integer' },
          parent: { $ref: '#/components/schemas/Manual' },
        },
      },
      NewManual: {
        type: 'object',
        required: ['title'],
        properties: {
          title: { type: 'string', maxLength: 200 },
          old: { type: 'string', deprecated: true, 'x-sunset': '2027-06-01' },
        },
      },
    },
  },
};
const DAY = '2027-07-01';
const LIST = ['paths', '/manuals', 'get'];
const CREATE = ['paths', '/manuals', 'post'];
const MANUAL = ['components', 'schemas', 'Manual'];
const NEW_MANUAL = ['components', 'schemas', 'NewManual'];
const EVENT = ['webhooks', 'manual.created', 'post', 'requestBody', 'content', 'application/json', 'schema'];
const TYPE = RELEASED.paths['/manuals'].get.parameters[0]!;
const TEAM = { name: 'team', in: 'query', schema: {} };

/** A value put in place of what is at the path, undefined to remove it; and the findings, none for a compatible change. */
const CHANGES: [name: string, path: string[], value: unknown, said: string[]][] = [
  ['an operation without sunset', LIST, undefined, ['GET /manuals is missing']],
  ['an operation before its sunset', CREATE, undefined, ['POST /manuals is missing']],
  ['a field after its sunset', [...NEW_MANUAL, 'properties', 'old'], undefined, []],
  ['a field of a response', [...MANUAL, 'properties', 'pages'], undefined, ['GET /manuals 200.pages is missing']],
  ['a parameter', [...LIST, 'parameters'], [], ['GET /manuals: query type is missing']],
  [
    'a parameter that is required now',
    [...LIST, 'parameters', '1'],
    { ...TEAM, required: true },
    ['GET /manuals: query team is required now'],
  ],
  ['an optional parameter', [...LIST, 'parameters', '1'], TEAM, []],
  [
    'a value that is refused now',
    [...LIST, 'parameters', '0'],
    { ...TYPE, schema: { type: 'string', enum: ['AMM'] } },
    ['GET /manuals: query type: SB is not accepted any longer'],
  ],
  ['a further value', [...LIST, 'parameters', '0', 'schema', 'enum'], ['AMM', 'SB', 'CMM'], []],
  [
    'a field that can be null now',
    [...MANUAL, 'properties', 'pages', 'type'],
    ['integer', 'null'],
    ['GET /manuals 200.pages: the type was integer and is integer,null'],
  ],
  ['a field that can be absent now', [...MANUAL, 'required'], ['id'], ['GET /manuals 200.parent can be absent now']],
  ['a further field', [...MANUAL, 'properties', 'state'], { type: 'string' }, []],
  [
    'a field that is required now',
    [...NEW_MANUAL, 'required'],
    ['title', 'old'],
    ['POST /manuals body.old is required now'],
  ],
  [
    'a shorter text',
    [...NEW_MANUAL, 'properties', 'title', 'maxLength'],
    100,
    ['POST /manuals body.title: maxLength was 200 and is 100'],
  ],
  ['a longer text', [...NEW_MANUAL, 'properties', 'title', 'maxLength'], 300, []],
  ['another status', [...LIST, 'responses'], { 202: {} }, ['GET /manuals: status 200 is missing']],
  ['other words', [...LIST, 'description'], 'Lists manuals.', []],
  [
    'a sunset brought forward',
    [...CREATE, 'x-sunset'],
    '2027-11-01',
    ['POST /manuals: the sunset was 2027-12-01 and is 2027-11-01'],
  ],
  ['a sunset put off', [...CREATE, 'x-sunset'], '2028-01-01', []],
  [
    'a further scope',
    [...LIST, 'security'],
    [{ oauth2: ['view', 'manage'] }],
    ['GET /manuals: the credentials changed'],
  ],
  ['another way to sign in', [...LIST, 'security'], [{ oauth2: ['view'] }, { api_key: [] }], []],
  [
    'credentials where none were needed',
    [...CREATE, 'security'],
    [{ api_key: [] }],
    ['POST /manuals: credentials are required now'],
  ],
  ['an event', ['webhooks', 'manual.created'], undefined, ['webhook manual.created is missing']],
  ['a field of an event', [...EVENT, 'properties'], {}, ['webhook manual.created.event is missing']],
  [
    'a type that is not stated any longer',
    [...MANUAL, 'properties', 'pages'],
    {},
    ['GET /manuals 200.pages: the type was integer and is any'],
  ],
  [
    'a form of texts',
    [...NEW_MANUAL, 'properties', 'title', 'format'],
    'email',
    ['POST /manuals body.title: format was undefined and is email'],
  ],
  [
    'other fields',
    [...NEW_MANUAL, 'additionalProperties'],
    false,
    ['POST /manuals body: other fields are not accepted any longer'],
  ],
];

function changed(path: string[], value: unknown): typeof RELEASED {
  const document = structuredClone(RELEASED);
  const last = path.at(-1)!;
  const holder = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
  if (value === undefined) Reflect.deleteProperty(holder as object, last);
  else Reflect.set(holder as object, last, value);
  return document;
}

describe('scripts/api-changes.mjs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'api-changes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const compare = (document: typeof RELEASED, version = '1.3.0'): { status: number | null; said: string[] } => {
    const files = [RELEASED, { ...document, info: { version } }].map((description, index) => {
      const file = path.join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(description));
      return file;
    });
    const script = path.join(projectRoot(), 'scripts/api-changes.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, ...files, DAY], { encoding: 'utf8' });
    return { status, said: stderr.split('\n').filter((line) => line !== '') };
  };

  it.each(CHANGES)('judges %s', (_name, path, value, said) => {
    expect(compare(changed(path, value))).toEqual({ status: said.length > 0 ? 1 : 0, said });
  });

  it('wants another version of the interface after a change, and after a change only', () => {
    const document = changed([...LIST, 'parameters', '1'], TEAM);
    expect(compare(document, '1.2.0').said).toEqual([expect.stringMatching(/^info\.version is 1\.2\.0/)]);
    expect(compare(document, '2.0.0').said).toEqual([expect.stringMatching(/^info\.version is 2\.0\.0/)]);
    expect(compare(RELEASED, '1.2.0')).toEqual({ status: 0, said: [] });
  });
});
