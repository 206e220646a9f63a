import * as argon2 from '@node-rs/argon2';
import { PasswordHasher } from './password-hasher.js';

// The functions themselves, counted: their time depends on the machine.
jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual<typeof argon2>('@node-rs/argon2');
  return { ...actual, hash: jest.fn(actual.hash), verify: jest.fn(actual.verify) };
});

/** Memory in KiB times passes of all computations. */
function workDone(): number {
  const hashed = jest.mocked(argon2.hash).mock.calls.map(([, options]) => options!.memoryCost! * options!.timeCost!);
  const verified = jest.mocked(argon2.verify).mock.calls.map(([phc]) => {
    const [, memory, passes] = /m=(\d+),t=(\d+)/.exec(phc as string)!;
    return Number(memory) * Number(passes);
  });
  return [...hashed, ...verified].reduce((sum, work) => sum + work, 0);
}

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
  ])('does as much work to refuse a password against a hash of %s as for no account', async (_, made) => {
    const now = new PasswordHasher({ memoryKib: 16_384, passes: 2 });
    const old = await new PasswordHasher(made).hash('correct horse');
    const workOf = async (hashed: string | null): Promise<number> => {
      jest.clearAllMocks();
      expect(await now.verify(hashed, 'wrong')).toBe(false);
      return workDone();
    };
    expect(await workOf(null)).toBe(32_768);
    expect((await workOf(old)) / 32_768).toBeCloseTo(1, 2);
    expect(await now.verify(old, 'correct horse')).toBe(true);
  });

  it('rehashes passwords of other algorithms', () => {
    expect(hasher.needsRehash('$argon2i$v=19$m=99999,t=9,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true);
  });
});
