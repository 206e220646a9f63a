import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Json } from '../../support/api/api-client.js';
import { readingsOf, section, untilRead, uploadManual } from '../../support/manuals/manual.js';
import { placedPdf } from '../../support/manuals/pdf-factory.js';
import { startService } from '../../support/service/test-service.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';
import { childrenOf } from '../../support/service/child-processes.js';
import { until } from '../../support/until.js';

/** More pages than are read ahead of those that are stored. */
const PAGES = 100;
const TURN_MS = 1_000;

describe('whose file is read next', () => {
  let world: TestWorld;
  let large: SignedIn;
  let small: SignedIn;
  let holder: pg.Client;
  beforeAll(async () => {
    world = await startWorld({ env: { INGESTION_CONCURRENCY: '1', INGESTION_TURN_SECONDS: String(TURN_MS / 1000) } });
    [large, small] = [await world.signIn({ role: 'admin' }), await world.signIn({ role: 'admin' })];
    holder = new pg.Client({ connectionString: world.service.databaseUrl });
    await holder.connect();
  });
  afterEach(async () => {
    // What is left over is not the next test's.
    await world.sql.query(`DELETE FROM documents`);
    await world.sql.query(`DELETE FROM ingestion_turns`);
  });
  afterAll(async () => {
    await holder.end();
    await world.stop();
  });

  /** Lets nobody take a file meanwhile, on any node. */
  const whileNobodyReads = async <T>(work: () => Promise<T>): Promise<T> => {
    const lock = `(hashtextextended('ingestion turns', 0))`;
    await holder.query(`SELECT pg_advisory_lock${lock}`);
    try {
      return await work();
    } finally {
      await holder.query(`SELECT pg_advisory_unlock${lock}`);
    }
  };
  /** Lets no page be stored meanwhile. */
  const whileNothingIsStored = async (work: () => Promise<void>): Promise<void> => {
    await holder.query('BEGIN; LOCK TABLE pages IN SHARE MODE');
    try {
      await work();
    } finally {
      await holder.query('ROLLBACK');
    }
  };
  const upload = async ({ api }: SignedIn, text: string | Buffer): Promise<string> =>
    (await uploadManual(api, text, {}, typeof text === 'string' ? 'note.txt' : 'manual.pdf')).id as string;
  const revisions = () =>
    world.sql.query<{ id: string; document_id: string; started_at: Date | null }>(
      `SELECT id, document_id, ingestion_started_at AS started_at FROM document_revisions ORDER BY 3`,
    );
  /** Documents in the order in which their reading was begun. */
  const begun = async (): Promise<string[]> =>
    (await revisions()).filter(({ started_at: at }) => at !== null).map(({ document_id: id }) => id);
  const longManual = (pages = PAGES) =>
    placedPdf(Array.from({ length: pages }, (_, i) => section(`Section ${i + 1}`, [`Tighten bolt ${i + 1}.`])));

  it('alternates: a file is among the next two, even after fifty of another organization', async () => {
    const one = await whileNobodyReads(async () => {
      // Five at a time: more concurrent uploads are rejected.
      for (let i = 0; i < 50; i += 5)
        await Promise.all(Array.from({ length: 5 }, (_, j) => upload(large, `Fit ring number ${i + j}.`)));
      return upload(small, 'Fit the last ring.');
    });
    await untilRead(small.api, one);
    expect((await begun()).indexOf(one)).toBeLessThan(2);
    // Nor does it wait when it comes while others are at it.
    const next = await upload(small, 'Fit one more ring.');
    const before = (await begun()).length;
    await untilRead(small.api, next);
    expect((await begun()).indexOf(next)).toBeLessThan(before + 2);
  });

  it('is by turns over the nodes too, and no file is read twice', async () => {
    const second = await startService({ beside: world.service, env: { INGESTION_CONCURRENCY: '2' } });
    try {
      const others = await whileNobodyReads(async () => {
        await Promise.all(Array.from({ length: 6 }, (_, i) => upload(large, `Fit ring number ${i}.`)));
        return Promise.all(Array.from({ length: 3 }, (_, i) => upload(small, `Fit cap number ${i}.`)));
      });
      await until(
        () => world.sql.query(`SELECT 1 FROM document_revisions WHERE ingestion_state <> 'ready'`),
        (left) => left.length === 0,
      );
      const order = await begun();
      // Turn by turn, give or take that three begin at the same moment.
      for (const [i, id] of [...order].filter((document) => others.includes(document)).entries())
        expect(order.indexOf(id)).toBeLessThanOrEqual(2 * i + 3);
      const ids = (await revisions()).map(({ id }) => id);
      expect(await readingsOf([world.service, second], ids)).toHaveLength(9);
    } finally {
      await second.stop();
    }
  });

  it('prefers uploads to reprocessing, within an organization', async () => {
    const [again, ...fresh] = await whileNobodyReads(async () => {
      const first = await upload(large, 'Read once more.');
      await world.sql.query(`UPDATE document_revisions SET reprocessed_at = now() WHERE document_id = $1`, [first]);
      return [first, await upload(large, 'New.'), await upload(large, 'Newer.')];
    });
    await untilRead(large.api, again);
    expect(await begun()).toEqual([...fresh, again]);
  });

  it.each<[string, () => SignedIn]>([
    ['somebody else’s', () => small],
    ['another of the same organization', () => large],
  ])('is %s when a long one had its turn, which goes on behind its last page', async (_whose, owner) => {
    let [long, short] = ['', ''];
    await whileNothingIsStored(async () => {
      long = await upload(large, await longManual());
      await until(begun, (documents) => documents.includes(long));
      short = await upload(owner(), 'Fit the short ring.');
    });
    await until(
      () => world.sql.query(`SELECT 1 FROM pages LIMIT 1`),
      ({ length }) => length > 0,
    );
    // Its turn begins with its first page and ends before the others are stored, no matter how fast it is read.
    await whileNothingIsStored(() => sleep(TURN_MS + 1_000));
    await untilRead(large.api, long);
    const documentOf = new Map((await revisions()).map((row) => [row.id, row.document_id]));
    const order = (): string[] =>
      world.service
        .logs()
        .filter(({ msg }) => msg === 'document read')
        .flatMap(({ revision_id: id }) => documentOf.get(id as string) ?? []);
    // It is logged after it is ready.
    expect(
      await until(
        () => order(),
        ({ length }) => length > 1,
      ),
    ).toEqual([short, long]);
    const rows = await world.sql.query<{ page_number: number }>(
      `SELECT p.page_number FROM pages p JOIN document_revisions r ON r.id = p.revision_id
       WHERE r.document_id = $1 ORDER BY 1`,
      [long],
    );
    expect(rows.map(({ page_number: number }) => number)).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
  });

  it('tells how far it has come and how long it will take', async () => {
    const manual = await longManual();
    const look = async (): Promise<Json> => (await large.api.get(`/documents/${long}/ingestion`)).body.data;
    const long = await whileNobodyReads(async () => {
      const { id } = await uploadManual(large.api, manual);
      const { data } = (await large.api.get(`/documents/${id}/ingestion`)).body;
      expect(data).toMatchObject({ state: 'queued', stage: null, started_at: null, seconds_left: null });
      return id as string;
    });
    const midway = await until(look, ({ pages_done: done }) => done >= 3);
    expect(midway).toMatchObject({ state: 'processing', pages_total: PAGES, started_at: expect.any(String) });
    expect(['reading', 'embedding']).toContain(midway.stage);
    expect(midway.seconds_left).toBeGreaterThan(0);
    await world.sql.query(`UPDATE document_revisions SET ingestion_state = 'ready', ingestion_stage = NULL`);
    expect(await look()).toMatchObject({ stage: null, seconds_left: null, started_at: midway.started_at });
  });

  it('is not the file that failed a moment ago: it rests, and others are read', async () => {
    let poison = '';
    const look = async () => {
      const [row] = await world.sql.query<{ state: string; attempts: number; rests: boolean }>(
        `SELECT ingestion_state AS state, ingestion_attempts AS attempts, ingestion_due_at > now() AS rests
         FROM document_revisions WHERE document_id = $1`,
        [poison],
      );
      return row!;
    };
    // A process that has read other files is not to blame for one: the file would be read again at once.
    const newcomer = await world.signIn({ role: 'admin' });
    const readers = (): number[] => childrenOf(world.service.pid, 'extraction-child');
    const before = readers();
    // Its process waits for its pages to be stored, however fast it reads them.
    await whileNothingIsStored(async () => {
      poison = await upload(newcomer, await longManual(12));
      await until(look, ({ state }) => state === 'processing');
      const reader = await until(() => readers().find((pid) => !before.includes(pid)));
      process.kill(reader!, 'SIGKILL');
    });
    expect(await until(look, ({ state }) => state === 'queued')).toEqual({ state: 'queued', attempts: 1, rests: true });
    const other = await upload(large, 'Fit the other ring.');
    expect((await untilRead(large.api, other)).ingestion.state).toBe('ready');
    await world.sql.query(`UPDATE document_revisions SET ingestion_due_at = now() WHERE document_id = $1`, [poison]);
    expect((await untilRead(newcomer.api, poison)).ingestion.state).toBe('ready');
  });
});
