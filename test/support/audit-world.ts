import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Secrets } from '../../src/common/crypto/secrets.js';
import { Database } from '../../src/common/database/database.js';
import { KeysetPaginator } from '../../src/common/pagination/keyset-paginator.js';
import { createDataSource } from '../../src/data-source.js';
import { AuditChainRepository } from '../../src/modules/audit/audit-chain.repository.js';
import { AuditChains } from '../../src/modules/audit/audit-chains.js';
import { AuditVerification, type ChainReport } from '../../src/modules/audit/audit-verification.js';
import { AuditRepository } from '../../src/modules/audit/audit.repository.js';
import { AuditTrail } from '../../src/modules/audit/audit.service.js';
import { createTestDatabase } from './test-database.js';
import { TestSql } from './test-sql.js';

/** The audit trail on a database of its own, in this process. */
export interface AuditWorld {
  db: Database;
  sql: TestSql;
  secrets: Secrets;
  trail: AuditTrail;
  verification: AuditVerification;
  /** What verification says of one chain; undefined when it does not know it. */
  verify(chain: string): Promise<ChainReport | undefined>;
  /** Runs a statement as somebody who is allowed to switch the triggers off. */
  tamper(sql: string, parameters?: unknown[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startAuditWorld(poolSize = 20): Promise<AuditWorld> {
  const database = await createTestDatabase();
  // Already migrated; Jest could not load the compiled migrations.
  const dataSource = new DataSource({ ...createDataSource(database.url, poolSize).options, migrations: [] });
  await dataSource.initialize();
  const sql = new TestSql(database.url);
  const db = new Database(dataSource);
  const secrets = new Secrets(randomBytes(32));
  const heads = new AuditChainRepository(db);
  const chains = new AuditChains(heads, secrets);
  const verification = new AuditVerification(heads, chains);
  return {
    db,
    sql,
    secrets,
    trail: new AuditTrail(chains, heads, new AuditRepository(db), new KeysetPaginator(secrets), db),
    verification,
    verify: async (chain) => {
      for await (const report of verification.verifyAll()) if (report.chain === chain) return report;
      return undefined;
    },
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
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    },
  };
}
