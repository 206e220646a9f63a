import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import { startWorld, type TestWorld } from '../../support/service/test-world.js';

interface Shape {
  properties?: object;
  enum?: string[];
  discriminator?: { mapping: object };
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Shape }> }>;
}

/** Every `$ref` below a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : refsIn(child),
  );
}

function resolve(document: Json, ref: string): unknown {
  let part: Json = document;
  for (const key of ref.slice(2).split('/')) part = part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  return part;
}

/** Takes away every `example` that another document does not have at the same place. */
function withoutExamples(value: Json, other: Json): { plain: Json; examples: number } {
  if (typeof value !== 'object' || value === null) return { plain: value, examples: 0 };
  let examples = 0;
  const kept = Object.entries(value as object).flatMap(([key, child]) => {
    if (key === 'example' && other?.example === undefined) {
      examples += 1;
      return [];
    }
    const inner = withoutExamples(child, other?.[key]);
    examples += inner.examples;
    return [[key, inner.plain] as [string, unknown]];
  });
  return { plain: Array.isArray(value) ? kept.map(([, child]) => child) : Object.fromEntries(kept), examples };
}

describe('probes and descriptions', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
  });
  afterAll(() => world.stop());

  it('say that the process lives and that all parts serve', async () => {
    const live = await world.api.get('/healthz');
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
    const ready = await world.api.get('/readyz');
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({
      status: 'ok',
      checks: { database: 'ok', index: 'ok', models: 'ok', storage: 'ok', accepting: 'ok' },
    });
  });

  it('are not counted where they are probes', async () => {
    const remaining = async (): Promise<number> =>
      Number((await world.api.get('/healthz')).headers.get('x-ratelimit-remaining'));
    const before = await remaining();
    for (const path of ['/healthz', '/readyz']) await world.api.get(path);
    expect(await remaining()).toBe(before);
    await world.api.get('/nowhere');
    expect(await remaining()).toBe(before - 1);
  });

  it('are counted where they are documents', async () => {
    const remaining = async (path: string): Promise<number> =>
      Number((await world.api.get(path)).headers.get('x-ratelimit-remaining'));
    const before = await remaining('/healthz');
    for (const [index, path] of ['/docs', '/openapi.json', '/openapi.json'].entries()) {
      expect(await remaining(path)).toBe(before - index - 1);
    }
  });

  it('are a page for people at /docs, without anything from elsewhere', async () => {
    const { status, headers, text } = await world.api.get('/docs', { accept: 'text/html' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    const sources = [...text.matchAll(/<(?:script|link) [^>]*(?:src|href)="(?!data:)([^"]+)"/g)].map(
      ([, source]) => source ?? '',
    );
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) {
      expect(source).not.toMatch(/^(https?:)?\/\//);
      const asset = await world.api.get(new URL(source, 'http://docs.test/docs').pathname);
      expect([source, asset.status]).toEqual([source, 200]);
    }
  });

  describe('/openapi.json', () => {
    let document: Json;
    beforeAll(async () => {
      document = (await world.api.get('/openapi.json')).body;
    });

    it('is OpenAPI 3.1, whose references all lead somewhere', () => {
      expect(document.openapi).toBe('3.1.0');
      expect(document.info.version).toMatch(/^1\.\d+\.\d+$/);
      const refs = [...new Set(refsIn(document))];
      expect(refs.length).toBeGreaterThan(10);
      for (const ref of refs) expect([ref, typeof resolve(document, ref)]).toEqual([ref, 'object']);
      expect(JSON.stringify(document)).not.toContain('"nullable"');
    });

    it('is the committed one, with examples', () => {
      const committed = readFileSync(path.join(projectRoot(), 'openapi.json'), 'utf8');
      const { examples, plain } = withoutExamples(document, JSON.parse(committed));
      expect(plain).toEqual(JSON.parse(committed));
      expect(examples).toBeGreaterThan(300);
    });

    it('gives every operation a name of its own, a summary and the errors it may answer', () => {
      const paths = Object.values(document.paths as Record<string, Record<string, Operation>>);
      const operations = paths.flatMap((path) => Object.values(path));
      const names = operations.map(({ operationId }) => operationId);
      expect(new Set(names).size).toBe(names.length);
      for (const { operationId, summary, responses } of operations) {
        expect([operationId, typeof summary]).toEqual([operationId, 'string']);
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500']));
      }
    });

    it('describes every body, and no success that is not there', () => {
      const schemas = Object.entries(document.components.schemas as Record<string, Shape>);
      const empty = schemas.filter(([, { properties = {}, enum: values = [] }]) => {
        return Object.keys(properties).length + values.length === 0;
      });
      expect(empty.map(([name]) => name)).toEqual([]);
      const paths = Object.values(document.paths as Record<string, Record<string, Operation>>);
      for (const { operationId, responses } of paths.flatMap((path) => Object.values(path))) {
        const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
        expect([operationId, successes]).toEqual([
          operationId,
          successes.includes('206') ? ['200', '206'] : [expect.any(String)],
        ]);
      }
    });

    it('names the parameters of addresses and queries like fields', () => {
      const paths = Object.values(document.paths as Record<string, Record<string, Operation>>);
      const parameters = paths
        .flatMap((path) => Object.values(path))
        .flatMap((operation) => operation.parameters ?? []);
      const names = parameters.flatMap((parameter) => (parameter.in === 'header' ? [] : [parameter.name]));
      expect(names.length).toBeGreaterThan(100);
      expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    });

    it('names every enumeration that occurs in several places', () => {
      const seen = new Map<string, number>();
      JSON.stringify(document, (_key, value: Json) => {
        const values: unknown = value?.enum;
        if (Array.isArray(values) && values.length > 4) {
          const text = values.join();
          seen.set(text, (seen.get(text) ?? 0) + 1);
        }
        return value as unknown;
      });
      expect(seen.size).toBeGreaterThan(10);
      expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
    });

    it('names the events of every stream, and the shape of their data', () => {
      const paths = Object.values(document.paths as Record<string, Record<string, Operation>>);
      const streams = paths
        .flatMap((path) => Object.values(path))
        .flatMap(({ operationId, responses }) =>
          Object.values(responses).flatMap(({ content }) => {
            const stream = content?.['text/event-stream'];
            return stream ? [[operationId, Object.keys(stream.schema.discriminator?.mapping ?? {})]] : [];
          }),
        );
      const answer = ['message.delta', 'citation', 'warning', 'message.done', 'error'];
      expect(Object.fromEntries(streams)).toEqual({
        createChatSession: answer,
        createMessage: answer,
        followImport: ['progress', 'finished'],
        followMessage: answer,
        followNotifications: ['ready', 'notification', 'resync'],
      });
    });

    it('names no secret, address or setting of this installation', () => {
      expect(JSON.stringify(document)).not.toMatch(/127\.0\.0\.1|localhost|service\.test/);
    });
  });
});
