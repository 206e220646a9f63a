import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

describe('pagination', () => {
  let world: TestWorld;
  let engineer: SignedIn;
  let cursor: string;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    engineer = await world.signIn();
    for (let count = 0; count < 25; count += 1) await world.identity.apiKey(engineer.user);
    cursor = (await engineer.api.get('/api-keys?limit=2')).body.pagination.next_cursor as string;
  });
  afterAll(() => world.stop());

  it('gives twenty items unless told otherwise, and at most a hundred', async () => {
    const { body } = await engineer.api.get('/api-keys');
    expect(body.data).toHaveLength(20);
    expect(body.pagination).toEqual({
      next_cursor: expect.any(String),
      has_more: true,
      total_count: 25,
      total_count_is_exact: true,
    });
    const all = await engineer.api.get('/api-keys?limit=100');
    expect(all.body.data).toHaveLength(25);
    expect(all.body.pagination).toEqual({
      next_cursor: null,
      has_more: false,
      total_count: 25,
      total_count_is_exact: true,
    });
  });

  it('ends without an empty page when the last one is full', async () => {
    const first = await engineer.api.get('/api-keys?limit=25');
    expect(first.body.pagination).toEqual({
      next_cursor: null,
      has_more: false,
      total_count: 25,
      total_count_is_exact: true,
    });
  });

  it.each([
    '0',
    '101',
    '-1',
    'abc',
    '1e1',
    '0x10',
    '1.5',
    '1.0',
    '',
    '%20',
    '+5',
    'null',
    'Infinity',
    '99999999999999999999',
  ])('refuses a limit of %s', async (limit) => {
    const { status, body } = await engineer.api.get(`/api-keys?limit=${limit}`);
    expect(status).toBe(400);
    expect(body.error.details.field).toBe('limit');
  });

  it('refuses parameters that come twice, or as lists or objects, or that are unknown', async () => {
    for (const [query, field] of [
      ['limit=1&limit=2', 'limit'],
      [`cursor=${cursor}&cursor=${cursor}`, 'cursor'],
      ['limit[]=1', 'limit[]'],
      ['limit[a]=1', 'limit[a]'],
      ['offset=3', 'offset'],
      ['__proto__=1', '__proto__'],
    ] as const) {
      const { status, body } = await engineer.api.get(`/api-keys?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(body.error.details.field).toBe(field);
    }
  });

  it('takes its own cursor with any limit', async () => {
    expect((await engineer.api.get(`/api-keys?cursor=${cursor}&limit=7`)).body.data).toHaveLength(7);
  });

  it('refuses a cursor that is forged, changed, cut, or of another list or caller', async () => {
    const stranger = await world.signIn();
    await world.documents.document({ id: engineer.user.organizationId });
    await world.documents.document({ id: engineer.user.organizationId });
    const ofDocuments = (await engineer.api.get('/documents?limit=1')).body.pagination.next_cursor as string;
    const changed = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    const forged = Buffer.concat([Buffer.alloc(12), Buffer.from('key_01h455vb4pex5vsknk084sn02q')]).toString(
      'base64url',
    );
    for (const bad of [
      changed,
      forged,
      cursor.slice(0, -2),
      'x',
      '',
      '%00',
      'a'.repeat(600),
      ofDocuments,
      `${cursor}AAAA`,
    ]) {
      const { status, body } = await engineer.api.get(`/api-keys?cursor=${bad}`);
      expect([bad, status]).toEqual([bad, 400]);
      expect(body.error.details.field).toBe('cursor');
    }
    const { status, body } = await stranger.api.get(`/api-keys?cursor=${cursor}`);
    expect(status).toBe(400);
    expect(body.error.details.field).toBe('cursor');
  });

  it('walks a list to its end, every item once, while others are added', async () => {
    const before = (await engineer.api.listAll('/api-keys', 100)).map(({ id }) => id as string);
    const seen: string[] = [];
    let query = 'limit=4';
    for (;;) {
      const { body } = await engineer.api.get(`/api-keys?${query}`);
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id));
      await world.identity.apiKey(engineer.user);
      if (!body.pagination.has_more) break;
      query = `limit=4&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen).toEqual(before);
  });
});
