import fc from 'fast-check';
import type { ApiClient, ApiResponse, Json } from '../../support/api/api-client.js';
import { comparableAnswer } from '../../support/api/comparable-answer.js';
import { readyManual } from '../../support/manuals/manual.js';
import type { TestSql } from '../../support/database/test-sql.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

/** Manuals that are uploaded; the organizations get copies of them. */
const MANUALS = 12;
const PAIRS = 12;

/** Other libraries each time; `FUZZ_SEED` with the number in the name makes the same again. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

/** Words and numbers that differ by a letter or an ending: what a hidden manual has is near to what a visible one has. */
const WORDS =
  'bearing bearings brake brakes braking pump pumps pumpkin valve valves torch nut nuts net landing landings'.split(
    ' ',
  );
const NUMBERS = ['4A2213-7', '4A2213-8', '4A2214-1', 'AMM-32', 'SB-32-1'];

/** How callers come to see documents, and why they see none of the others, or no longer. */
const VISIBLE = ['open', 'of the team', 'shared'] as const;
const HIDDEN = ['filed', 'closed', 'unshared', 'deleted'] as const;

const word = fc.constantFrom(...WORDS);
const number = fc.constantFrom(...NUMBERS);
const words = (most: number): fc.Arbitrary<string> =>
  fc.array(word, { minLength: 1, maxLength: most }).map((all) => all.join(' '));
const sentence = fc.oneof(
  fc.tuple(words(2), fc.integer({ min: 5, max: 400 })).map(([part, torque]) => `Torque the ${part} to ${torque} N·m.`),
  fc.tuple(word, number, word).map(([part, p, damage]) => `Examine the ${part} P/N ${p} for ${damage}.`),
  number.map((replaced) => `This bulletin supersedes ${replaced}.`),
  words(6).map((text) => `The ${text}.`),
);
const manual = fc.record({
  title: words(3),
  document_number: number,
  document_type: fc.constantFrom('AMM', 'SB'),
  aircraft_type: fc.constantFrom('HST-72', 'HST-90'),
  text: fc.array(sentence, { minLength: 1, maxLength: 6 }).map((all) => all.join('\n\n')),
});
/** Each has another text: an organization takes the same file once. */
const library = fc.uniqueArray(manual, { selector: ({ text }) => text, minLength: MANUALS, maxLength: MANUALS });
const pair = fc.record({
  visible: fc.array(fc.constantFrom(...VISIBLE), { minLength: 3, maxLength: 5 }),
  hidden: fc.array(fc.constantFrom(...HIDDEN), { minLength: 2, maxLength: 4 }),
  /** Which manuals they are: the visible ones come first. */
  order: fc.shuffledSubarray([...Array(MANUALS).keys()], { minLength: MANUALS }),
  query: fc.array(
    fc.oneof(
      word,
      number,
      words(2).map((phrase) => `"${phrase}"`),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  misspelt: word.map((one) => one.replace(/.(.)$/, '$1')),
  typed: fc
    .tuple(fc.oneof(word, number), fc.integer({ min: 1, max: 4 }))
    .map(([text, length]) => text.slice(0, length)),
  question: words(2).map((part) => `What is the torque of the ${part}?`),
});
type Pair = typeof pair extends fc.Arbitrary<infer T> ? T : never;

/** By kind; none of them sees a hidden document. */
type Callers = Record<'engineer of the team' | 'engineer without a team' | 'viewer with shares' | 'API key', ApiClient>;

interface Member {
  id: string;
  kind: (typeof VISIBLE | typeof HIDDEN)[number];
}

let copies = 0;

/**
 * Copies a document with all rows of its ingestion. The ids of a copy end in a unique number and otherwise equal those of
 * the original, so copies sort alike in all organizations.
 */
async function copyDocument(sql: TestSql, id: string, organizationId: string, teamId: string | null): Promise<string> {
  const end = `${(copies += 1)}`.padStart(4, '0');
  const copied = id.slice(0, -4) + end;
  const revisions = 'IN (SELECT id FROM document_revisions WHERE document_id = $1)';
  const which = {
    documents: 'id = $1',
    document_revisions: 'document_id = $1',
    pages: `revision_id ${revisions}`,
    passages: `revision_id ${revisions}`,
    passage_embeddings: `passage_id IN (SELECT id FROM passages WHERE revision_id ${revisions})`,
    search_terms: `revision_id ${revisions}`,
    index_heads: 'organization_id = (SELECT organization_id FROM documents WHERE id = $1)',
    index_changes: `revision_id ${revisions}`,
  };
  const client = await sql.connect();
  await client.query('BEGIN');
  for (const [table, where] of Object.entries(which)) {
    await client.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, regexp_replace(regexp_replace(to_jsonb(t)::text,
         '\\m((doc|rev|page|passage)_\\w{22})\\w{4}\\M', '\\1${end}', 'g'), '\\morg_\\w{26}\\M', $2)::jsonb)).*
       FROM ${table} t WHERE ${where} ON CONFLICT DO NOTHING`,
      [id, organizationId],
    );
  }
  await client.query(
    `UPDATE documents SET created_by = NULL, team_id = $2, access = CASE WHEN $2::text IS NULL THEN 'organization' ELSE 'team' END
     WHERE id = $1`,
    [copied, teamId],
  );
  await client.query('COMMIT');
  client.release();
  return copied;
}

/** An organization with such copies, after all their changes. */
async function fillLibrary(world: TestWorld, library: Member[]): Promise<Callers> {
  const organization = await world.identity.organization();
  const [team, otherTeam] = [await world.identity.team(organization), await world.identity.team(organization)];
  const { api: admin } = await world.signIn({ organization, role: 'admin' });
  const engineer = await world.signIn({ organization, role: 'engineer', team });
  const single = await world.signIn({ organization, role: 'engineer' });
  const viewer = await world.signIn({ organization, role: 'viewer' });
  const program = await world.identity.user({ organization, role: 'api_user', hasPassword: false });
  const { key } = await world.identity.apiKey(program, { scopes: ['document.view', 'document.search', 'chat.use'] });

  const owners = { open: null, closed: null, deleted: null, 'of the team': team, shared: team };
  const documents: Member[] = [];
  for (const { id, kind } of library) {
    const owner = kind in owners ? owners[kind as keyof typeof owners] : otherTeam;
    documents.push({ kind, id: await copyDocument(world.sql, id, organization.id, owner?.id ?? null) });
  }
  const sent = async (answer: Promise<ApiResponse>): Promise<Json> => {
    const { status, body, text } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
    return body?.data;
  };
  const share = (id: string, { user }: SignedIn): Promise<Json> =>
    sent(admin.post(`/documents/${id}/shares`, { recipients: [{ type: 'user', id: user.id }] }));
  for (const { kind, id } of documents) {
    if (kind === 'shared') await share(id, viewer);
    if (kind === 'unshared') await sent(admin.delete(`/shares/${(await share(id, single))[0].id}`));
    if (kind === 'closed') await sent(admin.patch(`/documents/${id}`, { access: 'team', team_id: otherTeam.id }));
    if (kind === 'deleted') await sent(admin.delete(`/documents/${id}`));
  }
  const search = (): Promise<ApiResponse> => admin.post('/search/passages', { query: 'torque', mode: 'keyword' });
  await until(search, ({ body }) => body.meta?.warnings === undefined);
  return {
    'engineer of the team': engineer.api,
    'engineer without a team': single.api,
    'viewer with shares': viewer.api,
    'API key': world.api.withKey(key),
  };
}

/** All requests whose answers must not depend on hidden documents. */
function* requests({ query, misspelt, typed, question }: Pair, kind: string): Generator<[path: string, body?: object]> {
  for (const text of [query.join(' '), misspelt]) {
    for (const mode of ['keyword', 'semantic', 'hybrid']) {
      for (const route of ['documents', 'passages']) yield [`/search/${route}`, { query: text, mode, limit: 20 }];
    }
  }
  for (const q of [typed, misspelt]) yield [`/search/suggest?q=${encodeURIComponent(q)}`];
  yield ['/document-types'];
  yield ['/aircraft-types'];
  yield ['/documents?limit=1'];
  yield [`/documents?q=${encodeURIComponent(typed)}`];
  if (kind !== 'viewer with shares') yield ['/chat/sessions', { copilot_type: 'mro', initial_message: question }];
}

describe(`random libraries, with hidden documents and without them (FUZZ_SEED=${seed})`, () => {
  const pairs = fc.sample(pair, { seed, numRuns: PAIRS });
  let world: TestWorld;
  let originals: Json[];
  let found = 0;
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    const { api } = await world.signIn({ role: 'admin' });
    const [manuals] = fc.sample(library, { seed, numRuns: 1 });
    originals = await Promise.all(manuals!.map(({ text, ...fields }) => readyManual(api, text, fields)));
  });
  afterAll(() => world.stop());

  it.each(pairs.map((described, n) => [n, described] as const))('answer alike: pair %i', async (_n, described) => {
    const { visible, hidden, order } = described;
    const all = [...visible, ...hidden].map((kind, n) => ({ kind, id: originals[order[n]!].id as string }));
    const first = await fillLibrary(world, all);
    const second = await fillLibrary(world, all.slice(0, visible.length));
    for (const kind of Object.keys(first) as (keyof Callers)[]) {
      for (const [path, body] of requests(described, kind)) {
        const ask = (callers: Callers): Promise<ApiResponse> =>
          callers[kind].request(body ? 'POST' : 'GET', path, { body });
        const [one, other] = [await ask(first), await ask(second)];
        const name = JSON.stringify({ kind, path, body });
        expect(`${name} ${comparableAnswer(one)}`).toBe(`${name} ${comparableAnswer(other)}`);
        expect(one.status).toBeLessThan(300);
        if (path === '/search/passages' && one.body.data.length > 0) found += 1;
      }
    }
  });

  it('have results', () => expect(found).toBeGreaterThan(PAIRS * 4));
});
