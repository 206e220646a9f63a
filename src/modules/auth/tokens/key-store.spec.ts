import { Secrets } from '../../../common/crypto/secrets.js';
import type { Database } from '../../../common/database/database.js';
import { KeyStore } from './key-store.js';
import type { SigningKeyRepository, SigningKeyRow } from './signing-key.repository.js';

describe('KeyStore', () => {
  let rows: SigningKeyRow[];
  let looks: number;
  let keys: KeyStore;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'setTimeout', 'queueMicrotask'] });
    [rows, looks] = [[], 0];
    const repository = {
      list: () => {
        looks += 1;
        return Promise.resolve([...rows]);
      },
      lock: () => Promise.resolve(),
      insert: (row: SigningKeyRow) => Promise.resolve(void rows.unshift(row)),
    };
    const db = { transaction: (work: () => Promise<void>) => work() };
    keys = new KeyStore(
      repository as unknown as SigningKeyRepository,
      new Secrets(Buffer.alloc(32)),
      db as unknown as Database,
    );
  });
  afterEach(() => jest.useRealTimers());

  const later = (seconds: number): unknown => jest.setSystemTime(Date.now() + seconds * 1000);

  it('forgets a key that was removed within a minute, and then signs with another', async () => {
    const { kid } = await keys.signingKey();
    rows = [];
    later(59);
    expect(await keys.verificationKey(kid)).not.toBeNull();
    later(2);
    expect(await keys.verificationKey(kid)).toBeNull();
    expect((await keys.signingKey()).kid).not.toBe(kid);
  });

  it('looks once for many requests, and not for every unknown key', async () => {
    const { kid } = await keys.signingKey();
    later(61);
    const before = looks;
    await Promise.all(Array.from({ length: 20 }, () => keys.verificationKey(kid)));
    for (let i = 0; i < 20; i += 1) expect(await keys.verificationKey(`forged ${i}`)).toBeNull();
    expect(looks - before).toBe(1);
  });

  it('signs with the newest key and verifies with all, retired ones too, until they are removed', async () => {
    const first = await keys.signingKey();
    const [row] = rows;
    if (!row) throw new Error('no key was made');
    // Another node's rotation: a new key, the old one retired.
    rows.unshift({ ...row, id: 'sk_newer' });
    row.retired_at = new Date();
    later(61);
    expect((await keys.signingKey()).kid).toBe('sk_newer');
    expect(await keys.verificationKey(first.kid)).not.toBeNull();
    expect(await keys.verificationKey('sk_newer')).not.toBeNull();
    rows.pop();
    later(61);
    expect(await keys.verificationKey(first.kid)).toBeNull();
    expect((await keys.signingKey()).kid).toBe('sk_newer');
  });

  it('finds a key that another node has just made after a second', async () => {
    await keys.signingKey();
    const [row] = rows;
    if (!row) throw new Error('no key was made');
    rows.unshift({ ...row, id: 'sk_newer' });
    later(0.5);
    expect(await keys.verificationKey('sk_newer')).toBeNull();
    later(1);
    expect(await keys.verificationKey('sk_newer')).not.toBeNull();
  });
});
