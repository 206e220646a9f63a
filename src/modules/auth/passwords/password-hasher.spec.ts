import { PasswordHasher } from './password-hasher.js';

const weak = { memoryKib: 256, passes: 1 };

describe('PasswordHasher', () => {
  const hasher = new PasswordHasher(weak);

  it('makes argon2id hashes with the parameters set, never the same twice', async () => {
    const hashes = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
    expect(hashes[0]).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('knows the password again in another normal form, and no other', async () => {
    const hashed = await hasher.hash('Flugzeug\u0308berholung \ufb01nal');
    expect(await hasher.verify(hashed, 'Flugzeug\u0308berholung final')).toBe(true);
    expect(await hasher.verify(hashed, 'Flugzeug\u0308berholung Final')).toBe(false);
    expect(await hasher.verify(null, 'no account has this password')).toBe(false);
  });

  it.each([
    ['less memory', { memoryKib: 512, passes: 1 }, true],
    ['fewer passes', { memoryKib: 256, passes: 2 }, true],
    ['the same', weak, false],
    ['more than now', { memoryKib: 128, passes: 1 }, false],
  ])('of a hash made with %s says whether to make it anew', async (_, now, expected) => {
    expect(new PasswordHasher(now).needsRehash(await hasher.hash('correct horse'))).toBe(expected);
  });

  it.each([
    ['a quarter of the cost', { memoryKib: 8192, passes: 1 }],
    ['half of it', { memoryKib: 8192, passes: 2 }],
    ['nearly none', weak],
    ['the same', { memoryKib: 16_384, passes: 2 }],
  ])('takes as long to refuse a password against a hash of %s as for no account', async (_, made) => {
    const now = new PasswordHasher({ memoryKib: 16_384, passes: 2 });
    const old = await new PasswordHasher(made).hash('correct horse');
    const spent = { known: 0, unknown: 0 };
    for (let round = 0; round < 15; round += 1) {
      for (const [kind, hashed] of [
        ['known', old],
        ['unknown', null],
      ] as const) {
        const before = process.cpuUsage();
        expect(await now.verify(hashed, 'wrong')).toBe(false);
        spent[kind] += process.cpuUsage(before).user;
      }
    }
    expect(spent.known / spent.unknown).toBeGreaterThan(0.6);
    expect(spent.known / spent.unknown).toBeLessThan(1.6);
    expect(await now.verify(old, 'correct horse')).toBe(true);
  });

  it('rehashes passwords of other algorithms', () => {
    expect(hasher.needsRehash('$argon2i$v=19$m=99999,t=9,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true);
  });
});
