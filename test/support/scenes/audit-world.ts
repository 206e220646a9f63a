import { randomBytes } from 'node:crypto';
import { SealedColumnRepository } from '../../../src/common/crypto/sealed-column.repository.js';
import { SecretRotation } from '../../../src/common/crypto/secret-rotation.js';
import { Secrets, type MasterKeySource } from '../../../src/common/crypto/secrets.js';
import { Database } from '../../../src/common/database/database.js';
import { KeysetPaginator } from '../../../src/common/pagination/keyset-paginator.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { AuditChainRepository } from '../../../src/modules/audit/audit-chain.repository.js';
import type { RecordedEvent } from '../../../src/modules/audit/audit-hash.js';
import { RECORD } from '../../../src/modules/audit/audit-seal.js';
import { AuditReseal } from '../../../src/modules/audit/audit-reseal.js';
import { AuditVerification, type ChainReport } from '../../../src/modules/audit/audit-verification.js';
import { AuditAnchorRepository } from '../../../src/modules/audit/retention/audit-anchor.repository.js';
import { AuditRetention } from '../../../src/modules/audit/retention/audit-retention.js';
import { AuditRepository } from '../../../src/modules/audit/audit.repository.js';
import { AuditTrail } from '../../../src/modules/audit/audit.service.js';
import { AuditSealer } from '../../../src/modules/audit/sealing/audit-sealer.js';
import { ChainSealer } from '../../../src/modules/audit/sealing/chain-sealer.js';
import { SealingRepository } from '../../../src/modules/audit/sealing/sealing.repository.js';
import { UnsealedEventRepository } from '../../../src/modules/audit/sealing/unsealed-event.repository.js';
import { TileRepository } from '../../../src/modules/audit/tree/tile.repository.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createTestDatabase } from '../database/test-database.js';
import { TestSql } from '../database/test-sql.js';

/** The audit trail in this process: on the database of a service under test, or on a separate one. */
export interface AuditWorld {
  db: Database;
  sql: TestSql;
  trail: AuditTrail;
  /** Runs when {@link seal} is called. */
  sealer: AuditSealer;
  /** Records events as they are given, their times too. */
  insert(events: readonly Omit<RecordedEvent, 'id'>[]): Promise<void>;
  /** {@link insert}, and {@link seal}. */
  append(events: readonly Omit<RecordedEvent, 'id'>[]): Promise<void>;
  /** Seals all events. */
  seal(): Promise<void>;
  retention: AuditRetention;
  verification: AuditVerification;
  /** A change of the master key, with the audit trail's part in it. */
  rotation: SecretRotation;
  /** What verification says of one chain. */
  verify(chain: string): Promise<ChainReport>;
  /** Runs a statement as a role that may disable the triggers. */
  tamper(sql: string, parameters?: unknown[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startAuditWorld({ poolSize = 4, masterKey = randomBytes(32) } = {}): Promise<AuditWorld> {
  const database = await createTestDatabase();
  const world = await connectAudit(database.url, masterKey, poolSize);
  return {
    ...world,
    stop: async () => {
      await world.stop();
      await database.drop();
    },
  };
}

/** @param masterKey SECRET_KEY of the service, where there is one on the same database */
export async function connectAudit(
  url: string,
  masterKey: Buffer | MasterKeySource,
  poolSize = 4,
): Promise<AuditWorld> {
  const dataSource = createDataSource(url, poolSize);
  await dataSource.initialize();
  const sql = new TestSql(url);
  const db = new Database(dataSource);
  const secrets = new Secrets(masterKey);
  const heads = new AuditChainRepository(db);
  const anchors = new AuditAnchorRepository(db);
  const unsealed = new UnsealedEventRepository(db);
  const tiles = new TileRepository(db);
  const sealing = new SealingRepository(db);
  const chainSealer = new ChainSealer(sealing, unsealed, heads, tiles, secrets, db);
  const sealer = new AuditSealer(chainSealer, sealing, unsealed, db, false);
  const verification = new AuditVerification(heads, anchors, unsealed, tiles, secrets);
  const rotation = new SecretRotation(new SealedColumnRepository(db), secrets, db);
  new AuditReseal(sealer, heads, anchors, rotation, secrets, db).onModuleInit();
  const insert = (events: readonly Omit<RecordedEvent, 'id'>[]): Promise<void> =>
    db.transaction(async () => {
      for (const event of events) {
        const recorded = { ...event, id: newId('audit_event') };
        await unsealed.insert(recorded, RECORD.seal(recorded, secrets));
      }
    });
  const trail = new AuditTrail(unsealed, heads, new AuditRepository(db), new KeysetPaginator(secrets), secrets, db);
  return {
    db,
    sql,
    trail,
    sealer,
    insert,
    append: async (events) => {
      await insert(events);
      await sealer.sealAll();
    },
    seal: () => sealer.sealAll(),
    retention: new AuditRetention(anchors, trail, secrets, db),
    verification,
    rotation,
    verify: (chain) => verification.verify(chain),
    tamper: async (statement, parameters) => {
      const client = await sql.connect();
      try {
        await client.query('SET session_replication_role = replica');
        await client.query(statement, parameters);
      } finally {
        await client.query('RESET session_replication_role');
        client.release();
      }
    },
    stop: async () => {
      await db.onApplicationShutdown();
      await dataSource.destroy();
      await sql.close();
    },
  };
}
