import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type Client } from '../src/index.js';
import { answer, refuse, ScriptedServer, type Received } from './support/scripted-server.js';

const ID = { path: { id: 'doc_1' } };
const META = { title: 'Landing Gear', document_type: 'AMM', aircraft_type: 'TR46', version: '1' } as const;

async function formOf({ headers, body }: Received): Promise<[string, string | File][]> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return [...form.entries()];
}

describe('files', () => {
  let server: ScriptedServer;
  beforeAll(async () => (server = await ScriptedServer.start()));
  afterAll(() => server.stop());
  const client = (): Client => createClient({ baseUrl: server.baseUrl, apiKey: 'key', maxDelayMs: 20 });

  it('go up as a form, the file last, and whole at each try', async () => {
    server.play((_request, response, nth) =>
      nth === 0 ? refuse(response, 503, 'SERVICE_UNAVAILABLE') : answer(response, { id: 'doc_1' }),
    );
    const content = randomBytes(100_000);
    const file = new File([content], 'gear.pdf', { type: 'application/pdf' });
    const { data } = await client().POST('/documents', { body: { file, ...META, effectivity: undefined } });
    expect(data.id).toBe('doc_1');
    expect(server.received).toHaveLength(2);
    for (const request of server.received) {
      const fields = await formOf(request);
      expect(fields.slice(0, -1)).toEqual(Object.entries(META));
      const [name, sent] = fields.at(-1) as [string, File];
      expect([name, sent.name, sent.type]).toEqual(['file', 'gear.pdf', 'application/pdf']);
      expect(Buffer.from(await sent.arrayBuffer()).equals(content)).toBe(true);
    }
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('go up from the disk, again where the connection is lost on the way', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'upload-'));
    try {
      const content = randomBytes(3_000_000);
      writeFileSync(path.join(folder, 'manual.pdf'), content);
      const file = await openAsBlob(path.join(folder, 'manual.pdf'));
      server.play((_request, response, nth) =>
        nth === 0 ? response.socket?.destroy() : answer(response, { id: 'rev_1' }),
      );
      await client().POST('/documents/{id}/revisions', { params: ID, body: { file, version: '2' } });
      const sent = (await formOf(server.received[1]!)).at(-1)?.[1] as File;
      const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
      expect(digest(new Uint8Array(await sent.arrayBuffer()))).toBe(digest(content));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('come down as they are sent, and in part', async () => {
    server.play(({ headers }, response) => {
      const part = headers.range === undefined ? '0123456789' : '234';
      response.writeHead(headers.range === undefined ? 200 : 206, { 'content-type': 'application/pdf', etag: '"f"' });
      response.end(part);
    });
    const whole = await client().download('/documents/{id}/content', { params: ID });
    expect([whole.status, await whole.text(), whole.headers.get('etag')]).toEqual([200, '0123456789', '"f"']);
    const part = await client().download('/documents/{id}/content', {
      params: { ...ID, header: { Range: 'bytes=2-4' } },
    });
    expect([part.status, await part.text()]).toEqual([206, '234']);
  });

  it('do not come when they are the ones that are there', async () => {
    server.play((_request, response) => response.writeHead(304, { etag: '"f"' }).end());
    const params = { ...ID, header: { 'If-None-Match': '"f"' } };
    expect((await client().download('/documents/{id}/content', { params })).status).toBe(304);
  });

  it('that may not be had are an error', async () => {
    server.play((_request, response) => refuse(response, 404, 'NOT_FOUND', { resource: 'document' }));
    await expect(client().download('/documents/{id}/content', { params: ID })).rejects.toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      details: { resource: 'document' },
    });
  });

  it('and what has no body at all is undefined', async () => {
    server.play((_request, response) => response.writeHead(204).end());
    const { data, response } = await client().DELETE('/documents/{id}', { params: ID });
    expect([data, response.status]).toEqual([undefined, 204]);
  });
});
