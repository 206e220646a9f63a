import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ApiResponse, Json } from '../../support/api/api-client.js';
import { errorOf, manualFields, uploadManual, wheelManual } from '../../support/manuals/manual.js';
import { DOCUMENT_FIELDS, DOCUMENT_REVISION_FIELDS, fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { zipOf } from '../../support/manuals/zip-factory.js';

const MAX_BYTES = 1024 ** 2;
const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

describe('POST /documents', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let pdf: Buffer;
  beforeAll(async () => {
    // Nobody reads what is uploaded here.
    world = await startWorld({ env: { UPLOAD_MAX_BYTES: String(MAX_BYTES), INGESTION_CONCURRENCY: '0' } });
    admin = await world.signIn({ role: 'admin' });
    pdf = await wheelManual();
  });
  afterAll(() => world.stop());

  const upload = (fields: Record<string, string>, content: Uint8Array | string = 'Torque 120 Nm.', name = 'a.txt') =>
    admin.api.upload('/documents', fields, { content, name });
  const blobs = (): string[] =>
    readdirSync(path.join(world.service.dataDir, 'blobs'), { recursive: true, encoding: 'utf8' });

  it('accepts a PDF and answers the document, queued to be read', async () => {
    const file = new File([new Uint8Array(pdf)], 'wheels.pdf', { type: 'application/pdf' });
    const { response, data } = await world.sdk(admin).POST('/documents', {
      body: {
        file,
        title: '  Wheels  ',
        document_type: 'AMM',
        aircraft_type: ' hst-72 ',
        version: 'Rev 4',
        document_number: 'AMM-32',
        ata_chapter: '32-41',
        revision_date: '2026-02-28',
        effectivity: 'MSN 100-200',
      },
    });
    expect(response.status).toBe(202);
    expect(fieldsOf(data)).toEqual(DOCUMENT_FIELDS);
    expect(fieldsOf(data.revision)).toEqual(DOCUMENT_REVISION_FIELDS);
    expect(data).toMatchObject({
      title: 'Wheels',
      document_type: 'AMM',
      aircraft_type: 'HST-72',
      version: 'Rev 4',
      document_number: 'AMM-32',
      ata_chapter: '32-41',
      status: 'active',
      access: 'organization',
      team_id: null,
      page_count: null,
      effectivity: 'MSN 100-200',
      revision: { version: 'Rev 4', revision_date: '2026-02-28', status: 'active', content_sha256: sha256(pdf) },
      supersedes: null,
      superseded_by: null,
      ingestion: { state: 'queued', error: null },
      created_by: admin.user.id,
    });
    const [row] = await world.sql.query('SELECT content_size, media_type FROM document_revisions WHERE id = $1', [
      data.revision.id,
    ]);
    expect(row).toEqual({ content_size: String(pdf.length), media_type: 'application/pdf' });
    const params = { path: { id: data.id } };
    const stored = await world.sdk(admin).download('/documents/{id}/content', { params });
    expect(sha256(new Uint8Array(await stored.arrayBuffer()))).toBe(sha256(pdf));
  });

  it('accepts plain text, with any name', async () => {
    const document = await uploadManual(admin.api, 'CAUTION: hot brakes.\n', {}, 'brakes.pdf');
    const { headers } = await admin.api.get(`/documents/${document.id}/content`);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
  });

  it('keeps no invisible characters in what people tell documents apart by', async () => {
    const document = await uploadManual(admin.api, 'Seen.', {
      title: '\u202eWheels\u202c\tand\u200b brakes',
      version: 'Rev\u00a04\u200b',
      document_number: 'AMM\u00ad-32',
      aircraft_type: 'hst\u2060-72',
    });
    expect(document).toMatchObject({
      title: 'Wheels and brakes',
      version: 'Rev 4',
      document_number: 'AMM-32',
      aircraft_type: 'HST-72',
    });
  });

  it('stores the same content once', async () => {
    const content = 'Stored once.';
    const other = await world.signIn({ role: 'admin' });
    const [first, second] = [await uploadManual(admin.api, content), await uploadManual(other.api, content)];
    expect(first.id).not.toBe(second.id);
    expect(first.revision.content_sha256).toBe(sha256(content));
    expect(second.revision.content_sha256).toBe(sha256(content));
    expect(blobs().filter((file) => file.endsWith(sha256(content)))).toHaveLength(1);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no title', { title: undefined }, 'title'],
    ['a blank title', { title: '   ' }, 'title'],
    ['a title that nobody sees', { title: '\u200b\u202e' }, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['no document_type', { document_type: undefined }, 'document_type'],
    ['a document_type that is none', { document_type: 'amm' }, 'document_type'],
    ['no aircraft_type', { aircraft_type: undefined }, 'aircraft_type'],
    ['no version', { version: undefined }, 'version'],
    ['an ill-formed ata_chapter', { ata_chapter: '32.11' }, 'ata_chapter'],
    ['a day that does not exist', { revision_date: '2026-02-30' }, 'revision_date'],
    ['a date with a time', { revision_date: '2026-02-03T00:00:00Z' }, 'revision_date'],
    ['an access that is none', { access: 'public' }, 'access'],
    ['access team without a team', { access: 'team' }, 'team_id'],
    ['an ill-formed team', { team_id: 'nope' }, 'team_id'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a field named like a method of objects', { toString: 'x' }, 'body'],
    ['a field that is too long', { effectivity: 'x'.repeat(1001) }, 'effectivity'],
    ['a field beyond the limit of the form', { effectivity: 'x'.repeat(20_000) }, 'effectivity'],
    ['NUL in a field', { title: 'a\u0000b' }, 'title'],
  ])('refuses %s', async (_name, overrides, field) => {
    const given = { ...manualFields(), ...overrides };
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    expect(errorOf(await upload(fields as Record<string, string>))).toMatchObject({ status: 400, field });
  });

  it('refuses the team of another organization', async () => {
    const foreign = await world.identity.team(await world.identity.organization());
    const response = await upload(manualFields({ access: 'team', team_id: foreign.id }));
    expect(errorOf(response)).toMatchObject({ status: 400, field: 'team_id' });
  });

  it('names every field that is wrong', async () => {
    const { body } = await upload({ title: '', document_type: 'X', aircraft_type: 'A320', version: '1' });
    const fields = (body.error.details.errors as Json[]).map(({ field }) => field as string);
    expect(fields).toEqual(expect.arrayContaining(['title', 'document_type']));
  });

  describe('the form', () => {
    const form = (fields: [string, string | Blob][]): FormData => {
      const data = new FormData();
      for (const [name, value] of fields) data.append(name, value);
      return data;
    };
    const fields = Object.entries(manualFields());
    const file = new Blob(['Torque 120 Nm.']);
    const post = (body: unknown, headers?: Record<string, string>) => admin.api.post('/documents', body, headers);

    it.each<[string, [string, string | Blob][], string]>([
      ['no file', fields, 'file'],
      ['a file sent as a text field', [...fields, ['file', 'text']], 'file'],
      ['two files', [...fields, ['file', file], ['file', file]], 'file'],
      ['a second file under another name', [...fields, ['file', file], ['extra', file]], 'extra'],
      ['a file in place of a text', [['title', file], ...fields.slice(1), ['file', file]], 'title'],
      ['a field sent twice', [...fields, ['title', 'Again'], ['file', file]], 'title'],
      ['a field twice, once after the file', [...fields, ['file', file], ['version', '5']], 'version'],
    ])('refuses %s', async (_name, parts, field) => {
      const { status, field: named } = errorOf(await post(form(parts)));
      expect(status).toBe(400);
      // Which of two files is one too many, the parser does not say.
      expect([field, 'file']).toContain(named);
    });

    it('may have the file before the fields', async () => {
      expect((await post(form([['file', file], ...fields]))).status).toBe(202);
    });

    it('refuses more parts than there are fields', async () => {
      const many = Array.from({ length: 60 }, (_, i): [string, string] => [`field_${i}`, 'x']);
      expect(errorOf(await post(form([...fields, ...many, ['file', file]]))).status).toBe(400);
    });

    it('must be a form', async () => {
      const { status, body } = await post({ title: 'Wheels' });
      expect(status).toBe(415);
      expect(body.error.details).toMatchObject({ supported: ['multipart/form-data'] });
    });

    it.each([
      ['without a boundary', 'multipart/form-data', 'x'],
      ['cut off in the middle', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="ti'],
      [
        'cut off in the file',
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nTorque',
      ],
      ['that is none', 'multipart/form-data; boundary=b', 'hello'],
      ['that is empty', 'multipart/form-data; boundary=b', ''],
    ])('is refused %s', async (_name, contentType, body) => {
      expect((await post(Buffer.from(body), { 'content-type': contentType })).status).toBe(400);
    });
  });

  describe('a part of type application/json', () => {
    const send = async (parts: Record<string, unknown>, headers?: Record<string, string>): Promise<ApiResponse> => {
      const given = { ...manualFields(), ...parts };
      const body = Object.entries(given).map(([name, value]) => {
        const [type, text] = typeof value === 'string' ? ['text/plain', value] : ['application/json', json(value)];
        return `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
      });
      const type = { 'content-type': 'multipart/form-data; boundary=b' };
      return admin.api.post('/documents', Buffer.from(`${body.join('')}--b--\r\n`), { ...type, ...headers });
    };
    const json = (value: unknown): string => (value instanceof Buffer ? value.toString() : JSON.stringify(value));
    const forged = (sha256: string) => ({ sha256, size: 9, media_type: 'text/html', file_name: 'a.html' });
    const revisions = (): Promise<unknown[]> => world.sql.query('SELECT id FROM document_revisions');

    it('cannot stand for a file: not for one of another organization, nor for a path', async () => {
      const other = await world.signIn({ role: 'admin', organization: await world.identity.organization() });
      const secret = await uploadManual(other.api, 'Secret of another airline.');
      const before = await revisions();
      for (const hash of [secret.revision.content_sha256 as string, '../../secret-key', '../'.repeat(40)]) {
        for (const headers of [undefined, { 'idempotency-key': `forged-${hash.length}` }])
          expect(errorOf(await send({ file: forged(hash) }, headers))).toMatchObject({ status: 400, field: 'file' });
      }
      expect(await revisions()).toEqual(before);
    });

    it.each<[string, unknown]>([
      ['an object', { a: 1 }],
      ['a list', ['Wheels']],
      ['a number', 7],
      ['true', true],
      ['null', null],
    ])('is refused when it is %s where a text belongs', async (_name, value) => {
      for (const field of ['title', 'version', 'effectivity', 'file'])
        expect(errorOf(await send({ [field]: value }))).toMatchObject({ status: 400, field });
    });

    it('is refused when it is no JSON', async () => {
      for (const text of ['{"a"', '', '{"__proto__": 1}'])
        expect(errorOf(await send({ title: Buffer.from(text) }))).toMatchObject({ status: 400, field: 'body' });
    });
  });

  describe('a body', () => {
    const send = async (type: string, body: string, path = '/documents') => {
      const headers = { authorization: `Bearer ${admin.accessToken}`, 'content-type': type };
      const response = await fetch(`${world.service.baseUrl}/api/v1${path}`, { method: 'POST', headers, body });
      return { status: response.status, error: ((await response.json()) as Json).error };
    };

    it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
      'is refused when it is %s, and told what it must be',
      async (type) => {
        const details = { reason: 'content_type', supported: ['multipart/form-data'] };
        const { status, error } = await send(type, type.endsWith('json') ? '{}' : 'title=x');
        expect([status, error.details]).toEqual([415, details]);
      },
    );

    it('names JSON on routes that take it', async () => {
      const { status, error } = await send('text/plain', 'x', '/search/documents');
      expect([status, error.details]).toEqual([415, { reason: 'content_type', supported: ['application/json'] }]);
    });

    it.each([
      ['a text', 'body', ''],
      ['a file', 'file', '; filename="a.txt"'],
    ])('is refused when it has %s without a name', async (_kind, field, more) => {
      const part = `--xyz\r\nContent-Disposition: form-data${more}\r\n\r\nTorque 120 Nm.\r\n--xyz--\r\n`;
      const { status, error } = await send('multipart/form-data; boundary=xyz', part);
      expect([status, error.details.field]).toEqual([400, field]);
    });
  });

  it('keeps hashes that are none out of the database', async () => {
    const update = world.sql.query(`UPDATE document_revisions SET content_sha256 = '../../secret-key'`);
    await expect(update).rejects.toThrow('ck_document_revisions_content');
  });

  describe('the file', () => {
    it.each<[string, string | Uint8Array]>([
      ['XML', '<?xml version="1.0"?><manual/>'],
      ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0', 'latin1')],
      ['a ZIP', zipOf({ 'a.txt': 'Torque 120 Nm.' })],
      ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
      ['a shell script', '#!/bin/sh\nexit 0\n'],
      ['bytes that are no text', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    ])('is refused when it is %s named .pdf', async (_name, content) => {
      const { status, body } = await upload(manualFields(), content, 'manual.pdf');
      expect(status).toBe(415);
      expect(body.error.details).toMatchObject({
        reason: 'file_type',
        supported: expect.arrayContaining(['application/pdf', 'text/plain']),
      });
    });

    it('may have a name of 255 characters, and not one more', async () => {
      expect((await upload(manualFields(), 'Named.', `${'é'.repeat(251)}.txt`)).status).toBe(202);
      expect(errorOf(await upload(manualFields(), 'Named.', `${'é'.repeat(252)}.txt`))).toMatchObject({
        status: 400,
        field: 'file',
      });
    });

    it('is refused when it is empty', async () => {
      expect(errorOf(await upload(manualFields(), ''))).toMatchObject({ status: 400, field: 'file' });
    });

    it('may have exactly the largest size, and not a byte more', async () => {
      expect((await upload(manualFields(), 'a'.repeat(MAX_BYTES))).status).toBe(202);
      const { status, body } = await upload(manualFields(), 'a'.repeat(MAX_BYTES + 1));
      expect(status).toBe(413);
      expect(body.error.details.max_bytes).toBe(MAX_BYTES);
    });
  });

  describe('Idempotency-Key', () => {
    it('answers a repetition as the first time, and refuses another file or field', async () => {
      const headers = { 'idempotency-key': 'upload-1' };
      const send = (content: string, fields = {}) =>
        admin.api.upload('/documents', manualFields(fields), { content, name: 'a.txt' }, headers);
      const first = await send('Repeated.');
      const again = await send('Repeated.');
      expect([first.status, again.status]).toEqual([202, 202]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.body.data).toEqual(first.body.data);
      expect(errorOf(await send('Another.'))).toMatchObject({ status: 422, reason: 'idempotency_key_reused' });
      expect((await send('Repeated.', { title: 'Another' })).status).toBe(422);
      const rows = await world.sql.query('SELECT 1 FROM document_revisions WHERE content_sha256 = $1', [
        sha256('Repeated.'),
      ]);
      expect(rows).toHaveLength(1);
    });
  });

  it('leaves no temporary file behind', () => {
    const folder = path.join(world.service.dataDir, 'tmp');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});
