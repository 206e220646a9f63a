import { startModelServer, MODEL_KEY, type ModelServer } from '../../support/peers/model-server.js';
import { untilRead, uploadManual } from '../../support/manuals/manual.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { until } from '../../support/until.js';

const PASSAGES = 300;
const OLD = 'all-minilm-l6-v2-q4';
/** Answers after a second: so what is cut off is not over, and there is time for searches meanwhile. */
const NAME = 'slow-first:1000';
const NEW = `${NAME}@64`;
const WORDS_ALONE: unknown = expect.stringContaining('by their words alone');

const PARTS = ['pump', 'valve', 'actuator', 'filter', 'bearing', 'duct', 'sensor', 'hinge', 'cable', 'seal'];
const ACTS = ['Clean', 'Remove', 'Install', 'Examine', 'Grease', 'Adjust', 'Test', 'Replace', 'Measure', 'Lock'];
const PLACES = ['nose bay', 'left wing', 'tail cone'];

/** A heading and a sentence for each of them: as many passages. */
function manual(): string {
  const sections = PLACES.flatMap((place) =>
    PARTS.flatMap((part) =>
      ACTS.map((act) => `<h1>${act} the ${part}, ${place}</h1><p>${act} the ${part} in the ${place} by hand.</p>`),
    ),
  );
  return `<!doctype html><html><body>${sections.join('')}</body></html>`;
}

describe('changing the embedding model', () => {
  let world: TestWorld;
  let server: ModelServer;
  let admin: SignedIn;
  const settings = () => ({
    EMBEDDING_BASE_URL: server.url,
    EMBEDDING_MODEL: NAME,
    EMBEDDING_API_KEY: MODEL_KEY,
    EMBEDDING_DIMENSIONS: '64',
  });
  beforeAll(async () => {
    [world, server] = await Promise.all([startWorld(), startModelServer()]);
    admin = await world.signIn({ role: 'admin' });
    const { id } = await uploadManual(admin.api, manual(), { title: 'Ground handling' });
    await untilRead(admin.api, id as string);
  });
  afterAll(async () => {
    await world.stop();
    await server.stop();
  });

  /** Passages that have a vector, by its model. */
  const counts = async (): Promise<Record<string, number>> => {
    const rows = await world.sql.query<{ model: string; n: string }>(
      `SELECT model, count(*) AS n FROM passage_embeddings GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ model, n }) => [model, Number(n)]));
  };
  const serving = async (): Promise<string> =>
    (await world.sql.query<{ model: string }>(`SELECT model FROM index_heads`))[0]!.model;
  const search = async (query: string, mode = 'hybrid') => {
    const { status, body } = await admin.api.post('/search/passages', { query, mode, limit: 5 });
    expect(status).toBe(200);
    const found = body.data as { section: string; quote: string }[];
    return { found, warnings: (body.meta.warnings ?? []) as string[] };
  };
  /** Texts embedded, but for those that tell a client that this model's vectors have to be shortened. */
  const inputs = async (): Promise<string[]> =>
    (await server.seen()).requests.flatMap(({ body }) => (body.dimensions === 64 ? (body.input ?? []) : []));

  it('embeds all passages in the background, goes on after a violent end, and finds by meaning all the while', async () => {
    expect(await counts()).toEqual({ [OLD]: PASSAGES });
    await world.service.restart(settings());
    await until(counts, (now) => (now[NEW] ?? 0) > 0);
    await world.service.kill('SIGKILL');
    const before = (await counts())[NEW]!;
    expect(before).toBeLessThan(PASSAGES);
    await world.service.restart();
    let searches = 0;
    for (let isOld = true; isOld; searches += 1) {
      isOld = (await counts())[OLD] !== undefined;
      const part = PARTS[searches % PARTS.length]!;
      const { found, warnings } = await search(`replace the ${part}`, searches % 2 ? 'semantic' : 'hybrid');
      expect([found.length, warnings]).toEqual([5, []]);
    }
    // The last one came after the change.
    expect(searches).toBeGreaterThan(1);
    expect([await counts(), await serving()]).toEqual([{ [NEW]: PASSAGES }, NEW]);
    // Those in progress when it was killed were embedded twice.
    const embedded = (await inputs()).filter((text) => text.includes('by hand')).length;
    expect(embedded).toBeLessThanOrEqual(PASSAGES + 128);
    // Queries are embedded with the new model, and the same words are the nearest.
    await until(
      async () => {
        await search('measure the hinge tail cone by hand', 'semantic');
        return inputs();
      },
      (texts) => texts.includes('measure the hinge tail cone by hand'),
    );
    const { found, warnings } = await search('measure the hinge tail cone by hand', 'semantic');
    expect([found[0]?.section, warnings]).toEqual(['Measure the hinge, tail cone', []]);
  });

  it('finds by words while the model does not answer, and says so', async () => {
    await server.setDown(true);
    const { found, warnings } = await search('lock the sensor nose bay');
    expect(found[0]?.section).toBe('Lock the sensor, nose bay');
    expect(warnings).toEqual([WORDS_ALONE]);
    expect((await fetch(`${world.service.baseUrl}/readyz`)).status).toBe(200);
    await server.setDown(false);
    expect((await search('lock the sensor left wing')).warnings).toEqual([]);
  });

  it('finds a new document by its words at once, and by its meaning once the model answers again', async () => {
    await server.fail('400', '400');
    const { id } = await uploadManual(admin.api, 'Torque the wolfram clamp to 12 Nm.', {}, 'new.txt');
    await untilRead(admin.api, id as string);
    const byWords = await admin.api.post('/search/passages', { query: 'wolfram clamp', mode: 'keyword' });
    expect(byWords.body.data).toHaveLength(1);
    await until(counts, (now) => now[NEW] === PASSAGES + 1);
    await until(
      async () => (await search('torque wolfram', 'semantic')).found[0]?.quote,
      (quote) => quote?.includes('wolfram') ?? false,
    );
    expect(await counts()).toEqual({ [NEW]: PASSAGES + 1 });
  });

  it('leaves out a passage that the model refuses, and no other', async () => {
    await server.refuse('vibranium');
    const metals = ['iridium', 'vibranium', 'osmium'];
    const text = metals.map((metal) => `<h1>The ${metal} ring</h1><p>Torque the ${metal} ring to 12 Nm.</p>`).join('');
    const { id } = await uploadManual(admin.api, `<!doctype html><html><body>${text}</body></html>`, {});
    await untilRead(admin.api, id as string);
    await until(counts, (now) => now[NEW] === PASSAGES + 4);
    const firstOf = async (metal: string, mode: string) =>
      (await search(`torque the ${metal} ring`, mode)).found[0]?.section;
    for (const metal of ['iridium', 'osmium'])
      await until(
        () => firstOf(metal, 'semantic'),
        (section) => section === `The ${metal} ring`,
      );
    await server.refuse('');
    expect(await firstOf('vibranium', 'keyword')).toBe('The vibranium ring');
    expect(await firstOf('vibranium', 'semantic')).not.toBe('The vibranium ring');
  });

  it('counts the tokens for the organization', async () => {
    const [row] = await until(
      () =>
        world.sql.query<{ organization_id: string; model: string; tokens: string }>(
          `SELECT organization_id, model, sum(prompt_tokens) AS tokens FROM token_usage WHERE kind = 'embedding' GROUP BY 1, 2`,
        ),
      (rows) => rows.length > 0,
    );
    expect(row).toMatchObject({ organization_id: admin.user.organizationId, model: NAME });
    expect(Number(row!.tokens)).toBeGreaterThan(PASSAGES);
  });

  it('goes back to the model of the service, and finds by words until then, since nobody knows the other', async () => {
    await world.service.restart({});
    for (;;) {
      const { found, warnings } = await search('grease the bearing');
      expect(found).toHaveLength(5);
      if (warnings.length === 0) break;
      expect(warnings).toEqual([WORDS_ALONE]);
    }
    await until(counts, (now) => now[NEW] === undefined);
    expect([await counts(), await serving()]).toEqual([{ [OLD]: PASSAGES + 4 }, OLD]);
    const { found, warnings } = await search('torque wolfram', 'semantic');
    expect([found[0]?.quote.includes('wolfram'), warnings]).toEqual([true, []]);
  });
});
