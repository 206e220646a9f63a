import { createHash, sign, verify, createPublicKey } from 'node:crypto';
import { Secrets } from '../../../src/common/crypto/secrets.js';
import { Database } from '../../../src/common/database/database.js';
import type { AuditAct, AuditTrail } from '../../../src/modules/audit/audit.service.js';
import { EvidenceKeyRepository } from '../../../src/modules/assignments/evidence/evidence-key.repository.js';
import { EvidenceKeys } from '../../../src/modules/assignments/evidence/evidence-keys.service.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

describe('keys of evidence', () => {
  let database: TestDatabase;
  let sql: TestSql;
  let node: () => EvidenceKeys;
  let recorded: string[];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 6).initialize();
    const db = new Database(dataSource);
    sql = new TestSql(database.url);
    const audit = {
      record: ({ action, reason }: AuditAct) => Promise.resolve(void recorded.push(`${action} ${reason}`)),
    };
    const secrets = new Secrets(Buffer.alloc(32, 7));
    node = () => new EvidenceKeys(new EvidenceKeyRepository(db), secrets, audit as unknown as AuditTrail, db);
    stop = async () => {
      await dataSource.destroy();
      await sql.close();
      await database.drop();
    };
  });
  beforeEach(async () => {
    recorded = [];
    await sql.query(`DELETE FROM evidence_keys`);
  });
  afterAll(() => stop());

  const stored = (): Promise<{ id: string; is_erased: boolean }[]> =>
    sql.query(`SELECT id, sealed_private_key IS NULL AS is_erased FROM evidence_keys ORDER BY created_at`);

  it('are created once by nodes that start together, and named by their thumbprint', async () => {
    const signers = await Promise.all([node(), node(), node()].map((one) => one.current()));
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    const [key] = await node().publicKeys();
    const { e, kty, n } = key!;
    expect(createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')).toBe(key!.kid);
    const signature = sign('sha256', Buffer.from('x'), signers[0]!.privateKey);
    expect(verify('sha256', Buffer.from('x'), createPublicKey({ key: { e, kty, n }, format: 'jwk' }), signature)).toBe(
      true,
    );
    expect(recorded).toEqual(['evidence_key.created rotation']);
  });

  it('sign for a year; then the private key is erased and the public key stays', async () => {
    const { kid } = await node().current();
    await node().run();
    expect(await stored()).toEqual([{ id: kid, is_erased: false }]);
    await sql.query(`UPDATE evidence_keys SET created_at = created_at - interval '366 days'`);
    await Promise.all([node().run(), node().run()]);
    const { kid: next } = await node().current();
    expect(await stored()).toEqual([
      { id: kid, is_erased: false },
      { id: next, is_erased: false },
    ]);
    await sql.query(`UPDATE evidence_keys SET retired_at = retired_at - interval '2 hours'`);
    await node().run();
    expect(await stored()).toEqual([
      { id: kid, is_erased: true },
      { id: next, is_erased: false },
    ]);
    expect((await node().publicKeys()).map((key) => key.kid)).toEqual([next, kid]);
  });

  it('that others may know are marked, erased and replaced', async () => {
    const { kid } = await node().current();
    const next = await node().replaceCompromised();
    expect((await node().current()).kid).toBe(next);
    expect(await node().publicKeys()).toMatchObject([{ kid: next }, { kid, compromised_at: expect.any(String) }]);
    expect(await stored()).toEqual([
      { id: kid, is_erased: true },
      { id: next, is_erased: false },
    ]);
  });

  it('that another node has replaced sign nothing more, at once', async () => {
    const [first, second] = [node(), node()];
    const kid = await first.signing((signer) => Promise.resolve(signer.kid));
    expect((await second.current()).kid).toBe(kid);
    const next = await second.replaceCompromised();
    expect(await first.signing((signer) => Promise.resolve(signer.kid))).toBe(next);
  });
});
