import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';
import type { Json } from '../../support/api/api-client.js';
import { errorOf, readyManual, WARNING, wheelManual } from '../../support/manuals/manual.js';
import { CHAT_SESSION_FIELDS, fieldsOf } from '../../support/api/shapes.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

const UNRELATED = 'Which orchestra plays the violin concerto by Sibelius?';

describe('what becomes of a conversation', () => {
  let world: TestWorld;
  let owner: SignedIn;
  let manual: Json;
  let session: Json;
  let answer: Json;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    owner = await world.signIn({ role: 'admin' });
    manual = await readyManual(owner.api, await wheelManual());
    const body = { copilot_type: 'mro', initial_message: 'How do I remove the main wheel?', title: 'Wheel *one*' };
    session = (await owner.api.post('/chat/sessions', body)).body.data;
    answer = session.messages[1];
  });
  afterAll(() => world.stop());

  const feedbackPath = (id: string): string => `/chat/sessions/${session.session_id}/messages/${id}/feedback`;
  const put = (body: object, id = answer.id as string) => owner.api.request('PUT', feedbackPath(id), { body });
  const exportPath = (format?: string): string =>
    `/chat/sessions/${session.session_id}/export${format === undefined ? '' : `?format=${format}`}`;

  it('a rating takes the place of the one before', async () => {
    const first = await put({ rating: 'down', reason: ' incomplete ', comment: 'No torque for the nut.' });
    expect(first.status).toBe(200);
    expect(first.body.data).toEqual({
      message_id: answer.id,
      rating: 'down',
      reason: 'incomplete',
      comment: 'No torque for the nut.',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const second = await put({ rating: 'up' });
    expect(second.body.data).toMatchObject({ rating: 'up', reason: null, comment: null });
    expect(second.body.data.created_at).toBe(first.body.data.created_at);
    const rows = await world.sql.query(`SELECT rating FROM message_feedback WHERE message_id = $1`, [answer.id]);
    expect(rows).toEqual([{ rating: 'up' }]);
  });

  it.each<[object, string]>([
    [{}, 'rating'],
    [{ rating: 'good' }, 'rating'],
    [{ rating: 'up', reason: '' }, 'reason'],
    [{ rating: 'up', reason: 'x'.repeat(101) }, 'reason'],
    [{ rating: 'up', comment: ' ' }, 'comment'],
    [{ rating: 'up', comment: 'x'.repeat(2001) }, 'comment'],
    [{ rating: 'up', stars: 5 }, 'stars'],
  ])('a rating of %j is refused', async (body, field) => {
    expect(errorOf(await put(body))).toMatchObject({ status: 400, field });
  });

  it('only an answer can be rated, once it is there', async () => {
    expect((await put({ rating: 'up' }, session.messages[0].id as string)).status).toBe(404);
    const { body } = await owner.api.post('/chat/sessions', { copilot_type: 'mro', initial_message: 'And?' });
    const { id } = body.data.messages[1];
    expect((await put({ rating: 'up' }, id as string)).status).toBe(404);
    await world.sql.query(
      `UPDATE chat_messages SET status = 'streaming', lease_until = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    const path_ = `/chat/sessions/${body.data.session_id}/messages/${id}/feedback`;
    const early = await owner.api.request('PUT', path_, { body: { rating: 'up' } });
    expect(errorOf(early)).toMatchObject({ status: 409, reason: 'streaming' });
  });

  it('it can be had as a text to print, warnings first, every source with its hash', async () => {
    const { status, headers, text } = await owner.api.get(exportPath(), { accept: '*/*' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Wheel \*one\*\.md"/);
    expect(text).toContain('# Wheel \\*one\\*');
    const [warning, step, source] = [WARNING, 'pull the wheel off the axle', manual.revision.content_sha256 as string];
    const places = ['How do I remove', warning, step, '### Sources', source].map((part) => text.indexOf(part));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(await owner.api.get(exportPath('md')).then((response) => response.text)).toBe(text);
  });

  it('it can be had as JSON', async () => {
    const response = await fetch(`${world.service.baseUrl}/api/v1${exportPath('json')}`, {
      headers: { authorization: `Bearer ${owner.accessToken}` },
    });
    expect(response.headers.get('content-disposition')).toContain('.json');
    const exported = (await response.json()) as Json;
    expect(fieldsOf(exported)).toEqual([...CHAT_SESSION_FIELDS, 'exported_at', 'messages'].sort());
    expect(exported.messages).toEqual(session.messages);
    expect(errorOf(await owner.api.get(exportPath('pdf')))).toMatchObject({ status: 400, field: 'format' });
    expect((await world.api.get(exportPath())).status).toBe(401);
    expect((await (await world.signIn()).api.get(exportPath())).status).toBe(404);
  });

  it('rated answers are a set for evaluations, without what is deleted', async () => {
    await put({ rating: 'up' });
    const { body } = await owner.api.post('/chat/sessions', {
      copilot_type: 'mro',
      initial_message: 'How do I service the main battery?',
      filters: { document_types: ['AMM'] },
      document_ids: [manual.id],
    });
    const other = `/chat/sessions/${body.data.session_id}/messages`;
    await owner.api.post(other, { content: 'What is the torque of the tie bolts?' });
    // A refusal that names a passage would be withheld with its document.
    const refused = (await owner.api.post(other, { content: UNRELATED })).body.data;
    const rated = await owner.api.request('PUT', `${other}/${refused.id}/feedback`, { body: { rating: 'up' } });
    expect([rated.status, refused.answer_status]).toEqual([200, 'refused']);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'feedback-'));
    const write = async (...more: string[]): Promise<{ code: number | null; lines: Json[] }> => {
      const script = path.join(projectRoot(), 'dist/bin/feedback-export.js');
      const child = spawn(process.execPath, [script, '--out', folder, ...more], {
        env: { PATH: process.env.PATH, DATABASE_URL: world.service.databaseUrl, DATA_DIR: world.service.dataDir },
        stdio: 'ignore',
      });
      await once(child, 'close');
      const text = await readFile(path.join(folder, 'questions.jsonl'), 'utf8').catch(() => '');
      return {
        code: child.exitCode,
        lines: text.split('\n').flatMap((line): Json[] => (line ? [JSON.parse(line)] : [])),
      };
    };
    try {
      expect((await write('--organization', 'org_1')).code).toBe(2);
      const organization = ['--organization', owner.user.organizationId];
      const { code, lines } = await write(...organization);
      expect(code).toBe(0);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatchObject({
        id: answer.id,
        question: 'How do I remove the main wheel?',
        turns: [],
        copilot_type: 'mro',
        filters: {},
        rating: 'up',
        answer: answer.content,
        answer_status: 'grounded',
      });
      // Pages of warnings are not pages with the answer.
      const notices = (answer.warnings as Json[]).map(({ citation }) => citation as number);
      const cited = (answer.citations as Json[]).filter(({ index }) => !notices.includes(index as number));
      expect(notices).toHaveLength(1);
      expect(lines[0].citations).toEqual(
        cited.map(({ document_id, revision_id, version, page_number: page, quote }) => {
          return { document_id, revision_id, version, page, quote };
        }),
      );
      expect(lines[1]).toMatchObject({
        question: UNRELATED,
        turns: ['How do I service the main battery?', 'What is the torque of the tie bolts?'],
        filters: { document_types: ['AMM'], document_ids: [manual.id] },
        rating: 'up',
        answer_status: 'refused',
        citations: [],
      });
      await owner.api.delete(`/documents/${manual.id}`);
      const left = (await write(...organization)).lines;
      expect(left.map(({ answer_status: status }) => status as string)).toEqual(['refused']);
      // Nor is it in what is exported, or told again, of the conversation.
      expect((await owner.api.get(exportPath())).text).not.toContain('pull the wheel off');
      const stream = `/chat/sessions/${session.session_id}/messages/${answer.id}/stream`;
      const told = await owner.api.get(stream, { accept: 'text/event-stream' });
      expect(told.text).toContain('event: message.done');
      expect(told.text).not.toContain('pull the wheel off');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
