/**
 * Measures the audit trail with the sealer running: events per second that 20 writers record and that are sealed, one event or
 * 20 events per transaction, in one organization and in 20; and the verification of the resulting chain. The floor inserts the same rows in
 * the same transactions into a table without triggers, authentication code or sealer.
 */
import { Database } from '../src/common/database/database.js';
import { newId } from '../src/common/ids/type-id.js';
import { AuditVerification } from '../src/modules/audit/audit-verification.js';
import { AuditTrail, type AuditAct } from '../src/modules/audit/audit.service.js';
import { AuditSealer } from '../src/modules/audit/sealing/audit-sealer.js';
import { withApplication } from '../src/start/application-context.js';
import { median, progress, report } from './support/figure.js';
import { inWorld, type World } from './support/world.js';

const WRITERS = 20;
const ROUNDS = 3;
const ROUND_MS = 4_000;
const SEAL_EVERY_MS = 1_000;
const TARGET_PER_SECOND = 5_000;

interface Case {
  organizations: number;
  eventsPerTransaction: number;
}

const CASES: readonly Case[] = [
  { organizations: 1, eventsPerTransaction: 1 },
  { organizations: 20, eventsPerTransaction: 1 },
  { organizations: 1, eventsPerTransaction: 20 },
  { organizations: 20, eventsPerTransaction: 20 },
];

const act = (organization_id: string): AuditAct => ({
  action: 'document.updated',
  target: { type: 'document', id: newId('document') },
  actor: { type: 'user', id: newId('user'), session_id: newId('session') },
  details: { fields: ['title', 'document_type'], revision: 7 },
  organization_id,
});

/** Events per second of writers that each run `transaction` for a while, and of what `finish` does with them. */
async function rate(events: number, transaction: (writer: number) => Promise<void>, finish: () => Promise<void>) {
  const startedAt = performance.now();
  let written = 0;
  const write = async (writer: number): Promise<void> => {
    while (performance.now() < startedAt + ROUND_MS) {
      await transaction(writer);
      written += events;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await finish();
  return (written * 1000) / (performance.now() - startedAt);
}

interface Trail {
  db: Database;
  trail: AuditTrail;
  sealer: AuditSealer;
}

async function sealed({ db, trail, sealer }: Trail, { eventsPerTransaction }: Case, names: string[]): Promise<number> {
  let sealing = Promise.resolve();
  const timer = setInterval(() => {
    sealing = sealing.then(() => sealer.sealAll());
  }, SEAL_EVERY_MS);
  return rate(
    eventsPerTransaction,
    (writer) =>
      db.transaction(async () => {
        const organization = names[writer % names.length] ?? '';
        for (let n = 0; n < eventsPerTransaction; n += 1) await trail.record(act(organization));
      }),
    async () => {
      clearInterval(timer);
      await sealing;
      await sealer.sealAll();
    },
  );
}

function bare({ db }: Trail, { eventsPerTransaction }: Case, names: string[]): Promise<number> {
  return rate(
    eventsPerTransaction,
    (writer) =>
      db.transaction(async () => {
        for (let n = 0; n < eventsPerTransaction; n += 1) {
          const { action, target, actor, details, organization_id } = act(names[writer % names.length] ?? '');
          await db.defer(
            `INSERT INTO audit_floor (chain, id, action, result, actor_type, actor_id, session_id, target_type, target_id,
               details, occurred_at, mac) VALUES ($1, $2, $3, 'success', $4, $5, $6, $7, $8, $9, $10, $11)`,
            [
              ...[organization_id, newId('audit_event'), action, actor?.type, actor?.id, actor?.session_id],
              ...[target?.type, target?.id, details, new Date(), Buffer.alloc(32)],
            ],
          );
        }
      }),
    () => Promise.resolve(),
  );
}

async function measure(trail: Trail, verification: AuditVerification): Promise<void> {
  const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-US')} events/s`;
  for (const one of CASES) {
    const names = Array.from({ length: one.organizations }, () => newId('organization'));
    const [ours, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      progress(`${JSON.stringify(one)}, round ${round + 1}`);
      ours.push(await sealed(trail, one, names));
      floor.push(await bare(trail, one, names));
    }
    const isTarget = one.organizations === 1 && one.eventsPerTransaction > 1;
    report({
      name: `audit events recorded and sealed, ${WRITERS} writers, ${one.organizations} organizations, ${one.eventsPerTransaction} in a transaction`,
      value: perSecond(median(ours)),
      floor: perSecond(median(floor)),
      ratio: median(ours) / median(floor),
      ...(isTarget && {
        target: `≥ ${perSecond(TARGET_PER_SECOND)}`,
        holds: median(ours) >= TARGET_PER_SECOND,
      }),
    });
    if (!isTarget) continue;
    const startedAt = performance.now();
    const { events, broken } = await verification.verify(names[0] ?? '');
    if (broken) throw new Error(`verification: ${JSON.stringify(broken)}`);
    report({
      name: `verification of ${events} events with their Merkle tree`,
      value: perSecond((events * 1000) / (performance.now() - startedAt)),
    });
  }
}

async function run(world: World): Promise<void> {
  await world.db.query('CREATE TABLE audit_floor (LIKE audit_unsealed_events INCLUDING ALL)');
  await world.db.query('GRANT ALL ON audit_floor TO PUBLIC');
  Object.assign(process.env, {
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.dataDir,
    DATABASE_POOL_SIZE: String(WRITERS + 5),
  });
  await withApplication(async (app) => {
    const get = <T>(type: new (...parameters: never[]) => T): T => app.get<T>(type, { strict: false });
    await measure({ db: get(Database), trail: get(AuditTrail), sealer: get(AuditSealer) }, get(AuditVerification));
  });
}

inWorld(run).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
