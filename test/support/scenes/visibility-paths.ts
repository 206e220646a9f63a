import type { ApiClient, ApiResponse, Json } from '../api/api-client.js';

/** Words of the guarded document alone. */
export const GUARDED = {
  title: 'Zirconium sleeve',
  word: 'zirconium',
  quote: '47 Nm',
  question: 'What is the torque of the zirconium sleeve?',
} as const;

/** The guarded document and what stands around it. */
export interface GuardedScene {
  document: Json;
  /** Its first and its present revision. */
  revisions: [string, string];
  /** One that everybody sees, and of whose number the guarded one says that it changes. */
  neighbour: Json;
}

/** A person, with what they did while they saw the document. */
export interface Looker {
  api: ApiClient;
  /** A conversation in which the document was quoted, and the key of the request that began it. */
  chat: { sessionId: string; key: string };
}

type Look = (looker: Looker, scene: GuardedScene) => Promise<boolean | ApiResponse>;

const reading =
  (path: string): Look =>
  ({ api }, { document, revisions: [first, present] }) =>
    api.get(`/documents/${document.id}${path.replace('{first}', first).replace('{present}', present)}`);
const counting =
  (path: string, field: 'document_type' | 'aircraft_type'): Look =>
  async ({ api }, { document, neighbour }) => {
    expect(document[field]).toBe(neighbour[field]);
    const { body } = await api.get(path);
    return (body.data as Json[]).find(({ value }) => value === document[field])?.count === 2;
  };
const finding =
  (path: string, mode: string): Look =>
  async ({ api }, { document }) => {
    const { body } = await api.post(path, { query: GUARDED.word, mode, limit: 100 });
    return (body.data as Json[]).some((hit) => (hit.document_id ?? hit.id) === document.id);
  };
const saying =
  (ask: (looker: Looker) => Promise<ApiResponse>): Look =>
  async (looker) => {
    const { status, text } = await ask(looker);
    expect(status).toBeLessThan(300);
    // Other text is allowed, but no text from the document.
    return [GUARDED.quote, GUARDED.title].some((words) => text.includes(words));
  };

/** The request that begins a conversation about the document. */
export const askingBody = { copilot_type: 'mro', initial_message: GUARDED.question };

/** Every route that can reveal a document to a user; each reports whether it does. */
const PATHS: Record<string, Look> = {
  list: async ({ api }, { document }) => {
    const { data, pagination } = (await api.get('/documents?limit=100')).body;
    expect(pagination.total_count).toBe(data.length);
    return (data as Json[]).some(({ id }) => id === document.id);
  },
  'list by title': async ({ api }) => {
    const { body } = await api.get(`/documents?q=${GUARDED.title.slice(0, 6)}`);
    expect(body.data).toHaveLength(body.pagination.total_count as number);
    return body.data.length > 0;
  },
  'document types': counting('/document-types', 'document_type'),
  'aircraft types': counting('/aircraft-types', 'aircraft_type'),
  get: reading(''),
  content: reading('/content'),
  pages: reading('/pages'),
  page: reading('/pages/1'),
  highlights: reading('/pages/1/highlights?quote=zirconium'),
  image: reading('/pages/1/image?width=200'),
  outline: reading('/outline'),
  revisions: reading('/revisions'),
  revision: reading('/revisions/{first}'),
  diff: reading('/revisions/diff?from={first}&to={present}'),
  ingestion: reading('/ingestion'),
  shares: reading('/shares'),
  access: reading('/access'),
  'search documents': finding('/search/documents', 'keyword'),
  'search passages': finding('/search/passages', 'keyword'),
  'search by meaning': finding('/search/passages', 'semantic'),
  suggestions: saying(({ api }) => api.get(`/search/suggest?q=${GUARDED.word.slice(0, 5)}`)),
  'notices of change': async ({ api }, { document, neighbour }) => {
    const filters = { document_ids: [neighbour.id] };
    const { body } = await api.post('/search/documents', { query: 'nitrogen', filters, mode: 'keyword' });
    return (body.data[0].notices_of_change as Json[]).some(({ document_id: id }) => id === document.id);
  },
  'a new answer': saying(({ api }) => api.post('/chat/sessions', askingBody)),
  'an answer again': saying(({ api, chat }) => api.get(`/chat/sessions/${chat.sessionId}/messages`)),
  'a replayed answer': saying(async ({ api, chat }) => {
    const ask = (key: string): Promise<ApiResponse> =>
      api.post('/chat/sessions', askingBody, { 'idempotency-key': key });
    const answer = await ask(chat.key);
    // Another session than the one that asked is given nothing: it asks, and has that repeated.
    if (answer.status !== 422) return answer;
    const own = `${chat.key}-again`;
    await ask(own);
    return ask(own);
  }),
  export: saying(({ api, chat }) => api.get(`/chat/sessions/${chat.sessionId}/export?format=md`, { accept: '*/*' })),
};

/** What each path says: `seen`, `hidden`, or an answer that is neither. */
export async function lookEverywhere(looker: Looker, scene: GuardedScene): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const [name, look] of Object.entries(PATHS)) {
    const found = await look(looker, scene);
    seen[name] = typeof found === 'boolean' ? (found ? 'seen' : 'hidden') : nameOf(found);
  }
  return seen;
}

/** What {@link lookEverywhere} says where all paths say the same. */
export function everywhere(answer: 'seen' | 'hidden'): Record<string, string> {
  return Object.fromEntries(Object.keys(PATHS).map((name) => [name, answer]));
}

/** How a response treats the document: other rejections than 404 reveal that it exists. */
function nameOf({ status, body }: ApiResponse): string {
  if (status === 200) return 'seen';
  if (status === 404 && body.error.code === 'NOT_FOUND') return 'hidden';
  return ['other_team', 'shared_only'].includes(body.error?.details.reason as string) ? 'seen' : `${status}`;
}
