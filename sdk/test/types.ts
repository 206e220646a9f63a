/** Compiled by `npm run check`, never run: what the types let through, and what they do not. */
import { createClient, paginate, type Item, type Schema } from '../src/index.js';

const client = createClient({ baseUrl: 'https://example.com/api/v1', apiKey: 'key' });
const params = { path: { id: 'doc_1' } };

export async function typesOfAnswers(): Promise<void> {
  const { data, meta, response } = await client.GET('/documents/{id}', { params });
  const title: string = data.title;
  const pages: number | null = data.page_count;
  const warnings: string[] | undefined = meta.warnings;
  const etag: string | null = response.headers.get('etag');
  // @ts-expect-error there is no such field
  void data.colour;
  // @ts-expect-error it may be null
  const number: string = data.document_number;

  const list = await client.GET('/documents');
  const more: boolean = list.pagination.has_more;
  // @ts-expect-error one document has no pages of documents
  void (await client.GET('/documents/{id}', { params })).pagination;

  const gone = await client.DELETE('/documents/{id}', { params });
  const nothing: undefined = gone.data;
  void [title, pages, warnings, etag, number, more, nothing];
}

export async function typesOfInputs(): Promise<void> {
  await client.POST('/teams', { body: { name: 'Line' } });
  // @ts-expect-error a team has a name
  await client.POST('/teams', { body: {} });
  // @ts-expect-error a team is called by no nickname
  await client.POST('/teams', { body: { name: 'Line', nickname: 'L' } });
  // @ts-expect-error which document?
  await client.GET('/documents/{id}');
  // @ts-expect-error there is no such path
  await client.GET('/document');
  // @ts-expect-error users are not put
  await client.PUT('/users/{id}', { params });
  await client.GET('/documents', { params: { query: { document_type: 'AMM' } } });
  // @ts-expect-error no such type of document
  await client.GET('/documents', { params: { query: { document_type: 'NOVEL' } } });
  const file = new Blob(['%PDF']);
  const about = { title: 'T', document_type: 'AMM', aircraft_type: 'TR46', version: '1' } as const;
  await client.POST('/documents', { body: { file, ...about } });
  // @ts-expect-error a file is no text
  await client.POST('/documents', { body: { file: 'text', ...about } });
  // @ts-expect-error JSON is no file
  await client.download('/documents');
}

export async function typesOfSeries(): Promise<void> {
  for await (const user of paginate(client, '/users')) {
    const role: Schema<'Role'> = user.role;
    const same: 'admin' | 'manager' | 'engineer' | 'viewer' | 'api_user' = role;
    void same;
  }
  // @ts-expect-error one user is no list
  paginate(client, '/users/{id}', { params });
  const item: Item<'/documents/{id}/comments'> = {} as Schema<'CommentResponse'>;
  for await (const event of client.stream('/chat/sessions/{id}/messages', { params, body: { content: '?' } })) {
    if (event.event === 'citation') void event.data.page_number.toFixed();
    if (event.event === 'message.done') void event.data.citations.length;
    if (event.event === 'message.delta') void event.data.message_id?.length;
    // @ts-expect-error a piece of text is no citation
    if (event.event === 'message.delta') void event.data.page_number;
    // @ts-expect-error errors are thrown
    if (event.event === 'error') return;
  }
  for await (const event of client.stream('/notifications/stream')) {
    const kind: Schema<'NotificationKind'> | null = event.event === 'notification' ? event.data.kind : null;
    void kind;
  }
  // @ts-expect-error documents are not told as events
  client.stream('/documents');
  void item;
}
