import { statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { unzipSync } from 'fflate';
import { createClient } from '../../src/index.js';
import type { ImportEvent } from '../../src/cli/import/events.js';
import { Importer } from '../../src/cli/import/importer.js';
import type { Candidate } from '../../src/cli/import/outcome.js';
import { measured } from '../../src/cli/import/walk.js';
import { answer, refuse, ScriptedServer, type Received } from '../support/scripted-server.js';
import { TestFolder } from '../support/test-folder.js';

const PAGE = { pagination: { has_more: false, next_cursor: null } };
const NOTHING = { created: 0, revised: 0, unchanged: 0, failed: 0, canceled: 0, pending: 0 };

interface Sent {
  id: string;
  file_name: string;
  files: string[];
}

describe('the importer', () => {
  const folder = new TestFolder({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const temporary = new TestFolder();
  let server: ScriptedServer;
  /** Imports that the service has. */
  let sent: Sent[];
  let events: ImportEvent[];
  beforeAll(async () => (server = await ScriptedServer.start()));
  beforeEach(() => ([sent, events] = [[], []]));
  afterAll(async () => {
    await server.stop();
    [folder, temporary].forEach((one) => one.remove());
  });

  async function archiveOf({ headers, body }: Received): Promise<Sent> {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const file = form.get('file') as File;
    const files = Object.keys(unzipSync(new Uint8Array(await file.arrayBuffer())));
    return { id: `import_${sent.length + 1}`, file_name: file.name, files };
  }

  /** A service that files everything, except for what `onSend` answers itself, and imports that `failure` is for. */
  function play(
    onSend: (archive: Sent, response: ServerResponse, nth: number) => boolean,
    failure: (archive: Sent) => string | null = () => null,
  ): void {
    let posts = 0;
    const shown = (one: Sent): object => {
      const code = failure(one);
      const counts = {
        ...NOTHING,
        total: one.files.length,
        [code === null ? 'created' : 'canceled']: one.files.length,
      };
      const reading = { ready: one.files.length, failed: 0, waiting: 0, pages_done: 1 };
      const end = { finished_at: '2026-01-01T00:00:00.000Z', activate: false, counts, reading };
      return { ...one, state: code === null ? 'completed' : 'failed', error: code && { code, message: 'No.' }, ...end };
    };
    server.play((request, response) => {
      const [, id] = /\/imports\/(import_\d+)\/items/.exec(request.path) ?? [];
      if (id !== undefined) {
        const one = sent.find((made) => made.id === id)!;
        const state = failure(one) === null ? 'created' : 'canceled';
        const item = { state, error: null, document_id: 'doc_1', ingestion: null };
        return answer(
          response,
          one.files.map((path) => ({ ...item, path })),
          PAGE,
        );
      }
      if (request.method === 'GET') return answer(response, sent.map(shown), PAGE);
      return void archiveOf(request).then((archive) => {
        if (onSend(archive, response, (posts += 1))) return;
        sent.push(archive);
        answer(response, shown(archive));
      });
    });
  }

  async function run(): Promise<Importer> {
    const candidates = ['a.txt', 'b.txt', 'c.txt'].map((path): Candidate => {
      return { path, row: undefined, settings: '', ...measured(statSync(folder.at(path))) };
    });
    const client = createClient({ baseUrl: server.baseUrl, apiKey: 'key', retries: 1, maxDelayMs: 10 });
    const paths = { root: folder.root, temporary: temporary.root };
    const fields = { dry_run: false, activate: false, number_from_name: false };
    const terms = { ...paths, fields, numberFromName: false, parallel: 2, isReadingAwaited: true };
    const report = (event: ImportEvent): void => void events.push(event);
    const importer = new Importer(client, null, terms, report, new AbortController().signal);
    await importer.run([candidates]);
    return importer;
  }
  const outcomes = ({ outcomes: found }: Importer): object =>
    Object.fromEntries([...found].map(([path, { state, code }]) => [path, code ?? state]));
  const ALL = { 'a.txt': 'created', 'b.txt': 'created', 'c.txt': 'created' };

  it('divides what is too large for the service, down to the file', async () => {
    play(({ files }, response) => {
      const isTooLarge = files.length > 2 || files.includes('a.txt');
      if (isTooLarge) refuse(response, 413, 'PAYLOAD_TOO_LARGE', { max_bytes: 9 });
      return isTooLarge;
    });
    expect(outcomes(await run())).toEqual({ ...ALL, 'a.txt': 'too_large' });
    expect(sent.map(({ files }) => files).flat()).toEqual(['b.txt', 'c.txt']);
  });

  it('divides an archive that exceeds a limit when it is unpacked', async () => {
    play(
      () => false,
      ({ files }) => (files.includes('b.txt') ? 'archive_size' : null),
    );
    expect(outcomes(await run())).toEqual({ ...ALL, 'b.txt': 'archive_size' });
    expect(events.filter(({ event }) => event === 'divided')).toHaveLength(2);
  });

  it('stops when no part of the archive would fare better', async () => {
    play(
      () => false,
      () => 'creator_not_permitted',
    );
    await expect(run()).rejects.toThrow('creator_not_permitted');
    expect(sent).toHaveLength(1);
  });

  it('finds the import whose response was lost', async () => {
    play((archive, response, nth) => {
      if (nth === 2) sent.push(archive);
      response.destroy();
      return true;
    });
    expect(outcomes(await run())).toEqual(ALL);
    expect(sent).toHaveLength(1);
  });

  it('waits while the organization has too many imports', async () => {
    play((_archive, response, nth) => {
      if (nth === 1) refuse(response, 409, 'CONFLICT', { reason: 'too_many_imports' });
      return nth === 1;
    });
    expect(outcomes(await run())).toEqual(ALL);
    expect(events.map(({ event }) => event)).toContain('waiting');
  });
});
