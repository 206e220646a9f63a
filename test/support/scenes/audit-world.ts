import { randomBytes } from 'node:crypto';
import { SealedColumnRepository } from '../../../src/common/crypto/sealed-column.repository.js';
import { SecretRotation } from '../../../src/common/crypto/secret-rotation.js';
import { Secrets, type MasterKeySource } from '../../../src/common/crypto/secrets.js';
import { Database } from '../../../src/common/database/database.js';
import { KeysetPaginator } from '../../../src/common/pagination/keyset-paginator.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { AuditChainRepository } from '../../../src/modules/audit/audit-chain.repository.js';
import { AuditChains } from '../../../src/modules/audit/audit-chains.js';
import { AuditReseal } from '../../../src/modules/audit/audit-reseal.js';
import { AuditVerification, type ChainReport } from '../../../src/modules/audit/audit-verification.js';
import { AuditAnchorRepository } from '../../../src/modules/audit/retention/audit-anchor.repository.js';
import { AuditRetention } from '../../../src/modules/audit/retention/audit-retention.js';
import { AuditRepository } from '../../../src/modules/audit/audit.repository.js';
import { AuditTrail } from '../../../src/modules/audit/audit.service.js';
import { createTestDatabase } from '../database/test-database.js';
import { TestSql } from '../database/test-sql.js';

/** The audit trail in this process: on the database of a service under test, or on a separate one. */
export interface AuditWorld {
  db: Database;
  sql: TestSql;
  trail: AuditTrail;
  /** Appends events as they are given, their times too. */
  chains: AuditChains;
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
  const chains = new AuditChains(heads, secrets);
  const anchors = new AuditAnchorRepository(db);
  const verification = new AuditVerification(heads, anchors, secrets);
  const rotation = new SecretRotation(new SealedColumnRepository(db), secrets, db);
  new AuditReseal(heads, anchors, rotation, secrets, db).onModuleInit();
  const trail = new AuditTrail(chains, heads, new AuditRepository(db), new KeysetPaginator(secrets), db);
  return {
    db,
    sql,
    trail,
    chains,
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
