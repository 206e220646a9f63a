import type { DataSource } from 'typeorm';
import { Database } from '../../../src/common/database/database.js';
import { newId } from '../../../src/common/ids/type-id.js';
import { createDataSource } from '../../../src/start/data-source.js';
import { MfaChallengeRepository } from '../../../src/modules/auth/mfa/challenges/mfa-challenge.repository.js';
import { MfaMethodRepository } from '../../../src/modules/auth/mfa/methods/mfa-method.repository.js';
import { RecoveryCodeRepository } from '../../../src/modules/auth/mfa/recovery-codes/recovery-code.repository.js';
import { RecoveryCodes } from '../../../src/modules/auth/mfa/recovery-codes/recovery-code.service.js';
import { IdentityFactory } from '../../factories/identity.factory.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { TestSql } from '../../support/database/test-sql.js';

/** Past the throttle, which lets the attempts on one account come one after the other: the database alone decides here. */
describe('second factors, on fifty connections at once', () => {
  const BINDING = { purpose: 'login', bound_to: 'token' } as const;
  let database: TestDatabase;
  let dataSource: DataSource;
  let sql: TestSql;
  let methods: MfaMethodRepository;
  let challenges: MfaChallengeRepository;
  let codes: RecoveryCodeRepository;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await createDataSource(database.url, 50).initialize();
    sql = new TestSql(database.url);
    const db = new Database(dataSource);
    methods = new MfaMethodRepository(db);
    challenges = new MfaChallengeRepository(db);
    codes = new RecoveryCodeRepository(db);
  });
  afterAll(async () => {
    await sql.close();
    await dataSource.destroy();
    await database.drop();
  });

  async function newMethod(columns: Record<string, unknown> = {}): Promise<{ id: string; userId: string }> {
    const user = await new IdentityFactory(sql).user({ hasPassword: false });
    const id = newId('mfa_method');
    const row = { type: 'totp', label: 'Test', activated_at: new Date(), ...columns };
    await sql.insert('mfa_methods', { id, user_id: user.id, ...row });
    return { id, userId: user.id };
  }

  async function newChallenge(
    method: { id: string; userId: string },
    columns: Record<string, unknown>,
  ): Promise<string> {
    const id = newId('mfa_challenge');
    const row = { user_id: method.userId, method_id: method.id, ...BINDING, expires_at: new Date(Date.now() + 60_000) };
    await sql.insert('mfa_challenges', { id, ...row, ...columns });
    return id;
  }

  /** How many of fifty parallel calls got something. */
  async function winners(call: () => Promise<unknown>): Promise<number> {
    const results = await Promise.all(Array.from({ length: 50 }, call));
    return results.filter((result) => result !== false && result !== null).length;
  }

  it('let one have a time step, and none an earlier one', async () => {
    const { id } = await newMethod();
    expect(await winners(() => methods.takeStep(id, 100))).toBe(1);
    expect(await methods.takeStep(id, 99)).toBe(false);
    expect(await methods.takeStep(id, 101)).toBe(true);
  });

  it('let five guess at a code, and one use it', async () => {
    const method = await newMethod();
    const id = await newChallenge(method, { code_hash: Buffer.alloc(32) });
    expect(await winners(() => challenges.countGuess(method.id, BINDING))).toBe(5);
    expect(await winners(() => challenges.use(id))).toBe(1);
  });

  it('give a question of a security key out once, and move its counter once', async () => {
    const method = await newMethod({ type: 'webauthn', credential_id: 'key', sign_count: 7 });
    await newChallenge(method, { webauthn_challenge: 'question' });
    expect(await winners(() => challenges.spendQuestion(method.id, BINDING))).toBe(1);
    expect(await winners(() => methods.advanceCounter(method.id, 7, 8, false))).toBe(1);
  });

  it('accept only the latest challenge of a method, for its purpose and user, independently of other requests', async () => {
    const method = await newMethod();
    const next = async (columns: object = {}): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return newChallenge(method, { code_hash: Buffer.alloc(32), ...columns });
    };
    await next();
    const latest = await next();
    const other = await next({ bound_to: 'other' });
    const activation = await next({ purpose: 'activate' });
    expect(await challenges.countGuess(method.id, BINDING)).toMatchObject({ id: latest });
    expect(await challenges.countGuess(method.id, { ...BINDING, bound_to: 'other' })).toMatchObject({ id: other });
    expect(await challenges.countGuess(method.id, { ...BINDING, purpose: 'activate' })).toMatchObject({
      id: activation,
    });
    expect(await challenges.countGuess(method.id, { purpose: 'step_up', bound_to: 'other' })).toBeNull();
    await challenges.use(latest);
    expect(await challenges.countGuess(method.id, BINDING)).toBeNull();
  });

  it('let one use a recovery code', async () => {
    const { userId } = await newMethod();
    const recovery = new RecoveryCodes(codes);
    const [code = ''] = await recovery.renew(userId);
    expect(await winners(() => recovery.use(userId, code))).toBe(1);
    expect(await codes.countLeft(userId)).toBe(9);
  });

  it('forget what was begun and never finished', async () => {
    const before = new Date(Date.now() - 61 * 60_000);
    const stale = await newMethod({ activated_at: null, created_at: before });
    const pending = await newMethod({ activated_at: null });
    const active = await newMethod({ created_at: before });
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    const over = await newChallenge(active, { code_hash: Buffer.alloc(32), expires_at: dayBefore });
    const counted = await newChallenge(active, { code_hash: Buffer.alloc(32), expires_at: before });
    await methods.deleteStalePending();
    await challenges.deleteExpired();
    const kept = await sql.query<{ id: string }>(`SELECT id FROM mfa_methods UNION SELECT id FROM mfa_challenges`);
    const ids = kept.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([pending.id, active.id, counted]));
    expect(ids).not.toContain(stale.id);
    expect(ids).not.toContain(over);
  });
});
