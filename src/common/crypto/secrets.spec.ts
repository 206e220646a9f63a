import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { secretKeyFromFile } from './secret-key-file.js';
import { Secrets } from './secrets.js';

describe('Secrets', () => {
  const masterKey = randomBytes(32);
  const secrets = new Secrets(masterKey);
  const plaintext = Buffer.from('a private key');

  it('decrypts what any node with the same master key encrypted', () => {
    expect(new Secrets(masterKey).decrypt(secrets.encrypt(plaintext, 'x'), 'x')).toEqual(plaintext);
    expect(secrets.decrypt(secrets.encrypt(Buffer.alloc(0), 'x'), 'x')).toHaveLength(0);
  });

  it('never encrypts alike twice and shows nothing of the plaintext', () => {
    const [one, other] = [secrets.encrypt(plaintext, 'x'), secrets.encrypt(plaintext, 'x')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(plaintext)).toBe(false);
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
    for (const cut of [0, 12, 28, sealed.length - 1]) {
      expect(() => secrets.decrypt(sealed.subarray(0, cut), 'x')).toThrow();
    }
  });

  it('derives a key of its own for every purpose', () => {
    expect(secrets.deriveKey('a')).toHaveLength(32);
    expect(secrets.deriveKey('a').equals(secrets.deriveKey('b'))).toBe(false);
    expect(secrets.deriveKey('a').equals(masterKey)).toBe(false);
  });
});

describe('secretKeyFromFile', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'secret-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes a key once, readable by its owner alone', () => {
    const dataDir = path.join(folder, 'data');
    const key = secretKeyFromFile(dataDir);
    expect(key).toHaveLength(32);
    expect(secretKeyFromFile(dataDir)).toEqual(key);
    expect(readdirSync(dataDir)).toEqual(['secret-key']);
    expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  it('refuses a file that holds no key, rather than replacing it', () => {
    writeFileSync(path.join(folder, 'secret-key'), 'too short');
    expect(() => secretKeyFromFile(folder)).toThrow('32 bytes');
  });
});
