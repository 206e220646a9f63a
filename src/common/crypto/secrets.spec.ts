import { randomBytes } from 'node:crypto';
import { KEY_ID_BYTES, Secrets } from './secrets.js';

describe('Secrets', () => {
  const masterKey = randomBytes(32);
  const secrets = new Secrets(masterKey);
  const plaintext = Buffer.from('a private key');

  it('decrypts what any node with the same master key encrypted', () => {
    expect(new Secrets(masterKey).decrypt(secrets.encrypt(plaintext, 'x'), 'x')).toEqual(plaintext);
    expect(secrets.decrypt(secrets.encrypt(Buffer.alloc(0), 'x'), 'x')).toHaveLength(0);
  });

  it('never encrypts alike twice and shows nothing of the plaintext or the key', () => {
    const [one, other] = [secrets.encrypt(plaintext, 'x'), secrets.encrypt(plaintext, 'x')];
    expect(one.subarray(KEY_ID_BYTES).equals(other.subarray(KEY_ID_BYTES))).toBe(false);
    expect(one.includes(plaintext)).toBe(false);
    expect(masterKey.includes(one.subarray(0, KEY_ID_BYTES))).toBe(false);
  });

  it('refuses another purpose, another master key, and any changed byte', () => {
    const sealed = secrets.encrypt(plaintext, 'x');
    expect(() => secrets.decrypt(sealed, 'y')).toThrow();
    expect(() => new Secrets(randomBytes(32)).decrypt(sealed, 'x')).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      expect(() => secrets.decrypt(changed, 'x')).toThrow();
    }
    for (const cut of [0, 4, 16, 32, sealed.length - 1]) {
      expect(() => secrets.decrypt(sealed.subarray(0, cut), 'x')).toThrow();
    }
  });

  it('derives a key of its own for every purpose', () => {
    expect(secrets.deriveKey('a')).toHaveLength(32);
    expect(secrets.deriveKey('a').equals(secrets.deriveKey('b'))).toBe(false);
    expect(secrets.deriveKey('a').equals(masterKey)).toBe(false);
  });

  describe('after the master key was changed', () => {
    const newKey = randomBytes(32);
    const rotated = new Secrets(newKey, [randomBytes(32), masterKey]);
    const old = secrets.encrypt(plaintext, 'x');

    it('still decrypts what is under a previous key, and says that it is to be resealed', () => {
      expect(rotated.decrypt(old, 'x')).toEqual(plaintext);
      expect([secrets.needsReseal(old), rotated.needsReseal(old)]).toEqual([false, true]);
    });

    it('encrypts and derives under the present key alone', () => {
      const renewed = rotated.encrypt(plaintext, 'x');
      expect(rotated.needsReseal(renewed)).toBe(false);
      expect(new Secrets(newKey).decrypt(renewed, 'x')).toEqual(plaintext);
      expect(() => secrets.decrypt(renewed, 'x')).toThrow('no master key opens');
      expect(rotated.deriveKey('x')).toEqual(new Secrets(newKey).deriveKey('x'));
    });

    it('derives the keys from before too, for checking', () => {
      const keys = rotated.deriveKeys('x');
      expect(keys).toHaveLength(3);
      expect(keys[0]).toEqual(rotated.deriveKey('x'));
      expect(keys[2]).toEqual(secrets.deriveKey('x'));
    });

    it('opens and wants to reseal what was sealed before keys had ids', () => {
      const withoutId = old.subarray(KEY_ID_BYTES);
      expect(secrets.decrypt(withoutId, 'x')).toEqual(plaintext);
      expect(rotated.decrypt(withoutId, 'x')).toEqual(plaintext);
      expect(secrets.needsReseal(withoutId)).toBe(true);
    });
  });
});
