import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ServiceApi } from './api.js';
import { askQuestions } from './ask-questions.js';
import { readQuestions, type Question } from './question-set.js';

const cited = (document: string, quote: string) => ({
  document_id: document,
  revision_id: `rev_of_${document}`,
  version: '1',
  page: 2,
  quote,
});
const rated = (id: string, more: object) => ({
  ...{
    id,
    question: 'How tight?',
    turns: ['The axle nut?'],
    copilot_type: 'mro',
    filters: { document_types: ['AMM'] },
  },
  ...{ rating: 'up', answer: 'To 27 Nm. [1]', answer_status: 'grounded', citations: [], ...more },
});

/** Two documents: `doc_here`, and `doc_changed`, whose page has changed. */
function startService(asked: object[]): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const answer = (status: number, data: unknown): void => {
      response.writeHead(status).end(status === 204 ? undefined : JSON.stringify({ data, pagination: {} }));
    };
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const route = `${request.method} ${request.url?.replace('/api/v1', '')}`;
      if (text !== '') asked.push({ route, ...(JSON.parse(text) as object) });
      if (route.startsWith('DELETE')) return answer(204, null);
      if (route === 'GET /documents?limit=100')
        return response.end(JSON.stringify({ data: [], pagination: { next_cursor: null } }));
      if (route === 'GET /documents/doc_here/pages/2') return answer(200, { text: 'Torque it to 27 Nm.' });
      if (route === 'GET /documents/doc_changed/pages/2') return answer(200, { text: 'Torque it to 30 Nm.' });
      if (route === 'POST /chat/sessions') return answer(201, { session_id: 'chat_1' });
      if (route.endsWith('/messages')) return answer(201, { content: 'No.', answer_status: 'refused', citations: [] });
      return answer(404, null);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('rated answers', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'rated-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (...lines: object[]): Promise<Question[]> => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await writeFile(path.join(folder, 'questions.jsonl'), text);
    return readQuestions(folder);
  };

  it('are asked as they were, and a refusal that was liked has no answer', async () => {
    const [good, refusal, bad] = await read(
      rated('a', { citations: [cited('doc_here', '27 Nm')] }),
      rated('b', { answer_status: 'refused', answer: 'Not in the documents.' }),
      rated('c', { rating: 'down', citations: [cited('doc_here', '27 Nm')] }),
    );
    const asked = { turns: ['The axle nut?'], filters: { document_types: ['AMM'] } };
    expect(good).toMatchObject({ ...asked, unanswerable: false, answers: ['27 Nm'], not: [] });
    expect(good?.places).toEqual([{ document_id: 'doc_here', revision_id: 'rev_of_doc_here', page: 2 }]);
    expect(refusal).toMatchObject({ ...asked, unanswerable: true, places: [], answers: [], not: [] });
    expect(bad).toMatchObject({ ...asked, unanswerable: false, places: [], not: ['To 27 Nm. [1]'] });
  });

  it('are left out when their pages are gone or say something else, and the rest is asked', async () => {
    const questions = await read(
      rated('deleted', { citations: [cited('doc_gone', '27 Nm')] }),
      rated('changed', { citations: [cited('doc_changed', '27 Nm')] }),
      rated('current', { citations: [cited('doc_gone', '27 Nm'), cited('doc_here', '27 Nm')] }),
    );
    const requests: object[] = [];
    const server = await startService(requests);
    const notes = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      const { port } = server.address() as AddressInfo;
      const outcomes = await askQuestions(new ServiceApi(`http://127.0.0.1:${port}`, 'key'), questions);
      expect(outcomes.map(({ question }) => question.id)).toEqual(['current']);
      expect(outcomes[0]?.question.places.map(({ document_id: id }) => id)).toEqual(['doc_here']);
      expect(notes.mock.calls.flat().join('\n')).toMatch(/deleted[^]*changed/);
      expect(requests).toEqual([
        { route: 'POST /chat/sessions', copilot_type: 'mro', filters: { document_types: ['AMM'] } },
        { route: 'POST /chat/sessions/chat_1/messages', content: 'The axle nut?' },
        { route: 'POST /chat/sessions/chat_1/messages', content: 'How tight?' },
      ]);
    } finally {
      notes.mockRestore();
      server.close();
    }
  });
});
